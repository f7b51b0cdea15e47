"""`/v1/health`: whether the site and its store answer."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import Router

from benchtoward import __version__
from benchtoward.api import schemas
from benchtoward.api.answers import json_answer
from benchtoward.workflows import reading

router = Router(tags=["Health"])


@router.get("/health", response={200: schemas.Health, 500: schemas.Problem}, summary="Is the site up?")
def get_health(request: HttpRequest) -> HttpResponse:
    """`ok` when the store answers. `data_version` changes whenever anything that readers see changes."""
    document = {"status": "ok", "version": __version__, "data_version": reading.data_version()}
    return json_answer(request, document, cache_control="no-store")
