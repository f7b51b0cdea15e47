"""A file as a store of answers: one JSON object a line, only ever added to."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType

from benchtoward.core.errors import BenchTowardError, BusyError, InvalidInputError
from benchtoward.harness.responses import ResponseStore, StoredResponse

_OPENING = b'{"request_key":"'
_KEY_DIGITS = 64
_LENGTH_BITS = 40


class FileJournal(ResponseStore):
    """Keeps answers in one file, which one process at a time may hold.

    A record that a crash cut short is taken off when the file is opened; a damaged one counts as never
    written. Memory is 200 bytes an answer: the texts stay in the file.
    """

    def __init__(self, path: Path) -> None:
        """Open or make the file at `path`; raises `BusyError` while another process holds it."""
        self.path = path
        self._file = _opened(path)
        try:
            self._index, self._end = _scanned(self._file)
            _cut(self._file, self._end)
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> FileJournal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._index)

    def close(self) -> None:
        """Let the file go, so that another process may hold it."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def get_many(self, keys: Sequence[str]) -> Mapping[str, StoredResponse]:
        """Return the stored responses among `keys`, by key."""
        found = {}
        for key in keys:
            response = self._read(key)
            if response is not None:
                found[key] = response
        return found

    def put_many(self, responses: Sequence[StoredResponse]) -> None:
        """Append responses and wait until they are on the disk; those whose key is there are left out."""
        new: dict[bytes, bytes] = {}
        for response in responses:
            if _packed(response.request_key) not in self._index:
                new.setdefault(_packed(response.request_key), _line(response))
        if new:
            self._append(b"".join(new.values()))
            for packed, line in new.items():
                self._index[packed] = _place(self._end, len(line))
                self._end += len(line)

    def _read(self, key: str) -> StoredResponse | None:
        place = self._index.get(_packed(key))
        if place is None:
            return None
        line = os.pread(self._file, place & ((1 << _LENGTH_BITS) - 1), place >> _LENGTH_BITS)
        try:
            return StoredResponse.from_json(json.loads(line))
        except (ValueError, InvalidInputError):
            del self._index[_packed(key)]
            return None

    def _append(self, lines: bytes) -> None:
        try:
            _write_all(self._file, lines, self._end)
            _flush_to_disk(self._file)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._end)
            raise BenchTowardError(
                f"Answers can't be written to {self.path}: {error.strerror}. Those before are kept: put that "
                "right, then run the same command again."
            ) from error


def _opened(path: Path) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    is_new = not path.exists()
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        raise BusyError(f"Another process is writing to {path}: wait for it or stop it.") from None
    if is_new:
        _flush_folder(path.parent)
    return file


def _flush_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _scanned(file: int) -> tuple[dict[bytes, int], int]:
    index: dict[bytes, int] = {}
    end = 0
    for line in _lines(file):
        packed = _key_of(line)
        if packed is not None:
            index.setdefault(packed, _place(end, len(line)))
        end += len(line)
    return index, end


def _lines(file: int) -> Iterator[bytes]:
    with open(os.dup(file), "rb") as stream:
        stream.seek(0)
        for line in stream:
            if line.endswith(b"\n"):
                yield line


def _key_of(line: bytes) -> bytes | None:
    start = len(_OPENING)
    if not line.startswith(_OPENING) or not line.endswith(b"}\n"):
        return None
    try:
        return bytes.fromhex(line[start : start + _KEY_DIGITS].decode("ascii"))
    except ValueError:
        return None


def _cut(file: int, end: int) -> None:
    if os.fstat(file).st_size > end:
        os.ftruncate(file, end)
        _flush_to_disk(file)


def _line(response: StoredResponse) -> bytes:
    return json.dumps(response.to_json(), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _packed(key: str) -> bytes:
    return bytes.fromhex(key)


def _place(start: int, length: int) -> int:
    # One integer instead of a pair: half the memory.
    return start << _LENGTH_BITS | length


def _write_all(file: int, data: bytes, offset: int) -> None:
    view = memoryview(data)
    while view:
        n_written = os.pwrite(file, view, offset)
        view, offset = view[n_written:], offset + n_written


def _flush_to_disk(file: int) -> None:
    # On macOS fsync leaves the data in the drive's own memory.
    full_sync = getattr(fcntl, "F_FULLFSYNC", None)
    if full_sync is None:
        os.fsync(file)
    else:
        fcntl.fcntl(file, full_sync)
