"""Wrong options: what typical mistakes give, kept apart from the right answer and from each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal

from .formula import POINTS, Formula
from .stream import Stream
from .text import rounded
from .vignette import Question

N_WRONG = 3

_SLIP_FACTORS = tuple(Decimal(factor) for factor in ("0.9", "1.1", "0.8", "1.2", "0.7", "1.3", "0.6", "1.4", "1.5"))
_LARGEST_RATIO = 25
"""A wrong option this many times too large or small would be dismissed at a glance."""


def wrong_answers(question: Question, stream: Stream) -> list[Decimal] | None:
    """Return three wrong answers, or None where the mistakes don't give three that differ.

    How many of them lie below the right answer is drawn first, so that the right answer's rank tells little.
    At most one is a slip of arithmetic where the typical mistakes allow it.
    """
    typical = stream.shuffled(_typical(question))
    slips = stream.shuffled(_slips(question))
    for n_slips in range(1, N_WRONG + 1):
        for n_below in stream.shuffled(range(N_WRONG + 1)):
            chosen = _chosen(question, typical, slips, n_below, n_slips)
            if chosen is not None:
                return chosen
    return None


def _typical(question: Question) -> list[Decimal]:
    return _admissible(question, (value for _, value in question.formula.wrong(question.patient)))


def _slips(question: Question) -> list[Decimal]:
    formula, gold = question.formula, question.gold
    if formula.steps:
        return _admissible(question, (gold + sign * step for step in formula.steps for sign in (-1, 1)))
    return _admissible(question, (rounded(gold * factor, formula.decimals) for factor in _SLIP_FACTORS))


def _admissible(question: Question, values: Iterable[Decimal]) -> list[Decimal]:
    return [value for value in dict.fromkeys(values) if _is_believable(question.formula, question.gold, value)]


def _is_believable(formula: Formula, gold: Decimal, value: Decimal) -> bool:
    if formula.unit is POINTS:
        return formula.low <= value <= formula.high
    return gold / _LARGEST_RATIO < value < gold * _LARGEST_RATIO


def _chosen(
    question: Question, typical: list[Decimal], slips: list[Decimal], n_below: int, n_slips: int
) -> list[Decimal] | None:
    margin, taken = question.formula.margin(question.gold), [question.gold]
    room = {True: n_below, False: N_WRONG - n_below}
    for value, is_slip in _candidates(typical, slips):
        is_below = value < question.gold
        if (is_slip and not n_slips) or not room[is_below]:
            continue
        if all(abs(value - other) >= margin for other in taken):
            taken.append(value)
            room[is_below] -= 1
            n_slips -= is_slip
    return taken[1:] if not any(room.values()) else None


def _candidates(typical: list[Decimal], slips: list[Decimal]) -> Iterator[tuple[Decimal, bool]]:
    yield from ((value, False) for value in typical)
    yield from ((value, True) for value in slips)
