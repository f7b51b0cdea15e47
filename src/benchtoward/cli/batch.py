"""`benchtoward batch`: questions to a provider's batch service, or to `vllm run-batch`, and the answers back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchtoward.cli.exit_codes import exit_code
from benchtoward.cli.output import AsJson, show
from benchtoward.cli.runs import Benchmark, Model
from benchtoward.cli.stores import Data, Definitions, Store, open_store
from benchtoward.core.errors import IncompleteRunError

if TYPE_CHECKING:
    from benchtoward.harness.batch_answers import BatchRead
    from benchtoward.harness.planning import RequestPlan

app = typer.Typer(help="Ask by batch file: write the questions, read the answers.", no_args_is_help=True)

MOST_SHOWN = 50


@app.command()
def write(
    benchmark: Benchmark,
    model: Model,
    file: Annotated[Path, typer.Argument(help="New file, .jsonl; too much for one goes to FILE-0001.jsonl and so on.")],
    repeats: Annotated[int, typer.Option(min=1, max=100, help="Runs of each question.")] = 1,
    store: Store = None,
    definitions: Definitions = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Write the requests of a run that have no stored answer yet, at most 50,000 lines and 200 MB a file."""
    plan = _plan(benchmark, model, repeats, definitions, data)
    open_store(store, definitions, data)
    from benchtoward.harness.batch_files import write_batch
    from benchtoward.store.response_table import ResponseTable

    written = write_batch(plan, ResponseTable(), file)
    words = [str(path) for path in written.files]
    words.append(f"{written.n_requests:,} requests to ask, of {written.n_planned:,} of the run.")
    if not written.files:
        words = ["Every answer is stored: `benchtoward run` finishes without asking."]
    show(written, words, as_json=as_json)


@app.command()
def read(
    benchmark: Benchmark,
    model: Model,
    files: Annotated[list[Path], typer.Argument(help="Output and error files, in any order; also .gz.")],
    asked: Annotated[
        list[Path] | None,
        typer.Option("--input", help="The files that were asked: refuse where the requests of today are others."),
    ] = None,
    response_model: Annotated[
        str, typer.Option(help="The name that the answers give the model, where it is not the one that was asked.")
    ] = "",
    repeats: Annotated[int, typer.Option(min=1, max=100, help="For counting what is still missing.")] = 1,
    store: Store = None,
    definitions: Definitions = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Store the answers of a batch; then `benchtoward run` or `rescore` finishes without asking for them.

    Lines without an answer are named and nothing of them is stored (exit code 7).
    """
    plan = _plan(benchmark, model, repeats, definitions, data)
    open_store(store, definitions, data)
    from dataclasses import asdict

    from benchtoward.harness.batch_answers import read_batch
    from benchtoward.harness.reading import with_responses
    from benchtoward.store.response_table import ResponseTable

    done = read_batch(
        files,
        plan.spec,
        plan.table,
        plan.version,
        ResponseTable(),
        asked=asked or (),
        response_model=response_model,
    )
    n_missing = sum(response is None for _, response in with_responses(plan, ResponseTable()))
    words = [*_lines(done), f"{n_missing:,} of {len(plan):,} answers of the run are still missing."]
    show(asdict(done) | {"n_missing": n_missing}, words, as_json=as_json)
    if done.n_faults:
        raise typer.Exit(exit_code(IncompleteRunError()))


def _plan(benchmark: str, model: str, repeats: int, definitions: Path | None, data: Path | None) -> RequestPlan:
    from benchtoward.core.errors import NotAllowedError
    from benchtoward.core.model import Provider
    from benchtoward.formats.catalogue import benchmark_path, model_named
    from benchtoward.formats.definitions import load_spec
    from benchtoward.formats.item_files import SourceLocator, read_items
    from benchtoward.harness.planning import RequestPlan

    root = definitions or Path.cwd()
    path = benchmark_path(benchmark, root)
    file, version = model_named(model, root)
    if version.provider is not Provider.CHAT:
        raise NotAllowedError(f"{file.name} is not reached over a chat endpoint: there is nothing to ask by batch.")
    spec = load_spec(path)
    if not spec.is_locked:
        raise NotAllowedError(f"{path} is not locked. Run `benchtoward spec lock {path}` first.")
    table = read_items(spec, path, SourceLocator(spec_path=path, data_root=data))
    return RequestPlan(spec=spec, table=table, version=version, n_repeats=repeats)


def _lines(done: BatchRead) -> Iterator[str]:
    yield f"{done.n_lines:,} lines: {done.n_stored:,} answers stored, {done.n_known:,} stored before."
    for name, count in sorted(done.response_models.items()):
        yield f"answered by {name or '(no name)'}: {count:,}"
    for fault in done.faults[:MOST_SHOWN]:
        yield f"  {fault.where}: {fault.kind} ({fault.failure}): {fault.detail}"
    n_faults = sum(done.n_faults.values())
    if n_faults > MOST_SHOWN:
        yield f"  … and {n_faults - min(MOST_SHOWN, len(done.faults)):,} more."
    for kind, count in sorted(done.n_faults.items()):
        yield f"without an answer, {kind}: {count:,}"
