"""Means and ratios of sums: equal to scikit-learn and jiwer under integer weights."""

from __future__ import annotations

import math

import jiwer
import numpy as np
import pytest
import sklearn.metrics
from hypothesis import given, settings
from hypothesis import strategies as st

from benchtoward.core.metrics import AnswerKey, MetricParameters, Observations, count_edits, get_metric
from benchtoward.core.metrics.portable_logarithm import portable_log
from benchtoward.core.statistics import ResamplingPlan, Units

SEEDS = st.integers(0, 2**32 - 1)
LABELS = ("a", "b", "c")
CAP = MetricParameters(error_cap=50.0)
CLIP = MetricParameters(clip=1e-6)


class Case:
    """Rows of some units, and the rows that the first replicate of a plan draws."""

    def __init__(self, seed, *, n_units=8, n_rows=40):
        self.rng = np.random.default_rng(seed)
        self.n_rows = n_rows
        codes = np.concatenate([np.arange(n_units), self.rng.integers(0, n_units, n_rows - n_units)])
        self.units = Units.of([f"unit {code}" for code in codes])
        self.plan = ResamplingPlan(key=seed, n_units=n_units, n_replicates=3)
        self.weights = self.plan.counts(0, 3)[0][self.units.codes].astype(int)
        self.drawn = np.repeat(np.arange(n_rows), self.weights)
        self.parsed = np.ones(n_rows, bool)

    def key(self, **gold):
        return AnswerKey(item_ids=[f"item {row}" for row in range(self.n_rows)], units=self.units, **gold)

    def first_replicate(self, metric, parameters=None, *, key, **answers):
        observations = Observations(key=key, parsed=self.parsed, **answers)
        return get_metric(metric).replicates(observations, self.plan, parameters or MetricParameters())[0]


@given(SEEDS)
@settings(max_examples=40, deadline=None)
def test_accuracy_is_sklearns(seed):
    case = Case(seed)
    gold, predicted = case.rng.integers(0, 3, (2, case.n_rows))
    ours = case.first_replicate("accuracy", key=case.key(labels=LABELS, gold=gold), predicted=predicted)
    drawn = sklearn.metrics.accuracy_score(gold[case.drawn], predicted[case.drawn])
    weighted = sklearn.metrics.accuracy_score(gold, predicted, sample_weight=case.weights)
    assert abs(ours - drawn) <= 1e-14
    assert abs(ours - weighted) <= 1e-12


@given(SEEDS)
@settings(max_examples=40, deadline=None)
def test_errors_of_numbers_are_sklearns(seed):
    case = Case(seed)
    # Far from the cap, which scikit-learn does not know.
    right, answered = case.rng.normal(0, 5, (2, case.n_rows)).clip(-20, 20)
    key = case.key(numbers=right)
    for metric, reference in (
        ("mae", sklearn.metrics.mean_absolute_error),
        ("mse", sklearn.metrics.mean_squared_error),
        ("rmse", sklearn.metrics.root_mean_squared_error),
    ):
        ours = case.first_replicate(metric, CAP, key=key, numbers=answered)
        assert ours == pytest.approx(reference(right[case.drawn], answered[case.drawn]), rel=1e-14)
        assert ours == pytest.approx(reference(right, answered, sample_weight=case.weights), rel=1e-14)


@given(SEEDS)
@settings(max_examples=40, deadline=None)
def test_scores_of_probabilities_are_sklearns(seed):
    case = Case(seed)
    gold = case.rng.integers(0, 3, case.n_rows)
    probabilities = case.rng.dirichlet(np.ones(3), case.n_rows)
    key = case.key(labels=LABELS, gold=gold)
    log_loss = case.first_replicate("log_loss", CLIP, key=key, probabilities=probabilities)
    clipped = np.clip(probabilities[np.arange(case.n_rows), gold], 1e-6, 1)
    assert log_loss == pytest.approx(np.average(-np.log(clipped), weights=case.weights), rel=1e-14)
    if probabilities.min() > 1e-6:
        reference = sklearn.metrics.log_loss(
            gold, probabilities, sample_weight=case.weights, labels=[0, 1, 2], normalize=True
        )
        assert log_loss == pytest.approx(reference, rel=1e-14)
    brier = case.first_replicate("brier", key=key, probabilities=probabilities)
    reference = sklearn.metrics.brier_score_loss(
        gold, probabilities, sample_weight=case.weights, labels=[0, 1, 2], scale_by_half=False
    )
    assert brier == pytest.approx(reference, rel=1e-14)


