"""Reading the cells of submitted predictions: JSON values or the text of a table."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from benchtoward.core.canonical import Json, canonical_json
from benchtoward.core.errors import InvalidInputError
from benchtoward.core.results import Finish, PredictionStatus
from benchtoward.core.spec import Spec, Task
from benchtoward.formats.json_text import JsonTextError, parse_json

LONGEST_ID = 512
LONGEST_ANSWER = 1 << 16
LONGEST_RAW = 1 << 20
MOST_REPEATS = 1_000

_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?\Z", re.ASCII)
_DECLARED = (PredictionStatus.ERROR, PredictionStatus.MISSING)
_SUM_TOLERANCE = 1e-6

_Choice = TypeVar("_Choice", PredictionStatus, Finish)


class CellError(ValueError):
    """A cell can't be read; says what stands there and what would be right."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(f"{found}; expected {expected}")
        self.found = found
        self.expected = expected


def brief(value: object) -> str:
    """Return a value as it may stand in a message: in full where it is short, else by its length."""
    text = repr(value)
    return text if len(text) <= 42 else f"a {type(value).__name__} of {len(text)} characters"


def item_id_of(value: Json) -> str:
    """Return an item id: text, or a whole number as text."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str) or not value or len(value) > LONGEST_ID:
        raise CellError(brief(value), f"an item id of 1 to {LONGEST_ID} characters")
    return value


def repeat_of(value: Json) -> int:
    """Return which repeat a row is of, from 0."""
    number = int(value) if isinstance(value, str) and re.fullmatch(r"[0-9]{1,6}", value) else value
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < MOST_REPEATS:
        raise CellError(brief(value), f"a whole number from 0 to {MOST_REPEATS - 1}")
    return number


def raw_of(value: Json) -> str:
    """Return the text of a response, which may be empty."""
    if not isinstance(value, str) or len(value) > LONGEST_RAW:
        found = f"{len(value)} characters" if isinstance(value, str) else f"a {type(value).__name__}"
        raise CellError(found, f"the text of a response, of at most {LONGEST_RAW} characters")
    return value


def prediction_of(value: Json, spec: Spec) -> str:
    """Return an answer as results hold it: a class, option letters joined by commas, a number as text."""
    text = _answer_text(value)
    if spec.task is Task.CLASSIFICATION:
        return _one_of(text, spec.classes)
    if spec.task in (Task.NUMERIC_ANSWER, Task.REGRESSION):
        if not _NUMBER.match(text) or not math.isfinite(float(text)):
            raise CellError(brief(value), "a finite number such as -12.5")
        return text
    if spec.task is Task.MULTIPLE_CHOICE and spec.prompt is not None:
        labels = {_one_of(part.strip(), spec.prompt.option_labels) for part in text.split(",")}
        return ",".join(sorted(labels))
    return text


def probability_pair(value: Json, spec: Spec) -> tuple[float, ...]:
    """Return the probabilities of both classes from the one of the positive class."""
    if len(spec.classes) != 2 or not spec.positive:
        raise CellError("a single probability", "`probabilities` of all classes: no positive class is named")
    probability = _probability(value)
    return tuple(probability if name == spec.positive else 1 - probability for name in spec.classes)


def probabilities_of(value: Json, spec: Spec) -> tuple[float, ...]:
    """Return one probability a class, from a list in the order of the classes or from a mapping by class."""
    if not spec.classes:
        raise CellError("probabilities", "an answer of the benchmark's task, which has no classes")
    values = _listed(_parsed(value), spec.classes)
    probabilities = tuple(_probability(part) for part in values)
    if not math.isclose(math.fsum(probabilities), 1, abs_tol=_SUM_TOLERANCE):
        found = f"probabilities that add up to {math.fsum(probabilities):.7g}"
        raise CellError(found, "a sum of 1; give at least seven digits")
    return probabilities


def status_of(value: Json) -> PredictionStatus:
    """Return a declared status: the model failed on the item, or the submitter has no answer."""
    return _choice(value, _DECLARED)


def finish_of(value: Json) -> Finish:
    """Return how the response ended."""
    return _choice(value, tuple(finish for finish in Finish if finish))


def _answer_text(value: Json) -> str:
    if isinstance(value, bool):
        raise CellError(brief(value), "an answer as text")
    if isinstance(value, int | float):
        return _number_text(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        value = ",".join(part if isinstance(part, str) else brief(part) for part in value)
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_ANSWER:
        raise CellError(brief(value), f"an answer of 1 to {LONGEST_ANSWER} characters")
    return value.strip()


def _number_text(value: float) -> str:
    try:
        return canonical_json(value).decode()
    except InvalidInputError:
        raise CellError(brief(value), "a finite number below 2^53, or text in quotes") from None


def _one_of(text: str, labels: Sequence[str]) -> str:
    if text not in labels:
        raise CellError(brief(text), f"one of {', '.join(labels)}")
    return text


def _parsed(value: Json) -> Json:
    if not isinstance(value, str):
        return value
    try:
        return parse_json(value, deepest=2)
    except JsonTextError as fault:
        raise CellError(str(fault), "probabilities as JSON: a list, or a mapping by class") from None


def _listed(value: Json, classes: Sequence[str]) -> Sequence[Json]:
    if isinstance(value, Mapping) and set(value) == set(classes):
        return [value[name] for name in classes]
    if isinstance(value, Sequence) and not isinstance(value, str) and len(value) == len(classes):
        return value
    raise CellError(brief(value), f"one probability a class: {', '.join(classes)}")


def _probability(value: Json) -> float:
    number = float(value) if isinstance(value, str) and _NUMBER.match(value) else value
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= 1:
        raise CellError(brief(value), "a probability from 0 to 1")
    return float(number)


def _choice(value: Json, choices: Sequence[_Choice]) -> _Choice:
    for choice in choices:
        if value == choice.value:
            return choice
    raise CellError(brief(value), f"one of {', '.join(choice.value for choice in choices)}")
