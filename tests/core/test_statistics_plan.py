"""The resampling plan: fixed by the specification, the same bits everywhere."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchtoward.core.errors import InvalidInputError
from benchtoward.core.statistics import Backend, ExplicitCounts, ResamplingPlan, draws
from benchtoward.core.statistics.backends import compile_kernel


def plan_of(n_units: int, n_replicates: int = 9_999) -> ResamplingPlan:
    return ResamplingPlan.for_units(
        spec_hash="bt1:0000", unit_columns=["patient"], n_units=n_units, n_replicates=n_replicates
    )


def test_the_published_test_vector_is_reproduced():
    plan = plan_of(5)
    assert plan.key == 13720128289579074311
    assert plan.counts(0, 4).tolist() == [[1, 0, 0, 1, 3], [1, 0, 2, 0, 2], [3, 0, 1, 0, 1], [0, 1, 1, 2, 1]]
    assert plan.counts(9_998, 9_999).tolist() == [[0, 3, 1, 0, 1]]
    assert plan_of(6).counts(0, 2).tolist() == [[1, 1, 0, 0, 1, 3], [1, 0, 0, 3, 0, 2]]


def counts_in_plain_python(key: int, n_units: int, replicate: int) -> list[int]:
    """The definition, word for word, with Python's unbounded integers."""
    counts = [0] * n_units
    for draw in range(n_units):
        z = (key + ((replicate << 32) + (draw >> 1) + 1) * 0x9E3779B97F4A7C15) % 2**64
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % 2**64
        z ^= z >> 31
        half = z & 0xFFFFFFFF if draw % 2 == 0 else z >> 32
        counts[(half * n_units) >> 32] += 1
    return counts


@given(st.integers(0, 2**64 - 1), st.integers(1, 40), st.integers(0, 2**32 - 3))
def test_counts_follow_the_definition_in_plain_python(key: int, n_units: int, replicate: int):
    plan = ResamplingPlan(key=key, n_units=n_units, n_replicates=2**32 - 1)
    expected = [counts_in_plain_python(key, n_units, replicate + step) for step in (0, 1)]
    assert plan.counts(replicate, replicate + 2, backend=Backend.NUMPY).tolist() == expected


def test_the_key_is_the_start_of_the_sha_256_of_scheme_spec_hash_and_columns():
    plan = ResamplingPlan.for_units(spec_hash="bt1:ab", unit_columns=["hospital", "patient"], n_units=3, n_replicates=9)
    digest = hashlib.sha256(b"bootstrap-v1|bt1:ab|hospital,patient").digest()
    assert plan.key == int.from_bytes(digest[:8], "little")


@pytest.mark.parametrize("n_units", [1, 2, 255, 256, 999, 70_001])
def test_both_backends_give_the_same_bits(n_units: int):
    pytest.importorskip("numba")
    plan = plan_of(n_units)
    by_numpy = plan.counts(37, 60, backend=Backend.NUMPY)
    by_numba = plan.counts(37, 60, backend=Backend.NUMBA)
    assert by_numpy.dtype == by_numba.dtype == np.uint8
    assert np.array_equal(by_numpy, by_numba)


@given(st.integers(1, 300), st.integers(0, 90), st.integers(0, 90))
def test_a_block_equals_the_same_rows_of_a_larger_block(n_units: int, one: int, other: int):
    plan = plan_of(n_units, 90)
    start, stop = min(one, other), max(one, other)
    assert np.array_equal(plan.counts(start, stop), plan.counts(0, 90)[start:stop])


def test_fewer_replicates_are_the_first_of_more():
    assert np.array_equal(plan_of(50, 199).counts(0, 199), plan_of(50, 999).counts(0, 199))


@pytest.mark.parametrize("n_units", [1, 7, 1000])
def test_every_replicate_draws_as_many_units_as_there_are(n_units: int):
    assert (plan_of(n_units).counts(0, 500).sum(axis=1, dtype=np.int64) == n_units).all()


