from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import brier_score_loss, f1_score, roc_auc_score
from tests.toy import ROWS, document, spec, table

from benchtoward.core.errors import ItemsError, PredictionsError, UndefinedMetricError
from benchtoward.core.items import item_table
from benchtoward.core.results import Prediction, PredictionStatus
from benchtoward.core.scoring import resampling_plan, score
from benchtoward.core.spec_parsing import parse_spec

WRONG = {"A": "B", "B": "C", "C": "D", "D": "A"}


def answers(letters: dict[str, str | None], n_repeats: int = 1) -> list[Prediction]:
    return [
        Prediction(item_id=item, repeat=repeat, status=PredictionStatus.PARSED, prediction=letter)
        if letter
        else Prediction(item_id=item, repeat=repeat, status=PredictionStatus.UNPARSED, reason="no_answer")
        for item, letter in letters.items()
        for repeat in range(n_repeats)
    ]


def gold(n_wrong: int = 0) -> dict[str, str | None]:
    return {row["id"]: WRONG[row["gold"]] if place < n_wrong else row["gold"] for place, row in enumerate(ROWS)}


def risk_spec(**metrics: object):
    changed = document(
        task="classification",
        classes={"names": ["0", "1"], "positive": "1"},
        metrics={"primary": "auroc", "also": ["brier"], **metrics},
        items__target="event",
        items__visible=["question"],
    )
    for key in ("prompt", "decoding", "extraction"):
        del changed["definition"][key]
    return parse_spec(changed)


def risks(n: int = 60) -> tuple[list[dict], list[Prediction]]:
    generator = np.random.default_rng(7)
    rows, predictions = [], []
    for number in range(n):
        risk = round(float(generator.uniform()), 2)
        event = int(generator.uniform() < risk)
        rows.append(ROWS[0] | {"id": f"r{number:03}", "patient": f"p{number // 2}", "event": event})
        predictions.append(
            Prediction(item_id=f"r{number:03}", status=PredictionStatus.PARSED, probabilities=(1 - risk, risk))
        )
    return rows, predictions


def test_unparsed_failed_and_missing_answers_count_as_wrong():
    letters = gold() | {"q0": None}
    scores = score(spec(), table(), answers(letters)).scores
    assert scores.metric("accuracy").value == 7 / 8
    assert scores.counts.parse_rate == 7 / 8


def test_macro_f1_equals_scikit_learn():
    letters = gold(n_wrong=3)
    scores = score(spec(), table(), answers(letters)).scores
    truth = [row["gold"] for row in ROWS]
    expected = f1_score(truth, [letters[row["id"]] for row in ROWS], average="macro")
    assert scores.metric("macro_f1").value == pytest.approx(expected, abs=1e-15)


def test_auroc_and_brier_equal_scikit_learn_and_use_the_positive_class():
    rows, predictions = risks()
    chosen = risk_spec()
    scores = score(chosen, item_table(chosen, rows), predictions).scores
    truth = [row["event"] for row in rows]
    risk = [prediction.probabilities[1] for prediction in predictions]
    assert scores.metric("auroc").value == pytest.approx(roc_auc_score(truth, risk), abs=1e-15)
    assert scores.metric("brier").value == pytest.approx(brier_score_loss(truth, risk), abs=1e-12)


def test_items_of_one_unit_move_together_in_the_replicates():
    """Replicate b is the share of right answers among the units that the plan draws."""
    letters = gold(n_wrong=3)
    scored = score(spec(), table(), answers(letters))
    plan = resampling_plan(spec(), "accuracy", 4)
    right_by_unit = np.array([0, 1, 2, 2])
    expected = plan.counts(0, 9_999) @ right_by_unit / 8
    np.testing.assert_array_equal(scored.replicates, expected)


def test_repeats_of_an_item_move_with_their_unit_and_are_averaged():
    once = score(spec(), table(), answers(gold(n_wrong=3)))
    thrice = score(spec(), table(), answers(gold(n_wrong=3), n_repeats=3), n_repeats=3)
    np.testing.assert_array_equal(once.replicates, thrice.replicates)
    assert thrice.scores.n_items == 8
    assert thrice.scores.counts.n_predictions == 24


def test_the_order_of_predictions_does_not_matter():
    predictions = answers(gold(n_wrong=2))
    first, second = score(spec(), table(), predictions), score(spec(), table(), predictions[::-1])
    np.testing.assert_array_equal(first.replicates, second.replicates)
    assert first.scores == second.scores
    assert first.predictions == second.predictions


def test_each_prediction_carries_its_part_of_the_score_unless_labels_are_secret():
    predictions = answers(gold(n_wrong=1))
    assert [prediction.score for prediction in score(spec(), table(), predictions).predictions] == [0.0] + [1.0] * 7
    secret = score(spec(labels="secret"), table(), predictions).predictions
    assert all(prediction.score is None for prediction in secret)


def test_subgroups_are_scored_on_their_own_items():
    scores = score(spec(), table(), answers(gold(n_wrong=1))).scores
    found = {
        (group.column, group.group): (group.n_items, group.n_units, group.score.value) for group in scores.subgroups
    }
    assert found == {("language", "ko"): (4, 4, 0.75), ("language", "en"): (4, 4, 1.0)}


def test_few_units_get_the_wilson_interval_and_a_flag():
    record = score(spec(), table(), answers(gold(n_wrong=1))).scores.to_json()["metrics"]["accuracy"]
    assert record["interval"]["method"].startswith("wilson")
    assert record["flags"] == ["few-units"]


def test_a_metric_that_has_no_value_is_an_error_when_it_ranks_and_null_when_it_does_not():
    rows, predictions = risks(20)
    one_class = [row | {"event": 1} for row in rows]
    chosen = risk_spec()
    with pytest.raises(UndefinedMetricError, match="auroc has no value"):
        score(chosen, item_table(chosen, one_class), predictions)
    chosen = risk_spec(primary="brier", also=["auroc"])
    scores = score(chosen, item_table(chosen, one_class), predictions).scores
    assert scores.metric("auroc").value is None


def test_predictions_of_other_items_are_refused():
    predictions = answers(gold())
    with pytest.raises(PredictionsError):
        score(spec(), table(), [replace(predictions[0], item_id="other"), *predictions[1:]])


def test_a_gold_answer_that_is_no_option_is_refused_with_its_item():
    rows = [ROWS[0] | {"event": "2"}]
    chosen = risk_spec()
    with pytest.raises(ItemsError, match="q0"):
        score(chosen, item_table(chosen, rows), answers({"q0": "1"}))


def test_a_tolerance_holds_its_own_ends():
    """0.3 - 0.1 is not 0.2 in binary; an answer of 0.2 must still be within 0.3 ± 0.1."""
    changed = document(
        task="numeric_answer",
        metrics={"primary": "within_tolerance"},
        items__tolerance="tolerance",
        items__visible=["question"],
        prompt={"user": "{{ question }}"},
        extraction=["number_only"],
    )
    chosen = parse_spec(changed)
    rows = [row | {"gold": "0.3", "tolerance": "0.1"} for row in ROWS]
    numbers = {
        row["id"]: value
        for row, value in zip(rows, ["0.2", "0.4", "0.19", "0.41", "0.3", "1", None, "0.20"], strict=True)
    }
    predictions = score(chosen, item_table(chosen, rows), answers(numbers)).predictions
    assert [prediction.score for prediction in predictions] == [1, 1, 0, 0, 1, 0, 0, 1]
