"""Responses for tests that need one in a store."""

from __future__ import annotations

from benchtoward.core.results import Finish
from benchtoward.harness.responses import StoredResponse


def stored_response(key: str, content: str) -> StoredResponse:
    """Return a response as a store holds it."""
    return StoredResponse(
        request_key=key,
        content=content,
        reasoning=None,
        finish=Finish.STOP,
        response_model="a-model",
        system_fingerprint="",
        prompt_tokens=1,
        completion_tokens=1,
        reasoning_tokens=None,
        latency_seconds=0.1,
        attempts=1,
        received_at="2026-01-01T00:00:00.000+00:00",
    )
