"""Runs a predictor over all items of a benchmark, batch by batch, and classes what fails."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from benchtoward.core.canonical import Json
from benchtoward.core.errors import BenchTowardError, IncompleteRunError, ModelFileError, Problem
from benchtoward.core.items import Item, ItemTable
from benchtoward.core.lifecycle import FailureClass
from benchtoward.core.model import ModelVersion
from benchtoward.core.observing import NUMERIC_TASKS
from benchtoward.core.results import Prediction, PredictionStatus
from benchtoward.core.spec import Spec, Task
from benchtoward.harness.outcomes import Unanswered, failure_summary
from benchtoward.harness.predictors import (
    Answer,
    LabelledRow,
    Predictor,
    environment,
    load_predictor,
    packages_of,
    prediction_task,
)
from benchtoward.harness.prompting import options_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictOutcome:
    """What a predictor said, and where it failed."""

    predictions: Sequence[Prediction]
    """One an item and repeat that was answered."""
    unanswered: Sequence[Unanswered]
    """The others."""
    environment: Mapping[str, Json]
    """Python, machine and package versions."""

    def check_complete(self) -> None:
        """Raise `IncompleteRunError`, saying what failed, unless every item has an answer."""
        if self.unanswered:
            n_all = len(self.predictions) + len(self.unanswered)
            raise IncompleteRunError(
                f"{len(self.unanswered):,} of {n_all:,} items have no answer from the predictor. "
                f"{failure_summary(self.unanswered)}"
            )


def predict_all(
    spec: Spec,
    table: ItemTable,
    version: ModelVersion,
    training: Sequence[LabelledRow] | None,
    *,
    n_repeats: int = 1,
    batch_size: int = 1000,
    progress: Callable[[int], None] | None = None,
) -> PredictOutcome:
    """Fit the predictor that a model version names, and ask it about every item.

    The parameter `seed` of the model file (0 where there is none) is the seed of the first repeat; each
    further repeat adds one. A batch that raises, or has answers that can't be ones, leaves its items
    unanswered; `progress` hears how many are settled. Raises `ModelFileError` for a predictor that can't be
    made.
    """
    path, parameters, seed = _call(version)
    task = prediction_task(spec)
    predictor = load_predictor(path, parameters, task)
    collected = _Collected(spec=spec, predictions=[], unanswered=[], progress=progress)
    for repeat in range(n_repeats):
        if repeat:
            predictor = load_predictor(path, parameters, task)
        collected.run(predictor, training, seed + repeat, table, repeat, batch_size)
    return PredictOutcome(
        predictions=tuple(collected.predictions),
        unanswered=tuple(collected.unanswered),
        environment=environment(packages_of(predictor)),
    )


@dataclass(slots=True, kw_only=True)
class _Collected:
    """What has been predicted so far."""

    spec: Spec
    predictions: list[Prediction]
    unanswered: list[Unanswered]
    progress: Callable[[int], None] | None

    def run(
        self,
        predictor: Predictor,
        training: Sequence[LabelledRow] | None,
        seed: int,
        table: ItemTable,
        repeat: int,
        batch_size: int,
    ) -> None:
        try:
            predictor.fit(training, seed)
        except BenchTowardError:
            raise
        except Exception as error:
            self._fail(table.items, repeat, f"fit raised {type(error).__name__}")
            return
        items = iter(table)
        while batch := list(islice(items, batch_size)):
            self._predict(predictor, batch, repeat)
            if self.progress is not None:
                self.progress(len(self.predictions) + len(self.unanswered))

    def _predict(self, predictor: Predictor, batch: Sequence[Item], repeat: int) -> None:
        # Somebody else's code may raise anything, and its message may quote a patient: only the type is kept.
        try:
            answers = list(predictor.predict([item.visible for item in batch]))
        except Exception as error:
            self._fail(batch, repeat, f"predict raised {type(error).__name__}")
            return
        if len(answers) != len(batch):
            self._fail(batch, repeat, "another number of answers than rows")
            return
        for item, answer in zip(batch, answers, strict=True):
            fault = _fault(self.spec, item, answer)
            if fault:
                self._fail([item], repeat, fault)
            else:
                self.predictions.append(_prediction(item, answer, repeat))

    def _fail(self, items: Sequence[Item], repeat: int, detail: str) -> None:
        self.unanswered += [
            Unanswered(item_id=item.id, repeat=repeat, failure=FailureClass.PREDICTOR, detail=detail) for item in items
        ]


def _call(version: ModelVersion) -> tuple[str, Mapping[str, Json], int]:
    parameters = version.call.get("parameters") or {}
    if not isinstance(parameters, Mapping):
        raise _bad(version, "parameters", parameters, "a mapping of names to values")
    seed = parameters.get("seed", 0)
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise _bad(version, "parameters.seed", seed, "a whole number from 0")
    others = {name: value for name, value in parameters.items() if name != "seed"}
    return str(version.call.get("predictor", "")), others, seed


def _bad(version: ModelVersion, key: str, found: Json, expected: str) -> ModelFileError:
    where = f"version {version.name}, call.{key}"
    return ModelFileError("The model file", [Problem(where=where, found=repr(found)[:60], expected=expected)])


def _prediction(item: Item, answer: Answer, repeat: int) -> Prediction:
    return Prediction(
        item_id=item.id,
        repeat=repeat,
        status=PredictionStatus.PARSED,
        # NumPy's own scalars print otherwise than Python's.
        prediction=None if answer.prediction is None else str(answer.prediction),
        probabilities=None if answer.probabilities is None else tuple(map(float, answer.probabilities)),
    )


def _fault(spec: Spec, item: Item, answer: Answer) -> str:
    """Return what is wrong with an answer; nothing for one that can be scored."""
    if not isinstance(answer, Answer):
        return "an answer of another type"
    if answer.prediction is None and answer.probabilities is None:
        return "neither answer nor probabilities"
    if answer.probabilities is not None and not _are_probabilities(answer.probabilities, len(spec.classes)):
        return "probabilities that are none, or not one a class"
    if answer.prediction is not None and not _is_answer(spec, item, answer.prediction):
        return "an answer that is none of those possible"
    return ""


def _are_probabilities(values: Sequence[float], n_classes: int) -> bool:
    try:
        is_each = all(math.isfinite(value) and 0 <= value <= 1 for value in values)
        return len(values) == n_classes and is_each and math.isclose(math.fsum(values), 1, abs_tol=1e-6)
    except TypeError:
        return False


def _is_answer(spec: Spec, item: Item, prediction: str) -> bool:
    if not isinstance(prediction, str):
        return False
    if spec.task in NUMERIC_TASKS:
        return _is_number(prediction)
    if spec.task is Task.CLASSIFICATION or spec.prompt is None:
        return prediction in spec.classes
    labels = spec.prompt.option_labels[: len(options_of(spec.prompt, item.visible))]
    given = prediction.split(",")
    return given == sorted(set(given)) and set(given) <= set(labels)


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text)) and "_" not in text
    except ValueError:
        return False
