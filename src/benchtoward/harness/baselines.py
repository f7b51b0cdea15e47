"""Simple comparisons: what a score is worth shows beside them.

Each is made by a function that a model file names, such as `benchtoward.harness.baselines:majority`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from benchtoward.core.errors import ModelFileError, Problem
from benchtoward.core.observing import NUMERIC_TASKS, target_text
from benchtoward.core.spec import Task
from benchtoward.harness.predictors import Answer, LabelledRow, PredictionTask, Predictor, Row
from benchtoward.harness.pseudorandom import SplitMix64
from benchtoward.harness.words import numbers_in, option_texts, question_text, words_in


def majority(task: PredictionTask) -> Predictor:
    """Always gives the commonest answer of the training rows; of several, the first in the task's order.

    Without training rows, a multiple-choice question gets the first option; other tasks need them.
    """
    return _Majority(task=task)


def random(task: PredictionTask) -> Predictor:
    """Guesses, every answer equally likely; the row and the seed settle the guess, so it never changes.

    For a number it takes one of the training rows' answers, without these one of the numbers in the
    question. For a classification it gives probabilities too, all possible ones equally likely.
    """
    return _Random(task=task)


def prevalence(task: PredictionTask) -> Predictor:
    """Gives every row the classes' shares among the training rows, and the commonest class."""
    _need(task, "prevalence", [Task.CLASSIFICATION])
    return _Prevalence(task=task)


def mean(task: PredictionTask) -> Predictor:
    """Always gives the mean of the training rows' numbers."""
    _need(task, "mean", NUMERIC_TASKS)
    return _Mean(task=task)


def last_value(task: PredictionTask, *, column: str = "") -> Predictor:
    """Gives the last number in the question, or in one `column`, such as a series: nothing will change."""
    _need(task, "last_value", NUMERIC_TASKS)
    if column and column not in task.columns:
        raise _bad("last_value", f"the column `{column}`", f"one of {', '.join(task.columns)}")
    return _LastValue(task=task, column=column)


def word_overlap(task: PredictionTask) -> Predictor:
    """Picks the option or class that shares most different words with the question; of several, the first."""
    _need(task, "word_overlap", [Task.MULTIPLE_CHOICE, Task.CLASSIFICATION])
    return _WordOverlap(task=task)


@dataclass(slots=True, kw_only=True)
class _Majority:
    task: PredictionTask
    ranked: Sequence[str] = ()

    def fit(self, training: Sequence[LabelledRow] | None, seed: int) -> None:  # noqa: ARG002 - nothing is random
        if not training:
            if self.task.task is not Task.MULTIPLE_CHOICE:
                raise _needs_training("majority")
            self.ranked = self.task.option_labels
            return
        counts = Counter(target_text(row.target) for row in training)
        order = [*self.task.classes, *self.task.option_labels, *sorted(counts)]
        self.ranked = sorted(counts, key=lambda answer: (-counts[answer], order.index(answer)))

    def predict(self, rows: Sequence[Row]) -> Sequence[Answer]:
        return [Answer(prediction=self._commonest(row)) for row in rows]

    def _commonest(self, row: Row) -> str:
        if self.task.task is not Task.MULTIPLE_CHOICE:
            return self.ranked[0]
        # Some questions have fewer options than others.
        possible = _labels(self.task, row)
        return next((answer for answer in self.ranked if set(answer.split(",")) <= set(possible)), possible[0])


@dataclass(slots=True, kw_only=True)
class _Random:
    task: PredictionTask
    seed: int = 0
    targets: Sequence[str] = ()

    def fit(self, training: Sequence[LabelledRow] | None, seed: int) -> None:
        self.seed = seed
        self.targets = sorted(target_text(row.target) for row in training or ())

    def predict(self, rows: Sequence[Row]) -> Sequence[Answer]:
        return [self._guess(row, SplitMix64.keyed(self.seed, row)) for row in rows]

    def _guess(self, row: Row, stream: SplitMix64) -> Answer:
        if self.task.task is Task.CLASSIFICATION:
            return _with_probabilities(self.task, _flat_dirichlet(len(self.task.classes), stream))
        return Answer(prediction=_chosen(self._possible(row), stream))

    def _possible(self, row: Row) -> Sequence[str]:
        if self.task.task is Task.MULTIPLE_CHOICE:
            return _labels(self.task, row)
        return self.targets or numbers_in(question_text(self.task, row)) or ["0"]


