"""What ranges of ranks hold, by seeded simulation; prints a table of docs/explanation/statistics.md.

Twenty models answer one item in each of 400 units; some units are hard for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.statistics import (
    ExplicitCounts,
    ResamplingPlan,
    rank_ranges,
    replicate_ratios,
    simultaneous_rank_ranges,
)

_N_RUNS: Final = 500
_N_MODELS: Final = 20
_N_UNITS: Final = 400
_SHARED: Final = 0.5
_STEPS: Final = {
    "far apart (2 points between neighbours)": 0.02,
    "close (0.3 points)": 0.003,
    "all equal": 0.0,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What the ranges of one run hold."""

    share: float
    """Share of models whose range holds the true rank; where all are equal, all ranks."""
    is_all: bool
    """Whether all do."""
    length: float
    """Mean number of ranks in a range."""


def main() -> None:
    print("| models | range | holds a model's true rank | holds all 20 | mean length | top score too high by |")
    print("| --- | --- | --: | --: | --: | --: |")
    plan = ResamplingPlan.for_units(spec_hash="ranks", unit_columns=["unit"], n_units=_N_UNITS, n_replicates=1_999)
    counts = ExplicitCounts(matrix=plan.counts(0, plan.n_replicates))
    for name, step in _STEPS.items():
        marginal, simultaneous, excess = _runs(step, counts)
        print(f"| {name} | stability | {_summary(marginal)} | {100 * excess:.1f} points |")
        print(f"| | simultaneous | {_summary(simultaneous)} | |", flush=True)


def _runs(step: float, counts: ExplicitCounts) -> tuple[Sequence[Held], Sequence[Held], float]:
    """Runs with the first model best and `step` between neighbours."""
    random = np.random.default_rng(20_240_601)
    chances = 0.85 - step * np.arange(_N_MODELS)
    marginal, simultaneous, excess = [], [], []
    for _ in range(_N_RUNS):
        hits = _hits(random, chances)
        points = hits.mean(axis=0)
        replicates = replicate_ratios(hits, np.ones(_N_UNITS), counts)
        ranking = rank_ranges(points, replicates)
        at_once = simultaneous_rank_ranges(points, replicates)
        marginal.append(_held(ranking.low, ranking.high, is_tied=step == 0))
        simultaneous.append(_held(at_once.low, at_once.high, is_tied=step == 0))
        excess.append(points.max() - chances[points.argmax()])
    return marginal, simultaneous, float(np.mean(excess))


def _hits(random: np.random.Generator, chances: NDArray[np.floating[Any]]) -> NDArray[np.int8]:
    """Right answers, shape (units, models): half of what decides them is shared by all models."""
    shared = random.normal(0, _SHARED**0.5, (_N_UNITS, 1))
    own = random.normal(0, (1 - _SHARED) ** 0.5, (_N_UNITS, _N_MODELS))
    limits = np.array([NormalDist().inv_cdf(chance) for chance in chances])
    return (shared + own < limits).astype(np.int8)


def _held(low: Sequence[int], high: Sequence[int], *, is_tied: bool) -> Held:
    first = np.ones(_N_MODELS) if is_tied else np.arange(1, _N_MODELS + 1)
    last = np.full(_N_MODELS, _N_MODELS) if is_tied else first
    held = (np.array(low) <= first) & (np.array(high) >= last)
    length = float(np.mean(np.array(high) - np.array(low) + 1))
    return Held(share=float(held.mean()), is_all=bool(held.all()), length=length)


def _summary(runs: Sequence[Held]) -> str:
    share = np.mean([run.share for run in runs])
    at_once = np.mean([run.is_all for run in runs])
    length = np.mean([run.length for run in runs])
    return f"{100 * share:.1f}% | {100 * at_once:.1f}% | {length:.1f}"


if __name__ == "__main__":
    main()
