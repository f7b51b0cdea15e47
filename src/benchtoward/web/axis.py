"""The geometry of drawn scores: one axis for all rows of a table, positions as text for SVG attributes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchtoward.web import formatting

PADDING = 8.0
"""Free space at both ends, so that a mark at the end of the axis is whole."""
CHARACTER_WIDTH = 6.2
"""Of a tick label in the units of the drawing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A mark on the axis."""

    x: str
    label: str
    anchor: str
    """Where the label is held: start, middle or end, so that none is cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One drawn score: a point, and a line over its interval where there is one."""

    x: str
    low: str
    high: str
    has_interval: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """A linear axis from `start` to `end` over `width` units."""

    start: float
    end: float
    step: float
    width: int

    @property
    def ticks(self) -> Sequence[Tick]:
        """The labelled positions from start to end."""
        n_steps = round((self.end - self.start) / self.step)
        decimals = next(n for n in range(16) if math.isclose(round(self.step, n), self.step, rel_tol=1e-6))
        values = [self.start + position * self.step for position in range(n_steps + 1)]
        return [self._tick(value, formatting.signed(f"{value:.{decimals}f}")) for value in values]

    def at(self, value: float) -> str:
        """Return the position of a value; values beyond the ends stand at the end."""
        share = (min(max(value, self.start), self.end) - self.start) / (self.end - self.start)
        return f"{PADDING + share * (self.width - 2 * PADDING):.1f}"

    def mark(self, value: float, low: float | None, high: float | None) -> Mark:
        """Return the positions of a score and its interval."""
        x = self.at(value)
        if low is None or high is None:
            return Mark(x=x, low=x, high=x, has_interval=False)
        return Mark(x=x, low=self.at(low), high=self.at(high), has_interval=True)

    def _tick(self, value: float, label: str) -> Tick:
        x = self.at(value)
        half = len(label) * CHARACTER_WIDTH / 2
        anchor = "start" if float(x) < half else "end" if float(x) > self.width - half else "middle"
        return Tick(x=x, label=label, anchor=anchor)


def shared_axis(values: Iterable[float | None], *, width: int, most_ticks: int = 5) -> Axis:
    """Return the tightest axis with round ticks that holds all `values`; from 0 to 1 where there are none."""
    known = [value for value in values if value is not None and math.isfinite(value)] or [0.0, 1.0]
    low, high = min(known), max(known)
    if high - low < 1e-9:
        low, high = low - _half(low), high + _half(high)
    step = _round_step((high - low) / (most_ticks - 1))
    start, end = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
    return Axis(start=start, end=end, step=step, width=width)


def _half(value: float) -> float:
    return max(abs(value) * 0.05, 0.05)


def _round_step(rough: float) -> float:
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * 0.999)
