"""A benchmark version as text: what it tests, with which prompt, on whose data, how it is scored."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from benchtoward.core.canonical import Json
from benchtoward.web import formatting
from benchtoward.web.page import Link
from benchtoward.web.vocabulary import MODALITIES, RULES, STAGES, TASKS, Word, metric_name, word
from benchtoward.workflows.views import BenchmarkView

LONGEST_VALUE = 4_000
"""Letters shown of one value of an example item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A named fact, with an address where there is one."""

    name: str
    text: str
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The letters of a question's options."""

    column: str = ""
    """The column that holds the options."""
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of the prompt."""

    role: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleFact:
    """One extraction rule in words."""

    id: str
    label: str
    meaning: str
    settings: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkFacts:
    """Everything that a reader is told of a benchmark version."""

    slug: str
    version: str
    title: str
    summary: str
    notes: str
    url: str
    version_url: str
    newest_url: str
    is_newest: bool
    stage: Word
    preview: bool
    modality: str
    task: Word
    metric: str
    also: Sequence[str]
    unit: str
    items: str
    units: str
    n_results: int
    results: str
    has_secret_labels: bool
    licence: str
    dataset: Sequence[Fact]
    credits: Sequence[str]
    changes: str
    published: str
    published_iso: str
    versions: Sequence[Link]
    prompt: Sequence[Message]
    few_shot: Sequence[Message]
    option_labels: str
    rules: Sequence[RuleFact]
    scoring: Sequence[Fact]
    spec_hash: str
    spec_yaml: str
    example: Sequence[Fact]


def benchmark_facts(view: BenchmarkView) -> BenchmarkFacts:
    """Return a benchmark version as text in the page's language."""
    newest = view.versions[0] if view.versions else view.version
    return BenchmarkFacts(
        slug=view.slug,
        version=view.version,
        title=formatting.localised(view.title),
        summary=formatting.localised(view.summary),
        notes=formatting.localised(view.notes),
        url=_address(view, view.version, newest),
        version_url=reverse("benchmark-version", args=[view.slug, view.version]),
        newest_url=reverse("benchmark", args=[view.slug]),
        is_newest=view.version == newest,
        stage=word(STAGES, view.stage),
        preview=view.preview,
        modality=str(word(MODALITIES, view.modality).label),
        task=word(TASKS, view.task),
        metric=metric_name(view.metric),
        also=[metric_name(metric) for metric in view.also],
        unit=view.unit,
        items=formatting.count(view.n_items),
        units=formatting.count(view.n_units),
        n_results=view.n_results,
        results=formatting.count(view.n_results),
        has_secret_labels=view.labels == "secret",
        licence=text_of(view.dataset.get("licence")),
        dataset=_dataset(view.dataset),
        credits=view.credits,
        changes=view.changes,
        published=formatting.day(view.published_at),
        published_iso=formatting.iso_day(view.published_at),
        versions=[
            Link(url=_address(view, version, newest), text=version, is_current=version == view.version)
            for version in view.versions
        ],
        prompt=_prompt(view.prompt),
        few_shot=_few_shot(view.prompt),
        option_labels=", ".join(options_of(view.prompt).labels),
        rules=_rules(view.definition.get("extraction")),
        scoring=_scoring(view),
        spec_hash=view.spec_hash,
        spec_yaml=view.spec_yaml,
        example=item_facts(view.example, options_of(view.prompt)),
    )


def item_facts(visible: Mapping[str, Json] | None, options: Options) -> Sequence[Fact]:
    """Return what a model sees of an item: texts first, then lists, the options with their letters."""
    values = sorted((visible or {}).items(), key=lambda entry: not isinstance(entry[1], str))
    return [
        Fact(name=name, text=text_of(value, letters=options.labels if name == options.column else ()))
        for name, value in values
    ]


def text_of(value: Json, letters: Sequence[str] = ()) -> str:
    """Return a value of an item or file as text; lists one entry a line, with its letter where it has one."""
    if value is None:
        return formatting.UNKNOWN
    if isinstance(value, str):
        return value[:LONGEST_VALUE]
    if isinstance(value, Sequence) and all(isinstance(entry, str) for entry in value):
        marks = [f"{letter}." for letter in letters] if len(letters) >= len(value) else ["•"] * len(value)
        lines = [f"{mark} {entry}" for mark, entry in zip(marks, value, strict=False)]
        return "\n".join(lines)[:LONGEST_VALUE]
    return json.dumps(value, ensure_ascii=False)[:LONGEST_VALUE]


