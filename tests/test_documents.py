"""The documents say what the code does."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from benchtoward.formats.definitions import load_spec
from benchtoward.store.configuration import variables_table

ROOT = Path(__file__).resolve().parents[1]


def test_the_settings_page_is_the_table_of_the_code():
    page = (ROOT / "docs/reference/configuration.md").read_text(encoding="utf-8")
    assert page.endswith(variables_table())


@pytest.mark.parametrize("name", ["README.md", "ARCHITECTURE.md"])
def test_files_that_the_documents_name_exist(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    named = re.findall(r"\]\(([^)#:]+)\)", text) + re.findall(r"`([a-z]+/[a-z_/]+\.(?:py|md))`", text)
    missing = [path for path in named if not (ROOT / path).exists() and not (ROOT / "src/benchtoward" / path).exists()]
    assert missing == []


def test_no_file_names_a_registry_host_or_a_path_of_one_machine():
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\n")
    forbidden = [
        "pypi" + ".org",
        "pythonhosted" + ".org",
        "registry.npm" + "js",
        "deb." + "debian.org",
        "/wo" + "rk/",
        "/ro" + "ot/",
    ]
    found = [
        f"{name}: {word}"
        for name in files
        if name and (ROOT / name).is_file()
        for word in forbidden
        if word.encode() in (ROOT / name).read_bytes()
    ]
    assert found == []


@pytest.mark.parametrize("path", sorted((ROOT / "benchmarks").glob("*/*.yaml")), ids=lambda path: path.parent.name)
def test_every_published_specification_has_its_recorded_hash(path):
    """A published file is never edited; `load_spec` refuses one whose hash is another than the recorded one."""
    recorded = json.loads((path.parent / "published.json").read_text(encoding="utf-8"))
    assert load_spec(path).spec_hash == recorded[path.stem]
