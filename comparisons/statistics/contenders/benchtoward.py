"""BenchToward itself: intervals of all models and their paired rank ranges."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from comparisons.statistics.contender import Contender, Run, shown
from comparisons.statistics.workloads import WORKLOADS, Data, Workload
from numpy.typing import NDArray

from benchtoward.core.metrics import AnswerKey, MetricParameters, Observations, get_metric
from benchtoward.core.statistics import (
    Backend,
    Board,
    ExplicitCounts,
    Interval,
    IntervalOutcome,
    Ranking,
    ResamplingPlan,
    Units,
    percentile_interval,
    proportion_interval,
    rank_ranges,
    replicate_ratios,
    unit_sums,
)

BENCHTOWARD: Final = "BenchToward"
NO_NUMBA: Final = "BenchToward without numba"
ADD_STORED: Final = "BenchToward, counts kept"
ADD_DRAWN: Final = "BenchToward, counts drawn again"
ALL_ANEW: Final = "BenchToward, all 501 anew"
REPLICATES: Final = "BenchToward, replicates alone"

_RANKED: Final = "intervals, paired rank ranges"
_ANSWERS: Final = {"accuracy": "predicted", "macro_f1": "predicted", "wer": "word_errors"}


def _load_kernel() -> None:
    # A process that scores has the kernel after its first large board; loading it costs half a second, once.
    try:
        importlib.import_module("numba")
    except ImportError:
        return
    ResamplingPlan(key=0, n_units=2, n_replicates=1).counts(0, 1, backend=Backend.NUMBA)


def metrics(workload: Workload, data: Data) -> Run:
    """The way results are made here: metric, interval and ranking, from answers that were checked."""
    _load_kernel()
    metric = get_metric(workload.metric)
    models = _observations(workload, data)
    parameters = MetricParameters(positive="1" if workload.id in "bc" else None)

    def interval(model: Observations, replicates: NDArray[np.float64]) -> IntervalOutcome:
        sums = metric.unit_sums(model, parameters) if metric.is_proportion else None
        if sums is None:
            return percentile_interval(replicates, n_units=workload.n_units)
        return proportion_interval(sums[:, 0], sums[:, 1], replicates)

    def run(n_replicates: int) -> str:
        replicates = metric.replicates_many(models, _plan(workload, n_replicates), parameters)
        points = [metric.evaluate(model, parameters) for model in models]
        intervals = [interval(*pair) for pair in zip(models, replicates, strict=True)]
        rank_ranges(points, replicates, higher_is_better=bool(metric.higher_is_better))
        return _shown(intervals[0])

    return run


def arrays(workload: Workload, data: Data) -> Run:
    """The statistics alone, from arrays of hits or of word errors."""
    units = Units.of([f"{unit:06}" for unit in data.units])
    is_wer = workload.metric == "wer"
    rows = data.answers.T if is_wer else (data.answers == data.gold).T
    weights = data.words if is_wer else np.ones(workload.n_rows, np.int64)

    def interval(hits: NDArray[Any], sizes: NDArray[Any], replicates: NDArray[np.float64]) -> IntervalOutcome:
        if is_wer:
            return percentile_interval(replicates, n_units=units.n_units)
        return proportion_interval(hits, sizes, replicates)

    def run(n_replicates: int) -> str:
        sums, sizes = unit_sums(rows, units), unit_sums(weights, units)
        replicates = replicate_ratios(sums, sizes, _plan(workload, n_replicates))
        intervals = [interval(hits, sizes, row) for hits, row in zip(sums.T, replicates, strict=True)]
        rank_ranges(sums.sum(axis=0) / sizes.sum(), replicates, higher_is_better=not is_wer)
        return _shown(intervals[0])

    return run


def unit_hits(workload: Workload, data: Data) -> Run:
    """Intervals and rank ranges from the hits of each unit."""
    _load_kernel()

    def run(n_replicates: int) -> str:
        replicates = replicate_ratios(data.unit_hits, data.unit_items, _plan(workload, n_replicates))
        intervals = [
            proportion_interval(hits, data.unit_items, row)
            for hits, row in zip(data.unit_hits.T, replicates, strict=True)
        ]
        rank_ranges(_points(data), replicates)
        return _shown(intervals[0])

    return run


def replicates_alone(workload: Workload, data: Data) -> Run:
    """The scores of all models in all replicates, without intervals and ranks."""
    _load_kernel()

    def run(n_replicates: int) -> str:
        replicate_ratios(data.unit_hits, data.unit_items, _plan(workload, n_replicates))
        return ""

    return run


def all_anew(workload: Workload, data: Data) -> Run:
    """Replicates and rank ranges of all models, from the start."""
    _load_kernel()

    def run(n_replicates: int) -> str:
        replicates = replicate_ratios(data.unit_hits, data.unit_items, _plan(workload, n_replicates))
        return _digest(rank_ranges(_points(data), replicates))

    return run


def one_added(workload: Workload, data: Data, *, counts_kept: bool) -> Run:
    """The last model comes to a board that has the others: its replicates, and everyone's rank range."""
    _load_kernel()
    plan = _plan(workload, workload.n_replicates)
    counts = ExplicitCounts(matrix=plan.counts(0, plan.n_replicates)) if counts_kept else plan
    replicates = replicate_ratios(data.unit_hits[:, :-1], data.unit_items, plan)
    points = _points(data)
    # The first run warms up on a board of two models, the second is the one that counts.
    boards = [Board.of(points[:n_models], replicates[:n_models].copy()) for n_models in (2, len(replicates))]

    def run(n_replicates: int) -> str:
        del n_replicates
        board = boards.pop(0)
        newcomer = replicate_ratios(data.unit_hits[:, -1:], data.unit_items, counts)[0]
        board.add(points[-1], newcomer)
        return _digest(board.ranking())

    return run


