"""The page that documents the API, made from the same description that `/v1/openapi.json` serves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse

from benchtoward.api.application import api
from benchtoward.api.problems import KINDS
from benchtoward.web.page import page, public_address


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter of a call."""

    name: str
    meaning: str
    place: str
    is_required: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of the API."""

    method: str
    path: str
    summary: str
    meaning: str
    parameters: Sequence[Parameter]
    statuses: str
    example: str
    """The path with example values, to be run as it stands."""


def api_guide(request: HttpRequest) -> HttpResponse:
    """Every call with its parameters and a command that runs as it stands."""
    context = {"calls": _calls(), "problems": KINDS, "root": public_address(request, "/").rstrip("/")}
    return page(request, "web/api.html", context)


@cache
def _calls() -> Sequence[Call]:
    schema: Mapping[str, Any] = api.get_openapi_schema(path_prefix="/v1/")
    return [
        _call(method, path, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]


def _call(method: str, path: str, operation: Mapping[str, Any]) -> Call:
    parameters = operation.get("parameters", [])
    return Call(
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        meaning=operation.get("description", ""),
        parameters=[
            Parameter(
                name=parameter["name"],
                meaning=parameter.get("description") or parameter["schema"].get("description", ""),
                place=parameter["in"],
                is_required=parameter.get("required", False),
            )
            for parameter in parameters
        ],
        statuses=", ".join(str(status) for status in operation["responses"]),
        example=_example(path, parameters),
    )


def _example(path: str, parameters: Sequence[Mapping[str, Any]]) -> str:
    query = []
    for parameter in parameters:
        found = parameter.get("examples") or parameter["schema"].get("examples") or []
        if not found:
            continue
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", str(found[0]))
        else:
            query.append(f"{parameter['name']}={found[0]}")
    return f"{path}?{'&'.join(query)}" if query else path
