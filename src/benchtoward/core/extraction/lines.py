"""Reading an answer that stands alone on the first or the last line of a response."""

from __future__ import annotations

import re

from benchtoward.core.extraction.answers import ChoiceAnswer, LabelAnswer
from benchtoward.core.extraction.choices import choice_whole
from benchtoward.core.extraction.option_words import option_table
from benchtoward.core.extraction.outcomes import Finding


def on_first_line(text: str, space: ChoiceAnswer | LabelAnswer) -> Finding | None:
    """Return the answer that is the whole first line, unless the second one is another option's line."""
    lines = _LINE.finditer(text)
    first, second = next(lines, None), next(lines, None)
    if first is None:
        return None
    return _alone(first, second, space)


def on_last_line(text: str, space: ChoiceAnswer | LabelAnswer) -> Finding | None:
    """Return the answer that is the whole last line, unless the one before is another option's line."""
    tail = text.rstrip()
    start = tail.rfind("\n") + 1
    before = tail[:start].rstrip()
    last = _LINE.search(tail, start)
    if last is None:
        return None
    return _alone(last, _LINE.search(before, before.rfind("\n") + 1), space)


def _alone(
    line: re.Match[str], neighbour: re.Match[str] | None, space: ChoiceAnswer | LabelAnswer
) -> Finding | None:
    found = choice_whole(line[0], space)
    if found is None or found.reason or (neighbour and _is_other_option(neighbour[0], found.value, space)):
        return None
    return found._replace(start=line.start(), end=line.end())


def _is_other_option(line: str, value: str, space: ChoiceAnswer | LabelAnswer) -> bool:
    led = _LED.match(line)
    return bool(led) and led["label"] != value and led["label"] in option_table(space).labels if led else False


_LINE = re.compile(r"[^\n]*[^\W_][^\n]*")
_LED = re.compile(r"[^\w\n]{0,8}(?P<label>[0-9]{1,3}|[^\W\d_])(?:[.):\]]|$)")
