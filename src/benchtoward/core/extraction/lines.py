"""Reading an answer that stands alone on a line of a response."""

from __future__ import annotations

import re
from typing import NamedTuple

from benchtoward.core.extraction.answers import ChoiceAnswer, LabelAnswer
from benchtoward.core.extraction.option_words import OptionTable, option_table, words_of
from benchtoward.core.extraction.outcomes import Finding
from benchtoward.core.extraction.whole_choices import choice_whole


class _Line(NamedTuple):
    text: str
    start: int
    end: int


def on_first_line(text: str, space: ChoiceAnswer | LabelAnswer) -> Finding | None:
    """Return the answer that is the whole first line, unless the second one is another option's line."""
    first = _line_after(text, 0)
    return _alone(first, _line_after(text, first.end), space) if first else None


def on_last_line(text: str, space: ChoiceAnswer | LabelAnswer) -> Finding | None:
    """Return the answer that is the whole last line, unless the one before is another option's line."""
    last = _line_before(text, len(text))
    return _alone(last, _line_before(text, last.start), space) if last else None


def on_only_option_line(text: str, space: ChoiceAnswer) -> Finding | None:
    """Return the one option that stands on a line of its own with its label and its whole text."""
    table = option_table(space)
    found = [line for line in _LED_LINE.finditer(text) if _is_own_line(line, table)]
    if len({line["label"] for line in found}) != 1:
        return None
    return Finding(found[-1]["label"], found[-1].start(), found[-1].end())


def _line_after(text: str, start: int) -> _Line | None:
    word = _ANY_WORD.search(text, start)
    if word is None:
        return None
    end = text.find("\n", word.start())
    return _line(text, text.rfind("\n", 0, word.start()) + 1, end if end >= 0 else len(text))


def _line_before(text: str, end: int) -> _Line | None:
    line_end = end
    while line_end > 0:
        start = text.rfind("\n", 0, line_end) + 1
        if _ANY_WORD.search(text, start, line_end):
            return _line(text, start, line_end)
        line_end = start - 1
    return None


def _line(text: str, start: int, end: int) -> _Line:
    return _Line(text[start:end], start, end)


def _alone(line: _Line, neighbour: _Line | None, space: ChoiceAnswer | LabelAnswer) -> Finding | None:
    found = choice_whole(line.text, space)
    table = option_table(space)
    if found is None or found.reason or (neighbour and _is_another(neighbour.text, found.value, table)):
        return None
    if not table.texts and words_of(line.text)[-1] != found.value.split(",")[-1].casefold():
        return None  # what is said after the label may be why it is wrong
    return found._replace(start=line.start, end=line.end)


def _is_another(line: str, value: str, table: OptionTable) -> bool:
    led = _LED.match(line)
    return led is not None and led["label"] != value and led["label"] in table.labels


def _is_own_line(line: re.Match[str], table: OptionTable) -> bool:
    own = table.own(line["label"]) if line["label"] in table.labels else ()
    return bool(own) and words_of(line["rest"]) == own


_ANY_WORD = re.compile(r"[^\W_]")
_LED = re.compile(r"[^\w\n]{0,8}(?P<label>[0-9]{1,3}|[^\W\d_])(?:[.):\]]|$)")
_LED_LINE = re.compile(r"^[^\w\n]{0,8}(?P<label>[0-9]{1,3}|[^\W\d_])[.):\]](?P<rest>[^\n]*)$", re.MULTILINE)
