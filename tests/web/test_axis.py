"""Scores are drawn to scale on one axis."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from benchtoward.web.axis import PADDING, Axis, shared_axis

FINITE = st.floats(min_value=-1e6, max_value=1e6)


@given(st.lists(FINITE, min_size=1, max_size=20))
def test_every_value_lies_between_the_ends_of_the_axis(values):
    axis = shared_axis(values, width=200)
    slack = 1e-6 * max(1, abs(axis.start), abs(axis.end))
    assert all(axis.start - slack <= value <= axis.end + slack for value in values)
    assert all(PADDING <= float(axis.at(value)) <= 200 - PADDING for value in values)


@given(st.lists(FINITE, min_size=2, max_size=20))
def test_a_larger_value_never_stands_to_the_left(values):
    axis = shared_axis(values, width=200)
    places = [float(axis.at(value)) for value in sorted(values)]
    assert places == sorted(places)


@given(st.lists(FINITE, min_size=1, max_size=20))
def test_ticks_are_few_and_no_two_have_one_label(values):
    labels = [tick.label for tick in shared_axis(values, width=200).ticks]
    assert 2 <= len(labels) <= 7
    assert len(set(labels)) == len(labels)


def test_steps_are_round():
    assert [tick.label for tick in shared_axis([0.61, 0.98], width=200).ticks] == [
        "0.6",
        "0.7",
        "0.8",
        "0.9",
        "1.0",
    ]
    assert [tick.label for tick in shared_axis([0.70, 0.78], width=200).ticks][:2] == ["0.70", "0.72"]


def test_without_values_the_axis_goes_from_0_to_1():
    axis = shared_axis([None], width=200)
    assert (axis.start, axis.end) == (0, 1)


def test_a_score_without_an_interval_is_a_point():
    axis = Axis(start=0, end=1, step=0.5, width=116)
    mark = axis.mark(0.5, None, None)
    assert (mark.x, mark.low, mark.high, mark.has_interval) == ("58.0", "58.0", "58.0", False)
    assert axis.mark(0.5, 0.4, 0.6).low == "48.0"
