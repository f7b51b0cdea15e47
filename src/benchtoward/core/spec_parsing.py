"""From a loaded spec document to a `Spec`, with every problem listed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from benchtoward.core.canonical import Json, canonical_json
from benchtoward.core.documents import Locate, MappingReader, dotted, nearest, shown
from benchtoward.core.errors import InvalidInputError, Problem, SpecError
from benchtoward.core.extraction import parse_extraction
from benchtoward.core.metrics import METRICS, MetricDefinition, Parameter, read_parameters
from benchtoward.core.spec import (
    Decoding,
    Example,
    IntervalChoice,
    ItemColumns,
    Labels,
    Metrics,
    Missing,
    Presentation,
    Prompt,
    Reader,
    SourceFile,
    Spec,
    Task,
)

SPEC_FORMAT = 1
LANGUAGES = ("en", "ko")
MODALITIES = ("text", "table", "image", "signal", "audio")
SOURCE_KINDS = ("file", "https", "huggingface", "khdp", "package")
READER_KINDS = ("jsonl", "csv", "json", "parquet", "adapter")
MOST_REPLICATES = 99_999

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
_VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)\Z")
_HEX64 = re.compile(r"[0-9a-f]{64}\Z")
_PLACEHOLDER = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}")


def parse_spec(document: Json, *, what: str = "The specification", locate: Locate = dotted) -> Spec:
    """Return the spec that a loaded document holds.

    Raises `SpecError` with every problem found; `locate` turns a path in the document into file and line.
    """
    if not isinstance(document, Mapping):
        problem = Problem(where=locate(()), found=shown(document), expected="a mapping with a `definition`")
        raise SpecError(what, [problem])
    top = MappingReader(value=document, locate=locate)
    spec = _spec(top)
    if top.problems or spec is None:
        raise SpecError(what, top.problems)
    return spec


def placeholders(template: str) -> list[str]:
    """Return the column names that a prompt template asks for."""
    return _PLACEHOLDER.findall(template)


def read_source_files(reader: MappingReader) -> tuple[SourceFile, ...]:
    """Return the source files that stand under `files`, each with its source, path and hash."""
    files = []
    for file in reader.mappings("files", required=False):
        path, sha256 = file.text("path"), file.text("sha256", required=False)
        _check_hash(file, "sha256", sha256)
        source = file.mapping("source")
        kind = source.text("kind", one_of=SOURCE_KINDS) if source else ""
        file.done()
        files.append(SourceFile(path=path, kind=kind, source=source.value if source else {}, sha256=sha256))
    return tuple(files)


def normalised(definition: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the definition as it is hashed: absent and null are the same, text is in Unicode form NFC."""
    return {_nfc(key): _normal(value) for key, value in definition.items() if value is not None}


def _normal(value: Json) -> Json:
    if isinstance(value, Mapping):
        return normalised(value)
    if isinstance(value, str):
        return _nfc(value)
    if isinstance(value, Sequence):
        return [_normal(element) for element in value]
    return value


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _spec(top: MappingReader) -> Spec | None:
    top.integer("spec_format", low=SPEC_FORMAT, high=SPEC_FORMAT)
    version = top.text("version")
    if version and not _VERSION.match(version):
        top.problem("version", found=shown(version), expected="major.minor.patch, such as 1.0.0")
    presentation = _presentation(top)
    definition = top.mapping("definition")
    top.done()
    if definition is None:
        return None
    _check_hashable(definition)
    return _definition(definition, version, presentation)


def _presentation(top: MappingReader) -> Presentation:
    dataset = top.mapping("dataset")
    if dataset is not None:
        for key in ("name", "licence"):
            dataset.text(key)
        for key in ("licence_url", "doi", "citation", "url", "access", "source"):
            dataset.text(key, required=False)
        dataset.done()
    return Presentation(
        title=_localised(top, "title"),
        summary=_localised(top, "summary"),
        changes=top.text("changes", required=False),
        preview=top.boolean("preview", default=False),
        modality=top.text("modality", required=False, default="text", one_of=MODALITIES),
        dataset=dataset.value if dataset else {},
        credits=top.texts("credits", required=False),
        contacts=top.texts("contacts", required=False),
        mirrors=_free_mapping(top, "mirrors"),
        baselines=top.texts("baselines", required=False),
        notes=_localised(top, "notes", required=False),
    )


def _localised(top: MappingReader, key: str, *, required: bool = True) -> Mapping[str, str]:
    reader = top.mapping(key, required=required)
    if reader is None:
        return {}
    texts = {language: reader.text(language, required=language == "en") for language in LANGUAGES}
    reader.done()
    return {language: text for language, text in texts.items() if text}


