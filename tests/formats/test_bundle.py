from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchtoward.core.canonical import canonical_json
from benchtoward.core.errors import BundleError
from benchtoward.core.results import Finish, Prediction, PredictionStatus, content_address, in_order
from benchtoward.formats.bundle import (
    Bundle,
    BundleLimits,
    JournalRow,
    ResponseRow,
    read_bundle,
    read_journal,
    read_predictions,
    write_bundle,
)
from benchtoward.formats.bundle.tables import JOURNAL_SCHEMA, PREDICTION_SCHEMA
from benchtoward.formats.bundle.writing import bundle_members
from benchtoward.formats.parquet_guard import ParquetLimits

Make = Callable[..., Bundle]
Files = dict[str, bytes]


def members(bundle: Bundle) -> Files:
    return dict(bundle_members(bundle))


def rehashed(files: Files) -> Files:
    """The files with the hashes in `run.json` made right again, so that other faults come to light."""
    record = json.loads(files["run.json"])
    others = {name: hashlib.sha256(data).hexdigest() for name, data in files.items() if name != "run.json"}
    return {**files, "run.json": canonical_json({**record, "files": others}) + b"\n"}


def folder_of(files: Mapping[str, bytes], path: Path) -> Path:
    path.mkdir()
    for name, data in files.items():
        (path / name).write_bytes(data)
    return path


def zip_of(files: Mapping[str, bytes], path: Path, **options: Any) -> Path:
    with zipfile.ZipFile(path, "w", **options) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def refused(path: Path, limits: BundleLimits | None = None) -> str:
    before = snapshot(path.parent)
    with pytest.raises(BundleError) as caught:
        read_bundle(path, limits)
    assert snapshot(path.parent) == before, "reading changed something on the disk"
    return str(caught.value)


def snapshot(folder: Path) -> list[tuple[str, int]]:
    return sorted((str(path), path.lstat().st_mtime_ns) for path in folder.rglob("*"))


def parquet(rows: list[dict[str, Any]], schema: pa.Schema, **options: Any) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows, schema=schema), sink, **options)
    return sink.getvalue()


def row(**changes: Any) -> dict[str, Any]:
    return {
        "item_id": "q0",
        "repeat": 0,
        "status": "parsed",
        "reason": "",
        "prediction": "A",
        "probabilities": None,
        "score": 1.0,
        "rule": "",
        "request_key": "",
        "finish": "",
        **changes,
    }


@pytest.mark.parametrize("name", ["run", "run.zip"])
def test_a_bundle_comes_back_as_it_was_written(make_bundle: Make, tmp_path: Path, name: str) -> None:
    bundle = make_bundle(responses=[ResponseRow(item_id="q0", text="Answer: A")])
    write_bundle(tmp_path / name, bundle)
    read = read_bundle(tmp_path / name)
    assert canonical_json(read.record) == canonical_json(bundle.record)
    assert read.predictions == in_order(bundle.predictions)
    assert list(read.journal) == list(bundle.journal)
    assert read.environment == bundle.environment
    assert read.responses == bundle.responses


def test_responses_are_in_a_bundle_only_when_they_are_given(make_bundle: Make, tmp_path: Path) -> None:
    write_bundle(tmp_path / "run", make_bundle())
    assert sorted(os.listdir(tmp_path / "run")) == ["journal.parquet", "predictions.parquet", "run.json"]
    assert read_bundle(tmp_path / "run").responses is None


def test_a_predictor_that_sends_no_requests_has_an_empty_journal(make_bundle: Make, tmp_path: Path) -> None:
    write_bundle(tmp_path / "run", make_bundle(journal=[]))
    assert read_bundle(tmp_path / "run").journal == []
    assert read_bundle(tmp_path / "run").environment == {"python": "3.11.7"}


