"""Which code draws and counts: NumPy, always there, or numba, several times faster once it is compiled."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Final, cast


class Backend(StrEnum):
    """Two ways to the same bits."""

    NUMPY = "numpy"
    """Always there."""
    NUMBA = "numba"
    """Five to seven times faster, after some seconds of compiling on first use; in the extra `fast`."""


# Loading numba and a cached kernel takes a second, in which NumPy makes 1e8 to 2e8 draws, most of it for the kernel.
_CELLS_WORTH_LOADING: Final = 100_000_000
_CELLS_WORTH_CALLING: Final = 1_000_000


def fitting_backend(n_cells: int, *, is_compiled: bool) -> Backend:
    """Numba where it is installed and `n_cells` cells repay loading its kernel, otherwise NumPy.

    `is_compiled` says that this process has the kernel already.
    """
    threshold = _CELLS_WORTH_CALLING if is_compiled else _CELLS_WORTH_LOADING
    if n_cells >= threshold and importlib.util.find_spec("numba") is not None:
        return Backend.NUMBA
    return Backend.NUMPY


def compile_kernel(kernel: Callable[..., Any], signatures: Sequence[str]) -> Callable[..., Any]:
    """Compile a loop by numba for the argument types of `signatures`.

    The outcome is kept beside the source file, or in the user's cache; where neither can be written to, each
    process compiles anew. Needs numba.
    """
    import numba

    try:
        compiled = numba.njit(list(signatures), nogil=True, cache=True)(kernel)
    except RuntimeError:
        compiled = numba.njit(list(signatures), nogil=True)(kernel)
    return cast("Callable[..., Any]", compiled)
