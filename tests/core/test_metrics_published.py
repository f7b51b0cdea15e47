"""Scores that others have published, recomputed from their predictions."""

from __future__ import annotations

import csv
import gzip
import json
from collections import defaultdict

import numpy as np
import pytest

from benchtoward.core.metrics import AnswerKey, MetricParameters, Observations, Repeats, get_metric
from benchtoward.core.statistics import ExplicitCounts, Units

AVERAGED = MetricParameters(repeats=Repeats.AVERAGED)


def read_csv(path, delimiter=","):
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def labelled(items, repeats, gold, predicted, labels, probabilities=None):
    """One model's answers as labels; a text that is no label counts as not parsed."""
    places = {label: place for place, label in enumerate(labels)}
    key = AnswerKey(
        item_ids=items,
        units=Units.of(items),
        repeats=repeats,
        labels=labels,
        gold=np.array([places[label] for label in gold]),
    )
    codes = np.array([places.get(label, -1) for label in predicted])
    return Observations(key=key, parsed=codes >= 0, predicted=codes, probabilities=probabilities)


def test_pubmedqa_majority_and_human_annotators(shared_folder):
    folder = shared_folder / "data" / "pubmedqa"
    truth = json.loads((folder / "test_ground_truth.json").read_text())
    with gzip.open(folder / "ori_pqal.json.gz") as file:
        annotated = json.load(file)
    answers = {
        "majority_yes": dict.fromkeys(truth, "yes"),
        "human_reasoning_required": {pmid: annotated[pmid]["reasoning_required_pred"] for pmid in truth},
        "human_reasoning_free": {pmid: annotated[pmid]["reasoning_free_pred"] for pmid in truth},
    }
    for row in read_csv(folder / "published.csv"):
        predicted = list(answers[row["system"]].values())
        observations = labelled(list(truth), None, truth.values(), predicted, ("yes", "no", "maybe"))
        assert f"{get_metric('accuracy').evaluate(observations):.4f}" == row["accuracy"]
        assert f"{get_metric('macro_f1').evaluate(observations):.4f}" == row["macro_f1"]


def test_all_300_cells_of_medagents_after_removing_duplicates(shared_folder):
    folder = shared_folder / "data" / "medagents"
    cells = defaultdict(dict)
    for split in ("full", "hard"):
        for row in read_csv(folder / f"predictions_{split}.csv.gz"):
            cell = (split, row["dataset"], row["model"], row.get("method", "zero_shot"))
            cells[cell].setdefault(row["item_id"], row)
    published = {
        (row["split"], row["dataset"], row["model"], row["method"]): float(row["accuracy_pct_1dp"])
        for row in read_csv(folder / "published.csv")
        if row["dataset"] != "afrimedqa"
    }
    assert len(published) == 300
    for cell, accuracy_pct in published.items():
        rows = cells[cell].values()
        labels = tuple(sorted({row["gold"] for row in rows}))
        observations = labelled(
            list(cells[cell]), None, [row["gold"] for row in rows], [row["predicted"] for row in rows], labels
        )
        accuracy = get_metric("accuracy").evaluate(observations)
        assert abs(100 * accuracy - accuracy_pct) <= 0.05 + 1e-9, cell


def test_all_84_accuracies_of_medbench_brasil_exactly(shared_folder):
    folder = shared_folder / "data" / "medbench-brasil"
    runs = defaultdict(list)
    for row in read_csv(folder / "predictions.csv.gz"):
        runs[row["exam"], row["model"]].append(row)
    published = read_csv(folder / "published.csv")
    assert len(published) == 84
    for cell in published:
        rows = runs[cell["exam"], cell["model"]]
        observations = labelled(
            [row["question_id"] for row in rows],
            np.array([int(row["run"]) - 1 for row in rows]),
            [row["gold"] for row in rows],
            [row["parsed"] for row in rows],
            ("A", "B", "C", "D"),
        )
        assert observations.key.n_repeats == 3
        assert observations.key.n_rows == int(cell["n_rows"])
        assert get_metric("accuracy").evaluate(observations) == float(cell["accuracy"])


