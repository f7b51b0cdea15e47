"""The demonstration: real models on real benchmarks, evaluated, published and ranked; a second run computes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from benchtoward.core.lifecycle import ResultState
from benchtoward.formats.catalogue import benchmark_path, model_named
from benchtoward.formats.definitions import find_models, load_model
from benchtoward.harness.running import Progress
from benchtoward.workflows.evaluate import Evaluated, evaluate
from benchtoward.workflows.publish import publish
from benchtoward.workflows.register import Registered, register_benchmark
from benchtoward.workflows.submit import import_external

ACTOR = "benchtoward demo"
REASON = "published by the demo"

QUESTION_MODELS = ("majority", "random", "word-overlap", "smollm2-135m-instruct")
NUMBER_MODELS = ("majority", "random", "smollm2-135m-instruct")
TABLE_MODELS = ("prevalence", "logistic-regression", "gradient-boosting")

SMALL: Mapping[str, Sequence[str]] = {
    "clincalc-mc-small": QUESTION_MODELS,
    "clincalc-numeric-small": NUMBER_MODELS,
    "support2-death180": TABLE_MODELS,
}
FULL: Mapping[str, Sequence[str]] = {
    **SMALL,
    "clincalc-mc": ("majority", "random", "word-overlap"),
    "clincalc-numeric": ("majority", "random"),
}
"""The full versions allow 4,096 tokens of working: days on a processor, so no language model runs there."""

MEDBENCH = "medbench-brasil"
EXAMS = ("revalida-2024-1", "revalida-2024-2", "revalida-2025-1", "enamed-2025")

ShowProgress = Callable[[str], AbstractContextManager[Progress]]
"""Opens a progress display with a label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoReport:
    """What the demo did."""

    n_new: int
    """Results computed just now."""
    n_kept: int
    """Results that were there already."""
    benchmarks: tuple[str, ...]
    """The slugs of the benchmarks that have results."""
    left_out: tuple[str, ...]
    """What was left out, and why."""


def run_demo(definitions: Path, *, data_root: Path | None, full: bool, show_progress: ShowProgress) -> DemoReport:
    """Evaluate and publish everything that the demonstration shows."""
    done: list[Evaluated] = []
    plan = FULL if full else SMALL
    for slug, models in plan.items():
        benchmark = _register(slug, definitions, data_root)
        for name in models:
            model, version = model_named(name, definitions)
            with show_progress(f"{slug}: {model.name}") as progress:
                done.append(_published(evaluate(benchmark, model, version, actor=ACTOR, progress=progress)))
    submissions: dict[str, tuple[str, ...]] = {"support2-death180": ("support-1995",)}
    left_out = []
    if data_root is not None and (data_root / MEDBENCH).is_dir():
        submissions |= {f"{MEDBENCH}-{exam}": medbench_models(definitions) for exam in EXAMS}
    else:
        left_out.append("MedBench-Brasil: its files lie in no data folder (--data FOLDER)")
    for slug, models in submissions.items():
        benchmark = _register(slug, definitions, data_root)
        with show_progress(f"{slug}: submitted predictions") as progress:
            for position, name in enumerate(models, start=1):
                model, version = model_named(name, definitions)
                done.append(_published(import_external(benchmark, model, version, actor=ACTOR)))
                progress(position, len(models), {})
    n_new = sum(evaluated.is_new for evaluated in done)
    return DemoReport(
        n_new=n_new,
        n_kept=len(done) - n_new,
        benchmarks=tuple({**plan, **submissions}),
        left_out=tuple(left_out),
    )


def _register(slug: str, definitions: Path, data_root: Path | None) -> Registered:
    return register_benchmark(benchmark_path(slug, definitions), data_root=data_root, actor=ACTOR)


def _published(evaluated: Evaluated) -> Evaluated:
    # A result that somebody withdrew stays withdrawn.
    if evaluated.result.state == ResultState.IN_REVIEW:
        publish(evaluated.result.run.run_id, actor=ACTOR, reason=REASON)
    return evaluated


def medbench_models(definitions: Path) -> tuple[str, ...]:
    """Return the slugs of the models whose answers come with MedBench-Brasil."""
    models = map(load_model, find_models(definitions))
    return tuple(
        model.slug
        for model in models
        if any(file.path.startswith(f"{MEDBENCH}/") for version in model.versions for file in version.files)
    )
