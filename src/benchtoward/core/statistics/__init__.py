"""Statistics of leaderboards: cluster bootstrap, intervals, paired differences, ranks with their range.

The way through: number the units of the rows (`Units.of`), take the plan of the benchmark (`ResamplingPlan`),
add up hits or scores in each unit (`unit_sums`, `fixed_point`), resample them (`replicate_ratios`), and ask
`proportion_interval`, `percentile_interval`, `paired_difference`, `rank_ranges` and
`simultaneous_rank_ranges`. Arrays go in, frozen values come out; every bit is the same on every machine.
"""

from benchtoward.core.statistics.backends import Backend
from benchtoward.core.statistics.bca import bca_interval, jackknife_ratios
from benchtoward.core.statistics.board import Board, rank_ranges
from benchtoward.core.statistics.fixed_point import fixed_point, unit_sums
from benchtoward.core.statistics.intervals import (
    Interval,
    IntervalFlag,
    IntervalMethod,
    IntervalOutcome,
    NoInterval,
)
from benchtoward.core.statistics.order_statistics import CONFIDENCE_LEVEL
from benchtoward.core.statistics.paired import PairedDifference, paired_difference
from benchtoward.core.statistics.percentile import percentile_interval
from benchtoward.core.statistics.plan import CountsSource, ExplicitCounts, ResamplingPlan
from benchtoward.core.statistics.proportions import proportion_interval, wilson_ends
from benchtoward.core.statistics.ranking import RankFlag, Ranking
from benchtoward.core.statistics.simultaneous import SimultaneousRanking, simultaneous_rank_ranges
from benchtoward.core.statistics.subgroups import Subgroup, subgroups_of
from benchtoward.core.statistics.sums import SumsBlock, iter_replicate_sums, replicate_ratios, replicate_sums
from benchtoward.core.statistics.units import Units, join_unit

__all__ = [
    "CONFIDENCE_LEVEL",
    "Backend",
    "Board",
    "CountsSource",
    "ExplicitCounts",
    "Interval",
    "IntervalFlag",
    "IntervalMethod",
    "IntervalOutcome",
    "NoInterval",
    "PairedDifference",
    "RankFlag",
    "Ranking",
    "ResamplingPlan",
    "SimultaneousRanking",
    "Subgroup",
    "SumsBlock",
    "Units",
    "bca_interval",
    "fixed_point",
    "iter_replicate_sums",
    "jackknife_ratios",
    "join_unit",
    "paired_difference",
    "percentile_interval",
    "proportion_interval",
    "rank_ranges",
    "replicate_ratios",
    "replicate_sums",
    "simultaneous_rank_ranges",
    "subgroups_of",
    "unit_sums",
    "wilson_ends",
]
