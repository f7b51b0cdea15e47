"""JSON that was written by others: read strictly, so that one text has one meaning and a bounded cost."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NoReturn

from benchtoward.core.canonical import Json

DEEPEST = 64
"""The deepest nesting that is read."""

_LONGEST_NUMBER = 400
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[{]|[\]}]', re.DOTALL)
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class JsonTextError(ValueError):
    """The text is not JSON as it is read here; the message says what stands there."""


def parse_json(data: bytes | str, *, deepest: int = DEEPEST) -> Json:
    """Return the value that a JSON text holds.

    Raises `JsonTextError` for bad UTF-8, NaN and infinities, a key that stands twice in one object, half a
    surrogate pair, and nesting below `deepest`.
    """
    text = _decoded(data)
    if depth(text, stop_at=deepest) > deepest:
        raise JsonTextError(f"nesting deeper than {deepest} levels")
    try:
        value: Json = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            parse_int=_integer,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise JsonTextError(f"text that is not JSON ({error.msg} at {place})") from None
    if _ESCAPED_SURROGATE.search(text):
        _refuse_surrogates(value)
    return value


def depth(text: str, *, stop_at: int) -> int:
    """Return how deep brackets nest outside strings; counting ends once it is past `stop_at`."""
    if text.count("[") + text.count("{") <= stop_at:
        return 0
    deepest = present = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        first = match.group()[0]
        if first in "[{":
            present += 1
            deepest = max(deepest, present)
            if deepest > stop_at:
                break
        elif first in "]}":
            present -= 1
    return deepest


def _decoded(data: bytes | str) -> str:
    if isinstance(data, str):
        return data
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise JsonTextError(f"a byte that is not UTF-8 (offset {error.start})") from None


def _object(pairs: list[tuple[str, Json]]) -> Mapping[str, Json]:
    value = dict(pairs)
    if len(value) != len(pairs):
        doubled, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise JsonTextError(f"the key {doubled[:60]!r} twice in one object")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise JsonTextError(f"{name}, which is not a JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise JsonTextError(f"the number {text[:60]}, which is too large")
    return value


def _integer(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise JsonTextError(f"a number of {len(text)} digits")
    return int(text)


def _refuse_surrogates(value: Json) -> None:
    if isinstance(value, str):
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise JsonTextError("text with half a surrogate pair") from None
    elif isinstance(value, Mapping):
        for key, nested in value.items():
            _refuse_surrogates(key)
            _refuse_surrogates(nested)
    elif isinstance(value, Sequence):
        for nested in value:
            _refuse_surrogates(nested)
