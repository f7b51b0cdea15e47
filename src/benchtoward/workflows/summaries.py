"""One result as a line of a list, with its rank on its board."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping

from benchtoward.core.lifecycle import ResultState, Stage
from benchtoward.store.models import Result
from benchtoward.workflows.board import get_board
from benchtoward.workflows.specs import stored_spec
from benchtoward.workflows.views import Board, BoardRow, ResultSummary

Boards = MutableMapping[int, Board]
"""Boards that were read already, by benchmark version: a list of results asks for the same few again and again."""


def summaries(results: Iterable[Result], boards: Boards | None = None) -> tuple[ResultSummary, ...]:
    """Return results as lines, each board read once; `boards` carries them over several lists."""
    known: Boards = {} if boards is None else boards
    return tuple(summary(result, known) for result in results)


def summary(result: Result, boards: Boards | None = None) -> ResultSummary:
    """Return a result as a line; its rank is the one on the board with the default tags."""
    run = result.run
    spec = stored_spec(run.benchmark_version)
    board, row = _place(result, {} if boards is None else boards)
    interval = result.record["scores"]["metrics"][spec.metrics.primary]["interval"]
    return ResultSummary(
        run_id=run.run_id,
        state=result.state,
        tag=run.tag,
        benchmark=spec.id,
        benchmark_title=spec.presentation.title,
        version=spec.version,
        model=run.model_version.model.slug,
        model_name=run.model_version.model.name,
        model_version=run.model_version.name,
        metric=spec.metrics.primary,
        value=result.value,
        low=result.low,
        high=result.high,
        level=spec.interval.level,
        interval_method=interval["method"] if interval else "",
        n_items=result.n_items,
        n_units=result.n_units,
        parse_rate=result.parse_rate,
        rank=row.rank if row else None,
        rank_low=row.rank_low if row else None,
        rank_high=row.rank_high if row else None,
        n_ranked=len(board.rows) if board and row else None,
        published_at=result.published_at,
    )


def _place(result: Result, boards: Boards) -> tuple[Board | None, BoardRow | None]:
    if result.state != ResultState.PUBLISHED or result.run.benchmark_version.stage != Stage.PUBLISHED:
        return None, None
    version = result.run.benchmark_version
    board = boards.get(version.pk)
    if board is None:
        board = boards[version.pk] = get_board(version.benchmark.slug, version.version)
    return board, next((row for row in board.rows if row.run_id == result.run.run_id), None)
