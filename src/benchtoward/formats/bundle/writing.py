"""Writing a bundle: all of it or nothing, never over something that is there."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from benchtoward.core.canonical import canonical_json
from benchtoward.core.errors import BundleError, Problem
from benchtoward.formats.bundle.contents import JOURNAL, PREDICTIONS, RESPONSES, RUN, Bundle
from benchtoward.formats.bundle.reading import FILES, bundle_problems
from benchtoward.formats.bundle.tables import journal_bytes, prediction_bytes, response_bytes
from benchtoward.formats.durable_files import sync_file, sync_folder, write_durably

_ZIP_TIME = (1980, 1, 1, 0, 0, 0)
_MODE = 0o644


def write_bundle(path: Path, bundle: Bundle) -> None:
    """Write `bundle` to `path`, which must be new: a zip file where it ends in .zip, otherwise a folder.

    It stands there whole and on the disk when this returns; when it fails there is nothing. Raises
    `BundleError` where something is at `path`, or where the parts of the bundle contradict each other.
    """
    _refuse_existing(path)
    if not path.parent.is_dir():
        problem = Problem(where=str(path.parent), found="no folder", expected="a folder to write the bundle to")
        raise BundleError("The bundle", [problem])
    problems = list(bundle_problems(bundle.record, bundle.predictions, bundle.journal, bundle.responses or ()))
    if problems:
        raise BundleError(f"The bundle for {path}", problems)
    members = bundle_members(bundle)
    if path.suffix.lower() == ".zip":
        _write_zip(path, members)
    else:
        _write_folder(path, members)
    sync_folder(path.parent)


def bundle_members(bundle: Bundle) -> Mapping[str, bytes]:
    """Return the files of a bundle by name; the same bundle makes the same bytes."""
    members = {
        PREDICTIONS: prediction_bytes(bundle.predictions),
        JOURNAL: journal_bytes(bundle.journal, bundle.environment),
    }
    if bundle.responses is not None:
        members[RESPONSES] = response_bytes(bundle.responses)
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in members.items()}
    return {RUN: canonical_json({**bundle.record, FILES: hashes}, where=RUN) + b"\n", **members}


def _refuse_existing(path: Path) -> None:
    if os.path.lexists(path):
        problem = Problem(where=str(path), found="something that is there already", expected="a new name")
        raise BundleError("The bundle", [problem])


def _write_folder(path: Path, members: Mapping[str, bytes]) -> None:
    with _scratch(path) as scratch:
        whole = scratch / "bundle"
        whole.mkdir()
        for name, data in members.items():
            write_durably(whole / name, data)
        sync_folder(whole)
        _refuse_existing(path)
        whole.rename(path)


def _write_zip(path: Path, members: Mapping[str, bytes]) -> None:
    with _scratch(path) as scratch:
        whole = scratch / "bundle.zip"
        with zipfile.ZipFile(whole, "x") as archive:
            for name, data in members.items():
                archive.writestr(_entry(name), data)
        sync_file(whole)
        try:
            # Unlike a rename, a link never takes the place of something that came meanwhile.
            path.hardlink_to(whole)
        except FileExistsError:
            _refuse_existing(path)
            raise


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, date_time=_ZIP_TIME)
    entry.create_system = 3
    entry.external_attr = (_MODE | 0o100000) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED if name == RUN else zipfile.ZIP_STORED
    return entry


@contextmanager
def _scratch(path: Path) -> Iterator[Path]:
    """A hidden folder beside `path`, gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
