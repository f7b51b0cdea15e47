"""F1 of extracted sets (codes, entities): over all elements, and as a mean over cases."""

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
from benchtoward.core.metrics.unit_columns import Floats, UnitColumn
from benchtoward.core.metrics.unit_sums import UnitSums, ratio
from benchtoward.core.statistics.fixed_point import unit_sums

_REFERENCE: Final = Reference(authors="Godbole and Sarawagi", year=2004, doi="10.1007/978-3-540-24775-3_5")


def case_f1(observations: Observations, _: MetricParameters) -> Floats:
    """Each row's F1, shape (rows,): 1 where both sets are empty, 0 where the answer is not parsed."""
    common = given(observations.n_common).astype(np.float64)
    sizes = (given(observations.key.n_elements) + given(observations.n_predicted)).astype(np.float64)
    scores = np.where(sizes == 0, 1.0, 2 * common / np.maximum(sizes, 1))
    return np.where(observations.parsed, scores, 0.0)


def _set_columns(observations: Observations, _: MetricParameters) -> Sequence[UnitColumn]:
    key, parsed = observations.key, observations.parsed
    n_elements = given(key.n_elements)
    common = np.where(parsed, given(observations.n_common), 0)
    predicted = np.where(parsed, given(observations.n_predicted), n_elements == 0)
    return [UnitColumn.whole(unit_sums(counts, key.units)) for counts in (common, predicted, n_elements)]


def _set_f1(sums: Sequence[Floats]) -> Floats:
    common, predicted, elements = sums
    return ratio(2 * common, np.where(elements == 0, 0.0, predicted + elements))


def _one(_: AnswerKey, __: MetricParameters) -> float:
    return 1.0


SET_F1: Final = MetricDefinition(
    id="set_f1",
    title=Title(en="Extraction F1 (all elements)", ko="추출 F1 (전체 요소)"),
    family=Family.COUNTS,
    higher_is_better=True,
    lower_bound=0.0,
    upper_bound=1.0,
    undefined_when="no right element is drawn",
    unparsed="as an empty set, or as one wrong element where the right set is empty",
    reference=_REFERENCE,
    needs=frozenset({Need.SET_COUNTS}),
    parameters=frozenset({Parameter.REPEATS}),
    computation=UnitSums(columns=_set_columns, value_of=_set_f1),
)
"""2 * shared / (answered + right), elements added over all rows first (micro): large cases weigh more."""

PER_CASE_F1: Final = MetricDefinition(
    id="per_case_f1",
    title=Title(en="Extraction F1 (mean over cases)", ko="추출 F1 (사례 평균)"),
    family=Family.COUNTS,
    higher_is_better=True,
    lower_bound=0.0,
    upper_bound=1.0,
    undefined_when="no row is drawn",
    unparsed="as 0",
    reference=_REFERENCE,
    needs=frozenset({Need.SET_COUNTS}),
    computation=row_mean(case_f1, bound=_one),
)
"""Mean over cases of 2 * shared / (answered + right): every case weighs the same; two empty sets are a 1."""
