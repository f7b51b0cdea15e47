"""Metrics that are functions of sums over rows: their replicates come from one exact matrix product."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.metrics.computation import Computation
from benchtoward.core.metrics.observations import Observations
from benchtoward.core.metrics.parameters import MetricParameters
from benchtoward.core.statistics import CountsSource
from benchtoward.core.statistics.sums import iter_replicate_sums

Floats: TypeAlias = NDArray[np.float64]

_TABLE_BYTES: Final = 1 << 28
_NARROW_TYPES: Final = (np.uint8, np.int16, np.int32)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class UnitColumn:
    """One sum for each unit: what its rows add up to."""

    sums: Floats
    """Whole numbers, shape (units,)."""
    bits: int = 0
    """The real sums are `sums` * 2**-bits (fixed point)."""


ColumnsOf: TypeAlias = Callable[[Observations, MetricParameters], Sequence[UnitColumn]]
"""The unit sums that a metric needs, always as many and in the same order."""
ValueOf: TypeAlias = Callable[[Sequence[Floats]], Floats]
"""The value from those sums over all drawn rows; each array has shape (models, replicates) or (1,
replicates)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitSums(Computation):
    """A metric that is a function of sums over rows.

    Sums are whole numbers, or real numbers in fixed point, so a replicate's sums are exact and identical
    models tie to the last bit. A column that is the same for all models (the denominator) is multiplied once.
    """

    columns: ColumnsOf
    value_of: ValueOf
    scores: Callable[[Observations, MetricParameters], Floats] | None = None
    """Each row's part of the value, where it is a mean over rows."""

    def value(self, observations: Observations, parameters: MetricParameters) -> float:
        """The value on all rows; NaN where it is undefined."""
        columns = self.columns(observations, parameters)
        totals = [np.array([[np.ldexp(column.sums.sum(), -column.bits)]]) for column in columns]
        return float(self.value_of(totals).item())

    def replicates(
        self, observations: Sequence[Observations], plan: CountsSource, parameters: MetricParameters
    ) -> Floats:
        """The value in each replicate, shape (models, replicates); NaN where it is undefined."""
        values = np.empty((len(observations), plan.n_replicates))
        for first, table in self._tables(observations, plan.n_units, parameters):
            for block in iter_replicate_sums(table.matrix(), plan):
                sums = table.split(block.sums)
                values[first : first + table.n_models, block.start : block.stop] = self.value_of(sums)
        return values

    def row_scores(self, observations: Observations, parameters: MetricParameters) -> Floats | None:
        """Each row's part of the value, shape (rows,); None where a row has none."""
        return None if self.scores is None else self.scores(observations, parameters)

    def unit_sums(self, observations: Observations, parameters: MetricParameters) -> Floats | None:
        """What each unit adds to the sums behind the value, shape (units, sums)."""
        columns = self.columns(observations, parameters)
        return np.stack([np.ldexp(column.sums, -column.bits) for column in columns], axis=1)

    def _tables(
        self, observations: Sequence[Observations], n_units: int, parameters: MetricParameters
    ) -> Iterator[tuple[int, _Table]]:
        """Tables of as many models as fit in memory, with the number of their first model."""
        n_columns = len(self.columns(observations[0], parameters))
        n_models = max(1, _TABLE_BYTES // (8 * n_units * n_columns))
        for first in range(0, len(observations), n_models):
            table = _Table()
            for model in observations[first : first + n_models]:
                table.add(self.columns(model, parameters))
            yield first, table


def ratio_of_sums(sums: Sequence[Floats]) -> Floats:
    """The first sum divided by the second; NaN (undefined) where the second is 0."""
    numerator, denominator = sums
    return ratio(numerator, denominator)


def ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Numerator / denominator; NaN (undefined) where the denominator is 0."""
    return numerator / np.where(denominator == 0, np.nan, denominator)


class _Table:
    """The unit sums of several models, column by column; columns that all models share are kept once."""

    def __init__(self) -> None:
        self.n_models = 0
        self._columns: list[list[NDArray[Any]]] = []
        self._bits: list[list[int]] = []
        self._first: Sequence[UnitColumn] = ()

    def add(self, columns: Sequence[UnitColumn]) -> None:
        """Add the columns of one more model."""
        if not self.n_models:
            self._first = columns
            self._columns = [[_narrow(column.sums)] for column in columns]
            self._bits = [[column.bits] for column in columns]
        else:
            for position, column in enumerate(columns):
                self._add_column(position, column)
        self.n_models += 1

    def matrix(self) -> NDArray[Any]:
        """All columns, shape (units, columns): those of the first position, of the second, and so on."""
        return np.stack([column for columns in self._columns for column in columns], axis=1)

    def split(self, sums: Floats) -> Sequence[Floats]:
        """Sums of `matrix`'s columns, shape (columns, replicates), as real numbers by position."""
        ends = np.cumsum([len(columns) for columns in self._columns])[:-1]
        return [
            part if not any(bits) else np.ldexp(part, -np.array(bits)[:, np.newaxis])
            for part, bits in zip(np.split(sums, ends), self._bits, strict=True)
        ]

    def _add_column(self, position: int, column: UnitColumn) -> None:
        first, columns, bits = self._first[position], self._columns[position], self._bits[position]
        is_shared = (
            len(columns) == 1 and column.bits == first.bits and np.array_equal(column.sums, first.sums)
        )
        if is_shared:
            return
        if len(columns) == 1:
            columns *= self.n_models
            bits *= self.n_models
        columns.append(_narrow(column.sums))
        bits.append(column.bits)


def _narrow(sums: Floats) -> NDArray[Any]:
    """The same whole numbers in the narrowest type that holds them."""
    low, high = sums.min(), sums.max()
    for dtype in _NARROW_TYPES:
        if np.iinfo(dtype).min <= low and high <= np.iinfo(dtype).max:
            return sums.astype(dtype)
    return sums
