from __future__ import annotations

import json

import pytest
from tests.harness.faulty_server import FaultyServer
from tests.toy_files import write_toy


def test_a_changed_rule_is_rescored_without_asking(command, folder, environment):
    with FaultyServer(lambda question, n_before: "Svar: A") as server:
        environment["OPENAI_BASE_URL"] = server.base_url
        first = json.loads(command("run", "toy", "chat-model", "--json").stdout)
    rules = ["strip_reasoning", {"rule": "marker", "words": ["Svar"]}]
    write_toy(folder, n_items=40, version="1.1.0", extraction=rules)
    done = command("rescore", first["result"]["run_id"], "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)["result"]
    assert (first["result"]["parse_rate"], result["parse_rate"], result["version"]) == (0.0, 1.0, "1.1.0")
    assert "computed before" in command("rescore", "toy@1.1.0", "chat-model").stdout
    assert server.n_asked.total() == 40


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["toy", "chat-model"], 7, "40 of 40 answers"),
        (["toy", "first-option"], 5, "benchtoward run"),
        (["0123456789abcdef"], 4, "no run"),
        (["tooy", "chat-model"], 4, "Did you mean `toy`?"),
    ],
)
def test_a_refusal_says_what_to_do_and_has_its_exit_code(command, words, code, said):
    done = command("rescore", *words)
    assert done.returncode == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr
