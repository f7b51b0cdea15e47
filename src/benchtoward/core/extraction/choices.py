"""Reading a choice where a statement says that an answer stands, or out of a whole response.

A single letter is easily a word, an abbreviation or a name (`A 45-year-old man`, `E. coli`, `B-cell`, `D-dimer`), so
what follows a label decides whether it is one. Whatever is in doubt is not read.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from benchtoward.core.extraction.answers import ChoiceAnswer, LabelAnswer
from benchtoward.core.extraction.option_words import (
    KOREAN_ENDING,
    Occurrence,
    OptionTable,
    option_table,
    text_at,
    words_of,
)
from benchtoward.core.extraction.outcomes import Finding, UnparsedReason
from benchtoward.core.extraction.plain_text import BOXED_END, SEAM

LONGEST_WHOLE = 2_000
"""A response with more characters than this is not one label with its option's own text."""


class Label(NamedTuple):
    """One label of an item that stands in a text."""

    label: str
    end: int


def choice_at(text: str, start: int, begin: int, space: ChoiceAnswer | LabelAnswer) -> Finding | None:
    """Return the choice that stands at `start`, in a statement that begins at `begin`; None where none does."""
    table = option_table(space)
    at = _skip_opening(text, start)
    return (
        _abbreviation(text, at, begin, table)
        or _labelled(text, at, begin, table)
        or _said(text, begin, text_at(text, at, table), table)
        or _out_of_range(text, at, begin, table)
        or _none_of_them(text, at, begin)
    )


def choice_whole(text: str, space: ChoiceAnswer | LabelAnswer) -> Finding | None:
    """Return the choice that the whole of `text` is: one label, an option's own text, or both."""
    table = option_table(space)
    if text in table.labels:
        return Finding(text, 0, len(text))
    text = text.strip()
    if not text or len(text) > LONGEST_WHOLE or SEAM in text or text.endswith("?"):
        return None
    at = _skip_opening(text, 0)
    return (
        _whole_text(text, at, table)
        or _whole_label(text, at, table)
        or (_none_of_them(text, at, 0) if _WHOLE_NONE.match(text, at) else None)
    )


def choice_before(text: str, verb_at: int, begin: int, space: ChoiceAnswer) -> Finding | None:
    """Return the choice that stands before the verb of `option C is the correct answer`; None where none does."""
    table = option_table(space)
    first = max(0, verb_at - LONGEST_BEFORE)
    clause = _CLAUSE.search(text, first, verb_at)
    here = label_here(text, clause.start("label"), table) if clause else None
    if clause is None or here is None:
        return None
    between = words_of(text[here.end : verb_at])
    if between and between != table.own(here.label):
        return None
    another = _LABEL_ENDS.search(text, first, clause.start())
    if another and another["label"] in table.labels:
        return _undecided(begin, verb_at, "more than one label")
    return Finding(here.label, begin, begin)


def label_here(text: str, at: int, table: OptionTable) -> Label | None:
    """Return the label that stands exactly at `at` and is not part of a word or number."""
    token = _TOKEN.match(text, at)
    if token is None or token[0] not in table.labels:
        return None
    end = token.end()
    if end < len(text) and (text[end].isalnum() or text[end] in "%°"):
        korean = _KOREAN_LABEL_END.match(text, end)
        return Label(token[0], korean.end()) if korean else None
    return Label(token[0], end)


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
    labels, end, is_open = _chain(text, here, table)
    if len(set(labels)) > 1:
        return _several(labels, begin, end, table, is_open=is_open)
    if _is_listing(text, here, table):
        return None
    return _checked(text, begin, here, table)


def _is_listing(text: str, here: Label, table: OptionTable) -> bool:
    """Whether the options are only repeated: the first one's line, then the second one's."""
    line_end = text.find("\n", here.end)
    if table.labels[here.label] != 0 or line_end < 0:
        return False
    following = _LINE_LABEL.match(text, line_end)
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
    if _stops(text, between, follows):
        return Finding(here.label, begin, here.end)
    if not between:
        return None
    nearby = text_at(text, follows, table)
    if nearby and nearby.label != here.label and _is_other(text, here.label, nearby, table):
        return _undecided(begin, nearby.end, "a label with another option's text")
    if (nearby and nearby.label == here.label) or _separates(text, here, between, follows, table):
        return Finding(here.label, begin, here.end)
    return None


