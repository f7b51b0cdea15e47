"""The bias-corrected and accelerated bootstrap interval, as an option."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.statistics.intervals import (
    Evidence,
    IntervalFlag,
    IntervalMethod,
    IntervalOutcome,
    defined_replicates,
)
from benchtoward.core.statistics.order_statistics import CONFIDENCE_LEVEL


def bca_interval(
    point: float,
    replicates: NDArray[np.float64],
    jackknife: NDArray[np.float64],
    *,
    n_units: int,
    confidence_level: float = CONFIDENCE_LEVEL,
) -> IntervalOutcome:
    """The bias-corrected and accelerated interval: a little better than percentile with few units, and
    dearer.

    `point` is the value on all data, `replicates` has shape (replicates,) with NaN for undefined, and
    `jackknife` shape (units,) has the value without each unit. A replicate equal to `point` counts as half
    below. Where all replicates lie on one side of `point` the correction is infinite, and there is no
    interval.

    Source: Efron 1987, "Better bootstrap confidence intervals", doi:10.1080/01621459.1987.10478410.
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
    below = float(np.mean(defined < point) + np.mean(defined == point) / 2)
    if not 0 < below < 1:
        return evidence.no_interval((IntervalFlag.DEGENERATE,))
    low, high = _places(below, _acceleration(jackknife), confidence_level, len(defined))
    return evidence.interval(defined[low], defined[high], IntervalMethod.BCA)


def jackknife_ratios(numerators: NDArray[Any], denominators: NDArray[Any]) -> NDArray[np.float64]:
    """The ratio of sums without each unit in turn, shape (units,), NaN where nothing is left."""
    above = numerators.sum() - numerators.astype(np.float64)
    below = denominators.sum() - denominators.astype(np.float64)
    ratios = np.full(len(below), np.nan)
    np.divide(above, below, out=ratios, where=below != 0)
    return ratios


def _acceleration(jackknife: NDArray[np.float64]) -> float:
    values = jackknife[~np.isnan(jackknife)]
    below_mean = values.mean() - values
    spread = float((below_mean**2).sum())
    return float((below_mean**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0


def _places(below: float, acceleration: float, confidence_level: float, n: int) -> tuple[int, int]:
    normal = NormalDist()
    bias = normal.inv_cdf(below)
    half = normal.inv_cdf((1 + confidence_level) / 2)

    def share(z: float) -> float:
        return normal.cdf(bias + (bias + z) / (1 - acceleration * (bias + z)))

    low = int(share(-half) * (n + 1))
    high = n + 1 - int((1 - share(half)) * (n + 1))
    return min(max(low, 1), n) - 1, min(max(high, 1), n) - 1
