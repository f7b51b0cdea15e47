"""Stored specifications and item tables as values, read once in a process."""

from __future__ import annotations

from functools import lru_cache

from benchtoward.core.items import ItemTable
from benchtoward.core.spec import Spec
from benchtoward.core.spec_parsing import parse_spec
from benchtoward.store.models import BenchmarkVersion
from benchtoward.store.opening import artifact_store


def stored_spec(row: BenchmarkVersion) -> Spec:
    """Return the spec of a stored version."""
    return _spec(row.spec_hash, row.data_version)


def stored_items(row: BenchmarkVersion) -> ItemTable:
    """Return the items of a stored version."""
    return _items(row.item_table_sha256)


@lru_cache(maxsize=256)
def _spec(spec_hash: str, data_version: int) -> Spec:
    # The data version is raised when what stands outside the hash changes, such as a title.
    del data_version
    return parse_spec(BenchmarkVersion.objects.get(spec_hash=spec_hash).document)


@lru_cache(maxsize=16)
def _items(sha256: str) -> ItemTable:
    return ItemTable.from_lines(artifact_store().read_bytes(sha256).splitlines(keepends=True))
