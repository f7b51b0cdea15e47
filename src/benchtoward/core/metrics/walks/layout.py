"""The walk down the scores, which AUROC, average precision, C-index and sensitivity at a specificity share.

Rows are sorted once for each model, from the highest score down, and cut into steps. A step has the negatives
above some positives, the negatives tied with them, and those positives. All that a replicate then needs are
the sums of its counts over these three runs of rows; nothing is sorted again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.metrics.answer_key import Truths


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreWalk:
    """Rows in the order of the walk, and its steps."""

    units: NDArray[np.int32]
    """The unit of each row of the walk, shape (walk rows,)."""
    bounds: NDArray[np.int32]
    """For each step where its runs begin and end in `units`, shape (steps, 4): negatives above from column 0
    to 1, tied negatives from 1 to 2, positives from 2 to 3."""
    restarts: NDArray[np.bool_]
    """Whether a step begins a new walk, with nothing above it yet, shape (steps,)."""

    @property
    def n_rows(self) -> int:
        """Rows of all walks."""
        return len(self.units)

    @property
    def n_bytes(self) -> int:
        """Memory that the walk takes."""
        return self.units.nbytes + self.bounds.nbytes + self.restarts.nbytes


def dense_ranks(scores: NDArray[np.floating[Any]]) -> NDArray[np.int64]:
    """Rank of each score from the highest (1) down, equal scores sharing one, shape (rows,)."""
    order = np.argsort(-scores)
    descending = scores[order]
    ranks = np.empty(len(scores), np.int64)
    ranks[order] = np.cumsum(_differs_from_previous(descending))
    return ranks


def score_walk(
    units: NDArray[np.int32],
    ranks: NDArray[np.int64],
    is_positive: Truths,
    *,
    walks: NDArray[np.int64] | None = None,
    merge_positives: bool = False,
) -> ScoreWalk:
    """Lay out one walk, or several after one another.

    Arrays have shape (rows,): the unit, the rank (0 or more, low for high scores, equal where tied), the
    side, and the number of the walk that a row belongs to. With `merge_positives`, positives that have the
    same negatives above them and no ties form one step, which pair counts allow and precision does not.
    """
    walk_numbers = np.zeros(len(units), np.int64) if walks is None else walks
    levels = walk_numbers * (int(ranks.max(initial=0)) + 1) + ranks
    order = np.argsort(levels * 2 + is_positive)
    begins_level = _differs_from_previous(levels[order])
    begins_walk = _differs_from_previous(walk_numbers[order])
    bounds, restarts = _steps(begins_level, begins_walk, is_positive[order])
    if merge_positives:
        bounds, restarts = _merged(bounds, restarts)
    return ScoreWalk(units=units[order], bounds=bounds.astype(np.int32), restarts=restarts)


def _steps(begins_level: Truths, begins_walk: Truths, positive: Truths) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Bounds and restarts of the steps: each level (scores that tie) with a positive ends one."""
    starts = np.flatnonzero(begins_level)
    ends = np.append(starts[1:], len(positive))[: len(starts)]
    positives_before = np.append(0, np.cumsum(positive))
    n_positive = positives_before[ends] - positives_before[starts]
    is_step = n_positive > 0
    starts, ends, n_positive = starts[is_step], ends[is_step], n_positive[is_step]
    walk_starts = np.flatnonzero(begins_walk)
    numbers = np.searchsorted(walk_starts, starts, side="right") - 1
    restarts = _differs_from_previous(numbers)
    begins = np.where(restarts, walk_starts[numbers], np.append(0, ends)[:-1])
    return np.stack([begins, starts, ends - n_positive, ends], axis=1), restarts


def _merged(bounds: NDArray[np.intp], restarts: Truths) -> tuple[NDArray[np.intp], Truths]:
    """Join steps without negatives to the step before, where that has no ties."""
    has_negatives = bounds[:, 0] < bounds[:, 2]
    previous_has_ties = np.append(True, bounds[:, 1] < bounds[:, 2])[:-1]
    kept = np.flatnonzero(has_negatives | restarts | previous_has_ties)
    last = np.append(kept[1:], len(bounds))[: len(kept)] - 1
    return np.column_stack([bounds[kept, :3], bounds[last, 3]]), restarts[kept]


def _differs_from_previous(values: NDArray[Any]) -> Truths:
    """True at the first value and wherever a value differs from the one before, shape (values,)."""
    return np.append(True, values[1:] != values[:-1])[: len(values)]
