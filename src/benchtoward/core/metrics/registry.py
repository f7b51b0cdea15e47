"""All metrics by id."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from benchtoward.core.documents import nearest
from benchtoward.core.errors import NotFoundError
from benchtoward.core.metrics.calibration import CALIBRATION_INTERCEPT, CALIBRATION_SLOPE, ECE
from benchtoward.core.metrics.concordance import C_INDEX
from benchtoward.core.metrics.definition import MetricDefinition
from benchtoward.core.metrics.discrimination import AUPRC, AUROC, SENSITIVITY_AT_SPECIFICITY
from benchtoward.core.metrics.label_counts import (
    BALANCED_ACCURACY,
    MACRO_F1,
    MCC,
    MICRO_F1,
    SENSITIVITY,
    SPECIFICITY,
    WEIGHTED_F1,
)
from benchtoward.core.metrics.number_errors import MAE, MSE, RMSE
from benchtoward.core.metrics.probability_scores import BRIER, LOG_LOSS
from benchtoward.core.metrics.right_answers import ACCURACY, EXACT_MATCH, POINTS, WITHIN_TOLERANCE
from benchtoward.core.metrics.set_extraction import PER_CASE_F1, SET_F1
from benchtoward.core.metrics.transcription import CER, WER

METRICS: Final[Mapping[str, MetricDefinition]] = MappingProxyType(
    {
        metric.id: metric
        for metric in (
            ACCURACY,
            POINTS,
            WITHIN_TOLERANCE,
            EXACT_MATCH,
            MAE,
            MSE,
            RMSE,
            BRIER,
            LOG_LOSS,
            WER,
            CER,
            MACRO_F1,
            MICRO_F1,
            WEIGHTED_F1,
            BALANCED_ACCURACY,
            MCC,
            SENSITIVITY,
            SPECIFICITY,
            SET_F1,
            PER_CASE_F1,
            AUROC,
            AUPRC,
            C_INDEX,
            SENSITIVITY_AT_SPECIFICITY,
            ECE,
            CALIBRATION_SLOPE,
            CALIBRATION_INTERCEPT,
        )
    }
)
"""Every metric that a specification may name."""


def get_metric(metric_id: str) -> MetricDefinition:
    """The metric called `metric_id`.

    Raises `NotFoundError`, which names the nearest known id.
    """
    try:
        return METRICS[metric_id]
    except KeyError:
        hint = nearest(metric_id, list(METRICS))
        raise NotFoundError(f"There is no metric `{metric_id}`. {hint}") from None
