"""`benchtoward rescore`: a result from stored answers alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchtoward.cli.output import AsJson, progress, show
from benchtoward.cli.results import result_line
from benchtoward.cli.runs import RunTag
from benchtoward.cli.stores import Actor, Data, Definitions, Store, named, open_store


def rescore(
    run_or_benchmark: Annotated[
        str,
        typer.Argument(metavar="RUN|BENCHMARK", help="A run id, or a benchmark: `slug`, `slug@version`, or its file."),
    ],
    model: Annotated[
        str, typer.Argument(metavar="[MODEL]", help="With a benchmark, a model: `slug`, `slug@version`, or its file.")
    ] = "",
    tag: RunTag = None,
    repeats: Annotated[int, typer.Option(min=1, max=100, help="As of `run`; with a run id, that run's.")] = 1,
    actor: Actor = "",
    store: Store = None,
    definitions: Definitions = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Evaluate a model from stored answers alone, as after a change of the extraction rules; nothing is asked.

    With a run id: that run's model on the newest version of its benchmark. When answers are missing, says how many
    and changes nothing (exit code 7).
    """
    open_store(store, definitions, data)
    from benchtoward.core.lifecycle import Tag
    from benchtoward.formats.catalogue import benchmark_path, model_named
    from benchtoward.workflows.register import register_benchmark
    from benchtoward.workflows.rescore import rescore as rescore_model
    from benchtoward.workflows.rescore import rescore_run
    from benchtoward.workflows.summaries import summary

    root, who = definitions or Path.cwd(), named(actor)
    with progress(f"{run_or_benchmark} from stored answers") as update:
        if not model:
            done = rescore_run(run_or_benchmark, root, data_root=data, actor=who, progress=update)
        else:
            registered = register_benchmark(benchmark_path(run_or_benchmark, root), data_root=data, actor=who)
            file, version = model_named(model, root)
            chosen = Tag(tag) if tag else None
            done = rescore_model(registered, file, version, actor=who, tag=chosen, n_repeats=repeats, progress=update)
    line = summary(done.result)
    words = ["" if done.is_new else "This run key was computed before; nothing was computed again."]
    words.append(result_line(line))
    if line.state == "in_review":
        words.append(f"In review. Show it to readers with: benchtoward publish {line.run_id}")
    show({"is_new": done.is_new, "result": line}, [word for word in words if word], as_json=as_json)
