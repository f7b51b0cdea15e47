"""From items and predictions to the arrays that metrics take."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.canonical import Json
from benchtoward.core.errors import ItemsError, PredictionsError, Problem
from benchtoward.core.items import Item, ItemTable
from benchtoward.core.metrics import AnswerKey, Observations
from benchtoward.core.results import Prediction, PredictionStatus, in_order
from benchtoward.core.spec import Spec, Task
from benchtoward.core.statistics import Units

NUMERIC_TASKS = (Task.NUMERIC_ANSWER, Task.REGRESSION)


def answer_key(spec: Spec, table: ItemTable, *, n_repeats: int = 1) -> AnswerKey:
    """Return what is right: one row an item and repeat, in the order of item ids, then repeats.

    Raises `ItemsError` naming the item whose gold answer is none of the labels, or no number.
    """
    rows = [item for item in table for _ in range(n_repeats)]
    repeats = np.tile(np.arange(n_repeats, dtype=np.int64), len(table))
    units = Units.of([item.unit for item in rows])
    ids = [item.id for item in rows]
    if spec.task in NUMERIC_TASKS:
        numbers, lower, upper = (np.array(column) for column in zip(*map(_limits, rows), strict=True))
        return AnswerKey(item_ids=ids, units=units, repeats=repeats, numbers=numbers, lower=lower, upper=upper)
    labels = answer_labels(spec, table)
    places = {label: place for place, label in enumerate(labels)}
    gold = np.array([_place(places, item) for item in rows], np.int64)
    return AnswerKey(item_ids=ids, units=units, repeats=repeats, labels=labels, gold=gold)


def answer_labels(spec: Spec, table: ItemTable) -> tuple[str, ...]:
    """Return the labels that answers are counted by: the classes, or the options and every right combination."""
    if spec.task is Task.CLASSIFICATION:
        return spec.classes
    options = spec.prompt.option_labels if spec.prompt else ()
    several = sorted({target_text(item.target) for item in table} - set(options))
    return (*options, *several)


def target_text(target: Json) -> str:
    """Return a gold answer as predictions write it: several right options joined by commas."""
    if isinstance(target, str) or not isinstance(target, Sequence):
        return str(target)
    return ",".join(sorted(str(part) for part in target))


def observations(spec: Spec, key: AnswerKey, predictions: Sequence[Prediction]) -> Observations:
    """Return one model's answers in the order of the key; there must be exactly one a row.

    An answer that is none of the labels counts as not parsed, so as wrong. Raises `PredictionsError` for a number
    that can't be read, or for predictions that don't fit the rows.
    """
    ordered = in_order(predictions)
    wanted = list(zip(key.item_ids, key.repeat_numbers.tolist(), strict=True))
    if [(prediction.item_id, prediction.repeat) for prediction in ordered] != wanted:
        problem = Problem(where="predictions", found="other items or repeats", expected="one a row of the key")
        raise PredictionsError("The set of predictions", [problem])
    parsed = np.array([prediction.status is PredictionStatus.PARSED for prediction in ordered])
    if spec.task in NUMERIC_TASKS:
        numbers = np.array([_number(prediction) for prediction in ordered])
        return Observations(key=key, parsed=parsed, numbers=numbers)
    if spec.task is Task.CLASSIFICATION:
        return _classified(spec, key, ordered, parsed)
    predicted = _predicted(key, ordered)
    return Observations(key=key, parsed=parsed & (predicted >= 0), predicted=np.maximum(predicted, 0))


def _classified(spec: Spec, key: AnswerKey, ordered: Sequence[Prediction], parsed: NDArray[np.bool_]) -> Observations:
    if any(prediction.probabilities is None for prediction in ordered if prediction.prediction is not None):
        predicted = _predicted(key, ordered)
        return Observations(key=key, parsed=parsed & (predicted >= 0), predicted=np.maximum(predicted, 0))
    flat = [1.0 / len(key.labels)] * len(key.labels)
    probabilities = np.array([prediction.probabilities or flat for prediction in ordered], np.float64)
    scores = probabilities[:, key.labels.index(spec.positive)] if spec.positive else None
    predicted = probabilities.argmax(axis=1).astype(np.int64)
    return Observations(key=key, parsed=parsed, predicted=predicted, probabilities=probabilities, scores=scores)


def _predicted(key: AnswerKey, ordered: Sequence[Prediction]) -> NDArray[np.int64]:
    places = {label: place for place, label in enumerate(key.labels)}
    return np.array([places.get(prediction.prediction or "", -1) for prediction in ordered], np.int64)


def _place(places: dict[str, int], item: Item) -> int:
    text = target_text(item.target)
    if text not in places:
        expected = f"one of {', '.join(places)}"
        raise ItemsError("The items", [Problem(where=f"item {item.id}", found=f"gold {text!r}", expected=expected)])
    return places[text]


def _limits(item: Item) -> tuple[float, float, float]:
    # Limits are added up in decimal: 0.3 ± 0.1 must hold 0.2 and 0.4, which binary sums may miss.
    try:
        target, tolerance = Decimal(str(item.target)), Decimal(item.tolerance or "0")
    except InvalidOperation:
        found = f"gold {item.target!r}, tolerance {item.tolerance!r}"
        raise ItemsError("The items", [Problem(where=f"item {item.id}", found=found, expected="numbers")]) from None
    return float(target), float(target - tolerance), float(target + tolerance)


def _number(prediction: Prediction) -> float:
    if prediction.prediction is None:
        return 0.0
    try:
        number = float(Decimal(prediction.prediction))
    except InvalidOperation:
        number = math.nan
    if not math.isfinite(number):
        where = f"item {prediction.item_id[:60]!r}"
        problem = Problem(where=where, found=repr(prediction.prediction[:60]), expected="a finite number")
        raise PredictionsError("The set of predictions", [problem])
    return number
