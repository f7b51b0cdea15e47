"""How what is known of a patient is said in a vignette."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from .text import Language, Text, Value, written


class Section(StrEnum):
    """The parts of a vignette in the order in which they are told."""

    BODY = "body"
    HISTORY = "history"
    VITALS = "vitals"
    FINDINGS = "findings"
    STATEMENTS = "statements"
    HEART_TESTS = "heart tests"
    BLOOD = "blood"
    GAS = "gas"
    URINE = "urine"
    ORDER = "order"


_HEADINGS = {
    Section.HISTORY: Text("History", "과거력"),
    Section.VITALS: Text("Vital signs", "활력징후"),
    Section.FINDINGS: Text("Findings", "소견"),
    Section.HEART_TESTS: Text("Cardiac tests", "심장검사"),
    Section.BLOOD: Text("Blood", "혈액검사"),
    Section.GAS: Text("Arterial gas", "동맥혈가스"),
    Section.URINE: Text("Urine", "소변검사"),
    Section.ORDER: Text("Order", "처방"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Numbers, filled into a template by the names of the values."""

    values: tuple[str, ...]
    section: Section
    template: Text

    def said(self, patient: Mapping[str, Value], language: Language) -> str:
        """Return the phrase for this patient."""
        numbers = {name: written(value) for name in self.values if isinstance(value := patient[name], Decimal)}
        return self.template.of(language).format(**numbers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Something that is present or absent; what is absent is said too."""

    values: tuple[str, ...]
    section: Section
    noun: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """One of several grades, each with its phrase."""

    values: tuple[str, ...]
    section: Section
    phrases: Mapping[Value, Text]

    def said(self, patient: Mapping[str, Value], language: Language) -> str:
        """Return the phrase for this patient."""
        return self.phrases[patient[self.values[0]]].of(language)


Fact = Measured | Condition | Graded


def told(facts: Sequence[Fact], patient: Mapping[str, Value], language: Language) -> str:
    """Return the facts as sentences, section by section."""
    sentences = []
    for section in Section:
        here = [fact for fact in facts if fact.section == section]
        if here:
            sentences.append(_sentence(section, here, patient, language))
    return " ".join(sentences)


def _sentence(section: Section, facts: Iterable[Fact], patient: Mapping[str, Value], language: Language) -> str:
    facts = list(facts)
    phrases = [fact.said(patient, language) for fact in facts if not isinstance(fact, Condition)]
    if section is Section.STATEMENTS:
        return " ".join(f"{phrase}." for phrase in phrases)
    conditions = [fact for fact in facts if isinstance(fact, Condition)]
    present = [fact.noun.of(language) for fact in conditions if patient[fact.values[0]]]
    absent = [fact.noun.of(language) for fact in conditions if not patient[fact.values[0]]]
    body = "; ".join(part for part in (", ".join(phrases), _listed(present, absent, language)) if part)
    text = f"{_HEADINGS[section].of(language)}: {body}" if section in _HEADINGS else body
    return f"{text[0].upper()}{text[1:]}."


def _listed(present: Sequence[str], absent: Sequence[str], language: Language) -> str:
    if language is Language.KOREAN:
        parts = [f"{', '.join(nouns)} {word}" for nouns, word in ((present, "있음"), (absent, "없음")) if nouns]
    else:
        parts = [", ".join(present)] if present else []
        parts += [f"no {_joined(absent)}"] if absent else []
    return "; ".join(parts)


def _joined(nouns: Sequence[str]) -> str:
    return nouns[0] if len(nouns) == 1 else f"{', '.join(nouns[:-1])} or {nouns[-1]}"
