"""SUPPORT2: the published model's scores, the split, and features that don't know the outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

Row = Mapping[str, object]


@pytest.fixture(scope="module")
def files() -> Mapping[str, Path]:
    found = find_spec("SurvSet")
    if found is None or not found.submodule_search_locations:
        pytest.skip("needs the package SurvSet (extra `demo`)")
    return {"support2.pickle": Path(found.submodule_search_locations[0], "resources/pickles/support2.pickle")}


@pytest.fixture(scope="module")
def patients(support2: ModuleType, files: Mapping[str, Path]) -> Sequence[Row]:
    return list(support2.items(files, {"split": "all"}))


@pytest.fixture(scope="module")
def predicted(support2: ModuleType, files: Mapping[str, Path]) -> Mapping[str, float]:
    rows = support2.external_predictions(files, {"split": "all"})
    return {row["item_id"]: row["probability"] for row in rows}


def test_support_model_has_its_known_auroc_and_brier_score(
    patients: Sequence[Row], predicted: Mapping[str, float]
) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    with_prediction = [row for row in patients if row["id"] in predicted]
    died = [row["outcome"] == "died" for row in with_prediction]
    scores = [predicted[str(row["id"])] for row in with_prediction]
    assert len(with_prediction) == 9_104
    assert round(metrics.roc_auc_score(died, scores), 4) == 0.7894
    assert round(metrics.brier_score_loss(died, scores), 4) == 0.1861


def test_there_are_9105_patients_of_whom_4265_died_by_day_180(patients: Sequence[Row]) -> None:
    assert len(patients) == len({row["id"] for row in patients}) == 9_105
    assert sum(row["outcome"] == "died" for row in patients) == 4_265


def test_split_is_fixed_and_complete(support2: ModuleType, files: Mapping[str, Path], patients: Sequence[Row]) -> None:
    train = list(support2.items(files, {"split": "train"}))
    test = list(support2.items(files, {"split": "test"}))
    assert (len(train), len(test)) == (4_516, 4_589)
    assert {row["id"] for row in train} | {row["id"] for row in test} == {row["id"] for row in patients}
    assert {row["split"] for row in train} == {"train"}
    assert [support2.split_of(number) for number in range(8)] == [row["split"] for row in patients[:8]]


def test_every_patient_of_the_board_has_a_prediction_of_the_support_model(
    support2: ModuleType, files: Mapping[str, Path]
) -> None:
    predictions = list(support2.external_predictions(files, {"split": "test"}))
    assert {row["item_id"] for row in predictions} == {row["id"] for row in support2.items(files, {"split": "test"})}
    assert all(0 <= row["probability"] <= 1 for row in predictions)


def test_nobody_is_lost_before_day_180(support2: ModuleType, files: Mapping[str, Path]) -> None:
    censored = [p["time"] for p in support2._patients(files, {"split": "all"}) if p["event"] == 0]
    assert min(censored) == 344


def test_features_hold_nothing_that_knows_the_outcome(support2: ModuleType) -> None:
    read = {*support2.NUMBERS.values(), *support2.CATEGORIES.values(), *support2.CONDITIONS.values()}
    knowing = {
        "time",
        "event",
        "num_surv2m",
        "num_surv6m",
        "num_sps",
        "fac_sfdm2",
        "fac_dnr",
        "num_adlp",
        "num_adls",
        "num_edu",
        "fac_income",
    }
    assert not read & knowing


def test_learned_models_score_as_expected_and_show_no_leak(support2: ModuleType, files: Mapping[str, Path]) -> None:
    pytest.importorskip("sklearn")
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.metrics import roc_auc_score

    train = list(support2.items(files, {"split": "train"}))
    test = list(support2.items(files, {"split": "test"}))
    boosting = HistGradientBoostingClassifier(max_iter=40, max_leaf_nodes=8, random_state=1)
    boosting.fit(_matrix(support2, train), [row["outcome"] == "died" for row in train])
    probability = boosting.predict_proba(_matrix(support2, test))[:, 1]
    assert 0.74 < roc_auc_score([row["outcome"] == "died" for row in test], probability) < 0.80


def test_a_wrong_split_is_refused_with_what_to_do(support2: ModuleType, files: Mapping[str, Path]) -> None:
    with pytest.raises(ValueError, match="train, test or all"):
        support2.items(files, {"split": "half"})


def _matrix(support2: ModuleType, rows: Sequence[Row]) -> list[list[float]]:
    nan = float("nan")
    levels = {name: sorted({str(row[name]) for row in rows}) for name in support2.CATEGORIES}
    return [
        [
            *(nan if row[name] is None else float(str(row[name])) for name in support2.NUMBERS),
            *(levels[name].index(str(row[name])) for name in support2.CATEGORIES),
            *(row[name] == "yes" for name in support2.CONDITIONS),
        ]
        for row in rows
    ]
