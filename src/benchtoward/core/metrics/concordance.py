"""Harrell's C-index: do higher risk scores go with earlier events?

A pair is comparable where one subject's event comes before the other's time, or at it when the other is
censored. Rows are numbered by time, events before the censored of the same time. Two different numbers first
differ, from the highest binary digit down, at exactly one digit, where the earlier has 0 and the later 1. So
for each digit the rows that share all higher digits form one walk down the scores, its events with 0 as
positives and its rows with 1 as negatives, and the walks of all digits together meet every comparable pair
once: log2(times) passes over the rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.metrics.answer_key import AnswerKey
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
from benchtoward.core.metrics.walks.backends import WalkBackend, walker
from benchtoward.core.metrics.walks.counts import CountBlock
from benchtoward.core.metrics.walks.layout import ScoreWalk, dense_ranks, score_walk
from benchtoward.core.metrics.walks.sums import WalkSum, WalkTotals


@dataclass(frozen=True, slots=True, kw_only=True)
class Concordance(SortedMetric):
    """Comparable pairs won. A row that is not parsed loses every comparable pair that it belongs to."""

    what: WalkSum = WalkSum.LOST_PAIRS

    def walk(self, observations: Observations, parameters: MetricParameters) -> ScoreWalk:
        """The rows from the highest risk down, once for each binary digit of their place in time."""
        del parameters
        key, parsed = observations.key, observations.parsed
        ranks = dense_ranks(np.where(parsed, given(observations.scores), 0))
        rows, walks, is_earlier = _comparisons(key)
        worst = np.where(is_earlier, ranks.max() + 1, 0)
        row_ranks = np.where(parsed[rows], ranks[rows], worst)
        return score_walk(key.units.codes[rows], row_ranks, is_earlier, walks=walks, merge_positives=True)

    def n_walk_rows(self, key: AnswerKey) -> int:
        """Every row once for each binary digit of the number of times."""
        return key.n_rows * key.n_rows.bit_length()

    def label_sums(self, key: AnswerKey, parameters: MetricParameters, backend: WalkBackend) -> LabelSums:
        """Comparable pairs drawn, doubled: those that events would lose if the latest came first."""
        del parameters
        places = _places_in_time(key)
        events = np.flatnonzero(given(key.events))
        rows = np.concatenate([np.arange(key.n_rows), events])
        is_event = np.arange(len(rows)) >= key.n_rows
        from_latest = 2 * (places.max() - places[rows] + 1) - is_event
        walk_pairs = walker(score_walk(key.units.codes[rows], from_latest, is_event), self.what, backend)

        def comparable_pairs(block: CountBlock) -> LabelTotals:
            pairs = walk_pairs(block, np.zeros(block.lanes.shape[1], np.int64))
            return pairs.astype(np.int64)[np.newaxis]

        return comparable_pairs

    def values(self, totals: WalkTotals, label_totals: LabelTotals) -> Floats:
        """Share of comparable pairs won; NaN where there is none."""
        pairs = label_totals[0]
        return np.where(pairs > 0, (pairs - totals) / np.maximum(pairs, 1), np.nan)


def _places_in_time(key: AnswerKey) -> NDArray[np.int64]:
    """Number of each row's time, from 0; events come before the censored of the same time."""
    times = np.unique(given(key.times), return_inverse=True)[1]
    return np.unique(2 * times + ~given(key.events), return_inverse=True)[1]


def _comparisons(key: AnswerKey) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """For each binary digit its rows, the number of their walk, and whether they are the earlier ones."""
    places = _places_in_time(key)
    events = given(key.events)
    parts, n_walks = [], 0
    for digit in range(int(places.max()).bit_length()):
        is_later = (places >> digit & 1).astype(np.bool_)
        rows = np.flatnonzero(is_later | events)
        walks = places[rows] >> (digit + 1)
        parts.append((rows, walks + n_walks, ~is_later[rows]))
        n_walks += int(walks.max(initial=0)) + 1
    if not parts:
        return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.bool_)
    rows, walks, is_earlier = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return rows, walks, is_earlier


C_INDEX: Final = MetricDefinition(
    id="c_index",
    title=Title(en="C-index (Harrell)", ko="C-지수 (해럴)"),
    family=Family.SORTED,
    higher_is_better=True,
    lower_bound=0.0,
    upper_bound=1.0,
    undefined_when="no comparable pair is drawn",
    unparsed="as a loss of every comparable pair that the row belongs to",
    reference=Reference(authors="Harrell et al.", year=1982, doi="10.1001/jama.1982.03320430047030"),
    needs=frozenset({Need.EVENT_TIMES}),
    n_replicates=DEFAULT_REPLICATES_SORTED,
    parameters=frozenset({Parameter.REPEATS}),
    computation=Concordance(),
)
"""Share of comparable pairs in which the earlier event has the higher risk score; ties count one half."""
