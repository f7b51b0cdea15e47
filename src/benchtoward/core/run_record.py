"""The record of a run: what stands in a bundle's `run.json`, and in the result JSON that others download."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from benchtoward.core.canonical import Json
from benchtoward.core.lifecycle import Tag
from benchtoward.core.results import Counts
from benchtoward.core.statistics import Interval, IntervalOutcome

BUNDLE_FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricScore:
    """One metric of one run."""

    metric: str
    """The metric's id."""
    value: float | None
    """The score on all items; None where the metric is undefined on them."""
    interval: IntervalOutcome | None
    """Its interval over units, or why there is none; None where the metric never has one."""

    @property
    def ends(self) -> tuple[float | None, float | None]:
        """The interval's ends; None and None where there is none."""
        if isinstance(self.interval, Interval):
            return self.interval.low, self.interval.high
        return None, None


@dataclass(frozen=True, slots=True, kw_only=True)
class SubgroupScore:
    """The primary metric within one subgroup."""

    column: str
    group: str
    n_items: int
    n_units: int
    score: MetricScore


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """Everything that scoring a run gives."""

    primary: str
    """The metric that ranks."""
    metrics: tuple[MetricScore, ...]
    """Every metric of the spec, the primary one first."""
    subgroups: tuple[SubgroupScore, ...]
    n_items: int
    n_units: int
    n_repeats: int
    counts: Counts
    flip_rate: float | None = None
    """The share of items with at least two different readings among their repeats, where not to be readable is a
    reading of its own; None for one repeat."""

    def metric(self, name: str) -> MetricScore:
        """Return the score of one metric."""
        return next(score for score in self.metrics if score.metric == name)

    def to_json(self) -> Mapping[str, Json]:
        """Return the scores as JSON values."""
        return {
            "primary": self.primary,
            "metrics": {score.metric: metric_json(score) for score in self.metrics},
            "subgroups": [
                {
                    "column": group.column,
                    "group": group.group,
                    "n_items": group.n_items,
                    "n_units": group.n_units,
                    **metric_json(group.score),
                }
                for group in self.subgroups
            ],
            "n_items": self.n_items,
            "n_units": self.n_units,
            "n_repeats": self.n_repeats,
            "counts": asdict(self.counts),
            "parse_rate": self.counts.parse_rate,
            "truncation_rate": self.counts.truncation_rate,
            "refusal_rate": self.counts.refusal_rate,
            "flip_rate": self.flip_rate,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """Who was run on what, how, and what came out; the same for two honest computations of one run key."""

    run_key: str
    run_key_pre_image: str
    run_id: str
    benchmark: str
    version: str
    spec_hash: str
    model: str
    """The model's slug."""
    model_name: str
    model_version: str
    """The label of the model version."""
    model_version_key: str
    model_pins: Mapping[str, Json]
    tag: Tag
    run_configuration: Mapping[str, Json]
    harness_version: Mapping[str, int]
    decoding_requested: Mapping[str, Json] | None
    decoding_effective: Mapping[str, Json] | None
    item_table_sha256: str
    content_address: str
    scores: Scores

    def to_json(self) -> Mapping[str, Json]:
        """Return the record as JSON values."""
        return {
            "bundle_format": BUNDLE_FORMAT,
            "run_key": self.run_key,
            "run_key_pre_image": self.run_key_pre_image,
            "run_id": self.run_id,
            "benchmark": {
                "slug": self.benchmark,
                "version": self.version,
                "spec_hash": self.spec_hash,
                "item_table_sha256": self.item_table_sha256,
            },
            "model": {
                "slug": self.model,
                "name": self.model_name,
                "version": self.model_version,
                "version_key": self.model_version_key,
                "pins": self.model_pins,
            },
            "tag": self.tag.value,
            "run_configuration": self.run_configuration,
            "harness_version": self.harness_version,
            "decoding": {"requested": self.decoding_requested, "effective": self.decoding_effective},
            "content_address": self.content_address,
            "scores": self.scores.to_json(),
        }


def metric_json(score: MetricScore) -> Mapping[str, Json]:
    """Return one metric's score as JSON values; `interval` is null where there is none, `flags` say why."""
    outcome = score.interval
    if outcome is None:
        return {"value": score.value, "interval": None, "flags": []}
    flags = [flag.value for flag in outcome.flags]
    if not isinstance(outcome, Interval):
        return {"value": score.value, "interval": None, "flags": flags}
    interval: Mapping[str, Json] = {
        "low": outcome.low,
        "high": outcome.high,
        "confidence_level": outcome.confidence_level,
        "method": outcome.method.value,
        "n_replicates": outcome.n_replicates,
        "n_undefined": outcome.n_undefined,
    }
    return {"value": score.value, "interval": interval, "flags": flags}
