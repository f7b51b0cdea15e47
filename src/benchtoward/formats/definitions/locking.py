"""Writing hashes into a specification: of its source files, its adapter and its items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from benchtoward.core.answers import check_targets
from benchtoward.core.canonical import Json
from benchtoward.core.documents import Path as DocumentPath
from benchtoward.core.documents import dotted
from benchtoward.core.errors import NotAllowedError, Problem, SpecError
from benchtoward.core.items import ItemTable, leaking_columns
from benchtoward.core.spec import Spec
from benchtoward.formats.definitions.loading import PUBLISHED, published_hashes, spec_of
from benchtoward.formats.item_files import SourceLocator, adapter_sources, read_items
from benchtoward.formats.yaml_edits import with_texts, write_atomically
from benchtoward.formats.yaml_source import LoadedYaml, load_yaml, parse_yaml


@dataclass(frozen=True, slots=True, kw_only=True)
class LockedSpec:
    """A specification that names its data by hash."""

    spec_hash: str
    table_sha256: str
    """The SHA-256 of the rendered item table."""
    n_items: int
    n_units: int
    written: tuple[str, ...]
    """The fields that were written; empty where all were there already."""


def lock_spec(path: Path, locator: SourceLocator) -> LockedSpec:
    """Write the hashes of the source files, the adapter and the item table into the specification at `path`.

    Comments and order stay; a second time changes nothing. Raises `SpecError` where a visible column gives
    the gold answer away, and `NotAllowedError` where the version is published and a hash would change.
    """
    loaded = load_yaml(path, error=SpecError)
    spec = spec_of(loaded)
    hashed = _with_source_hashes(spec, locator)
    table = read_items(_without_lock(hashed), path, locator)
    check_targets(hashed, table)
    _check_leaks(loaded, spec, table)
    changed = {place: text for place, text in _hashes(hashed, path, table) if _present(loaded, place) != text}
    if changed:
        _rewrite(loaded, spec, changed)
    return LockedSpec(
        spec_hash=spec_of(load_yaml(path, error=SpecError)).spec_hash,
        table_sha256=table.sha256,
        n_items=len(table),
        n_units=table.n_units,
        written=tuple(dotted(place) for place in changed),
    )


def _with_source_hashes(spec: Spec, locator: SourceLocator) -> Spec:
    """The spec with a hash for each of its files; those that it states are checked."""
    locator.files(spec.files)
    files = (file if file.sha256 else replace(file, sha256=locator.sha256(file)) for file in spec.files)
    return replace(spec, files=tuple(files))


def _without_lock(spec: Spec) -> Spec:
    """The spec as it was before adapter and items were hashed."""
    columns, reader = replace(spec.columns, table_sha256=""), replace(spec.reader, sha256="")
    return replace(spec, columns=columns, reader=reader)


def _check_leaks(loaded: LoadedYaml, spec: Spec, table: ItemTable) -> None:
    where = loaded.locate(("definition", "items", "visible"))
    problems = [
        Problem(
            where=where,
            found=f"`{column}`, which holds the gold answer in {share:.1%} of the items",
            expected="only columns that don't give the answer away",
            hint=f"Take `{column}` out of `visible`.",
        )
        for column, share in leaking_columns(spec, table).items()
    ]
    if problems:
        raise SpecError(str(loaded.path), problems)


def _hashes(spec: Spec, path: Path, table: ItemTable) -> Iterator[tuple[DocumentPath, str]]:
    for position, file in enumerate(spec.files):
        yield ("definition", "files", position, "sha256"), file.sha256
    if spec.reader.kind == "adapter":
        yield ("definition", "items", "reader", "sha256"), adapter_sources(spec, spec_path=path).sha256
    yield ("definition", "items", "table_sha256"), table.sha256


def _present(loaded: LoadedYaml, place: DocumentPath) -> Json:
    """What stands at a place of the document; None where nothing does."""
    value: Any = loaded.document
    for step in place:
        value = value.get(step) if isinstance(value, Mapping) else value[step]
    return cast(Json, value)


def _rewrite(loaded: LoadedYaml, spec: Spec, texts: Mapping[DocumentPath, str]) -> None:
    if spec.version in published_hashes(loaded.path.parent):
        fields = ", ".join(dotted(place) for place in texts)
        raise NotAllowedError(
            f"{loaded.path} is published ({PUBLISHED}) and never changes, but its sources now give another "
            f"{fields}. Make the change a new version."
        )
    changed = with_texts(loaded, texts)
    # Nothing is written that would not load.
    spec_of(parse_yaml(changed, path=loaded.path, error=SpecError))
    write_atomically(loaded.path, changed)
