"""The goals that the project set itself, and whether a run meets them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, TypeAlias

from comparisons.statistics.contenders.benchtoward import (
    ADD_DRAWN,
    ADD_STORED,
    ALL_ANEW,
    BENCHTOWARD,
    NO_NUMBA,
    REPLICATES,
)
from comparisons.statistics.contenders.bootstraps import FOOSTRAP
from comparisons.statistics.contenders.evaluation import HONESTBOARD
from comparisons.statistics.contenders.metric_loops import SKLEARN, STAMBO
from comparisons.statistics.contenders.plain_numpy import FLOOR
from comparisons.statistics.contenders.survival import FAST_CINDEX
from comparisons.statistics.measure import Measurement

Rounds: TypeAlias = Mapping[str, Sequence[Measurement]]
"""The measurements of each contender of one workload, one a round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedGoal:
    """`ours` takes at most 1 / `at_least` of the CPU time of `other`."""

    workload: str
    other: str
    at_least: float
    ours: str = BENCHTOWARD

    def verdict(self, rounds: Rounds) -> str | None:
        """Return whether it is met, or None where one of the two wasn't measured."""
        if not (rounds.get(self.ours) and rounds.get(self.other)):
            return None
        factor = ratio(rounds[self.other], rounds[self.ours])
        fewest = f"{self.at_least:g}" if self.at_least < 1 else f"{self.at_least:,.0f}"
        return _line(
            f"({self.workload}) {self.ours}: at least {fewest}x as fast as {self.other}",
            f"{factor:.3g}x" if factor < 1000 else f"{factor:,.0f}x",
            factor >= self.at_least,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryGoal:
    """The process stays below a size."""

    workload: str
    below_megabytes: float

    def verdict(self, rounds: Rounds) -> str | None:
        """Return whether it is met, or None where it wasn't measured."""
        if not rounds.get(BENCHTOWARD):
            return None
        peak = max(measurement.peak_megabytes for measurement in rounds[BENCHTOWARD])
        return _line(
            f"({self.workload}) peak memory below {self.below_megabytes:.0f} MB",
            f"{peak:.0f} MB",
            peak < self.below_megabytes,
        )


def ratio(slower: Sequence[Measurement], faster: Sequence[Measurement]) -> float:
    """Return the median over rounds of the ratio of the two within a round."""
    return median(one.seconds / other.seconds for one, other in zip(slower, faster, strict=True))


def verdicts(workload: str, rounds: Rounds) -> Iterator[str]:
    """Yield a line for each goal of the workload that was measured."""
    for goal in GOALS:
        verdict = goal.verdict(rounds) if goal.workload == workload else None
        if verdict is not None:
            yield verdict


def _line(goal: str, measured: str, is_met: bool) -> str:
    return f"| {goal} | {measured} | {'met' if is_met else '**missed**'} |"


GOALS: Final[Sequence[SpeedGoal | MemoryGoal]] = (
    SpeedGoal(workload="a", other=HONESTBOARD, at_least=12),
    SpeedGoal(workload="a", ours=NO_NUMBA, other=HONESTBOARD, at_least=7),
    SpeedGoal(workload="a", other=FLOOR, at_least=0.2),
    SpeedGoal(workload="b", other=SKLEARN, at_least=350),
    SpeedGoal(workload="b", other=STAMBO, at_least=700),
    SpeedGoal(workload="b", ours=NO_NUMBA, other=SKLEARN, at_least=80),
    SpeedGoal(workload="c", other=SKLEARN, at_least=200),
    SpeedGoal(workload="c", other=STAMBO, at_least=600),
    SpeedGoal(workload="d", other=SKLEARN, at_least=4_000),
    SpeedGoal(workload="e", other=FOOSTRAP, at_least=10),
    SpeedGoal(workload="f", other=FAST_CINDEX, at_least=12),
    SpeedGoal(workload="add", ours=ADD_STORED, other=ALL_ANEW, at_least=10),
    SpeedGoal(workload="add", ours=ADD_DRAWN, other=ALL_ANEW, at_least=10),
    SpeedGoal(workload="million", other=FLOOR, at_least=0.7),
    SpeedGoal(workload="million", ours=REPLICATES, other=FLOOR, at_least=0.7),
    *(MemoryGoal(workload=id_, below_megabytes=300) for id_ in "abcdef"),
    MemoryGoal(workload="million", below_megabytes=550),
)
"""Set before the code was written; a fraction of the floor is the share of the time in which the float32
matrix product alone would be done."""
