"""The API is tested on views made by hand and on a store that the use cases filled with the toy benchmark."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from tests.django_setup import configured_store  # noqa: F401
from tests.toy_files import toy_row, write_toy
from tests.web import sample_views

from benchtoward.workflows import reading

N_ITEMS = 40


@pytest.fixture
def sample(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The API reads the sample views; a test may put its own functions among them."""
    functions = sample_views.reading()
    for name in vars(functions):
        monkeypatch.setattr(reading, name, lambda *args, _name=name, **named: getattr(functions, _name)(*args, **named))
    return functions


@pytest.fixture
def answer(client: Client) -> Callable[..., Any]:
    """Fetches JSON, which must come with the status that is given."""

    def fetch(path: str, status: int = 200, **headers: str) -> Any:
        response = client.get(path, headers=headers)
        assert response.status_code == status, response.content[:300]
        return json.loads(response.content)

    return fetch


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """What the store holds."""

    baseline: str
    """The run id of the published baseline."""
    submitted: str
    """The run id of a published community result."""


@pytest.fixture
def filled(db: None, tmp_path: Path) -> Filled:
    """The toy benchmark with a baseline and a community result, made and published by the use cases."""
    from benchtoward.formats.catalogue import model_named
    from benchtoward.workflows.evaluate import evaluate
    from benchtoward.workflows.publish import publish
    from benchtoward.workflows.register import register_benchmark
    from benchtoward.workflows.submit import import_file

    write_toy(tmp_path, n_items=N_ITEMS)
    benchmark = register_benchmark(tmp_path / "benchmarks/toy/1.0.0.yaml", data_root=None, actor="a test")
    done = [evaluate(benchmark, *model_named("first-option", tmp_path), actor="a test")]
    path = tmp_path / "submitted.jsonl"
    rows = [toy_row(number) for number in range(N_ITEMS)]
    path.write_text("".join(json.dumps({"item_id": row["id"], "prediction": row["gold"]}) + "\n" for row in rows))
    done.append(import_file(path, benchmark, *model_named("submitted", tmp_path), actor="a test"))
    baseline, submitted = (one.result.run.run_id for one in done)
    for run_id in (baseline, submitted):
        publish(run_id, actor="a test")
    return Filled(baseline=baseline, submitted=submitted)
