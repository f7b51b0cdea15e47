"""From the source files of a specification to rows, and from rows to its items."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchtoward.core.canonical import Json
from benchtoward.core.documents import MappingReader, shown
from benchtoward.core.errors import BenchTowardError, ItemsError, NotFoundError, Problem
from benchtoward.core.items import ItemTable, item_table
from benchtoward.core.spec import SourceFile, Spec
from benchtoward.formats.item_files.adapters import adapter_sources, load_adapter
from benchtoward.formats.item_files.sources import SourceLocator
from benchtoward.formats.json_text import JsonTextError, parse_json
from benchtoward.formats.parquet_guard import ParquetRefusedError
from benchtoward.formats.parquet_rows import trusted_rows
from benchtoward.formats.prediction_files import SubmittedRow, submitted_rows
from benchtoward.formats.row_files import RowFormat, RowLimits, rows_in

# The sources are pinned by hash, so these only keep a mistake from filling the memory.
_LIMITS = RowLimits(max_file_bytes=1 << 33, max_text_bytes=1 << 34, max_line_bytes=1 << 28, max_rows=100_000_000)
_JSON_DEEPEST = 256


def read_items(
    spec: Spec, spec_path: Path, locator: SourceLocator, parameters: Mapping[str, Json] | None = None
) -> ItemTable:
    """Return the items of a specification, read from its source files.

    With other `parameters` than the spec's own, rows of the same form, such as a baseline's training rows.
    Raises `ItemsError` for absent or changed sources, rows that don't fit, and items other than those it
    was locked with.
    """
    is_own = parameters is None or dict(parameters) == dict(spec.reader.parameters)
    return item_table(spec, read_rows(spec, spec_path, locator, parameters), check_hash=is_own)


def read_rows(
    spec: Spec, spec_path: Path, locator: SourceLocator, parameters: Mapping[str, Json] | None = None
) -> Sequence[Mapping[str, Json]]:
    """Return the rows that the reader of a specification makes, with all their columns."""
    chosen = spec.reader.parameters if parameters is None else parameters
    files = locator.files(spec.files)
    if spec.reader.kind == "adapter":
        return _adapter_rows(spec, spec_path, "items", files, chosen)
    return list(_plain_rows(spec, files, chosen))


def external_predictions(
    spec: Spec,
    spec_path: Path,
    locator: SourceLocator,
    parameters: Mapping[str, Json],
    more_files: Sequence[SourceFile] = (),
) -> list[SubmittedRow]:
    """Return predictions that others published, as the benchmark's adapter reads them.

    `more_files` are the files that hold them, beside those of the spec. Raises `NotFoundError` where the
    benchmark has no such function, `ItemsError` and `PredictionsError` for what can't be read.
    """
    files = locator.files([*spec.files, *more_files])
    rows = _adapter_rows(spec, spec_path, "external_predictions", files, parameters)
    return submitted_rows(rows, spec, what=f"The external predictions of {spec.id}")


def _adapter_rows(
    spec: Spec, spec_path: Path, name: str, files: Mapping[str, Path], parameters: Mapping[str, Json]
) -> Sequence[Mapping[str, Json]]:
    """What a function of the adapter yields."""
    if spec.reader.kind != "adapter":
        raise NotFoundError(f"{spec.id} {spec.version} has no adapter, so no function `{name}`.")
    what = f"The adapter of {spec.id} {spec.version}"
    sources = adapter_sources(spec, spec_path=spec_path)
    if spec.reader.sha256 and sources.sha256 != spec.reader.sha256:
        found, hint = (
            f"sources with SHA-256 {sources.sha256}",
            "A change needs a new version of the benchmark.",
        )
        where, expected = "definition.items.reader.sha256", spec.reader.sha256
        raise ItemsError(what, [Problem(where=where, found=found, expected=expected, hint=hint)])
    try:
        function = getattr(load_adapter(sources), name, None)
        rows = None if function is None else list(function(files, parameters))
    except BenchTowardError:
        raise
    except Exception as fault:
        # The adapter is foreign code. What its error says is left out: it may quote a row, and rows may be
        # of patients.
        found = f"{type(fault).__name__} at {sources.place(fault.__traceback__)}"
        raise ItemsError(what, [Problem(where=f"{name}()", found=found, expected="rows")]) from None
    if rows is None:
        raise NotFoundError(f"{what} has no function `{name}`.")
    _check_mappings(what, name, rows)
    return rows


def _check_mappings(what: str, name: str, rows: Sequence[object]) -> None:
    problems = [
        Problem(where=f"{name}(), row {number}", found=f"a {type(row).__name__}", expected="names to values")
        for number, row in enumerate(rows, start=1)
        if not isinstance(row, Mapping) or not all(isinstance(key, str) for key in row)
    ]
    if problems:
        raise ItemsError(what, problems)


def _plain_rows(spec: Spec, files: Mapping[str, Path], parameters: Mapping[str, Json]) -> Iterator[Mapping[str, Json]]:
    """The rows of the files that the parameter `files` names, by default of all, one file after the other."""
    reader = MappingReader(value=parameters, path=("definition", "items", "reader", "parameters"))
    names = reader.texts("files", required=False) or [file.path for file in spec.files]
    key_column = reader.text("key_column", required=False) if spec.reader.kind == "json" else ""
    for name in names:
        if name not in files:
            reader.problem("files", found=shown(name), expected="a file of `definition.files`")
    reader.done()
    if not names:
        reader.problem("files", found="no file", expected="a file in `definition.files`")
    if reader.problems:
        raise ItemsError(f"The items of {spec.id} {spec.version}", reader.problems)
    for name in names:
        yield from _rows_of(spec.reader.kind, files[name], name, key_column)


def _rows_of(kind: str, path: Path, name: str, key_column: str) -> Iterator[Mapping[str, Json]]:
    problems: list[Problem] = []
    if kind == "json":
        yield from _json_rows(path, name, key_column, problems)
    elif kind == "parquet":
        yield from _parquet_rows(path, name, problems)
    else:
        rows = rows_in(path, name=name, kind=RowFormat(kind), limits=_LIMITS, problems=problems)
        yield from (row.values for row in rows)
    if problems:
        raise ItemsError("The source data", problems)


def _parquet_rows(path: Path, name: str, problems: list[Problem]) -> Iterator[Mapping[str, Json]]:
    try:
        yield from trusted_rows(path)
    except ParquetRefusedError as fault:
        problems.append(Problem(where=name, found=fault.found, expected=fault.expected))


def _json_rows(path: Path, name: str, key_column: str, problems: list[Problem]) -> Iterator[Mapping[str, Json]]:
    """The objects of a list, or of a mapping whose keys go into `key_column`."""
    try:
        with gzip.open(path) if name.endswith(".gz") else path.open("rb") as file:
            value = parse_json(file.read(), deepest=_JSON_DEEPEST)
    except (OSError, EOFError, zlib.error, JsonTextError) as fault:
        found = str(fault) if isinstance(fault, JsonTextError) else type(fault).__name__
        problems.append(Problem(where=name, found=found, expected="JSON"))
        return
    if isinstance(value, Mapping) and key_column:
        value = [{**row, key_column: key} if isinstance(row, Mapping) else row for key, row in value.items()]
    if isinstance(value, str | Mapping) or not isinstance(value, Sequence):
        hint = "" if key_column else "A mapping needs `key_column`, the name of the column for its keys."
        expected = "a list of objects"
        problems.append(Problem(where=name, found=f"a {type(value).__name__}", expected=expected, hint=hint))
        return
    for number, row in enumerate(value, start=1):
        if isinstance(row, Mapping):
            yield row
        else:
            problems.append(
                Problem(where=f"{name}, row {number}", found=shown(type(row).__name__), expected="an object")
            )
