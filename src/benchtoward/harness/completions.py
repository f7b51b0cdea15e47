"""What a chat completion says, whether it came over HTTP or out of a batch file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchtoward.core.canonical import Json
from benchtoward.core.lifecycle import FailureClass
from benchtoward.core.results import Finish

FINISHES: Mapping[str, Finish] = {
    "stop": Finish.STOP,
    "length": Finish.LENGTH,
    "content_filter": Finish.CONTENT_FILTER,
}
"""The finish reasons that mean an answer; any other one is `unknown`."""

NOT_AN_ANSWER = ("abort", "error")
"""Finish reasons of a server that gave up (SGLang, OpenRouter): to be asked again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """One answer of a chat model, read out of the server's JSON."""

    content: str | None
    reasoning: str | None
    finish: Finish
    response_model: str
    system_fingerprint: str
    prompt_tokens: int | None
    completion_tokens: int | None
    reasoning_tokens: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedAttempt:
    """An attempt that brought no answer."""

    failure: FailureClass
    """What kind of failure."""
    detail: str
    """A code: HTTP status and the provider's own code, never its text, which may quote the prompt."""
    can_retry: bool
    """Whether asking again may help."""
    wait_seconds: float | None = None
    """How long the provider asks to wait."""


def read_completion(body: Json) -> Completion | FailedAttempt:
    """Return the answer in the JSON of a chat completion; a body that holds none is a failed attempt.

    Null or empty content is an answer: the model said nothing.
    """
    if not isinstance(body, Mapping):
        return malformed("no_object")
    choices = body.get("choices")
    choice = choices[0] if isinstance(choices, Sequence) and choices else None
    message = choice.get("message") if isinstance(choice, Mapping) else None
    if not isinstance(choice, Mapping) or not isinstance(message, Mapping):
        return malformed("no_message")
    finish_reason = choice.get("finish_reason")
    if finish_reason in NOT_AN_ANSWER:
        return FailedAttempt(failure=FailureClass.PROVIDER, detail=f"finish_{finish_reason}", can_retry=True)
    try:
        return _completion(body, message, finish_reason)
    except _NotTextError:
        return malformed("content_is_no_text")


def malformed(detail: str) -> FailedAttempt:
    """Return the failure of a body that can't be read; asking again may help."""
    return FailedAttempt(failure=FailureClass.MALFORMED, detail=detail, can_retry=True)


class _NotTextError(Exception):
    pass


def _completion(body: Mapping[str, Json], message: Mapping[str, Json], finish_reason: Json) -> Completion:
    content, refusal = _text(message.get("content")), _text(message.get("refusal"))
    usage = _mapping(body.get("usage"))
    finish = FINISHES.get(finish_reason, Finish.UNKNOWN) if isinstance(finish_reason, str) else Finish.UNKNOWN
    return Completion(
        content=refusal if refusal and not content else content,
        reasoning=_text(message.get("reasoning")) or _text(message.get("reasoning_content")),
        finish=Finish.REFUSAL if refusal else finish,
        response_model=_name(body.get("model")),
        system_fingerprint=_name(body.get("system_fingerprint")),
        prompt_tokens=_count(usage.get("prompt_tokens")),
        completion_tokens=_count(usage.get("completion_tokens")),
        reasoning_tokens=_count(_mapping(usage.get("completion_tokens_details")).get("reasoning_tokens")),
    )


def _text(value: Json) -> str | None:
    if value is None:
        return None
    if isinstance(value, str):
        return _storable(value)
    if isinstance(value, Sequence):
        return "".join(_text(_mapping(part).get("text")) or "" for part in value)
    raise _NotTextError


def _storable(text: str) -> str:
    # Neither UTF-8 holds half a surrogate pair, nor PostgreSQL a NUL; both do come out of damaged tokens.
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


def _name(value: Json) -> str:
    return _storable(value) if isinstance(value, str) else ""


def _mapping(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, Mapping) else {}


def _count(value: Json) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31
    return value if is_count and isinstance(value, int) else None
