"""Structs in Thrift's compact protocol, read so strictly that every other reader sees the same in them.

Source: Apache Thrift, `doc/specs/thrift-compact-protocol.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT = 1, 2, 3, 4, 5, 6, 7, 8, 9, 12

_DEEPEST = 16
_LONGEST_VARINT = 10
_LARGEST_FIELD = 2**15 - 1


class I64Number(int):
    """A number of 64 bits: readers that look for one of 32 bits skip it."""


@dataclass(frozen=True, slots=True)
class ListOf:
    """A field that is a list, and of what."""

    kind: int
    fields: Fields | None = None
    """The fields of its elements, where they are structs with lists inside."""


Fields: TypeAlias = "Mapping[int, ListOf | Fields]"
"""The lists of a struct, and its structs that hold lists, by field number."""


class ThriftError(ValueError):
    """The bytes are no struct, or one that readers differ on."""


def read_struct(data: bytes, start: int, stop: int, fields: Fields | None = None) -> tuple[Mapping[int, Any], int]:
    """Return the struct at `start`, its values by field number, and the offset behind it.

    Numbers of 8 and 16 bits and doubles are skipped and come out as None. Raises `ThriftError` where the
    struct doesn't end before `stop`, is nested too deep, holds a field twice, a number too large for its
    type, or a list that `fields` doesn't name: readers trust what they expect in a list, not what it says
    of itself.
    """
    reader = _Reader(data=data, place=start, stop=stop)
    return reader.struct(fields or {}, 0), reader.place


@dataclass(slots=True, kw_only=True)
class _Reader:
    data: bytes
    place: int
    stop: int

    def struct(self, fields: Fields, depth: int) -> Mapping[int, Any]:
        if depth > _DEEPEST:
            raise ThriftError("nested too deep")
        values: dict[int, Any] = {}
        number = 0
        while (head := self._byte()) & 0x0F:
            number = number + (head >> 4) if head >> 4 else self._zigzag(16)
            if number in values or not 0 < number <= _LARGEST_FIELD:
                raise ThriftError("a field twice or out of range")
            kind = head & 0x0F
            # A boolean field keeps its value in its type.
            is_boolean = kind in (TRUE, FALSE)
            values[number] = kind == TRUE if is_boolean else self._value(kind, fields.get(number), depth + 1)
        return values

    def _value(self, kind: int, inner: ListOf | Fields | None, depth: int) -> Any:
        if kind == I32:
            return self._zigzag(32)
        if kind == I64:
            return I64Number(self._zigzag(64))
        if kind == BINARY:
            return self._take(self._varint())
        if kind == STRUCT:
            return self.struct(inner if isinstance(inner, Mapping) else {}, depth)
        if kind == LIST:
            return self._list(inner, depth)
        if kind == I16:
            self._zigzag(16)
        else:
            self._take(_fixed_bytes(kind))
        return None

    def _list(self, inner: ListOf | Fields | None, depth: int) -> list[Any]:
        head = self._byte()
        size = head >> 4 if head >> 4 != 15 else self._varint()
        # Every element takes a byte or more.
        if not isinstance(inner, ListOf) or inner.kind != head & 0x0F or size > self.stop - self.place:
            raise ThriftError("a list that is unknown, of another type or longer than its data")
        return [self._value(inner.kind, inner.fields, depth) for _ in range(size)]

    def _take(self, n_bytes: int) -> bytes:
        if n_bytes > self.stop - self.place:
            raise ThriftError("text longer than its data")
        self.place += n_bytes
        return self.data[self.place - n_bytes : self.place]

    def _zigzag(self, n_bits: int) -> int:
        value = self._varint()
        # Readers cut longer numbers off, each in its way.
        if value >> n_bits:
            raise ThriftError(f"a number longer than {n_bits} bits")
        return (value >> 1) ^ -(value & 1)

    def _varint(self) -> int:
        value = 0
        for position in range(_LONGEST_VARINT):
            byte = self._byte()
            value |= (byte & 0x7F) << (7 * position)
            if byte < 0x80:
                return value
        raise ThriftError("a number longer than 64 bits")

    def _byte(self) -> int:
        if self.place >= self.stop:
            raise ThriftError("end of the data")
        self.place += 1
        return self.data[self.place - 1]


def _fixed_bytes(kind: int) -> int:
    if kind not in (BYTE, DOUBLE):
        raise ThriftError(f"the unknown type {kind}")
    return 8 if kind == DOUBLE else 1
