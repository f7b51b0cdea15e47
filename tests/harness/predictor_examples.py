"""Predictors as an author might write them, good and bad."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchtoward.harness.predictors import Answer, LabelledRow, PredictionTask, Row


class Recorder:
    """Keeps all that it is given."""

    packages = ("numpy", "no-such-package")
    seen: list[object] = []  # noqa: RUF012 - tests look into it

    def __init__(self, task: PredictionTask, *, say: str = "B") -> None:
        self.task, self.say = task, say
        self.seen.append(task)

    def fit(self, training: Sequence[LabelledRow] | None, seed: int) -> None:
        self.seen.append((training, seed))

    def predict(self, rows: Sequence[Row]) -> Sequence[Answer]:
        self.seen.append(list(rows))
        return [Answer(prediction=self.say) for _ in rows]


class Faulty(Recorder):
    """Fails in the way that it is told, on the question that it is told."""

    def __init__(self, task: PredictionTask, *, fault: str, at: int = 0) -> None:
        super().__init__(task)
        self.fault, self.at = fault, at

    def fit(self, training: Sequence[LabelledRow] | None, seed: int) -> None:
        if self.fault == "fit":
            raise ValueError("patient Kim could not be fitted")

    def predict(self, rows: Sequence[Row]) -> Sequence[Answer]:
        answers: list[object] = [Answer(prediction="A") for _ in rows]
        for place, row in enumerate(rows):
            if row["question"] == f"Question {self.at}?":
                if self.fault == "raise":
                    raise KeyError("patient Kim")
                if self.fault == "fewer":
                    return answers[1:]  # type: ignore[return-value]
                answers[place] = BAD_ANSWERS[self.fault]
        return answers  # type: ignore[return-value]


BAD_ANSWERS: dict[str, object] = {
    "none": Answer(),
    "other": Answer(prediction="E"),
    "two": Answer(prediction="B,A"),
    "number": Answer(prediction=3),  # type: ignore[arg-type]
    "text": "A",
    "probabilities": Answer(probabilities=(0.5, 0.5)),
    "no_probabilities": Answer(probabilities=("a", "b")),  # type: ignore[arg-type]
}


class WithNumpy(Recorder):
    """Answers with NumPy's own scalars."""

    def predict(self, rows: Sequence[Row]) -> Sequence[Answer]:
        shares = np.array([0.1, 0.9])
        return [Answer(prediction=np.str_("no"), probabilities=tuple(shares)) for _ in rows]


NOT_A_FACTORY = 5
