"""Ranks and rank ranges: ties exact, order irrelevant, one more model for little work."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchtoward.core.errors import InvalidInputError
from benchtoward.core.statistics import (
    Backend,
    Board,
    RankFlag,
    Ranking,
    ResamplingPlan,
    rank_ranges,
    replicate_ratios,
    simultaneous_rank_ranges,
)
from benchtoward.core.statistics.order_statistics import tail_rank
from benchtoward.core.statistics.rank_counts import rank_counts


def boards(n_models: int = 7, n_replicates: int = 60) -> st.SearchStrategy[tuple[np.ndarray, np.ndarray]]:
    """Scores and replicates on a coarse grid, so that ties are many."""

    def of_seed(seed: int) -> tuple[np.ndarray, np.ndarray]:
        rng = np.random.default_rng(seed)
        models = int(rng.integers(1, n_models + 1))
        replicates = rng.integers(0, int(rng.integers(1, 8)), (models, n_replicates)) / 8
        return np.round(replicates.mean(axis=1) * 4) / 4, replicates

    return st.integers(0, 2**32).map(of_seed)


def ranking_by_brute_force(
    points: np.ndarray, replicates: np.ndarray, higher_is_better: bool
) -> tuple[list, list, list]:
    sign = 1 if higher_is_better else -1
    n_models, n_replicates = replicates.shape
    k = tail_rank(0.95, n_replicates)
    ranks, low, high = [], [], []
    for model in range(n_models):
        ranks.append(1 + sum(sign * points[other] > sign * points[model] for other in range(n_models)))
        best, worst = [], []
        for replicate in sign * replicates.T:
            best.append(1 + sum(replicate[other] > replicate[model] for other in range(n_models)))
            worst.append(sum(replicate[other] >= replicate[model] for other in range(n_models)))
        low.append(sorted(best)[k - 1])
        high.append(sorted(worst)[n_replicates - k])
    return ranks, low, high


@given(boards(), st.booleans())
def test_ranges_equal_brute_force(board: tuple[np.ndarray, np.ndarray], higher_is_better: bool):
    ranking = rank_ranges(*board, higher_is_better=higher_is_better)
    expected = ranking_by_brute_force(*board, higher_is_better)
    assert [list(ranking.ranks), list(ranking.low), list(ranking.high)] == list(expected)


def test_ties_share_the_better_rank():
    assert rank_ranges([0.5, 0.9, 0.5, 0.1], np.zeros((4, 99))).ranks == (2, 1, 2, 4)
    assert rank_ranges([0.5, 0.9, 0.5, 0.1], np.zeros((4, 99)), higher_is_better=False).ranks == (2, 4, 2, 1)


def test_models_that_always_tie_range_over_the_whole_tie():
    ranking = rank_ranges([0.5] * 3, np.tile(np.random.default_rng(0).random(99), (3, 1)))
    assert (ranking.ranks, ranking.low, ranking.high) == ((1, 1, 1), (1, 1, 1), (3, 3, 3))


def test_a_model_alone_is_first():
    ranking = rank_ranges([1.0], np.ones((1, 999)))
    assert (ranking.ranks, ranking.low, ranking.high) == ((1,), (1,), (1,))


def items_of(n_models: int, n_units: int = 80, seed: int = 5) -> np.ndarray:
    """Hits of each model in each unit, some models alike."""
    rng = np.random.default_rng(seed)
    return rng.binomial(4, rng.uniform(0.5, 0.7, n_models), (n_units, n_models))


def board_of(hits: np.ndarray, n_replicates: int = 999) -> tuple[np.ndarray, np.ndarray]:
    plan = ResamplingPlan.for_units(spec_hash="r", unit_columns=["u"], n_units=len(hits), n_replicates=n_replicates)
    items = np.full(len(hits), 4)
    return hits.sum(axis=0) / items.sum(), replicate_ratios(hits, items, plan)


def test_a_model_at_most_as_good_on_every_item_never_outranks_the_other():
    hits = items_of(6)
    hits[:, 1] = np.maximum(hits[:, 0] - (np.arange(80) % 9 == 0), 0)
    _, replicates = board_of(hits)
    best, worst = rank_counts(replicates, higher_is_better=True)
    assert (best[1] >= best[0]).all()
    assert (worst[1] >= worst[0]).all()


@given(st.integers(0, 2**32))
def test_the_order_of_models_does_not_matter(seed: int):
    points, replicates = board_of(items_of(9), 199)
    order = np.random.default_rng(seed).permutation(9)
    straight, shuffled = rank_ranges(points, replicates), rank_ranges(points[order], replicates[order])
    for field in ("ranks", "low", "high"):
        assert getattr(shuffled, field) == tuple(getattr(straight, field)[number] for number in order)
    straight_at_once = simultaneous_rank_ranges(points, replicates)
    shuffled_at_once = simultaneous_rank_ranges(points[order], replicates[order])
    assert shuffled_at_once.critical_value == straight_at_once.critical_value
    assert shuffled_at_once.low == tuple(straight_at_once.low[number] for number in order)


@pytest.mark.parametrize("higher_is_better", [True, False])
@pytest.mark.parametrize("n_at_first", [0, 1, 10])
def test_adding_models_one_by_one_equals_ranking_all_anew(n_at_first: int, higher_is_better: bool):
    points, replicates = board_of(items_of(30))
    options = {"higher_is_better": higher_is_better}
    board = Board(n_replicates=999, **options)
    if n_at_first:
        board = Board.of(points[:n_at_first], replicates[:n_at_first], **options)
    for number in range(n_at_first, 30):
        board.add(points[number], replicates[number])
        expected = rank_ranges(points[: number + 1], replicates[: number + 1], **options)
        assert board.ranking() == expected
    assert board.n_models == 30


def test_adding_a_model_with_undefined_replicates_equals_ranking_all_anew():
    points, replicates = board_of(items_of(5))
    replicates[1, :10] = np.nan
    replicates[3, 5:30] = np.nan
    board = Board(n_replicates=999)
    for number in range(5):
        board.add(points[number], replicates[number])
        assert board.ranking() == rank_ranges(points[: number + 1], replicates[: number + 1])


def test_a_replicate_undefined_for_one_model_is_dropped_for_all_and_counted():
    points, replicates = board_of(items_of(5))
    gaps = replicates.copy()
    gaps[2, [3, 500, 998]] = np.nan
    ranking = rank_ranges(points, gaps)
    assert (ranking.n_replicates, ranking.n_dropped, ranking.flags) == (999, 3, ())
    without = rank_ranges(points, np.delete(replicates, [3, 500, 998], axis=1))
    assert (ranking.low, ranking.high) == (without.low, without.high)


def test_many_undefined_replicates_are_flagged():
    points, replicates = board_of(items_of(5))
    replicates[2, :50] = np.nan
    assert rank_ranges(points, replicates).flags == (RankFlag.MANY_UNDEFINED,)
    assert simultaneous_rank_ranges(points, replicates).flags == (RankFlag.MANY_UNDEFINED,)


def test_too_few_replicates_say_nothing():
    points, replicates = board_of(items_of(3), 18)
    ranking = rank_ranges(points, replicates)
    assert (ranking.low, ranking.high, ranking.flags) == ((1,) * 3, (3,) * 3, (RankFlag.TOO_FEW_REPLICATES,))
    at_once = simultaneous_rank_ranges(points, replicates)
    assert (at_once.low, at_once.high, at_once.flags) == ((1,) * 3, (3,) * 3, (RankFlag.TOO_FEW_REPLICATES,))
    nothing = simultaneous_rank_ranges(points, np.full((3, 99), np.nan))
    assert nothing.low == (1,) * 3
    assert rank_ranges(points, np.full((3, 99), np.nan)).high == (3,) * 3


@pytest.mark.parametrize(
    ("points", "replicates", "words"),
    [
        ([0.1, np.nan], np.zeros((2, 9)), "score of model 2"),
        ([0.1, np.inf], np.zeros((2, 9)), "score of model 2"),
        ([0.1, 0.2], np.array([[0.0, np.inf], [0, 0]]), "replicates of model 1"),
        ([0.1], np.zeros((2, 9)), "shapes"),
        ([], np.zeros((0, 9)), "shapes"),
        (np.zeros(32_768), np.zeros((32_768, 1)), "32,767"),
    ],
)
def test_what_cannot_be_ranked_is_refused(points: list[float], replicates: np.ndarray, words: str):
    for rank in (rank_ranges, simultaneous_rank_ranges):
        with pytest.raises(InvalidInputError, match=words):
            rank(points, replicates)


def test_a_refused_model_leaves_the_board_as_it_was():
    points, replicates = board_of(items_of(3))
    board = Board.of(points, replicates)
    before = board.ranking()
    for point, row in [(np.nan, replicates[0]), (0.5, replicates[0] * np.inf), (0.5, replicates[0][1:])]:
        with pytest.raises(InvalidInputError, match="board"):
            board.add(point, row)
    assert board.ranking() == before
    assert isinstance(before, Ranking)


def simultaneous_by_brute_force(points: np.ndarray, replicates: np.ndarray) -> tuple[float, list[int], list[int]]:
    """Mogstad, Romano, Shaikh and Wilhelm 2024, one step, straight from the definition."""
    n_models, n_replicates = replicates.shape
    pairs = [(i, j) for i in range(n_models) for j in range(n_models) if i != j]
    errors = {(i, j): (replicates[i] - replicates[j]).std(ddof=1) for i, j in pairs}
    largest = [
        max(abs(row[i] - row[j] - (points[i] - points[j])) / errors[i, j] for i, j in pairs if errors[i, j] > 1e-12)
        for row in replicates.T
    ]
    c = sorted(largest)[n_replicates - int(0.05 * (n_replicates + 1) + 1e-9)]
    beaten = {(i, j): points[j] - points[i] > c * errors[i, j] + 1e-12 for i, j in pairs}
    low = [1 + sum(beaten[i, j] for j in range(n_models) if j != i) for i in range(n_models)]
    high = [n_models - sum(beaten[j, i] for j in range(n_models) if j != i) for i in range(n_models)]
    return c, low, high


@given(st.integers(0, 2**32))
def test_simultaneous_ranges_equal_brute_force(seed: int):
    rng = np.random.default_rng(seed)
    hits = rng.binomial(4, rng.uniform(0.2, 0.9, 6), (60, 6))
    hits[:, 5] = hits[:, 0]
    points, replicates = board_of(hits, 99)
    c, low, high = simultaneous_by_brute_force(points, replicates)
    at_once = simultaneous_rank_ranges(points, replicates)
    assert at_once.critical_value == pytest.approx(c, rel=1e-5)
    assert (list(at_once.low), list(at_once.high)) == (low, high)


def test_lower_is_better_turns_simultaneous_ranges_round():
    points, replicates = board_of(items_of(9))
    straight = simultaneous_rank_ranges(points, replicates)
    turned = simultaneous_rank_ranges(-points, -replicates, higher_is_better=False)
    assert (turned.low, turned.high) == (straight.low, straight.high)


def test_both_backends_give_the_same_simultaneous_ranges():
    pytest.importorskip("numba")
    points, replicates = board_of(items_of(12), 1_500)
    by_numpy = simultaneous_rank_ranges(points, replicates, backend=Backend.NUMPY)
    assert simultaneous_rank_ranges(points, replicates, backend=Backend.NUMBA) == by_numpy


def test_identical_models_are_never_told_apart():
    hits = items_of(4)
    hits[:, 3] = hits[:, 0]
    points, replicates = board_of(hits)
    with_twin, without = (
        simultaneous_rank_ranges(points, replicates),
        simultaneous_rank_ranges(points[:3], replicates[:3]),
    )
    assert with_twin.critical_value == without.critical_value
    assert (with_twin.low[0], with_twin.high[0]) == (with_twin.low[3], with_twin.high[3])


def test_models_that_differ_by_a_constant_are_told_apart_and_move_nothing():
    points, replicates = board_of(items_of(3))
    shifted = np.vstack([replicates, replicates[0] + 0.001])
    at_once = simultaneous_rank_ranges(np.append(points, points[0] + 0.001), shifted)
    assert at_once.critical_value == pytest.approx(simultaneous_rank_ranges(points, replicates).critical_value)
    assert at_once.low[0] > at_once.low[3]


def test_nearly_identical_models_have_the_error_of_their_difference():
    rng = np.random.default_rng(3)
    base = rng.normal(0.5, 0.01, 999)
    noise = rng.normal(0, 1e-9, 999)
    at_once = simultaneous_rank_ranges([0.5, 0.5], np.vstack([base, base + noise]))
    expected = np.sort(np.abs(noise) / noise.std(ddof=1))[949]
    assert at_once.critical_value == pytest.approx(expected, rel=1e-4)


def test_the_top_group_is_what_no_model_surely_beats():
    rng = np.random.default_rng(1)
    p = np.array([0.5, 0.9, 0.89, 0.2])
    points, replicates = board_of(rng.binomial(4, p, (200, 4)))
    at_once = simultaneous_rank_ranges(points, replicates)
    assert at_once.top_group == (1, 2)
    assert (at_once.low, at_once.high) == ((3, 1, 1, 4), (3, 2, 2, 4))
