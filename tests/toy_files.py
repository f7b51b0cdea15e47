"""The toy benchmark as files on disk, locked, with its models: for tests of everything that starts from files."""

from __future__ import annotations

import json
from pathlib import Path

import yaml
from tests.toy import ROWS, document

from benchtoward.formats.definitions import lock_spec
from benchtoward.formats.item_files import SourceLocator

MODEL = {
    "model_format": 1,
    "slug": "first-option",
    "name": "First option",
    "organisation": "Tests",
    "baseline": True,
    "aliases": ["tests/First-Option"],
    "versions": [
        {
            "name": "1",
            "provider": "predictor",
            "pins": {"predictor": "first-option", "revision": 1},
            "call": {"predictor": "benchtoward.harness.baselines:majority"},
        }
    ],
}
CHAT_MODEL = {
    "model_format": 1,
    "slug": "chat-model",
    "name": "Chat model",
    "organisation": "Tests",
    "versions": [
        {"name": "2026-01-01", "provider": "chat", "pins": {"name": "chat-model"}, "call": {"model": "chat-model"}}
    ],
}
EXTERNAL_MODEL = {
    "model_format": 1,
    "slug": "submitted",
    "name": "Submitted",
    "organisation": "Elsewhere",
    "versions": [{"name": "1", "provider": "external", "pins": {"name": "submitted"}}],
}


def write_toy(
    root: Path,
    *,
    n_items: int = 8,
    version: str = "1.0.0",
    rows: list[dict[str, object]] | None = None,
    **changes: object,
) -> Path:
    """Write the toy benchmark and its models below `root`, lock it, and return the path of its specification."""
    folder = root / "benchmarks" / "toy"
    folder.mkdir(parents=True, exist_ok=True)
    rows = rows or [toy_row(number) for number in range(n_items)]
    (folder / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    spec = document(files=[{"source": {"kind": "file"}, "path": "items.jsonl"}], **changes) | {"version": version}
    path = folder / f"{version}.yaml"
    path.write_text(yaml.safe_dump(spec, allow_unicode=True, sort_keys=False), encoding="utf-8")
    lock_spec(path, SourceLocator(spec_path=path))
    models = root / "models"
    models.mkdir(exist_ok=True)
    for model in (MODEL, CHAT_MODEL, EXTERNAL_MODEL):
        (models / f"{model['slug']}.yaml").write_text(yaml.safe_dump(model, sort_keys=False), encoding="utf-8")
    return path


def toy_row(number: int) -> dict[str, object]:
    """Return a row of the toy benchmark; two questions a patient."""
    return ROWS[number % len(ROWS)] | {
        "id": f"q{number:05}",
        "patient": f"p{number // 2:05}",
        "question": f"Question {number}?",
    }
