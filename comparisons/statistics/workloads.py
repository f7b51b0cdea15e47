"""The work that is measured: seeded data of a stated size, and how many resamples of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

_SEED: Final = 20_240_501
Array: TypeAlias = NDArray[Any]


def _unused() -> Array:
    return np.empty(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Data:
    """The arrays of a workload; those that it does not use are empty."""

    units: Array = field(default_factory=_unused)
    """Unit (patient, speaker) of each row, shape (rows,)."""
    gold: Array = field(default_factory=_unused)
    """Right label of each row, shape (rows,)."""
    answers: Array = field(default_factory=_unused)
    """Answered label, score or word errors, shape (models, rows)."""
    words: Array = field(default_factory=_unused)
    """Reference words of each row, shape (rows,)."""
    times: Array = field(default_factory=_unused)
    """Time to the event or to censoring, shape (rows,)."""
    events: Array = field(default_factory=_unused)
    """Whether the event was seen, shape (rows,)."""
    unit_hits: Array = field(default_factory=_unused)
    """Right answers of each unit and model, shape (units, models), where rows would not fit in memory."""
    unit_items: Array = field(default_factory=_unused)
    """Rows of each unit, shape (units,)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """What is computed, and on how much."""

    id: str
    title: str
    metric: str
    """Id of BenchToward's metric."""
    n_rows: int
    n_units: int
    n_models: int
    n_replicates: int
    n_labels: int = 2
    make: Callable[[Workload], Data]
    """Makes the data, the same at every call."""

    def data(self) -> Data:
        """Return the data, the same at every call."""
        return self.make(self)

    @property
    def size(self) -> str:
        """The size in words."""
        return (
            f"{self.n_rows:,} rows in {self.n_units:,} units, {self.n_models:,} models, "
            f"{self.n_replicates:,} replicates"
        )


def _units(workload: Workload, random: np.random.Generator) -> Array:
    """Every unit has a row; the rest fall at random."""
    rest = random.integers(0, workload.n_units, workload.n_rows - workload.n_units)
    return random.permutation(np.concatenate([np.arange(workload.n_units), rest])).astype(np.int32)


def _labels(workload: Workload) -> Data:
    """Answers that are right with a chance that depends on the model and on the unit."""
    random = np.random.default_rng(_SEED)
    units = _units(workload, random)
    gold = random.integers(0, workload.n_labels, workload.n_rows).astype(np.int8)
    ease = random.normal(0, 0.8, workload.n_units)[units]
    answers = np.empty((workload.n_models, workload.n_rows), np.int8)
    for model, skill in enumerate(np.linspace(0.2, 1.4, workload.n_models)):
        right = random.random(workload.n_rows) < 1 / (1 + np.exp(-skill - ease))
        other = (gold + random.integers(1, workload.n_labels, workload.n_rows)) % workload.n_labels
        answers[model] = np.where(right, gold, other)
    return Data(units=units, gold=gold, answers=answers)


def _scores(workload: Workload) -> Data:
    """Scores of 10% positives, correlated within units."""
    random = np.random.default_rng(_SEED)
    units = _units(workload, random)
    gold = (random.random(workload.n_rows) < 0.1).astype(np.int8)
    shared = random.normal(0, 0.5, workload.n_units)[units]
    answers = np.empty((workload.n_models, workload.n_rows))
    for model, shift in enumerate(np.linspace(0.8, 1.6, workload.n_models)):
        answers[model] = shift * gold + shared + random.normal(0, 1, workload.n_rows)
    return Data(units=units, gold=gold, answers=answers)


def _transcripts(workload: Workload) -> Data:
    """Word errors and reference words of utterances."""
    random = np.random.default_rng(_SEED)
    units = _units(workload, random)
    words = random.integers(5, 40, workload.n_rows)
    speaker = random.gamma(4, 0.25, workload.n_units)[units]
    rates = np.linspace(0.05, 0.25, workload.n_models)[:, np.newaxis]
    return Data(units=units, words=words, answers=random.poisson(rates * speaker * words))


def _survival(workload: Workload) -> Data:
    """Risk scores, times and censoring; every row is a unit of its own."""
    random = np.random.default_rng(_SEED)
    risk = random.normal(0, 1, workload.n_rows)
    death = np.ceil(random.exponential(np.exp(-risk)) * 365)
    censored = np.ceil(random.exponential(1.5, workload.n_rows) * 365)
    noise = np.linspace(0.5, 2.0, workload.n_models)[:, np.newaxis]
    answers = risk + noise * random.normal(0, 1, (workload.n_models, workload.n_rows))
    return Data(
        units=np.arange(workload.n_rows, dtype=np.int32),
        times=np.minimum(death, censored),
        events=death <= censored,
        answers=answers,
    )


def _unit_hits(workload: Workload) -> Data:
    """Right answers added up for each unit: a million rows times a thousand models are not kept."""
    random = np.random.default_rng(_SEED)
    items = np.full(workload.n_units, workload.n_rows // workload.n_units)
    ease = random.normal(0, 0.8, workload.n_units)
    hits = np.empty((workload.n_units, workload.n_models), np.uint8)
    for model, skill in enumerate(np.linspace(0.2, 1.4, workload.n_models)):
        hits[:, model] = random.binomial(items, 1 / (1 + np.exp(-skill - ease)))
    return Data(unit_hits=hits, unit_items=items)


_ALL = (
    Workload(
        id="a", title="accuracy", metric="accuracy", make=_labels,
        n_rows=10_000, n_units=2_000, n_models=100, n_replicates=9_999,
    ),
    Workload(
        id="b", title="AUROC", metric="auroc", make=_scores,
        n_rows=50_000, n_units=20_000, n_models=20, n_replicates=1_999,
    ),
    Workload(
        id="c", title="AUPRC (average precision)", metric="auprc", make=_scores,
        n_rows=50_000, n_units=20_000, n_models=20, n_replicates=1_999,
    ),
    Workload(
        id="d", title="macro-F1 of 5 classes", metric="macro_f1", make=_labels, n_labels=5,
        n_rows=10_000, n_units=2_000, n_models=100, n_replicates=9_999,
    ),
    Workload(
        id="e", title="word error rate", metric="wer", make=_transcripts,
        n_rows=3_000, n_units=300, n_models=30, n_replicates=9_999,
    ),
    Workload(
        id="f", title="C-index", metric="c_index", make=_survival,
        n_rows=5_000, n_units=5_000, n_models=5, n_replicates=999,
    ),
    Workload(
        id="add", title="one model added to 500", metric="accuracy", make=_unit_hits,
        n_rows=10_000, n_units=2_000, n_models=501, n_replicates=9_999,
    ),
    Workload(
        id="million", title="a million items", metric="accuracy", make=_unit_hits,
        n_rows=1_000_000, n_units=20_000, n_models=1_000, n_replicates=9_999,
    ),
)  # fmt: skip

WORKLOADS: Final[Mapping[str, Workload]] = MappingProxyType({workload.id: workload for workload in _ALL})
"""All workloads by id."""
