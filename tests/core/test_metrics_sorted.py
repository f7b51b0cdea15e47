"""AUROC, average precision, C-index, sensitivity at a specificity: equal to outside sources, and exact."""

from __future__ import annotations

from fractions import Fraction

import lifelines.utils
import numpy as np
import pytest
import scipy.stats
import sklearn.metrics
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchtoward.core.metrics import AnswerKey, MetricParameters, Observations, get_metric
from benchtoward.core.statistics import ExplicitCounts, ResamplingPlan, Units

SEEDS = st.integers(0, 2**32 - 1)
DIGITS = st.sampled_from([0, 1, 16])
YES = MetricParameters(positive="yes")


def binary(units, gold, scores, parsed=None):
    key = AnswerKey(
        item_ids=[str(row) for row in range(len(gold))],
        units=Units.of([str(unit) for unit in units]),
        labels=("no", "yes"),
        gold=np.array(gold),
    )
    parsed = np.ones(len(gold), bool) if parsed is None else parsed
    return Observations(key=key, parsed=parsed, scores=np.array(scores, float))


def survival(units, times, events, risks, parsed=None):
    key = AnswerKey(
        item_ids=[str(row) for row in range(len(times))],
        units=Units.of([str(unit) for unit in units]),
        times=np.array(times, float),
        events=np.array(events, bool),
    )
    parsed = np.ones(len(times), bool) if parsed is None else parsed
    return Observations(key=key, parsed=parsed, scores=np.array(risks, float))


class Case:
    def __init__(self, seed, digits, *, n_units=7, n_rows=45):
        self.rng = np.random.default_rng(seed)
        self.units = np.concatenate([np.arange(n_units), self.rng.integers(0, n_units, n_rows - n_units)])
        self.gold = self.rng.integers(0, 2, n_rows)
        self.scores = np.round(self.gold + self.rng.normal(size=n_rows), digits)
        self.plan = ResamplingPlan(key=seed, n_units=n_units, n_replicates=2)
        self.weights = self.plan.counts(0, 2)[0][self.units].astype(int)
        self.drawn = np.repeat(np.arange(n_rows), self.weights)
        assume(len(set(self.gold[self.drawn])) == 2)


@given(SEEDS, DIGITS)
@settings(max_examples=60, deadline=None)
def test_auroc_and_average_precision_are_sklearns(seed, digits):
    case = Case(seed, digits)
    observations = binary(case.units, case.gold, case.scores)
    for metric, reference in (
        ("auroc", sklearn.metrics.roc_auc_score),
        ("auprc", sklearn.metrics.average_precision_score),
    ):
        ours = get_metric(metric).replicates(observations, case.plan, YES)[0]
        assert abs(ours - reference(case.gold[case.drawn], case.scores[case.drawn])) <= 1e-14
        assert abs(ours - reference(case.gold, case.scores, sample_weight=case.weights)) <= 1e-12


@given(SEEDS, DIGITS, st.sampled_from(["0.5", "0.8", "0.9", "0.95", "1"]))
@settings(max_examples=60, deadline=None)
def test_sensitivity_at_a_specificity_is_the_best_point_of_sklearns_roc_curve(seed, digits, specificity):
    case = Case(seed, digits)
    parameters = MetricParameters(positive="yes", specificity=Fraction(specificity))
    metric = get_metric("sensitivity_at_specificity")
    ours = metric.replicates(binary(case.units, case.gold, case.scores), case.plan, parameters)[0]
    fpr, tpr, _ = sklearn.metrics.roc_curve(case.gold[case.drawn], case.scores[case.drawn], drop_intermediate=False)
    n_negatives = int((case.gold[case.drawn] == 0).sum())
    allowed = int((1 - Fraction(specificity)) * n_negatives)
    assert ours == pytest.approx(tpr[np.rint(fpr * n_negatives) <= allowed].max(), abs=1e-14)


