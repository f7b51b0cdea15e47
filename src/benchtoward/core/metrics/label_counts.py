"""Metrics of answered against right labels: F1, balanced accuracy, MCC, sensitivity, specificity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.metrics.answer_key import Integers, Truths
from benchtoward.core.metrics.definition import Family, MetricDefinition, Reference, Title
from benchtoward.core.metrics.inputs import Need, given
from benchtoward.core.metrics.observations import Observations
from benchtoward.core.metrics.parameters import MetricParameters, Parameter
from benchtoward.core.metrics.unit_columns import Floats, UnitColumn
from benchtoward.core.metrics.unit_sums import UnitSums, ratio, ratio_of_sums
from benchtoward.core.statistics.fixed_point import unit_sums

_F1_REFERENCE: Final = Reference(authors="Sokolova and Lapalme", year=2009, doi="10.1016/j.ipm.2009.03.002")
_RATES_REFERENCE: Final = Reference(authors="Altman and Bland", year=1994, doi="10.1136/bmj.308.6943.1552")
_NO_ROWS: Final = "no row is drawn"
_MISSED: Final = "as a miss of its right label (false negative) and a false positive of none"
_REPEATS: Final = frozenset({Parameter.REPEATS})
_POSITIVE: Final = frozenset({Parameter.POSITIVE})


def _per_label(labels: Integers, rows: Truths, observations: Observations) -> Floats:
    """How many of `rows` have each label, shape (labels, units)."""
    key = observations.key
    n_labels, n_units = len(key.labels), key.units.n_units
    # Picking rows costs as much as counting them; usually all are wanted.
    picked, codes = (labels, key.units.codes) if rows.all() else (labels[rows], key.units.codes[rows])
    cells = picked.astype(np.intp) * n_units + codes
    return np.bincount(cells, minlength=n_labels * n_units).reshape(n_labels, n_units).astype(np.float64)


def _hits(observations: Observations) -> Floats:
    gold = given(observations.key.gold)
    return _per_label(gold, observations.parsed & (given(observations.predicted) == gold), observations)


def _gold(observations: Observations) -> Floats:
    return _per_label(given(observations.key.gold), np.ones(observations.key.n_rows, np.bool_), observations)


def _predicted(observations: Observations) -> Floats:
    return _per_label(given(observations.predicted), observations.parsed, observations)


def _columns(*tables: NDArray[np.float64]) -> Sequence[UnitColumn]:
    return [UnitColumn.whole(sums) for table in tables for sums in np.atleast_2d(table)]


def _table_columns(observations: Observations, _: MetricParameters) -> Sequence[UnitColumn]:
    """Hits, answers and right labels by label; the last label's answers follow from all that are parsed."""
    predicted = _predicted(observations)
    return _columns(_hits(observations), predicted[:-1], _gold(observations), predicted.sum(axis=0))


def _micro_f1_columns(observations: Observations, _: MetricParameters) -> Sequence[UnitColumn]:
    sizes = _gold(observations) + _predicted(observations)
    return _columns(2 * _hits(observations).sum(axis=0), sizes.sum(axis=0))


def _recall_columns(observations: Observations, _: MetricParameters) -> Sequence[UnitColumn]:
    return _columns(_hits(observations), _gold(observations))


def _mcc_columns(observations: Observations, _: MetricParameters) -> Sequence[UnitColumn]:
    gold = _gold(observations)
    n_unparsed = gold.sum(axis=0) - _predicted(observations).sum(axis=0)
    hits = _hits(observations).sum(axis=0)
    return _columns(hits, n_unparsed, gold, _predicted(observations))


def _sensitivity_columns(observations: Observations, parameters: MetricParameters) -> Sequence[UnitColumn]:
    positive = observations.key.labels.index(given(parameters.positive))
    return _columns(_hits(observations)[positive], _gold(observations)[positive])


