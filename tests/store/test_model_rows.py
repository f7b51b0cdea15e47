from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.db.models import ProtectedError
from tests.store_rows import make_model_version, make_result, make_run

from benchtoward.core.errors import ModelFileError
from benchtoward.core.lifecycle import ResultState
from benchtoward.core.model import ModelFile, parse_model
from benchtoward.store.models import ModelAlias, ModelEntry, ModelVersion

pytestmark = pytest.mark.django_db


def model_file(slug: str = "smollm2-135m", **changes: Any) -> ModelFile:
    written: Mapping[str, Any] = {
        "model_format": 1,
        "slug": slug,
        "name": "SmolLM2 135M",
        "organisation": "Hugging Face",
        "aliases": ["HuggingFaceTB/SmolLM2-135M-Instruct"],
        "released": "2024-11-01",
        "n_parameters": 135_000_000,
        "open_weights": True,
        "versions": [
            {"name": "2", "provider": "chat", "pins": {"sha256": "b", "of": slug}, "call": {"model": "m"}},
            {"name": "1", "provider": "chat", "pins": {"sha256": "a", "of": slug}, "call": {"model": "m"}},
        ],
    }
    return parse_model({**written, **changes})


@pytest.mark.parametrize(
    "name",
    [
        "smollm2-135m",
        "SmolLM2 135M",
        "huggingfacetb/smollm2-135m-instruct",
        "HuggingFaceTB SmolLM2 135M Instruct",
    ],
)
def test_a_model_is_found_by_slug_name_and_alias_in_any_spelling(name: str) -> None:
    entry = ModelEntry.objects.register(model_file())
    assert ModelEntry.objects.by_name(name) == entry


@pytest.mark.parametrize("name", ["smollm2-360m", "smollm2", "", "--", "%", "smollm2 1 35m"])
def test_other_names_find_nothing(name: str) -> None:
    ModelEntry.objects.register(model_file())
    assert ModelEntry.objects.by_name(name) is None


def test_what_is_not_known_is_null() -> None:
    entry = ModelEntry.objects.register(model_file(released=None, n_parameters=None, open_weights=None))
    assert (entry.released, entry.n_parameters, entry.open_weights) == (None, None, None)


def test_registering_again_brings_facts_and_names_up_to_date() -> None:
    ModelEntry.objects.register(model_file())
    entry = ModelEntry.objects.register(model_file(organisation="HF", aliases=["another name"]))
    assert ModelEntry.objects.get().organisation == "HF"
    assert ModelEntry.objects.by_name("Another-Name") == entry
    assert ModelEntry.objects.by_name("HuggingFaceTB/SmolLM2-135M-Instruct") is None
    assert ModelVersion.objects.count() == 2


def test_two_spellings_of_one_name_are_one_alias() -> None:
    ModelEntry.objects.register(model_file(aliases=["SmolLM2_135M", "smollm2 135m"]))
    assert ModelAlias.objects.count() == 1


def test_a_name_of_another_model_is_refused_and_nothing_is_stored() -> None:
    ModelEntry.objects.register(model_file())
    with pytest.raises(ModelFileError, match="a name of the model smollm2-135m"):
        ModelEntry.objects.register(model_file("other", name="Other", aliases=["SMOLLM2 135M"]))
    assert ModelEntry.objects.count() == 1


def test_a_name_without_letters_is_refused() -> None:
    with pytest.raises(ModelFileError, match="letters or digits"):
        ModelEntry.objects.register(model_file(aliases=["--"]))


def test_the_pins_of_another_model_are_refused() -> None:
    versions = [{"name": "1", "provider": "chat", "pins": {"sha256": "a"}, "call": {"model": "m"}}]
    ModelEntry.objects.register(model_file(versions=versions))
    with pytest.raises(ModelFileError, match="the same pins as smollm2-135m 1"):
        ModelEntry.objects.register(model_file("other", name="Other", aliases=[], versions=versions))


def test_how_a_version_is_called_may_change_and_what_pins_it_makes_another() -> None:
    versions = [{"name": "1", "provider": "chat", "pins": {"sha256": "a"}, "call": {"model": "m"}}]
    ModelEntry.objects.register(model_file(versions=versions))
    ModelEntry.objects.register(model_file(versions=[{**versions[0], "call": {"model": "n"}}]))
    assert ModelVersion.objects.get().call == {"model": "n"}
    ModelEntry.objects.register(model_file(versions=[{**versions[0], "pins": {"sha256": "b"}}]))
    assert ModelVersion.objects.count() == 2


def test_versions_stand_in_the_order_of_the_file_the_newest_written_last() -> None:
    ModelEntry.objects.register(model_file())
    assert list(ModelVersion.objects.order_by("pk").values_list("name", flat=True)) == ["1", "2"]


def test_a_model_version_that_a_run_points_at_can_not_be_deleted() -> None:
    version = make_model_version()
    make_run(model_version=version)
    with pytest.raises(ProtectedError):
        version.delete()


def test_lists_of_models_hold_those_with_a_published_result() -> None:
    make_model_version("never-run")
    result = make_result(state=ResultState.IN_REVIEW)
    assert not ModelEntry.objects.with_published_results()
    result.move(ResultState.PUBLISHED, actor="a test")
    assert [entry.slug for entry in ModelEntry.objects.with_published_results()] == ["a-model"]
