"""Why a response was not read."""

from __future__ import annotations

import re

from benchtoward.core.extraction.outcomes import Unparsed, UnparsedReason
from benchtoward.core.extraction.page import Page


def why_unread(page: Page, finish: str | None, found: Unparsed | None) -> Unparsed:
    """Return the reason: how the response ended, else what a rule found, else what the text says."""
    if finish == "length":
        return Unparsed(UnparsedReason.TRUNCATED, "the response ended at its token limit")
    if finish in ("refusal", "content_filter"):
        return Unparsed(UnparsedReason.REFUSAL, "the provider marked the response as refused or filtered")
    return found or _from_text(page)


def _from_text(page: Page) -> Unparsed:
    if not page.plain:
        if page.has_open_reasoning:
            return Unparsed(UnparsedReason.ONLY_REASONING, "the reasoning never ended")
        return Unparsed(UnparsedReason.EMPTY, "the response has no text beside reasoning")
    if _REFUSAL.search(page.plain, 0, 600):
        return Unparsed(UnparsedReason.REFUSAL, "the response says that it will not answer")
    return Unparsed(UnparsedReason.NO_ANSWER, "no rule found an answer")


_REFUSAL = re.compile(
    r"(?<![^\W_])(?:I(?:'m| am) (?:sorry|unable|not able)"
    r"|I (?:can't|cannot|can not|won't|will not|must decline)"
    r"|as an AI|(?:unable to|can't|cannot) (?:provide|answer|assist|help|comply))(?![^\W_])"
    r"|죄송(?:하지만|합니다)|답변(?:할|드릴) 수 없|제공(?:할|해 드릴) 수 없|도와드릴 수 없",
    re.IGNORECASE,
)