@given(SEEDS, DIGITS)
@settings(max_examples=40, deadline=None)
def test_auroc_is_the_mann_whitney_statistic(seed, digits):
    case = Case(seed, digits)
    positives, negatives = case.scores[case.gold == 1], case.scores[case.gold == 0]
    assume(len(positives) and len(negatives))
    auroc = get_metric("auroc").evaluate(binary(case.units, case.gold, case.scores), YES)
    u = scipy.stats.mannwhitneyu(positives, negatives).statistic
    assert auroc == u / (len(positives) * len(negatives))


@given(SEEDS, DIGITS, st.sampled_from([0, 1, 6]))
@settings(max_examples=60, deadline=None)
def test_c_index_is_lifelines_to_the_last_bit(seed, digits, time_digits):
    case = Case(seed, digits)
    times = np.round(case.rng.exponential(2, len(case.gold)), time_digits)
    observations = survival(case.units, times, case.gold, case.scores)
    events = case.gold[case.drawn] == 1
    try:
        reference = lifelines.utils.concordance_index(times[case.drawn], -case.scores[case.drawn], events)
    except ZeroDivisionError:
        reference = np.nan
    ours = get_metric("c_index").replicates(observations, case.plan)[0]
    assert np.array_equal(ours, reference, equal_nan=True)


@given(SEEDS, DIGITS)
@settings(max_examples=20, deadline=None)
def test_c_index_of_events_at_1_and_censoring_at_2_is_auroc_bitwise(seed, digits):
    case = Case(seed, digits)
    plan = ResamplingPlan(key=seed, n_units=7, n_replicates=300)
    auroc = get_metric("auroc").replicates(binary(case.units, case.gold, case.scores), plan, YES)
    times = np.where(case.gold == 1, 1.0, 2.0)
    c_index = get_metric("c_index").replicates(survival(case.units, times, case.gold, case.scores), plan)
    assert np.array_equal(auroc, c_index, equal_nan=True)


