"""Reading a choice where a statement says that an answer stands.

A single letter is easily a word, an abbreviation or a name (`A 45-year-old man`, `E. coli`, `B-cell`,
`D-dimer`), so what follows a label decides whether it is one. Whatever is in doubt is not read.
"""

from __future__ import annotations

import re

from benchtoward.core.extraction.answers import ChoiceAnswer, LabelAnswer
from benchtoward.core.extraction.labels import (
    LINK,
    Label,
    after_opening,
    goes_on_as_number,
    joined_labels,
    label_here,
    missing_label,
    undecided,
)
from benchtoward.core.extraction.option_words import (
    KOREAN_ENDING,
    Occurrence,
    OptionTable,
    Words,
    option_table,
    text_at,
    words_of,
)
from benchtoward.core.extraction.outcomes import Finding, UnparsedReason
from benchtoward.core.extraction.plain_text import BOXED_END, SEAM


def choice_at(text: str, start: int, begin: int, space: ChoiceAnswer | LabelAnswer) -> Finding | None:
    """Return the choice that stands at `start`, in a statement that begins at `begin`; None where none is."""
    table = option_table(space)
    at = after_opening(text, start)
    return (
        _abbreviation(text, at, begin, table)
        or _labelled(text, at, begin, table)
        or _said(text, begin, text_at(text, at, table), table)
        or missing_label(text, at, begin, table)
        or none_of_them(text, at, begin)
    )


def none_of_them(text: str, at: int, begin: int) -> Finding | None:
    """Return that a statement says that no single option is right; None where it does not."""
    none = NONE_OF_THEM.match(text, at)
    if none is None:
        return None
    return Finding("", begin, none.end(), UnparsedReason.NO_ANSWER, "says that no single option is right")


def _abbreviation(text: str, at: int, begin: int, table: OptionTable) -> Finding | None:
    """An option's text that begins as a label does: `E. coli`, `3 days`."""
    said = text_at(text, at, table) if table.looks_like_label else None
    if said is None or text[at : said.end] in table.labels:
        return None
    return _said(text, begin, said, table)


def _labelled(text: str, at: int, begin: int, table: OptionTable) -> Finding | None:
    here = label_here(text, at, table) or _lower_case_alone(text, at, begin, table)
    if here is None or (here.label.isdigit() and at > 0 and text[at - 1] in "-–.,/<>≤≥~±"):
        return None
    joined = joined_labels(text, here, begin, table)
    if joined:
        return joined
    if _is_listing(text, here, table):
        return None
    return _checked(text, begin, here, table)


def _lower_case_alone(text: str, at: int, begin: int, table: OptionTable) -> Label | None:
    label = table.by_lower_case.get(text[at : at + 1])
    if label is None or _ANY_WORD.search(text, at + 1) or not _ONLY_LEAD.fullmatch(text, 0, begin):
        return None
    return Label(label, at + 1)


def _is_listing(text: str, here: Label, table: OptionTable) -> bool:
    """Whether the options are only repeated: the first one's line, then the second one's."""
    line_end = text.find("\n", here.end) if table.labels[here.label] == 0 else -1
    following = _LINE_LABEL.match(text, line_end) if line_end >= 0 else None
    if following is None or table.labels.get(following["label"]) != 1:
        return False
    own = table.own(following["label"])
    return not own or words_of(text[following.end() : following.end() + 4_000])[: len(own)] == own


def _checked(text: str, begin: int, here: Label, table: OptionTable) -> Finding | None:
    after = _AFTER.match(text, here.end)
    between = after[0] if after else ""
    follows = here.end + len(between)
    if "?" in between:
        return None
    if follows >= len(text) or "\n" in between or BOXED_END in between or text[follows] == SEAM:
        return Finding(here.label, begin, here.end)
    nearby = text_at(text, follows, table)
    if nearby and nearby.label != here.label and _is_another(text, here.label, nearby, table):
        return undecided(begin, nearby.end, "a label with another option's text")
    if (nearby and nearby.label == here.label) or _is_set_apart(text, here, between, table):
        return Finding(here.label, begin, here.end)
    return None


def _is_another(text: str, label: str, nearby: Occurrence, table: OptionTable) -> bool:
    words = next((words for words, owner in table.texts if owner == nearby.label), ())
    return table.own(label)[: len(words)] != words and bool(_TEXT_END.match(text, nearby.end))


def _is_set_apart(text: str, here: Label, between: str, table: OptionTable) -> bool:
    """Whether what stands between a label and the next word parts the label from it."""
    follows = here.end + len(between)
    if not between or text[follows] in "%°":
        return False
    if here.label.isdigit() and goes_on_as_number(text, here.end):
        return False
    if not between.strip():
        return bool(_REASON.match(text, follows)) or text[here.end - 1] >= "가"
    if _CLOSED.match(between):
        return True
    if len(between) == 1:
        return between == ":"
    if between[0] == "." and text[follows].islower():
        return _resembles(text, follows, table.own(here.label)) or bool(_REASON.match(text, follows))
    return True


def _resembles(text: str, start: int, own: Words) -> bool:
    word = _WORD.match(text, start)
    return word is not None and len(word[0]) > 1 and word[0].casefold() in own


def _said(text: str, begin: int, said: Occurrence | None, table: OptionTable) -> Finding | None:
    if said is None:
        return None
    link = LINK.match(text, said.end)
    another = text_at(text, link.end(), table) if link else None
    if said.label == "" or (another and another.label != said.label and _TEXT_END.match(text, another.end)):
        return undecided(begin, said.end, "more than one option's text")
    return Finding(said.label, begin, said.end) if _TEXT_END.match(text, said.end) else None


NONE_OF_THEM = re.compile(
    r"(?:(?:none\s+of|neither|all\s+of\s+the|not\s+(?:listed|among|given|provided|determinable)|unclear|unknown"
    r"|undetermined|impossible|cannot\s+be|can't\s+be|n/a)(?![^\W_])|없음|없습니다|없다|알\s?수\s?없)",
    re.IGNORECASE,
)
"""How a statement says that no single option is right."""

_ANY_WORD = re.compile(r"[^\W_]")
_WORD = re.compile(r"[^\W_]+")
_ONLY_LEAD = re.compile(r"\W{0,9}(?:(?:the|my|so|final|correct|best|right)\s){0,4}", re.IGNORECASE)
_LINE_LABEL = re.compile(r"\s{1,4}[^\w\n]{0,8}(?P<label>[0-9]{1,3}|[^\W\d_])[.):\]]")
_AFTER = re.compile(r"(?:[^\w\n%°\x03]|_){0,12}\n?")
_CLOSED = re.compile(rf"[ ]?[)\]}}*_\"'<>|{BOXED_END}]")
_REASON = re.compile(
    r"(?:because|since|as|due\s+to|based\s+on|given|(?:is|as)\s+(?:the\s+)?(?:most\s+|single\s+)?"
    r"(?:correct|right|best|likely|appropriate|answer|option|choice)|and\s+not|not|rather\s+than|instead)\b"
    r"|입니다|이다|이며|이고|이라고|때문|가\s?(?:정답|맞)|이\s?(?:정답|맞)"
)
_TEXT_END = re.compile(
    rf"(?:{KOREAN_ENDING})?(?:$|(?=[\n.,;:!)\]}}*_\"'<|{SEAM}{BOXED_END}])|\s{{1,3}}(?=[(\[\-–—=→\n]|$)"
    r"|\s{1,3}(?:because|since|due\s+to|based\s+on|given|rather\s+than|instead|입니다|이다|이며|때문)(?![^\W_]))"
)
