"""The files of a bundle, folder or zip, taken out within limits; nothing is written anywhere."""

from __future__ import annotations

import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO

from benchtoward.core.errors import Problem
from benchtoward.formats.bundle.contents import MEMBERS, NEEDED, RUN, BundleLimits

_MOST_ENTRIES = 32
_CHUNK_BYTES = 1 << 20
_END_BYTES = 22
_LOCATOR_BYTES = 20
_LARGEST_DIRECTORY = 1 << 16
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def read_members(path: Path, limits: BundleLimits, problems: list[Problem]) -> Mapping[str, bytes]:
    """Return the bytes of each file of the bundle at `path`; what can't be taken goes to `problems`."""
    try:
        members = _members(path, limits, problems)
    except OSError as fault:
        found = fault.strerror or "no file"
        problems.append(Problem(where=str(path), found=found, expected="files that can be read"))
        return {}
    named = {problem.where for problem in problems}
    if str(path) not in named:
        expected = f"a bundle with {', '.join(NEEDED)}"
        absent = [name for name in NEEDED if name not in members and name not in named]
        problems += [Problem(where=name, found="no such file", expected=expected) for name in absent]
    return members


def _members(path: Path, limits: BundleLimits, problems: list[Problem]) -> Mapping[str, bytes]:
    if path.is_dir():
        return dict(_from_folder(path, limits, problems))
    if path.is_file():
        return _from_zip(path, limits, problems)
    problems.append(Problem(where=str(path), found="nothing", expected="a folder or a .zip"))
    return {}


def _largest(name: str, limits: BundleLimits) -> int:
    return limits.max_record_bytes if name == RUN else limits.max_file_bytes


def _from_folder(path: Path, limits: BundleLimits, problems: list[Problem]) -> Iterator[tuple[str, bytes]]:
    with os.scandir(path) as entries:
        names = [entry.name for _, entry in zip(range(_MOST_ENTRIES + 1), entries, strict=False)]
    for name in sorted(names):
        if name not in MEMBERS:
            problems.append(_unexpected(name))
            continue
        try:
            data = _regular_file(path / name, _largest(name, limits))
        except OSError as fault:
            # O_NOFOLLOW makes a link an error of its own.
            found = fault.strerror or "no file"
            problems.append(Problem(where=name, found=found, expected="a regular file, not a link"))
            continue
        if len(data) > _largest(name, limits):
            problems.append(_too_large(name, _largest(name, limits)))
            continue
        yield name, data


def _regular_file(path: Path, most: int) -> bytes:
    """The first `most` bytes and one more."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(0, "something that is not a file")
        return file.read(most + 1)


def _from_zip(path: Path, limits: BundleLimits, problems: list[Problem]) -> dict[str, bytes]:
    with path.open("rb") as file:
        directory_problem = _directory_problem(file, path, limits)
        if directory_problem:
            problems.append(directory_problem)
            return {}
        try:
            with zipfile.ZipFile(file) as archive:
                return dict(_entries(archive, limits, problems))
        except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError, RuntimeError) as fault:
            found = f"a damaged zip file ({type(fault).__name__})"
            problems.append(Problem(where=str(path), found=found, expected="a .zip"))
            return {}


def _directory_problem(file: IO[bytes], path: Path, limits: BundleLimits) -> Problem | None:
    """What keeps the archive's directory from being read: a few bytes can claim millions of entries."""
    size = file.seek(0, os.SEEK_END)
    if size > limits.max_zip_bytes:
        return _too_large(str(path), limits.max_zip_bytes)
    file.seek(max(0, size - _END_BYTES - _LOCATOR_BYTES))
    tail = file.read()
    end = tail[-_END_BYTES:]
    if len(end) < _END_BYTES or not end.startswith(b"PK\x05\x06") or end[20:] != b"\0\0":
        return Problem(where=str(path), found="no zip file, or one with a comment", expected="a folder or a .zip")
    if tail[:-_END_BYTES].startswith(b"PK\x06\x07"):
        return Problem(where=str(path), found="a zip file of 64 bits", expected="a plain .zip")
    (directory_bytes,) = struct.unpack("<L", end[12:16])
    if directory_bytes > _LARGEST_DIRECTORY:
        return Problem(where=str(path), found="a zip file with too many entries", expected=", ".join(MEMBERS))
    return None


def _entries(archive: zipfile.ZipFile, limits: BundleLimits, problems: list[Problem]) -> Iterator[tuple[str, bytes]]:
    names: set[str] = set()
    for entry in archive.infolist()[:_MOST_ENTRIES]:
        problem = _entry_problem(entry, names, limits)
        names.add(entry.filename)
        if problem:
            problems.append(problem)
            continue
        try:
            data = _unzipped(archive, entry, _largest(entry.filename, limits))
        except (zipfile.BadZipFile, zlib.error, EOFError) as fault:
            found = f"damaged bytes ({type(fault).__name__})"
            problems.append(Problem(where=entry.filename, found=found, expected="the bytes that were zipped"))
            continue
        if len(data) > _largest(entry.filename, limits):
            problems.append(_too_large(entry.filename, _largest(entry.filename, limits)))
            continue
        yield entry.filename, data


def _entry_problem(entry: zipfile.ZipInfo, names: set[str], limits: BundleLimits) -> Problem | None:
    name = entry.filename
    # `orig_filename` still has what comes behind a NUL, and backslashes as they were written.
    if name not in MEMBERS or entry.orig_filename != name:
        return _unexpected(entry.orig_filename)
    if name in names:
        return Problem(where=name, found="the file more than once", expected="each file once")
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        return Problem(where=name, found="a link or another special file", expected="a regular file")
    if entry.flag_bits & 0x1 or entry.compress_type not in _METHODS:
        return Problem(where=name, found="an encrypted or unusual entry", expected="a stored or deflated one")
    if entry.file_size > max(1 << 20, limits.max_ratio * entry.compress_size):
        found = f"{entry.file_size} bytes out of {entry.compress_size}"
        return Problem(where=name, found=found, expected=f"a compression ratio of at most {limits.max_ratio}")
    return None


def _unzipped(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    """The first `most` bytes and one more, whatever size the entry claims."""
    with archive.open(entry) as file:
        data = bytearray()
        while len(data) <= most and (chunk := file.read(min(_CHUNK_BYTES, most + 1 - len(data)))):
            data += chunk
    return bytes(data)


def _unexpected(name: str) -> Problem:
    found = f"the file {name[:80]!r}"
    return Problem(where="the bundle", found=found, expected=f"only {', '.join(MEMBERS)}, in no folder")


def _too_large(where: str, most: int) -> Problem:
    return Problem(where=where, found="a larger file", expected=f"at most {most} bytes")
