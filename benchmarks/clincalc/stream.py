"""A stream of random draws that is the same on every machine and Python version.

SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators",
doi:10.1145/2660193.2660195), integers only.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TypeVar

Element = TypeVar("Element")

_MASK = 2**64 - 1
_GOLDEN_GAMMA = 0x9E3779B97F4A7C15


class Stream:
    """Draws in a fixed order from one key; children have keys of their own and don't move their parent."""

    def __init__(self, key: int) -> None:
        self._key = key & _MASK
        self._state = self._key

    def child(self, *labels: str | int) -> Stream:
        """Return the stream that these labels name, whatever has been drawn here."""
        key = self._key
        for label in labels:
            key = _mixed(key ^ _fnv1a(str(label)))
        return Stream(key)

    def word(self) -> int:
        """Return the next 64 bits."""
        self._state = (self._state + _GOLDEN_GAMMA) & _MASK
        return _mixed(self._state)

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1, each as likely as the others."""
        unbiased = (2**64 // n) * n
        while (word := self.word()) >= unbiased:
            pass
        return word % n

    def integer(self, low: int, high: int) -> Decimal:
        """Return a whole number from `low` to `high`, both included."""
        return Decimal(low + self.below(high - low + 1))

    def integer_outside(self, low: int, high: int, gap_low: int, gap_high: int) -> Decimal:
        """Return a whole number from `low` to `high`, none from `gap_low` to `gap_high`."""
        n_below, n_above = gap_low - low, high - gap_high
        position = self.below(n_below + n_above)
        return Decimal(low + position if position < n_below else gap_high + 1 + position - n_below)

    def decimal(self, low: str, high: str, step: str) -> Decimal:
        """Return low, low + step, … up to `high`, each as likely as the others."""
        first, width = Decimal(low), Decimal(step)
        n_steps = int((Decimal(high) - first) / width)
        return first + width * self.below(n_steps + 1)

    def middling(self, low: str, high: str, step: str) -> Decimal:
        """Return a value on the grid from `low` to `high`, the middle more likely than the ends."""
        first, width = Decimal(low), Decimal(step)
        n_steps = int((Decimal(high) - first) / width)
        half = n_steps // 2
        return first + width * (self.below(half + 1) + self.below(n_steps - half + 1))

    def chance(self, percent: int) -> bool:
        """Return True in `percent` of 100 draws."""
        return self.below(100) < percent

    def choice(self, elements: Sequence[Element]) -> Element:
        """Return one of the elements."""
        return elements[self.below(len(elements))]

    def shuffled(self, elements: Sequence[Element]) -> list[Element]:
        """Return the elements in random order (Fisher and Yates)."""
        order = list(elements)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def _mixed(value: int) -> int:
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)


def _fnv1a(text: str) -> int:
    """FNV-1a, 64 bits (Fowler, Noll and Vo; RFC 9923)."""
    value = 0xCBF29CE484222325
    for byte in text.encode("utf-8"):
        value = ((value ^ byte) * 0x100000001B3) & _MASK
    return value
