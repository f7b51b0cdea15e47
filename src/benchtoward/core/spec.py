"""A benchmark version as a value: what its specification says, and the hash that names it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchtoward.core.canonical import Json
from benchtoward.core.keys import Key, spec_key
from benchtoward.core.metrics import get_metric
from benchtoward.core.metrics.definition import Family, MetricDefinition


class Task(StrEnum):
    """What is asked of a model, which settles what an answer is."""

    MULTIPLE_CHOICE = "multiple_choice"
    NUMERIC_ANSWER = "numeric_answer"
    CLASSIFICATION = "classification"
    REGRESSION = "regression"


class Labels(StrEnum):
    """Whether readers may see the gold answers."""

    PUBLIC = "public"
    SECRET = "secret"  # noqa: S105 - labels, not a password


class Missing(StrEnum):
    """What happens to submitted predictions that lack items."""

    REFUSE = "refuse"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file that the items are made from."""

    path: str
    """Its path inside the source."""
    kind: str
    """Where it comes from: file, https, huggingface, khdp, package."""
    source: Mapping[str, Json]
    """The source as the spec states it: kind, revision, package, version, url."""
    sha256: str
    """The SHA-256 of its bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """How the source files become rows."""

    kind: str
    """jsonl, csv, json, parquet or adapter."""
    path: str
    """The adapter's path beside the spec; empty for the other kinds."""
    parameters: Mapping[str, Json]
    """What is passed to the adapter or reader."""
    training: Mapping[str, Json]
    """The parameters that differ for the training rows of baselines; empty where there are none."""
    sha256: str
    """The SHA-256 of the adapter's sources, written by `spec lock`; empty before that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemColumns:
    """Which columns of a row mean what."""

    id: str
    """The column with the item's id."""
    unit: tuple[str, ...]
    """The columns that together name the resampled unit."""
    visible: tuple[str, ...]
    """The only columns that a prompt or predictor may read."""
    target: str
    """The column with the gold answer."""
    tolerance: str
    """The column with the absolute tolerance of a numeric answer; empty where there is none."""
    subgroups: tuple[str, ...]
    """The columns by which results are also shown."""
    excluded_ids: frozenset[str]
    """Items that are left out."""
    table_sha256: str
    """The hash of the rendered item table, written by `spec lock`; empty before that."""
    answer_unit: str = ""
    """The visible column with the unit of a numeric answer; empty where answers have none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One worked example that stands before the question."""

    user: str
    """What is asked."""
    assistant: str
    """The right answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """The fixed prompt; `{{ column }}` stands for a visible column, `{{ options }}` for the lettered options."""

    system: str
    """The system message; empty for none."""
    user: str
    """The user message."""
    option_labels: tuple[str, ...]
    """The labels of the options: A, B, C, …"""
    options_column: str
    """The visible column that holds the list of options; empty where there is none."""
    few_shot: tuple[Example, ...]
    """Worked examples, the same for every item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoding:
    """Everything sent to a chat model that can move an answer."""

    temperature: float
    """0 for a standard run."""
    top_p: float
    """1 leaves the distribution as it is."""
    max_tokens: int
    """The most tokens that an answer may have."""
    stop: tuple[str, ...]
    """Texts that end an answer."""
    seed: int | None
    """Sent where the provider takes one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """What is measured."""

    primary: str
    """The metric that ranks."""
    also: tuple[str, ...]
    """The metrics shown beside it."""
    parameters: Mapping[str, Mapping[str, Json]]
    """Settings by metric."""

    @property
    def all(self) -> tuple[str, ...]:
        """Every metric, the primary one first."""
        return (self.primary, *self.also)


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalChoice:
    """How intervals are made."""

    level: float
    """The confidence level, 0.95."""
    n_replicates: int
    """Replicates for sums and counts."""
    n_replicates_sorted: int
    """Replicates for metrics that sort: AUROC, AUPRC, C-index."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """What may change without a new version: outside the hash."""

    title: Mapping[str, str]
    """The name, by language (en, ko)."""
    summary: Mapping[str, str]
    """One or two sentences on what it tests, by language."""
    changes: str
    """What changed against the version before."""
    preview: bool
    """Whether it may still get new versions soon."""
    modality: str
    """text, table, image, signal or audio."""
    dataset: Mapping[str, Json]
    """name, licence, doi, citation, url, access."""
    credits: Sequence[str]
    """Authors and adopted code."""
    contacts: Sequence[str]
    """Whom to ask."""
    mirrors: Mapping[str, Json]
    """The paper and protocol that it follows."""
    baselines: tuple[str, ...]
    """Simple comparisons that are run with it."""
    notes: Mapping[str, str]
    """What a reader must know beside the numbers, by language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """One version of one benchmark."""

    id: str
    """The benchmark's slug."""
    version: str
    """major.minor.patch: a label; the hash is the identity."""
    presentation: Presentation
    definition: Mapping[str, Json]
    """The hashed part, as it was written."""
    files: tuple[SourceFile, ...]
    reader: Reader
    columns: ItemColumns
    labels: Labels
    task: Task
    classes: tuple[str, ...]
    """The labels of a classification; empty for other tasks."""
    positive: str
    """The class whose probability is scored, of a binary classification."""
    prompt: Prompt | None
    decoding: Decoding | None
    extraction: Sequence[Json]
    """The extraction rules in order, as written."""
    metrics: Metrics
    missing: Missing
    interval: IntervalChoice

    @property
    def key(self) -> Key:
        """The spec hash with its pre-image."""
        return spec_key(self.definition)

    @property
    def spec_hash(self) -> str:
        """The spec hash, `bt1:…`."""
        return self.key.text

    @property
    def is_locked(self) -> bool:
        """Whether `spec lock` has written the hash of the items."""
        return bool(self.columns.table_sha256)

    @property
    def primary(self) -> MetricDefinition:
        """The definition of the metric that ranks."""
        return get_metric(self.metrics.primary)

    def n_replicates(self, metric: str) -> int:
        """The replicates that intervals of `metric` use."""
        is_sorted = get_metric(metric).family is Family.SORTED
        return self.interval.n_replicates_sorted if is_sorted else self.interval.n_replicates
