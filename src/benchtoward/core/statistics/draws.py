"""Counts of hashed draws: SplitMix64 as a counter-based generator, in NumPy and in numba, with the same bits.

Draw `j` (from 0) of replicate `b` is half of the 64 bits that SplitMix64 puts out at the state
`key + ((b << 32) + (j >> 1) + 1) * 0x9E3779B97F4A7C15` modulo 2**64: the low 32 bits where `j` is even, the
high 32 bits where it is odd. Those 32 bits `u` choose unit `(u * n_units) >> 32`. Any replicate can be had
without those before it, in any language.

Source: Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators",
doi:10.1145/2660193.2660195; finaliser by Stafford ("Mix13").
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.statistics.backends import compile_kernel

Counts: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16]
"""How often each unit was drawn, shape (replicates, units)."""

MAX_UNITS: Final = 2**32 - 1

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_SHIFT_1, _SHIFT_2, _SHIFT_3, _HALF_WORD = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_ONE = np.uint64(1)

# A tile of hashes, its halves and its indices stay in the second-level cache.
_TILE_DRAWS: Final = 1 << 16


def numpy_counts(key: int, n_units: int, start: int, stop: int) -> Counts:
    """Counts of replicates `start` to `stop`, shape (stop - start, n_units), in NumPy alone."""
    counts = np.zeros((stop - start, n_units), np.uint8)
    n_rows = max(1, _TILE_DRAWS // n_units)
    for first in range(start, stop, n_rows):
        last = min(first + n_rows, stop)
        tile = _tile_counts(key, n_units, first, last)
        if counts.dtype == np.uint8 and int(tile.max()) > np.iinfo(np.uint8).max:
            counts = counts.astype(np.uint16)
        counts[first - start : last - start] = tile
    return counts


def numba_counts(key: int, n_units: int, start: int, stop: int) -> Counts:
    """The same counts by a compiled loop; needs numba."""
    counts: Counts = np.zeros((stop - start, n_units), np.uint8)
    if not _compiled_kernel()(np.uint64(key), np.uint64(n_units), np.uint64(start), counts):
        counts = np.zeros((stop - start, n_units), np.uint16)
        _compiled_kernel()(np.uint64(key), np.uint64(n_units), np.uint64(start), counts)
    return counts


def is_compiled() -> bool:
    """Whether this process has the compiled loop already."""
    return _compiled_kernel.cache_info().currsize > 0


def _tile_counts(key: int, n_units: int, first: int, last: int) -> NDArray[np.intp]:
    n_rows = last - first
    hashes = _hashes(key, (n_units + 1) // 2, first, last)
    # The low half of a hash is the even draw, the high half the odd one: in little-endian order they lie in turn.
    draws = hashes.astype("<u8", copy=False).view("<u4")[:, :n_units]
    offsets = (np.arange(n_rows, dtype=np.uint64) * np.uint64(n_units))[:, np.newaxis]
    counts = np.bincount(_cell_indices(draws, n_units, offsets), minlength=n_rows * n_units)
    return counts.reshape(n_rows, n_units)


def _hashes(key: int, n_hashes: int, first: int, last: int) -> NDArray[np.uint64]:
    """SplitMix64 outputs, shape (last - first, n_hashes); unsigned arithmetic wraps modulo 2**64 as meant."""
    row_states = np.uint64(key) + (np.arange(first, last, dtype=np.uint64) << _HALF_WORD) * _GAMMA
    steps = np.arange(1, n_hashes + 1, dtype=np.uint64) * _GAMMA
    z = row_states[:, np.newaxis] + steps
    z ^= z >> _SHIFT_1
    z *= _MIX_1
    z ^= z >> _SHIFT_2
    z *= _MIX_2
    z ^= z >> _SHIFT_3
    return z


def _cell_indices(draws: NDArray[np.uint32], n_units: int, offsets: NDArray[np.uint64]) -> NDArray[np.int64]:
    cells = np.multiply(draws, np.uint64(n_units), dtype=np.uint64)
    cells >>= _HALF_WORD
    cells += offsets
    return cells.reshape(-1).view(np.int64)


@functools.cache
def _compiled_kernel() -> Callable[..., bool]:
    # Both widths at once, so that a wide block does not wait for the compiler.
    widths = ("uint8", "uint16")
    return compile_kernel(_count_draws, [f"boolean(uint64, uint64, uint64, {width}[:, ::1])" for width in widths])


def _count_draws(key: Any, n_units: Any, start: Any, counts: Any) -> bool:
    """Add the draws of `len(counts)` replicates to `counts`; false where a count outgrew its width.

    Written for numba's compiler: every integer is a uint64 and wraps modulo 2**64.
    """
    n_whole = n_units >> _ONE
    fits = True
    for row in range(counts.shape[0]):
        row_counts = counts[row]
        state = key + ((start + np.uint64(row)) << _HALF_WORD) * _GAMMA
        for _ in range(n_whole):
            state += _GAMMA
            z = (state ^ (state >> _SHIFT_1)) * _MIX_1
            z = (z ^ (z >> _SHIFT_2)) * _MIX_2
            z ^= z >> _SHIFT_3
            row_counts[((z & _LOW_HALF) * n_units) >> _HALF_WORD] += 1
            row_counts[((z >> _HALF_WORD) * n_units) >> _HALF_WORD] += 1
        if n_units & _ONE:
            state += _GAMMA
            z = (state ^ (state >> _SHIFT_1)) * _MIX_1
            z = (z ^ (z >> _SHIFT_2)) * _MIX_2
            z ^= z >> _SHIFT_3
            row_counts[((z & _LOW_HALF) * n_units) >> _HALF_WORD] += 1
        total = np.uint64(0)
        for count in row_counts:
            total += np.uint64(count)
        fits = fits and total == n_units
    return fits
