"""Finding the sentences that state an answer: `the answer is …`, `I choose …`, `… is the answer`.

They are found by a word that means answer; what may stand around it is a small closed grammar that is
tried once at each occurrence, so the time grows with the length of the text and not faster.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from benchtoward.core.extraction.filling import FILLERS, Filling, cased, spaced
from benchtoward.core.extraction.nouns import QUALITY, Noun, Nouns, right_edge

LONGEST_BEFORE = 160
"""How far before a word that means answer its statement may begin."""


class Statement(NamedTuple):
    """Where a sentence states an answer."""

    begin: int
    """Where it begins."""
    value_at: int
    """Where its value begins, or the filling before it; -1 where its verb denies it."""
    denied_at: int = -1
    """Where the value begins that it denies; -1 where it denies none."""
    verb_at: int = -1
    """Where the verb begins before which the answer stands (`B is the answer`); -1 in other statements."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceGrammar:
    """The sentences of English and Korean, and those that a specification adds."""

    nouns: Nouns
    """Words that mean answer, or verbs that choose one."""
    gap: re.Pattern[str]
    """What may stand between such a word and its verb."""
    verb: re.Pattern[str]
    """The verb, or a sign that stands for it."""
    filling: Filling
    """What may stand between the verb and the value."""
    before_noun: re.Pattern[str]
    """Verb and filling between a value and a word that means answer."""
    clause: re.Pattern[str]
    """A clause that begins with a label: `vitamin A is the answer` holds none."""

    @classmethod
    def of(cls, words: Sequence[str], verbs: Sequence[str], fillers: Sequence[str]) -> SentenceGrammar:
        """Return the grammar with a specification's own words."""
        between = cased([*FILLERS, *fillers])
        added = "".join(rf"|(?<![^\W_]){spaced(verb)}(?![^\W_])" for verb in verbs)
        signs = r"[:=→]|[-=]>|[은는이가](?=[\s:(\[*\"'0-9A-Z])"
        return cls(
            nouns=Nouns.of(_NOUNS, words),
            gap=re.compile(rf"(?:,?[ \n]{{1,2}}(?:{between}|{_GAP})(?![^\W_])){{0,8}},?", re.IGNORECASE),
            verb=re.compile(rf"[)\]*_\"'>}}]{{0,3}}\s{{0,2}}(?:{_VERBS}{added}|{signs})", re.IGNORECASE),
            filling=Filling.of(fillers),
            before_noun=re.compile(
                rf"[ ](?i:{_VERBS_BEFORE}{added})[ ](?:(?:{between}|(?i:{QUALITY}))[ ]){{0,6}}$"
                r"|[이가]\s{0,2}$"
            ),
            clause=re.compile(rf"(?:{_CLAUSE_START}|(?<![^\W_])(?:{between})\s)(?:(?:{between})\s)?{_LABEL_CLAUSE}"),
        )

    def statements(self, text: str, lower: str) -> Iterator[Statement]:
        """Yield every statement, in order."""
        for noun in self.nouns.last_in(text, lower):
            statement = self._forward(text, noun) or self._backward(text, noun)
            if statement:
                yield statement

    def _forward(self, text: str, noun: Noun) -> Statement | None:
        if noun.name[0] == "<":
            return Statement(noun.start, noun.end)
        if _CHOOSING.match(noun.name):
            chosen = noun.name.startswith("leav") or _FIRST_PERSON.search(text, max(0, noun.start - 60), noun.start)
            return Statement(noun.start, noun.end) if chosen else None
        gap = self.gap.match(text, noun.end)
        verb = self.verb.match(text, gap.end() if gap else noun.end)
        if verb is None or _is_hypothetical(text, noun.start, verb[0]):
            return None
        if _NEGATIVE.search(verb[0]):
            return Statement(noun.start, -1, denied_at=verb.end())
        denial = _NOT.match(text, verb.end())
        return Statement(noun.start, verb.end(), denied_at=denial.end() if denial else -1)

    def _backward(self, text: str, noun: Noun) -> Statement | None:
        if _CHOOSING.match(noun.name) or _DENIED_AFTER.match(text, noun.end):
            return None
        first = max(0, noun.start - LONGEST_BEFORE)
        before = self.before_noun.search(text, first, noun.start)
        clause = self.clause.search(text, first, before.start()) if before else None
        if before is None or clause is None:
            return None
        return Statement(noun.start, clause.start("label"), verb_at=before.start())


