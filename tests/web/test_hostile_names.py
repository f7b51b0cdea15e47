"""Names are hostile until proven otherwise: markup, formulas, direction marks, 300 letters, on every page."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from tests.web import sample_views
from tests.web.test_pages import PAGES, WITHDRAWN

pytestmark = pytest.mark.usefixtures("hostile")

MARKS = re.compile("[\u202a-\u202e\u2066-\u2069]")
VOID = frozenset({"br", "circle", "input", "link", "meta", "path", "rect"})


class Isolation(HTMLParser):
    """Notes direction marks outside elements that isolate them, and every script."""

    isolating = frozenset({"bdi", "pre", "dd", "option", "p", "li", "summary", "title"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loose: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if MARKS.search(value or "") and name not in ("value", "href", "title"):
                self.loose.append(f"{tag} {name}")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if MARKS.search(data) and not self.isolating & set(self.open):
            self.loose.append(" > ".join(self.open))
        if MARKS.search(data) and "title" in self.open:
            self.loose.append("title")


@pytest.mark.parametrize("path", [*PAGES, f"/results/{WITHDRAWN}/"])
@pytest.mark.parametrize("prefix", ["", "/ko"])
def test_hostile_names_stay_text(client, prefix, path):
    page = client.get(prefix + path).content.decode()
    assert "<script>alert" not in page
    assert "javascript:" not in re.sub(r"<(dd|pre|bdi)[^>]*>[^<]*", "", page)
    parser = Isolation()
    parser.feed(page)
    assert parser.scripts == 1
    assert parser.open == []
    assert parser.loose == []


def test_hostile_names_are_escaped_in_what_the_reader_types(client):
    page = client.get("/lookup/", {"model": sample_views.HOSTILE, "benchmark": '"><b>'}).content.decode()
    assert "<script>alert" not in page
    assert '"><b>' not in page
    page = client.get("/benchmarks/clincalc/", {"q": '"><script>', "org": '"><script>'}).content.decode()
    assert '"><script>' not in page


def test_names_in_plain_text_for_agents_hold_no_line_of_their_own(client):
    assert b"\n".join(client.get("/llms.txt").content.splitlines()).count(b"clincalc") == 2
