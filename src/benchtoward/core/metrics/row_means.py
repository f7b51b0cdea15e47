"""Means over rows, exact: each row's score becomes whole numbers before it is added."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from benchtoward.core.metrics.answer_key import AnswerKey
from benchtoward.core.metrics.observations import Observations
from benchtoward.core.metrics.parameters import MetricParameters
from benchtoward.core.metrics.unit_columns import Floats, Limb, UnitColumn
from benchtoward.core.metrics.unit_sums import UnitSums, ValueOf, ratio_of_sums
from benchtoward.core.statistics.fixed_point import unit_sums

ScoresOf: TypeAlias = Callable[[Observations, MetricParameters], Floats]
"""Each row's score, shape (rows,)."""
BoundOf: TypeAlias = Callable[[AnswerKey, MetricParameters], float]
"""The largest size that a row's score can have, whatever a model answers."""


def row_mean(scores: ScoresOf, *, bound: BoundOf | None = None, value_of: ValueOf = ratio_of_sums) -> UnitSums:
    """A metric that is the mean of its rows' scores, or a function `value_of` the sums (scores, rows).

    Without `bound` scores are whole numbers, such as 1 for right and 0 for wrong. Repeats are averaged for
    each item: every item has as many rows, so the mean over rows is the mean over items of their means.
    """

    def columns(observations: Observations, parameters: MetricParameters) -> tuple[UnitColumn, UnitColumn]:
        key = observations.key
        row_scores = scores(observations, parameters)
        if bound is None:
            return UnitColumn.whole(unit_sums(row_scores, key.units)), row_column(key)
        return score_column(row_scores, key, bound(key, parameters)), row_column(key)

    return UnitSums(columns=columns, value_of=value_of, scores=scores)


def score_column(scores: Floats, key: AnswerKey, bound: float) -> UnitColumn:
    """The sums of the rows' scores, which are at most `bound` in size, for each unit.

    Each score becomes two limbs of as many bits as keep all sums exact, also those of a replicate that draws
    the largest unit every time; with up to a million rows that is more than a float64 holds. How a score is
    cut depends on the rows and their units alone, so adding a model changes nothing.
    """
    bits = 53 - (key.units.n_units * int(np.bincount(key.units.codes).max())).bit_length()
    coarse_bits = bits - math.frexp(bound)[1]
    scaled = np.ldexp(scores, coarse_bits)
    coarse = np.floor(scaled)
    fine = np.rint(np.ldexp(scaled - coarse, bits))
    return UnitColumn(
        limbs=(
            Limb(sums=unit_sums(coarse, key.units), bits=coarse_bits),
            Limb(sums=unit_sums(fine, key.units), bits=coarse_bits + bits),
        )
    )


def row_column(key: AnswerKey) -> UnitColumn:
    """The number of rows of each unit: the denominator that all models share."""
    counts = np.bincount(key.units.codes, minlength=key.units.n_units)
    return UnitColumn.whole(counts.astype(np.float64))