@given(SEEDS)
@settings(max_examples=20, deadline=None)
def test_binary_brier_is_the_mean_squared_error_of_the_probability(seed):
    case = Case(seed)
    gold = case.rng.integers(0, 2, case.n_rows)
    of_yes = case.rng.random(case.n_rows)
    probabilities = np.stack([1 - of_yes, of_yes], axis=1)
    key = case.key(labels=("no", "yes"), gold=gold)
    parameters = MetricParameters(positive="yes")
    ours = case.first_replicate("brier", parameters, key=key, probabilities=probabilities)
    reference = sklearn.metrics.brier_score_loss(gold, of_yes, sample_weight=case.weights)
    assert ours == pytest.approx(reference, rel=1e-14)
    numbers = case.key(numbers=gold.astype(float))
    assert ours == pytest.approx(case.first_replicate("mse", CAP, key=numbers, numbers=of_yes), rel=1e-14)


def test_rmse_squared_is_mse():
    case = Case(1)
    key = case.key(numbers=case.rng.normal(size=case.n_rows))
    answered = case.rng.normal(size=case.n_rows)
    rmse = case.first_replicate("rmse", CAP, key=key, numbers=answered)
    mse = case.first_replicate("mse", CAP, key=key, numbers=answered)
    assert rmse**2 == pytest.approx(mse, rel=1e-15)


WORDS = st.lists(st.sampled_from(["ah", "bee", "sea", "dee"]), max_size=12)


@given(st.lists(st.tuples(WORDS.filter(bool), WORDS), min_size=1, max_size=6))
@settings(max_examples=60, deadline=None)
def test_word_and_character_error_rates_are_jiwers(pairs):
    references = [" ".join(reference) for reference, _ in pairs]
    hypotheses = [" ".join(hypothesis) for _, hypothesis in pairs]
    key = AnswerKey(
        item_ids=[str(row) for row in range(len(pairs))],
        units=Units.of(["one"] * len(pairs)),
        n_words=np.array([len(reference) for reference, _ in pairs]),
        n_characters=np.array([len(reference) for reference in references]),
    )
    observations = Observations(
        key=key,
        parsed=np.ones(len(pairs), bool),
        word_errors=np.array([count_edits(reference, hypothesis) for reference, hypothesis in pairs]),
        character_errors=np.array([count_edits(*texts) for texts in zip(references, hypotheses, strict=True)]),
    )
    assert get_metric("wer").evaluate(observations) == pytest.approx(jiwer.wer(references, hypotheses), rel=1e-15)
    assert get_metric("cer").evaluate(observations) == pytest.approx(jiwer.cer(references, hypotheses), rel=1e-15)


@given(st.text("abc", max_size=70), st.text("abc", max_size=70))
@settings(max_examples=100, deadline=None)
def test_edits_are_those_of_levenshteins_table(reference, hypothesis):
    row = list(range(len(hypothesis) + 1))
    for place, letter in enumerate(reference, start=1):
        last, row[0] = row[0], place
        for column, other in enumerate(hypothesis, start=1):
            last, row[column] = (
                row[column],
                min(last + (letter != other), row[column] + 1, row[column - 1] + 1),
            )
    assert count_edits(reference, hypothesis) == row[-1]


def test_word_error_rate_is_no_mean_of_ratios():
    key = AnswerKey(item_ids=["long", "short"], units=Units.of(["1", "2"]), n_words=np.array([9, 1]))
    observations = Observations(key=key, parsed=np.ones(2, bool), word_errors=np.array([0, 1]))
    assert get_metric("wer").evaluate(observations) == 0.1


