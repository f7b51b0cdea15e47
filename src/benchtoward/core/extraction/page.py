"""One response on its way through the rules."""

from __future__ import annotations

from benchtoward.core.extraction.plain_text import plain_text


class Page:
    """A response as it came and as plain text, which is made when the first rule asks for it."""

    __slots__ = ("_plain", "has_open_reasoning", "raw")

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.has_open_reasoning = False
        self._plain: str | None = None

    @property
    def plain(self) -> str:
        """The text with its typography folded away, without white space around it."""
        if self._plain is None:
            self._plain = plain_text(self.raw).strip()
        return self._plain

    def replace(self, raw: str) -> None:
        """Let the rules that follow see `raw` instead."""
        self.raw = raw
        self._plain = None
