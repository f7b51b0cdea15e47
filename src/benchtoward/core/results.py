"""Predictions and scores as values: what a run hands on."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchtoward.core.canonical import Json, canonical_json
from benchtoward.core.errors import InvalidInputError, PredictionsError, Problem


class PredictionStatus(StrEnum):
    """What became of one item."""

    PARSED = "parsed"
    UNPARSED = "unparsed"
    ERROR = "error"
    MISSING = "missing"


class Finish(StrEnum):
    """How a response ended, apart from whether it could be read."""

    STOP = "stop"
    LENGTH = "length"
    CONTENT_FILTER = "content_filter"
    REFUSAL = "refusal"
    UNKNOWN = "unknown"
    NONE = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What was read out of one response (or came from a predictor)."""

    item_id: str
    """The item."""
    repeat: int = 0
    """Which of several runs of the same question, from 0."""
    status: PredictionStatus
    reason: str = ""
    """Why an unparsed or failed one is that: a code without text of the response."""
    prediction: str | None = None
    """The answer: option letters joined by commas, a class, a number as text."""
    probabilities: tuple[float, ...] | None = None
    """One a class, in the order of the spec's classes."""
    score: float | None = None
    """This item's part of the primary metric (1 right, 0 wrong for accuracy); None where a metric has none."""
    rule: str = ""
    """The extraction rule that fired."""
    request_key: str = ""
    """The key of the response; empty where there was no request."""
    finish: Finish = Finish.NONE

    def __post_init__(self) -> None:
        if (self.status is PredictionStatus.PARSED) == (self.prediction is None and self.probabilities is None):
            raise _wrong(self, f"{self.status} with prediction {self.prediction!r}", "an answer if and only if parsed")
        if self.probabilities is not None and not _are_probabilities(self.probabilities):
            raise _wrong(self, f"probabilities {self.probabilities}", "finite numbers from 0 to 1 that add up to 1")

    def row(self) -> Mapping[str, Json]:
        """Return the row whose canonical form the content address covers."""
        return {
            "finish": self.finish.value,
            "item_id": self.item_id,
            "prediction": self.prediction,
            "probabilities": self.probabilities,
            "reason": self.reason,
            "repeat": self.repeat,
            "request_key": self.request_key,
            "rule": self.rule,
            "score": self.score,
            "status": self.status.value,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many predictions there are of each kind; a repeat counts as one."""

    n_predictions: int
    n_parsed: int
    n_unparsed: int
    n_error: int
    n_missing: int
    n_truncated: int
    n_refused: int

    @property
    def parse_rate(self) -> float:
        """The share of predictions that could be read."""
        return self.n_parsed / self.n_predictions

    @property
    def truncation_rate(self) -> float:
        """The share of responses that hit the token limit."""
        return self.n_truncated / self.n_predictions

    @property
    def refusal_rate(self) -> float:
        """The share of responses that refused or were filtered."""
        return self.n_refused / self.n_predictions

    @classmethod
    def of(cls, predictions: Sequence[Prediction]) -> Counts:
        """Count `predictions`."""
        status = Counter(prediction.status for prediction in predictions)
        finish = Counter(prediction.finish for prediction in predictions)
        n_refusal_read = sum(
            prediction.reason == "refusal" and prediction.finish not in (Finish.REFUSAL, Finish.CONTENT_FILTER)
            for prediction in predictions
        )
        return cls(
            n_predictions=len(predictions),
            n_parsed=status[PredictionStatus.PARSED],
            n_unparsed=status[PredictionStatus.UNPARSED],
            n_error=status[PredictionStatus.ERROR],
            n_missing=status[PredictionStatus.MISSING],
            n_truncated=finish[Finish.LENGTH],
            n_refused=finish[Finish.REFUSAL] + finish[Finish.CONTENT_FILTER] + n_refusal_read,
        )


def in_order(predictions: Iterable[Prediction]) -> list[Prediction]:
    """Return predictions by item id, then repeat: the order of every stored table."""
    return sorted(predictions, key=lambda prediction: (prediction.item_id, prediction.repeat))


def content_address(predictions: Iterable[Prediction]) -> str:
    """Return the SHA-256 over the canonical rows in order: the same for a run that was killed and continued."""
    digest = hashlib.sha256()
    for prediction in in_order(predictions):
        digest.update(canonical_json(prediction.row(), where=f"item {prediction.item_id}") + b"\n")
    return digest.hexdigest()


def check_complete(predictions: Sequence[Prediction], item_ids: Iterable[str], *, n_repeats: int) -> None:
    """Raise `PredictionsError` unless there is exactly one prediction an item and repeat, and none beside."""
    expected = {(item_id, repeat) for item_id in item_ids for repeat in range(n_repeats)}
    seen = Counter((prediction.item_id, prediction.repeat) for prediction in predictions)
    problems = [_problem(key, "more than one prediction", "one") for key, n in sorted(seen.items()) if n > 1]
    problems += [_problem(key, "no prediction", "one") for key in sorted(expected - set(seen))]
    problems += [
        _problem(key, "a prediction", "only items and repeats of the benchmark") for key in sorted(set(seen) - expected)
    ]
    if problems:
        raise PredictionsError("The set of predictions", problems)


def _problem(key: tuple[str, int], found: str, expected: str) -> Problem:
    return Problem(where=f"item {key[0][:60]!r}, repeat {key[1]}", found=found, expected=expected)


def _are_probabilities(values: Sequence[float]) -> bool:
    if not all(math.isfinite(value) and 0 <= value <= 1 for value in values):
        return False
    return math.isclose(math.fsum(values), 1, abs_tol=1e-6)


def _wrong(prediction: Prediction, found: str, expected: str) -> InvalidInputError:
    where = f"item {prediction.item_id[:60]!r}, repeat {prediction.repeat}"
    return PredictionsError("A prediction", [Problem(where=where, found=found, expected=expected)])
