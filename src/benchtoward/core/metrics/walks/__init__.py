"""Walks down the scores: what sorted metrics share, laid out once for each model."""

from benchtoward.core.metrics.walks.backends import WalkBackend, fitting_walk_backend, walker
from benchtoward.core.metrics.walks.counts import LANES, CountBlock, count_blocks, every_unit_once
from benchtoward.core.metrics.walks.layout import ScoreWalk, dense_ranks, score_walk
from benchtoward.core.metrics.walks.sums import Limits, Walker, WalkSum, WalkTotals

__all__ = [
    "LANES",
    "CountBlock",
    "Limits",
    "ScoreWalk",
    "WalkBackend",
    "WalkSum",
    "WalkTotals",
    "Walker",
    "count_blocks",
    "dense_ranks",
    "every_unit_once",
    "fitting_walk_backend",
    "score_walk",
    "walker",
]
