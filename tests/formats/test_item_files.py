from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from benchtoward.core.errors import ItemsError, NotFoundError, PredictionsError
from benchtoward.core.spec import Reader, SourceFile, Spec
from benchtoward.formats.definitions import load_spec
from benchtoward.formats.item_files import (
    SourceLocator,
    adapter_sources,
    external_predictions,
    file_sha256,
    read_items,
    read_rows,
)
from benchtoward.formats.prediction_files import SubmittedRow

ADAPTER = """\
from .reading import rows


def items(files, parameters):
    for row in rows(files["items.jsonl"]):
        if row["answer"] in parameters.get("answers", "AB"):
            yield row


def external_predictions(files, parameters):
    for row in rows(files["items.jsonl"]):
        yield {"item_id": row["id"], "prediction": parameters["always"]}
"""
READING = """\
import json


def rows(path):
    return [json.loads(line) for line in path.read_text().splitlines()]
"""


def source(path: str, kind: str = "file", sha256: str = "", **more: str) -> SourceFile:
    return SourceFile(path=path, kind=kind, source={"kind": kind, **more}, sha256=sha256)


def with_file(spec: Spec, path: Path, kind: str, **parameters: Any) -> Spec:
    reader = Reader(kind=kind, path="", parameters=parameters, training={}, sha256="")
    return replace(spec, files=(source(path.name),), reader=reader)


def with_adapter(spec: Spec, path: str = "adapter.py", sha256: str = "", **parameters: Any) -> Spec:
    reader = Reader(kind="adapter", path=path, parameters=parameters, training={}, sha256=sha256)
    return replace(spec, reader=reader)


def rows_of(spec: Spec, path: Path) -> list[Mapping[str, Any]]:
    return list(read_rows(spec, path, SourceLocator(spec_path=path)))


@pytest.fixture
def adapter(toy_spec: Path) -> Path:
    (toy_spec.parent / "reading.py").write_text(READING)
    path = toy_spec.parent / "adapter.py"
    path.write_text(ADAPTER)
    return path


def test_items_are_read_from_jsonl(toy_spec: Path) -> None:
    table = read_items(load_spec(toy_spec), toy_spec, SourceLocator(spec_path=toy_spec))
    assert [(item.id, item.unit, item.target) for item in table] == [
        ("q0", "p0", "A"),
        ("q1", "p0", "B"),
        ("q2", "p1", "B"),
        ("q3", "p1", "A"),
    ]


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.gz", "rows.json", "rows.json.gz", "rows.parquet"])
def test_every_reader_makes_the_same_rows(toy_spec: Path, name: str) -> None:
    spec = load_spec(toy_spec)
    rows = rows_of(spec, toy_spec)
    kind = name.removesuffix(".gz").rpartition(".")[2]
    path = toy_spec.parent / name
    if kind == "parquet":
        pq.write_table(pa.Table.from_pylist(rows), path)
    else:
        text = json.dumps(rows) if kind == "json" else "".join(json.dumps(row) + "\n" for row in rows)
        path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    assert rows_of(with_file(spec, path, kind), toy_spec) == rows


@pytest.mark.parametrize("name", ["rows.csv", "rows.csv.gz"])
def test_csv_rows_are_texts(toy_spec: Path, name: str) -> None:
    path = toy_spec.parent / name
    data = '\ufeffid,text\r\n1,"one, ""two""\nthree"\r\n2,\r\n'.encode()
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    rows = rows_of(with_file(load_spec(toy_spec), path, "csv"), toy_spec)
    assert rows == [{"id": "1", "text": 'one, "two"\nthree'}, {"id": "2", "text": ""}]


def test_a_json_mapping_becomes_rows_with_its_keys_in_a_column(toy_spec: Path) -> None:
    path = toy_spec.parent / "rows.json"
    path.write_text('{"21645374": {"QUESTION": "?"}}')
    spec = with_file(load_spec(toy_spec), path, "json", key_column="pmid")
    assert rows_of(spec, toy_spec) == [{"QUESTION": "?", "pmid": "21645374"}]
    with pytest.raises(ItemsError, match="A mapping needs `key_column`"):
        rows_of(with_file(spec, path, "json"), toy_spec)


