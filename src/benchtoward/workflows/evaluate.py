"""Evaluate a model on a benchmark once: claim the run, do the work, store the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from benchtoward.core.errors import BenchTowardError, IncompleteRunError, QuotaExhaustedError
from benchtoward.core.lifecycle import FailureClass, RunState, Tag
from benchtoward.core.model import ModelFile, ModelVersion, Provider
from benchtoward.core.results import Prediction
from benchtoward.harness.evaluation import Evaluation, Identity, finish, identify
from benchtoward.harness.running import Progress, no_progress, run_model
from benchtoward.store.locks import run_lock
from benchtoward.store.models import ModelEntry, Result, Run
from benchtoward.store.models import ModelVersion as StoredVersion
from benchtoward.store.response_table import ResponseTable
from benchtoward.workflows.register import Registered
from benchtoward.workflows.storing import store_evaluation

Work: TypeAlias = Callable[[], Evaluation]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluated:
    """A result, and whether it was computed just now."""

    result: Result
    is_new: bool


def evaluate(
    benchmark: Registered,
    model: ModelFile,
    version: ModelVersion,
    *,
    actor: str,
    tag: Tag | None = None,
    n_repeats: int = 1,
    progress: Progress = no_progress,
) -> Evaluated:
    """Return the result of a run, computed if this run key has none yet.

    A run that was interrupted goes on: no stored answer is asked for again. Raises `BusyError` when another process
    works on it, `IncompleteRunError` when items are left without an answer.
    """
    chosen = tag or (Tag.BASELINE if model.is_baseline else Tag.STANDARD)
    set_up = None if chosen is Tag.STANDARD else version.key.text
    identity = identify(benchmark.spec, version, tag=chosen, n_repeats=n_repeats, set_up=set_up)

    def work() -> Evaluation:
        return run_model(
            benchmark.spec,
            benchmark.table,
            model,
            version,
            identity,
            store=ResponseTable(),
            training=benchmark.training_rows,
            progress=progress,
        )

    return _once(benchmark, model, version, identity, work, actor=actor)


def import_predictions(
    benchmark: Registered,
    model: ModelFile,
    version: ModelVersion,
    predictions: Sequence[Prediction],
    *,
    submission_sha256: str,
    actor: str,
    tag: Tag = Tag.COMMUNITY,
) -> Evaluated:
    """Score predictions that were made elsewhere, as a run of their own; what the submitter scored is not looked at.

    `submission_sha256` is the digest of what was submitted: other predictions for the same model are another run.
    """
    n_repeats = 1 + max((prediction.repeat for prediction in predictions), default=0)
    identity = identify(benchmark.spec, version, tag=tag, n_repeats=n_repeats, set_up=submission_sha256)
    stored = Result.objects.with_names().filter(run__run_key=identity.key.text).first()
    if stored is not None:
        return Evaluated(result=stored, is_new=False)
    # Scored before anything is stored: a submission that can't be scored leaves no trace.
    evaluation = finish(benchmark.spec, benchmark.table, model, version, identity, predictions)
    return _once(benchmark, model, version, identity, lambda: evaluation, actor=actor)


def _once(
    benchmark: Registered,
    model: ModelFile,
    version: ModelVersion,
    identity: Identity,
    work: Work,
    *,
    actor: str,
) -> Evaluated:
    entry = _registered(model, identity.tag)
    run, _ = Run.objects.claim(
        identity.key,
        benchmark_version=benchmark.row,
        model_version=StoredVersion.objects.get(model=entry, key=version.key.text),
        tag=identity.tag,
        configuration=identity.configuration,
        actor=actor,
        n_repeats=identity.n_repeats,
    )
    if run.state == RunState.STORED:
        return Evaluated(result=run.result, is_new=False)
    with run_lock(identity.key.text):
        run.refresh_from_db()
        if run.state == RunState.STORED:
            return Evaluated(result=Result.objects.find(run.run_id), is_new=False)
        return Evaluated(result=_attempt(run, work, actor=actor), is_new=True)


def _registered(model: ModelFile, tag: Tag) -> ModelEntry:
    """Return the model's row; a submission may add a version to a known model, and changes nothing else of it."""
    known = ModelEntry.objects.filter(slug=model.slug).first()
    if tag is not Tag.COMMUNITY or known is None:
        return ModelEntry.objects.register(model)
    for version in reversed(model.versions):
        StoredVersion.objects.register(known, version)
    return known


def _attempt(run: Run, work: Work, *, actor: str) -> Result:
    if run.state != RunState.QUEUED:
        # The lock is ours, so whoever left the run as running or scoring is gone.
        run.move(RunState.QUEUED, actor=actor, reason="" if run.n_attempts == 0 else "continued")
    run.move(RunState.RUNNING, actor=actor)
    try:
        evaluation = work()
        run.move(RunState.SCORING, actor=actor)
        return store_evaluation(run, evaluation, actor=actor)
    except (IncompleteRunError, QuotaExhaustedError, KeyboardInterrupt) as error:
        if _is_predictor(run) and isinstance(error, IncompleteRunError):
            # A predictor that fails would fail again: nobody need wait for it.
            run.fail(FailureClass.PREDICTOR, str(error), actor=actor)
        else:
            run.move(RunState.INCOMPLETE, actor=actor, reason=type(error).__name__)
        raise
    except BenchTowardError as error:
        run.fail(FailureClass.PREDICTOR if _is_predictor(run) else FailureClass.PLATFORM, str(error), actor=actor)
        raise
    except Exception as error:
        # A fault of ours; its words may quote a row, so only its kind is kept.
        run.fail(FailureClass.PLATFORM, type(error).__name__, actor=actor)
        raise


def _is_predictor(run: Run) -> bool:
    return run.model_version.provider == Provider.PREDICTOR
