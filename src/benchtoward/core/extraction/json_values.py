"""Reading JSON out of a response."""

from __future__ import annotations

import json
import math
import re
from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from typing import cast

from benchtoward.core.canonical import Json

ANSWER_KEYS = ("answer", "final_answer", "answer_choice", "정답", "답")
"""The keys of the answer where a response is one JSON object and the specification names no key."""

LONGEST_JSON = 1_000_000
"""Only responses of at most this many characters are read as JSON."""

MOST_VALUES = 100
"""Only this many values of a field are looked at: the last ones."""


class BadJsonError(ValueError):
    """What should be JSON is not."""


def json_value(text: str) -> Json:
    """Return the JSON value that a response is, or that its last fenced block or its outermost braces hold.

    Raises `BadJsonError` where none of these is JSON.
    """
    for candidate in _candidates(text):
        try:
            return _loaded(candidate)
        except (ValueError, RecursionError):
            continue
    raise BadJsonError("no JSON value")


def field_values(text: str, field: str) -> list[Json]:
    """Return the values of `field`: that of a JSON object, else the texts and numbers after `"field":`.

    The second way reads broken JSON too: an object with quotes inside a text, or more than one object.
    """
    try:
        value = json_value(text)
    except BadJsonError:
        value = None
    if isinstance(value, dict) and field in value:
        return [value[field]]
    return [_scalar(match[1]) for match in deque(_pair(field).finditer(text), maxlen=MOST_VALUES)]


def compact(value: Json) -> str:
    """Return JSON on one line, keys sorted, without white space.

    Raises `BadJsonError` for half of a surrogate pair, which is no text, and for nesting that is too deep.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        text.encode()
    except (UnicodeEncodeError, RecursionError) as error:
        raise BadJsonError("not JSON that can be stored") from error
    return text


def _candidates(text: str) -> Iterator[str]:
    if len(text) > LONGEST_JSON:
        return
    yield text
    fences = _FENCE.findall(text)
    if fences:
        yield fences[-1]
    for opening, closing in ("{}", "[]"):
        first, last = text.find(opening), text.rfind(closing)
        if 0 <= first < last:
            yield text[first : last + 1]


def _loaded(text: str) -> Json:
    # Control characters inside texts are let through: models write line breaks there.
    value = json.loads(text, strict=False, parse_constant=_refuse, parse_float=_finite, parse_int=_whole)
    return cast("Json", value)


def _refuse(name: str) -> None:
    raise BadJsonError(name)


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise BadJsonError("a number that is too large")
    return value


def _whole(digits: str) -> int:
    if len(digits) > 30:
        raise BadJsonError("an integer of more than 30 digits")
    return int(digits)


def _scalar(text: str) -> Json:
    try:
        return _loaded(text)
    except ValueError:
        return text.strip('"')


@lru_cache(maxsize=64)
def _pair(field: str) -> re.Pattern[str]:
    key = rf'"{re.escape(field)}"\s{{0,10}}:\s{{0,10}}'
    return re.compile(key + r'("(?:[^"\\\n]|\\.){0,2000}"|[-+.0-9eE]{1,40}|true|false)')


_FENCE = re.compile(r"```[a-zA-Z]{0,10}[ ]{0,5}\n(.*?)```", re.DOTALL)
