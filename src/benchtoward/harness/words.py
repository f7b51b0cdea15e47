"""Reading words and numbers out of the visible columns of an item, for baselines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchtoward.core.canonical import Json
from benchtoward.harness.predictors import PredictionTask, Row

_WORD = re.compile(r"\d+(?:\.\d+)?|[^\W\d_]+")
_NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:,\d{3})*(?:\.\d+)?")


def words_in(text: str) -> frozenset[str]:
    """Return the different words and numbers of a text, whatever their case."""
    return frozenset(_WORD.findall(text.casefold()))


def numbers_in(text: str) -> list[str]:
    """Return the numbers of a text in order, as plain decimal text without thousands separators."""
    return [number.replace(",", "").replace("−", "-") for number in _NUMBER.findall(text)]


def question_text(task: PredictionTask, row: Row) -> str:
    """Return all that is asked in a row: its columns in order, without the options."""
    columns = [column for column in task.columns if column != task.options_column]
    return "\n".join(text for column in columns for text in _texts(row.get(column)))


def option_texts(task: PredictionTask, row: Row) -> list[str]:
    """Return the texts of a row's options in order; empty where it has none."""
    options = row.get(task.options_column) if task.options_column else None
    if isinstance(options, str) or not isinstance(options, Sequence):
        return []
    return [" ".join(_texts(option)) for option in options]


def _texts(value: Json) -> list[str]:
    if value is None or isinstance(value, bool):
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, int | float):
        return [repr(value)]
    if isinstance(value, Sequence):
        return [text for element in value for text in _texts(element)]
    return [text for element in value.values() for text in _texts(element)]
