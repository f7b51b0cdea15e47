"""Every refusal under `/v1` is a problem document that says what to do; the tables miss no error."""

from __future__ import annotations

import json

import pytest

from benchtoward.api.problems import ERRORS, FAULT, KINDS, kind_of
from benchtoward.core import errors

pytestmark = pytest.mark.usefixtures("sample")


def problem(client, path: str, status: int, method: str = "get") -> dict:
    response = getattr(client, method)(path)
    assert response.status_code == status, response.content[:200]
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    document = json.loads(response.content)
    assert document["status"] == status
    assert all(document[name] for name in ("type", "title", "detail", "next"))
    assert document["type"] in {f"/api/#{kind.name}" for kind in KINDS}
    return document


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/v1/nothing", 404),
        ("/v1/", 404),
        ("/v1/benchmarks/nothing", 404),
        ("/v1/benchmarks/clincalc/versions/9.9.9", 404),
        ("/v1/benchmarks/clincalc/leaderboard.xlsx", 406),
        ("/v1/benchmarks?limit=0", 422),
        ("/v1/benchmarks?limit=many", 422),
        ("/v1/benchmarks?cursor=nothing", 422),
        ("/v1/models/nothing", 404),
        ("/v1/results/nothing", 404),
        ("/v1/results/nothing/predictions.xml", 406),
        ("/v1/lookup", 422),
        ("/v1/lookup?model=a", 422),
        ("/v1/lookup?benchmark=a", 422),
        (f"/v1/lookup?model={'a' * 301}&benchmark=a", 422),
        ("/v1/lookup?model=%00&benchmark=a", 400),
        ("/v1/lookup?model=other&benchmark=clincalc", 404),
        ("/v1/lookup?model=withdrawn&benchmark=clincalc", 410),
    ],
)
def test_a_refusal_is_a_problem_document(client, path, status):
    problem(client, path, status)


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_a_refused_method_is_answered_with_those_that_work(client, method):
    response = getattr(client, method)("/v1/benchmarks")
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS"
    problem(client, "/v1/benchmarks", 405, method)


def test_every_problem_with_the_request_is_listed(client):
    errors_found = problem(client, "/v1/lookup", 422)["errors"]
    assert [found["where"] for found in errors_found] == ["model", "benchmark"]


def test_a_fault_tells_nothing_of_what_failed(client, sample):
    def fail() -> None:
        raise RuntimeError("patient 17")

    sample.list_benchmarks = fail
    client.raise_request_exception = False
    assert "patient 17" not in json.dumps(problem(client, "/v1/benchmarks", 500))
    assert client.get("/v1/benchmarks").headers["Cache-Control"] == "no-store"


def test_an_error_that_is_no_answer_to_a_reader_is_a_fault(client, sample):
    def fail() -> None:
        raise errors.IncompleteRunError("run 17 of /home/somebody")

    sample.list_benchmarks = fail
    assert "/home" not in json.dumps(problem(client, "/v1/benchmarks", 500))


def test_every_error_has_a_status():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    classes = [kind for kind in kinds if issubclass(kind, errors.BenchTowardError)]
    assert len(classes) > 10
    for kind in classes:
        assert kind_of(kind.__new__(kind)) in KINDS
    assert ERRORS[errors.BenchTowardError] is FAULT


def test_every_kind_of_problem_is_explained_where_its_type_points(client):
    page = client.get("/api/").content.decode()
    assert all(f'id="{kind.name}"' in page for kind in KINDS)
