"""The requests of a run, rendered one at a time, each with the key under which its answer is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchtoward.core.canonical import Json
from benchtoward.core.errors import InvalidInputError, ItemsError, Problem
from benchtoward.core.items import Item, ItemTable
from benchtoward.core.keys import request_key
from benchtoward.core.model import ModelVersion
from benchtoward.core.spec import Spec
from benchtoward.harness.prompting import chat_request, decoding_sent


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRequest:
    """One question to ask."""

    item_id: str
    """The item."""
    repeat: int
    """Which of several runs of the same question, from 0."""
    request_key: str
    """The key under which the answer is stored."""
    request: Mapping[str, Json]
    """The JSON body, exactly as it is sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestPlan:
    """All requests of a run, by item id, then repeat; iterating renders them anew, so none is kept."""

    spec: Spec
    table: ItemTable
    version: ModelVersion
    n_repeats: int = 1

    def __len__(self) -> int:
        return len(self.table) * self.n_repeats

    def __iter__(self) -> Iterator[PlannedRequest]:
        model_version = self.version.key.text
        sent = decoding_sent(self.spec, self.version)
        for item in self.table:
            request = self._request(item, sent)
            for repeat in range(self.n_repeats):
                key = request_key(model_version=model_version, request=request, repeat=repeat)
                yield PlannedRequest(item_id=item.id, repeat=repeat, request_key=key, request=request)

    def _request(self, item: Item, sent: Mapping[str, Json]) -> Mapping[str, Json]:
        try:
            return chat_request(self.spec, item.visible, self.version, sent)
        except ItemsError as error:
            raise ItemsError(f"{self.spec.id} {self.spec.version}", _with_item(error, item)) from None


def _with_item(error: InvalidInputError, item: Item) -> list[Problem]:
    return [
        Problem(
            where=f"item {item.id}, {problem.where}",
            found=problem.found,
            expected=problem.expected,
            hint=problem.hint,
        )
        for problem in error.problems
    ]
