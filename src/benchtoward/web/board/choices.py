"""What a reader chose: everything stands in the address, so a view can be cited, shared and gone back to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

from django.http import QueryDict

from benchtoward.core.lifecycle import Tag

COLUMNS: Final = ("rank", "model", "score", "parsed", "items", "tag", "published")
FACTS: Final = ("released", "size", "organisation")
LARGEST_FIRST: Final = frozenset({"parsed", "items", "published", "released", "size"})
"""Columns and facts whose largest value stands first until the reader turns the order round."""
LONGEST_TEXT: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Tags, order, filters and columns of one view of a leaderboard."""

    tags: tuple[str, ...] = ()
    """The tags to rank among; empty for the usual ones."""
    sort: str = "rank"
    """A column, a fact of the model, or a secondary metric."""
    reverse: bool = False
    """Whether the order is turned round."""
    text: str = ""
    """Words that a model's name, version or organisation must hold."""
    weights: str = ""
    """`open` or `closed`."""
    size: str = ""
    """`small`, `medium`, `large` or `largest`."""
    organisation: str = ""
    """An organisation."""
    columns: tuple[str, ...] | None = None
    """Secondary metrics to show; None for the usual ones."""

    @property
    def filters(self) -> bool:
        """Whether any row may be hidden."""
        return bool(self.text or self.weights or self.size or self.organisation)

    def query(self, **changes: Any) -> str:
        """Return the query string of this view with `changes`, `?` included; empty for the usual view."""
        chosen = replace(self, **changes)
        parameters = {
            "tags": ",".join(chosen.tags),
            "sort": f"{'-' if chosen.reverse else ''}{chosen.sort}" if (chosen.sort, chosen.reverse) != _USUAL else "",
            "q": chosen.text,
            "weights": chosen.weights,
            "size": chosen.size,
            "org": chosen.organisation,
            "columns": "" if chosen.columns is None else ",".join(chosen.columns) or "none",
        }
        text = urlencode({name: value for name, value in parameters.items() if value}, safe=",")
        return f"?{text}" if text else "?"

    def by(self, column: str) -> str:
        """Return the query string of this view sorted by a column; a second time turns the order round."""
        return self.query(sort=column, reverse=not self.reverse if self.sort == column else False)

    def toggled_tag(self, tag: str, present: Sequence[str]) -> str:
        """Return the query string of this view with a tag taken in or left out; the last one stays."""
        kept = tuple(other for other in present if other != tag)
        tags = kept if tag in present else tuple(name for name in Tag if name in present or name == tag)
        return self.query(tags=tags or tuple(present))

    def toggled_column(self, metric: str, present: Sequence[str]) -> str:
        """Return the query string of this view with a secondary metric shown or hidden."""
        kept = tuple(other for other in present if other != metric)
        return self.query(columns=kept if metric in present else (*present, metric))


_USUAL: Final = ("rank", False)

SIZES: Final[Mapping[str, tuple[int, int]]] = {
    "small": (0, 10**9),
    "medium": (10**9, 10**10),
    "large": (10**10, 10**11),
    "largest": (10**11, 10**18),
}
"""Numbers of parameters: from, and below."""


def read_choices(query: QueryDict, also: Sequence[str]) -> Choices:
    """Return the choices in an address; what makes no sense in it is left out."""
    sort = query.get("sort", "")
    column = sort.removeprefix("-")
    known = column in (*COLUMNS, *FACTS, *also)
    return Choices(
        tags=tuple(tag for tag in Tag if tag in query.get("tags", "").split(",")),
        sort=column if known else "rank",
        reverse=known and sort.startswith("-"),
        text=query.get("q", "").strip()[:LONGEST_TEXT],
        weights=_one_of(query.get("weights", ""), ("open", "closed")),
        size=_one_of(query.get("size", ""), tuple(SIZES)),
        organisation=query.get("org", "")[:LONGEST_TEXT],
        columns=_columns(query, also),
    )


def _columns(query: QueryDict, also: Sequence[str]) -> tuple[str, ...] | None:
    if "columns" not in query:
        return None
    wanted = {name for value in query.getlist("columns") for name in value.split(",")}
    return tuple(metric for metric in also if metric in wanted)


def _one_of(value: str, known: Sequence[str]) -> str:
    return value if value in known else ""
