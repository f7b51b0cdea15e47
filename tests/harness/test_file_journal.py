from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchtoward.core.errors import BenchTowardError, BusyError, InvalidInputError
from benchtoward.core.results import Finish
from benchtoward.harness.journal import FileJournal
from benchtoward.harness.responses import StoredResponse


def response(number: int, content: str | None = "Answer: A") -> StoredResponse:
    return StoredResponse(
        request_key=hashlib.sha256(str(number).encode()).hexdigest(),
        content=content,
        reasoning=None,
        finish=Finish.STOP,
        response_model="mock",
        system_fingerprint="",
        prompt_tokens=1,
        completion_tokens=None,
        reasoning_tokens=None,
        latency_seconds=0.5,
        attempts=1,
        received_at="2026-11-30T00:00:00.000+00:00",
    )


def keys(*numbers: int) -> list[str]:
    return [response(number).request_key for number in numbers]


def test_answers_are_there_after_the_file_is_opened_again(tmp_path: Path):
    hard = response(2, 'quotes " and \\, new\nlines, \u2028, 한글 🩺')
    with FileJournal(tmp_path / "new" / "j.jsonl") as journal:
        journal.put_many([response(1), hard])
        journal.put_many([response(3, None)])
        assert journal.get_many(keys(1, 2, 3, 4)).keys() == set(keys(1, 2, 3))
    with FileJournal(tmp_path / "new" / "j.jsonl") as journal:
        assert len(journal) == 3
        assert journal.get_many(keys(2, 3)) == {hard.request_key: hard, keys(3)[0]: response(3, None)}


def test_the_first_answer_to_a_request_stays(tmp_path: Path):
    with FileJournal(tmp_path / "j.jsonl") as journal:
        journal.put_many([response(1, "first"), response(1, "second")])
        journal.put_many([response(1, "third")])
    with FileJournal(tmp_path / "j.jsonl") as journal:
        assert journal.get_many(keys(1))[keys(1)[0]].content == "first"
        assert (tmp_path / "j.jsonl").read_bytes().count(b"\n") == 1


@given(cut_at=st.integers(0, 900), tail=st.binary(max_size=20))
@settings(max_examples=60, deadline=None)
def test_a_torn_last_record_is_cut_off_and_the_others_stay(tmp_path_factory, cut_at: int, tail: bytes):
    path = tmp_path_factory.mktemp("journal") / "j.jsonl"
    with FileJournal(path) as journal:
        journal.put_many([response(1), response(2), response(3)])
    whole = path.read_bytes()
    ends = [place + 1 for place in range(len(whole)) if whole[place : place + 1] == b"\n"]
    kept = min(cut_at, len(whole))
    path.write_bytes(whole[:kept] + tail.replace(b"\n", b""))
    n_whole = sum(end <= kept for end in ends)
    with FileJournal(path) as journal:
        assert len(journal.get_many(keys(1, 2, 3))) == n_whole
        assert path.read_bytes() == whole[: max([0, *(end for end in ends if end <= kept)])]
        journal.put_many([response(1), response(2), response(3), response(4)])
    with FileJournal(path) as journal:
        assert len(journal.get_many(keys(1, 2, 3, 4))) == 4


@pytest.mark.parametrize("damage", [b"\x00" * 40 + b"\n", b"not json\n", b'{"request_key":"zz"}\n', b"\n"])
def test_a_damaged_record_in_the_middle_counts_as_never_written(tmp_path: Path, damage: bytes):
    path = tmp_path / "j.jsonl"
    with FileJournal(path) as journal:
        journal.put_many([response(1)])
    path.write_bytes(path.read_bytes() + damage)
    with FileJournal(path) as journal:
        journal.put_many([response(2)])
    with FileJournal(path) as journal:
        assert len(journal.get_many(keys(1, 2))) == 2


def test_a_record_that_lost_its_inside_is_asked_for_again(tmp_path: Path):
    path = tmp_path / "j.jsonl"
    with FileJournal(path) as journal:
        journal.put_many([response(1)])
    path.write_bytes(path.read_bytes().replace(b'"attempts":1', b'"attempts" 1'))
    with FileJournal(path) as journal:
        assert journal.get_many(keys(1)) == {}
        journal.put_many([response(1, "again")])
        assert journal.get_many(keys(1))[keys(1)[0]].content == "again"


def test_a_second_process_is_refused(tmp_path: Path):
    path = tmp_path / "j.jsonl"
    code = "from benchtoward.harness.journal import *; import sys; FileJournal(Path(sys.argv[1]))"
    with FileJournal(path):
        with pytest.raises(BusyError, match="Another process"):
            FileJournal(path)
        second = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True)
        assert "BusyError" in second.stderr
    FileJournal(path).close()


def test_a_full_disk_loses_nothing_that_was_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "j.jsonl"
    write = os.pwrite

    def half(file: int, data: memoryview, offset: int) -> int:
        if offset > 400:
            raise OSError(28, "No space left on device")
        return write(file, data[:300], offset)

    with FileJournal(path) as journal:
        journal.put_many([response(1)])
        monkeypatch.setattr(os, "pwrite", half)
        with pytest.raises(BenchTowardError, match="No space left on device"):
            journal.put_many([response(2), response(3)])
        monkeypatch.undo()
        assert journal.get_many(keys(1, 2, 3)).keys() == set(keys(1))
        journal.put_many([response(3)])
    with FileJournal(path) as journal:
        assert journal.get_many(keys(1, 2, 3)).keys() == set(keys(1, 3))


def test_only_what_was_stored_is_read_as_an_answer():
    whole = dict(response(1).to_json())
    assert StoredResponse.from_json(whole) == response(1)
    for damaged in (None, [], {}, {**whole, "more": 1}, {**whole, "finish": "maybe"}):
        with pytest.raises(InvalidInputError, match="stored response"):
            StoredResponse.from_json(damaged)
