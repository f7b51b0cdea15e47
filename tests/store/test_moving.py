from __future__ import annotations

import itertools

import pytest
from django.db import IntegrityError, transaction
from tests.store_rows import ACTOR, make_benchmark_version, make_result, make_run

from benchtoward.core.errors import InvalidInputError, NotAllowedError, NotFoundError
from benchtoward.core.lifecycle import RESULT_MOVES, RUN_MOVES, FailureClass, ResultState, RunState, Stage
from benchtoward.store.models import BenchmarkVersion, Event, Result, Run, SubjectKind

pytestmark = pytest.mark.django_db


def put(run: Run, state: RunState) -> Run:
    """Put a run into any state, past the table of moves."""
    needed = {"failure_class": FailureClass.QUOTA, "content_address": "c" * 64}
    Run.objects.filter(pk=run.pk).update(state=state, **needed)
    return Run.objects.get(pk=run.pk)


def test_exactly_the_moves_of_the_table_are_allowed_and_each_writes_one_event() -> None:
    run = make_run()
    for present, wanted in itertools.product(RunState, RunState):
        run = put(run, present)
        n_events = Event.objects.count()
        if wanted in RUN_MOVES[present]:
            columns = {"failure_class": FailureClass.PLATFORM} if wanted == RunState.FAILED else {}
            event = run.move(wanted, actor=ACTOR, reason="why", details={"n": 1}, **columns)
            assert run.state == wanted
            assert Run.objects.get(pk=run.pk).state == wanted
            assert Event.objects.count() == n_events + 1
            assert (event.moved_from, event.moved_to, event.reason) == (present, wanted, "why")
            assert (event.actor, event.subject_kind, event.subject) == (ACTOR, SubjectKind.RUN, run.run_id)
            assert event.details == {"n": 1}
        else:
            with pytest.raises(NotAllowedError, match=f"is {present} and can't become {wanted}"):
                run.move(wanted, actor=ACTOR)
            assert Run.objects.get(pk=run.pk).state == present
            assert Event.objects.count() == n_events


def test_a_move_goes_by_the_state_in_the_database_not_by_an_old_copy() -> None:
    run = make_run(state=RunState.QUEUED)
    old_copy = Run.objects.get(pk=run.pk)
    run.move(RunState.CANCELLED, actor=ACTOR)
    with pytest.raises(NotAllowedError, match="is cancelled"):
        old_copy.move(RunState.RUNNING, actor=ACTOR)


def test_only_from_narrows_a_move() -> None:
    result = make_result(state=ResultState.WITHDRAWN)
    with pytest.raises(NotAllowedError, match="is withdrawn, not in_review"):
        result.move(ResultState.PUBLISHED, actor=ACTOR, only_from=ResultState.IN_REVIEW)


def test_a_move_that_the_database_refuses_leaves_no_event() -> None:
    run = make_run(state=RunState.SCORING)
    n_events = Event.objects.count()
    with pytest.raises(IntegrityError), transaction.atomic():
        run.move(RunState.STORED, actor=ACTOR)  # without a content address
    assert Event.objects.count() == n_events


def test_a_row_that_is_gone_can_not_move() -> None:
    run = make_run()
    Run.objects.filter(pk=run.pk).delete()
    with pytest.raises(NotFoundError, match=run.run_id):
        run.move(RunState.QUEUED, actor=ACTOR)


def test_somebody_must_have_moved_it() -> None:
    run = make_run()
    with pytest.raises(InvalidInputError, match="who does it"), transaction.atomic():
        run.move(RunState.QUEUED, actor=" ")
    assert Run.objects.get(pk=run.pk).state == RunState.REQUESTED


def test_a_state_can_not_be_saved_past_move() -> None:
    run = make_run()
    run.state = RunState.STORED
    with pytest.raises(NotAllowedError, match="by `move` alone"):
        run.save()