def _stops(text: str, between: str, follows: int) -> bool:
    return follows >= len(text) or "\n" in between or BOXED_END in between or text[follows] == SEAM


def _is_other(text: str, label: str, nearby: Occurrence, table: OptionTable) -> bool:
    own = table.own(label)
    words = next((words for words, owner in table.texts if owner == nearby.label), ())
    return own[: len(words)] != words and _text_ends(text, nearby.end)


def _separates(text: str, here: Label, between: str, follows: int, table: OptionTable) -> bool:
    """Whether what stands between a label and the next word sets the label apart from it."""
    if text[follows] in "%°" or (here.label.isdigit() and _GOES_ON_AS_NUMBER.match(text, here.end)):
        return False
    if not between.strip():
        return bool(_REASON.match(text, follows)) or text[here.end - 1] >= "가"
    if _CLOSED.match(between):
        return True
    if len(between) == 1:
        return between == ":"
    resembles = _resembles(text, follows, table.own(here.label))
    if between[0] == "." and text[follows].islower():
        return resembles or bool(_REASON.match(text, follows))
    return True


def _resembles(text: str, start: int, own: Words) -> bool:
    word = _TOKEN_WORD.match(text, start)
    return bool(word) and len(word[0]) > 1 and word[0].casefold() in own if word else False


def _chain(text: str, first: Label, table: OptionTable) -> tuple[list[str], int, bool]:
    """Return the labels that are joined to the first, the end of the last, and whether they are alternatives."""
    labels, end, is_open = [first.label], first.end, False
    while link := _LINK.match(text, end):
        here = label_here(text, link.end(), table)
        if here is None or not _is_joined(text, here, link[0]):
            break
        labels.append(here.label)
        end, is_open = here.end, is_open or bool(_OR.search(link[0]))
    return labels, end, is_open


def _is_joined(text: str, here: Label, link: str) -> bool:
    if _SUBJECT.match(text, here.end):
        return False
    if _GOES_ON.match(text, here.end):
        return False
    return not (here.label.isdigit() and _GOES_ON_AS_NUMBER.match(text, here.end))


def _several(labels: list[str], begin: int, end: int, table: OptionTable, *, is_open: bool) -> Finding:
    if is_open or not table.several:
        return _undecided(begin, end, "more than one label")
    return Finding(",".join(sorted(set(labels), key=table.labels.__getitem__)), begin, end)


def _undecided(begin: int, end: int, detail: str) -> Finding:
    return Finding("", begin, end, UnparsedReason.SEVERAL, detail)


def _lower_case_alone(text: str, at: int, begin: int, table: OptionTable) -> Label | None:
    label = table.by_lower_case.get(text[at : at + 1])
    if label is None or _ANY_WORD.search(text, at + 1) or not _ONLY_LEAD.fullmatch(text, 0, begin):
        return None
    return Label(label, at + 1)


def _out_of_range(text: str, at: int, begin: int, table: OptionTable) -> Finding | None:
    pattern = _STRANGER.get(table.shape)
    stranger = pattern.match(text, at) if pattern else None
    if stranger is None or stranger["label"] in table.labels:
        return None
    return Finding("", begin, stranger.end(), UnparsedReason.OUT_OF_RANGE, "a label that the item does not have")


def _none_of_them(text: str, at: int, begin: int) -> Finding | None:
    none = _NONE.match(text, at)
    if none is None:
        return None
    return Finding("", begin, none.end(), UnparsedReason.NO_ANSWER, "says that no single option is right")


def _said(text: str, begin: int, said: Occurrence | None, table: OptionTable) -> Finding | None:
    if said is None:
        return None
    link = _LINK.match(text, said.end)
    another = text_at(text, link.end(), table) if link else None
    if said.label == "" or (another and another.label != said.label and _text_ends(text, another.end)):
        return _undecided(begin, said.end, "more than one option's text")
    return Finding(said.label, begin, said.end) if _text_ends(text, said.end) else None


def _text_ends(text: str, end: int) -> bool:
    return bool(_TEXT_END.match(text, end))


def _whole_text(text: str, at: int, table: OptionTable) -> Finding | None:
    said = text_at(text, at, table)
    if said is None or _ANY_WORD.search(text, _korean_end(text, said.end)) or text[at : said.end] in table.labels:
        return None
    if said.label == "":
        return _undecided(0, len(text), "a text that two options share")
    return Finding(said.label, 0, len(text))


