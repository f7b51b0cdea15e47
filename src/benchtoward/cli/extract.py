"""`benchtoward extract`: what a specification's rules read out of given texts; no server, no database."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchtoward.cli.output import AsJson, show
from benchtoward.core.errors import InvalidInputError, NotFoundError, Problem

if TYPE_CHECKING:
    from benchtoward.core.canonical import Json
    from benchtoward.core.extraction import AnswerSpace, Extraction
    from benchtoward.core.spec import Spec

LARGEST_TEXT_BYTES = 1 << 22
"""A text beyond this is no answer to a question."""

KNOWN_FIELDS = ("text", "finish", "labels", "options", "unit", "several")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A text to read, and the question that it answers."""

    where: str
    """Where it stands, for messages: the text itself is never printed."""
    text: str
    finish: str | None
    space: AnswerSpace


def extract(
    spec: Annotated[Path, typer.Option(help="A specification, benchmarks/<slug>/<version>.yaml.")],
    texts: Annotated[
        str, typer.Option("--try", help="A file with one response, a .jsonl file with one a line, or - for the input.")
    ],
    as_json: AsJson = False,
) -> None:
    """Show what each extraction rule of a specification does on given responses.

    A line of a .jsonl file has `text`, and optionally what its item would have: `labels`, `options` (their texts),
    `unit` (of a numeric answer), `several` (whether several options may be right), and `finish` (how the response
    ended, such as length).
    """
    from benchtoward.core.extraction import parse_extraction
    from benchtoward.formats.definitions import load_spec

    loaded = load_spec(spec)
    if not loaded.extraction:
        found = "no rules"
        problem = Problem(where="definition.extraction", found=found, expected="rules that read responses")
        raise InvalidInputError(str(spec), [problem])
    extraction = parse_extraction(loaded.extraction)
    tried = [(trial, _tried(extraction, trial)) for trial in _trials(loaded, texts)]
    show([result for _, result in tried], list(_lines(tried)), as_json=as_json)


def _tried(extraction: Extraction, trial: Trial) -> Mapping[str, object]:
    from benchtoward.core.extraction import Parsed, Unparsed, UnparsedReason
    from benchtoward.core.results import Finish

    outcome = extraction.read(trial.text, trial.space, trial.finish)
    *rules, last = extraction.explain(trial.text, trial.space, trial.finish)
    said = last.did
    if trial.finish == Finish.REFUSAL:
        # As in a run: the words of a refusal may name an option; they are no answer.
        outcome, said = Unparsed(UnparsedReason.REFUSAL), "unparsed: refusal (the response says that it is one)"
    read = outcome if isinstance(outcome, Parsed) else None
    unread = outcome if isinstance(outcome, Unparsed) else None
    return {
        "where": trial.where,
        "status": "parsed" if read else "unparsed",
        "value": read.value if read else None,
        "rule": read.rule if read else "",
        "reason": unread.reason.value if unread else "",
        "detail": unread.detail if unread else "",
        "rules": [{"rule": step.rule, "did": step.did} for step in rules],
        "outcome": said,
    }


def _lines(tried: Sequence[tuple[Trial, Mapping[str, object]]]) -> Iterator[str]:
    for trial, result in tried:
        yield f"{trial.where}: {result['outcome']}"
        for step in result["rules"]:  # type: ignore[attr-defined]
            yield f"  {step['rule']}: {step['did']}"
    n_parsed = sum(result["status"] == "parsed" for _, result in tried)
    if len(tried) != 1:
        yield f"{n_parsed} of {len(tried)} read."


def _trials(spec: Spec, source: str) -> Iterator[Trial]:
    path = Path(source)
    if source != "-" and not path.is_file():
        raise NotFoundError(f"There is no file {source}.")
    if source != "-" and path.name.lower().endswith((".jsonl", ".jsonl.gz")):
        yield from _trials_of_rows(spec, path)
        return
    text = _text(sys.stdin.buffer.read(LARGEST_TEXT_BYTES + 1) if source == "-" else _start(path), source)
    yield Trial(where="the input" if source == "-" else source, text=text, finish=None, space=_space(spec, {}))


def _trials_of_rows(spec: Spec, path: Path) -> Iterator[Trial]:
    from benchtoward.formats.row_files import RowFormat, RowLimits, rows_in

    problems: list[Problem] = []
    trials = []
    for row in rows_in(path, name=path.name, kind=RowFormat.JSONL, limits=RowLimits(), problems=problems):
        try:
            trials.append(_trial(spec, row.where, row.values))
        except InvalidInputError as error:
            problems += [
                Problem(where=f"{row.where}, {problem.where}", found=problem.found, expected=problem.expected)
                for problem in error.problems
            ]
    if problems:
        raise InvalidInputError(str(path), problems)
    yield from trials


def _trial(spec: Spec, where: str, row: Mapping[str, Json]) -> Trial:
    from benchtoward.core.results import Finish

    unknown = sorted(set(row) - set(KNOWN_FIELDS))
    if unknown:
        raise _wrong(unknown[0][:60], "an unknown field", f"only {', '.join(KNOWN_FIELDS)}")
    text, finish = row.get("text"), row.get("finish")
    if not isinstance(text, str):
        raise _wrong("text", "no text", "the response as text")
    if finish is not None and finish not in list(Finish):
        raise _wrong("finish", repr(finish)[:60], "how the response ended: stop, length, content_filter or refusal")
    finish = finish if isinstance(finish, str) else None
    return Trial(where=where, text=text, finish=finish, space=_space(spec, row))


def _space(spec: Spec, row: Mapping[str, Json]) -> AnswerSpace:
    """Return what the answer can be: as the row says, and the specification where it says nothing."""
    from benchtoward.core.extraction import ChoiceAnswer, LabelAnswer, NumberAnswer
    from benchtoward.core.observing import NUMERIC_TASKS
    from benchtoward.core.spec import Task

    labels, options = _texts(row, "labels"), _texts(row, "options")
    if spec.task in NUMERIC_TASKS:
        return NumberAnswer(units=tuple((unit, "1") for unit in _texts(row, "unit")))
    if spec.task is Task.CLASSIFICATION:
        return LabelAnswer(labels=labels or spec.classes)
    known = labels or (spec.prompt.option_labels if spec.prompt else ())
    return ChoiceAnswer(
        labels=known[: len(options)] if options and not labels else known,
        texts=options,
        several=row.get("several") is True,
    )


def _texts(row: Mapping[str, Json], key: str) -> tuple[str, ...]:
    value = row.get(key)
    values = [value] if isinstance(value, str) else value
    if values is None:
        return ()
    texts = [text for text in values if isinstance(text, str) and text] if isinstance(values, list | tuple) else []
    if not texts or len(texts) != len(values):  # type: ignore[arg-type]
        raise _wrong(key, "something else", "a list of texts")
    return tuple(texts)


def _start(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST_TEXT_BYTES + 1)


def _text(data: bytes, source: str) -> str:
    if len(data) > LARGEST_TEXT_BYTES:
        raise InvalidInputError("The text", [Problem(where=source, found="more", expected="at most 4 MiB")])
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        problem = Problem(where=source, found=f"a byte that is not UTF-8 (offset {error.start})", expected="UTF-8 text")
        raise InvalidInputError("The text", [problem]) from None


def _wrong(where: str, found: str, expected: str) -> InvalidInputError:
    return InvalidInputError("A line", [Problem(where=where, found=found, expected=expected)])
