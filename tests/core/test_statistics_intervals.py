"""Intervals: which order statistics, when there is none, and what a proportion gets."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from benchtoward.core.errors import InvalidInputError
from benchtoward.core.statistics import (
    Interval,
    IntervalFlag,
    IntervalMethod,
    NoInterval,
    ResamplingPlan,
    bca_interval,
    jackknife_ratios,
    paired_difference,
    percentile_interval,
    proportion_interval,
    replicate_ratios,
    wilson_ends,
)
from benchtoward.core.statistics.order_statistics import one_sided_rank, tail_rank
from benchtoward.core.statistics.student import t_quantile


def shuffled(n_replicates: int) -> np.ndarray:
    """1 to `n_replicates` in any order, so that a value is its own place."""
    return np.random.default_rng(n_replicates).permutation(np.arange(1.0, n_replicates + 1))


@pytest.mark.parametrize(
    ("confidence_level", "n_replicates", "k"),
    [
        (0.95, 9_999, 250),
        (0.95, 1_999, 50),
        (0.95, 999, 25),
        (0.9, 9_999, 500),
        (0.99, 9_999, 50),
        (0.95, 38, 0),
    ],
)
def test_k_is_whole_where_the_design_says_so(confidence_level: float, n_replicates: int, k: int):
    assert tail_rank(confidence_level, n_replicates) == k


def test_a_one_sided_end_leaves_out_the_whole_tail():
    assert one_sided_rank(0.95, 9_999) == 9_500
    assert one_sided_rank(0.95, 18) == 19


@pytest.mark.parametrize("confidence_level", [0, 1, -0.1, 95])
def test_a_level_outside_0_and_1_is_refused(confidence_level: float):
    with pytest.raises(InvalidInputError, match="confidence_level"):
        percentile_interval(shuffled(999), n_units=100, confidence_level=confidence_level)


def test_the_ends_are_the_kth_smallest_and_the_kth_largest():
    interval = percentile_interval(shuffled(9_999), n_units=100)
    assert interval == Interval(
        low=250,
        high=9_750,
        confidence_level=0.95,
        method=IntervalMethod.PERCENTILE,
        n_units=100,
        n_replicates=9_999,
        n_undefined=0,
        flags=(),
    )


def test_undefined_replicates_are_dropped_counted_and_k_comes_from_those_left():
    replicates = np.concatenate([shuffled(1_919), np.full(80, np.nan)])
    interval = percentile_interval(replicates, n_units=100)
    assert isinstance(interval, Interval)
    assert (interval.low, interval.high) == (48, 1_872)
    assert (interval.n_replicates, interval.n_undefined) == (1_999, 80)


@pytest.mark.parametrize(
    ("replicates", "n_units", "flag"),
    [
        (shuffled(999), 9, IntervalFlag.TOO_FEW_UNITS),
        (np.concatenate([shuffled(949), np.full(50, np.nan)]), 99, IntervalFlag.MANY_UNDEFINED),
        (shuffled(38), 99, IntervalFlag.TOO_FEW_REPLICATES),
    ],
)
def test_without_enough_evidence_there_is_no_interval(replicates: np.ndarray, n_units: int, flag: IntervalFlag):
    outcome = percentile_interval(replicates, n_units=n_units)
    assert isinstance(outcome, NoInterval)
    assert outcome.flags == (flag,)
    assert (outcome.n_units, outcome.n_replicates) == (n_units, len(replicates))


def test_all_reasons_are_given():
    outcome = percentile_interval(np.full(99, np.nan), n_units=3)
    assert outcome.flags == (
        IntervalFlag.TOO_FEW_UNITS,
        IntervalFlag.MANY_UNDEFINED,
        IntervalFlag.TOO_FEW_REPLICATES,
    )


@pytest.mark.parametrize(
    ("n_units", "flags"), [(10, (IntervalFlag.FEW_UNITS,)), (59, (IntervalFlag.FEW_UNITS,)), (60, ())]
)
def test_few_units_are_flagged(n_units: int, flags: tuple[IntervalFlag, ...]):
    assert percentile_interval(shuffled(999), n_units=n_units).flags == flags


def test_an_interval_without_width_is_marked_degenerate():
    interval = percentile_interval(np.ones(999), n_units=100)
    assert isinstance(interval, Interval)
    assert (interval.low, interval.high) == (1, 1)
    assert interval.flags == (IntervalFlag.DEGENERATE,)


def test_infinite_replicates_are_refused():
    with pytest.raises(InvalidInputError, match="replicate 3"):
        percentile_interval(np.array([1, 2, 3, np.inf]), n_units=100)


def test_an_interval_that_runs_backwards_cannot_exist():
    with pytest.raises(InvalidInputError, match=r"2(\.0)? to 1"):
        Interval(
            low=2.0,
            high=1.0,
            confidence_level=0.95,
            method=IntervalMethod.BCA,
            n_units=1,
            n_replicates=1,
            n_undefined=0,
            flags=(),
        )


@pytest.mark.parametrize("degrees_of_freedom", [1, 2, 3, 7, 9, 14, 29, 39, 40, 41, 199, 9_999, 1e6])
@pytest.mark.parametrize("probability", [0.025, 0.5, 0.6, 0.9, 0.975, 0.995, 0.9995])
def test_quantiles_of_t_agree_with_scipy(probability: float, degrees_of_freedom: float):
    expected = scipy.stats.t.ppf(probability, degrees_of_freedom)
    assert t_quantile(probability, degrees_of_freedom) == pytest.approx(expected, rel=1e-10, abs=1e-10)


@given(st.floats(1e-6, 1 - 1e-6), st.floats(0.5, 1e5))
def test_the_distribution_of_t_at_its_quantile_is_the_probability(probability: float, degrees_of_freedom: float):
    value = t_quantile(probability, degrees_of_freedom)
    assert scipy.stats.t.cdf(value, degrees_of_freedom) == pytest.approx(probability, rel=1e-8)


@pytest.mark.parametrize(("probability", "degrees_of_freedom"), [(0, 3), (1, 3), (0.5, 0)])
def test_there_is_no_quantile_of_t_outside_its_range(probability: float, degrees_of_freedom: float):
    with pytest.raises(InvalidInputError, match="quantile"):
        t_quantile(probability, degrees_of_freedom)


def wilson_by_inverting_the_score_test(p: float, n: float, t: float) -> tuple[float, float]:
    """All proportions q with |p - q| <= t * sqrt(q (1 - q) / n): the roots of a quadratic."""
    roots = np.roots([1 + t**2 / n, -(2 * p + t**2 / n), p**2])
    return float(roots.min()), float(roots.max())


clustered = st.lists(
    st.integers(1, 9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), min_size=2, max_size=40
)


@given(clustered, st.sampled_from([0.8, 0.95, 0.99]))
def test_wilson_intervals_agree_with_an_independent_derivation(rows: list[tuple[int, int]], level: float):
    hits, items = np.array(rows).T
    n_units, p = len(items), hits.sum() / items.sum()
    residuals = [hit - p * item for hit, item in rows]
    variance = sum(r**2 for r in residuals) * n_units / (n_units - 1) / items.sum() ** 2
    between = min(p * (1 - p) / variance, items.sum()) if variance > 0 else items.sum()
    n_effective = n_units if p in (0, 1) else between
    t = scipy.stats.t.ppf((1 + level) / 2, n_units - 1)
    expected = wilson_by_inverting_the_score_test(p, n_effective, t)
    assert wilson_ends(hits, items, confidence_level=level) == pytest.approx(expected, abs=1e-7)


def test_at_one_the_effective_sample_size_is_the_number_of_units():
    low, high = wilson_ends(np.full(20, 5), np.full(20, 5), confidence_level=0.95)
    t = scipy.stats.t.ppf(0.975, 19)
    assert high == 1
    assert low == pytest.approx(1 / (1 + t**2 / 20))


def proportion(hits: np.ndarray, items: np.ndarray, **options: float) -> Interval | NoInterval:
    plan = ResamplingPlan.for_units(spec_hash="p", unit_columns=["u"], n_units=len(hits), n_replicates=999)
    replicates = replicate_ratios(hits[:, np.newaxis], items, plan)[0]
    return proportion_interval(hits, items, replicates, **options)


def half_right(n_units: int) -> np.ndarray:
    return np.arange(n_units) % 6


@pytest.mark.parametrize(
    ("hits", "method"),
    [
        (half_right(29), IntervalMethod.WILSON),
        (half_right(30), IntervalMethod.PERCENTILE),
        (np.where(np.arange(90) < 9, 4, 5), IntervalMethod.WILSON),
        (np.where(np.arange(90) < 10, 4, 5), IntervalMethod.PERCENTILE),
        (np.where(np.arange(90) < 9, 1, 0), IntervalMethod.WILSON),
        (np.where(np.arange(90) < 10, 1, 0), IntervalMethod.PERCENTILE),
        (np.full(90, 5), IntervalMethod.WILSON),
    ],
)
def test_proportions_fall_back_to_wilson_with_few_units_hits_or_misses(hits: np.ndarray, method: IntervalMethod):
    interval = proportion(hits, np.full(len(hits), 5))
    assert isinstance(interval, Interval)
    assert interval.method is method
    assert interval.n_units == len(hits)
    assert interval.low < interval.high


def test_all_correct_is_no_certainty():
    interval = proportion(np.full(200, 3), np.full(200, 3))
    assert isinstance(interval, Interval)
    assert (interval.method, interval.high, interval.flags) == (IntervalMethod.WILSON, 1, ())
    assert 0.97 < interval.low < 0.99


def test_wilson_needs_two_units_and_flags_few():
    few = proportion(np.array([3, 4]), np.array([5, 5]))
    assert isinstance(few, Interval)
    assert few.flags == (IntervalFlag.FEW_UNITS,)
    one = proportion(np.array([3]), np.array([5]))
    assert isinstance(one, NoInterval)
    assert one.flags == (IntervalFlag.TOO_FEW_UNITS,)


def test_units_without_items_do_not_count():
    hits, items = half_right(40), np.full(40, 5)
    padded = proportion_interval(np.append(hits, [0, 0]), np.append(items, [0, 0]), shuffled(999) / 1000)
    assert padded == proportion_interval(hits, items, shuffled(999) / 1000)


@pytest.mark.parametrize("hits", [[6, 1], [-1, 1], [1, 1, 1]])
def test_hits_that_cannot_be_are_refused(hits: list[int]):
    with pytest.raises(InvalidInputError, match="0 <= hits <= items"):
        proportion_interval(np.array(hits), np.array([5, 5]), shuffled(99))


def test_bca_agrees_with_scipy_on_the_same_replicates():
    values = np.random.default_rng(4).exponential(size=80)
    theirs = scipy.stats.bootstrap((values,), np.mean, n_resamples=9_999, method="BCa", rng=3)
    jackknife = jackknife_ratios(values, np.ones(80))
    assert jackknife == pytest.approx([np.delete(values, unit).mean() for unit in range(80)])
    ours = bca_interval(float(values.mean()), theirs.bootstrap_distribution, jackknife, n_units=80)
    assert isinstance(ours, Interval)
    assert ours.method is IntervalMethod.BCA
    ends = (theirs.confidence_interval.low, theirs.confidence_interval.high)
    assert (ours.low, ours.high) == pytest.approx(ends, abs=0.003)


def test_bca_without_bias_and_skew_is_the_percentile_interval():
    replicates = shuffled(9_999)
    ours = bca_interval(5_000, replicates, np.array([1.0, 2, 3]), n_units=100)
    assert isinstance(ours, Interval)
    assert (ours.low, ours.high) == pytest.approx((250, 9_750), abs=1)


def test_bca_has_no_interval_where_all_replicates_lie_on_one_side():
    outcome = bca_interval(0, shuffled(999), np.ones(3), n_units=100)
    assert isinstance(outcome, NoInterval)
    assert outcome.flags == (IntervalFlag.DEGENERATE,)
    assert isinstance(bca_interval(0, shuffled(999), np.ones(3), n_units=9), NoInterval)


def test_a_paired_difference_is_taken_replicate_by_replicate():
    first = shuffled(999)
    pair = paired_difference(0.7, 0.5, first + 0.2, first, n_units=100)
    assert pair.difference == pytest.approx(0.2)
    assert isinstance(pair.interval, Interval)
    assert (pair.interval.low, pair.interval.high) == pytest.approx((0.2, 0.2))
    assert pair.probability_a_better == 1


def test_ties_count_one_half():
    a, b = np.array([1.0, 2, 3, np.nan]), np.array([1.0, 1, 4, 2])
    assert paired_difference(0, 0, a, b, n_units=9).probability_a_better == 0.5
    assert paired_difference(0, 0, np.array([1.0, 2]), np.array([1.0, 1]), n_units=9).probability_a_better == 0.75
    lower_is_better = paired_difference(0, 0, np.array([1.0, 2]), np.array([1.0, 1]), n_units=9, higher_is_better=False)
    assert lower_is_better.probability_a_better == 0.25


def test_identical_models_differ_by_nothing_and_neither_is_better():
    pair = paired_difference(0.5, 0.5, shuffled(999), shuffled(999), n_units=100)
    assert isinstance(pair.interval, Interval)
    assert (pair.interval.low, pair.interval.high, pair.probability_a_better) == (0, 0, 0.5)
    assert pair.interval.flags == (IntervalFlag.DEGENERATE,)


def test_a_pair_without_common_replicates_has_no_probability():
    undefined = np.full(999, np.nan)
    pair = paired_difference(0.5, 0.5, undefined, undefined, n_units=100)
    assert math.isnan(pair.probability_a_better)
    assert isinstance(pair.interval, NoInterval)
    with pytest.raises(InvalidInputError, match="one shape"):
        paired_difference(0.5, 0.5, undefined, undefined[1:], n_units=100)
