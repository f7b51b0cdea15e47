"""What may stand between a verb or marker and the value: `most likely the option`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from benchtoward.core.extraction.plain_text import plain_text

FILLERS = (
    *(
        "therefore",
        "thus",
        "clearly",
        "likely",
        "most",
        "probably",
        "indeed",
        "definitely",
        "simply",
        "still",
    ),
    *("then", "hence", "actually", "the", "option", "options", "choice", "letter", "answer", "number"),
    *(
        "alternative",
        "statement",
        "following",
        "only",
        "us",
        "with",
        "me",
        "just",
        "보기",
        "선택지",
        "선지",
        "바로",
    ),
)
"""The words of English and Korean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filling:
    """Words that may stand before a value without changing it."""

    pattern: re.Pattern[str]
    """One to six of them, each after white space or punctuation."""

    @classmethod
    def of(cls, fillers: Sequence[str]) -> Filling:
        """Return the words of English and Korean, with a specification's own words added."""
        between = cased([*FILLERS, *fillers])
        space = r"(?:[\s:=,*_\"'(\[→>-]{1,8}|(?<=\s))"
        return cls(pattern=re.compile(rf"(?:{space}(?:{between})(?![^\W_])){{1,6}}[ ]{{0,2}}[:=]?"))

    def end(self, text: str, start: int) -> int:
        """Return where the filling at `start` ends; `start` itself where there is none."""
        filling = self.pattern.match(text, start)
        return filling.end() if filling else start


def cased(words: Sequence[str]) -> str:
    """Return a pattern of words in any case, but one letter alone as given: `A` may be an option, `a` not."""
    single = [re.escape(word) for word in words if len(word) == 1]
    longer = "|".join(spaced(word) for word in words if len(word) > 1)
    return "|".join([*single, f"(?i:{longer})"])


def spaced(word: str) -> str:
    """Return a pattern of one or more words with any white space between them."""
    return r"\s{1,3}".join(map(re.escape, plain_text(word).split()))
