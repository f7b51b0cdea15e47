"""Text in both languages, and numbers as a person writes them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from typing import TypeAlias

D: TypeAlias = Decimal
"""Short for the many constants of formulas."""

Value: TypeAlias = Decimal | bool | str
"""What is known of a patient: a measurement, whether something is present, or a named grade."""


class Language(StrEnum):
    """The languages in which every question is asked."""

    ENGLISH = "en"
    KOREAN = "ko"


@dataclass(frozen=True, slots=True)
class Text:
    """One text in English and in Korean."""

    en: str
    ko: str

    def of(self, language: Language) -> str:
        """Return the text in this language."""
        return self.en if language is Language.ENGLISH else self.ko


def rounded(value: Decimal, decimals: int) -> Decimal:
    """Return `value` with this many decimals, halves away from zero as taught at school; never minus zero."""
    result = value.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    return abs(result) if result == 0 else result


def plain(value: Decimal) -> str:
    """Return the number without exponent, with the decimals that it has."""
    return f"{value:f}"


def written(value: Decimal) -> str:
    """Return the number with a true minus sign and, from 1,000 on, thousands separators."""
    text = f"{abs(value):,f}" if abs(value) >= 1_000 else f"{abs(value):f}"
    return f"−{text}" if value < 0 else text