def test_the_same_bundle_makes_the_same_bytes(make_bundle: Make, tmp_path: Path) -> None:
    shuffled = replace(make_bundle(), predictions=list(reversed(make_bundle().predictions)))
    write_bundle(tmp_path / "a.zip", make_bundle())
    write_bundle(tmp_path / "b.zip", shuffled)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_the_record_is_canonical_json_with_the_hashes_of_the_other_files(make_bundle: Make) -> None:
    files = members(make_bundle())
    record = json.loads(files["run.json"])
    assert files["run.json"] == canonical_json(record) + b"\n"
    assert record["files"] == {
        name: hashlib.sha256(files[name]).hexdigest() for name in ("journal.parquet", "predictions.parquet")
    }


def test_tables_have_the_columns_that_the_format_promises(make_bundle: Make) -> None:
    files = members(make_bundle())
    predictions = pq.read_table(io.BytesIO(files["predictions.parquet"]))
    assert predictions.column_names == [
        "item_id",
        "repeat",
        "status",
        "reason",
        "prediction",
        "probabilities",
        "score",
        "rule",
        "request_key",
        "finish",
    ]
    assert predictions["item_id"].to_pylist() == ["q0", "q1", "q2", "q3"]
    journal = pq.read_metadata(io.BytesIO(files["journal.parquet"]))
    assert journal.metadata[b"benchtoward.environment"] == b'{"python":"3.11.7"}'
    assert journal.row_group(0).column(0).compression == "ZSTD"


ANSWERS = st.one_of(
    st.builds(dict, status=st.just(PredictionStatus.PARSED), prediction=st.text(max_size=12)),
    st.builds(lambda p: {"status": PredictionStatus.PARSED, "probabilities": (p, 1 - p)}, st.floats(0, 1, width=32)),
    st.builds(dict, status=st.sampled_from([PredictionStatus.UNPARSED, PredictionStatus.ERROR]), reason=st.just("x")),
)


