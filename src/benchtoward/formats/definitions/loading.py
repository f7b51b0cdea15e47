"""Specifications and model files on disk: found by their place, loaded with every problem at its line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from benchtoward.core.errors import ModelFileError, Problem, SpecError
from benchtoward.core.model import ModelFile, parse_model
from benchtoward.core.spec import Spec
from benchtoward.core.spec_parsing import parse_spec
from benchtoward.formats.json_text import JsonTextError, parse_json
from benchtoward.formats.yaml_source import LoadedYaml, load_yaml

BENCHMARKS = "benchmarks"
MODELS = "models"
PUBLISHED = "published.json"
"""The file beside the specs that holds the spec hash of each published version."""

_VERSION_FILE = re.compile(r"\d+\.\d+\.\d+\.yaml\Z")


def load_spec(path: Path) -> Spec:
    """Return the specification in the file at `path`.

    Raises `SpecError` with every problem and its line; also where its version and id are not the names of
    its file and folder under `benchmarks/`, and where its version was published with another hash.
    """
    return spec_of(load_yaml(path, error=SpecError))


def spec_of(loaded: LoadedYaml) -> Spec:
    """Return the specification that a loaded file holds, checked as `load_spec` does."""
    spec = parse_spec(loaded.document, what=str(loaded.path), locate=loaded.locate)
    path = loaded.path.absolute()
    problems = []
    if path.parent.parent.name == BENCHMARKS:
        problems += _misplaced(loaded, ("version",), spec.version, path.stem, "the name of the file")
        place, folder = ("definition", "id"), path.parent.name
        problems += _misplaced(loaded, place, spec.id, folder, "the name of the folder")
    recorded = published_hashes(path.parent).get(spec.version, spec.spec_hash)
    if recorded != spec.spec_hash:
        expected = f"{recorded}, which {PUBLISHED} records"
        hint = "A published version is never edited: make the change a new version."
        where = loaded.locate(("definition",))
        problems.append(Problem(where=where, found=spec.spec_hash, expected=expected, hint=hint))
    if problems:
        raise SpecError(str(loaded.path), problems)
    return spec


def load_model(path: Path) -> ModelFile:
    """Return the model in the file at `path`.

    Raises `ModelFileError` with every problem and its line; also where its slug is not the name of its file
    under `models/`.
    """
    loaded = load_yaml(path, error=ModelFileError)
    model = parse_model(loaded.document, what=str(path), locate=loaded.locate)
    if path.absolute().parent.name == MODELS:
        problems = _misplaced(loaded, ("slug",), model.slug, path.stem, "the name of the file")
        if problems:
            raise ModelFileError(str(path), problems)
    return model


def find_specs(root: Path) -> list[Path]:
    """Return the files `benchmarks/<slug>/<version>.yaml` under `root`, by slug, then by version.

    Raises `SpecError` for YAML files there that are named otherwise.
    """
    folder = root / BENCHMARKS
    paths = _yaml_files(folder, "*/*")
    problems = [_misnamed(path, "<version>.yaml") for path in paths if not _VERSION_FILE.match(path.name)]
    if problems:
        raise SpecError(f"The folder {folder}", problems)
    return sorted(paths, key=lambda path: (path.parent.name, [int(part) for part in path.stem.split(".")]))


def find_models(root: Path) -> list[Path]:
    """Return the files `models/<slug>.yaml` under `root`; raises `ModelFileError` for other endings."""
    folder = root / MODELS
    paths = _yaml_files(folder, "*")
    problems = [_misnamed(path, "<slug>.yaml") for path in paths if path.suffix != ".yaml"]
    if problems:
        raise ModelFileError(f"The folder {folder}", problems)
    return sorted(paths)


def published_hashes(folder: Path) -> Mapping[str, str]:
    """Return the spec hash of each published version, from `published.json` in a benchmark's folder."""
    path = folder / PUBLISHED
    try:
        value = parse_json(path.read_bytes())
    except FileNotFoundError:
        return {}
    except JsonTextError as fault:
        raise SpecError(str(path), [Problem(where=str(path), found=str(fault), expected="JSON")]) from None
    if not isinstance(value, Mapping) or not all(isinstance(spec_hash, str) for spec_hash in value.values()):
        expected = "an object of versions and spec hashes"
        raise SpecError(str(path), [Problem(where=str(path), found="another form", expected=expected)])
    return {version: str(spec_hash) for version, spec_hash in value.items()}


def _yaml_files(folder: Path, pattern: str) -> list[Path]:
    paths = [path for ending in ("yaml", "yml") for path in folder.glob(f"{pattern}.{ending}")]
    return [path for path in paths if not any(part.startswith(".") for part in path.relative_to(folder).parts)]


def _misnamed(path: Path, expected: str) -> Problem:
    return Problem(where=str(path), found=f"the name {path.name!r}", expected=expected)


def _misplaced(loaded: LoadedYaml, field: tuple[str, ...], stated: str, name: str, what: str) -> list[Problem]:
    if stated == name:
        return []
    return [Problem(where=loaded.locate(field), found=f"`{stated}`", expected=f"`{name}`, {what}")]
