"""Metrics that depend on the order of scores: one walk for each model, all replicates of a block at once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.metrics.answer_key import AnswerKey
from benchtoward.core.metrics.computation import Computation
from benchtoward.core.metrics.observations import Observations
from benchtoward.core.metrics.parameters import MetricParameters
from benchtoward.core.metrics.unit_columns import Floats
from benchtoward.core.metrics.walks.backends import WalkBackend, fitting_walk_backend, walker
from benchtoward.core.metrics.walks.counts import CountBlock, count_blocks, every_unit_once
from benchtoward.core.metrics.walks.layout import ScoreWalk
from benchtoward.core.metrics.walks.sums import Limits, Walker, WalkSum, WalkTotals
from benchtoward.core.statistics import CountsSource

LabelTotals: TypeAlias = NDArray[np.int64]
"""What the labels and counts alone add up to in each replicate, shape (totals, lanes)."""
LabelSums: TypeAlias = Callable[[CountBlock], LabelTotals]
"""Makes them for a block."""

_WALK_BYTES: Final = 1 << 26


@dataclass(frozen=True, slots=True, kw_only=True)
class SortedMetric(Computation):
    """A metric made from a walk down each model's scores and from totals that all models share."""

    what: WalkSum
    """What the walk adds up."""
    backend: WalkBackend | None = None
    """The code that walks; None for the quickest. All give the same bits."""

    @abstractmethod
    def walk(self, observations: Observations, parameters: MetricParameters) -> ScoreWalk:
        """The model's rows in the order of its scores."""

    @abstractmethod
    def label_sums(self, key: AnswerKey, parameters: MetricParameters, backend: WalkBackend) -> LabelSums:
        """How to add up what the labels and counts settle, whatever a model answers."""

    @abstractmethod
    def values(self, totals: WalkTotals, label_totals: LabelTotals) -> Floats:
        """The metric in each replicate, shape (lanes,); NaN where the label totals leave it undefined."""

    def n_walk_rows(self, key: AnswerKey) -> int:
        """About how many rows a walk has, to choose the backend by."""
        return key.n_rows

    def limits(self, label_totals: LabelTotals, parameters: MetricParameters) -> Limits:
        """The most negatives that may be let through in each replicate; for sums that need it."""
        del parameters
        return np.zeros(label_totals.shape[1], np.int64)

    def value(self, observations: Observations, parameters: MetricParameters) -> float:
        """The value on all rows; NaN where it is undefined."""
        block = every_unit_once(observations.key.units.n_units)
        board = _Board(self, [observations], parameters, WalkBackend.NUMPY)
        return float(board.values(block).item())

    def replicates(
        self, observations: Sequence[Observations], plan: CountsSource, parameters: MetricParameters
    ) -> Floats:
        """The value in each replicate, shape (models, replicates); NaN where it is undefined."""
        n_rows = sum(self.n_walk_rows(model.key) for model in observations)
        backend = self.backend or fitting_walk_backend(n_rows * plan.n_replicates)
        values = np.empty((len(observations), plan.n_replicates))
        for board, models in _boards(self, observations, parameters, backend):
            for block in count_blocks(plan):
                values[models, block.start : block.stop] = board.values(block)[:, : block.n_replicates]
        return values


class _Board:
    """Some models whose walks stand in memory together."""

    def __init__(
        self,
        metric: SortedMetric,
        observations: Sequence[Observations],
        parameters: MetricParameters,
        backend: WalkBackend,
    ) -> None:
        self._metric, self._parameters, self._backend = metric, parameters, backend
        self._label_sums: dict[int, LabelSums] = {}
        self._models: list[tuple[int, Walker]] = []
        self.n_bytes = 0
        for model in observations:
            self.add(model)

    def add(self, model: Observations) -> None:
        """Lay out one more model's walk."""
        key = model.key
        if id(key) not in self._label_sums:
            self._label_sums[id(key)] = self._metric.label_sums(key, self._parameters, self._backend)
        walk = self._metric.walk(model, self._parameters)
        self.n_bytes += walk.n_bytes
        self._models.append((id(key), walker(walk, self._metric.what, self._backend)))

    def values(self, block: CountBlock) -> Floats:
        """The metric of each model in each lane, shape (models, lanes)."""
        totals = {key: label_sums(block) for key, label_sums in self._label_sums.items()}
        limits = {key: self._metric.limits(total, self._parameters) for key, total in totals.items()}
        rows = [self._metric.values(walk(block, limits[key]), totals[key]) for key, walk in self._models]
        return np.stack(rows)


def _boards(
    metric: SortedMetric,
    observations: Sequence[Observations],
    parameters: MetricParameters,
    backend: WalkBackend,
) -> Iterator[tuple[_Board, slice]]:
    """Boards of as many models as fit in memory, and which models they hold."""
    board, first = _Board(metric, [], parameters, backend), 0
    for number, model in enumerate(observations):
        board.add(model)
        if board.n_bytes >= _WALK_BYTES:
            yield board, slice(first, number + 1)
            board, first = _Board(metric, [], parameters, backend), number + 1
    if first < len(observations):
        yield board, slice(first, len(observations))
