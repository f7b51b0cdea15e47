"""Which code walks: numba, SciPy's sparse product, or NumPy alone; all give the same bits."""

from __future__ import annotations

import importlib.util
import sys
from enum import StrEnum
from typing import Final

from benchtoward.core.metrics.walks.in_numba import fits_compiled, numba_walker
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


# Importing SciPy's sparse arrays takes a fifth of a second, numba with its cached kernel a whole one
# (measured), in which NumPy walks some 2e7 and 1e8 rows times replicates.
_CELLS_WORTH_SCIPY: Final = 20_000_000
_CELLS_WORTH_NUMBA: Final = 100_000_000
_CELLS_WORTH_CALLING: Final = 1_000_000


def fitting_walk_backend(n_cells: int) -> WalkBackend:
    """The quickest backend for `n_cells` rows times replicates, its loading included."""
    if _repays("numba", n_cells, _CELLS_WORTH_NUMBA):
        return WalkBackend.NUMBA
    if _repays("scipy.sparse", n_cells, _CELLS_WORTH_SCIPY):
        return WalkBackend.SCIPY
    return WalkBackend.NUMPY


def walker(walk: ScoreWalk, what: WalkSum, backend: WalkBackend) -> Walker:
    """The function that walks `walk` for a block of replicates."""
    in_numpy = walker_of_run_sums(walk, what, numpy_run_sums(walk))
    if backend is WalkBackend.NUMPY:
        return in_numpy
    in_scipy = backend is WalkBackend.SCIPY
    fast = walker_of_run_sums(walk, what, scipy_run_sums(walk)) if in_scipy else numba_walker(walk, what)
    return lambda block, limits: (fast if fits_compiled(walk, block) else in_numpy)(block, limits)


def _repays(module: str, n_cells: int, cells_worth_loading: int) -> bool:
    threshold = _CELLS_WORTH_CALLING if module in sys.modules else cells_worth_loading
    return n_cells >= threshold and importlib.util.find_spec(module.partition(".")[0]) is not None
