"""The natural logarithm with the same bits on every machine.

NumPy's own logarithm differs in the last bit between processors and C libraries; scores made from it would
not be reproducible. Additions, multiplications and divisions are the same everywhere (IEEE 754).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

_LN2_HIGH: Final = 6.93147180369123816490e-01
_LN2_LOW: Final = 1.90821492927058770002e-10
_SQRT_HALF: Final = 0.7071067811865476
# log((1 + f) / (1 - f)) = 2 f (1 + f**2 / 3 + f**4 / 5 + …); |f| stays below 0.172, so 12 terms reach 1e-17.
_ODD_NUMBERS: Final = tuple(range(23, 2, -2))


def portable_log(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """ln of finite values above 0, same shape; within 1e-15 of the true value, relative or absolute."""
    mantissa, exponent = np.frexp(values)
    is_small = mantissa < _SQRT_HALF
    mantissa = np.where(is_small, 2 * mantissa, mantissa)
    power = exponent - is_small
    f = (mantissa - 1) / (mantissa + 1)
    square = f * f
    series = np.zeros_like(f)
    for odd in _ODD_NUMBERS:
        series = (series + 1 / odd) * square
    logarithm: NDArray[np.float64] = power * _LN2_HIGH + (2 * f * (1 + series) + power * _LN2_LOW)
    return logarithm
