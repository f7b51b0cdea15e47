"""What differs between two specifications, field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest

from benchtoward.core.canonical import Json, canonical_json
from benchtoward.core.spec import Spec

_LONGEST_SHOWN = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One field that differs."""

    path: str
    """The field: `definition.prompt.user`."""
    before: Json
    """Its value before; None where it was absent."""
    after: Json
    """Its value after; None where it is absent."""
    moves_hash: bool
    """Whether it belongs to the definition, so that results before and after can't be compared."""

    def __str__(self) -> str:
        """Return the change as a line for readers."""
        if self.before is None:
            return f"{self.path}: added {_shown(self.after)}"
        if self.after is None:
            return f"{self.path}: removed {_shown(self.before)}"
        before, after = _elements(self.before), _elements(self.after)
        if before is None or after is None:
            return f"{self.path}: {_shown(self.before)} → {_shown(self.after)}"
        gone = [element for element in before if element not in after]
        new = [element for element in after if element not in before]
        parts = [f"removed {_shown(gone)}"] * bool(gone) + [f"added {_shown(new)}"] * bool(new)
        return f"{self.path}: {', '.join(parts) or f'now in the order {_shown(after)}'}"


def spec_diff(before: Spec, after: Spec) -> list[Change]:
    """Return what differs between two specifications: first what moves the hash, then what doesn't."""
    changes = [*_changes("definition", before.definition, after.definition, moves_hash=True)]
    presentation = [dict(version=spec.version, **asdict(spec.presentation)) for spec in (before, after)]
    changes += _changes("", *presentation, moves_hash=False)
    return changes


def _changes(path: str, before: Json, after: Json, *, moves_hash: bool) -> Iterator[Change]:
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys([*before, *after]):
            inner = f"{path}.{key}" if path else key
            yield from _changes(inner, before.get(key), after.get(key), moves_hash=moves_hash)
        return
    old_elements, new_elements = _elements(before), _elements(after)
    if old_elements and new_elements and _are_mappings([*old_elements, *new_elements]):
        for position, (old, new) in enumerate(zip_longest(old_elements, new_elements)):
            yield from _changes(f"{path}[{position}]", old, new, moves_hash=moves_hash)
    elif canonical_json(before) != canonical_json(after):
        yield Change(path=path, before=before, after=after, moves_hash=moves_hash)


def _elements(value: Json) -> Sequence[Json] | None:
    """The elements of a list; None for everything else."""
    return value if isinstance(value, Sequence) and not isinstance(value, str) else None


def _are_mappings(values: Sequence[Json]) -> bool:
    return all(isinstance(value, Mapping) for value in values)


def _shown(value: Json) -> str:
    text = canonical_json(value).decode()
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}… ({len(text)} characters)"
