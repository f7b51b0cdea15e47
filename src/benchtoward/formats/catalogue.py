"""Definitions by name: `slug` or `slug@version` of a benchmark, `slug` or `slug@version` of a model, or a path."""

from __future__ import annotations

from pathlib import Path

from benchtoward.core.documents import nearest
from benchtoward.core.errors import NotFoundError
from benchtoward.core.model import ModelFile, ModelVersion
from benchtoward.formats.definitions import find_models, find_specs, load_model


def benchmark_path(name: str, definitions: Path) -> Path:
    """Return the file of a benchmark named by path, `slug` (its highest version) or `slug@version`.

    Raises `NotFoundError` with the nearest known slug.
    """
    if name.endswith((".yaml", ".yml")):
        return _existing(Path(name))
    slug, _, version = name.partition("@")
    paths = [path for path in find_specs(definitions) if path.parent.name == slug]
    if not paths:
        known = sorted({path.parent.name for path in find_specs(definitions)})
        raise NotFoundError(f"There is no benchmark `{slug}` in {definitions / 'benchmarks'}. {_hint(slug, known)}")
    for path in paths:
        if path.stem == version:
            return path
    if version:
        known = sorted(path.stem for path in paths)
        raise NotFoundError(f"The benchmark {slug} has no version `{version}`. {_hint(version, known)}")
    return max(paths, key=lambda path: [int(part) for part in path.stem.split(".")])


def model_named(name: str, definitions: Path) -> tuple[ModelFile, ModelVersion]:
    """Return a model and its version, named by path, `slug` (its newest version) or `slug@version`."""
    if name.endswith((".yaml", ".yml")):
        model = load_model(_existing(Path(name)))
        return model, model.version()
    slug, _, version = name.partition("@")
    paths = {path.stem: path for path in find_models(definitions)}
    if slug not in paths:
        raise NotFoundError(f"There is no model `{slug}` in {definitions / 'models'}. {_hint(slug, sorted(paths))}")
    model = load_model(paths[slug])
    return model, model.version(version)


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise NotFoundError(f"There is no file {path}.")
    return path


def _hint(name: str, known: list[str]) -> str:
    return nearest(name, known) if known else "The folder holds none: name another one with --definitions."