def test_counts_have_the_moments_of_drawing_with_replacement():
    n_units, n_replicates = 20, 40_000
    counts = plan_of(n_units, n_replicates).counts(0, n_replicates).astype(np.float64)
    covariances = np.cov(counts.T, bias=True)
    off_diagonal = covariances[~np.eye(n_units, dtype=bool)]
    standard_error = 1 / np.sqrt(n_replicates)
    assert np.abs(counts.mean(axis=0) - 1).max() < 4.5 * standard_error
    # The variance of a squared Poisson-like count is about 3.
    assert np.abs(np.diagonal(covariances) - (1 - 1 / n_units)).max() < 4.5 * np.sqrt(3) * standard_error
    assert np.abs(off_diagonal + 1 / n_units).max() < 4.5 * standard_error


def test_neighbouring_replicates_and_draws_are_uncorrelated():
    counts = plan_of(50, 20_000).counts(0, 20_000).astype(np.float64)
    lagged = [np.corrcoef(counts[:-1, unit], counts[1:, unit])[0, 1] for unit in range(50)]
    assert np.abs(lagged).max() < 4.5 / np.sqrt(20_000)


def test_a_count_above_255_widens_its_block(monkeypatch: pytest.MonkeyPatch):
    def crowded(key: int, n_units: int, first: int, last: int) -> np.ndarray:
        rows = np.zeros((last - first, n_units), np.intp)
        rows[:, 0] = n_units
        return rows

    monkeypatch.setattr(draws, "_tile_counts", crowded)
    assert draws.numpy_counts(1, 255, 0, 3).dtype == np.uint8
    widened = draws.numpy_counts(1, 300, 0, 3)
    assert widened.dtype == np.uint16
    assert (widened[:, 0] == 300).all()


def test_the_compiled_loop_notices_a_count_that_outgrows_its_width():
    pytest.importorskip("numba")
    kernel = draws._compiled_kernel()
    arguments = (np.uint64(5), np.uint64(300), np.uint64(0))
    assert kernel(*arguments, np.zeros((2, 300), np.uint8))
    assert not kernel(*arguments, np.full((2, 300), 255, np.uint8))


def test_a_loop_without_a_folder_to_keep_it_in_is_compiled_all_the_same():
    pytest.importorskip("numba")
    names: dict[str, Any] = {}
    exec("def double(x):\n    return 2 * x\n", names)
    assert compile_kernel(names["double"], ["int64(int64)"])(21) == 42


@pytest.mark.parametrize("change", [{"n_units": 0}, {"n_replicates": 0}, {"key": -1}, {"key": 2**64}])
def test_an_impossible_plan_is_refused(change: dict[str, int]):
    values = {"key": 1, "n_units": 2, "n_replicates": 3} | change
    with pytest.raises(InvalidInputError, match=next(iter(change))):
        ResamplingPlan(**values)


@pytest.mark.parametrize("columns", [[], [""], ["a,b"], ["a|b"]])
def test_unit_columns_that_could_be_read_two_ways_are_refused(columns: list[str]):
    with pytest.raises(InvalidInputError, match="unit columns"):
        ResamplingPlan.for_units(spec_hash="x", unit_columns=columns, n_units=2, n_replicates=3)


@pytest.mark.parametrize(("start", "stop"), [(-1, 2), (3, 2), (0, 10_000)])
def test_a_block_outside_the_plan_is_refused(start: int, stop: int):
    with pytest.raises(InvalidInputError, match="block"):
        plan_of(4).counts(start, stop)


def test_drawn_unit_numbers_become_counts():
    source = ExplicitCounts.from_indices(np.array([[0, 2, 2], [1, 1, 1]]), n_units=4)
    assert (source.n_replicates, source.n_units) == (2, 4)
    assert source.counts(0, 2).tolist() == [[1, 0, 2, 0], [0, 3, 0, 0]]
    crowded = ExplicitCounts.from_indices(np.zeros((1, 300), np.int64), n_units=1)
    assert crowded.counts(0, 1).tolist() == [[300]]


@pytest.mark.parametrize("indices", [[[0, 4]], [[-1, 0]], [[]]])
def test_drawn_numbers_that_are_no_units_are_refused(indices: list[list[int]]):
    with pytest.raises(InvalidInputError, match="drawn units"):
        ExplicitCounts.from_indices(np.array(indices, np.int64), n_units=4)
    with pytest.raises(InvalidInputError, match="counts"):
        ExplicitCounts(matrix=np.ones((2, 2)))


def test_importing_the_package_loads_neither_numba_nor_scipy():
    code = "import sys, benchtoward.core.statistics; print({'numba', 'scipy'} & set(sys.modules))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "set()"
