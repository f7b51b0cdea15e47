"""Finding the words that mean answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from benchtoward.core.extraction.plain_text import BOXED, plain_text

MOST_PLACES = 300
"""Only this many of them are looked at in a text: the last ones."""

QUALITY = (
    r"correct|best|right|final|appropriate|likely|suitable|accurate|selected|chosen|preferred|ideal|only|optimal"
    r"|recommended|single|most|true|next|overall"
)
"""Words that make an answer the right one."""


class Noun(NamedTuple):
    """A word that means answer, and where it stands."""

    name: str
    """The word in lower case."""
    start: int
    """Where it begins."""
    end: int
    """Where it ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nouns:
    """The words of a grammar that mean answer."""

    pattern: re.Pattern[str]
    """Finds them in lower-case text."""

    @classmethod
    def of(cls, own: Sequence[str], words: Sequence[str]) -> Nouns:
        """Return the patterns `own`, with a specification's own words added.

        Every alternative begins with a letter of its own: only then does `re` skip through a text fast.
        """
        added = sorted((plain_text(word).lower().split() for word in words), key=len, reverse=True)
        pieces = [r"\s{1,3}".join(map(re.escape, word)) + right_edge(word[-1]) for word in added]
        return cls(pattern=re.compile("|".join([*pieces, *own])))

    def last_in(self, text: str, lower: str) -> list[Noun]:
        """Return the last occurrences in a text, in order; `lower` is the text in lower case."""
        found = [Noun(match[0], match.start(), match.end()) for match in self.pattern.finditer(lower)]
        return [noun for noun in found[-MOST_PLACES:] if _stands_alone(text, noun)]


def right_edge(word: str) -> str:
    """Return the pattern that ends a word where it could go on: Korean words may."""
    return r"(?![^\W_])" if word[-1].isalnum() and word[-1] < "가" else ""


def _stands_alone(text: str, noun: Noun) -> bool:
    before = text[noun.start - 1] if noun.start else " "
    if noun.name in (BOXED, "정답"):
        return True
    if noun.name[0] >= "가":
        return not "가" <= before <= "힣"
    if before.isalnum():
        return False
    if noun.name in _PLAIN:
        return bool(_QUALIFIED.search(text, max(0, noun.start - 60), noun.start))
    return True


_PLAIN = frozenset({"choice", "option", "response", "alternative", "selection"})
_QUALIFIED = re.compile(rf"(?<![^\W_])(?:{QUALITY}|my)\s(?:\w{{1,20}}\s)?$", re.IGNORECASE)