def _free_mapping(top: MappingReader, key: str) -> Mapping[str, Json]:
    reader = top.mapping(key, required=False)
    return reader.value if reader else {}


def _check_hashable(definition: MappingReader) -> None:
    try:
        canonical_json(normalised(definition.value), where="definition")
    except InvalidInputError as error:
        definition.problems.extend(error.problems)


def _definition(reader: MappingReader, version: str, presentation: Presentation) -> Spec:
    slug = reader.text("id")
    if slug and not _SLUG.match(slug):
        reader.problem("id", found=shown(slug), expected="lower-case letters, digits and single hyphens")
    columns, item_reader = _items(reader)
    task = Task(reader.text("task", one_of=[task.value for task in Task], default=Task.MULTIPLE_CHOICE))
    classes, positive = _classes(reader, task)
    prompt = _prompt(reader, task, columns)
    decoding = _decoding(reader, needed=prompt is not None)
    spec = Spec(
        id=slug,
        version=version,
        presentation=presentation,
        definition=normalised(reader.value),
        files=read_source_files(reader),
        reader=item_reader,
        columns=columns,
        labels=Labels(reader.text("labels", one_of=[label.value for label in Labels], default=Labels.PUBLIC)),
        task=task,
        classes=classes,
        positive=positive,
        prompt=prompt,
        decoding=decoding,
        extraction=_extraction(reader, needed=prompt is not None),
        metrics=_metrics(reader, positive),
        missing=_denominator(reader),
        interval=_interval(reader),
    )
    reader.done()
    return spec


def _items(reader: MappingReader) -> tuple[ItemColumns, Reader]:
    items = reader.mapping("items") or reader.nested("items", {})
    excluded = items.mapping("exclude", required=False)
    columns = ItemColumns(
        id=items.text("id"),
        unit=items.texts("unit"),
        visible=items.texts("visible"),
        target=items.text("target"),
        tolerance=items.text("tolerance", required=False),
        subgroups=items.texts("subgroups", required=False),
        excluded_ids=frozenset(excluded.texts("ids")) if excluded else frozenset(),
        table_sha256=items.text("table_sha256", required=False),
        answer_unit=items.text("answer_unit", required=False),
    )
    if excluded:
        excluded.text("reason")
        excluded.done()
    _check_hash(items, "table_sha256", columns.table_sha256)
    if columns.answer_unit and columns.answer_unit not in columns.visible:
        expected = "a column that stands in `items.visible`"
        items.problem("answer_unit", found=f"`{columns.answer_unit}`", expected=expected)
    for column in sorted({columns.target, columns.tolerance} & set(columns.visible) - {""}):
        items.problem(
            "visible",
            found=f"`{column}`, which holds the gold answer",
            expected="only columns that a model may read",
            hint=f"Take `{column}` out of `visible`.",
        )
    rows = _row_reader(items)
    items.done()
    return columns, rows


def _row_reader(items: MappingReader) -> Reader:
    reader = items.mapping("reader") or items.nested("reader", {})
    kind = reader.text("kind", one_of=READER_KINDS)
    path = reader.text("path", required=kind == "adapter")
    sha256 = reader.text("sha256", required=False)
    _check_hash(reader, "sha256", sha256)
    parameters = _free_mapping(reader, "parameters")
    training = _free_mapping(reader, "training")
    reader.done()
    return Reader(kind=kind, path=path, parameters=parameters, training=training, sha256=sha256)


def _check_hash(reader: MappingReader, key: str, value: str) -> None:
    if value and not _HEX64.match(value):
        reader.problem(key, found=shown(value), expected="a SHA-256 as 64 lower-case hex digits")


def _classes(reader: MappingReader, task: Task) -> tuple[tuple[str, ...], str]:
    needed = task is Task.CLASSIFICATION
    classes = reader.mapping("classes", required=needed)
    if classes is None:
        return (), ""
    names = classes.texts("names")
    positive = classes.text("positive", required=False, one_of=names)
    classes.done()
    return names, positive


def _prompt(reader: MappingReader, task: Task, columns: ItemColumns) -> Prompt | None:
    prompt = reader.mapping("prompt", required=False)
    if prompt is None:
        return None
    options = prompt.mapping("options", required=task is Task.MULTIPLE_CHOICE)
    labels = options.texts("labels") if options else ()
    column = options.text("from") if options else ""
    if options:
        options.done()
        if column and column not in columns.visible:
            options.problem("from", found=f"`{column}`", expected="a column that stands in `items.visible`")
    made = Prompt(
        system=prompt.text("system", required=False),
        user=prompt.text("user"),
        option_labels=labels,
        options_column=column,
        few_shot=tuple(_example(example) for example in prompt.mappings("few_shot", required=False)),
    )
    prompt.done()
    for key, template in (("system", made.system), ("user", made.user)):
        _check_placeholders(prompt, key, template, columns, has_options=bool(options))
    return made


