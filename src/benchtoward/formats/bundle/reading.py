"""Reading a bundle that somebody else made: bounded, recomputed, refused with all that is wrong."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from benchtoward.core.canonical import Json
from benchtoward.core.errors import BundleError, Problem
from benchtoward.core.results import Prediction, in_order
from benchtoward.formats.bundle.container import read_members
from benchtoward.formats.bundle.contents import (
    JOURNAL,
    PREDICTIONS,
    RESPONSES,
    RUN,
    Bundle,
    BundleLimits,
    JournalRow,
    ResponseRow,
)
from benchtoward.formats.bundle.record_checks import (
    contradictions,
    prediction_contradictions,
    row_contradictions,
    shape_problems,
)
from benchtoward.formats.bundle.table_reading import (
    TableRead,
    environment_of,
    read_journal_table,
    read_prediction_table,
    read_response_table,
)
from benchtoward.formats.json_text import JsonTextError, parse_json
from benchtoward.formats.parquet_guard import ParquetLimits

_Row = TypeVar("_Row", Prediction, JournalRow, ResponseRow)

FILES = "files"
"""The field of `run.json` with the SHA-256 of the other files."""


def read_bundle(path: Path, limits: BundleLimits | None = None) -> Bundle:
    """Return the bundle in the folder or .zip at `path`, every key, count and hash recomputed.

    Raises one `BundleError` that lists everything wrong: unexpected, doubled or linked files, sizes, rows and
    compression above the limits, columns of other types, values out of range, hashes that don't fit.
    """
    limits = limits or BundleLimits()
    problems: list[Problem] = []
    members = read_members(path, limits, problems)
    record = _record(members, problems)
    predictions = _rows(members, PREDICTIONS, read_prediction_table, limits, problems)
    journal = _rows(members, JOURNAL, read_journal_table, limits, problems)
    responses = _rows(members, RESPONSES, read_response_table, limits, problems)
    environment = environment_of(journal.texts, problems) if journal else {}
    if predictions and journal and not problems:
        problems += bundle_problems(record, predictions.rows, journal.rows, responses.rows if responses else ())
    if problems or not predictions or not journal:
        raise BundleError(f"The bundle {path}", problems)
    return Bundle(
        record=record,
        predictions=in_order(predictions.rows),
        journal=journal.rows,
        environment=environment,
        responses=responses.rows if responses else None,
    )


def read_predictions(path: Path, limits: BundleLimits | None = None) -> list[Prediction]:
    """Return the predictions in a `predictions.parquet`, in order; raises `BundleError` for a bad one."""
    return in_order(_one_table(path, read_prediction_table, limits or BundleLimits()).rows)


def read_journal(path: Path, limits: BundleLimits | None = None) -> list[JournalRow]:
    """Return the rows of a `journal.parquet`; raises `BundleError` for a bad one."""
    return _one_table(path, read_journal_table, limits or BundleLimits()).rows


def bundle_problems(
    record: Mapping[str, Json],
    predictions: Sequence[Prediction],
    journal: Sequence[JournalRow],
    responses: Sequence[ResponseRow],
) -> Iterator[Problem]:
    """Yield where the parts of a bundle contradict each other."""
    shape = shape_problems(record)
    yield from shape
    if not shape:
        yield from contradictions(record)
        yield from prediction_contradictions(record, predictions)
    yield from row_contradictions(predictions, journal, responses)


def _record(members: Mapping[str, bytes], problems: list[Problem]) -> Mapping[str, Json]:
    """The record in `run.json`, without the hashes of the other files, which are compared."""
    if RUN not in members:
        return {}
    try:
        value = parse_json(members[RUN])
    except JsonTextError as fault:
        problems.append(Problem(where=RUN, found=str(fault), expected="JSON"))
        return {}
    if not isinstance(value, Mapping):
        problems.append(Problem(where=RUN, found=f"a {type(value).__name__}", expected="an object"))
        return {}
    problems += _hash_problems(members, value.get(FILES))
    return {key: field for key, field in value.items() if key != FILES}


def _hash_problems(members: Mapping[str, bytes], stated: Json) -> Iterator[Problem]:
    if not isinstance(stated, Mapping):
        yield Problem(where=f"{RUN}, {FILES}", found="no hashes", expected="the SHA-256 of each other file")
        return
    for name in sorted({*stated, *members} - {RUN}):
        if name not in members:
            yield Problem(where=f"{RUN}, {FILES}", found=f"the file {name[:80]!r}", expected="files of the bundle")
        elif stated.get(name) != (present := hashlib.sha256(members[name]).hexdigest()):
            yield Problem(where=name, found=f"SHA-256 {present}", expected=f"{stated.get(name)!s:.80}, as {RUN} says")


def _rows(
    members: Mapping[str, bytes],
    name: str,
    read: Callable[[bytes, ParquetLimits], TableRead[_Row]],
    limits: BundleLimits,
    problems: list[Problem],
) -> TableRead[_Row] | None:
    """A table of the bundle; None where it is not there, or not to be read."""
    if name not in members:
        return None
    table = read(members[name], limits.parquet)
    problems += table.problems
    return table


def _one_table(
    path: Path, read: Callable[[bytes, ParquetLimits], TableRead[_Row]], limits: BundleLimits
) -> TableRead[_Row]:
    with path.open("rb") as file:
        data = file.read(limits.max_file_bytes + 1)
    if len(data) > limits.max_file_bytes:
        problem = Problem(where=path.name, found="a larger file", expected=f"at most {limits.max_file_bytes} bytes")
        raise BundleError(path.name, [problem])
    table = read(data, limits.parquet)
    if table.problems:
        raise BundleError(path.name, table.problems)
    return table
