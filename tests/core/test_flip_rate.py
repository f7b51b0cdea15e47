"""How often a model changes its answer to the same question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.toy import ROWS, document, spec, table

from benchtoward.core.items import item_table
from benchtoward.core.results import Prediction, PredictionStatus
from benchtoward.core.scoring import score
from benchtoward.core.spec_parsing import parse_spec

READINGS = st.sampled_from(("A", "B", None))


def predictions(readings: list[list[str | None]]) -> list[Prediction]:
    return [
        Prediction(item_id=row["id"], repeat=repeat, status=PredictionStatus.PARSED, prediction=reading)
        if reading
        else Prediction(item_id=row["id"], repeat=repeat, status=PredictionStatus.UNPARSED, reason="no_answer")
        for row, of_item in zip(ROWS, readings, strict=True)
        for repeat, reading in enumerate(of_item)
    ]


def flip_rate(readings: list[list[str | None]]) -> object:
    scored = score(spec(), table(), predictions(readings), n_repeats=len(readings[0]))
    return scored.scores.to_json()["flip_rate"]


def test_one_repeat_has_no_flip_rate():
    assert flip_rate([["A"]] * 8) is None


@pytest.mark.parametrize(
    ("readings", "rate"),
    [
        ([["A", "A", "A"]] * 8, 0.0),
        ([[None, None, None]] * 8, 0.0),
        ([["A", "A", "B"]] * 2 + [["C", "C", "C"]] * 6, 0.25),
        ([["A", None, "A"]] + [["C", "C", "C"]] * 7, 0.125),
        ([["A", "B", "C"]] * 8, 1.0),
    ],
)
def test_an_item_flips_when_it_has_two_different_readings_of_which_unparsed_is_one(readings, rate):
    assert flip_rate(readings) == rate


@given(st.lists(st.lists(READINGS, min_size=3, max_size=3), min_size=8, max_size=8))
def test_the_rate_is_the_share_of_items_with_more_than_one_reading(readings):
    assert flip_rate(readings) == sum(len(set(of_item)) > 1 for of_item in readings) / 8


def test_numbers_are_compared_as_numbers():
    changes = {"task": "numeric_answer", "metrics": {"primary": "within_tolerance"}, "extraction": ["number_marker"]}
    numeric = parse_spec(document(**changes))
    rows = [row | {"gold": "1"} for row in ROWS]
    readings = [["1", "1.0"]] * 6 + [["1", "2"]] * 2
    scored = score(numeric, item_table(numeric, rows), predictions(readings), n_repeats=2)
    assert scored.scores.flip_rate == 0.25
