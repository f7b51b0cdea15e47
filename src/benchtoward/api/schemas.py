"""The shapes of the API's answers, as `/v1/openapi.json` describes them. What is not known is null."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field

RUN_ID = "8f14e45fceea167a"
RUN_KEY = "bt1:8f14e45fceea167a5a36dedd4bea2543a7c1d2f5b8b0f5e4c8f2d7a9b1c3e5f7"
SPEC_HASH = "bt1:c9f0f895fb98ab9159f51fd0297e236d2f0e6b1d8a7c3e5f9b1d3f5a7c9e1b3d"


class Strict(Schema):
    """A shape without further fields."""

    model_config = ConfigDict(extra="forbid")


class Problem(Schema):
    """A problem document (RFC 9457)."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(examples=["/api/#not-found"])
    title: str = Field(examples=["There is nothing at this address"])
    status: int = Field(examples=[404])
    detail: str = Field(examples=["There is no published benchmark 'clincalk' here."])
    next: str = Field(examples=["Check the name: /v1/benchmarks and /v1/models list what is here."])


class Interval(Strict):
    """An interval of a score."""

    low: float
    high: float
    level: float | None = Field(description="The confidence level.", examples=[0.95])
    method: str | None = Field(description="How it was made.", examples=["percentile"])


class RankRange(Strict):
    """The ranks that a model reaches when all models are scored again on the same redrawn units."""

    low: int
    high: int
    level: float | None = Field(examples=[0.95])


class ResultLinks(Strict):
    """Where the parts of a result are."""

    page: str
    result: str
    predictions: str
    bibtex: str


class ResultModel(Strict):
    """The model version that a result is of."""

    slug: str
    name: str
    version: str


class ResultBenchmark(Strict):
    """The benchmark version that a result is on."""

    slug: str
    version: str
    title: str


class ResultLine(Strict):
    """A result in a list."""

    run_id: str = Field(examples=[RUN_ID])
    state: str = Field(examples=["published"])
    tag: str = Field(description="Who ran it.", examples=["standard"])
    model: ResultModel
    benchmark: ResultBenchmark
    metric: str = Field(examples=["accuracy"])
    score: float | None
    interval: Interval | None
    rank: int | None = Field(description="On the board with the usual tags.")
    rank_range: RankRange | None
    n_ranked: int | None
    n_items: int
    n_units: int
    parse_rate: float
    published_at: datetime | None
    links: ResultLinks


