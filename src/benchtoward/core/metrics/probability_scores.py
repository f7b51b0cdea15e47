"""Proper scores of probabilities: Brier score and log loss."""

from __future__ import annotations

from typing import Final

import numpy as np

from benchtoward.core.metrics.answer_key import AnswerKey
from benchtoward.core.metrics.definition import Family, MetricDefinition, Reference, Title
from benchtoward.core.metrics.inputs import Need, given
from benchtoward.core.metrics.observations import Observations
from benchtoward.core.metrics.parameters import MetricParameters, Parameter
from benchtoward.core.metrics.portable_logarithm import portable_log
from benchtoward.core.metrics.row_means import row_mean
from benchtoward.core.metrics.unit_columns import Floats

_NO_ROWS: Final = "no row is drawn"


def squared_distances(observations: Observations, parameters: MetricParameters) -> Floats:
    """Each row's Brier score, shape (rows,): up to 1 for one label, up to 2 for all classes."""
    errors = np.square(given(observations.probabilities) - _outcomes(observations.key))
    if parameters.positive is not None:
        errors = errors[:, [observations.key.labels.index(parameters.positive)]]
    # Added label by label: NumPy's own sum may add in another order when there are many.
    scores = sum(errors.T, start=np.zeros(len(errors)))
    worst = _largest_distance(observations.key, parameters)
    return np.where(observations.parsed, np.minimum(scores, worst), worst)


def surprises(observations: Observations, parameters: MetricParameters) -> Floats:
    """-ln of the probability of the right label, which counts as at least `clip`, shape (rows,)."""
    gold, clip = given(observations.key.gold), given(parameters.clip)
    of_gold = given(observations.probabilities)[np.arange(len(gold)), gold].astype(np.float64)
    believed = np.where(observations.parsed, of_gold, clip)
    return -portable_log(np.clip(believed, clip, 1.0))


def _outcomes(key: AnswerKey) -> Floats:
    return np.eye(len(key.labels))[given(key.gold)]


def _largest_distance(_: AnswerKey, parameters: MetricParameters) -> float:
    return 2.0 if parameters.positive is None else 1.0


def _largest_surprise(_: AnswerKey, parameters: MetricParameters) -> float:
    return float(-portable_log(np.array(given(parameters.clip))))


BRIER: Final = MetricDefinition(
    id="brier",
    title=Title(en="Brier score", ko="브라이어 점수"),
    family=Family.SUMS,
    higher_is_better=False,
    lower_bound=0.0,
    upper_bound=2.0,
    undefined_when=_NO_ROWS,
    unparsed="as the worst possible: 1 for one label, 2 for all classes",
    reference=Reference(authors="Brier", year=1950, doi="10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2"),
    needs=frozenset({Need.PROBABILITIES}),
    parameters=frozenset({Parameter.POSITIVE}),
    computation=row_mean(squared_distances, bound=_largest_distance),
)
"""Mean squared distance between probabilities and what happened.

With `positive` set, of that label's probability (0 to 1); without it, over all classes (0 to 2, as Brier).
"""

LOG_LOSS: Final = MetricDefinition(
    id="log_loss",
    title=Title(en="Log loss", ko="로그 손실"),
    family=Family.SUMS,
    higher_is_better=False,
    lower_bound=0.0,
    upper_bound=None,
    undefined_when=_NO_ROWS,
    unparsed="as a probability of `clip` for the right label, the smallest that is believed",
    reference=Reference(authors="Good", year=1952, doi="10.1111/j.2517-6161.1952.tb00104.x"),
    needs=frozenset({Need.PROBABILITIES}),
    parameters=frozenset({Parameter.CLIP}),
    required=frozenset({Parameter.CLIP}),
    computation=row_mean(surprises, bound=_largest_surprise),
)
"""Mean of -ln of the probability given to the right label, in nats."""
