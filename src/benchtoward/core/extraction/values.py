"""One reader for each kind of answer: at a place of a text, and of a whole text."""

from __future__ import annotations

from benchtoward.core.extraction.answers import AnswerSpace, ChoiceAnswer, DateAnswer, LabelAnswer, NumberAnswer
from benchtoward.core.extraction.choices import choice_at, choice_whole
from benchtoward.core.extraction.dates import date_at, date_whole
from benchtoward.core.extraction.numbers import number_at, number_whole
from benchtoward.core.extraction.outcomes import Finding


def value_at(text: str, start: int, begin: int, space: AnswerSpace) -> Finding | None:
    """Return the value that stands at `start`, in a statement that begins at `begin`; None where none does."""
    if isinstance(space, ChoiceAnswer | LabelAnswer):
        return choice_at(text, start, begin, space)
    if isinstance(space, NumberAnswer):
        return number_at(text, start, begin, space)
    return date_at(text, start, begin, space) if isinstance(space, DateAnswer) else None


def value_whole(text: str, space: AnswerSpace) -> Finding | None:
    """Return the value that the whole of `text` is; None where it is none or more than that."""
    if isinstance(space, ChoiceAnswer | LabelAnswer):
        return choice_whole(text, space)
    if isinstance(space, NumberAnswer):
        return number_whole(text, space)
    return date_whole(text, space) if isinstance(space, DateAnswer) else None
