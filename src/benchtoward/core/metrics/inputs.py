"""What metrics need of their input, and every way in which it can be lacking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final, TypeVar

from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.core.metrics.observations import Observations
from benchtoward.core.metrics.parameters import MetricParameters, Parameter
from benchtoward.core.statistics import CountsSource


class Need(StrEnum):
    """What observations must hold; each names fields of the answer key and of the observations."""

    LABELS = "labels"
    """Right and answered labels."""
    PROBABILITIES = "probabilities"
    """The right label and a probability of each label."""
    SCORES = "scores"
    """The right label and a score, or a probability, of the positive label."""
    NUMBERS = "numbers"
    """The right and the answered number."""
    TOLERANCES = "tolerances"
    """The answered number, and the smallest and largest that count as right."""
    POINTS = "points"
    """Points earned and possible."""
    EVENT_TIMES = "event_times"
    """Time, whether the event was seen, and a risk score."""
    WORD_COUNTS = "word_counts"
    """Word errors and reference words."""
    CHARACTER_COUNTS = "character_counts"
    """Character errors and reference characters."""
    SET_COUNTS = "set_counts"
    """Sizes of the right set, the answered set and what they share."""


_Field = TypeVar("_Field")


def given(value: _Field | None) -> _Field:
    """A field or parameter that the metric's definition requires, which was therefore checked to be there."""
    if value is None:
        problem = Problem(where="a field", found="nothing", expected="what the metric's definition needs")
        raise InvalidInputError("The input of a metric", [problem])
    return value


def missing_parameters(required: frozenset[Parameter], parameters: MetricParameters) -> Iterator[Problem]:
    """A problem for each required parameter that is not set."""
    for name in sorted(required):
        if getattr(parameters, name) is None:
            yield Problem(where="parameters", found=f"no `{name}`", expected=f"a value for `{name}`")


def missing_fields(needs: frozenset[Need], observations: Sequence[Observations]) -> Iterator[Problem]:
    """A problem for each field of an answer key or of observations that is needed and not given."""
    if not observations:
        yield Problem(where="observations", found="none", expected="at least one model")
    for number, model in enumerate(observations, start=1):
        lacking = [f"key.{name}" for need in needs for name in _KEY_FIELDS[need] if getattr(model.key, name) is None]
        lacking += [name for need in needs for name in _MODEL_FIELDS[need] if getattr(model, name) is None]
        if Need.SCORES in needs and model.scores is None and model.probabilities is None:
            lacking.append("scores")
        for name in lacking:
            yield Problem(where=f"model {number}", found=f"no `{name}`", expected=f"`{name}` for every row")


def unknown_positive(
    required: frozenset[Parameter], observations: Sequence[Observations], parameters: MetricParameters
) -> Iterator[Problem]:
    """A problem where the positive label is not one of the labels."""
    if Parameter.POSITIVE not in required and parameters.positive is None:
        return
    for labels in {model.key.labels for model in observations}:
        if parameters.positive is not None and parameters.positive not in labels:
            yield Problem(where="positive", found=f"`{parameters.positive}`", expected=f"one of {', '.join(labels)}")


def plan_problems(observations: Sequence[Observations], plan: CountsSource) -> Iterator[Problem]:
    """A problem where the plan or the models don't resample the same units."""
    ids = observations[0].key.units.ids
    if plan.n_units != len(ids):
        expected = f"{len(ids)}, as many as the answer key has"
        yield Problem(where="the plan", found=f"{plan.n_units} units", expected=expected)
    for number, model in enumerate(observations, start=1):
        if model.key.units.ids is not ids and model.key.units.ids != ids:
            yield Problem(where=f"model {number}", found="other units than model 1", expected="the same units for all")


_KEY_FIELDS: Final[Mapping[Need, tuple[str, ...]]] = {
    Need.LABELS: ("gold",),
    Need.PROBABILITIES: ("gold",),
    Need.SCORES: ("gold",),
    Need.NUMBERS: ("numbers",),
    Need.TOLERANCES: ("lower", "upper"),
    Need.POINTS: ("possible_points",),
    Need.EVENT_TIMES: ("times", "events"),
    Need.WORD_COUNTS: ("n_words",),
    Need.CHARACTER_COUNTS: ("n_characters",),
    Need.SET_COUNTS: ("n_elements",),
}
_MODEL_FIELDS: Final[Mapping[Need, tuple[str, ...]]] = {
    Need.LABELS: ("predicted",),
    Need.PROBABILITIES: ("probabilities",),
    Need.NUMBERS: ("numbers",),
    Need.TOLERANCES: ("numbers",),
    Need.POINTS: ("points",),
    Need.SCORES: (),
    Need.EVENT_TIMES: ("scores",),
    Need.WORD_COUNTS: ("word_errors",),
    Need.CHARACTER_COUNTS: ("character_errors",),
    Need.SET_COUNTS: ("n_predicted", "n_common"),
}
