"""What a metric is: its meaning for a reader, its limits, and how it is computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.errors import InvalidInputError, Problem, UndefinedMetricError
from benchtoward.core.metrics.computation import Computation
from benchtoward.core.metrics.inputs import (
    Need,
    missing_fields,
    missing_parameters,
    plan_problems,
    unknown_positive,
)
from benchtoward.core.metrics.observations import Observations, by_repeat
from benchtoward.core.metrics.parameters import MetricParameters, Parameter, Repeats
from benchtoward.core.statistics import CountsSource

DEFAULT_REPLICATES: Final = 9_999
DEFAULT_REPLICATES_SORTED: Final = 1_999
NO_PARAMETERS: Final = MetricParameters()


class Family(StrEnum):
    """How a metric is computed, which settles what its bootstrap costs."""

    SUMS = "sums"
    """A mean, or a ratio of two sums, over rows."""
    COUNTS = "counts"
    """A function of counts over rows, such as the cells of a confusion table."""
    SORTED = "sorted"
    """Depends on the order of the scores."""
    CALIBRATION = "calibration"
    """Compares probabilities with frequencies; described, not ranked by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Title:
    """A metric's name in the languages of the site."""

    en: str
    ko: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """Where a metric is defined."""

    authors: str
    year: int
    doi: str
    """Without a resolver in front."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricDefinition:
    """One metric: what a page says about it, what it needs, and its values."""

    id: str
    title: Title
    family: Family
    higher_is_better: bool | None
    """None where a value in the middle is best (`ideal_value`): such a metric can't rank."""
    lower_bound: float | None
    """The smallest possible value; None where there is none."""
    upper_bound: float | None
    """The largest possible value; None where there is none."""
    is_proportion: bool = False
    """Whether it is a share of rows that are right: its unit sums are (hits, trials)."""
    ideal_value: float | None = None
    """The best value, where it is neither bound."""
    undefined_when: str
    """When there is no value. It depends on the answer key and the drawn units alone, hence holds for all
    models at once; such a replicate is dropped, counted and reported."""
    unparsed: str
    """How an answer that could not be read counts."""
    reference: Reference
    version: int = 1
    """Raised when values can change."""
    needs: frozenset[Need]
    n_replicates: int = DEFAULT_REPLICATES
    """Bootstrap replicates that intervals use unless the specification says otherwise."""
    has_interval: bool = True
    """False where a percentile interval would be wrong: resampling biases calibration error upwards."""
    has_replicates: bool = True
    """False for descriptions that are computed on all rows only."""
    parameters: frozenset[Parameter] = frozenset()
    """The parameters that it takes."""
    required: frozenset[Parameter] = frozenset()
    """Those of them that the specification must give, since no value suits every benchmark."""
    computation: Computation = field(repr=False)

    @property
    def can_rank(self) -> bool:
        """Whether models can be ranked by it: it has a better end and a value in every replicate."""
        return self.higher_is_better is not None and self.has_replicates and self.has_interval

    def evaluate(self, observations: Observations, parameters: MetricParameters = NO_PARAMETERS) -> float:
        """The metric's value on all rows.

        Raises `UndefinedMetricError` where there is none (`undefined_when`), `InvalidInputError` where the
        observations lack what it needs or a required parameter is missing.
        """
        self._check([observations], parameters)
        parts = self._parts([observations], parameters)[0]
        values = [self.computation.value(part, parameters) for part in parts]
        mean = sum(values) / len(values)
        if np.isnan(mean):
            raise UndefinedMetricError(f"The metric `{self.id}` has no value on these items: {self.undefined_when}")
        return float(mean)

    def replicates(
        self,
        observations: Observations,
        plan: CountsSource,
        parameters: MetricParameters = NO_PARAMETERS,
    ) -> NDArray[np.float64]:
        """The metric's value in each replicate of `plan`, shape (plan.n_replicates,); NaN where undefined.

        The same bits as this model's row of `replicates_many`. Raises as `evaluate` does, and where the
        plan's number of units is not the answer key's.
        """
        values: NDArray[np.float64] = self.replicates_many([observations], plan, parameters)[0]
        return values

    def replicates_many(
        self,
        observations: Sequence[Observations],
        plan: CountsSource,
        parameters: MetricParameters = NO_PARAMETERS,
    ) -> NDArray[np.float64]:
        """The values of several models on the same replicates, shape (models, plan.n_replicates).

        Counts are drawn once for all. Bits don't depend on the order of models, rows or labels of units, on
        the other models, on block sizes, threads, or whether numba and SciPy are installed.
        """
        self._check(observations, parameters)
        self._check_plan(observations, plan)
        parts = self._parts(observations, parameters)
        flat = [part for model in parts for part in model]
        values = self.computation.replicates(flat, plan, parameters)
        return values if len(flat) == len(observations) else _means(values, [len(model) for model in parts])

    def row_scores(
        self, observations: Observations, parameters: MetricParameters = NO_PARAMETERS
    ) -> NDArray[np.float64] | None:
        """Each row's part of the value (for accuracy 1 or 0), shape (rows,); None where a row has none."""
        self._check([observations], parameters)
        return self.computation.row_scores(observations, parameters)

    def unit_sums(
        self, observations: Observations, parameters: MetricParameters = NO_PARAMETERS
    ) -> NDArray[np.float64] | None:
        """What each unit adds to the sums that the value is made from, shape (units, sums).

        For a proportion these are (right rows, rows). None for metrics that are not made from sums.
        """
        self._check([observations], parameters)
        return self.computation.unit_sums(observations, parameters)

    def _parts(
        self, observations: Sequence[Observations], parameters: MetricParameters
    ) -> Sequence[Sequence[Observations]]:
        averaged = Parameter.REPEATS in self.parameters and parameters.repeats is Repeats.AVERAGED
        return by_repeat(observations) if averaged else [[model] for model in observations]

    def _check(self, observations: Sequence[Observations], parameters: MetricParameters) -> None:
        problems = [
            *missing_parameters(self.required, parameters),
            *missing_fields(self.needs, observations),
            *unknown_positive(self.required, observations, parameters),
        ]
        if problems:
            raise InvalidInputError(f"The input of the metric `{self.id}`", problems)

    def _check_plan(self, observations: Sequence[Observations], plan: CountsSource) -> None:
        problems = list(plan_problems(observations, plan))
        if not self.has_replicates:
            problems.append(Problem(where=self.id, found="a metric without replicates", expected="`evaluate`"))
        if problems:
            raise InvalidInputError(f"The input of the metric `{self.id}`", problems)


def _means(values: NDArray[np.float64], n_repeats: Sequence[int]) -> NDArray[np.float64]:
    """Means over each model's repeats, added in the order of the repeats as `evaluate` does."""
    means = np.empty((len(n_repeats), values.shape[1]))
    first = 0
    for model, n_rows in enumerate(n_repeats):
        means[model] = sum(values[first + 1 : first + n_rows], start=values[first]) / n_rows
        first += n_rows
    return means
