"""What percentile intervals of calibration error and Brier score hold, by seeded simulation; prints
a table of docs/explanation/statistics.md.

A thousand independent rows; the probability that a model gives is off by a constant, which then is the true
calibration error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.metrics import AnswerKey, MetricParameters, Observations, get_metric
from benchtoward.core.statistics import Interval, ResamplingPlan, Units, percentile_interval

_N_SIMULATIONS: Final = 1_000
_N_ROWS: Final = 1_000
_POSITIVE: Final = MetricParameters(positive="yes")


def main() -> None:
    print("| true error | mean measured error | interval holds the true one | its measured one | Brier |")
    print("| --: | --: | --: | --: | --: |")
    for error in (0.0, 0.03, 0.1):
        models = _models(error)
        measured = np.array([get_metric("ece").evaluate(model, _POSITIVE) for model in models])
        low, high = _ends(models, "ece")
        brier_low, brier_high = _ends(models, "brier")
        brier = _true_brier(error)
        shares = (
            (low <= error) & (error <= high),
            (low <= measured) & (measured <= high),
            (brier_low <= brier) & (brier <= brier_high),
        )
        cells = " | ".join(f"{100 * share.mean():.1f}%" for share in shares)
        print(f"| {error:.2f} | {measured.mean():.3f} | {cells} |", flush=True)


def _models(error: float) -> Sequence[Observations]:
    random = np.random.default_rng(round(1000 * error))
    units = Units.of([f"{row:04}" for row in range(_N_ROWS)])
    return [_model(random, units, error) for _ in range(_N_SIMULATIONS)]


def _model(random: np.random.Generator, units: Units, error: float) -> Observations:
    given = random.uniform(0.1, 0.8, _N_ROWS)
    gold = (random.random(_N_ROWS) < given + error).astype(np.int8)
    key = AnswerKey(item_ids=list(units.ids), units=units, labels=("no", "yes"), gold=gold)
    probabilities = np.stack([1 - given, given], axis=1)
    return Observations(key=key, parsed=np.ones(_N_ROWS, np.bool_), probabilities=probabilities)


def _ends(models: Sequence[Observations], metric: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    plan = ResamplingPlan.for_units(spec_hash="calibration", unit_columns=["unit"], n_units=_N_ROWS, n_replicates=1_999)
    replicates = get_metric(metric).replicates_many(models, plan, _POSITIVE)
    intervals = [percentile_interval(row, n_units=_N_ROWS) for row in replicates]
    ends = [(one.low, one.high) for one in intervals if isinstance(one, Interval)]
    low, high = np.array(ends).T
    return low, high


def _true_brier(error: float) -> float:
    """E[(given - outcome)**2] with `given` uniform on [0.1, 0.8] and chance `given + error`."""
    given = np.linspace(0.1, 0.8, 100_001)
    chance = given + error
    return float(np.mean(chance * (1 - given) ** 2 + (1 - chance) * given**2))


if __name__ == "__main__":
    main()