def test_saving_an_old_copy_does_not_set_the_state_back() -> None:
    run = make_run(state=RunState.RUNNING)
    old_copy = Run.objects.get(pk=run.pk)
    run.move(RunState.CANCELLED, actor=ACTOR)
    old_copy.usage = {"tokens": 5}
    old_copy.save()
    run.refresh_from_db()
    assert (run.state, run.usage) == (RunState.CANCELLED, {"tokens": 5})


def test_deferred_columns_are_left_alone_by_a_save() -> None:
    make_run()
    run = Run.objects.only("n_repeats").get()
    run.n_repeats = 3
    run.save()
    assert Run.objects.get().n_repeats == 3


def test_a_failed_run_tells_its_class_and_starts_clean_again() -> None:
    run = make_run(state=RunState.RUNNING)
    event = run.fail(FailureClass.QUOTA, "the account's credit is used up", actor=ACTOR)
    assert (run.state, run.failure_class) == (RunState.FAILED, FailureClass.QUOTA)
    assert run.failure_text == event.reason == "the account's credit is used up"
    assert event.details == {"failure_class": "quota"}
    assert run.finished_at is not None
    run.move(RunState.QUEUED, actor=ACTOR)
    assert (run.failure_class, run.failure_text, run.finished_at) == ("", "", None)


def test_each_attempt_is_counted_and_the_result_of_a_given_up_one_is_refused() -> None:
    run = make_run(state=RunState.RUNNING)
    late = Run.objects.get(pk=run.pk)
    run.move(RunState.QUEUED, actor="sweep", reason="no heartbeat")
    run.move(RunState.RUNNING, actor="another worker")
    assert run.n_attempts == 2
    with pytest.raises(NotAllowedError, match=r"Attempt 1 of run .* is over: attempt 2 runs"):
        late.move(RunState.SCORING, actor="the first worker")
    run.move(RunState.SCORING, actor="another worker")


def test_results_follow_their_table_and_each_move_changes_the_data_version() -> None:
    result = make_result(state=ResultState.IN_REVIEW)
    version = result.run.benchmark_version
    for present, wanted in itertools.product(ResultState, ResultState):
        dates = {
            "published_at": result.created_at,
            "withdrawn_at": result.created_at,
            "withdrawn_reason": "x",
        }
        Result.objects.filter(pk=result.pk).update(state=present, **dates)
        result.refresh_from_db()
        before = BenchmarkVersion.objects.get(pk=version.pk).data_version
        allowed = wanted in RESULT_MOVES[present]
        if allowed:
            result.move(wanted, actor=ACTOR, reason="why")
        else:
            with pytest.raises(NotAllowedError):
                result.move(wanted, actor=ACTOR, reason="why")
        assert BenchmarkVersion.objects.get(pk=version.pk).data_version == before + allowed


def test_a_withdrawal_keeps_date_and_reason_and_a_restored_result_has_neither() -> None:
    result = make_result()
    with pytest.raises(NotAllowedError, match="needs a reason"):
        result.move(ResultState.WITHDRAWN, actor=ACTOR)
    result.move(ResultState.WITHDRAWN, actor=ACTOR, reason="wrong prompt")
    assert result.withdrawn_reason == "wrong prompt"
    assert result.withdrawn_at is not None
    result.move(ResultState.PUBLISHED, actor=ACTOR, reason="checked")
    assert (result.withdrawn_reason, result.withdrawn_at) == ("", None)
    assert [event.moved_to for event in Event.objects.about(SubjectKind.RESULT, result.run.run_id)] == [
        "published",
        "withdrawn",
        "published",
    ]


def test_a_published_benchmark_version_stays_published() -> None:
    row = make_benchmark_version(stage=Stage.PUBLISHED)
    assert row.published_at is not None
    for stage in Stage:
        with pytest.raises(NotAllowedError):
            row.move(stage, actor=ACTOR)
    moves = Event.objects.about(SubjectKind.BENCHMARK_VERSION, "clincalc/1.0.0")
    assert [(event.moved_from, event.moved_to) for event in moves] == [
        ("building", "in_review"),
        ("in_review", "published"),
    ]
