"""What a new version of a benchmark pays for: changed requests alone; a changed rule for reading, nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from tests.harness.faulty_server import FaultyServer
from tests.toy_files import toy_row, write_toy

from benchtoward.core.errors import IncompleteRunError, NotAllowedError
from benchtoward.formats.catalogue import model_named
from benchtoward.formats.definitions import lock_spec
from benchtoward.formats.item_files import SourceLocator
from benchtoward.store.models import Run
from benchtoward.workflows.evaluate import Evaluated, evaluate
from benchtoward.workflows.register import Registered, register_benchmark
from benchtoward.workflows.rescore import rescore, rescore_run

pytestmark = pytest.mark.django_db(transaction=True)

ACTOR = "a test"
OTHER_RULES = ["strip_reasoning", {"rule": "marker", "words": ["Svar"]}]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FaultyServer]:
    with FaultyServer(lambda question, n_before: "Svar: A") as running:
        monkeypatch.setenv("OPENAI_BASE_URL", running.base_url)
        yield running


def ask(benchmark: Registered, definitions: Path) -> Evaluated:
    model, version = model_named("chat-model", definitions)
    return evaluate(benchmark, model, version, actor=ACTOR)


def register(path: Path) -> Registered:
    return register_benchmark(path, data_root=None, actor=ACTOR)


def with_changed_items(definitions: Path, n_changed: int) -> Path:
    """Write version 1.2.0, in which the first items ask something else."""
    rows = [toy_row(number) for number in range(40)]
    for row in rows[:n_changed]:
        row["question"] = f"Changed: {row['question']}"
    folder = definitions / "benchmarks/toy"
    (folder / "changed.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    document = yaml.safe_load((folder / "1.0.0.yaml").read_text()) | {"version": "1.2.0"}
    document["definition"]["files"] = [{"source": {"kind": "file"}, "path": "changed.jsonl"}]
    document["definition"]["items"].pop("table_sha256", None)
    path = folder / "1.2.0.yaml"
    path.write_text(yaml.safe_dump(document, sort_keys=False))
    lock_spec(path, SourceLocator(spec_path=path))
    return path


def test_a_version_that_changes_only_the_extraction_asks_nothing(benchmark, definitions, server):
    before = ask(benchmark, definitions).result
    assert (server.n_asked.total(), before.parse_rate, before.value) == (40, 0.0, 0.0)
    changed = register(write_toy(definitions, n_items=40, version="1.1.0", extraction=OTHER_RULES))
    model, version = model_named("chat-model", definitions)
    after = rescore(changed, model, version, actor=ACTOR)
    assert server.n_asked.total() == 40
    assert after.is_new
    assert (after.result.parse_rate, after.result.value) == (1.0, 0.25)
    assert after.result.run.run_key != before.run.run_key
    assert not ask(changed, definitions).is_new
    assert server.n_asked.total() == 40


def test_a_run_is_rescored_on_the_newest_version_of_its_benchmark(benchmark, definitions, server):
    run = ask(benchmark, definitions).result.run
    write_toy(definitions, n_items=40, version="1.1.0", extraction=OTHER_RULES)
    done = rescore_run(run.run_id, definitions, data_root=None, actor=ACTOR)
    assert (done.is_new, done.result.run.benchmark_version.version) == (True, "1.1.0")
    assert not rescore_run(run.run_id, definitions, data_root=None, actor=ACTOR).is_new
    assert server.n_asked.total() == 40


def test_a_version_that_changes_three_items_asks_for_those_three(benchmark, definitions, server):
    ask(benchmark, definitions)
    before = server.n_asked.copy()
    changed = register(with_changed_items(definitions, 3))
    model, version = model_named("chat-model", definitions)
    with pytest.raises(IncompleteRunError, match=r"^3 of 40 answers .*q00000, q00001, q00002\), and nothing was asked"):
        rescore(changed, model, version, actor=ACTOR)
    assert server.n_asked == before
    assert Run.objects.count() == 1
    ask(changed, definitions)
    new = server.n_asked - before
    assert sorted(question.splitlines()[0] for question in new.elements()) == [
        f"Changed: Question {number}?" for number in range(3)
    ]


def test_a_repeat_without_an_answer_is_not_rescored(benchmark, definitions, server):
    ask(benchmark, definitions)
    model, version = model_named("chat-model", definitions)
    with pytest.raises(IncompleteRunError, match=r"^40 of 80 answers .*--repeats 2"):
        rescore(benchmark, model, version, actor=ACTOR, n_repeats=2)


def test_a_predictor_has_no_answers_to_rescore(benchmark, definitions):
    model, version = model_named("first-option", definitions)
    with pytest.raises(NotAllowedError, match=r"benchtoward run toy@1\.0\.0 first-option"):
        rescore(benchmark, model, version, actor=ACTOR)
