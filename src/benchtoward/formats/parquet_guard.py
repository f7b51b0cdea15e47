"""What a Parquet file would cost to read, found before any other code looks at it.

A few bytes can claim a billion values, sizes in the footer can lie, and a footer that contradicts its
schema ends pyarrow 26 with the whole process. So the footer and the header of every page are read here
first (Thrift's compact protocol; parquet-format 2.11, `parquet.thrift`), and what the pages say they hold
is added up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchtoward.formats.thrift_compact import (
    BINARY,
    I32,
    I64,
    STRUCT,
    Fields,
    I64Number,
    ListOf,
    ThriftError,
    read_struct,
)

# Not DELTA_BYTE_ARRAY (7): every value repeats the one before and may grow it.
_PLAIN, _PLAIN_DICTIONARY, _RLE, _DELTA_BINARY, _DELTA_LENGTH, _RLE_DICTIONARY, _SPLIT = 0, 2, 3, 5, 6, 8, 9
_ENCODINGS = {_PLAIN, _PLAIN_DICTIONARY, _RLE, _DELTA_BINARY, _DELTA_LENGTH, _RLE_DICTIONARY, _SPLIT}

_PAGE_TYPE, _UNCOMPRESSED, _COMPRESSED = 1, 2, 3
_DATA_PAGE, _DICTIONARY_PAGE, _DATA_PAGE_V2 = 0, 2, 3
_HEADER_OF = {_DATA_PAGE: 5, _DICTIONARY_PAGE: 7, _DATA_PAGE_V2: 8}
_N_VALUES = 1
_ENCODING_OF = {_DATA_PAGE: 2, _DICTIONARY_PAGE: 2, _DATA_PAGE_V2: 4}

_SIZE_STATISTICS: Fields = {2: ListOf(I64), 3: ListOf(I64)}
_COLUMN_METADATA: Fields = {
    2: ListOf(I32),
    3: ListOf(BINARY),
    8: ListOf(STRUCT),
    13: ListOf(STRUCT),
    16: _SIZE_STATISTICS,
    17: {2: ListOf(I32)},
}
_ROW_GROUP: Fields = {1: ListOf(STRUCT, {3: _COLUMN_METADATA}), 4: ListOf(STRUCT)}
_FOOTER: Fields = {2: ListOf(STRUCT), 4: ListOf(STRUCT, _ROW_GROUP), 5: ListOf(STRUCT), 7: ListOf(STRUCT)}
_END = b"PAR1"


@dataclass(frozen=True, slots=True, kw_only=True)
class ParquetLimits:
    """The most that a Parquet file may hold."""

    max_rows: int = 1_000_000
    """Rows."""
    max_columns: int = 64
    """Columns, counting each field of a nested one."""
    max_footer_bytes: int = 1 << 20
    """Bytes of the footer, which grows with the row groups."""
    max_values: int = 32_000_000
    """Values of all columns, counting each element of a list."""
    max_list: int = 1_024
    """Elements of one list."""
    max_bytes: int = 1 << 29
    """Bytes of all pages once they are decompressed."""
    max_ratio: int = 1_000
    """How many times larger the decompressed pages of a file may be, where that is more than a mebibyte."""
    max_text_bytes: int = 1 << 20
    """Bytes of one text."""
    max_total_text_bytes: int = 1 << 29
    """Bytes of all texts."""


class ParquetRefusedError(ValueError):
    """The file would cost too much, or its parts contradict each other; says what was found and expected."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(f"{found}; expected {expected}")
        self.found = found
        self.expected = expected


@dataclass(slots=True)
class ParquetCost:
    """What a file's footer and pages say they hold."""

    n_rows: int = 0
    n_values: int = 0
    n_bytes: int = 0
    with_dictionary: set[str] = field(default_factory=set)
    """Columns with values that are written once and pointed at."""
    with_lengths: set[str] = field(default_factory=set)
    """Columns with texts behind a list of their lengths."""


def check_cost(data: bytes, limits: ParquetLimits) -> ParquetCost:
    """Return what the file `data` holds.

    Once this returns, decoding a column makes at most as many values and bytes as the limits say. Raises
    `ParquetRefusedError` for a file that holds more, or whose parts contradict each other.
    """
    footer = _footer(data, limits)
    _at_most(len(_part(footer, 2, list)) - 1, limits.max_columns, "columns")
    _at_most(_number(footer, 3), limits.max_rows, "rows")
    cost = ParquetCost()
    for group in _part(footer, 4, list):
        cost.n_rows += _number(group, 3)
        columns = _part(group, 1, list)
        _at_most(len(columns), limits.max_columns, "columns")
        for column in columns:
            _add_chunk(cost, data, column, limits)
    if cost.n_rows != _number(footer, 3):
        raise ParquetRefusedError(f"{_number(footer, 3)} rows, {cost.n_rows} by the row groups", "equal numbers")
    if cost.n_bytes > max(1 << 20, limits.max_ratio * len(data)):
        found = f"{cost.n_bytes} bytes out of {len(data)}"
        raise ParquetRefusedError(found, f"a compression ratio of at most {limits.max_ratio}")
    return cost


