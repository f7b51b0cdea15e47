"""Numbers, dates and names as readers see them."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from benchtoward.web import formatting


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.78941, "0.789"),
        (1.0, "1.000"),
        (-0.0004, "0.000"),
        (-1.5, "−1.500"),
        (12.3456, "12.35"),
        (1234.5, "1,234"),
        (None, "–"),
        (float("nan"), "–"),
    ],
)
def test_a_score_has_three_decimals_or_four_digits(value, text):
    assert formatting.score(value) == text


def test_an_interval_with_a_sign_is_not_written_with_a_dash():
    assert formatting.interval(0.7011, 0.7809) == "0.701–0.781"
    assert formatting.interval(-0.2, 0.1) == "−0.200 to 0.100"
    assert formatting.interval(None, 0.1) == "–"


@pytest.mark.parametrize(
    ("share", "text"),
    [(1.0, "100%"), (0.0, "0%"), (0.99996, "99.9%"), (0.00001, "0.1%"), (0.9688, "96.9%"), (None, "–")],
)
def test_only_an_exact_share_is_0_or_100_percent(share, text):
    assert formatting.percent(share) == text


@given(st.floats(min_value=0, max_value=1, exclude_min=True, exclude_max=True))
def test_a_share_between_0_and_1_is_never_shown_as_one_of_them(share):
    assert formatting.percent(share) not in ("0.0%", "100.0%", "0%", "100%")


@pytest.mark.parametrize(
    ("number", "english", "korean"),
    [
        (135_000_000, "135M", "1.35억"),
        (7_000_000_000, "7B", "70억"),
        (671_000_000_000, "671B", "6,710억"),
        (1_000_000_000_000, "1T", "1조"),
        (12_000, "12K", "1.2만"),
        (900, "900", "900"),
        (None, "–", "–"),
    ],
)
def test_sizes_are_counted_as_each_language_counts(number, english, korean):
    assert formatting.parameters(number) == english
    with translation.override("ko"):
        assert formatting.parameters(number) == korean


def test_a_day_is_the_day_in_korea():
    moment = datetime(2026, 11, 30, 15, 30, tzinfo=UTC)
    assert formatting.day(moment) == "1 Dec 2026"
    assert formatting.iso_day(moment) == "2026-12-01"
    with translation.override("ko"):
        assert formatting.day(moment) == "2026년 12월 1일"
        assert formatting.month(date(2026, 2, 1)) == "2026년 2월"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.25, "0.25 s"), (59.9, "59.9 s"), (312.4, "5 min"), (7265, "2 h 1 min"), (None, "–")],
)
def test_a_duration_is_told_in_its_largest_units(seconds, text):
    assert formatting.duration(seconds) == text


def test_a_text_is_shown_in_the_language_of_the_page_or_the_one_there_is():
    assert formatting.localised({"en": "a", "ko": "가"}) == "a"
    assert formatting.localised({"ko": "가"}) == "가"
    assert formatting.localised({}) == ""
    with translation.override("ko"):
        assert formatting.localised({"en": "a", "ko": "가"}) == "가"


def test_a_name_in_a_title_has_no_character_that_turns_text_round():
    assert formatting.plain_name("a\u202eb\u2066c\x00d\ne") == "abcde"
    assert len(formatting.plain_name("W" * 500)) == 120


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "//example.org",
        "https:",
        "http://[",
        "ftp://a.b",
        None,
        3,
        "",
    ],
)
def test_only_web_addresses_become_links(url):
    assert formatting.safe_url(url) == ""
    assert formatting.safe_url(" https://example.org/a ") == "https://example.org/a"


def test_a_hash_is_cut_behind_its_scheme():
    assert formatting.short_hash("bt1:" + "ab" * 32) == "bt1:abababababab…"
    assert formatting.short_hash("abc") == "abc"
