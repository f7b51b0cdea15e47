"""Predictions that were made elsewhere: rows of a file or an adapter, each checked; no score is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from benchtoward.core.canonical import Json
from benchtoward.core.documents import nearest
from benchtoward.core.errors import PredictionsError, Problem
from benchtoward.core.results import Finish, PredictionStatus
from benchtoward.core.spec import Spec, Task
from benchtoward.formats.prediction_files.answers import (
    CellError,
    brief,
    finish_of,
    item_id_of,
    prediction_of,
    probabilities_of,
    probability_pair,
    raw_of,
    repeat_of,
    status_of,
)
from benchtoward.formats.row_files import MOST_PROBLEMS, Row, RowFormat, RowLimits, row_format, rows_in

_Value = TypeVar("_Value")

ANSWERS = ("prediction", "raw", "probability", "probabilities", "status")
COLUMNS = ("item_id", "repeat", "run", *ANSWERS, "finish")


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmittedRow:
    """One row of a submission; exactly one of prediction, raw, probabilities and status is there."""

    item_id: str
    repeat: int = 0
    """Which of several runs of the same question, from 0."""
    prediction: str | None = None
    """The answer, in the form in which results hold it."""
    raw: str | None = field(default=None, repr=False)
    """The text of the response, to be read here."""
    probabilities: tuple[float, ...] | None = None
    """One a class, in the order of the spec's classes."""
    status: PredictionStatus | None = None
    """`error` or `missing`, where the submitter declares that there is no answer."""
    finish: Finish = Finish.NONE
    """How the response ended, where the submitter says so."""


def read_submission(path: Path, spec: Spec, *, limits: RowLimits | None = None) -> list[SubmittedRow]:
    """Return the rows of a submitted file: .jsonl or .csv (also .gz), or .parquet.

    Columns: item_id; repeat or run, from 0; one of prediction, raw, probability (of the positive class),
    probabilities, status (error or missing, declared); finish. Raises `PredictionsError` with every problem
    and its row: unknown columns, no or several answers, answers that don't fit the benchmark, rows that
    stand twice.
    """
    problems: list[Problem] = []
    kind = row_format(path.name)
    if kind is None:
        expected = "a name that ends in .jsonl, .jsonl.gz, .csv, .csv.gz or .parquet"
        raise PredictionsError(path.name, [Problem(where=path.name, found="another format", expected=expected)])
    rows = rows_in(path, name=path.name, kind=kind, limits=limits or RowLimits(), problems=problems)
    filled = map(_without_blanks, rows) if kind is RowFormat.CSV else rows
    return _submitted(filled, spec, path.name, problems)


def submitted_rows(rows: Iterable[Mapping[str, Json]], spec: Spec, *, what: str) -> list[SubmittedRow]:
    """Return the same from rows that an adapter or an importer made; `what` names them in messages."""
    numbered = (Row(where=f"row {number}", values=row) for number, row in enumerate(rows, start=1))
    return _submitted(numbered, spec, what, [])


def _submitted(rows: Iterable[Row], spec: Spec, what: str, problems: list[Problem]) -> list[SubmittedRow]:
    checks = _Checks(spec=spec, problems=problems)
    made = [submitted for row in rows if (submitted := checks.row(row)) is not None]
    if not made and not problems:
        problems.append(Problem(where=what, found="no rows", expected="a row for each item"))
    if problems:
        raise PredictionsError(what, problems)
    return made


def _without_blanks(row: Row) -> Row:
    """A row of a CSV without its empty cells; an empty `raw` alone is an empty response."""
    is_response = not any(column in row.values for column in ANSWERS if column != "raw")
    filled = {column: value for column, value in row.values.items() if value != "" or (column == "raw" and is_response)}
    return Row(where=row.where, values=filled)


@dataclass(slots=True, kw_only=True)
class _Checks:
    spec: Spec
    problems: list[Problem]
    unknown: set[str] = field(default_factory=set)
    seen: dict[tuple[str, int], str] = field(default_factory=dict)
    kinds: dict[bool, str] = field(default_factory=dict)

    def row(self, row: Row) -> SubmittedRow | None:
        """Return the row as a value, or None where it has problems, which are noted."""
        if len(self.problems) >= MOST_PROBLEMS:
            return None
        n_before = len(self.problems)
        cells = {column: value for column, value in row.values.items() if value is not None}
        self._check_columns(row.where, cells)
        submitted = self._read(_Cells(where=row.where, values=cells, problems=self.problems))
        self._check_place(row.where, submitted)
        self._check_kind(row.where, submitted)
        return submitted if len(self.problems) == n_before else None

    def _check_columns(self, where: str, cells: Mapping[str, Json]) -> None:
        for column in sorted(set(cells) - set(COLUMNS) - self.unknown):
            self.unknown.add(column)
            found = f"the unknown column {column[:60]!r}"
            self._problem(where, found, "a known column", nearest(column[:60], COLUMNS))
        answers = [column for column in ANSWERS if column in cells]
        if len(answers) != 1:
            found = f"{' and '.join(answers)}" if answers else "no answer"
            hint = "" if answers else "An item without an answer is declared with the status error or missing."
            self._problem(where, found, f"one of {', '.join(ANSWERS)}", hint)
        if "repeat" in cells and "run" in cells:
            self._problem(where, "repeat and run", "one of them")

    def _read(self, cells: _Cells) -> SubmittedRow:
        spec = self.spec
        if "item_id" not in cells.values:
            self._problem(cells.where, "no item_id", "the id of an item")
        pair = cells.read("probability", lambda value: probability_pair(value, spec), None)
        return SubmittedRow(
            item_id=cells.read("item_id", item_id_of, ""),
            repeat=cells.read("run" if "run" in cells.values else "repeat", repeat_of, 0),
            prediction=cells.read("prediction", lambda value: prediction_of(value, spec), None),
            raw=cells.read("raw", raw_of, None),
            probabilities=cells.read("probabilities", lambda value: probabilities_of(value, spec), pair),
            status=cells.read("status", status_of, None),
            finish=cells.read("finish", finish_of, Finish.NONE),
        )

    def _check_place(self, where: str, row: SubmittedRow) -> None:
        place = (row.item_id, row.repeat)
        if row.item_id and place in self.seen:
            found = f"item {brief(row.item_id)}, repeat {row.repeat} again (first in {self.seen[place]})"
            self._problem(where, found, "one row an item and repeat")
        self.seen.setdefault(place, where)

    def _check_kind(self, where: str, row: SubmittedRow) -> None:
        """A classification is scored by probabilities or by labels; rows of both kinds can't be compared."""
        if self.spec.task is not Task.CLASSIFICATION or (row.prediction is None and row.probabilities is None):
            return
        has_label = row.prediction is not None
        if (not has_label) in self.kinds:
            found = f"{'a label' if has_label else 'probabilities'} (not so in {self.kinds[not has_label]})"
            self._problem(where, found, "labels in all rows or probabilities in all rows")
        self.kinds.setdefault(has_label, where)

    def _problem(self, where: str, found: str, expected: str, hint: str = "") -> None:
        self.problems.append(Problem(where=where, found=found, expected=expected, hint=hint))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cells:
    where: str
    values: Mapping[str, Json]
    problems: list[Problem]

    def read(self, column: str, reader: Callable[[Json], _Value], default: _Value) -> _Value:
        """Return what `reader` makes of a cell; `default` where there is none, or one with a problem."""
        if column not in self.values:
            return default
        try:
            return reader(self.values[column])
        except CellError as fault:
            where = f"{self.where}, {column}"
            self.problems.append(Problem(where=where, found=fault.found, expected=fault.expected))
            return default
