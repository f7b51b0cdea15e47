from __future__ import annotations

import json
from pathlib import Path

from tests.harness.faulty_server import completion


def answer_all(written: Path, answers: Path, n_failed: int = 0) -> None:
    """Write what a provider's batch service would: answers of A in the reverse order, and failures."""
    lines = [json.loads(line) for line in written.read_text().splitlines()]
    rows = [
        {
            "id": "b",
            "custom_id": line["custom_id"],
            "response": {
                "status_code": 200,
                "request_id": "r",
                "body": completion("Answer: A") | {"model": "chat-model"},
            },
            "error": None,
        }
        for line in lines
    ]
    for row in rows[:n_failed]:
        row |= {"response": None, "error": {"code": "batch_expired", "message": "text"}}
    answers.write_text("".join(json.dumps(row) + "\n" for row in reversed(rows)))


def test_a_run_is_asked_by_batch_and_finishes_without_asking(command, folder, environment):
    environment["OPENAI_BASE_URL"] = "http://127.0.0.1:9/v1"
    assert "40 requests" in command("batch", "write", "toy", "chat-model", "in.jsonl").stdout
    answer_all(folder / "in.jsonl", folder / "out.jsonl", n_failed=2)
    done = command("batch", "read", "toy", "chat-model", "out.jsonl")
    assert done.returncode == 7
    assert "out.jsonl, line 39: failed (timeout): batch_expired" in done.stdout
    assert "2 of 40 answers of the run are still missing" in done.stdout
    assert command("rescore", "toy", "chat-model").returncode == 7
    command("batch", "write", "toy", "chat-model", "rest.jsonl")
    answer_all(folder / "rest.jsonl", folder / "more.jsonl")
    done = command("batch", "read", "toy", "chat-model", "more.jsonl", "out.jsonl", "--input", "in.jsonl", "--json")
    assert (json.loads(done.stdout)["n_stored"], json.loads(done.stdout)["n_missing"]) == (2, 0)
    result = json.loads(command("run", "toy", "chat-model", "--json").stdout)["result"]
    assert (result["parse_rate"], result["value"]) == (1.0, 0.25)
    assert "Every answer is stored" in command("batch", "write", "toy", "chat-model", "none.jsonl").stdout


def test_a_predictor_and_a_taken_name_are_refused(command, folder):
    assert command("batch", "write", "toy", "first-option", "in.jsonl").returncode == 5
    (folder / "in.jsonl").touch()
    assert command("batch", "write", "toy", "chat-model", "in.jsonl").returncode == 3
    assert command("batch", "read", "toy", "chat-model", "nothing.jsonl").returncode == 4
