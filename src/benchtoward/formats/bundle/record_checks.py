"""Whether the record of a run says what its other parts say."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from benchtoward.core.canonical import Json, canonical_json, sha256_of
from benchtoward.core.documents import MappingReader, Path, dotted
from benchtoward.core.errors import Problem
from benchtoward.core.keys import SCHEME, run_id
from benchtoward.core.lifecycle import Tag
from benchtoward.core.results import Counts, Prediction, content_address
from benchtoward.core.run_record import BUNDLE_FORMAT
from benchtoward.formats.bundle.contents import JOURNAL, PREDICTIONS, RESPONSES, RUN, JournalRow, ResponseRow

_HEX64 = re.compile(r"[0-9a-f]{64}\Z")
_KEY = re.compile(rf"{SCHEME}:[0-9a-f]{{64}}\Z")


def shape_problems(record: Json) -> list[Problem]:
    """Return what is wrong with the form of a record: absent, unknown and mistyped fields."""
    if not isinstance(record, Mapping):
        return [Problem(where=RUN, found=f"a {type(record).__name__}", expected="an object")]
    top = MappingReader(value=record, locate=_in_record)
    top.integer("bundle_format", low=BUNDLE_FORMAT, high=BUNDLE_FORMAT)
    _matching(top, "run_key", _KEY, f"{SCHEME}: and a SHA-256")
    _matching(top, "content_address", _HEX64, "a SHA-256")
    for key in ("run_key_pre_image", "run_id"):
        top.text(key)
    top.text("tag", one_of=[tag.value for tag in Tag])
    _read_texts(top, "benchmark", ("slug", "version", "spec_hash", "item_table_sha256"))
    _read_texts(top, "model", ("slug", "name", "version", "version_key"), mappings=("pins",))
    decoding = top.mapping("decoding")
    if decoding:
        for key in ("requested", "effective"):
            decoding.mapping(key, required=False)
        decoding.done()
    for key in ("run_configuration", "harness_version"):
        top.mapping(key)
    _read_scores(top)
    top.done()
    return top.problems


def contradictions(record: Mapping[str, Json]) -> Iterator[Problem]:
    """Yield where the keys of a record don't follow from what they are made of."""
    benchmark, model = _mapping(record, "benchmark"), _mapping(record, "model")
    pre_image = str(record["run_key_pre_image"])
    key = f"{SCHEME}:{hashlib.sha256(pre_image.encode()).hexdigest()}"
    yield from _differs("run_key", record["run_key"], key, "the hash of run_key_pre_image")
    yield from _differs("run_id", record["run_id"], run_id(str(record["run_key"])), "the start of the run key")
    pins = model["pins"]
    yield from _differs("model.version_key", model["version_key"], sha256_of(pins), "the hash of model.pins")
    stated: Mapping[str, Json] = {
        "harness_version": record["harness_version"],
        "model_version_key": model["version_key"],
        "run_configuration": record["run_configuration"],
        "spec_hash": benchmark["spec_hash"],
    }
    yield from _differs("run_key_pre_image", pre_image, canonical_json(stated).decode(), "what the record says")
    route = _mapping(record, "run_configuration").get("route")
    yield from _differs("tag", record["tag"], route, "run_configuration.route")


def prediction_contradictions(record: Mapping[str, Json], predictions: Sequence[Prediction]) -> Iterator[Problem]:
    """Yield where a record doesn't follow from the predictions beside it."""
    address = content_address(predictions)
    yield from _differs("content_address", record["content_address"], address, f"that of {PREDICTIONS}")
    scores = _mapping(record, "scores")
    n_items = len({prediction.item_id for prediction in predictions})
    n_repeats = 1 + max((prediction.repeat for prediction in predictions), default=0)
    yield from _differs("scores.n_items", scores["n_items"], n_items, f"the items of {PREDICTIONS}")
    yield from _differs("scores.n_repeats", scores["n_repeats"], n_repeats, f"the repeats of {PREDICTIONS}")
    if len(predictions) != n_items * n_repeats:
        found = f"{len(predictions)} predictions"
        yield Problem(where=PREDICTIONS, found=found, expected=f"{n_repeats} for each of {n_items} items")
    counts = Counts.of(predictions)
    yield from _differs("scores.counts", scores["counts"], asdict(counts), f"those of {PREDICTIONS}")
    if predictions:
        for rate in ("parse_rate", "truncation_rate", "refusal_rate"):
            yield from _differs(f"scores.{rate}", scores[rate], getattr(counts, rate), f"that of {PREDICTIONS}")


def row_contradictions(
    predictions: Sequence[Prediction], journal: Sequence[JournalRow], responses: Sequence[ResponseRow]
) -> Iterator[Problem]:
    """Yield rows beside the predictions that belong to none, or to another response."""
    keys = {(prediction.item_id, prediction.repeat): prediction.request_key for prediction in predictions}
    rows: list[tuple[str, JournalRow | ResponseRow]] = [(JOURNAL, row) for row in journal]
    rows += [(RESPONSES, row) for row in responses]
    for name, row in rows:
        where = f"{name}, item {row.item_id[:60]!r}, repeat {row.repeat}"
        if (row.item_id, row.repeat) not in keys:
            yield Problem(where=where, found="a row without a prediction", expected="rows of predictions")
        elif isinstance(row, JournalRow) and row.request_key not in ("", keys[row.item_id, row.repeat]):
            yield Problem(where=where, found="another request_key", expected=f"that of {PREDICTIONS}")


def _read_texts(top: MappingReader, key: str, texts: Sequence[str], mappings: Sequence[str] = ()) -> None:
    nested = top.mapping(key)
    if nested is not None:
        for name in texts:
            nested.text(name)
        for name in mappings:
            nested.mapping(name)
        nested.done()


def _read_scores(top: MappingReader) -> None:
    scores = top.mapping("scores")
    if scores is None:
        return
    primary, metrics = scores.text("primary"), scores.mapping("metrics")
    if metrics is not None and primary not in metrics.value:
        metrics.problem(None, found=f"no `{primary[:40]}`", expected="the primary metric")
    scores.mappings("subgroups", required=False)
    for key in ("n_items", "n_units", "n_repeats"):
        scores.integer(key, low=0, high=2**53 - 1)
    scores.mapping("counts")
    for key in ("parse_rate", "truncation_rate", "refusal_rate"):
        scores.number(key, low=0, high=1, default=0)
    # Null for one repeat, and absent from the first bundles.
    scores.number("flip_rate", low=0, high=1, default=0)
    scores.done()


def _matching(reader: MappingReader, key: str, pattern: re.Pattern[str], expected: str) -> None:
    value = reader.text(key)
    if value and not pattern.match(value):
        reader.problem(key, found=repr(value[:80]), expected=expected)


def _differs(field: str, stated: Json, recomputed: Json, what: str) -> Iterator[Problem]:
    if _canonical(stated) != _canonical(recomputed):
        found = f"{_canonical(stated)[:100]}, but {what} is {_canonical(recomputed)[:100]}"
        yield Problem(where=f"{RUN}, {field}", found=found, expected="equal values")


def _canonical(value: Json) -> str:
    return canonical_json(value).decode()


def _mapping(record: Mapping[str, Json], key: str) -> Mapping[str, Json]:
    value = record[key]
    return value if isinstance(value, Mapping) else {}


def _in_record(path: Path) -> str:
    return f"{RUN}, {dotted(path)}"
