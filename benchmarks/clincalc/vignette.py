"""A question about a patient: the vignette in both languages and the right answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from .facts import told
from .formula import Formula
from .known_facts import facts_for
from .scenario import Patient
from .text import Language, Text

_NUMBER = re.compile(r"\d+(?:\.\d+)?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question about one patient."""

    number: int
    """The patient's number, from 1."""
    formula: Formula
    patient: Patient
    stems: Mapping[Language, str]
    """Vignette and question in each language, without options or unit."""
    gold: Decimal

    def tells_its_answer(self) -> bool:
        """Return whether the right number stands somewhere in the text."""
        return any(
            Decimal(number) == abs(self.gold)
            for stem in self.stems.values()
            for number in _NUMBER.findall(stem.replace(",", ""))
        )


def ask(formula: Formula, *, number: int, patient: Patient, opening: Text, extras: Sequence[str]) -> Question:
    """Return the question about `formula`, told with what it needs and `extras`."""
    facts = facts_for([*formula.arguments, *formula.also_shown, *extras])
    stems = {
        language: " ".join(
            (
                _opening(opening, patient, language),
                told(facts, patient, language),
                formula.question.of(language),
            )
        )
        for language in Language
    }
    return Question(number=number, formula=formula, patient=patient, stems=stems, gold=formula.gold(patient))


def _opening(opening: Text, patient: Patient, language: Language) -> str:
    age = str(patient["age"])
    article = "An" if age.startswith("8") or age in ("11", "18") else "A"
    return opening.of(language).format(A=article, age=age, person=_person(patient).of(language))


def _person(patient: Patient) -> Text:
    age = patient["age"]
    if isinstance(age, Decimal) and age < 18:
        return Text("girl", "여아") if patient["female"] else Text("boy", "남아")
    return Text("woman", "여성") if patient["female"] else Text("man", "남성")
