"""What a walk down the scores adds up for each replicate of a block."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.metrics.walks.counts import CountBlock


class WalkSum(StrEnum):
    """Which sum."""

    LOST_PAIRS = "lost_pairs"
    """Twice the pairs whose negative stands above the positive, and once those that tie."""
    PRECISION = "precision"
    """For each step its positives times the share of positives down to it, added from the top."""
    BEST_FOUND = "best_found"
    """The positives above the lowest threshold that lets no more negatives through than the lane's limit."""


WalkTotals: TypeAlias = NDArray[np.int64] | NDArray[np.float64]
"""One value for each lane: float64 for precision, int64 otherwise."""
Limits: TypeAlias = NDArray[np.int64]
"""For each lane the most negatives that may be let through (`BEST_FOUND`; elsewhere ignored)."""
Walker: TypeAlias = Callable[[CountBlock, Limits], WalkTotals]
"""Walks one model's rows for a block of replicates."""
