"""What an interval is, and when there is none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.core.statistics.order_statistics import tail_rank

FEW_UNITS_BELOW: Final = 60
"""With fewer units the interval is flagged: percentile intervals are then too narrow."""
NO_INTERVAL_BELOW: Final = 10
"""With fewer units there is no bootstrap interval."""
MAX_UNDEFINED_SHARE: Final = 0.05
"""With more undefined replicates there is no bootstrap interval."""


class IntervalMethod(StrEnum):
    """How an interval was made."""

    PERCENTILE = "percentile"
    """Order statistics of the bootstrap replicates."""
    WILSON = "wilson-korn-graubard-t"
    """Wilson's score interval with the effective sample size of clustered data and Student's t."""
    BCA = "bca"
    """Percentile interval, bias-corrected and accelerated."""


class IntervalFlag(StrEnum):
    """What to know about an interval, or why there is none."""

    FEW_UNITS = "few-units"
    """Fewer than 60 units: the interval may be too narrow."""
    TOO_FEW_UNITS = "too-few-units"
    """Fewer than 10 units (or 2 for Wilson's interval): no interval."""
    MANY_UNDEFINED = "many-undefined"
    """More than 5% of replicates are undefined: no bootstrap interval."""
    TOO_FEW_REPLICATES = "too-few-replicates"
    """Not one defined replicate lies outside the interval: no bootstrap interval."""
    DEGENERATE = "degenerate"
    """All replicates between the ends are equal: the width of 0 is no certainty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoInterval:
    """There is no interval, for the reasons in `flags`."""

    confidence_level: float
    """The level that was asked for, in (0, 1)."""
    n_units: int
    """Number of resampled units."""
    n_replicates: int
    """Number of bootstrap replicates, undefined ones included."""
    n_undefined: int
    """Replicates in which the metric has no value."""
    flags: tuple[IntervalFlag, ...]
    """Why there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A confidence interval, with what is needed to judge it."""

    low: float
    """Lower end."""
    high: float
    """Upper end."""
    confidence_level: float
    """Share of repetitions of the whole study in which such an interval holds the true value, in (0, 1)."""
    method: IntervalMethod
    """How it was made."""
    n_units: int
    """Number of resampled units."""
    n_replicates: int
    """Number of bootstrap replicates, undefined ones included."""
    n_undefined: int
    """Replicates in which the metric has no value; they were dropped."""
    flags: tuple[IntervalFlag, ...]
    """What to know about it."""

    def __post_init__(self) -> None:
        if not -np.inf < self.low <= self.high < np.inf:
            found = f"{self.low} to {self.high}"
            problem = Problem(where="low, high", found=found, expected="finite ends, the lower one first")
            raise InvalidInputError("The interval", [problem])


IntervalOutcome: TypeAlias = Interval | NoInterval
"""An interval or the reasons why there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What an interval rests on, from which outcomes are made."""

    confidence_level: float
    """The level that was asked for, in (0, 1)."""
    n_units: int
    """Number of resampled units."""
    n_replicates: int
    """Number of bootstrap replicates, undefined ones included."""
    n_undefined: int
    """Replicates in which the metric has no value."""

    def reasons_for_none(self) -> tuple[IntervalFlag, ...]:
        """Why no interval can be made of the replicates; empty where one can."""
        reasons = {
            IntervalFlag.TOO_FEW_UNITS: self.n_units < NO_INTERVAL_BELOW,
            IntervalFlag.MANY_UNDEFINED: self.n_undefined > MAX_UNDEFINED_SHARE * self.n_replicates,
            IntervalFlag.TOO_FEW_REPLICATES: tail_rank(self.confidence_level, self.n_replicates - self.n_undefined) < 1,
        }
        return tuple(flag for flag, holds in reasons.items() if holds)

    def no_interval(self, reasons: tuple[IntervalFlag, ...]) -> NoInterval:
        """The outcome without an interval."""
        return NoInterval(
            confidence_level=self.confidence_level,
            n_units=self.n_units,
            n_replicates=self.n_replicates,
            n_undefined=self.n_undefined,
            flags=reasons,
        )

    def interval(self, low: float, high: float, method: IntervalMethod) -> Interval:
        """The outcome with an interval, flagged by what it rests on."""
        flags = {
            IntervalFlag.FEW_UNITS: self.n_units < FEW_UNITS_BELOW,
            IntervalFlag.DEGENERATE: low == high,
        }
        return Interval(
            low=float(low),
            high=float(high),
            confidence_level=self.confidence_level,
            method=method,
            n_units=self.n_units,
            n_replicates=self.n_replicates,
            n_undefined=self.n_undefined,
            flags=tuple(flag for flag, holds in flags.items() if holds),
        )


def defined_replicates(replicates: NDArray[np.float64]) -> NDArray[np.float64]:
    """The replicates that are not NaN, ascending; raises `InvalidInputError` for infinities."""
    if np.isinf(replicates).any():
        number = int(np.flatnonzero(np.isinf(replicates))[0])
        problem = Problem(where=f"replicate {number}", found="an infinity", expected="a number, or NaN if undefined")
        raise InvalidInputError("The array of replicates", [problem])
    undefined = np.isnan(replicates)
    return np.sort(replicates[~undefined] if undefined.any() else replicates)
