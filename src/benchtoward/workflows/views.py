"""What the use cases hand to pages, API and command line: values without a database behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from benchtoward.core.canonical import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """One result on a leaderboard."""

    rank: int
    """Competition rank (1, 2, 2, 4) among the rows shown."""
    rank_low: int
    """Best end of the 95% range of ranks."""
    rank_high: int
    """Worst end of the 95% range of ranks."""
    in_top_group: bool
    """Whether its simultaneous rank range holds 1: not separable from the first."""
    value: float
    low: float | None
    high: float | None
    interval_method: str
    """percentile or wilson…; empty where there is no interval."""
    flags: tuple[str, ...]
    """few_units, degenerate, … : what a reader must know of the interval."""
    n_items: int
    n_units: int
    parse_rate: float
    tag: str
    run_id: str
    run_key: str
    model: str
    """The model's slug."""
    model_name: str
    model_version: str
    organisation: str
    is_baseline: bool
    open_weights: bool | None
    n_parameters: int | None
    licence: str
    released: date | None
    published_at: datetime
    also: Mapping[str, float | None]
    """Secondary metrics by id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A leaderboard: the ranks of a set of results of one benchmark version."""

    benchmark: str
    version: str
    spec_hash: str
    metric: str
    """The id of the primary metric."""
    also: tuple[str, ...]
    """The ids of the secondary metrics."""
    higher_is_better: bool
    unit: str
    """The column or columns that name the resampled unit."""
    level: float
    n_replicates: int
    n_undefined: int
    """Replicates dropped for all models because the metric is undefined in them."""
    tags: tuple[str, ...]
    """The tags among which the rows are ranked."""
    available_tags: Mapping[str, int]
    """Published results by tag."""
    only_community: bool
    """True when community results are shown because there are no others."""
    model_set_hash: str
    """The hash of the run keys that were ranked."""
    ranked_at: datetime
    """When they were ranked: the ranks' date."""
    rows: tuple[BoardRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkView:
    """A benchmark version for readers."""

    slug: str
    version: str
    spec_hash: str
    title: Mapping[str, str]
    summary: Mapping[str, str]
    notes: Mapping[str, str]
    stage: str
    preview: bool
    modality: str
    task: str
    metric: str
    also: tuple[str, ...]
    unit: str
    n_items: int
    n_units: int
    n_results: int
    labels: str
    dataset: Mapping[str, Json]
    credits: tuple[str, ...]
    changes: str
    published_at: datetime | None
    versions: tuple[str, ...]
    """All published versions, the newest first."""
    prompt: Mapping[str, Json] | None
    """The prompt part of the definition."""
    definition: Mapping[str, Json]
    spec_yaml: str
    example: Mapping[str, Json] | None
    """The visible fields of the first item; None where the licence or labels don't allow it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelView:
    """A model for readers."""

    slug: str
    name: str
    organisation: str
    description: Mapping[str, str]
    released: date | None
    n_parameters: int | None
    open_weights: bool | None
    licence: str
    modality: str
    links: tuple[str, ...]
    training_data: Mapping[str, str]
    is_baseline: bool
    versions: tuple[Mapping[str, Json], ...]
    """name, key, pins, is_pinned of each version."""
    results: tuple[ResultSummary, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSummary:
    """A result in a list."""

    run_id: str
    state: str
    tag: str
    benchmark: str
    benchmark_title: Mapping[str, str]
    version: str
    model: str
    model_name: str
    model_version: str
    metric: str
    value: float | None
    low: float | None
    high: float | None
    level: float
    """The confidence level of interval and rank range."""
    interval_method: str
    """How the interval was made; empty where there is none."""
    n_items: int
    n_units: int
    parse_rate: float
    rank: int | None
    """Its rank on its board with the default tags; None when it is not ranked there."""
    rank_low: int | None
    rank_high: int | None
    n_ranked: int | None
    published_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultView:
    """A result for readers."""

    summary: ResultSummary
    record: Mapping[str, Json]
    """The public result JSON: scores, intervals, subgroups, provenance, run key with its pre-image."""
    usage: Mapping[str, Json]
    """Tokens, seconds, cost, attempts."""
    environment: Mapping[str, Json]
    withdrawn_at: datetime | None
    withdrawn_reason: str
    shows_items: bool
    """False when labels are secret."""
    predictions_sha256: str
    """The SHA-256 of the predictions file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRow:
    """One item of a result, for the per-item browser."""

    item_id: str
    repeat: int
    unit: str
    status: str
    reason: str
    finish: str
    rule: str
    prediction: str | None
    probabilities: tuple[float, ...] | None
    gold: str | None
    score: float | None
    visible: Mapping[str, Json] | None
    response: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemPage:
    """A page of items of a result."""

    rows: tuple[ItemRow, ...]
    n_matching: int
    page: int
    """From 1."""
    n_pages: int
    kind: str
    """all, right, wrong, unparsed, truncated."""


class LookupState(StrEnum):
    """What a lookup finds."""

    FOUND = "found"
    RUNNING = "running"
    WITHDRAWN = "withdrawn"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class LookupAnswer:
    """The answer to «has this model been run on this benchmark?»."""

    state: LookupState
    result: ResultSummary | None
    """The result, when found or withdrawn."""
    record: Mapping[str, Json] | None
    run_state: str
    """The run's state, when running."""
    since: datetime | None
    """Since when it runs, or when it was withdrawn."""
    reason: str
    """Why it was withdrawn, or what could not be matched."""
    near: tuple[Mapping[str, Json], ...]
    """Results of the same model on another version, or of another version of the model: not the same key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """The public counts of the home page."""

    n_results: int
    n_models: int
    n_benchmarks: int
