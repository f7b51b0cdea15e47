"""Run a model on a benchmark, however it is reached: ask or predict, read, score."""

from __future__ import annotations

import asyncio
import os
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from benchtoward.core.canonical import Json
from benchtoward.core.errors import ModelFileError, NotAllowedError, Problem
from benchtoward.core.items import ItemTable
from benchtoward.core.model import ModelFile, ModelVersion, Provider
from benchtoward.core.spec import Spec
from benchtoward.formats.bundle import JournalRow
from benchtoward.harness.chat import ChatEndpoint
from benchtoward.harness.evaluation import Evaluation, Identity, finish
from benchtoward.harness.local_model import local_chat_servers
from benchtoward.harness.outcomes import AskOutcome
from benchtoward.harness.planning import RequestPlan
from benchtoward.harness.predicting import predict_all
from benchtoward.harness.predictors import LabelledRow
from benchtoward.harness.prompting import decoding_sent
from benchtoward.harness.reading import read_responses, with_responses
from benchtoward.harness.responses import ResponseStore
from benchtoward.harness.runner import Progress as AskProgress
from benchtoward.harness.runner import RunnerSettings, ask_all

Progress: TypeAlias = Callable[[int, int, Mapping[str, Any]], None]
"""Hears how many are done, out of how many, and what to show beside it."""

MOST_LOCAL_SERVERS = 4
"""Each holds the model once more in memory."""


def no_progress(done: int, total: int, beside: Mapping[str, Any]) -> None:
    """Show nothing."""


def run_model(
    spec: Spec,
    table: ItemTable,
    model: ModelFile,
    version: ModelVersion,
    identity: Identity,
    *,
    store: ResponseStore,
    training: Callable[[], ItemTable | None] = lambda: None,
    progress: Progress = no_progress,
) -> Evaluation:
    """Return the finished run of a model on a benchmark.

    What `store` holds is not asked for again. Raises `IncompleteRunError` when items are left without an answer
    (the same call continues), and `NotAllowedError` for a model whose predictions come from outside.
    """
    if version.provider is Provider.CHAT:
        return _chat(spec, table, model, version, identity, store, progress)
    if version.provider is Provider.PREDICTOR:
        return _predictor(spec, table, model, version, identity, training, progress)
    raise NotAllowedError(
        f"{model.name} has predictions that were made elsewhere: bring them in with `benchtoward import`."
    )


def _predictor(
    spec: Spec,
    table: ItemTable,
    model: ModelFile,
    version: ModelVersion,
    identity: Identity,
    training: Callable[[], ItemTable | None],
    progress: Progress,
) -> Evaluation:
    n_planned = len(table) * identity.n_repeats
    outcome = predict_all(
        spec,
        table,
        version,
        _labelled(training()),
        n_repeats=identity.n_repeats,
        progress=lambda n_done: progress(n_done, n_planned, {}),
    )
    outcome.check_complete()
    return finish(spec, table, model, version, identity, outcome.predictions, environment=outcome.environment)


def _labelled(table: ItemTable | None) -> Sequence[LabelledRow] | None:
    if table is None:
        return None
    return [LabelledRow(visible=item.visible, target=item.target) for item in table]


def _chat(
    spec: Spec,
    table: ItemTable,
    model: ModelFile,
    version: ModelVersion,
    identity: Identity,
    store: ResponseStore,
    progress: Progress,
) -> Evaluation:
    plan = RequestPlan(spec=spec, table=table, version=version, n_repeats=identity.n_repeats)
    if any(response is None for _, response in with_responses(plan, store)):
        _ask(plan, version, store, progress)
    predictions = read_responses(spec, table, plan, store)
    journal = list(_journal(plan, store))
    return finish(
        spec,
        table,
        model,
        version,
        identity,
        predictions,
        journal=journal,
        environment={"python": platform.python_version(), "machine": platform.machine()},
        usage=_usage(journal),
        decoding_effective=decoding_sent(spec, version),
    )


def _ask(plan: RequestPlan, version: ModelVersion, store: ResponseStore, progress: Progress) -> None:
    def show(state: AskProgress) -> None:
        beside: dict[str, Any] = {"retries": state.n_retries} if state.n_retries else {}
        progress(state.n_done, state.n_planned, beside | ({"failed": state.n_failed} if state.n_failed else {}))

    async def ask(base_urls: Sequence[str], settings: RunnerSettings) -> AskOutcome:
        async with ChatEndpoint(base_urls, _api_key(version)) as endpoint:
            return await ask_all(plan, endpoint, store, settings, show)

    with _reached(version) as (base_urls, settings):
        asyncio.run(ask(base_urls, settings)).check_complete()


@contextmanager
def _reached(version: ModelVersion) -> Iterator[tuple[Sequence[str], RunnerSettings]]:
    local = version.call.get("local")
    if isinstance(local, Mapping):
        # Processes of one thread each: threads of one process wait for each other at every step.
        n_servers = min(MOST_LOCAL_SERVERS, os.cpu_count() or 1)
        with local_chat_servers(str(local["package"]), n_servers=n_servers) as base_urls:
            yield base_urls, RunnerSettings(concurrency=len(base_urls))
        return
    base_url = version.call.get("base_url") or os.environ.get("OPENAI_BASE_URL")
    if not isinstance(base_url, str):
        expected = "`call.base_url` in the model file, or OPENAI_BASE_URL in the environment"
        problem = Problem(where=f"version {version.name}", found="no endpoint", expected=expected)
        raise ModelFileError("The model file", [problem])
    yield [base_url], RunnerSettings()


def _api_key(version: ModelVersion) -> str | None:
    variable = version.call.get("api_key_variable", "OPENAI_API_KEY")
    return os.environ.get(str(variable))


def _journal(plan: RequestPlan, store: ResponseStore) -> Iterator[JournalRow]:
    for request, response in with_responses(plan, store):
        if response is not None:
            yield JournalRow(
                item_id=request.item_id,
                repeat=request.repeat,
                request_key=request.request_key,
                attempts=response.attempts,
                latency_seconds=response.latency_seconds,
                prompt_tokens=response.prompt_tokens,
                completion_tokens=response.completion_tokens,
                received_at=response.received_at,
            )


def _usage(journal: Sequence[JournalRow]) -> Mapping[str, Json]:
    return {
        "prompt_tokens": _total(row.prompt_tokens for row in journal),
        "completion_tokens": _total(row.completion_tokens for row in journal),
        "latency_seconds": round(sum(row.latency_seconds or 0 for row in journal), 3),
        "attempts": sum(row.attempts or 0 for row in journal),
    }


def _total(counts: Iterator[int | None]) -> int | None:
    known = list(counts)
    return None if any(count is None for count in known) else sum(count or 0 for count in known)
