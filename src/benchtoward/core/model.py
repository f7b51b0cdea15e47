"""A model file as a value: what is known of a model, its versions, and how each is called."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from benchtoward.core.canonical import Json
from benchtoward.core.documents import Locate, MappingReader, dotted, nearest, shown
from benchtoward.core.errors import ModelFileError, NotFoundError, Problem
from benchtoward.core.keys import Key, model_version_key
from benchtoward.core.spec import SourceFile
from benchtoward.core.spec_parsing import read_source_files

MODEL_FORMAT = 1

_SLUG = re.compile(r"[a-z0-9]+([-.][a-z0-9]+)*\Z")


class Provider(StrEnum):
    """How a model version is reached."""

    CHAT = "chat"
    """An OpenAI-compatible endpoint."""
    PREDICTOR = "predictor"
    """A Python callable or scikit-learn pipeline."""
    EXTERNAL = "external"
    """Predictions that were made elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelVersion:
    """One pinned version of a model."""

    name: str
    """The version's label: a dated snapshot, a revision, a package version."""
    provider: Provider
    """How it is reached."""
    pins: Mapping[str, Json]
    """What pins it: hashed into the model version key."""
    call: Mapping[str, Json]
    """How it is called: endpoint settings or the predictor's import path; not hashed."""
    is_pinned: bool
    """False for a model behind an alias that can change; said on its page."""

    @property
    def key(self) -> Key:
        """The model version key with its pre-image."""
        return model_version_key(self.pins)

    @property
    def files(self) -> tuple[SourceFile, ...]:
        """The files that hold predictions which were made elsewhere."""
        return read_source_files(MappingReader(value=self.call))


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFile:
    """A model with all its versions."""

    slug: str
    name: str
    organisation: str
    aliases: tuple[str, ...]
    """Other names, provider ids and repository names, matched by lookup."""
    released: date | None
    """The day of release, where known."""
    n_parameters: int | None
    """The size, where known."""
    open_weights: bool | None
    """Whether the weights can be downloaded, where known."""
    licence: str
    modality: str
    links: tuple[str, ...]
    description: Mapping[str, str]
    """What a reader should know, by language."""
    training_data: Mapping[str, str]
    """Whether a benchmark's data may have been seen in training, by benchmark."""
    is_baseline: bool
    versions: tuple[ModelVersion, ...]
    """The newest first."""

    def version(self, name: str = "") -> ModelVersion:
        """Return the version called `name`, or the newest."""
        for version in self.versions:
            if not name or version.name == name:
                return version
        known = ", ".join(version.name for version in self.versions)
        raise NotFoundError(f"The model {self.slug} has no version `{name}`. Its versions: {known}.")


def parse_model(document: Json, *, what: str = "The model file", locate: Locate = dotted) -> ModelFile:
    """Return the model that a loaded document holds; raises `ModelFileError` with every problem."""
    if not isinstance(document, Mapping):
        problem = Problem(where=locate(()), found=shown(document), expected="a mapping with `slug` and `versions`")
        raise ModelFileError(what, [problem])
    reader = MappingReader(value=document, locate=locate)
    model = _model(reader)
    if reader.problems:
        raise ModelFileError(what, reader.problems)
    return model


def _model(reader: MappingReader) -> ModelFile:
    reader.integer("model_format", low=MODEL_FORMAT, high=MODEL_FORMAT)
    slug = reader.text("slug")
    if slug and not _SLUG.match(slug):
        reader.problem("slug", found=shown(slug), expected="lower-case letters, digits, hyphens and dots")
    parameters = reader.integer("n_parameters", low=0, high=10**15, default=0)
    model = ModelFile(
        slug=slug,
        name=reader.text("name"),
        organisation=reader.text("organisation"),
        aliases=reader.texts("aliases", required=False),
        released=_date(reader),
        n_parameters=parameters or None,
        open_weights=_maybe(reader, "open_weights"),
        licence=reader.text("licence", required=False),
        modality=reader.text("modality", required=False, default="text"),
        links=reader.texts("links", required=False),
        description=_texts_by_key(reader, "description"),
        training_data=_texts_by_key(reader, "training_data"),
        is_baseline=reader.boolean("baseline", default=False),
        versions=tuple(_version(version) for version in reader.mappings("versions")),
    )
    names = [version.name for version in model.versions]
    if len(set(names)) != len(names):
        reader.problem("versions", found=shown(names), expected="versions with different names")
    reader.done()
    return model


def _version(reader: MappingReader) -> ModelVersion:
    name = reader.text("name")
    provider = Provider(
        reader.text("provider", one_of=[provider.value for provider in Provider], default=Provider.CHAT)
    )
    pins = reader.mapping("pins")
    if pins is not None and not pins.value:
        pins.problem(None, found="nothing", expected="what pins this version, such as `revision`")
    call = reader.mapping("call", required=provider is not Provider.EXTERNAL)
    version = ModelVersion(
        name=name,
        provider=provider,
        pins=pins.value if pins else {},
        call=call.value if call else {},
        is_pinned=reader.boolean("pinned", default=True),
    )
    if call is not None:
        _check_call(call, provider)
    reader.done()
    return version


_CALL_KEYS: Mapping[Provider, Sequence[str]] = {
    Provider.CHAT: (
        "model",
        "base_url",
        "api_key_variable",
        "token_limit_field",
        "engine",
        "send",
        "local",
        "price",
    ),
    Provider.PREDICTOR: ("predictor", "parameters"),
    Provider.EXTERNAL: ("predictions", "parameters", "files"),
}
_CALL_NEEDS: Mapping[Provider, str] = {Provider.CHAT: "model", Provider.PREDICTOR: "predictor"}


def _check_call(call: MappingReader, provider: Provider) -> None:
    known = _CALL_KEYS[provider]
    for key in call.value:
        if key not in known:
            call.problem(key, found=f"the unknown key `{key}`", expected="a known key", hint=nearest(key, known))
    needed = _CALL_NEEDS.get(provider, "")
    if provider is Provider.EXTERNAL:
        call.text("predictions", one_of=["adapter"])
        call.mapping("parameters", required=False)
        read_source_files(call)
    if needed and not call.value.get(needed):
        call.problem(None, found=f"no `{needed}`", expected=f"the key `{needed}`")


def _date(reader: MappingReader) -> date | None:
    text = reader.text("released", required=False)
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        reader.problem("released", found=shown(text), expected="a day as 2026-11-30")
        return None


def _maybe(reader: MappingReader, key: str) -> bool | None:
    value = reader.anything(key)
    if value is not None and not isinstance(value, bool):
        reader.problem(key, found=shown(value), expected="true, false, or nothing where it is not known")
        return None
    return value


def _texts_by_key(reader: MappingReader, key: str) -> Mapping[str, str]:
    nested = reader.mapping(key, required=False)
    return {name: nested.text(name) for name in nested.value} if nested else {}
