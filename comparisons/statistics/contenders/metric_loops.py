"""A metric computed anew on every resample: scikit-learn, stambo, MLstatkit, confidenceinterval."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from comparisons.statistics.contender import Contender, Run, shown
from comparisons.statistics.workloads import Data, Workload

SKLEARN: Final = "scikit-learn, sample_weight"
STAMBO: Final = "stambo"


def sklearn_weights(workload: Workload, data: Data) -> Run:
    """The metric of one model with the counts of each row's unit as weights."""
    metric = _sklearn_metric(workload)
    answers = data.answers[0]

    def run(n_replicates: int) -> str:
        random = np.random.default_rng(1)
        values = np.empty(n_replicates)
        for replicate in range(n_replicates):
            drawn = random.integers(0, workload.n_units, workload.n_units)
            weights = np.bincount(drawn, minlength=workload.n_units)[data.units]
            values[replicate] = metric(data.gold, answers, sample_weight=weights)
        return shown(*np.quantile(values, [0.025, 0.975]))

    return run


def stambo(workload: Workload, data: Data) -> Run:
    """The metric of all models on the same resamples."""
    from stambo import PredSampleWrapper, bootstrap_arrays
    from stambo.metrics import AP, ROCAUC

    metric = ROCAUC() if workload.metric == "auroc" else AP()
    samples = tuple(
        PredSampleWrapper(answers, data.gold, groups=data.units, multiclass=False) for answers in data.answers
    )

    def run(n_replicates: int) -> str:
        values = bootstrap_arrays(samples, {"metric": metric}, n_bootstrap=n_replicates, seed=1, silent=True)
        return shown(*np.percentile(values["metric"][:, 0], [2.5, 97.5]))

    return run


def mlstatkit(workload: Workload, data: Data) -> Run:
    """The metric of one model on resampled rows, whatever unit they belong to."""
    from MLstatkit.ci import Bootstrapping

    name = "roc_auc" if workload.metric == "auroc" else "average_precision"

    def run(n_replicates: int) -> str:
        _, low, high = Bootstrapping(data.gold, data.answers[0], name, n_bootstraps=n_replicates)
        return shown(low, high)

    return run


def confidenceinterval(workload: Workload, data: Data) -> Run:
    """Macro-F1 of one model on resampled rows, whatever unit they belong to."""
    from confidenceinterval.takahashi_methods import macro_f1_score_bootstrap

    del workload

    def run(n_replicates: int) -> str:
        _, ends = macro_f1_score_bootstrap(
            data.gold, data.answers[0], n_resamples=n_replicates, method="bootstrap_percentile"
        )
        return shown(*ends)

    return run


def _sklearn_metric(workload: Workload) -> Callable[..., float]:
    from sklearn.metrics import average_precision_score, f1_score, roc_auc_score

    def macro_f1(gold: Any, answers: Any, sample_weight: Any) -> float:
        labels = range(workload.n_labels)
        value: float = f1_score(
            gold, answers, labels=labels, average="macro", sample_weight=sample_weight, zero_division=np.nan
        )
        return value

    chosen: Callable[..., float] = {
        "auroc": roc_auc_score,
        "auprc": average_precision_score,
        "macro_f1": macro_f1,
    }[workload.metric]
    return chosen


CONTENDERS: Final[Sequence[Contender]] = (
    *(
        Contender(
            name=SKLEARN,
            workload=id_,
            prepare=sklearn_weights,
            packages=("sklearn",),
            gives="replicates; the user draws and weighs",
            trials=(20, 120),
            n_models=1,
        )
        for id_ in "bcd"
    ),
    *(
        Contender(
            name=STAMBO,
            workload=id_,
            prepare=stambo,
            packages=("stambo",),
            gives="paired replicates over clusters",
            trials=(2, 10),
        )
        for id_ in "bc"
    ),
    *(
        Contender(
            name="MLstatkit",
            workload=id_,
            prepare=mlstatkit,
            packages=("MLstatkit",),
            gives="intervals; no clusters",
            trials=(20, 80),
            n_models=1,
        )
        for id_ in "bc"
    ),
    Contender(
        name="confidenceinterval",
        workload="d",
        prepare=confidenceinterval,
        packages=("confidenceinterval",),
        gives="intervals; no clusters",
        trials=(20, 120),
        n_models=1,
    ),
)
