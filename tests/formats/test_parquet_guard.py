from __future__ import annotations

import io
from contextlib import suppress
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchtoward.formats.parquet_guard import ParquetLimits, ParquetRefusedError
from benchtoward.formats.parquet_rows import open_parquet
from benchtoward.formats.thrift_compact import I32, STRUCT, I64Number, ListOf, ThriftError, read_struct

TABLE = pa.table(
    {
        "text": pa.array(["item", None, "정답"] * 400),
        "large": pa.array(["a", "b", None] * 400, pa.large_string()),
        "number": pa.array([1.5, float("nan"), None] * 400),
        "count": pa.array(range(1_200), pa.int32()),
        "flag": pa.array([True, False, None] * 400),
        "list": pa.array([[0.5, 0.5], [], None] * 400),
        "category": pa.array(["x", None, "y"] * 400).dictionary_encode(),
    }
)


def parquet(table: pa.Table = TABLE, **options: Any) -> bytes:
    sink = io.BytesIO()
    pq.write_table(table, sink, **options)
    return sink.getvalue()


def refused(data: bytes, **limits: int) -> str:
    with pytest.raises(ParquetRefusedError) as caught:
        list(open_parquet(data, ParquetLimits(**limits)))
    return str(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"compression": "zstd"},
        {"compression": "gzip"},
        {"compression": "none"},
        {"compression": "brotli"},
        {"data_page_version": "2.0"},
        {"use_dictionary": False},
        {
            "use_dictionary": False,
            "column_encoding": {"text": "DELTA_LENGTH_BYTE_ARRAY", "count": "DELTA_BINARY_PACKED"},
        },
        {"row_group_size": 7},
        {"data_page_size": 64},
        {"write_page_checksum": True, "write_page_index": True},
        {"store_schema": False},
    ],
)
def test_what_arrow_writes_is_read_as_it_was(options: dict[str, Any]) -> None:
    rows = open_parquet(parquet(**options), ParquetLimits())
    assert rows.n_rows == 1_200
    assert str(list(rows)) == str(TABLE.to_pylist())


def test_empty_tables_and_columns_are_read() -> None:
    for table in (TABLE.slice(0, 0), pa.table({"a": pa.nulls(3), "b": pa.array([None] * 3, pa.string())})):
        for options in ({}, {"use_dictionary": False}, {"data_page_version": "2.0"}):
            assert list(open_parquet(parquet(table, **options), ParquetLimits())) == table.to_pylist()


def test_pages_that_repeat_and_grow_their_texts_are_refused() -> None:
    options = {"use_dictionary": False, "column_encoding": {"text": "DELTA_BYTE_ARRAY"}}
    assert "a page in encoding 7" in refused(parquet(TABLE.select(["text"]), **options))


@pytest.mark.parametrize(
    ("column", "name"),
    [
        (pa.array([b"x"]), "binary"),
        (pa.array([["a"]]), "list"),
        (pa.array([{"a": 1}]), "struct"),
        (pa.array([[[0.5]]]), "list"),
        (pa.array([1], pa.timestamp("us")), "timestamp"),
        (pa.array([[("a", 1)]], pa.map_(pa.string(), pa.int64())), "map"),
    ],
)
def test_types_that_can_grow_are_refused(column: pa.Array, name: str) -> None:
    assert f"of type {name}" in refused(parquet(pa.table({"a": column})))


def test_a_row_with_a_list_of_millions_is_refused_in_little_memory() -> None:
    lists = pa.ListArray.from_arrays([0, 20_000_000], pa.array(np.zeros(20_000_000)))
    data = parquet(pa.table({"a": lists}), compression="zstd")
    assert len(data) < 100_000
    assert refused(data) == "a list of 20000000; expected at most 1024 elements"
    assert "values; expected at most 1000000" in refused(data, max_values=1_000_000)


def varint(number: int) -> bytes:
    parts = bytearray()
    while number >= 0x80:
        parts.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*parts, number])


def test_a_page_that_claims_more_values_than_its_column_is_refused() -> None:
    data = parquet(pa.table({"a": pa.array([0.5] * 100)}), compression="none", use_dictionary=False)
    # The page header: field 5, the data page header; in it field 1, 100 values as a zigzag number.
    place = data.index(b"\x2c\x15" + varint(200))
    lying = data[: place + 2] + varint(200 + 2**13)[:2] + data[place + 4 :]
    assert len(lying) == len(data)
    assert "values of a, " in refused(lying)


