"""What one writes by hand with NumPy, and the floor: the matrix product alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from comparisons.statistics.contender import Contender, Run, shown
from comparisons.statistics.workloads import WORKLOADS, Data, Workload
from numpy.typing import NDArray

FLOOR: Final = "float32 product alone (the floor)"
_BLOCK: Final = 512


def sums_by_unit(workload: Workload, data: Data) -> tuple[NDArray[Any], NDArray[Any]]:
    """Hits or errors of each unit and model, and the size of each unit."""
    if data.unit_hits.size:
        return data.unit_hits, data.unit_items
    is_wer = workload.metric == "wer"
    rows = data.answers if is_wer else data.answers == data.gold
    sums = np.stack([np.bincount(data.units, row, workload.n_units) for row in rows], axis=1)
    weights = data.words if is_wer else None
    return sums, np.bincount(data.units, weights, workload.n_units)


def multinomial(workload: Workload, data: Data) -> Run:
    """Counts by NumPy's `multinomial`, times the sums of each unit."""
    sums, sizes = sums_by_unit(workload, data)
    n_units = workload.n_units
    sums, sizes = sums.astype(np.float64), sizes.astype(np.float64)

    def run(n_replicates: int) -> str:
        random = np.random.default_rng(1)
        replicates = np.empty((n_replicates, sums.shape[1]))
        for start in range(0, n_replicates, _BLOCK):
            stop = min(start + _BLOCK, n_replicates)
            counts = random.multinomial(n_units, np.full(n_units, 1 / n_units), stop - start).astype(float)
            replicates[start:stop] = (counts @ sums) / (counts @ sizes)[:, np.newaxis]
        low, high = np.quantile(replicates, [0.025, 0.975], axis=0)
        return shown(low[0], high[0])

    return run


def product(workload: Workload, data: Data) -> Run:
    """Products of as many float32 numbers as the replicates need, all ready in the cache's reach."""
    sums, _ = sums_by_unit(workload, data)
    columns = np.concatenate([sums, sums[:, :1]], axis=1).astype(np.float32)
    counts = np.random.default_rng(1).poisson(1, (_BLOCK, workload.n_units)).astype(np.float32)

    def run(n_replicates: int) -> str:
        for start in range(0, n_replicates, _BLOCK):
            counts[: min(_BLOCK, n_replicates - start)] @ columns
        return ""

    return run


CONTENDERS: Final[Sequence[Contender]] = (
    *(
        Contender(
            name="NumPy by hand: multinomial @ sums",
            workload=id_,
            prepare=multinomial,
            gives="intervals; pairs models",
            trials=None if id_ != "million" else (64, 128),
        )
        for id_ in ("a", "e", "million")
    ),
    *(
        Contender(
            name=FLOOR,
            workload=id_,
            prepare=product,
            gives="nothing",
            warm_up=WORKLOADS[id_].n_replicates // 8,
        )
        for id_ in ("a", "million")
    ),
)
