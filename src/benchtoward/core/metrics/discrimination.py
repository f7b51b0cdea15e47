"""How well scores tell positives from negatives: AUROC, average precision, sensitivity at a specificity."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

import numpy as np

from benchtoward.core.metrics.answer_key import AnswerKey, Reals, Truths
from benchtoward.core.metrics.definition import (
    DEFAULT_REPLICATES_SORTED,
    Family,
    MetricDefinition,
    Reference,
    Title,
)
from benchtoward.core.metrics.inputs import Need, given
from benchtoward.core.metrics.observations import Observations
from benchtoward.core.metrics.parameters import MetricParameters, Parameter
from benchtoward.core.metrics.sorted_metrics import LabelSums, LabelTotals, SortedMetric
from benchtoward.core.metrics.unit_columns import Floats
from benchtoward.core.metrics.walks.backends import WalkBackend
from benchtoward.core.metrics.walks.layout import ScoreWalk, dense_ranks, score_walk
from benchtoward.core.metrics.walks.sums import Limits, WalkSum, WalkTotals

_WALKS: Final[MutableMapping[Observations, dict[tuple[WalkSum, str | None], ScoreWalk]]] = WeakKeyDictionary()
"""Walks of observations that are still in use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Discrimination(SortedMetric):
    """Positives against negatives.

    A row that is not parsed stands on the worst side of all others: a positive below them, a negative above
    them. So it loses every pair, also one that it forms with another such row.
    """

    def walk(self, observations: Observations, parameters: MetricParameters) -> ScoreWalk:
        """The rows from the highest score of the positive label down."""
        # A value and its replicates need the same walk, and sorting is a tenth of the work.
        known = _WALKS.setdefault(observations, {})
        place = (self.what, parameters.positive)
        if place not in known:
            known[place] = self._sorted(observations, parameters)
        return known[place]

    def _sorted(self, observations: Observations, parameters: MetricParameters) -> ScoreWalk:
        positive = _is_positive(observations.key, parameters)
        ranks = dense_ranks(np.where(observations.parsed, _scores(observations, parameters), 0))
        worst = np.where(positive, ranks.max() + 1, 0)
        ranks = np.where(observations.parsed, ranks, worst)
        # Precision changes within a run of positives; pairs don't.
        merge = self.what is WalkSum.LOST_PAIRS
        return score_walk(observations.key.units.codes, ranks, positive, merge_positives=merge)

    def label_sums(self, key: AnswerKey, parameters: MetricParameters, backend: WalkBackend) -> LabelSums:
        """The positives and negatives drawn."""
        del backend
        positive = _is_positive(key, parameters)
        sides = [np.bincount(key.units.codes[side], minlength=key.units.n_units) for side in (positive, ~positive)]
        columns = np.stack(sides, axis=1).astype(np.float64)
        return lambda block: block.totals(columns)

    def limits(self, label_totals: LabelTotals, parameters: MetricParameters) -> Limits:
        """The most negatives above the threshold that leave the specificity reached."""
        if parameters.specificity is None:
            return np.zeros(label_totals.shape[1], np.int64)
        missed = 1 - parameters.specificity
        limits: Limits = label_totals[1] * missed.numerator // missed.denominator
        return limits

    def values(self, totals: WalkTotals, label_totals: LabelTotals) -> Floats:
        """Shares of pairs won, or sums for each positive; NaN where only one class is drawn."""
        positives, negatives = label_totals
        pairs = 2 * positives * negatives
        above, below = (pairs - totals, pairs) if self.what is WalkSum.LOST_PAIRS else (totals, positives)
        return np.where(pairs > 0, above / np.maximum(below, 1), np.nan)


def _is_positive(key: AnswerKey, parameters: MetricParameters) -> Truths:
    positive: Truths = given(key.gold) == key.labels.index(given(parameters.positive))
    return positive


def _scores(observations: Observations, parameters: MetricParameters) -> Reals:
    if observations.scores is not None:
        return observations.scores
    positive = observations.key.labels.index(given(parameters.positive))
    return given(observations.probabilities)[:, positive]


_POSITIVE: Final = frozenset({Parameter.POSITIVE})
_ONE_CLASS: Final = "only positive, or only negative rows are drawn"
_UNPARSED: Final = "as the worst score: a positive below all rows, a negative above them"

AUROC: Final = MetricDefinition(
    id="auroc",
    title=Title(en="AUROC (area under the ROC curve)", ko="AUROC (ROC 곡선 아래 면적)"),
    family=Family.SORTED,
    higher_is_better=True,
    lower_bound=0.0,
    upper_bound=1.0,
    undefined_when=_ONE_CLASS,
    unparsed=_UNPARSED,
    reference=Reference(authors="Hanley and McNeil", year=1982, doi="10.1148/radiology.143.1.7063747"),
    needs=frozenset({Need.SCORES}),
    n_replicates=DEFAULT_REPLICATES_SORTED,
    parameters=_POSITIVE | {Parameter.REPEATS},
    required=_POSITIVE,
    computation=Discrimination(what=WalkSum.LOST_PAIRS),
)
"""Probability that a positive scores higher than a negative; ties count one half."""

AUPRC: Final = MetricDefinition(
    id="auprc",
    title=Title(en="AUPRC (average precision)", ko="AUPRC (평균 정밀도)"),
    family=Family.SORTED,
    higher_is_better=True,
    lower_bound=0.0,
    upper_bound=1.0,
    undefined_when=_ONE_CLASS,
    unparsed=_UNPARSED,
    reference=Reference(authors="Boyd, Eng and Page", year=2013, doi="10.1007/978-3-642-40994-3_29"),
    needs=frozenset({Need.SCORES}),
    n_replicates=DEFAULT_REPLICATES_SORTED,
    parameters=_POSITIVE | {Parameter.REPEATS},
    required=_POSITIVE,
    computation=Discrimination(what=WalkSum.PRECISION),
)
"""Step sum of precision over the rises of recall at distinct scores; the trapezoid would be too high."""

SENSITIVITY_AT_SPECIFICITY: Final = MetricDefinition(
    id="sensitivity_at_specificity",
    title=Title(en="Sensitivity at a specificity", ko="특정 특이도에서의 민감도"),
    family=Family.SORTED,
    higher_is_better=True,
    lower_bound=0.0,
    upper_bound=1.0,
    undefined_when=_ONE_CLASS,
    unparsed=_UNPARSED,
    reference=Reference(authors="Wieand et al.", year=1989, doi="10.1093/biomet/76.3.585"),
    needs=frozenset({Need.SCORES}),
    n_replicates=DEFAULT_REPLICATES_SORTED,
    parameters=_POSITIVE | {Parameter.SPECIFICITY, Parameter.REPEATS},
    required=_POSITIVE | {Parameter.SPECIFICITY},
    computation=Discrimination(what=WalkSum.BEST_FOUND),
)
"""Largest share of positives at or above a threshold that leaves at least `specificity` of the negatives
below it.

Thresholds are scores that occur, chosen anew in every replicate; nothing is interpolated between them.
"""
