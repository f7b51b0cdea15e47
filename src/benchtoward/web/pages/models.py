"""The list of models, and the page of one model: facts, versions, all its results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from benchtoward.core.canonical import Json
from benchtoward.web import formatting
from benchtoward.web.benchmark_facts import Fact, text_of
from benchtoward.web.lines import PROPORTION_AXIS, result_line
from benchtoward.web.page import page
from benchtoward.web.vocabulary import MODALITIES, word
from benchtoward.workflows import reading
from benchtoward.workflows.views import ModelView


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelLine:
    """A model in the list of models."""

    url: str
    name: str
    organisation: str
    size: str
    weights: str
    licence: str
    released: str
    results: str
    is_baseline: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One pinned version of a model."""

    name: str
    key: str
    is_pinned: bool
    pins: Sequence[Fact]


def model_list(request: HttpRequest) -> HttpResponse:
    """All models that have a published result; baselines last."""
    models = sorted(reading.list_models(), key=lambda view: (view.is_baseline, view.name.casefold()))
    return page(request, "web/models.html", {"models": [_line(view) for view in models]})


def model(request: HttpRequest, slug: str) -> HttpResponse:
    """One model with all its results."""
    view = reading.get_model(slug)
    context = {
        "model": view,
        "plain_name": formatting.plain_name(view.name),
        "line": _line(view),
        "facts": _facts(view),
        "description": formatting.localised(view.description),
        "links": [url for url in map(formatting.safe_url, view.links) if url],
        "training_data": [
            Fact(name=name, text=text, url=reverse("benchmark", args=[name]))
            for name, text in view.training_data.items()
        ],
        "versions": [_version(version) for version in view.versions],
        "results": [result_line(summary) for summary in view.results],
        "axis": PROPORTION_AXIS,
    }
    return page(request, "web/model.html", context)


def _line(view: ModelView) -> ModelLine:
    return ModelLine(
        url=reverse("model", args=[view.slug]),
        name=view.name,
        organisation=view.organisation,
        size=formatting.parameters(view.n_parameters),
        weights=_weights(view.open_weights),
        licence=view.licence or formatting.UNKNOWN,
        released=formatting.day(view.released),
        results=formatting.count(len(view.results)),
        is_baseline=view.is_baseline,
    )


def _weights(is_open: bool | None) -> str:
    return {True: _("open"), False: _("closed"), None: formatting.UNKNOWN}[is_open]


def _facts(view: ModelView) -> Sequence[Fact]:
    facts = (
        Fact(name=_("Organisation"), text=view.organisation),
        Fact(name=_("Released"), text=formatting.day(view.released)),
        Fact(name=_("Parameters"), text=formatting.parameters(view.n_parameters)),
        Fact(name=_("Weights"), text=_weights(view.open_weights)),
        Fact(name=_("Licence"), text=view.licence or formatting.UNKNOWN),
        Fact(name=_("Input"), text=str(word(MODALITIES, view.modality).label)),
    )
    return [fact for fact in facts if fact.text]


def _version(version: Mapping[str, Json]) -> Version:
    pins = version.get("pins")
    return Version(
        name=text_of(version.get("name")),
        key=text_of(version.get("key")),
        is_pinned=bool(version.get("is_pinned")),
        pins=[Fact(name=name, text=text_of(value)) for name, value in pins.items()]
        if isinstance(pins, Mapping)
        else [],
    )
