"""Adapters: a benchmark's own code that turns licensed source files into rows.

The sources are read once, so what is hashed is what runs. An adapter is imported as a submodule of a
package of its own: relative imports reach the files beside it, and no two adapters meet.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, TracebackType

from benchtoward.core.canonical import sha256_of
from benchtoward.core.errors import ItemsError, Problem
from benchtoward.core.spec import Spec
from benchtoward.formats.item_files.source_imports import SourceImporter

_IMPORTER = SourceImporter(prefix="benchtoward_adapter_")
_LOCK = threading.RLock()


@dataclass(frozen=True, slots=True, kw_only=True)
class AdapterSources:
    """The Python files of an adapter's folder."""

    folder: Path
    """The folder of the adapter."""
    module: str
    """The name of the adapter's file, without its ending."""
    texts: Mapping[str, bytes]
    """The content of each file that can be imported, by its path inside the folder."""

    @property
    def sha256(self) -> str:
        """The hash of all files, path and content; the same on machines that end lines differently."""
        hashes = {path: hashlib.sha256(text.replace(b"\r\n", b"\n")) for path, text in self.texts.items()}
        return sha256_of({path: digest.hexdigest() for path, digest in hashes.items()})

    def place(self, traceback: TracebackType | None) -> str:
        """Return the last line of the adapter that a traceback passes, as `adapter.py:12`."""
        place = f"{self.module}.py"
        while traceback is not None:
            path = Path(traceback.tb_frame.f_code.co_filename)
            if path.is_relative_to(self.folder):
                place = f"{path.relative_to(self.folder)}:{traceback.tb_lineno}"
            traceback = traceback.tb_next
        return place


def adapter_sources(spec: Spec, *, spec_path: Path, definitions_root: Path | None = None) -> AdapterSources:
    """Return the sources of the adapter that `spec` names.

    The adapter may lie in another benchmark's folder (`../name/adapter.py`) but not outside
    `definitions_root`, by default the folder that holds the benchmarks' folders. Raises `ItemsError` where
    it does or is absent.
    """
    root = (definitions_root or spec_path.absolute().parent.parent).resolve()
    path = (spec_path.parent / spec.reader.path).resolve()
    if not path.is_relative_to(root) or path.suffix != ".py" or not path.stem.isidentifier():
        raise _refused(spec_path, f"{spec.reader.path!r}", "a .py file inside the folder of the benchmarks")
    if not path.is_file():
        raise _refused(spec_path, f"no file {spec.reader.path!r}", "the adapter's file")
    texts = {inner: (path.parent / inner).read_bytes() for inner in _importable(path.parent)}
    return AdapterSources(folder=path.parent, module=path.stem, texts=texts)


def load_adapter(sources: AdapterSources) -> ModuleType:
    """Return the adapter as a module; the same sources in the same folder are imported once."""
    identity = sha256_of({"folder": str(sources.folder), "sources": sources.sha256})
    with _LOCK:
        package = _IMPORTER.add(identity[:32], sources.folder, sources.texts)
        if _IMPORTER not in sys.meta_path:
            sys.meta_path.insert(0, _IMPORTER)
        return importlib.import_module(f"{package}.{sources.module}")


def _importable(folder: Path) -> Iterator[str]:
    """The .py files that an import can reach, in sorted order; `1.0.0/` or `.venv/` can't be."""
    for path in sorted(folder.rglob("*.py")):
        inner = path.relative_to(folder)
        if all(part.isidentifier() and part != "__pycache__" for part in (*inner.parts[:-1], inner.stem)):
            yield inner.as_posix()


def _refused(spec_path: Path, found: str, expected: str) -> ItemsError:
    where = f"{spec_path} (definition.items.reader.path)"
    return ItemsError("The adapter", [Problem(where=where, found=found, expected=expected)])
