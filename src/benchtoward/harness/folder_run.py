"""A run into a folder: no store and no database; answers are kept in a journal beside the bundle."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.core.items import ItemTable
from benchtoward.core.lifecycle import Tag
from benchtoward.core.model import ModelFile, ModelVersion
from benchtoward.core.run_record import RunRecord
from benchtoward.core.spec import Spec
from benchtoward.formats.bundle import write_bundle
from benchtoward.formats.definitions import load_spec
from benchtoward.formats.item_files import SourceLocator, read_items
from benchtoward.harness.evaluation import identify
from benchtoward.harness.journal import FileJournal
from benchtoward.harness.running import Progress, no_progress, run_model


def run_to_folder(
    spec_path: Path,
    model: ModelFile,
    version: ModelVersion,
    out: Path,
    *,
    tag: str = "",
    n_repeats: int = 1,
    limit: int = 0,
    data_root: Path | None = None,
    progress: Progress = no_progress,
) -> RunRecord:
    """Evaluate a model and write the bundle to `out`, which must be new; return the run's record.

    Answers are appended to `<out>.journal` as they arrive, so the same call continues an interrupted run. `limit`
    tries the first items only: such a bundle is no result, and `verify` says so.
    """
    if out.exists():
        expected = "a new folder or .zip"
        raise InvalidInputError("The run", [Problem(where=str(out), found="something there", expected=expected)])
    spec = load_spec(spec_path)
    locator = SourceLocator(spec_path=spec_path, data_root=data_root)
    table = read_items(spec, spec_path, locator)
    if limit:
        table = ItemTable(items=tuple(islice(table, limit)))
    chosen = Tag(tag) if tag else Tag.BASELINE if model.is_baseline else Tag.STANDARD
    identity = identify(
        spec,
        version,
        tag=chosen,
        n_repeats=n_repeats,
        set_up=None if chosen is Tag.STANDARD else version.key.text,
    )
    with FileJournal(out.with_name(out.name + ".journal")) as store:
        evaluation = run_model(
            spec,
            table,
            model,
            version,
            identity,
            store=store,
            training=lambda: training_items(spec, spec_path, locator),
            progress=progress,
        )
    write_bundle(out, evaluation.bundle())
    return evaluation.record


def training_items(spec: Spec, spec_path: Path, locator: SourceLocator) -> ItemTable | None:
    """Return the training items that a spec names for baselines; None where it names none."""
    training = spec.reader.training
    if not training:
        return None
    return read_items(spec, spec_path, locator, {**spec.reader.parameters, **training})
