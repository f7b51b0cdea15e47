"""What the commands print: JSON for programs with `--json`, words and tables for people; errors to standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass
from datetime import date, datetime
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text for people.")]

errors = Console(stderr=True)


def show(value: object, text: str | Table | Iterable[str], *, as_json: bool) -> None:
    """Print `value` as JSON, or `text` for people."""
    if as_json:
        sys.stdout.write(json.dumps(value, default=_jsonable, ensure_ascii=False, indent=2) + "\n")
        return
    console = Console(soft_wrap=True)
    if isinstance(text, Table):
        console.print(text)
        return
    for line in [text] if isinstance(text, str) else text:
        console.print(Text(line))


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Return a table for people; names in it are shown as they are, never read as markup."""
    made = Table(title=Text(title), title_justify="left")
    for column in columns:
        made.add_column(column)
    for row in rows:
        made.add_row(*(Text(cell) for cell in row))
    return made


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int, Mapping[str, Any]], None]]:
    """Show a progress bar on standard error; yields a function of (done, total, what to show beside it)."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[beside]}"),
        console=errors,
    )
    with bar:
        task = bar.add_task(label, total=None, beside="")

        def update(done: int, total: int, beside: Mapping[str, Any]) -> None:
            words = "  ".join(f"{name} {value}" for name, value in beside.items())
            bar.update(task, completed=done, total=total, beside=words)

        yield update


def _jsonable(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset | tuple):
        return list(value)
    return str(value)
