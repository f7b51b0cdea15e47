"""Which rows are shown and in which order. Ranks stay as they are: only the choice of tags ranks anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from benchtoward.core.metrics import METRICS
from benchtoward.web.board.choices import LARGEST_FIRST, SIZES, Choices
from benchtoward.workflows.views import Board, BoardRow


def ordered(board: Board, choices: Choices) -> Sequence[BoardRow]:
    """Return the rows that the filters leave, in the chosen order; rows without a value stand last."""
    kept = [row for row in board.rows if not hidden(row, choices)]
    key = _SORT_KEYS.get(choices.sort) or _best_first(choices.sort)
    known = [row for row in kept if key(row) is not None]
    known.sort(key=lambda row: row.rank)
    known.sort(key=key, reverse=(choices.sort in LARGEST_FIRST) != choices.reverse)
    return [*known, *(row for row in kept if key(row) is None)]


def falls(column: str, board: Board) -> bool:
    """Return whether values fall from row to row when the table is sorted by `column` the usual way."""
    metric = board.metric if column == "score" else column
    definition = METRICS.get(metric)
    return column in LARGEST_FIRST or (definition is not None and definition.higher_is_better is not False)


def hidden(row: BoardRow, choices: Choices) -> bool:
    """Return whether a filter hides this row."""
    if choices.weights and row.open_weights is not (choices.weights == "open"):
        return True
    if choices.organisation and row.organisation != choices.organisation:
        return True
    if choices.size and not _has_size(row, choices.size):
        return True
    return any(part not in _searched(row) for part in choices.text.casefold().split())


def _searched(row: BoardRow) -> str:
    return f"{row.model_name} {row.model} {row.model_version} {row.organisation}".casefold()


def _has_size(row: BoardRow, size: str) -> bool:
    low, high = SIZES[size]
    return row.n_parameters is not None and low <= row.n_parameters < high


def _best_first(metric: str) -> Callable[[BoardRow], Any]:
    definition = METRICS.get(metric)
    sign = 1 if definition and definition.higher_is_better is False else -1

    def key(row: BoardRow) -> float | None:
        value = row.also.get(metric)
        return None if value is None else sign * value

    return key


_SORT_KEYS: Final[Mapping[str, Callable[[BoardRow], Any]]] = {
    "rank": lambda row: row.rank,
    "model": lambda row: row.model_name.casefold(),
    "score": lambda row: row.rank,
    "parsed": lambda row: row.parse_rate,
    "items": lambda row: row.n_items,
    "tag": lambda row: row.tag,
    "published": lambda row: row.published_at,
    "released": lambda row: row.released,
    "size": lambda row: row.n_parameters,
    "organisation": lambda row: row.organisation.casefold() or None,
}
