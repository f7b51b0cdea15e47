"""The tables of a bundle that somebody else made, read row by row with every problem noted."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import pyarrow as pa  # type: ignore[import-untyped]

from benchtoward.core.canonical import Json
from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.core.results import Finish, Prediction, PredictionStatus
from benchtoward.formats.bundle.contents import JOURNAL, PREDICTIONS, RESPONSES, JournalRow, ResponseRow
from benchtoward.formats.bundle.tables import ENVIRONMENT, JOURNAL_SCHEMA, PREDICTION_SCHEMA, RESPONSE_SCHEMA
from benchtoward.formats.json_text import JsonTextError, parse_json
from benchtoward.formats.parquet_guard import ParquetLimits, ParquetRefusedError
from benchtoward.formats.parquet_rows import ParquetRows, open_parquet
from benchtoward.formats.row_files import MOST_PROBLEMS

LONGEST_ID = 512
LONGEST_CODE = 100
LONGEST_ANSWER = 1 << 16

_REQUEST_KEY = re.compile(r"([0-9a-f]{64})?\Z")
_CODE = re.compile(rf"[!-~]{{0,{LONGEST_CODE}}}\Z")

_Row = TypeVar("_Row", Prediction, JournalRow, ResponseRow)


@dataclass(slots=True, kw_only=True)
class TableRead(Generic[_Row]):
    """What was read of a table, and what is wrong with it."""

    rows: list[_Row] = field(default_factory=list)
    texts: Mapping[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def read_prediction_table(data: bytes, limits: ParquetLimits) -> TableRead[Prediction]:
    """Return the predictions in the bytes of `predictions.parquet`."""
    return _read(data, PREDICTIONS, PREDICTION_SCHEMA, _prediction, limits)


def read_journal_table(data: bytes, limits: ParquetLimits) -> TableRead[JournalRow]:
    """Return the journal in the bytes of `journal.parquet`."""
    return _read(data, JOURNAL, JOURNAL_SCHEMA, _journal_row, limits)


def read_response_table(data: bytes, limits: ParquetLimits) -> TableRead[ResponseRow]:
    """Return the texts in the bytes of `responses.parquet`."""
    return _read(data, RESPONSES, RESPONSE_SCHEMA, _response_row, limits)


def environment_of(texts: Mapping[str, str], problems: list[Problem]) -> Mapping[str, Json]:
    """Return the environment that stands among a journal's metadata."""
    try:
        value = parse_json(texts.get(ENVIRONMENT, "{}"))
    except JsonTextError as fault:
        problems.append(Problem(where=f"{JOURNAL}, {ENVIRONMENT}", found=str(fault), expected="a JSON object"))
        return {}
    if isinstance(value, Mapping):
        return value
    problems.append(Problem(where=f"{JOURNAL}, {ENVIRONMENT}", found="another value", expected="a JSON object"))
    return {}


class _RowError(ValueError):
    """A row can't be read; the message says what stands there."""


def _read(
    data: bytes, name: str, schema: Any, make: Callable[[Mapping[str, Any]], _Row], limits: ParquetLimits
) -> TableRead[_Row]:
    read: TableRead[_Row] = TableRead()
    try:
        table = open_parquet(data, limits)
        read.problems += _schema_problems(name, schema, table.schema)
        if not read.problems:
            read.texts = table.metadata
            _read_rows(read, name, schema, table, make)
    except ParquetRefusedError as fault:
        read.problems.append(Problem(where=name, found=fault.found, expected=fault.expected))
    return read


def _read_rows(
    read: TableRead[_Row],
    name: str,
    schema: Any,
    table: ParquetRows,
    make: Callable[[Mapping[str, Any]], _Row],
) -> None:
    needed = [column.name for column in schema if not column.nullable]
    seen: set[tuple[str, int]] = set()
    for number, values in enumerate(table, start=1):
        try:
            row = _row(values, needed, make)
            if (row.item_id, row.repeat) in seen:
                raise _RowError(f"item {row.item_id[:60]!r}, repeat {row.repeat} once more")
        except _RowError as fault:
            where = f"{name}, row {number}"
            read.problems.append(Problem(where=where, found=str(fault), expected="a row as the format says"))
            if len(read.problems) >= MOST_PROBLEMS:
                return
            continue
        seen.add((row.item_id, row.repeat))
        read.rows.append(row)


def _row(values: Mapping[str, Any], needed: list[str], make: Callable[[Mapping[str, Any]], _Row]) -> _Row:
    missing = [column for column in needed if values[column] is None]
    if missing:
        raise _RowError(f"no {', '.join(missing)}")
    if not 1 <= len(values["item_id"]) <= LONGEST_ID or values["repeat"] < 0:
        raise _RowError("an item_id or repeat out of range")
    try:
        return make(values)
    except InvalidInputError as error:
        raise _RowError("; ".join(problem.found for problem in error.problems)) from None


def _prediction(values: Mapping[str, Any]) -> Prediction:
    _check_codes(values, ("reason", "rule"))
    score, probabilities = values["score"], values["probabilities"]
    if score is not None and not math.isfinite(score):
        raise _RowError(f"the score {score}")
    if len(values["prediction"] or "") > LONGEST_ANSWER:
        raise _RowError(f"a prediction of {len(values['prediction'])} characters")
    if probabilities is not None and None in probabilities:
        raise _RowError("a probability that is null")
    return Prediction(
        item_id=values["item_id"],
        repeat=values["repeat"],
        status=_member(PredictionStatus, values["status"]),
        reason=values["reason"],
        prediction=values["prediction"],
        probabilities=None if probabilities is None else tuple(probabilities),
        score=score,
        rule=values["rule"],
        request_key=values["request_key"],
        finish=_member(Finish, values["finish"]),
    )


def _journal_row(values: Mapping[str, Any]) -> JournalRow:
    _check_codes(values, ())
    return JournalRow(**values)


def _response_row(values: Mapping[str, Any]) -> ResponseRow:
    return ResponseRow(**values)


def _check_codes(values: Mapping[str, Any], codes: tuple[str, ...]) -> None:
    """Codes are short and plain, so that no text of a response travels in them."""
    for column in codes:
        if not _CODE.match(values[column]):
            raise _RowError(f"a {column} that is no code of at most {LONGEST_CODE} characters")
    if not _REQUEST_KEY.match(values["request_key"]):
        raise _RowError("a request_key that is no SHA-256")


_Member = TypeVar("_Member", PredictionStatus, Finish)


def _member(members: type[_Member], value: str) -> _Member:
    try:
        return members(value)
    except ValueError:
        raise _RowError(f"the {members.__name__} {value[:40]!r}") from None


def _schema_problems(name: str, expected: Any, present: Any) -> Iterator[Problem]:
    """Whether the columns are the ones of the format, by name, order and type."""
    names = [field.name for field in present]
    if names != [field.name for field in expected]:
        found = f"the columns {', '.join(name[:40] for name in names[:20])}"
        yield Problem(where=name, found=found, expected=", ".join(expected.names))
        return
    for wanted, given in zip(expected, present, strict=True):
        if not _is_same_type(wanted.type, given.type):
            found = f"the column {wanted.name} of type {given.type}"
            yield Problem(where=name, found=found, expected=str(wanted.type))


def _is_same_type(wanted: Any, given: Any) -> bool:
    if pa.types.is_list(wanted) and pa.types.is_list(given):
        return bool(wanted.value_type == given.value_type)
    return bool(wanted == given)
