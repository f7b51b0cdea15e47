"""Batch files of OpenAI's form, which vLLM reads too: questions out, answers in; what is stored isn't asked again."""

from __future__ import annotations

import glob
import json
import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchtoward.core.errors import InvalidInputError, ItemsError, Problem
from benchtoward.core.spec import Spec
from benchtoward.formats.durable_files import sync_file
from benchtoward.harness.planning import PlannedRequest, RequestPlan
from benchtoward.harness.reading import with_responses
from benchtoward.harness.responses import ResponseStore

MOST_LINES = 50_000
"""Lines that a provider takes in one file."""

MOST_BYTES = 200_000_000
"""Bytes that a provider takes in one file."""

URL = "/v1/chat/completions"

_REPEAT = re.compile(r"(.*)#([1-9][0-9]?)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchWritten:
    """What was written."""

    files: tuple[Path, ...]
    """In order; none where every answer is stored."""
    n_requests: int
    """Lines in all files: requests without a stored answer, equal ones once."""
    n_planned: int
    """Requests of the run, repeats included."""


def write_batch(
    plan: RequestPlan,
    store: ResponseStore,
    file: Path,
    *,
    most_lines: int = MOST_LINES,
    most_bytes: int = MOST_BYTES,
) -> BatchWritten:
    """Write the requests of a run that have no stored answer to `file`, one JSON object a line.

    What is too much for one file goes to `<name>-0001.jsonl` and so on. Raises `InvalidInputError` where a file of
    these names exists, and `ItemsError` for a request too large for any file, or for items whose lines couldn't be
    told apart; then no file is left.
    """
    _check_new(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f".{file.name}-", dir=file.parent) as folder:
        parts: list[Path] = []
        n_requests = 0
        for lines in _in_files(_lines(plan, store), most_lines=most_lines, most_bytes=most_bytes):
            parts.append(Path(folder) / str(len(parts)))
            n_requests += _write(parts[-1], lines)
        files = _named(file, len(parts))
        for part, name in zip(parts, files, strict=True):
            part.rename(name)
    return BatchWritten(files=files, n_requests=n_requests, n_planned=len(plan))


def custom_id(spec: Spec, item_id: str, repeat: int = 0) -> str:
    """Return the name of a request in a batch file: `<benchmark>@<version>:<item id>`, with `#<repeat>` from 1 on."""
    return f"{spec.id}@{spec.version}:{item_id}" + (f"#{repeat}" if repeat else "")


def item_and_repeat(spec: Spec, name: str, known: Container[str]) -> tuple[str, int] | None:
    """Return the item and repeat that a request's name means; None where the benchmark has no such item."""
    prefix, rest = name[: len(custom_id(spec, ""))], name[len(custom_id(spec, "")) :]
    if prefix != custom_id(spec, ""):
        return None
    if rest in known:
        return rest, 0
    match = _REPEAT.fullmatch(rest)
    return (match[1], int(match[2])) if match and match[1] in known else None


def _check_new(file: Path) -> None:
    if file.suffix != ".jsonl":
        problem = Problem(where=str(file), found="another ending", expected="a name that ends in .jsonl")
        raise InvalidInputError("The batch file", [problem])
    parts = file.parent.glob(f"{glob.escape(file.stem)}-[0-9][0-9][0-9][0-9].jsonl")
    taken = [path for path in (file, *sorted(parts)) if path.exists()]
    if taken:
        problem = Problem(where=str(taken[0]), found="a file of this name", expected="a new name")
        raise InvalidInputError("The batch file", [problem])


def _lines(plan: RequestPlan, store: ResponseStore) -> Iterator[bytes]:
    _check_ids(plan)
    written = set()
    for request, response in with_responses(plan, store):
        if response is None and request.request_key not in written:
            written.add(request.request_key)
            yield _line(plan.spec, request)


def _check_ids(plan: RequestPlan) -> None:
    known = plan.table.by_id
    for item in plan.table if plan.n_repeats > 1 else ():
        match = _REPEAT.fullmatch(item.id)
        if match and match[1] in known:
            problem = Problem(
                where=f"item {item.id[:60]!r}",
                found=f"an id that also means repeat {match[2]} of another item",
                expected="ids that differ in more than `#` and a number, or one repeat",
            )
            raise ItemsError(f"{plan.spec.id} {plan.spec.version}", [problem])


def _line(spec: Spec, request: PlannedRequest) -> bytes:
    name = custom_id(spec, request.item_id, request.repeat)
    line = {"custom_id": name, "method": "POST", "url": URL, "body": request.request}
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _in_files(lines: Iterator[bytes], *, most_lines: int, most_bytes: int) -> Iterator[Iterator[bytes]]:
    """Yield the lines file by file; each file's must be taken before the next file's."""
    waiting = next(lines, None)

    def one_file() -> Iterator[bytes]:
        nonlocal waiting
        n_lines = n_bytes = 0
        while waiting is not None and n_lines < most_lines and n_bytes + len(waiting) <= most_bytes:
            line, n_lines, n_bytes = waiting, n_lines + 1, n_bytes + len(waiting)
            waiting = next(lines, None)
            yield line

    while waiting is not None:
        if len(waiting) > most_bytes:
            problem = Problem(where="a request", found=f"{len(waiting):,} bytes", expected=f"at most {most_bytes:,}")
            raise ItemsError("The batch file", [problem])
        yield one_file()


def _write(path: Path, lines: Iterator[bytes]) -> int:
    n_lines = 0
    with path.open("xb") as file:
        for line in lines:
            file.write(line)
            n_lines += 1
    sync_file(path)
    return n_lines


def _named(file: Path, n_parts: int) -> tuple[Path, ...]:
    if n_parts < 2:
        return (file,) * n_parts
    return tuple(file.with_name(f"{file.stem}-{number:04}.jsonl") for number in range(1, n_parts + 1))
