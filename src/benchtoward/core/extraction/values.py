"""One reader for each kind of answer."""

from __future__ import annotations

import re

from benchtoward.core.extraction.answers import (
    AnswerSpace,
    ChoiceAnswer,
    DateAnswer,
    LabelAnswer,
    NumberAnswer,
)
from benchtoward.core.extraction.choices import choice_at
from benchtoward.core.extraction.choices_before import choice_before
from benchtoward.core.extraction.dates import date_at, date_whole
from benchtoward.core.extraction.numbers import number_at, number_whole
from benchtoward.core.extraction.outcomes import Finding
from benchtoward.core.extraction.segments import segment
from benchtoward.core.extraction.sentences import Statement
from benchtoward.core.extraction.whole_choices import choice_whole


def value_at(text: str, start: int, begin: int, space: AnswerSpace) -> Finding | None:
    """Return the value that stands at `start`, in a statement that begins at `begin`; None where none is."""
    if isinstance(space, ChoiceAnswer | LabelAnswer):
        return choice_at(text, start, begin, space)
    if isinstance(space, NumberAnswer):
        return number_at(text, start, begin, space)
    return date_at(text, start, begin, space) if isinstance(space, DateAnswer) else None


def value_before(text: str, statement: Statement, space: AnswerSpace) -> Finding | None:
    """Return the value that stands before the verb of `statement`; None where none does."""
    return choice_before(text, statement, space) if isinstance(space, ChoiceAnswer) else None


def value_whole(text: str, space: AnswerSpace) -> Finding | None:
    """Return the value that the whole of `text` is; None where it is none, or more than that."""
    if isinstance(space, ChoiceAnswer | LabelAnswer):
        return choice_whole(text, space)
    if isinstance(space, NumberAnswer):
        return number_whole(text, space)
    return date_whole(text, space) if isinstance(space, DateAnswer) else None


def names_another(text: str, start: int, value: str, space: AnswerSpace) -> bool:
    """Whether the sentence at `start`, which could not be read, names an option other than `value`."""
    if not isinstance(space, ChoiceAnswer):
        return False
    return any(mention[0] != value and mention[0] in space.labels for mention in _LETTER.finditer(segment(text, start)))


_LETTER = re.compile(r"(?<![^\W_])(?!A\s[a-z])[A-Z](?![^\W_]|'[a-z])")
