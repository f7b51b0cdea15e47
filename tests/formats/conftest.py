"""A small benchmark on disk and a small bundle, for the tests of the files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchtoward.core.keys import model_version_key, run_id, run_key
from benchtoward.core.lifecycle import Tag
from benchtoward.core.results import Counts, Finish, Prediction, PredictionStatus, content_address
from benchtoward.core.run_record import MetricScore, RunRecord, Scores
from benchtoward.formats.bundle import Bundle, JournalRow

SPEC = """\
# The benchmark of the tests; every comment must outlive a lock.
spec_format: 1
version: 1.0.0
title: {en: Toy questions}   # a title
summary: {en: "Four questions: two patients"}
dataset: {name: toy, licence: CC0-1.0}
definition:
  id: toy-mc
  files:
    # where the items are
    - source: {kind: file}
      path: items.jsonl  # beside this file
  items:
    reader: {kind: jsonl}
    id: id
    unit: [patient]
    visible: [question, options]
    target: answer
  labels: public
  task: multiple_choice
  prompt:
    user: |
      {{ question }}

      {{ options }}
    options: {labels: [A, B], from: options}
  decoding: {temperature: 0, max_tokens: 64}
  extraction: [letter_only]
  metrics: {primary: accuracy}
"""
ROWS = [
    {
        "id": f"q{number}",
        "patient": f"p{number // 2}",
        "question": f"{number}?",
        "options": ["x", "y"],
        "answer": gold,
    }
    for number, gold in enumerate("ABBA")
]
KEY = "ab" * 32
PINS = {"name": "toy-model", "revision": "1"}


@pytest.fixture
def toy_spec(tmp_path: Path) -> Path:
    """The path of a specification that is not locked, its items beside it."""
    folder = tmp_path / "benchmarks" / "toy-mc"
    folder.mkdir(parents=True)
    path = folder / "1.0.0.yaml"
    path.write_text(SPEC, encoding="utf-8")
    lines = "".join(json.dumps(row) + "\n" for row in ROWS)
    (folder / "items.jsonl").write_text(lines, encoding="utf-8")
    return path


@pytest.fixture
def make_bundle() -> Callable[..., Bundle]:
    """A function that makes a bundle whose parts fit each other."""
    return _bundle


def _bundle(predictions: list[Prediction] | None = None, **others: object) -> Bundle:
    rows = _predictions() if predictions is None else predictions
    journal = [JournalRow(item_id=row.item_id, repeat=row.repeat, request_key=row.request_key) for row in rows]
    fields = {"journal": journal, "environment": {"python": "3.11.7"}, **others}
    return Bundle(record=_record(rows).to_json(), predictions=rows, **fields)  # type: ignore[arg-type]


def _predictions() -> list[Prediction]:
    answered = {"request_key": KEY, "finish": Finish.STOP}
    return [
        Prediction(item_id="q0", status=PredictionStatus.PARSED, prediction="A", score=1.0, rule="letter", **answered),
        Prediction(item_id="q1", status=PredictionStatus.UNPARSED, reason="no_label", score=0.0, **answered),
        Prediction(item_id="q2", status=PredictionStatus.ERROR, reason="timeout", score=0.0),
        Prediction(item_id="q3", status=PredictionStatus.PARSED, probabilities=(0.25, 0.75), score=0.0625),
    ]


def _record(predictions: list[Prediction]) -> RunRecord:
    version = model_version_key(PINS)
    configuration = {"route": "standard", "repeats": 1}
    key = run_key(model_version=version.text, spec_hash=f"bt1:{KEY}", run_configuration=configuration)
    scores = Scores(
        primary="accuracy",
        metrics=(MetricScore(metric="accuracy", value=0.5, interval=None),),
        subgroups=(),
        n_items=len({row.item_id for row in predictions}),
        n_units=2,
        n_repeats=1 + max(row.repeat for row in predictions),
        counts=Counts.of(predictions),
    )
    return RunRecord(
        run_key=key.text,
        run_key_pre_image=key.pre_image,
        run_id=run_id(key.text),
        benchmark="toy-mc",
        version="1.0.0",
        spec_hash=f"bt1:{KEY}",
        model="toy-model",
        model_name="Toy model",
        model_version="1",
        model_version_key=version.text,
        model_pins=PINS,
        tag=Tag.STANDARD,
        run_configuration=configuration,
        harness_version={"prompt": 1, "extraction": 1, "metrics": 1, "resampling": 1},
        decoding_requested={"temperature": 0},
        decoding_effective={"temperature": 0},
        item_table_sha256=KEY,
        content_address=content_address(predictions),
        scores=scores,
    )
