"""Real-valued scores as whole numbers, so that their sums are exact in whatever order they are added.

Floating-point sums of real scores differ in the last bits with the order of rows, the number of threads and
the column a model stands in; two identical models would then not tie. Sums of whole numbers below 2**53 are
exact.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.core.statistics.units import Units

EXACT_LIMIT: Final = 2**53
"""Whole numbers below this, and so their sums, are exact in float64."""


def fixed_point(values: ArrayLike, bits: int) -> NDArray[np.int64]:
    """Each value times 2**`bits`, rounded to the nearest whole number (half to even); same shape as `values`.

    `bits` is chosen once for a metric so that its sums over all rows stay below 2**53: 30 for scores in [0,
    1] and up to eight million rows. A score is then off by at most 2**-(bits + 1), for 30 bits 5e-10.

    Raises `InvalidInputError` for NaN, infinities, and values whose product reaches 2**53.
    """
    scaled = np.rint(np.asarray(values, np.float64) * 2.0**bits)
    bad = np.argwhere(~(np.abs(scaled) < EXACT_LIMIT))
    if len(bad):
        raise InvalidInputError(
            "The table of scores", (_bad_value(values, tuple(index), bits) for index in bad.tolist())
        )
    return scaled.astype(np.int64)


def unit_sums(values: ArrayLike, units: Units) -> NDArray[np.float64]:
    """Sums of whole numbers over the rows of each unit: what the bootstrap of a sum or a ratio needs.

    `values` has shape (rows,) or (rows, columns), such as hits, errors, words, or scores in fixed point; the
    answer has shape (units,) or (units, columns) and is exact.

    Raises `InvalidInputError` where the number of rows differs from that of `units`, for values that are not
    whole numbers, and where sums could reach 2**53.
    """
    table = np.asarray(values)
    if table.shape[:1] != (units.n_rows,):
        found, expected = f"shape {table.shape}", f"{units.n_rows} rows, as many as there are unit ids"
        raise InvalidInputError("The table of values", [Problem(where="values", found=found, expected=expected)])
    codes = units.codes.astype(np.intp)
    if table.ndim == 1:
        return _column_sums(table, codes, units.n_units)
    return np.stack([_column_sums(column, codes, units.n_units) for column in table.T], axis=1)


def _column_sums(column: NDArray[Any], codes: NDArray[np.intp], n_units: int) -> NDArray[np.float64]:
    weights = column.astype(np.float64)
    if column.dtype.kind not in "bui":
        _check_whole(column)
    if max(weights.max(), -weights.min()) * len(weights) >= EXACT_LIMIT:
        found, expected = "sums that could reach 2**53", "smaller ones, which are exact"
        hint = "Use fewer bits in fixed_point."
        problem = Problem(where="values", found=found, expected=expected, hint=hint)
        raise InvalidInputError("The table of values", [problem])
    # Weights make the answer floats, which NumPy's types don't say.
    return np.bincount(codes, weights, n_units).astype(np.float64, copy=False)


def _check_whole(column: NDArray[Any]) -> None:
    bad = np.flatnonzero(~(np.rint(column) == column) | np.isinf(column))
    if len(bad):
        problems = [
            Problem(
                where=f"row {row + 1}",
                found=str(column[row]),
                expected="a whole number",
                hint="Turn real scores into whole numbers with fixed_point.",
            )
            for row in bad
        ]
        raise InvalidInputError("The table of values", problems)


def _bad_value(values: ArrayLike, index: tuple[int, ...], bits: int) -> Problem:
    where = f"place {index[0] if len(index) == 1 else index}"
    return Problem(
        where=where,
        found=str(np.asarray(values)[index]),
        expected=f"a finite number below 2**{53 - bits} in size",
    )
