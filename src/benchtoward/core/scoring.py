"""Where a score is computed: predictions to metrics, intervals, subgroups and replicates."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.errors import UndefinedMetricError
from benchtoward.core.items import ItemTable
from benchtoward.core.metrics import (
    AnswerKey,
    MetricParameters,
    Observations,
    Parameter,
    get_metric,
    read_parameters,
)
from benchtoward.core.observing import answer_key, observations
from benchtoward.core.results import Counts, Prediction, in_order
from benchtoward.core.run_record import MetricScore, Scores, SubgroupScore
from benchtoward.core.spec import Labels, Spec
from benchtoward.core.statistics import (
    Interval,
    IntervalOutcome,
    ResamplingPlan,
    percentile_interval,
    proportion_interval,
)

SECRET_DECIMALS = 3
"""How precisely the scores of a benchmark with secret labels are published."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """What scoring gives: the scores, the predictions with their part of the primary metric, the replicates."""

    scores: Scores
    predictions: Sequence[Prediction]
    replicates: NDArray[np.float64]
    """The primary metric in every replicate of the benchmark's plan, shape (B,); NaN where undefined."""


def score(spec: Spec, table: ItemTable, predictions: Sequence[Prediction], *, n_repeats: int = 1) -> Scored:
    """Score one prediction an item and repeat under a specification.

    Unparsed, failed and missing predictions count as wrong. Items of one unit move together in every interval.
    Raises `UndefinedMetricError` where the primary metric has no value on the whole table.
    """
    ordered = in_order(predictions)
    key = answer_key(spec, table, n_repeats=n_repeats)
    observed = observations(spec, key, ordered)
    primary = metric_replicates(spec, spec.metrics.primary, observed)
    if _value(spec, spec.metrics.primary, observed) is None:
        undefined = get_metric(spec.metrics.primary).undefined_when
        raise UndefinedMetricError(f"{spec.metrics.primary} has no value on {spec.id} {spec.version}: {undefined}")
    scores = Scores(
        primary=spec.metrics.primary,
        metrics=tuple(
            _for_readers(spec, _metric_score(spec, name, observed, primary if name == spec.metrics.primary else None))
            for name in spec.metrics.all
        ),
        # Small groups would tell secret labels.
        subgroups=() if spec.labels is Labels.SECRET else tuple(_subgroups(spec, table, observed)),
        n_items=len(table),
        n_units=table.n_units,
        n_repeats=n_repeats,
        counts=Counts.of(ordered),
        flip_rate=flip_rate(observed, n_repeats),
    )
    return Scored(scores=scores, predictions=_with_scores(spec, ordered, observed), replicates=primary)


def flip_rate(observed: Observations, n_repeats: int) -> float | None:
    """Return the share of items with at least two different readings among their repeats, in [0, 1].

    Rows are an item's repeats one after the other. A row that is not parsed is a reading of its own, whatever the
    reason; labels and numbers are compared as they are scored. None for one repeat.
    """
    if n_repeats < 2:
        return None
    read = observed.predicted if observed.predicted is not None else observed.numbers
    parsed = observed.parsed.reshape(-1, n_repeats)
    flips = parsed.any(axis=1) & ~parsed.all(axis=1)
    if read is not None:
        by_item = read.reshape(-1, n_repeats)
        flips |= parsed.all(axis=1) & (by_item != by_item[:, :1]).any(axis=1)
    return float(flips.mean())


def resampling_plan(spec: Spec, metric: str, n_units: int) -> ResamplingPlan:
    """Return the plan that all models of a benchmark version share."""
    return ResamplingPlan.for_units(
        spec_hash=spec.spec_hash,
        unit_columns=spec.columns.unit,
        n_units=n_units,
        n_replicates=spec.n_replicates(metric),
    )


