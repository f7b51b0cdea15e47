"""From submitted rows to predictions: raw responses are read here, by the benchmark's own rules."""

from __future__ import annotations

from collections.abc import Sequence

from benchtoward.core.errors import PredictionsError, Problem
from benchtoward.core.extraction import Extraction, Parsed, Unparsed, parse_extraction
from benchtoward.core.items import ItemTable
from benchtoward.core.results import Finish, Prediction, PredictionStatus, check_complete
from benchtoward.core.spec import Missing, Spec
from benchtoward.formats.prediction_files import SubmittedRow
from benchtoward.harness.reading import allows_several, answer_space

SUBMITTED = "submitted"
"""Stands in the place of a rule where the submitter, not we, read the answer."""


def predictions_from(rows: Sequence[SubmittedRow], spec: Spec, table: ItemTable) -> list[Prediction]:
    """Return one prediction an item and repeat.

    Raises `PredictionsError` for items that the benchmark doesn't have, and for gaps that were not declared (unless
    the benchmark counts gaps as wrong: then they are `missing`).
    """
    _check_known(rows, table)
    n_repeats = 1 + max(row.repeat for row in rows)
    extraction = parse_extraction(spec.extraction) if spec.extraction else None
    several = allows_several(spec, table)
    predictions = [_prediction(row, spec, table, extraction, several) for row in rows]
    if spec.missing is Missing.WRONG:
        predictions += _gaps(predictions, table, n_repeats)
    check_complete(predictions, (item.id for item in table), n_repeats=n_repeats)
    return predictions


def _check_known(rows: Sequence[SubmittedRow], table: ItemTable) -> None:
    unknown = sorted({row.item_id for row in rows} - set(table.by_id))
    if unknown:
        problems = [
            Problem(where=f"item {item_id[:60]!r}", found="a prediction", expected="only items of the benchmark")
            for item_id in unknown
        ]
        raise PredictionsError("The submission", problems)


def _prediction(
    row: SubmittedRow, spec: Spec, table: ItemTable, extraction: Extraction | None, several: bool
) -> Prediction:
    if row.status is not None:
        return Prediction(
            item_id=row.item_id, repeat=row.repeat, status=row.status, reason="declared", finish=row.finish
        )
    if row.raw is None:
        return Prediction(
            item_id=row.item_id,
            repeat=row.repeat,
            status=PredictionStatus.PARSED,
            prediction=row.prediction,
            probabilities=row.probabilities,
            rule=SUBMITTED,
            finish=row.finish,
        )
    if extraction is None:
        expected = "predictions or probabilities: this benchmark has no rules to read responses by"
        where = f"item {row.item_id[:60]!r}"
        raise PredictionsError("The submission", [Problem(where=where, found="a raw response", expected=expected)])
    answer = extraction.read(row.raw, answer_space(spec, table.by_id[row.item_id], several=several), row.finish.value)
    return _read(row, answer)


def _read(row: SubmittedRow, answer: Parsed | Unparsed) -> Prediction:
    if isinstance(answer, Parsed):
        return Prediction(
            item_id=row.item_id,
            repeat=row.repeat,
            status=PredictionStatus.PARSED,
            prediction=answer.value,
            rule=answer.rule,
            finish=row.finish,
        )
    return Prediction(
        item_id=row.item_id,
        repeat=row.repeat,
        status=PredictionStatus.UNPARSED,
        reason=answer.reason.value,
        finish=row.finish,
    )


def _gaps(predictions: Sequence[Prediction], table: ItemTable, n_repeats: int) -> list[Prediction]:
    given = {(prediction.item_id, prediction.repeat) for prediction in predictions}
    return [
        Prediction(item_id=item.id, repeat=repeat, status=PredictionStatus.MISSING, finish=Finish.NONE)
        for item in table
        for repeat in range(n_repeats)
        if (item.id, repeat) not in given
    ]