def _korean_end(text: str, end: int) -> int:
    ending = _KOREAN_TEXT_END.match(text, end)
    return ending.end() if ending else end


def _whole_label(text: str, at: int, table: OptionTable) -> Finding | None:
    run = _run_together(text, at, table)
    if run:
        return run
    here = label_here(text, at, table) or _lower_case_label(text, at, table)
    if here is None:
        return _out_of_range(text, at, 0, table)
    labels, end, is_open = _chain(text, here, table)
    if len(set(labels)) > 1:
        return None if _ANY_WORD.search(text, end) else _several(labels, 0, end, table, is_open=is_open)
    words = words_of(text[here.end :])
    if not words or words == table.own(here.label):
        return Finding(here.label, 0, len(text))
    if any(words == other for other, _ in table.texts):
        return _undecided(0, len(text), "a label with another option's text")
    return _label_and_more(text, here, words, table)


def _lower_case_label(text: str, at: int, table: OptionTable) -> Label | None:
    label = table.by_lower_case.get(text[at : at + 1])
    if label is None or text[at + 1 : at + 2].isalnum():
        return None
    rest = words_of(text[at + 1 :])
    return Label(label, at + 1) if not rest or rest == table.own(label) else None


def _label_and_more(text: str, here: Label, words: Words, table: OptionTable) -> Finding | None:
    """A label with most of its option's words, more than those of any other option, on one line."""
    if "\n" in text or _SEPARATOR.match(text, here.end) is None:
        return None
    shares = {label: _shared(words, own) for own, label in table.texts}
    own_share = shares.pop(here.label, 0.0)
    if own_share < 0.5 or own_share <= max(shares.values(), default=0.0):
        return None
    return Finding(here.label, 0, len(text))


def _shared(words: Words, own: Words) -> float:
    common = len(set(words) & set(own))
    return common / max(len(set(words) | set(own)), 1)


def _run_together(text: str, at: int, table: OptionTable) -> Finding | None:
    run = _RUN.match(text, at) if table.several and table.shape == "letters" else None
    if run is None or _ANY_WORD.search(text, run.end()):
        return None
    places = [table.labels.get(letter, -1) for letter in run[0]]
    if places[0] < 0 or any(after <= before for before, after in zip(places, places[1:], strict=False)):
        return None
    return Finding(",".join(run[0]), 0, run.end())


def _skip_opening(text: str, start: int) -> int:
    at = _OPENING.match(text, start)
    here = at.end() if at else start
    word = _OPTION_WORD.match(text, here)
    return word.end() if word else here


LONGEST_BEFORE = 160
"""How far before the verb a choice may stand."""

Words = tuple[str, ...]

