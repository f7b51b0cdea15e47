from __future__ import annotations

import hashlib
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from benchtoward.core.errors import InvalidInputError, NotFoundError
from benchtoward.store.artifacts import ArtifactStore, DamagedArtifactError

DATA = b"predictions" * 1_000


@pytest.fixture
def store(tmp_path: Path) -> ArtifactStore:
    return ArtifactStore(tmp_path / "artifacts")


def test_bytes_come_back_under_their_hash(store: ArtifactStore) -> None:
    stored = store.put_bytes(DATA)
    assert stored.sha256 == hashlib.sha256(DATA).hexdigest()
    assert stored.size_bytes == len(DATA)
    assert store.read_bytes(stored.sha256) == DATA
    with store.open(stored.sha256) as stream:
        assert stream.read() == DATA
    assert store.path(stored.sha256).read_bytes() == DATA


def test_a_file_larger_than_one_piece_is_stored_whole(store: ArtifactStore, tmp_path: Path) -> None:
    data = os.urandom(3_000_000)
    (tmp_path / "source").write_bytes(data)
    stored = store.put_file(tmp_path / "source")
    assert stored.size_bytes == len(data)
    assert store.read_bytes(stored.sha256) == data
    assert (tmp_path / "source").exists()


def test_nothing_at_all_can_be_stored(store: ArtifactStore) -> None:
    assert store.read_bytes(store.put_bytes(b"").sha256) == b""


def test_the_same_bytes_are_stored_once_and_read_only(store: ArtifactStore) -> None:
    first = store.put_bytes(DATA)
    inode = store.path(first.sha256).stat().st_ino
    assert store.put_bytes(DATA) == first
    assert store.path(first.sha256).stat().st_ino == inode
    assert stat.S_IMODE(store.path(first.sha256).stat().st_mode) == 0o444
    assert not list((store.folder / "partial").iterdir())


def test_a_damaged_file_is_refused_and_repaired_by_putting_it_again(store: ArtifactStore) -> None:
    stored = store.put_bytes(DATA)
    path = store.path(stored.sha256)
    path.chmod(0o644)
    path.write_bytes(DATA[:-1] + b"x")
    with pytest.raises(DamagedArtifactError, match=stored.sha256):
        store.open(stored.sha256)
    store.put_bytes(DATA)
    assert store.read_bytes(stored.sha256) == DATA


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "", "a" * 63, "A" * 64, "a" * 64 + "\n", "../" + "a" * 61, "０" * 64]
)
def test_a_name_that_is_no_hash_reaches_no_file(store: ArtifactStore, name: str) -> None:
    for read in (store.path, store.open, store.read_bytes):
        with pytest.raises(InvalidInputError, match="64 lower-case hex digits"):
            read(name)


def test_an_artifact_that_is_not_here_is_named(store: ArtifactStore) -> None:
    with pytest.raises(NotFoundError, match="a" * 64):
        store.path("a" * 64)


def test_a_source_that_fails_half_way_leaves_nothing(store: ArtifactStore, tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        store.put_file(tmp_path)
    assert not store.folder.exists() or not any(path.is_file() for path in store.folder.rglob("*"))


def test_threads_that_put_the_same_bytes_get_along(store: ArtifactStore) -> None:
    with ThreadPoolExecutor(8) as pool:
        stored = set(pool.map(lambda _: store.put_bytes(DATA), range(40)))
    assert len(stored) == 1
    assert store.read_bytes(stored.pop().sha256) == DATA


def test_only_old_half_written_files_are_removed(store: ArtifactStore) -> None:
    store.put_bytes(DATA)
    old, new = (store.folder / "partial" / name for name in ("old", "new"))
    for file in (old, new):
        file.write_bytes(b"half")
    os.utime(old, (1, 1))
    assert store.remove_stale_temporary_files() == 1
    assert new.exists()
    assert not old.exists()
