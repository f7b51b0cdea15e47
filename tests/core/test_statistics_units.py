"""Units: what is resampled."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchtoward.core.errors import InvalidInputError
from benchtoward.core.statistics import Units, join_unit, subgroups_of

texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4)


@given(st.lists(texts, min_size=1))
def test_units_are_sorted_by_their_utf_8_bytes(unit_ids: list[str]):
    units = Units.of(unit_ids)
    assert list(units.ids) == sorted(set(unit_ids), key=lambda unit_id: unit_id.encode())
    assert [units.ids[code] for code in units.codes] == unit_ids
    assert (units.n_units, units.n_rows) == (len(set(unit_ids)), len(unit_ids))


@given(st.lists(texts, min_size=1), st.randoms())
def test_the_order_of_rows_does_not_change_the_numbers(unit_ids: list[str], chance: random.Random):
    shuffled = chance.sample(unit_ids, len(unit_ids))
    assert Units.of(shuffled).ids == Units.of(unit_ids).ids


def test_numbers_as_text_are_sorted_as_text():
    assert Units.of(["10", "9", "1"]).ids == ("1", "10", "9")


def test_composite_ids_are_joined_by_the_unit_separator():
    assert join_unit(["ward 3", "patient 7"]) == "ward 3\x1fpatient 7"
    assert join_unit(["patient 7"]) == "patient 7"
    assert join_unit(["a", "bc"]) != join_unit(["ab", "c"])


def test_a_part_that_holds_the_separator_is_refused():
    with pytest.raises(InvalidInputError, match="part 2"):
        join_unit(["a", "b\x1fc"])
    with pytest.raises(InvalidInputError, match="no parts"):
        join_unit([])


def test_rows_without_a_usable_unit_are_named():
    with pytest.raises(InvalidInputError, match=r"row 2(.|\n)*row 3"):
        Units.of(["a", "", "\ud800"])
    with pytest.raises(InvalidInputError, match="at least one row"):
        Units.of([])


def test_subgroups_keep_the_unit_numbers_of_the_whole_table():
    units = Units.of(["p1", "p1", "p2", "p3", "p3"])
    female, male = subgroups_of(["f", "m", "m", "f", "f"], units)
    assert (female.name, male.name) == ("f", "m")
    assert (female.rows.tolist(), male.rows.tolist()) == ([0, 3, 4], [1, 2])
    assert female.units.ids == units.ids
    assert female.units.codes.tolist() == [0, 2, 2]
    assert (female.n_units_held, female.n_units_crossing) == (2, 1)
    assert (male.n_units_held, male.n_units_crossing) == (2, 1)


def test_subgroup_labels_must_cover_all_rows():
    with pytest.raises(InvalidInputError, match="1 labels"):
        subgroups_of(["f"], Units.of(["p1", "p2"]))
