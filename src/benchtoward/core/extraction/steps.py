"""What each rule does with a response."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from benchtoward.core.canonical import Json
from benchtoward.core.extraction.answers import AnswerKind, AnswerSpace, ChoiceAnswer, LabelAnswer
from benchtoward.core.extraction.json_values import (
    ANSWER_KEYS,
    BadJsonError,
    compact,
    field_values,
    json_value,
)
from benchtoward.core.extraction.lines import on_first_line, on_last_line, on_only_option_line
from benchtoward.core.extraction.markers import MarkerGrammar
from benchtoward.core.extraction.option_text import only_option_named
from benchtoward.core.extraction.outcomes import Finding, UnparsedReason
from benchtoward.core.extraction.page import Page
from benchtoward.core.extraction.plain_text import plain_text
from benchtoward.core.extraction.reading import last_marked, last_stated
from benchtoward.core.extraction.reasoning import without_reasoning
from benchtoward.core.extraction.sentences import SentenceGrammar
from benchtoward.core.extraction.values import value_whole

Parameters = Mapping[str, Sequence[str]]
"""A rule's parameters: each a list of texts."""

Step = Callable[[Page, AnswerSpace], Finding | None]
"""A rule with its parameters: looks at a page and returns what it found."""


def strip_reasoning(_: Parameters) -> Step:
    """Take reasoning out of the page; nothing is read."""

    def step(page: Page, _: AnswerSpace) -> Finding | None:
        if "<" in page.raw or "[" in page.raw or "◁" in page.raw:
            left = without_reasoning(page.raw)
            page.has_open_reasoning = left.is_open
            if left.n_removed:
                page.replace(left.text)
        return None

    return step


def marker(parameters: Parameters) -> Step:
    """Read the last marker; `words` and `fillers` are added to those of English and Korean."""
    grammar = MarkerGrammar.of(parameters.get("words", ()), parameters.get("fillers", ()))

    def step(page: Page, space: AnswerSpace) -> Finding | None:
        return last_marked(grammar, page, space)

    return step


def answer_is(parameters: Parameters) -> Step:
    """Read the last sentence that states the answer; `words`, `verbs` and `fillers` are added."""
    grammar = SentenceGrammar.of(
        parameters.get("words", ()), parameters.get("verbs", ()), parameters.get("fillers", ())
    )

    def step(page: Page, space: AnswerSpace) -> Finding | None:
        if page.plain.startswith("{"):
            found = _first_field(page.raw, ANSWER_KEYS, space)
            if found:
                return found
        return last_stated(grammar, page, space)

    return step


def whole(_: Parameters) -> Step:
    """Read the whole response."""
    return lambda page, space: value_whole(page.plain, space)


def first_line(_: Parameters) -> Step:
    """Read the first line."""
    return lambda page, space: (
        on_first_line(page.plain, space) if isinstance(space, ChoiceAnswer | LabelAnswer) else None
    )


def last_line(_: Parameters) -> Step:
    """Read the last line."""
    return lambda page, space: (
        on_last_line(page.plain, space) if isinstance(space, ChoiceAnswer | LabelAnswer) else None
    )


def option_line(_: Parameters) -> Step:
    """Read the only line that is one option."""
    return lambda page, space: on_only_option_line(page.plain, space) if isinstance(space, ChoiceAnswer) else None


def option_text(_: Parameters) -> Step:
    """Read the only option that is named."""
    return lambda page, space: only_option_named(page.plain, space) if isinstance(space, ChoiceAnswer) else None


def json_field(parameters: Parameters) -> Step:
    """Read the first of the fields named by `field` that the response has."""
    fields = parameters["field"]
    return lambda page, space: _first_field(page.raw, fields, space)


def json(_: Parameters) -> Step:
    """Read the response as JSON."""
    return lambda page, _: _json_finding(page.raw) if page.raw.strip() else None


def _first_field(text: str, fields: Sequence[str], space: AnswerSpace) -> Finding | None:
    for field in fields:
        values = field_values(text, field)
        if values:
            return _field_finding(values, text, space)
    return None


def _field_finding(values: Sequence[Json], text: str, space: AnswerSpace) -> Finding | None:
    found = [_value_finding(value, space) for value in values]
    if len({(finding.value, finding.reason) for finding in found if finding}) > 1:
        return Finding("", 0, len(text), UnparsedReason.SEVERAL, "more than one value of the field")
    return next((finding._replace(start=0, end=len(text)) for finding in found if finding), None)


def _value_finding(value: Json, space: AnswerSpace) -> Finding | None:
    try:
        written = value if isinstance(value, str) and space.kind is not AnswerKind.JSON else compact(value)
    except BadJsonError:
        return _bad_json(0)
    if space.kind is AnswerKind.JSON:
        return Finding(written, 0, 0)
    return value_whole(plain_text(written).strip(), space)


def _json_finding(text: str) -> Finding:
    try:
        return Finding(compact(json_value(text)), 0, len(text))
    except BadJsonError:
        return _bad_json(len(text))


def _bad_json(end: int) -> Finding:
    return Finding("", 0, end, UnparsedReason.BAD_JSON, "no JSON value")
