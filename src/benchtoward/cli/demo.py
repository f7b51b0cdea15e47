"""`benchtoward demo`: from nothing to a site with ranked results."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from benchtoward.cli.output import AsJson, progress, show
from benchtoward.cli.serve import Host, Port, check_free, serve_opened
from benchtoward.cli.stores import Data, Definitions, Store, open_store


def demo(
    store: Store = Path("demo-store"),
    serve: Annotated[bool, typer.Option("--serve", help="Serve the site afterwards, until Ctrl-C.")] = False,
    full: Annotated[bool, typer.Option("--full", help="Also the full ClinCalc benchmarks, with baselines.")] = False,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    definitions: Definitions = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Evaluate real models on real benchmarks, publish the results, and serve them.

    A second run computes nothing again. MedBench-Brasil is imported when its file lies in the data folder
    (without --data: `shared/data` beside the definitions' folder).
    """
    if serve:
        check_free(host, port)
    root = (definitions or Path.cwd()).resolve()
    beside = root.parent / "shared" / "data"
    data_root = data or (beside if beside.is_dir() else None)
    open_store(store, root, data_root)
    from benchtoward.workflows.demo import run_demo

    started = time.monotonic()
    report = run_demo(root, data_root=data_root, full=full, show_progress=progress)
    words = [
        f"{report.n_new} results computed in {time.monotonic() - started:.0f} s, {report.n_kept} were there already."
        if report.n_new
        else f"Nothing was computed again: all {report.n_kept} results were there already.",
        *(f"Left out: {what}." for what in report.left_out),
        *(f"http://{host}:{port}/benchmarks/{slug}/" for slug in report.benchmarks),
    ]
    show(report, words, as_json=as_json)
    if serve:
        serve_opened(host=host, port=port)
