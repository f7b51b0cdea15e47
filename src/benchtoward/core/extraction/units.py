"""The unit that stands after a number: accepted, unknown, or none."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from benchtoward.core.extraction.answers import NumberAnswer
from benchtoward.core.extraction.option_words import KOREAN_ENDING
from benchtoward.core.extraction.plain_text import plain_text


class Unit(NamedTuple):
    """What stands after a number."""

    factor: Decimal | None
    """What turns the number into the item's own unit; None where the unit is not accepted."""
    end: int
    """Where it ends."""


def unit_after(text: str, end: int, space: NumberAnswer) -> Unit:
    """Return the unit that stands after a number that ends at `end`; a factor of 1 where there is none."""
    for pattern, factor in _accepted(space.units):
        found = pattern.match(text, end)
        if found:
            return Unit(factor, found.end())
    unknown = _UNKNOWN.match(text, end)
    if unknown is None or _NO_UNIT.match(text, end):
        return Unit(Decimal(1), end)
    return Unit(None, unknown.end())


@lru_cache(maxsize=256)
def _accepted(units: tuple[tuple[str, str], ...]) -> list[tuple[re.Pattern[str], Decimal]]:
    """Patterns of the accepted units, longest first, each exactly as written before the same in any case."""
    longest_first = sorted(units, key=lambda unit: -len(unit[0]))
    exact = [(_pattern(name, re.RegexFlag(0)), Decimal(factor)) for name, factor in longest_first]
    lower = [name.lower() for name, _ in units]
    return exact + [
        (_pattern(name, re.IGNORECASE), Decimal(factor))
        for name, factor in longest_first
        if lower.count(name.lower()) == 1
    ]


def _pattern(name: str, flags: re.RegexFlag) -> re.Pattern[str]:
    pieces = [
        _PIECES.get(piece, re.escape(piece).replace("µ", "[µu]"))
        for piece in _PIECE.findall(plain_text(name))
        if piece != "^"
    ]
    return re.compile(r"\s?[(\[]?" + r"\s?\^?".join(pieces) + rf"[)\]]?{_END}", flags)


_PIECE = re.compile(r"[^\W\d_]+|[0-9.]*[0-9]|[^\w\s]")
_PIECES = {"%": r"(?:%|per\s?cent(?![^\W_]))", "/": r"(?:/|per\s)", "·": r"[·*.]?"}
_END = rf"(?=(?:{KOREAN_ENDING})?(?:$|[^\w/^*·%°µ])|_)(?!\s?per(?![^\W_]))(?!\s?/)(?!\s?[·*])"
_UNKNOWN = re.compile(r"\s?(?:[%‰°µΩ/]|[^\W\d_])[^\s,;()\[\]\"']{0,30}|\s?\([^\W\d_][^\s()]{0,20}\)")
_NO_UNIT = re.compile(
    rf"\s?(?:{KOREAN_ENDING})(?=$|[^\w])"
    r"|[\s(]{1,2}(?:because|since|as|and|or|which|where|is|was|based|given|due|according|for|so|if|but|when|using|to"
    r"|rounded|approximately|about|calculated|exactly|with|from|x|of|out)(?![^\W_])"
    r"|\s?x\s?[0-9]",
    re.IGNORECASE,
)
