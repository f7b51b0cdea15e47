"""Bootstrap replicates of sums, and of ratios of sums, exact to the last bit.

A replicate's sum over all rows is its counts times the sums of each unit: one matrix product `counts @ sums`
for all models at once. All sums are whole numbers (see `fixed_point`) and checked to stay below the limit up
to which the product's number type is exact, so that neither BLAS, nor the block size, nor the number of
threads changes a bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.core.statistics.plan import CountsSource
from benchtoward.core.statistics.products import ExactProduct

BLOCK_REPLICATES: Final = 512
"""Replicates that are drawn and multiplied together."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SumsBlock:
    """The sums of some consecutive replicates."""

    start: int
    """Number of the first replicate."""
    stop: int
    """Number after the last replicate."""
    sums: NDArray[np.float64]
    """Whole numbers, shape (columns, stop - start)."""


def replicate_sums(
    sums: NDArray[Any], plan: CountsSource, *, block_size: int = BLOCK_REPLICATES
) -> NDArray[np.float64]:
    """The sum of each column in each replicate, shape (columns, plan.n_replicates), whole numbers.

    `sums` has shape (units, columns) and holds whole numbers of any numeric type: for each unit, what its
    rows add up to (`unit_sums`). Bits don't depend on `block_size`, threads, backend, or the order of
    columns.

    Raises `InvalidInputError` where the number of units is not the plan's, for values that are not whole
    numbers, and where a replicate's sum of absolute values could reach 2**53.
    """
    replicates = np.empty((_checked(sums, plan).shape[1], plan.n_replicates))
    for block in iter_replicate_sums(sums, plan, block_size=block_size):
        replicates[:, block.start : block.stop] = block.sums
    return replicates


def iter_replicate_sums(
    sums: NDArray[Any], plan: CountsSource, *, block_size: int = BLOCK_REPLICATES
) -> Iterator[SumsBlock]:
    """`replicate_sums` block by block, for metrics that turn many sums into one value at once."""
    for start, stop, (block,) in _iter_groups([_checked(sums, plan)], plan, block_size):
        yield SumsBlock(start=start, stop=stop, sums=block)


def replicate_ratios(
    numerators: NDArray[Any],
    denominators: NDArray[Any],
    plan: CountsSource,
    *,
    bits: int = 0,
    block_size: int = BLOCK_REPLICATES,
) -> NDArray[np.float64]:
    """Ratios of sums in each replicate, such as accuracy (hits / items), mean scores, word error rate.

    `numerators` has shape (units, models). `denominators` has shape (units,), shared by all models and then
    multiplied only once, or (units, models). Where numerators are in fixed point, `bits` scales them back.

    Returns shape (models, plan.n_replicates): sum of numerators / sum of denominators * 2**-bits, NaN
    (undefined) where the denominator is 0. Models with equal numerators and denominators get equal bits.

    Raises `InvalidInputError` as `replicate_sums` does.
    """
    columns = denominators[:, np.newaxis] if denominators.ndim == 1 else denominators
    groups = [_checked(numerators, plan), _checked(columns, plan)]
    ratios = np.empty((numerators.shape[1], plan.n_replicates))
    for start, stop, (above, below) in _iter_groups(groups, plan, block_size):
        below[below == 0] = np.nan
        np.divide(above, below, out=ratios[:, start:stop])
    if bits:
        ratios *= 2.0**-bits
    return ratios


def _iter_groups(
    groups: Sequence[NDArray[Any]], plan: CountsSource, block_size: int
) -> Iterator[tuple[int, int, Sequence[NDArray[np.float64]]]]:
    product = ExactProduct(groups)
    ends = np.cumsum([group.shape[1] for group in groups])[:-1]
    for start in range(0, plan.n_replicates, block_size):
        stop = min(start + block_size, plan.n_replicates)
        yield start, stop, np.split(product.of(plan.counts(start, stop)), ends)


def _checked(sums: NDArray[Any], plan: CountsSource) -> NDArray[Any]:
    if sums.ndim != 2 or sums.shape[0] != plan.n_units or sums.shape[1] == 0:
        found, expected = f"shape {sums.shape}", f"shape ({plan.n_units}, columns): one row for each unit"
        raise InvalidInputError("The table of sums", [Problem(where="sums", found=found, expected=expected)])
    return sums
