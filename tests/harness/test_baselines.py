from __future__ import annotations

import statistics
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.toy import table

from benchtoward.core.errors import ModelFileError
from benchtoward.core.spec import Task
from benchtoward.harness import baselines
from benchtoward.harness.predictors import Answer, LabelledRow, PredictionTask, Predictor, Row
from benchtoward.harness.words import numbers_in, words_in

CHOICE = PredictionTask(
    task=Task.MULTIPLE_CHOICE,
    columns=("question", "options"),
    classes=(),
    option_labels=("A", "B", "C", "D"),
    options_column="options",
)
CLASSES = PredictionTask(
    task=Task.CLASSIFICATION,
    columns=("text",),
    classes=("no", "yes", "maybe"),
    option_labels=(),
    options_column="",
)
NUMBER = PredictionTask(
    task=Task.NUMERIC_ANSWER, columns=("question", "series"), classes=(), option_labels=(), options_column=""
)
VALUE = PredictionTask(task=Task.REGRESSION, columns=("series",), classes=(), option_labels=(), options_column="")


def learned(*targets: object) -> list[LabelledRow]:
    return [LabelledRow(visible={}, target=target) for target in targets]


def answers(
    predictor: Predictor, rows: list[Row], training: list[LabelledRow] | None = None, seed: int = 1
) -> list[Answer]:
    predictor.fit(training, seed)
    return list(predictor.predict(rows))


def said(predictor: Predictor, rows: list[Row], training: list[LabelledRow] | None = None, seed: int = 1) -> list[str]:
    return [answer.prediction for answer in answers(predictor, rows, training, seed)]


def question(number: int, n_options: int = 4) -> Row:
    return {"question": f"Question {number}?", "options": [f"option {n}" for n in range(n_options)]}


def test_majority_is_the_first_option_without_training_and_the_commonest_answer_with_it():
    assert said(baselines.majority(CHOICE), [question(1), question(2)]) == ["A", "A"]
    assert said(baselines.majority(CHOICE), [question(1)], learned("C", "B", "C")) == ["C"]
    assert said(baselines.majority(CHOICE), [question(1)], learned("D", "B")) == ["B"]
    assert said(baselines.majority(CLASSES), [{}], learned("yes", "maybe", "maybe", "yes")) == ["yes"]
    assert said(baselines.majority(NUMBER), [{}], learned("7", "5", "5")) == ["5"]


def test_majority_never_answers_an_option_that_an_item_does_not_have():
    assert said(baselines.majority(CHOICE), [question(1, 2)], learned("D", "D", "B")) == ["B"]
    assert said(baselines.majority(CHOICE), [question(1, 2)], learned("D")) == ["A"]


def test_random_is_the_same_each_time_whatever_stands_around():
    rows = [question(number) for number in range(50)]
    whole = said(baselines.random(CHOICE), rows)
    assert said(baselines.random(CHOICE), rows[::-1]) == whole[::-1]
    assert [said(baselines.random(CHOICE), [row])[0] for row in rows] == whole
    assert said(baselines.random(CHOICE), rows, seed=2) != whole
    assert whole[:8] == GOLDEN_GUESSES


GOLDEN_GUESSES = list("DBDDDDBC")


def test_random_gives_every_option_the_same_chance():
    counts = Counter(said(baselines.random(CHOICE), [question(number) for number in range(4000)]))
    assert sum((counts[label] - 1000) ** 2 / 1000 for label in "ABCD") < 16.3  # chi-squared, 3 df, p = 0.001
    assert set(said(baselines.random(CHOICE), [question(number, 2) for number in range(50)])) == {"A", "B"}


def test_random_probabilities_are_even_over_all_possible_ones():
    found = answers(baselines.random(CLASSES), [{"text": str(number)} for number in range(2000)])
    first = [answer.probabilities[0] for answer in found]
    assert abs(statistics.mean(first) - 1 / 3) < 0.02
    assert abs(statistics.variance(first) - 1 / 18) < 0.006  # Dirichlet(1, 1, 1): variance 2 / (9 · 4)
    assert all(abs(sum(answer.probabilities) - 1) < 1e-6 for answer in found)
    assert all(
        answer.probabilities[CLASSES.classes.index(answer.prediction)] == max(answer.probabilities) for answer in found
    )


