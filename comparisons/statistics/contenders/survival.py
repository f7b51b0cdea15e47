"""The C-index: fast-cindex and lifelines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from comparisons.statistics.contender import Contender, Run, shown
from comparisons.statistics.workloads import Data, Workload

FAST_CINDEX: Final = "fast-cindex"


def fast_cindex(workload: Workload, data: Data) -> Run:
    """The C-index of one model on resampled rows."""
    from fast_cindex import bootstrap_cindex

    del workload
    # Higher risk means earlier events by its documentation, later ones by what it computes.
    scores = -data.answers[0]

    def run(n_replicates: int) -> str:
        values = bootstrap_cindex(data.times, scores, data.events, n_bootstraps=n_replicates)
        return shown(*np.quantile(values, [0.025, 0.975]))

    return run


def lifelines(workload: Workload, data: Data) -> Run:
    """The C-index of one model in a loop over resampled rows."""
    from lifelines.utils import concordance_index

    def run(n_replicates: int) -> str:
        random = np.random.default_rng(1)
        values = np.empty(n_replicates)
        for replicate in range(n_replicates):
            rows = random.integers(0, workload.n_rows, workload.n_rows)
            # lifelines takes higher scores for longer lives.
            values[replicate] = concordance_index(data.times[rows], -data.answers[0][rows], data.events[rows])
        return shown(*np.quantile(values, [0.025, 0.975]))

    return run


CONTENDERS: Final[Sequence[Contender]] = (
    Contender(
        name=FAST_CINDEX,
        workload="f",
        prepare=fast_cindex,
        packages=("fast_cindex",),
        gives="replicates; no clusters",
        trials=(100, 999),
        n_models=1,
    ),
    Contender(
        name="lifelines in a loop",
        workload="f",
        prepare=lifelines,
        packages=("lifelines",),
        gives="replicates; the user draws",
        trials=(5, 25),
        n_models=1,
    ),
)
