"""What the API answers is what `/v1/openapi.json` says, on a store that the use cases filled."""

from __future__ import annotations

import csv
import io
import json

import pytest

from benchtoward.api import schemas
from benchtoward.workflows.publish import withdraw

pytestmark = pytest.mark.django_db


def test_every_call_is_described_with_its_answers_and_an_example(answer):
    description = answer("/v1/openapi.json")
    assert description["openapi"].startswith("3.1")
    for path, methods in description["paths"].items():
        for operation in methods.values():
            assert operation["summary"], path
            assert operation["description"], path
            assert "200" in operation["responses"], path
            for parameter in operation.get("parameters", []):
                assert parameter["schema"].get("description") or parameter.get("description"), parameter
    found = description["components"]["schemas"]["Found"]
    schemas.Found.model_validate(found["examples"][0])


def test_lookup_finds_a_result(answer, filled):
    found = schemas.Found.model_validate(answer("/v1/lookup?model=tests/first%20option&benchmark=toy"))
    assert (found.run_id, found.rank, found.n_ranked) == (filled.baseline, 1, 1)
    assert found.rank_range.low == found.rank_range.high == 1
    assert found.links.predictions == f"http://testserver/v1/results/{filled.baseline}/predictions"
    assert found.published_at.tzinfo is not None


def test_benchmarks_and_versions(answer, filled):
    listed = schemas.Benchmarks.model_validate(answer("/v1/benchmarks"))
    assert (listed.total, listed.next, listed.items[0].slug) == (1, None, "toy")
    newest = answer("/v1/benchmarks/toy")
    assert schemas.BenchmarkDefinition.model_validate(newest).definition["id"] == "toy"
    assert answer("/v1/benchmarks/toy/versions/1.0.0") == newest


def test_the_specification_is_the_published_text(client, filled):
    response = client.get("/v1/benchmarks/toy/versions/1.0.0/spec")
    assert response.headers["Content-Type"].startswith("application/yaml")
    assert response.content.decode().startswith("spec_format: 1")


def test_the_leaderboard_ranks_what_was_asked_for(answer, filled):
    usual = schemas.Leaderboard.model_validate(answer("/v1/benchmarks/toy/leaderboard"))
    assert [(row.run_id, row.rank) for row in usual.rows] == [(filled.baseline, 1)]
    both = schemas.Leaderboard.model_validate(answer("/v1/benchmarks/toy/leaderboard?tags=baseline,community"))
    assert [(row.run_id, row.rank) for row in both.rows] == [(filled.submitted, 1), (filled.baseline, 2)]
    assert both.ranking.model_set_hash != usual.ranking.model_set_hash


def test_the_leaderboard_as_csv_has_the_same_rows(client, answer, filled):
    board = answer("/v1/benchmarks/toy/leaderboard?tags=baseline,community")
    text = client.get("/v1/benchmarks/toy/leaderboard.csv?tags=baseline,community").content.decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["run_id"] for row in rows] == [row["run_id"] for row in board["rows"]]
    assert [float(row["score"]) for row in rows] == [row["score"] for row in board["rows"]]
    assert [row["n_parameters"] for row in rows] == ["", ""]
    for path, accept in (("?format=csv", ""), ("", "text/csv")):
        other = client.get(f"/v1/benchmarks/toy/leaderboard{path}", headers={"Accept": accept or "*/*"})
        assert other.headers["Content-Type"] == "text/csv; charset=utf-8"


def test_models(answer, filled):
    listed = schemas.Models.model_validate(answer("/v1/models"))
    assert [model.slug for model in listed.items] == ["first-option", "submitted"]
    assert listed.items[0].n_parameters is None
    model = schemas.Model.model_validate(answer("/v1/models/first-option"))
    assert [line.run_id for line in model.results] == [filled.baseline]


def test_a_result_is_its_public_record(answer, filled):
    record = answer(f"/v1/results/{filled.baseline}")
    schemas.Result.model_validate(record)
    assert record["run_key"].startswith("bt1:" + filled.baseline)
    assert json.loads(record["run_key_pre_image"])["run_configuration"]["route"] == "baseline"


def test_predictions_come_in_three_formats(client, filled):
    url = f"/v1/results/{filled.baseline}/predictions"
    parquet = b"".join(client.get(url).streaming_content)
    assert parquet[:4] == parquet[-4:] == b"PAR1"
    lines = b"".join(client.get(f"{url}.jsonl").streaming_content).splitlines()
    rows = list(csv.DictReader(io.StringIO(b"".join(client.get(f"{url}.csv").streaming_content).decode())))
    assert len(lines) == len(rows) == 40
    assert json.loads(lines[0])["item_id"] == rows[0]["item_id"]
    asked = client.get(url, headers={"Accept": "application/jsonl"})
    assert asked.headers["Content-Type"].startswith("application/jsonl")


def test_a_citation_names_the_result(client, filled):
    response = client.get(f"/v1/results/{filled.baseline}/bibtex")
    assert response.headers["Content-Type"] == "application/x-bibtex; charset=utf-8"
    assert filled.baseline in response.content.decode()


def test_a_withdrawn_result_is_gone_everywhere(client, answer, filled):
    withdraw(filled.submitted, actor="a test", reason="The wrong file was sent.")
    for path in ("", "/predictions", "/predictions.csv", "/bibtex"):
        gone = answer(f"/v1/results/{filled.submitted}{path}", 410)
        assert schemas.Withdrawn.model_validate(gone).reason == "The wrong file was sent."
        assert gone["page"].endswith(f"/results/{filled.submitted}/")
    gone = answer("/v1/lookup?model=submitted&benchmark=toy", 410)
    assert (gone["lookup"], gone["run_id"]) == ("withdrawn", filled.submitted)
    board = answer("/v1/benchmarks/toy/leaderboard?tags=baseline,community")
    assert [row["run_id"] for row in board["rows"]] == [filled.baseline]
    assert filled.submitted not in client.get("/v1/models").content.decode()


def test_a_lookup_that_finds_nothing_says_what_is_near_and_that_it_is_not_the_same(answer, filled):
    none = schemas.NoResult.model_validate(answer("/v1/lookup?model=first-option&benchmark=other", 404))
    assert none.near[0]["run_id"] == filled.baseline
    assert none.near[0]["same_key"] is False
    assert "benchtoward/benchmarks" in none.request


def test_health_names_the_state_of_the_data(client, answer, filled):
    before = schemas.Health.model_validate(answer("/v1/health"))
    withdraw(filled.submitted, actor="a test", reason="A reason.")
    assert answer("/v1/health")["data_version"] != before.data_version
    assert client.get("/v1/health").headers["Cache-Control"] == "no-store"
