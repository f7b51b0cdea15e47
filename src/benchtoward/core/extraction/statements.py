"""Finding the places in a text where an answer is stated: `Answer: …`, `the answer is …`, `… is the answer`.

A place is found by a word that means answer; what may stand around the word is a small closed grammar, tried once at
each occurrence, so the time grows with the length of the text and not faster.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from benchtoward.core.extraction.plain_text import BOXED, plain_text

MOST_PLACES = 300
"""Only this many places of a text are looked at: the last ones."""


class Place(NamedTuple):
    """Where an answer should stand."""

    begin: int
    """Where the statement begins."""
    value_at: int
    """Where its value begins."""
    is_bare: bool = False
    """Whether nothing but a space parts the word from the value, which must then end its line."""
    denied_at: int = -1
    """Where the value begins that the statement denies; -1 where it denies none."""
    verb_at: int = -1
    """Where the verb begins before which the answer stands (`B is the answer`); -1 in all other statements."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerGrammar:
    """Words that, at the start of a line, mark the answer."""

    nouns: re.Pattern[str]

    @classmethod
    def of(cls, words: Sequence[str]) -> MarkerGrammar:
        """Return the grammar of English and Korean with a spec's own words added."""
        return cls(nouns=re.compile(_either(_MARKER_NOUNS, words) + rf"|{BOXED}", re.IGNORECASE))

    def places(self, text: str) -> Iterator[Place]:
        """Yield every line-anchored marker and every LaTeX box, in order."""
        for noun in _last_of(self.nouns, text):
            if noun[0] == BOXED:
                yield Place(noun.start(), noun.end())
            elif _starts_line(text, noun.start()):
                tail = _MARKER_TAIL.match(text, noun.end())
                if tail:
                    yield Place(noun.start(), tail.end(), is_bare=tail["bare"] is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceGrammar:
    """Sentences that state the answer."""

    nouns: re.Pattern[str]
    gap: re.Pattern[str]
    verb: re.Pattern[str]
    fill: re.Pattern[str]
    before_noun: re.Pattern[str]

    @classmethod
    def of(cls, words: Sequence[str], verbs: Sequence[str], fillers: Sequence[str]) -> SentenceGrammar:
        """Return the grammar of English and Korean with a spec's own words added."""
        between = _cased([*_FILLERS, *fillers])
        verb = rf"(?:{_either(_VERBS, verbs)}|[:=→]|[-=]>|[은는이가](?=[\s:(\[*\"'0-9A-Z]))"
        return cls(
            nouns=re.compile(_either(_NOUNS, words), re.IGNORECASE),
            gap=re.compile(rf"(?:,?[ \n]{{1,2}}(?:{between}|{_GAP})(?![^\W_])){{0,8}},?", re.IGNORECASE),
            verb=re.compile(rf"[)\]*_\"'>}}]{{0,3}}\s{{0,2}}{verb}", re.IGNORECASE),
            fill=re.compile(rf"(?:[\s:=,*_\"'(\[→>-]{{1,8}}(?:{between})(?![^\W_])){{1,6}}[ ]{{0,2}}[:=]?"),
            before_noun=re.compile(
                rf"[ ](?i:{_either(_VERBS_BEFORE, verbs)})[ ](?:(?:{between}|(?i:{_QUALITY}))[ ]){{0,6}}$"
            ),
        )

    def places(self, text: str) -> Iterator[Place]:
        """Yield every statement, in order."""
        for noun in _last_of(self.nouns, text):
            place = self._after(text, noun) or self._before(text, noun)
            if place:
                yield place

    def filled(self, text: str, start: int) -> int:
        """Return where the value begins if what stands at `start` is filling: `the option`, `most likely`."""
        fill = self.fill.match(text, start)
        return fill.end() if fill else start

    def turned(self, text: str, start: int) -> int:
        """Return where the right value begins after a denied one: `not A; it is B`; -1 where none follows."""
        turn = _TURN.match(text, start)
        return turn.end() if turn else -1

    def turned_korean(self, text: str, start: int) -> int:
        """Return where the right value begins in `1번이 아니라 3번`; -1 where nothing is denied at `start`."""
        turn = _TURN_KOREAN.match(text, start)
        return turn.end() if turn else -1

    def _after(self, text: str, noun: re.Match[str]) -> Place | None:
        if noun[0].startswith("<"):
            return Place(noun.start(), noun.end())
        if not _may_state(text, noun):
            return None
        if _IS_VERB.match(noun[0]):
            return Place(noun.start(), noun.end())
        gap = self.gap.match(text, noun.end())
        verb = self.verb.match(text, gap.end() if gap else noun.end())
        if verb is None or _is_hypothetical(text, noun.start(), verb[0]):
            return None
        return Place(noun.start(), verb.end(), denied_at=_denied_at(text, verb))

    def _before(self, text: str, noun: re.Match[str]) -> Place | None:
        first = max(0, noun.start() - _LONGEST_BEFORE)
        before = self.before_noun.search(text[first : noun.start()]) or _KOREAN_BEFORE.search(
            text[first : noun.start()]
        )
        if before is None or _DENIED_AFTER.match(text, noun.end()):
            return None
        return Place(noun.start(), noun.end(), verb_at=first + before.start())


def _denied_at(text: str, verb: re.Match[str]) -> int:
    if _NEGATIVE_VERB.search(verb[0]):
        return verb.end()
    denial = _NOT.match(text, verb.end())
    return denial.end() if denial else -1


def _last_of(pattern: re.Pattern[str], text: str) -> Sequence[re.Match[str]]:
    return list(pattern.finditer(text))[-MOST_PLACES:]


def _starts_line(text: str, at: int) -> bool:
    line = text.rfind("\n", max(0, at - _LONGEST_LEAD), at)
    if line < 0 and at > _LONGEST_LEAD:
        return False
    return bool(_LEAD.fullmatch(text, line + 1, at))


def _may_state(text: str, noun: re.Match[str]) -> bool:
    before = text[max(0, noun.start() - 60) : noun.start()]
    if _IS_PLAIN_NOUN.match(noun[0]):
        return bool(_QUALIFIED.search(before))
    if _IS_VERB.match(noun[0]) and not noun[0].lower().startswith("leav"):
        return bool(_FIRST_PERSON.search(before))
    return True


def _is_hypothetical(text: str, begin: int, verb: str) -> bool:
    before = text[max(0, begin - 120) : begin]
    if _IF.search(before) or _OTHERS.search(before):
        return True
    return "would" in verb.lower() and bool(_UNREAL.search(before))


def _either(own: str, words: Sequence[str]) -> str:
    added = "".join(f"|{_word(word)}" for word in words)
    return rf"(?:{own}{added})"


def _cased(words: Sequence[str]) -> str:
    """Words in any case, but one letter alone only as given: `a` is an article, `A` may be an option."""
    single = [word for word in words if len(word) == 1]
    longer = [word for word in words if len(word) > 1]
    return "|".join([*(re.escape(word) for word in single), f"(?i:{'|'.join(map(_spaced, longer))})"])


def _word(word: str) -> str:
    plain = plain_text(word)
    left = r"(?<![^\W_])" if plain[:1].isalnum() else ""
    right = r"(?![^\W_])" if plain[-1:].isalnum() and plain[-1:] < "가" else ""
    return f"{left}{_spaced(plain)}{right}"


def _spaced(word: str) -> str:
    return r"\s{1,3}".join(map(re.escape, plain_text(word).split()))


_LONGEST_LEAD = 80
_LONGEST_BEFORE = 160
_QUALITY = (
    r"correct|best|right|final|appropriate|likely|suitable|accurate|selected|chosen|preferred|ideal|only|optimal"
    r"|recommended|single|most|true|next|overall"
)
_MARKER_NOUNS = (
    rf"(?<![^\W_])answers?(?![^\W_])|(?<![^\W_])(?:{_QUALITY}|my)\s(?:choice|option|selection|response)(?![^\W_])"
    r"|(?<![가-힣])(?:정답|해답|답)(?![가-힣])"
)
_MARKER_TAIL = re.compile(
    r"(?:\s(?:choice|option|letter|key|number|번호)(?![^\W_]))?(?:\s(?:to|for|the|this|question|[0-9]{1,3})){0,5}"
    r"[ \t]{0,3}[*_\"'\])}>]{0,4}[ \t]{0,3}"
    r"(?:[:=|\-–—→]{1,3}>?|\n|(?=[(\[])|(?P<bare>(?<=[ \t])))"
)
_LEAD = re.compile(
    r"(?:[^\w\n]|_){0,16}(?:(?:the|my|so|thus|therefore|hence|and|finally|single|conclusion|in conclusion"
    rf"|{_QUALITY}|최종|따라서|그러므로|[0-9]{{1,2}}[.)])[,:]?[ \t]{{1,3}}[*_\"']{{0,3}}){{0,5}}",
    re.IGNORECASE,
)
_NOUNS = (
    r"(?<![^\W_])(?:answers?|choice|option|response|alternative|selection|choose|select|pick|go\s+with|opt\s+for"
    r"|leav(?:es|ing))(?![^\W_])|<(?:final_)?answer>|(?<![가-힣])(?:정답|해답|답)(?![변률지안란했])"
)
_IS_PLAIN_NOUN = re.compile(r"(?:choice|option|response|alternative|selection)$", re.IGNORECASE)
_IS_VERB = re.compile(r"(?:choose|select|pick|go|opt|leav)", re.IGNORECASE)
_QUALIFIED = re.compile(rf"(?<![^\W_])(?:{_QUALITY}|my)\s(?:\w{{1,20}}\s)?$", re.IGNORECASE)
_FIRST_PERSON = re.compile(
    r"(?<![^\W_])(?:I|we)(?:'d|'ll|\s(?:would|will|must|should|can|therefore|thus|now|also|have\s+to)){0,2}\s$",
    re.IGNORECASE,
)
_GAP = (
    r"to|for|of|in|here|among|from|the|this|that|these|above|given|question|questions|case|scenario|vignette|patient"
    r"|choice|choices|option|options|letter|I|we|would|choose|therefore|thus|then|based|on|information|provided|all"
)
_VERBS = r"(?<![^\W_])(?:is|was|would\s+be|should\s+be|must\s+be|will\s+be|has\s+to\s+be|seems\s+to\s+be)(?![^\W_])"
_VERBS += r"|(?<![^\W_])(?:isn't|wasn't|cannot\s+be|can't\s+be|would\s+not\s+be|wouldn't\s+be)(?![^\W_])"
_VERBS_BEFORE = r"(?:is|are|was|would\s+be|must\s+be|should\s+be)"
_FILLERS = (
    "therefore thus clearly likely most probably indeed definitely simply still then hence actually the option options"
    " choice letter answer number alternative statement following only us with me just 보기 선택지 선지 바로"
).split()
_NOT = re.compile(r"\s{0,2}(?:not|never|neither|certainly\s+not|não|nicht|pas)(?![^\W_])", re.IGNORECASE)
_NEGATIVE_VERB = re.compile(r"not|n't", re.IGNORECASE)
_TURN = re.compile(
    r"[^\n]{0,50}?(?:(?<![^\W_])(?:it\s+is|it's|but(?:\s+rather)?|rather|instead|sino|sondern|mais|mas)(?![^\W_])"
    r"|아니(?:라|고))[\s,:]{0,3}",
    re.IGNORECASE,
)
_TURN_KOREAN = re.compile(r"[^\n.]{1,20}?\s아니(?:라|고)[\s,]{0,3}")
_KOREAN_BEFORE = re.compile(r"[이가]\s{0,2}$")
_DENIED_AFTER = re.compile(r"[은는이가]?\s{0,2}(?:아니|아닌)|\s?\?")
_ARTICLE = rf"(?:(?:the|my|your|a|{_QUALITY})\s){{0,4}}$"
_IF = re.compile(rf"(?<![^\W_])(?:if|whether|suppose|assume|assuming|unless)\s{_ARTICLE}", re.IGNORECASE)
_OTHERS = re.compile(
    rf"(?<![^\W_])(?:one|some|many|people|students|you)\s(?:might|may|could|would)\s(?:\w{{1,20}}\s){{0,3}}{_ARTICLE}",
    re.IGNORECASE,
)
_UNREAL = re.compile(r"(?<![^\W_])(?:if|were|had)(?![^\W_])[^.!?\n]{0,110}$", re.IGNORECASE)
