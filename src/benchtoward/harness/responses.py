"""Answers as they are stored, and what the runner asks of a store of answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Protocol

from benchtoward.core.canonical import Json
from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.core.results import Finish


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredResponse:
    """One answer of a chat model, as it came."""

    request_key: str
    """The key of the request: model version, body as sent, repeat."""
    content: str | None
    """The text of the answer, or the words of a refusal; None where the model sent none."""
    reasoning: str | None
    """The reasoning that the server keeps apart from the answer."""
    finish: Finish
    """How the response ended."""
    response_model: str
    """The model's name as the server gives it: an alias is resolved here."""
    system_fingerprint: str
    """The server's own mark of its configuration; empty where it sends none."""
    prompt_tokens: int | None
    """Tokens of the request, where the server counts them."""
    completion_tokens: int | None
    """Tokens of the response, reasoning included."""
    reasoning_tokens: int | None
    """Tokens of the reasoning alone."""
    latency_seconds: float
    """From sending to the whole answer, of the attempt that succeeded."""
    attempts: int
    """How often it was asked until the answer came."""
    received_at: str
    """When it came: ISO 8601 in UTC."""

    def to_json(self) -> Mapping[str, Json]:
        """Return the response as JSON values."""
        return {name: getattr(self, name) for name in _FIELDS} | {"finish": self.finish.value}

    @classmethod
    def from_json(cls, value: Json) -> StoredResponse:
        """Return the response that `to_json` wrote; raises `InvalidInputError` for anything else."""
        if not isinstance(value, Mapping) or set(value) != set(_FIELDS):
            raise _damaged("other fields")
        try:
            return cls(**{**value, "finish": Finish(value["finish"])})  # type: ignore[arg-type]
        except ValueError:
            raise _damaged("an unknown finish") from None


_FIELDS = tuple(field.name for field in fields(StoredResponse))


class ResponseStore(Protocol):
    """Where answers are kept. The runner calls it from one thread of its own, never twice at once.

    A store that is derived from this class inherits a `release` that does nothing.
    """

    def get_many(self, keys: Sequence[str]) -> Mapping[str, StoredResponse]:
        """Return the stored responses among `keys`, by key."""

    def put_many(self, responses: Sequence[StoredResponse]) -> None:
        """Store responses, durably once this returns; of two with one key, the first stays."""

    def release(self) -> None:
        """Give back what the calling thread holds, such as its database connection: its work is done."""
        return


def _damaged(found: str) -> InvalidInputError:
    problem = Problem(where="a stored response", found=found, expected="what was stored")
    return InvalidInputError("The store of responses", [problem])
