"""The replicates of a run's primary metric as a file: ranks are made from them without scoring again."""

from __future__ import annotations

import io
import re
from pathlib import Path

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.formats.durable_files import write_durably

MOST_REPLICATES = 99_999

_VERSION = (1, 0)
_TYPE = np.dtype("<f8")
_PREFIX_BYTES = 10
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '<f8', 'fortran_order': False, 'shape': \((\d{1,5}),\), \} *\n",
    re.DOTALL,
)


def replicates_bytes(replicates: NDArray[np.float64]) -> bytes:
    """Return replicates, shape (B,), as the bytes of a `.npy` file; NaN where the metric was undefined.

    Raises `InvalidInputError` for another shape or type, infinities, and more than 99,999 of them.
    """
    found = _fault(replicates)
    if found:
        raise _refused("The replicates", found)
    sink = io.BytesIO()
    npy.write_array(sink, np.ascontiguousarray(replicates, _TYPE), version=_VERSION, allow_pickle=False)
    return sink.getvalue()


def write_replicates(path: Path, replicates: NDArray[np.float64]) -> None:
    """Write replicates to a new file at `path`; raises `FileExistsError` where one is."""
    write_durably(path, replicates_bytes(replicates))


def read_replicates(source: bytes | Path, *, n_replicates: int | None = None) -> NDArray[np.float64]:
    """Return the replicates in a `.npy` file or its bytes, shape (B,).

    Raises `InvalidInputError` for another form, for bytes that are left over, and where there are not
    `n_replicates` of them.
    """
    what = "The replicates" if isinstance(source, bytes) else str(source)
    data = source if isinstance(source, bytes) else source.read_bytes()
    replicates = _read(data, what)
    if n_replicates is not None and len(replicates) != n_replicates:
        raise _refused(what, f"{len(replicates)} replicates", str(n_replicates))
    return replicates


def _read(data: bytes, what: str) -> NDArray[np.float64]:
    # NumPy's own reader evaluates the header as Python; of all headers only the one that is written here is
    # meant.
    header = _HEADER.match(data)
    if header is None or len(header.group()) != _PREFIX_BYTES + int.from_bytes(data[8:10], "little"):
        raise _refused(what, "another or a damaged header")
    if len(data) - header.end() != _TYPE.itemsize * int(header.group(1)):
        raise _refused(what, "a header that doesn't fit the bytes behind it")
    replicates = np.frombuffer(data, _TYPE, offset=header.end())
    found = _fault(replicates)
    if found:
        raise _refused(what, found)
    return replicates


def _fault(values: NDArray[np.float64]) -> str:
    if values.dtype != _TYPE or values.ndim != 1:
        return f"type {values.dtype}, shape {values.shape}"
    if not 1 <= len(values) <= MOST_REPLICATES:
        return f"{len(values)} replicates"
    return "an infinite replicate" if np.isinf(values).any() else ""


def _refused(what: str, found: str, expected: str = "") -> InvalidInputError:
    wanted = expected or f"1 to {MOST_REPLICATES} numbers of type float64 in one row, finite or NaN"
    return InvalidInputError(what, [Problem(where=what, found=found, expected=wanted)])
