"""Recompute a published result of this store from the files that it publishes."""

from __future__ import annotations

from benchtoward.formats.bundle import read_predictions
from benchtoward.harness.verifying import VerifyReport, verify
from benchtoward.store.models import Result
from benchtoward.store.opening import artifact_store
from benchtoward.workflows.specs import stored_items, stored_spec


def verify_run(run_id: str) -> VerifyReport:
    """Recompute a result's keys, scores and intervals; raises `NotFoundError` for an unknown run."""
    result = Result.objects.find(run_id)
    version = result.run.benchmark_version
    predictions = read_predictions(artifact_store().path(result.predictions_id))
    return verify(result.record, predictions, stored_spec(version), stored_items(version))
