"""What a reader chose stands in the address; filters hide rows and never change a rank."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from tests.web import sample_views

from benchtoward.web.board import board_figure, board_rows, falls, ordered, read_choices

BOARD = sample_views.board()


def choices(query: str):
    return read_choices(QueryDict(query), BOARD.also)


@pytest.mark.parametrize(
    "query",
    [
        "?",
        "?tags=standard,community&sort=-model",
        "?sort=macro_f1&q=gpt+5&weights=open&size=large&org=Meta&columns=brier",
        "?columns=none",
    ],
)
def test_an_address_and_what_was_chosen_say_the_same(query):
    assert choices(query[1:]).query() == query


def test_what_makes_no_sense_in_an_address_is_left_out():
    assert choices("sort=-nonsense&size=huge&weights=x&tags=mine,standard&page=3").query() == "?tags=standard"


def test_sorting_a_second_time_turns_the_order_round():
    assert choices("").by("model") == "?sort=model"
    assert choices("sort=model").by("model") == "?sort=-model"
    assert choices("sort=-model").by("model") == "?sort=model"
    assert choices("sort=model").by("rank") == "?"
    assert choices("").by("rank") == "?sort=-rank"


def test_the_last_tag_can_not_be_turned_off():
    assert choices("").toggled_tag("community", ["standard"]) == "?tags=standard,community"
    assert choices("").toggled_tag("standard", ["standard", "agent"]) == "?tags=agent"
    assert choices("").toggled_tag("agent", ["agent"]) == "?tags=agent"


def names(query: str) -> list[str]:
    return [row.model for row in ordered(BOARD, choices(query))]


def test_a_filter_hides_rows_and_keeps_their_ranks():
    shown = ordered(BOARD, choices("weights=open"))
    assert [row.rank for row in shown] == [row.rank for row in BOARD.rows if row.open_weights]
    assert names("q=GPT") == ["gpt-5.4"]
    assert names("org=Google") == ["gemini-3.1-pro", "medgemma-27b"]
    assert names("size=small") == ["smollm2-135m-instruct"]
    assert names("q=nothing+of+this+name") == []


def test_rows_without_a_value_stand_last_in_both_orders():
    for query in ("sort=size", "sort=-size"):
        assert [row.n_parameters is None for row in ordered(BOARD, choices(query))] == [False] * 5 + [True] * 6
    assert names("sort=size")[0] == "llama-4-maverick"
    assert names("sort=-size")[0] == "smollm2-135m-instruct"


def test_the_usual_order_is_by_rank_and_ties_keep_it():
    assert names("") == names("sort=score") == [row.model for row in BOARD.rows]
    assert names("sort=-rank") == list(reversed(names("")))
    assert names("sort=brier") == names("")


def test_arrows_follow_the_numbers():
    assert falls("score", BOARD)
    assert falls("macro_f1", BOARD)
    assert falls("parsed", BOARD)
    assert not falls("brier", BOARD)
    assert not falls("rank", BOARD)
    assert not falls("model", BOARD)


def test_drawings_stand_on_one_axis_that_filters_do_not_move():
    figure = board_figure(BOARD)
    rows = board_rows(BOARD, ordered(BOARD, choices("q=smollm2")), figure, BOARD.also)
    assert rows[0].mark == board_rows(BOARD, BOARD.rows, figure, ())[8].mark
    assert rows[0].also == [("Macro F1", rows[0].also[0][1]), ("Brier score", "–")]


def test_a_rank_is_explained_in_one_sentence():
    row = board_rows(BOARD, BOARD.rows, board_figure(BOARD), ())[2]
    assert row.rank_note == "Rank 3 of 11: it lies between 1 and 4 in 95% of 9,999 redraws of the test units."
    assert row.standing == "not separable from the first"