def test_random_numbers_come_from_training_or_else_from_the_question():
    row: Row = {"question": "Sodium 140, chloride 1,002.5 and −3?", "series": None}
    assert set(said(baselines.random(NUMBER), [row | {"n": n} for n in range(50)])) == {"140", "1002.5", "-3"}
    assert said(baselines.random(NUMBER), [row], learned("8")) == ["8"]
    assert said(baselines.random(NUMBER), [{"question": "none"}]) == ["0"]


def test_prevalence_gives_the_shares_of_the_classes():
    (answer,) = answers(baselines.prevalence(CLASSES), [{}], learned("yes", "no", "yes", "yes"))
    assert answer == Answer(prediction="yes", probabilities=(0.25, 0.75, 0.0))


def test_mean_is_the_mean():
    assert said(baselines.mean(VALUE), [{}, {}], learned("1", 2, 4.5)) == ["2.5", "2.5"]


def test_last_value_is_the_last_number_of_the_question_or_of_a_column():
    row: Row = {"question": "K 3.9 then 4.2 mmol/L", "series": [1, 2.5, None]}
    assert said(baselines.last_value(NUMBER, column="question"), [row]) == ["4.2"]
    assert said(baselines.last_value(NUMBER), [row]) == ["2.5"]
    assert said(baselines.last_value(VALUE), [{"series": []}]) == ["0"]
    with pytest.raises(ModelFileError, match="no_such"):
        baselines.last_value(VALUE, column="no_such")


def test_word_overlap_picks_the_option_with_most_words_of_the_question():
    row: Row = {
        "question": "Which ORGAN makes insulin: pancreas?",
        "options": ["the liver", "the Pancreas organ", "skin"],
    }
    assert said(baselines.word_overlap(CHOICE), [row]) == ["B"]
    assert said(baselines.word_overlap(CHOICE), [question(7)]) == ["A"]
    assert said(baselines.word_overlap(CLASSES), [{"text": "Yes, maybe."}, {"text": "?"}]) == ["yes", "no"]


@pytest.mark.parametrize(
    ("make", "task"),
    [
        (baselines.prevalence, CHOICE),
        (baselines.mean, CLASSES),
        (baselines.last_value, CHOICE),
        (baselines.word_overlap, NUMBER),
    ],
)
def test_a_baseline_that_has_no_meaning_here_is_refused(make, task: PredictionTask):
    with pytest.raises(ModelFileError, match=task.task.value):
        make(task)


@pytest.mark.parametrize(
    ("make", "task"),
    [(baselines.prevalence, CLASSES), (baselines.mean, VALUE), (baselines.majority, CLASSES)],
)
def test_what_must_learn_says_that_training_rows_are_missing(make, task: PredictionTask):
    with pytest.raises(ModelFileError, match="no training rows"):
        make(task).fit(None, 1)


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["question", "options", "text"]),
            st.none() | st.text() | st.lists(st.text(), min_size=1, max_size=4),
        ),
        max_size=5,
    )
)
def test_every_row_gets_an_answer_that_it_can_have(rows: list[dict]):
    rows = [{**row, "options": ["x", "y", "z"]} for row in rows]
    for make in (baselines.majority, baselines.random, baselines.word_overlap):
        assert set(said(make(CHOICE), rows)) <= {"A", "B", "C"}
    for make in (baselines.random, baselines.last_value):
        assert all(float(text) is not None for text in said(make(NUMBER), rows))


def test_numbers_and_words_are_read_plainly():
    assert numbers_in("BP 120/80, 1,234.5 mL, -4 °C, q2h, 3.14.") == ["120", "80", "1234.5", "-4", "3.14"]
    assert words_in("혈당 5.5 mmol/L, Blood-GLUCOSE") == {"혈당", "5.5", "mmol", "l", "blood", "glucose"}
    assert len(table()) == 8
