"""Views as the JSON documents that `schemas` describes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from django.urls import reverse

from benchtoward.core.canonical import Json
from benchtoward.workflows.views import BenchmarkView, Board, BoardRow, ModelView, ResultSummary, ResultView

Address = Callable[[str], str]
"""Makes the full address of a path."""


def result_line(summary: ResultSummary, address: Address) -> dict[str, Json]:
    """Return a result as a line."""
    return {
        "run_id": summary.run_id,
        "state": summary.state,
        "tag": summary.tag,
        "model": {"slug": summary.model, "name": summary.model_name, "version": summary.model_version},
        "benchmark": {
            "slug": summary.benchmark,
            "version": summary.version,
            "title": summary.benchmark_title.get("en", summary.benchmark),
        },
        "metric": summary.metric,
        "score": summary.value,
        "interval": _interval(summary.low, summary.high, level=summary.level, method=summary.interval_method or None),
        **_ranking(summary),
        "n_items": summary.n_items,
        "n_units": summary.n_units,
        "parse_rate": summary.parse_rate,
        "published_at": moment(summary.published_at),
        "links": _result_links(summary.run_id, address),
    }


def found(summary: ResultSummary, record: Mapping[str, Any], address: Address) -> dict[str, Json]:
    """Return the answer to a look-up that found a result."""
    return {
        "lookup": "found",
        "run_key": record["run_key"],
        "spec_hash": record["benchmark"]["spec_hash"],
        **result_line(summary, address),
    }


def result(view: ResultView, address: Address) -> dict[str, Json]:
    """Return the public record of a result, with its present rank and where its parts are."""
    summary = view.summary
    return {
        **view.record,
        "published_at": moment(summary.published_at),
        **_ranking(summary),
        "predictions_sha256": view.predictions_sha256 or None,
        "usage": view.usage,
        "environment": view.environment,
        "links": _result_links(summary.run_id, address),
    }


def board(value: Board, address: Address) -> dict[str, Json]:
    """Return a leaderboard."""
    return {
        "benchmark": value.benchmark,
        "version": value.version,
        "spec_hash": value.spec_hash,
        "metric": value.metric,
        "higher_is_better": value.higher_is_better,
        "unit": value.unit,
        "level": value.level,
        "n_replicates": value.n_replicates,
        "n_undefined": value.n_undefined,
        "tags": list(value.tags),
        "available_tags": dict(value.available_tags),
        "only_community": value.only_community,
        "ranking": {"model_set_hash": value.model_set_hash, "ranked_at": moment(value.ranked_at)},
        "n_rows": len(value.rows),
        "rows": [_board_row(row, value.level, address) for row in value.rows],
    }


def benchmark(view: BenchmarkView, address: Address) -> dict[str, Json]:
    """Return a benchmark version without its definition."""
    leaderboard = reverse("api:leaderboard", args=[view.slug])
    return {
        "slug": view.slug,
        "version": view.version,
        "spec_hash": view.spec_hash,
        "title": dict(view.title),
        "summary": dict(view.summary),
        "notes": dict(view.notes),
        "stage": view.stage,
        "preview": view.preview,
        "modality": view.modality,
        "task": view.task,
        "metric": view.metric,
        "also": list(view.also),
        "unit": view.unit,
        "n_items": view.n_items,
        "n_units": view.n_units,
        "n_results": view.n_results,
        "labels": view.labels,
        "dataset": dict(view.dataset),
        "credits": list(view.credits),
        "changes": view.changes or None,
        "published_at": moment(view.published_at),
        "versions": list(view.versions),
        "links": {
            "page": address(reverse("benchmark-version", args=[view.slug, view.version])),
            "leaderboard": address(f"{leaderboard}?version={view.version}"),
            "leaderboard_csv": address(f"{leaderboard}.csv?version={view.version}"),
            "spec": address(reverse("api:spec", args=[view.slug, view.version])),
        },
    }


def model(view: ModelView, address: Address) -> dict[str, Json]:
    """Return a model without its results."""
    return {
        "slug": view.slug,
        "name": view.name,
        "organisation": view.organisation,
        "description": dict(view.description),
        "released": day(view.released),
        "n_parameters": view.n_parameters,
        "open_weights": view.open_weights,
        "licence": view.licence or None,
        "modality": view.modality,
        "links": list(view.links),
        "training_data": dict(view.training_data),
        "is_baseline": view.is_baseline,
        "versions": [dict(version) for version in view.versions],
        "n_results": len(view.results),
        "page": address(reverse("model", args=[view.slug])),
    }


def moment(value: datetime | None) -> str | None:
    """Return a moment as RFC 3339 text."""
    return None if value is None else value.isoformat(timespec="seconds")


def day(value: date | None) -> str | None:
    """Return a day as ISO 8601 text."""
    return None if value is None else value.isoformat()


def _board_row(row: BoardRow, level: float, address: Address) -> dict[str, Json]:
    return {
        "rank": row.rank,
        "rank_range": {"low": row.rank_low, "high": row.rank_high, "level": level},
        "in_top_group": row.in_top_group,
        "score": row.value,
        "interval": _interval(row.low, row.high, level=level, method=row.interval_method or None),
        "flags": list(row.flags),
        "n_items": row.n_items,
        "n_units": row.n_units,
        "parse_rate": row.parse_rate,
        "tag": row.tag,
        "run_id": row.run_id,
        "run_key": row.run_key,
        "model": {
            "slug": row.model,
            "name": row.model_name,
            "version": row.model_version,
            "organisation": row.organisation,
            "is_baseline": row.is_baseline,
            "open_weights": row.open_weights,
            "n_parameters": row.n_parameters,
            "licence": row.licence or None,
            "released": day(row.released),
        },
        "metrics": dict(row.also),
        "published_at": moment(row.published_at),
        "links": _result_links(row.run_id, address),
    }


def _ranking(summary: ResultSummary) -> dict[str, Json]:
    low, high = summary.rank_low, summary.rank_high
    known = low is not None and high is not None
    return {
        "rank": summary.rank,
        "rank_range": {"low": low, "high": high, "level": summary.level} if known else None,
        "n_ranked": summary.n_ranked,
    }


def _interval(low: float | None, high: float | None, *, level: float | None, method: str | None) -> Json:
    if low is None or high is None:
        return None
    return {"low": low, "high": high, "level": level, "method": method}


def _result_links(run_id: str, address: Address) -> dict[str, Json]:
    return {
        "page": address(reverse("result", args=[run_id])),
        "result": address(reverse("api:result", args=[run_id])),
        "predictions": address(reverse("api:predictions", args=[run_id])),
        "bibtex": address(reverse("api:bibtex", args=[run_id])),
    }