def test_points_weigh_items_by_what_they_can_earn():
    key = AnswerKey(item_ids=["1", "2"], units=Units.of(["1", "2"]), possible_points=np.array([3.0, 1.0]))
    observations = Observations(key=key, parsed=np.ones(2, bool), points=np.array([1.5, 1.0]))
    assert get_metric("points").evaluate(observations) == 0.625


def test_tolerance_includes_its_limits():
    key = AnswerKey(item_ids=list("1234"), units=Units.of(list("1234")), lower=np.full(4, 1.9), upper=np.full(4, 2.1))
    numbers = np.array([1.9, 2.1, np.nextafter(2.1, 3), 1.0])
    observations = Observations(key=key, parsed=np.ones(4, bool), numbers=numbers)
    assert get_metric("within_tolerance").evaluate(observations) == 0.5


def test_answers_that_are_not_parsed_count_as_the_worst():
    units = Units.of(["1", "2"])
    ids, unread = ["1", "2"], np.array([True, False])
    key = AnswerKey(
        item_ids=ids,
        units=units,
        labels=LABELS,
        gold=np.array([0, 1]),
        numbers=np.zeros(2),
        lower=np.zeros(2),
        upper=np.zeros(2),
        possible_points=np.ones(2),
        n_words=np.array([4, 6]),
        n_elements=np.array([2, 0]),
    )
    nan = math.nan
    observations = Observations(
        key=key,
        parsed=unread,
        predicted=np.array([0, 99]),
        numbers=np.array([0.0, nan]),
        points=np.array([1.0, nan]),
        probabilities=np.array([[1.0, 0.0, 0.0], [nan] * 3]),
        word_errors=np.array([0, -1]),
        n_predicted=np.array([2, -5]),
        n_common=np.array([2, 7]),
    )
    cap = MetricParameters(error_cap=8.0, clip=0.25, positive="b")
    expected = {
        "accuracy": 1 / 2,
        "within_tolerance": 1 / 2,
        "points": 1 / 2,
        "exact_match": 1 / 2,
        "mae": 8 / 2,
        "mse": 64 / 2,
        "rmse": math.sqrt(64 / 2),
        "brier": 1 / 2,
        "log_loss": -math.log(0.25) / 2,
        "wer": 6 / 10,
        "per_case_f1": 1 / 2,
        "set_f1": 2 * 2 / (2 + 2 + 1),
        "ece": 1 / 2,
    }
    values = {name: get_metric(name).evaluate(observations, cap) for name in expected}
    assert values == pytest.approx(expected, rel=1e-12)
    both_classes = get_metric("brier").evaluate(observations, MetricParameters())
    assert both_classes == 1.0


def test_errors_above_the_cap_count_as_the_cap():
    key = AnswerKey(item_ids=["1", "2"], units=Units.of(["1", "2"]), numbers=np.array([-1e308, 0.0]))
    observations = Observations(key=key, parsed=np.ones(2, bool), numbers=np.array([1e308, 1.0]))
    assert get_metric("mae").evaluate(observations, MetricParameters(error_cap=3.0)) == 2.0


@pytest.mark.parametrize("power", [-300, -20, -1, 0, 1, 30])
def test_portable_logarithm_is_the_logarithm(power):
    values = np.random.default_rng(power + 400).uniform(0.5, 1.5, 2000) * 2.0**power
    reference = np.array([math.log(value) for value in values])
    assert np.all(np.abs(portable_log(values) - reference) <= 1e-15 * np.maximum(np.abs(reference), 0.3))


def test_row_scores_are_each_rows_part():
    key = AnswerKey(item_ids=["1", "2", "3"], units=Units.of(["1", "1", "2"]), labels=LABELS, gold=np.arange(3))
    observations = Observations(key=key, parsed=np.array([True, True, False]), predicted=np.array([0, 0, 2]))
    assert get_metric("accuracy").row_scores(observations).tolist() == [1.0, 0.0, 0.0]
    assert get_metric("macro_f1").row_scores(observations) is None
    assert get_metric("accuracy").unit_sums(observations).tolist() == [[1.0, 2.0], [0.0, 1.0]]
