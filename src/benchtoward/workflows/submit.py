"""Bring in predictions that were made elsewhere: from a file, a bundle, or a data set that holds a model's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from benchtoward.core.canonical import sha256_of
from benchtoward.core.errors import BundleError, NotFoundError, Problem
from benchtoward.core.model import ModelFile, ModelVersion
from benchtoward.core.results import Prediction, content_address
from benchtoward.formats.bundle import Bundle, read_bundle
from benchtoward.formats.item_files import external_predictions, file_sha256
from benchtoward.formats.prediction_files import read_submission
from benchtoward.harness.submissions import SUBMITTED, predictions_from
from benchtoward.workflows.evaluate import Evaluated, import_predictions
from benchtoward.workflows.register import Registered


def import_file(path: Path, benchmark: Registered, model: ModelFile, version: ModelVersion, *, actor: str) -> Evaluated:
    """Score the predictions of a file or bundle as a `community` result, in review.

    Raises `PredictionsError` or `BundleError` with everything that is wrong; then nothing is stored.
    """
    if not path.exists():
        raise NotFoundError(f"There is no file {path}.")
    if path.is_dir() or path.suffix == ".zip":
        bundle = read_bundle(path)
        _check_benchmark(bundle, benchmark, path)
        # A key of a response is nobody's to claim: it would show what another run was answered.
        predictions: Sequence[Prediction] = [
            replace(prediction, request_key="", rule=SUBMITTED if prediction.rule else "")
            for prediction in bundle.predictions
        ]
        return _import(benchmark, model, version, predictions, content_address(predictions), actor=actor)
    predictions = predictions_from(read_submission(path, benchmark.spec), benchmark.spec, benchmark.table)
    return _import(benchmark, model, version, predictions, file_sha256(path), actor=actor)


def import_external(benchmark: Registered, model: ModelFile, version: ModelVersion, *, actor: str) -> Evaluated:
    """Score the predictions of a model that come with the data set itself, read by the benchmark's adapter."""
    parameters = version.call.get("parameters")
    rows = external_predictions(
        benchmark.spec,
        benchmark.path,
        benchmark.locator,
        {**benchmark.spec.reader.parameters, **(parameters if isinstance(parameters, Mapping) else {})},
        version.files,
    )
    predictions = predictions_from(rows, benchmark.spec, benchmark.table)
    digest = sha256_of([dict(prediction.row()) for prediction in predictions])
    return _import(benchmark, model, version, predictions, digest, actor=actor)


def _check_benchmark(bundle: Bundle, benchmark: Registered, path: Path) -> None:
    of = bundle.record["benchmark"]
    spec_hash = of["spec_hash"] if isinstance(of, Mapping) else None
    if spec_hash != benchmark.spec.spec_hash:
        expected = f"{benchmark.spec.spec_hash}, the one of {benchmark.spec.id} {benchmark.spec.version}"
        problem = Problem(where="benchmark.spec_hash", found=str(spec_hash), expected=expected)
        raise BundleError(str(path), [problem])


def _import(
    benchmark: Registered,
    model: ModelFile,
    version: ModelVersion,
    predictions: Sequence[Prediction],
    digest: str,
    *,
    actor: str,
) -> Evaluated:
    return import_predictions(benchmark, model, version, predictions, submission_sha256=digest, actor=actor)
