"""From a seed to questions: patients, what they are asked, and the options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from .formulas import FORMULAS
from .options import N_WRONG, wrong_answers
from .scenario import Scenario
from .scenarios import SCENARIOS
from .stream import Element, Stream
from .vignette import Question, ask

MOST_ATTEMPTS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question with its options in the order in which they are shown."""

    question: Question
    options: tuple[Decimal, ...]
    """Right and wrong answers."""
    key: int
    """The position of the right answer, from 0."""


def asked(*, seed: int, n_patients: int, questions_per_patient: int, n_extra_facts: int) -> Iterator[Asked]:
    """Yield the questions patient by patient; a longer list starts with the shorter one."""
    root = Stream(seed)
    scenarios = _balanced(root.child("scenario"), SCENARIOS)
    keys = _balanced(root.child("key"), range(N_WRONG + 1))
    n_used: Counter[str] = Counter()
    for number in range(1, n_patients + 1):
        stream = root.child("patient", number)
        for question, wrong in _questions(
            stream, next(scenarios), number, n_used, questions_per_patient, n_extra_facts
        ):
            n_used[question.formula.key] += 1
            key = next(keys)
            yield Asked(question=question, options=(*wrong[:key], question.gold, *wrong[key:]), key=key)


def _balanced(stream: Stream, elements: Sequence[Element]) -> Iterator[Element]:
    """Yield the elements again and again, each round in a new order."""
    while True:
        yield from stream.shuffled(elements)


def _questions(
    stream: Stream,
    scenario: Scenario,
    number: int,
    n_used: Counter[str],
    n_wanted: int,
    n_extra_facts: int,
) -> list[tuple[Question, list[Decimal]]]:
    """Return questions about the first patient drawn who gives enough good ones, rare formulas first."""
    for attempt in range(MOST_ATTEMPTS):
        draws = stream.child("attempt", attempt)
        patient, opening = scenario.draw(draws.child("values")), draws.choice(scenario.openings)
        found = []
        for key in sorted(draws.shuffled(scenario.formulas), key=lambda key: n_used[key]):
            formula = FORMULAS[key]
            extras = draws.child("extras", key).shuffled(scenario.extras)[:n_extra_facts]
            question = ask(formula, number=number, patient=patient, opening=opening, extras=extras)
            if not formula.low <= question.gold <= formula.high or question.tells_its_answer():
                continue
            wrong = wrong_answers(question, draws.child("options", key))
            if wrong is not None:
                found.append((question, wrong))
            if len(found) == n_wanted:
                return found
    raise ValueError(
        f"No patient of the kind `{scenario.key}` gives {n_wanted} questions; lower `questions_per_patient`."
    )
