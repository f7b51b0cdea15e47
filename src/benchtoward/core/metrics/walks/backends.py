"""Which code walks: numba, SciPy's sparse product, or NumPy alone; all give the same bits."""

from __future__ import annotations

import importlib.util
import sys
from enum import StrEnum
from typing import Final

from benchtoward.core.metrics.walks.in_numba import fits_compiled, is_compiled, numba_walker
from benchtoward.core.metrics.walks.in_numpy import numpy_run_sums, scipy_run_sums, walker_of_run_sums
from benchtoward.core.metrics.walks.layout import ScoreWalk
from benchtoward.core.metrics.walks.sums import Walker, WalkSum


class WalkBackend(StrEnum):
    """Three ways to the same bits."""

    NUMPY = "numpy"
    """Always there."""
    SCIPY = "scipy"
    """Some times faster; needs SciPy."""
    NUMBA = "numba"
    """Many times faster once it is compiled; the extra `fast` installs it."""


# Measured: a row of a replicate takes NumPy 10 ns, SciPy 1.8, numba 0.1. Importing SciPy's sparse arrays
# takes a fifth of a second, numba with its cached kernel a whole one.
_WORTH_LOADING_SCIPY: Final = 20_000_000
_WORTH_LOADING_NUMBA: Final = 100_000_000
_WORTH_NUMBA_BESIDE_SCIPY: Final = 250_000_000
_WORTH_CALLING_SCIPY: Final = 1_000_000
_WORTH_CALLING_NUMBA: Final = 20_000_000


def fitting_walk_backend(n_cells: int) -> WalkBackend:
    """The quickest backend for `n_cells` rows times replicates, its loading included."""
    has_scipy = importlib.util.find_spec("scipy") is not None
    numba_threshold = _WORTH_NUMBA_BESIDE_SCIPY if has_scipy else _WORTH_LOADING_NUMBA
    if is_compiled():
        numba_threshold = _WORTH_CALLING_NUMBA
    if n_cells >= numba_threshold and importlib.util.find_spec("numba") is not None:
        return WalkBackend.NUMBA
    scipy_threshold = _WORTH_CALLING_SCIPY if "scipy.sparse" in sys.modules else _WORTH_LOADING_SCIPY
    return WalkBackend.SCIPY if has_scipy and n_cells >= scipy_threshold else WalkBackend.NUMPY


def walker(walk: ScoreWalk, what: WalkSum, backend: WalkBackend) -> Walker:
    """The function that walks `walk` for a block of replicates."""
    in_numpy = walker_of_run_sums(walk, what, numpy_run_sums(walk))
    if backend is WalkBackend.NUMPY:
        return in_numpy
    in_scipy = backend is WalkBackend.SCIPY
    fast = walker_of_run_sums(walk, what, scipy_run_sums(walk)) if in_scipy else numba_walker(walk, what)
    return lambda block, limits: (fast if fits_compiled(walk, block) else in_numpy)(block, limits)
