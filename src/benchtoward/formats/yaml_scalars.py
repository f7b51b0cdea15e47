"""What an unquoted YAML scalar means: the core schema of YAML 1.2 without what readers disagree on."""

from __future__ import annotations

import math
import re

from benchtoward.core.canonical import Json

_NULL = ("", "~", "null")
_BOOLEANS = {"true": True, "false": False}
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_UNCLEAR = (
    (
        re.compile(r"(True|TRUE|False|FALSE|Null|NULL)\Z"),
        "true, false or null in lower case, or text in quotes",
    ),
    (re.compile(r"[-+]?\.(inf|Inf|INF|nan|NaN|NAN)\Z"), "a finite number, or text in quotes"),
    (re.compile(r"[-+]?0[0-9]+\Z"), "a number without leading zeros, or text in quotes"),
    (re.compile(r"0[xo][0-9a-fA-F]+\Z"), "a decimal number, or text in quotes"),
)
_MOST_DIGITS = 400


class UnclearScalarError(ValueError):
    """The scalar has no plain meaning; the message says what would have."""


def plain_value(text: str) -> Json:
    """Return what the unquoted scalar `text` means: null, a boolean, a number or the text itself.

    Raises `UnclearScalarError` for what YAML readers take for different things, and for too large numbers.
    """
    if text in _NULL:
        return None
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    for pattern, expected in _UNCLEAR:
        if pattern.match(text):
            raise UnclearScalarError(expected)
    if _INTEGER.match(text):
        return _integer(text)
    return _number(text) if _FLOAT.match(text) else text


def _integer(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise UnclearScalarError(f"a number of at most {_MOST_DIGITS} digits")
    return int(text)


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise UnclearScalarError("a finite number, or text in quotes")
    return value