@dataclass(slots=True, kw_only=True)
class _Prevalence:
    task: PredictionTask
    answer: Answer = field(default_factory=Answer)

    def fit(self, training: Sequence[LabelledRow] | None, seed: int) -> None:  # noqa: ARG002 - nothing is random
        if not training:
            raise _needs_training("prevalence")
        counts = Counter(target_text(row.target) for row in training)
        shares = [counts[name] / len(training) for name in self.task.classes]
        self.answer = _with_probabilities(self.task, shares)

    def predict(self, rows: Sequence[Row]) -> Sequence[Answer]:
        return [self.answer] * len(rows)


@dataclass(slots=True, kw_only=True)
class _Mean:
    task: PredictionTask
    answer: Answer = field(default_factory=Answer)

    def fit(self, training: Sequence[LabelledRow] | None, seed: int) -> None:  # noqa: ARG002 - nothing is random
        if not training:
            raise _needs_training("mean")
        total = math.fsum(float(target_text(row.target)) for row in training)
        self.answer = Answer(prediction=repr(total / len(training)))

    def predict(self, rows: Sequence[Row]) -> Sequence[Answer]:
        return [self.answer] * len(rows)


@dataclass(slots=True, kw_only=True)
class _LastValue:
    task: PredictionTask
    column: str

    def fit(self, training: Sequence[LabelledRow] | None, seed: int) -> None:
        pass

    def predict(self, rows: Sequence[Row]) -> Sequence[Answer]:
        return [Answer(prediction=self._last(row)) for row in rows]

    def _last(self, row: Row) -> str:
        seen: Row = {self.column: row.get(self.column)} if self.column else row
        return ([*numbers_in(question_text(self.task, seen))] or ["0"])[-1]


@dataclass(slots=True, kw_only=True)
class _WordOverlap:
    task: PredictionTask

    def fit(self, training: Sequence[LabelledRow] | None, seed: int) -> None:
        pass

    def predict(self, rows: Sequence[Row]) -> Sequence[Answer]:
        return [Answer(prediction=self._closest(row)) for row in rows]

    def _closest(self, row: Row) -> str:
        asked = words_in(question_text(self.task, row))
        if self.task.task is Task.CLASSIFICATION:
            labels, texts = self.task.classes, list(self.task.classes)
        else:
            labels, texts = self.task.option_labels, option_texts(self.task, row)
        overlaps = [len(words_in(text) & asked) for text in texts]
        return labels[overlaps.index(max(overlaps))]


def _labels(task: PredictionTask, row: Row) -> Sequence[str]:
    """Return the labels of a row's options; all labels where it doesn't list any."""
    texts = option_texts(task, row)
    return task.option_labels[: len(texts)] if texts else task.option_labels


def _chosen(possible: Sequence[str], stream: SplitMix64) -> str:
    return possible[stream.below(len(possible))]


def _flat_dirichlet(n: int, stream: SplitMix64) -> list[float]:
    """Probabilities of `n` classes, drawn evenly among all possible ones: shares of exponential variables."""
    waits = [-math.log1p(-stream.uniform()) for _ in range(n)]
    total = math.fsum(waits)
    return [wait / total for wait in waits] if total else [1 / n] * n


def _with_probabilities(task: PredictionTask, values: Iterable[float]) -> Answer:
    # Nine digits are the same on every machine, whatever its logarithm does with the last bit.
    probabilities = tuple(round(value, 9) for value in values)
    return Answer(prediction=task.classes[probabilities.index(max(probabilities))], probabilities=probabilities)


def _need(task: PredictionTask, name: str, tasks: Sequence[Task]) -> None:
    if task.task not in tasks:
        raise _bad(name, f"a benchmark of the task {task.task.value}", f"one of {', '.join(tasks)}")


def _needs_training(name: str) -> ModelFileError:
    return _bad(name, "no training rows", "a benchmark whose `items.reader.training` gives some")


def _bad(name: str, found: str, expected: str) -> ModelFileError:
    problem = Problem(where=f"the baseline {name}", found=found, expected=expected)
    return ModelFileError("The model file", [problem])
