"""Units: what is resampled. All rows of one unit (a patient, a recording, a question) move together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.errors import InvalidInputError, Problem

UNIT_SEPARATOR: Final = "\x1f"
"""Stands between the parts of a composite unit id (U+001F, the unit separator)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Units:
    """The distinct units of a table's rows, numbered in the order of their ids."""

    ids: tuple[str, ...]
    """Distinct unit ids, sorted by their UTF-8 bytes."""
    codes: NDArray[np.int32]
    """For each row the number of its unit (place in `ids`), shape (rows,)."""

    @classmethod
    def of(cls, unit_ids: Sequence[str]) -> Self:
        """Number the units of the rows whose unit ids are given, one id a row.

        The numbers don't depend on the order of the rows. Composite ids come from `join_unit`.

        Raises `InvalidInputError` where there are no rows, or an id is empty or no valid Unicode text.
        """
        _check_ids(unit_ids)
        # Sorting text by code point is sorting by UTF-8 bytes: UTF-8 was made so.
        ids = tuple(sorted(set(unit_ids)))
        numbers = {unit_id: number for number, unit_id in enumerate(ids)}
        codes = np.fromiter((numbers[unit_id] for unit_id in unit_ids), np.int32, len(unit_ids))
        return cls(ids=ids, codes=codes)

    @property
    def n_units(self) -> int:
        """Number of distinct units, C."""
        return len(self.ids)

    @property
    def n_rows(self) -> int:
        """Number of rows, N."""
        return len(self.codes)


def join_unit(parts: Iterable[str]) -> str:
    """The id of a unit that several columns name together, such as hospital and patient.

    Raises `InvalidInputError` where a part holds the separator U+001F, as two units could then share an id.
    """
    parts = tuple(parts)
    problems = [
        Problem(where=f"part {number} of a unit id", found=repr(part), expected="text without U+001F")
        for number, part in enumerate(parts, start=1)
        if UNIT_SEPARATOR in part
    ]
    if not parts:
        problems = [Problem(where="unit id", found="no parts", expected="at least one")]
    if problems:
        raise InvalidInputError("The unit id", problems)
    return UNIT_SEPARATOR.join(parts)


def _check_ids(unit_ids: Sequence[str]) -> None:
    problems = [
        Problem(where=f"row {number}", found=repr(unit_id), expected="a unit id: text that is not empty")
        for number, unit_id in enumerate(unit_ids, start=1)
        if not unit_id or not _is_unicode(unit_id)
    ]
    if not unit_ids:
        problems = [Problem(where="rows", found="none", expected="at least one row")]
    if problems:
        raise InvalidInputError("The list of units", problems)


def _is_unicode(text: str) -> bool:
    """False for half of a surrogate pair, which has no UTF-8 bytes to sort by."""
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)
