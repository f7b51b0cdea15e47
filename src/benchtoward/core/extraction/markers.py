"""Finding the lines that mark an answer: `Answer: …`, `**Final answer** …`, `정답: …`, and LaTeX boxes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from benchtoward.core.extraction.filling import Filling
from benchtoward.core.extraction.nouns import QUALITY, Nouns, right_edge
from benchtoward.core.extraction.plain_text import BOXED


class Mark(NamedTuple):
    """Where an answer should stand."""

    begin: int
    """Where the marker begins."""
    value_at: int
    """Where the value begins."""
    is_bare: bool
    """Whether nothing but a space parts the word from the value, which must then end its line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerGrammar:
    """The markers of English and Korean, and those that a specification adds."""

    nouns: Nouns
    """The words that mark an answer."""
    filling: Filling
    """What may stand between a marker and its value."""

    @classmethod
    def of(cls, words: Sequence[str], fillers: Sequence[str]) -> MarkerGrammar:
        """Return the grammar with a specification's own words."""
        return cls(nouns=Nouns.of(_NOUNS, words), filling=Filling.of(fillers))

    def marks(self, text: str, lower: str) -> Iterator[Mark]:
        """Yield every marker at the start of a line and every LaTeX box, in order."""
        for noun in self.nouns.last_in(text, lower):
            if noun.name == BOXED:
                yield Mark(noun.start, noun.end, is_bare=False)
            elif _starts_line(text, noun.start):
                tail = _TAIL.match(text, noun.end)
                if tail:
                    yield Mark(noun.start, tail.end(), is_bare=tail["bare"] is not None)


def _starts_line(text: str, at: int) -> bool:
    first = max(0, at - _LONGEST_LEAD)
    line = text.rfind("\n", first, at)
    if line < 0 and first > 0:
        return False
    return bool(_LEAD.fullmatch(text, line + 1, at))


_LONGEST_LEAD = 80
_EDGE = right_edge("a")
_NOUNS = (
    *(f"{noun}{_EDGE}" for noun in ("answers?", "choice", "option", "selection", "response")),
    *(f"{noun}(?![가-힣])" for noun in ("정답", "해답", "답")),
    BOXED,
)
_LEAD = re.compile(
    r"(?:[^\w\n]|_){0,16}(?:(?:the|my|so|thus|therefore|hence|and|finally|conclusion|in conclusion"
    rf"|{QUALITY}|최종|따라서|그러므로|[0-9]{{1,2}}[.)])[,:]?[ \t]{{1,3}}[*_\"']{{0,3}}){{0,5}}",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:\s(?:choice|option|letter|key|number|번호)(?![^\W_]))?(?:\s(?:to|for|the|this|question|[0-9]{1,3})){0,5}"
    r"[ \t]{0,3}[*_\"'\])}>]{0,4}[ \t]{0,3}"
    r"(?:[:=|\-–—→]{1,3}>?|\n|(?=[(\[])|(?P<bare>(?<=[ \t])))",
    re.IGNORECASE,
)
