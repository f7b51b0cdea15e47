"""Packages made for evaluations of models: honestboard, inspect_ai, evalci."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from comparisons.statistics.contender import Contender, Run, shown
from comparisons.statistics.workloads import Data, Workload

HONESTBOARD: Final = "honestboard"


def honestboard(workload: Workload, data: Data) -> Run:
    """Rank ranges of all models, paired, over clusters."""
    from honestboard import Board

    names = [f"model {number}" for number in range(workload.n_models)]
    hits = (data.answers == data.gold).astype("uint8")

    def run(n_replicates: int) -> str:
        Board(names, hits, clusters=data.units).rank_summary(B=n_replicates, cluster=True)
        return ""

    return run


def inspect_ai(workload: Workload, data: Data) -> Run:
    """The interval of one model over clusters."""
    from inspect_ai.scorer import SampleScore, Score, ci

    del workload
    hits = (data.answers[0] == data.gold).tolist()
    scores = [
        SampleScore(score=Score(value=float(hit)), sample_metadata={"patient": int(unit)})
        for hit, unit in zip(hits, data.units, strict=True)
    ]

    def run(n_replicates: int) -> str:
        ends = ci(method="bootstrap", num_samples=n_replicates, cluster="patient")(scores)
        return shown(ends["lower"], ends["upper"])

    return run


def evalci(workload: Workload, data: Data) -> Run:
    """The interval of one model over clusters."""
    from evalci import cluster_ci

    del workload
    hits = (data.answers[0] == data.gold).astype(float)

    def run(n_replicates: int) -> str:
        outcome = cluster_ci(hits, data.units, n_resamples=n_replicates, random_state=1)
        return shown(outcome.lower, outcome.upper)

    return run


CONTENDERS: Final[Sequence[Contender]] = (
    Contender(
        name=HONESTBOARD,
        workload="a",
        prepare=honestboard,
        packages=("honestboard",),
        gives="paired rank ranges (smaller rank for ties at both ends), no intervals",
    ),
    Contender(
        name="inspect_ai, ci(cluster)",
        workload="a",
        prepare=inspect_ai,
        packages=("inspect_ai",),
        gives="intervals",
        trials=(50, 250),
        n_models=1,
    ),
    Contender(
        name="evalci, cluster_ci",
        workload="a",
        prepare=evalci,
        packages=("evalci",),
        gives="intervals",
        trials=(50, 250),
        n_models=1,
    ),
)
