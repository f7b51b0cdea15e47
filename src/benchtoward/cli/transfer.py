"""`benchtoward import | export`: predictions in, bundles and tables out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchtoward.cli.output import AsJson, show
from benchtoward.cli.results import Run, result_line
from benchtoward.cli.runs import Benchmark, Model
from benchtoward.cli.stores import Actor, Data, Definitions, Store, named, open_store


def import_(
    predictions: Annotated[Path, typer.Argument(help="Predictions: .jsonl, .csv (also .gz), .parquet, or a bundle.")],
    benchmark: Benchmark,
    model: Model,
    actor: Actor = "",
    store: Store = None,
    definitions: Definitions = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Score predictions that were made elsewhere; the result carries the tag `community` and waits for review.

    A file of predictions has the columns item_id, optionally repeat (from 0), and one of prediction, raw (a response
    to be read here), probability or probabilities. Scores in it are never looked at.
    """
    open_store(store, definitions, data)
    from benchtoward.formats.catalogue import benchmark_path, model_named
    from benchtoward.workflows.register import register_benchmark
    from benchtoward.workflows.submit import import_file
    from benchtoward.workflows.summaries import summary

    root = definitions or Path.cwd()
    registered = register_benchmark(benchmark_path(benchmark, root), data_root=data, actor=named(actor))
    file, version = model_named(model, root)
    done = import_file(predictions, registered, file, version, actor=named(actor))
    line = summary(done.result)
    words = ["" if done.is_new else "These predictions were imported before.", result_line(line)]
    if line.state == "in_review":
        words.append(f"In review. Show it to readers with: benchtoward publish {line.run_id}")
    show({"is_new": done.is_new, "result": line}, [word for word in words if word], as_json=as_json)


def export(
    run: Run,
    to: Annotated[
        Path,
        typer.Argument(help="New file or folder: a bundle (folder or .zip), .csv, .jsonl, .parquet or .bib."),
    ],
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Write a published result to a file: a bundle that `verify` reads, its predictions, or its BibTeX entry."""
    open_store(store)
    from benchtoward.workflows.export import export_result

    written = export_result(run, to)
    show({"run_id": run, "path": str(to), "form": written}, f"{to}: {written} of {run}", as_json=as_json)
