"""scikit-learn pipelines on tables as predictors; scikit-learn is imported only when one is fitted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.canonical import Json
from benchtoward.core.errors import ModelFileError, Problem
from benchtoward.core.observing import NUMERIC_TASKS, target_text
from benchtoward.core.spec import Task
from benchtoward.harness.predictors import Answer, LabelledRow, PredictionTask, Predictor, Row

PACKAGES = ("numpy", "scikit-learn", "scipy")

N_DIGITS = 8
"""Probabilities and numbers are rounded to this: linear algebra differs between machines in the last bits."""

Estimator: TypeAlias = Any
"""A scikit-learn estimator; the package has no types of its own."""


def logistic_regression(
    task: PredictionTask, *, columns: Sequence[str] = (), inverse_penalty: float = 1.0
) -> Predictor:
    """Logistic regression: medians for missing numbers, scaled numbers, one column a category.

    `columns` limits what it looks at; `inverse_penalty` is scikit-learn's C.
    """
    if task.task is not Task.CLASSIFICATION:
        raise _bad("logistic_regression", f"a benchmark of the task {task.task.value}", "a classification")
    chosen = _chosen_columns(task, "logistic_regression", columns)
    return TablePredictor(task=task, columns=chosen, make=lambda table, _: _logistic_regression(table, inverse_penalty))


def gradient_boosting(
    task: PredictionTask,
    *,
    columns: Sequence[str] = (),
    n_trees: int = 200,
    learning_rate: float = 0.05,
    n_leaves: int = 15,
    n_least_in_leaf: int = 20,
) -> Predictor:
    """Gradient-boosted trees on binned values; missing numbers stay missing, categories are split as such."""
    if task.task not in (Task.CLASSIFICATION, *NUMERIC_TASKS):
        raise _bad("gradient_boosting", f"a benchmark of the task {task.task.value}", "classes or numbers")
    settings = {
        "max_iter": n_trees,
        "learning_rate": learning_rate,
        "max_leaf_nodes": n_leaves,
        "min_samples_leaf": n_least_in_leaf,
        "early_stopping": False,
    }
    chosen = _chosen_columns(task, "gradient_boosting", columns)
    is_number = task.task in NUMERIC_TASKS
    return TablePredictor(
        task=task,
        columns=chosen,
        make=lambda table, seed: _gradient_boosting(table, is_number, settings | {"random_state": seed}),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnKinds:
    """Which columns of a table hold numbers, by position; the others hold categories."""

    numbers: tuple[int, ...]
    categories: tuple[int, ...]

    @classmethod
    def of(cls, rows: Sequence[Row], columns: Sequence[str]) -> ColumnKinds:
        """Tell the kinds from the rows to learn from: numbers are columns without any text."""
        is_number = [all(_is_numeric(row.get(column)) for row in rows) for column in columns]
        return cls(
            numbers=tuple(place for place, holds in enumerate(is_number) if holds),
            categories=tuple(place for place, holds in enumerate(is_number) if not holds),
        )


@dataclass(slots=True, kw_only=True)
class TablePredictor:
    """A pipeline over the columns of a table, in the order in which they are given."""

    task: PredictionTask
    columns: tuple[str, ...]
    make: Callable[[ColumnKinds, int], Estimator]
    """Makes the unfitted pipeline for these columns and a seed."""
    packages: tuple[str, ...] = PACKAGES
    kinds: ColumnKinds = field(default_factory=lambda: ColumnKinds(numbers=(), categories=()))
    pipeline: Estimator = None

    def fit(self, training: Sequence[LabelledRow] | None, seed: int) -> None:
        """Fit the pipeline; raises `ModelFileError` without training rows."""
        if not training:
            raise _bad("a pipeline", "no training rows", "a benchmark whose `items.reader.training` gives some")
        rows = [row.visible for row in training]
        targets = [target_text(row.target) for row in training]
        self.kinds = ColumnKinds.of(rows, self.columns)
        self.pipeline = self.make(self.kinds, seed)
        wanted = np.array(targets, np.float64) if self.task.task in NUMERIC_TASKS else np.array(targets)
        with _one_thread():
            self.pipeline.fit(self._array(rows), wanted)

    def predict(self, rows: Sequence[Row]) -> Sequence[Answer]:
        """Return probabilities and the most probable class, or a number, for each row."""
        table = self._array(rows)
        with _one_thread():
            if self.task.task in NUMERIC_TASKS:
                return [_number_answer(number) for number in self.pipeline.predict(table).tolist()]
            return [self._answer(row) for row in self._probabilities(table)]

    def _array(self, rows: Sequence[Row]) -> NDArray[np.object_]:
        array = np.empty((len(rows), len(self.columns)), object)
        for place in self.kinds.numbers:
            array[:, place] = [_number(row.get(self.columns[place])) for row in rows]
        for place in self.kinds.categories:
            array[:, place] = [_category(row.get(self.columns[place])) for row in rows]
        return array

    def _probabilities(self, table: NDArray[np.object_]) -> NDArray[np.float64]:
        """Shape (rows, classes) in the task's order; a class that nobody had in training has 0."""
        learned: NDArray[np.float64] = self.pipeline.predict_proba(table)
        places = [self.task.classes.index(name) for name in self.pipeline.classes_.tolist()]
        probabilities = np.zeros((len(table), len(self.task.classes)), np.float64)
        probabilities[:, places] = learned
        return probabilities.round(N_DIGITS)

    def _answer(self, row: NDArray[np.float64]) -> Answer:
        return Answer(prediction=self.task.classes[int(row.argmax())], probabilities=tuple(row.tolist()))


