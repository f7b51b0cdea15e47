from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from tests.store_rows import ACTOR, make_benchmark_version, make_model_version, make_run

from benchtoward.core.errors import InvalidInputError, NotFoundError
from benchtoward.core.keys import Key, run_key
from benchtoward.core.lifecycle import FailureClass, RunState, Tag
from benchtoward.store.models import BenchmarkVersion, Event, ModelEntry, Result, Run, SubjectKind

pytestmark = pytest.mark.django_db


def claim(key: Key) -> tuple[Run, bool]:
    return Run.objects.claim(
        key,
        benchmark_version=make_benchmark_version() if not Run.objects.exists() else Run.objects.get().benchmark_version,
        model_version=make_model_version() if not Run.objects.exists() else Run.objects.get().model_version,
        tag=Tag.STANDARD,
        configuration={"route": "standard"},
        actor=ACTOR,
    )


def test_a_key_is_claimed_once() -> None:
    key = run_key(model_version="m", spec_hash="s", run_configuration={"route": "standard"})
    run, created = claim(key)
    again, created_again = claim(key)
    assert (created, created_again) == (True, False)
    assert run == again
    assert (run.run_key, run.pre_image) == (key.text, key.pre_image)
    assert run.run_id == key.text[4:20]
    assert [event.moved_to for event in Event.objects.about(SubjectKind.RUN, run.run_id)] == ["requested"]


def test_a_key_that_is_not_the_hash_of_its_pre_image_is_refused() -> None:
    key = run_key(model_version="m", spec_hash="s", run_configuration={})
    with pytest.raises(InvalidInputError, match="the hash of its pre-image"):
        claim(Key(text=key.text, pre_image=key.pre_image + " "))


def test_a_run_is_found_by_its_id_and_by_its_key_with_all_names_in_one_query(
    django_assert_num_queries: Callable[[int], Any],
) -> None:
    run = make_run()
    for name in (run.run_id, run.run_key):
        with django_assert_num_queries(1):
            found = Run.objects.find(name)
            assert found.benchmark_version.benchmark.slug == "clincalc"
            assert found.model_version.model.slug == "a-model"
    with pytest.raises(NotFoundError, match="no-such-run"):
        Run.objects.find("no-such-run")


def test_the_queue_is_in_the_order_of_asking() -> None:
    version = make_benchmark_version()
    runs = [make_run(version, make_model_version(f"model-{n}"), state=RunState.QUEUED) for n in range(3)]
    runs[0].move(RunState.RUNNING, actor=ACTOR)
    runs[0].move(RunState.INCOMPLETE, actor=ACTOR)
    assert list(Run.objects.waiting()) == runs[1:]
    runs[1].move(RunState.CANCELLED, actor=ACTOR)
    assert list(Run.objects.unfinished()) == [runs[0], runs[2]]


def test_what_a_run_points_at_can_not_be_deleted() -> None:
    run = make_run()
    for row in (run.benchmark_version, run.model_version, run.benchmark_version.item_table):
        with pytest.raises(ProtectedError):
            row.delete()


@pytest.mark.parametrize(
    "columns",
    [
        {"state": "paused"},
        {"tag": "friend"},
        {"failure_class": "bad luck"},
        {"state": "failed"},
        {"state": "stored"},
        {"n_repeats": 0},
        {"run_id": "0" * 16},
    ],
)
def test_the_database_holds_runs_to_their_rules(columns: dict[str, Any]) -> None:
    version = make_benchmark_version()
    other = make_run(version, make_model_version("other"))
    Run.objects.filter(pk=other.pk).update(run_id="0" * 16)
    run = make_run(version)
    with pytest.raises(IntegrityError), transaction.atomic():
        Run.objects.filter(pk=run.pk).update(**columns)


@pytest.mark.parametrize("name", ["\x00", "bt1:\ud800", "'; DROP TABLE store_run; --", "x" * 10_000])
def test_a_hostile_name_finds_nothing(name: str) -> None:
    make_run()
    for find in (
        Run.objects.find,
        Result.objects.find,
        lambda name: BenchmarkVersion.objects.find(name, name),
    ):
        with pytest.raises(NotFoundError):
            find(name)
    assert not Run.objects.filter(run_key=name).exists()
    assert not ModelEntry.objects.filter(slug=name).exists()
    assert BenchmarkVersion.objects.by_hash(name) is None
    assert ModelEntry.objects.by_name(name) is None


def test_a_failure_text_with_what_no_column_takes_is_stored_all_the_same() -> None:
    run = make_run(state=RunState.RUNNING)
    run.fail(FailureClass.MALFORMED, "a body of \x00 and \ud800", actor=ACTOR)
    assert run.failure_text == "a body of \ufffd and \ufffd\ufffd\ufffd"
