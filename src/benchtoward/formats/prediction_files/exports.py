"""A result's predictions as files for readers: CSV, JSONL and Parquet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from benchtoward.core.canonical import Json, canonical_json
from benchtoward.core.results import Prediction
from benchtoward.formats.bundle.tables import PREDICTION_COLUMNS, prediction_bytes
from benchtoward.formats.prediction_files.csv_cells import Cell, csv_line

_ROWS_PER_PIECE = 1_024
_BYTES_PER_PIECE = 1 << 16


def predictions_csv(predictions: Iterable[Prediction]) -> Iterator[bytes]:
    """Yield a table of predictions, a header first; probabilities stand as JSON in one cell.

    A text that a spreadsheet would run as a formula has a `'` before it.
    """
    yield csv_line(PREDICTION_COLUMNS)
    for piece in _pieces(predictions):
        yield b"".join(csv_line(_cells(prediction)) for prediction in piece)


def predictions_jsonl(predictions: Iterable[Prediction]) -> Iterator[bytes]:
    """Yield one JSON object a line: in order, the rows that the content address covers."""
    for piece in _pieces(predictions):
        lines = (canonical_json(prediction.row(), where=f"item {prediction.item_id}") for prediction in piece)
        yield b"".join(line + b"\n" for line in lines)


def predictions_parquet(predictions: Iterable[Prediction]) -> Iterator[bytes]:
    """Yield a Parquet file, with the same bytes as `predictions.parquet` of a bundle."""
    data = prediction_bytes(predictions)
    for start in range(0, len(data), _BYTES_PER_PIECE):
        yield data[start : start + _BYTES_PER_PIECE]


def _pieces(predictions: Iterable[Prediction]) -> Iterator[list[Prediction]]:
    rest = iter(predictions)
    while piece := list(islice(rest, _ROWS_PER_PIECE)):
        yield piece


def _cells(prediction: Prediction) -> list[Cell]:
    row = prediction.row()
    return [_cell(row[column]) for column in PREDICTION_COLUMNS]


def _cell(value: Json) -> Cell:
    """Texts as they are; numbers and probabilities as JSON writes them."""
    return value if value is None or isinstance(value, str) else canonical_json(value).decode()
