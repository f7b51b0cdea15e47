"""Processes on one store: nobody is refused, nobody computes twice."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from tests.store.conftest import Start

pytestmark = pytest.mark.django_db(transaction=True)

WRITE = """
from django.db import transaction
from benchtoward.store.models import Event, SubjectKind
input()
n_refused = 0
for n in range(50):
    try:
        with transaction.atomic():
            Event.objects.about(SubjectKind.RUN, "shared").count()
            Event.objects.write(actor="{name}", subject_kind=SubjectKind.RUN, subject="shared")
    except Exception as error:
        n_refused += 1
print(n_refused)
"""
CLAIM = """
import json
from benchtoward.core.keys import run_key
from benchtoward.core.lifecycle import Tag
from benchtoward.store.models import BenchmarkVersion, ModelVersion, Run
version, model = BenchmarkVersion.objects.get(), ModelVersion.objects.get()
input()
won = []
for n in range(40):
    key = run_key(model_version="m", spec_hash="s", run_configuration={"n": n})
    run, created = Run.objects.claim(
        key, benchmark_version=version, model_version=model, tag=Tag.STANDARD, configuration={}, actor="a"
    )
    won += [n] if created else []
print(json.dumps(won))
"""
MOVE = """
import json
from benchtoward.core.errors import NotAllowedError
from benchtoward.core.lifecycle import RunState
from benchtoward.store.models import Run
runs = list(Run.objects.order_by("pk"))
input()
won = []
for run in runs:
    try:
        run.move(RunState.QUEUED, actor="a worker")
        won.append(run.pk)
    except NotAllowedError:
        pass
print(json.dumps(won))
"""
PUT = """
from benchtoward.core.results import Finish
from benchtoward.harness.responses import StoredResponse
from benchtoward.store.response_table import ResponseTable
input()
for batch in range(10):
    ResponseTable().put_many([
        StoredResponse(
            request_key=f"{{n:064x}}", content="{name}", reasoning=None, finish=Finish.STOP,
            response_model="", system_fingerprint="", prompt_tokens=None, completion_tokens=None,
            reasoning_tokens=None, latency_seconds=0.0, attempts=1, received_at="2026-01-01T00:00:00+00:00",
        )
        for n in range(300)[:: 1 if {forward} else -1][batch * 30 : batch * 30 + 30]
    ])
print("done")
"""
PREPARE = """
import sys
sys.path.insert(0, {root!r})
from tests.store_rows import make_benchmark_version, make_model_version, make_run
"""


def together(start: Start, codes: list[str]) -> list[str]:
    """Start processes, let them go at once, and return what each prints."""
    processes = [start(code) for code in codes]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    outputs = [process.communicate(timeout=120)[0].strip() for process in processes]
    assert [process.returncode for process in processes] == [0] * len(processes)
    return outputs


def test_no_write_of_eight_processes_is_refused(start: Start, outcome: Callable[[str], str]) -> None:
    outcome("")  # the tables are made before
    assert together(start, [WRITE.format(name=n) for n in range(8)]) == ["0"] * 8
    count = "from benchtoward.store.models import Event; print(Event.objects.count())"
    assert outcome(count) == "400"


def test_processes_that_open_a_new_store_at_once_get_along(start: Start) -> None:
    assert together(start, ["input(); print('open')"] * 3) == ["open"] * 3


def test_of_processes_that_claim_one_key_one_wins(
    start: Start, outcome: Callable[[str], str], pytestconfig: pytest.Config
) -> None:
    outcome(PREPARE.format(root=str(pytestconfig.rootpath)) + "make_benchmark_version(); make_model_version()")
    won = [json.loads(text) for text in together(start, [CLAIM] * 2)]
    assert sorted(n for each in won for n in each) == list(range(40))
    count = "from benchtoward.store.models import Event, Run; print(Run.objects.count(), Event.objects.filter("
    assert outcome(count + "subject_kind='run').count())") == "40 40"


def test_of_processes_that_move_one_run_one_wins(
    start: Start, outcome: Callable[[str], str], pytestconfig: pytest.Config
) -> None:
    rows = "v = make_benchmark_version()\nfor n in range(20): make_run(v, make_model_version(f'model-{n}'))"
    outcome(PREPARE.format(root=str(pytestconfig.rootpath)) + rows)
    won = [json.loads(text) for text in together(start, [MOVE] * 2)]
    assert len({pk for each in won for pk in each}) == sum(len(each) for each in won) == 20
    count = "from benchtoward.store.models import Event; print(Event.objects.filter(moved_to='queued').count())"
    assert outcome(count) == "20"


def test_processes_that_store_the_same_responses_in_any_order_get_along(
    start: Start, outcome: Callable[[str], str]
) -> None:
    outcome("")
    codes = [PUT.format(name=n, forward=n % 2) for n in range(2)]
    assert together(start, codes) == ["done"] * 2
    assert outcome("from benchtoward.store.models import Response; print(Response.objects.count())") == "300"