def test_footers_that_contradict_themselves_are_refused() -> None:
    data = bytearray(parquet(pa.table({"a": ["x"] * 77}), compression="none", store_schema=False))
    footer = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    places = [place for place in range(footer, len(data) - 8) if data[place : place + 2] == varint(154)]
    # The rows of the file and of its row group, and the values of the column.
    assert len(places) >= 3
    n_refused = 0
    for place in places:
        changed = bytearray(data)
        changed[place : place + 2] = varint(156)
        try:
            assert len(list(open_parquet(bytes(changed), ParquetLimits()))) == 77
        except ParquetRefusedError:
            n_refused += 1
    assert n_refused >= 3


def test_a_footer_that_would_end_the_process_gives_an_error_or_rows() -> None:
    """One changed bit in the size statistics makes pyarrow 26 abort in its own accessors of metadata."""
    data = parquet(TABLE, compression="none", store_schema=False)
    for place in range(len(data) - 8 - int.from_bytes(data[-8:-4], "little"), len(data) - 8):
        changed = bytearray(data)
        changed[place] ^= 1
        with suppress(ParquetRefusedError):
            list(open_parquet(bytes(changed), ParquetLimits()))


@given(flips=st.lists(st.tuples(st.integers(0, 1 << 20), st.integers(1, 255)), min_size=1, max_size=4))
@settings(max_examples=150, deadline=None)
def test_damaged_files_give_rows_or_one_error(flips: list[tuple[int, int]]) -> None:
    data = bytearray(_SMALL)
    for place, bits in flips:
        data[place % len(data)] ^= bits
    try:
        n_rows = len(list(open_parquet(bytes(data), ParquetLimits(max_rows=10_000))))
    except ParquetRefusedError:
        return
    assert n_rows <= 10_000


_SMALL = parquet(TABLE.slice(0, 60), compression="none", store_schema=False)


@pytest.mark.parametrize(
    ("data", "read"),
    [
        (b"\x15\x02\x00", {1: 1}),
        (b"\x15\x01\x15\x04\x00", {1: -1, 2: 2}),
        (b"\x05\x14\x06\x00", {10: 3}),
        (b"\x11\x12\x18\x03abc\x00", {1: True, 2: False, 3: b"abc"}),
        (b"\x1c\x15\x02\x00\x00", {1: {1: 1}}),
        (b"\x19\x25\x02\x04\x00", {1: [1, 2]}),
        (b"\x17\0\0\0\0\0\0\0\0\x16\x02\x14\x02\x13\x07\x00", {1: None, 2: 1, 3: None, 4: None}),
    ],
)
def test_thrift_structs_are_read_by_field(data: bytes, read: dict[int, Any]) -> None:
    lists = {1: ListOf(I32)} if data[0] == 0x19 else None
    assert read_struct(data + b"rest", 0, len(data), lists) == (read, len(data))


def test_numbers_of_64_bits_are_told_apart() -> None:
    values, _ = read_struct(b"\x15\x02\x16\x02\x00", 0, 5)
    assert [type(value) for value in values.values()] == [int, I64Number]


def test_a_list_is_read_only_where_one_of_its_type_is_expected() -> None:
    data = b"\x19\x25\x02\x04\x00"
    for lists in ({}, {2: ListOf(I32)}, {1: ListOf(STRUCT)}, {1: {1: ListOf(I32)}}):
        with pytest.raises(ThriftError, match="a list that is unknown"):
            read_struct(data, 0, len(data), lists)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x15",
        b"\x15\x02",
        b"\x15" + b"\xff" * 11,
        b"\x15" + varint(2**33) + b"\x00",
        b"\x18\x7fabc\x00",
        b"\x19\xf5" + varint(2**31) + b"\x00",
        b"\x1c" * 40,
        b"\x1e\x00",
        b"\x15\x02\x05\x02\x04\x00",
        b"\x05" + varint(2**16) + b"\x02\x00",
        b"\x1b\x00\x00",
    ],
    ids=[
        "nothing",
        "no value",
        "no end",
        "long",
        "wide",
        "text",
        "list",
        "deep",
        "type",
        "twice",
        "field",
        "map",
    ],
)
def test_bytes_that_are_no_thrift_struct_are_refused(data: bytes) -> None:
    with pytest.raises(ThriftError):
        read_struct(data, 0, len(data))


@given(st.binary(max_size=60))
def test_any_bytes_are_a_struct_or_none(data: bytes) -> None:
    try:
        _, end = read_struct(data, 0, len(data))
    except ThriftError:
        return
    assert 0 < end <= len(data)
