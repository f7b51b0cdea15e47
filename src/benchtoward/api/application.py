"""The API as one object: its description, its routers, and how its errors are answered."""

from __future__ import annotations

import logging

from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import ValidationError

from benchtoward import __version__
from benchtoward.api import benchmarks, health, lookup, models, results
from benchtoward.api.problems import FAULT, INVALID, NOT_FOUND, error_problem, problem
from benchtoward.core.errors import BenchTowardError

logger = logging.getLogger(__name__)

DESCRIPTION = (
    "Each medical AI model on each benchmark once, under a fixed and versioned definition. Ask `lookup` "
    "before you run an evaluation. No key is needed to read; any origin may. Answers carry an `ETag`, so "
    "send `If-None-Match`. What is not known is `null`, never 0. Errors are problem documents (RFC 9457)."
)

api = NinjaAPI(
    title="BenchToward",
    version=__version__,
    description=DESCRIPTION,
    docs_url=None,  # Ninja's own page loads scripts from elsewhere; ours is /api/.
    openapi_url="/openapi.json",
    urls_namespace="api",
)
api.add_router("", lookup.router)
api.add_router("", benchmarks.router)
api.add_router("", models.router)
api.add_router("", results.router)
api.add_router("", health.router)


@api.exception_handler(BenchTowardError)
def _use_case_error(request: HttpRequest, error: BenchTowardError) -> HttpResponse:
    del request
    response = error_problem(error)
    if response.status_code == FAULT.status:
        logger.error("%s in the API", type(error).__name__)
    return response


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    del request
    errors = [{"where": ".".join(map(str, found["loc"])), "expected": found["msg"]} for found in error.errors]
    detail = "; ".join(f"{found['where']}: {found['expected']}" for found in errors)
    return problem(INVALID, detail=detail, errors=errors)


@api.exception_handler(Http404)
def _nothing_here(request: HttpRequest, error: Http404) -> HttpResponse:
    del error
    return problem(NOT_FOUND, detail=f"There is nothing at {request.path[:300]}.")


@api.exception_handler(Exception)
def _fault(request: HttpRequest, error: Exception) -> HttpResponse:
    # The address may hold what somebody searched for; the exception's text may hold data. Neither is logged.
    logger.error("%s at %s", type(error).__name__, request.resolver_match, exc_info=error)
    return problem(FAULT, detail="The request could not be carried out.")
