"""Finding the words of an option in a text, whatever their case, spacing and punctuation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from benchtoward.core.extraction.answers import ChoiceAnswer, LabelAnswer
from benchtoward.core.extraction.plain_text import plain_text

Words = tuple[str, ...]

KOREAN_ENDING = (
    r"(?:이라고|라고|이므로|이에요|이었|입니다|이다|이며|이고|이라|이나|예요|으로|에서|임|인|을|를|은|는|이|가|로|의|에"
    r"|과|와|도|다)"
)
"""What Korean grammar hangs on a noun."""


class Word(NamedTuple):
    """One word of a text and where it stands."""

    text: str
    start: int
    end: int


class Occurrence(NamedTuple):
    """An option's text that stands somewhere."""

    label: str
    """The option's label; empty where two options have the same words."""
    end: int
    """Where its last word ends."""
    n_words: int
    """How many words it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionTable:
    """The options of one item, prepared for looking them up."""

    labels: Mapping[str, int]
    """Each label and its place; empty for a set of words."""
    by_lower_case: Mapping[str, str]
    """Labels by their lower-case form, where that is not a label itself."""
    shape: str
    """`letters`, `digits` or nothing: what a label that does not exist would look like."""
    texts: tuple[tuple[Words, str], ...]
    """The words of each text and its label, longest first; no label where two texts are the same."""
    first_words: frozenset[str]
    """The first word of each text."""
    longest: int
    """The number of words of the longest text."""
    looks_like_label: bool
    """Whether a text begins with one of the labels, as `E. coli` does."""
    several: bool
    """Whether more than one option may be chosen."""

    def own(self, label: str) -> Words:
        """Return the words of the text that belongs to `label`; none where it is not known."""
        return next((words for words, owner in self.texts if owner == label), ())


@lru_cache(maxsize=1024)
def option_table(space: ChoiceAnswer | LabelAnswer) -> OptionTable:
    """Return the look-up table of one item's options."""
    if isinstance(space, LabelAnswer):
        return _table((), [(label, label) for label in space.labels] + list(space.also), several=False)
    return _table(space.labels, list(zip(space.texts, space.labels, strict=False)), several=space.several)


def words_of(text: str) -> Words:
    """Return the words of a text that has been folded already."""
    return tuple(word.casefold() for word in _WORD.findall(text))


def words_from(text: str, start: int, n_most: int) -> list[Word]:
    """Return up to `n_most` words of `text` from `start` on."""
    matches = islice(_WORD.finditer(text, start), n_most)
    return [Word(match[0].casefold(), match.start(), match.end()) for match in matches]


def text_at(text: str, start: int, table: OptionTable) -> Occurrence | None:
    """Return the option whose text begins exactly at `start`; the longest where one begins with another."""
    first = _WORD.match(text, start) if table.texts else None
    if first is None or (first[0].casefold() not in table.first_words and first[0] < "가"):
        return None
    words = words_from(text, start, table.longest)
    for wanted, label in table.texts:
        end = end_of(words, 0, wanted)
        if end is not None:
            return Occurrence(label, end, len(wanted))
    return None


def end_of(words: list[Word], first: int, wanted: Words) -> int | None:
    """Return where `wanted` ends, if it stands in `words` from `first` on."""
    last = first + len(wanted) - 1
    if last >= len(words) or any(words[first + n].text != word for n, word in enumerate(wanted[:-1])):
        return None
    if words[last].text == wanted[-1]:
        return words[last].end
    stem = len(wanted[-1])
    if words[last].text.startswith(wanted[-1]) and _ENDING.fullmatch(words[last].text, stem):
        return words[last].start + stem
    return None


def _table(labels: tuple[str, ...], texts: list[tuple[str, str]], *, several: bool) -> OptionTable:
    by_words: dict[Words, str] = {}
    for text, label in texts:
        words = words_of(plain_text(text))
        if words:
            by_words[words] = label if by_words.get(words, label) == label else ""
    lower = {label.lower(): label for label in labels if label.lower() not in labels}
    first_words = {words[0] for words in by_words if len(words) > 1 or words[0] not in lower}
    return OptionTable(
        labels={label: place for place, label in enumerate(labels)},
        by_lower_case=lower,
        shape=_shape(labels),
        texts=tuple(sorted(by_words.items(), key=lambda entry: -len(entry[0]))),
        first_words=frozenset(words[0] for words in by_words),
        longest=max(map(len, by_words), default=0),
        looks_like_label=any(word[:1] in lower or word in labels for word in first_words if len(word) < 4),
        several=several,
    )


def _shape(labels: tuple[str, ...]) -> str:
    if all(label.isdigit() for label in labels):
        return "digits" if labels else ""
    return "letters" if all("A" <= label <= "Z" for label in labels) else ""


_WORD = re.compile(r"[^\W_]+|[<>≤≥±%]|(?<![\w)])[-+](?=[0-9.])|(?<=[^\W_])\+(?![^\W_])")
_ENDING = re.compile(KOREAN_ENDING)
