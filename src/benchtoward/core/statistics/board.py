"""Ranks and rank ranges of the models of a board, computed all at once or kept up as models come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.core.statistics.intervals import MAX_UNDEFINED_SHARE
from benchtoward.core.statistics.order_statistics import CONFIDENCE_LEVEL, tail_rank
from benchtoward.core.statistics.rank_counts import MAX_MODELS, competition_ranks, rank_counts
from benchtoward.core.statistics.ranking import RankFlag, Ranking


def rank_ranges(
    points: ArrayLike,
    replicates: NDArray[np.float64],
    *,
    higher_is_better: bool = True,
    confidence_level: float = CONFIDENCE_LEVEL,
) -> Ranking:
    """Ranks of all models, and their ranges over paired replicates.

    `points` has shape (models,) and `replicates` shape (models, replicates), all models scored on the same
    resamples. In each replicate a model's best rank is 1 + the number of models above it, its worst rank the
    number of models not below it. The range runs from the k-th smallest best rank to the k-th largest worst
    rank, k as in `tail_rank`. Ties are exact equality. A replicate that is NaN for any model is dropped for
    all.

    Raises `InvalidInputError` for a score that is NaN or infinite, infinite replicates, and shapes that don't
    fit.

    Source of the interpretation: Goldstein and Spiegelhalter 1996, doi:10.2307/2983325; limits of the
    bootstrap of ranks: Hall and Miller 2009, doi:10.1214/09-AOS699; Xie, Singh and Zhang 2009,
    doi:10.1198/jasa.2009.0142.
    """
    return Board.of(points, replicates, higher_is_better=higher_is_better, confidence_level=confidence_level).ranking()


def check_board(points: NDArray[np.float64], replicates: NDArray[np.float64]) -> None:
    """Raise `InvalidInputError` where scores and replicates can't be ranked, naming the model (from 1)."""
    if points.ndim != 1 or replicates.ndim != 2 or len(points) != len(replicates) or not replicates.size:
        found = f"shapes {points.shape} and {replicates.shape}"
        _refuse("points, replicates", found, "shapes (models,) and (models, replicates), neither of them 0")
    if len(points) > MAX_MODELS:
        _refuse("models", f"{len(points):,}", f"at most {MAX_MODELS:,}")
    for number, (point, row) in enumerate(zip(points.tolist(), replicates, strict=True), start=1):
        _check_model(number, point, row)