def _logistic_regression(kinds: ColumnKinds, inverse_penalty: float) -> Estimator:
    from sklearn.compose import ColumnTransformer  # type: ignore[import-untyped]
    from sklearn.impute import SimpleImputer  # type: ignore[import-untyped]
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]
    from sklearn.pipeline import make_pipeline  # type: ignore[import-untyped]
    from sklearn.preprocessing import OneHotEncoder, StandardScaler  # type: ignore[import-untyped]

    numbers = make_pipeline(SimpleImputer(strategy="median", keep_empty_features=True), StandardScaler())
    categories = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    columns = ColumnTransformer(
        [("numbers", numbers, list(kinds.numbers)), ("categories", categories, list(kinds.categories))]
    )
    # Newton's method ends at the optimum to the last digits, so that machines agree after rounding.
    model = LogisticRegression(C=inverse_penalty, solver="newton-cholesky", tol=1e-10, max_iter=200)
    return make_pipeline(columns, model)


def _gradient_boosting(kinds: ColumnKinds, is_number: bool, settings: dict[str, Any]) -> Estimator:
    from sklearn.compose import ColumnTransformer
    from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor  # type: ignore[import-untyped]
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer, OrdinalEncoder

    numbers = FunctionTransformer(_as_float)
    categories = OrdinalEncoder(
        handle_unknown="use_encoded_value", unknown_value=np.nan, max_categories=MOST_CATEGORIES
    )
    columns = ColumnTransformer(
        [("numbers", numbers, list(kinds.numbers)), ("categories", categories, list(kinds.categories))]
    )
    n_numbers, n_categories = len(kinds.numbers), len(kinds.categories)
    made = HistGradientBoostingRegressor if is_number else HistGradientBoostingClassifier
    model = made(categorical_features=[False] * n_numbers + [True] * n_categories, **settings)
    return make_pipeline(columns, model)


MOST_CATEGORIES = 250
"""Boosting bins a column into at most 255; the rarest categories beyond this share one."""


def _one_thread() -> AbstractContextManager[object]:
    # The sums are then the same whatever the number of cores, and threads don't wait for each other.
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    limits: AbstractContextManager[object] = threadpool_limits(limits=1)
    return limits


def _number_answer(number: float) -> Answer:
    return Answer(prediction=repr(round(number, N_DIGITS)))


def _as_float(values: NDArray[np.object_]) -> NDArray[np.float64]:
    return values.astype(np.float64)


def _is_numeric(value: Json) -> bool:
    return value is None or isinstance(value, bool | int | float)


def _number(value: Json) -> float:
    return float(value) if isinstance(value, bool | int | float) else float("nan")


def _category(value: Json) -> str:
    # A missing category is a category of its own.
    return "" if value is None else str(value)


def _chosen_columns(task: PredictionTask, name: str, columns: Sequence[str]) -> tuple[str, ...]:
    unknown = sorted(set(columns) - set(task.columns))
    if unknown:
        raise _bad(name, f"the columns {', '.join(unknown)}", f"some of {', '.join(task.columns)}")
    return tuple(columns) or task.columns


def _bad(name: str, found: str, expected: str) -> ModelFileError:
    problem = Problem(where=f"the predictor {name}", found=found, expected=expected)
    return ModelFileError("The model file", [problem])