@given(
    st.dictionaries(
        st.text(min_size=1, max_size=8),
        st.tuples(ANSWERS, st.none() | st.floats(-1e6, 1e6), st.sampled_from(Finish)),
        min_size=1,
        max_size=8,
    )
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_predictions_come_back_with_the_same_content_address(
    make_bundle: Make, tmp_path: Path, rows: dict[str, Any]
) -> None:
    predictions = [
        Prediction(item_id=item_id, score=score, finish=finish, **answer)
        for item_id, (answer, score, finish) in rows.items()
    ]
    path = tmp_path / "predictions.parquet"
    path.write_bytes(members(make_bundle(predictions))["predictions.parquet"])
    read = read_predictions(path)
    assert read == in_order(predictions)
    assert content_address(read) == content_address(predictions)


def test_single_tables_can_be_read(make_bundle: Make, tmp_path: Path) -> None:
    bundle = make_bundle()
    folder = folder_of(members(bundle), tmp_path / "run")
    assert read_predictions(folder / "predictions.parquet") == bundle.predictions
    assert read_journal(folder / "journal.parquet") == bundle.journal
    with pytest.raises(BundleError, match="columns"):
        read_predictions(folder / "journal.parquet")


def test_what_is_there_is_never_written_over(make_bundle: Make, tmp_path: Path) -> None:
    for name in ("taken", "taken.zip"):
        (tmp_path / name).write_text("mine")
        with pytest.raises(BundleError, match="something that is there already"):
            write_bundle(tmp_path / name, make_bundle())
        assert (tmp_path / name).read_text() == "mine"
    (tmp_path / "dangling").symlink_to("nowhere")
    with pytest.raises(BundleError, match="something that is there already"):
        write_bundle(tmp_path / "dangling", make_bundle())


@pytest.mark.parametrize("name", ["run", "run.zip"])
def test_a_write_that_fails_leaves_nothing(
    make_bundle: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def full_disk(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space"):
        write_bundle(tmp_path / name, make_bundle())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_to_write_to_must_be_there(make_bundle: Make, tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="found no folder"):
        write_bundle(tmp_path / "absent" / "run", make_bundle())


def test_a_bundle_of_the_first_format_is_read_for_ever(make_bundle: Make) -> None:
    """Golden: `golden/bundle.zip` was written by the first version, with pyarrow 26."""
    read = read_bundle(Path(__file__).parent / "golden" / "bundle.zip")
    assert read.predictions == make_bundle().predictions
    assert read.record["content_address"] == "fcbf0102cc0f23cff666ca1c324ee8d88b6d38e6e7f99a83c7f7ef8c1d9e8c7f"
    assert read.record["run_id"] == "9132bad883395fe3"
    assert read.environment == {"python": "3.11.7"}
    assert [row.attempts for row in read.journal] == [1, 1, 1, 1]


def test_a_bundle_whose_parts_contradict_each_other_is_not_written(make_bundle: Make, tmp_path: Path) -> None:
    bundle = make_bundle()
    wrong = replace(bundle, predictions=bundle.predictions[:3])
    with pytest.raises(BundleError, match="content_address"):
        write_bundle(tmp_path / "run", wrong)
    assert list(tmp_path.iterdir()) == []


def test_a_bad_bundle_gives_one_error_with_everything_that_is_wrong(make_bundle: Make, tmp_path: Path) -> None:
    files = members(make_bundle())
    bad = row(status="maybe", score=float("nan"))
    files["predictions.parquet"] = parquet([bad, row(finish="boom", item_id="q1")], PREDICTION_SCHEMA)
    files["journal.parquet"] = files["journal.parquet"][:100]
    files["extra.txt"] = b"x"
    files["run.json"] = files["run.json"].replace(b'"bundle_format":1', b'"bundle_format":NaN')
    message = refused(folder_of(files, tmp_path / "run"))
    for part in (
        "the file 'extra.txt'",
        "run.json: found NaN",
        "predictions.parquet, row 1: found the score nan",
        "predictions.parquet, row 2: found the Finish 'boom'",
        "journal.parquet: found a damaged file",
    ):
        assert part in message


def wrong_hash(files: Files) -> Files:
    return {**files, "journal.parquet": parquet([], JOURNAL_SCHEMA)}


def without_hashes(files: Files) -> Files:
    record = json.loads(files["run.json"])
    del record["files"]
    return {**files, "run.json": canonical_json(record)}


def changed_record(path: str, value: Any) -> Callable[[Files], Files]:
    def change(files: Files) -> Files:
        record = json.loads(files["run.json"])
        *outer, last = path.split(".")
        inner = record
        for step in outer:
            inner = inner[step]
        inner[last] = value
        return {**files, "run.json": json.dumps(record).encode()}

    return change


def raw_record(data: bytes) -> Callable[[Files], Files]:
    return lambda files: {**files, "run.json": data}


def table_of(
    name: str, *rows: dict[str, Any], schema: pa.Schema | None = None, **options: Any
) -> Callable[[Files], Files]:
    chosen = schema or {"predictions.parquet": PREDICTION_SCHEMA, "journal.parquet": JOURNAL_SCHEMA}[name]
    return lambda files: rehashed({**files, name: parquet(list(rows), chosen, **options)})


def without(name: str) -> Callable[[Files], Files]:
    return lambda files: {key: data for key, data in files.items() if key != name}


def nullable(schema: pa.Schema) -> pa.Schema:
    return pa.schema([field.with_nullable(True) for field in schema])


def journal_row(**changes: Any) -> dict[str, Any]:
    return {
        **dict.fromkeys(JOURNAL_SCHEMA.names),
        "item_id": "q0",
        "repeat": 0,
        "request_key": "",
        "attempts": 1,
        "received_at": "",
        **changes,
    }


TEXTS = pa.schema([*[field for field in PREDICTION_SCHEMA if field.name != "score"], pa.field("score", pa.string())])
FAULTS = {
    "a file whose hash is another": (wrong_hash, "journal.parquet: found SHA-256"),
    "no hashes": (without_hashes, "run.json, files: found no hashes"),
    "a hash for a file that is not there": (
        changed_record("files.more", "00"),
        "run.json, files: found the file 'more'",
    ),
    "no record": (without("run.json"), "run.json: found no such file"),
    "no predictions": (without("predictions.parquet"), "predictions.parquet: found no such file"),
    "another format": (changed_record("bundle_format", 2), "run.json, bundle_format: found 2"),
    "an unknown field": (changed_record("prompt", "text"), "unknown key `prompt`"),
    "an unknown tag": (changed_record("tag", "gold"), "run.json, tag: found `gold`"),
    "a tag of another route": (changed_record("tag", "official"), 'run.json, tag: found "official"'),
    "a run key of something else": (changed_record("run_key", "bt1:" + "0" * 64), "run.json, run_key: found"),
    "another run id": (changed_record("run_id", "0" * 16), "run.json, run_id: found"),
    "a pre-image of another spec": (
        changed_record("benchmark.spec_hash", "bt1:" + "1" * 64),
        "run_key_pre_image",
    ),
    "other pins than the key's": (
        changed_record("model.pins", {"name": "other"}),
        "run.json, model.version_key",
    ),
    "another content address": (
        changed_record("content_address", "1" * 64),
        "run.json, content_address: found",
    ),
    "better counts": (changed_record("scores.counts.n_parsed", 4), "run.json, scores.counts: found"),
    "a better parse rate": (changed_record("scores.parse_rate", 1.0), "run.json, scores.parse_rate: found"),
    "another number of items": (changed_record("scores.n_items", 5), "run.json, scores.n_items: found"),
    "no primary metric": (changed_record("scores.primary", "fame"), "found no `fame`"),
    "a list": (raw_record(b"[]"), "run.json: found a list"),
    "no JSON": (raw_record(b"{"), "run.json: found text that is not JSON"),
    "NaN": (raw_record(b'{"a": NaN}'), "run.json: found NaN"),
    "an endless number": (raw_record(b'{"a": 1e999}'), "run.json: found the number 1e999"),
    "a number of many digits": (
        raw_record(b'{"a": ' + b"9" * 5000 + b"}"),
        "run.json: found a number of 5000 digits",
    ),
    "a key twice": (raw_record(b'{"a": 1, "a": 2}'), "run.json: found the key 'a' twice"),
    "deep nesting": (raw_record(b"[" * 100_000 + b"]" * 100_000), "nesting deeper than 64"),
    "half a surrogate": (raw_record(b'{"a": "\\ud800"}'), "half a surrogate"),
    "no UTF-8": (raw_record(b'{"a": "\xff"}'), "a byte that is not UTF-8"),
    "no Parquet": (
        lambda files: rehashed({**files, "predictions.parquet": b"PAR1"}),
        "predictions.parquet: found a damaged",
    ),
    "columns of other types": (
        table_of("predictions.parquet", schema=TEXTS),
        "predictions.parquet: found the columns",
    ),
    "an unknown status": (table_of("predictions.parquet", row(status="?")), "the PredictionStatus '?'"),
    "a status without its answer": (
        table_of("predictions.parquet", row(prediction=None)),
        "parsed with prediction None",
    ),
    "an endless score": (table_of("predictions.parquet", row(score=float("inf"))), "the score inf"),
    "a probability of NaN": (
        table_of("predictions.parquet", row(probabilities=[float("nan"), 1.0])),
        "probabilities (nan",
    ),
    "probabilities of 1.5": (
        table_of("predictions.parquet", row(probabilities=[0.5, 1.0])),
        "probabilities (0.5",
    ),
    "an item twice": (table_of("predictions.parquet", row(), row()), "item 'q0', repeat 0 once more"),
    "a negative repeat": (
        table_of("predictions.parquet", row(repeat=-1)),
        "an item_id or repeat out of range",
    ),
    "an empty item id": (
        table_of("predictions.parquet", row(item_id="")),
        "an item_id or repeat out of range",
    ),
    "text in a code": (
        table_of("predictions.parquet", row(reason="The patient has")),
        "a reason that is no code",
    ),
    "a request key of text": (
        table_of("predictions.parquet", row(request_key="secret")),
        "a request_key that is no SHA-256",
    ),
    "a null": (
        table_of("predictions.parquet", row(rule=None), schema=nullable(PREDICTION_SCHEMA)),
        "no rule",
    ),
    "a repeat too many": (table_of("predictions.parquet", row(repeat=7)), "run.json, scores.n_repeats"),
    "a journal of another item": (
        table_of("journal.parquet", journal_row(item_id="q9")),
        "a row without a prediction",
    ),
    "a negative latency": (
        table_of("journal.parquet", journal_row(latency_seconds=-1.0)),
        "latency_seconds out of range",
    ),
    "a time that is none": (
        table_of("journal.parquet", journal_row(received_at="now")),
        "received_at out of range",
    ),
    "negative tokens": (
        table_of("journal.parquet", journal_row(prompt_tokens=-5)),
        "prompt_tokens out of range",
    ),
    "another request": (
        table_of("journal.parquet", journal_row(request_key="c" * 64)),
        "another request_key",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("form", ["folder", "zip"])
def test_a_faulty_bundle_is_refused(make_bundle: Make, tmp_path: Path, fault: str, form: str) -> None:
    change, expected = FAULTS[fault]
    files = change(members(make_bundle()))
    path = folder_of(files, tmp_path / "run") if form == "folder" else zip_of(files, tmp_path / "run.zip")
    assert expected in refused(path)


@pytest.mark.parametrize(
    "name", ["../evil", "/etc/evil", "a/run.json", "..\\evil", "C:\\evil", "RUN.json", "run.json\0x"]
)
def test_a_zipped_path_that_is_no_file_of_a_bundle_is_refused(make_bundle: Make, tmp_path: Path, name: str) -> None:
    path = tmp_path / "run.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for member, data in members(make_bundle()).items():
            archive.writestr(member, data)
        entry = zipfile.ZipInfo("placeholder")
        entry.filename = name
        archive.writestr(entry, b"x")
    assert "expected only run.json" in refused(path)


def test_links_and_special_files_are_refused(make_bundle: Make, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("password")
    folder = folder_of(members(make_bundle()), tmp_path / "run")
    (folder / "run.json").unlink()
    (folder / "run.json").symlink_to(secret)
    (folder / "journal.parquet").unlink()
    os.mkfifo(folder / "journal.parquet")
    message = refused(folder)
    assert "run.json: found Too many levels of symbolic links" in message
    assert "journal.parquet: found something that is not a file" in message
    assert "password" not in message


def test_a_zipped_link_is_refused(make_bundle: Make, tmp_path: Path) -> None:
    files = members(make_bundle())
    path = tmp_path / "run.zip"
    with zipfile.ZipFile(path, "w") as archive:
        link = zipfile.ZipInfo("run.json")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("predictions.parquet", files["predictions.parquet"])
        archive.writestr("journal.parquet", files["journal.parquet"])
    assert "run.json: found a link" in refused(path)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_stands_twice_in_a_zip_is_refused(make_bundle: Make, tmp_path: Path) -> None:
    path = zip_of(members(make_bundle()), tmp_path / "run.zip")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("run.json", b"{}")
    assert "run.json: found the file more than once" in refused(path)


def test_a_zip_bomb_is_refused_by_its_ratio(make_bundle: Make, tmp_path: Path) -> None:
    files = {**members(make_bundle()), "run.json": b" " * 3_000_000}
    path = zip_of(files, tmp_path / "run.zip", compression=zipfile.ZIP_DEFLATED)
    assert "run.json: found 3000000 bytes out of" in refused(path)


def test_a_zip_entry_that_lies_about_its_size_is_refused(make_bundle: Make, tmp_path: Path) -> None:
    path = zip_of(
        {**members(make_bundle()), "run.json": b" " * 10**6},
        tmp_path / "run.zip",
        compression=zipfile.ZIP_DEFLATED,
    )
    data = path.read_bytes()
    path.write_bytes(data.replace((10**6).to_bytes(4, "little"), (100).to_bytes(4, "little")))
    assert "run.json: found" in refused(path)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_unusual_compression_is_refused(make_bundle: Make, tmp_path: Path, method: int) -> None:
    path = zip_of(members(make_bundle()), tmp_path / "run.zip", compression=method)
    assert "an encrypted or unusual entry" in refused(path)


def test_a_zip_with_very_many_entries_is_refused_before_they_are_listed(tmp_path: Path) -> None:
    path = zip_of({f"file{number}": b"" for number in range(2_000)}, tmp_path / "run.zip")
    assert "too many entries" in refused(path)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "no zip file"),
        (b"PK\x05\x06" + b"\0" * 18, "no such file"),
        (b"PK\x05\x06" + b"\0" * 16 + b"\1\0", "no zip file"),
        (b"PK\x06\x07" + b"\0" * 16 + b"PK\x05\x06" + b"\0" * 18, "a zip file of 64 bits"),
        (b"PK\x05\x06" + b"\0" * 4 + b"\x01\0\x01\0" + b"\x2e\0\0\0" + b"\0" * 6, "damaged zip file"),
    ],
)
def test_damaged_zips_are_refused(tmp_path: Path, data: bytes, found: str) -> None:
    path = tmp_path / "run.zip"
    path.write_bytes(data)
    assert found in refused(path)


def test_nothing_is_refused_as_nothing(tmp_path: Path) -> None:
    assert "found nothing" in refused(tmp_path / "absent")


@given(
    cut=st.integers(0, 5_000),
    flips=st.lists(st.tuples(st.integers(0, 5_000), st.integers(1, 255)), max_size=3),
)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damaged_bytes_never_pass_and_never_crash(
    make_bundle: Make, tmp_path: Path, cut: int, flips: list[tuple[int, int]]
) -> None:
    path = tmp_path / "damaged.zip"
    bundle = make_bundle()
    whole = bytearray(zip_of(members(bundle), path).read_bytes())
    for place, bits in flips:
        whole[place % len(whole)] ^= bits
    path.write_bytes(whole[: len(whole) - cut % len(whole)])
    try:
        read = read_bundle(path)
    except BundleError:
        return
    assert (read.predictions, read.journal) == (bundle.predictions, bundle.journal)


@pytest.mark.parametrize(
    ("limits", "found"),
    [
        (BundleLimits(max_record_bytes=100), "run.json: found a larger file"),
        (BundleLimits(max_file_bytes=100), "journal.parquet: found a larger file"),
        (BundleLimits(max_zip_bytes=100), "run.zip: found a larger file"),
        (
            BundleLimits(parquet=ParquetLimits(max_rows=3)),
            "predictions.parquet: found 4 rows; expected at most 3",
        ),
        (
            BundleLimits(parquet=ParquetLimits(max_columns=3)),
            "predictions.parquet: found 12 columns; expected at most 3",
        ),
        (BundleLimits(parquet=ParquetLimits(max_values=20)), "values; expected at most 20"),
        (BundleLimits(parquet=ParquetLimits(max_bytes=50)), "decompressed bytes; expected at most 50"),
        (
            BundleLimits(parquet=ParquetLimits(max_text_bytes=10)),
            "found a longer text; expected at most 10 bytes",
        ),
        (BundleLimits(parquet=ParquetLimits(max_total_text_bytes=20)), "found texts that add up to more"),
    ],
)
def test_every_limit_holds(make_bundle: Make, tmp_path: Path, limits: BundleLimits, found: str) -> None:
    assert found in refused(zip_of(members(make_bundle()), tmp_path / "run.zip"), limits)


def test_the_texts_of_responses_stay_out_of_what_is_printed(make_bundle: Make) -> None:
    bundle = make_bundle(responses=[ResponseRow(item_id="q0", text="the patient said")])
    assert "patient said" not in repr(bundle)
    assert "patient said" not in repr(bundle.responses)


def test_journal_rows_out_of_range_are_refused() -> None:
    with pytest.raises(BundleError, match="attempts, cost out of range"):
        JournalRow(item_id="q0", attempts=-1, cost=float(np.nan))
