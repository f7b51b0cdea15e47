"""Bring benchmark and model definitions from files into the store."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchtoward.core.answers import check_targets
from benchtoward.core.errors import NotAllowedError
from benchtoward.core.items import ItemTable, check_no_leak
from benchtoward.core.lifecycle import Stage
from benchtoward.core.spec import Spec
from benchtoward.formats.definitions import load_spec
from benchtoward.formats.item_files import SourceLocator, read_items
from benchtoward.formats.yaml_source import load_yaml
from benchtoward.harness.folder_run import training_items
from benchtoward.store.models import Artifact, BenchmarkVersion
from benchtoward.store.opening import artifact_store


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered:
    """A benchmark version in the store, with what it was made from."""

    row: BenchmarkVersion
    spec: Spec
    table: ItemTable
    locator: SourceLocator
    path: Path

    def training_rows(self) -> ItemTable | None:
        """Return the training items that the spec names for baselines; None where it names none."""
        return training_items(self.spec, self.path, self.locator)


def register_benchmark(path: Path, *, data_root: Path | None, actor: str) -> Registered:
    """Store a benchmark version with its items and publish it; the same one again changes nothing.

    Raises `NotAllowedError` for a spec that is not locked, and for one whose version is stored with another hash.
    """
    spec = load_spec(path)
    if not spec.is_locked:
        raise NotAllowedError(f"{path} is not locked. Run `benchtoward spec lock {path}` first.")
    locator = SourceLocator(spec_path=path, data_root=data_root)
    table = read_items(spec, path, locator)
    check_targets(spec, table)
    check_no_leak(spec, table)
    stored = artifact_store().put_bytes(b"".join(table.lines()))
    row = BenchmarkVersion.objects.register(
        spec,
        spec_yaml=path.read_text(encoding="utf-8"),
        document=load_yaml(path).document,
        n_items=len(table),
        n_units=table.n_units,
        items=Artifact.objects.keep(stored, media_type="application/jsonlines"),
    )
    if row.stage == Stage.BUILDING:
        row.move(Stage.IN_REVIEW, actor=actor, reason="registered from its file")
    if row.stage == Stage.IN_REVIEW:
        row.move(Stage.PUBLISHED, actor=actor, reason="published with the instance's definitions")
    return Registered(row=row, spec=spec, table=table, locator=locator, path=path)
