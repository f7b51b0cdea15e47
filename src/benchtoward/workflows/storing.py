"""Store a finished evaluation: files first, then rows, in one transaction."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import transaction

from benchtoward.core.lifecycle import RunState
from benchtoward.formats.bundle import write_bundle
from benchtoward.formats.replicates import replicates_bytes
from benchtoward.harness.evaluation import Evaluation
from benchtoward.store.models import Artifact, Result, Run
from benchtoward.store.opening import artifact_store

PARQUET = "application/vnd.apache.parquet"


def store_evaluation(run: Run, evaluation: Evaluation, *, actor: str, note: str = "") -> Result:
    """Store an evaluation's files, then its result and the run's last move together; a killed one leaves no row."""
    files = _files(evaluation)
    scores = evaluation.record.scores
    primary = scores.metric(scores.primary)
    low, high = primary.ends
    with transaction.atomic():
        result = Result.objects.create(
            run=run,
            value=primary.value,
            low=low,
            high=high,
            n_items=scores.n_items,
            n_units=scores.n_units,
            parse_rate=scores.counts.parse_rate,
            record=evaluation.record.to_json(),
            note=note,
            **files,
        )
        run.move(
            RunState.STORED,
            actor=actor,
            content_address=evaluation.record.content_address,
            environment=dict(evaluation.environment),
            usage=dict(evaluation.usage),
        )
    return result


def _files(evaluation: Evaluation) -> dict[str, Artifact]:
    store = artifact_store()
    with TemporaryDirectory() as folder:
        bundle = Path(folder) / "bundle"
        write_bundle(bundle, evaluation.bundle())
        kept = {
            name: Artifact.objects.keep(store.put_file(bundle / f"{name}.parquet"), media_type=PARQUET)
            for name in ("predictions", "journal")
        }
    replicates = store.put_bytes(replicates_bytes(evaluation.replicates))
    return {**kept, "replicates": Artifact.objects.keep(replicates, media_type="application/x-npy")}
