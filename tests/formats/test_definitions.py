from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from benchtoward.core.errors import InvalidInputError, ItemsError, ModelFileError, NotAllowedError, SpecError
from benchtoward.formats.definitions import (
    find_models,
    find_specs,
    load_model,
    load_spec,
    lock_spec,
    spec_diff,
)
from benchtoward.formats.item_files import SourceLocator, file_sha256

MODEL = """\
model_format: 1
slug: toy-model
name: Toy
organisation: Nobody
versions:
  - name: "1"
    provider: external
    pins: {name: toy}
"""


def lock(path: Path) -> tuple[str, ...]:
    return lock_spec(path, SourceLocator(spec_path=path)).written


def edit(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


def test_a_spec_is_loaded_from_its_file(toy_spec: Path) -> None:
    spec = load_spec(toy_spec)
    assert (spec.id, spec.version, spec.is_locked) == ("toy-mc", "1.0.0", False)


def test_every_problem_of_a_spec_stands_with_its_line(toy_spec: Path) -> None:
    edit(toy_spec, "metrics: {primary: accuracy}", "metrics: {primary: acuracy}")
    edit(toy_spec, "task: multiple_choice", "task: multiple_chioce")
    with pytest.raises(SpecError) as caught:
        load_spec(toy_spec)
    lines = toy_spec.read_text(encoding="utf-8").splitlines()
    for key, written in (("task", "multiple_chioce"), ("metrics.primary", "acuracy")):
        number = next(place for place, line in enumerate(lines, start=1) if written in line)
        assert f"{toy_spec}:{number} (definition.{key}): found `{written}`" in str(caught.value)


def test_locking_writes_the_hashes_and_leaves_everything_else_as_it_was(toy_spec: Path) -> None:
    before = toy_spec.read_text(encoding="utf-8").splitlines()
    toy_spec.chmod(0o640)
    locked = lock_spec(toy_spec, SourceLocator(spec_path=toy_spec))
    after = toy_spec.read_text(encoding="utf-8").splitlines()
    items_sha256 = file_sha256(toy_spec.parent / "items.jsonl")
    assert [line for line in after if line not in before] == [
        f"      sha256: {items_sha256}",
        f"    table_sha256: {locked.table_sha256}",
    ]
    assert [line for line in after if line in before] == before
    assert after[after.index("      path: items.jsonl  # beside this file") + 1] == f"      sha256: {items_sha256}"
    assert (locked.n_items, locked.n_units) == (4, 2)
    assert locked.written == ("definition.files[0].sha256", "definition.items.table_sha256")
    spec = load_spec(toy_spec)
    assert spec.spec_hash == locked.spec_hash
    assert (spec.files[0].sha256, spec.columns.table_sha256) == (items_sha256, locked.table_sha256)
    assert toy_spec.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in toy_spec.parent.iterdir()) == ["1.0.0.yaml", "items.jsonl"]


def test_the_hashes_of_the_toy_benchmark_never_change(toy_spec: Path) -> None:
    """Golden: another value means that published specs would no longer be found under their hash."""
    locked = lock_spec(toy_spec, SourceLocator(spec_path=toy_spec))
    assert locked.table_sha256 == "4a56572c14f1094f3975fe23225b89f6700b740aa737776f2ab49504383d3b4d"
    assert locked.spec_hash == "bt1:7448c754b9b9e89481da280be84fbe071d66e8405b883088419c0e929e604c54"


def test_locking_twice_changes_nothing(toy_spec: Path) -> None:
    lock(toy_spec)
    before = (toy_spec.read_bytes(), toy_spec.stat().st_mtime_ns)
    assert lock(toy_spec) == ()
    assert (toy_spec.read_bytes(), toy_spec.stat().st_mtime_ns) == before


def test_a_changed_item_table_is_locked_anew_until_it_is_published(toy_spec: Path) -> None:
    lock(toy_spec)
    edit(toy_spec, "visible: [question, options]", "visible: [options, question]")
    edit(toy_spec, "unit: [patient]", "unit: [id]")
    assert lock(toy_spec) == ("definition.items.table_sha256",)
    (toy_spec.parent / "published.json").write_text(json.dumps({"1.0.0": load_spec(toy_spec).spec_hash}))
    assert lock(toy_spec) == ()
    edit(toy_spec, "unit: [id]", "unit: [patient]")
    with pytest.raises(SpecError, match="A published version is never edited"):
        lock(toy_spec)


