"""All contenders, BenchToward's first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from comparisons.statistics.contender import Contender
from comparisons.statistics.contenders import (
    benchtoward,
    bootstraps,
    evaluation,
    metric_loops,
    plain_numpy,
    survival,
)

CONTENDERS: Final[Sequence[Contender]] = (
    *benchtoward.CONTENDERS,
    *plain_numpy.CONTENDERS,
    *evaluation.CONTENDERS,
    *bootstraps.CONTENDERS,
    *metric_loops.CONTENDERS,
    *survival.CONTENDERS,
)
"""Every contender of every workload."""


def find(workload: str, name: str) -> Contender:
    """Return the contender of that name."""
    return next(one for one in CONTENDERS if one.workload == workload and one.name == name)
