"""The extraction rules: each has an id, a version, and says what it reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from benchtoward.core.extraction import steps
from benchtoward.core.extraction.answers import AnswerKind
from benchtoward.core.extraction.steps import Parameters, Step


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
    """Whether it finds a statement at one place: a later, different one makes the answer undecided."""


_CHOICES = frozenset({AnswerKind.CHOICE, AnswerKind.LABEL})
_NUMBERS = frozenset({AnswerKind.NUMBER})
_DATES = frozenset({AnswerKind.DATE})
_WORDS = frozenset({"words", "fillers"})
_SENTENCE = frozenset({"words", "verbs", "fillers"})

_RULES = (
    Rule(
        id="strip_reasoning",
        version=1,
        summary="takes out what stands in <think> and its kin; an unclosed block is reasoning to its end",
        build=steps.strip_reasoning,
    ),
    Rule(
        id="marker",
        version=1,
        summary="the last `Answer:` (or its kin) at the start of a line, or LaTeX box",
        build=steps.marker,
        kinds=_CHOICES,
        parameters=_WORDS,
        is_statement=True,
    ),
    Rule(
        id="letter_only",
        version=1,
        summary="the whole response is one label, or one option's own text, or both",
        build=steps.whole,
        kinds=frozenset({AnswerKind.CHOICE}),
    ),
    Rule(
        id="label",
        version=1,
        summary="the whole response is one label of a set of words",
        build=steps.whole,
        kinds=frozenset({AnswerKind.LABEL}),
    ),
    Rule(
        id="answer_is",
        version=1,
        summary="the last sentence that says which answer is right, or a JSON object with the key `answer`",
        build=steps.answer_is,
        kinds=_CHOICES,
        parameters=_SENTENCE,
        is_statement=True,
    ),
    Rule(
        id="first_line",
        version=1,
        summary="the first line is one label, alone or with its option's own text",
        build=steps.first_line,
        kinds=_CHOICES,
    ),
    Rule(
        id="last_line",
        version=1,
        summary="the last line is one label, alone or with its option's own text",
        build=steps.last_line,
        kinds=_CHOICES,
        is_statement=True,
    ),
    Rule(
        id="option_line",
        version=1,
        summary="exactly one option stands on a line of its own, with its label and its whole text",
        build=steps.option_line,
        kinds=frozenset({AnswerKind.CHOICE}),
    ),
    Rule(
        id="option_text",
        version=1,
        summary="the text of exactly one option occurs, not negated, and nothing points to another option",
        build=steps.option_text,
        kinds=frozenset({AnswerKind.CHOICE}),
    ),
    Rule(
        id="number_marker",
        version=1,
        summary="the number after the last `Answer:` (or its kin) at the start of a line, or in a LaTeX box",
        build=steps.marker,
        kinds=_NUMBERS,
        parameters=_WORDS,
        is_statement=True,
    ),
    Rule(
        id="number_only",
        version=1,
        summary="the whole response is one number, with or without a unit",
        build=steps.whole,
        kinds=_NUMBERS,
    ),
    Rule(
        id="number_answer_is",
        version=1,
        summary="the number in the last sentence that says what the answer is",
        build=steps.answer_is,
        kinds=_NUMBERS,
        parameters=_SENTENCE,
        is_statement=True,
    ),
    Rule(
        id="date_marker",
        version=1,
        summary="the day after the last `Answer:` (or its kin) at the start of a line, or in a LaTeX box",
        build=steps.marker,
        kinds=_DATES,
        parameters=_WORDS,
        is_statement=True,
    ),
    Rule(
        id="date_only",
        version=1,
        summary="the whole response is one day of the calendar",
        build=steps.whole,
        kinds=_DATES,
    ),
    Rule(
        id="date_answer_is",
        version=1,
        summary="the day in the last sentence that says what the answer is",
        build=steps.answer_is,
        kinds=_DATES,
        parameters=_SENTENCE,
        is_statement=True,
    ),
    Rule(
        id="json_field",
        version=1,
        summary="the value of a field of the JSON object that the response is or holds",
        build=steps.json_field,
        kinds=frozenset(AnswerKind),
        parameters=frozenset({"field"}),
        required=frozenset({"field"}),
    ),
    Rule(
        id="json",
        version=1,
        summary="the JSON value that the response is or holds",
        build=steps.json,
        kinds=frozenset({AnswerKind.JSON}),
    ),
)

EXTRACTION_RULES: Mapping[str, Rule] = MappingProxyType({rule.id: rule for rule in _RULES})
"""Every extraction rule by its id."""
