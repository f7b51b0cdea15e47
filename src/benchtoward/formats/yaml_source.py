"""YAML files with the place of every value, in a strict subset of YAML 1.2: one text, one meaning everywhere.

Read are mappings, lists, text, decimal numbers, `true`, `false` and `null`. What other YAML readers take for
something else (octal numbers, `True`, tags, merge keys) is refused by name instead of guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from benchtoward.core.canonical import Json
from benchtoward.core.documents import Path as DocumentPath
from benchtoward.core.documents import dotted
from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.formats.yaml_composer import Composer, GiveUpError, Span, place

MOST_BYTES = 1 << 20
"""The largest file that is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedYaml:
    """A document, and where each of its values stands."""

    path: Path
    text: str
    document: Json
    spans: Mapping[DocumentPath, Span]

    def locate(self, path: DocumentPath) -> str:
        """Return `file.yaml:12 (definition.items.unit)`; what is absent is placed where it should stand."""
        present = path
        while present not in self.spans and present:
            present = present[:-1]
        where = f"{self.path}:{self.spans[present].line}"
        return f"{where} ({dotted(path)})" if path else where


def load_yaml(path: Path, *, error: type[InvalidInputError] = InvalidInputError) -> LoadedYaml:
    """Return the document in the file at `path`.

    Raises `error` with every problem and its line: not UTF-8, not YAML, keys that stand twice, tags, numbers
    that are not finite, values that YAML readers disagree on, aliases that grow without bound.
    """
    return parse_yaml(_text(path, error), path=path, error=error)


def parse_yaml(text: str, *, path: Path, error: type[InvalidInputError] = InvalidInputError) -> LoadedYaml:
    """Return the document that `text` holds; `path` is where it is said to stand."""
    composer = Composer(path=path)
    document: Json = None
    try:
        composer.events = yaml.parse(text, Loader=yaml.SafeLoader)
        document = composer.document()
    except yaml.MarkedYAMLError as fault:
        composer.problems.append(_syntax_problem(path, fault))
    except yaml.reader.ReaderError as fault:
        composer.problems.append(_character_problem(path, text, fault))
    except (ValueError, OverflowError):
        # PyYAML lets \U00110000 and the like through to Python's own chr().
        problem = Problem(where=str(path), found="an escape that is no character", expected="Unicode escapes")
        composer.problems.append(problem)
    except GiveUpError as fault:
        composer.problems.append(fault.problem)
    if composer.problems:
        raise error(str(path), composer.problems)
    return LoadedYaml(path=path, text=text, document=document, spans=composer.spans)


def _text(path: Path, error: type[InvalidInputError]) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as fault:
        raise error(str(path), [_file_problem(path, fault.strerror or "no file", "a file that can be read")]) from None
    if len(data) > MOST_BYTES:
        raise error(str(path), [_file_problem(path, "a larger file", f"at most {MOST_BYTES} bytes")])
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        problem = Problem(where=f"{path}:{line}", found="a byte that is not UTF-8", expected="UTF-8 text")
        raise error(str(path), [problem]) from None


def _file_problem(path: Path, found: str, expected: str) -> Problem:
    return Problem(where=str(path), found=found, expected=expected)


def _syntax_problem(path: Path, fault: yaml.MarkedYAMLError) -> Problem:
    mark = fault.problem_mark or fault.context_mark
    found = ", ".join(part for part in (fault.problem, fault.context) if part)
    return Problem(where=place(path, mark) if mark else str(path), found=found, expected="YAML")


def _character_problem(path: Path, text: str, fault: yaml.reader.ReaderError) -> Problem:
    line = text.count("\n", 0, fault.position) + 1
    found = f"the character U+{ord(text[fault.position]):04X}"
    return Problem(where=f"{path}:{line}", found=found, expected="text that can be printed")
