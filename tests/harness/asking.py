"""Questions, stores and a way to ask that the tests of the harness share."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tests.toy import spec

from benchtoward.core.items import ItemTable, item_table
from benchtoward.core.model import ModelVersion, parse_model
from benchtoward.harness.chat import ChatEndpoint
from benchtoward.harness.outcomes import AskOutcome
from benchtoward.harness.planning import RequestPlan
from benchtoward.harness.responses import ResponseStore, StoredResponse
from benchtoward.harness.retries import RetryPolicy
from benchtoward.harness.runner import Progress, Requests, RunnerSettings, ask_all

QUICK = RunnerSettings(
    concurrency=8,
    retries=RetryPolicy(first_wait_seconds=0.01, longest_wait_seconds=0.05),
    progress_seconds=0.0,
)


def chat_version(**call: object) -> ModelVersion:
    document = {
        "model_format": 1,
        "slug": "mock",
        "name": "Mock",
        "organisation": "Tests",
        "versions": [{"name": "1", "provider": "chat", "pins": {"revision": "1"}, "call": {"model": "mock", **call}}],
    }
    return parse_model(document).version()


def questions(n: int) -> ItemTable:
    rows = [
        {
            "id": f"q{number:05d}",
            "patient": f"p{number}",
            "question": f"Question {number}?",
            "options": ["one", "two", "three", "four"],
            "gold": "A",
            "language": "en",
        }
        for number in range(n)
    ]
    return item_table(spec(), rows)


def plan(n: int, n_repeats: int = 1, **changes: object) -> RequestPlan:
    return RequestPlan(spec=spec(**changes), table=questions(n), version=chat_version(), n_repeats=n_repeats)


def number_in(question: str) -> int:
    return int(question.split()[1].rstrip("?"))


@dataclass
class MemoryStore(ResponseStore):
    """Keeps answers in memory and remembers how it was used."""

    kept: dict[str, StoredResponse] = field(default_factory=dict)
    batches: list[int] = field(default_factory=list)
    n_released: int = 0

    def get_many(self, keys: Sequence[str]) -> Mapping[str, StoredResponse]:
        return {key: self.kept[key] for key in keys if key in self.kept}

    def put_many(self, responses: Sequence[StoredResponse]) -> None:
        self.batches.append(len(responses))
        for response in responses:
            self.kept.setdefault(response.request_key, response)

    def release(self) -> None:
        self.n_released += 1


def ask(
    requests: Requests,
    base_url: str,
    store: ResponseStore,
    settings: RunnerSettings = QUICK,
    *,
    timeout_seconds: float = 20.0,
    heard: list[Progress] | None = None,
) -> AskOutcome:
    async def run() -> AskOutcome:
        async with ChatEndpoint(base_url, "secret-key", timeout_seconds=timeout_seconds) as endpoint:
            progress = (lambda state: None) if heard is None else heard.append
            return await ask_all(requests, endpoint, store, settings, progress, jitter=lambda: 0.5)

    return asyncio.run(run())


def settings(**changes: object) -> RunnerSettings:
    return replace(QUICK, **changes)