def _specificity_columns(observations: Observations, parameters: MetricParameters) -> Sequence[UnitColumn]:
    key = observations.key
    positive = key.labels.index(given(parameters.positive))
    negative = given(key.gold) != positive
    denied = negative & observations.parsed & (given(observations.predicted) != positive)
    return [UnitColumn.whole(unit_sums(rows, key.units)) for rows in (denied, negative)]


def _macro_f1(sums: Sequence[Floats]) -> Floats:
    table = _label_table(sums)
    total = sum(_f1_or_zero(*label) for label in table)
    n_present = sum((right + answered > 0).astype(np.float64) for _, right, answered in table)
    return ratio(np.asarray(total), np.asarray(n_present))


def _weighted_f1(sums: Sequence[Floats]) -> Floats:
    table = _label_table(sums)
    total = sum(right * _f1_or_zero(hits, right, answered) for hits, right, answered in table)
    return ratio(np.asarray(total), np.asarray(sum(right for _, right, _ in table)))


def _balanced_accuracy(sums: Sequence[Floats]) -> Floats:
    hits, gold = _halves(sums)
    total = sum(right / np.maximum(size, 1) for right, size in zip(hits, gold, strict=True))
    n_present = sum((size > 0).astype(np.float64) for size in gold)
    return ratio(np.asarray(total), np.asarray(n_present))


def _mcc(sums: Sequence[Floats]) -> Floats:
    hits, n_unparsed = sums[:2]
    gold, predicted = _halves(sums[2:])
    n_rows = sum(gold)
    by_chance = sum(p * t for p, t in zip(predicted, gold, strict=True))
    spread_gold = n_rows**2 - sum(t**2 for t in gold)
    spread_predicted = n_rows**2 - sum(p**2 for p in predicted) - n_unparsed**2
    numerator = hits * n_rows - by_chance
    # A constant answer is worth nothing, and the limit of the formula is 0; constant labels leave it
    # undefined.
    scale = np.where(spread_predicted == 0, 1.0, np.sqrt(spread_gold) * np.sqrt(spread_predicted))
    return np.where(spread_gold == 0, np.nan, numerator / np.where(scale == 0, 1.0, scale))


def _halves(sums: Sequence[Floats]) -> tuple[Sequence[Floats], Sequence[Floats]]:
    n_labels = len(sums) // 2
    return sums[:n_labels], sums[n_labels:]


def _label_table(sums: Sequence[Floats]) -> Sequence[tuple[Floats, Floats, Floats]]:
    """For each label its hits, how often it is right, and how often it is answered."""
    n_labels = len(sums) // 3
    hits, answered = sums[:n_labels], sums[n_labels : 2 * n_labels - 1]
    *right, parsed = sums[2 * n_labels - 1 :]
    last = np.asarray(parsed - sum(answered))
    return list(zip(hits, right, [*answered, last], strict=True))


def _f1_or_zero(hits: Floats, right: Floats, answered: Floats) -> Floats:
    """2 * hits / (right + answered); 0 where neither occurs, which has no hits either."""
    return 2 * hits / np.maximum(right + answered, 1)


MACRO_F1: Final = MetricDefinition(
    id="macro_f1",
    title=Title(en="Macro F1", ko="매크로 F1"),
    family=Family.COUNTS,
    higher_is_better=True,
    lower_bound=0.0,
    upper_bound=1.0,
    undefined_when=_NO_ROWS,
    unparsed=_MISSED,
    reference=Reference(authors="Opitz and Burst", year=2019, doi="10.48550/arXiv.1911.03347"),
    needs=frozenset({Need.LABELS}),
    parameters=_REPEATS,
    computation=UnitSums(columns=_table_columns, value_of=_macro_f1),
)
"""Mean of the labels' F1 over a fixed list of labels; a label that is neither right nor answered in any drawn
row is left out of the mean (counting it as 0 would bias replicates downwards)."""

