"""Real outputs of 21 language models, rescored: every accuracy equals the one that its authors published."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from benchtoward.formats.catalogue import benchmark_path, model_named
from benchtoward.workflows.demo import EXAMS, MEDBENCH, medbench_models
from benchtoward.workflows.register import register_benchmark
from benchtoward.workflows.submit import import_external

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.django_db
@pytest.mark.parametrize("exam", EXAMS)
def test_the_published_accuracies_come_out(shared_folder, exam):
    data = shared_folder / "data"
    with (data / MEDBENCH / "published.csv").open(newline="", encoding="utf-8") as file:
        published = {row["model"]: row for row in csv.DictReader(file) if row["exam"] == exam}
    benchmark = register_benchmark(benchmark_path(f"{MEDBENCH}-{exam}", ROOT), data_root=data, actor="a test")
    recomputed = {}
    for slug in medbench_models(ROOT):
        model, version = model_named(slug, ROOT)
        result = import_external(benchmark, model, version, actor="a test").result
        recomputed[version.pins["name"]] = result
    assert {name: result.value for name, result in recomputed.items()} == pytest.approx(
        {name: float(row["accuracy"]) for name, row in published.items()}, abs=1e-15
    )
    counts = {name: result.record["scores"]["counts"]["n_predictions"] for name, result in recomputed.items()}
    assert counts == {name: int(row["n_rows"]) for name, row in published.items()}
    assert len(recomputed) == 21
