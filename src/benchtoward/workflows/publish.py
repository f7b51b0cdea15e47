"""Publish, withdraw and restore results: moves of the lifecycle table, each with its event."""

from __future__ import annotations

from benchtoward.core.errors import NotAllowedError
from benchtoward.core.lifecycle import ResultState
from benchtoward.store.models import Result


def publish(run_id: str, *, actor: str, reason: str = "reviewed") -> Result:
    """Publish a result that is in review; raises `NotFoundError` or `NotAllowedError`."""
    return _publish_from(ResultState.IN_REVIEW, run_id, actor=actor, reason=reason)


def withdraw(run_id: str, *, actor: str, reason: str) -> Result:
    """Hide a result at once and leave a tombstone with the date and the reason, which must not be empty."""
    result = Result.objects.find(run_id)
    result.move(ResultState.WITHDRAWN, actor=actor, reason=reason.strip())
    return result


def restore(run_id: str, *, actor: str, reason: str = "checked") -> Result:
    """Publish a withdrawn result again; one that was never published goes back into review."""
    result = Result.objects.find(run_id)
    if result.state == ResultState.WITHDRAWN and result.published_at is None:
        result.move(ResultState.IN_REVIEW, actor=actor, reason=reason)
        return result
    return _publish_from(ResultState.WITHDRAWN, run_id, actor=actor, reason=reason)


def _publish_from(state: ResultState, run_id: str, *, actor: str, reason: str) -> Result:
    result = Result.objects.find(run_id)
    if result.state != state:
        raise NotAllowedError(f"The result {run_id} is {result.state}; this needs one that is {state}.")
    result.move(ResultState.PUBLISHED, actor=actor, reason=reason)
    return result
