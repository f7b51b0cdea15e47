"""What went wrong, in words: pages that say what to do next, and problem documents under `/v1`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from benchtoward.api.middleware import is_api
from benchtoward.api.problems import BAD_REQUEST, FAULT, NOT_FOUND, kind_of, problem
from benchtoward.core.errors import BenchTowardError, NotFoundError
from benchtoward.web.page import site

LONGEST_SHOWN: Final = 300


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What a request gets that can't be understood."""
    del exception
    if is_api(request):
        return problem(BAD_REQUEST, detail="The request can't be understood.")
    return _plain(400, _("This request can’t be understood."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What an address gets that leads nowhere."""
    del exception
    if is_api(request):
        return problem(NOT_FOUND, detail=f"There is nothing at {request.path[:LONGEST_SHOWN]}.")
    return _error(request, 404, _("There is no page at this address."))


def server_error(request: HttpRequest) -> HttpResponse:
    """What a reader gets when something failed here: a page that needs nothing that can fail again."""
    if is_api(request):
        return problem(FAULT, detail="The request could not be carried out.")
    return _plain(500, _("Something failed on our side. It has been logged; please try again later."))


class ErrorPages:
    """Middleware: an error of a use case becomes a page with the status of the API's table.

    A NUL in an address is refused before a database sees it: PostgreSQL can't hold one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        if "\x00" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            return bad_request(request, ValueError("a NUL in the address"))
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return a page for an error that was raised on purpose; leave all others to Django."""
        if not isinstance(exception, BenchTowardError) or kind_of(exception) is FAULT:
            return None
        kind = kind_of(exception)
        is_missing = isinstance(exception, NotFoundError)
        text = _("There is nothing of this name here.") if is_missing else str(exception)
        return _error(request, kind.status, text)


def _error(request: HttpRequest, status: int, text: str) -> HttpResponse:
    context = {"site": site(request), "status": status, "text": text, "path": request.path[:LONGEST_SHOWN]}
    return HttpResponse(render_to_string("web/error.html", context, request), status=status)


def _plain(status: int, text: str) -> HttpResponse:
    return HttpResponse(render_to_string("web/plain_error.html", {"status": status, "text": text}), status=status)
