"""How often the intervals hold the truth, by simulation on clustered data."""

from __future__ import annotations

import numpy as np
import pytest

from benchtoward.core.statistics import (
    Interval,
    IntervalMethod,
    ResamplingPlan,
    percentile_interval,
    proportion_interval,
    replicate_ratios,
    wilson_ends,
)

N_SIMULATIONS = 2_000
N_PER_UNIT = 5
WITHIN_UNIT_CORRELATION = 0.4


def plan_of(n_units: int, n_replicates: int = 1_999, *, of: str = "coverage") -> ResamplingPlan:
    return ResamplingPlan.for_units(spec_hash=of, unit_columns=["unit"], n_units=n_units, n_replicates=n_replicates)


def simulated_hits(n_units: int, p: float) -> np.ndarray:
    """Beta-binomial hits out of five rows, shape (units, simulations); design effect 1 + 4 * 0.4 = 2.6."""
    rng = np.random.default_rng([n_units, round(100 * p)])
    concentration = 1 / WITHIN_UNIT_CORRELATION - 1
    rates = rng.beta(p * concentration, (1 - p) * concentration, (n_units, N_SIMULATIONS))
    return rng.binomial(N_PER_UNIT, rates)


def coverage(intervals: list[tuple[float, float]], truth: float) -> float:
    return float(np.mean([low <= truth <= high for low, high in intervals]))


def published_intervals(n_units: int, p: float) -> list[Interval]:
    hits, items = simulated_hits(n_units, p), np.full(n_units, N_PER_UNIT)
    replicates = replicate_ratios(hits, items, plan_of(n_units))
    outcomes = [proportion_interval(hits[:, s], items, replicates[s]) for s in range(N_SIMULATIONS)]
    return [outcome for outcome in outcomes if isinstance(outcome, Interval)]


@pytest.mark.slow
@pytest.mark.parametrize(("n_units", "p"), [(60, 0.5), (60, 0.8), (100, 0.7), (200, 0.8)])
def test_percentile_intervals_over_units_hold_the_truth_as_often_as_they_say(n_units: int, p: float):
    intervals = published_intervals(n_units, p)
    assert np.mean([interval.method is IntervalMethod.PERCENTILE for interval in intervals]) > 0.99
    assert 0.93 <= coverage([(interval.low, interval.high) for interval in intervals], p) <= 0.965


@pytest.mark.slow
@pytest.mark.parametrize(("n_units", "p"), [(8, 0.5), (15, 0.8), (15, 0.95), (20, 0.05), (60, 0.95)])
def test_the_fallback_holds_the_truth_with_few_units_and_near_0_and_1(n_units: int, p: float):
    intervals = published_intervals(n_units, p)
    assert len(intervals) == N_SIMULATIONS
    assert np.mean([interval.method is IntervalMethod.WILSON for interval in intervals]) > 0.75
    assert 0.93 <= coverage([(interval.low, interval.high) for interval in intervals], p) <= 0.985


@pytest.mark.slow
def test_percentile_intervals_would_fail_where_the_fallback_is_taken():
    hits, items = simulated_hits(15, 0.95), np.full(15, N_PER_UNIT)
    replicates = np.sort(replicate_ratios(hits, items, plan_of(15)), axis=1)
    assert coverage(list(zip(replicates[:, 49], replicates[:, 1_949], strict=True)), 0.95) < 0.8
    wilson = [wilson_ends(hits[:, s], items, confidence_level=0.95) for s in range(N_SIMULATIONS)]
    assert coverage(wilson, 0.95) > 0.93


@pytest.mark.slow
def test_resampling_rows_instead_of_units_covers_far_too_little():
    n_units, p = 60, 0.8
    hits = simulated_hits(n_units, p)[:, :500]
    n_rows = n_units * N_PER_UNIT
    # Rows of a unit are alike but for their order, so each unit's hits can stand first.
    rows = (np.arange(N_PER_UNIT)[:, np.newaxis] < hits[:, np.newaxis, :]).reshape(n_rows, -1)
    replicates = np.sort(replicate_ratios(rows, np.ones(n_rows), plan_of(n_rows)), axis=1)
    covered = coverage(list(zip(replicates[:, 49], replicates[:, 1_949], strict=True)), p)
    assert 0.70 <= covered <= 0.85


@pytest.mark.slow
@pytest.mark.parametrize(("n_replicates", "expected"), [(999, 0.019), (1_999, 0.013), (9_999, 0.0065)])
def test_the_monte_carlo_error_of_an_end_is_a_known_share_of_the_width(n_replicates: int, expected: float):
    scores = np.random.default_rng(7).integers(0, 10_000, (200, 1))
    ends = []
    for number in range(60):
        plan = plan_of(200, n_replicates, of=f"plan {number}")
        interval = percentile_interval(replicate_ratios(scores, np.ones(200), plan)[0], n_units=200)
        assert isinstance(interval, Interval)
        ends.append((interval.low, interval.high))
    low, high = np.array(ends).T
    error = np.sqrt((low.var(ddof=1) + high.var(ddof=1)) / 2) / (high - low).mean()
    assert error == pytest.approx(expected, rel=0.3)
