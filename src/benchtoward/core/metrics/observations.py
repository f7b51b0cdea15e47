"""What one model answered, row by row, beside the answer key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.errors import PredictionsError, Problem
from benchtoward.core.metrics.answer_key import AnswerKey, Integers, Reals, Truths

PROBABILITY_TOLERANCE: Final = 1e-3
"""How far the probabilities of a row may add up to something other than 1 (rounded submissions)."""


@dataclass(frozen=True, slots=True, weakref_slot=True, kw_only=True, eq=False)
class Observations:
    """One model's answers to the rows of an answer key.

    A row that is not parsed counts as wrong in every metric, each saying how; what stands in its other fields
    is ignored. Arrays have shape (rows,) unless stated. Raises `PredictionsError` with the item's id for NaN,
    infinities and values out of range in parsed rows.
    """

    key: AnswerKey
    """The rows, and what is right; share one key among the models of a board."""
    parsed: Truths
    """Whether the row's answer could be read."""
    predicted: Integers | None = None
    """The answered label, as its place in `key.labels`."""
    probabilities: Reals | None = None
    """Probability of each label, shape (rows, labels)."""
    scores: Reals | None = None
    """Any finite number: higher means the positive label, or for survival an earlier event."""
    numbers: Reals | None = None
    """The answered number."""
    points: Reals | None = None
    """Points earned, from 0 to `key.possible_points`."""
    word_errors: Integers | None = None
    """Words substituted, deleted and inserted (`count_edits`)."""
    character_errors: Integers | None = None
    """Characters substituted, deleted and inserted."""
    n_predicted: Integers | None = None
    """Elements of the answered set."""
    n_common: Integers | None = None
    """Elements that the answered and the right set share."""

    def __post_init__(self) -> None:
        _check_shapes(self)
        problems = [*_number_problems(self), *_label_problems(self), *_count_problems(self)]
        if problems:
            raise PredictionsError("The observations", problems)

    def select(self, rows: NDArray[Any], *, key: AnswerKey | None = None) -> Self:
        """The observations of some rows (mask or row numbers); `key` is their key if it is made already."""
        arrays: dict[str, Any] = {
            field.name: value[rows]
            for field in fields(self)
            if isinstance(value := getattr(self, field.name), np.ndarray)
        }
        return replace(self, key=key or self.key.select(rows), **arrays)


def by_repeat(observations: Sequence[Observations]) -> Sequence[Sequence[Observations]]:
    """For each model its observations of repeat 0, of repeat 1, and so on; keys stay shared."""
    keys: dict[int, Sequence[AnswerKey]] = {}
    for model in observations:
        if id(model.key) not in keys:
            keys[id(model.key)] = [model.key.of_repeat(repeat) for repeat in range(model.key.n_repeats)]
    return [_by_repeat(model, keys[id(model.key)]) for model in observations]


def _by_repeat(model: Observations, keys: Sequence[AnswerKey]) -> Sequence[Observations]:
    repeats = model.key.repeat_numbers
    return [model.select(repeats == repeat, key=key) for repeat, key in enumerate(keys)]


def _check_shapes(model: Observations) -> None:
    n_rows = model.key.n_rows
    expected = {"probabilities": (n_rows, len(model.key.labels))}
    problems = [
        Problem(where=field.name, found=f"shape {value.shape}", expected=f"shape {shape}")
        for field in fields(model)
        if isinstance(value := getattr(model, field.name), np.ndarray)
        and value.shape != (shape := expected.get(field.name, (n_rows,)))
    ]
    if problems:
        raise PredictionsError("The observations", problems)


def _number_problems(model: Observations) -> Iterator[Problem]:
    for name in ("scores", "numbers", "points"):
        values = getattr(model, name)
        if values is not None:
            yield from _row_problems(model, values, ~np.isfinite(values), name, "a finite number")
    if model.points is not None and model.key.possible_points is not None:
        most = model.key.possible_points
        wrong = (model.points < 0) | (model.points > most)
        yield from _row_problems(model, model.points, wrong, "points", "0 to the row's possible points")


def _label_problems(model: Observations) -> Iterator[Problem]:
    n_labels = len(model.key.labels)
    if model.predicted is not None:
        wrong = (model.predicted < 0) | (model.predicted >= n_labels)
        yield from _row_problems(model, model.predicted, wrong, "predicted", f"a place in the {n_labels} labels")
    if model.probabilities is not None:
        inside = (model.probabilities >= 0) & (model.probabilities <= 1)
        total = model.probabilities.sum(axis=1)
        wrong = ~(inside.all(axis=1) & (np.abs(total - 1) <= PROBABILITY_TOLERANCE))
        expected = "finite numbers from 0 to 1 that add up to 1"
        yield from _row_problems(model, model.probabilities, wrong, "probabilities", expected)


def _count_problems(model: Observations) -> Iterator[Problem]:
    for name in ("word_errors", "character_errors", "n_predicted", "n_common"):
        values = getattr(model, name)
        if values is not None:
            yield from _row_problems(model, values, values < 0, name, "0 or more")
    for name, most in (("n_predicted", model.n_predicted), ("n_elements", model.key.n_elements)):
        if model.n_common is not None and most is not None:
            expected = f"no more than `{name}`"
            yield from _row_problems(model, model.n_common, model.n_common > most, "n_common", expected)


def _row_problems(
    model: Observations, values: NDArray[Any], wrong: Truths, name: str, expected: str
) -> Iterator[Problem]:
    for row in np.flatnonzero(wrong & model.parsed):
        yield Problem(where=f"{model.key.where(int(row))}, {name}", found=str(values[row]), expected=expected)
