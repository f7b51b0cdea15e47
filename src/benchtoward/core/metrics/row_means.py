"""Means over rows, exact: each row's score becomes a whole number before it is added."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np

from benchtoward.core.metrics.answer_key import AnswerKey
from benchtoward.core.metrics.observations import Observations
from benchtoward.core.metrics.parameters import MetricParameters
from benchtoward.core.metrics.unit_sums import Floats, UnitColumn, UnitSums, ValueOf, ratio_of_sums
from benchtoward.core.statistics.fixed_point import fixed_point, unit_sums

ScoresOf: TypeAlias = Callable[[Observations, MetricParameters], Floats]
"""Each row's score, shape (rows,)."""
BoundOf: TypeAlias = Callable[[AnswerKey, MetricParameters], float]
"""The largest size that a row's score can have, whatever a model answers."""

# Scores of models that answer once and of those that answer up to 16 times get the same number of bits, so
# that equal models tie however often they were asked.
_ROOM_FOR_REPEATS: Final = 16


def row_mean(
    scores: ScoresOf, *, bound: BoundOf | None = None, value_of: ValueOf = ratio_of_sums
) -> UnitSums:
    """A metric that is the mean of its rows' scores, or a function `value_of` the sums (scores, rows).

    Without `bound` scores are whole numbers, such as 1 for right and 0 for wrong. Repeats are averaged for
    each item: every item has as many rows, so the mean over rows is the mean over items of their means.
    """

    def columns(observations: Observations, parameters: MetricParameters) -> tuple[UnitColumn, UnitColumn]:
        key = observations.key
        bits = 0 if bound is None else score_bits(key, bound(key, parameters))
        return score_column(scores(observations, parameters), key, bits), row_column(key)

    return UnitSums(columns=columns, value_of=value_of, scores=scores)


def score_bits(key: AnswerKey, bound: float) -> int:
    """The binary digits after the point that scores up to `bound` in size can have while all sums stay exact.

    The worst replicate draws the largest unit every time; its sum must stay below 2**53. The answer depends
    on the items and their units alone, so that adding a model changes nothing.
    """
    n_items_of_largest = int(np.bincount(key.units.codes).max()) // key.n_repeats
    worst = math.ceil(key.units.n_units * max(1, n_items_of_largest) * bound)
    room = _ROOM_FOR_REPEATS
    while room < key.n_repeats:
        room *= _ROOM_FOR_REPEATS
    return 53 - (worst * room).bit_length()


def score_column(scores: Floats, key: AnswerKey, bits: int) -> UnitColumn:
    """The sums of the rows' scores for each unit, in fixed point with `bits` digits after the point."""
    return UnitColumn(sums=unit_sums(fixed_point(scores, bits), key.units), bits=bits)


def row_column(key: AnswerKey) -> UnitColumn:
    """The number of rows of each unit: the denominator that all models share."""
    counts = np.bincount(key.units.codes, minlength=key.units.n_units)
    return UnitColumn(sums=counts.astype(np.float64))