def test_medcalc_bench_within_tolerance_by_category(shared_folder):
    folder = shared_folder / "data" / "medcalc-bench"
    with gzip.open(folder / "items_v2024-06-27.jsonl.gz", "rt") as file:
        items = {item["Row Number"]: item for item in map(json.loads, file) if item["Category"] != "date"}
    answers = {
        row["row"]: row["llm_answer"]
        for row in read_csv(folder / "predictions.csv.gz")
        if row["system"] == "gpt-4o-mini/direct"
    }
    published = json.loads((folder / "published_gpt-4o-mini_direct.json").read_text())
    for category in ("lab", "risk", "physical", "severity", "diagnosis", "dosage"):
        chosen = [row for row, item in items.items() if item["Category"] == category]
        numbers = np.array([as_number(answers[row]) for row in chosen])
        key = AnswerKey(
            item_ids=chosen,
            units=Units.of([items[row]["Note ID"] for row in chosen]),
            lower=np.array([float(items[row]["Lower Limit"]) for row in chosen]),
            upper=np.array([float(items[row]["Upper Limit"]) for row in chosen]),
        )
        observations = Observations(key=key, parsed=np.isfinite(numbers), numbers=numbers)
        value = get_metric("within_tolerance").evaluate(observations)
        assert round(100 * value, 2) == published[category]["average"]


def as_number(text):
    try:
        return float(text)
    except ValueError:
        return np.nan


def test_word_error_rates_of_earnings21(shared_folder):
    folder = shared_folder / "data" / "earnings21-asr"
    turns = defaultdict(list)
    for row in read_csv(folder / "turn_errors_whisper_norm.csv.gz"):
        turns[row["system"]].append(row)
    for row in read_csv(folder / "published.csv"):
        rows = turns[row["system"]]
        key = AnswerKey(
            item_ids=[f"{turn['file_id']} {turn['turn']}" for turn in rows],
            units=Units.of([turn["file_id"] for turn in rows]),
            n_words=np.array([int(turn["n_ref_words"]) for turn in rows]),
        )
        errors = np.array([int(turn["sub"]) + int(turn["del"]) + int(turn["ins"]) for turn in rows])
        observations = Observations(key=key, parsed=np.ones(len(rows), bool), word_errors=errors)
        wer = get_metric("wer").evaluate(observations)
        assert round(100 * wer, 2) == float(row["wer_pct_ours_whisper_norm"])


@pytest.fixture(scope="module")
def oracle(shared_folder):
    """Observations of the ten models, and the index matrix that was published with them."""
    rows = read_csv(shared_folder / "data" / "bootstrap-oracle" / "predictions.csv.gz")
    by_model = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row["pmid"], row["seed"])):
        by_model[row["model"]].append(row)
    some_model = by_model["frozen_biomedbert"]
    by_model["majority_val"] = [
        {**row, "prediction": "yes", "prob_yes": 1, "prob_no": 0, "prob_maybe": 0} for row in some_model
    ]
    indices = np.random.default_rng(20260504).integers(0, 150, size=(10_000, 150), dtype=np.int64)
    plan = ExplicitCounts.from_indices(indices, n_units=150)
    return {model: oracle_observations(rows) for model, rows in by_model.items()}, plan


def oracle_observations(rows):
    seeds = sorted({row["seed"] for row in rows})
    labels = ("yes", "no", "maybe")
    return labelled(
        [row["pmid"] for row in rows],
        np.array([seeds.index(row["seed"]) for row in rows]),
        [row["truth"] for row in rows],
        [row["prediction"] for row in rows],
        labels,
        np.array([[float(row[f"prob_{label}"]) for label in labels] for row in rows]),
    )


@pytest.mark.parametrize("metric", ["accuracy", "brier", "macro_f1"])
def test_bootstrap_oracle_points_intervals_and_paired_differences(metric, oracle, shared_folder):
    observations, plan = oracle
    folder = shared_folder / "data" / "bootstrap-oracle"
    definition = get_metric(metric)
    values = definition.replicates_many(list(observations.values()), plan, AVERAGED)
    replicates = dict(zip(observations, values, strict=True))
    points = {model: definition.evaluate(rows, AVERAGED) for model, rows in observations.items()}
    checked = 0
    for row in read_csv(folder / "published_metrics_long.tsv", delimiter="\t"):
        if row["metric"] == metric:
            expected = [float(row[name]) for name in ("point", "ci_low", "ci_high", "bootstrap_sd")]
            drawn = replicates[row["model"]]
            ours = [points[row["model"]], *np.quantile(drawn, [0.025, 0.975]), drawn.std(ddof=1)]
            assert ours == pytest.approx(expected, abs=1e-15)
            checked += 1
    for row in read_csv(folder / "published_paired_bootstrap_diffs.tsv", delimiter="\t"):
        if row["metric"] == metric:
            difference = replicates[row["left"]] - replicates[row["right"]]
            ours = [points[row["left"]] - points[row["right"]], *np.quantile(difference, [0.025, 0.975])]
            expected = [float(row[name]) for name in ("diff_left_minus_right", "ci_low", "ci_high")]
            assert ours == pytest.approx(expected, abs=1e-15)
            checked += 1
    assert checked == 19
