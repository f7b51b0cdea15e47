"""Quantiles of Student's t, without SciPy."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Final

from benchtoward.core.errors import InvalidInputError, Problem

_TINY: Final = 1e-300
_MAX_STEPS: Final = 10_000


def t_quantile(probability: float, degrees_of_freedom: float) -> float:
    """The value that Student's t stays below with `probability`; agrees with `scipy.stats.t.ppf` to 1e-10.

    `probability` lies in (0, 1), `degrees_of_freedom` is positive. Newton's method on the tail, which is
    convex: it climbs from the normal quantile, which is smaller, without passing the root. The tail is an
    incomplete beta function by its continued fraction (Abramowitz and Stegun 1964, 26.7.1 and 26.5.8).

    Raises `InvalidInputError` outside these ranges.
    """
    if not (0 < probability < 1 and degrees_of_freedom > 0):
        found = f"probability {probability} with {degrees_of_freedom} degrees of freedom"
        expected = "a probability between 0 and 1 and positive degrees of freedom"
        problem = Problem(where="arguments", found=found, expected=expected)
        raise InvalidInputError("The quantile of Student's t", [problem])
    if probability < 0.5:
        return -t_quantile(1 - probability, degrees_of_freedom)
    tail = 1 - probability
    value = max(NormalDist().inv_cdf(probability), 0.0)
    for _ in range(_MAX_STEPS):
        step = (_upper_tail(value, degrees_of_freedom) - tail) / _density(value, degrees_of_freedom)
        value += step
        if step <= 1e-14 * value:
            return value
    raise ArithmeticError(f"the quantile of t at {probability} with {degrees_of_freedom} did not converge")


def _density(value: float, df: float) -> float:
    log_kernel = -(df + 1) / 2 * math.log1p(value * value / df)
    return math.exp(log_kernel - _log_beta_half(df / 2)) / math.sqrt(df)


def _upper_tail(value: float, df: float) -> float:
    """P(t > value) for value >= 0: half the incomplete beta function at df / (df + value**2)."""
    a = df / 2
    ratio = value * value / df
    if ratio == 0:
        return 0.5
    log_front = -a * math.log1p(ratio) + 0.5 * (math.log(ratio) - math.log1p(ratio)) - _log_beta_half(a)
    front = math.exp(log_front)
    x = 1 / (1 + ratio)
    if x < (a + 1) / (a + 2.5):
        return front * _beta_fraction(a, 0.5, x) / a / 2
    return (1 - front * _beta_fraction(0.5, a, ratio / (1 + ratio)) / 0.5) / 2


def _log_beta_half(a: float) -> float:
    """log B(a, 1/2); its series for large `a`, where the logarithms of gamma functions cancel (6.1.47)."""
    if a < 20:
        return math.lgamma(a) + math.lgamma(0.5) - math.lgamma(a + 0.5)
    series = -1 / (8 * a) + 1 / (192 * a**3) - 1 / (640 * a**5) + 17 / (14336 * a**7)
    return 0.5 * math.log(math.pi / a) - series


def _beta_fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function (A&S 26.5.8), by Lentz's method."""
    c, d = 1.0, 1 / _nonzero(1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, _MAX_STEPS):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _nonzero(1 + numerator * d)
            c = _nonzero(1 + numerator / c)
            fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            return fraction
    raise ArithmeticError(f"the incomplete beta function of {a}, {b}, {x} did not converge")


def _nonzero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
