"""Write a published result to a file of the reader's choice."""

from __future__ import annotations

import shutil
from pathlib import Path

from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.formats.bundle import Bundle, read_journal, read_predictions, write_bundle
from benchtoward.store.models import Result
from benchtoward.store.opening import artifact_store
from benchtoward.workflows.reading import get_bibtex, get_predictions_file, prediction_bytes

ENDINGS = ("", ".zip", ".parquet", ".csv", ".jsonl", ".bib")


def export_result(run_id: str, to: Path) -> str:
    """Write a result to `to`, which must be new; its ending settles the form. Returns the form in words.

    Raises `NotFoundError` for a result that is not published, `InvalidInputError` for a path that is taken.
    """
    if to.exists():
        problem = Problem(where=str(to), found="something that is there already", expected="a new file or folder")
        raise InvalidInputError("The export", [problem])
    if not to.resolve().parent.is_dir():
        problem = Problem(where=str(to), found="no folder to put it into", expected="a folder that exists")
        raise InvalidInputError("The export", [problem])
    ending = to.suffix.lower()
    if ending not in ENDINGS:
        expected = f"a folder's name, or one that ends in {', '.join(ENDINGS[1:])}"
        raise InvalidInputError("The export", [Problem(where=str(to), found=repr(ending)[:40], expected=expected)])
    predictions = get_predictions_file(run_id)
    if ending == ".parquet":
        shutil.copyfile(predictions, to)
        return "predictions"
    if ending in (".csv", ".jsonl"):
        with to.open("wb") as file:
            file.writelines(prediction_bytes(run_id, ending[1:]))
        return "predictions"
    if ending == ".bib":
        to.write_text(get_bibtex(run_id), encoding="utf-8")
        return "BibTeX entry"
    write_bundle(to, _bundle(run_id, predictions))
    return "bundle"


def _bundle(run_id: str, predictions: Path) -> Bundle:
    result = Result.objects.find(run_id)
    journal = read_journal(artifact_store().path(result.journal_id)) if result.journal_id else []
    return Bundle(
        record=result.record,
        predictions=read_predictions(predictions),
        journal=journal,
        environment=result.run.environment,
    )
