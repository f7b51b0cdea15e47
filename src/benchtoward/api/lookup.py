"""`/v1/lookup`: has this model been run on this benchmark? The question to ask before running anything."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Query, Router

from benchtoward.api import documents, schemas
from benchtoward.api.answers import addresses, json_answer
from benchtoward.api.conditional import PRIVATE
from benchtoward.api.problems import NO_RESULT, WITHDRAWN, problem
from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.workflows import reading
from benchtoward.workflows.views import LookupAnswer, LookupState, ResultSummary

router = Router(tags=["Look-up"])

HOW_TO_REQUEST = (
    "Ask for a run by an issue on the repository benchtoward/benchmarks, with the model’s exact version and "
    "the benchmark; or run it yourself with `benchtoward run`."
)

Name = Annotated[
    str,
    Query(
        max_length=300,
        description="Slug, alias, provider id or repository name; case and punctuation don’t matter.",
        examples=["SmolLM2-135M-Instruct"],
    ),
]
Benchmark = Annotated[str, Query(max_length=300, description="The benchmark’s slug.", examples=["clincalc-mc-small"])]
Version = Annotated[str, Query(max_length=40, description="The newest where none is named.")]
SpecHash = Annotated[str, Query(max_length=80, description="Instead of benchmark and version.")]
RunKey = Annotated[str, Query(max_length=80, description="Instead of everything else.")]
Config = Annotated[str, Query(max_length=40, description="A tag, such as `standard`.")]


@router.get(
    "/lookup",
    response={
        200: schemas.Found,
        202: schemas.Running,
        404: schemas.NoResult,
        410: schemas.Withdrawn,
        422: schemas.Problem,
    },
    summary="Has this model been run on this benchmark?",
    url_name="lookup",
)
def get_lookup(
    request: HttpRequest,
    model: Name = "",
    benchmark: Benchmark = "",
    version: Version = "",
    spec_hash: SpecHash = "",
    run_key: RunKey = "",
    config: Config = "",
) -> HttpResponse:
    """200 found, 202 queued or running, 410 withdrawn, 404 none. What is near is never given as the same."""
    _check(model=model, benchmark=benchmark, spec_hash=spec_hash, run_key=run_key)
    answer = reading.lookup(
        model=model, benchmark=benchmark, version=version, spec_hash=spec_hash, run_key=run_key, config=config
    )
    return _ANSWERS[answer.state](request, answer)


def _check(*, model: str, benchmark: str, spec_hash: str, run_key: str) -> None:
    missing = [] if run_key or model else ["model"]
    missing += [] if run_key or benchmark or spec_hash else ["benchmark"]
    if missing:
        expected = "`model` and `benchmark` (or `spec_hash`), or `run_key` alone"
        problems = [Problem(where=name, found="nothing", expected=expected) for name in missing]
        raise InvalidInputError("The look-up", problems)


def _found(request: HttpRequest, answer: LookupAnswer) -> HttpResponse:
    document = documents.found(_result(answer), answer.record or {}, addresses(request))
    return json_answer(request, document, last_modified=answer.since, cache_control=PRIVATE)


def _running(request: HttpRequest, answer: LookupAnswer) -> HttpResponse:
    document: dict[str, Any] = {
        "lookup": "running",
        "stage": answer.run_state,
        "position": None,
        "since": documents.moment(answer.since),
    }
    response = json_answer(request, document, status=202)
    response.headers["Cache-Control"] = PRIVATE
    return response


def _withdrawn(request: HttpRequest, answer: LookupAnswer) -> HttpResponse:
    run_id = _result(answer).run_id
    return problem(
        WITHDRAWN,
        detail=f"The result {run_id} has been withdrawn: {answer.reason}",
        lookup="withdrawn",
        run_id=run_id,
        withdrawn_at=documents.moment(answer.since),
        reason=answer.reason,
        page=addresses(request)(reverse("result", args=[run_id])),
    )


def _none(request: HttpRequest, answer: LookupAnswer) -> HttpResponse:
    del request
    reason = answer.reason[:1].upper() + answer.reason[1:]
    near = [{"same_key": False, **entry} for entry in answer.near]
    return problem(NO_RESULT, detail=f"{reason}.", lookup="none", near=near, request=HOW_TO_REQUEST)


def _result(answer: LookupAnswer) -> ResultSummary:
    if answer.result is None:
        raise TypeError(f"A look-up answers {answer.state} without a result.")
    return answer.result


_ANSWERS = {
    LookupState.FOUND: _found,
    LookupState.RUNNING: _running,
    LookupState.WITHDRAWN: _withdrawn,
    LookupState.NONE: _none,
}
