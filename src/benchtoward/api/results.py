"""`/v1/results/{run_id}`: the record, the predictions, the citation."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from ninja import Path, Query, Router

from benchtoward.api import documents, schemas
from benchtoward.api.answers import addresses, json_answer
from benchtoward.api.conditional import conditional, conditional_answer
from benchtoward.api.files import file_answer
from benchtoward.api.problems import NOT_ACCEPTABLE, WITHDRAWN, problem
from benchtoward.workflows import reading
from benchtoward.workflows.views import ResultView

router = Router(tags=["Results"])

FORMATS = {
    "parquet": "application/vnd.apache.parquet",
    "csv": "text/csv; charset=utf-8",
    "jsonl": "application/jsonl; charset=utf-8",
}

RunId = Annotated[str, Path(description="The run’s short name.", examples=[schemas.RUN_ID])]
GONE = {404: schemas.Problem, 410: schemas.Withdrawn}


@router.get("/results/{run_id}", response={200: schemas.Result, **GONE}, summary="One result", url_name="result")
def get_result(request: HttpRequest, run_id: RunId) -> HttpResponse:
    """The public record: scores, intervals, subgroups, run key with its pre-image, environment."""
    view = reading.get_result(run_id)
    if view.withdrawn_at is not None:
        return withdrawn(request, view)
    document = documents.result(view, addresses(request))
    return json_answer(request, document, last_modified=view.summary.published_at)


Format = Annotated[str, Query(max_length=20, alias="format", description="`parquet`, `csv` or `jsonl`.")]


@router.get(
    "/results/{run_id}/predictions",
    response={200: bytes, 206: bytes, 406: schemas.Problem, 416: schemas.Problem, **GONE},
    summary="The predictions",
    url_name="predictions",
)
def get_predictions(request: HttpRequest, run_id: RunId, wanted: Format = "") -> HttpResponseBase:
    """One row an item. Parquet, also by byte ranges, unless `format` or `Accept` asks for another."""
    return _predictions(request, run_id, wanted or _accepted(request))


@router.get(
    "/results/{run_id}/predictions.{ending}",
    response={200: bytes, 206: bytes, 406: schemas.Problem, 416: schemas.Problem, **GONE},
    summary="The predictions as a file",
)
def get_predictions_file(
    request: HttpRequest,
    run_id: RunId,
    ending: Annotated[str, Path(description="`parquet`, `csv` or `jsonl`.", examples=["parquet"])],
) -> HttpResponseBase:
    """The same predictions with the format in the address."""
    return _predictions(request, run_id, ending)


@router.get(
    "/results/{run_id}/bibtex",
    response={200: str, **GONE},
    summary="The citation as BibTeX",
    url_name="bibtex",
)
def get_bibtex(request: HttpRequest, run_id: RunId) -> HttpResponse:
    """A BibTeX entry that names the benchmark version and its hash."""
    view = reading.get_result(run_id)
    if view.withdrawn_at is not None:
        return withdrawn(request, view)
    return conditional_answer(
        request,
        reading.get_bibtex(run_id, page=addresses(request)(f"/results/{run_id}/")).encode(),
        content_type="application/x-bibtex; charset=utf-8",
        last_modified=view.summary.published_at,
    )


def withdrawn(request: HttpRequest, view: ResultView) -> HttpResponse:
    """Return 410 with the date and the reason of a withdrawal, and the address of the tombstone."""
    page = addresses(request)(reverse("result", args=[view.summary.run_id]))
    return problem(
        WITHDRAWN,
        detail=f"The result {view.summary.run_id} has been withdrawn: {view.withdrawn_reason}",
        withdrawn_at=documents.moment(view.withdrawn_at),
        reason=view.withdrawn_reason,
        page=page,
    )


def _accepted(request: HttpRequest) -> str:
    offered = {kind.partition(";")[0]: name for name, kind in FORMATS.items()}
    return offered[request.get_preferred_type(list(offered)) or FORMATS["parquet"]]


def _predictions(request: HttpRequest, run_id: str, wanted: str) -> HttpResponseBase:
    if wanted not in FORMATS:
        detail = f"Predictions come as {', '.join(FORMATS)}, not as {wanted[:20]!r}."
        return problem(NOT_ACCEPTABLE, detail=detail)
    view = reading.get_result(run_id)
    if view.withdrawn_at is not None:
        return withdrawn(request, view)
    response = _file(request, view) if wanted == "parquet" else _stream(request, view, wanted)
    response.headers["Content-Disposition"] = f'attachment; filename="{run_id}-predictions.{wanted}"'
    return response


def _file(request: HttpRequest, view: ResultView) -> HttpResponseBase:
    return file_answer(
        request,
        reading.get_predictions_file(view.summary.run_id),
        etag=view.predictions_sha256,
        content_type=FORMATS["parquet"],
        last_modified=view.summary.published_at,
    )


def _stream(request: HttpRequest, view: ResultView, wanted: str) -> HttpResponseBase:
    run_id = view.summary.run_id
    return conditional(
        request,
        etag=f"{view.predictions_sha256}-{wanted}",
        last_modified=view.summary.published_at,
        build=lambda: StreamingHttpResponse(reading.prediction_bytes(run_id, wanted), content_type=FORMATS[wanted]),
    )
