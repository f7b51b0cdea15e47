"""The list of benchmarks, and the page of one benchmark version: leaderboard first, then what it tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from benchtoward.web import formatting
from benchtoward.web.benchmark_facts import benchmark_facts
from benchtoward.web.board import SIZES, Choices, board_figure, board_rows, falls, ordered, read_choices
from benchtoward.web.page import page
from benchtoward.web.vocabulary import TAGS, metric_name, short_metric_name, word
from benchtoward.workflows import reading
from benchtoward.workflows.views import BenchmarkView, Board

USUAL_COLUMNS = 2
"""How many secondary metrics are shown before the reader chooses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Toggle:
    """A choice that a link turns on or off."""

    query: str
    label: str
    meaning: str
    is_on: bool
    n: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A column's heading: a link that sorts by it."""

    key: str
    label: str
    query: str
    order: str
    """For aria-sort: ascending, descending or empty."""
    style: str = ""
    is_chosen: bool = False


def benchmark_list(request: HttpRequest) -> HttpResponse:
    """All benchmarks."""
    facts = [benchmark_facts(view) for view in reading.list_benchmarks()]
    return page(request, "web/benchmarks.html", {"benchmarks": facts})


def benchmark(request: HttpRequest, slug: str, version: str = "") -> HttpResponse:
    """One benchmark version; the newest published one where none is named."""
    view = reading.get_benchmark(slug, version)
    choices = read_choices(request.GET, view.also)
    board = reading.get_board(slug, view.version, choices.tags)
    facts = benchmark_facts(view)
    context = {
        "benchmark": facts,
        "plain_title": formatting.plain_name(f"{facts.title} {facts.version}"),
        **board_context(board, choices),
        **_addresses(view, board, choices),
    }
    return page(request, "web/benchmark.html", context, last_modified=board.ranked_at if board.rows else None)


def board_context(board: Board, choices: Choices) -> Mapping[str, object]:
    """Return what the leaderboard's template needs."""
    columns = board.also[:USUAL_COLUMNS] if choices.columns is None else choices.columns
    figure = board_figure(board)
    shown = ordered(board, choices)
    return {
        "board": board,
        "choices": choices,
        "figure": figure,
        "rows": board_rows(board, shown, figure, columns),
        "metric": metric_name(board.metric),
        "direction": _("higher is better") if board.higher_is_better else _("lower is better"),
        "headings": _headings(choices, columns, board),
        "same_items": _same_items(board),
        "labels": {"parsed": _("Parsed"), "items": _("Items / units")},
        "stamp": _stamp(board),
        "n_hidden": len(board.rows) - len(shown),
        "n_top": sum(row.in_top_group for row in board.rows),
        "has_flags": any(row.flags or row.interval_method not in ("", "percentile") for row in shown),
        **_tools(board, choices, columns),
    }


def _tools(board: Board, choices: Choices, columns: Sequence[str]) -> Mapping[str, object]:
    return {
        "tag_toggles": _tag_toggles(board, choices),
        "column_toggles": _column_toggles(board, choices, columns),
        "sort_options": _sort_options(choices, board),
        "sizes": _sizes(),
        "organisations": sorted({row.organisation for row in board.rows if row.organisation}, key=str.casefold),
        "tags_text": ",".join(choices.tags),
        "columns_text": "" if choices.columns is None else ",".join(columns) or "none",
        "unfiltered": choices.query(text="", weights="", size="", organisation=""),
    }


def _sizes() -> Sequence[tuple[str, str]]:
    labels = {
        "small": _("under 1 billion"),
        "medium": _("1 to 10 billion"),
        "large": _("10 to 100 billion"),
        "largest": _("100 billion and more"),
    }
    return [(key, labels[key]) for key in SIZES]


def _headings(choices: Choices, columns: Sequence[str], board: Board) -> Sequence[Heading]:
    labels = (
        ("rank", _("Rank"), "rank"),
        ("model", _("Model"), "who"),
        ("score", short_metric_name(board.metric), "score"),
        *((metric, short_metric_name(metric), "n also") for metric in columns),
        ("parsed", _("Parsed"), "n parsed"),
        *(() if _same_items(board) else (("items", _("Items / units"), "n items"),)),
        ("tag", _("Run by, on"), "by"),
    )
    return [_heading(key, label, choices, board, style) for key, label, style in labels]


def _same_items(board: Board) -> bool:
    return len({(row.n_items, row.n_units) for row in board.rows}) < 2


def _heading(key: str, label: str, choices: Choices, board: Board, style: str = "") -> Heading:
    chosen = choices.sort == key
    order = ("descending" if falls(key, board) != choices.reverse else "ascending") if chosen else ""
    return Heading(key=key, label=label, query=choices.by(key), order=order, style=style, is_chosen=chosen)


def _sort_options(choices: Choices, board: Board) -> Sequence[Heading]:
    labels = {
        "rank": _("rank"),
        "model": _("model"),
        "parsed": _("share parsed"),
        "tag": _("who ran it"),
        "published": _("date published"),
        "released": _("model’s release"),
        "size": _("model’s size"),
        "organisation": _("organisation"),
        **{metric: metric_name(metric) for metric in board.also},
    }
    return [_heading(key, label, choices, board) for key, label in labels.items()]


def _tag_toggles(board: Board, choices: Choices) -> Sequence[Toggle]:
    return [
        Toggle(
            query=choices.toggled_tag(tag, board.tags),
            label=str(word(TAGS, tag).label),
            meaning=str(word(TAGS, tag).meaning),
            is_on=tag in board.tags,
            n=formatting.count(board.available_tags[tag]),
        )
        for tag in TAGS
        if board.available_tags.get(tag)
    ]


def _column_toggles(board: Board, choices: Choices, columns: Sequence[str]) -> Sequence[Toggle]:
    return [
        Toggle(
            query=choices.toggled_column(metric, columns),
            label=metric_name(metric),
            meaning="",
            is_on=metric in columns,
        )
        for metric in board.also
    ]


def _stamp(board: Board) -> Mapping[str, str]:
    return {
        "day": formatting.day(board.ranked_at),
        "iso": formatting.iso_day(board.ranked_at),
        "models": formatting.short_hash(board.model_set_hash),
        "models_full": board.model_set_hash,
        "redraws": formatting.count(board.n_replicates),
        "undefined": formatting.count(board.n_undefined) if board.n_undefined else "",
        "level": f"{board.level:.0%}",
    }


def _addresses(view: BenchmarkView, board: Board, choices: Choices) -> Mapping[str, str]:
    query = f"?version={view.version}" + (f"&tags={','.join(board.tags)}" if choices.tags else "")
    leaderboard = reverse("api:leaderboard", args=[view.slug])
    return {
        "csv_url": f"{leaderboard}.csv{query}",
        "json_url": f"{leaderboard}{query}",
        "spec_url": reverse("api:spec", args=[view.slug, view.version]),
    }
