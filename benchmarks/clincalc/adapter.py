"""The item table of ClinCalc: one row a question and language, made from a seed alone.

Parameters: `task` (`mc` or `numeric`), `seed`, `n_patients`, `questions_per_patient`, `extra_facts` (how many
facts are told beside those needed) and `reply` (`short`: the answer line alone; `worked`: working first).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, localcontext
from pathlib import Path

from .formula import POINTS
from .generate import Asked, asked
from .text import Language, Text, plain, written

LETTERS = "ABCD"
TASKS = ("mc", "numeric")

_ARITHMETIC = Context(prec=34, rounding=ROUND_HALF_EVEN)
"""The precision of IEEE 754 decimal128, the same on every platform."""

_LETTER_REPLY = {
    "short": Text(
        "Which option is right? Reply with one letter.\nAnswer:",
        "옳은 보기는? 알파벳 하나로만 답하십시오.\n정답:",
    ),
    "worked": Text(
        'Work it out, then finish with one line: "Answer: " and the letter of the right option.',
        '계산 과정을 쓴 뒤, 마지막 줄에 "정답: "과 옳은 보기의 알파벳을 쓰십시오.',
    ),
}
_NUMBER_REPLY = {
    "short": Text("Reply with the number alone, no unit.\nAnswer:", "단위 없이 숫자로만 답하십시오.\n정답:"),
    "worked": Text(
        'Work it out, then finish with one line: "Answer: " and the number, without its unit.',
        '계산 과정을 쓴 뒤, 마지막 줄에 "정답: "과 숫자를 단위 없이 쓰십시오.',
    ),
}
_SAME_UNITS = {
    "points": ("point",),
    "mmol/L": ("mEq/L",),
    "mmol": ("mEq",),
    "mOsm/kg": ("mOsm/L",),
    "mmHg": ("mm Hg",),
    "ms": ("msec",),
    "L": ("liters", "litres"),
}
"""Other names of the units that are asked for; sodium, chloride and bicarbonate have one charge each."""

_ROUNDING = (
    Text("as a whole number", "정수로"),
    Text("to one decimal place", "소수 첫째 자리까지"),
    Text("to two decimal places", "소수 둘째 자리까지"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The parameters of the reader."""

    task: str
    seed: int
    n_patients: int
    questions_per_patient: int
    extra_facts: int
    reply: str

    def __post_init__(self) -> None:
        for name, allowed in (("task", TASKS), ("reply", tuple(_LETTER_REPLY))):
            if getattr(self, name) not in allowed:
                raise ValueError(f"`{name}` is {getattr(self, name)!r}; give {' or '.join(allowed)}.")
        for name, least in (("n_patients", 1), ("questions_per_patient", 1), ("extra_facts", 0), ("seed", 0)):
            if getattr(self, name) < least:
                raise ValueError(f"`{name}` is {getattr(self, name)}; give {least} or more.")


def items(files: Mapping[str, Path], parameters: Mapping[str, object]) -> Iterable[Mapping[str, object]]:
    """Return the rows. Raises ValueError on a wrong parameter, and where files are given: none are needed."""
    if files:
        raise ValueError(f"ClinCalc is generated from its seed; take {', '.join(sorted(files))} out of `files`.")
    settings = _settings(parameters)
    row = _choice_row if settings.task == "mc" else _numeric_row
    with localcontext(_ARITHMETIC):
        return [
            row(one, language, settings.reply)
            for one in asked(
                seed=settings.seed,
                n_patients=settings.n_patients,
                questions_per_patient=settings.questions_per_patient,
                n_extra_facts=settings.extra_facts,
            )
            for language in Language
        ]


def _settings(parameters: Mapping[str, object]) -> Settings:
    names = set(Settings.__dataclass_fields__)
    if set(parameters) != names:
        wrong = ", ".join(sorted(set(parameters) ^ names))
        raise ValueError(f"The adapter of ClinCalc takes {', '.join(sorted(names))}; missing or unknown: {wrong}.")
    numbers = {name: parameters[name] for name in names - {"task", "reply"}}
    whole = {name: value for name, value in numbers.items() if isinstance(value, int) and not isinstance(value, bool)}
    if len(whole) < len(numbers):
        raise ValueError(f"{', '.join(sorted(set(numbers) - set(whole)))}: give whole numbers.")
    return Settings(task=str(parameters["task"]), reply=str(parameters["reply"]), **whole)


def _choice_row(one: Asked, language: Language, reply: str) -> Mapping[str, object]:
    unit = one.question.formula.unit.of(language)
    return {
        **_shared(one, language),
        "question": one.question.stems[language],
        "options": [_with_unit(written(value), unit) for value in one.options],
        "instruction": _LETTER_REPLY[reply].of(language),
        "target": LETTERS[one.key],
    }


def _numeric_row(one: Asked, language: Language, reply: str) -> Mapping[str, object]:
    formula = one.question.formula
    unit = formula.unit.of(language)
    tolerance = formula.tolerance.absolute(one.question.gold, formula.decimals)
    return {
        **_shared(one, language),
        "question": f"{one.question.stems[language]} {_wanted(one, language)}",
        "unit": unit,
        "accepted_units": [unit, *_SAME_UNITS.get(unit, ())] if unit else [],
        "instruction": _NUMBER_REPLY[reply].of(language),
        "target": plain(one.question.gold),
        "tolerance": plain(tolerance),
    }


def _shared(one: Asked, language: Language) -> Mapping[str, object]:
    patient, formula = f"p{one.question.number:04d}", one.question.formula
    return {
        "id": f"{patient}-{formula.key}-{language}",
        "patient": patient,
        "language": str(language),
        "category": str(formula.category),
        "formula": formula.key,
    }


def _with_unit(number: str, unit: str) -> str:
    if unit in ("", "%", "점"):
        return f"{number}{unit}"
    return f"{number} {_singular(number, unit)}"


def _singular(number: str, unit: str) -> str:
    return "point" if unit == "points" and number in ("1", "−1") else unit


def _wanted(one: Asked, language: Language) -> str:
    """Say the unit and the rounding that are asked for."""
    formula = one.question.formula
    unit, rounding = formula.unit.of(language), _ROUNDING[formula.decimals].of(language)
    if formula.unit is POINTS:
        return Text(f"Give the score {rounding}.", f"점수를 {rounding} 쓰십시오.").of(language)
    if language is Language.KOREAN:
        return f"답은 {f'{unit} 단위로 ' if unit else ''}{rounding} 쓰십시오."
    return f"Give the answer{f' in {unit}' if unit else ''} {rounding}."
