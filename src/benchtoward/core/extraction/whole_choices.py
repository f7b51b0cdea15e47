"""Reading a choice out of a whole response, or a whole line: one label, one option's own text, or both."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from benchtoward.core.extraction.answers import ChoiceAnswer, LabelAnswer
from benchtoward.core.extraction.choices import NONE_OF_THEM, none_of_them
from benchtoward.core.extraction.labels import (
    Label,
    after_opening,
    joined_labels,
    label_here,
    missing_label,
    undecided,
)
from benchtoward.core.extraction.option_words import (
    KOREAN_ENDING,
    OptionTable,
    Words,
    option_table,
    text_at,
    words_from,
)
from benchtoward.core.extraction.outcomes import Finding
from benchtoward.core.extraction.plain_text import SEAM

LONGEST_WHOLE = 2_000
"""A text with more characters than this is not one label with its option's own text."""

LONGEST_UNKNOWN = 200
"""Where options have no known text, a text after a label has at most this many characters."""

LEAST_SHARED = 0.5
"""The share of words that a label's text must have in common with its option's: an explanation has fewer."""

LEAST_ALIKE = 0.9
"""The share of characters in common (Ratcliff and Metzener 1988) that only a slip of the pen leaves."""


def choice_whole(text: str, space: ChoiceAnswer | LabelAnswer) -> Finding | None:
    """Return the choice that the whole of `text` is; None where it is none, or more than that."""
    table = option_table(space)
    if text in table.labels:
        return Finding(text, 0, len(text))
    text = text.strip()
    if not text or len(text) > LONGEST_WHOLE or SEAM in text or text.endswith("?"):
        return None
    at = after_opening(text, 0)
    return (
        _own_text(text, at, table)
        or _run_together(text, at, table)
        or _label(text, at, table)
        or (none_of_them(text, at, 0) if _ONLY_NONE.match(text, at) else None)
    )


def _own_text(text: str, at: int, table: OptionTable) -> Finding | None:
    said = text_at(text, at, table)
    if said is None or text[at : said.end] in table.labels:
        return None
    ending = _KOREAN_TEXT_END.match(text, said.end)
    if _ANY_WORD.search(text, ending.end() if ending else said.end):
        return None
    if said.label == "":
        return undecided(0, len(text), "a text that two options share")
    return Finding(said.label, 0, len(text))


def _run_together(text: str, at: int, table: OptionTable) -> Finding | None:
    """Labels without anything between them, in their order: `ACD`."""
    run = _RUN.match(text, at) if table.several and table.shape == "letters" else None
    if run is None or _ANY_WORD.search(text, run.end()):
        return None
    places = [table.labels.get(letter, -1) for letter in run[0]]
    if places[0] < 0 or places != sorted(set(places)):
        return None
    return Finding(",".join(run[0]), 0, run.end())


def _label(text: str, at: int, table: OptionTable) -> Finding | None:
    here = label_here(text, at, table) or _lower_case(text, at, table)
    if here is None:
        return missing_label(text, at, 0, table) if _ANY_WORD.search(text, at + 3) is None else None
    joined = joined_labels(text, here, 0, table)
    if joined:
        return None if _ANY_WORD.search(text, joined.end) else joined
    words = _words_after(text, here.end, table)
    if not words or words == table.own(here.label):
        return Finding(here.label, 0, len(text))
    if any(words == other for other, _ in table.texts):
        return undecided(0, len(text), "a label with another option's text")
    return _label_and_more(text, here, words, table)


def _lower_case(text: str, at: int, table: OptionTable) -> Label | None:
    label = table.by_lower_case.get(text[at : at + 1])
    if label is None or text[at + 1 : at + 2].isalnum():
        return None
    words = _words_after(text, at + 1, table)
    return Label(label, at + 1) if not words or words == table.own(label) else None


def _words_after(text: str, end: int, table: OptionTable) -> Words:
    return tuple(word.text for word in words_from(text, end, 2 * table.longest + 8))


def _label_and_more(text: str, here: Label, words: Words, table: OptionTable) -> Finding | None:
    """A label with most of its option's words, more than those of any other option, on one line."""
    separator = None if "\n" in text else _SEPARATOR.match(text, here.end)
    if separator is None:
        return None
    if not table.texts:
        is_name = separator[0].startswith(".") and text[separator.end() : separator.end() + 1].islower()
        return None if is_name or len(text) > LONGEST_UNKNOWN else Finding(here.label, 0, len(text))
    shares = {label: _likeness(words, own) for own, label in table.texts}
    own_share = shares.pop(here.label, 0.0)
    if own_share < LEAST_SHARED or own_share <= max(shares.values(), default=0.0):
        return None
    return Finding(here.label, 0, len(text))


def _likeness(words: Words, own: Words) -> float:
    """The share of words in common, or 1 for texts that only differ by a slip of the pen."""
    shared = len(set(words) & set(own)) / max(len(set(words) | set(own)), 1)
    said, wanted = " ".join(words), " ".join(own)
    if abs(len(said) - len(wanted)) > 5 or len(wanted) > LONGEST_UNKNOWN:
        return shared
    return 1.0 if SequenceMatcher(None, said, wanted).ratio() > LEAST_ALIKE else shared


_ANY_WORD = re.compile(r"[^\W_]")
_SEPARATOR = re.compile(r"\s?[.):\]\-–—]\s{0,3}")
_RUN = re.compile(r"[A-Z]{2,10}(?![^\W_])")
_KOREAN_TEXT_END = re.compile(rf"(?:{KOREAN_ENDING})(?![가-힣])")
_ONLY_NONE = re.compile(rf"(?:{NONE_OF_THEM.pattern})(?:\s\w{{1,20}}){{0,5}}\W{{0,9}}$", re.IGNORECASE)
