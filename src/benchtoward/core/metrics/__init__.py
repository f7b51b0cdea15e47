"""Metrics: what is measured on a benchmark's items, with replicates that are exact to the last bit."""

from benchtoward.core.metrics.answer_key import AnswerKey
from benchtoward.core.metrics.calibration import ReliabilityBin, reliability_table
from benchtoward.core.metrics.definition import Family, MetricDefinition, Reference, Title
from benchtoward.core.metrics.edit_distance import count_edits
from benchtoward.core.metrics.inputs import Need
from benchtoward.core.metrics.observations import Observations
from benchtoward.core.metrics.parameters import MetricParameters, Parameter, Repeats, read_parameters
from benchtoward.core.metrics.registry import METRICS, get_metric

__all__ = [
    "METRICS",
    "AnswerKey",
    "Family",
    "MetricDefinition",
    "MetricParameters",
    "Need",
    "Observations",
    "Parameter",
    "Reference",
    "ReliabilityBin",
    "Repeats",
    "Title",
    "count_edits",
    "get_metric",
    "read_parameters",
    "reliability_table",
]
