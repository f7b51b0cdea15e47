"""Pages of plain text, one template a language: what this is, how results are made, privacy."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from benchtoward.web.page import page

NAMES = ("about", "authors", "disclaimer", "faq", "how", "privacy", "reuse", "tags")


def text(request: HttpRequest, name: str) -> HttpResponse:
    """The text page called `name`."""
    language = "ko" if get_language() == "ko" else "en"
    return page(request, f"web/texts/{name}.{language}.html", {"name": name})
