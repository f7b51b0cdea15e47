"""Whether answers can be ones of a benchmark: gold answers, and the predictions of any source."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from benchtoward.core.errors import ItemsError, PredictionsError, Problem
from benchtoward.core.items import Item, ItemTable
from benchtoward.core.observing import NUMERIC_TASKS, answer_key, target_text
from benchtoward.core.results import Prediction, PredictionStatus
from benchtoward.core.spec import Spec, Task


def check_targets(spec: Spec, table: ItemTable) -> None:
    """Raise `ItemsError`, naming the items, unless every gold answer is an option, class or number of its item."""
    problems = [
        Problem(where=f"item {item.id}", found=f"gold {target_text(item.target)!r:.60}", expected=expected)
        for item in table
        if (expected := _fault_of_target(spec, item))
    ]
    if problems:
        raise ItemsError(f"The items of {spec.id} {spec.version}", problems)
    answer_key(spec, table)


def check_predictions(spec: Spec, table: ItemTable, predictions: Sequence[Prediction]) -> None:
    """Raise `PredictionsError`, naming the items, unless every parsed prediction is an answer that can be scored.

    What could not be read must say so: an answer that is no option would otherwise count as parsed.
    """
    several = any("," in target_text(item.target) for item in table)
    has_label = {prediction.prediction is not None for prediction in predictions if _is_parsed(prediction)}
    has_probabilities = {prediction.probabilities is not None for prediction in predictions if _is_parsed(prediction)}
    problems = [
        Problem(
            where=f"item {prediction.item_id[:60]!r}, repeat {prediction.repeat}",
            found=_shown(prediction),
            expected=expected,
        )
        for prediction in predictions
        if _is_parsed(prediction)
        and (expected := _fault(spec, table.by_id.get(prediction.item_id), prediction, several=several))
    ]
    if len(has_probabilities) > 1 or (len(has_label) > 1 and has_probabilities != {True}):
        expected = "labels in all rows or probabilities in all rows"
        problems.append(Problem(where="the predictions", found="labels and probabilities in turn", expected=expected))
    if problems:
        raise PredictionsError("The set of predictions", problems)


def options_shown(spec: Spec, item: Item) -> tuple[str, ...]:
    """Return the labels of the options that an item has: as many as it has option texts."""
    if spec.prompt is None:
        return ()
    texts = item.visible.get(spec.prompt.options_column)
    n_options = len(texts) if isinstance(texts, Sequence) and not isinstance(texts, str) else None
    return spec.prompt.option_labels[:n_options]


def _fault_of_target(spec: Spec, item: Item) -> str:
    if spec.task is not Task.MULTIPLE_CHOICE or spec.prompt is None:
        return ""
    labels = options_shown(spec, item)
    return "" if set(target_text(item.target).split(",")) <= set(labels) else f"out of {', '.join(labels)}"


def _fault(spec: Spec, item: Item | None, prediction: Prediction, *, several: bool) -> str:
    if item is None:
        return "an item of the benchmark"
    if spec.task is Task.CLASSIFICATION:
        return "".join(_faults_of_class(spec, prediction))
    if prediction.probabilities is not None or prediction.prediction is None:
        return "an answer without probabilities"
    if spec.task in NUMERIC_TASKS:
        return "" if _is_number(prediction.prediction) else "a finite number as text"
    given, labels = prediction.prediction.split(","), options_shown(spec, item)
    if labels and (given != sorted(set(given)) or not set(given) <= set(labels)):
        return f"out of {', '.join(labels)}, in that order"
    return "" if several or len(given) == 1 else "one option"


def _faults_of_class(spec: Spec, prediction: Prediction) -> Iterator[str]:
    label, probabilities = prediction.prediction, prediction.probabilities
    if label is not None and label not in spec.classes:
        yield f"out of {', '.join(spec.classes)}"
    elif probabilities is not None and len(probabilities) != len(spec.classes):
        yield f"{len(spec.classes)} probabilities, one a class"
    elif label and probabilities and probabilities[spec.classes.index(label)] < max(probabilities):
        yield "the class with the highest probability"


def _is_parsed(prediction: Prediction) -> bool:
    return prediction.status is PredictionStatus.PARSED


def _is_number(text: str) -> bool:
    try:
        return "_" not in text and math.isfinite(float(text))
    except ValueError:
        return False


def _shown(prediction: Prediction) -> str:
    if prediction.probabilities is None:
        return repr(prediction.prediction)[:60]
    beside = "" if prediction.prediction is None else f" and the class {prediction.prediction!r:.40}"
    return f"{len(prediction.probabilities)} probabilities{beside}"
