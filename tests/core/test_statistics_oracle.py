"""The bootstrap of others, reproduced: `shared/data/bootstrap-oracle` (its README defines everything)."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import numpy as np
import pytest

from benchtoward.core.statistics import (
    CountsSource,
    ExplicitCounts,
    Interval,
    ResamplingPlan,
    Units,
    fixed_point,
    percentile_interval,
    replicate_ratios,
    unit_sums,
)

BITS = 40
CLASSES = ("yes", "no", "maybe")


class Oracle:
    """Unit sums of every model, and what was published about them."""

    def __init__(self, folder: Path) -> None:
        with gzip.open(folder / "predictions.csv.gz", "rt", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.units = Units.of([row["pmid"] for row in rows if row["model"] == rows[0]["model"]])
        truths = {row["pmid"]: row["truth"] for row in rows}
        majority = [
            {
                "model": "majority_val",
                "pmid": pmid,
                "truth": truth,
                "prediction": "yes",
                "prob_yes": "1",
                "prob_no": "0",
                "prob_maybe": "0",
            }
            for pmid, truth in truths.items()
        ]
        self.models = [*sorted({row["model"] for row in rows}), "majority_val"]
        by_model = {model: [row for row in rows + majority if row["model"] == model] for model in self.models}
        sums = [self.sums_of(by_model[model]) for model in self.models]
        self.items = np.stack([items for items, _, _ in sums], axis=1)
        self.hits = np.stack([hits for _, hits, _ in sums], axis=1)
        self.brier = np.stack([brier for _, _, brier in sums], axis=1)
        self.metrics = read_table(folder / "published_metrics_long.tsv")
        self.pairs = read_table(folder / "published_paired_bootstrap_diffs.tsv")

    def sums_of(self, rows: list[dict[str, str]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        units = Units.of([row["pmid"] for row in rows])
        assert units.ids == self.units.ids
        hits = [row["prediction"] == row["truth"] for row in rows]
        brier = [sum((float(row[f"prob_{name}"]) - (row["truth"] == name)) ** 2 for name in CLASSES) for row in rows]
        return (
            unit_sums(np.ones(len(rows)), units),
            unit_sums(hits, units),
            unit_sums(fixed_point(brier, BITS), units),
        )

    def replicates(self, metric: str, source: CountsSource) -> np.ndarray:
        if metric == "accuracy":
            return replicate_ratios(self.hits, self.items, source)
        return replicate_ratios(self.brier, self.items, source, bits=BITS)

    def points(self, metric: str) -> np.ndarray:
        sums = self.hits if metric == "accuracy" else self.brier * 2.0**-BITS
        return sums.sum(axis=0) / self.items.sum(axis=0)


def read_table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture(scope="module")
def oracle(shared_folder: Path) -> Oracle:
    return Oracle(shared_folder / "data" / "bootstrap-oracle")


@pytest.fixture(scope="module")
def published_draws() -> ExplicitCounts:
    indices = np.random.default_rng(20260504).integers(0, 150, size=(10_000, 150), dtype=np.int64)
    return ExplicitCounts.from_indices(indices, n_units=150)


@pytest.mark.parametrize("metric", ["accuracy", "brier"])
def test_published_intervals_are_reproduced_with_the_published_draws(
    oracle: Oracle, published_draws: ExplicitCounts, metric: str
):
    replicates = oracle.replicates(metric, published_draws)
    rows = [row for row in oracle.metrics if row["metric"] == metric]
    assert len(rows) == 10
    for row in rows:
        model = oracle.models.index(row["model"])
        ours = [
            oracle.points(metric)[model],
            *np.quantile(replicates[model], [0.025, 0.975]),
            replicates[model].std(ddof=1),
        ]
        published = [float(row[name]) for name in ("point", "ci_low", "ci_high", "bootstrap_sd")]
        # Fixed point with 40 bits is off by at most 5e-13.
        assert ours == pytest.approx(published, abs=1e-15 if metric == "accuracy" else 1e-12)


@pytest.mark.parametrize("metric", ["accuracy", "brier"])
def test_published_paired_differences_are_reproduced_with_the_published_draws(
    oracle: Oracle, published_draws: ExplicitCounts, metric: str
):
    replicates = oracle.replicates(metric, published_draws)
    rows = [row for row in oracle.pairs if row["metric"] == metric]
    assert len(rows) == 9
    for row in rows:
        left, right = oracle.models.index(row["left"]), oracle.models.index(row["right"])
        differences = replicates[left] - replicates[right]
        points = oracle.points(metric)
        ours = [
            points[left] - points[right],
            *np.quantile(differences, [0.025, 0.975]),
            differences.std(ddof=1),
        ]
        published = [float(row[name]) for name in ("diff_left_minus_right", "ci_low", "ci_high", "bootstrap_sd")]
        assert ours == pytest.approx(published, abs=1e-15 if metric == "accuracy" else 1e-12)


@pytest.mark.parametrize("metric", ["accuracy", "brier"])
def test_our_own_draws_agree_within_monte_carlo_error(oracle: Oracle, metric: str):
    plan = ResamplingPlan.for_units(
        spec_hash="bt1:oracle", unit_columns=["pmid"], n_units=oracle.units.n_units, n_replicates=9_999
    )
    replicates = oracle.replicates(metric, plan)
    for row in oracle.metrics:
        if row["metric"] != metric:
            continue
        ours = percentile_interval(replicates[oracle.models.index(row["model"])], n_units=150)
        assert isinstance(ours, Interval)
        low, high = float(row["ci_low"]), float(row["ci_high"])
        # Two independent ends, each off by 0.65% of the width (one standard error), and a step of the grid on
        # which the score lies: a hit in one row, and for the certain model's Brier score a miss of 0 and 1.
        n_rows = oracle.items[:, oracle.models.index(row["model"])].sum()
        step = 1 / n_rows if metric == "accuracy" else 2 / n_rows * (row["model"] == "majority_val")
        tolerance = 4 * np.sqrt(2) * 0.0065 * (high - low) + step
        assert (ours.low, ours.high) == pytest.approx((low, high), abs=tolerance)
