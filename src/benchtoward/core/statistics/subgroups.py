"""Subgroups of rows (by sex, age, hospital, subject), scored on the resamples of the whole benchmark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.core.statistics.units import Units


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Subgroup:
    """The rows of one subgroup, with the unit numbers of the whole table.

    A subgroup has no plan of its own: it is rescored on the counts of the benchmark's plan, restricted to its
    rows. `unit_sums(values[subgroup.rows], subgroup.units)` gives sums for all units of the plan, 0 for those
    without a row here. How many rows of the subgroup a replicate holds then varies, so every score is a ratio
    of two random sums, as in the estimation of a domain in a survey, and a replicate without any is
    undefined. Intervals take `n_units_held` for the number of units. One plan for all keeps subgroups, models
    and the total paired.
    """

    name: str
    """The label that its rows share."""
    rows: NDArray[np.intp]
    """Numbers (from 0) of its rows in the table, ascending."""
    units: Units
    """For each of these rows its unit; ids are all those of the table, so that the plan's counts fit."""
    n_units_held: int
    """Number of units with at least one row here."""
    n_units_crossing: int
    """Number of those that also have rows outside, which move both here and there in a replicate."""


def subgroups_of(labels: Sequence[str], units: Units) -> tuple[Subgroup, ...]:
    """The subgroups of a table, sorted by name, from the label of each row and the units of the table.

    Raises `InvalidInputError` where the number of labels differs from the number of rows.
    """
    if len(labels) != units.n_rows:
        found, expected = f"{len(labels)} labels", f"{units.n_rows}, one for each row"
        raise InvalidInputError(
            "The list of subgroup labels", [Problem(where="labels", found=found, expected=expected)]
        )
    rows_by_name: dict[str, list[int]] = {}
    for row, label in enumerate(labels):
        rows_by_name.setdefault(label, []).append(row)
    return tuple(_subgroup(name, np.array(rows_by_name[name], np.intp), units) for name in sorted(rows_by_name))


def _subgroup(name: str, rows: NDArray[np.intp], units: Units) -> Subgroup:
    codes = units.codes[rows]
    n_rows_here = np.bincount(codes, minlength=units.n_units)
    n_rows_in_all = np.bincount(units.codes, minlength=units.n_units)
    held = n_rows_here > 0
    return Subgroup(
        name=name,
        rows=rows,
        units=Units(ids=units.ids, codes=codes),
        n_units_held=int(np.count_nonzero(held)),
        n_units_crossing=int(np.count_nonzero(held & (n_rows_here < n_rows_in_all))),
    )
