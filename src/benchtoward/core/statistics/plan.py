"""The resampling plan: which units each bootstrap replicate draws, fixed by the specification alone.

One plan belongs to one benchmark version and is shared by all its models, so that every comparison is paired,
and any machine, in any language, gets the same replicates bit for bit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.core.statistics.backends import Backend, fitting_backend
from benchtoward.core.statistics.draws import MAX_UNITS, Counts, is_compiled, numba_counts, numpy_counts

MAX_REPLICATES = 2**32 - 1
"""Replicate numbers have 32 bits in the generator's state."""


class CountsSource(Protocol):
    """Anything that says how often each unit stands in each replicate."""

    @property
    def n_units(self) -> int:
        """Number of resampled units, C."""

    @property
    def n_replicates(self) -> int:
        """Number of bootstrap replicates, B."""

    def counts(self, start: int, stop: int) -> Counts:
        """Counts of replicates `start` to `stop` (excluded), shape (stop - start, n_units)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResamplingPlan:
    """Replicates drawn by a counter-based generator: C draws with replacement out of C units.

    Replicate `b` depends on `key`, `n_units` and `b` alone: a block of replicates equals the same rows of a
    larger one, and the first 1,999 replicates of a plan of 9,999 are the plan of 1,999. The module `draws`
    defines the generator.

    Source: Field and Welsh 2007, "Bootstrapping clustered data", doi:10.1111/j.1467-9868.2007.00593.x
    (cluster bootstrap); Efron 1979, "Bootstrap methods", doi:10.1214/aos/1176344552.
    """

    scheme: ClassVar[str] = "bootstrap-v1"
    """Names the definition of the draws; a new definition gets a new name."""

    key: int
    """Start of the generator's state, 0 to 2**64 - 1."""
    n_units: int
    """Number of resampled units, C: 1 to 2**32 - 1. They are numbered as `Units` numbers them."""
    n_replicates: int
    """Number of replicates, B: 1 to 2**32 - 1."""

    def __post_init__(self) -> None:
        limits = (
            ("key", self.key, 0, 2**64 - 1),
            ("n_units", self.n_units, 1, MAX_UNITS),
            ("n_replicates", self.n_replicates, 1, MAX_REPLICATES),
        )
        problems = [
            Problem(where=where, found=str(value), expected=f"a whole number from {low} to {high}")
            for where, value, low, high in limits
            if not low <= value <= high
        ]
        if problems:
            raise InvalidInputError("The resampling plan", problems)

    @classmethod
    def for_units(cls, *, spec_hash: str, unit_columns: Sequence[str], n_units: int, n_replicates: int) -> Self:
        """The plan of a benchmark version: its key comes from the spec hash and the columns that name a unit.

        The key is the first eight bytes, little-endian, of the SHA-256 of the UTF-8 text
        `bootstrap-v1|<spec hash>|<unit columns joined by a comma>`.
        """
        text = f"{cls.scheme}|{spec_hash}|{','.join(_checked_columns(unit_columns))}"
        key = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
        return cls(key=key, n_units=n_units, n_replicates=n_replicates)

    def counts(self, start: int, stop: int, *, backend: Backend | None = None) -> Counts:
        """How often each unit stands in replicates `start` to `stop` (excluded).

        Shape (stop - start, n_units); each row sums to `n_units`. The type is uint8, or uint16 where a count
        of the block exceeds 255. Both backends give the same bits; without a choice the quicker one is taken.

        Raises `InvalidInputError` where the block does not lie within the plan.
        """
        _check_block(start, stop, self.n_replicates)
        chosen = backend or fitting_backend(self.n_units * self.n_replicates, is_compiled=is_compiled())
        draw = numba_counts if chosen is Backend.NUMBA else numpy_counts
        return draw(self.key, self.n_units, start, stop)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplicitCounts:
    """Counts that were drawn elsewhere, to recompute what others published; or a plan's counts, kept."""

    matrix: Counts
    """How often each unit stands in each replicate, shape (n_replicates, n_units)."""

    def __post_init__(self) -> None:
        if self.matrix.ndim != 2 or self.matrix.dtype.kind != "u" or self.matrix.size == 0:
            found = f"{self.matrix.dtype} of shape {self.matrix.shape}"
            expected = "unsigned integers of shape (replicates, units), neither of them 0"
            raise InvalidInputError("The matrix of counts", [Problem(where="matrix", found=found, expected=expected)])

    @classmethod
    def from_indices(cls, indices: NDArray[np.integer], *, n_units: int) -> Self:
        """Counts of drawn unit numbers, each from 0 to `n_units` - 1, shape (replicates, draws)."""
        if indices.size == 0 or indices.min() < 0 or indices.max() >= n_units:
            expected = f"at least one unit number, all from 0 to {n_units - 1}"
            raise InvalidInputError(
                "The matrix of drawn units",
                [Problem(where="indices", found="others or none", expected=expected)],
            )
        matrix = np.array([np.bincount(row, minlength=n_units) for row in indices])
        return cls(matrix=matrix.astype(np.uint8) if matrix.max() < 256 else matrix.astype(np.uint16))

    @property
    def n_units(self) -> int:
        """Number of units, C."""
        return int(self.matrix.shape[1])

    @property
    def n_replicates(self) -> int:
        """Number of replicates, B."""
        return int(self.matrix.shape[0])

    def counts(self, start: int, stop: int) -> Counts:
        """Counts of replicates `start` to `stop` (excluded), shape (stop - start, n_units)."""
        _check_block(start, stop, self.n_replicates)
        return self.matrix[start:stop]


def _checked_columns(unit_columns: Sequence[str]) -> Sequence[str]:
    problems = [
        Problem(where="unit columns", found=repr(column), expected="a name without `,` and `|`")
        for column in unit_columns
        if not column or "," in column or "|" in column
    ]
    if not unit_columns:
        problems = [Problem(where="unit columns", found="none", expected="at least one column that names a unit")]
    if problems:
        raise InvalidInputError("The resampling plan", problems)
    return unit_columns


def _check_block(start: int, stop: int, n_replicates: int) -> None:
    if not 0 <= start <= stop <= n_replicates:
        found = f"replicates {start} to {stop}"
        expected = f"a block within 0 to {n_replicates}"
        raise InvalidInputError(
            "The block of replicates", [Problem(where="start, stop", found=found, expected=expected)]
        )