MICRO_F1: Final = MetricDefinition(
    id="micro_f1",
    title=Title(en="Micro F1", ko="마이크로 F1"),
    family=Family.COUNTS,
    higher_is_better=True,
    lower_bound=0.0,
    upper_bound=1.0,
    undefined_when=_NO_ROWS,
    unparsed=_MISSED,
    reference=_F1_REFERENCE,
    needs=frozenset({Need.LABELS}),
    parameters=_REPEATS,
    computation=UnitSums(columns=_micro_f1_columns, value_of=ratio_of_sums),
)
"""F1 of all labels' hits together; equal to accuracy where every answer is parsed."""

WEIGHTED_F1: Final = MetricDefinition(
    id="weighted_f1",
    title=Title(en="Weighted F1", ko="가중 F1"),
    family=Family.COUNTS,
    higher_is_better=True,
    lower_bound=0.0,
    upper_bound=1.0,
    undefined_when=_NO_ROWS,
    unparsed=_MISSED,
    reference=_F1_REFERENCE,
    needs=frozenset({Need.LABELS}),
    parameters=_REPEATS,
    computation=UnitSums(columns=_table_columns, value_of=_weighted_f1),
)
"""Mean of the labels' F1, each weighted by how often the label is right."""

BALANCED_ACCURACY: Final = MetricDefinition(
    id="balanced_accuracy",
    title=Title(en="Balanced accuracy", ko="균형 정확도"),
    family=Family.COUNTS,
    higher_is_better=True,
    lower_bound=0.0,
    upper_bound=1.0,
    undefined_when=_NO_ROWS,
    unparsed="as a miss of its right label",
    reference=Reference(authors="Brodersen et al.", year=2010, doi="10.1109/ICPR.2010.764"),
    needs=frozenset({Need.LABELS}),
    parameters=_REPEATS,
    computation=UnitSums(columns=_recall_columns, value_of=_balanced_accuracy),
)
"""Mean over the labels that occur of the share of their rows that is found."""

MCC: Final = MetricDefinition(
    id="mcc",
    title=Title(en="Matthews correlation coefficient", ko="매슈스 상관계수"),
    family=Family.COUNTS,
    higher_is_better=True,
    lower_bound=-1.0,
    upper_bound=1.0,
    undefined_when="all drawn rows have the same right label",
    unparsed="as an answer of its own that is never right",
    reference=Reference(authors="Gorodkin", year=2004, doi="10.1016/j.compbiolchem.2004.09.006"),
    needs=frozenset({Need.LABELS}),
    parameters=_REPEATS,
    computation=UnitSums(columns=_mcc_columns, value_of=_mcc),
)
"""Correlation of right and answered labels, for any number of labels; 0 where all answers are the same."""

SENSITIVITY: Final = MetricDefinition(
    id="sensitivity",
    title=Title(en="Sensitivity", ko="민감도"),
    family=Family.COUNTS,
    higher_is_better=True,
    lower_bound=0.0,
    upper_bound=1.0,
    is_proportion=True,
    undefined_when="no positive row is drawn",
    unparsed="as a miss",
    reference=_RATES_REFERENCE,
    needs=frozenset({Need.LABELS}),
    parameters=_POSITIVE | _REPEATS,
    required=_POSITIVE,
    computation=UnitSums(columns=_sensitivity_columns, value_of=ratio_of_sums),
)
"""Share of the positive rows that are answered as positive."""

SPECIFICITY: Final = MetricDefinition(
    id="specificity",
    title=Title(en="Specificity", ko="특이도"),
    family=Family.COUNTS,
    higher_is_better=True,
    lower_bound=0.0,
    upper_bound=1.0,
    is_proportion=True,
    undefined_when="no negative row is drawn",
    unparsed="as a false alarm",
    reference=_RATES_REFERENCE,
    needs=frozenset({Need.LABELS}),
    parameters=_POSITIVE | _REPEATS,
    required=_POSITIVE,
    computation=UnitSums(columns=_specificity_columns, value_of=ratio_of_sums),
)
"""Share of the rows that are not positive which are answered as some other label than the positive one."""
