"""What a provider's error means: try again, give this item up, or stop the run."""

from __future__ import annotations

import email.utils
import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime

from benchtoward.core.canonical import Json
from benchtoward.core.errors import ProviderRefusedSettingError, QuotaExhaustedError
from benchtoward.core.lifecycle import FailureClass
from benchtoward.harness.completions import FailedAttempt

RETRIED_STATUSES = frozenset({408, 409, 429})
"""Besides every status from 500 on."""

QUOTA_CODES = frozenset(
    {
        "insufficient_quota",
        "insufficient_balance",
        "insufficient_credits",
        "billing_hard_limit_reached",
        "billing_not_active",
        "quota_exceeded",
        "credit_balance_too_low",
    }
)
"""Codes and types by which a 429 or 403 means an empty account, not a short wait."""

_CODE = re.compile(r"[A-Za-z0-9_.-]{1,60}\Z")
_ABOUT_LENGTH = re.compile(r"context.{0,20}(length|window|size)|too many tokens|maximum.{0,20}tokens", re.IGNORECASE)
_REFUSES = re.compile(
    r"unsupported|not supported|does not support|unrecognized|unknown|unexpected|not permitted|not allowed"
    r"|deprecated|invalid value|must be|only the default|extra (inputs|fields)",
    re.IGNORECASE,
)


def failed_attempt(
    status: int, headers: Mapping[str, str], body: Json, sent: Mapping[str, Json], *, now: datetime
) -> FailedAttempt:
    """Return what an HTTP answer that is no success means for this one attempt.

    Raises `QuotaExhaustedError` and `ProviderRefusedSettingError`, after which no request makes sense.
    """
    error = _error(body)
    codes = _codes(error)
    detail = " ".join([f"http_{status}", *codes])
    if status == 402 or (status in (403, 429) and QUOTA_CODES & {code.lower() for code in codes}):
        raise QuotaExhaustedError(
            f"The provider says that the account's quota or credit is used up ({detail}). Answers so far are "
            "kept: top the account up, then run the same command again."
        )
    if status in (400, 404, 422):
        _check_settings(error, detail, sent)
    return FailedAttempt(
        failure=_failure_class(status),
        detail=detail,
        can_retry=_can_retry(status, headers),
        wait_seconds=wait_seconds(headers, now=now),
    )


def error_in_success(body: Json) -> tuple[int, Mapping[str, Json]] | None:
    """Return the status and body of an error that came as HTTP 200, as OpenRouter sends it."""
    if not isinstance(body, Mapping) or not body.get("error") or body.get("choices"):
        return None
    code = _error(body).get("code")
    is_status = isinstance(code, int) and not isinstance(code, bool) and 400 <= code < 600
    return (code if is_status and isinstance(code, int) else 502), body


def wait_seconds(headers: Mapping[str, str], *, now: datetime) -> float | None:
    """Return how long the provider asks to wait: `retry-after-ms`, `Retry-After` in seconds or as a date."""
    milliseconds = _number(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    text = headers.get("retry-after", "").strip()
    seconds = _number(text)
    if seconds is not None or not text:
        return seconds
    try:
        until = email.utils.parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, (until.replace(tzinfo=until.tzinfo or UTC) - now).total_seconds())


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return max(0.0, number) if math.isfinite(number) else None


def _error(body: Json) -> Mapping[str, Json]:
    error = body.get("error") if isinstance(body, Mapping) else None
    if isinstance(error, Mapping):
        return error
    if isinstance(error, str):
        return {"message": error}
    # vLLM and others put the fields at the top, FastAPI under `detail`.
    return body if isinstance(body, Mapping) else {}


def _codes(error: Mapping[str, Json]) -> list[str]:
    values = [error.get("code"), error.get("type")]
    codes = [value for value in values if isinstance(value, str) and _CODE.match(value)]
    return list(dict.fromkeys(codes))


def _check_settings(error: Mapping[str, Json], detail: str, sent: Mapping[str, Json]) -> None:
    message = error.get("message") or error.get("detail")
    text = message if isinstance(message, str) else repr(message)
    settings = [name for name in sent if name not in ("model", "messages")]
    setting = _refused(error.get("param"), text, settings)
    if setting:
        raise ProviderRefusedSettingError(
            f"The provider refuses `{setting}: {sent[setting]!r}` ({detail}). Nothing is changed silently: "
            "set `call.token_limit_field` or `call.send` in the model file, or make a version of the "
            "benchmark that names another setting."
        )


def _refused(param: Json, message: str, settings: list[str]) -> str:
    # A prompt that is too long names max_tokens too, but is this item's fault alone.
    if _ABOUT_LENGTH.search(message):
        return ""
    if isinstance(param, str) and param in settings:
        return param
    if not _REFUSES.search(message):
        return ""
    return next((name for name in settings if _names(message, name)), "")


def _names(message: str, setting: str) -> bool:
    # Words of plain English (`stop`, `n`) count only in quotes.
    is_plain_word = "_" not in setting and setting != "temperature"
    mark = "['\"`]" if is_plain_word else r"(?<!\w)"
    end = "['\"`]" if is_plain_word else r"(?!\w)"
    return re.search(mark + re.escape(setting) + end, message) is not None


def _failure_class(status: int) -> FailureClass:
    if status == 429:
        return FailureClass.LIMIT
    return FailureClass.TIMEOUT if status in (408, 504) else FailureClass.PROVIDER


def _can_retry(status: int, headers: Mapping[str, str]) -> bool:
    told = headers.get("x-should-retry", "").lower()
    if told in ("true", "false"):
        return told == "true"
    return status in RETRIED_STATUSES or status >= 500
