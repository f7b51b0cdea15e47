"""Calibration: do events happen as often as the probabilities say?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.metrics.definition import NO_PARAMETERS, Family, MetricDefinition, Reference, Title
from benchtoward.core.metrics.inputs import Need, given
from benchtoward.core.metrics.observations import Observations
from benchtoward.core.metrics.parameters import MetricParameters, Parameter
from benchtoward.core.metrics.recalibration import Recalibration
from benchtoward.core.metrics.row_means import row_column, score_column
from benchtoward.core.metrics.unit_columns import Floats, UnitColumn
from benchtoward.core.metrics.unit_sums import UnitSums, ratio
from benchtoward.core.statistics.fixed_point import unit_sums


@dataclass(frozen=True, slots=True, kw_only=True)
class ReliabilityBin:
    """Rows whose probability lies in [lower, upper); the last bin includes 1."""

    lower: float
    upper: float
    n_rows: int
    mean_probability: float | None
    """None where the bin is empty."""
    event_rate: float | None
    """Share of rows with the positive label, or in which the most probable label is right."""


def reliability_table(
    observations: Observations, parameters: MetricParameters = NO_PARAMETERS
) -> Sequence[ReliabilityBin]:
    """Probabilities against frequencies in `parameters.bins` equal-width bins of [0, 1].

    With `positive` set, of that label's probability; without it, of the most probable label's. Rows that are
    not parsed have no probability and are left out here, while `ECE` counts them.
    """
    confidence, happened = _confidences(observations, parameters)
    bins = _bin_numbers(confidence, parameters.bins)
    table = []
    for number in range(parameters.bins):
        rows = observations.parsed & (bins == number)
        table.append(
            ReliabilityBin(
                lower=number / parameters.bins,
                upper=(number + 1) / parameters.bins,
                n_rows=int(rows.sum()),
                mean_probability=float(confidence[rows].mean()) if rows.any() else None,
                event_rate=float(happened[rows].mean()) if rows.any() else None,
            )
        )
    return table


def _confidences(observations: Observations, parameters: MetricParameters) -> tuple[Floats, Floats]:
    """The judged probability of each row, and 1 where what it speaks of happened; 0 and 0 if not parsed."""
    key = observations.key
    probabilities = np.where(observations.parsed[:, np.newaxis], given(observations.probabilities), 0.0)
    if parameters.positive is None:
        judged = probabilities.argmax(axis=1)
    else:
        judged = np.full(key.n_rows, key.labels.index(parameters.positive))
    happened = (given(key.gold) == judged) & observations.parsed
    return probabilities[np.arange(key.n_rows), judged], happened.astype(np.float64)


def _bin_numbers(confidence: Floats, n_bins: int) -> NDArray[np.intp]:
    """The bin of each probability, compared with the edges: rounding of a product could move a row."""
    return np.searchsorted(np.arange(1, n_bins) / n_bins, confidence, side="right")


def _bin_columns(observations: Observations, parameters: MetricParameters) -> Sequence[UnitColumn]:
    """Sums of (probability - happened) for each bin, then rows that are not parsed, then all rows."""
    key = observations.key
    confidence, happened = _confidences(observations, parameters)
    gaps, bins = confidence - happened, _bin_numbers(confidence, parameters.bins)
    in_bin = [np.where(bins == number, gaps, 0.0) for number in range(parameters.bins)]
    unparsed = UnitColumn.whole(unit_sums(~observations.parsed, key.units))
    return [*(score_column(rows, key, 1.0) for rows in in_bin), unparsed, row_column(key)]


def _mean_gap(sums: Sequence[Floats]) -> Floats:
    *gaps, unparsed, rows = sums
    return ratio(sum((np.abs(gap) for gap in gaps), start=np.abs(unparsed)), rows)


_PROBABILITIES: Final = frozenset({Need.PROBABILITIES})
_LOGISTIC: Final = frozenset({Parameter.POSITIVE, Parameter.CLIP})
_LOGISTIC_UNDEFINED: Final = "all rows have the same outcome, or the probabilities separate the outcomes fully"
_LOGISTIC_UNPARSED: Final = "as the most confident wrong probability: `clip` of what happened"

ECE: Final = MetricDefinition(
    id="ece",
    title=Title(en="Expected calibration error", ko="기대 보정 오차"),
    family=Family.CALIBRATION,
    higher_is_better=False,
    lower_bound=0.0,
    upper_bound=1.0,
    undefined_when="no row is drawn",
    unparsed="as a gap of 1, in a bin of their own",
    reference=Reference(authors="Guo et al.", year=2017, doi="10.48550/arXiv.1706.04599"),
    needs=_PROBABILITIES,
    has_interval=False,
    parameters=frozenset({Parameter.POSITIVE, Parameter.BINS}),
    computation=UnitSums(columns=_bin_columns, value_of=_mean_gap),
)
"""Mean over rows of their bin's |mean probability - event rate|, in fixed equal-width bins.

Biased upwards, and more so in resamples, so it has no percentile interval; give one for the Brier score
instead. With `positive` set, of that label's probability; without it, of the most probable label's.
"""

CALIBRATION_SLOPE: Final = MetricDefinition(
    id="calibration_slope",
    title=Title(en="Calibration slope", ko="보정 기울기"),
    family=Family.CALIBRATION,
    higher_is_better=None,
    lower_bound=None,
    upper_bound=None,
    ideal_value=1.0,
    undefined_when=_LOGISTIC_UNDEFINED,
    unparsed=_LOGISTIC_UNPARSED,
    reference=Reference(authors="Cox", year=1958, doi="10.1093/biomet/45.3-4.562"),
    needs=_PROBABILITIES,
    has_interval=False,
    has_replicates=False,
    parameters=_LOGISTIC,
    required=_LOGISTIC,
    computation=Recalibration(slope_is_free=True),
)
"""Slope of the logistic regression of outcomes on log odds; below 1, the probabilities are too extreme."""

CALIBRATION_INTERCEPT: Final = MetricDefinition(
    id="calibration_intercept",
    title=Title(en="Calibration intercept", ko="보정 절편"),
    family=Family.CALIBRATION,
    higher_is_better=None,
    lower_bound=None,
    upper_bound=None,
    ideal_value=0.0,
    undefined_when=_LOGISTIC_UNDEFINED,
    unparsed=_LOGISTIC_UNPARSED,
    reference=Reference(authors="Van Calster et al.", year=2019, doi="10.1186/s12916-019-1466-7"),
    needs=_PROBABILITIES,
    has_interval=False,
    has_replicates=False,
    parameters=_LOGISTIC,
    required=_LOGISTIC,
    computation=Recalibration(slope_is_free=False),
)
"""Intercept of that regression with a slope of 1 (calibration in the large); below 0, they are too high."""
