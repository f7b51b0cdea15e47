"""For each replicate, the best and the worst rank that each model takes among all: ties counted both ways."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

MAX_MODELS: Final = int(np.iinfo(np.int16).max)
"""Ranks are kept in 16 bits."""

# The work of one tile of replicates stays in the second-level cache.
_TILE_CELLS: Final = 25_600


def rank_counts(
    replicates: NDArray[np.float64], *, higher_is_better: bool
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Best and worst ranks in each replicate, both of shape (models, replicates) as `replicates` is.

    Best = 1 + number of better models, worst = number of models that are not worse, the model itself
    included. Columns that hold a NaN are meaningless.
    """
    n_models, n_replicates = replicates.shape
    best = np.empty((n_models, n_replicates), np.int16)
    worst = np.empty_like(best)
    n_columns = max(1, _TILE_CELLS // n_models)
    for start in range(0, n_replicates, n_columns):
        columns = slice(start, start + n_columns)
        falling = -replicates[:, columns].T if higher_is_better else replicates[:, columns].T.copy()
        best[:, columns], worst[:, columns] = _tile_counts(falling)
    return best, worst


def competition_ranks(points: NDArray[np.float64], *, higher_is_better: bool) -> NDArray[np.int64]:
    """1 + number of models with a better score (1, 2, 2, 4), shape (models,) as `points` is."""
    falling = -points if higher_is_better else points
    return 1 + np.searchsorted(np.sort(falling), falling, side="left").astype(np.int64)


def _tile_counts(falling: NDArray[np.float64]) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Sort each row from the best model down; a tie group's first and last places are its two ranks."""
    n_columns, n_models = falling.shape
    order = np.argsort(falling, axis=1)
    order += n_models * np.arange(n_columns)[:, np.newaxis]
    places = order.ravel()
    in_order = falling.ravel()[places].reshape(n_columns, n_models)
    starts_group = np.ones((n_columns, n_models), np.bool_)
    np.not_equal(in_order[:, 1:], in_order[:, :-1], out=starts_group[:, 1:])
    ranks = np.empty(n_columns * n_models, np.int16)
    ranks[places] = _first_places(starts_group).ravel()
    best = ranks.reshape(n_columns, n_models).T.copy()
    ranks[places] = _last_places(starts_group).ravel()
    return best, ranks.reshape(n_columns, n_models).T


def _first_places(starts_group: NDArray[np.bool_]) -> NDArray[np.int16]:
    numbers = np.arange(1, starts_group.shape[1] + 1, dtype=np.int16)
    # Running along the first axis lets NumPy work on whole rows at a time.
    marked = np.where(starts_group, numbers, np.int16(1)).T.copy()
    return np.maximum.accumulate(marked, axis=0, out=marked).T


def _last_places(starts_group: NDArray[np.bool_]) -> NDArray[np.int16]:
    n_columns, n_models = starts_group.shape
    numbers = np.arange(1, n_models + 1, dtype=np.int16)
    ends_group = np.ones((n_columns, n_models), np.bool_)
    ends_group[:, :-1] = starts_group[:, 1:]
    marked = np.where(ends_group, numbers, np.int16(n_models)).T[::-1].copy()
    return np.minimum.accumulate(marked, axis=0, out=marked)[::-1].T
