"""The item table: what is asked, of which unit, with which gold answer; and its hash."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from benchtoward.core.canonical import Json, canonical_json
from benchtoward.core.errors import InvalidInputError, ItemsError, Problem
from benchtoward.core.spec import ItemColumns, Spec
from benchtoward.core.statistics import join_unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One row to predict."""

    id: str
    """Unique in its table."""
    unit: str
    """The resampled unit; composite ids are joined by U+001F."""
    visible: Mapping[str, Json]
    """All that a prompt or predictor may read."""
    target: Json
    """The gold answer: an option letter, a class, a number as text."""
    tolerance: str | None
    """The absolute tolerance of a numeric answer, as text."""
    subgroups: Mapping[str, str]
    """Subgroup values by column."""

    def row(self) -> Mapping[str, Json]:
        """Return the row that is hashed and stored."""
        return {
            "id": self.id,
            "subgroups": self.subgroups,
            "target": self.target,
            "tolerance": self.tolerance,
            "unit": self.unit,
            "visible": self.visible,
        }


@dataclass(frozen=True, kw_only=True)
class ItemTable:
    """All items of a benchmark version, sorted by id."""

    items: tuple[Item, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", tuple(sorted(self.items, key=lambda item: item.id)))
        doubled = [id_ for id_, n in Counter(item.id for item in self.items).items() if n > 1]
        if doubled or not self.items:
            raise ItemsError("The item table", _table_problems(doubled))

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    @cached_property
    def by_id(self) -> Mapping[str, Item]:
        """The items by id."""
        return {item.id: item for item in self.items}

    @cached_property
    def n_units(self) -> int:
        """The number of different units."""
        return len({item.unit for item in self.items})

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 of `lines`: the canonical rows in the order of their ids, one a line."""
        digest = hashlib.sha256()
        for line in self.lines():
            digest.update(line)
        return digest.hexdigest()

    def lines(self) -> Iterator[bytes]:
        """Yield the canonical rows, one a line: the form in which a table is hashed and stored."""
        for item in self.items:
            yield canonical_json(item.row(), where=f"item {item.id}") + b"\n"

    @classmethod
    def from_lines(cls, lines: Iterable[bytes]) -> ItemTable:
        """Return the table that `lines` are the stored form of."""
        return cls(items=tuple(Item(**json.loads(line)) for line in lines))


def item_table(spec: Spec, rows: Iterable[Mapping[str, Json]], *, check_hash: bool = True) -> ItemTable:
    """Return the item table that `rows` make under `spec`, without the items that it excludes.

    Raises `ItemsError` with every problem, and when the table is not the one that the spec was locked with
    (`check_hash` is false for other rows of the same form, such as a baseline's training rows).
    """
    problems: list[Problem] = []
    items = [item for row in rows if (item := _item(spec.columns, row, problems)) is not None]
    if problems:
        raise ItemsError(f"The items of {spec.id} {spec.version}", problems)
    unknown = spec.columns.excluded_ids - {item.id for item in items}
    table = ItemTable(items=tuple(item for item in items if item.id not in spec.columns.excluded_ids))
    if check_hash:
        _check_table(spec, table, unknown)
    return table


def leaking_columns(spec: Spec, table: ItemTable) -> Mapping[str, float]:
    """Return visible columns that give the gold answer away, with the share of items in which they hold it.

    A column holds the answer where its text is, or has as a word, the target or the right option's own text. It leaks
    when it does so in so many items that it explains half of what always answering the commonest target leaves open.
    (An annotator's column, right in 916 of 1,000 items, is what this is for.)
    """
    n_items = len(table)
    majority = max(Counter(str(item.target) for item in table).values()) / n_items
    threshold = majority + 0.5 * (1 - majority)
    shares = {
        column: sum(_holds(item.visible[column], item, spec) for item in table) / n_items
        for column in spec.columns.visible
    }
    return {column: share for column, share in shares.items() if n_items > 1 and share >= threshold}


def check_no_leak(spec: Spec, table: ItemTable) -> None:
    """Raise `ItemsError` when a visible column gives the gold answer away."""
    problems = [
        Problem(
            where=f"items.visible, `{column}`",
            found=f"the gold answer in {share:.0%} of the items",
            expected="only columns that don't give the answer away",
            hint=f"Take `{column}` out of `visible`.",
        )
        for column, share in leaking_columns(spec, table).items()
    ]
    if problems:
        raise ItemsError(f"The items of {spec.id} {spec.version}", problems)


def _item(columns: ItemColumns, row: Mapping[str, Json], problems: list[Problem]) -> Item | None:
    needed = {columns.id, *columns.unit, *columns.visible, columns.target, *columns.subgroups}
    missing = sorted((needed | {columns.tolerance} - {""}) - set(row))
    where = f"item {row.get(columns.id, '(no id)')!s:.60}"
    if missing:
        problems.append(Problem(where=where, found=f"no {', '.join(missing)}", expected="every named column"))
        return None
    if row[columns.target] in (None, ""):
        problems.append(Problem(where=where, found=f"an empty `{columns.target}`", expected="a gold answer"))
        return None
    try:
        unit = join_unit([str(row[column]) for column in columns.unit])
    except InvalidInputError as error:
        problems.extend(error.problems)
        return None
    return Item(
        id=str(row[columns.id]),
        unit=unit,
        visible={column: row[column] for column in columns.visible},
        target=row[columns.target],
        tolerance=str(row[columns.tolerance]) if columns.tolerance else None,
        subgroups={column: str(row[column]) for column in columns.subgroups},
    )


def _table_problems(doubled: list[str]) -> list[Problem]:
    if not doubled:
        return [Problem(where="the item table", found="no items", expected="at least one")]
    return [Problem(where=f"item {id_}", found="the id more than once", expected="ids that differ") for id_ in doubled]


def _check_table(spec: Spec, table: ItemTable, unknown: frozenset[str]) -> None:
    what = f"The items of {spec.id} {spec.version}"
    if unknown:
        found = ", ".join(sorted(unknown)[:5])
        raise ItemsError(
            what,
            [Problem(where="items.exclude.ids", found=found, expected="ids of items that exist")],
        )
    locked = spec.columns.table_sha256
    if locked and locked != table.sha256:
        raise ItemsError(
            what,
            [
                Problem(
                    where="items.table_sha256",
                    found=f"{table.sha256}, the hash of the items at hand",
                    expected=f"{locked}, the hash that the specification was locked with",
                    hint="The source data or adapter changed; that needs a new version of the benchmark.",
                )
            ],
        )


def _holds(value: Json, item: Item, spec: Spec) -> bool:
    if isinstance(value, bool | int | float):
        value = str(value)
    if not isinstance(value, str):
        return False
    text = value.casefold()
    return any(_has_word(text, answer.casefold()) for answer in _answers(item, spec) if answer.strip())


def _answers(item: Item, spec: Spec) -> Iterator[str]:
    yield str(item.target)
    labels = spec.prompt.option_labels if spec.prompt else ()
    options = item.visible.get(spec.prompt.options_column) if spec.prompt else None
    if item.target in labels and isinstance(options, list | tuple):
        place = labels.index(str(item.target))
        yield from (str(option) for option in options[place : place + 1])


def _has_word(text: str, word: str) -> bool:
    start = text.find(word)
    while start >= 0:
        around = text[max(0, start - 1) : start] + text[start + len(word) : start + len(word) + 1]
        if not any(character.isalnum() for character in around):
            return True
        start = text.find(word, start + 1)
    return False
