"""The leaderboard page: what a reader chose in the address, and rows as finished text."""

from benchtoward.web.board.choices import SIZES, Choices, read_choices
from benchtoward.web.board.figures import BoardFigure, board_figure
from benchtoward.web.board.rows import Row, board_rows
from benchtoward.web.board.selection import falls, hidden, ordered

__all__ = [
    "SIZES",
    "BoardFigure",
    "Choices",
    "Row",
    "board_figure",
    "board_rows",
    "falls",
    "hidden",
    "ordered",
    "read_choices",
]
