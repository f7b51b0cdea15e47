"""The walk compiled by numba: one pass over the rows with 128 replicates side by side."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final, cast

import numpy as np

from benchtoward.core.metrics.walks.counts import LANES, CountBlock
from benchtoward.core.metrics.walks.layout import ScoreWalk
from benchtoward.core.metrics.walks.sums import Limits, Walker, WalkSum, WalkTotals

_WORDS: Final = LANES // 8
_BYTE: Final = 255
_LOST_PAIRS: Final = 0
_PRECISION: Final = 1
_BEST_FOUND: Final = 2
_CODES: Final = {
    WalkSum.LOST_PAIRS: _LOST_PAIRS,
    WalkSum.PRECISION: _PRECISION,
    WalkSum.BEST_FOUND: _BEST_FOUND,
}


def numba_walker(walk: ScoreWalk, what: WalkSum) -> Walker:
    """A compiled walker, for the blocks that `fits_compiled` accepts."""
    kernel = _compiled_kernel()

    def walk_block(block: CountBlock, limits: Limits) -> WalkTotals:
        # Eight one-byte counts share a word; as many rows can be added to it as can't make a byte overflow.
        words = block.lanes.view(np.uint64)
        rows_at_once = _BYTE // max(1, block.largest)
        whole, real = np.zeros(LANES, np.int64), np.zeros(LANES, np.float64)
        kernel(walk.units, walk.bounds, walk.restarts, words, rows_at_once, _CODES[what], limits, whole, real)
        return real if what is WalkSum.PRECISION else whole

    return walk_block


def fits_compiled(walk: ScoreWalk, block: CountBlock) -> bool:
    """Whether counts fit into bytes, and their sums over rows, doubled, into 32 bits."""
    return block.largest <= _BYTE and block.largest * walk.n_rows < 1 << 30


def is_compiled() -> bool:
    """Whether this process has the compiled loop already."""
    return _compiled_kernel.cache_info().currsize > 0


@functools.cache
def _compiled_kernel() -> Callable[..., None]:
    import numba

    signature = (
        "void(int32[::1], int32[:, ::1], boolean[::1], uint64[:, ::1], int64, int64, int64[::1], int64[::1], "
        "float64[::1])"
    )
    try:
        kernel = numba.njit(signature, cache=True, nogil=True)(_walk_block)
    except RuntimeError:
        # No folder can be written to, as in a sealed container: compile anew in every process.
        kernel = numba.njit(signature, nogil=True)(_walk_block)
    return cast("Callable[..., None]", kernel)


def _walk_block(  # noqa: C901 - numba compiles the loops as one
    units: Any,
    bounds: Any,
    restarts: Any,
    words: Any,
    rows_at_once: Any,
    what: Any,
    limits: Any,
    whole: Any,
    real: Any,
) -> None:
    """Written for numba's compiler; no fast-math, so no operation is contracted or put in another order."""
    packed = np.zeros(_WORDS, np.uint64)
    counts = packed.view(np.uint8)
    runs = np.zeros((3, LANES), np.int32)
    above = np.zeros(LANES, np.int32)
    found = np.zeros(LANES, np.int32)
    for step in range(bounds.shape[0]):
        if restarts[step]:
            above[:] = 0
        for run in range(3):
            row = bounds[step, run]
            end = bounds[step, run + 1]
            for lane in range(LANES):
                runs[run, lane] = 0
            while row < end:
                stop = min(row + rows_at_once, end)
                for word in range(_WORDS):
                    packed[word] = words[units[row], word]
                for other in range(row + 1, stop):
                    unit = units[other]
                    for word in range(_WORDS):
                        packed[word] += words[unit, word]
                for lane in range(LANES):
                    runs[run, lane] += counts[lane]
                row = stop
        for lane in range(LANES):
            above[lane] += runs[0, lane]
        if what == _LOST_PAIRS:
            for lane in range(LANES):
                whole[lane] += np.int64(runs[2, lane]) * np.int64(2 * above[lane] + runs[1, lane])
                above[lane] += runs[1, lane]
        elif what == _PRECISION:
            for lane in range(LANES):
                above[lane] += runs[1, lane]
                found[lane] += runs[2, lane]
                positives = np.float64(runs[2, lane]) * np.float64(found[lane])
                real[lane] += positives / np.float64(max(found[lane] + above[lane], 1))
        else:
            for lane in range(LANES):
                above[lane] += runs[1, lane]
                found[lane] += runs[2, lane]
                if above[lane] <= limits[lane]:
                    whole[lane] = found[lane]
