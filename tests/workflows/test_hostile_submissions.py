"""What a submission, a model file or a benchmark may not do to anybody else."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from tests.harness_responses import stored_response
from tests.toy_files import EXTERNAL_MODEL, toy_row, write_toy

from benchtoward.core.errors import ItemsError, NotAllowedError, NotFoundError, PredictionsError
from benchtoward.core.lifecycle import Tag
from benchtoward.core.results import Prediction, PredictionStatus, content_address
from benchtoward.formats.bundle import read_bundle, write_bundle
from benchtoward.formats.catalogue import model_named
from benchtoward.harness.evaluation import identify
from benchtoward.harness.verifying import verify
from benchtoward.store.models import ModelEntry, Result, Run
from benchtoward.store.response_table import ResponseTable
from benchtoward.workflows.evaluate import evaluate
from benchtoward.workflows.export import export_result
from benchtoward.workflows.lookup import lookup
from benchtoward.workflows.publish import publish, restore, withdraw
from benchtoward.workflows.reading import get_items, get_model, get_result
from benchtoward.workflows.register import Registered, register_benchmark
from benchtoward.workflows.submit import import_file
from benchtoward.workflows.views import LookupState

pytestmark = pytest.mark.django_db

ACTOR = "a test"


def bundle_of(benchmark: Registered, definitions: Path, folder: Path):
    """Return a bundle of the toy benchmark, and the run it came from."""
    model, version = model_named("first-option", definitions)
    run_id = evaluate(benchmark, model, version, actor=ACTOR).result.run.run_id
    publish(run_id, actor=ACTOR)
    export_result(run_id, folder / "honest")
    return read_bundle(folder / "honest"), run_id


def write_answers(path: Path) -> None:
    """Write a submission that answers A to everything."""
    path.write_text("item_id,prediction\n" + "".join(f"{toy_row(number)['id']},A\n" for number in range(40)))


def submitted(benchmark: Registered, definitions: Path, path: Path) -> Result:
    model, version = model_named("submitted", definitions)
    return import_file(path, benchmark, model, version, actor=ACTOR).result


def changed(bundle, folder: Path, *, prediction: str) -> Path:
    rows = [replace(row, prediction=prediction, score=None) for row in bundle.predictions]
    record = {**bundle.record, "content_address": content_address(rows)}
    write_bundle(folder / "changed", replace(bundle, record=record, predictions=rows))
    return folder / "changed"


def test_a_submitted_key_never_shows_what_another_run_was_answered(benchmark, definitions, tmp_path):
    bundle, _ = bundle_of(benchmark, definitions, tmp_path)
    key = "ab" * 32
    ResponseTable().put_many([stored_response(key, "the raw answer of a benchmark with secret labels")])
    rows = [replace(row, request_key=key) for row in bundle.predictions]
    record = {**bundle.record, "content_address": content_address(rows)}
    write_bundle(tmp_path / "keys", replace(bundle, record=record, predictions=rows))
    result = submitted(benchmark, definitions, tmp_path / "keys")
    publish(result.run.run_id, actor=ACTOR)
    assert {row.response for row in get_items(result.run.run_id).rows} == {None}
    export_result(result.run.run_id, tmp_path / "p.jsonl")
    assert key not in (tmp_path / "p.jsonl").read_text()


@pytest.mark.parametrize("answer", ["Z", "A,B", "B,A", "a"])
def test_an_answer_that_is_no_option_is_refused_and_leaves_no_trace(benchmark, definitions, tmp_path, answer):
    bundle, _ = bundle_of(benchmark, definitions, tmp_path)
    n_runs = Run.objects.count()
    with pytest.raises(PredictionsError, match="q00000"):
        submitted(benchmark, definitions, changed(bundle, tmp_path, prediction=answer))
    assert Run.objects.count() == n_runs
    assert not ModelEntry.objects.filter(slug="submitted").exists()


def test_a_submission_never_changes_the_facts_of_a_known_model(benchmark, definitions, tmp_path):
    bundle_of(benchmark, definitions, tmp_path)
    (definitions / "mine.csv").write_text(
        "item_id,prediction\n" + "".join(f"{toy_row(n)['id']},A\n" for n in range(40))
    )
    file = {**EXTERNAL_MODEL, "slug": "first-option", "name": "Totally different"}
    (definitions / "models" / "first-option.yaml").write_text(yaml.safe_dump(file))
    model, version = model_named("first-option", definitions)
    import_file(definitions / "mine.csv", benchmark, model, version, actor=ACTOR)
    assert ModelEntry.objects.get(slug="first-option").name == "First option"


def test_a_model_without_a_published_result_has_no_page(benchmark, definitions):
    (definitions / "mine.csv").write_text(
        "item_id,prediction\n" + "".join(f"{toy_row(n)['id']},A\n" for n in range(40))
    )
    submitted(benchmark, definitions, definitions / "mine.csv")
    with pytest.raises(NotFoundError):
        get_model("submitted")


def test_a_result_that_was_never_published_is_restored_into_review(benchmark, definitions):
    model, version = model_named("first-option", definitions)
    run_id = evaluate(benchmark, model, version, actor=ACTOR).result.run.run_id
    withdraw(run_id, actor=ACTOR, reason="a doubt")
    assert restore(run_id, actor=ACTOR).state == "in_review"
    with pytest.raises(NotAllowedError):
        restore(run_id, actor=ACTOR)


def test_how_a_model_is_called_is_part_of_the_run_key(benchmark, definitions):
    _, version = model_named("first-option", definitions)
    other = replace(version, call={**version.call, "parameters": {"seed": 2}})
    keys = {identify(benchmark.spec, one, tag=Tag.BASELINE).key.text for one in (version, other)}
    assert version.key == other.key
    assert len(keys) == 2


def test_a_predictor_that_fails_ends_failed_with_its_class(benchmark, definitions):
    model, version = model_named("first-option", definitions)
    broken = replace(version, call={"predictor": "benchtoward.harness.baselines:no_such"})
    with pytest.raises(Exception, match="no_such"):
        evaluate(benchmark, replace(model, versions=(broken,)), broken, actor=ACTOR)
    run = Run.objects.get()
    assert (run.state, run.failure_class) == ("failed", "predictor")
    answer = lookup(model="first-option", benchmark="toy")
    assert (answer.state, "last attempt failed" in answer.reason) == (LookupState.NONE, True)


def test_a_name_that_says_which_version_is_never_answered_with_another(benchmark, definitions):
    file = {**EXTERNAL_MODEL, "aliases": ["gpt-x-05", "gpt-x-08"]}
    file["versions"] = [
        {"name": "v08", "provider": "external", "pins": {"name": "gpt-x-08"}},
        {"name": "v05", "provider": "external", "pins": {"name": "gpt-x-05"}},
    ]
    (definitions / "models" / "submitted.yaml").write_text(yaml.safe_dump(file))
    (definitions / "mine.csv").write_text(
        "item_id,prediction\n" + "".join(f"{toy_row(n)['id']},A\n" for n in range(40))
    )
    publish(submitted(benchmark, definitions, definitions / "mine.csv").run.run_id, actor=ACTOR)
    assert lookup(model="gpt-x-08", benchmark="toy").state is LookupState.FOUND
    other = lookup(model="gpt-x-05", benchmark="toy")
    assert (other.state, other.near[0]["same_key"]) == (LookupState.NONE, False)
    assert lookup(model="submitted", benchmark="toy").state is LookupState.FOUND


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"tag": "standard"}, "tag"),
        ({"harness_version": {"prompt": 99}}, "harness version"),
        ({"benchmark": {"slug": "other"}}, "benchmark"),
        ({"model": {"pins": {"name": "GPT-9"}}}, "model version key"),
    ],
)
def test_verify_names_a_false_identity(benchmark, definitions, tmp_path, change, named):
    bundle, _ = bundle_of(benchmark, definitions, tmp_path)
    record = json.loads(json.dumps(bundle.record))
    for key, value in change.items():
        record[key] = {**record[key], **value} if key in ("benchmark", "model") else value
    report = verify(record, bundle.predictions, benchmark.spec, benchmark.table)
    assert named in {check.name for check in report.checks if not check.is_equal}


def test_scores_of_secret_labels_are_rounded_and_tell_no_item(definitions, tmp_path, db):
    path = write_toy(tmp_path / "secret", n_items=30, labels="secret", id="toy")
    secret = register_benchmark(path, data_root=None, actor=ACTOR)
    model, version = model_named("first-option", definitions)
    run_id = evaluate(secret, model, version, actor=ACTOR).result.run.run_id
    publish(run_id, actor=ACTOR)
    record = get_result(run_id).record
    accuracy = record["scores"]["metrics"]["accuracy"]
    assert accuracy["value"] == 0.267
    assert all(round(accuracy["interval"][end], 3) == accuracy["interval"][end] for end in ("low", "high"))
    assert record["scores"]["subgroups"] == []
    with pytest.raises(NotFoundError):
        get_items(run_id)


def test_a_gold_answer_that_is_no_option_stops_the_lock(tmp_path):
    write_toy(tmp_path, n_items=8)
    items = tmp_path / "benchmarks/toy/items.jsonl"
    rows = [json.loads(line) for line in items.read_text().splitlines()]
    rows[3]["gold"] = "E"
    with pytest.raises(ItemsError, match="q00003"):
        write_toy(tmp_path, rows=rows, version="2.0.0")


def test_a_prediction_says_whether_it_could_be_read():
    with pytest.raises(PredictionsError):
        Prediction(item_id="q", status=PredictionStatus.PARSED)
