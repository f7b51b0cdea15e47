from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SPEC = "benchmarks/toy/1.0.0.yaml"


def try_texts(command, folder: Path, *rows: object) -> subprocess.CompletedProcess[str]:
    (folder / "texts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return command("extract", "--spec", SPEC, "--try", "texts.jsonl", "--json")


def test_each_rule_says_what_it_did_on_a_text(command, folder):
    (folder / "answer.txt").write_text("<think>B?</think>It is the liver.\nAnswer: C\n")
    done = command("extract", "--spec", SPEC, "--try", "answer.txt")
    assert done.returncode == 0
    assert done.stdout.splitlines()[:3] == [
        "answer.txt: read C by marker",
        "  strip_reasoning: removed 16 characters",
        "  marker: read C",
    ]
    assert "liver" not in done.stdout


def test_lines_may_say_their_options_labels_and_finish(command, folder):
    done = try_texts(
        command,
        folder,
        {"text": "Answer: E"},
        {"text": "Answer: E", "labels": ["A", "E"], "options": ["one", "five"]},
        {"text": "I think that", "finish": "length"},
        {"text": "Answer: C", "options": ["one", "two"]},
        {"text": "Answer: C", "finish": "refusal"},
    )
    assert done.returncode == 0
    read = json.loads(done.stdout)
    assert [(row["status"], row["value"]) for row in read] == [
        ("unparsed", None),
        ("parsed", "E"),
        ("unparsed", None),
        ("unparsed", None),
        ("unparsed", None),
    ]
    assert [row["reason"] for row in read[2::2]] == ["truncated", "refusal"]
    assert read[1]["rule"] == "marker"


def test_the_units_of_a_numeric_answer_come_with_the_line(command, folder):
    numeric = next((Path(__file__).parents[2] / "benchmarks/clincalc-numeric-small").glob("*.yaml"))
    rows = [{"text": f"Answer: 5 {unit}", "unit": "mg"} for unit in ("mg", "kg")]
    (folder / "texts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = command("extract", "--spec", str(numeric), "--try", "texts.jsonl", "--json")
    assert [row["reason"] or row["value"] for row in json.loads(done.stdout)] == ["5", "wrong_unit"]


def test_the_input_is_one_text(folder, environment):
    words = [sys.executable, "-m", "benchtoward", "extract", "--spec", SPEC, "--try", "-"]
    done = subprocess.run(
        words, cwd=folder, env=environment, input="B", text=True, capture_output=True, timeout=60, check=True
    )
    assert done.stdout.splitlines()[0] == "the input: read B by letter_only"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"response": "B"}, "line 1, response"),
        ({"text": 1}, "line 1, text"),
        ({"text": "B", "options": 7}, "line 1, options"),
        ({"text": "B", "labels": ["A", "A"]}, "line 1, labels"),
        ({"text": "B", "finish": ["stop"]}, "line 1, finish"),
        ([], "a JSON object"),
    ],
)
def test_a_bad_line_is_named_with_its_place(command, folder, row, said):
    done = try_texts(command, folder, row)
    assert done.returncode == 3
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_is_not_there_has_its_exit_code(command):
    assert command("extract", "--spec", SPEC, "--try", "nothing.txt").returncode == 4
