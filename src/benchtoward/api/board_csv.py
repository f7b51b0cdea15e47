"""A leaderboard as CSV, safe to open in a spreadsheet."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from benchtoward.api.documents import day, moment
from benchtoward.formats.prediction_files import Cell, csv_line
from benchtoward.workflows.views import Board, BoardRow

FIRST_COLUMNS = ("benchmark", "version", "metric")
LAST_COLUMNS = ("model_set_hash", "ranked_at")


def board_csv(board: Board) -> bytes:
    """Return the rows of a board; every row names the set of models that its rank belongs to."""
    rows = [{**_board_cells(board), **_row_cells(board, row)} for row in board.rows]
    columns = [*FIRST_COLUMNS, *_ROW_COLUMNS, *board.also, *LAST_COLUMNS]
    lines = ([row[column] for column in columns] for row in rows)
    return csv_line(columns) + b"".join(csv_line(line) for line in lines)


def _board_cells(board: Board) -> Mapping[str, Cell]:
    return {
        "benchmark": board.benchmark,
        "version": board.version,
        "metric": board.metric,
        "level": board.level,
        "model_set_hash": board.model_set_hash,
        "ranked_at": moment(board.ranked_at),
    }


def _row_cells(board: Board, row: BoardRow) -> Mapping[str, Cell]:
    cells = {column: _cell(getattr(row, field)) for column, field in _ROW_COLUMNS.items() if field}
    secondary = {metric: row.also.get(metric) for metric in board.also}
    return {**secondary, **cells, "flags": " ".join(row.flags), "published_at": moment(row.published_at)}


def _cell(value: Cell | date) -> Cell:
    return day(value) if isinstance(value, date) else value


_ROW_COLUMNS: Mapping[str, str] = {
    "rank": "rank",
    "rank_low": "rank_low",
    "rank_high": "rank_high",
    "in_top_group": "in_top_group",
    "model": "model",
    "model_name": "model_name",
    "model_version": "model_version",
    "organisation": "organisation",
    "tag": "tag",
    "score": "value",
    "low": "low",
    "high": "high",
    "level": "",
    "interval_method": "interval_method",
    "flags": "",
    "n_items": "n_items",
    "n_units": "n_units",
    "parse_rate": "parse_rate",
    "is_baseline": "is_baseline",
    "open_weights": "open_weights",
    "n_parameters": "n_parameters",
    "licence": "licence",
    "released": "released",
    "published_at": "",
    "run_id": "run_id",
    "run_key": "run_key",
}
"""A column's name and the field of a row that it shows; those without a field are put together above."""