def test_the_four_row_example():
    observations = binary("1234", [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    assert get_metric("auroc").evaluate(observations, YES) == 0.75
    assert get_metric("auprc").evaluate(observations, YES) == 0.8333333333333333


def test_equal_scores_give_one_half_and_the_prevalence():
    observations = binary("11223", [1, 0, 0, 1, 0], [0.5] * 5)
    assert get_metric("auroc").evaluate(observations, YES) == 0.5
    assert get_metric("auprc").evaluate(observations, YES) == 0.4


def test_average_precision_is_a_step_sum_and_no_trapezoid():
    observations = binary("1234", [1, 0, 0, 1], [4, 3, 2, 1])
    assert get_metric("auprc").evaluate(observations, YES) == (1 + 2 / 4) / 2


@given(SEEDS, DIGITS)
@settings(max_examples=20, deadline=None)
def test_turning_scores_or_labels_round_turns_auroc_round(seed, digits):
    case = Case(seed, digits)
    auroc = get_metric("auroc")
    plain = auroc.replicates(binary(case.units, case.gold, case.scores), case.plan, YES)
    scores_turned = auroc.replicates(binary(case.units, case.gold, -case.scores), case.plan, YES)
    labels_turned = auroc.replicates(binary(case.units, 1 - case.gold, case.scores), case.plan, YES)
    assert np.array_equal(scores_turned, labels_turned, equal_nan=True)
    assert np.allclose(scores_turned, 1 - plain, atol=1e-15, rtol=0, equal_nan=True)


@given(SEEDS, DIGITS)
@settings(max_examples=20, deadline=None)
def test_a_monotone_change_of_scores_changes_no_bit(seed, digits):
    case = Case(seed, digits)
    plain = binary(case.units, case.gold, case.scores)
    changed = binary(case.units, case.gold, np.exp(case.scores) * 3 + 1)
    parameters = MetricParameters(positive="yes", specificity=Fraction("0.9"))
    for name in ("auroc", "auprc", "sensitivity_at_specificity"):
        metric = get_metric(name)
        both = metric.replicates_many([plain, changed], case.plan, parameters)
        assert np.array_equal(both[0], both[1], equal_nan=True)


@given(SEEDS, DIGITS)
@settings(max_examples=20, deadline=None)
def test_every_row_twice_gives_the_same_replicates(seed, digits):
    case = Case(seed, digits)
    once = binary(case.units, case.gold, case.scores)
    twice = binary(np.tile(case.units, 2), np.tile(case.gold, 2), np.tile(case.scores, 2))
    for name in ("auroc", "auprc"):
        metric = get_metric(name)
        doubled = metric.replicates(twice, case.plan, YES)
        assert np.allclose(metric.replicates(once, case.plan, YES), doubled, rtol=1e-15, equal_nan=True)


@given(SEEDS, DIGITS)
@settings(max_examples=20, deadline=None)
def test_rows_that_are_not_parsed_lose_every_pair(seed, digits):
    case = Case(seed, digits)
    parsed = case.rng.random(len(case.gold)) < 0.8
    lost = np.where(parsed, case.scores, np.where(case.gold == 1, -1e9, 1e9))
    unread = binary(case.units, case.gold, np.where(parsed, case.scores, np.nan), parsed)
    ours = get_metric("auroc").replicates(unread, case.plan, YES)[0]
    reference = sklearn.metrics.roc_auc_score(case.gold, lost, sample_weight=case.weights)
    assert ours == pytest.approx(reference, abs=1e-12)
    ours = get_metric("auprc").replicates(unread, case.plan, YES)[0]
    reference = sklearn.metrics.average_precision_score(case.gold, lost, sample_weight=case.weights)
    assert ours == pytest.approx(reference, abs=1e-12)
    times = np.round(case.rng.exponential(2, len(case.gold)), 1)
    model = survival(case.units, times, case.gold, np.where(parsed, case.scores, np.nan), parsed)
    earlier = (times[:, None] < times) | ((times[:, None] == times) & (case.gold[:, None] > case.gold))
    pairs = earlier & (case.gold[:, None] == 1)
    won = (case.scores[:, None] > case.scores) + 0.5 * (case.scores[:, None] == case.scores)
    won = np.where(parsed[:, None] & parsed, won, 0)
    assert get_metric("c_index").evaluate(model) == pytest.approx((won * pairs).sum() / pairs.sum(), abs=1e-14)


def test_a_replicate_of_one_class_is_undefined_for_all_models_and_as_often_as_it_should():
    n_units = 10
    gold = np.zeros(n_units, int)
    gold[3] = 1
    units = np.arange(n_units)
    models = [binary(units, gold, scores) for scores in (units, -units, np.zeros(n_units))]
    plan = ResamplingPlan(key=8, n_units=n_units, n_replicates=4_000)
    for name in ("auroc", "auprc"):
        undefined = np.isnan(get_metric(name).replicates_many(models, plan, YES))
        assert np.array_equal(undefined[0], undefined[1])
        assert np.array_equal(undefined[0], undefined[2])
        assert undefined[0].mean() == pytest.approx((1 - 1 / n_units) ** n_units, abs=0.03)


def test_only_positives_or_no_comparable_pair_is_undefined():
    plan = ExplicitCounts(matrix=np.array([[2, 0], [1, 1]], np.uint8))
    ones = binary("12", [1, 0], [1, 0])
    assert np.isnan(get_metric("auroc").replicates(ones, plan, YES)).tolist() == [True, False]
    censored = survival("12", [1, 2], [True, False], [2, 1])
    assert np.isnan(get_metric("c_index").replicates(censored, plan)).tolist() == [True, False]


def test_a_probability_of_the_positive_label_serves_as_its_score():
    observations = binary("1234", [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    of_yes = observations.scores
    probabilities = np.stack([1 - of_yes, of_yes], axis=1)
    same = Observations(key=observations.key, parsed=observations.parsed, probabilities=probabilities)
    assert get_metric("auroc").evaluate(same, YES) == get_metric("auroc").evaluate(observations, YES)
