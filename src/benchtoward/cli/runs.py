"""`benchtoward run`: evaluate a model on a benchmark."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from benchtoward.cli.output import AsJson, progress, show
from benchtoward.cli.results import result_line
from benchtoward.cli.stores import Actor, Data, Definitions, Store, named, open_store

Benchmark = Annotated[str, typer.Argument(help="A benchmark: `slug`, `slug@version`, or its file.")]
Model = Annotated[str, typer.Argument(help="A model: `slug`, `slug@version`, or its file.")]


class RunBy(StrEnum):
    """The tags of runs that are made here; `community` and `official` come in on ways of their own."""

    STANDARD = "standard"
    AGENT = "agent"
    BASELINE = "baseline"


RunTag = Annotated[RunBy | None, typer.Option(help="Who runs it, and how.", show_default="by model")]


def run(
    benchmark: Benchmark,
    model: Model,
    out: Annotated[
        Path | None, typer.Option(help="Write a bundle to this new folder or .zip instead of the store.")
    ] = None,
    tag: RunTag = None,
    repeats: Annotated[int, typer.Option(min=1, max=100, help="Runs of each question.")] = 1,
    limit: Annotated[
        int,
        typer.Option(min=0, help="Try the first items only, with --out: never a result.", show_default="all"),
    ] = 0,
    actor: Actor = "",
    store: Store = None,
    definitions: Definitions = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Evaluate a model on a benchmark once; interrupted, the same command continues and pays for nothing again.

    The result goes into the store, in review; `benchtoward publish` shows it to readers. With --out no store or
    database is needed.
    """
    from benchtoward.formats.catalogue import benchmark_path, model_named

    root = definitions or Path.cwd()
    path = benchmark_path(benchmark, root)
    file, version = model_named(model, root)
    if out is not None:
        from benchtoward.harness.folder_run import run_to_folder

        with progress(f"{file.slug} on {path.parent.name}") as update:
            record = run_to_folder(
                path,
                file,
                version,
                out,
                tag=tag or "",
                n_repeats=repeats,
                limit=limit,
                data_root=data,
                progress=update,
            )
        show(
            record.to_json(),
            f"{out}: {record.scores.primary} {record.scores.metric(record.scores.primary).value:.4f}",
            as_json=as_json,
        )
        return
    if limit:
        raise typer.BadParameter("--limit needs --out: a part of a benchmark is never a result.")
    open_store(store, definitions, data)
    from benchtoward.core.lifecycle import Tag
    from benchtoward.workflows.evaluate import evaluate
    from benchtoward.workflows.register import register_benchmark
    from benchtoward.workflows.summaries import summary

    registered = register_benchmark(path, data_root=data, actor=named(actor))
    with progress(f"{file.slug} on {registered.spec.id}") as update:
        done = evaluate(
            registered,
            file,
            version,
            actor=named(actor),
            tag=Tag(tag) if tag else None,
            n_repeats=repeats,
            progress=update,
        )
    line = summary(done.result)
    words = [
        "" if done.is_new else "This run key was computed before; nothing was run again.",
        result_line(line),
    ]
    if line.state == "in_review":
        words.append(f"In review. Show it to readers with: benchtoward publish {line.run_id}")
    show({"is_new": done.is_new, "result": line}, [word for word in words if word], as_json=as_json)
