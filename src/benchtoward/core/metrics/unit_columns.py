"""What the rows of each unit add up to: the whole numbers that bootstrap replicates of sums are made from."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

_NARROW_TYPES: Final = (np.uint8, np.int16, np.int32)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Limb:
    """Whole numbers that stand for multiples of a power of two."""

    sums: Floats
    """Whole numbers, shape (units,)."""
    bits: int
    """The numbers meant are `sums` * 2**-bits."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class UnitColumn:
    """One sum for each unit: a whole number, or a real one cut into limbs that are whole numbers.

    Sums of limbs are exact; only adding a replicate's limbs together rounds, once. So a replicate's sum does
    not depend on the order of rows and units, and equal models tie to the last bit.
    """

    limbs: tuple[Limb, ...]
    """Their sum is the column; the coarsest comes first."""

    @classmethod
    def whole(cls, sums: Floats) -> Self:
        """A column of whole numbers, shape (units,)."""
        return cls(limbs=(Limb(sums=sums, bits=0),))

    def real(self) -> Floats:
        """The sums themselves, shape (units,)."""
        return _added([np.ldexp(limb.sums, -limb.bits) for limb in self.limbs])

    def total(self) -> float:
        """The sum over all units, rounded as that of a replicate is."""
        return float(_added([np.ldexp(limb.sums.sum(keepdims=True), -limb.bits) for limb in self.limbs]).item())


class UnitTable:
    """The columns of several models as one matrix; limbs that all models share are kept once."""

    def __init__(self) -> None:
        self.n_models = 0
        self._first: Sequence[Limb] = ()
        self._sums: list[list[NDArray[Any]]] = []
        self._bits: list[list[int]] = []
        self._n_limbs: Sequence[int] = ()

    def add(self, columns: Sequence[UnitColumn]) -> None:
        """Add one more model's columns, as many as the other models have and in the same order."""
        limbs = [limb for column in columns for limb in column.limbs]
        if not self.n_models:
            self._first = limbs
            self._n_limbs = [len(column.limbs) for column in columns]
            self._sums = [[_narrow(limb.sums)] for limb in limbs]
            self._bits = [[limb.bits] for limb in limbs]
        else:
            for place, limb in enumerate(limbs):
                self._add_limb(place, limb)
        self.n_models += 1

    def matrix(self) -> NDArray[Any]:
        """All limbs, shape (units, limbs): those of the first column for all models, of the second, and so
        on."""
        return np.stack([sums for models in self._sums for sums in models], axis=1)

    def columns_of(self, sums: Floats) -> Sequence[Floats]:
        """From replicates' sums of `matrix`, shape (limbs, replicates), the sums of each column.

        Each has shape (models, replicates), or (1, replicates) where all models share it.
        """
        ends = np.cumsum([len(models) for models in self._sums])[:-1]
        limbs = [
            np.ldexp(part, -np.array(bits)[:, np.newaxis]) if any(bits) else part
            for part, bits in zip(np.split(sums, ends), self._bits, strict=True)
        ]
        firsts = np.cumsum([0, *self._n_limbs])
        return [_added(limbs[first:last]) for first, last in itertools.pairwise(firsts)]

    def _add_limb(self, place: int, limb: Limb) -> None:
        first, models, bits = self._first[place], self._sums[place], self._bits[place]
        if len(models) == 1 and limb.bits == first.bits and np.array_equal(limb.sums, first.sums):
            return
        if len(models) == 1:
            models *= self.n_models
            bits *= self.n_models
        models.append(_narrow(limb.sums))
        bits.append(limb.bits)


def _added(limbs: Sequence[Floats]) -> Floats:
    """The sum of limbs, the finest first; two limbs round once."""
    total = limbs[-1]
    for limb in limbs[-2::-1]:
        total = total + limb
    return total


def _narrow(sums: Floats) -> NDArray[Any]:
    """The same whole numbers in the narrowest type that holds them."""
    low, high = sums.min(), sums.max()
    for dtype in _NARROW_TYPES:
        if np.iinfo(dtype).min <= low and high <= np.iinfo(dtype).max:
            return sums.astype(dtype)
    return sums
