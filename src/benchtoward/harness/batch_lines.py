"""What a line of a batch's output or error file is, where it brings no answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchtoward.core.canonical import Json
from benchtoward.core.lifecycle import FailureClass
from benchtoward.harness.provider_errors import QUOTA_CODES

_CODE = re.compile(r"[A-Za-z0-9_.-]{1,60}")


class LineClass(StrEnum):
    """What a line without an answer is."""

    UNREADABLE = "unreadable"
    """No JSON object, or one too long or too deep."""
    UNKNOWN_ID = "unknown_id"
    """Its `custom_id` names no item of this benchmark version."""
    FAILED = "failed"
    """The provider says that this request failed."""
    NO_ANSWER = "no_answer"
    """A success without the body of an answer."""
    OTHER_MODEL = "other_model"
    """The body names another model than the one that was to be asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFault:
    """A line that brought no answer; nothing of it is stored."""

    where: str
    """File and line."""
    kind: LineClass
    detail: str
    """A code or a name, never text of a prompt or an answer."""
    failure: FailureClass


def line_failure(line: Mapping[str, Json]) -> tuple[FailureClass, str] | None:
    """Return what kind of failure a line tells of and its codes; None where it may hold an answer."""
    response = mapping_in(line.get("response"))
    status = response.get("status_code")
    errors = [line.get("error"), mapping_in(response.get("body")).get("error")]
    codes = list(_codes(errors))
    if status == 200 and not any(map(_says_something, errors)):
        return None
    has_status = isinstance(status, int) and not isinstance(status, bool)
    if not has_status and not codes:
        return FailureClass.MALFORMED, "no_status" if response else "no_response"
    if has_status and status != 200:
        codes.insert(0, f"http_{status}"[:20])
    return _failure_class(status, codes), " ".join(codes) or "no_code"


def _codes(errors: Sequence[Json]) -> Iterator[str]:
    for error in errors:
        for key in ("code", "type"):
            code = mapping_in(error).get(key)
            if isinstance(code, str) and _CODE.fullmatch(code):
                yield code


def _says_something(error: Json) -> bool:
    # Some servers write an object of nulls where others write null.
    return any(value is not None for value in error.values()) if isinstance(error, Mapping) else bool(error)


def _failure_class(status: Json, codes: Sequence[str]) -> FailureClass:
    if status == 402 or QUOTA_CODES & {code.lower() for code in codes}:
        return FailureClass.QUOTA
    if status in (408, 504) or "batch_expired" in codes:
        return FailureClass.TIMEOUT
    return FailureClass.LIMIT if status == 429 else FailureClass.PROVIDER


def mapping_in(value: Json) -> Mapping[str, Json]:
    """Return an object, or an empty one in the place of anything else."""
    return value if isinstance(value, Mapping) else {}