def test_a_published_spec_whose_sources_changed_is_not_locked_anew(toy_spec: Path) -> None:
    adapter = toy_spec.parent / "adapter.py"
    adapter.write_text(
        "import json\ndef items(files, parameters):\n    return map(json.loads, open(files['items.jsonl']))\n"
    )
    edit(toy_spec, "reader: {kind: jsonl}", "reader: {kind: adapter, path: adapter.py}")
    adapter.write_text(
        "import json\n\n\ndef items(files, parameters):\n"
        "    return [json.loads(line) for line in files['items.jsonl'].read_text().splitlines()]\n"
    )
    assert "definition.items.reader.sha256" in lock(toy_spec)
    (toy_spec.parent / "published.json").write_text(json.dumps({"1.0.0": load_spec(toy_spec).spec_hash}))
    adapter.write_text(adapter.read_text() + "# a change\n")
    before = toy_spec.read_bytes()
    with pytest.raises(NotAllowedError, match=r"never changes.*reader\.sha256.*Make the change a new version"):
        lock(toy_spec)
    assert toy_spec.read_bytes() == before


def test_presentation_of_a_published_spec_may_change(toy_spec: Path) -> None:
    lock(toy_spec)
    (toy_spec.parent / "published.json").write_text(json.dumps({"1.0.0": load_spec(toy_spec).spec_hash}))
    edit(toy_spec, "Toy questions", "Four toy questions")
    assert load_spec(toy_spec).presentation.title["en"] == "Four toy questions"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "    - source: {kind: file}\n      path: items.jsonl",
            "    - {source: {kind: file}, path: items.jsonl}",
        ),
        (
            "    - source: {kind: file}\n      path: items.jsonl",
            '    - path: "items.jsonl"\n      source:\n        kind: file',
        ),
        ("    - source: {kind: file}\n", "    - source: {kind: file}\n      sha256:\n"),
        ("    - source: {kind: file}\n", "    - source: {kind: file}\n      sha256: null # later\n"),
        ("    target: answer", "    target: answer\n    table_sha256: ~"),
        ("    target: answer\n", "    target: 'answer' # gold\n\n"),
        ("  files:\n", "  files: # all\n"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_any_way_of_writing_a_mapping_can_be_locked(toy_spec: Path, before: str, after: str, newline: str) -> None:
    edit(toy_spec, before, after)
    text = toy_spec.read_text(encoding="utf-8").replace("\n", newline)
    toy_spec.write_bytes(text.encode())
    lock(toy_spec)
    spec = load_spec(toy_spec)
    assert spec.files[0].sha256 == file_sha256(toy_spec.parent / "items.jsonl")
    assert spec.is_locked
    locked = toy_spec.read_bytes().decode()
    assert locked.count(newline) == locked.count("\n")
    assert lock(toy_spec) == ()


def test_a_file_without_a_last_line_end_can_be_locked(toy_spec: Path) -> None:
    text = toy_spec.read_text(encoding="utf-8")
    head, tail = text.split("  items:\n", 1)
    items, rest = tail.split("  labels:", 1)
    toy_spec.write_text(f"{head}  labels:{rest}  items:\n{items.rstrip()}", encoding="utf-8")
    lock(toy_spec)
    assert load_spec(toy_spec).is_locked


def test_what_stands_behind_an_alias_is_not_written(toy_spec: Path) -> None:
    edit(
        toy_spec,
        "    - source: {kind: file}\n      path: items.jsonl  # beside this file\n",
        "    - &file {source: {kind: file}, path: items.jsonl}\n    - *file\n",
    )
    edit(toy_spec, "{kind: jsonl}", "{kind: jsonl, parameters: {files: [items.jsonl]}}")
    before = toy_spec.read_bytes()
    with pytest.raises(InvalidInputError, match=r"not an alias\. Write it by hand: sha256: "):
        lock(toy_spec)
    assert toy_spec.read_bytes() == before


def test_a_visible_column_that_gives_the_answer_away_stops_the_lock(toy_spec: Path) -> None:
    rows = [json.loads(line) for line in (toy_spec.parent / "items.jsonl").read_text().splitlines()]
    lines = (json.dumps({**row, "hint": row["answer"].lower()}) + "\n" for row in rows)
    (toy_spec.parent / "items.jsonl").write_text("".join(lines))
    edit(toy_spec, "visible: [question, options]", "visible: [question, options, hint]")
    before = toy_spec.read_bytes()
    with pytest.raises(SpecError, match=r"found `hint`, which holds the gold answer in 100\.0% of the items"):
        lock(toy_spec)
    assert toy_spec.read_bytes() == before


def test_a_lock_that_fails_leaves_the_file_as_it_was(toy_spec: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full_disk(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    before = toy_spec.read_bytes()
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space"):
        lock(toy_spec)
    assert toy_spec.read_bytes() == before
    assert sorted(path.name for path in toy_spec.parent.iterdir()) == ["1.0.0.yaml", "items.jsonl"]


def test_a_source_file_other_than_the_stated_one_stops_the_lock(toy_spec: Path) -> None:
    lock(toy_spec)
    (toy_spec.parent / "items.jsonl").write_text("{}\n")
    with pytest.raises(ItemsError, match="found a file with SHA-256"):
        lock(toy_spec)


def test_version_and_id_must_be_the_names_of_file_and_folder(toy_spec: Path) -> None:
    moved = toy_spec.with_name("1.1.0.yaml")
    toy_spec.rename(moved)
    with pytest.raises(SpecError, match=r"1\.1\.0\.yaml:3 \(version\): found `1\.0\.0`; expected `1\.1\.0`"):
        load_spec(moved)
    folder = toy_spec.parent.with_name("other")
    toy_spec.parent.rename(folder)
    (folder / "1.1.0.yaml").rename(folder / "1.0.0.yaml")
    with pytest.raises(SpecError, match=r"\(definition\.id\): found `toy-mc`; expected `other`"):
        load_spec(folder / "1.0.0.yaml")


def test_specs_are_found_by_slug_and_version_number(toy_spec: Path, tmp_path: Path) -> None:
    for name in ("1.10.0.yaml", "1.9.0.yaml", "README.md"):
        (toy_spec.parent / name).write_text("x")
    (tmp_path / "benchmarks" / "shared-adapter").mkdir()
    (tmp_path / "benchmarks" / "another").mkdir()
    (tmp_path / "benchmarks" / "another" / "2.0.0.yaml").write_text("x")
    found = [str(path.relative_to(tmp_path / "benchmarks")) for path in find_specs(tmp_path)]
    assert found == ["another/2.0.0.yaml", "toy-mc/1.0.0.yaml", "toy-mc/1.9.0.yaml", "toy-mc/1.10.0.yaml"]
    assert find_specs(tmp_path / "nowhere") == []
    (toy_spec.parent / "draft.yaml").write_text("x")
    (toy_spec.parent / "1.0.1.yml").write_text("x")
    with pytest.raises(SpecError, match="2 problems"):
        find_specs(tmp_path)


def test_a_bad_record_of_what_is_published_is_refused(toy_spec: Path) -> None:
    for text in ("{", "[]", '{"1.0.0": 1}'):
        (toy_spec.parent / "published.json").write_text(text)
        with pytest.raises(SpecError, match=r"published\.json"):
            load_spec(toy_spec)


def test_models_are_found_and_loaded(tmp_path: Path) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    (folder / "toy-model.yaml").write_text(MODEL)
    assert find_models(tmp_path) == [folder / "toy-model.yaml"]
    assert load_model(folder / "toy-model.yaml").name == "Toy"
    (folder / "other.yaml").write_text(MODEL)
    with pytest.raises(ModelFileError, match=r"other\.yaml:2 \(slug\): found `toy-model`; expected `other`"):
        load_model(folder / "other.yaml")
    (folder / "third.yml").write_text(MODEL)
    with pytest.raises(ModelFileError, match=r"third\.yml"):
        find_models(tmp_path)


def test_a_difference_says_what_it_means_for_the_hash(toy_spec: Path) -> None:
    before = load_spec(toy_spec)
    edit(toy_spec, "title: {en: Toy questions}", "title: {en: Toys}")
    edit(toy_spec, "visible: [question, options]", "visible: [options, patient, question]")
    edit(toy_spec, "max_tokens: 64", "max_tokens: 65, seed: 1")
    after = load_spec(toy_spec)
    changes = spec_diff(before, after)
    assert [(change.path, change.moves_hash) for change in changes] == [
        ("definition.items.visible", True),
        ("definition.decoding.max_tokens", True),
        ("definition.decoding.seed", True),
        ("title.en", False),
    ]
    assert [str(change) for change in changes] == [
        'definition.items.visible: added ["patient"]',
        "definition.decoding.max_tokens: 64 → 65",
        "definition.decoding.seed: added 1",
        'title.en: "Toy questions" → "Toys"',
    ]
    assert [change.moves_hash for change in spec_diff(after, before)] == [True, True, True, False]
    assert spec_diff(before, before) == []


def test_a_difference_inside_lists_of_files_is_found(toy_spec: Path) -> None:
    before = load_spec(toy_spec)
    lock(toy_spec)
    after = load_spec(toy_spec)
    assert [str(change)[:40] for change in spec_diff(before, after)][:1] == [
        "definition.files[0].sha256: added "[:40] + '"' + after.files[0].sha256[:5]
    ]
    shorter = replace(after, definition={**after.definition, "files": []})
    (change,) = spec_diff(after, shorter)
    assert change.path == "definition.files"
    reordered = replace(after, definition={**after.definition, "extraction": ["b", "a"]})
    assert "now in the order" in str(
        spec_diff(reordered, replace(after, definition={**after.definition, "extraction": ["a", "b"]}))[0]
    )
