"""Why a response that no rule could read was not read."""

from __future__ import annotations

import re

from benchtoward.core.extraction.outcomes import Unparsed, UnparsedReason
from benchtoward.core.extraction.page import Page


def why_unread(page: Page, finish: str | None) -> Unparsed:
    """Return the reason why nothing was read, from how the response ended and what it says."""
    if finish == "length":
        return Unparsed(UnparsedReason.TRUNCATED, "the response ended at its token limit")
    if finish in ("refusal", "content_filter"):
        return Unparsed(UnparsedReason.REFUSAL, "the provider marked the response as refused or filtered")
    if not page.plain:
        if page.has_open_reasoning:
            return Unparsed(UnparsedReason.ONLY_REASONING, "the reasoning never ended")
        return Unparsed(UnparsedReason.EMPTY)
    if _REFUSAL.search(page.plain, 0, 600):
        return Unparsed(UnparsedReason.REFUSAL, "the response says that it will not answer")
    return Unparsed(UnparsedReason.NO_ANSWER, "no rule found an answer")


_REFUSAL = re.compile(
    r"(?<![^\W_])(?:I(?:'m| am) (?:sorry|unable|not able)|I (?:can't|cannot|can not|won't|will not|must decline)"
    r"|as an AI|unable to (?:provide|answer|assist|help|comply)|(?:can't|cannot) (?:provide|answer|assist|help))(?![^\W_])"
    r"|죄송(?:하지만|합니다)|답변(?:할|드릴) 수 없|제공(?:할|해 드릴) 수 없|도와드릴 수 없",
    re.IGNORECASE,
)
