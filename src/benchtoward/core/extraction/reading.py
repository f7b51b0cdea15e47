"""Reading the last statement of an answer in a text, whatever kind of answer it is."""

from __future__ import annotations

import re
from collections.abc import Callable

from benchtoward.core.extraction.outcomes import Finding, UnparsedReason
from benchtoward.core.extraction.statements import MarkerGrammar, Place, SentenceGrammar

ReadAt = Callable[[str, int, int], Finding | None]
"""Reads the value that stands at the second place of a text, in a statement that begins at the third."""


def last_marked(grammar: MarkerGrammar, text: str, read_at: ReadAt) -> Finding | None:
    """Return what the last marker says that can be read."""
    last: Finding | None = None
    for place in grammar.places(text):
        found = read_at(text, place.value_at, place.begin)
        if found is None or (place.is_bare and not _LINE_END.match(text, found.end)):
            continue
        if last and found.value != last.value and _NEXT_QUESTION.search(text, last.end, found.start):
            return Finding("", found.start, found.end, UnparsedReason.SEVERAL, "answers to more than one question")
        last = found
    return last


def last_stated(
    grammar: SentenceGrammar, text: str, read_at: ReadAt, read_before: ReadAt | None = None
) -> Finding | None:
    """Return what the last sentence says that can be read; nothing stands that a later sentence denies."""
    last: Finding | None = None
    denied: dict[str, int] = {}
    for place in grammar.places(text):
        found = _stated(grammar, text, place, read_at, read_before)
        if found is None and place.denied_at >= 0:
            wrong = _value(grammar, text, place.denied_at, place.begin, read_at)
            if wrong and wrong.value:
                denied[wrong.value] = place.begin
            turn = grammar.turned(text, wrong.end if wrong else place.denied_at)
            found = _value(grammar, text, turn, place.begin, read_at) if turn >= 0 else None
        last = found or last
    if last and denied.get(last.value, -1) > last.start:
        return Finding("", last.start, last.end, UnparsedReason.NO_ANSWER, "an answer that is taken back")
    return last


def is_taken_back(text: str, found: Finding) -> bool:
    """Whether doubt is voiced after the last statement: `Wait, …`, `let me reconsider`."""
    return bool(_TAKEN_BACK.search(text, found.end))


def _stated(
    grammar: SentenceGrammar, text: str, place: Place, read_at: ReadAt, read_before: ReadAt | None
) -> Finding | None:
    if place.verb_at >= 0:
        return read_before(text, place.verb_at, place.begin) if read_before else None
    found = read_at(text, place.value_at, place.begin)
    if found or place.denied_at >= 0:
        return found
    found = _value(grammar, text, place.value_at, place.begin, read_at)
    if found is None:
        turn = grammar.turned_korean(text, place.value_at)
        found = _value(grammar, text, turn, place.begin, read_at) if turn >= 0 else None
    return found


def _value(grammar: SentenceGrammar, text: str, start: int, begin: int, read_at: ReadAt) -> Finding | None:
    found = read_at(text, start, begin)
    if found:
        return found
    filled = grammar.filled(text, start)
    return read_at(text, filled, begin) if filled > start else None


_LINE_END = re.compile(r"[^\w\n]{0,8}(?:\n|$)")
_NEXT_QUESTION = re.compile(r"\n[^\w\n]{0,6}(?:question|q|문제|문항)(?:\s?[0-9]{1,4})?\s?[:.)]", re.IGNORECASE)
_TAKEN_BACK = re.compile(
    r"(?<![^\W_])(?:[Ww]ait(?:,|\.\.|!|\s-|-|\s—|—|\sno\b)|[Hh]old on[,.]|[Ss]cratch that|[Oo]n second thought"
    r"|Correction:|[Ll]et me (?:re-?consider|re-?think|re-?check|re-?evaluate|re-?examine)"
    r"|I (?:made a|made an|was) (?:mistake|error|wrong|mistaken)|[Aa]ctually, (?:the answer|it is|it's|option|no))"
    r"|(?<![가-힣])(?:잠깐|다시 생각|아니다)[,.\s]"
)
