"""Which replicate, counted from the smallest, is the end of an interval."""

from __future__ import annotations

import math
from fractions import Fraction

from benchtoward.core.errors import InvalidInputError, Problem

CONFIDENCE_LEVEL = 0.95
"""The level of every published interval."""


def tail_rank(confidence_level: float, n_replicates: int) -> int:
    """k = floor((1 - confidence_level) / 2 * (n_replicates + 1)), with the level read as the decimal it is
    written as.

    The interval runs from the k-th smallest to the k-th largest replicate. 9,999 replicates at 0.95 give 250
    without rounding, so that no convention for quantiles enters; 0 means that there are too few replicates.

    Raises `InvalidInputError` for a level outside (0, 1).
    """
    return _whole_part(_checked_level(confidence_level) / 2, n_replicates)


def one_sided_rank(confidence_level: float, n_replicates: int) -> int:
    """Which replicate, counted from the smallest, the share `confidence_level` of replicates doesn't exceed.

    n_replicates + 1 - floor((1 - confidence_level) * (n_replicates + 1)); `n_replicates` + 1 where there are
    too few replicates to say.
    """
    return n_replicates + 1 - _whole_part(_checked_level(confidence_level), n_replicates)


def _checked_level(confidence_level: float) -> Fraction:
    if not 0 < confidence_level < 1:
        expected = "a number between 0 and 1, such as 0.95"
        problem = Problem(where="confidence_level", found=str(confidence_level), expected=expected)
        raise InvalidInputError("The confidence level", [problem])
    # 1 - 0.9 in floating point is less than a tenth, and 0.05 * 10,000 of it less than 500.
    return 1 - Fraction(repr(float(confidence_level)))


def _whole_part(tail: Fraction, n_replicates: int) -> int:
    return math.floor(tail * (n_replicates + 1))
