"""Reading a loaded document (YAML, JSON) field by field, keeping every problem instead of stopping at the first."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from benchtoward.core.canonical import Json
from benchtoward.core.errors import Problem

Path = tuple[str | int, ...]
Locate = Callable[[Path], str]
"""Turns a path inside a document into words: file and line where they are known."""


def dotted(path: Path) -> str:
    """Return a path as text: `definition.items.unit[0]`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f"{'.' if text else ''}{step}"
    return text or "the document"


def nearest(name: str, known: Sequence[str]) -> str:
    """Return a hint that names the nearest known name, or all of them."""
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    return f"Did you mean `{close[0]}`?" if close else f"Known: {', '.join(sorted(known))}."


@dataclass(slots=True, kw_only=True)
class MappingReader:
    """Takes the fields of one mapping; `done` reports those that nobody asked for."""

    value: Mapping[str, Json]
    path: Path = ()
    problems: list[Problem] = field(default_factory=list)
    locate: Locate = dotted
    _taken: set[str] = field(default_factory=set)

    def problem(self, key: str | int | None, *, found: str, expected: str, hint: str = "") -> None:
        """Note a problem at `key` of this mapping (or at the mapping itself)."""
        path = self.path if key is None else (*self.path, key)
        self.problems.append(Problem(where=self.locate(path), found=found, expected=expected, hint=hint))

    def text(self, key: str, *, required: bool = True, default: str = "", one_of: Sequence[str] = ()) -> str:
        """Return a text field; with `one_of`, one of a closed set."""
        value = self._take(key, required=required)
        if value is None:
            return default
        if not isinstance(value, str) or not value.strip():
            self.problem(key, found=shown(value), expected="text")
            return default
        if one_of and value not in one_of:
            self.problem(key, found=f"`{value}`", expected=f"one of {', '.join(one_of)}", hint=nearest(value, one_of))
            return default
        return value

    def integer(self, key: str, *, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number within [low, high]; required when there is no default."""
        value = self._take(key, required=default is None)
        if value is None:
            return low if default is None else default
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.problem(key, found=shown(value), expected=f"a whole number from {low} to {high}")
            return low
        return value

    def number(self, key: str, *, low: float, high: float, default: float) -> float:
        """Return a number within [low, high]."""
        value = self._take(key, required=False)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            self.problem(key, found=shown(value), expected=f"a number from {low} to {high}")
            return default
        return float(value)

    def boolean(self, key: str, *, default: bool) -> bool:
        """Return a true/false field."""
        value = self._take(key, required=False)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.problem(key, found=shown(value), expected="true or false")
            return default
        return value

    def texts(self, key: str, *, required: bool = True, unique: bool = True) -> tuple[str, ...]:
        """Return a list of texts; when required, with at least one."""
        values = self.sequence(key, required=required)
        for position, value in enumerate(values):
            if not isinstance(value, str) or not value:
                self.problem(key, found=shown(value), expected=f"text at position {position + 1}")
                return ()
        texts = tuple(str(value) for value in values)
        if unique and len(set(texts)) != len(texts):
            self.problem(key, found=shown(list(texts)), expected="no name twice")
        return texts

    def sequence(self, key: str, *, required: bool = True) -> Sequence[Json]:
        """Return a list of anything; when required, with at least one element."""
        value = self._take(key, required=required)
        if value is None:
            return ()
        if isinstance(value, str) or not isinstance(value, Sequence) or (required and not value):
            self.problem(key, found=shown(value), expected="a list" + (" with an element" if required else ""))
            return ()
        return value

    def mapping(self, key: str, *, required: bool = True) -> MappingReader | None:
        """Return a reader of a nested mapping, or None where there is none."""
        value = self._take(key, required=required)
        if value is None:
            return None
        if not isinstance(value, Mapping):
            self.problem(key, found=shown(value), expected="a mapping of names to values")
            return None
        return self.nested(key, value)

    def mappings(self, key: str, *, required: bool = True) -> list[MappingReader]:
        """Return a reader for each mapping of a list of mappings."""
        readers = []
        for position, value in enumerate(self.sequence(key, required=required)):
            if isinstance(value, Mapping):
                readers.append(self.nested(key, value, position))
            else:
                self.problem(key, found=shown(value), expected=f"a mapping at position {position + 1}")
        return readers

    def anything(self, key: str, *, required: bool = False) -> Json:
        """Return a field of any type."""
        return self._take(key, required=required)

    def nested(self, key: str, value: Mapping[str, Json], position: int | None = None) -> MappingReader:
        """Return a reader of `value`, which stands at `key`, that reports into the same list."""
        path = (*self.path, key) if position is None else (*self.path, key, position)
        return MappingReader(value=value, path=path, problems=self.problems, locate=self.locate)

    def done(self, also_known: Sequence[str] = ()) -> None:
        """Report every key that was not asked for, with the nearest known one."""
        known = [*self._taken, *also_known]
        for key in self.value:
            if key not in known:
                self.problem(
                    key,
                    found=f"the unknown key `{key}`",
                    expected="a known key",
                    hint=nearest(str(key), known),
                )

    def _take(self, key: str, *, required: bool) -> Json:
        self._taken.add(key)
        value = self.value.get(key)
        if value is None and required:
            self.problem(None, found=f"no `{key}`", expected=f"the key `{key}`")
        return value


def shown(value: object, limit: int = 80) -> str:
    """Return a value as it may stand in a message: quoted, on one line, cut."""
    text = repr(value)
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text)} characters)"
