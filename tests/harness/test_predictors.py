from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.harness.predictor_examples import BAD_ANSWERS, Recorder
from tests.toy import document, spec, table

from benchtoward.core.errors import IncompleteRunError, ModelFileError
from benchtoward.core.items import ItemTable
from benchtoward.core.lifecycle import FailureClass
from benchtoward.core.model import ModelVersion, parse_model
from benchtoward.core.results import content_address
from benchtoward.core.spec import Spec, Task
from benchtoward.core.spec_parsing import parse_spec
from benchtoward.harness.predicting import predict_all
from benchtoward.harness.predictors import Answer, LabelledRow, environment, load_predictor, prediction_task

HERE = "tests.harness.predictor_examples"
TRAINING = [LabelledRow(visible={"question": "?", "options": ["x", "y"]}, target="B")]


def version(name: str = "Recorder", **parameters: object) -> ModelVersion:
    call = {"predictor": name if ":" in name else f"{HERE}:{name}", "parameters": parameters}
    document = {
        "model_format": 1,
        "slug": "p",
        "name": "P",
        "organisation": "Tests",
        "versions": [{"name": "1", "provider": "predictor", "pins": {"revision": 1}, "call": call}],
    }
    return parse_model(document).version()


def class_spec() -> Spec:
    changed = document(task="classification", classes={"names": ["yes", "no"]}, metrics={"primary": "brier"})
    for key in ("prompt", "decoding", "extraction"):
        del changed["definition"][key]
    return parse_spec(changed)


@pytest.fixture(autouse=True)
def seen() -> list[object]:
    Recorder.seen.clear()
    return Recorder.seen


def test_a_predictor_gets_visible_columns_training_rows_and_seed_and_nothing_else(seen: list):
    outcome = predict_all(spec(), table(), version(say="C", seed=7), TRAINING, batch_size=3)
    assert {one.prediction for one in outcome.predictions} == {"C"}
    task, (training, seed), *batches = seen
    assert (training, seed) == (TRAINING, 7)
    assert [len(batch) for batch in batches] == [3, 3, 2]
    assert all(row.keys() == {"question", "options"} for batch in batches for row in batch)
    assert (task.task, task.columns) == (Task.MULTIPLE_CHOICE, ("question", "options"))
    assert "gold" not in repr(seen)


def test_gold_answers_do_not_reach_a_predictor(seen: list):
    predict_all(spec(), table(), version(), None)
    before = [repr(one) for one in seen]
    seen.clear()
    swapped = ItemTable(items=tuple(replace(item, target="LEAK", subgroups={"language": "LEAK"}) for item in table()))
    predict_all(spec(), swapped, version(), None)
    assert [repr(one) for one in seen] == before


def test_each_repeat_is_fitted_anew_with_the_next_seed(seen: list):
    outcome = predict_all(spec(), table(), version(seed=3), None, n_repeats=2)
    assert [one[1] for one in seen if isinstance(one, tuple)] == [3, 4]
    assert [(one.item_id, one.repeat) for one in outcome.predictions] == [
        (item.id, repeat) for repeat in (0, 1) for item in table()
    ]


def test_the_versions_of_the_packages_are_recorded():
    found = predict_all(spec(), table(), version(), None).environment
    assert (found["numpy"], found["no-such-package"]) == (np.__version__, None)
    assert {"python", "machine", "system"} <= environment().keys()


@pytest.mark.parametrize("fault", [*BAD_ANSWERS, "raise", "fewer"])
def test_a_bad_answer_leaves_its_items_unanswered_with_a_class(fault: str):
    outcome = predict_all(spec(), table(), version("Faulty", fault=fault, at=3), None, batch_size=2)
    names = {item.item_id for item in outcome.unanswered}
    assert names == ({"q2", "q3"} if fault in ("raise", "fewer") else {"q3"})
    assert {item.failure for item in outcome.unanswered} == {FailureClass.PREDICTOR}
    assert len(outcome.predictions) + len(names) == len(table())
    with pytest.raises(IncompleteRunError, match=r"of 8 items have no answer from the predictor.*q3"):
        outcome.check_complete()


def test_what_a_predictor_raises_is_named_by_its_type_alone():
    for fault, kind in (("fit", "ValueError"), ("raise", "KeyError")):
        outcome = predict_all(spec(), table(), version("Faulty", fault=fault), None)
        assert len(outcome.unanswered) == 8
        with pytest.raises(IncompleteRunError) as error:
            outcome.check_complete()
        assert kind in str(error.value)
        assert "Kim" not in str(error.value)


def test_an_item_with_fewer_options_takes_only_their_labels():
    items = [replace(item, visible={**item.visible, "options": ["x", "y"]}) for item in table()]
    outcome = predict_all(spec(), ItemTable(items=tuple(items)), version(say="C"), None)
    assert len(outcome.unanswered) == 8


def test_numpy_scalars_become_plain_values():
    outcome = predict_all(class_spec(), table(), version("WithNumpy"), None)
    first = outcome.predictions[0]
    assert (type(first.prediction), type(first.probabilities[0])) == (str, float)
    assert len(content_address(outcome.predictions)) == 64


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("no.such.module:x", "no.such"),
        (f"{HERE}:nothing", "no `nothing`"),
        (f"{HERE}:NOT_A_FACTORY", "NOT_A_FACTORY"),
        (HERE, "another form"),
        ("", "another form"),
    ],
)
def test_a_predictor_that_is_not_there_is_a_fault_of_the_model_file(path: str, found: str):
    with pytest.raises(ModelFileError, match=found):
        load_predictor(path, {}, prediction_task(spec()))


def test_parameters_that_it_does_not_take_are_refused():
    with pytest.raises(ModelFileError, match="parameters speak"):
        predict_all(spec(), table(), version(speak="B"), None)


@pytest.mark.parametrize("seed", ["1", -1, True, 1.5])
def test_a_seed_is_a_whole_number(seed: object):
    with pytest.raises(ModelFileError, match="seed"):
        predict_all(spec(), table(), version(seed=seed), None)


def test_progress_hears_of_every_batch():
    heard: list[int] = []
    predict_all(spec(), table(), version(), None, batch_size=3, progress=heard.append)
    assert heard == [3, 6, 8]


def test_an_answer_may_be_probabilities_alone():
    assert Answer(probabilities=(0.5, 0.5)).prediction is None
