"""Every page, made from views: what must stand on it, in both languages."""

from __future__ import annotations

import re

import pytest
from tests.web import sample_views

RUN, WITHDRAWN = (row.run_id for row in sample_views.rows()[:2])
PAGES = [
    "/",
    "/benchmarks/",
    "/benchmarks/clincalc/",
    "/benchmarks/clincalc/1.0.0/",
    "/models/",
    "/models/gpt-5.4/",
    f"/results/{RUN}/",
    "/lookup/",
    "/lookup/?model=GPT-5.4&benchmark=clincalc",
    "/lookup/?model=running&benchmark=clincalc",
    "/lookup/?model=withdrawn&benchmark=clincalc",
    "/lookup/?model=other&benchmark=clincalc",
    "/api/",
    *(f"/{name}/" for name in ("about", "authors", "disclaimer", "faq", "how", "privacy", "reuse", "tags")),
]

pytestmark = pytest.mark.usefixtures("sample")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("prefix", ["", "/ko"])
def test_every_page_has_the_frame_of_an_accessible_page(text, prefix, path):
    page = text(prefix + path)
    assert f'<html lang="{"ko" if prefix else "en"}">' in page
    assert page.count("<h1") == 1
    assert page.count("<main") == 1
    assert '<a class="skip" href="#main">' in page
    assert all("scope=" in cell for cell in re.findall(r"<th\b[^>]*>", page))
    assert all("aria-hidden" in drawing for drawing in re.findall(r"<svg\b[^>]*>", page))
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    named = re.findall(r'aria-(?:labelledby|describedby)="([^"]+)"', page)
    assert set(named) <= set(ids)


@pytest.mark.parametrize("path", PAGES)
def test_no_page_loads_or_runs_anything_that_the_policy_forbids(text, path):
    page = text(path)
    assert not re.search(r"<[^>]+\s(style|on\w+)=", page)
    assert "<style" not in page
    assert re.findall(r"<script[^>]*>", page) == ['<script src="/static/web/site.js" defer>']
    loaded = re.findall(r'<(?:link|script|img|source)[^>]+(?:src|href)="([^"]+)"', page)
    assert all(address.startswith(("/", "http://testserver/")) for address in loaded)


@pytest.mark.parametrize("path", PAGES)
def test_links_within_the_site_lead_to_pages(client, text, path):
    for address in set(re.findall(r'<a [^>]*href="([^"#]*)', text(path))):
        if address.startswith("/") and not address.startswith("/v1/"):
            assert client.get(address.replace("&amp;", "&")).status_code in (200, 410), address


def test_the_policy_forbids_inline_code_and_other_hosts(client):
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"https?:|\*", policy)
    assert client.get("/nowhere/").headers["Content-Security-Policy"] == policy


def test_readers_get_no_cookie(client):
    for path in PAGES:
        assert not client.get(path).cookies


def test_a_reader_who_has_the_page_gets_304(client):
    first = client.get("/benchmarks/clincalc/")
    again = client.get("/benchmarks/clincalc/", headers={"If-None-Match": first.headers["ETag"]})
    assert first.headers["ETag"].startswith('"')
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/ko/benchmarks/clincalc/").headers["ETag"] != first.headers["ETag"]


def test_the_language_stands_in_the_address_alone(client):
    asked = client.get("/", headers={"Accept-Language": "ko"})
    assert asked.headers["Content-Language"] == "en"
    assert client.get("/ko/").headers["Content-Language"] == "ko"
    switch = '<a href="/ko/benchmarks/clincalc/?sort=model" lang="ko"'
    assert switch in client.get("/benchmarks/clincalc/?sort=model").content.decode()


def board_row(page: str, name: str) -> str:
    return next(row for row in re.findall(r"<tr role=\"row\" class=.*?</tr>", page, re.DOTALL) if name in row)


def test_a_leaderboard_row_says_rank_range_score_interval_and_who_ran_it(text):
    row = board_row(text("/benchmarks/clincalc/"), "Gemini 3.1 Pro")
    for part in (
        "<b>3</b>",
        "1–4",
        "0.828",
        "0.788–0.863",
        "95.7%",
        "standard",
        "not separable from the first",
    ):
        assert part in row
    assert "Rank 3 of 11: it lies between 1 and 4 in 95% of 9,999 redraws" in row
    assert 'role="tooltip"' in row


def test_baselines_look_different(text):
    page = text("/benchmarks/clincalc/")
    assert 'class="is-baseline"' in board_row(page, "Majority answer")
    assert "is-baseline" not in board_row(page, "GPT-5.4").split(">")[0]


