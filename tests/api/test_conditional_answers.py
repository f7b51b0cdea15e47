"""Validators, HEAD, OPTIONS and origins, the same on every address."""

from __future__ import annotations

import pytest
from tests.web import sample_views

RUN = sample_views.rows()[0].run_id
PATHS = [
    "/v1/lookup?model=GPT-5.4&benchmark=clincalc",
    "/v1/benchmarks",
    "/v1/benchmarks/clincalc",
    "/v1/benchmarks/clincalc/versions/1.0.0/spec",
    "/v1/benchmarks/clincalc/leaderboard",
    "/v1/benchmarks/clincalc/leaderboard.csv",
    "/v1/models",
    "/v1/models/gpt-5.4",
    f"/v1/results/{RUN}",
    f"/v1/results/{RUN}/predictions",
    f"/v1/results/{RUN}/predictions.csv",
    f"/v1/results/{RUN}/predictions.jsonl",
    f"/v1/results/{RUN}/bibtex",
]

pytestmark = pytest.mark.usefixtures("sample")


@pytest.mark.parametrize("path", PATHS)
def test_whoever_has_the_same_bytes_gets_304(client, path):
    first = client.get(path)
    etag = first.headers["ETag"]
    assert etag.startswith('"')
    again = client.get(path, headers={"If-None-Match": f'"other", {etag}'})
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    assert again.headers["Access-Control-Allow-Origin"] == "*"
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize("path", PATHS)
def test_head_has_the_headers_of_get_and_no_body(client, path):
    head, get = client.head(path), client.get(path)
    assert head.status_code == 200
    assert head.headers["ETag"] == get.headers["ETag"]
    assert b"".join(head.streaming_content if head.streaming else [head.content]) == b""


def test_any_origin_may_read_and_ask_first(client):
    asked = client.options("/v1/lookup", headers={"Origin": "https://example.org"})
    assert asked.status_code == 204
    assert asked.headers["Access-Control-Allow-Origin"] == "*"
    assert "If-None-Match" in asked.headers["Access-Control-Allow-Headers"]


def test_a_lookup_is_asked_each_time_and_kept_by_nobody_in_between(client):
    for model in ("GPT-5.4", "running"):
        response = client.get(f"/v1/lookup?model={model}&benchmark=clincalc")
        assert response.headers["Cache-Control"] == "private, no-cache"
    assert client.get("/v1/benchmarks").headers["Cache-Control"] == "public, no-cache"


def test_a_running_lookup_is_202(client):
    response = client.get("/v1/lookup?model=running&benchmark=clincalc")
    assert response.status_code == 202
    assert response.json() == {
        "lookup": "running",
        "stage": "queued",
        "position": None,
        "since": "2026-11-30T05:00:00+00:00",
    }


def test_a_date_alone_never_gives_304(client):
    first = client.get("/v1/benchmarks/clincalc/leaderboard")
    later = client.get(
        "/v1/benchmarks/clincalc/leaderboard", headers={"If-Modified-Since": first.headers["Last-Modified"]}
    )
    assert later.status_code == 200


def test_formats_of_one_file_have_etags_of_their_own(client):
    etags = {
        client.get(f"/v1/results/{RUN}/predictions.{name}").headers["ETag"] for name in ("parquet", "csv", "jsonl")
    }
    assert len(etags) == 3


def test_lists_page_by_cursor_and_say_the_total(client):
    first = client.get("/v1/models?limit=4").json()
    slugs = [model["slug"] for model in first["items"]]
    assert (first["total"], len(slugs)) == (11, 4)
    while first["next"]:
        first = client.get(first["next"].removeprefix("http://testserver")).json()
        slugs += [model["slug"] for model in first["items"]]
    assert slugs == [row.model for row in sample_views.rows()]


def test_no_cookie_is_set(client):
    assert not any(client.get(path).cookies for path in PATHS)
