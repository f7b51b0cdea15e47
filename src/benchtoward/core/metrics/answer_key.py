"""What is right: one row for each item and repeat, shared by all models that answer the same items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.errors import ItemsError, Problem
from benchtoward.core.statistics import Units

Integers: TypeAlias = NDArray[np.integer[Any]]
Reals: TypeAlias = NDArray[np.floating[Any]]
Truths: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnswerKey:
    """The items' side of a metric: which rows there are, what is resampled together, and what is right.

    One row for each item and repeat; every item has the repeats 0 to k - 1. Only the gold values that a
    metric needs must be given. Arrays have shape (rows,). Raises `ItemsError` with the item's id for what
    can't be scored.
    """

    item_ids: Sequence[str]
    """The item of each row."""
    units: Units
    """The unit of each row: what is resampled. There may be units without rows, as in a subgroup."""
    repeats: Integers | None = None
    """Which of several answers to one item, from 0; None where each item is answered once."""
    labels: tuple[str, ...] = ()
    """The fixed list of labels that `gold` and the predictions count through."""
    gold: Integers | None = None
    """The right label of each row, as its place in `labels`."""
    numbers: Reals | None = None
    """The right number."""
    lower: Reals | None = None
    """The smallest number that counts as right."""
    upper: Reals | None = None
    """The largest number that counts as right."""
    possible_points: Reals | None = None
    """The most points that the row can earn, 0 or more."""
    times: Reals | None = None
    """Time to the event or to censoring."""
    events: Truths | None = None
    """Whether the event was seen (true) or the time is censored (false)."""
    n_words: Integers | None = None
    """Words in the reference transcript, after the normaliser."""
    n_characters: Integers | None = None
    """Characters in the reference transcript, after the normaliser."""
    n_elements: Integers | None = None
    """Elements of the right set."""

    def __post_init__(self) -> None:
        _check_shapes(self)
        problems = [*_repeat_problems(self), *_gold_problems(self)]
        if problems:
            raise ItemsError("The answer key", problems)

    @property
    def n_rows(self) -> int:
        """Number of rows, items times repeats."""
        return len(self.item_ids)

    @property
    def repeat_numbers(self) -> Integers:
        """The repeat of each row, from 0, shape (rows,)."""
        return np.zeros(self.n_rows, np.int64) if self.repeats is None else self.repeats

    @property
    def n_repeats(self) -> int:
        """Answers to each item, k."""
        return int(self.repeat_numbers.max()) + 1

    def select(self, rows: NDArray[Any]) -> Self:
        """The key of some rows (mask or row numbers), such as a subgroup; all units keep their numbers."""
        return self._with_rows(np.arange(self.n_rows)[rows])

    def of_repeat(self, repeat: int) -> Self:
        """The key of one repeat alone, its rows in the order in which they stand here."""
        return self._with_rows(np.flatnonzero(self.repeat_numbers == repeat), repeats=None)

    def where(self, row: int) -> str:
        """The row in words: its item's id, and its repeat where there are several."""
        repeat = f", repeat {self.repeat_numbers[row]}" if self.n_repeats > 1 else ""
        return f"item {self.item_ids[row]}{repeat}"

    def _with_rows(self, rows: NDArray[np.intp], **changes: None) -> Self:
        values: dict[str, Any] = {
            field.name: value[rows]
            for field in fields(self)
            if isinstance(value := getattr(self, field.name), np.ndarray)
        }
        values["item_ids"] = [self.item_ids[row] for row in rows]
        values["units"] = Units(ids=self.units.ids, codes=self.units.codes[rows])
        return replace(self, **{**values, **changes})


def _check_shapes(key: AnswerKey) -> None:
    n_rows = len(key.item_ids)
    sizes = {
        field.name: value.shape for field in fields(key) if isinstance(value := getattr(key, field.name), np.ndarray)
    }
    sizes["units"] = key.units.codes.shape
    problems = [
        Problem(where=name, found=f"shape {shape}", expected=f"shape ({n_rows},), as many as item ids")
        for name, shape in sizes.items()
        if shape != (n_rows,)
    ]
    if n_rows == 0:
        problems = [Problem(where="item ids", found="none", expected="at least one item")]
    if problems:
        raise ItemsError("The answer key", problems)


def _repeat_problems(key: AnswerKey) -> Iterator[Problem]:
    seen: set[tuple[str, int]] = set()
    unit_of: dict[str, int] = {}
    rows = zip(key.item_ids, key.repeat_numbers.tolist(), key.units.codes.tolist(), strict=True)
    for row, (item_id, repeat, unit) in enumerate(rows):
        if (item_id, repeat) in seen or repeat < 0:
            expected = "one row for each item and repeat, repeats numbered from 0"
            yield Problem(where=key.where(row), found=f"repeat {repeat} (again)", expected=expected)
        if unit_of.setdefault(item_id, unit) != unit:
            yield Problem(where=key.where(row), found="another unit", expected="one unit for all its repeats")
        seen.add((item_id, repeat))
    if len(seen) == len(unit_of) * key.n_repeats:
        return
    for item_id in unit_of:
        missing = [repeat for repeat in range(key.n_repeats) if (item_id, repeat) not in seen]
        if missing:
            yield Problem(
                where=f"item {item_id}",
                found=f"no repeat {', '.join(map(str, missing))}",
                expected=f"{key.n_repeats} rows, as other items have",
                hint="Give a row that is not parsed where an answer is missing.",
            )


def _gold_problems(key: AnswerKey) -> Iterator[Problem]:
    for name in ("numbers", "lower", "upper", "possible_points", "times"):
        values = getattr(key, name)
        if values is not None:
            yield from _row_problems(key, values, ~np.isfinite(values), name, "a finite number")
    if key.gold is not None:
        wrong = (key.gold < 0) | (key.gold >= len(key.labels))
        yield from _row_problems(key, key.gold, wrong, "gold", f"a place in the {len(key.labels)} labels")
    if key.lower is not None and key.upper is not None:
        yield from _row_problems(key, key.upper, key.upper < key.lower, "upper", "a limit not below `lower`")
    for name in ("possible_points", "n_words", "n_characters", "n_elements"):
        values = getattr(key, name)
        if values is not None:
            yield from _row_problems(key, values, values < 0, name, "0 or more")


def _row_problems(key: AnswerKey, values: NDArray[Any], wrong: Truths, name: str, expected: str) -> Iterator[Problem]:
    for row in np.flatnonzero(wrong):
        yield Problem(where=f"{key.where(int(row))}, {name}", found=str(values[row]), expected=expected)
