from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from tests import toy
from tests.store_rows import ACTOR, make_artifact, make_benchmark_version, make_run

from benchtoward.core.errors import NotAllowedError, NotFoundError
from benchtoward.core.lifecycle import Stage
from benchtoward.core.spec_parsing import parse_spec
from benchtoward.store.models import BenchmarkVersion
from benchtoward.store.models.benchmark import version_order

pytestmark = pytest.mark.django_db


def document(
    *, version: str = "1.0.0", title: str = "A title", unit: tuple[str, ...] = ("patient", "stay")
) -> dict[str, Any]:
    written = toy.document(items__unit=list(unit), items__table_sha256="a" * 64)
    return {**written, "version": version, "title": {"en": title}}


def register(**changes: Any) -> BenchmarkVersion:
    written = document(**changes)
    return BenchmarkVersion.objects.register(
        parse_spec(written),
        spec_yaml=str(written),
        document=written,
        n_items=4,
        n_units=2,
        items=make_artifact("the items"),
    )


def test_a_specification_is_stored_with_its_hash_and_the_text_it_is_the_hash_of() -> None:
    row = register()
    spec = parse_spec(row.document)
    assert (row.spec_hash, row.pre_image) == (spec.key.text, spec.key.pre_image)
    assert row.spec_yaml == str(document())
    assert (row.task, row.primary_metric, row.labels) == ("multiple_choice", "accuracy", "public")
    assert (row.unit_name, row.n_items, row.n_units) == ("patient, stay", 4, 2)
    assert row.stage == Stage.BUILDING
    assert BenchmarkVersion.objects.by_hash(row.spec_hash) == row


def test_registering_again_changes_nothing() -> None:
    first = register()
    again = register()
    assert again.pk == first.pk
    assert again.data_version == first.data_version
    assert BenchmarkVersion.objects.count() == 1


def test_a_new_title_reaches_readers_and_no_cached_page_holds() -> None:
    first = register()
    again = register(title="A better title")
    assert again.pk == first.pk
    assert again.document["title"]["en"] == "A better title"
    assert again.data_version == first.data_version + 1
    assert again.spec_hash == first.spec_hash


def test_a_definition_may_change_while_it_is_built_and_never_after() -> None:
    first = register()
    changed = register(unit=("patient",))
    assert changed.pk == first.pk
    assert changed.spec_hash != first.spec_hash
    changed.move(Stage.IN_REVIEW, actor=ACTOR)
    changed.move(Stage.PUBLISHED, actor=ACTOR)
    with pytest.raises(NotAllowedError, match="new version number"):
        register(unit=("ward",))
    assert register(unit=("patient",)).pk == first.pk


def test_a_definition_that_runs_point_at_stays() -> None:
    make_run(register())
    with pytest.raises(NotAllowedError, match="has runs"):
        register(unit=("patient",))


def test_two_version_numbers_can_not_have_one_definition() -> None:
    register()
    with pytest.raises(NotAllowedError, match=r"toy/1\.0\.0"):
        register(version="1.0.1")


def test_versions_sort_as_numbers() -> None:
    numbers = ["1.0.0", "1.2.0", "1.9.9", "1.10.0", "2.0.0", "10.0.0"]
    assert sorted(numbers, key=version_order) == numbers


def test_the_newest_version_is_the_published_one_with_the_highest_number() -> None:
    for version in ("1.10.0", "1.9.0", "1.2.0"):
        make_benchmark_version(version=version)
    make_benchmark_version(version="2.0.0", stage=Stage.IN_REVIEW)
    make_benchmark_version("another", version="3.0.0")
    make_benchmark_version("hidden", stage=Stage.BUILDING)
    objects = BenchmarkVersion.objects
    newest = objects.newest_published("clincalc")
    assert newest is not None
    assert newest.version == "1.10.0"
    assert objects.newest_published("hidden") is None
    assert [row.version for row in objects.published().of("clincalc")] == ["1.10.0", "1.9.0", "1.2.0"]
    assert [row.subject for row in objects.newest()] == ["another/3.0.0", "clincalc/1.10.0"]


def test_a_version_is_found_whatever_its_stage() -> None:
    row = make_benchmark_version(version="2.0.0", stage=Stage.BUILDING)
    assert BenchmarkVersion.objects.find("clincalc", "2.0.0") == row
    with pytest.raises(NotFoundError, match=r"no version 3\.0\.0 of a benchmark clincalc"):
        BenchmarkVersion.objects.find("clincalc", "3.0.0")


def test_the_data_stamp_changes_with_every_version_and_every_change() -> None:
    stamps = [BenchmarkVersion.objects.data_stamp()]
    row = make_benchmark_version()
    stamps.append(BenchmarkVersion.objects.data_stamp())
    BenchmarkVersion.objects.raise_data_version(row.pk)
    stamps.append(BenchmarkVersion.objects.data_stamp())
    assert len(set(stamps)) == 3


@pytest.mark.parametrize("columns", [{"stage": "finished"}, {"stage": "published", "published_at": None}])
def test_the_database_holds_the_stage_to_its_set_and_a_publication_to_its_date(
    columns: dict[str, Any],
) -> None:
    row = make_benchmark_version(stage=Stage.BUILDING)
    with pytest.raises(IntegrityError), transaction.atomic():
        BenchmarkVersion.objects.filter(pk=row.pk).update(**columns)