def test_the_real_pubmedqa_file_is_read_as_it_is(toy_spec: Path, shared_folder: Path) -> None:
    spec = load_spec(toy_spec)
    reader = Reader(kind="json", path="", parameters={"key_column": "pmid"}, training={}, sha256="")
    spec = replace(spec, files=(source("pubmedqa/ori_pqal.json.gz"),), reader=reader)
    rows = read_rows(spec, toy_spec, SourceLocator(spec_path=toy_spec, data_root=shared_folder / "data"))
    decisions = [row["final_decision"] for row in rows]
    assert {answer: decisions.count(answer) for answer in ("yes", "no", "maybe")} == {
        "yes": 552,
        "no": 338,
        "maybe": 110,
    }


def test_readers_take_the_files_that_a_parameter_names(toy_spec: Path) -> None:
    spec = load_spec(toy_spec)
    (toy_spec.parent / "more.jsonl").write_text('{"id": "q4"}\n')
    files = (*spec.files, source("more.jsonl"))
    assert len(rows_of(replace(spec, files=files), toy_spec)) == 5
    chosen = replace(with_file(spec, Path("items.jsonl"), "jsonl", files=["more.jsonl"]), files=files)
    assert rows_of(chosen, toy_spec) == [{"id": "q4"}]
    with pytest.raises(ItemsError, match=r"found 'none\.jsonl'.*\n.*unknown key `delimeter`"):
        rows_of(with_file(spec, Path("items.jsonl"), "jsonl", files=["none.jsonl"], delimeter=","), toy_spec)


@pytest.mark.parametrize(
    ("name", "data", "found"),
    [
        ("a.jsonl", b'{"a": 1}\n{"a": \n[1]\n{"a": NaN}\n', "a.jsonl, line 2: found text that is not JSON"),
        ("a.jsonl", b'{"a": 1}\n[1]\n', "a.jsonl, line 2: found a list; expected a JSON object"),
        ("a.jsonl.gz", b"not zipped", "a.jsonl.gz: found a file that can't be read (BadGzipFile)"),
        ("a.jsonl.gz", gzip.compress(b'{"a": 1}\n' * 99)[:-9], "a.jsonl.gz: found a file that can't be read"),
        ("a.csv", b"a,a\n1,2\n", "a.csv, line 1: found a header that is empty or names a column twice"),
        ("a.csv", b"", "a.csv, line 1: found a header that is empty"),
        ("a.csv", b"a,b\n1\n", "a.csv, line 2: found 1 cells; expected 2 cells"),
        ("a.csv", b'a,b\n"1,2\n', "a.csv, line 2: found bad CSV"),
        ("a.csv", b"a,b\n1,\xff\n", "a.csv, line 2: found a byte that is not UTF-8"),
        ("a.json", b"{", "a.json: found text that is not JSON"),
        ("a.json", b"[1]", "a.json, row 1: found 'int'; expected an object"),
        ("a.parquet", b"PAR1", "a.parquet: found a damaged file"),
    ],
)
def test_sources_that_cannot_be_read_are_refused_by_row(toy_spec: Path, name: str, data: bytes, found: str) -> None:
    path = toy_spec.parent / name
    path.write_bytes(data)
    kind = name.removesuffix(".gz").rpartition(".")[2]
    with pytest.raises(ItemsError) as caught:
        rows_of(with_file(load_spec(toy_spec), path, kind), toy_spec)
    assert found in str(caught.value)


def test_items_other_than_the_locked_ones_are_refused_but_training_rows_are_not(toy_spec: Path, adapter: Path) -> None:
    spec = with_adapter(load_spec(toy_spec))
    spec = replace(spec, columns=replace(spec.columns, table_sha256="0" * 64))
    locator = SourceLocator(spec_path=toy_spec)
    with pytest.raises(ItemsError, match=r"items\.table_sha256"):
        read_items(spec, toy_spec, locator)
    assert [item.id for item in read_items(spec, toy_spec, locator, {"answers": "B"})] == ["q1", "q2"]


