"""The published interval: order statistics of bootstrap replicates."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.statistics.intervals import (
    Evidence,
    IntervalMethod,
    IntervalOutcome,
    defined_replicates,
)
from benchtoward.core.statistics.order_statistics import CONFIDENCE_LEVEL, tail_rank


def percentile_interval(
    replicates: NDArray[np.float64], *, n_units: int, confidence_level: float = CONFIDENCE_LEVEL
) -> IntervalOutcome:
    """The cluster percentile interval: the k-th smallest and the k-th largest replicate, k as in `tail_rank`.

    `replicates` has shape (replicates,); NaN marks a replicate in which the metric is undefined (such as
    AUROC with one class only): it is dropped and counted, and k comes from those left. With fewer than 10
    units or more than 5% undefined there is no interval; with fewer than 60 units it is flagged.

    Raises `InvalidInputError` for infinite replicates. Source: Efron 1979, doi:10.1214/aos/1176344552;
    Davison and Hinkley 1997, "Bootstrap Methods and their Application", section 5.3,
    doi:10.1017/CBO9780511802843; few units: Cameron, Gelbach and Miller 2008, doi:10.1162/rest.90.3.414.
    """
    defined = defined_replicates(replicates)
    evidence = Evidence(
        confidence_level=confidence_level,
        n_units=n_units,
        n_replicates=len(replicates),
        n_undefined=len(replicates) - len(defined),
    )
    if reasons := evidence.reasons_for_none():
        return evidence.no_interval(reasons)
    k = tail_rank(confidence_level, len(defined))
    return evidence.interval(defined[k - 1], defined[len(defined) - k], IntervalMethod.PERCENTILE)
