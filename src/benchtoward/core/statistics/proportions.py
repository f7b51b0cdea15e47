"""Intervals of proportions (hits out of items in units), also with few units and near 0 or 1."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.core.statistics.intervals import Evidence, IntervalFlag, IntervalMethod, IntervalOutcome
from benchtoward.core.statistics.order_statistics import CONFIDENCE_LEVEL
from benchtoward.core.statistics.percentile import percentile_interval
from benchtoward.core.statistics.student import t_quantile

PERCENTILE_FROM_UNITS: Final = 30
"""With fewer units a proportion gets Wilson's interval."""
PERCENTILE_FROM_UNITS_WITH: Final = 10
"""With fewer units that hold a hit, or that hold a miss, a proportion gets Wilson's interval."""


def proportion_interval(
    hits: NDArray[Any],
    items: NDArray[Any],
    replicates: NDArray[np.float64],
    *,
    confidence_level: float = CONFIDENCE_LEVEL,
) -> IntervalOutcome:
    """The interval of a proportion: percentile where that is sound, otherwise Wilson's; `method` says which.

    `hits` and `items` have shape (units,), with 0 <= hits <= items; units without items are left out.
    `replicates`, shape (replicates,), is the proportion in each bootstrap replicate. Wilson's interval is
    taken with fewer than 30 units, or fewer than 10 that hold a hit, or fewer than 10 that hold a miss:
    percentile intervals of 30 units at a proportion of .95 cover 88% instead of 95%.

    Raises `InvalidInputError` for hits or items that can't be.
    """
    held = items > 0
    hits, items = _checked(hits, items)[held], items[held]
    n_sides = min(np.count_nonzero(hits), np.count_nonzero(hits < items))
    if len(items) >= PERCENTILE_FROM_UNITS and n_sides >= PERCENTILE_FROM_UNITS_WITH:
        return percentile_interval(replicates, n_units=len(items), confidence_level=confidence_level)
    return _wilson(hits, items, replicates, confidence_level)


def wilson_ends(hits: NDArray[Any], items: NDArray[Any], *, confidence_level: float) -> tuple[float, float]:
    """The ends of Wilson's score interval for clustered data; `hits` and `items` have shape (units,), 2 or
    more.

    Wilson's formula with Student's t on (units - 1) degrees of freedom for the normal quantile, and the
    effective sample size for the number of items: p(1 - p) / v, at most the number of items, where v is the
    variance of the ratio between units, C / (C - 1) * sum of (hits - p * items)**2 / (sum of items)**2. At
    p = 0 and p = 1 clustering can't be estimated and the effective size is the number of units.

    Source: Wilson 1927, doi:10.1080/01621459.1927.10502953; Korn and Graubard 1998, "Confidence intervals for
    proportions with small expected number of positive counts estimated from survey data", Survey Methodology
    24; Franco, Little, Louis and Slud 2019, doi:10.1093/jssam/smy019.
    """
    n_units, n_items = len(items), float(items.sum())
    p = float(hits.sum()) / n_items
    t = t_quantile((1 + confidence_level) / 2, n_units - 1)
    t_squared_share = t * t / _effective_size(hits, items, p)
    centre = p + t_squared_share / 2
    half = math.sqrt(t_squared_share * (p * (1 - p) + t_squared_share / 4))
    low, high = ((centre + side * half) / (1 + t_squared_share) for side in (-1, 1))
    return (0.0 if p == 0 else max(low, 0.0)), (1.0 if p == 1 else min(high, 1.0))


def _wilson(
    hits: NDArray[Any], items: NDArray[Any], replicates: NDArray[np.float64], confidence_level: float
) -> IntervalOutcome:
    evidence = Evidence(
        confidence_level=confidence_level,
        n_units=len(items),
        n_replicates=len(replicates),
        n_undefined=int(np.isnan(replicates).sum()),
    )
    if len(items) < 2:
        return evidence.no_interval((IntervalFlag.TOO_FEW_UNITS,))
    low, high = wilson_ends(hits, items, confidence_level=confidence_level)
    return evidence.interval(low, high, IntervalMethod.WILSON)


def _effective_size(hits: NDArray[Any], items: NDArray[Any], p: float) -> float:
    n_units, n_items = len(items), float(items.sum())
    if p in (0.0, 1.0):
        return n_units
    between = float(((hits - p * items) ** 2).sum()) * n_units / (n_units - 1) / n_items**2
    return min(p * (1 - p) / between, n_items) if between > 0 else n_items


def _checked(hits: NDArray[Any], items: NDArray[Any]) -> NDArray[Any]:
    fits = hits.ndim == 1 and hits.shape == items.shape and bool(((hits >= 0) & (hits <= items)).all())
    if not fits or not items.any():
        found, expected = "others", "two arrays of one length, with 0 <= hits <= items and at least one item"
        raise InvalidInputError("The proportion", [Problem(where="hits, items", found=found, expected=expected)])
    return hits