def one_added_kept(workload: Workload, data: Data) -> Run:
    """One more model, with the plan's counts at hand."""
    return one_added(workload, data, counts_kept=True)


def one_added_drawn(workload: Workload, data: Data) -> Run:
    """One more model, the plan's counts being drawn again."""
    return one_added(workload, data, counts_kept=False)


def _plan(workload: Workload, n_replicates: int) -> ResamplingPlan:
    return ResamplingPlan.for_units(
        spec_hash="bt1:0000", unit_columns=["unit"], n_units=workload.n_units, n_replicates=n_replicates
    )


def _observations(workload: Workload, data: Data) -> Sequence[Observations]:
    labels = [str(label) for label in range(workload.n_labels)]
    key = AnswerKey(
        item_ids=[str(row) for row in range(workload.n_rows)],
        units=Units.of([f"{unit:06}" for unit in data.units]),
        labels=tuple(labels) if data.gold.size else (),
        gold=_given(data.gold),
        n_words=_given(data.words),
        times=_given(data.times),
        events=_given(data.events),
    )
    parsed = np.ones(workload.n_rows, np.bool_)
    field = _ANSWERS.get(workload.metric, "scores")
    return [Observations(key=key, parsed=parsed, **{field: answers}) for answers in data.answers]


def _given(array: NDArray[Any]) -> NDArray[Any] | None:
    return array if array.size else None


def _points(data: Data) -> NDArray[np.float64]:
    points: NDArray[np.float64] = data.unit_hits.sum(axis=0) / data.unit_items.sum()
    return points


def _shown(interval: IntervalOutcome) -> str:
    return shown(interval.low, interval.high) if isinstance(interval, Interval) else "no interval"


def _digest(ranking: Ranking) -> str:
    return f"ranking {hashlib.sha256(repr(ranking).encode()).hexdigest()[:12]}"


CONTENDERS: Final[Sequence[Contender]] = (
    *(
        Contender(
            name=BENCHTOWARD,
            workload=id_,
            prepare=metrics,
            packages=("numba",),
            gives=_RANKED,
            warm_up=WORKLOADS[id_].n_replicates,
        )
        for id_ in "abcdef"
    ),
    *(
        Contender(
            name=f"{BENCHTOWARD}, from arrays",
            workload=id_,
            prepare=arrays,
            packages=("numba",),
            gives=_RANKED,
            warm_up=WORKLOADS[id_].n_replicates,
        )
        for id_ in "ae"
    ),
    *(
        Contender(
            name=NO_NUMBA,
            workload=id_,
            prepare=metrics,
            blocked=("numba",),
            gives=_RANKED,
            warm_up=WORKLOADS[id_].n_replicates,
        )
        for id_ in "ade"
    ),
    *(
        Contender(
            name=NO_NUMBA,
            workload=id_,
            prepare=metrics,
            packages=("scipy",),
            blocked=("numba",),
            gives=f"{_RANKED}; SciPy's sparse product",
            warm_up=128,
        )
        for id_ in "bcf"
    ),
    *(
        Contender(
            name=f"{BENCHTOWARD}, NumPy alone",
            workload=id_,
            prepare=metrics,
            blocked=("numba", "scipy"),
            gives=_RANKED,
            trials=(128, 384),
        )
        for id_ in "bcf"
    ),
    Contender(
        name=BENCHTOWARD,
        workload="million",
        prepare=unit_hits,
        packages=("numba",),
        gives=_RANKED,
        warm_up=1_024,
    ),
    Contender(
        name=REPLICATES,
        workload="million",
        prepare=replicates_alone,
        packages=("numba",),
        gives="no intervals, no ranks",
        warm_up=1_024,
    ),
    Contender(name=ADD_STORED, workload="add", prepare=one_added_kept, packages=("numba",), gives="501 rank ranges"),
    Contender(name=ADD_DRAWN, workload="add", prepare=one_added_drawn, packages=("numba",), gives="501 rank ranges"),
    Contender(
        name=ALL_ANEW,
        workload="add",
        prepare=all_anew,
        packages=("numba",),
        gives="501 rank ranges",
        warm_up=9_999,
    ),
)
