from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.harness.asking import MemoryStore, ask, number_in, plan
from tests.harness.asking_program import CONCURRENCY
from tests.harness.faulty_server import FaultyServer

from benchtoward.core.results import content_address
from benchtoward.harness.journal import FileJournal
from benchtoward.harness.planning import PlannedRequest
from benchtoward.harness.reading import read_responses
from benchtoward.harness.responses import ResponseStore

ROOT = Path(__file__).resolve().parents[2]
N = 300
N_KILLS = 4


def answer(question: str, n_before: int) -> str:
    return f"Answer: {'ABCD'[number_in(question) % 4]}"


def started(server: FaultyServer, journal: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.harness.asking_program", server.base_url, str(journal), str(N)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"asking\n"
    return process


def ended(process: subprocess.Popen[bytes]) -> tuple[int, str]:
    _, errors = process.communicate(timeout=30)
    return process.returncode, errors.decode()


def address(store: ResponseStore) -> str:
    return content_address(read_responses(plan(N).spec, plan(N).table, plan(N), store))


def stored_questions(journal: Path) -> set[str]:
    with FileJournal(journal) as store:
        return {text_of(request) for request in plan(N) if store.get_many([request.request_key])}


def text_of(request: PlannedRequest) -> str:
    return request.request["messages"][-1]["content"]


def test_a_run_that_was_killed_again_and_again_ends_as_if_undisturbed(tmp_path: Path):
    journal = tmp_path / "j.jsonl"
    moments = random.Random(20261130)
    with FaultyServer(answer, latency_seconds=0.01) as server:
        for _ in range(N_KILLS):
            process = started(server, journal)
            time.sleep(moments.uniform(0.0, 0.1))
            process.kill()
            assert ended(process)[0] == -signal.SIGKILL
            time.sleep(0.05)
            kept, asked = stored_questions(journal), server.n_asked.copy()
            assert server.n_asked.total() - len(kept) <= 2 * CONCURRENCY * N_KILLS
            not_kept = sum(asked[question] > 0 for question in asked if question not in kept)
            assert not_kept <= 2 * CONCURRENCY
        assert 0 < len(kept) < N
        assert ended(started(server, journal)) == (0, "")
        assert {question: server.n_asked[question] for question in kept} == {q: asked[q] for q in kept}
        assert server.n_asked.total() <= N + 2 * CONCURRENCY * N_KILLS
        undisturbed = MemoryStore()
        ask(plan(N), server.base_url, undisturbed)
    with FileJournal(journal) as store:
        assert address(store) == address(undisturbed)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_process_with_everything_stored(tmp_path: Path, number: signal.Signals):
    journal = tmp_path / "j.jsonl"
    with FaultyServer(answer, latency_seconds=0.02) as server:
        process = started(server, journal)
        while server.n_asked.total() < 50:
            time.sleep(0.01)
        process.send_signal(number)
        code, errors = ended(process)
        assert code == 3
        assert "interrupted" in errors
        assert len(stored_questions(journal)) == server.n_asked.total()
        assert ended(started(server, journal)) == (0, "")
    assert set(server.n_asked.values()) == {1}


def test_a_second_process_on_the_same_run_is_refused(tmp_path: Path):
    journal = tmp_path / "j.jsonl"
    with FaultyServer(answer, latency_seconds=0.1) as server:
        first = started(server, journal)
        command = [
            sys.executable,
            "-m",
            "tests.harness.asking_program",
            server.base_url,
            str(journal),
            str(N),
        ]
        second = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30)
        first.kill()
        ended(first)
    assert second.returncode == 3
    assert "Another process is writing" in second.stderr
