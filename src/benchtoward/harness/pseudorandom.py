"""Numbers that look random and are the same on every machine: SplitMix64, in plain Python.

Source: Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators",
doi:10.1145/2660193.2660195.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from benchtoward.core.canonical import Json, canonical_json

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


@dataclass(slots=True)
class SplitMix64:
    """A stream of numbers that its state settles."""

    state: int
    """The state, from 0 to 2^64 - 1; larger ones wrap around."""

    @classmethod
    def keyed(cls, seed: int, key: Json) -> SplitMix64:
        """Return the stream that belongs to a seed and a value, whatever stands around the value."""
        digest = hashlib.sha256(canonical_json([seed, key])).digest()
        return cls(int.from_bytes(digest[:8], "big"))

    def next_bits(self) -> int:
        """Return the next 64 bits as a whole number."""
        self.state = (self.state + _GAMMA) & _MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def uniform(self) -> float:
        """Return a number from 0 up to but not including 1, in steps of 2^-53."""
        return (self.next_bits() >> 11) * 2.0**-53

    def below(self, n: int) -> int:
        """Return a whole number from 0 to `n` - 1 (multiply and shift: uneven by less than `n` / 2^64)."""
        return (self.next_bits() * n) >> 64
