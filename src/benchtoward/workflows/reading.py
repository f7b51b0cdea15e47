"""What readers ask for: benchmarks, models, results and their items, as values of `views`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from django.utils import timezone

from benchtoward.core.canonical import Json
from benchtoward.core.errors import NotFoundError
from benchtoward.core.lifecycle import ResultState
from benchtoward.core.results import Prediction
from benchtoward.core.spec import Labels
from benchtoward.formats.bundle import read_predictions
from benchtoward.formats.citation import bibtex
from benchtoward.formats.prediction_files import predictions_csv, predictions_jsonl
from benchtoward.store.models import BenchmarkVersion, ModelEntry, Result
from benchtoward.store.opening import artifact_store, current_configuration
from benchtoward.workflows.board import get_board, published_version
from benchtoward.workflows.items import get_items
from benchtoward.workflows.lookup import lookup
from benchtoward.workflows.specs import stored_items, stored_spec
from benchtoward.workflows.summaries import Boards, summaries, summary
from benchtoward.workflows.views import BenchmarkView, ModelView, ResultSummary, ResultView, Totals

__all__ = [
    "data_version",
    "get_benchmark",
    "get_bibtex",
    "get_board",
    "get_items",
    "get_model",
    "get_predictions_file",
    "get_result",
    "list_benchmarks",
    "list_models",
    "lookup",
    "newest_results",
    "prediction_bytes",
    "totals",
]


def list_benchmarks() -> list[BenchmarkView]:
    """Return the newest published version of every benchmark, by title."""
    views = [_benchmark_view(row) for row in BenchmarkVersion.objects.newest()]
    return sorted(views, key=lambda view: view.title["en"].casefold())


def get_benchmark(slug: str, version: str = "") -> BenchmarkView:
    """Return a published version of a benchmark, the newest without `version`; raises `NotFoundError`."""
    return _benchmark_view(published_version(slug, version))


def list_models() -> list[ModelView]:
    """Return every model that has a published result, by name."""
    entries = ModelEntry.objects.with_published_results()
    boards: Boards = {}
    return sorted((_model_view(entry, boards) for entry in entries), key=lambda view: view.name.casefold())


def get_model(slug: str) -> ModelView:
    """Return a model with all its published results; raises `NotFoundError`."""
    entry = ModelEntry.objects.once_published().filter(slug=slug).first()
    if entry is None:
        raise NotFoundError(f"There is no model `{slug}` here.")
    return _model_view(entry, {})


def get_result(run_id: str) -> ResultView:
    """Return a published or withdrawn result; raises `NotFoundError` for any other."""
    result = _readable(run_id)
    spec = stored_spec(result.run.benchmark_version)
    return ResultView(
        summary=summary(result),
        record=result.record,
        usage=result.run.usage,
        environment=result.run.environment,
        withdrawn_at=result.withdrawn_at,
        withdrawn_reason=result.withdrawn_reason,
        shows_items=spec.labels is Labels.PUBLIC,
        predictions_sha256=result.predictions_id,
    )


def newest_results(n: int) -> list[ResultSummary]:
    """Return the `n` newest published results."""
    return list(summaries(Result.objects.listed().with_names()[:n]))


def totals() -> Totals:
    """Return the counts of the home page."""
    published = Result.objects.listed()
    return Totals(
        n_results=published.count(),
        n_models=published.values("run__model_version__model").distinct().count(),
        n_benchmarks=BenchmarkVersion.objects.newest().count(),
    )


def get_bibtex(run_id: str, *, page: str = "") -> str:
    """Return the BibTeX entry of a published result; `page` is its full address, where the instance has none set."""
    result = _published(run_id)
    record = result.record
    public_url = current_configuration().public_url
    own_page = f"{public_url}/results/{result.run.run_id}/" if public_url else ""
    return bibtex(
        run_id=result.run.run_id,
        model=record["model"]["name"],
        benchmark=stored_spec(result.run.benchmark_version).presentation.title["en"],
        version=record["benchmark"]["version"],
        spec_hash=record["benchmark"]["spec_hash"],
        harness_version=record["harness_version"],
        published=timezone.localdate(result.published_at),
        url=page or own_page,
    )


def get_predictions_file(run_id: str) -> Path:
    """Return the path of a published result's `predictions.parquet`."""
    return artifact_store().path(_published(run_id).predictions_id)


def prediction_bytes(run_id: str, form: str) -> Iterable[bytes]:
    """Yield a published result's predictions as `csv` or `jsonl`."""
    writers = {"csv": predictions_csv, "jsonl": predictions_jsonl}
    if form not in writers:
        raise NotFoundError(f"Predictions come as parquet, csv and jsonl, not as {form[:20]!r}.")
    return writers[form](_predictions(run_id))


def data_version() -> str:
    """Return a text that changes whenever anything that readers see changes."""
    return BenchmarkVersion.objects.data_stamp()


def _predictions(run_id: str) -> Sequence[Prediction]:
    return read_predictions(get_predictions_file(run_id))


def _readable(run_id: str) -> Result:
    result = Result.objects.find(run_id)
    if result.state == ResultState.IN_REVIEW:
        raise NotFoundError(f"There is no published result {run_id[:40]!r}.")
    return result


def _published(run_id: str) -> Result:
    result = _readable(run_id)
    if result.state != ResultState.PUBLISHED:
        raise NotFoundError(f"The result {run_id} is withdrawn: {result.withdrawn_reason}")
    return result


def _benchmark_view(row: BenchmarkVersion) -> BenchmarkView:
    spec = stored_spec(row)
    presentation = spec.presentation
    prompt = spec.definition.get("prompt")
    return BenchmarkView(
        slug=spec.id,
        version=spec.version,
        spec_hash=spec.spec_hash,
        title=presentation.title,
        summary=presentation.summary,
        notes=presentation.notes,
        stage=row.stage,
        preview=row.preview,
        modality=presentation.modality,
        task=spec.task.value,
        metric=spec.metrics.primary,
        also=spec.metrics.also,
        unit=row.unit_name,
        n_items=row.n_items,
        n_units=row.n_units,
        n_results=Result.objects.listed().on(row).count(),
        labels=spec.labels.value,
        dataset=presentation.dataset,
        credits=tuple(presentation.credits),
        changes=presentation.changes,
        published_at=row.published_at,
        versions=tuple(BenchmarkVersion.objects.published().of(spec.id).values_list("version", flat=True)),
        prompt=prompt if isinstance(prompt, dict) else None,
        definition=spec.definition,
        spec_yaml=row.spec_yaml,
        example=_example(row) if spec.labels is Labels.PUBLIC else None,
    )


def _example(row: BenchmarkVersion) -> Mapping[str, Json]:
    return next(iter(stored_items(row))).visible


def _model_view(entry: ModelEntry, boards: Boards) -> ModelView:
    return ModelView(
        slug=entry.slug,
        name=entry.name,
        organisation=entry.organisation,
        description=entry.description,
        released=entry.released,
        n_parameters=entry.n_parameters,
        open_weights=entry.open_weights,
        licence=entry.licence,
        modality=entry.modality,
        links=tuple(entry.links),
        training_data=entry.training_data,
        is_baseline=entry.is_baseline,
        versions=tuple(
            {"name": version.name, "key": version.key, "pins": version.pins, "is_pinned": version.is_pinned}
            for version in entry.versions.order_by("-id")
        ),
        results=summaries(Result.objects.of_model(entry), boards),
    )
