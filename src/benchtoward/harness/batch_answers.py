"""Answers out of batch files into the store of responses; each line is checked, and one without an answer named."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from benchtoward.core.canonical import Json
from benchtoward.core.errors import InvalidInputError, NotFoundError, Problem
from benchtoward.core.items import ItemTable
from benchtoward.core.keys import request_key
from benchtoward.core.lifecycle import FailureClass
from benchtoward.core.model import ModelVersion
from benchtoward.core.spec import Spec
from benchtoward.formats.row_files import Row, RowFormat, RowLimits, rows_in
from benchtoward.harness.batch_files import item_and_repeat
from benchtoward.harness.batch_lines import LineClass, LineFault, line_failure, mapping_in
from benchtoward.harness.completions import Completion, read_completion
from benchtoward.harness.prompting import chat_request, decoding_sent
from benchtoward.harness.responses import ResponseStore, StoredResponse

LIMITS = RowLimits(max_file_bytes=1 << 30, max_text_bytes=1 << 32, max_line_bytes=1 << 25)

MOST_NAMED = 1_000
"""Lines without an answer that are named; all are counted."""

N_STORED_AT_ONCE = 200

UNKNOWN_LATENCY_SECONDS = 0.0
"""Stands in stored answers of a batch, which say nothing about how long one took."""

_SNAPSHOT = re.compile(r"-[0-9][0-9-]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchRead:
    """What reading batch files gave."""

    n_lines: int
    """Lines read, whatever they hold."""
    n_stored: int
    """Answers that are stored now and were not before."""
    n_known: int
    """Answers to requests that had one already, which stays."""
    response_models: Mapping[str, int]
    """The model's names as the answers give them, with how many."""
    n_faults: Mapping[str, int]
    """Lines without an answer, by class."""
    faults: Sequence[LineFault]
    """The first thousand of them."""


def read_batch(
    files: Sequence[Path],
    spec: Spec,
    table: ItemTable,
    version: ModelVersion,
    store: ResponseStore,
    *,
    asked: Sequence[Path] = (),
    response_model: str = "",
) -> BatchRead:
    """Store the answers that output and error files hold, in any order, each under the key of its request.

    An answer whose body names another model is left out: the name must be the one that was asked, that name with a
    snapshot's date, or `response_model`. With the input files as `asked`, raises `InvalidInputError` where one of
    their requests is not what the model's and benchmark's files give today: answers say nothing about what was asked.
    Raises `NotFoundError` for a file that isn't there. In both cases nothing is stored.
    """
    for file in (*files, *asked):
        if not file.is_file():
            raise NotFoundError(f"There is no file {file}.")
    reading = _Reading(spec=spec, table=table, version=version, store=store, response_model=response_model)
    for file in asked:
        reading.check_asked(file)
    for file in files:
        reading.read(file)
    return reading.outcome()


@dataclass(slots=True, kw_only=True)
class _Reading:
    spec: Spec
    table: ItemTable
    version: ModelVersion
    store: ResponseStore
    response_model: str
    sent: Mapping[str, Json] = field(init=False)
    gathered: dict[str, StoredResponse] = field(default_factory=dict)
    models: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    faults: list[LineFault] = field(default_factory=list)
    n_lines: int = 0
    n_stored: int = 0
    n_known: int = 0

    def __post_init__(self) -> None:
        self.sent = decoding_sent(self.spec, self.version)

    def check_asked(self, file: Path) -> None:
        problems: list[Problem] = []
        for row in rows_in(file, name=file.name, kind=RowFormat.JSONL, limits=LIMITS, problems=problems):
            meant = self._meant(row)
            body = mapping_in(row.values.get("body"))
            if meant is None or self._key(*meant) != self._key(*meant, body):
                expected = "a request that the files of the benchmark and the model give now"
                problems.append(Problem(where=row.where, found="another request", expected=expected))
        if problems:
            raise InvalidInputError(str(file), problems)

    def read(self, file: Path) -> None:
        problems: list[Problem] = []
        for row in rows_in(file, name=file.name, kind=RowFormat.JSONL, limits=LIMITS, problems=problems):
            self.n_lines += 1
            self._take(row)
            if len(self.gathered) >= N_STORED_AT_ONCE:
                self._store()
        self._store()
        for problem in problems:
            self.n_lines += 1
            self._note(problem.where, LineClass.UNREADABLE, problem.found, FailureClass.MALFORMED)

    def outcome(self) -> BatchRead:
        return BatchRead(
            n_lines=self.n_lines,
            n_stored=self.n_stored,
            n_known=self.n_known,
            response_models=dict(self.models),
            n_faults=dict(self.counts),
            faults=tuple(self.faults),
        )

    def _take(self, row: Row) -> None:
        meant = self._meant(row)
        if meant is None:
            name = repr(row.values.get("custom_id"))[:80]
            self._note(row.where, LineClass.UNKNOWN_ID, name, FailureClass.MALFORMED)
            return
        failed = line_failure(row.values)
        if failed is not None:
            self._note(row.where, LineClass.FAILED, failed[1], failed[0])
            return
        body = mapping_in(row.values.get("response")).get("body")
        answer = read_completion(body)
        if not isinstance(answer, Completion):
            self._note(row.where, LineClass.NO_ANSWER, answer.detail, answer.failure)
        elif not self._is_asked(answer.response_model):
            self._note(row.where, LineClass.OTHER_MODEL, repr(answer.response_model)[:80], FailureClass.PROVIDER)
        else:
            self._add(_response(self._key(*meant), answer))

    def _is_asked(self, name: str) -> bool:
        asked = str(self.version.call["model"])
        # Some servers name no model at all; nothing contradicts the caller then.
        if name in ("", asked, self.response_model):
            return True
        return name.startswith(asked) and _SNAPSHOT.fullmatch(name, len(asked)) is not None

    def _meant(self, row: Row) -> tuple[str, int] | None:
        name = row.values.get("custom_id")
        return item_and_repeat(self.spec, name, self.table.by_id) if isinstance(name, str) else None

    def _key(self, item_id: str, repeat: int, request: Mapping[str, Json] | None = None) -> str:
        if request is None:
            request = chat_request(self.spec, self.table.by_id[item_id].visible, self.version, self.sent)
        return request_key(model_version=self.version.key.text, request=request, repeat=repeat)

    def _add(self, response: StoredResponse) -> None:
        self.models[response.response_model] += 1
        if response.request_key in self.gathered:
            self.n_known += 1
        self.gathered.setdefault(response.request_key, response)

    def _store(self) -> None:
        known = self.store.get_many(list(self.gathered)) if self.gathered else {}
        new = [response for key, response in self.gathered.items() if key not in known]
        if new:
            self.store.put_many(new)
        self.n_stored += len(new)
        self.n_known += len(known)
        self.gathered.clear()

    def _note(self, where: str, kind: LineClass, detail: str, failure: FailureClass) -> None:
        self.counts[kind.value] += 1
        if len(self.faults) < MOST_NAMED:
            self.faults.append(LineFault(where=where, kind=kind, detail=detail, failure=failure))


def _response(key: str, answer: Completion) -> StoredResponse:
    return StoredResponse(
        request_key=key,
        content=answer.content,
        reasoning=answer.reasoning,
        finish=answer.finish,
        response_model=answer.response_model,
        system_fingerprint=answer.system_fingerprint,
        prompt_tokens=answer.prompt_tokens,
        completion_tokens=answer.completion_tokens,
        reasoning_tokens=answer.reasoning_tokens,
        latency_seconds=UNKNOWN_LATENCY_SECONDS,
        attempts=1,
        received_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
    )
