"""The pages on a store that the use cases filled: nothing in between is made by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.test import Client
from tests.toy_files import toy_row, write_toy

from benchtoward.formats.catalogue import model_named
from benchtoward.workflows.evaluate import evaluate
from benchtoward.workflows.publish import publish, withdraw
from benchtoward.workflows.register import register_benchmark
from benchtoward.workflows.submit import import_file

pytestmark = pytest.mark.django_db


@pytest.fixture
def runs(tmp_path: Path) -> tuple[str, str]:
    """The run ids of a published baseline and a published community result on the toy benchmark."""
    write_toy(tmp_path, n_items=40)
    benchmark = register_benchmark(tmp_path / "benchmarks/toy/1.0.0.yaml", data_root=None, actor="a test")
    path = tmp_path / "submitted.jsonl"
    rows = [toy_row(number) for number in range(40)]
    path.write_text("".join(json.dumps({"item_id": row["id"], "prediction": row["gold"]}) + "\n" for row in rows))
    done = (
        evaluate(benchmark, *model_named("first-option", tmp_path), actor="a test"),
        import_file(path, benchmark, *model_named("submitted", tmp_path), actor="a test"),
    )
    for one in done:
        publish(one.result.run.run_id, actor="a test")
    return done[0].result.run.run_id, done[1].result.run.run_id


def fetch(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status, path
    return response.content.decode()


def test_an_empty_store_has_its_pages(client):
    assert "Nothing has been published yet." in fetch(client, "/")
    assert "No benchmark has been published yet." in fetch(client, "/benchmarks/")
    assert "No model has a published result yet." in fetch(client, "/models/")
    assert "아직 공개된 것이 없습니다." in fetch(client, "/ko/")


def test_a_published_result_stands_on_every_page_it_belongs_to(client, runs):
    baseline, submitted = runs
    assert f"/results/{baseline}/" in fetch(client, "/")
    board = fetch(client, "/benchmarks/toy/")
    assert f"/results/{baseline}/" in board
    assert f"/results/{submitted}/" not in board
    assert f"/results/{submitted}/" in fetch(client, "/benchmarks/toy/?tags=baseline,community")
    assert f"/results/{baseline}/" in fetch(client, "/models/first-option/")
    assert "First option" in fetch(client, "/models/")
    assert "Yes: use this result" in fetch(client, "/lookup/?model=FIRST option&benchmark=toy")


def test_the_result_page_shows_every_item_and_filters_them(client, runs):
    page = fetch(client, f"/results/{runs[0]}/")
    assert "40 items fit." in page
    assert "Page 1 of 2" in page
    assert "Question 0?" in page
    wrong = fetch(client, f"/results/{runs[0]}/?kind=wrong")
    assert "30 items fit." in wrong
    assert "No item fits." in fetch(client, f"/results/{runs[0]}/?q=nothing+like+this")
    assert "Page 1 of 2" in fetch(client, f"/results/{runs[0]}/?page=99")


def test_korean_pages_are_korean(client, runs):
    assert "장난감" in fetch(client, "/ko/benchmarks/toy/")
    assert "순위표" in fetch(client, "/ko/benchmarks/toy/")
    assert "정확도" in fetch(client, f"/ko/results/{runs[0]}/")


def test_a_withdrawn_result_leaves_a_tombstone_and_nothing_else(client, runs):
    baseline, _ = runs
    withdraw(baseline, actor="a test", reason="It was set up wrongly.")
    assert "It was set up wrongly." in fetch(client, f"/results/{baseline}/", 410)
    for path in ("/", "/benchmarks/toy/", "/models/first-option/"):
        assert f"/results/{baseline}/" not in fetch(client, path)
    assert "It was set up wrongly." in fetch(client, "/lookup/?model=first-option&benchmark=toy")


def test_a_result_in_review_is_not_there(client, tmp_path):
    write_toy(tmp_path, n_items=40)
    benchmark = register_benchmark(tmp_path / "benchmarks/toy/1.0.0.yaml", data_root=None, actor="a test")
    done = evaluate(benchmark, *model_named("first-option", tmp_path), actor="a test")
    fetch(client, f"/results/{done.result.run.run_id}/", 404)
    assert "No published result fits this choice yet." in fetch(client, "/benchmarks/toy/")
