"""Logistic recalibration: outcomes regressed on the log odds of their probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.core.metrics.computation import Computation
from benchtoward.core.metrics.inputs import given
from benchtoward.core.metrics.observations import Observations
from benchtoward.core.metrics.parameters import MetricParameters
from benchtoward.core.metrics.unit_columns import Floats
from benchtoward.core.statistics import CountsSource

_MOST_STEPS: Final = 100
_SMALLEST_STEP: Final = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalibration(Computation):
    """One coefficient of the logistic regression of outcomes on log odds."""

    slope_is_free: bool
    """True: intercept and slope are fitted and the slope is the value. False: the slope is 1, and the fitted
    intercept is the value."""

    def value(self, observations: Observations, parameters: MetricParameters) -> float:
        """The coefficient on all rows; NaN where the likelihood has no maximum."""
        log_odds, outcomes = _log_odds_and_outcomes(observations, parameters)
        ones = np.ones_like(log_odds)
        if self.slope_is_free:
            return float(logistic_fit(np.stack([ones, log_odds], axis=1), outcomes, np.zeros_like(log_odds))[1])
        return float(logistic_fit(ones[:, np.newaxis], outcomes, log_odds)[0])

    def replicates(
        self, observations: Sequence[Observations], plan: CountsSource, parameters: MetricParameters
    ) -> Floats:
        """Refused: the coefficients are described on all rows only."""
        del observations, plan, parameters
        problem = Problem(where="replicates", found="a recalibration", expected="a metric that has replicates")
        raise InvalidInputError("The metric", [problem])


def logistic_fit(predictors: Floats, outcomes: Floats, offset: Floats) -> Floats:
    """Maximum-likelihood coefficients of a logistic regression, by Newton's method with halved steps.

    `predictors` has shape (rows, coefficients), `outcomes` (0 or 1) and `offset` shape (rows,). All NaN where
    there is no maximum: one outcome only, or predictors that don't vary or that separate the outcomes.
    """
    coefficients = np.zeros(predictors.shape[1])
    undefined = np.full_like(coefficients, np.nan)
    loss = _loss(coefficients, predictors, outcomes, offset)
    for _ in range(_MOST_STEPS):
        step = _newton_step(coefficients, predictors, outcomes, offset)
        if step is None:
            return undefined
        while _loss(coefficients + step, predictors, outcomes, offset) > loss * (1 + 1e-14):
            step = step / 2
        coefficients = coefficients + step
        loss = _loss(coefficients, predictors, outcomes, offset)
        if np.abs(step).max() <= _SMALLEST_STEP * max(1.0, np.abs(coefficients).max()):
            return coefficients
    return undefined


def _log_odds_and_outcomes(observations: Observations, parameters: MetricParameters) -> tuple[Floats, Floats]:
    key, clip = observations.key, given(parameters.clip)
    positive = key.labels.index(given(parameters.positive))
    outcomes = (given(key.gold) == positive).astype(np.float64)
    of_positive = given(observations.probabilities)[:, positive].astype(np.float64)
    worst = np.where(outcomes == 1, clip, 1 - clip)
    believed = np.clip(np.where(observations.parsed, of_positive, worst), clip, 1 - clip)
    # Sorted, so that the order of rows does not move the last bits of the sums.
    order = np.lexsort((outcomes, believed))
    return np.log(believed[order]) - np.log1p(-believed[order]), outcomes[order]


def _newton_step(
    coefficients: Floats, predictors: Floats, outcomes: Floats, offset: Floats
) -> NDArray[np.float64] | None:
    """The step to the maximum of the likelihood's parabola; None where the parabola has none."""
    fitted = _logistic(predictors @ coefficients + offset)
    weighted = predictors * (fitted * (1 - fitted))[:, np.newaxis]
    information = weighted.T @ predictors
    scale = np.abs(information).max()
    if not scale > 0 or np.linalg.cond(information) > 1e12:
        return None
    step = np.linalg.solve(information, predictors.T @ (outcomes - fitted))
    return step.astype(np.float64)


def _loss(coefficients: Floats, predictors: Floats, outcomes: Floats, offset: Floats) -> float:
    log_odds = predictors @ coefficients + offset
    return float(np.logaddexp(0.0, np.where(outcomes == 1, -log_odds, log_odds)).sum())


def _logistic(log_odds: Floats) -> Floats:
    return np.exp(-np.logaddexp(0.0, -log_odds))
