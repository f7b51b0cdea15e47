"""Labels that stand in a text: one, several that are joined, or one that the item does not have."""

from __future__ import annotations

import re
from typing import NamedTuple

from benchtoward.core.extraction.option_words import OptionTable
from benchtoward.core.extraction.outcomes import Finding, UnparsedReason
from benchtoward.core.extraction.plain_text import SEAM


class Label(NamedTuple):
    """One label of an item that stands in a text."""

    label: str
    """The label."""
    end: int
    """Where it ends, with what Korean grammar hangs on it."""


def after_opening(text: str, start: int) -> int:
    """Return where a value begins after brackets, quotes and a word such as `option`."""
    opening = _OPENING.match(text, start)
    at = opening.end() if opening else start
    word = _OPTION_WORD.match(text, at)
    return word.end() if word else at


def label_here(text: str, at: int, table: OptionTable) -> Label | None:
    """Return the label that stands exactly at `at` and is not part of a word or number."""
    token = _TOKEN.match(text, at)
    if token is None or token[0] not in table.labels:
        return None
    end = token.end()
    if end < len(text) and (text[end].isalnum() or text[end] in "%°"):
        korean = _KOREAN_END.match(text, end)
        return Label(token[0], korean.end()) if korean else None
    return Label(token[0], end)


def joined_labels(text: str, first: Label, begin: int, table: OptionTable) -> Finding | None:
    """Return what a label means with those that are joined to it; None where it stands alone.

    They are a set where the item allows one and they are not alternatives; otherwise the answer is undecided.
    """
    labels, end, is_open = [first.label], first.end, False
    while link := LINK.match(text, end):
        here = label_here(text, link.end(), table)
        if here is None or _is_something_else(text, here):
            stranger = missing_label(text, link.end(), begin, table)
            if stranger and not (first.label.isdigit() and goes_on_as_number(text, end)):
                return stranger
            break
        labels.append(here.label)
        end, is_open = here.end, is_open or bool(_OR.search(link[0]))
    if len(set(labels)) == 1:
        return None
    if is_open or not table.several:
        return undecided(begin, end, "more than one label")
    return Finding(",".join(sorted(set(labels), key=table.labels.__getitem__)), begin, end)


def undecided(begin: int, end: int, detail: str) -> Finding:
    """Return that more than one answer stands there."""
    return Finding("", begin, end, UnparsedReason.SEVERAL, detail)


def missing_label(text: str, at: int, begin: int, table: OptionTable) -> Finding | None:
    """Return that a label stands at `at` which the item does not have; None where none does."""
    pattern = _STRANGER.get(table.shape)
    stranger = pattern.match(text, at) if pattern else None
    if stranger is None or stranger["label"] in table.labels:
        return None
    return Finding("", begin, stranger.end(), UnparsedReason.OUT_OF_RANGE, "a label that the item does not have")


def goes_on_as_number(text: str, end: int) -> bool:
    """Whether digits that end at `end` are only the beginning of a number, a range or a percentage."""
    return bool(_NUMBER_GOES_ON.match(text, end))


def _is_something_else(text: str, here: Label) -> bool:
    """Whether a label is the next clause's subject, or part of a word such as `D-dimer` or `C. difficile`."""
    if _SUBJECT.match(text, here.end) or _WORD_GOES_ON.match(text, here.end):
        return True
    return here.label.isdigit() and goes_on_as_number(text, here.end)


LINK = re.compile(
    r"[)\]*_\"'.]{0,3}\s{0,3}(?:[,;/&+]\s{0,3}(?:(?:and|or|및|또는)\s{1,3})?"
    r"|\(?(?:and/or|and|or|e|y|o|ou|et|und|oder|및|또는|혹은|과|와)\s{1,3})"
    r"(?:(?:possibly|also|maybe|perhaps)\s)?(?:(?i:option|choice|answer|letter)s?\s)?[(\[*_\"']{0,3}"
)
"""What joins one label, or one option's text, to the next."""

_OPENING = re.compile(rf"(?:[^\w\n.,;!?/+&%={SEAM}]|_|\n){{0,16}}")
_OPTION_WORD = re.compile(
    r"(?:(?i:both|either|option|choice|answer|letter|alternative|number|no\.|nr\.)s?\b|보기|선택지|선지)"
    r"[\s:(\[*\"']{1,4}"
)
_TOKEN = re.compile(r"[0-9]{1,3}|[^\W\d_]")
_KOREAN_END = re.compile(
    r"번?(?:이라고|라고|이므로|이에요|입니다|이다|이며|이고|이라|예요|임|으로|로|다)?(?![가-힣A-Za-z0-9])"
    r"|번?[이가](?=\s(?:가장|정답|맞|적절|옳|올바|답))|번?[을를](?=\s(?:선택|고|택))|번?(?=[과와]\s)"
)
_NUMBER_GOES_ON = re.compile(r"\s?[-–~.,/<>=×^]\s?[0-9]|\s?[%°]")
_WORD_GOES_ON = re.compile(r"[-'/.·][^\W_]|\.\s[a-zà-ÿ]|[%°+^]")
_SUBJECT = re.compile(
    r"[)\]*_\"'.]{0,3}\s{1,3}(?:is|was|can|could|would|may|might|has|does|will|should|must|isn't|cannot)\b"
    r"|[)\]*_\"']{0,3}(?:은|는)\s"
)
_OR = re.compile(r"\b(?:or|o|ou|oder|u)\b|또는|혹은|/", re.IGNORECASE)
_STRANGER = {
    "letters": re.compile(r"(?P<label>[A-Z])(?=$|[)\]}*_\"'\n]|[.,:;](?:\s[A-Z]|\s?\n|\s?$))"),
    "digits": re.compile(r"(?P<label>[0-9]{1,3})(?=$|[)\]}*_\"'\n]|번|[.:;](?:\s|$))"),
}
