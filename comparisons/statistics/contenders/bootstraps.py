"""General bootstrap packages, given the sums of each unit by their user: foostrap, SciPy, arch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from comparisons.statistics.contender import Contender, Run, shown
from comparisons.statistics.contenders.plain_numpy import sums_by_unit
from comparisons.statistics.workloads import Data, Workload
from numpy.typing import NDArray

FOOSTRAP: Final = "foostrap, ratio"
_GIVES: Final = "intervals; the user adds up units"


def foostrap(workload: Workload, data: Data) -> Run:
    """The percentile interval of a ratio of sums, of one model."""
    from foostrap import foostrap as bootstrap

    sums, sizes = sums_by_unit(workload, data)
    pairs = np.stack([sums[:, 0], sizes], axis=1).astype(np.float64)

    def run(n_replicates: int) -> str:
        outcome = bootstrap(
            pairs,
            statistic="ratio",
            boot_samples=n_replicates,
            ci_method="percentile",
            random_state=1,
            parallel=False,
        )
        return shown(*outcome.ci)

    return run


def scipy_bootstrap(workload: Workload, data: Data) -> Run:
    """The percentile interval of a ratio of sums, of one model."""
    from scipy.stats import bootstrap

    sums, sizes = sums_by_unit(workload, data)

    def run(n_replicates: int) -> str:
        outcome = bootstrap(
            (sums[:, 0], sizes),
            _ratio,
            n_resamples=n_replicates,
            batch=256,
            vectorized=True,
            paired=True,
            method="percentile",
            rng=1,
        )
        return shown(*outcome.confidence_interval)

    return run


def arch(workload: Workload, data: Data) -> Run:
    """The percentile interval of a ratio of sums, of one model."""
    from arch.bootstrap import IIDBootstrap

    sums, sizes = sums_by_unit(workload, data)

    def run(n_replicates: int) -> str:
        ends = IIDBootstrap(sums[:, 0], sizes, seed=1).conf_int(_ratio, n_replicates, method="percentile")
        return shown(ends[0, 0], ends[1, 0])

    return run


def _ratio(hits: NDArray[Any], sizes: NDArray[Any], axis: int = -1) -> Any:
    return hits.sum(axis=axis) / sizes.sum(axis=axis)


CONTENDERS: Final[Sequence[Contender]] = tuple(
    Contender(
        name=name,
        workload=id_,
        prepare=prepare,
        packages=(package,),
        gives=_GIVES,
        trials=trials,
        n_models=1,
    )
    for id_ in "ae"
    for name, prepare, package, trials in (
        (FOOSTRAP, foostrap, "foostrap", (1_000, 9_999)),
        ("scipy.stats.bootstrap", scipy_bootstrap, "scipy", (1_000, 9_999)),
        ("arch, IIDBootstrap", arch, "arch", (200, 2_000)),
    )
)
