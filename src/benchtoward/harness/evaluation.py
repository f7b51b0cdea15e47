"""One run from specification and model to scored predictions; needs no database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchtoward.core.answers import check_predictions
from benchtoward.core.canonical import Json
from benchtoward.core.items import ItemTable
from benchtoward.core.keys import HARNESS_VERSION, Key, run_id, run_key
from benchtoward.core.lifecycle import Tag
from benchtoward.core.model import ModelFile, ModelVersion
from benchtoward.core.results import Prediction, check_complete, content_address
from benchtoward.core.run_record import RunRecord
from benchtoward.core.scoring import score
from benchtoward.core.spec import Decoding, Spec
from benchtoward.formats.bundle import Bundle, JournalRow

MOVING_CALL_SETTINGS = ("model", "send", "token_limit_field", "predictor", "parameters")
"""What of a model file's `call` is part of the run key; addresses, limits and prices are not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """What makes a run the run it is."""

    tag: Tag
    n_repeats: int
    configuration: Mapping[str, Json]
    key: Key

    @property
    def run_id(self) -> str:
        """The run's short public name."""
        return run_id(self.key.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """A finished run: its record, its predictions with their scores, and the replicates that rank it."""

    record: RunRecord
    predictions: Sequence[Prediction]
    journal: Sequence[JournalRow]
    replicates: NDArray[np.float64]
    """The primary metric in every replicate of the benchmark's plan, shape (B,); NaN where undefined."""
    environment: Mapping[str, Json]
    """Package versions and machine: may differ between two honest computations."""
    usage: Mapping[str, Json]
    """Tokens, seconds and attempts: may differ too."""

    def bundle(self) -> Bundle:
        """Return the run as it crosses every boundary."""
        return Bundle(
            record=self.record.to_json(),
            predictions=list(self.predictions),
            journal=list(self.journal),
            environment=self.environment,
        )


def identify(spec: Spec, version: ModelVersion, *, tag: Tag, n_repeats: int = 1, set_up: str | None = None) -> Identity:
    """Return the identity of a run; `set_up` is the digest of what was run or submitted, None for `standard`."""
    engine = version.pins.get("engine")
    configuration: Mapping[str, Json] = {
        "route": tag.value,
        "set_up": set_up,
        "decoding_exceptions": [],
        "repeats": n_repeats,
        "engine": engine if isinstance(engine, str) else None,
        "dtype": None,
        # How a version is called can move answers too, whatever its file says pins it.
        "call": {name: version.call[name] for name in MOVING_CALL_SETTINGS if version.call.get(name) is not None},
    }
    key = run_key(model_version=version.key.text, spec_hash=spec.spec_hash, run_configuration=configuration)
    return Identity(tag=tag, n_repeats=n_repeats, configuration=configuration, key=key)


def finish(
    spec: Spec,
    table: ItemTable,
    model: ModelFile,
    version: ModelVersion,
    identity: Identity,
    predictions: Sequence[Prediction],
    *,
    journal: Sequence[JournalRow] = (),
    environment: Mapping[str, Json] | None = None,
    usage: Mapping[str, Json] | None = None,
    decoding_effective: Mapping[str, Json] | None = None,
) -> Evaluation:
    """Check that predictions are complete, score them, and write the record.

    Raises `PredictionsError` for missing, extra or doubled items.
    """
    check_complete(predictions, (item.id for item in table), n_repeats=identity.n_repeats)
    check_predictions(spec, table, predictions)
    scored = score(spec, table, predictions, n_repeats=identity.n_repeats)
    record = RunRecord(
        run_key=identity.key.text,
        run_key_pre_image=identity.key.pre_image,
        run_id=identity.run_id,
        benchmark=spec.id,
        version=spec.version,
        spec_hash=spec.spec_hash,
        model=model.slug,
        model_name=model.name,
        model_version=version.name,
        model_version_key=version.key.text,
        model_pins=version.pins,
        tag=identity.tag,
        run_configuration=identity.configuration,
        harness_version=dict(HARNESS_VERSION),
        decoding_requested=decoding_json(spec.decoding) if decoding_effective is not None else None,
        decoding_effective=decoding_effective,
        item_table_sha256=table.sha256,
        content_address=content_address(scored.predictions),
        scores=scored.scores,
    )
    return Evaluation(
        record=record,
        predictions=scored.predictions,
        journal=journal,
        replicates=scored.replicates,
        environment=environment or {},
        usage=usage or {},
    )


def decoding_json(decoding: Decoding | None) -> Mapping[str, Json] | None:
    """Return a spec's decoding as JSON values."""
    if decoding is None:
        return None
    return {
        "temperature": decoding.temperature,
        "top_p": decoding.top_p,
        "max_tokens": decoding.max_tokens,
        "stop": list(decoding.stop),
        "seed": decoding.seed,
    }
