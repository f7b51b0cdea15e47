"""Canonical JSON: one text for one value, whatever machine or Python version writes it.

RFC 8785 (JSON Canonicalization Scheme; Rundgren, Jordan and Erdtman 2020, doi:10.17487/RFC8785): keys sorted by their
UTF-16 code units, no white space, numbers as ECMAScript prints them.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from json.encoder import encode_basestring as _escaped
from typing import TypeAlias

from benchtoward.core.errors import InvalidInputError, Problem

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

LARGEST_EXACT_INTEGER = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly (RFC 7493, section 2.2)."""


def canonical_json(value: Json, *, where: str = "value") -> bytes:
    """Return the RFC 8785 form of `value` as UTF-8.

    Raises `InvalidInputError` naming the place for what JSON can't hold exactly: NaN, infinities, integers of 2^53 or
    more (write those as strings), lone surrogates, keys that are not strings.
    """
    parts: list[str] = []
    _write(value, parts, where)
    return "".join(parts).encode("utf-8")


def sha256_of(value: Json) -> str:
    """Return the SHA-256 of the canonical JSON of `value`, as 64 hex digits."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def _write(value: Json, parts: list[str], where: str) -> None:
    if value is None or isinstance(value, bool):
        parts.append({None: "null", True: "true", False: "false"}[value])
    elif isinstance(value, str):
        parts.append(_text(value, where))
    elif isinstance(value, int):
        parts.append(_integer(value, where))
    elif isinstance(value, float):
        parts.append(_number(value, where))
    elif isinstance(value, Mapping):
        _write_object(value, parts, where)
    elif isinstance(value, Sequence):
        _write_array(value, parts, where)
    else:
        raise _refused(where, f"a {type(value).__name__}", "a JSON value")


def _write_object(value: Mapping[str, Json], parts: list[str], where: str) -> None:
    for key in value:
        if not isinstance(key, str):
            raise _refused(where, f"the key {key!r}", "keys that are text")
        _text(key, where)
    parts.append("{")
    for position, key in enumerate(sorted(value, key=lambda name: name.encode("utf-16-be"))):
        parts.append("," if position else "")
        parts.append(_text(key, where) + ":")
        _write(value[key], parts, f"{where}.{key}")
    parts.append("}")


def _write_array(value: Sequence[Json], parts: list[str], where: str) -> None:
    parts.append("[")
    for position, element in enumerate(value):
        parts.append("," if position else "")
        _write(element, parts, f"{where}[{position}]")
    parts.append("]")


def _text(value: str, where: str) -> str:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise _refused(where, "text with half a surrogate pair", "well-formed Unicode") from None
    # Without ASCII alone, the json module escapes what RFC 8785 escapes and nothing else.
    return _escaped(value)


def _integer(value: int, where: str) -> str:
    if abs(value) > LARGEST_EXACT_INTEGER:
        raise _refused(where, str(value), "an integer below 2^53, or text in quotes where it must be exact")
    return str(int(value))


def _number(value: float, where: str) -> str:
    """ECMAScript's Number::toString (ECMA-262, section 6.1.6.1.20) from Python's shortest digits."""
    if not math.isfinite(value):
        raise _refused(where, repr(value), "a finite number")
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent_text = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent_text or 0) - (len(whole + fraction) - len(digits))
    return sign + _place_point(digits.rstrip("0"), point)


def _place_point(digits: str, point: int) -> str:
    n_digits = len(digits)
    if n_digits <= point <= 21:
        return digits + "0" * (point - n_digits)
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    exponent = point - 1
    fraction = f".{digits[1:]}" if n_digits > 1 else ""
    return f"{digits[0]}{fraction}e{'+' if exponent > 0 else '-'}{abs(exponent)}"


def _refused(where: str, found: str, expected: str) -> InvalidInputError:
    return InvalidInputError("Canonical JSON", [Problem(where=where, found=found, expected=expected)])
