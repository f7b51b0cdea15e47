"""Metrics of labels and sets: equal to scikit-learn under integer weights."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import sklearn.metrics
from hypothesis import given, settings
from hypothesis import strategies as st

from benchtoward.core.metrics import AnswerKey, MetricParameters, Observations, Repeats, get_metric
from benchtoward.core.statistics import ResamplingPlan, Units

LABELS = ("a", "b", "c", "d")
B = MetricParameters(positive="b")
SEEDS = st.integers(0, 2**32 - 1)
UNREAD = 99


class Case:
    """Labels of some rows, among them rare ones and answers that are not parsed, and a drawn replicate."""

    def __init__(self, seed, *, share_parsed=0.9):
        rng = np.random.default_rng(seed)
        n_units, n_rows = 9, 40
        codes = np.concatenate([np.arange(n_units), rng.integers(0, n_units, n_rows - n_units)])
        self.gold = rng.choice(4, n_rows, p=[0.5, 0.4, 0.08, 0.02])
        predicted = np.where(rng.random(n_rows) < 0.5, self.gold, rng.choice(4, n_rows, p=[0.5, 0.3, 0.2, 0]))
        parsed = rng.random(n_rows) < share_parsed
        self.key = AnswerKey(
            item_ids=[str(row) for row in range(n_rows)],
            units=Units.of([str(code) for code in codes]),
            labels=LABELS,
            gold=self.gold,
        )
        self.observations = Observations(key=self.key, parsed=parsed, predicted=predicted)
        self.predicted = np.where(parsed, predicted, UNREAD)
        self.plan = ResamplingPlan(key=seed, n_units=n_units, n_replicates=2)
        self.weights = self.plan.counts(0, 2)[0][self.key.units.codes].astype(int)
        self.drawn = np.repeat(np.arange(n_rows), self.weights)

    def assert_equals(self, metric, reference, parameters=None):
        ours = get_metric(metric).replicates(self.observations, self.plan, parameters or MetricParameters())[0]
        assert abs(ours - reference(self.gold[self.drawn], self.predicted[self.drawn])) <= 1e-14
        assert abs(ours - reference(self.gold, self.predicted, sample_weight=self.weights)) <= 1e-12


@given(SEEDS, st.sampled_from(["macro", "micro", "weighted"]))
@settings(max_examples=60, deadline=None)
def test_f1_is_sklearns_with_fixed_labels_and_absent_labels_left_out(seed, average):
    def reference(gold, predicted, sample_weight=None):
        return sklearn.metrics.f1_score(
            gold,
            predicted,
            labels=[0, 1, 2, 3],
            average=average,
            zero_division=np.nan,
            sample_weight=sample_weight,
        )

    Case(seed).assert_equals(f"{average}_f1", reference)


@given(SEEDS)
@settings(max_examples=30, deadline=None)
def test_micro_f1_is_accuracy_where_all_is_parsed(seed):
    Case(seed, share_parsed=1.0).assert_equals("micro_f1", sklearn.metrics.accuracy_score)


@given(SEEDS)
@settings(max_examples=30, deadline=None)
def test_balanced_accuracy_is_sklearns(seed):
    def reference(gold, predicted, sample_weight=None):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # y_pred has labels that y_true has not
            return sklearn.metrics.balanced_accuracy_score(gold, predicted, sample_weight=sample_weight)

    Case(seed).assert_equals("balanced_accuracy", reference)


@given(SEEDS)
@settings(max_examples=40, deadline=None)
def test_mcc_is_sklearns(seed):
    Case(seed).assert_equals("mcc", sklearn.metrics.matthews_corrcoef)


@given(SEEDS)
@settings(max_examples=30, deadline=None)
def test_sensitivity_and_specificity_are_recalls_of_one_label_and_of_the_others(seed):
    def sensitivity(gold, predicted, sample_weight=None):
        return sklearn.metrics.recall_score(gold == 1, predicted == 1, sample_weight=sample_weight)

    def specificity(gold, predicted, sample_weight=None):
        denied = (predicted != 1) & (predicted != UNREAD)
        return sklearn.metrics.recall_score(gold != 1, denied, sample_weight=sample_weight)

    Case(seed).assert_equals("sensitivity", sensitivity, B)
    Case(seed).assert_equals("specificity", specificity, B)


@pytest.mark.parametrize(
    ("metric", "gold"), [("mcc", [1, 1, 1]), ("sensitivity", [0, 0, 2]), ("specificity", [1, 1, 1])]
)
def test_undefined_depends_on_gold_labels_alone(metric, gold):
    key = AnswerKey(item_ids=list("123"), units=Units.of(list("112")), labels=LABELS, gold=np.array(gold))
    plan = ResamplingPlan(key=1, n_units=2, n_replicates=20)
    for predicted in ([0, 0, 0], [0, 1, 2], gold):
        model = Observations(key=key, parsed=np.ones(3, bool), predicted=np.array(predicted))
        assert np.isnan(get_metric(metric).replicates(model, plan, B)).all()


def test_mcc_of_a_constant_answer_is_0_and_not_undefined():
    key = AnswerKey(item_ids=list("123"), units=Units.of(list("112")), labels=LABELS, gold=np.array([0, 1, 1]))
    constant = Observations(key=key, parsed=np.ones(3, bool), predicted=np.ones(3, int))
    assert get_metric("mcc").evaluate(constant) == 0.0
    nothing = Observations(key=key, parsed=np.zeros(3, bool), predicted=np.ones(3, int))
    assert get_metric("mcc").evaluate(nothing) == 0.0


@given(SEEDS)
@settings(max_examples=30, deadline=None)
def test_f1_of_sets_is_sklearns(seed):
    rng = np.random.default_rng(seed)
    gold, answered = rng.random((2, 12, 6)) < 0.3
    gold[0, 0] = True
    weights = rng.integers(1, 4, 12)
    key = AnswerKey(
        item_ids=[str(row) for row in range(weights.sum())],
        units=Units.of(["all"] * weights.sum()),
        n_elements=np.repeat(gold.sum(axis=1), weights),
    )
    observations = Observations(
        key=key,
        parsed=np.ones(weights.sum(), bool),
        n_predicted=np.repeat(answered.sum(axis=1), weights),
        n_common=np.repeat((gold & answered).sum(axis=1), weights),
    )
    for metric, average in (("set_f1", "micro"), ("per_case_f1", "samples")):
        reference = sklearn.metrics.f1_score(gold, answered, average=average, sample_weight=weights, zero_division=1.0)
        assert get_metric(metric).evaluate(observations) == pytest.approx(reference, abs=1e-12)
    exact = sklearn.metrics.accuracy_score(gold, answered, sample_weight=weights)
    assert get_metric("exact_match").evaluate(observations) == pytest.approx(exact, abs=1e-14)


def test_repeats_are_pooled_or_averaged_as_asked():
    rng = np.random.default_rng(5)
    n_items, n_repeats = 30, 3
    items, repeats = np.divmod(np.arange(n_items * n_repeats), n_repeats)
    gold = rng.integers(0, 4, n_items)[items]
    predicted = np.where(rng.random(len(items)) < 0.6, gold, rng.integers(0, 4, len(items)))
    key = AnswerKey(
        item_ids=[str(item) for item in items],
        units=Units.of([str(item // 2) for item in items]),
        repeats=repeats,
        labels=LABELS,
        gold=gold,
    )
    observations = Observations(key=key, parsed=np.ones(len(items), bool), predicted=predicted)
    plan = ResamplingPlan(key=3, n_units=15, n_replicates=6)
    weights = plan.counts(0, 6)[:, key.units.codes]
    metric = get_metric("macro_f1")

    def f1(rows, sample_weight):
        return sklearn.metrics.f1_score(
            gold[rows],
            predicted[rows],
            labels=[0, 1, 2, 3],
            average="macro",
            zero_division=np.nan,
            sample_weight=sample_weight[rows],
        )

    pooled = [f1(slice(None), weight) for weight in weights]
    averaged = [np.mean([f1(repeats == repeat, weight) for repeat in range(3)]) for weight in weights]
    assert metric.replicates(observations, plan) == pytest.approx(pooled, abs=1e-12)
    parameters = MetricParameters(repeats=Repeats.AVERAGED)
    assert metric.replicates(observations, plan, parameters) == pytest.approx(averaged, abs=1e-12)
    ones = np.ones(len(items))
    mean = np.mean([f1(repeats == repeat, ones) for repeat in range(3)])
    assert metric.evaluate(observations, parameters) == pytest.approx(mean, abs=1e-14)
