"""Predictors: Python code that answers items from what a model may see, and may learn from labelled rows."""

from __future__ import annotations

import importlib
import importlib.metadata
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from benchtoward.core.canonical import Json
from benchtoward.core.errors import ModelFileError, Problem
from benchtoward.core.spec import Spec, Task

Row: TypeAlias = Mapping[str, Json]
"""The visible columns of an item, and nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledRow:
    """A row to learn from; never one of the items that are scored."""

    visible: Row
    """What a model may see of it."""
    target: Json
    """Its gold answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a predictor says about one row: an answer, probabilities, or both."""

    prediction: str | None = None
    """Option labels joined by commas, a class, or a number as text."""
    probabilities: tuple[float, ...] | None = None
    """One a class, in the order of the task's classes; they add up to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionTask:
    """What a predictor is told of a benchmark: what is asked, and which columns it gets."""

    task: Task
    columns: tuple[str, ...]
    """The columns of every row."""
    classes: tuple[str, ...]
    """The classes of a classification; empty for other tasks."""
    option_labels: tuple[str, ...]
    """The labels of the options: A, B, C, …; empty for other tasks."""
    options_column: str
    """The column with the list of the options' texts; empty for other tasks."""


class Predictor(Protocol):
    """What answers rows. An object is fitted once, then asked batch after batch."""

    def fit(self, training: Sequence[LabelledRow] | None, seed: int) -> None:
        """Learn from labelled rows, where there are any; `seed` settles all that is random."""

    def predict(self, rows: Sequence[Row]) -> Sequence[Answer]:
        """Return one answer a row, in the order of the rows."""


PredictorFactory: TypeAlias = Callable[..., Predictor]
"""Makes a predictor: called with the `PredictionTask`, and the model file's parameters by name."""


def prediction_task(spec: Spec) -> PredictionTask:
    """Return what a predictor is told of a benchmark."""
    prompt = spec.prompt
    return PredictionTask(
        task=spec.task,
        columns=spec.columns.visible,
        classes=spec.classes,
        option_labels=prompt.option_labels if prompt else (),
        options_column=prompt.options_column if prompt else "",
    )


def load_predictor(path: str, parameters: Mapping[str, Json], task: PredictionTask) -> Predictor:
    """Import `package.module:name`, call it with the task and the parameters, return what it makes.

    Raises `ModelFileError` when there is no such name, or it doesn't take these parameters or this task.
    """
    factory = _imported(path)
    try:
        return factory(task, **parameters)
    except TypeError as error:
        given = f"parameters {', '.join(sorted(parameters)) or 'none'} ({error})"
        raise _bad(path, given, "the parameters that it takes") from error


def environment(packages: Sequence[str] = ()) -> Mapping[str, Json]:
    """Return what a run's answers may depend on: Python, machine, and the versions of `packages`."""
    versions: dict[str, Json] = {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "machine": platform.machine(),
        "system": platform.system(),
    }
    return versions | {package: _package_version(package) for package in sorted(packages)}


def packages_of(predictor: Predictor) -> tuple[str, ...]:
    """Return the distributions that a predictor says its answers depend on, in an attribute `packages`."""
    return tuple(getattr(predictor, "packages", ()))


def _imported(path: str) -> PredictorFactory:
    module_name, _, name = path.partition(":")
    if not module_name or not name.isidentifier():
        raise _bad(path, "another form", "`package.module:name`")
    try:
        module = importlib.import_module(module_name)
    except ImportError as error:
        hint = "Install the package that holds it in this environment."
        raise _bad(path, str(error), "a module that can be imported", hint) from error
    factory = getattr(module, name, None)
    if not callable(factory):
        raise _bad(path, f"no `{name}` in {module_name}", "a function or class that makes a predictor")
    made: PredictorFactory = factory
    return made


def _package_version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _bad(path: str, found: str, expected: str, hint: str = "") -> ModelFileError:
    problem = Problem(where=f"call.predictor `{path}`", found=found, expected=expected, hint=hint)
    return ModelFileError("The model file", [problem])