def metric_replicates(spec: Spec, name: str, observed: Observations) -> NDArray[np.float64]:
    """Return a metric in every replicate of the plan, shape (B,); NaN where it is undefined."""
    plan = resampling_plan(spec, name, observed.key.units.n_units)
    return get_metric(name).replicates(observed, plan, metric_parameters(spec, name))


def metric_parameters(spec: Spec, name: str) -> MetricParameters:
    """Return a metric's settings: the spec's, with its positive class where the metric judges one."""
    definition = get_metric(name)
    written = spec.metrics.parameters.get(name, {})
    settings = read_parameters(written, metric=name, known=definition.parameters)
    if Parameter.POSITIVE in definition.parameters and settings.positive is None and spec.positive:
        return replace(settings, positive=spec.positive)
    return settings


def _for_readers(spec: Spec, score: MetricScore) -> MetricScore:
    """Return a score as readers may see it: to three decimals, ends outward, where labels are secret.

    At full precision, a score of chosen answers would tell the labels one by one.
    """
    if spec.labels is not Labels.SECRET or score.value is None:
        return score
    interval = score.interval
    if isinstance(interval, Interval):
        scale = 10**SECRET_DECIMALS
        low, high = math.floor(interval.low * scale) / scale, math.ceil(interval.high * scale) / scale
        interval = replace(interval, low=low, high=high)
    return replace(score, value=round(score.value, SECRET_DECIMALS), interval=interval)


def _metric_score(
    spec: Spec, name: str, observed: Observations, replicates: NDArray[np.float64] | None = None
) -> MetricScore:
    value = _value(spec, name, observed)
    if value is None or not get_metric(name).has_interval:
        return MetricScore(metric=name, value=value, interval=None)
    if replicates is None:
        replicates = metric_replicates(spec, name, observed)
    return MetricScore(metric=name, value=value, interval=_interval(spec, name, observed, replicates))


def _value(spec: Spec, name: str, observed: Observations) -> float | None:
    try:
        return get_metric(name).evaluate(observed, metric_parameters(spec, name))
    except UndefinedMetricError:
        return None


def _interval(spec: Spec, name: str, observed: Observations, replicates: NDArray[np.float64]) -> IntervalOutcome:
    level = spec.interval.level
    definition = get_metric(name)
    sums = definition.unit_sums(observed, metric_parameters(spec, name)) if definition.is_proportion else None
    if sums is None:
        n_units = len(np.unique(observed.key.units.codes))
        return percentile_interval(replicates, n_units=n_units, confidence_level=level)
    hits, trials = sums.T
    return proportion_interval(hits, trials, replicates, confidence_level=level)


def _subgroups(spec: Spec, table: ItemTable, observed: Observations) -> Iterator[SubgroupScore]:
    for column in spec.columns.subgroups:
        values = np.array([table.by_id[item_id].subgroups[column] for item_id in observed.key.item_ids])
        for group in sorted(set(values.tolist())):
            yield _subgroup(spec, column, group, observed.select(np.flatnonzero(values == group)))


def _subgroup(spec: Spec, column: str, group: str, observed: Observations) -> SubgroupScore:
    key: AnswerKey = observed.key
    return SubgroupScore(
        column=column,
        group=group,
        n_items=len(set(key.item_ids)),
        n_units=len(np.unique(key.units.codes)),
        score=_metric_score(spec, spec.metrics.primary, observed),
    )


def _with_scores(spec: Spec, ordered: Sequence[Prediction], observed: Observations) -> list[Prediction]:
    name = spec.metrics.primary
    scores = get_metric(name).row_scores(observed, metric_parameters(spec, name))
    if scores is None or spec.labels is Labels.SECRET:
        # The keys of responses stay here too: raw responses of a benchmark with secret labels are never shown.
        return [
            replace(prediction, score=None, request_key=prediction.request_key if spec.labels is Labels.PUBLIC else "")
            for prediction in ordered
        ]
    return [replace(prediction, score=float(value)) for prediction, value in zip(ordered, scores, strict=True)]
