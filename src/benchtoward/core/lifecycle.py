"""Lifecycles as tables: which move is allowed from which state. Who may make a move is a question for workflows."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from benchtoward.core.errors import NotAllowedError


class RunState(StrEnum):
    """Where a run is on its way to stored predictions and scores."""

    REQUESTED = "requested"
    QUEUED = "queued"
    RUNNING = "running"
    SCORING = "scoring"
    STORED = "stored"
    INCOMPLETE = "incomplete"
    FAILED = "failed"
    CANCELLED = "cancelled"


class ResultState(StrEnum):
    """Where a result is on its way to readers."""

    IN_REVIEW = "in_review"
    PUBLISHED = "published"
    WITHDRAWN = "withdrawn"


class Stage(StrEnum):
    """Where a benchmark version is."""

    BUILDING = "building"
    IN_REVIEW = "in_review"
    PUBLISHED = "published"


class Tag(StrEnum):
    """Who ran the model; the `route` of a run configuration."""

    STANDARD = "standard"
    AGENT = "agent"
    BASELINE = "baseline"
    OFFICIAL = "official"
    COMMUNITY = "community"


class FailureClass(StrEnum):
    """Why an item or a run failed."""

    LIMIT = "limit"
    QUOTA = "quota"
    TIMEOUT = "timeout"
    MALFORMED = "malformed"
    PROVIDER = "provider"
    PREDICTOR = "predictor"
    PLATFORM = "platform"


RUN_MOVES: Mapping[RunState, frozenset[RunState]] = {
    RunState.REQUESTED: frozenset({RunState.QUEUED, RunState.CANCELLED}),
    RunState.QUEUED: frozenset({RunState.RUNNING, RunState.CANCELLED}),
    RunState.RUNNING: frozenset(
        {RunState.SCORING, RunState.INCOMPLETE, RunState.FAILED, RunState.CANCELLED, RunState.QUEUED}
    ),
    RunState.SCORING: frozenset({RunState.STORED, RunState.INCOMPLETE, RunState.FAILED, RunState.QUEUED}),
    RunState.INCOMPLETE: frozenset({RunState.QUEUED, RunState.CANCELLED}),
    RunState.FAILED: frozenset({RunState.QUEUED, RunState.CANCELLED}),
    RunState.CANCELLED: frozenset({RunState.QUEUED}),
    RunState.STORED: frozenset(),
}

RESULT_MOVES: Mapping[ResultState, frozenset[ResultState]] = {
    ResultState.IN_REVIEW: frozenset({ResultState.PUBLISHED, ResultState.WITHDRAWN}),
    ResultState.PUBLISHED: frozenset({ResultState.WITHDRAWN}),
    ResultState.WITHDRAWN: frozenset({ResultState.PUBLISHED, ResultState.IN_REVIEW}),
}

STAGE_MOVES: Mapping[Stage, frozenset[Stage]] = {
    Stage.BUILDING: frozenset({Stage.IN_REVIEW}),
    Stage.IN_REVIEW: frozenset({Stage.PUBLISHED, Stage.BUILDING}),
    Stage.PUBLISHED: frozenset(),
}

State = TypeVar("State", RunState, ResultState, Stage)


def check_move(moves: Mapping[State, frozenset[State]], *, what: str, present: State, wanted: State) -> None:
    """Raise `NotAllowedError`, naming what is allowed, unless the table has the move from `present` to `wanted`."""
    allowed = moves[present]
    if wanted in allowed:
        return
    ways = ", ".join(sorted(allowed)) or "nothing: this state is final"
    raise NotAllowedError(f"{what} is {present} and can't become {wanted}. Allowed from {present}: {ways}.")
