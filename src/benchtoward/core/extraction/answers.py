"""What the answer to one item can be: the space that a response is read into."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from benchtoward.core.errors import ItemsError, Problem


class AnswerKind(StrEnum):
    """The kinds of answers; each extraction rule reads some of them."""

    CHOICE = "choice"
    LABEL = "label"
    NUMBER = "number"
    DATE = "date"
    JSON = "json"


class DateOrder(StrEnum):
    """How dates such as 3/4/2024 are to be read."""

    MONTH_FIRST = "month_first"
    DAY_FIRST = "day_first"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceAnswer:
    """One of several labelled options, or a set of them."""

    kind: ClassVar[AnswerKind] = AnswerKind.CHOICE
    labels: tuple[str, ...]
    """The options' labels in order: single letters, or whole numbers up to 999."""
    texts: tuple[str, ...] = ()
    """The options' own texts in the same order; empty where they are not known."""
    several: bool = False
    """Whether more than one option may be chosen."""

    def __post_init__(self) -> None:
        bad = [label for label in self.labels if not _CHOICE_LABEL.fullmatch(label)]
        _require(bool(self.labels) and not bad, "labels", self.labels, "single letters, or numbers up to 999")
        _require(len(set(self.labels)) == len(self.labels), "labels", self.labels, "no label twice")
        _require(len(self.texts) in (0, len(self.labels)), "texts", self.texts, "one text a label, or none at all")


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelAnswer:
    """One of a set of words, such as yes, no and maybe; case and punctuation don't matter."""

    kind: ClassVar[AnswerKind] = AnswerKind.LABEL
    labels: tuple[str, ...]
    """The labels."""
    also: tuple[tuple[str, str], ...] = ()
    """Other spellings, each with the label that it means."""

    def __post_init__(self) -> None:
        spellings = [*self.labels, *(spelling for spelling, _ in self.also)]
        bad = [spelling for spelling in spellings if not _HAS_WORD.search(spelling)]
        _require(bool(self.labels) and not bad, "labels", spellings, "labels that hold a letter or a digit")
        folded = {spelling.casefold() for spelling in spellings}
        _require(len(folded) == len(spellings), "labels", spellings, "no spelling twice (case does not count)")
        strangers = sorted({label for _, label in self.also} - set(self.labels))
        _require(not strangers, "also", strangers, "spellings of the labels given")


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberAnswer:
    """A number in one of the accepted units; without a unit it counts as in the item's own."""

    kind: ClassVar[AnswerKind] = AnswerKind.NUMBER
    units: tuple[tuple[str, str], ...] = ()
    """Each accepted unit, with the factor (as decimal text) that turns it into the item's own unit."""

    def __post_init__(self) -> None:
        bad = [unit for unit in self.units if not unit[0].strip() or not _is_factor(unit[1])]
        _require(not bad, "units", bad, "pairs of a unit and a positive factor, such as ('mg/dL', '1')")


@dataclass(frozen=True, slots=True, kw_only=True)
class DateAnswer:
    """A day of the calendar, read into YYYY-MM-DD."""

    kind: ClassVar[AnswerKind] = AnswerKind.DATE
    order: DateOrder | None = None
    """How 3/4/2024 is to be read; where None, such a date is not read at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonAnswer:
    """Any JSON value, read into compact JSON text with sorted keys."""

    kind: ClassVar[AnswerKind] = AnswerKind.JSON


AnswerSpace = ChoiceAnswer | LabelAnswer | NumberAnswer | DateAnswer | JsonAnswer

_CHOICE_LABEL = re.compile(r"[^\W\d_]|[0-9]{1,3}")
_HAS_WORD = re.compile(r"[^\W_]")
_FACTOR = re.compile(r"[0-9]{1,30}(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,2})?")


def _is_factor(text: str) -> bool:
    return bool(_FACTOR.fullmatch(text)) and 0 < float(text) < math.inf


def _require(holds: bool, field: str, found: Sequence[object], expected: str) -> None:
    if not holds:
        problem = Problem(where=field, found=repr(found)[:200], expected=expected)
        raise ItemsError("What an item's answer can be", [problem])
