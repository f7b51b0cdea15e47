"""The site in Chromium: without a mouse, without JavaScript, by touch, on a phone, in both themes."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
from django.core.wsgi import get_wsgi_application
from tests.web import sample_views
from tests.web.test_pages import PAGES, WITHDRAWN

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
CHROMIUM = shutil.which("chromium")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's package `chromium`"),
]

BOARD = "/benchmarks/clincalc/"
RUN = sample_views.rows()[0].run_id
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}


class Quiet(WSGIRequestHandler):
    """Writes no line a request."""

    def log_message(self, *words: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the site, served in this process, so that it reads what a test puts in place."""
    with make_server("127.0.0.1", 0, get_wsgi_application(), handler_class=Quiet) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    """Chromium, without a request of its own."""
    with sync_api.sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser, site, sample) -> Iterator[Callable[..., object]]:
    """Opens a page in a fresh context and fails on any error, foreign request or policy violation in it."""
    contexts, complaints = [], []

    def go(path: str, **options):
        context = browser.new_context(**{"viewport": DESKTOP, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request",
            lambda request: None if request.url.startswith(site) else complaints.append(request.url),
        )
        page.goto(site + path)
        return page

    yield go
    for context in contexts:
        context.close()
    expected = "the server responded with a status of 410"
    assert [text for text in complaints if expected not in text] == []


def overflow(page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@pytest.mark.parametrize("prefix", ["", "/ko"])
def test_no_page_scrolls_sideways_on_a_phone(open_page, site, prefix):
    page = open_page(prefix + "/", viewport=PHONE)
    for path in (*PAGES, f"/results/{WITHDRAWN}/"):
        page.goto(site + prefix + path)
        assert overflow(page) == 0, path


@pytest.mark.parametrize("path", [BOARD, f"/results/{RUN}/", "/"])
def test_no_width_scrolls_sideways(open_page, path):
    page = open_page(path)
    for width in (320, 390, 600, 831, 833, 900, 959, 961, 1000, 1087, 1089, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert overflow(page) == 0, width


def test_hostile_names_break_no_layout(browser, site, hostile):
    page = browser.new_page(viewport=PHONE)
    for path in (*PAGES, f"/results/{WITHDRAWN}/"):
        page.goto(site + path)
        assert overflow(page) == 0, path
    page.close()


def test_direction_marks_in_a_name_turn_nothing_beside_it_round(browser, site, hostile):
    page = browser.new_page(viewport=DESKTOP)
    page.goto(site + BOARD)
    row = page.locator(".board tbody tr").first
    name, version = row.locator(".who > a bdi").bounding_box(), row.locator(".version").bounding_box()
    is_behind = version["x"] >= name["x"] + name["width"] - 1
    assert is_behind or version["y"] >= name["y"] + name["height"] - 1
    assert version["height"] < 30
    page.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_follows_the_reader(open_page, theme):
    page = open_page(BOARD, color_scheme=theme)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == {"light": "rgb(252, 251, 248)", "dark": "rgb(16, 22, 24)"}[theme]


def visible_tips(page) -> list[str]:
    return page.locator(".tip:visible").all_inner_texts()


def test_the_rank_range_is_explained_on_hover(open_page):
    page = open_page(BOARD)
    assert visible_tips(page) == []
    page.locator(".place").nth(2).hover()
    assert visible_tips(page) == ["Rank 3 of 11: it lies between 1 and 4 in 95% of 9,999 redraws of the test units."]
    page.keyboard.press("Escape")
    assert visible_tips(page) == []


@pytest.mark.parametrize("script", [True, False])
def test_the_rank_range_is_explained_on_tap(open_page, script):
    page = open_page(BOARD, viewport=PHONE, has_touch=True, is_mobile=True, java_script_enabled=script)
    page.locator(".place").nth(3).tap()
    assert [text[:6] for text in visible_tips(page)] == ["Rank 4"]
    page.locator("h1").tap()
    assert visible_tips(page) == []


def test_the_keyboard_reaches_everything(open_page):
    page = open_page(BOARD)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    reached = []
    for _ in range(70):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate(
                "(() => { const at = document.activeElement; const style = getComputedStyle(at);"
                "return [at.tagName, at.className, at.textContent.trim().slice(0, 30),"
                " style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2]; })()"
            )
        )
        if reached[-1][1] == "place" and reached[-1][2].startswith("1"):
            assert len(visible_tips(page)) == 1
    assert all(is_marked for *_, is_marked in reached)
    kinds = {(tag, name) for tag, name, _, _ in reached}
    assert {("BUTTON", "place"), ("SUMMARY", "")} <= kinds
    assert any(text.startswith("community") for _, _, text, _ in reached)


def test_the_keyboard_alone_looks_up_a_result(open_page):
    page = open_page("/")
    page.locator("#lookup-model").focus()
    page.keyboard.type("GPT-5.4")
    page.keyboard.press("Tab")
    page.keyboard.type("clincalc")
    page.keyboard.press("Enter")
    page.wait_for_url("**/lookup/?model=GPT-5.4&benchmark=clincalc")
    assert page.locator("#answer-title").inner_text() == "Yes: use this result"


def test_everything_works_without_javascript(open_page):
    page = open_page(BOARD, java_script_enabled=False)
    page.get_by_role("link", name="community").click()
    assert "tags=standard,agent,baseline,community" in page.url
    page.get_by_role("columnheader", name="Model").get_by_role("link").click()
    assert "sort=model" in page.url
    page.locator(".more summary").click()
    page.get_by_label("Name holds").fill("qwen")
    page.get_by_role("button", name="Show").click()
    assert page.locator(".board tbody tr").count() == 1
    page.get_by_role("link", name="Qwen3-235B-A22B").click()
    assert page.locator("h1").inner_text() == "Qwen3-235B-A22B"


def test_an_item_opens_without_javascript(open_page):
    page = open_page(f"/results/{RUN}/", java_script_enabled=False)
    assert not page.get_by_text("Read by").first.is_visible()
    page.locator(".item summary").first.click()
    assert page.get_by_text("Read by").first.is_visible()


def test_choosing_a_sort_order_applies_at_once_with_javascript(open_page):
    page = open_page(BOARD)
    page.locator(".more summary").click()
    page.get_by_label("Sort by").select_option("size")
    page.wait_for_url("**sort=size**")
    assert page.locator(".board tbody tr").first.locator(".who a").inner_text() == "Llama 4 Maverick"


def test_a_citation_can_be_copied(open_page):
    page = open_page(f"/results/{RUN}/", permissions=["clipboard-read", "clipboard-write"])
    page.locator(".bibtex .copy").click()
    page.wait_for_function("document.querySelector('.bibtex .copy').textContent === 'Copied'")
    assert page.evaluate("navigator.clipboard.readText()").startswith("@misc{")


def test_a_table_stays_a_table_to_a_screen_reader_on_a_phone(open_page):
    page = open_page(BOARD, viewport=PHONE)
    assert page.get_by_role("table").count() == 1
    assert page.get_by_role("row").count() == 12
    assert page.get_by_role("rowheader").count() == 11


def test_what_must_be_hit_is_large_enough(open_page):
    page = open_page(BOARD, viewport=PHONE)
    for selector in (".place", ".toggles a", ".sections a", ".languages a", ".within a"):
        for box in (element.bounding_box() for element in page.locator(selector).all()):
            assert min(box["width"], box["height"]) >= 24, selector
