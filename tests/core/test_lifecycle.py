from __future__ import annotations

import pytest

from benchtoward.core.errors import NotAllowedError
from benchtoward.core.lifecycle import (
    RESULT_MOVES,
    RUN_MOVES,
    STAGE_MOVES,
    ResultState,
    RunState,
    Stage,
    check_move,
)


@pytest.mark.parametrize(
    ("moves", "states"), [(RUN_MOVES, RunState), (RESULT_MOVES, ResultState), (STAGE_MOVES, Stage)]
)
def test_every_state_stands_in_its_table(moves, states):
    assert set(moves) == set(states)


@pytest.mark.parametrize(
    ("present", "allowed"),
    [
        ("requested", "queued cancelled"),
        ("queued", "running cancelled"),
        ("running", "scoring incomplete failed cancelled queued"),
        ("scoring", "stored incomplete failed queued"),
        ("incomplete", "queued cancelled"),
        ("failed", "queued cancelled"),
        ("cancelled", "queued"),
        ("stored", ""),
    ],
)
def test_a_run_moves_only_as_its_table_says(present, allowed):
    for wanted in RunState:
        if wanted in allowed.split():
            check_move(RUN_MOVES, what="run", present=RunState(present), wanted=wanted)
        else:
            with pytest.raises(NotAllowedError, match=f"is {present} and can't become {wanted}"):
                check_move(RUN_MOVES, what="run", present=RunState(present), wanted=wanted)


def test_a_withdrawn_result_can_be_restored_but_never_from_review_to_review():
    check_move(RESULT_MOVES, what="result", present=ResultState.WITHDRAWN, wanted=ResultState.PUBLISHED)
    with pytest.raises(NotAllowedError):
        check_move(RESULT_MOVES, what="result", present=ResultState.PUBLISHED, wanted=ResultState.IN_REVIEW)


def test_a_published_version_never_changes_its_stage():
    assert STAGE_MOVES[Stage.PUBLISHED] == frozenset()
