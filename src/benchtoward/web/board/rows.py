"""Rows of a leaderboard as finished text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from benchtoward.web import formatting
from benchtoward.web.axis import Mark
from benchtoward.web.board.figures import BoardFigure
from benchtoward.web.vocabulary import FLAGS, METHODS, TAGS, short_metric_name, word
from benchtoward.workflows.views import Board, BoardRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row, ready to be shown."""

    run_id: str
    url: str
    model_url: str
    model_name: str
    model_version: str
    facts: Sequence[str]
    rank: str
    ranks: str
    rank_note: str
    """The rank and its range in one sentence."""
    rank_mark: Mark
    standing: str
    """`first` or `not separable from the first`; empty for the others."""
    kind: str
    """The row's classes."""
    score: str
    interval: str
    note: str
    """What a reader must know of the interval; empty for the usual one."""
    mark: Mark
    parsed: str
    items: str
    units: str
    tag: str
    tag_meaning: str
    published: str
    published_iso: str
    also: Sequence[tuple[str, str]]
    """Secondary metrics: name and value."""


def board_rows(board: Board, rows: Sequence[BoardRow], figure: BoardFigure, columns: Sequence[str]) -> Sequence[Row]:
    """Return `rows` of `board` as text, with the secondary metrics `columns`."""
    n_top = sum(row.in_top_group for row in board.rows)
    redraws = formatting.count(board.n_replicates)
    return [_row(board, row, figure, columns, n_top=n_top, redraws=redraws) for row in rows]


def _row(board: Board, row: BoardRow, figure: BoardFigure, columns: Sequence[str], *, n_top: int, redraws: str) -> Row:
    tag = word(TAGS, row.tag)
    return Row(
        run_id=row.run_id,
        url=reverse("result", args=[row.run_id]),
        model_url=reverse("model", args=[row.model]),
        model_name=row.model_name,
        model_version=row.model_version,
        facts=model_facts(row),
        rank=str(row.rank),
        ranks=formatting.ranks(row.rank_low, row.rank_high),
        rank_note=rank_note(row.rank, row.rank_low, row.rank_high, n_ranked=len(board.rows), redraws=redraws),
        rank_mark=figure.ranks.mark(row.rank, row.rank_low, row.rank_high),
        standing=_standing(row, n_top),
        kind=_kind(row),
        score=formatting.score(row.value),
        interval=formatting.interval(row.low, row.high),
        note=_note(row),
        mark=figure.scores.mark(row.value, row.low, row.high),
        parsed=formatting.percent(row.parse_rate),
        items=formatting.count(row.n_items),
        units=formatting.count(row.n_units),
        tag=str(tag.label),
        tag_meaning=str(tag.meaning),
        published=formatting.day(row.published_at),
        published_iso=formatting.iso_day(row.published_at),
        also=[(short_metric_name(metric), formatting.score(row.also.get(metric))) for metric in columns],
    )


def rank_note(rank: int, low: int, high: int, *, n_ranked: int, redraws: str) -> str:
    """Return a rank and its range as one sentence."""
    values = {
        "rank": rank,
        "n": n_ranked,
        "low": low,
        "high": high,
        "redraws": redraws,
    }
    if low == high:
        return (
            _("Rank %(rank)s of %(n)s: it stays at %(low)s in 95%% of %(redraws)s redraws of the test units.") % values
        )
    return (
        _(
            "Rank %(rank)s of %(n)s: it lies between %(low)s and %(high)s in 95%% of %(redraws)s redraws of "
            "the test units."
        )
        % values
    )


def model_facts(row: BoardRow) -> Sequence[str]:
    """Return what is known of a model in a few words each; what is not known is left out."""
    weights = {True: _("open weights"), False: _("closed weights"), None: ""}[row.open_weights]
    size = "" if row.n_parameters is None else formatting.parameters(row.n_parameters)
    released = "" if row.released is None else formatting.month(row.released)
    return [fact for fact in (row.organisation, size, weights, row.licence, released) if fact]


def _standing(row: BoardRow, n_top: int) -> str:
    if not row.in_top_group:
        return ""
    if row.rank > 1:
        return _("not separable from the first")
    return _("first") if n_top > 1 else _("first, clear of all others")


def _kind(row: BoardRow) -> str:
    kinds = [f"is-{row.tag}"]
    if row.is_baseline and row.tag != "baseline":
        kinds.append("is-baseline")
    if row.in_top_group:
        kinds.append("is-top")
    return " ".join(kinds)


def _note(row: BoardRow) -> str:
    meanings = [str(word(FLAGS, flag).meaning or word(FLAGS, flag).label) for flag in row.flags]
    if row.interval_method not in ("", "percentile"):
        meanings.insert(0, str(word(METHODS, row.interval_method).label))
    return " ".join(meanings)
