"""What a ranking says: ranks, and the range of ranks under resampling."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class RankFlag(StrEnum):
    """What to know about a ranking's ranges."""

    MANY_UNDEFINED = "many-undefined"
    """More than 5% of replicates were dropped, as some model has no value there."""
    TOO_FEW_REPLICATES = "too-few-replicates"
    """Too few replicates for the level: each range runs from first to last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Ranks of the models of one board, in the order in which the models were given.

    The range says how stable a rank is under resampling. It is not an interval of the true rank: among close
    models all ranges at once are often wrong. `simultaneous_rank_ranges` makes claims such as "best".
    """

    ranks: tuple[int, ...]
    """Rank by score: 1 + number of models with a better score, so that ties share a rank (1, 2, 2, 4)."""
    low: tuple[int, ...]
    """Best end of the range of ranks."""
    high: tuple[int, ...]
    """Worst end of the range of ranks."""
    confidence_level: float
    """Level of the range, in (0, 1)."""
    n_replicates: int
    """Number of bootstrap replicates, dropped ones included."""
    n_dropped: int
    """Replicates dropped for all models, as the metric is undefined there for at least one."""
    flags: tuple[RankFlag, ...]
    """What to know about the ranges."""
