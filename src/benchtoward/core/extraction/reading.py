"""Reading the last statement of an answer in a text, whatever kind of answer it is."""

from __future__ import annotations

import re

from benchtoward.core.extraction.answers import AnswerSpace, ChoiceAnswer, LabelAnswer
from benchtoward.core.extraction.filling import Filling
from benchtoward.core.extraction.markers import MarkerGrammar
from benchtoward.core.extraction.outcomes import Finding, UnparsedReason
from benchtoward.core.extraction.page import Page
from benchtoward.core.extraction.sentences import (
    SentenceGrammar,
    Statement,
    korean_turning_point,
    turning_point,
)
from benchtoward.core.extraction.values import names_another, value_at, value_before


def last_marked(grammar: MarkerGrammar, page: Page, space: AnswerSpace) -> Finding | None:
    """Return what the last marker says that can be read."""
    text = page.plain
    last: Finding | None = None
    for mark in grammar.marks(text, page.lower):
        if mark.is_bare and not isinstance(space, ChoiceAnswer | LabelAnswer):
            continue
        found = _value(grammar.filling, text, mark.value_at, mark.begin, space)
        if found is None or (mark.is_bare and not _LINE_END.match(text, found.end)):
            continue
        if last and found.value != last.value and _NEXT_QUESTION.search(text, last.end, found.start):
            return Finding("", found.start, found.end, UnparsedReason.SEVERAL, "answers to more than one question")
        last = found
    return last


def last_stated(grammar: SentenceGrammar, page: Page, space: AnswerSpace) -> Finding | None:
    """Return what the last sentence says that can be read, unless a later one denies or blurs it."""
    text = page.plain
    last: Finding | None = None
    blurred_at = -1
    denied: dict[str, int] = {}
    for statement in grammar.statements(text, page.lower):
        found = _stated(grammar, text, statement, space)
        if found is None and statement.denied_at >= 0:
            found = _corrected(grammar, text, statement, denied, space)
        elif found is None and last and _blurs(text, statement, last, space):
            blurred_at = statement.begin
        last = found or last
    if last and denied.get(last.value, -1) > last.start:
        return Finding("", last.start, last.end, UnparsedReason.NO_ANSWER, "an answer that is taken back")
    if last and blurred_at > last.start:
        return Finding("", last.start, last.end, UnparsedReason.SEVERAL, "a later statement names another option")
    return last


def is_taken_back(text: str, found: Finding) -> bool:
    """Whether doubt is voiced after the last statement: `Wait, …`, `let me reconsider`."""
    return bool(_TAKEN_BACK.search(text, found.end))


def _stated(grammar: SentenceGrammar, text: str, statement: Statement, space: AnswerSpace) -> Finding | None:
    if statement.verb_at >= 0:
        return value_before(text, statement, space)
    if statement.value_at < 0:
        return None
    if statement.denied_at >= 0:  # an option's own text may begin with `not`
        is_text = isinstance(space, ChoiceAnswer | LabelAnswer)
        return value_at(text, statement.value_at, statement.begin, space) if is_text else None
    found = _value(grammar.filling, text, statement.value_at, statement.begin, space)
    if found:
        return found
    turn = korean_turning_point(text, statement.value_at)
    return _value(grammar.filling, text, turn, statement.begin, space) if turn >= 0 else None


def _blurs(text: str, statement: Statement, last: Finding, space: AnswerSpace) -> bool:
    """Whether a later statement that can't be read names another option."""
    return statement.verb_at < 0 and names_another(text, statement.value_at, last.value, space)


def _corrected(
    grammar: SentenceGrammar, text: str, statement: Statement, denied: dict[str, int], space: AnswerSpace
) -> Finding | None:
    """Note the value that a statement denies, and return the one that it puts in its place."""
    wrong = _value(grammar.filling, text, statement.denied_at, statement.begin, space)
    if wrong and wrong.value:
        denied[wrong.value] = statement.begin
    turn = turning_point(text, wrong.end if wrong else statement.denied_at)
    return _value(grammar.filling, text, turn, statement.begin, space) if turn >= 0 else None


def _value(filling: Filling, text: str, start: int, begin: int, space: AnswerSpace) -> Finding | None:
    found = value_at(text, start, begin, space)
    if found:
        return found
    at = filling.end(text, start)
    return value_at(text, at, begin, space) if at > start else None


_LINE_END = re.compile(r"[^\w\n]{0,8}(?:\n|$)")
_NEXT_QUESTION = re.compile(r"\n[^\w\n]{0,6}(?:question|q|문제|문항)(?:\s?[0-9]{1,4})?\s?[:.)]", re.IGNORECASE)
_DOUBTS = (
    r"wait(?<![^\W_]wait)(?:,|\.\.|!|\s?[-–—]|\sno(?![^\W_]))",
    r"hold on[,.]",
    r"scratch that",
    r"on second thought",
    r"correction:",
    r"let me re-?(?:consider|think|check|evaluate|examine)",
    r"I (?:made an?|was) (?:mistake|error|wrong|mistaken)",
    r"actually, (?:the answer|it is|it's|option|no(?![^\W_]))",
    r"잠깐[,.\s]",
    r"다시 생각",
    r"아니다[,.\s]",
)
_TAKEN_BACK = re.compile("|".join(f"{doubt}|{doubt[0].upper()}{doubt[1:]}" for doubt in _DOUBTS))
