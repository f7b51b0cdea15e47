"""Predictions as files: those that others submit, and those that readers download."""

from benchtoward.formats.prediction_files.csv_cells import Cell, csv_line, neutral_cell
from benchtoward.formats.prediction_files.exports import (
    predictions_csv,
    predictions_jsonl,
    predictions_parquet,
)
from benchtoward.formats.prediction_files.submission import SubmittedRow, read_submission, submitted_rows

__all__ = [
    "Cell",
    "SubmittedRow",
    "csv_line",
    "neutral_cell",
    "predictions_csv",
    "predictions_jsonl",
    "predictions_parquet",
    "read_submission",
    "submitted_rows",
]