class Found(ResultLine):
    """There is a result: use it instead of running the evaluation again."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "lookup": "found",
                    "run_id": RUN_ID,
                    "run_key": RUN_KEY,
                    "spec_hash": SPEC_HASH,
                    "state": "published",
                    "tag": "standard",
                    "model": {
                        "slug": "smollm2-135m-instruct",
                        "name": "SmolLM2-135M-Instruct",
                        "version": "q8_0",
                    },
                    "benchmark": {
                        "slug": "clincalc-mc-small",
                        "version": "1.0.0",
                        "title": "ClinCalc, multiple choice, small",
                    },
                    "metric": "accuracy",
                    "score": 0.2917,
                    "interval": {"low": 0.2188, "high": 0.3646, "level": 0.95, "method": "percentile"},
                    "rank": 2,
                    "rank_range": {"low": 1, "high": 4, "level": 0.95},
                    "n_ranked": 4,
                    "n_items": 96,
                    "n_units": 24,
                    "parse_rate": 0.9688,
                    "published_at": "2026-11-30T14:00:00+09:00",
                    "links": {
                        "page": f"https://bench.example.org/results/{RUN_ID}/",
                        "result": f"https://bench.example.org/v1/results/{RUN_ID}",
                        "predictions": f"https://bench.example.org/v1/results/{RUN_ID}/predictions",
                        "bibtex": f"https://bench.example.org/v1/results/{RUN_ID}/bibtex",
                    },
                }
            ]
        },
    )

    lookup: Literal["found"]
    run_key: str
    spec_hash: str


class Running(Strict):
    """A run is on its way; ask again later."""

    lookup: Literal["running"]
    stage: str = Field(examples=["queued"])
    position: int | None = Field(description="Place in the queue, where known.")
    since: datetime | None


class NoResult(Problem):
    """There is no result. What is near does not have the same key."""

    lookup: Literal["none"]
    near: list[dict[str, Any]]
    request: str


class Withdrawn(Problem):
    """There was a result; it has been taken down."""

    withdrawn_at: datetime | None
    reason: str
    page: str


class BoardModel(Strict):
    """What is known of a ranked model."""

    slug: str
    name: str
    version: str
    organisation: str
    is_baseline: bool
    open_weights: bool | None
    n_parameters: int | None
    licence: str | None
    released: date | None


class BoardRow(Strict):
    """One ranked result."""

    rank: int
    rank_range: RankRange
    in_top_group: bool = Field(description="Not separable from the first.")
    score: float
    interval: Interval | None
    flags: list[str]
    n_items: int
    n_units: int
    parse_rate: float
    tag: str
    run_id: str
    run_key: str
    model: BoardModel
    metrics: dict[str, float | None] = Field(description="Secondary metrics.")
    published_at: datetime
    links: ResultLinks


class Ranking(Strict):
    """What the ranks belong to: another set of models has other ranks."""

    model_set_hash: str
    ranked_at: datetime


class Leaderboard(Strict):
    """A leaderboard. Unknown is null."""

    benchmark: str = Field(examples=["clincalc-mc-small"])
    version: str = Field(examples=["1.0.0"])
    spec_hash: str = Field(examples=[SPEC_HASH])
    metric: str = Field(examples=["accuracy"])
    higher_is_better: bool
    unit: str = Field(description="What is resampled.", examples=["patient_id"])
    level: float = Field(examples=[0.95])
    n_replicates: int
    n_undefined: int
    tags: list[str] = Field(description="The tags among which the rows are ranked.")
    available_tags: dict[str, int]
    only_community: bool
    ranking: Ranking
    n_rows: int
    rows: list[BoardRow]


class BenchmarkLinks(Strict):
    """Where the parts of a benchmark version are."""

    page: str
    leaderboard: str
    leaderboard_csv: str
    spec: str


class Benchmark(Strict):
    """A benchmark version."""

    slug: str = Field(examples=["clincalc-mc-small"])
    version: str = Field(examples=["1.0.0"])
    spec_hash: str = Field(examples=[SPEC_HASH])
    title: dict[str, str]
    summary: dict[str, str]
    notes: dict[str, str]
    stage: str
    preview: bool
    modality: str
    task: str
    metric: str
    also: list[str]
    unit: str
    n_items: int
    n_units: int
    n_results: int
    labels: Literal["public", "secret"]
    dataset: dict[str, Any]
    credits: list[str]
    changes: str | None
    published_at: datetime | None
    versions: list[str]
    links: BenchmarkLinks


class BenchmarkDefinition(Benchmark):
    """A benchmark version with its definition: the part that the spec hash covers."""

    definition: dict[str, Any]


class Benchmarks(Strict):
    """A page of the list of benchmarks."""

    total: int
    next: str | None = Field(description="Address of the next page.")
    items: list[Benchmark]


class ModelVersion(Strict):
    """A pinned version of a model."""

    name: str
    key: str
    pins: dict[str, Any]
    is_pinned: bool


class ModelEntry(Strict):
    """A model."""

    slug: str
    name: str
    organisation: str
    description: dict[str, str]
    released: date | None
    n_parameters: int | None
    open_weights: bool | None
    licence: str | None
    modality: str
    links: list[str]
    training_data: dict[str, str]
    is_baseline: bool
    versions: list[ModelVersion]
    n_results: int
    page: str


class Model(ModelEntry):
    """A model with its results."""

    results: list[ResultLine]


class Models(Strict):
    """A page of the list of models."""

    total: int
    next: str | None
    items: list[ModelEntry]


class Result(Schema):
    """The public record of a result: scores, intervals, subgroups, provenance, run key with pre-image."""

    model_config = ConfigDict(extra="allow")

    run_id: str = Field(examples=[RUN_ID])
    run_key: str = Field(examples=[RUN_KEY])
    run_key_pre_image: str
    tag: str
    benchmark: dict[str, Any]
    model: dict[str, Any]
    scores: dict[str, Any]
    content_address: str
    published_at: datetime | None
    rank: int | None
    rank_range: RankRange | None
    n_ranked: int | None
    predictions_sha256: str | None
    usage: dict[str, Any]
    environment: dict[str, Any]
    links: ResultLinks


class Health(Strict):
    """Whether the site can answer."""

    status: Literal["ok"]
    version: str
    data_version: str
