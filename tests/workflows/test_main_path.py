"""From a specification and a model to a published, ranked, citable result, and back down again."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from tests.toy_files import toy_row, write_toy

from benchtoward.core.errors import InvalidInputError, NotAllowedError, NotFoundError, PredictionsError
from benchtoward.formats.catalogue import model_named
from benchtoward.store.models import Event, Result, Run
from benchtoward.workflows.board import get_board
from benchtoward.workflows.evaluate import Evaluated, evaluate
from benchtoward.workflows.export import export_result
from benchtoward.workflows.lookup import lookup
from benchtoward.workflows.publish import publish, restore, withdraw
from benchtoward.workflows.reading import (
    data_version,
    get_benchmark,
    get_items,
    get_model,
    get_result,
    list_benchmarks,
    list_models,
    newest_results,
    prediction_bytes,
    totals,
)
from benchtoward.workflows.register import Registered, register_benchmark
from benchtoward.workflows.submit import import_file
from benchtoward.workflows.verify import verify_run
from benchtoward.workflows.views import LookupState

pytestmark = pytest.mark.django_db

ACTOR = "a test"


def run_baseline(benchmark: Registered, definitions: Path) -> Evaluated:
    model, version = model_named("first-option", definitions)
    return evaluate(benchmark, model, version, actor=ACTOR)


def submit(benchmark: Registered, definitions: Path, n_right: int, name: str = "a.jsonl") -> Evaluated:
    rows = [toy_row(number) for number in range(40)]
    lines = [
        {"item_id": row["id"], "prediction": row["gold"] if place < n_right else "ABCD"["ABCD".index(row["gold"]) - 1]}
        for place, row in enumerate(rows)
    ]
    path = definitions / name
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    model, version = model_named("submitted", definitions)
    return import_file(path, benchmark, model, version, actor=ACTOR)


def published(done: Evaluated) -> str:
    run_id = done.result.run.run_id
    publish(run_id, actor=ACTOR)
    return run_id


def test_the_same_run_key_is_never_computed_twice(benchmark, definitions):
    first, second = run_baseline(benchmark, definitions), run_baseline(benchmark, definitions)
    assert (first.is_new, second.is_new) == (True, False)
    assert first.result == second.result
    assert Run.objects.get().n_attempts == 1


def test_a_result_is_in_review_until_it_is_published(benchmark, definitions):
    run_id = run_baseline(benchmark, definitions).result.run.run_id
    waiting = lookup(model="first-option", benchmark="toy")
    assert (waiting.state, waiting.run_state, waiting.result) == (LookupState.RUNNING, "in_review", None)
    with pytest.raises(NotFoundError):
        get_result(run_id)
    publish(run_id, actor=ACTOR)
    assert lookup(model="first-option", benchmark="toy").state is LookupState.FOUND
    assert get_result(run_id).summary.rank == 1


def test_every_move_leaves_an_event(benchmark, definitions):
    run_id = published(run_baseline(benchmark, definitions))
    withdraw(run_id, actor="somebody", reason="a wrong label was reported")
    restore(run_id, actor="somebody else")
    moves = [(event.moved_from, event.moved_to, event.actor) for event in Event.objects.filter(subject=run_id)]
    assert moves == [
        ("", "requested", ACTOR),
        ("requested", "queued", ACTOR),
        ("queued", "running", ACTOR),
        ("running", "scoring", ACTOR),
        ("scoring", "stored", ACTOR),
        ("in_review", "published", ACTOR),
        ("published", "withdrawn", "somebody"),
        ("withdrawn", "published", "somebody else"),
    ]


def test_a_withdrawn_result_leaves_the_ranks_and_keeps_a_tombstone(benchmark, definitions):
    run_id = published(run_baseline(benchmark, definitions))
    before = data_version()
    withdraw(run_id, actor=ACTOR, reason="being checked")
    assert data_version() != before
    assert get_board("toy").rows == ()
    view = get_result(run_id)
    assert (view.summary.state, view.withdrawn_reason) == ("withdrawn", "being checked")
    answer = lookup(model="first-option", benchmark="toy")
    assert (answer.state, answer.reason, answer.record) == (LookupState.WITHDRAWN, "being checked", None)
    with pytest.raises(NotFoundError, match="withdrawn"):
        b"".join(prediction_bytes(run_id, "csv"))
    restore(run_id, actor=ACTOR)
    assert len(get_board("toy").rows) == 1


def test_a_move_that_the_table_does_not_have_is_refused(benchmark, definitions):
    run_id = published(run_baseline(benchmark, definitions))
    with pytest.raises(NotAllowedError):
        publish(run_id, actor=ACTOR)
    with pytest.raises(NotAllowedError):
        restore(run_id, actor=ACTOR)
    with pytest.raises(NotAllowedError, match="reason"):
        withdraw(run_id, actor=ACTOR, reason="  ")


def test_community_results_are_ranked_with_the_others_only_when_asked(benchmark, definitions):
    published(run_baseline(benchmark, definitions))
    published(submit(benchmark, definitions, n_right=35))
    assert [row.model for row in get_board("toy").rows] == ["first-option"]
    both = get_board("toy", tags=["baseline", "community"])
    assert [(row.model, row.rank, row.rank_low, row.rank_high) for row in both.rows] == [
        ("submitted", 1, 1, 1),
        ("first-option", 2, 2, 2),
    ]
    assert both.available_tags == {"baseline": 1, "community": 1}
    assert [row.in_top_group for row in both.rows] == [True, False]


def test_a_board_of_community_results_alone_shows_them_and_says_so(benchmark, definitions):
    published(submit(benchmark, definitions, n_right=20))
    board = get_board("toy")
    assert board.only_community
    assert len(board.rows) == 1


def test_identical_submissions_by_two_models_share_rank_and_range(benchmark, definitions):
    for name in ("a.jsonl", "b.jsonl"):
        (definitions / name).write_text("")
    published(submit(benchmark, definitions, n_right=20, name="a.jsonl"))
    path = definitions / "models" / "twin.yaml"
    path.write_text(
        (definitions / "models/submitted.yaml")
        .read_text()
        .replace("ubmitted", "win")
        .replace("Swin", "Twin")
        .replace("swin", "twin")
    )
    model, version = model_named("twin", definitions)
    twin = import_file(definitions / "a.jsonl", benchmark, model, version, actor=ACTOR)
    published(twin)
    rows = get_board("toy").rows
    assert [(row.rank, row.rank_low, row.rank_high) for row in rows] == [(1, 1, 2), (1, 1, 2)]


def test_a_board_that_was_kept_equals_one_that_is_computed(benchmark, definitions):
    published(run_baseline(benchmark, definitions))
    assert get_board("toy") == get_board("toy")


def test_an_unknown_tag_is_refused(benchmark):
    with pytest.raises(InvalidInputError, match="standard"):
        get_board("toy", tags=["stanard"])


def test_verify_recomputes_a_result_from_its_files(benchmark, definitions):
    run_id = published(run_baseline(benchmark, definitions))
    report = verify_run(run_id)
    assert report.is_equal
    names = {check.name for check in report.checks}
    assert {
        "spec hash",
        "run key",
        "content address",
        "metrics.accuracy.value",
        "metrics.accuracy.interval.low",
    } <= names


def test_verify_says_what_differs(benchmark, definitions):
    run_id = published(run_baseline(benchmark, definitions))
    result = Result.objects.find(run_id)
    result.record["scores"]["metrics"]["accuracy"]["value"] = 0.99
    Result.objects.filter(pk=result.pk).update(record=result.record)
    different = [check.name for check in verify_run(run_id).checks if not check.is_equal]
    assert different == ["metrics.accuracy.value"]


def test_lookup_is_tolerant_of_case_and_punctuation_but_never_guesses(benchmark, definitions):
    published(run_baseline(benchmark, definitions))
    assert lookup(model="FIRST OPTION", benchmark="toy").state is LookupState.FOUND
    assert lookup(model="tests/first_option", benchmark="toy").state is LookupState.FOUND
    assert lookup(model="first-optio", benchmark="toy").state is LookupState.NONE
    none = lookup(model="first-option", benchmark="toy", version="2.0.0")
    assert none.state is LookupState.NONE
    assert [near["version"] for near in none.near] == ["1.0.0"]
    run = Run.objects.get()
    assert lookup(run_key=run.run_key).state is LookupState.FOUND


def test_a_submission_with_gaps_doubles_or_strangers_changes_nothing(benchmark, definitions):
    path = definitions / "bad.jsonl"
    path.write_text('{"item_id": "q00000", "prediction": "A"}\n{"item_id": "nobody", "prediction": "A"}\n')
    model, version = model_named("submitted", definitions)
    with pytest.raises(PredictionsError, match="nobody"):
        import_file(path, benchmark, model, version, actor=ACTOR)
    assert not Run.objects.exists()


def test_a_published_version_never_changes(benchmark, definitions):
    path = write_toy(definitions, n_items=40, decoding__max_tokens=17)
    with pytest.raises(NotAllowedError, match="new version"):
        register_benchmark(path, data_root=None, actor=ACTOR)


def test_registering_the_same_version_again_changes_nothing(benchmark):
    before = data_version()
    again = register_benchmark(benchmark.path, data_root=None, actor=ACTOR)
    assert again.row.pk == benchmark.row.pk
    assert data_version() == before


def test_readers_get_benchmarks_models_items_and_counts(benchmark, definitions):
    run_id = published(run_baseline(benchmark, definitions))
    assert [view.slug for view in list_benchmarks()] == ["toy"]
    assert get_benchmark("toy").n_results == 1
    assert get_benchmark("toy").example == {"question": "Question 0?", "options": ["one", "two", "three", "four"]}
    assert [view.slug for view in list_models()] == ["first-option"]
    assert get_model("first-option").results[0].run_id == run_id
    assert [result.run_id for result in newest_results(5)] == [run_id]
    assert (totals().n_results, totals().n_models, totals().n_benchmarks) == (1, 1, 1)


def test_items_are_filtered_searched_and_paged(benchmark, definitions):
    run_id = published(run_baseline(benchmark, definitions))
    everything = get_items(run_id)
    assert (everything.n_matching, everything.n_pages, len(everything.rows)) == (40, 2, 25)
    right = get_items(run_id, kind="right")
    assert right.n_matching == 10
    assert all(row.gold == row.prediction == "A" for row in right.rows)
    assert [row.item_id for row in get_items(run_id, text="question 17?").rows] == ["q00017"]
    with pytest.raises(InvalidInputError, match="page"):
        get_items(run_id, page=3)


def test_exports_come_back(benchmark, definitions, tmp_path):
    run_id = published(run_baseline(benchmark, definitions))
    export_result(run_id, tmp_path / "p.csv")
    with (tmp_path / "p.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 40
    export_result(run_id, tmp_path / "bundle")
    model, version = model_named("submitted", definitions)
    again = import_file(tmp_path / "bundle", benchmark, model, version, actor=ACTOR)
    assert again.result.value == Result.objects.find(run_id).value
    with pytest.raises(InvalidInputError, match="there already"):
        export_result(run_id, tmp_path / "bundle")
