"""Importing modules from sources that were read before, not from the disk or from compiled leftovers."""

from __future__ import annotations

import importlib.abc
import importlib.util
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType


class SourceImporter(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Finds and loads the modules of packages whose names begin with a prefix of its own."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self._packages: dict[str, tuple[Path, Mapping[str, bytes]]] = {}

    def add(self, name: str, folder: Path, texts: Mapping[str, bytes]) -> str:
        """Make the sources `texts` (by path inside `folder`) importable; return the package's full name."""
        package = self.prefix + name
        self._packages.setdefault(package, (folder, texts))
        return package

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how to load a module of these packages, or None for any other."""
        del path, target
        place = self._place(fullname)
        if place is None:
            return None
        file = self._folder(fullname) / place
        spec = ModuleSpec(fullname, self, origin=str(file), is_package=file.name == "__init__.py")
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(str(file.parent))
        return spec

    def get_source(self, fullname: str) -> str:
        """Return the source of a module; a package without `__init__.py` has none."""
        return importlib.util.decode_source(self._source(fullname))

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of a module, compiled from the source that was read."""
        origin = self._folder(fullname) / (self._place(fullname) or "")
        return self.source_to_code(self._source(fullname), str(origin))

    def _source(self, fullname: str) -> bytes:
        _, texts = self._packages[fullname.partition(".")[0]]
        return texts.get(self._place(fullname) or "", b"")

    def _folder(self, fullname: str) -> Path:
        return self._packages[fullname.partition(".")[0]][0]

    def _place(self, fullname: str) -> str | None:
        """The path of a module inside its package's folder, or None where there is no such module."""
        package, _, inner = fullname.partition(".")
        if package not in self._packages:
            return None
        _, texts = self._packages[package]
        stem = inner.replace(".", "/")
        initial = f"{stem}/__init__.py" if stem else "__init__.py"
        if not stem or initial in texts:
            return initial
        if f"{stem}.py" in texts:
            return f"{stem}.py"
        return initial if any(path.startswith(f"{stem}/") for path in texts) else None
