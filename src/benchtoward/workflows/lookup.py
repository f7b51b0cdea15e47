"""The front door: has this model been run on this benchmark?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from benchtoward.core.canonical import Json
from benchtoward.core.errors import NotFoundError
from benchtoward.core.lifecycle import ResultState, RunState, Tag
from benchtoward.store.models import BenchmarkVersion, ModelEntry, ModelVersion, Result, Run
from benchtoward.store.names import normalised_name
from benchtoward.workflows.board import published_version
from benchtoward.workflows.summaries import summaries, summary
from benchtoward.workflows.views import LookupAnswer, LookupState

RUNNING = (RunState.REQUESTED, RunState.QUEUED, RunState.RUNNING, RunState.SCORING, RunState.INCOMPLETE)
IN_REVIEW = "in_review"
"""Stands in the place of a run's state when the run is stored and its result waits for review."""
TAG_ORDER = (Tag.STANDARD, Tag.OFFICIAL, Tag.AGENT, Tag.BASELINE, Tag.COMMUNITY)
"""Which result answers a lookup that names no configuration: runs made here first."""


def lookup(
    *,
    model: str = "",
    benchmark: str = "",
    version: str = "",
    spec_hash: str = "",
    run_key: str = "",
    config: str = "",
) -> LookupAnswer:
    """Answer whether there is a result: by run key, or by model and benchmark.

    Names are matched on slugs, aliases and provider ids, whatever their case and punctuation, never across
    revisions. `config` is a tag. An unknown name is an answer (none, with the reason), not an error.
    """
    if run_key:
        return _answer(list(Run.objects.with_names().filter(run_key=run_key)), reason="no run has this key")
    entry = ModelEntry.objects.by_name(model)
    if entry is None:
        return _none(f"no model here is called {model[:100]!r}")
    wanted = _version(benchmark, version, spec_hash)
    if wanted is None:
        return _none(f"no benchmark here is {benchmark[:100]!r} {version or spec_hash}".strip(), near=_near(entry))
    runs = Run.objects.with_names().filter(model_version__model=entry, benchmark_version=wanted)
    versions = _versions_named(model, entry)
    if versions:
        # The name says which version is meant: another one's result is no answer.
        runs = runs.filter(model_version__in=versions)
    if config:
        runs = runs.filter(tag=config)
    return _answer(list(runs), reason="this model has not been run on this benchmark", near=_near(entry))


def _versions_named(text: str, entry: ModelEntry) -> list[ModelVersion]:
    wanted = normalised_name(text)
    return [
        version
        for version in entry.versions.all()
        if wanted in {normalised_name(name) for name in (*_own_names(version), f"{entry.slug}@{version.name}")}
        and wanted not in (normalised_name(entry.slug), normalised_name(entry.name))
    ]


def _own_names(version: ModelVersion) -> tuple[str, ...]:
    pinned = (version.pins.get("name"), version.call.get("model"))
    return (version.name, *(name for name in pinned if isinstance(name, str)))


def _version(benchmark: str, version: str, spec_hash: str) -> BenchmarkVersion | None:
    if spec_hash:
        return BenchmarkVersion.objects.published().filter(spec_hash=spec_hash).first()
    try:
        return published_version(benchmark, version)
    except NotFoundError:
        return None


def _answer(runs: list[Run], *, reason: str, near: tuple[Mapping[str, Json], ...] = ()) -> LookupAnswer:
    runs.sort(key=lambda run: (TAG_ORDER.index(Tag(run.tag)), -run.pk))
    for find in (_published, _pending, _withdrawn):
        answers = [answer for run in runs if (answer := find(run)) is not None]
        if answers:
            return answers[0]
    failed = any(run.state == RunState.FAILED for run in runs)
    return _none(f"{reason}: the last attempt failed" if failed else reason, near=near)


def _published(run: Run) -> LookupAnswer | None:
    result = getattr(run, "result", None)
    return _of_result(result) if result is not None and result.state == ResultState.PUBLISHED else None


def _withdrawn(run: Run) -> LookupAnswer | None:
    result = getattr(run, "result", None)
    return _of_result(result) if result is not None and result.state == ResultState.WITHDRAWN else None


def _pending(run: Run) -> LookupAnswer | None:
    """Running, or done and waiting for review: there is no need to run it again."""
    result = getattr(run, "result", None)
    if result is not None:
        return _of_run(run, IN_REVIEW) if result.state == ResultState.IN_REVIEW else None
    return _of_run(run, run.state) if run.state in RUNNING else None


def _of_result(result: Result) -> LookupAnswer:
    found = result.state == ResultState.PUBLISHED
    line = summary(result) if found else replace(summary(result), value=None, low=None, high=None)
    return LookupAnswer(
        state=LookupState.FOUND if found else LookupState.WITHDRAWN,
        result=line,
        record=result.record if found else None,
        run_state=result.run.state,
        since=result.published_at if found else result.withdrawn_at,
        reason="" if found else result.withdrawn_reason,
        near=(),
    )


def _of_run(run: Run, state: str) -> LookupAnswer:
    return LookupAnswer(
        state=LookupState.RUNNING,
        result=None,
        record=None,
        run_state=state,
        since=run.started_at or run.requested_at,
        reason="",
        near=(),
    )


def _none(reason: str, near: tuple[Mapping[str, Json], ...] = ()) -> LookupAnswer:
    return LookupAnswer(
        state=LookupState.NONE, result=None, record=None, run_state="", since=None, reason=reason, near=near
    )


def _near(entry: ModelEntry) -> tuple[Mapping[str, Json], ...]:
    return tuple(_near_rows(entry))[:10]


def _near_rows(entry: ModelEntry) -> Iterator[Mapping[str, Json]]:
    for line in summaries(Result.objects.of_model(entry)):
        yield {
            "same_key": False,
            "run_id": line.run_id,
            "model_name": line.model_name,
            "model_version": line.model_version,
            "benchmark": line.benchmark,
            "version": line.version,
            "tag": line.tag,
        }
