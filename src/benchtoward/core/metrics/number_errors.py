"""Errors of numeric answers: mean absolute, mean squared, and its root."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from benchtoward.core.metrics.answer_key import AnswerKey
from benchtoward.core.metrics.definition import Family, MetricDefinition, Reference, Title
from benchtoward.core.metrics.inputs import Need, given
from benchtoward.core.metrics.observations import Observations
from benchtoward.core.metrics.parameters import MetricParameters, Parameter
from benchtoward.core.metrics.row_means import row_mean
from benchtoward.core.metrics.unit_columns import Floats
from benchtoward.core.metrics.unit_sums import ratio_of_sums

_NO_ROWS: Final = "no row is drawn"
_CAP: Final = frozenset({Parameter.ERROR_CAP})


def absolute_errors(observations: Observations, parameters: MetricParameters) -> Floats:
    """|answered - right|, at most `error_cap`, which is also the error of an answer that is not parsed."""
    cap = given(parameters.error_cap)
    answered = np.where(observations.parsed, given(observations.numbers), 0.0)
    with np.errstate(over="ignore"):
        errors = np.abs(answered - given(observations.key.numbers))
    return np.where(observations.parsed, np.minimum(errors, cap), cap)


def squared_errors(observations: Observations, parameters: MetricParameters) -> Floats:
    """The squares of `absolute_errors`, shape (rows,)."""
    return np.square(absolute_errors(observations, parameters))


def _cap(_: AnswerKey, parameters: MetricParameters) -> float:
    return given(parameters.error_cap)


def _squared_cap(_: AnswerKey, parameters: MetricParameters) -> float:
    return given(parameters.error_cap) ** 2


def _root_of_mean(sums: Sequence[Floats]) -> Floats:
    return np.sqrt(ratio_of_sums(sums))


MAE: Final = MetricDefinition(
    id="mae",
    title=Title(en="Mean absolute error", ko="평균 절대 오차"),
    family=Family.SUMS,
    higher_is_better=False,
    lower_bound=0.0,
    upper_bound=None,
    undefined_when=_NO_ROWS,
    unparsed="as an error of `error_cap`, the largest that counts",
    reference=Reference(authors="Willmott and Matsuura", year=2005, doi="10.3354/cr030079"),
    needs=frozenset({Need.NUMBERS}),
    parameters=_CAP,
    required=_CAP,
    computation=row_mean(absolute_errors, bound=_cap),
)
"""Mean of |answered - right|; errors above the cap count as the cap."""

MSE: Final = MetricDefinition(
    id="mse",
    title=Title(en="Mean squared error", ko="평균 제곱 오차"),
    family=Family.SUMS,
    higher_is_better=False,
    lower_bound=0.0,
    upper_bound=None,
    undefined_when=_NO_ROWS,
    unparsed="as an error of `error_cap`, the largest that counts, squared",
    reference=Reference(authors="Willmott and Matsuura", year=2005, doi="10.3354/cr030079"),
    needs=frozenset({Need.NUMBERS}),
    parameters=_CAP,
    required=_CAP,
    computation=row_mean(squared_errors, bound=_squared_cap),
)
"""Mean of (answered - right) squared; errors above the cap count as the cap."""

RMSE: Final = MetricDefinition(
    id="rmse",
    title=Title(en="Root mean squared error", ko="평균 제곱근 오차"),
    family=Family.SUMS,
    higher_is_better=False,
    lower_bound=0.0,
    upper_bound=None,
    undefined_when=_NO_ROWS,
    unparsed="as an error of `error_cap`, the largest that counts",
    reference=Reference(authors="Willmott and Matsuura", year=2005, doi="10.3354/cr030079"),
    needs=frozenset({Need.NUMBERS}),
    parameters=_CAP | {Parameter.REPEATS},
    required=_CAP,
    computation=row_mean(squared_errors, bound=_squared_cap, value_of=_root_of_mean),
)
"""Root of the mean squared error, in the unit of the numbers."""
