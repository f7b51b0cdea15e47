"""A leaderboard as CSV holds no live formula, and nothing that is not known."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

from tests.django_setup import configured_store  # noqa: F401
from tests.web import sample_views

from benchtoward.api.board_csv import board_csv


def read(board) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(board_csv(board).decode(), newline="")))


def test_no_cell_starts_like_a_formula():
    names = ["=1+1", "+1+1", "-A1", "@SUM(A1)", "\t=1", "\r=1"]
    hostile = [
        replace(row, model_name=name, organisation=name) for row, name in zip(sample_views.rows(), names, strict=False)
    ]
    for row in read(sample_views.board(rows=tuple(hostile))):
        assert not row["model_name"].startswith(("=", "+", "-", "@", "\t", "\r"))
        assert not row["organisation"].startswith(("=", "+", "-", "@", "\t", "\r"))


def test_numbers_keep_all_their_digits_and_unknown_is_empty():
    board = sample_views.board()
    rows = read(board)
    assert [float(row["score"]) for row in rows] == [row.value for row in board.rows]
    assert rows[0]["n_parameters"] == rows[0]["brier"] == ""
    assert {row["model_set_hash"] for row in rows} == {board.model_set_hash}
    assert rows[0]["rank_low"] == "1"
    assert rows[0]["open_weights"] == "false"
