"""The extraction rules: each has an id, a version, and says what it reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from benchtoward.core.extraction.answers import AnswerKind, AnswerSpace, ChoiceAnswer, LabelAnswer
from benchtoward.core.extraction.choices import choice_before
from benchtoward.core.extraction.json_values import (
    ANSWER_KEYS,
    BadJsonError,
    compact,
    field_values,
    json_value,
)
from benchtoward.core.extraction.lines import on_first_line, on_last_line
from benchtoward.core.extraction.option_text import only_option_named
from benchtoward.core.extraction.outcomes import Finding, UnparsedReason
from benchtoward.core.extraction.page import Page
from benchtoward.core.extraction.plain_text import plain_text
from benchtoward.core.extraction.reading import last_marked, last_stated
from benchtoward.core.extraction.reasoning import without_reasoning
from benchtoward.core.extraction.statements import MarkerGrammar, SentenceGrammar
from benchtoward.core.extraction.values import value_at, value_whole

Parameters = Mapping[str, Sequence[str]]
"""A rule's parameters: each a list of texts."""

Step = Callable[[Page, AnswerSpace], Finding | None]
"""A rule with its parameters: looks at a page and returns what it found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One extraction rule."""

    id: str
    """The name that specifications use and that is stored with each prediction."""
    version: int
    """Raised whenever the rule reads anything differently."""
    summary: str
    """What it reads, in one sentence."""
    build: Callable[[Parameters], Step]
    """Makes the step out of the parameters of a specification."""
    kinds: frozenset[AnswerKind] = frozenset()
    """The kinds of answers that it reads; none for a rule that only prepares the text."""
    parameters: frozenset[str] = frozenset()
    """The parameters that it may be given."""
    required: frozenset[str] = frozenset()
    """Those that it must be given."""
    is_statement: bool = False
    """Whether what it finds is a statement at one place: a later, different one makes the answer undecided."""


def _strip_reasoning(_: Parameters) -> Step:
    def step(page: Page, _: AnswerSpace) -> Finding | None:
        if "<" in page.raw or "[" in page.raw or "◁" in page.raw:
            left = without_reasoning(page.raw)
            page.has_open_reasoning = left.is_open
            if left.n_removed:
                page.replace(left.text)
        return None

    return step


def _marker(parameters: Parameters) -> Step:
    grammar = MarkerGrammar.of(parameters.get("words", ()))

    def step(page: Page, space: AnswerSpace) -> Finding | None:
        return last_marked(grammar, page.plain, partial(value_at, space=space))

    return step


def _answer_is(parameters: Parameters) -> Step:
    grammar = SentenceGrammar.of(
        parameters.get("words", ()), parameters.get("verbs", ()), parameters.get("fillers", ())
    )

    def step(page: Page, space: AnswerSpace) -> Finding | None:
        if page.plain.startswith("{"):
            found = _first_field(page.raw, ANSWER_KEYS, space)
            if found:
                return found
        before = partial(choice_before, space=space) if isinstance(space, ChoiceAnswer) else None
        return last_stated(grammar, page.plain, partial(value_at, space=space), before)

    return step


def _whole(_: Parameters) -> Step:
    return lambda page, space: value_whole(page.plain, space)


def _first_line(_: Parameters) -> Step:
    return lambda page, space: (
        on_first_line(page.plain, space) if isinstance(space, ChoiceAnswer | LabelAnswer) else None
    )


def _last_line(_: Parameters) -> Step:
    return lambda page, space: (
        on_last_line(page.plain, space) if isinstance(space, ChoiceAnswer | LabelAnswer) else None
    )


def _option_text(_: Parameters) -> Step:
    return lambda page, space: only_option_named(page.plain, space) if isinstance(space, ChoiceAnswer) else None


def _json_field(parameters: Parameters) -> Step:
    fields = parameters["field"]
    return lambda page, space: _first_field(page.raw, fields, space)


def _json(_: Parameters) -> Step:
    return lambda page, _: _json_finding(page.raw)


def _first_field(text: str, fields: Sequence[str], space: AnswerSpace) -> Finding | None:
    for field in fields:
        values = field_values(text, field)
        if values:
            return _field_finding(values, text, space)
    return None


def _field_finding(values: Sequence[str], text: str, space: AnswerSpace) -> Finding | None:
    if space.kind is AnswerKind.JSON:
        return _json_finding(values[-1])
    found = {value: value_whole(plain_text(value).strip(), space) for value in values}
    readings = {(finding.value, finding.reason) for finding in found.values() if finding}
    if len(readings) > 1:
        return Finding("", 0, len(text), UnparsedReason.SEVERAL, "more than one value of the field")
    return next((finding._replace(start=0, end=len(text)) for finding in found.values() if finding), None)