class Board:
    """A growing set of models with their replicates: adding one costs a comparison with each, not a new
    ranking.

    The ranking equals, to the last bit, that of `rank_ranges` on all models in the order in which they came.
    Adding a model keeps its replicate vector (not a copy) and updates 4 bytes per model and replicate.
    """

    def __init__(
        self, *, n_replicates: int, higher_is_better: bool = True, confidence_level: float = CONFIDENCE_LEVEL
    ) -> None:
        tail_rank(confidence_level, n_replicates)
        self._n_replicates = n_replicates
        self._higher_is_better = higher_is_better
        self._confidence_level = confidence_level
        self._points: list[float] = []
        self._replicates: list[NDArray[np.float64]] = []
        self._best: list[NDArray[np.int16]] = []
        self._worst: list[NDArray[np.int16]] = []
        self._defined = np.ones(n_replicates, np.bool_)

    @classmethod
    def of(
        cls,
        points: ArrayLike,
        replicates: NDArray[np.float64],
        *,
        higher_is_better: bool = True,
        confidence_level: float = CONFIDENCE_LEVEL,
    ) -> Self:
        """The board of many models at once; arguments as of `rank_ranges`."""
        values = np.asarray(points, np.float64)
        check_board(values, replicates)
        board = cls(
            n_replicates=replicates.shape[1],
            higher_is_better=higher_is_better,
            confidence_level=confidence_level,
        )
        for point, row in zip(values.tolist(), replicates, strict=True):
            board._take(point, row)
        best, worst = rank_counts(replicates, higher_is_better=higher_is_better)
        board._best, board._worst = list(best), list(worst)
        return board

    @property
    def n_models(self) -> int:
        """Number of models on the board."""
        return len(self._points)

    def add(self, point: float, replicates: NDArray[np.float64]) -> None:
        """Add a model with its score and its replicates, shape (replicates,), drawn by the board's plan.

        Raises `InvalidInputError` as `rank_ranges` does; the board is then unchanged.
        """
        if replicates.shape != (self._n_replicates,):
            _refuse("replicates", f"shape {replicates.shape}", f"shape ({self._n_replicates},)")
        if self.n_models == MAX_MODELS:
            _refuse("models", f"one more than {MAX_MODELS:,}", f"at most {MAX_MODELS:,}")
        _check_model(self.n_models + 1, point, replicates)
        others = list(self._replicates)
        self._take(point, replicates)
        self._compare(replicates, others)

    def ranking(self) -> Ranking:
        """Ranks and ranges of the models now on the board, in the order in which they came."""
        n_defined = int(np.count_nonzero(self._defined))
        k = tail_rank(self._confidence_level, n_defined)
        n_dropped = self._n_replicates - n_defined
        flags = {
            RankFlag.MANY_UNDEFINED: n_dropped > MAX_UNDEFINED_SHARE * self._n_replicates,
            RankFlag.TOO_FEW_REPLICATES: k < 1,
        }
        points = np.array(self._points)
        return Ranking(
            ranks=tuple(competition_ranks(points, higher_is_better=self._higher_is_better).tolist()),
            low=tuple(self._ends(self._best, k - 1) if k else [1] * self.n_models),
            high=tuple(self._ends(self._worst, n_defined - k) if k else [self.n_models] * self.n_models),
            confidence_level=self._confidence_level,
            n_replicates=self._n_replicates,
            n_dropped=n_dropped,
            flags=tuple(flag for flag, holds in flags.items() if holds),
        )

    def _take(self, point: float, replicates: NDArray[np.float64]) -> None:
        self._defined &= ~np.isnan(replicates)
        self._points.append(float(point))
        self._replicates.append(replicates)

    def _compare(self, newcomer: NDArray[np.float64], others: Sequence[NDArray[np.float64]]) -> None:
        above, not_below = (np.greater, np.greater_equal) if self._higher_is_better else (np.less, np.less_equal)
        n_above = np.zeros(self._n_replicates, np.int16)
        n_not_below = np.zeros(self._n_replicates, np.int16)
        holds = np.empty(self._n_replicates, np.bool_)
        ones = np.empty(self._n_replicates, np.int16)
        for other, best, worst in zip(others, self._best, self._worst, strict=True):
            ones[...] = above(newcomer, other, out=holds)
            best += ones
            n_above += ones
            ones[...] = not_below(newcomer, other, out=holds)
            worst += ones
            n_not_below += ones
        n_models = np.int16(self.n_models)
        self._best.append(n_models - n_not_below)
        self._worst.append(n_models - n_above)

    def _ends(self, ranks: Sequence[NDArray[np.int16]], place: int) -> list[int]:
        """For each model the rank at `place`, counted from 0 and the smallest, among defined replicates."""
        all_defined = bool(self._defined.all())
        rows = ranks if all_defined else [row[self._defined] for row in ranks]
        return [int(np.partition(row, place)[place]) for row in rows]


def _check_model(number: int, point: float, replicates: NDArray[np.float64]) -> None:
    if not np.isfinite(point):
        _refuse(f"score of model {number}", str(point), "a finite number; undefined scores have no rank")
    if np.isinf(replicates).any():
        _refuse(f"replicates of model {number}", "an infinity", "numbers, or NaN where undefined")


def _refuse(where: str, found: str, expected: str) -> NoReturn:
    raise InvalidInputError("The board", [Problem(where=where, found=found, expected=expected)])
