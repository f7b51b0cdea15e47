"""Shares of right answers and of points."""

from __future__ import annotations

from typing import Final

import numpy as np

from benchtoward.core.metrics.answer_key import Truths
from benchtoward.core.metrics.definition import Family, MetricDefinition, Reference, Title
from benchtoward.core.metrics.inputs import Need, given
from benchtoward.core.metrics.observations import Observations
from benchtoward.core.metrics.parameters import MetricParameters
from benchtoward.core.metrics.row_means import row_mean, score_column
from benchtoward.core.metrics.unit_columns import Floats, UnitColumn
from benchtoward.core.metrics.unit_sums import UnitSums, ratio_of_sums

_NO_ROWS: Final = "no row is drawn"
_NOT_RIGHT: Final = "as not right"


def right_labels(observations: Observations, _: MetricParameters) -> Floats:
    """1 where the answered label is the right one, 0 elsewhere and where it is not parsed, shape (rows,)."""
    return _ones(given(observations.predicted) == given(observations.key.gold), observations)


def numbers_within_tolerance(observations: Observations, _: MetricParameters) -> Floats:
    """1 where the number lies within the limits (both included), 0 elsewhere and where it is not parsed."""
    numbers = given(observations.numbers)
    inside = (numbers >= given(observations.key.lower)) & (numbers <= given(observations.key.upper))
    return _ones(inside, observations)


def equal_sets(observations: Observations, _: MetricParameters) -> Floats:
    """1 where the answered set is the right set, 0 elsewhere and where the answer is not parsed."""
    n_common, n_elements = given(observations.n_common), given(observations.key.n_elements)
    return _ones((n_common == n_elements) & (n_common == given(observations.n_predicted)), observations)


def _points(observations: Observations, _: MetricParameters) -> tuple[UnitColumn, UnitColumn]:
    key = observations.key
    possible = given(key.possible_points).astype(np.float64)
    earned = np.where(observations.parsed, given(observations.points), 0.0)
    most = float(possible.max())
    return score_column(earned, key, most), score_column(possible, key, most)


def _ones(right: Truths, observations: Observations) -> Floats:
    return (right & observations.parsed).astype(np.float64)


ACCURACY: Final = MetricDefinition(
    id="accuracy",
    title=Title(en="Accuracy", ko="정확도"),
    family=Family.SUMS,
    higher_is_better=True,
    lower_bound=0.0,
    upper_bound=1.0,
    is_proportion=True,
    undefined_when=_NO_ROWS,
    unparsed=_NOT_RIGHT,
    reference=Reference(authors="Sokolova and Lapalme", year=2009, doi="10.1016/j.ipm.2009.03.002"),
    needs=frozenset({Need.LABELS}),
    computation=row_mean(right_labels),
)
"""Share of rows whose answered label is the right one."""

WITHIN_TOLERANCE: Final = MetricDefinition(
    id="within_tolerance",
    title=Title(en="Answers within tolerance", ko="허용 오차 내 정답률"),
    family=Family.SUMS,
    higher_is_better=True,
    lower_bound=0.0,
    upper_bound=1.0,
    is_proportion=True,
    undefined_when=_NO_ROWS,
    unparsed=_NOT_RIGHT,
    reference=Reference(authors="Khandekar et al.", year=2024, doi="10.48550/arXiv.2406.12036"),
    needs=frozenset({Need.TOLERANCES}),
    computation=row_mean(numbers_within_tolerance),
)
"""Share of rows whose number lies within the item's limits, both included."""

EXACT_MATCH: Final = MetricDefinition(
    id="exact_match",
    title=Title(en="Exact match of sets", ko="집합 완전 일치율"),
    family=Family.SUMS,
    higher_is_better=True,
    lower_bound=0.0,
    upper_bound=1.0,
    is_proportion=True,
    undefined_when=_NO_ROWS,
    unparsed=_NOT_RIGHT,
    reference=Reference(authors="Godbole and Sarawagi", year=2004, doi="10.1007/978-3-540-24775-3_5"),
    needs=frozenset({Need.SET_COUNTS}),
    computation=row_mean(equal_sets),
)
"""Share of rows whose answered set is the right set."""

POINTS: Final = MetricDefinition(
    id="points",
    title=Title(en="Points earned", ko="득점률"),
    family=Family.SUMS,
    higher_is_better=True,
    lower_bound=0.0,
    upper_bound=1.0,
    undefined_when="no row with possible points is drawn",
    unparsed="as no points earned",
    reference=Reference(authors="Betts et al.", year=2022, doi="10.1177/0013164421994636"),
    needs=frozenset({Need.POINTS}),
    computation=UnitSums(columns=_points, value_of=ratio_of_sums),
)
"""Points earned divided by points possible: items weigh as much as they can earn (weighted right options)."""
