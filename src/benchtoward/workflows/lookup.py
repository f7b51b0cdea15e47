"""The front door: has this model been run on this benchmark?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from benchtoward.core.canonical import Json
from benchtoward.core.errors import NotFoundError
from benchtoward.core.lifecycle import ResultState, RunState, Tag
from benchtoward.store.models import BenchmarkVersion, ModelEntry, Result, Run
from benchtoward.workflows.board import published_version
from benchtoward.workflows.summaries import summary
from benchtoward.workflows.views import LookupAnswer, LookupState

RUNNING = (RunState.REQUESTED, RunState.QUEUED, RunState.RUNNING, RunState.SCORING, RunState.INCOMPLETE)
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
    if config:
        runs = runs.filter(tag=config)
    return _answer(list(runs), reason="this model has not been run on this benchmark", near=_near(entry))


def _version(benchmark: str, version: str, spec_hash: str) -> BenchmarkVersion | None:
    if spec_hash:
        return BenchmarkVersion.objects.published().filter(spec_hash=spec_hash).first()
    try:
        return published_version(benchmark, version)
    except NotFoundError:
        return None


def _answer(runs: list[Run], *, reason: str, near: tuple[Mapping[str, Json], ...] = ()) -> LookupAnswer:
    runs.sort(key=lambda run: (TAG_ORDER.index(Tag(run.tag)), -run.pk))
    for state in (ResultState.PUBLISHED, None, ResultState.WITHDRAWN):
        for run in runs:
            result = getattr(run, "result", None)
            if result is not None and result.state == state:
                return _of_result(result)
            if state is None and result is None and run.state in RUNNING:
                return _of_run(run)
    return _none(reason, near=near)


def _of_result(result: Result) -> LookupAnswer:
    found = result.state == ResultState.PUBLISHED
    return LookupAnswer(
        state=LookupState.FOUND if found else LookupState.WITHDRAWN,
        result=summary(result),
        record=result.record if found else None,
        run_state=result.run.state,
        since=result.published_at if found else result.withdrawn_at,
        reason="" if found else result.withdrawn_reason,
        near=(),
    )


def _of_run(run: Run) -> LookupAnswer:
    return LookupAnswer(
        state=LookupState.RUNNING,
        result=None,
        record=None,
        run_state=run.state,
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
    for result in Result.objects.of_model(entry):
        line = summary(result)
        yield {
            "same_key": False,
            "run_id": line.run_id,
            "model_name": line.model_name,
            "model_version": line.model_version,
            "benchmark": line.benchmark,
            "version": line.version,
            "tag": line.tag,
        }
