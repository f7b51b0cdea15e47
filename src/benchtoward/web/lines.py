"""Results as lines of a list: on the home page, a model's page, and in the answer to a look-up."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from benchtoward.web import formatting
from benchtoward.web.axis import Axis, Mark
from benchtoward.web.vocabulary import TAGS, Word, short_metric_name, word
from benchtoward.workflows.views import ResultSummary

PROPORTION_AXIS = Axis(start=0, end=1, step=0.5, width=160)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLine:
    """A result in a list, ready to be shown."""

    run_id: str
    url: str
    benchmark: str
    benchmark_url: str
    version: str
    model: str
    model_url: str
    model_version: str
    tag: Word
    kind: str
    metric: str
    score: str
    interval: str
    mark: Mark | None
    """Drawn on an axis from 0 to 1, where the score lies there."""
    rank: str
    n_ranked: str
    ranks: str
    items: str
    units: str
    parsed: str
    published: str
    published_iso: str


def result_line(summary: ResultSummary) -> ResultLine:
    """Return a result as a line in the page's language."""
    return ResultLine(
        run_id=summary.run_id,
        url=reverse("result", args=[summary.run_id]),
        benchmark=formatting.localised(summary.benchmark_title) or summary.benchmark,
        benchmark_url=reverse("benchmark-version", args=[summary.benchmark, summary.version]),
        version=summary.version,
        model=summary.model_name,
        model_url=reverse("model", args=[summary.model]),
        model_version=summary.model_version,
        tag=word(TAGS, summary.tag),
        kind=f"is-{summary.tag}",
        metric=short_metric_name(summary.metric),
        score=formatting.score(summary.value),
        interval=formatting.interval(summary.low, summary.high),
        mark=_mark(summary),
        rank="" if summary.rank is None else str(summary.rank),
        n_ranked="" if summary.n_ranked is None else str(summary.n_ranked),
        ranks="" if summary.rank is None else formatting.ranks(summary.rank_low, summary.rank_high),
        items=formatting.count(summary.n_items),
        units=formatting.count(summary.n_units),
        parsed=formatting.percent(summary.parse_rate),
        published=formatting.day(summary.published_at),
        published_iso=formatting.iso_day(summary.published_at),
    )


def _mark(summary: ResultSummary) -> Mark | None:
    if summary.value is None or not 0 <= summary.value <= 1:
        return None
    return PROPORTION_AXIS.mark(summary.value, summary.low, summary.high)
