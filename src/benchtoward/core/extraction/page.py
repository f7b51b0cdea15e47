"""One response on its way through the rules."""

from __future__ import annotations

from benchtoward.core.extraction.plain_text import plain_text


class Page:
    """A response as it came and as plain text, which is made when the first rule asks for it."""

    __slots__ = ("_lower", "_plain", "has_open_reasoning", "raw")

    def __init__(self, raw: str) -> None:
        self.raw = raw
        """The response, without what earlier rules took out."""
        self.has_open_reasoning = False
        """Whether a block of reasoning was never closed."""
        self._plain: str | None = None
        self._lower: str | None = None

    @property
    def plain(self) -> str:
        """The text with its typography folded away, without white space around it."""
        if self._plain is None:
            self._plain = plain_text(self.raw).strip()
        return self._plain

    @property
    def lower(self) -> str:
        """The plain text in lower case, character by character."""
        if self._lower is None:
            self._lower = self.plain.lower()
        return self._lower

    def replace(self, raw: str) -> None:
        """Let the rules that follow see `raw` instead."""
        self.raw = raw
        self._plain = self._lower = None
