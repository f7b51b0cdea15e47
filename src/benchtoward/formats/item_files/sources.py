"""Where the source files of a benchmark lie on this machine, checked by hash; nothing is downloaded."""

from __future__ import annotations

import hashlib
import importlib.util
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from benchtoward.core.errors import ItemsError, Problem
from benchtoward.core.spec import SourceFile

_CHUNK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLocator:
    """Finds the source files of one spec: beside it, in a data folder, in installed packages."""

    spec_path: Path
    """The specification's file."""
    data_root: Path | None = None
    """The folder of data that was fetched by hand: files by their SHA-256 or by their path in the spec."""
    _hashes: dict[tuple[Path, int, int], str] = field(default_factory=dict, repr=False, compare=False)

    def files(self, files: Sequence[SourceFile]) -> Mapping[str, Path]:
        """Return where each file lies, by its path in the spec and, where no other has it, by its name.

        Raises `ItemsError` that says, for each file that is absent or another one, what to fetch from where.
        """
        problems: list[Problem] = []
        found = {file.path: self._checked(file, problems) for file in files}
        if problems:
            raise ItemsError(f"The source data of {self.spec_path}", problems)
        n_named = Counter(PurePosixPath(path).name for path in found)
        names = {PurePosixPath(path).name: place for path, place in found.items()}
        return {**{name: place for name, place in names.items() if n_named[name] == 1}, **found}

    def sha256(self, file: SourceFile) -> str:
        """Return the SHA-256 of a file as it lies here, whatever the spec says of it."""
        problems: list[Problem] = []
        place = self._place(file, problems)
        if problems:
            raise ItemsError(f"The source data of {self.spec_path}", problems)
        return self._hash(place)

    def _checked(self, file: SourceFile, problems: list[Problem]) -> Path:
        n_before = len(problems)
        place = self._place(file, problems)
        if len(problems) == n_before and file.sha256 and self._hash(place) != file.sha256:
            problems.append(_another(file, self._hash(place)))
        return place

    def _place(self, file: SourceFile, problems: list[Problem]) -> Path:
        path = PurePosixPath(file.path)
        if path.is_absolute() or ".." in path.parts or "\\" in file.path or not path.parts:
            expected = "a relative path without `..`"
            problems.append(Problem(where=_where(file), found="a path that leaves its source", expected=expected))
            return Path()
        for candidate in self._candidates(file, path):
            if candidate.is_file():
                return candidate
        problems.append(_absent(file, self.data_root))
        return Path()

    def _candidates(self, file: SourceFile, path: PurePosixPath) -> Iterator[Path]:
        if file.kind == "package":
            yield from (folder / path for folder in _package_folders(str(file.source.get("package", ""))))
            return
        if file.kind == "file":
            yield self.spec_path.parent / path
        if self.data_root is not None:
            yield from (self.data_root / name for name in (file.sha256, path) if name)

    def _hash(self, path: Path) -> str:
        status = path.stat()
        key = (path, status.st_size, status.st_mtime_ns)
        if key not in self._hashes:
            self._hashes[key] = file_sha256(path)
        return self._hashes[key]


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file's bytes, as 64 hex digits."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def _package_folders(package: str) -> Sequence[Path]:
    """The folders of an installed package, which is not imported."""
    # Looking up `a.b` would import `a`; inner folders belong into the path of the file.
    if not package.isidentifier() or package == "__main__":
        return ()
    found = importlib.util.find_spec(package)
    return [Path(folder) for folder in (found.submodule_search_locations or ())] if found else ()


def _where(file: SourceFile) -> str:
    return f"definition.files, {file.path!r}"


def _absent(file: SourceFile, data_root: Path | None) -> Problem:
    if file.kind == "package":
        wanted = _package(file)
        expected = f"the file in the installed package {wanted}"
        hint = f"Install it: pip install {wanted}" if wanted else "Name the package in `source.package`."
        return Problem(where=_where(file), found="no such file", expected=expected, hint=hint)
    place = f"it at {data_root}/{file.path}" if data_root else f"{file.path} into a data folder, and name that folder"
    origin = _origin(file)
    hint = f"Download it from {origin} and put {place}." if origin else f"Put {place}."
    expected = f"a file with SHA-256 {file.sha256}" if file.sha256 else "the file"
    return Problem(where=_where(file), found="no such file on this machine", expected=expected, hint=hint)


def _another(file: SourceFile, present: str) -> Problem:
    hint = f"Install {_package(file)}." if file.kind == "package" else "Fetch the revision that the spec names."
    return Problem(
        where=_where(file),
        found=f"a file with SHA-256 {present}",
        expected=f"the file with SHA-256 {file.sha256}",
        hint=hint,
    )


def _package(file: SourceFile) -> str:
    name = file.source.get("distribution") or file.source.get("package") or ""
    version = file.source.get("version")
    return f"{name}=={version}" if version else str(name)


def _origin(file: SourceFile) -> str:
    """Where a file comes from, in words that a reader can follow."""
    source = file.source
    if url := source.get("url"):
        return str(url)
    name = next((source[key] for key in ("repository", "dataset", "code", "name") if source.get(key)), "")
    revision = source.get("revision") or source.get("version")
    service = {"huggingface": "Hugging Face: ", "khdp": "KHDP (khdp.net): "}.get(file.kind, "")
    if not name and not service:
        return ""
    return f"{service}{name}" + (f" at {revision}" if revision else "") + f", file {file.path}"
