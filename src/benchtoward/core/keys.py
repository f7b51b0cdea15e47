"""Keys: what makes two specifications, models, runs or requests the same.

Every key is a SHA-256 over canonical JSON; its pre-image is kept beside it, so anyone can see what went in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from benchtoward.core.canonical import Json, canonical_json, sha256_of

SCHEME = "bt1"
"""Number of the key scheme; older schemes stay findable as aliases."""

HARNESS_VERSION: Mapping[str, int] = {"prompt": 1, "extraction": 1, "metrics": 1, "resampling": 1}
"""One integer per behaviour family, raised only when outputs can change; golden files hold it to that."""

RUN_ID_DIGITS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A key and the value that it is the hash of."""

    text: str
    """The key: `bt1:` and 64 hex digits, or 64 hex digits alone below the level of runs."""
    pre_image: str
    """The canonical JSON whose SHA-256 the key is."""

    def __str__(self) -> str:
        return self.text


def spec_key(definition: Mapping[str, Json]) -> Key:
    """Return the spec hash of a definition (the part of a spec that can move a score)."""
    return _scheme_key({"definition": definition})


def model_version_key(pins: Mapping[str, Json]) -> Key:
    """Return the key of a model version from what pins it: provider, name, revision or digest."""
    return _bare_key(pins)


def run_key(
    *,
    model_version: str,
    spec_hash: str,
    run_configuration: Mapping[str, Json],
    harness_version: Mapping[str, int] = HARNESS_VERSION,
) -> Key:
    """Return the run key: one model version on one benchmark version under one configuration."""
    return _scheme_key(
        {
            "harness_version": dict(harness_version),
            "model_version_key": model_version,
            "run_configuration": run_configuration,
            "spec_hash": spec_hash,
        }
    )


def request_key(*, model_version: str, request: Mapping[str, Json], repeat: int) -> str:
    """Return the key under which a response is stored: model version, request exactly as sent, repeat (from 0)."""
    return sha256_of({"model_version_key": model_version, "repeat": repeat, "request": request})


def run_id(key: str) -> str:
    """Return the short public name of a run: the first 16 hex digits of its key."""
    return key.partition(":")[2][:RUN_ID_DIGITS]


def model_set_hash(run_keys: list[str]) -> str:
    """Return the hash of a set of runs, which stamps the ranks computed over them."""
    return sha256_of(sorted(run_keys))


def _scheme_key(value: Mapping[str, Json]) -> Key:
    return Key(text=f"{SCHEME}:{sha256_of(value)}", pre_image=canonical_json(value).decode())


def _bare_key(value: Mapping[str, Json]) -> Key:
    return Key(text=sha256_of(value), pre_image=canonical_json(value).decode())
