"""What a bedside formula is: where it was published, how it is computed, and how people get it wrong."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from types import SimpleNamespace
from typing import Any, TypeAlias

from .text import Text, Value, rounded

MOST_SOURCES = 3

Slip: TypeAlias = Callable[[Any], Decimal]
"""The value that one mistake gives for a patient, whose values are attributes."""


class Category(StrEnum):
    """The field that a formula belongs to; results are shown by it."""

    KIDNEY = "kidney"
    ELECTROLYTES = "electrolytes"
    ACID_BASE = "acid-base"
    HEART = "heart"
    LUNGS = "lungs"
    LIVER = "liver"
    THROMBOSIS = "thrombosis"
    METABOLISM = "metabolism"
    EMERGENCY = "emergency"
    CHILDREN = "children"


class Mistake(StrEnum):
    """The typical mistakes that make the wrong options."""

    WRONG_UNIT = "wrong unit"
    WRONG_SEX = "wrong sex factor"
    FORGOTTEN = "forgotten correction or term"
    SWAPPED = "swapped operands or sign"
    WRONG_CONSTANT = "constant of another formula or version"
    MISCOUNTED = "criterion missed or counted twice"
    SLIP = "slip of arithmetic"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a formula was published."""

    authors: str
    year: int
    journal: str
    """Journal, volume and pages, or publisher."""
    doi: str = ""
    """Empty where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerance:
    """How far from the gold answer a numeric answer may be."""

    relative: Decimal = Decimal(0)
    """Share of the gold answer; at least one unit in the last place asked for is always allowed."""
    exact: bool = False
    """A count of points: no tolerance."""

    def absolute(self, gold: Decimal, decimals: int) -> Decimal:
        """Return the tolerance in the unit of the answer, with one decimal more than the answer."""
        if self.exact:
            return Decimal(0)
        last_place = Decimal(1).scaleb(-decimals)
        return max(last_place, rounded(abs(gold) * self.relative, decimals + 1))


COUNTED = Tolerance(exact=True)
ARITHMETIC = Tolerance(relative=Decimal("0.01"))
"""Sums, products and quotients: 1%, at least one unit in the last place."""
LAST_PLACE = Tolerance()
"""Sums in which 1% would forgive a forgotten term: one unit in the last place."""
POWERS = Tolerance(relative=Decimal("0.05"))
"""Power equations: 5%, the convention of MedCalc-Bench (Khandekar et al. 2024, arXiv:2406.12036)."""

POINTS = Text("points", "점")
ONE_TO_THREE = (Decimal(1), Decimal(2), Decimal(3))
"""By how much a count of points is usually off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """One formula with all that a question about it needs."""

    key: str
    category: Category
    sources: tuple[Source, ...]
    compute: Callable[..., Decimal]
    """The right value before rounding; its keyword arguments are the patient's values that must be shown."""
    mistakes: tuple[tuple[Mistake, Slip], ...]
    """Wrong values before rounding."""
    decimals: int
    """Decimals of the answer; halves are rounded away from zero."""
    unit: Text
    tolerance: Tolerance
    low: Decimal
    high: Decimal
    """Answers outside `low` to `high` don't occur at the bedside (for counts: the range of the score)."""
    question: Text
    also_shown: tuple[str, ...] = ()
    """Values that the mistakes need but the formula doesn't."""
    steps: tuple[Decimal, ...] = ()
    """For counts: by how much a miscount is off, the likeliest first."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.sources) <= MOST_SOURCES:
            raise ValueError(f"{self.key} has {len(self.sources)} sources; give 1 to {MOST_SOURCES}.")
        if self.tolerance.exact != bool(self.steps):
            raise ValueError(f"{self.key}: counts, and only counts, need `steps` and no tolerance.")

    @property
    def arguments(self) -> tuple[str, ...]:
        """The patient's values that the formula takes."""
        return tuple(inspect.signature(self.compute).parameters)

    def gold(self, patient: Mapping[str, Value]) -> Decimal:
        """Return the right answer for this patient, rounded as it is asked for."""
        return rounded(self.compute(**{name: patient[name] for name in self.arguments}), self.decimals)

    def wrong(self, patient: Mapping[str, Value]) -> list[tuple[Mistake, Decimal]]:
        """Return what each typical mistake gives for this patient, rounded."""
        values = SimpleNamespace(**{name: patient[name] for name in (*self.arguments, *self.also_shown)})
        return [(kind, rounded(slip(values), self.decimals)) for kind, slip in self.mistakes]

    def margin(self, gold: Decimal) -> Decimal:
        """Return how far apart two options must be at least."""
        if self.tolerance.exact:
            return min(self.steps)
        return self.tolerance.absolute(gold, self.decimals) + Decimal(1).scaleb(-self.decimals)


def redo(compute: Callable[..., Decimal], **changed: Slip | Callable[[Any], bool | str]) -> Slip:
    """Return the mistake of computing with some values changed, such as `female=lambda p: not p.female`."""
    names = tuple(inspect.signature(compute).parameters)

    def slip(patient: Any) -> Decimal:
        return compute(
            **{name: changed[name](patient) if name in changed else getattr(patient, name) for name in names}
        )

    return slip


def other_sex(compute: Callable[..., Decimal]) -> Slip:
    """Return the mistake of taking the other sex's constants."""
    return redo(compute, female=lambda p: not p.female)
