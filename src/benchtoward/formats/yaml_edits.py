"""Changing single texts in a YAML file and leaving everything else as it was written."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchtoward.core.canonical import Json
from benchtoward.core.documents import Path as DocumentPath
from benchtoward.core.documents import dotted
from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.formats.durable_files import sync_folder, write_durably
from benchtoward.formats.yaml_composer import Span
from benchtoward.formats.yaml_scalars import plain_value
from benchtoward.formats.yaml_source import LoadedYaml, parse_yaml

_LINE_END = re.compile(r"\r\n|[\r\n\x85\u2028\u2029]|\Z")


def with_texts(loaded: LoadedYaml, texts: Mapping[DocumentPath, str]) -> str:
    """Return the file's text with each of `texts` (words of letters and digits, such as hashes) at its place.

    A key that is absent is added behind a neighbour. Comments, order and style stay. Raises
    `InvalidInputError` where a place can't be reached, such as one behind an alias.
    """
    edits = sorted((_edit(loaded, path, text) for path, text in texts.items()), key=lambda edit: edit.start)
    changed = loaded.text
    for edit in reversed(edits):
        changed = changed[: edit.start] + edit.text + changed[edit.end :]
    expected = loaded.document
    for path, text in texts.items():
        expected = _set(expected, path, text)
    # What stands behind an alias would change in two places.
    if parse_yaml(changed, path=loaded.path).document != expected:
        raise _unreachable(loaded, *next(iter(texts.items())))
    return changed


def write_atomically(path: Path, text: str) -> None:
    """Replace the content of a file by `text`: whole and on the disk, or not at all; its mode stays."""
    with tempfile.TemporaryDirectory(prefix=f".{path.name}.", suffix=".part", dir=path.parent) as scratch:
        whole = Path(scratch) / path.name
        write_durably(whole, text.encode("utf-8"))
        whole.chmod(path.stat().st_mode & 0o7777)
        whole.replace(path)
    sync_folder(path.parent)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Edit:
    start: int
    end: int
    text: str


def _edit(loaded: LoadedYaml, path: DocumentPath, text: str) -> _Edit:
    text = text if plain_value(text) == text else f'"{text}"'
    span = loaded.spans.get(path)
    if span is not None:
        # An empty value follows its colon at once.
        space = " " if loaded.text[span.start - 1 : span.start] == ":" else ""
        return _Edit(start=span.start, end=span.end, text=space + text)
    neighbour = _neighbour(loaded, path)
    if neighbour is None:
        raise _unreachable(loaded, path, text)
    if neighbour.is_in_brackets:
        return _Edit(start=neighbour.end, end=neighbour.end, text=f", {path[-1]}: {text}")
    line_end = _LINE_END.search(loaded.text, neighbour.end)
    place = line_end.start() if line_end else len(loaded.text)
    newline = (line_end.group() if line_end else "") or "\n"
    return _Edit(start=place, end=place, text=f"{newline}{' ' * neighbour.column}{path[-1]}: {text}")


def _neighbour(loaded: LoadedYaml, path: DocumentPath) -> Span | None:
    """The last value of the same mapping behind which, on its line, only a comment can stand."""
    siblings = [
        span
        for place, span in loaded.spans.items()
        if len(place) == len(path) and place[:-1] == path[:-1] and span.ends_inline
    ]
    return max(siblings, key=lambda span: span.end, default=None)


def _set(document: Json, path: DocumentPath, text: str) -> Json:
    """The document with `text` at a place."""
    if not path:
        return text
    step, rest = path[0], path[1:]
    if isinstance(document, Mapping):
        return {**document, str(step): _set(document.get(str(step)), rest, text)}
    if isinstance(document, list) and isinstance(step, int):
        return [_set(value, rest, text) if place == step else value for place, value in enumerate(document)]
    return document


def _unreachable(loaded: LoadedYaml, path: DocumentPath, text: str) -> InvalidInputError:
    problem = Problem(
        where=loaded.locate(path),
        found=f"no place where `{dotted(path)}` can be written",
        expected="a mapping that is written out, not an alias",
        hint=f"Write it by hand: {path[-1]}: {text}",
    )
    return InvalidInputError(str(loaded.path), [problem])
