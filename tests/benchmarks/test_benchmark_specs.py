"""The specifications of ClinCalc and SUPPORT2 give their items and let no gold answer into a prompt."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from benchtoward.core.items import ItemTable, leaking_columns
from benchtoward.core.spec import Spec
from benchtoward.formats.definitions import load_spec
from benchtoward.formats.item_files import SourceLocator, external_predictions, read_items
from benchtoward.harness.prompting import chat_prompt, render_messages

CLINCALC = {
    "clincalc-mc": (2400, 400),
    "clincalc-mc-small": (64, 32),
    "clincalc-numeric": (2400, 400),
    "clincalc-numeric-small": (64, 32),
}


@pytest.mark.parametrize("slug", list(CLINCALC))
def test_clincalc_gives_its_items_by_patient(benchmarks_folder: Path, slug: str) -> None:
    _, table = _loaded(benchmarks_folder, slug)
    assert (len(table), table.n_units) == CLINCALC[slug]


@pytest.mark.parametrize("slug", list(CLINCALC))
def test_no_prompt_of_clincalc_holds_the_answer(benchmarks_folder: Path, slug: str) -> None:
    spec, table = _loaded(benchmarks_folder, slug)
    assert leaking_columns(spec, table) == {}
    for item in table:
        text = str(render_messages(chat_prompt(spec), item.visible)[-1]["content"])
        assert text.endswith((":", ".", "오."))
        if spec.columns.tolerance:
            assert str(item.target) not in text.replace("/", " ").split()


@pytest.mark.parametrize("slug", ["clincalc-mc-small", "clincalc-numeric-small"])
def test_small_prompts_are_short(benchmarks_folder: Path, slug: str) -> None:
    spec, table = _loaded(benchmarks_folder, slug)
    lengths = [len(str(render_messages(chat_prompt(spec), item.visible)[-1]["content"])) for item in table]
    assert max(lengths) < 700


def test_support2_scores_the_test_patients_and_learns_from_the_others(benchmarks_folder: Path) -> None:
    if find_spec("SurvSet") is None:
        pytest.skip("needs the package SurvSet (extra `demo`)")
    path = benchmarks_folder / "support2-death180" / "1.0.0.yaml"
    spec, locator = load_spec(path), SourceLocator(spec_path=path)
    table = read_items(spec, path, locator)
    training = read_items(spec, path, locator, {**spec.reader.parameters, **spec.reader.training})
    assert (len(table), len(training)) == (4_589, 4_516)
    assert not {item.id for item in table} & {item.id for item in training}
    assert {item.target for item in table} == set(spec.classes)
    assert leaking_columns(spec, table) == {}
    rows = external_predictions(spec, path, locator, spec.reader.parameters)
    assert {row.item_id for row in rows} == {item.id for item in table}


@pytest.mark.parametrize("slug", [*CLINCALC, "support2-death180"])
def test_each_benchmark_has_a_readme_that_says_its_limits_and_licence(benchmarks_folder: Path, slug: str) -> None:
    text = (benchmarks_folder / slug / "README.md").read_text(encoding="utf-8")
    assert "icence" in text
    assert "certification" in text


def _loaded(folder: Path, slug: str) -> tuple[Spec, ItemTable]:
    path = folder / slug / "1.0.0.yaml"
    spec = load_spec(path)
    return spec, read_items(spec, path, SourceLocator(spec_path=path))
