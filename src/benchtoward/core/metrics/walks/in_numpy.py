"""The walk without a compiler: sums over runs of rows by NumPy or SciPy, the rest in NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.metrics.walks.counts import CountBlock
from benchtoward.core.metrics.walks.layout import ScoreWalk
from benchtoward.core.metrics.walks.sums import Limits, Walker, WalkSum, WalkTotals

_Counts: TypeAlias = NDArray[np.int64]
_RunSums: TypeAlias = Callable[[NDArray[Any]], _Counts]
"""From counts (units, lanes) to sums over the runs of each step, shape (steps, 3, lanes)."""

# As many lanes at a time as keep the counts of all rows within 16 MB.
_CELLS_AT_ONCE: Final = 1 << 21


def walker_of_run_sums(walk: ScoreWalk, what: WalkSum, run_sums: _RunSums) -> Walker:
    """A walker that takes the sums over runs from `run_sums`."""
    n_lanes = max(1, _CELLS_AT_ONCE // max(1, walk.n_rows))
    first_steps = np.maximum.accumulate(np.where(walk.restarts, np.arange(len(walk.restarts)), 0))

    def walk_block(block: CountBlock, limits: Limits) -> WalkTotals:
        parts = []
        for first in range(0, block.lanes.shape[1], n_lanes):
            lanes = slice(first, first + n_lanes)
            above, tied, positive = run_sums(block.lanes[:, lanes]).transpose(1, 0, 2)
            parts.append(_total(what, _Steps(first_steps, above, tied, positive), limits[lanes]))
        totals: NDArray[Any] = np.concatenate(parts)
        return totals

    return walk_block


def numpy_run_sums(walk: ScoreWalk) -> _RunSums:
    """Sums over runs as differences of running sums."""

    def run_sums(lanes: NDArray[Any]) -> _Counts:
        running = np.zeros((walk.n_rows + 1, lanes.shape[1]), np.int64)
        np.cumsum(lanes[walk.units], axis=0, out=running[1:])
        sums: _Counts = np.diff(running[walk.bounds], axis=1)
        return sums

    return run_sums


def scipy_run_sums(walk: ScoreWalk) -> _RunSums:
    """Sums over runs as a product with a sparse matrix; needs SciPy."""
    from scipy.sparse import csr_array  # type: ignore[import-untyped]

    n_steps = len(walk.bounds)
    # The first run, and a fourth one for each step, take the rows between walks, which play no part.
    ends = np.concatenate([[0], walk.bounds.reshape(-1), [walk.n_rows]])
    ones = np.ones(walk.n_rows, np.int32)
    shape = (len(ends) - 1, int(walk.units.max(initial=0)) + 1)
    runs = csr_array((ones, walk.units, ends), shape=shape)

    def run_sums(lanes: NDArray[Any]) -> _Counts:
        sums = runs @ lanes[: shape[1]].astype(np.int32)
        steps: _Counts = sums[1:].reshape(n_steps, 4, -1)[:, :3].astype(np.int64)
        return steps

    return run_sums


class _Steps:
    """Running sums over the steps of walks, arrays of shape (steps, lanes)."""

    def __init__(self, first_steps: NDArray[np.intp], above: _Counts, tied: _Counts, positive: _Counts) -> None:
        negatives = np.cumsum(above + tied, axis=0)
        before = negatives - above - tied
        self.above = above + before - before[first_steps]
        self.tied = tied
        self.positive = positive


def _total(what: WalkSum, steps: _Steps, limits: Limits) -> WalkTotals:
    if what is WalkSum.LOST_PAIRS:
        lost: _Counts = np.sum(steps.positive * (2 * steps.above + steps.tied), axis=0)
        return lost
    negatives = steps.above + steps.tied
    found = np.cumsum(steps.positive, axis=0)
    if what is WalkSum.BEST_FOUND:
        best: _Counts = np.max(np.where(negatives <= limits, found, 0), axis=0, initial=0)
        return best
    # cumsum adds strictly in order, as the compiled kernel does; sum would not.
    terms = steps.positive * found / np.maximum(found + negatives, 1)
    return np.cumsum(terms, axis=0)[-1] if len(terms) else np.zeros(terms.shape[1])
