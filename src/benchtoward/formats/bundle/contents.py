"""What a bundle holds, as values."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from benchtoward.core.canonical import Json
from benchtoward.core.errors import BundleError, Problem
from benchtoward.core.results import Prediction
from benchtoward.formats.parquet_guard import ParquetLimits

RUN = "run.json"
PREDICTIONS = "predictions.parquet"
JOURNAL = "journal.parquet"
RESPONSES = "responses.parquet"
NEEDED = (RUN, PREDICTIONS, JOURNAL)
MEMBERS = (*NEEDED, RESPONSES)


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleLimits:
    """The most that a bundle may hold that somebody else made."""

    max_record_bytes: int = 1 << 22
    """Bytes of `run.json`."""
    max_file_bytes: int = 1 << 28
    """Bytes of each other file."""
    max_zip_bytes: int = 1 << 29
    """Bytes of a zipped bundle."""
    max_ratio: int = 200
    """How many times larger a zipped file above a mebibyte may be than its compressed bytes."""
    parquet: ParquetLimits = field(default_factory=ParquetLimits)
    """The limits of each table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalRow:
    """What may differ between two honest computations of one prediction."""

    item_id: str
    repeat: int = 0
    request_key: str = ""
    """The key of the response; empty where there was no request."""
    attempts: int = 1
    """How often it was asked for, the answered attempt included; 0 where a stored answer was taken."""
    latency_seconds: float | None = None
    """From sending the answered request to its last byte."""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    """Tokens of the answer, those of its reasoning included."""
    cost: float | None = None
    """What the answer cost, in US dollars by the price list of the model's file."""
    received_at: str = ""
    """When the answer was whole, as ISO 8601 text; empty where that is not known."""

    def __post_init__(self) -> None:
        wrong = [name for name in _COUNTS if not _is_count(getattr(self, name))]
        wrong += [name for name in _AMOUNTS if not _is_amount(getattr(self, name))]
        if self.received_at and not _is_time(self.received_at):
            wrong.append("received_at")
        if wrong:
            where = f"item {self.item_id[:60]!r}, repeat {self.repeat}"
            problem = Problem(where=where, found=f"{', '.join(wrong)} out of range", expected="counts, times, amounts")
            raise BundleError("A journal row", [problem])


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseRow:
    """The text of one response, for benchmarks whose licence lets it go out."""

    item_id: str
    repeat: int = 0
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """One run as it crosses every boundary."""

    record: Mapping[str, Json]
    """Who was run on what, how, and what came out: `RunRecord.to_json()`."""
    predictions: Sequence[Prediction]
    journal: Sequence[JournalRow]
    environment: Mapping[str, Json] = field(default_factory=dict)
    """Package versions and machine."""
    responses: Sequence[ResponseRow] | None = field(default=None, repr=False)
    """The texts of the responses; None where they stay out."""


_COUNTS = ("repeat", "attempts", "prompt_tokens", "completion_tokens")
_AMOUNTS = ("latency_seconds", "cost")


def _is_count(value: int | None) -> bool:
    return value is None or 0 <= value < 2**53


def _is_amount(value: float | None) -> bool:
    return value is None or (math.isfinite(value) and value >= 0)


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return len(text) <= 40
