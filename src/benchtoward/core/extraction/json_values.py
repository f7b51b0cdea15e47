"""Reading JSON out of a response."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator

from benchtoward.core.canonical import Json

ANSWER_KEYS = ("answer", "final_answer", "answer_choice", "정답", "답")
"""The keys whose value is the answer where a response is one JSON object and the specification names no key."""

LONGEST_JSON = 1_000_000
"""Only responses of at most this many characters are read as JSON."""


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


def field_values(text: str, field: str) -> list[str]:
    """Return the values of `field` as texts, in order: those of a JSON object, else those after `"field":`.

    The second way reads broken JSON too, such as an object with a line break inside a string, or more than one object.
    """
    try:
        value = json_value(text)
    except BadJsonError:
        value = None
    if isinstance(value, dict) and field in value:
        return [_as_text(value[field])]
    pair = re.compile(rf'"{re.escape(field)}"\s{{0,10}}:\s{{0,10}}(?:"((?:[^"\\\n]|\\.){{0,2000}})"|([-+.0-9eE]{{1,40}}|true|false))')
    return [_unescaped(match[1]) if match[1] is not None else match[2] for match in pair.finditer(text)]


def compact(value: Json) -> str:
    """Return JSON on one line, keys sorted, without white space."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


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
    return json.loads(text, strict=False, parse_constant=_refuse, parse_float=_finite, parse_int=_whole)


def _refuse(name: str) -> None:
    raise ValueError(name)


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(digits)
    return value


def _whole(digits: str) -> int:
    if len(digits) > 30:
        raise ValueError("an integer of more than 30 digits")
    return int(digits)


def _as_text(value: Json) -> str:
    return value if isinstance(value, str) else compact(value)


def _unescaped(text: str) -> str:
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return text


_FENCE = re.compile(r"```[a-zA-Z]{0,10}[ ]{0,5}\n(.*?)```", re.DOTALL)
