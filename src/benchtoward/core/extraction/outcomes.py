"""What became of a response: an answer that was read, or the reason why none was."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class UnparsedReason(StrEnum):
    """Why no answer could be read."""

    EMPTY = "empty"
    ONLY_REASONING = "only_reasoning"
    TRUNCATED = "truncated"
    REFUSAL = "refusal"
    NO_ANSWER = "no_answer"
    SEVERAL = "several"
    OUT_OF_RANGE = "out_of_range"
    NOT_A_NUMBER = "not_a_number"
    WRONG_UNIT = "wrong_unit"
    AMBIGUOUS_DATE = "ambiguous_date"
    BAD_JSON = "bad_json"


@dataclass(frozen=True, slots=True)
class Parsed:
    """An answer that was read."""

    value: str
    """Labels joined by commas, a label, a plain decimal number, YYYY-MM-DD, or compact JSON."""
    rule: str
    """The id of the rule that read it."""


@dataclass(frozen=True, slots=True)
class Unparsed:
    """No answer was read."""

    reason: UnparsedReason
    """Why, as a code that can be counted."""
    detail: str = ""
    """The same in a few words; never text of the response."""


class Finding(NamedTuple):
    """What one rule found in a text: a value, or a reason that ends the search."""

    value: str
    """The answer; empty where `reason` is set."""
    start: int
    """Where the statement begins in the text that was looked at."""
    end: int
    """Where it ends."""
    reason: UnparsedReason | None = None
    """Why what stands there is not an answer."""
    detail: str = ""
    """The reason in a few words."""
