"""The text pages say the same in both languages."""

from __future__ import annotations

import re

import pytest
from django.template.loader import get_template

from benchtoward.web.pages.texts import NAMES


def source(name: str, language: str) -> str:
    template = get_template(f"web/texts/{name}.{language}.html")
    with open(template.origin.name, encoding="utf-8") as file:
        return file.read()


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_parts(name):
    english, korean = source(name, "en"), source(name, "ko")
    for pattern in (
        r'id="([^"]+)"',
        r"<(h2|p|li|dt|dd|tr|th|td)\b",
        r'class="([^"]+)"',
        r"<code>([^<]+)</code>",
    ):
        assert re.findall(pattern, english) == re.findall(pattern, korean), pattern


@pytest.mark.parametrize("name", NAMES)
def test_korean_pages_link_to_korean_pages(name):
    english = re.findall(r'href="(/[^"]*)"', source(name, "en"))
    assert re.findall(r'href="(/[^"]*)"', source(name, "ko")) == [f"/ko{address}" for address in english]
    assert all(re.search("[가-힣]", part) for part in re.findall(r"<(?:p|h2)[^>]*>(.+)</", source(name, "ko")))
