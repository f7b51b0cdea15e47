from __future__ import annotations

import json
import socket
import subprocess
import sys

import pytest

COMMANDS = [
    "run",
    "extract",
    "rescore",
    "batch write",
    "batch read",
    "lookup",
    "publish",
    "withdraw",
    "restore",
    "verify",
    "import",
    "export",
    "serve",
    "demo",
    "spec check",
    "spec lock",
    "spec hash",
    "spec diff",
    "spec show",
]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(command, name):
    done = command(*name.split(), "--help")
    assert done.returncode == 0
    assert "Usage" in done.stdout


def test_help_does_not_import_heavy_parts():
    code = (
        "import sys\nsys.argv = ['benchtoward', '--help']\nfrom benchtoward.cli.main import app\n"
        "try:\n    app()\nexcept SystemExit:\n    pass\n"
        "print(sorted({'numpy', 'django', 'pyarrow', 'aiohttp', 'numba', 'scipy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True, timeout=60)
    assert done.stdout.strip().endswith("[]")


def test_the_main_path_from_run_to_verify(command):
    first = json.loads(command("run", "toy", "first-option", "--json").stdout)
    assert first["is_new"]
    run_id = first["result"]["run_id"]
    again = command("run", "toy", "first-option")
    assert "computed before" in again.stdout
    assert command("lookup", "first-option", "toy").returncode == 1
    assert command("publish", run_id).returncode == 0
    found = command("lookup", "First Option", "toy", "--json")
    assert (found.returncode, json.loads(found.stdout)["state"]) == (0, "found")
    verified = command("verify", run_id)
    assert (verified.returncode, verified.stdout.splitlines()[-1]) == (0, f"{run_id}: everything is equal.")
    assert command("withdraw", run_id, "--reason", "a doubt").returncode == 0
    assert "a doubt" in command("lookup", "first-option", "toy").stdout
    assert command("restore", run_id).returncode == 0


def test_a_bundle_is_written_and_verified_without_a_store(command, folder):
    assert command("run", "toy", "first-option", "--out", "bundle").returncode == 0
    assert not (folder / "store").exists()
    verified = command("verify", "bundle", "--spec", "benchmarks/toy/1.0.0.yaml")
    assert verified.returncode == 0
    assert "everything is equal" in verified.stdout


def test_a_changed_bundle_is_refused_or_said_to_differ(command, folder):
    command("run", "toy", "first-option", "--out", "bundle")
    record = folder / "bundle" / "run.json"
    record.write_text(record.read_text().replace('"value":0.25', '"value":0.95'))
    done = command("verify", "bundle", "--spec", "benchmarks/toy/1.0.0.yaml")
    assert done.returncode == 1
    assert "DIFFERS  metrics.accuracy.value: published 0.95, recomputed 0.25" in done.stdout


def test_submitted_predictions_are_imported_and_exported(command, folder):
    lines = ["item_id,prediction", *(f"q{number:05},A" for number in range(40))]
    (folder / "mine.csv").write_text("\n".join(lines) + "\n")
    done = json.loads(command("import", "mine.csv", "toy", "submitted", "--json").stdout)
    run_id = done["result"]["run_id"]
    assert (done["result"]["tag"], done["result"]["value"]) == ("community", 0.25)
    assert command("export", run_id, "early.csv").returncode == 4
    command("publish", run_id)
    for name in ("p.csv", "p.jsonl", "p.parquet", "cite.bib", "bundle.zip"):
        assert command("export", run_id, name).returncode == 0
        assert (folder / name).stat().st_size > 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["run", "tooy", "first-option"], 4, "Did you mean `toy`?"),
        (["run", "toy", "first-opton"], 4, "Did you mean `first-option`?"),
        (["run", "toy@9.9.9", "first-option"], 4, "1.0.0"),
        (["run", "toy", "submitted"], 5, "benchtoward import"),
        (["publish", "0123456789abcdef"], 4, "no result"),
        (["withdraw", "0123456789abcdef"], 2, "--reason"),
        (["verify", "0123456789abcdef"], 4, "no result"),
        (["import", "nothing.csv", "toy", "submitted"], 4, "nothing.csv"),
        (["spec", "check", "nothing.yaml"], 3, "nothing.yaml"),
        (["run", "toy", "first-option", "--limit", "3"], 2, "--out"),
    ],
)
def test_an_error_says_what_to_do_and_has_its_exit_code(command, words, code, said):
    done = command(*words)
    assert done.returncode == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bad_spec_lists_every_problem_with_file_and_line(command, folder):
    path = folder / "benchmarks/toy/1.0.0.yaml"
    path.write_text(
        path.read_text().replace("task: multiple_choice", "task: guess").replace("temperature: 0", "temprature: 0")
    )
    done = command("spec", "check", str(path))
    assert done.returncode == 3
    assert "1.0.0.yaml:" in done.stderr
    assert "`guess`" in done.stderr
    assert "Did you mean `temperature`?" in done.stderr


def test_spec_diff_says_what_moves_the_hash(command, folder):
    path = folder / "benchmarks/toy/1.0.0.yaml"
    other = folder / "benchmarks/toy/1.1.0.yaml"
    other.write_text(path.read_text().replace("max_tokens: 16", "max_tokens: 32").replace("1.0.0", "1.1.0"))
    done = command("spec", "diff", str(path), str(other))
    assert done.returncode == 1
    assert "moves the hash: definition.decoding.max_tokens: 16 → 32" in done.stdout


def test_a_taken_port_is_one_clear_error(command):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = command("serve", "--port", str(port))
    assert done.returncode == 6
    assert f"Can't listen on 127.0.0.1:{port}" in done.stderr
    assert "--port" in done.stderr