def test_choosing_tags_ranks_anew_and_filters_do_not(text):
    assert "<b>1</b>" in board_row(text("/benchmarks/clincalc/?tags=baseline"), "Word overlap")
    assert "<b>8</b>" in board_row(text("/benchmarks/clincalc/?q=overlap"), "Word overlap")
    assert "A filter hides 10 rows" in text("/benchmarks/clincalc/?q=overlap")


def test_a_board_of_community_results_alone_says_so(text, stand_in):
    functions = sample_views.reading()
    functions.get_board = lambda *_: sample_views.board(only_community=True)
    stand_in(functions)
    assert "only community results" in text("/benchmarks/clincalc/")


def test_ranks_are_stamped_with_their_date_and_set_of_models(text):
    page = text("/benchmarks/clincalc/")
    assert "Ranked on 30 Nov 2026" in page
    assert sample_views.board().model_set_hash[:12] in page


def test_an_earlier_version_points_to_the_newest(text):
    assert "This is an earlier version" in text("/benchmarks/clincalc/1.0.0/")
    assert "This is an earlier version" not in text("/benchmarks/clincalc/1.1.0/")


def test_a_benchmark_shows_what_is_asked_and_how_it_is_scored(text):
    page = text("/benchmarks/clincalc/")
    for part in (
        sample_views.QUESTION,
        "A. 36 mL/min",
        "{{ question }}",
        "Answer marker",
        "patient_id",
        "Apache-2.0",
    ):
        assert part in page
    assert sample_views.SPEC_HASH in page


def test_a_result_shows_scores_subgroups_provenance_and_how_to_cite_and_verify(text):
    page = text(f"/results/{RUN}/")
    for part in (
        "0.842",
        "95% interval 0.802–0.877",
        "MELD-Na",
        "Macro F1",
        "@misc{",
        f"benchtoward verify {RUN}",
        f"/v1/results/{RUN}/predictions.parquet",
        sample_views.rows()[0].run_key,
        "no interval: too few units",
        "93,120",
        "5 min",
    ):
        assert part in page, part


def test_items_can_be_chosen_searched_and_turned_by_address(text):
    page = text(f"/results/{RUN}/?kind=wrong&q=renal&page=2")
    assert 'href="?kind=unparsed&amp;q=renal#items"' in page
    assert 'href="?kind=wrong&amp;q=renal&amp;page=3#items"' in page
    assert 'name="kind" value="wrong"' in page
    assert "Page 2 of 3" in page


def test_a_withdrawn_result_is_gone_and_says_when_and_why(text):
    page = text(f"/results/{WITHDRAWN}/", status=410)
    assert "This result has been withdrawn" in page
    assert "30 Nov 2026" in page
    assert "wrong checkpoint" in page
    assert "0.836" not in page


def test_secret_labels_hide_the_items(text, stand_in):
    functions = sample_views.reading()
    functions.get_result = lambda run_id: sample_views.result(shows_items=False)
    stand_in(functions)
    page = text(f"/results/{RUN}/")
    assert "answers of this benchmark are secret" in page
    assert "p001-q1" not in page


def test_a_look_up_never_passes_what_is_near_off_as_the_same(text):
    page = text("/lookup/?model=other&benchmark=clincalc")
    assert "Near it, but not the same" in page
    assert "Yes: use this result" not in page


@pytest.mark.parametrize(
    "path",
    ["/nowhere/", "/benchmarks/nothing/", "/models/nothing/", "/results/nothing/", "/ko/results/nothing/"],
)
def test_a_wrong_address_gets_a_page_that_helps(text, path):
    page = text(path, status=404)
    assert 'action="/ko/lookup/"' in page or 'action="/lookup/"' in page


def test_a_missing_slash_is_added(client):
    assert client.get("/benchmarks/clincalc").headers["Location"] == "/benchmarks/clincalc/"


def test_pages_are_read_and_never_written(client):
    assert client.post("/benchmarks/").status_code == 405


def test_a_nul_in_an_address_is_refused_before_the_store_sees_it(client):
    assert client.get("/models/a%00b/").status_code == 400
    assert client.get("/lookup/?model=%00&benchmark=a").status_code == 400


def test_a_fault_shows_nothing_of_itself(client, stand_in):
    functions = sample_views.reading()

    def fail() -> None:
        raise RuntimeError("patient 17")

    functions.totals = fail
    stand_in(functions)
    client.raise_request_exception = False
    response = client.get("/")
    assert response.status_code == 500
    assert b"patient 17" not in response.content


def test_agents_are_told_to_look_up_first(client):
    page = client.get("/llms.txt")
    assert page.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert b"/v1/lookup?model=" in page.content
    assert b"`clincalc` 1.1.0" in page.content
    assert b"Allow: /" in client.get("/robots.txt").content
