"""What holds for every address under `/v1`: any origin may read, HEAD and OPTIONS work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from benchtoward.api.problems import METHOD_NOT_ALLOWED, problem

GetResponse = Callable[[HttpRequest], HttpResponse]

ROOT: Final = "/v1/"
EXPOSED: Final = "Accept-Ranges, Content-Disposition, Content-Range, ETag, Last-Modified, Link"


def open_api(get_response: GetResponse) -> GetResponse:
    """Answer HEAD and OPTIONS under `/v1`, allow any origin, and explain refused methods."""

    def respond(request: HttpRequest) -> HttpResponse:
        if not is_api(request):
            return get_response(request)
        response = _preflight() if request.method == "OPTIONS" else _answer(request, get_response)
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = EXPOSED
        return response

    return respond


def is_api(request: HttpRequest) -> bool:
    """Whether an address belongs to the API."""
    return request.path_info.startswith(ROOT)


def _preflight() -> HttpResponse:
    response = HttpResponse(status=204)
    response.headers["Allow"] = response.headers["Access-Control-Allow-Methods"] = "GET, HEAD, OPTIONS"
    response.headers["Access-Control-Allow-Headers"] = "Accept, If-None-Match, If-Range, Range"
    response.headers["Access-Control-Max-Age"] = "86400"
    return response


def _answer(request: HttpRequest, get_response: GetResponse) -> HttpResponse:
    method = request.method
    if method == "HEAD":
        # The operations know GET alone; the server leaves the body of an answer to HEAD out.
        request.method = "GET"
    response = get_response(request)
    request.method = method
    return _refused(request, response) if isinstance(response, HttpResponseNotAllowed) else response


def _refused(request: HttpRequest, response: HttpResponseNotAllowed) -> HttpResponse:
    allowed = ", ".join(sorted({"GET", "HEAD", "OPTIONS"} | set(response.headers["Allow"].split(", "))))
    refusal = problem(METHOD_NOT_ALLOWED, detail=f"{request.path} takes {allowed}, not {request.method}.")
    refusal.headers["Allow"] = allowed
    return refusal
