"""Calibration error, reliability table, recalibration: equal to outside sources and to hand counts."""

from __future__ import annotations

import numpy as np
import pytest
import sklearn.linear_model
from hypothesis import given, settings
from hypothesis import strategies as st

from benchtoward.core.errors import InvalidInputError, UndefinedMetricError
from benchtoward.core.metrics import (
    AnswerKey,
    MetricParameters,
    Observations,
    get_metric,
    reliability_table,
)
from benchtoward.core.statistics import ResamplingPlan, Units

SEEDS = st.integers(0, 2**32 - 1)


def binary(gold, of_yes, parsed=None):
    n_rows = len(gold)
    key = AnswerKey(
        item_ids=[str(row) for row in range(n_rows)],
        units=Units.of([str(row % 10) for row in range(n_rows)]),
        labels=("no", "yes"),
        gold=np.array(gold),
    )
    probabilities = np.stack([1 - np.array(of_yes), np.array(of_yes)], axis=1)
    parsed = np.ones(n_rows, bool) if parsed is None else parsed
    return Observations(key=key, parsed=parsed, probabilities=probabilities)


def yes(**settings):
    return MetricParameters(positive="yes", clip=1e-9, **settings)


@given(SEEDS)
@settings(max_examples=30, deadline=None)
def test_one_bin_compares_the_means(seed):
    rng = np.random.default_rng(seed)
    gold, of_yes = rng.integers(0, 2, 30), rng.random(30)
    ece = get_metric("ece").evaluate(binary(gold, of_yes), yes(bins=1))
    assert ece == pytest.approx(abs(of_yes.mean() - gold.mean()), abs=1e-15)


@given(SEEDS, st.sampled_from([2, 10, 15]))
@settings(max_examples=30, deadline=None)
def test_calibration_error_is_the_mean_gap_of_the_bins(seed, n_bins):
    rng = np.random.default_rng(seed)
    gold, of_yes = rng.integers(0, 2, 60), np.round(rng.random(60), 1)
    observations = binary(gold, of_yes)
    table = reliability_table(observations, yes(bins=n_bins))
    assert sum(entry.n_rows for entry in table) == 60
    gaps = [entry.n_rows * abs(entry.mean_probability - entry.event_rate) for entry in table if entry.n_rows]
    ece = get_metric("ece").evaluate(observations, yes(bins=n_bins))
    assert ece == pytest.approx(sum(gaps) / 60, abs=1e-14)


def test_a_probability_on_an_edge_belongs_to_the_bin_above_and_1_to_the_last():
    edges = [0.0, 0.1, 0.29, 0.3, 0.7, 1.0]
    table = reliability_table(binary([0] * 6, edges), yes(bins=100))
    assert [number for number, entry in enumerate(table) if entry.n_rows] == [0, 10, 29, 30, 70, 99]
    assert table[1].mean_probability is None
    assert (table[29].lower, table[29].upper) == (0.29, 0.3)


def test_without_a_positive_label_the_most_probable_label_is_judged():
    key = AnswerKey(item_ids=["1", "2"], units=Units.of(["1", "2"]), labels=tuple("abc"), gold=np.array([1, 2]))
    probabilities = np.array([[0.2, 0.7, 0.1], [0.6, 0.4, 0.0]])
    observations = Observations(key=key, parsed=np.ones(2, bool), probabilities=probabilities)
    assert get_metric("ece").evaluate(observations) == pytest.approx((0.3 + 0.6) / 2)


def test_calibration_error_has_replicates_for_ranks_but_no_interval():
    metric = get_metric("ece")
    rng = np.random.default_rng(2)
    gold, of_yes = rng.integers(0, 2, 50), rng.random(50)
    observations = binary(gold, of_yes)
    plan = ResamplingPlan(key=2, n_units=10, n_replicates=3)
    weights = plan.counts(0, 3)[:, observations.key.units.codes]
    bins = np.minimum((of_yes * 15).astype(int), 14)
    expected = [
        sum(abs((weight * (of_yes - gold))[bins == number].sum()) for number in range(15)) / weight.sum()
        for weight in weights
    ]
    assert metric.replicates(observations, plan, yes()) == pytest.approx(expected, abs=1e-14)
    assert not metric.has_interval


@given(SEEDS)
@settings(max_examples=15, deadline=None)
def test_slope_is_that_of_an_unpenalised_logistic_regression(seed):
    rng = np.random.default_rng(seed)
    of_yes = rng.uniform(0.02, 0.98, 300)
    gold = (rng.random(300) < of_yes**1.3).astype(int)
    log_odds = np.log(of_yes / (1 - of_yes))
    model = sklearn.linear_model.LogisticRegression(C=np.inf, tol=1e-10, solver="newton-cholesky")
    reference = model.fit(log_odds[:, np.newaxis], gold).coef_.item()
    slope = get_metric("calibration_slope").evaluate(binary(gold, of_yes), yes())
    assert slope == pytest.approx(reference, rel=1e-6)


@given(SEEDS)
@settings(max_examples=15, deadline=None)
def test_intercept_makes_expected_and_seen_events_equal(seed):
    rng = np.random.default_rng(seed)
    of_yes = rng.uniform(0.02, 0.98, 200)
    gold = (rng.random(200) < of_yes).astype(int)
    intercept = get_metric("calibration_intercept").evaluate(binary(gold, of_yes), yes())
    log_odds = np.log(of_yes / (1 - of_yes)) + intercept
    assert (1 / (1 + np.exp(-log_odds))).sum() == pytest.approx(gold.sum(), rel=1e-10)


def test_coefficients_without_a_maximum_are_undefined():
    separated = binary([0, 0, 1, 1], [0.1, 0.2, 0.8, 0.9])
    constant = binary([0, 1, 1, 1], [0.4] * 4)
    one_outcome = binary([1, 1, 1, 1], [0.1, 0.2, 0.8, 0.9])
    for observations in (separated, constant, one_outcome):
        with pytest.raises(UndefinedMetricError, match="calibration_slope"):
            get_metric("calibration_slope").evaluate(observations, yes())
    with pytest.raises(UndefinedMetricError, match="same outcome"):
        get_metric("calibration_intercept").evaluate(one_outcome, yes())
    assert get_metric("calibration_intercept").evaluate(constant, yes()) == pytest.approx(np.log(3) - np.log(0.4 / 0.6))


def test_rows_that_are_not_parsed_count_as_confident_and_wrong():
    parsed = np.array([True, True, True, False])
    unread = binary([0, 1, 0, 1], [0.3, 0.6, 0.6, np.nan], parsed)
    wrong = binary([0, 1, 0, 1], [0.3, 0.6, 0.6, 0.01])
    parameters = MetricParameters(positive="yes", clip=0.01)
    for name in ("calibration_slope", "calibration_intercept"):
        metric = get_metric(name)
        assert metric.evaluate(unread, parameters) == metric.evaluate(wrong, parameters)
    assert sum(entry.n_rows for entry in reliability_table(unread, parameters)) == 3


def test_coefficients_have_no_replicates():
    plan = ResamplingPlan(key=2, n_units=10, n_replicates=3)
    observations = binary([0, 1] * 10, np.linspace(0.1, 0.9, 20))
    with pytest.raises(InvalidInputError, match="without replicates"):
        get_metric("calibration_slope").replicates(observations, plan, yes())