def test_an_adapter_imports_the_files_beside_it(toy_spec: Path, adapter: Path) -> None:
    spec = with_adapter(load_spec(toy_spec), answers="A")
    assert [row["id"] for row in rows_of(spec, toy_spec)] == ["q0", "q3"]
    assert not (adapter.parent / "__pycache__").exists()


def test_an_adapter_may_lie_in_another_benchmarks_folder_but_not_outside_all(toy_spec: Path, adapter: Path) -> None:
    other = toy_spec.parent.parent / "other"
    (other / "inner").mkdir(parents=True)
    (other / "adapter.py").write_text("from .inner.deep import items\n")
    (other / "inner" / "deep.py").write_text(
        "from ..top import VALUE\n\n\ndef items(files, parameters):\n    return [{'id': VALUE}]\n"
    )
    (other / "top.py").write_text("VALUE = 7\n")
    spec = load_spec(toy_spec)
    assert rows_of(with_adapter(spec, "../other/adapter.py"), toy_spec) == [{"id": 7}]
    outside = toy_spec.parent.parent.parent / "adapter.py"
    outside.write_text(ADAPTER)
    (toy_spec.parent / "link.py").symlink_to(outside)
    for path in ("../../adapter.py", str(outside), "link.py", "../other/README.md"):
        with pytest.raises(ItemsError, match=r"expected a \.py file inside the folder of the benchmarks"):
            rows_of(with_adapter(spec, path), toy_spec)
    with pytest.raises(ItemsError, match=r"found no file 'absent\.py'"):
        rows_of(with_adapter(spec, "absent.py"), toy_spec)


def test_adapters_of_two_benchmarks_do_not_meet(toy_spec: Path, adapter: Path) -> None:
    other = toy_spec.parent.parent / "other"
    other.mkdir()
    (other / "adapter.py").write_text("def items(files, parameters):\n    return [{'id': 1}]\n")
    spec = load_spec(toy_spec)
    assert len(rows_of(with_adapter(spec), toy_spec)) == 4
    assert rows_of(with_adapter(spec, "../other/adapter.py"), toy_spec) == [{"id": 1}]
    assert len(rows_of(with_adapter(spec), toy_spec)) == 4
    assert "adapter" not in sys.modules


def test_a_changed_adapter_is_read_anew_and_refused_where_the_spec_has_its_hash(toy_spec: Path, adapter: Path) -> None:
    spec = load_spec(toy_spec)
    hashed = adapter_sources(with_adapter(spec), spec_path=toy_spec).sha256
    assert len(rows_of(with_adapter(spec, sha256=hashed), toy_spec)) == 4
    (toy_spec.parent / "reading.py").write_text(READING.replace("splitlines()", "splitlines()[:1]"))
    assert len(rows_of(with_adapter(spec), toy_spec)) == 1
    with pytest.raises(ItemsError, match="A change needs a new version"):
        rows_of(with_adapter(spec, sha256=hashed), toy_spec)


def test_an_adapters_hash_covers_what_it_can_import_and_nothing_else(toy_spec: Path, adapter: Path) -> None:
    spec = with_adapter(load_spec(toy_spec))

    def sha256() -> str:
        return adapter_sources(spec, spec_path=toy_spec).sha256

    before = sha256()
    (toy_spec.parent / "2.0.0").mkdir()
    (toy_spec.parent / "2.0.0" / "adapter.py").write_text("x = 1\n")
    (toy_spec.parent / "README.md").write_text("text")
    adapter.write_bytes(adapter.read_bytes().replace(b"\n", b"\r\n"))
    assert sha256() == before
    (toy_spec.parent / "formulas").mkdir()
    (toy_spec.parent / "formulas" / "kidney.py").write_text("x = 1\n")
    changed = sha256()
    assert changed != before
    (toy_spec.parent / "formulas" / "kidney.py").rename(toy_spec.parent / "kidney.py")
    assert sha256() not in (before, changed)


