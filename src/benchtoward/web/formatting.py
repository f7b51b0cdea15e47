"""Numbers, dates and names as text for readers, in the language of the page.

Rows of tables get finished text from here: template filters in a row are what makes a page of 500 rows slow.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping
from datetime import date, datetime, timedelta, timezone
from typing import Final
from urllib.parse import urlsplit

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

KOREA: Final = timezone(timedelta(hours=9), "KST")
"""Korea has had no daylight saving time since 1988."""
UNKNOWN: Final = "–"
"""Stands where a value is not known: never 0, never an empty cell."""
MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def is_korean() -> bool:
    """Whether the page is in Korean."""
    return (get_language() or "en").startswith("ko")


def score(value: float | None) -> str:
    """Return a metric's value: three decimals below 10, four significant digits above."""
    if value is None or not math.isfinite(value):
        return UNKNOWN
    magnitude = abs(value)
    if magnitude < 10:
        return signed(f"{value:.3f}")
    decimals = max(0, 3 - math.floor(math.log10(magnitude)))
    return signed(f"{value:,.{decimals}f}")


def signed(number: str) -> str:
    """Return a number with a true minus sign, and without one before a zero."""
    if not number.startswith("-"):
        return number
    digits = number[1:]
    return f"−{digits}" if any(digit in "123456789" for digit in digits) else digits


def interval(low: float | None, high: float | None) -> str:
    """Return an interval as `0.701–0.781`; with `to` where a sign would read like the dash."""
    if low is None or high is None:
        return UNKNOWN
    if low < 0:
        return _("%(low)s to %(high)s") % {"low": score(low), "high": score(high)}
    return f"{score(low)}–{score(high)}"


def percent(share: float | None) -> str:
    """Return a share as a percentage; 100% and 0% only where they are exact."""
    if share is None or not math.isfinite(share):
        return UNKNOWN
    value = share * 100
    if value in (0, 100):
        return f"{value:.0f}%"
    shown = min(max(round(value, 1), 0.1), 99.9) if 0 < value < 100 else value
    return f"{shown:.1f}%"


def count(number: int | float | None) -> str:
    """Return a whole number with thousands set apart."""
    return UNKNOWN if number is None else f"{number:,.0f}"


def ranks(low: int | None, high: int | None) -> str:
    """Return a range of ranks: `2–4`, or `2` where it is one rank."""
    if low is None or high is None:
        return UNKNOWN
    return f"{low}" if low == high else f"{low}–{high}"


def parameters(number: int | None) -> str:
    """Return a model's size: `135M`, `7B`; in Korean `1.35억`, `70억`."""
    if number is None:
        return UNKNOWN
    steps = _KOREAN_STEPS if is_korean() else _ENGLISH_STEPS
    for size, name in steps:
        if number >= size:
            return f"{_three_digits(number / size)}{name}"
    return f"{number:,}"


_ENGLISH_STEPS: Final = ((10**12, "T"), (10**9, "B"), (10**6, "M"), (10**3, "K"))
_KOREAN_STEPS: Final = ((10**12, "조"), (10**8, "억"), (10**4, "만"))


def _three_digits(value: float) -> str:
    return f"{value:.3g}" if value < 999.5 else f"{value:,.0f}"


def day(moment: date | datetime | None) -> str:
    """Return a day in Korea time: `30 Nov 2026`, `2026년 11월 30일`."""
    if moment is None:
        return UNKNOWN
    when = moment.astimezone(KOREA) if isinstance(moment, datetime) else moment
    if is_korean():
        return f"{when.year}년 {when.month}월 {when.day}일"
    return f"{when.day} {MONTHS[when.month - 1]} {when.year}"


def month(value: date | None) -> str:
    """Return the month of a day: `Nov 2026`, `2026년 11월`."""
    if value is None:
        return UNKNOWN
    return f"{value.year}년 {value.month}월" if is_korean() else f"{MONTHS[value.month - 1]} {value.year}"


def iso_day(moment: date | datetime | None) -> str:
    """Return a day in Korea time for machines: `2026-11-30`; empty where it is not known."""
    if moment is None:
        return ""
    return (moment.astimezone(KOREA) if isinstance(moment, datetime) else moment).strftime("%Y-%m-%d")


def duration(seconds: float | None) -> str:
    """Return a length of time in its two largest units."""
    if seconds is None or not math.isfinite(seconds):
        return UNKNOWN
    if seconds < 60:
        return _("%(n)s s") % {"n": f"{seconds:.3g}"}
    minutes = round(seconds / 60)
    if minutes < 60:
        return _("%(n)s min") % {"n": minutes}
    return _("%(hours)s h %(minutes)s min") % {"hours": f"{minutes // 60:,}", "minutes": minutes % 60}


def items_and_units(n_items: int, n_units: int) -> str:
    """Return how many items and units a score rests on, in words."""
    items = ngettext("%(n)s item", "%(n)s items", n_items) % {"n": count(n_items)}
    units = ngettext("%(n)s unit", "%(n)s units", n_units) % {"n": count(n_units)}
    return f"{items} · {units}"


def short_hash(text: str, n_digits: int = 12) -> str:
    """Return the first digits of a hash, with its scheme: `bt1:3f2a9c…`."""
    scheme, colon, digits = text.rpartition(":")
    return f"{scheme}{colon}{digits[:n_digits]}…" if len(digits) > n_digits else text


def localised(texts: Mapping[str, str]) -> str:
    """Return the text in the page's language, or in English, or in whatever language there is."""
    wanted = "ko" if is_korean() else "en"
    return texts.get(wanted) or texts.get("en") or next(iter(texts.values()), "")


def plain_name(name: str, most: int = 120) -> str:
    """Return a name for where no element isolates it (a title): without control characters, and cut."""
    kept = "".join(letter for letter in name if unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp"))
    return kept if len(kept) <= most else f"{kept[: most - 1]}…"


def safe_url(url: object) -> str:
    """Return a web address that may become a link; empty for other schemes and for what is no address."""
    if not isinstance(url, str):
        return ""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return ""
    return url.strip() if parts.scheme in ("http", "https") and parts.hostname else ""
