"""Rows of JSONL, CSV and Parquet files, plain or gzipped, read within limits; every problem with its row."""

from __future__ import annotations

import csv
import gzip
import io
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import IO

from benchtoward.core.canonical import Json
from benchtoward.core.errors import Problem
from benchtoward.formats.json_text import JsonTextError, parse_json
from benchtoward.formats.parquet_guard import ParquetLimits, ParquetRefusedError
from benchtoward.formats.parquet_rows import open_parquet

MOST_PROBLEMS = 1_000
"""Reading stops after so many problems."""


class RowFormat(StrEnum):
    """How a file holds rows."""

    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"


@dataclass(frozen=True, slots=True, kw_only=True)
class RowLimits:
    """The most that a file of rows may hold."""

    max_file_bytes: int = 1 << 28
    """Bytes of the file."""
    max_text_bytes: int = 1 << 30
    """Bytes once it is unzipped."""
    max_line_bytes: int = 1 << 22
    """Bytes of one line, and of one cell."""
    max_rows: int = 1_000_000
    """Rows."""
    parquet: ParquetLimits = field(default_factory=ParquetLimits)
    """The limits of a Parquet file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row, and where it stands."""

    where: str
    values: Mapping[str, Json]


def row_format(name: str) -> RowFormat | None:
    """Return the format that a file's name tells: `.jsonl`, `.csv` (both also with `.gz`) or `.parquet`."""
    stem = name.lower().removesuffix(".gz")
    for known in RowFormat:
        if stem.endswith(f".{known}") and (known is not RowFormat.PARQUET or stem == name.lower()):
            return known
    return None


def rows_in(path: Path, *, name: str, kind: RowFormat, limits: RowLimits, problems: list[Problem]) -> Iterator[Row]:
    """Yield the rows of the file at `path`, called `name` in messages.

    What can't be read goes to `problems`; reading goes on behind it where that makes sense.
    """
    reader = _Reader(path=path, name=name, limits=limits, problems=problems)
    try:
        if path.stat().st_size > limits.max_file_bytes:
            reader.problem("", "a larger file", f"at most {limits.max_file_bytes} bytes")
            return
        for n_rows, row in enumerate(reader.rows(kind), start=1):
            if n_rows > limits.max_rows or len(problems) >= MOST_PROBLEMS:
                reader.problem(row.where, "more rows or problems", f"at most {limits.max_rows} rows")
                return
            yield row
    except (OSError, EOFError, zlib.error) as fault:
        reader.problem("", f"a file that can't be read ({type(fault).__name__})", f"a whole {kind} file")
    except _StopReadingError:
        return


class _StopReadingError(Exception):
    """Nothing can be read behind this; the problem is noted."""


@dataclass(slots=True, kw_only=True)
class _Reader:
    path: Path
    name: str
    limits: RowLimits
    problems: list[Problem]

    def problem(self, where: str, found: str, expected: str) -> None:
        place = where or self.name
        self.problems.append(Problem(where=place, found=found, expected=expected))

    def rows(self, kind: RowFormat) -> Iterator[Row]:
        if kind is RowFormat.PARQUET:
            yield from self._parquet()
        elif kind is RowFormat.CSV:
            yield from self._csv()
        else:
            yield from self._jsonl()

    def _jsonl(self) -> Iterator[Row]:
        for number, line in enumerate(self._lines(), start=1):
            where = f"{self.name}, line {number}"
            if not line.strip():
                continue
            try:
                value = parse_json(line)
            except JsonTextError as fault:
                self.problem(where, str(fault), "a JSON object")
                continue
            if isinstance(value, Mapping):
                yield Row(where=where, values=value)
            else:
                self.problem(where, f"a {type(value).__name__}", "a JSON object")

    def _csv(self) -> Iterator[Row]:
        # The module's limit is one for the whole process; it is only ever raised.
        csv.field_size_limit(max(csv.field_size_limit(), self.limits.max_line_bytes))
        table = csv.reader(self._texts(), strict=True)
        try:
            header = next(table, [])
            self._check_header(header)
            for cells in table:
                where = f"{self.name}, line {table.line_num}"
                if len(cells) == len(header):
                    yield Row(where=where, values=dict(zip(header, cells, strict=True)))
                elif cells:
                    self.problem(where, f"{len(cells)} cells", f"{len(header)} cells, as in the header")
        except csv.Error as fault:
            self.problem(f"{self.name}, line {table.line_num}", f"bad CSV ({fault})", "CSV (RFC 4180)")

    def _check_header(self, header: Sequence[str]) -> None:
        if not header or len(set(header)) != len(header):
            self.problem(f"{self.name}, line 1", "a header that is empty or names a column twice", "column names")
            raise _StopReadingError

    def _parquet(self) -> Iterator[Row]:
        try:
            table = open_parquet(self.path.read_bytes(), self.limits.parquet)
            for number, values in enumerate(table, start=1):
                yield Row(where=f"{self.name}, row {number}", values=values)
        except ParquetRefusedError as fault:
            self.problem("", fault.found, fault.expected)

    def _texts(self) -> Iterator[str]:
        """The lines as text, without a byte order mark."""
        for number, line in enumerate(self._lines(), start=1):
            try:
                text = line.decode("utf-8")
            except UnicodeDecodeError:
                self.problem(f"{self.name}, line {number}", "a byte that is not UTF-8", "UTF-8 text")
                raise _StopReadingError from None
            yield text.removeprefix("\ufeff") if number == 1 else text

    def _lines(self) -> Iterator[bytes]:
        """The lines of the file, unzipped, within the limits."""
        n_bytes = 0
        with _opened(self.path, is_zipped=self.name.lower().endswith(".gz")) as file:
            while line := file.readline(self.limits.max_line_bytes + 1):
                n_bytes += len(line)
                if len(line) > self.limits.max_line_bytes or n_bytes > self.limits.max_text_bytes:
                    self.problem("", "a longer line or text", f"at most {self.limits.max_text_bytes} bytes")
                    raise _StopReadingError
                yield line


def _opened(path: Path, *, is_zipped: bool) -> IO[bytes]:
    if not is_zipped:
        return path.open("rb")
    return io.BufferedReader(gzip.GzipFile(path, "rb"))
