"""How often 95% intervals hold the true value, by seeded simulation: by rows, by units, as published.

`python -m comparisons.statistics.coverage` prints the tables of docs/explanation/statistics.md;
`--svg FILE` also draws the first one.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

import numpy as np
from comparisons.statistics.coverage_chart import Line, chart
from numpy.typing import NDArray

from benchtoward.core.metrics import AnswerKey, MetricParameters, Observations, get_metric
from benchtoward.core.statistics import (
    Interval,
    IntervalOutcome,
    ResamplingPlan,
    Units,
    percentile_interval,
    proportion_interval,
    replicate_ratios,
)

N_SIMULATIONS: Final = 2_000
N_REPLICATES: Final = 1_999
_ITEMS_PER_UNIT: Final = 5
_CORRELATION: Final = 0.4
_SETTINGS: Final = (
    (10, 0.5),
    (15, 0.8),
    (15, 0.95),
    (30, 0.8),
    (30, 0.95),
    (60, 0.8),
    (60, 0.95),
    (200, 0.8),
)
_HARD_TO_EASY: Final = (0.35, 0.65, 0.8, 0.9, 0.95)


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """How a kind of interval did over all simulations."""

    share: float
    """Share of intervals that hold the true value, in [0, 1]."""
    width: float
    """Mean width."""

    def __str__(self) -> str:
        return f"{100 * self.share:.1f}% ({self.width:.3f})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m comparisons.statistics.coverage", description=__doc__)
    parser.add_argument("--svg", type=Path, help="where to draw the first table")
    arguments = parser.parse_args()
    lines = []
    print("| units | true accuracy | rows resampled | units resampled | published |")
    print("| --: | --: | --: | --: | --: |")
    for n_units, p in _SETTINGS:
        rows, units, published = accuracy(correlated_hits(n_units, p), p)
        print(f"| {n_units} | {p:.2f} | {rows} | {units} | {published} |", flush=True)
        label = f"{n_units} patients, accuracy {p:.2f}"
        lines.append(Line(label=label, shares=(rows.share, units.share, published.share)))
    rows, units, _ = accuracy(balanced_hits(100), float(np.mean(_HARD_TO_EASY)))
    print(f"\nDocuments of one hard to one easy item each: {rows} by rows, {units} by documents.")
    for n_patients in (50, 200):
        rows, units = auroc(n_patients)
        print(f"AUROC, {n_patients} patients of 4 rows: {rows} by rows, {units} by patients.", flush=True)
    if arguments.svg:
        arguments.svg.write_text(chart(lines), encoding="utf-8")


def correlated_hits(n_units: int, p: float) -> NDArray[Any]:
    """Right answers to five items of each unit, whose chance is a patient's own, shape (units, simulations).

    Beta-binomial with a correlation of 0.4 within units: the variance of a mean is 1 + 4 * 0.4 = 2.6 times
    that of independent items.
    """
    random = np.random.default_rng([n_units, round(100 * p)])
    concentration = 1 / _CORRELATION - 1
    chances = random.beta(p * concentration, (1 - p) * concentration, (n_units, N_SIMULATIONS))
    return random.binomial(_ITEMS_PER_UNIT, chances)


def balanced_hits(n_units: int) -> NDArray[Any]:
    """Right answers where every unit has one item of each difficulty, so that units are more alike than
    items."""
    random = np.random.default_rng(n_units)
    right = [random.random((n_units, N_SIMULATIONS)) < chance for chance in _HARD_TO_EASY]
    n_right: NDArray[Any] = np.sum(right, axis=0)
    return n_right


def accuracy(hits: NDArray[Any], truth: float) -> tuple[Coverage, Coverage, Coverage]:
    """Coverage with rows resampled, with units resampled, and of what is published; hits as above."""
    n_units = len(hits)
    items = np.full(n_units, _ITEMS_PER_UNIT)
    replicates = replicate_ratios(hits, items, _plan(n_units))
    # Rows of a unit are alike but for their order, so each unit's hits can stand first.
    rows = (np.arange(_ITEMS_PER_UNIT)[:, np.newaxis] < hits[:, np.newaxis, :]).reshape(-1, hits.shape[1])
    row_replicates = replicate_ratios(rows, np.ones(len(rows)), _plan(len(rows)))
    published = [proportion_interval(hits[:, s], items, one) for s, one in enumerate(replicates)]
    return (
        _coverage(_percentile(row_replicates, len(rows)), truth),
        _coverage(_percentile(replicates, n_units), truth),
        _coverage(published, truth),
    )


def auroc(n_patients: int, n_rows_each: int = 4) -> tuple[Coverage, Coverage]:
    """Coverage with rows and with patients resampled; truth is the AUROC of the population."""
    random = np.random.default_rng(n_patients)
    patients = np.repeat(np.arange(n_patients), n_rows_each)
    samples = [_scored_rows(random, patients) for _ in range(N_SIMULATIONS)]
    # The scores of a positive and of a negative differ by a normal number with mean 1 and variance 4.
    truth = NormalDist().cdf(1 / 2)
    by_row = _auroc_intervals(np.arange(len(patients)), samples)
    return _coverage(by_row, truth), _coverage(_auroc_intervals(patients, samples), truth)


def _scored_rows(
    random: np.random.Generator, patients: NDArray[np.intp]
) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    n_patients, n_rows = int(patients[-1]) + 1, len(patients)
    risk = random.normal(0, 1, n_patients)[patients]
    gold = (risk + random.normal(0, 1, n_rows) > 0.5).astype(np.int8)
    return gold, gold + random.normal(0, 1, n_patients)[patients] + random.normal(0, 1, n_rows)


def _auroc_intervals(
    units: NDArray[np.intp], samples: Sequence[tuple[NDArray[np.int8], NDArray[np.float64]]]
) -> Iterator[IntervalOutcome]:
    numbered = Units.of([f"{unit:05}" for unit in units])
    parsed = np.ones(len(units), np.bool_)
    items = [str(row) for row in range(len(units))]
    models = [
        Observations(
            key=AnswerKey(item_ids=items, units=numbered, labels=("no", "yes"), gold=gold),
            parsed=parsed,
            scores=scores,
        )
        for gold, scores in samples
    ]
    plan, positive = _plan(numbered.n_units), MetricParameters(positive="yes")
    for row in get_metric("auroc").replicates_many(models, plan, positive):
        yield percentile_interval(row, n_units=numbered.n_units)


def _percentile(replicates: NDArray[np.float64], n_units: int) -> Iterator[IntervalOutcome]:
    for row in replicates:
        yield percentile_interval(row, n_units=n_units)


def _coverage(outcomes: Iterator[IntervalOutcome] | Sequence[IntervalOutcome], truth: float) -> Coverage:
    intervals = [one for one in outcomes if isinstance(one, Interval)]
    if len(intervals) != N_SIMULATIONS:
        raise SystemExit(f"{N_SIMULATIONS - len(intervals)} simulations gave no interval.")
    return Coverage(
        share=float(np.mean([one.low <= truth <= one.high for one in intervals])),
        width=float(np.mean([one.high - one.low for one in intervals])),
    )


def _plan(n_units: int) -> ResamplingPlan:
    return ResamplingPlan.for_units(
        spec_hash="coverage", unit_columns=["unit"], n_units=n_units, n_replicates=N_REPLICATES
    )


if __name__ == "__main__":
    main()
