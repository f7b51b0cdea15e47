"""Metrics that are functions of sums over rows: their replicates come from one exact matrix product."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from benchtoward.core.metrics.computation import Computation
from benchtoward.core.metrics.observations import Observations
from benchtoward.core.metrics.parameters import MetricParameters
from benchtoward.core.metrics.unit_columns import Floats, UnitColumn, UnitTable
from benchtoward.core.statistics import CountsSource
from benchtoward.core.statistics.sums import iter_replicate_sums

_TABLE_BYTES: Final = 1 << 28

ColumnsOf: TypeAlias = Callable[[Observations, MetricParameters], Sequence[UnitColumn]]
"""The unit sums that a metric needs, always as many and in the same order."""
ValueOf: TypeAlias = Callable[[Sequence[Floats]], Floats]
"""The value from those sums over all drawn rows, each of shape (models, replicates) or (1, replicates)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitSums(Computation):
    """A metric that is a function of sums over rows.

    A column that is the same for all models (the denominator) is multiplied once.
    """

    columns: ColumnsOf
    value_of: ValueOf
    scores: Callable[[Observations, MetricParameters], Floats] | None = None
    """Each row's part of the value, where it is a mean over rows."""

    def value(self, observations: Observations, parameters: MetricParameters) -> float:
        """The value on all rows; NaN where it is undefined."""
        columns = self.columns(observations, parameters)
        totals = [np.array([[column.total()]]) for column in columns]
        return float(self.value_of(totals).item())

    def replicates(
        self, observations: Sequence[Observations], plan: CountsSource, parameters: MetricParameters
    ) -> Floats:
        """The value in each replicate, shape (models, replicates); NaN where it is undefined."""
        values = np.empty((len(observations), plan.n_replicates))
        for first, table in self._tables(observations, plan.n_units, parameters):
            for block in iter_replicate_sums(table.matrix(), plan):
                sums = table.columns_of(block.sums)
                values[first : first + table.n_models, block.start : block.stop] = self.value_of(sums)
        return values

    def row_scores(self, observations: Observations, parameters: MetricParameters) -> Floats | None:
        """Each row's part of the value, shape (rows,); None where a row has none."""
        return None if self.scores is None else self.scores(observations, parameters)

    def unit_sums(self, observations: Observations, parameters: MetricParameters) -> Floats | None:
        """What each unit adds to the sums behind the value, shape (units, sums)."""
        columns = self.columns(observations, parameters)
        return np.stack([column.real() for column in columns], axis=1)

    def _tables(
        self, observations: Sequence[Observations], n_units: int, parameters: MetricParameters
    ) -> Iterator[tuple[int, UnitTable]]:
        """Tables of as many models as fit in memory, with the number of their first model."""
        n_columns = len(self.columns(observations[0], parameters))
        n_models = max(1, _TABLE_BYTES // (8 * n_units * n_columns))
        for first in range(0, len(observations), n_models):
            table = UnitTable()
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
