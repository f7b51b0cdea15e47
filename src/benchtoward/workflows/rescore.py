"""Evaluate a model from the answers that are stored already: a changed rule for reading them pays nothing."""

from __future__ import annotations

from pathlib import Path

from benchtoward.core.errors import IncompleteRunError, NotAllowedError, NotFoundError
from benchtoward.core.lifecycle import Tag
from benchtoward.core.model import ModelFile, ModelVersion, Provider
from benchtoward.formats.catalogue import benchmark_path, model_named
from benchtoward.harness.planning import RequestPlan
from benchtoward.harness.reading import with_responses
from benchtoward.harness.running import Progress, no_progress
from benchtoward.store.models import Run
from benchtoward.store.response_table import ResponseTable
from benchtoward.workflows.evaluate import Evaluated, evaluate
from benchtoward.workflows.register import Registered, register_benchmark


def rescore(
    benchmark: Registered,
    model: ModelFile,
    version: ModelVersion,
    *,
    actor: str,
    tag: Tag | None = None,
    n_repeats: int = 1,
    progress: Progress = no_progress,
) -> Evaluated:
    """Return the result of a model on a benchmark version, from stored answers alone; nothing is asked.

    Raises `IncompleteRunError` with the number of answers that are not stored, before anything is claimed, and
    `NotAllowedError` for a model whose answers are not kept.
    """
    if version.provider is not Provider.CHAT:
        raise NotAllowedError(
            f"{model.name} has no stored answers, because it is not reached over a chat endpoint: "
            f"`benchtoward run {benchmark.spec.id}@{benchmark.spec.version} {model.slug}` computes it anew."
        )
    # A stored answer is never taken away again, so what is complete here leaves nothing to ask below.
    _check_stored(RequestPlan(spec=benchmark.spec, table=benchmark.table, version=version, n_repeats=n_repeats), model)
    return evaluate(benchmark, model, version, actor=actor, tag=tag, n_repeats=n_repeats, progress=progress)


def rescore_run(
    name: str, definitions: Path, *, data_root: Path | None, actor: str, progress: Progress = no_progress
) -> Evaluated:
    """Return the result of a run's model on the newest version of the run's benchmark, from stored answers alone.

    Raises `NotFoundError` where the run, its benchmark or its model version has no file in `definitions`.
    """
    run = Run.objects.find(name)
    model, version = model_named(f"{run.model_version.model.slug}@{run.model_version.name}", definitions)
    if version.key.text != run.model_version.key:
        raise NotFoundError(
            f"The file of {model.slug} pins another version under the name {version.name} than run {run.run_id} had: "
            "bring the file back to what it was, or name benchmark and model."
        )
    path = benchmark_path(run.benchmark_version.benchmark.slug, definitions)
    benchmark = register_benchmark(path, data_root=data_root, actor=actor)
    tag, n_repeats = Tag(run.tag), run.n_repeats
    return rescore(benchmark, model, version, actor=actor, tag=tag, n_repeats=n_repeats, progress=progress)


def _check_stored(plan: RequestPlan, model: ModelFile) -> None:
    missing = [request.item_id for request, response in with_responses(plan, ResponseTable()) if response is None]
    if missing:
        names = ", ".join(item_id[:60] for item_id in missing[:3])
        more = ", …" if len(missing) > 3 else ""
        name = f"{plan.spec.id}@{plan.spec.version}"
        command = f"benchtoward run {name} {model.slug}" + (f" --repeats {plan.n_repeats}" * (plan.n_repeats > 1))
        raise IncompleteRunError(
            f"{len(missing):,} of {len(plan):,} answers of {model.name} on {name} are not stored "
            f"(items {names}{more}), and nothing was asked. `{command}` asks for those alone."
        )
