"""What changes no bit of any metric: order of rows, units and models, other models, backends, prefixes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchtoward.core.metrics import METRICS, AnswerKey, MetricParameters, Observations, Repeats, get_metric
from benchtoward.core.metrics.walks import (
    LANES,
    WalkBackend,
    WalkSum,
    backends,
    count_blocks,
    dense_ranks,
    in_numba,
    score_walk,
    walker,
)
from benchtoward.core.statistics import ExplicitCounts, ResamplingPlan, Units

PARAMETERS = MetricParameters(
    positive="b", error_cap=4.0, clip=1e-6, bins=7, specificity=Fraction("0.9"), repeats=Repeats.POOLED
)
N_UNITS, N_ITEMS, N_REPEATS = 12, 30, 2
WITH_REPLICATES = [name for name, metric in METRICS.items() if metric.has_replicates]


def complete_key(rng, order=None, unit_names=None):
    """A key with every kind of gold value, two repeats of each item, its rows in the given order."""
    n_rows = N_ITEMS * N_REPEATS
    items, repeats = np.divmod(np.arange(n_rows), N_REPEATS)
    unit_of_item = np.concatenate([np.arange(N_UNITS), rng.integers(0, N_UNITS, N_ITEMS - N_UNITS)])
    names = unit_names or [f"u{unit:02d}" for unit in range(N_UNITS)]

    def per_item(values):
        return values[items]

    key = AnswerKey(
        item_ids=[f"i{item}" for item in items],
        repeats=repeats,
        units=Units.of([names[unit] for unit in per_item(unit_of_item)]),
        labels=("a", "b", "c"),
        gold=per_item(rng.integers(0, 3, N_ITEMS)),
        numbers=per_item(rng.normal(size=N_ITEMS)),
        lower=per_item(np.full(N_ITEMS, -0.5)),
        upper=per_item(np.full(N_ITEMS, 0.5)),
        possible_points=per_item(rng.random(N_ITEMS) + 0.5),
        times=per_item(np.round(rng.exponential(size=N_ITEMS), 1)),
        events=per_item(rng.random(N_ITEMS) < 0.6),
        n_words=per_item(rng.integers(3, 20, N_ITEMS)),
        n_characters=per_item(rng.integers(10, 90, N_ITEMS)),
        n_elements=per_item(rng.integers(1, 5, N_ITEMS)),
    )
    return key if order is None else key.select(order)


def complete_model(key, rng):
    n_rows = key.n_rows
    n_predicted = rng.integers(0, 5, n_rows)
    return Observations(
        key=key,
        parsed=rng.random(n_rows) < 0.9,
        predicted=rng.integers(0, 3, n_rows),
        probabilities=rng.dirichlet(np.ones(3), n_rows),
        scores=np.round(rng.normal(size=n_rows), 1),
        numbers=rng.normal(size=n_rows),
        points=rng.random(n_rows) / 2,
        word_errors=rng.integers(0, 9, n_rows),
        character_errors=rng.integers(0, 30, n_rows),
        n_predicted=n_predicted,
        n_common=np.minimum(n_predicted, rng.integers(0, 4, n_rows) % (key.n_elements + 1)),
    )


def same_bits(first, second):
    return np.array_equal(first.view(np.int64), second.view(np.int64))


@pytest.fixture(scope="module")
def board():
    rng = np.random.default_rng(77)
    key = complete_key(rng)
    return [complete_model(key, rng) for _ in range(3)]


@pytest.fixture(scope="module")
def plan():
    return ResamplingPlan(key=77, n_units=N_UNITS, n_replicates=700)


@pytest.mark.parametrize("name", WITH_REPLICATES)
@pytest.mark.parametrize("repeats", list(Repeats))
def test_other_models_and_their_order_change_no_bit(name, repeats, board, plan):
    parameters = replace(PARAMETERS, repeats=repeats)
    metric = get_metric(name)
    together = metric.replicates_many(board, plan, parameters)
    for row, model in zip(together, board, strict=True):
        assert same_bits(row, metric.replicates(model, plan, parameters))
    assert same_bits(together[::-1], metric.replicates_many(board[::-1], plan, parameters))


@pytest.mark.parametrize("name", list(METRICS))
def test_the_order_of_rows_changes_no_bit(name, board, plan):
    order = np.random.default_rng(1).permutation(board[0].key.n_rows)
    shuffled = board[0].select(order)
    metric = get_metric(name)
    assert metric.evaluate(board[0], PARAMETERS) == metric.evaluate(shuffled, PARAMETERS)
    if metric.has_replicates:
        assert same_bits(metric.replicates(board[0], plan, PARAMETERS), metric.replicates(shuffled, plan, PARAMETERS))


@pytest.mark.parametrize("name", WITH_REPLICATES)
def test_the_order_of_units_changes_no_bit(name, board, plan):
    model = board[0]
    turned_ids = [model.key.units.ids[N_UNITS - 1 - code] for code in model.key.units.codes]
    turned = replace(model, key=replace(model.key, units=Units.of(turned_ids)))
    counts = plan.counts(0, plan.n_replicates)
    metric = get_metric(name)
    plain = metric.replicates(model, ExplicitCounts(matrix=counts), PARAMETERS)
    other = metric.replicates(turned, ExplicitCounts(matrix=counts[:, ::-1].copy()), PARAMETERS)
    assert same_bits(plain, other)


@pytest.mark.parametrize("name", WITH_REPLICATES)
def test_fewer_replicates_are_the_first_of_many(name, board, plan):
    metric = get_metric(name)
    few = replace(plan, n_replicates=97)
    assert same_bits(metric.replicates(board[1], few, PARAMETERS), metric.replicates(board[1], plan, PARAMETERS)[:97])


@pytest.mark.parametrize("name", WITH_REPLICATES)
def test_identical_models_tie_to_the_last_bit(name, board, plan):
    values = get_metric(name).replicates_many([board[0], board[1], replace(board[0])], plan, PARAMETERS)
    assert same_bits(values[0], values[2])


@pytest.mark.parametrize("name", WITH_REPLICATES)
def test_drawing_every_unit_once_gives_the_value_itself(name, board):
    once = ExplicitCounts(matrix=np.ones((1, N_UNITS), np.uint8))
    metric = get_metric(name)
    assert metric.replicates(board[0], once, PARAMETERS)[0] == metric.evaluate(board[0], PARAMETERS)


@pytest.mark.parametrize("name", WITH_REPLICATES)
def test_values_lie_within_the_bounds_and_undefined_is_shared(name, board, plan):
    metric = get_metric(name)
    values = metric.replicates_many(board, plan, PARAMETERS)
    assert (np.isnan(values) == np.isnan(values[0])).all()
    assert metric.lower_bound is None or np.nanmin(values) >= metric.lower_bound
    assert metric.upper_bound is None or np.nanmax(values) <= metric.upper_bound


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=20, deadline=None)
def test_a_model_that_is_nowhere_better_never_outranks(seed):
    rng = np.random.default_rng(seed)
    key = complete_key(rng)
    better = complete_model(key, rng)
    spoilt = rng.random(key.n_rows) < 0.2
    worse = replace(better, parsed=better.parsed & ~spoilt)
    plan = ResamplingPlan(key=seed, n_units=N_UNITS, n_replicates=50)
    names = ("accuracy", "points", "mae", "rmse", "brier", "log_loss", "auroc", "c_index", "per_case_f1")
    for name in (*names, "balanced_accuracy", "sensitivity", "specificity"):
        metric = get_metric(name)
        above, below = metric.replicates_many([better, worse], plan, PARAMETERS)
        sign = 1 if metric.higher_is_better else -1
        assert not np.any(sign * below > sign * above)


@pytest.mark.parametrize("digits", [0, 1, 16])
@pytest.mark.parametrize("what", list(WalkSum))
def test_numba_scipy_and_numpy_walk_to_the_same_bits(digits, what):
    rng = np.random.default_rng(digits + 5)
    n_rows, n_units = 900, 300
    units = np.concatenate([np.arange(n_units), rng.integers(0, n_units, n_rows - n_units)]).astype(np.int32)
    positive = rng.random(n_rows) < 0.3
    ranks = dense_ranks(np.round(positive + rng.normal(size=n_rows), digits))
    walk = score_walk(units, ranks, positive, merge_positives=what is WalkSum.LOST_PAIRS)
    plan = ResamplingPlan(key=4, n_units=n_units, n_replicates=200)
    limits = np.full(LANES, 40)
    totals = [
        np.concatenate([walker(walk, what, backend)(block, limits) for block in count_blocks(plan)])
        for backend in WalkBackend
    ]
    assert same_bits(totals[0], totals[1])
    assert same_bits(totals[0], totals[2])


@pytest.mark.parametrize("name", ["auroc", "auprc", "c_index", "sensitivity_at_specificity"])
def test_all_backends_give_the_same_replicates(name, board, plan):
    metric = get_metric(name)
    values = [
        replace(metric, computation=replace(metric.computation, backend=backend)).replicates_many(
            board, plan, PARAMETERS
        )
        for backend in WalkBackend
    ]
    assert same_bits(values[0], values[1])
    assert same_bits(values[0], values[2])


def test_many_walks_meet_only_pairs_of_their_own_rows():
    rng = np.random.default_rng(6)
    n_rows = 300
    units, walks = np.arange(n_rows, dtype=np.int32), rng.integers(0, 20, n_rows)
    positive = rng.random(n_rows) < 0.5
    scores = np.round(rng.normal(size=n_rows), 1)
    plan = ResamplingPlan(key=6, n_units=n_rows, n_replicates=1)
    weight = plan.counts(0, 1)[0].astype(int)
    above = 2 * (scores > scores[:, None]) + (scores == scores[:, None])
    pairs = positive[:, None] & ~positive & (walks == walks[:, None])
    expected = (above * pairs * weight * weight[:, None]).sum()
    for backend in WalkBackend:
        for merge in (False, True):
            walk = score_walk(units, dense_ranks(scores), positive, walks=walks, merge_positives=merge)
            block = next(count_blocks(plan))
            total = walker(walk, WalkSum.LOST_PAIRS, backend)(block, np.zeros(LANES, np.int64))
            assert total[0] == expected


@pytest.mark.parametrize("largest", [255, 256, 4_000])
def test_large_counts_are_walked_exactly(largest):
    matrix = np.full((3, 4), largest, np.uint16 if largest > 255 else np.uint8)
    key = AnswerKey(item_ids=list("1234"), units=Units.of(list("1234")), labels=("a", "b"), gold=np.array([0, 1, 0, 1]))
    model = Observations(key=key, parsed=np.ones(4, bool), scores=np.array([1.0, 2.0, 3.0, 4.0]))
    metric = get_metric("auroc")
    for backend in WalkBackend:
        computed = replace(metric, computation=replace(metric.computation, backend=backend))
        assert computed.replicates(model, ExplicitCounts(matrix=matrix), PARAMETERS).tolist() == [0.75] * 3


def test_the_backend_is_the_quickest_that_is_installed(monkeypatch):
    installed = {"numba", "scipy"}
    monkeypatch.setattr(backends.importlib.util, "find_spec", lambda name: name if name in installed else None)
    assert backends.fitting_walk_backend(10**3) is WalkBackend.NUMPY
    assert backends.fitting_walk_backend(10**9) is WalkBackend.NUMBA
    installed.remove("numba")
    assert backends.fitting_walk_backend(10**9) is WalkBackend.SCIPY
    installed.remove("scipy")
    assert backends.fitting_walk_backend(10**9) is WalkBackend.NUMPY


def test_without_a_folder_for_the_cache_the_kernel_is_compiled_anew(monkeypatch):
    def njit(signature, *, nogil, cache=False):
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return lambda function: function

    monkeypatch.setattr("numba.njit", njit)
    assert in_numba._compiled_kernel.__wrapped__() is in_numba._walk_block
