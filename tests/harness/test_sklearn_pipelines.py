from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from benchtoward.core.errors import ModelFileError
from benchtoward.core.spec import Task
from benchtoward.harness.predictors import Answer, LabelledRow, PredictionTask, Predictor, Row
from benchtoward.harness.sklearn_pipelines import gradient_boosting, logistic_regression

BINARY = PredictionTask(
    task=Task.CLASSIFICATION,
    columns=("age", "bp", "sex", "on_drug"),
    classes=("died", "alive"),
    option_labels=(),
    options_column="",
)
NUMBER = PredictionTask(task=Task.REGRESSION, columns=("age", "sex"), classes=(), option_labels=(), options_column="")


def rows(n: int, seed: int = 0) -> list[Row]:
    draws = np.random.default_rng(seed)
    return [
        {
            "age": float(draws.integers(20, 90)) if draws.random() > 0.1 else None,
            "bp": int(draws.integers(80, 180)),
            "sex": ["f", "m", None][int(draws.integers(3))],
            "on_drug": bool(draws.integers(2)),
        }
        for _ in range(n)
    ]


def labelled(n: int) -> list[LabelledRow]:
    draws = np.random.default_rng(1)
    found = rows(n)
    risk = [((row["age"] or 55) - 55) / 10 + (row["sex"] == "m") for row in found]
    died = [draws.random() < 1 / (1 + math.exp(-value)) for value in risk]
    return [LabelledRow(visible=row, target="died" if dies else "alive") for row, dies in zip(found, died, strict=True)]


def answers(predictor: Predictor, asked: list[Row], training: list[LabelledRow], seed: int = 1) -> list[Answer]:
    predictor.fit(training, seed)
    return list(predictor.predict(asked))


@pytest.mark.parametrize("make", [logistic_regression, gradient_boosting])
def test_a_pipeline_gives_the_same_answers_every_time_and_in_any_batch(make):
    training, asked = labelled(300), rows(15, seed=9)
    whole = answers(make(BINARY), asked, training)
    assert answers(make(BINARY), asked, training) == whole
    predictor = make(BINARY)
    predictor.fit(training, 1)
    assert [answer for row in asked for answer in predictor.predict([row])] == whole


@pytest.mark.parametrize("make", [logistic_regression, gradient_boosting])
def test_probabilities_are_in_the_order_of_the_tasks_classes_and_follow_the_risk(make):
    low: Row = {"age": 25.0, "bp": 120, "sex": "f", "on_drug": False}
    high: Row = {"age": 85.0, "bp": 120, "sex": "m", "on_drug": False}
    found = answers(make(BINARY), [low, high], labelled(600))
    assert [answer.prediction for answer in found] == ["alive", "died"]
    assert found[1].probabilities[0] > 0.7 > 0.3 > found[0].probabilities[0]
    assert all(abs(sum(answer.probabilities) - 1) < 1e-6 for answer in found)


def test_logistic_regression_is_scikit_learns_on_imputed_and_scaled_columns():
    training = labelled(200)
    ages = np.array([np.nan if row.visible["age"] is None else row.visible["age"] for row in training])
    filled = np.where(np.isnan(ages), np.nanmedian(ages), ages)
    scaled = ((filled - filled.mean()) / filled.std())[:, np.newaxis]
    oracle = LogisticRegression(C=1.0, tol=1e-12, max_iter=10_000).fit(scaled, [row.target for row in training])
    found = answers(logistic_regression(BINARY, columns=["age"]), [row.visible for row in training], training)
    expected = oracle.predict_proba(scaled)[:, list(oracle.classes_).index("died")]
    assert np.allclose([answer.probabilities[0] for answer in found], expected, atol=1e-6)


def test_values_that_training_never_had_get_an_answer_too():
    asked: list[Row] = [{"age": None, "bp": None, "sex": "x", "on_drug": None}, {}]
    for make in (logistic_regression, gradient_boosting):
        assert len(answers(make(BINARY), asked, labelled(200))) == 2


def test_a_class_that_training_never_had_gets_nothing():
    three = PredictionTask(
        task=Task.CLASSIFICATION,
        columns=BINARY.columns,
        classes=("other", *BINARY.classes),
        option_labels=(),
        options_column="",
    )
    (answer,) = answers(logistic_regression(three), rows(1), labelled(100))
    assert answer.probabilities[0] == 0.0
    assert len(answer.probabilities) == 3


def test_boosting_predicts_numbers_too():
    training = [LabelledRow(visible={"age": n, "sex": "f"}, target=str(2 * n)) for n in range(200)]
    found = answers(gradient_boosting(NUMBER), [{"age": 50, "sex": "f"}, {"age": 150, "sex": "f"}], training)
    assert [float(answer.prediction) for answer in found] == pytest.approx([100, 300], abs=30)


def test_wrong_tasks_columns_and_missing_training_are_refused():
    with pytest.raises(ModelFileError, match="regression"):
        logistic_regression(NUMBER)
    with pytest.raises(ModelFileError, match="weight"):
        gradient_boosting(BINARY, columns=["weight"])
    with pytest.raises(ModelFileError, match="no training rows"):
        logistic_regression(BINARY).fit(None, 1)


def test_the_packages_that_answers_depend_on_are_named():
    assert "scikit-learn" in logistic_regression(BINARY).packages