def _example(reader: MappingReader) -> Example:
    example = Example(user=reader.text("user"), assistant=reader.text("assistant"))
    reader.done()
    return example


def _check_placeholders(
    prompt: MappingReader, key: str, template: str, columns: ItemColumns, *, has_options: bool
) -> None:
    allowed = [*columns.visible, *(["options"] if has_options else [])]
    for name in placeholders(template):
        if name not in allowed:
            prompt.problem(
                key,
                found=f"{{{{ {name} }}}}",
                expected="a column that stands in `items.visible`",
                hint=nearest(name, allowed),
            )


def _decoding(reader: MappingReader, *, needed: bool) -> Decoding | None:
    decoding = reader.mapping("decoding", required=needed)
    if decoding is None:
        return None
    seed = decoding.anything("seed")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
        decoding.problem("seed", found=shown(seed), expected="a whole number")
    made = Decoding(
        temperature=decoding.number("temperature", low=0, high=2, default=0),
        top_p=decoding.number("top_p", low=0, high=1, default=1),
        max_tokens=decoding.integer("max_tokens", low=1, high=1_000_000),
        stop=decoding.texts("stop", required=False),
        seed=seed if isinstance(seed, int) else None,
    )
    decoding.done()
    return made


def _extraction(reader: MappingReader, *, needed: bool) -> Sequence[Json]:
    rules = reader.sequence("extraction", required=needed)
    if rules:
        try:
            parse_extraction(rules, where=reader.locate((*reader.path, "extraction")))
        except InvalidInputError as error:
            reader.problems.extend(error.problems)
    return rules


def _metrics(reader: MappingReader, positive: str) -> Metrics:
    metrics = reader.mapping("metrics") or reader.nested("metrics", {})
    primary = metrics.text("primary", one_of=list(METRICS))
    also = metrics.texts("also", required=False)
    for name in also:
        if name not in METRICS:
            metrics.problem("also", found=f"`{name}`", expected="a known metric", hint=nearest(name, list(METRICS)))
    if primary in also:
        metrics.problem("also", found=f"`{primary}`", expected="metrics other than the primary one")
    if primary and not METRICS[primary].can_rank:
        metrics.problem("primary", found=f"`{primary}`", expected="a metric that can rank")
    settings = metrics.mapping("parameters", required=False) or metrics.nested("parameters", {})
    chosen = Metrics(
        primary=primary,
        also=also,
        parameters={name: _settings(settings, METRICS[name], positive) for name in (primary, *also) if name in METRICS},
    )
    settings.done()
    metrics.done()
    return chosen


def _settings(settings: MappingReader, metric: MetricDefinition, positive: str) -> Mapping[str, Json]:
    """Return one metric's settings as written, after checking that they are whole."""
    nested = settings.mapping(metric.id, required=False)
    written = nested.value if nested else {}
    try:
        parameters = read_parameters(written, metric=metric.id, known=metric.parameters)
    except InvalidInputError as error:
        settings.problems.extend(error.problems)
        return written
    for name in sorted(metric.required):
        if getattr(parameters, name) is None and not (name == Parameter.POSITIVE and positive):
            settings.problem(metric.id, found=f"no `{name}`", expected=f"the setting `{name}` of {metric.id}")
    return written


def _denominator(reader: MappingReader) -> Missing:
    denominator = reader.mapping("denominator", required=False)
    if denominator is None:
        return Missing.REFUSE
    denominator.text("unparsed", required=False, default="wrong", one_of=["wrong"])
    missing = denominator.text(
        "missing", required=False, default=Missing.REFUSE, one_of=[rule.value for rule in Missing]
    )
    denominator.done()
    return Missing(missing)


def _interval(reader: MappingReader) -> IntervalChoice:
    interval = reader.mapping("interval", required=False) or reader.nested("interval", {})
    interval.text("method", required=False, default="percentile", one_of=["percentile"])
    level = interval.text("level", required=False, default="0.95", one_of=["0.90", "0.95", "0.99"])
    replicates = interval.mapping("replicates", required=False) or interval.nested("replicates", {})
    choice = IntervalChoice(
        level=float(level),
        n_replicates=replicates.integer("default", low=199, high=MOST_REPLICATES, default=9_999),
        n_replicates_sorted=replicates.integer("sorted_metrics", low=199, high=MOST_REPLICATES, default=1_999),
    )
    replicates.done()
    interval.done()
    return choice