def _footer(data: bytes, limits: ParquetLimits) -> Mapping[int, Any]:
    n_bytes = int.from_bytes(data[-8:-4], "little")
    if len(data) < 12 or not data.startswith(_END) or not data.endswith(_END):
        raise ParquetRefusedError("a damaged file (no Parquet)", "Parquet")
    _at_most(n_bytes, min(limits.max_footer_bytes, len(data) - 12), "bytes of the footer")
    stop = len(data) - 8
    footer, end = _struct(data, stop - n_bytes, stop, _FOOTER)
    if end != stop:
        raise ParquetRefusedError("a damaged file (bytes behind its footer)", "Parquet")
    return footer


def _add_chunk(cost: ParquetCost, data: bytes, column: Mapping[int, Any], limits: ParquetLimits) -> None:
    """Add one column of one row group."""
    if set(column) - {2, 3, 4, 5, 6, 7}:
        raise ParquetRefusedError("a column in another file, or an encrypted one", "plain columns")
    chunk = _part(column, 3, dict)
    name = b".".join(_part(chunk, 3, list)).decode("utf-8", "replace")
    n_values = 0
    for kind, header, encoding, n_page_values in _pages(data, chunk):
        cost.n_bytes += header[_UNCOMPRESSED]
        _at_most(cost.n_bytes, limits.max_bytes, "decompressed bytes")
        if kind == _DICTIONARY_PAGE:
            _at_most(n_page_values, header[_UNCOMPRESSED], "values in a dictionary for its bytes")
            cost.with_dictionary.add(name)
        else:
            n_values += n_page_values
        if encoding == _DELTA_LENGTH:
            cost.with_lengths.add(name)
    if n_values != _number(chunk, 5):
        found = f"{_number(chunk, 5)} values of {name[:60]}, {n_values} by its pages"
        raise ParquetRefusedError(found, "equal numbers")
    cost.n_values += n_values
    _at_most(cost.n_values, limits.max_values, "values")


def _pages(data: bytes, chunk: Mapping[int, Any]) -> Iterator[tuple[int, Mapping[int, Any], int, int]]:
    """The kind, header, encoding and number of values of each page; without values no page is read."""
    if _number(chunk, 5) == 0:
        return
    start = _number(chunk, 9)
    if chunk.get(11) is not None and _number(chunk, 11) > 0:
        start = min(start, _number(chunk, 11))
    stop = start + _number(chunk, 7)
    if not 0 <= start <= stop <= len(data):
        raise ParquetRefusedError("pages outside the file", "pages inside it")
    while start < stop:
        header, start = _struct(data, start, stop, {})
        kind = _size(header, _PAGE_TYPE)
        inner = _part(header, _HEADER_OF.get(kind, -1), dict)
        encoding, n_values = _size(inner, _ENCODING_OF[kind]), _size(inner, _N_VALUES)
        _size(header, _UNCOMPRESSED)
        if encoding not in _ENCODINGS:
            raise ParquetRefusedError(f"a page in encoding {encoding}", "plain, dictionary or delta-length pages")
        yield kind, header, encoding, n_values
        start += _size(header, _COMPRESSED)
    if start != stop:
        raise ParquetRefusedError("a page that ends behind its column", "pages that fill their column")


def _struct(data: bytes, start: int, stop: int, fields: Fields) -> tuple[Mapping[int, Any], int]:
    try:
        return read_struct(data, start, stop, fields)
    except ThriftError as fault:
        raise ParquetRefusedError(f"a damaged file ({fault})", "Parquet") from None


def _part(struct: Any, number: int, kind: type) -> Any:
    """A list or struct inside a struct."""
    value = struct.get(number)
    if not isinstance(value, kind):
        raise ParquetRefusedError("a damaged file (parts are missing)", "Parquet")
    return value


def _number(struct: Mapping[int, Any], number: int) -> int:
    """A number of 64 bits inside a struct."""
    value = struct.get(number)
    if not isinstance(value, I64Number) or value < 0:
        raise ParquetRefusedError("a damaged file (numbers of its footer are missing)", "Parquet")
    return int(value)


def _size(struct: Mapping[int, Any], number: int) -> int:
    """A number of 32 bits inside the header of a page."""
    value = struct.get(number)
    if type(value) is not int or value < 0:
        raise ParquetRefusedError("a damaged file (sizes of a page are missing)", "Parquet")
    return value


def _at_most(n: int, most: int, what: str) -> None:
    if not 0 <= n <= most:
        raise ParquetRefusedError(f"{n} {what}", f"at most {most}")
