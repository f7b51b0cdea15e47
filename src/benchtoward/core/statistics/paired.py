"""Two models on the same resampled units: how much better one is, and how surely."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.core.statistics.intervals import IntervalOutcome
from benchtoward.core.statistics.order_statistics import CONFIDENCE_LEVEL
from benchtoward.core.statistics.percentile import percentile_interval


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedDifference:
    """The difference of two models' scores, A minus B, from paired replicates."""

    difference: float
    """Score of A minus score of B, in the metric's unit."""
    interval: IntervalOutcome
    """Interval of the difference; a replicate that is undefined for either model is dropped."""
    probability_a_better: float
    """Share of replicates in which A is better, ties counted one half, in [0, 1]; NaN where none is defined.

    It tells how stable the order is under resampling, and is no probability that A is truly better."""


def paired_difference(
    point_a: float,
    point_b: float,
    replicates_a: NDArray[np.float64],
    replicates_b: NDArray[np.float64],
    *,
    n_units: int,
    higher_is_better: bool = True,
    confidence_level: float = CONFIDENCE_LEVEL,
) -> PairedDifference:
    """Compare two models that were scored on the same resamples.

    `replicates_a` and `replicates_b` have shape (replicates,), NaN where undefined; the interval is the
    percentile interval of their differences, taken replicate by replicate, so that what the models share
    cancels.

    Raises `InvalidInputError` where the shapes differ. Source: pairing in evaluations of language models,
    Miller 2024, arXiv 2411.00640, section 4; the percentile interval of a difference, Davison and Hinkley
    1997, doi:10.1017/CBO9780511802843.
    """
    if replicates_a.ndim != 1 or replicates_a.shape != replicates_b.shape:
        found = f"shapes {replicates_a.shape} and {replicates_b.shape}"
        problem = Problem(where="replicates", found=found, expected="two arrays of one shape (replicates,)")
        raise InvalidInputError("The pair", [problem])
    differences = replicates_a - replicates_b
    return PairedDifference(
        difference=point_a - point_b,
        interval=percentile_interval(differences, n_units=n_units, confidence_level=confidence_level),
        probability_a_better=_share_above(differences if higher_is_better else -differences),
    )


def _share_above(differences: NDArray[np.float64]) -> float:
    n_defined = np.count_nonzero(~np.isnan(differences))
    if not n_defined:
        return np.nan
    n_halves = 2 * np.count_nonzero(differences > 0) + np.count_nonzero(differences == 0)
    return float(n_halves / (2 * n_defined))