def _json_finding(text: str) -> Finding:
    try:
        value = compact(json_value(text))
    except BadJsonError:
        return Finding("", 0, len(text), UnparsedReason.BAD_JSON, "no JSON value")
    return Finding(value, 0, len(text))


_CHOICES = frozenset({AnswerKind.CHOICE, AnswerKind.LABEL})
_NUMBERS = frozenset({AnswerKind.NUMBER})
_DATES = frozenset({AnswerKind.DATE})
_WORDS = frozenset({"words"})
_SENTENCE = frozenset({"words", "verbs", "fillers"})

_RULES = (
    Rule(
        id="strip_reasoning",
        version=1,
        summary="takes out what stands in <think> and its kin; an unclosed block is reasoning to its end",
        build=_strip_reasoning,
    ),
    Rule(
        id="marker",
        version=1,
        summary="the last `Answer:` (or its kin) at the start of a line, or LaTeX box",
        build=_marker,
        kinds=_CHOICES,
        parameters=_WORDS,
        is_statement=True,
    ),
    Rule(
        id="letter_only",
        version=1,
        summary="the whole response is one label, or one option's own text, or both",
        build=_whole,
        kinds=frozenset({AnswerKind.CHOICE}),
    ),
    Rule(
        id="label",
        version=1,
        summary="the whole response is one label of a set of words",
        build=_whole,
        kinds=frozenset({AnswerKind.LABEL}),
    ),
    Rule(
        id="answer_is",
        version=1,
        summary="the last sentence that says which answer is right, or a JSON object with the key `answer`",
        build=_answer_is,
        kinds=_CHOICES,
        parameters=_SENTENCE,
        is_statement=True,
    ),
    Rule(
        id="first_line",
        version=1,
        summary="the first line is one label, alone or with its option's own text",
        build=_first_line,
        kinds=_CHOICES,
    ),
    Rule(
        id="last_line",
        version=1,
        summary="the last line is one label, alone or with its option's own text",
        build=_last_line,
        kinds=_CHOICES,
        is_statement=True,
    ),
    Rule(
        id="option_text",
        version=1,
        summary="the text of exactly one option occurs, not negated, and nothing points to another option",
        build=_option_text,
        kinds=frozenset({AnswerKind.CHOICE}),
    ),
    Rule(
        id="number_marker",
        version=1,
        summary="the number after the last `Answer:` (or its kin) at the start of a line, or in a LaTeX box",
        build=_marker,
        kinds=_NUMBERS,
        parameters=_WORDS,
        is_statement=True,
    ),
    Rule(
        id="number_only",
        version=1,
        summary="the whole response is one number, with or without a unit",
        build=_whole,
        kinds=_NUMBERS,
    ),
    Rule(
        id="number_answer_is",
        version=1,
        summary="the number in the last sentence that says what the answer is",
        build=_answer_is,
        kinds=_NUMBERS,
        parameters=_SENTENCE,
        is_statement=True,
    ),
    Rule(
        id="date_marker",
        version=1,
        summary="the day after the last `Answer:` (or its kin) at the start of a line, or in a LaTeX box",
        build=_marker,
        kinds=_DATES,
        parameters=_WORDS,
        is_statement=True,
    ),
    Rule(
        id="date_only",
        version=1,
        summary="the whole response is one day of the calendar",
        build=_whole,
        kinds=_DATES,
    ),
    Rule(
        id="date_answer_is",
        version=1,
        summary="the day in the last sentence that says what the answer is",
        build=_answer_is,
        kinds=_DATES,
        parameters=_SENTENCE,
        is_statement=True,
    ),
    Rule(
        id="json_field",
        version=1,
        summary="the value of a field of the JSON object that the response is or holds",
        build=_json_field,
        kinds=frozenset(AnswerKind),
        parameters=frozenset({"field"}),
        required=frozenset({"field"}),
    ),
    Rule(
        id="json",
        version=1,
        summary="the JSON value that the response is or holds",
        build=_json,
        kinds=frozenset({AnswerKind.JSON}),
    ),
)

EXTRACTION_RULES: Mapping[str, Rule] = MappingProxyType({rule.id: rule for rule in _RULES})
"""Every extraction rule by its id."""
