"""Recompute a published result from its public files, and say what is equal and what differs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from benchtoward.core.canonical import Json, sha256_of
from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.core.items import ItemTable
from benchtoward.core.keys import HARNESS_VERSION, SCHEME, run_id
from benchtoward.core.results import Prediction, check_complete, content_address
from benchtoward.core.scoring import score
from benchtoward.core.spec import Labels, Spec
from benchtoward.formats.bundle import read_bundle
from benchtoward.formats.definitions import load_spec
from benchtoward.formats.item_files import SourceLocator, read_items

CLAIMS = "claimed  the model's name and label, and the decoding that was effective: nothing here can be recomputed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was recomputed."""

    name: str
    published: Json
    recomputed: Json

    @property
    def is_equal(self) -> bool:
        """Whether both agree to the last bit."""
        return self.published == self.recomputed


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyReport:
    """All checks of one result."""

    run_id: str
    checks: Sequence[Check]

    @property
    def is_equal(self) -> bool:
        """Whether every check agrees."""
        return all(check.is_equal for check in self.checks)

    def lines(self) -> list[str]:
        """Return the report for people: one line a check, and a verdict."""
        lines = [
            f"equal    {check.name}: {check.published}"
            if check.is_equal
            else f"DIFFERS  {check.name}: published {check.published}, recomputed {check.recomputed}"
            for check in self.checks
        ]
        n_different = sum(not check.is_equal for check in self.checks)
        verdict = "everything is equal" if not n_different else f"{n_different} of {len(self.checks)} differ"
        return [*lines, CLAIMS, f"{self.run_id}: {verdict}."]


def verify_bundle(path: Path, *, spec_path: Path | None, data_root: Path | None) -> VerifyReport:
    """Recompute a bundle's scores from its predictions and the benchmark's own source files.

    Raises `BundleError` for a damaged bundle and `InvalidInputError` without a specification.
    """
    if spec_path is None:
        expected = "--spec with the benchmark's specification, benchmarks/<slug>/<version>.yaml"
        raise InvalidInputError("The command", [Problem(where="--spec", found="nothing", expected=expected)])
    bundle = read_bundle(path)
    spec = load_spec(spec_path)
    table = read_items(spec, spec_path, SourceLocator(spec_path=spec_path, data_root=data_root))
    return verify(bundle.record, bundle.predictions, spec, table)


def verify(record: Mapping[str, Json], predictions: Sequence[Prediction], spec: Spec, table: ItemTable) -> VerifyReport:
    """Recompute everything in a result's record that follows from its predictions and the benchmark."""
    if spec.labels is Labels.SECRET:
        problem = Problem(where="labels", found="secret labels", expected="public labels to verify by")
        raise InvalidInputError("The benchmark", [problem])
    return VerifyReport(run_id=str(record["run_id"]), checks=list(_checks(record, predictions, spec, table)))


def _checks(
    record: Mapping[str, Json], predictions: Sequence[Prediction], spec: Spec, table: ItemTable
) -> Iterator[Check]:
    benchmark, scores = _mapping(record, "benchmark"), _mapping(record, "scores")
    yield Check(name="spec hash", published=benchmark["spec_hash"], recomputed=spec.spec_hash)
    yield Check(name="item table", published=benchmark["item_table_sha256"], recomputed=table.sha256)
    yield Check(name="benchmark", published=benchmark["slug"], recomputed=spec.id)
    yield Check(name="benchmark version", published=benchmark["version"], recomputed=spec.version)
    pre_image = str(record["run_key_pre_image"])
    recomputed_key = f"{SCHEME}:{hashlib.sha256(pre_image.encode()).hexdigest()}"
    yield Check(name="run key", published=record["run_key"], recomputed=recomputed_key)
    yield Check(name="run id", published=record["run_id"], recomputed=run_id(recomputed_key))
    yield from _identity_checks(record, pre_image)
    yield Check(name="harness version", published=record["harness_version"], recomputed=dict(HARNESS_VERSION))
    n_repeats = scores["n_repeats"]
    check_complete(predictions, (item.id for item in table), n_repeats=n_repeats if isinstance(n_repeats, int) else 1)
    scored = score(spec, table, predictions, n_repeats=n_repeats if isinstance(n_repeats, int) else 1)
    address = content_address(scored.predictions)
    yield Check(name="content address", published=record["content_address"], recomputed=address)
    yield from _compare(scores, scored.scores.to_json(), "")


def _identity_checks(record: Mapping[str, Json], pre_image: str) -> Iterator[Check]:
    """What the run key was made from must be what the record says of itself."""
    try:
        hashed = json.loads(pre_image)
    except ValueError:
        hashed = None
    hashed = hashed if isinstance(hashed, dict) else {}
    model = _mapping(record, "model")
    yield Check(name="model version key", published=model["version_key"], recomputed=sha256_of(model["pins"]))
    for name, published in (
        ("spec_hash", _mapping(record, "benchmark")["spec_hash"]),
        ("model_version_key", model["version_key"]),
        ("run_configuration", record["run_configuration"]),
        ("harness_version", record["harness_version"]),
    ):
        yield Check(name=f"run key: {name}", published=published, recomputed=hashed.get(name))
    configuration = hashed.get("run_configuration")
    route = configuration.get("route") if isinstance(configuration, dict) else None
    yield Check(name="tag", published=record["tag"], recomputed=route)


def _compare(published: Json, recomputed: Json, name: str) -> Iterator[Check]:
    if isinstance(published, Mapping) and isinstance(recomputed, Mapping):
        for key in sorted({*published, *recomputed}):
            yield from _compare(published.get(key), recomputed.get(key), f"{name}.{key}" if name else key)
    elif isinstance(published, list | tuple) and isinstance(recomputed, list | tuple):
        for position, (before, after) in enumerate(zip_longest(published, recomputed)):
            yield from _compare(before, after, f"{name}[{position}]")
    else:
        yield Check(name=name, published=published, recomputed=recomputed)


def _mapping(record: Mapping[str, Json], key: str) -> Mapping[str, Json]:
    value = record[key]
    if not isinstance(value, Mapping):
        problem = Problem(where=key, found=repr(value)[:60], expected="a mapping")
        raise InvalidInputError("The record", [problem])
    return value
