"""The product of counts and unit sums, in the narrowest floating-point type in which it is exact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.core.statistics.draws import Counts
from benchtoward.core.statistics.fixed_point import EXACT_LIMIT

_Floats: TypeAlias = NDArray[np.float32] | NDArray[np.float64]

_FLOAT32_LIMIT: Final = 2**24
# The counts of a block become floats tile by tile, so that they never stand in memory as a whole.
_TILE_UNITS: Final = 4096
_CHECKED_ROWS: Final = 4096


class ExactProduct:
    """`counts @ columns` for columns of whole numbers; refuses where it could not be exact.

    A last column holds each unit's largest absolute value. Its sum is at least as large as any partial sum of
    any column, in whatever order BLAS adds; where it stays below 2**24, all sums in float32 are exact, and
    below 2**53 all in float64. That is checked for every block, so it holds for any counts.
    """

    def __init__(self, groups: Sequence[NDArray[Any]]) -> None:
        """Take the columns of all `groups`, each of shape (units, columns)."""
        largest = np.max([_largest_in_rows(group) for group in groups], axis=0)
        narrow = largest.sum() < _FLOAT32_LIMIT
        self._columns = _joined([*groups, largest[:, np.newaxis]], np.float32 if narrow else np.float64)

    def of(self, counts: Counts) -> NDArray[np.float64]:
        """The sums of all columns, shape (columns, replicates), of counts of shape (replicates, units)."""
        sums = _tiled_product(self._columns, counts)
        if self._columns.dtype == np.float32 and not sums[-1].max() < _FLOAT32_LIMIT:
            self._columns = self._columns.astype(np.float64)
            sums = _tiled_product(self._columns, counts)
        if not sums[-1].max() < EXACT_LIMIT:
            _refuse_large_sums()
        return sums[:-1].astype(np.float64, copy=False)


def _largest_in_rows(group: NDArray[Any]) -> NDArray[np.float64]:
    largest = np.empty(len(group))
    for start in range(0, len(group), _CHECKED_ROWS):
        rows = group[start : start + _CHECKED_ROWS].astype(np.float64)
        _check_whole(rows, start)
        largest[start : start + _CHECKED_ROWS] = np.abs(rows, out=rows).max(axis=1)
    return largest


def _check_whole(rows: NDArray[np.float64], first_row: int) -> None:
    bad = np.argwhere(~((np.rint(rows) == rows) & (np.abs(rows) < EXACT_LIMIT)))
    if not len(bad):
        return
    problems = [
        Problem(
            where=f"unit {first_row + row}, column {column}",
            found=str(rows[row, column]),
            expected="a whole number below 2**53 in size",
            hint="Turn real scores into whole numbers with fixed_point.",
        )
        for row, column in bad
    ]
    raise InvalidInputError("The table of sums", problems)


def _joined(groups: Sequence[NDArray[Any]], dtype: type[np.float32] | type[np.float64]) -> _Floats:
    columns: _Floats = np.empty((len(groups[0]), sum(group.shape[1] for group in groups)), dtype)
    first = 0
    for group in groups:
        columns[:, first : first + group.shape[1]] = group
        first += group.shape[1]
    return columns


def _tiled_product(columns: _Floats, counts: Counts) -> _Floats:
    n_units, n_columns = columns.shape
    n_replicates = len(counts)
    sums = np.zeros((n_columns, n_replicates), columns.dtype)
    floats = np.empty((n_replicates, min(n_units, _TILE_UNITS)), columns.dtype)
    for first in range(0, n_units, _TILE_UNITS):
        last = min(first + _TILE_UNITS, n_units)
        tile = floats[:, : last - first]
        tile[...] = counts[:, first:last]
        sums += columns[first:last].T @ tile.T
    return sums


def _refuse_large_sums() -> None:
    problem = Problem(
        where="a replicate",
        found="a sum of absolute values of 2**53 or more",
        expected="one below, so that sums are exact",
        hint="Use fewer bits in fixed_point.",
    )
    raise InvalidInputError("The table of sums", [problem])
