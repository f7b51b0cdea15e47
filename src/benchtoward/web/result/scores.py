"""The scores of a record as text and positions: metrics, subgroups on one axis, shares of responses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from benchtoward.web import formatting
from benchtoward.web.axis import Axis, Mark, shared_axis
from benchtoward.web.vocabulary import FLAGS, METHODS, Word, metric_name, word

FOREST_WIDTH: Final = 320

Record = Mapping[str, Any]
"""The public JSON of a result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricLine:
    """One metric of a result."""

    id: str
    name: str
    score: str
    interval: str
    method: Word
    level: str
    redraws: str
    undefined: str
    flags: Sequence[Word]


@dataclass(frozen=True, slots=True, kw_only=True)
class SubgroupLine:
    """One subgroup."""

    group: str
    items: str
    units: str
    score: str
    interval: str
    mark: Mark | None
    flags: Sequence[Word]


@dataclass(frozen=True, slots=True, kw_only=True)
class SubgroupTable:
    """The subgroups of one column, drawn on the axis that all columns share."""

    column: str
    axis: Axis
    overall: str
    """Where the score on all items stands."""
    lines: Sequence[SubgroupLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A share of all responses, with how many they are."""

    label: str
    meaning: str
    percent: str
    n: str


def metric_lines(record: Record) -> Sequence[MetricLine]:
    """Return every metric of a result, the one that ranks first."""
    scores = record["scores"]
    names = sorted(scores["metrics"], key=lambda name: name != scores["primary"])
    return [_metric_line(name, scores["metrics"][name]) for name in names]


def subgroup_tables(record: Record) -> Sequence[SubgroupTable]:
    """Return the subgroups, one table a column; empty where the benchmark names none."""
    scores = record["scores"]
    overall = scores["metrics"][scores["primary"]]
    groups = scores["subgroups"]
    axis = shared_axis(_ends([overall, *groups]), width=FOREST_WIDTH, most_ticks=6)
    lead = "" if overall["value"] is None else axis.at(overall["value"])
    return [
        SubgroupTable(
            column=column.replace("_", " "),
            axis=axis,
            overall=lead,
            lines=[_subgroup(group, axis) for group in groups if group["column"] == column],
        )
        for column in dict.fromkeys(group["column"] for group in groups)
    ]


def reading_shares(record: Record) -> Sequence[Share]:
    """Return what became of the responses: read, not read, cut off, refused, missing."""
    counts = record["scores"]["counts"]
    total = counts["n_predictions"]
    named = (
        ("n_parsed", _("Parsed"), _("an answer could be read"), True),
        ("n_unparsed", _("Unparsed"), _("no answer could be read; counts as wrong"), True),
        ("n_truncated", _("Truncated"), _("cut off at the token limit"), True),
        ("n_refused", _("Refused"), _("refused, or stopped by a filter"), True),
        ("n_missing", _("Missing"), _("no answer was submitted; counts as wrong"), False),
        ("n_error", _("Failed"), _("the request failed"), False),
    )
    return [
        Share(
            label=label,
            meaning=meaning,
            percent=formatting.percent(counts[key] / total if total else None),
            n=formatting.count(counts[key]),
        )
        for key, label, meaning, is_always_shown in named
        if is_always_shown or counts[key]
    ]


def _metric_line(name: str, score: Record) -> MetricLine:
    interval = score["interval"] or {}
    n_undefined = interval.get("n_undefined")
    return MetricLine(
        id=name,
        name=metric_name(name),
        score=formatting.score(score["value"]),
        interval=formatting.interval(interval.get("low"), interval.get("high")),
        method=word(METHODS, str(interval.get("method", ""))),
        level=f"{interval.get('confidence_level', 0.95):.0%}",
        redraws=formatting.count(interval.get("n_replicates")),
        undefined=formatting.count(n_undefined) if n_undefined else "",
        flags=_flags(score),
    )


def _subgroup(group: Record, axis: Axis) -> SubgroupLine:
    interval = group["interval"] or {}
    low, high = interval.get("low"), interval.get("high")
    return SubgroupLine(
        group=group["group"],
        items=formatting.count(group["n_items"]),
        units=formatting.count(group["n_units"]),
        score=formatting.score(group["value"]),
        interval=formatting.interval(low, high),
        mark=None if group["value"] is None else axis.mark(group["value"], low, high),
        flags=_flags(group),
    )


def _flags(score: Record) -> Sequence[Word]:
    return [word(FLAGS, flag) for flag in score.get("flags", ())]


def _ends(scores: Sequence[Record]) -> Sequence[float | None]:
    intervals = [score["interval"] or {} for score in scores]
    return [
        *(score["value"] for score in scores),
        *(interval.get("low") for interval in intervals),
        *(interval.get("high") for interval in intervals),
    ]
