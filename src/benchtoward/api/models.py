"""`/v1/models`: the list, and one model with its results."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Path, Router

from benchtoward.api import documents, schemas
from benchtoward.api.answers import USUAL_A_PAGE, addresses, json_answer, page_of
from benchtoward.api.benchmarks import Cursor, Limit
from benchtoward.workflows import reading

router = Router(tags=["Models"])

Slug = Annotated[str, Path(description="The model’s slug.", examples=["smollm2-135m-instruct"])]


@router.get("/models", response={200: schemas.Models, 422: schemas.Problem}, summary="List models")
def list_models(request: HttpRequest, cursor: Cursor = "", limit: Limit = USUAL_A_PAGE) -> HttpResponse:
    """Every model that has a published result."""
    address = addresses(request)
    listed = page_of(
        request,
        reading.list_models(),
        slug=lambda view: view.slug,
        document=lambda view: documents.model(view, address),
        cursor=cursor,
        limit=limit,
    )
    return json_answer(request, listed)


@router.get("/models/{slug}", response={200: schemas.Model, 404: schemas.Problem}, summary="One model")
def get_model(request: HttpRequest, slug: Slug) -> HttpResponse:
    """One model: its facts, its versions, all its published results."""
    view = reading.get_model(slug)
    address = addresses(request)
    results = [documents.result_line(summary, address) for summary in view.results]
    return json_answer(request, {**documents.model(view, address), "results": results})
