from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from tests.store_rows import ACTOR, make_benchmark_version, make_model_version, make_result, make_run

from benchtoward.core.errors import NotFoundError
from benchtoward.core.lifecycle import ResultState, RunState, Stage, Tag
from benchtoward.store.models import Artifact, BoardSnapshot, Result
from benchtoward.store.opening import artifact_store

pytestmark = pytest.mark.django_db


def make(slug: str, *, tag: Tag = Tag.STANDARD, state: ResultState = ResultState.PUBLISHED, **where: Any) -> Result:
    version = where.get("version") or make_benchmark_version()
    return make_result(make_run(version, make_model_version(slug), tag=tag, state=RunState.STORED), state=state)


def test_lists_hold_published_results_of_published_versions_the_newest_first() -> None:
    version = make_benchmark_version()
    first = make("first", version=version)
    second = make("second", version=version)
    make("reviewed", version=version, state=ResultState.IN_REVIEW)
    make("withdrawn", version=version, state=ResultState.WITHDRAWN)
    unpublished = make("early", version=make_benchmark_version("early", stage=Stage.IN_REVIEW))
    assert list(Result.objects.listed()) == [second, first]
    assert list(Result.objects.published()) == [unpublished, second, first]
    assert list(Result.objects.of_model(first.run.model_version.model)) == [first]


def test_a_board_has_the_listed_results_of_its_tags_with_all_names_in_one_query(
    django_assert_num_queries: Callable[[int], Any],
) -> None:
    version = make_benchmark_version()
    shown = [make(f"model-{n}", version=version, tag=tag) for n, tag in enumerate((Tag.STANDARD, Tag.BASELINE))]
    make("submitted", version=version, tag=Tag.COMMUNITY)
    make("elsewhere", version=make_benchmark_version("other"))
    with django_assert_num_queries(1):
        rows = list(Result.objects.listed().on(version).tagged([Tag.STANDARD, Tag.BASELINE]).with_names())
        assert [row.run.model_version.model.slug for row in rows] == ["model-1", "model-0"]
    assert set(rows) == set(shown)


def test_a_result_is_found_by_its_run_whatever_its_state() -> None:
    result = make("model", state=ResultState.WITHDRAWN)
    assert Result.objects.find(result.run.run_id) == result
    with pytest.raises(NotFoundError, match="0000"):
        Result.objects.find("0000")


@pytest.mark.parametrize(
    "columns",
    [
        {"state": "hidden"},
        {"low": 0.9, "high": 0.1},
        {"low": None},
        {"parse_rate": 1.5},
        {"published_at": None},
        {"state": "withdrawn", "withdrawn_at": "2026-01-01T00:00:00Z"},
        {"state": "withdrawn", "withdrawn_reason": "why"},
    ],
)
def test_the_database_holds_results_to_their_rules(columns: dict[str, Any]) -> None:
    result = make("model")
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.filter(pk=result.pk).update(**columns)


def test_a_result_without_a_defined_score_has_no_interval() -> None:
    result = make_result(value=0.5)
    Result.objects.filter(pk=result.pk).update(value=None, low=None, high=None)


def test_a_run_has_one_result_and_neither_it_nor_its_files_can_be_deleted_under_it() -> None:
    result = make("model")
    with pytest.raises(IntegrityError), transaction.atomic():
        make_result(result.run, predictions=result.predictions, replicates=result.replicates)
    for row in (result.run, result.predictions, result.replicates):
        with pytest.raises(ProtectedError):
            row.delete()


def test_an_artifact_is_a_row_and_a_file_and_both_once() -> None:
    stored = artifact_store().put_bytes(b"the same")
    first = Artifact.objects.keep(stored, media_type="text/plain")
    second = Artifact.objects.keep(stored, media_type="application/json")
    assert first == second
    assert (second.media_type, second.size_bytes) == ("text/plain", 8)
    assert artifact_store().read_bytes(first.sha256) == b"the same"


def test_a_kept_board_holds_until_something_of_its_version_changes() -> None:
    result = make("model")
    version = result.run.benchmark_version
    version.refresh_from_db()
    keep = {"model_set_hash": "a" * 64, "data_version": version.data_version}
    board = BoardSnapshot.objects.keep(version, [Tag.STANDARD, Tag.AGENT], rows=[{"rank": 1}], **keep)
    assert BoardSnapshot.objects.current(version, [Tag.AGENT, Tag.STANDARD]) == board
    assert BoardSnapshot.objects.current(version, [Tag.STANDARD]) is None
    result.move(ResultState.WITHDRAWN, actor=ACTOR, reason="a mistake")
    assert BoardSnapshot.objects.current(version, [Tag.AGENT, Tag.STANDARD]) is None


def test_a_board_computed_from_older_data_never_replaces_a_newer_one() -> None:
    version = make_benchmark_version()
    for data_version, rank in ((5, 1), (4, 2), (5, 3)):
        board = BoardSnapshot.objects.keep(
            version, [Tag.STANDARD], data_version=data_version, model_set_hash="a" * 64, rows=[rank]
        )
        assert board.rows == [3 if rank == 3 else 1]
    assert BoardSnapshot.objects.count() == 1