def test_an_adapters_hash_never_changes(toy_spec: Path, adapter: Path) -> None:
    """Golden: another value means that locked specs would no longer load."""
    sources = adapter_sources(with_adapter(load_spec(toy_spec)), spec_path=toy_spec)
    assert sources.sha256 == "ca9d431e468c16f55875e3f93588721a267825dd9536a5fb12e6808fca27fbb9"


def test_an_adapter_that_fails_is_named_with_its_line_and_without_the_data(toy_spec: Path, adapter: Path) -> None:
    adapter.write_text("def items(files, parameters):\n    yield {'id': 1}\n    raise ValueError('the patient said')\n")
    with pytest.raises(ItemsError, match=r"ValueError at adapter\.py:3") as caught:
        rows_of(with_adapter(load_spec(toy_spec)), toy_spec)
    assert "patient" not in str(caught.value)
    assert caught.value.__suppress_context__


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("items = 1 +\n", r"SyntaxError at adapter\.py"),
        ("import nowhere_at_all\n", r"ModuleNotFoundError at adapter\.py:1"),
        ("def items(files, parameters):\n    return [1]\n", r"items\(\), row 1: found a int"),
        ("def items(files, parameters):\n    return [{1: 2}]\n", r"items\(\), row 1: found a dict"),
        ("def items(files, parameters):\n    return None\n", r"TypeError"),
    ],
)
def test_an_adapter_that_makes_no_rows_is_refused(toy_spec: Path, adapter: Path, code: str, found: str) -> None:
    adapter.write_text(code)
    with pytest.raises(ItemsError, match=found):
        rows_of(with_adapter(load_spec(toy_spec)), toy_spec)


def test_an_adapter_without_the_function_is_said_to_have_none(toy_spec: Path, adapter: Path) -> None:
    adapter.write_text("x = 1\n")
    locator = SourceLocator(spec_path=toy_spec)
    with pytest.raises(NotFoundError, match="has no function `external_predictions`"):
        external_predictions(with_adapter(load_spec(toy_spec)), toy_spec, locator, {})
    with pytest.raises(NotFoundError, match="has no adapter"):
        external_predictions(load_spec(toy_spec), toy_spec, locator, {})


def test_external_predictions_are_checked_as_submissions_are(toy_spec: Path, adapter: Path) -> None:
    spec, locator = with_adapter(load_spec(toy_spec)), SourceLocator(spec_path=toy_spec)
    rows = external_predictions(spec, toy_spec, locator, {"always": "A"})
    assert rows[0] == SubmittedRow(item_id="q0", prediction="A")
    with pytest.raises(PredictionsError, match="row 1, prediction: found 'E'; expected one of A, B"):
        external_predictions(spec, toy_spec, locator, {"always": "E"})


def test_more_files_can_hold_the_external_predictions(toy_spec: Path, adapter: Path, tmp_path: Path) -> None:
    adapter.write_text(
        "import json\n\n\ndef external_predictions(files, parameters):\n"
        "    return json.loads(files['answers.json'].read_text())\n"
    )
    data = tmp_path / "data" / "outside"
    data.mkdir(parents=True)
    (data / "answers.json").write_text('[{"item_id": "q0", "raw": "A"}]')
    locator = SourceLocator(spec_path=toy_spec, data_root=tmp_path / "data")
    rows = external_predictions(
        with_adapter(load_spec(toy_spec)), toy_spec, locator, {}, [source("outside/answers.json")]
    )
    assert [(row.item_id, row.raw) for row in rows] == [("q0", "A")]


