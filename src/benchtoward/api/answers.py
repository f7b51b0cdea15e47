"""JSON answers with validators, and lists by pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, TypeVar
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from benchtoward.api.conditional import REVALIDATE, conditional_answer
from benchtoward.core.canonical import Json
from benchtoward.core.errors import InvalidInputError, Problem

JSON_TYPE: Final = "application/json"
MOST_A_PAGE: Final = 500
USUAL_A_PAGE: Final = 100

Value = TypeVar("Value")


def json_answer(
    request: HttpRequest,
    document: Json,
    *,
    status: int = 200,
    last_modified: datetime | None = None,
    cache_control: str = REVALIDATE,
) -> HttpResponse:
    """Return a document as JSON with validators; 304 where the request has it already."""
    body = json.dumps(document, ensure_ascii=False, allow_nan=False).encode()
    return conditional_answer(
        request,
        body,
        content_type=JSON_TYPE,
        status=status,
        last_modified=last_modified,
        cache_control=cache_control,
    )


def addresses(request: HttpRequest) -> Callable[[str], str]:
    """Return what makes full addresses: under the configured one, or the one that the request came to."""
    root: str = settings.BENCHTOWARD.public_url or request.build_absolute_uri("/").rstrip("/")
    return lambda path: f"{root}{path}"


def page_of(
    request: HttpRequest,
    values: Sequence[Value],
    *,
    slug: Callable[[Value], str],
    document: Callable[[Value], Json],
    cursor: str,
    limit: int,
) -> dict[str, Json]:
    """Return the values after the one that the cursor names, with the total and the next page's address."""
    start = _start([slug(value) for value in values], cursor)
    shown = values[start : start + limit]
    rest = start + limit < len(values)
    query = urlencode({"cursor": slug(shown[-1]), "limit": limit}) if rest else ""
    return {
        "total": len(values),
        "next": f"{addresses(request)(request.path)}?{query}" if rest else None,
        "items": [document(value) for value in shown],
    }


def _start(slugs: Sequence[str], cursor: str) -> int:
    if not cursor:
        return 0
    if cursor not in slugs:
        problem = Problem(where="cursor", found=repr(cursor)[:60], expected="a cursor from `next`")
        raise InvalidInputError("The request", [problem])
    return slugs.index(cursor) + 1
