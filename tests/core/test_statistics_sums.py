"""Replicates of sums and ratios: exact to the last bit, whatever the order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchtoward.core.errors import InvalidInputError
from benchtoward.core.statistics import (
    Backend,
    ExplicitCounts,
    ResamplingPlan,
    Units,
    fixed_point,
    iter_replicate_sums,
    replicate_ratios,
    replicate_sums,
    subgroups_of,
    unit_sums,
)
from benchtoward.core.statistics.products import ExactProduct


def plan_of(n_units: int, n_replicates: int = 700) -> ResamplingPlan:
    return ResamplingPlan.for_units(
        spec_hash="bt1:sums", unit_columns=["unit"], n_units=n_units, n_replicates=n_replicates
    )


def sums_in_int64(sums: np.ndarray, plan: ResamplingPlan) -> np.ndarray:
    return sums.T.astype(np.int64) @ plan.counts(0, plan.n_replicates).T.astype(np.int64)


@pytest.mark.parametrize("n_units", [1, 40, 5_000])
@pytest.mark.parametrize("largest", [3, 40_000, 2**33])
def test_sums_equal_those_in_whole_numbers(n_units: int, largest: int):
    values = np.random.default_rng(n_units).integers(-largest, largest, (n_units, 6))
    plan = plan_of(n_units, 60)
    assert np.array_equal(replicate_sums(values, plan), sums_in_int64(values, plan))


@given(st.integers(0, 2**32), st.sampled_from([2**22, 2**23, 2**24, 2**25, 2**26]))
def test_sums_near_the_limit_of_float32_stay_exact(seed: int, total: int):
    rng = np.random.default_rng(seed)
    values = rng.multinomial(total, rng.dirichlet(np.full(12, 0.3)), 2).T
    plan = plan_of(12, 40)
    assert np.array_equal(replicate_sums(values, plan, block_size=7), sums_in_int64(values, plan))


def test_small_sums_take_float32_and_a_block_that_outgrows_it_is_done_again_in_float64():
    sums = np.array([[2**22 + 1], [1]])
    product = ExactProduct([sums])
    assert product._columns.dtype == np.float32
    assert product.of(np.array([[1, 1]], np.uint8)).tolist() == [[2**22 + 2]]
    assert product._columns.dtype == np.float32
    assert product.of(np.array([[5, 0]], np.uint8)).tolist() == [[5 * (2**22 + 1)]]
    assert product._columns.dtype == np.float64


def test_sums_that_could_pass_2_to_the_53_are_refused():
    with pytest.raises(InvalidInputError, match=r"2\*\*53"):
        replicate_sums(np.array([[2**52, -(2**52)], [1, 1]]), plan_of(2, 64))


@pytest.mark.parametrize("value", [0.5, np.nan, np.inf, 2.0**53])
def test_values_that_are_no_whole_numbers_are_named_with_unit_and_column(value: float):
    sums = np.zeros((9, 3))
    sums[4, 2] = value
    with pytest.raises(InvalidInputError, match="unit 4, column 2"):
        replicate_sums(sums, plan_of(9))


@pytest.mark.parametrize("shape", [(8, 2), (9,), (9, 0)])
def test_sums_that_do_not_fit_the_plan_are_refused(shape: tuple[int, ...]):
    with pytest.raises(InvalidInputError, match=r"shape \(9, columns\)"):
        replicate_sums(np.zeros(shape), plan_of(9))


@pytest.mark.parametrize("block_size", [1, 64, 511, 700, 10_000])
def test_the_block_size_does_not_change_a_bit(block_size: int):
    scores = fixed_point(np.random.default_rng(3).random((90, 4)), 30)
    plan = plan_of(90)
    assert np.array_equal(replicate_sums(scores, plan, block_size=block_size), replicate_sums(scores, plan))


def test_blocks_join_to_the_whole():
    values = np.arange(60).reshape(20, 3)
    blocks = list(iter_replicate_sums(values, plan_of(20), block_size=300))
    assert [(block.start, block.stop) for block in blocks] == [(0, 300), (300, 600), (600, 700)]
    joined = np.concatenate([block.sums for block in blocks], axis=1)
    assert np.array_equal(joined, replicate_sums(values, plan_of(20)))


class ByNumba:
    """The plan of `plan_of(90)`, drawn by numba."""

    n_units = 90
    n_replicates = 700

    def counts(self, start: int, stop: int) -> np.ndarray:
        return plan_of(90).counts(start, stop, backend=Backend.NUMBA)


def test_the_backend_does_not_change_a_bit():
    pytest.importorskip("numba")
    scores = fixed_point(np.random.default_rng(3).random((90, 4)), 30)
    assert np.array_equal(replicate_sums(scores, ByNumba()), replicate_sums(scores, plan_of(90)))


def test_counts_kept_in_memory_give_the_same_sums_as_the_plan():
    plan = plan_of(30)
    kept = ExplicitCounts(matrix=plan.counts(0, plan.n_replicates))
    values = np.arange(60).reshape(30, 2)
    assert np.array_equal(replicate_sums(values, kept), replicate_sums(values, plan))


def test_identical_models_tie_in_every_replicate_wherever_they_stand():
    rng = np.random.default_rng(8)
    scores = fixed_point(rng.random((400, 1)), 30)
    others = fixed_point(rng.random((400, 30)), 30)
    columns = np.concatenate([scores, others, scores], axis=1)
    ratios = replicate_ratios(columns, rng.integers(1, 5, 400), plan_of(400), bits=30)
    assert np.array_equal(ratios[0], ratios[-1])
    alone = replicate_ratios(scores, np.ones(400), plan_of(400), bits=30)
    assert not np.array_equal(alone[0], ratios[0])


def test_models_rows_and_units_may_come_in_any_order():
    rng = np.random.default_rng(11)
    unit_ids = [f"p{number}" for number in rng.integers(0, 60, 500)]
    scores = rng.random((500, 5))
    plan = plan_of(Units.of(unit_ids).n_units)

    def replicates(rows: np.ndarray, models: np.ndarray) -> np.ndarray:
        units = Units.of([unit_ids[row] for row in rows])
        sums = unit_sums(fixed_point(scores[rows][:, models], 30), units)
        return replicate_ratios(sums, unit_sums(np.ones(500), units), plan, bits=30)

    in_order = replicates(np.arange(500), np.arange(5))
    models = np.array([3, 0, 4, 2, 1])
    assert np.array_equal(replicates(rng.permutation(500), models), in_order[models])


def test_every_row_twice_gives_the_same_ratios():
    hits = np.random.default_rng(2).integers(0, 4, (50, 3))
    plan = plan_of(50)
    assert np.array_equal(
        replicate_ratios(2 * hits, np.full(50, 6), plan), replicate_ratios(hits, np.full(50, 3), plan)
    )


def test_a_shared_denominator_equals_one_for_each_model():
    rng = np.random.default_rng(4)
    hits, items = rng.integers(0, 4, (50, 3)), rng.integers(4, 9, 50)
    own = np.repeat(items[:, np.newaxis], 3, axis=1)
    plan = plan_of(50)
    assert np.array_equal(replicate_ratios(hits, items, plan), replicate_ratios(hits, own, plan))


def test_a_replicate_without_items_is_undefined():
    source = ExplicitCounts.from_indices(np.array([[0, 0], [0, 1]]), n_units=2)
    ratios = replicate_ratios(np.array([[0], [1]]), np.array([0, 2]), source)
    assert np.isnan(ratios[0, 0])
    assert ratios[0, 1] == 0.5


def test_single_row_units_are_the_bootstrap_of_items():
    hits = np.random.default_rng(1).integers(0, 2, 80)
    plan = plan_of(80)
    expected = [np.repeat(hits, row).mean() for row in plan.counts(0, plan.n_replicates)]
    assert np.array_equal(replicate_ratios(hits[:, np.newaxis], np.ones(80), plan)[0], expected)


def test_with_units_of_one_size_the_variance_of_a_mean_is_known():
    n_replicates = 20_000
    means = np.random.default_rng(6).integers(0, 6, 70)
    ratios = replicate_ratios(means[:, np.newaxis], np.ones(70), plan_of(70, n_replicates))[0]
    exact = ((means - means.mean()) ** 2).sum() / 70**2
    assert abs(ratios.var() / exact - 1) < 4 * np.sqrt(2 / n_replicates)


def test_positives_in_one_unit_are_missing_as_often_as_probability_says():
    plan = plan_of(10, 20_000)
    ratios = replicate_ratios(np.eye(10, 1), np.eye(10)[0], plan)[0]
    expected = (1 - 1 / 10) ** 10
    assert abs(np.isnan(ratios).mean() - expected) < 4 * np.sqrt(expected * (1 - expected) / 20_000)


def test_a_subgroup_is_rescored_on_the_plan_of_the_whole():
    rng = np.random.default_rng(9)
    unit_ids = [f"p{number:02}" for number in rng.integers(0, 25, 300)]
    hits = rng.integers(0, 2, 300)
    units = Units.of(unit_ids)
    group = subgroups_of(list(rng.choice(["f", "m"], 300)), units)[0]
    plan = plan_of(units.n_units, 50)
    items = unit_sums(np.ones(len(group.rows)), group.units)
    sums = unit_sums(hits[group.rows], group.units)[:, np.newaxis]
    counts = plan.counts(0, 50)
    expected = [np.repeat(hits[group.rows], row[group.units.codes]).mean() for row in counts]
    assert np.array_equal(replicate_ratios(sums, items, plan)[0], expected)


@given(st.floats(0, 1), st.integers(1, 30))
def test_fixed_point_is_off_by_at_most_half_a_step(value: float, bits: int):
    assert abs(fixed_point([value], bits)[0] * 2.0**-bits - value) <= 2.0 ** -(bits + 1)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 2.0**23])
def test_scores_that_have_no_fixed_point_are_named(value: float):
    with pytest.raises(InvalidInputError, match=r"place \(1, 0\)"):
        fixed_point([[0.5], [value]], 30)


def test_sums_of_units_add_up_the_rows_of_each():
    units = Units.of(["b", "a", "b"])
    assert unit_sums([1, 10, 100], units).tolist() == [10, 101]
    assert unit_sums([[True, False], [False, True], [True, True]], units).tolist() == [[0, 1], [2, 1]]


@pytest.mark.parametrize("value", [0.5, np.nan, np.inf])
def test_rows_that_are_no_whole_numbers_are_named(value: float):
    with pytest.raises(InvalidInputError, match="row 2"):
        unit_sums([1.0, value], Units.of(["a", "b"]))


def test_values_must_have_a_row_for_each_unit_id():
    with pytest.raises(InvalidInputError, match="2 rows"):
        unit_sums([1.0], Units.of(["a", "b"]))
    with pytest.raises(InvalidInputError, match=r"2\*\*53"):
        unit_sums([2.0**52, -(2.0**52)], Units.of(["a", "b"]))
