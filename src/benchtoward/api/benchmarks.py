"""`/v1/benchmarks`: the list, one version, its specification, its leaderboard as JSON and CSV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Path, Query, Router

from benchtoward.api import documents, schemas
from benchtoward.api.answers import MOST_A_PAGE, USUAL_A_PAGE, addresses, json_answer, page_of
from benchtoward.api.board_csv import board_csv
from benchtoward.api.conditional import conditional_answer
from benchtoward.api.problems import NOT_ACCEPTABLE, problem
from benchtoward.workflows import reading

router = Router(tags=["Benchmarks"])

Slug = Annotated[str, Path(description="The benchmark’s slug.", examples=["clincalc-mc-small"])]
Version = Annotated[str, Path(description="major.minor.patch", examples=["1.0.0"])]
Limit = Annotated[int, Query(ge=1, le=MOST_A_PAGE, description="Entries a page.")]
Cursor = Annotated[str, Query(max_length=300, description="From `next` of the page before.")]


@router.get("/benchmarks", response={200: schemas.Benchmarks, 422: schemas.Problem}, summary="List benchmarks")
def list_benchmarks(request: HttpRequest, cursor: Cursor = "", limit: Limit = USUAL_A_PAGE) -> HttpResponse:
    """The newest published version of every benchmark."""
    address = addresses(request)
    listed = page_of(
        request,
        reading.list_benchmarks(),
        slug=lambda view: view.slug,
        document=lambda view: documents.benchmark(view, address),
        cursor=cursor,
        limit=limit,
    )
    return json_answer(request, listed)


@router.get(
    "/benchmarks/{slug}",
    response={200: schemas.BenchmarkDefinition, 404: schemas.Problem},
    summary="One benchmark",
)
def get_benchmark(request: HttpRequest, slug: Slug) -> HttpResponse:
    """The newest published version of one benchmark, with its definition."""
    return _version(request, slug, "")


@router.get(
    "/benchmarks/{slug}/versions/{version}",
    response={200: schemas.BenchmarkDefinition, 404: schemas.Problem},
    summary="One version of a benchmark",
)
def get_version(request: HttpRequest, slug: Slug, version: Version) -> HttpResponse:
    """One published version, with its definition: the part that the spec hash covers."""
    return _version(request, slug, version)


@router.get(
    "/benchmarks/{slug}/versions/{version}/spec",
    response={200: str, 404: schemas.Problem},
    summary="The specification as YAML",
    url_name="spec",
)
def get_spec(request: HttpRequest, slug: Slug, version: Version) -> HttpResponse:
    """The specification file, letter by letter as it was published."""
    view = reading.get_benchmark(slug, version)
    body = view.spec_yaml.encode()
    return conditional_answer(
        request, body, content_type="application/yaml; charset=utf-8", last_modified=view.published_at
    )


BoardVersion = Annotated[str, Query(max_length=40, description="The newest where none is named.")]
Tags = Annotated[
    str,
    Query(
        max_length=200,
        description="Who ran the models, with commas between. Choosing tags ranks anew among them; "
        "without them all but `community` are ranked.",
        examples=["standard,baseline"],
    ),
]
Format = Annotated[str, Query(max_length=20, alias="format", description="`json` or `csv`.")]


@router.get(
    "/benchmarks/{slug}/leaderboard",
    response={200: schemas.Leaderboard, 404: schemas.Problem, 406: schemas.Problem, 422: schemas.Problem},
    summary="The leaderboard",
    url_name="leaderboard",
)
def get_leaderboard(
    request: HttpRequest, slug: Slug, version: BoardVersion = "", tags: Tags = "", wanted: Format = ""
) -> HttpResponse:
    """Ranks with their 95% ranges, scores with their intervals. Ranks belong to the set of models shown."""
    kind = wanted or ("csv" if request.get_preferred_type(["application/json", "text/csv"]) == "text/csv" else "json")
    return _leaderboard(request, slug, version, tags, kind)


@router.get(
    "/benchmarks/{slug}/leaderboard.{ending}",
    response={200: str, 404: schemas.Problem, 406: schemas.Problem, 422: schemas.Problem},
    summary="The leaderboard as a file",
)
def get_leaderboard_file(
    request: HttpRequest,
    slug: Slug,
    ending: Annotated[str, Path(description="`csv` or `json`.", examples=["csv"])],
    version: BoardVersion = "",
    tags: Tags = "",
) -> HttpResponse:
    """The same leaderboard with the format in the address; no cell is a formula to a spreadsheet."""
    return _leaderboard(request, slug, version, tags, ending)


def _version(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    view = reading.get_benchmark(slug, version)
    document = {**documents.benchmark(view, addresses(request)), "definition": view.definition}
    return json_answer(request, document, last_modified=view.published_at)


def _leaderboard(request: HttpRequest, slug: str, version: str, tags: str, wanted: str) -> HttpResponse:
    if wanted not in ("json", "csv"):
        return problem(NOT_ACCEPTABLE, detail=f"A leaderboard comes as json or csv, not as {wanted[:20]!r}.")
    board = reading.get_board(slug, version, _tags(tags))
    last_modified = board.ranked_at if board.rows else None
    if wanted == "json":
        return json_answer(request, documents.board(board, addresses(request)), last_modified=last_modified)
    response = conditional_answer(
        request, board_csv(board), content_type="text/csv; charset=utf-8", last_modified=last_modified
    )
    name = f"{board.benchmark}-{board.version}-leaderboard.csv"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _tags(text: str) -> Sequence[str]:
    return [tag.strip() for tag in text.split(",") if tag.strip()]
