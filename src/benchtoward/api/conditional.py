"""Validators in one place: strong `ETag`, `Last-Modified`, and 304 for whoever has the same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime
from typing import Final, TypeVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import http_date

Response = TypeVar("Response", bound=HttpResponseBase)

REVALIDATE: Final = "public, no-cache"
"""Anybody may keep it, and asks each time whether it still holds: a withdrawn result must vanish at once."""
PRIVATE: Final = "private, no-cache"
"""For answers that are counted."""


def conditional_answer(
    request: HttpRequest,
    body: bytes,
    *,
    content_type: str,
    status: int = 200,
    last_modified: datetime | None = None,
    cache_control: str = REVALIDATE,
) -> HttpResponse:
    """Return `body` with the hash of its bytes as its ETag, or 304."""

    def build() -> HttpResponse:
        return HttpResponse(body, content_type=content_type, status=status)

    if status != 200:
        return build()
    return conditional(
        request,
        etag=hashlib.sha256(body).hexdigest()[:32],
        last_modified=last_modified,
        build=build,
        cache_control=cache_control,
    )


def conditional(
    request: HttpRequest,
    *,
    etag: str,
    last_modified: datetime | None,
    build: Callable[[], Response],
    cache_control: str = REVALIDATE,
) -> Response | HttpResponse:
    """Return what `build` makes, with validators; 304 without building where the request has the same ETag.

    The date alone never gives 304: when a result is withdrawn, what is left may be older than what a reader
    has.
    """
    quoted = f'"{etag}"'
    unchanged: HttpResponse | None = get_conditional_response(request, etag=quoted)
    response = unchanged or build()
    response.headers["ETag"] = quoted
    response.headers["Cache-Control"] = cache_control
    if last_modified is not None:
        response.headers["Last-Modified"] = http_date(last_modified.timestamp())
    return response
