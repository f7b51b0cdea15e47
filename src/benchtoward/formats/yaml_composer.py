"""From YAML parser events to values, with the place of each, bounded in depth and size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn, TypeAlias, cast

import yaml

from benchtoward.core.canonical import Json
from benchtoward.core.documents import Path as DocumentPath
from benchtoward.core.documents import shown
from benchtoward.core.errors import Problem
from benchtoward.formats.yaml_scalars import UnclearScalarError, plain_value

DEEPEST = 40
"""The deepest nesting that is read."""
LARGEST_DOCUMENT = 4 << 20
"""The most characters and values that a document may hold once its aliases are written out."""

_ValueEvent: TypeAlias = yaml.ScalarEvent | yaml.MappingStartEvent | yaml.SequenceStartEvent | yaml.AliasEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Where a value stands in its text."""

    line: int
    """The line of the value's key (of the value, where it has none), from 1."""
    column: int
    """The column of the key (of the value), from 0."""
    start: int
    """The offset of the value's first character."""
    end: int
    """The offset behind its last character."""
    ends_inline: bool
    """Whether it ends where its text ends; the end of a block is where the next thing begins."""
    is_in_brackets: bool
    """Whether the mapping or list that holds it is written in brackets."""


class GiveUpError(Exception):
    """The rest of the document can't be read."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


@dataclass(slots=True, kw_only=True)
class Composer:
    """Builds the document event by event, so that depth and growth are bounded while it is built."""

    path: Path
    events: Iterator[yaml.Event] = field(default_factory=lambda: iter(()))
    problems: list[Problem] = field(default_factory=list)
    spans: dict[DocumentPath, Span] = field(default_factory=dict)
    anchors: dict[str, tuple[Json, int] | None] = field(default_factory=dict)
    size: int = 0

    def document(self) -> Json:
        """Return the one document of the stream."""
        event = next(self.events)
        while isinstance(event, yaml.StreamStartEvent | yaml.DocumentStartEvent):
            event = next(self.events)
        if isinstance(event, yaml.StreamEndEvent):
            self._give_up(event, "nothing", "a document")
        value = self._value(event, (), key=event, in_brackets=False)
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                self._give_up(event, "a second document", "one document a file")
        return value

    def _value(self, event: yaml.Event, path: DocumentPath, *, key: yaml.Event, in_brackets: bool) -> Json:
        """Return the value that begins with `event`, and note where it stands."""
        if len(path) > DEEPEST:
            self._give_up(event, f"nesting deeper than {DEEPEST} levels", "a flatter document")
        first = cast(_ValueEvent, event)
        value, last = self._composed(first, path)
        self.spans[path] = Span(
            line=_start(key).line + 1,
            column=_start(key).column,
            start=_start(first).index,
            end=cast(yaml.Mark, last.end_mark).index,
            ends_inline=_ends_inline(first),
            is_in_brackets=in_brackets,
        )
        return value

    def _composed(self, event: _ValueEvent, path: DocumentPath) -> tuple[Json, yaml.Event]:
        """Return a value and the event that ends it."""
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event), event
        size_before = self.size
        if event.tag is not None:
            self._problem(event, f"the tag {event.tag[:60]!r}", "a value without a tag")
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        value, last = self._collection_or_scalar(event, path)
        if event.anchor is not None:
            self.anchors[event.anchor] = (value, self.size - size_before)
        return value, last

    def _collection_or_scalar(
        self, event: yaml.ScalarEvent | yaml.MappingStartEvent | yaml.SequenceStartEvent, path: DocumentPath
    ) -> tuple[Json, yaml.Event]:
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(event, path)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(event, path)
        return self._scalar(event), event

    def _mapping(self, start: yaml.MappingStartEvent, path: DocumentPath) -> tuple[Json, yaml.Event]:
        made: dict[str, Json] = {}
        in_brackets = bool(start.flow_style)
        while not isinstance(key := next(self.events), yaml.MappingEndEvent):
            name = self._key(key)
            value = self._value(next(self.events), (*path, name), key=key, in_brackets=in_brackets)
            if name in made:
                self._problem(key, f"the key `{name[:60]}` once more", "each key once")
            made[name] = value
        return made, key

    def _key(self, event: yaml.Event) -> str:
        if not isinstance(event, yaml.ScalarEvent) or event.tag is not None or event.anchor is not None:
            self._give_up(event, "a key that is not plain text", "a name")
        if not event.style and event.value == "<<":
            self._problem(event, "the merge key `<<`", "the fields themselves", "Merge keys are not read.")
        elif not isinstance(name := self._scalar(event), str):
            self._problem(event, f"the key {shown(name)}", "a key that is text", "Put it in quotes.")
        return str(event.value)

    def _sequence(self, start: yaml.SequenceStartEvent, path: DocumentPath) -> tuple[Json, yaml.Event]:
        made: list[Json] = []
        in_brackets = bool(start.flow_style)
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            made.append(self._value(event, (*path, len(made)), key=event, in_brackets=in_brackets))
        return made, event

    def _scalar(self, event: yaml.ScalarEvent) -> Json:
        text = str(event.value)
        self._grow(event, 1 + len(text))
        if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
            self._problem(event, "text with half a surrogate pair", "well-formed Unicode")
        if event.style:
            return text
        try:
            return plain_value(text)
        except UnclearScalarError as unclear:
            self._problem(event, shown(text), str(unclear))
            return text

    def _alias(self, event: yaml.AliasEvent) -> Json:
        name = str(event.anchor)
        anchored = self.anchors.get(name)
        if anchored is None:
            place = "inside its own anchor" if name in self.anchors else "without an anchor before it"
            self._give_up(event, f"the alias *{name[:60]} {place}", "an alias of a value that is complete")
        value, size = anchored
        self._grow(event, size)
        return value

    def _grow(self, event: yaml.Event, size: int) -> None:
        self.size += size
        if self.size > LARGEST_DOCUMENT:
            expected = f"at most {LARGEST_DOCUMENT} characters with aliases written out"
            self._give_up(event, "a document that its aliases make larger", expected)

    def _problem(self, event: yaml.Event, found: str, expected: str, hint: str = "") -> None:
        where = place(self.path, _start(event))
        self.problems.append(Problem(where=where, found=found, expected=expected, hint=hint))

    def _give_up(self, event: yaml.Event, found: str, expected: str) -> NoReturn:
        raise GiveUpError(Problem(where=place(self.path, _start(event)), found=found, expected=expected))


def _start(event: yaml.Event) -> yaml.Mark:
    return cast(yaml.Mark, event.start_mark)


def _ends_inline(event: _ValueEvent) -> bool:
    if isinstance(event, yaml.ScalarEvent):
        return event.style not in ("|", ">")
    return isinstance(event, yaml.AliasEvent) or bool(event.flow_style)


def place(path: Path, mark: yaml.Mark) -> str:
    """Return file, line and column, both from 1."""
    return f"{path}:{mark.line + 1}:{mark.column + 1}"
