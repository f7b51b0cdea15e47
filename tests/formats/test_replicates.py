from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from benchtoward.core.errors import InvalidInputError
from benchtoward.formats.replicates import read_replicates, replicates_bytes, write_replicates


@given(arrays(np.float64, st.integers(1, 300), elements=st.floats(allow_infinity=False)))
def test_replicates_come_back_bit_for_bit(values: np.ndarray) -> None:
    read = read_replicates(replicates_bytes(values), n_replicates=len(values))
    assert read.tobytes() == values.tobytes()
    assert read.dtype == np.float64


def test_the_bytes_are_a_plain_npy_file(tmp_path: Path) -> None:
    write_replicates(tmp_path / "r.npy", np.array([0.25, np.nan]))
    assert np.load(tmp_path / "r.npy", allow_pickle=False).tolist()[0] == 0.25
    assert read_replicates(tmp_path / "r.npy")[0] == 0.25
    with pytest.raises(FileExistsError):
        write_replicates(tmp_path / "r.npy", np.array([1.0]))


def test_strided_replicates_are_written_whole() -> None:
    assert read_replicates(replicates_bytes(np.arange(10.0)[::3])).tolist() == [0.0, 3.0, 6.0, 9.0]


@pytest.mark.parametrize(
    "values",
    [
        np.zeros((2, 2)),
        np.zeros(0),
        np.zeros(3, np.float32),
        np.zeros(3, np.int64),
        np.zeros(100_000),
        np.array([np.inf]),
    ],
)
def test_other_arrays_are_refused_when_written_and_when_read(values: np.ndarray) -> None:
    with pytest.raises(InvalidInputError, match="1 to 99999 numbers of type float64"):
        replicates_bytes(values)
    sink = io.BytesIO()
    np.save(sink, values)
    with pytest.raises(InvalidInputError, match="The replicates: found"):
        read_replicates(sink.getvalue())


def pickled() -> bytes:
    sink = io.BytesIO()
    np.save(sink, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    return sink.getvalue()


WHOLE = replicates_bytes(np.arange(5.0))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x93NUMPY",
        WHOLE[:-1],
        WHOLE + b"x",
        WHOLE.replace(b"(5,)", b"(-5,)"),
        WHOLE.replace(b"(5,), }  ", b"(10**9,),}"),
        WHOLE.replace(b"'shape'", b"'shap'  "),
        WHOLE.replace(b"<f8", b">f8"),
        WHOLE.replace(b"\x01\x00v", b"\x02\x00v"),
        WHOLE[:8] + b"\xff\xff" + WHOLE[10:],
        pickled(),
    ],
)
def test_damaged_files_are_refused(data: bytes) -> None:
    with pytest.raises(InvalidInputError, match="The replicates: found"):
        read_replicates(data)


@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
def test_a_changed_byte_never_crashes(place: int, bits: int) -> None:
    data = bytearray(WHOLE)
    data[place] ^= bits
    try:
        assert len(read_replicates(bytes(data))) == 5
    except InvalidInputError as error:
        assert error.problems  # noqa: PT017


def test_another_number_of_replicates_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="found 5 replicates; expected 9999"):
        read_replicates(WHOLE, n_replicates=9_999)
