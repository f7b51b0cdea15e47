"""Reading a number with its unit. What could be read in two ways is not read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Context, Decimal

from benchtoward.core.extraction.answers import NumberAnswer
from benchtoward.core.extraction.outcomes import Finding, UnparsedReason
from benchtoward.core.extraction.segments import segment
from benchtoward.core.extraction.units import unit_after

LARGEST_EXPONENT = 30
"""Numbers of 10^31 and more, or with as many decimals, are no answer to a question of medicine."""


def number_at(text: str, start: int, begin: int, space: NumberAnswer) -> Finding | None:
    """Return the number that stands at `start` or ends the sentence there; None where none does.

    A sentence such as `CrCl = (140 - 45) × 72 / 86 = 79.5 mL/min` is read after its last sign of equality.
    """
    line = segment(text, start)
    found = _value_in(line, space)
    return found._replace(start=begin, end=start + found.end) if found else None


def number_whole(text: str, space: NumberAnswer) -> Finding | None:
    """Return the number that the whole of `text` is, with or without a unit."""
    line = text.strip()
    if not line or len(line) > 200:
        return None
    found = _number_at(line, 0, space)
    if found is None:
        return None
    ending = _KOREAN_VERB.match(line, found.end)
    rest = _ANY_WORD.search(line, ending.end() if ending else found.end)
    if rest and found.reason is not UnparsedReason.SEVERAL:
        return None
    return found._replace(start=0, end=len(text))


def decimal_of(digits: str) -> Decimal | None:
    """Return the number that digits with points and commas mean; None where that is not plain.

    A single comma before exactly three digits parts thousands; before any other count of digits, or
    after a zero, it is a decimal comma.
    """
    for pattern, drop, point in _WRITINGS:
        if pattern.fullmatch(digits):
            return Decimal(digits.replace(drop, "").replace(point, ".") if drop else digits.replace(point, "."))
    return None


def _value_in(line: str, space: NumberAnswer) -> Finding | None:
    direct = _number_at(line, 0, space)
    equal = [_number_at(line, at, space) for at in _equal_signs(line)][-1:]
    last = equal[0] if equal else None
    if last and not last.reason:
        if direct and not direct.reason and direct.value != last.value:
            return _not(UnparsedReason.SEVERAL, "more than one number", last.end)
        return last
    return direct or last or _after_copula(line, space)


def _after_copula(line: str, space: NumberAnswer) -> Finding | None:
    """The only number of a sentence, at its end: `the clearance is 72 mL/min`."""
    numbers = list(_BARE_NUMBER.finditer(line))
    copula = None
    for copula in _COPULA.finditer(line):  # noqa: B007
        pass
    found = _number_at(line, copula.end(), space) if copula else None
    if found is None or _ANY_WORD.search(line, found.end) or _ANY_DIGIT.search(line, 0, copula.end() if copula else 0):
        return _not(UnparsedReason.SEVERAL, "more than one number", len(line)) if len(numbers) > 1 else None
    return found


def _number_at(line: str, start: int, space: NumberAnswer) -> Finding | None:
    lead = _LEAD.match(line, start)
    at = lead.end() if lead else start
    bound = _BOUND.match(line, at)
    if bound:
        return _not(UnparsedReason.NOT_A_NUMBER, "a bound instead of a number", bound.end())
    number = _NUMBER.match(line, at)
    if number is None or _PART_OF_A_WORD.match(line, number.end()):
        return None
    unit = unit_after(line, number.end(), space)
    if _CONNECTED.match(line, unit.end if unit.factor is not None else number.end()):
        return _not(UnparsedReason.SEVERAL, "more than one number", number.end())
    if unit.factor is None:
        return _not(UnparsedReason.WRONG_UNIT, "a unit that is not accepted", unit.end)
    return _converted(number, unit.factor, unit.end)


def _converted(number: re.Match[str], factor: Decimal, end: int) -> Finding:
    value = decimal_of(number["digits"])
    if value is None:
        return _not(UnparsedReason.NOT_A_NUMBER, "digits that can be read in two ways", end)
    exponent = int(number["power"] or number["e"] or 0)
    if abs(exponent) > LARGEST_EXPONENT:
        return _not(UnparsedReason.OUT_OF_RANGE, "an exponent that is too large", end)
    signed = value.copy_negate() if number["sign"] in ("-", "–") else value
    converted = _EXACT.multiply(_EXACT.scaleb(signed, exponent), factor)
    return Finding("0" if converted.is_zero() else format(_EXACT.normalize(converted), "f"), 0, end)


def _equal_signs(line: str) -> Iterator[int]:
    """Where the values begin after signs of equality that stand outside brackets."""
    depth = 0
    for position, sign in enumerate(line):
        if sign in "([":
            depth += 1
        elif sign in ")]":
            depth = max(depth - 1, 0)
        elif sign in "=≈" and depth == 0:
            yield position + 1


def _not(reason: UnparsedReason, detail: str, end: int) -> Finding:
    return Finding("", 0, end, reason, detail)


_WRITINGS = (
    (re.compile(r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+"), "", "."),
    (re.compile(r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?"), ",", "."),
    (re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+,[0-9]+|[1-9][0-9]{0,2}(?:\.[0-9]{3}){2,}"), ".", ","),
    (re.compile(r"0,[0-9]+|[0-9]+,(?:[0-9]{1,2}|[0-9]{4,})|[0-9]{4,},[0-9]{3}"), "", ","),
)
_LEAD = re.compile(
    r"(?:[\s(\[{\"'*_$:≈~\x01]|(?<=\n)[-•]\s"
    r"|(?:about|approximately|approx\.?|around|roughly|nearly|estimated\sat|equal\sto|equals|약|대략)(?![^\W_])){0,8}",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"[<>≤≥±]|(?:less|greater|more|fewer|higher|lower)\s+than|(?:at\s+(?:least|most)|up\s+to|under|over|above|below)\s",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?P<sign>[-+–](?=[0-9.]))?(?P<digits>[0-9](?:[0-9.,]{0,60}[0-9])?|\.[0-9]{1,40})"
    r"(?:[eE](?P<e>[+-]?[0-9]{1,12})(?![^\W_])"
    r"|\s?[x×·*]\s?10\s?(?:\^|\*\*)\s?[({]?(?P<power>[+-]?[0-9]{1,12})[)}]?)?"
)
_BARE_NUMBER = re.compile(r"(?<![^\W_])[0-9][0-9.,]*")
_CONNECTED = re.compile(
    r"\s?(?:[-–—~/±,;×÷*^+x]|to|or|and|of|out\sof|by|plus|minus|또는|혹은|에서|내지)\s?(?:about\s|approximately\s)?"
    r"[-+(]?\.?[0-9]|\([0-9]",
    re.IGNORECASE,
)
_COPULA = re.compile(r"(?<![^\W_])(?:is|was|equals|of|be)(?![^\W_])|[:은는]\s", re.IGNORECASE)
_PART_OF_A_WORD = re.compile(r"[0-9]|[-'][^\W\d_]")
_KOREAN_VERB = re.compile(r"(?:입니다|이다|임|이에요|예요)(?![^\W_])")
_EXACT = Context(prec=200)
_ANY_WORD = re.compile(r"[^\W_]")
_ANY_DIGIT = re.compile(r"[0-9]")
