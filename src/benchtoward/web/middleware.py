"""What every answer of the site gets: a language from its address, and a policy that keeps pages closed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils import translation

GetResponse = Callable[[HttpRequest], HttpResponse]

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing inline, nothing from elsewhere."""
PERMISSIONS_POLICY: Final = "browsing-topics=(), camera=(), geolocation=(), microphone=()"

_KOREAN_PATH = re.compile(r"/ko(/|\Z)")


def path_language(get_response: GetResponse) -> GetResponse:
    """Take the language from the address: `/ko/…` is Korean, everything else English.

    Neither a cookie nor `Accept-Language` decides, so an address is the same page for everybody.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        language = "ko" if _KOREAN_PATH.match(request.path_info) else "en"
        request.LANGUAGE_CODE = language
        with translation.override(language):
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response

    return respond


def content_policy(get_response: GetResponse) -> GetResponse:
    """Forbid what no page here needs: inline code, other hosts, frames, devices."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response

    return respond
