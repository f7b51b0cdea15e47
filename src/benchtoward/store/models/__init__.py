"""Every table, split by noun."""

from benchtoward.store.models.artifact import Artifact
from benchtoward.store.models.benchmark import Benchmark, BenchmarkVersion
from benchtoward.store.models.board import BoardSnapshot
from benchtoward.store.models.event import Event, SubjectKind
from benchtoward.store.models.model import ModelAlias, ModelEntry, ModelVersion
from benchtoward.store.models.response import Response
from benchtoward.store.models.result import Result
from benchtoward.store.models.run import Run
from benchtoward.store.names import normalised_name

__all__ = [
    "Artifact",
    "Benchmark",
    "BenchmarkVersion",
    "BoardSnapshot",
    "Event",
    "ModelAlias",
    "ModelEntry",
    "ModelVersion",
    "Response",
    "Result",
    "Run",
    "SubjectKind",
    "normalised_name",
]
