"""Files named by the SHA-256 of their bytes: item tables, predictions, journals, replicates, bundles.

A file stands under its name only when all its bytes are on the disk; it is never changed afterwards.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import os
import re
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from benchtoward.core.errors import BenchTowardError, InvalidInputError, NotFoundError, Problem

CHUNK_BYTES = 1 << 20
STALE_AFTER_SECONDS = 86_400

_SHA256 = re.compile(r"[0-9a-f]{64}")


class DamagedArtifactError(BenchTowardError):
    """An artifact's bytes are not the ones that its name promises."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredArtifact:
    """What was put: its name and its size."""

    sha256: str
    size_bytes: int


@dataclass(frozen=True, slots=True)
class ArtifactStore:
    """A folder of files named by their content."""

    folder: Path

    def put_bytes(self, data: bytes) -> StoredArtifact:
        """Store `data`; it is on the disk when this returns. Putting the same bytes again changes nothing."""
        return self._put(_chunks(io.BytesIO(data)))

    def put_file(self, source: Path) -> StoredArtifact:
        """Store a copy of a file, read once in pieces; it is on the disk when this returns."""
        with source.open("rb") as stream:
            return self._put(_chunks(stream))

    def path(self, sha256: str) -> Path:
        """Return where an artifact lies, unread; raises `NotFoundError` where it is not here."""
        path = self._place(sha256)
        if not path.is_file():
            raise NotFoundError(f"The artifact {sha256} is not in {self.folder}.")
        return path

    def open(self, sha256: str) -> BinaryIO:
        """Return an artifact opened for reading, all its bytes compared with its name before.

        Raises `NotFoundError`, and `DamagedArtifactError` where the bytes are other ones.
        """
        stream = self.path(sha256).open("rb")
        try:
            if _sha256_of(stream) != sha256:
                raise DamagedArtifactError(
                    f"The artifact {sha256} in {self.folder} is damaged: its bytes have another hash. "
                    "Restore it from a copy; putting the same content again repairs it too."
                )
            stream.seek(0)
        except BaseException:
            stream.close()
            raise
        return stream

    def read_bytes(self, sha256: str) -> bytes:
        """Return an artifact's bytes, compared with its name."""
        with self.open(sha256) as stream:
            return stream.read()

    def remove_stale_temporary_files(self, *, older_than_seconds: float = STALE_AFTER_SECONDS) -> int:
        """Remove what killed processes left half written, and return how many files that were."""
        oldest = time.time() - older_than_seconds
        n_removed = 0
        for file in self._temporary_folder.glob("*"):
            with suppress(FileNotFoundError):
                if file.stat().st_mtime < oldest:
                    file.unlink()
                    n_removed += 1
        return n_removed

    @property
    def _temporary_folder(self) -> Path:
        return self.folder / "partial"

    def _place(self, sha256: str) -> Path:
        if not _SHA256.fullmatch(sha256):
            problem = Problem(where="hash", found=f"{sha256[:80]!r}", expected="64 lower-case hex digits")
            raise InvalidInputError("The name of an artifact", [problem])
        return self.folder / sha256[:2] / sha256[2:4] / sha256

    def _put(self, chunks: Iterable[bytes]) -> StoredArtifact:
        _make_folder(self._temporary_folder)
        descriptor, name = tempfile.mkstemp(dir=self._temporary_folder)
        temporary = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stored = _write(stream, chunks)
            self._settle(temporary, stored)
        finally:
            temporary.unlink(missing_ok=True)
        return stored

    def _settle(self, temporary: Path, stored: StoredArtifact) -> None:
        place = self._place(stored.sha256)
        if _holds(place, stored):
            return
        _make_folder(place.parent)
        temporary.chmod(0o444)
        # Whoever comes second replaces the file by the same bytes, and a damaged one by whole ones.
        temporary.replace(place)
        _sync_folder(place.parent)


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    while chunk := stream.read(CHUNK_BYTES):
        yield chunk


def _write(stream: BinaryIO, chunks: Iterable[bytes]) -> StoredArtifact:
    digest = hashlib.sha256()
    size_bytes = 0
    for chunk in chunks:
        digest.update(chunk)
        size_bytes += stream.write(chunk)
    stream.flush()
    _flush_to_disk(stream.fileno())
    return StoredArtifact(sha256=digest.hexdigest(), size_bytes=size_bytes)


def _holds(place: Path, stored: StoredArtifact) -> bool:
    try:
        with place.open("rb") as stream:
            same_size = os.fstat(stream.fileno()).st_size == stored.size_bytes
            return same_size and _sha256_of(stream) == stored.sha256
    except FileNotFoundError:
        return False


def _sha256_of(stream: BinaryIO) -> str:
    return hashlib.file_digest(stream, "sha256").hexdigest()  # type: ignore[arg-type]


def _make_folder(folder: Path) -> None:
    """Make a folder and its parents, each name on the disk before anything is put into it."""
    if folder.is_dir():
        return
    _make_folder(folder.parent)
    with suppress(FileExistsError):
        folder.mkdir()
    _sync_folder(folder.parent)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _flush_to_disk(descriptor: int) -> None:
    # On macOS fsync leaves the data in the drive's own memory.
    full_sync = getattr(fcntl, "F_FULLFSYNC", None)
    if full_sync is None:
        os.fsync(descriptor)
    else:
        fcntl.fcntl(descriptor, full_sync)
