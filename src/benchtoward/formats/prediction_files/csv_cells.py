"""CSV that spreadsheets show and don't run."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

Cell: TypeAlias = "str | int | float | bool | None"

# Excel takes the full-width forms for the plain ones in some languages (OWASP, "CSV Injection").
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?\Z", re.ASCII)
# A semicolon separates cells where the comma is the decimal sign.
_QUOTED = re.compile(r'[",;\t\r\n]|\A\s|\s\Z')


def neutral_cell(value: Cell) -> str:
    """Return a cell's text, which no spreadsheet takes for a formula: a leading `'` is put before one.

    Numbers stay numbers, also those that stand as text, such as -1.5. Nothing (None) is an empty cell.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    if text.startswith(_FORMULA_STARTS) and not _NUMBER.match(text):
        return f"'{text}"
    return text


def csv_line(cells: Iterable[Cell]) -> bytes:
    """Return one line of CSV (RFC 4180, UTF-8, ended by a line feed), its cells neutralised."""
    return (",".join(_quoted(neutral_cell(cell)) for cell in cells) + "\n").encode("utf-8")


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text
