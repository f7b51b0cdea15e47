"""All pairs of models at once: the standard error of each difference, and the largest deviation in each
replicate.

With M models and B replicates there are M * M * B / 2 differences; none of them is stored. Standard errors
come from whole numbers (replicates rounded to about 19 bits) whose products add up exactly, so that no
library changes a bit and the order of models doesn't either.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.statistics.backends import Backend, compile_kernel

_TILE_REPLICATES: Final = 512
# Below this share of the sum of variances, the variance of a difference is taken from the difference itself.
_NEARLY_EQUAL: Final = 1e-4
# The difference of two ratios in [0, 1] that is constant in exact arithmetic varies by a few rounding errors.
_ROUNDING_ERRORS: Final = 16 * np.finfo(np.float64).eps


def pair_errors(points: NDArray[np.float64], replicates: NDArray[np.float64]) -> NDArray[np.float64]:
    """Standard deviation over replicates of each pair's difference, shape (models, models), symmetric.

    `points` has shape (models,), `replicates` (models, replicates) without NaN. 0 where the difference is the
    same in all replicates up to rounding.
    """
    variances, shares = _rounded_variances(points, replicates)
    for first, second in np.argwhere(np.triu(shares < _NEARLY_EQUAL, 1)):
        variance = _difference_variance(replicates[first], replicates[second])
        variances[first, second] = variances[second, first] = variance
    np.fill_diagonal(variances, 0.0)
    errors: NDArray[np.float64] = np.sqrt(variances)
    return errors


def largest_deviations(
    points: NDArray[np.float64],
    replicates: NDArray[np.float64],
    errors: NDArray[np.float64],
    *,
    backend: Backend,
) -> NDArray[np.float64]:
    """max over pairs of |(difference in the replicate) - (difference of points)| / error, shape
    (replicates,).

    Pairs whose error is 0 are left out. Both backends give the same bits.
    """
    inverse = np.zeros_like(errors)
    np.divide(1.0, errors, out=inverse, where=errors > 0)
    largest = _numba_largest if backend is Backend.NUMBA else _numpy_largest
    tiles = [largest(tile, inverse) for tile in _centred_tiles(points, replicates)]
    return np.concatenate(tiles) if tiles else np.empty(0)


def _centred_tiles(points: NDArray[np.float64], replicates: NDArray[np.float64]) -> Iterator[NDArray[np.float64]]:
    for start in range(0, replicates.shape[1], _TILE_REPLICATES):
        yield replicates[:, start : start + _TILE_REPLICATES] - points[:, np.newaxis]


def _rounded_variances(
    points: NDArray[np.float64], replicates: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Variances of the differences from rounded replicates, and their share of the two models' variances.

    The share of identical models is set to 1: their variance of 0 is exact.
    """
    n_models, n_replicates = replicates.shape
    exponents = np.array([_exponent(row - point) for row, point in zip(replicates, points, strict=True)])
    products, sums = np.zeros((n_models, n_models)), np.zeros(n_models)
    for tile in _centred_tiles(points, replicates):
        whole = np.rint(np.ldexp(tile, exponents[:, np.newaxis]))
        products += whole @ whole.T
        sums += whole.sum(axis=1)
    products = np.ldexp(products, -(exponents[:, np.newaxis] + exponents))
    means = np.ldexp(sums, -exponents)
    own = np.diagonal(products)
    squares = own[:, np.newaxis] + own
    variances = squares - 2 * products - (means[:, np.newaxis] - means) ** 2 / max(n_replicates, 1)
    shares = np.divide(variances, squares, out=np.zeros_like(squares), where=squares > 0)
    shares[_identical(points, replicates)] = 1.0
    return variances / max(n_replicates - 1, 1), shares


def _exponent(row: NDArray[np.float64]) -> int:
    """Power of two that brings a row to whole numbers whose products add up to less than 2**53."""
    bits = (53 - max(len(row), 1).bit_length()) // 2
    return bits - math.frexp(float(np.abs(row).max(initial=0.0)))[1]


def _identical(points: NDArray[np.float64], replicates: NDArray[np.float64]) -> NDArray[np.bool_]:
    numbers: dict[tuple[float, bytes], int] = {}
    firsts = np.array(
        [
            numbers.setdefault((point, row.tobytes()), number)
            for number, (point, row) in enumerate(zip(points.tolist(), replicates, strict=True))
        ]
    )
    same: NDArray[np.bool_] = firsts[:, np.newaxis] == firsts
    return same


def _difference_variance(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    differences = first - second
    size = max(np.abs(first).max(initial=0.0), np.abs(second).max(initial=0.0))
    spread = differences.max(initial=-np.inf) - differences.min(initial=np.inf)
    if spread <= _ROUNDING_ERRORS * size:
        return 0.0
    differences -= differences[0]
    exponent = _exponent(differences)
    whole = np.rint(np.ldexp(differences, exponent)).astype(np.int64)
    n, total, squares = len(whole), int(whole.sum()), int(whole @ whole)
    return math.ldexp((n * squares - total * total) / (n * (n - 1)), -2 * exponent)


def _numpy_largest(tile: NDArray[np.float64], inverse: NDArray[np.float64]) -> NDArray[np.float64]:
    largest, work = np.zeros_like(tile), np.empty_like(tile)
    for number in range(len(tile) - 1):
        deviations = np.subtract(tile[number + 1 :], tile[number], out=work[number + 1 :])
        np.abs(deviations, out=deviations)
        deviations *= inverse[number, number + 1 :, np.newaxis]
        np.maximum(largest[number + 1 :], deviations, out=largest[number + 1 :])
    return cast("NDArray[np.float64]", largest.max(axis=0))


def _numba_largest(tile: NDArray[np.float64], inverse: NDArray[np.float64]) -> NDArray[np.float64]:
    largest = np.zeros(tile.shape[1])
    _compiled_kernel()(tile, inverse, largest)
    return largest


def is_compiled() -> bool:
    """Whether this process has the compiled loop already."""
    return _compiled_kernel.cache_info().currsize > 0


@functools.cache
def _compiled_kernel() -> Callable[..., None]:
    return compile_kernel(_raise_largest, ["void(float64[:, ::1], float64[:, ::1], float64[::1])"])


def _raise_largest(tile: Any, inverse: Any, largest: Any) -> None:
    """For numba's compiler: raise `largest` to the largest scaled difference of two rows of `tile`."""
    n_models, n_replicates = tile.shape
    for first in range(n_models - 1):
        for second in range(first + 1, n_models):
            scale = inverse[first, second]
            for replicate in range(n_replicates):
                deviation = abs(tile[first, replicate] - tile[second, replicate]) * scale
                largest[replicate] = max(largest[replicate], deviation)
