"""One page of the site: what every template gets, and the answer with its validators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse, translate_url
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from benchtoward import __version__
from benchtoward.api.conditional import conditional_answer

LANGUAGES = (("en", "English"), ("ko", "한국어"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link with its text."""

    url: str
    text: str
    is_current: bool = False
    language: str = ""
    """The language of what it leads to, where that is another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """What every page knows of the site and of itself."""

    name: str
    version: str
    language: str
    address: str
    """The page's own full address."""
    languages: Sequence[Link]
    sections: Sequence[Link]
    footer: Sequence[Link]


def page(
    request: HttpRequest,
    template: str,
    context: Mapping[str, object],
    *,
    status: int = 200,
    last_modified: datetime | None = None,
) -> HttpResponse:
    """Return a rendered page; a reader who has the same bytes already gets 304."""
    body = render_to_string(template, {**context, "site": site(request)}, request).encode()
    return conditional_answer(
        request, body, content_type="text/html; charset=utf-8", status=status, last_modified=last_modified
    )


def site(request: HttpRequest) -> Site:
    """Return what the frame around a page shows."""
    language = get_language() or "en"
    path = request.get_full_path()
    return Site(
        name=settings.BENCHTOWARD.instance_name,
        version=__version__,
        language=language,
        address=public_address(request, request.path),
        languages=[
            Link(url=translate_url(path, code), text=text, is_current=code == language, language=code)
            for code, text in LANGUAGES
        ],
        sections=_sections(request.path),
        footer=_footer(),
    )


def public_address(request: HttpRequest, path: str) -> str:
    """Return the full address of a path: under the configured one, or the one that the request came to."""
    public_url: str = settings.BENCHTOWARD.public_url
    return f"{public_url}{path}" if public_url else request.build_absolute_uri(path)


def _sections(path: str) -> Sequence[Link]:
    named = (
        ("benchmarks", _("Benchmarks")),
        ("models", _("Models")),
        ("how", _("How results are made")),
        ("about", _("About")),
        ("api-guide", _("API")),
    )
    urls = [(reverse(name), text) for name, text in named]
    return [Link(url=url, text=text, is_current=path.startswith(url)) for url, text in urls]


def _footer() -> Sequence[Link]:
    named = (
        ("faq", _("Questions people ask")),
        ("tags", _("Tags and stages")),
        ("authors", _("For authors")),
        ("reuse", _("Reuse and citation")),
        ("privacy", _("Privacy")),
        ("disclaimer", _("Disclaimer")),
    )
    return [Link(url=reverse(name), text=text) for name, text in named]
