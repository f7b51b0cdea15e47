"""What a scenario is: a kind of patient, with values that fit together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from .stream import Stream
from .text import Text, Value, rounded

Patient = dict[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A kind of patient and what can be asked about them."""

    key: str
    openings: tuple[Text, ...]
    """First sentences; {age}, {a}, {person} are filled in."""
    draw: Callable[[Stream], Patient]
    """The patient's values, which fit together."""
    formulas: tuple[str, ...]
    extras: tuple[str, ...]
    """Values that may be told without being needed."""


def adult(stream: Stream, youngest: int, oldest: int) -> Patient:
    """Return age, sex, height and weight of an adult; the body mass index is mostly 20 to 30 kg/m²."""
    female = stream.chance(50)
    height = stream.middling("147", "173", "1") if female else stream.middling("159", "187", "1")
    index = stream.middling("18", "34", "0.5")
    return {
        "age": stream.integer(youngest, oldest),
        "female": female,
        "height": height,
        "weight": rounded(index * (height / 100) ** 2, 0),
    }


def pressure(stream: Stream, lowest: int, highest: int) -> Patient:
    """Return systolic and diastolic pressure, which differ by a third to a half of the systolic pressure."""
    systolic = stream.integer(lowest, highest)
    share = stream.decimal("0.34", "0.48", "0.01")
    return {"sbp": systolic, "dbp": rounded(systolic * (1 - share), 0)}


def electrolytes(stream: Stream, *, sodium: Decimal, gap: Decimal, bicarbonate: Decimal) -> Patient:
    """Return sodium, potassium, chloride and bicarbonate with this anion gap."""
    return {
        "sodium": sodium,
        "potassium": stream.middling("3.2", "5.4", "0.1"),
        "chloride": sodium - gap - bicarbonate,
        "bicarbonate": bicarbonate,
    }


def acidity(bicarbonate: Decimal, paco2: Decimal) -> Decimal:
    """Return the pH that goes with bicarbonate in mmol/L and PaCO₂ in mmHg (Henderson and Hasselbalch)."""
    return rounded(Decimal("6.1") + (bicarbonate / (Decimal("0.03") * paco2)).log10(), 2)


def flags(stream: Stream, percentages: Sequence[tuple[str, int]]) -> Patient:
    """Return for each name whether it is present, with these chances in percent."""
    return {name: stream.chance(percent) for name, percent in percentages}
