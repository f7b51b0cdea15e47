"""Rows for tests that need something in the store: each function makes what it needs beneath it."""

from __future__ import annotations

from typing import Any

from benchtoward.core.canonical import canonical_json, sha256_of
from benchtoward.core.keys import model_version_key, run_key
from benchtoward.core.lifecycle import ResultState, RunState, Stage, Tag
from benchtoward.core.model import Provider
from benchtoward.store.models import (
    Artifact,
    Benchmark,
    BenchmarkVersion,
    ModelAlias,
    ModelEntry,
    ModelVersion,
    Result,
    Run,
    normalised_name,
)
from benchtoward.store.opening import artifact_store

ACTOR = "a test"


def make_artifact(text: str = "some bytes") -> Artifact:
    """Return an artifact whose bytes lie in the artifact store."""
    return Artifact.objects.keep(artifact_store().put_bytes(text.encode()), media_type="text/plain")


def make_benchmark_version(
    slug: str = "clincalc", version: str = "1.0.0", *, stage: Stage = Stage.PUBLISHED, **columns: Any
) -> BenchmarkVersion:
    """Return a benchmark version in `stage`."""
    benchmark, _ = Benchmark.objects.get_or_create(slug=slug)
    definition = {"definition": {"id": slug, "version": version}}
    row = BenchmarkVersion.objects.create(
        benchmark=benchmark,
        version=version,
        spec_hash=f"bt1:{sha256_of(definition)}",
        pre_image=canonical_json(definition).decode(),
        **{
            "spec_yaml": f"version: {version}\n",
            "document": {"version": version},
            "primary_metric": "accuracy",
            "task": "multiple_choice",
            "labels": "public",
            "n_items": 4,
            "n_units": 2,
            "unit_name": "patient",
            "item_table_sha256": sha256_of([slug, version]),
            "item_table": make_artifact(f"items of {slug} {version}"),
            **columns,
        },
    )
    ways = {Stage.IN_REVIEW: [Stage.IN_REVIEW], Stage.PUBLISHED: [Stage.IN_REVIEW, Stage.PUBLISHED]}
    for to in ways.get(stage, []):
        row.move(to, actor=ACTOR)
    return row


def make_model_version(slug: str = "a-model", version: str = "1") -> ModelVersion:
    """Return a version of a model, which goes by its slug."""
    entry, _ = ModelEntry.objects.get_or_create(
        slug=slug, defaults={"name": slug.title(), "organisation": "An organisation", "modality": "text"}
    )
    ModelAlias.objects.get_or_create(model=entry, normalised=normalised_name(slug), defaults={"alias": slug})
    key = model_version_key({"name": slug, "revision": version})
    return ModelVersion.objects.create(
        model=entry,
        name=version,
        provider=Provider.CHAT,
        pins={"name": slug, "revision": version},
        key=key.text,
        pre_image=key.pre_image,
    )


def make_run(
    benchmark_version: BenchmarkVersion | None = None,
    model_version: ModelVersion | None = None,
    *,
    tag: Tag = Tag.STANDARD,
    state: RunState = RunState.REQUESTED,
) -> Run:
    """Return a claimed run, moved on to `state`."""
    benchmark_version = benchmark_version or make_benchmark_version()
    model_version = model_version or make_model_version()
    configuration = {"route": tag.value}
    key = run_key(
        model_version=model_version.key,
        spec_hash=benchmark_version.spec_hash,
        run_configuration=configuration,
    )
    run, _ = Run.objects.claim(
        key,
        benchmark_version=benchmark_version,
        model_version=model_version,
        tag=tag,
        configuration=configuration,
        actor=ACTOR,
    )
    on_the_way = [RunState.QUEUED, RunState.RUNNING, RunState.SCORING, RunState.STORED]
    for to in on_the_way[: on_the_way.index(state) + 1] if state in on_the_way else []:
        columns: dict[str, Any] = {"content_address": sha256_of(run.run_id)} if to == RunState.STORED else {}
        run.move(to, actor=ACTOR, **columns)
    return run


def make_result(
    run: Run | None = None, *, state: ResultState = ResultState.PUBLISHED, value: float = 0.5, **columns: Any
) -> Result:
    """Return the result of a stored run, in `state`."""
    run = run or make_run(state=RunState.STORED)
    result = Result.objects.create(
        run=run,
        value=value,
        **{
            "low": value - 0.1,
            "high": value + 0.1,
            "n_items": 4,
            "n_units": 2,
            "parse_rate": 1.0,
            "record": {"run_id": run.run_id},
            "predictions": make_artifact(f"predictions of {run.run_id}"),
            "replicates": make_artifact(f"replicates of {run.run_id}"),
            **columns,
        },
    )
    ways = {
        ResultState.PUBLISHED: [ResultState.PUBLISHED],
        ResultState.WITHDRAWN: [ResultState.PUBLISHED, ResultState.WITHDRAWN],
    }
    for to in ways.get(state, []):
        result.move(to, actor=ACTOR, reason="because a test asks for it")
    return result
