"""Benchmark specifications and model files as they stand on disk: find, load, lock, compare."""

from benchtoward.formats.definitions.changes import Change, spec_diff
from benchtoward.formats.definitions.loading import (
    find_models,
    find_specs,
    load_model,
    load_spec,
    published_hashes,
)
from benchtoward.formats.definitions.locking import LockedSpec, lock_spec

__all__ = [
    "Change",
    "LockedSpec",
    "find_models",
    "find_specs",
    "load_model",
    "load_spec",
    "lock_spec",
    "published_hashes",
    "spec_diff",
]