_OPENING = re.compile(rf"(?:[^\w\n.,;!?/+&%={SEAM}]|_|\n){{0,16}}")
_OPTION_WORD = re.compile(
    r"(?:(?i:both|either|option|choice|answer|letter|alternative|number|no\.|nr\.)s?\b|보기|선택지|선지)"
    r"[\s:(\[*\"']{1,4}"
)
_TOKEN = re.compile(r"[0-9]{1,3}|[^\W\d_]")
_TOKEN_WORD = re.compile(r"[^\W_]+")
_ANY_WORD = re.compile(r"[^\W_]")
_ONLY_LEAD = re.compile(r"\W{0,9}(?:(?:the|my|so|final|correct|best|right)\s){0,4}", re.IGNORECASE)
_KOREAN_LABEL_END = re.compile(
    r"번?(?:이라고|라고|이므로|이에요|입니다|이다|이며|이고|이라|예요|임|으로|로|다)?(?![가-힣A-Za-z0-9])"
    r"|번?[이가](?=\s(?:가장|정답|맞|적절|옳|올바|답))|번?[을를](?=\s(?:선택|고|택))|번?(?=[과와]\s)"
)
_LINE_LABEL = re.compile(r"\s{1,4}[^\w\n]{0,8}(?P<label>[0-9]{1,3}|[^\W\d_])[.):\]]")
_KOREAN_TEXT_END = re.compile(rf"(?:{KOREAN_ENDING})(?![가-힣])")
_AFTER = re.compile(r"(?:[^\w\n%°\x03]|_){0,12}\n?")
_CLOSED = re.compile(rf"[ ]?[)\]}}*_\"'<>|{BOXED_END}]")
_SEPARATOR = re.compile(r"\s?[.):\]\-–—]")
_GOES_ON_AS_NUMBER = re.compile(r"\s?[-–~.,/<>=×^]\s?[0-9]|\s?[%°]")
_GOES_ON = re.compile(r"[-'’/.·][^\W_]|\.\s[a-zà-ÿ]|[%°+^]")
_REASON = re.compile(
    r"(?:because|since|as|due\s+to|based\s+on|given|(?:is|as)\s+(?:the\s+)?(?:most\s+|single\s+)?"
    r"(?:correct|right|best|likely|appropriate|answer|option|choice)|and\s+not|not|rather\s+than|instead)\b"
    r"|입니다|이다|이며|이고|이라고|때문|가\s?(?:정답|맞)|이\s?(?:정답|맞)"
)
_OR = re.compile(r"\b(?:or|o|ou|oder|u)\b|또는|혹은|이나|/", re.IGNORECASE)
_LINK = re.compile(
    r"[)\]*_\"'.]{0,3}\s{0,3}(?:[,;/&+]\s{0,3}(?:(?:and|or|및|또는)\s{1,3})?"
    r"|\(?(?:and/or|and|or|e|y|o|ou|et|und|oder|및|또는|혹은|과|와)\s{1,3})"
    r"(?:(?:possibly|also|maybe|perhaps)\s)?(?:(?i:option|choice|answer|letter)s?\s)?[(\[*_\"']{0,3}"
)
_SUBJECT = re.compile(
    r"[)\]*_\"'.]{0,3}\s{1,3}(?:is|was|can|could|would|may|might|has|does|will|should|must|isn't|cannot)\b"
    r"|[)\]*_\"']{0,3}(?:은|는)\s"
)
_TEXT_END = re.compile(
    rf"(?:{KOREAN_ENDING})?(?:$|(?=[\n.,;:!)\]}}*_\"'<|{SEAM}{BOXED_END}])|\s{{1,3}}(?=[(\[\-–—=→\n]|$)"
    r"|\s{1,3}(?:because|since|due\s+to|based\s+on|given|rather\s+than|instead|입니다|이다|이며|때문)(?![^\W_]))"
)
_STRANGER = {
    "letters": re.compile(r"(?P<label>[A-Z])(?=$|[)\]}*_\"'\n]|[.,:;](?:\s[A-Z]|\s?\n|\s?$))"),
    "digits": re.compile(r"(?P<label>[0-9]{1,3})(?=$|[)\]}*_\"'\n]|번|[.:;](?:\s|$))"),
}
_NONE = re.compile(
    r"(?:none\s+of|neither|all\s+of\s+the|not\s+(?:listed|among|given|provided|determinable)|unclear|unknown"
    r"|undetermined|impossible|cannot\s+be|can't\s+be|n/?a\b|없음|없습니다|없다|알\s?수\s?없)",
    re.IGNORECASE,
)
_WHOLE_NONE = re.compile(rf"(?:{_NONE.pattern})(?:\s\w{{1,20}}){{0,5}}\W{{0,9}}$", re.IGNORECASE)
_CLAUSE = re.compile(
    r"(?:^|[\n.,;:!?(\[\"'*>]\s{0,3}|(?<![^\W_])(?i:so|thus|therefore|hence|that|conclude|following)\s"
    r"|(?:따라서|그러므로|즉|결국)\s|\s(?=[0-9]{1,3}번)|(?<![^\W_])(?i:option|choice|answer|letter)\s|(?:보기|선택지)\s?)"
    r"(?:(?i:option|choice|answer|letter)\s)?[(\[*\"']{0,3}(?P<label>[0-9]{1,3}|[^\W\d_])번?"
    r"(?:[)\]*\"'.}]{0,3}\s?(?:\([^()\n]{0,100}\)\s?)?|[).:\]]{1,2}\s[^\n;()]{1,120})$"
)
_LABEL_ENDS = re.compile(r"(?<![^\W_])(?P<label>[0-9]{1,3}|[^\W\d_])[)\]*]{0,2}$")
_RUN = re.compile(r"[A-Z]{2,10}(?![^\W_])")
