"""The drawings of a leaderboard: one axis for all scores, one for all ranks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from benchtoward.web.axis import Axis, shared_axis
from benchtoward.workflows.views import Board

SCORE_WIDTH: Final = 220
RANK_WIDTH: Final = 72


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFigure:
    """What the rows' drawings share."""

    scores: Axis
    ranks: Axis
    lead: str
    """Where the first model's score stands: a thin line through all rows."""


def board_figure(board: Board) -> BoardFigure:
    """Return the axes that hold every row of the board, hidden ones too, so that filters move nothing."""
    ends = (end for row in board.rows for end in (row.value, row.low, row.high))
    scores = shared_axis(ends, width=SCORE_WIDTH)
    return BoardFigure(
        scores=scores,
        ranks=Axis(start=1, end=max(2, len(board.rows)), step=1, width=RANK_WIDTH),
        lead=scores.at(board.rows[0].value) if board.rows else "",
    )
