"""What a specification may set for a metric: everything that can move a score, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from benchtoward.core.canonical import Json
from benchtoward.core.documents import MappingReader, shown
from benchtoward.core.errors import InvalidInputError, Problem, SpecError

_NUMBER: Final = re.compile(r"[0-9]{1,20}(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?")


class Repeats(StrEnum):
    """What becomes of several answers to one item in metrics that are not a mean over items."""

    POOLED = "pooled"
    """All rows enter one calculation."""
    AVERAGED = "averaged"
    """One calculation for each repeat, then the mean of their values."""


class Parameter(StrEnum):
    """The names of all parameters."""

    POSITIVE = "positive"
    ERROR_CAP = "error_cap"
    CLIP = "clip"
    BINS = "bins"
    SPECIFICITY = "specificity"
    REPEATS = "repeats"


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricParameters:
    """The settings of one metric; a metric reads those that its definition lists.

    Raises `InvalidInputError` for values out of range.
    """

    positive: str | None = None
    """The label that counts as positive. Brier, log loss and calibration error judge its probability; without
    it they judge all classes."""
    error_cap: float | None = None
    """The largest absolute error that counts, above 0; an answer that is not parsed counts as it."""
    clip: float | None = None
    """The smallest probability that is believed, above 0 and below 0.5."""
    bins: int = 15
    """Number of equal-width bins of [0, 1], 1 to 1,000."""
    specificity: Fraction | None = None
    """The specificity to reach, above 0 and at most 1; a fraction, so that 0.95 is exactly 95 of 100."""
    repeats: Repeats = Repeats.POOLED
    """What becomes of several answers to one item."""

    def __post_init__(self) -> None:
        checks = (
            (Parameter.POSITIVE, self.positive is None or bool(self.positive), "a label"),
            (Parameter.ERROR_CAP, _is_between(self.error_cap, 0, 1e300), "a number above 0"),
            (Parameter.CLIP, _is_between(self.clip, 0, 0.5), "a probability above 0 and below 0.5"),
            (Parameter.BINS, 1 <= self.bins <= 1_000, "a whole number from 1 to 1000"),
            (Parameter.SPECIFICITY, _is_specificity(self.specificity), "a number above 0 and at most 1"),
        )
        problems = [
            Problem(where=name, found=shown(getattr(self, name)), expected=expected)
            for name, is_right, expected in checks
            if not is_right
        ]
        if problems:
            raise InvalidInputError("The metric's parameters", problems)


def read_parameters(settings: Mapping[str, Json], *, metric: str, known: frozenset[Parameter]) -> MetricParameters:
    """The parameters that a specification sets for `metric`; exact numbers may be decimal text ("0.95").

    Raises `SpecError` with every unknown name, wrong type and value out of range.
    """
    reader = MappingReader(value=settings, path=("metrics", "parameters", metric))
    values = {name: value for name in sorted(known) if (value := _read(reader, name)) is not None}
    reader.done()
    if not reader.problems:
        try:
            return MetricParameters(**values)
        except InvalidInputError as error:
            reader.problems.extend(error.problems)
    raise SpecError(f"The settings of the metric `{metric}`", reader.problems)


def _read(reader: MappingReader, name: Parameter) -> Any:
    if name is Parameter.POSITIVE:
        return reader.text(name, required=False) or None
    if name is Parameter.REPEATS:
        return Repeats(reader.text(name, required=False, default=Repeats.POOLED, one_of=list(Repeats)))
    if name is Parameter.BINS:
        return reader.integer(name, low=1, high=1_000, default=15)
    exact = _exact_number(reader, name)
    return float(exact) if exact is not None and name is not Parameter.SPECIFICITY else exact


def _exact_number(reader: MappingReader, name: str) -> Fraction | None:
    value = reader.anything(name)
    if value is None:
        return None
    if not isinstance(value, bool) and isinstance(value, int | float | str) and _NUMBER.fullmatch(str(value)):
        return Fraction(str(value))
    reader.problem(name, found=shown(value), expected="a number, or a decimal number as text")
    return None


def _is_between(value: float | None, low: float, high: float) -> bool:
    return value is None or low < value < high


def _is_specificity(value: Fraction | None) -> bool:
    return value is None or (0 < value <= 1 and value.denominator <= 1_000_000)