def test_files_are_found_beside_the_spec_and_in_the_data_folder(toy_spec: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "set").mkdir(parents=True)
    (data / "set" / "rows.csv").write_text("a\n1\n")
    sha256 = file_sha256(data / "set" / "rows.csv")
    locator = SourceLocator(spec_path=toy_spec, data_root=data)
    found = locator.files([source("items.jsonl"), source("set/rows.csv", sha256=sha256)])
    assert found["items.jsonl"] == toy_spec.parent / "items.jsonl"
    assert found["set/rows.csv"] == found["rows.csv"] == data / "set" / "rows.csv"
    (data / "set" / "rows.csv").rename(data / sha256)
    for kind in ("file", "https", "huggingface", "khdp"):
        assert locator.files([source("set/rows.csv", kind, sha256)])["set/rows.csv"] == data / sha256


def test_files_of_one_name_are_told_apart_by_their_paths(toy_spec: Path, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "rows.csv").write_text(folder)
    found = SourceLocator(spec_path=toy_spec, data_root=tmp_path).files([source("a/rows.csv"), source("b/rows.csv")])
    assert sorted(found) == ["a/rows.csv", "b/rows.csv"]


def test_files_of_packages_are_found_without_importing_them(toy_spec: Path) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "SurvSet"]:
        del sys.modules[name]
    file = source("data.py", "package", package="SurvSet", version="0.2.11")
    assert SourceLocator(spec_path=toy_spec).files([file])["data.py"].name == "data.py"
    assert "SurvSet" not in sys.modules


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (source("rows.csv", sha256="0" * 64), "Put it at DATA/rows.csv."),
        (
            source("rows.csv", "https", "0" * 64, url="https://example.org/rows.csv"),
            "Download it from https://example.org/rows.csv and put it at DATA/rows.csv.",
        ),
        (
            source("test.parquet", "huggingface", "0" * 64, repository="snuh/ClinicalQA", revision="abc123"),
            "Download it from Hugging Face: snuh/ClinicalQA at abc123, file test.parquet and put it at DATA/",
        ),
        (
            source("a.csv", "khdp", "0" * 64, code="set1", version="1.0.0"),
            "from KHDP (khdp.net): set1 at 1.0.0, file a.csv",
        ),
        (
            source("x.pkl", "package", package="nowhere_at_all", version="1.2"),
            "Install it: pip install nowhere_at_all==1.2",
        ),
        (source("x.pkl", "package", package="os.path"), "Install it: pip install os.path"),
        (source("x.pkl", "package", package="json"), "the file in the installed package json"),
    ],
)
def test_an_absent_file_is_said_with_where_to_get_it_and_where_to_put_it(
    toy_spec: Path, tmp_path: Path, file: SourceFile, said: str
) -> None:
    data = tmp_path / "data"
    with pytest.raises(ItemsError) as caught:
        SourceLocator(spec_path=toy_spec, data_root=data).files([file])
    assert said.replace("DATA", str(data)) in str(caught.value)


def test_without_a_data_folder_one_is_asked_for(toy_spec: Path) -> None:
    with pytest.raises(ItemsError, match=r"Put rows\.csv into a data folder, and name that folder"):
        SourceLocator(spec_path=toy_spec).files([source("rows.csv")])


def test_every_absent_or_changed_file_is_named(toy_spec: Path) -> None:
    files = [
        source("items.jsonl", sha256="0" * 64),
        source("none.csv"),
        source("../1.0.0.yaml"),
        source("/etc/passwd"),
    ]
    with pytest.raises(ItemsError) as caught:
        SourceLocator(spec_path=toy_spec).files(files)
    message = str(caught.value)
    assert "4 problems" in message
    assert message.count("a path that leaves its source") == 2
    assert f"found a file with SHA-256 {file_sha256(toy_spec.parent / 'items.jsonl')}" in message


def test_a_file_that_changes_is_hashed_again(toy_spec: Path) -> None:
    path = toy_spec.parent / "items.jsonl"
    locator = SourceLocator(spec_path=toy_spec)
    before = locator.sha256(source("items.jsonl"))
    path.write_text("changed")
    assert locator.sha256(source("items.jsonl")) == file_sha256(path) != before
