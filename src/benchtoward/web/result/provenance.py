"""Where a result comes from, as text: keys with what went into them, decoding, cost, environment."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchtoward.web import formatting
from benchtoward.web.benchmark_facts import Fact, text_of
from benchtoward.web.vocabulary import USAGE, word
from benchtoward.workflows.views import ResultView


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """What makes a result the one that it is."""

    run_key: str
    pre_image: str
    """What the run key is the hash of, laid out for reading."""
    spec_hash: str
    item_table: str
    content_address: str
    predictions_sha256: str
    model_version_key: str
    pins: Sequence[Fact]
    configuration: Sequence[Fact]
    decoding: Sequence[Fact]
    decoding_differs: bool
    """Whether the provider used another decoding than the specification asks for."""
    usage: Sequence[Fact]
    environment: Sequence[Fact]


def provenance(view: ResultView) -> Provenance:
    """Return the provenance of a result."""
    record: Mapping[str, Any] = view.record
    decoding = record.get("decoding") or {}
    return Provenance(
        run_key=record["run_key"],
        pre_image=_laid_out(record["run_key_pre_image"]),
        spec_hash=record["benchmark"]["spec_hash"],
        item_table=record["benchmark"]["item_table_sha256"],
        content_address=record["content_address"],
        predictions_sha256=view.predictions_sha256,
        model_version_key=record["model"]["version_key"],
        pins=_facts(record["model"].get("pins")),
        configuration=_facts(record.get("run_configuration")),
        decoding=_facts(decoding.get("effective") or decoding.get("requested")),
        decoding_differs=bool((record.get("run_configuration") or {}).get("decoding_exceptions")),
        usage=_usage(view.usage),
        environment=_facts(view.environment),
    )


def _laid_out(pre_image: str) -> str:
    try:
        return json.dumps(json.loads(pre_image), indent=2, ensure_ascii=False)
    except ValueError:
        return pre_image


def _facts(values: Mapping[str, Any] | None) -> Sequence[Fact]:
    known = {name: value for name, value in (values or {}).items() if value not in (None, "", [], {})}
    return [Fact(name=name.replace("_", " "), text=text_of(value)) for name, value in known.items()]


def _usage(usage: Mapping[str, Any]) -> Sequence[Fact]:
    return [
        Fact(name=str(word(USAGE, name).label), text=_quantity(name, value))
        for name, value in usage.items()
        if value is not None
    ]


def _quantity(name: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return text_of(value)
    if "seconds" in name:
        return formatting.duration(value)
    if "usd" in name or "cost" in name:
        return f"US$ {value:,.2f}"
    return formatting.count(value) if value == int(value) else formatting.score(value)
