"""The sentence in which the value of a statement stands."""

from __future__ import annotations

import re

LONGEST_SEGMENT = 300
"""A value is looked for in this many characters after its statement's verb or marker."""


def segment(text: str, start: int) -> str:
    """Return the text from `start` to the end of its sentence; it may begin after at most two line breaks."""
    first = _BLANK.match(text, start)
    at = first.end() if first else start
    end = _END.search(text, at, min(at + LONGEST_SEGMENT, len(text)))
    return text[start : end.start() if end else at + LONGEST_SEGMENT]


_BLANK = re.compile(r"[^\S\n]{0,20}(?:\n[^\S\n]{0,20}){0,2}")
_END = re.compile(r"\n|[.!?;](?=\s+[A-Z가-힣]|\s*$)|[\x02\x03]")
