"""Errors as problem documents (RFC 9457), and the one table from error class to HTTP status."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.http import HttpResponse

from benchtoward.core.canonical import Json
from benchtoward.core.errors import (
    BenchTowardError,
    BusyError,
    InvalidInputError,
    NotAllowedError,
    NotFoundError,
    UndefinedMetricError,
)

CONTENT_TYPE: Final = "application/problem+json"
TYPE_ROOT: Final = "/api/#"
"""Problem types are addresses on the page that documents the API."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemKind:
    """A kind of problem: its name, its status, and what to do next."""

    name: str
    status: int
    title: str
    next_step: str


NOT_FOUND = ProblemKind(
    name="not-found",
    status=404,
    title="There is nothing at this address",
    next_step="Check the name: /v1/benchmarks and /v1/models list what is here.",
)
NO_RESULT = ProblemKind(
    name="no-result",
    status=404,
    title="This model has no result on this benchmark",
    next_step="Look at `near` for what exists; none of it is the same. `request` says how to ask for a run.",
)
WITHDRAWN = ProblemKind(
    name="withdrawn",
    status=410,
    title="This result has been withdrawn",
    next_step="Don't use or cite it. Its page says when and why it was taken down.",
)
INVALID = ProblemKind(
    name="invalid-request",
    status=422,
    title="The request can't be answered as it stands",
    next_step="`errors` lists what is wrong; /v1/openapi.json describes every parameter.",
)
NOT_ALLOWED = ProblemKind(
    name="not-allowed",
    status=409,
    title="The present state does not allow this",
    next_step="Read the present state again.",
)
UNDEFINED = ProblemKind(
    name="undefined-metric",
    status=422,
    title="The metric has no value on these items",
    next_step="Choose other items or another metric.",
)
BUSY = ProblemKind(
    name="busy", status=503, title="What is asked for is in use", next_step="Try again in a few seconds."
)
METHOD_NOT_ALLOWED = ProblemKind(
    name="method-not-allowed",
    status=405,
    title="This address does not take this method",
    next_step="`Allow` names the methods that it takes.",
)
NOT_ACCEPTABLE = ProblemKind(
    name="not-acceptable",
    status=406,
    title="This format is not offered here",
    next_step="`detail` names the formats that are.",
)
BAD_RANGE = ProblemKind(
    name="bad-range",
    status=416,
    title="The range lies outside the file",
    next_step="`Content-Range` gives the length of the file.",
)
BAD_REQUEST = ProblemKind(
    name="bad-request",
    status=400,
    title="The request can't be understood",
    next_step="Check the host name and the encoding of the address.",
)
FAULT = ProblemKind(
    name="fault",
    status=500,
    title="Something failed on our side",
    next_step="It has been logged. Try again later; if it stays, report it with the time and the address.",
)

KINDS: Final = (
    NOT_FOUND,
    NO_RESULT,
    WITHDRAWN,
    INVALID,
    NOT_ALLOWED,
    UNDEFINED,
    BUSY,
    METHOD_NOT_ALLOWED,
    NOT_ACCEPTABLE,
    BAD_RANGE,
    BAD_REQUEST,
    FAULT,
)

ERRORS: Final[Mapping[type[BenchTowardError], ProblemKind]] = {
    NotFoundError: NOT_FOUND,
    InvalidInputError: INVALID,
    UndefinedMetricError: UNDEFINED,
    NotAllowedError: NOT_ALLOWED,
    BusyError: BUSY,
    BenchTowardError: FAULT,
}
"""An error that stands here by its nearest ancestor gets that one's status."""


def kind_of(error: BenchTowardError) -> ProblemKind:
    """Return the kind of problem that an error is."""
    return next(ERRORS[kind] for kind in type(error).__mro__ if kind in ERRORS)


def problem(kind: ProblemKind, *, detail: str, **members: Json) -> HttpResponse:
    """Return a problem document with further members of its own."""
    document: Mapping[str, Json] = {
        "type": f"{TYPE_ROOT}{kind.name}",
        "title": kind.title,
        "status": kind.status,
        "detail": detail,
        "next": kind.next_step,
        **members,
    }
    body = json.dumps(document, ensure_ascii=False)
    response = HttpResponse(body, status=kind.status, content_type=CONTENT_TYPE)
    response.headers["Cache-Control"] = "no-store" if kind.status >= 500 else "no-cache"
    return response


def error_problem(error: BenchTowardError) -> HttpResponse:
    """Return the problem document of an error of a use case."""
    kind = kind_of(error)
    if kind is FAULT:
        return problem(kind, detail="The request could not be carried out.")
    if not isinstance(error, InvalidInputError):
        return problem(kind, detail=str(error))
    errors: Json = [
        {"where": found.where, "found": found.found, "expected": found.expected, "hint": found.hint}
        for found in error.problems[: error.max_shown]
    ]
    return problem(kind, detail=str(error), errors=errors)
