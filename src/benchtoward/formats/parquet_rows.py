"""Rows of a Parquet file that may have been written to do harm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from benchtoward.formats.parquet_guard import ParquetLimits, ParquetRefusedError, check_cost

_BATCH_ROWS = 4_096
_LARGEST_FOOTER_TEXT = 1 << 24
_LONGEST_FOOTER_LIST = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ParquetRows:
    """A Parquet file whose cost has been checked."""

    schema: Any
    """Its Arrow schema (`pyarrow.Schema`), texts as texts."""
    n_rows: int
    """The number of rows."""
    _file: Any
    _limits: ParquetLimits

    @property
    def metadata(self) -> Mapping[str, str]:
        """The texts that the writer put beside the columns."""
        pairs = (self.schema.metadata or {}).items()
        return {key.decode("utf-8", "replace"): value.decode("utf-8", "replace") for key, value in pairs}

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        """Yield the rows; raises `ParquetRefusedError` where texts are longer than the limits."""
        n_text_bytes = 0
        with _refusing():
            for batch in self._file.iter_batches(batch_size=_BATCH_ROWS, use_threads=False):
                self._check_lists(batch)
                n_text_bytes += sum(self._text_bytes(column) for column in batch.columns)
                if n_text_bytes > self._limits.max_total_text_bytes:
                    expected = f"at most {self._limits.max_total_text_bytes} bytes"
                    raise ParquetRefusedError("texts that add up to more", expected)
                columns = [_values(column) for column in batch.columns]
                for values in zip(*columns, strict=True):
                    yield dict(zip(batch.schema.names, values, strict=True))

    def _check_lists(self, batch: Any) -> None:
        for column in batch.columns:
            if _is_list(column.type):
                longest = pc.max(pc.list_value_length(column)).as_py() or 0
                if longest > self._limits.max_list:
                    raise ParquetRefusedError(f"a list of {longest}", f"at most {self._limits.max_list} elements")

    def _text_bytes(self, column: Any) -> int:
        """The bytes of the texts in a column as they would be one by one."""
        has_dictionary = pa.types.is_dictionary(column.type)
        if not has_dictionary and not _is_text(column.type):
            return 0
        lengths = pc.cast(pc.binary_length(column.dictionary if has_dictionary else column), pa.int64())
        if (pc.max(lengths).as_py() or 0) > self._limits.max_text_bytes:
            expected = f"at most {self._limits.max_text_bytes} bytes"
            raise ParquetRefusedError("a longer text", expected)
        return pc.sum(lengths.take(column.indices) if has_dictionary else lengths).as_py() or 0


def open_parquet(data: bytes, limits: ParquetLimits) -> ParquetRows:
    """Return the rows of the Parquet file `data`, once it is known that reading them costs little.

    Raises `ParquetRefusedError` for what is not Parquet, contradicts itself or is larger than the limits.
    """
    cost = check_cost(data, limits)
    with _refusing():
        schema = _open(data, ()).schema_arrow
        for field in schema:
            if not _is_plain(field.type):
                raise ParquetRefusedError(f"the column {field.name[:60]!r} of type {field.type}", "numbers and texts")
        texts = {field.name for field in schema if _is_text(field.type)}
        # As dictionaries, a text that stands in every row is held once; pyarrow can't do that behind lengths.
        if cost.with_lengths & cost.with_dictionary & texts:
            raise ParquetRefusedError("a text column in two encodings", "dictionary, plain or delta-length pages")
        file = _open(data, sorted(texts - cost.with_lengths))
        return ParquetRows(schema=schema, n_rows=cost.n_rows, _file=file, _limits=limits)


def trusted_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a Parquet file that is known by its hash, whatever its types."""
    with _refusing(), pq.ParquetFile(path) as file:
        for batch in file.iter_batches(batch_size=_BATCH_ROWS, use_threads=False):
            yield from batch.to_pylist()


def _open(data: bytes, texts: Sequence[str]) -> Any:
    return pq.ParquetFile(
        pa.BufferReader(data),
        read_dictionary=list(texts),
        thrift_string_size_limit=_LARGEST_FOOTER_TEXT,
        thrift_container_size_limit=_LONGEST_FOOTER_LIST,
    )


def _is_text(kind: Any) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _is_plain(kind: Any) -> bool:
    """Whether a type is a text, a number, or a list of numbers: what can't grow when it is decoded."""
    if _is_list(kind):
        return bool(pa.types.is_floating(kind.value_type))
    if pa.types.is_dictionary(kind):
        return _is_text(kind.value_type)
    numbers = (pa.types.is_integer, pa.types.is_floating, pa.types.is_boolean, pa.types.is_null)
    return _is_text(kind) or any(is_kind(kind) for is_kind in numbers)


def _is_list(kind: Any) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind))


def _values(column: Any) -> list[Any]:
    if not pa.types.is_dictionary(column.type):
        return list(column.to_pylist())
    texts = column.dictionary.to_pylist()
    return [None if index is None else texts[index] for index in column.indices.to_pylist()]


@contextmanager
def _refusing() -> Iterator[None]:
    """Turn what pyarrow raises on damaged files into one error."""
    try:
        yield
    except ParquetRefusedError:
        raise
    except (pa.ArrowException, OSError, ValueError, MemoryError, OverflowError) as fault:
        raise ParquetRefusedError(f"a damaged file ({type(fault).__name__})", "Parquet") from None