def options_of(prompt: Mapping[str, Json] | None) -> Options:
    """Return the letters of a benchmark's options and the column that holds them."""
    options = _mapping((prompt or {}).get("options"))
    labels = options.get("labels")
    known = tuple(map(str, labels)) if isinstance(labels, Sequence) and not isinstance(labels, str) else ()
    return Options(column=_known(options, "from"), labels=known)


def _address(view: BenchmarkView, version: str, newest: str) -> str:
    if version == newest:
        return reverse("benchmark", args=[view.slug])
    return reverse("benchmark-version", args=[view.slug, version])


def _dataset(dataset: Mapping[str, Json]) -> Sequence[Fact]:
    doi = text_of(dataset.get("doi")) if dataset.get("doi") else ""
    facts = (
        Fact(name=_("Data set"), text=_known(dataset, "name"), url=formatting.safe_url(dataset.get("url"))),
        Fact(
            name=_("Licence"),
            text=_known(dataset, "licence"),
            url=formatting.safe_url(dataset.get("licence_url")),
        ),
        Fact(
            name=_("DOI"),
            text=doi or _("none yet"),
            url=formatting.safe_url(f"https://doi.org/{doi}") if doi.startswith("10.") else "",
        ),
        Fact(name=_("Cite as"), text=_known(dataset, "citation")),
        Fact(name=_("Source"), text=_known(dataset, "source")),
        Fact(name=_("Access"), text=_known(dataset, "access")),
    )
    return [fact for fact in facts if fact.text]


def _known(mapping: Mapping[str, Json], key: str) -> str:
    return text_of(mapping[key]) if mapping.get(key) else ""


def _prompt(prompt: Mapping[str, Json] | None) -> Sequence[Message]:
    if prompt is None:
        return []
    messages = (
        Message(role=_("System message"), text=_known(prompt, "system")),
        Message(role=_("User message"), text=_known(prompt, "user")),
    )
    return [message for message in messages if message.text]


def _few_shot(prompt: Mapping[str, Json] | None) -> Sequence[Message]:
    examples = (prompt or {}).get("few_shot")
    if not isinstance(examples, Sequence) or isinstance(examples, str):
        return []
    roles = (("user", _("Question")), ("assistant", _("Answer")))
    return [
        Message(role=role, text=text_of(example.get(key)))
        for example in examples
        if isinstance(example, Mapping)
        for key, role in roles
    ]


def _rules(extraction: Json) -> Sequence[RuleFact]:
    if not isinstance(extraction, Sequence) or isinstance(extraction, str):
        return []
    return [_rule(rule) for rule in extraction]


def _rule(rule: Json) -> RuleFact:
    if isinstance(rule, Mapping):
        name = text_of(rule.get("rule", next(iter(rule), "")))
        rest = {key: value for key, value in rule.items() if key != "rule"}
    else:
        name, rest = text_of(rule), {}
    settings = json.dumps(rest, ensure_ascii=False) if rest else ""
    return RuleFact(
        id=name, label=str(word(RULES, name).label), meaning=str(word(RULES, name).meaning), settings=settings
    )


def _scoring(view: BenchmarkView) -> Sequence[Fact]:
    interval = _mapping(view.definition.get("interval"))
    level = interval.get("level", "0.95")
    facts = (
        Fact(name=_("Ranks by"), text=metric_name(view.metric)),
        Fact(name=_("Shown beside it"), text=", ".join(metric_name(metric) for metric in view.also)),
        Fact(
            name=_("Unit"),
            text=_("%(unit)s: all items of one unit move together when intervals are made") % {"unit": view.unit},
        ),
        Fact(name=_("Without a readable answer"), text=_("counts as wrong")),
        Fact(
            name=_("Interval"),
            text=_("%(level)s, bootstrap over units") % {"level": f"{float(str(level)):.0%}"},
        ),
        Fact(name=_("Decoding"), text=_decoding(_mapping(view.definition.get("decoding")))),
        Fact(
            name=_("Labels"),
            text=_("secret: no answers item by item") if view.labels == "secret" else _("public"),
        ),
    )
    return [fact for fact in facts if fact.text]


def _decoding(decoding: Mapping[str, Json]) -> str:
    named = (
        ("temperature", _("temperature %(value)s")),
        ("top_p", _("top-p %(value)s")),
        ("max_tokens", _("at most %(value)s tokens")),
        ("seed", _("seed %(value)s")),
    )
    return ", ".join(text % {"value": decoding[key]} for key, text in named if decoding.get(key) is not None)


def _mapping(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, Mapping) else {}
