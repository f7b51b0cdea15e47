"""Reading a day of the calendar; 3/4/2024 only where the specification says which number is the month."""

from __future__ import annotations

import datetime
import re

from benchtoward.core.extraction.answers import DateAnswer, DateOrder
from benchtoward.core.extraction.outcomes import Finding, UnparsedReason
from benchtoward.core.extraction.segments import segment


def date_at(text: str, start: int, begin: int, space: DateAnswer) -> Finding | None:
    """Return the only day that the sentence at `start` names; None where it names none."""
    line = segment(text, start)
    found = _only_date(line, space)
    return found._replace(start=begin, end=start + found.end) if found else None


def date_whole(text: str, space: DateAnswer) -> Finding | None:
    """Return the day that the whole of `text` is."""
    line = text.strip()
    if len(line) > 60:
        return None
    match = _DATE.search(line)
    if match is None or _REMAINS.fullmatch(line[: match.start()] + line[match.end() :]) is None:
        return None
    return _only_date(line, space)


def _only_date(line: str, space: DateAnswer) -> Finding | None:
    findings = [_finding(match, space) for match in _DATE.finditer(line)]
    if len({(found.value, found.reason) for found in findings}) > 1:
        return Finding("", 0, len(line), UnparsedReason.SEVERAL, "more than one date")
    return findings[0] if findings else None


def _finding(match: re.Match[str], space: DateAnswer) -> Finding:
    if match["first"] and space.order is None:
        reason = UnparsedReason.AMBIGUOUS_DATE
        return Finding("", 0, match.end(), reason, "a date whose order the specification does not name")
    try:
        day = _day(match, space.order)
    except ValueError:
        return Finding("", 0, match.end(), UnparsedReason.OUT_OF_RANGE, "a day that the calendar does not have")
    return Finding(day.isoformat(), 0, match.end())


def _day(match: re.Match[str], order: DateOrder | None) -> datetime.date:
    if match["first"]:
        first, second = int(match["first"]), int(match["second"])
        month, day = (first, second) if order is DateOrder.MONTH_FIRST else (second, first)
        return datetime.date(int(match["year3"]), month, day)
    if match["iso_year"]:
        return datetime.date(int(match["iso_year"]), int(match["iso_month"]), int(match["iso_day"]))
    name = match["month1"] or match["month2"]
    number = _MONTHS.index(name[:3].lower()) + 1
    return datetime.date(int(match["year1"] or match["year2"]), number, int(match["day1"] or match["day2"]))


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?"
)
_DATE = re.compile(
    r"(?<![\w/.-])(?:"
    r"(?P<iso_year>[0-9]{4})(?:-|/|\.\s?|년\s?)(?P<iso_month>[0-9]{1,2})(?:-|/|\.\s?|월\s?)(?P<iso_day>[0-9]{1,2})"
    r"(?:T[0-9:.]{1,15}Z?|일)?"
    rf"|(?P<day1>[0-9]{{1,2}})(?:st|nd|rd|th)?(?:\sof)?[\s-](?P<month1>{_MONTH})\.?,?[\s-](?P<year1>[0-9]{{4}})"
    rf"|(?P<month2>{_MONTH})\.?\s(?P<day2>[0-9]{{1,2}})(?:st|nd|rd|th)?,?\s(?P<year2>[0-9]{{4}})"
    r"|(?P<first>[0-9]{1,2})(?P<mark>[/.-])(?P<second>[0-9]{1,2})(?P=mark)(?P<year3>[0-9]{4})"
    r")(?![A-Za-z0-9]|[/-][0-9])",
    re.IGNORECASE,
)
_REMAINS = re.compile(
    r"[\s,.()\[\]\"'*_:]{0,20}(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day)?[\s,.()\[\]\"'*_]{0,20}(?:입니다|이다)?[\s.]{0,5}",
    re.IGNORECASE,
)
