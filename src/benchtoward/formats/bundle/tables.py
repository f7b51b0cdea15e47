"""The tables of a bundle: the same rows make the same bytes, whoever writes them with this pyarrow."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from benchtoward.core.canonical import Json, canonical_json
from benchtoward.core.results import Prediction, in_order
from benchtoward.formats.bundle.contents import JournalRow, ResponseRow

ENVIRONMENT = "benchtoward.environment"
"""The key under which the journal's file keeps the run's environment, as canonical JSON."""

PREDICTION_SCHEMA = pa.schema(
    [
        pa.field("item_id", pa.string(), nullable=False),
        pa.field("repeat", pa.int32(), nullable=False),
        pa.field("status", pa.string(), nullable=False),
        pa.field("reason", pa.string(), nullable=False),
        pa.field("prediction", pa.string()),
        pa.field("probabilities", pa.list_(pa.field("element", pa.float64(), nullable=False))),
        pa.field("score", pa.float64()),
        pa.field("rule", pa.string(), nullable=False),
        pa.field("request_key", pa.string(), nullable=False),
        pa.field("finish", pa.string(), nullable=False),
    ]
)
PREDICTION_COLUMNS: tuple[str, ...] = tuple(PREDICTION_SCHEMA.names)
JOURNAL_SCHEMA = pa.schema(
    [
        pa.field("item_id", pa.string(), nullable=False),
        pa.field("repeat", pa.int32(), nullable=False),
        pa.field("request_key", pa.string(), nullable=False),
        pa.field("attempts", pa.int32(), nullable=False),
        pa.field("latency_seconds", pa.float64()),
        pa.field("prompt_tokens", pa.int64()),
        pa.field("completion_tokens", pa.int64()),
        pa.field("cost", pa.float64()),
        pa.field("received_at", pa.string(), nullable=False),
    ]
)
RESPONSE_SCHEMA = pa.schema(
    [
        pa.field("item_id", pa.string(), nullable=False),
        pa.field("repeat", pa.int32(), nullable=False),
        pa.field("text", pa.string(), nullable=False),
    ]
)

_PLACE = attrgetter("item_id", "repeat")
_ROWS_PER_GROUP = 65_536
_ZSTD_LEVEL = 3


def prediction_bytes(predictions: Iterable[Prediction]) -> bytes:
    """Return `predictions.parquet`: one row an item and repeat, in order."""
    return _parquet(PREDICTION_SCHEMA, in_order(predictions))


def journal_bytes(journal: Iterable[JournalRow], environment: Mapping[str, Json]) -> bytes:
    """Return `journal.parquet`, the environment of the run among the file's metadata."""
    texts = {ENVIRONMENT: canonical_json(environment, where="environment").decode()}
    return _parquet(JOURNAL_SCHEMA, sorted(journal, key=_PLACE), texts)


def response_bytes(responses: Iterable[ResponseRow]) -> bytes:
    """Return `responses.parquet`."""
    return _parquet(RESPONSE_SCHEMA, sorted(responses, key=_PLACE))


def _parquet(schema: Any, rows: Sequence[object], texts: Mapping[str, str] | None = None) -> bytes:
    columns = [pa.array(map(attrgetter(field.name), rows), type=field.type) for field in schema]
    sink = io.BytesIO()
    # Without Arrow's own copy of the schema, which changes with its version, the file says all there is.
    options = {"compression": "zstd", "compression_level": _ZSTD_LEVEL, "store_schema": False}
    with pq.ParquetWriter(sink, schema, **options) as writer:
        writer.write_table(pa.Table.from_arrays(columns, schema=schema), row_group_size=_ROWS_PER_GROUP)
        if texts:
            writer.add_key_value_metadata(dict(texts))
    return sink.getvalue()
