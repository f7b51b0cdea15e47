"""Counts of a plan in the layout of the score walks: 128 replicates side by side for each unit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.statistics import CountsSource

LANES: Final = 128
"""Replicates of a block: two cache lines of one-byte counts."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CountBlock:
    """The counts of up to 128 consecutive replicates."""

    start: int
    """Number of the first replicate."""
    n_replicates: int
    """Replicates of the block; further lanes hold zeros."""
    lanes: NDArray[np.uint8] | NDArray[np.uint16]
    """How often each unit was drawn, shape (units, lanes), contiguous; 128 lanes for a plan's counts."""
    largest: int
    """The largest count."""

    @property
    def stop(self) -> int:
        """Number after the last replicate."""
        return self.start + self.n_replicates

    def totals(self, columns: NDArray[np.float64]) -> NDArray[np.int64]:
        """Sums over the drawn units of whole numbers, shape (columns, lanes), of `columns` (units, columns).

        Exact while they stay below 2**53, which the walks' own limit on rows makes sure of.
        """
        return (columns.T @ self.lanes.astype(np.float64)).astype(np.int64)


def count_blocks(plan: CountsSource) -> Iterator[CountBlock]:
    """The counts of all replicates, block by block."""
    for start in range(0, plan.n_replicates, LANES):
        counts = plan.counts(start, min(start + LANES, plan.n_replicates))
        lanes = np.zeros((plan.n_units, LANES), counts.dtype)
        lanes[:, : len(counts)] = counts.T
        yield CountBlock(start=start, n_replicates=len(counts), lanes=lanes, largest=int(counts.max()))


def every_unit_once(n_units: int) -> CountBlock:
    """The block whose only lane draws each unit once: the rows as they are."""
    return CountBlock(start=0, n_replicates=1, lanes=np.ones((n_units, 1), np.uint8), largest=1)