def turning_point(text: str, start: int) -> int:
    """Return where the right value begins after a denied one: `not A; it is B`; -1 where none follows."""
    turn = _TURN.match(text, start)
    return turn.end() if turn else -1


def korean_turning_point(text: str, start: int) -> int:
    """Return where the right value begins in `1번이 아니라 3번`; -1 where nothing is denied at `start`."""
    turn = _TURN_KOREAN.match(text, start)
    return turn.end() if turn else -1


def _is_hypothetical(text: str, begin: int, verb: str) -> bool:
    first = max(0, begin - 120)
    if _IF.search(text, first, begin) or _OTHERS.search(text, first, begin):
        return True
    return "would" in verb.lower() and bool(_UNREAL.search(text, first, begin))


_EDGE = right_edge("a")
_NOUNS = (
    *(f"{noun}{_EDGE}" for noun in ("answers?", "choice", "option", "response", "alternative", "selection")),
    *(f"{verb}{_EDGE}" for verb in ("choose", "select", "pick", r"go\swith", r"opt\sfor", "leaves", "leaving")),
    "<answer>",
    "<final_answer>",
    *(f"{noun}(?![변률지안란했])" for noun in ("정답", "해답", "답")),
)
_CHOOSING = re.compile(r"choose|select(?!ion)|pick|go\s|opt\s|leav")
_FIRST_PERSON = re.compile(
    r"(?<![^\W_])(?:I|we)(?:'d|'ll|\s(?:would|will|must|should|can|therefore|thus|now|also|have\s+to)){0,2}\s$",
    re.IGNORECASE,
)
_GAP = (
    r"to|for|of|in|here|among|from|the|this|that|these|above|given|question|questions|case|scenario|vignette|patient"
    r"|choice|choices|option|options|letter|(?:I|we)(?:\s+would)?\s+choose|therefore|thus|then|based|on|information|provided|all"
)
_VERBS = (
    r"(?<![^\W_])(?:is|was|would\s+be|should\s+be|must\s+be|will\s+be|has\s+to\s+be|seems\s+to\s+be"
    r"|isn't|wasn't|cannot\s+be|can't\s+be|would\s+not\s+be|wouldn't\s+be)(?![^\W_])"
)
_VERBS_BEFORE = r"is|was|would\sbe|must\sbe|should\sbe"
_CLAUSE_START = (
    r"^|[\n.,;:!?(\[\"'*>]\s{0,3}|(?<![^\W_])(?i:so|thus|therefore|hence|that|conclude|following)\s"
    r"|(?:따라서|그러므로|즉|결국)\s|\s(?=[0-9]{1,3}번)|(?:보기|선택지)\s?"
)
_LABEL_CLAUSE = (
    r"[(\[*\"']{0,3}(?P<label>[0-9]{1,3}|[^\W\d_])번?"
    r"(?:[)\]*\"'.}]{0,3}\s?(?:\([^()\n]{0,100}\)\s?)?|[).:\]]{1,2}\s[^\n;()]{1,120})$"
)
_NEGATIVE = re.compile(r"not|n't", re.IGNORECASE)
_NOT = re.compile(r"\s{0,2}(?:not|never|neither|certainly\s+not|não|nicht|pas)(?![^\W_])", re.IGNORECASE)
_TURN = re.compile(
    r"[^\n]{0,50}?(?:(?<![^\W_])(?:it\s+is|it's|but(?:\s+rather)?|rather|instead|sino|sondern|mais|mas)(?![^\W_])"
    r"|아니(?:라|고))[\s,:]{0,3}",
    re.IGNORECASE,
)
_TURN_KOREAN = re.compile(r"[^\n.]{1,20}?\s아니(?:라|고)[\s,]{0,3}")
_DENIED_AFTER = re.compile(r"[은는이가]?\s{0,2}(?:아니|아닌)|\s?\?")
_ARTICLE = rf"(?:(?:the|my|your|a|{QUALITY})\s){{0,4}}$"
_IF = re.compile(rf"(?<![^\W_])(?:if|whether|suppose|assume|assuming|unless)\s{_ARTICLE}", re.IGNORECASE)
_OTHERS = re.compile(
    rf"(?<![^\W_])(?:one|some|many|people|students|you)\s(?:might|may|could|would)\s(?:\w{{1,20}}\s){{0,3}}{_ARTICLE}",
    re.IGNORECASE,
)
_UNREAL = re.compile(r"(?<![^\W_])(?:if|were|had)(?![^\W_])[^.!?\n]{0,110}$", re.IGNORECASE)
