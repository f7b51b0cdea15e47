"""Reading an answer from the words of exactly one option, where no label is given."""

from __future__ import annotations

import re

from benchtoward.core.extraction.answers import ChoiceAnswer
from benchtoward.core.extraction.option_words import OptionTable, Word, end_of, option_table, words_from
from benchtoward.core.extraction.outcomes import Finding

MOST_WORDS = 2_000
"""Only this many words of a response are looked at: with more, no option's text is read."""


def only_option_named(text: str, space: ChoiceAnswer) -> Finding | None:
    """Return the one option whose text occurs, if it is not negated and nothing points to another option."""
    table = option_table(space)
    words = words_from(text, 0, MOST_WORDS + 1)
    if not table.texts or len(words) > MOST_WORDS:
        return None
    named, spans = _named(words, table)
    if len(named) != 1:
        return None
    label = named.pop()
    if not label or _is_within_another(label, table) or _names_a_label(text, spans, label, table):
        return None
    if any(_is_negated(text, start, end) for start, end in spans):
        return None
    return Finding(label, spans[0][0], spans[-1][1])


def _named(words: list[Word], table: OptionTable) -> tuple[set[str], list[tuple[int, int]]]:
    named: set[str] = set()
    spans: list[tuple[int, int]] = []
    first = 0
    while first < len(words):
        step = 1
        for wanted, label in table.texts:
            end = end_of(words, first, wanted) if words[first].text[:1] == wanted[0][:1] else None
            if end is not None:
                named.add(label)
                spans.append((words[first].start, end))
                step = len(wanted)
                break
        first += step
    return named, spans


def _is_within_another(label: str, table: OptionTable) -> bool:
    """Whether the words of an option are part of another's: what is named may then be the other one."""
    own = f" {' '.join(table.own(label))} "
    return any(own in f" {' '.join(words)} " for words, other in table.texts if other != label)


def _names_a_label(text: str, spans: list[tuple[int, int]], label: str, table: OptionTable) -> bool:
    for mention in _MENTION.finditer(text):
        named = mention["letter"] or mention["number"] or mention["counted"]
        if named == label or named not in table.labels:
            continue
        if not any(start <= mention.start() < end for start, end in spans):
            return True
    return False


def _is_negated(text: str, start: int, end: int) -> bool:
    first = max(text.rfind(stop, max(0, start - 400), start) for stop in "\n.;!?") + 1
    stop = _SENTENCE_END.search(text, end)
    last = min(stop.start() if stop else len(text), end + 400)
    return bool(_DOUBT.search(text, first, last))


_MENTION = re.compile(
    r"(?<![^\W_])(?:(?P<letter>(?:(?!A\s[a-z])[A-Z]))(?![^\W_]|'[a-z])"
    r"|(?<=[(\[])(?P<number>[0-9]{1,3})(?=[)\]])|(?P<counted>[0-9]{1,3})번)"
)
_SENTENCE_END = re.compile(r"[\n;!?]|\.(?=\s|$)")
_DOUBT = re.compile(
    r"(?<![^\W_])(?:not|no|nor|neither|never|without|cannot|unlikely|less\slikely|exclud\w{0,5}|incorrect|wrong|rather\sthan"
    r"|instead\sof|against|rul(?:e|es|ed|ing)\sout|unless|if|whether|although|differential|consider(?:ed|ing)?|could|might"
    r"|may|except|avoid\w{0,3}|contraindicated|history|prior|previous(?:ly)?|false|negative|absen\w{1,3})(?![^\W_])"
    r"|n't(?![^\W_])|\?|아니|아닌|아닙|아님|않|없|배제|제외|낮다|낮습|틀|감별|과거력",
    re.IGNORECASE,
)
