"""Reading an answer out of a response with an ordered list of rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from benchtoward.core.errors import Problem, SpecError
from benchtoward.core.extraction.answers import AnswerKind, AnswerSpace
from benchtoward.core.extraction.closing import why_unread
from benchtoward.core.extraction.outcomes import Finding, Parsed, Unparsed, UnparsedReason
from benchtoward.core.extraction.page import Page
from benchtoward.core.extraction.reading import is_taken_back
from benchtoward.core.extraction.rules import Rule
from benchtoward.core.extraction.steps import Step

EXTRACTION_VERSION = 1
"""Raised with every change by which any rule reads any response differently."""


class RuleInUse(NamedTuple):
    """A rule with the parameters that a specification gives it."""

    rule: Rule
    """The rule."""
    step: Step
    """What it does with its parameters."""


class RuleTrace(NamedTuple):
    """What one rule did with a response."""

    rule: str
    """The rule's id; empty for what concerns all rules together."""
    did: str
    """What it did, in a few words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """An ordered list of rules that reads the answer out of a response.

    The first rule that finds something decides. If that is a statement at one place of the text, a
    later statement which another rule reads differently makes the answer undecided.
    """

    rules: Sequence[RuleInUse]
    """The rules in their order."""

    @property
    def versions(self) -> Mapping[str, int]:
        """The version of each rule, in order: what is stored with a run."""
        return {used.rule.id: used.rule.version for used in self.rules}

    @property
    def kinds(self) -> frozenset[AnswerKind]:
        """The kinds of answers that every one of these rules reads."""
        return frozenset.intersection(*(used.rule.kinds for used in self.rules if used.rule.kinds))

    def read(self, text: str, question: AnswerSpace, finish: str | None = None) -> Parsed | Unparsed:
        """Return the answer that `text` gives to `question`, or why none was read.

        `finish` is how the response ended (`stop`, `length`, `content_filter`, `refusal`), where known.
        Raises `SpecError` where a rule does not read this kind of answer; no text makes it raise.
        """
        return self._read(text, question, finish, None)

    def explain(self, text: str, question: AnswerSpace, finish: str | None = None) -> list[RuleTrace]:
        """Return what each rule did, in order, and the outcome last."""
        trace: list[RuleTrace] = []
        outcome = self._read(text, question, finish, trace)
        if isinstance(outcome, Parsed):
            said = f"read {outcome.value} by {outcome.rule}"
        else:
            said = f"unparsed: {outcome.reason} ({outcome.detail})"
        return [*trace, RuleTrace("", said)]

    def _read(
        self, text: str, question: AnswerSpace, finish: str | None, trace: list[RuleTrace] | None
    ) -> Parsed | Unparsed:
        page = Page(text)
        decided: tuple[Rule, Finding] | None = None
        for rule, step in self.rules:
            if rule.kinds and question.kind not in rule.kinds:
                raise _misfit(rule, question.kind)
            if decided and not rule.is_statement:
                continue
            found = step(page, question)
            if trace is not None:
                trace.append(RuleTrace(rule.id, _what(rule, found, page, text)))
            if found is None:
                continue
            if decided and _contradicts(found, decided[1]):
                return why_unread(page, finish, _CONTRADICTION)
            decided = decided or (rule, found)
            if found.reason or not rule.is_statement:
                break
        return _outcome(decided, page, finish)


def _outcome(decided: tuple[Rule, Finding] | None, page: Page, finish: str | None) -> Parsed | Unparsed:
    if decided is None:
        return why_unread(page, finish, None)
    rule, found = decided
    if found.reason:
        return why_unread(page, finish, Unparsed(found.reason, found.detail))
    if rule.is_statement and is_taken_back(page.plain, found):
        return why_unread(page, finish, _TAKEN_BACK)
    return Parsed(found.value, rule.id)


def _contradicts(later: Finding, decided: Finding) -> bool:
    return later.start > decided.start and (bool(later.reason) or later.value != decided.value)


def _what(rule: Rule, found: Finding | None, page: Page, text: str) -> str:
    if not rule.kinds:
        n_removed = len(text) - len(page.raw)
        return f"removed {n_removed} characters" if n_removed else "left the text as it is"
    if found is None:
        return "found nothing"
    if found.reason:
        return f"stopped: {found.reason} ({found.detail})"
    return f"read {found.value}"


def _misfit(rule: Rule, kind: AnswerKind) -> SpecError:
    problem = Problem(
        where=f"the rule `{rule.id}`",
        found=f"an item whose answer is a {kind}",
        expected=f"an answer of the kind {', '.join(sorted(rule.kinds))}",
    )
    return SpecError("The extraction", [problem])


_CONTRADICTION = Unparsed(UnparsedReason.SEVERAL, "two statements with different answers")
_TAKEN_BACK = Unparsed(UnparsedReason.SEVERAL, "doubt is voiced after the last statement")
