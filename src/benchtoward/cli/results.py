"""`benchtoward lookup | publish | withdraw | restore | verify`: what happens to results."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchtoward.cli.exit_codes import DIFFERS
from benchtoward.cli.output import AsJson, show
from benchtoward.cli.stores import Actor, Store, named, open_store

if TYPE_CHECKING:
    from benchtoward.workflows.views import ResultSummary

Run = Annotated[str, typer.Argument(help="The result's run id (16 hex digits).")]


def lookup(
    model: Annotated[str, typer.Argument(help="A model's slug, alias or provider id.")],
    benchmark: Annotated[str, typer.Argument(help="A benchmark's slug.")],
    version: Annotated[str, typer.Option(help="A version of the benchmark; the newest without it.")] = "",
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Say whether a model has been run on a benchmark (exit code 1 when there is no published result)."""
    open_store(store)
    from benchtoward.workflows.lookup import lookup as look_up
    from benchtoward.workflows.views import LookupState

    answer = look_up(model=model, benchmark=benchmark, version=version)
    lines = [f"{answer.state}{': ' + answer.reason if answer.reason else ''}"]
    if answer.result is not None and answer.state is LookupState.FOUND:
        lines.append(result_line(answer.result))
    lines += [
        f"not the same key: {near['model_name']} on {near['benchmark']} {near['version']}: {near['run_id']}"
        for near in answer.near
    ]
    show(answer, lines, as_json=as_json)
    if answer.state is not LookupState.FOUND:
        raise typer.Exit(DIFFERS)


def publish(
    run: Run,
    reason: Annotated[str, typer.Option(help="Why: stands in the event log.")] = "reviewed",
    actor: Actor = "",
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Publish a result that is in review."""
    open_store(store)
    from benchtoward.workflows.publish import publish as publish_result

    result = publish_result(run, actor=named(actor), reason=reason)
    show({"run_id": run, "state": result.state}, f"{run} is published.", as_json=as_json)


def withdraw(
    run: Run,
    reason: Annotated[str, typer.Option(help="Why: readers of the result's page will see it.")],
    actor: Actor = "",
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Hide a result at once; its address keeps a tombstone with the date and the reason."""
    open_store(store)
    from benchtoward.workflows.publish import withdraw as withdraw_result

    result = withdraw_result(run, actor=named(actor), reason=reason)
    text = f"{run} is withdrawn; `benchtoward restore {run}` brings it back."
    show({"run_id": run, "state": result.state}, text, as_json=as_json)


def restore(
    run: Run,
    reason: Annotated[str, typer.Option(help="Why: stands in the event log.")] = "checked",
    actor: Actor = "",
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Publish a withdrawn result again."""
    open_store(store)
    from benchtoward.workflows.publish import restore as restore_result

    result = restore_result(run, actor=named(actor), reason=reason)
    words = "published again" if result.state == "published" else "in review again: it was never published"
    show({"run_id": run, "state": result.state}, f"{run} is {words}.", as_json=as_json)


def verify(
    run: Annotated[str, typer.Argument(help="A run id of the store, or a downloaded bundle (folder or .zip).")],
    spec: Annotated[
        Path | None,
        typer.Option(help="The specification, for a bundle; its items are read from the source files."),
    ] = None,
    data: Annotated[
        Path | None, typer.Option(help="Folder with the licensed data files.", envvar="BENCHTOWARD_DATA")
    ] = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Recompute a published score and interval from its public files; say equal, or what differs (exit code 1)."""
    if Path(run).exists():
        from benchtoward.harness.verifying import verify_bundle

        report = verify_bundle(Path(run), spec_path=spec, data_root=data)
    else:
        open_store(store)
        from benchtoward.workflows.verify import verify_run

        report = verify_run(run)
    show(report, report.lines(), as_json=as_json)
    if not report.is_equal:
        raise typer.Exit(DIFFERS)


def result_line(result: ResultSummary) -> str:
    """Return one line about a result: score, interval, rank."""
    has_interval = result.low is not None and result.high is not None
    interval = f" [{result.low:.4f}, {result.high:.4f}]" if has_interval else ""
    value = "undefined" if result.value is None else f"{result.value:.4f}"
    rank = f", rank {result.rank} ({result.rank_low} to {result.rank_high})" if result.rank is not None else ""
    where = f"{result.model_name} on {result.benchmark} {result.version}"
    return f"{where}: {result.metric} {value}{interval}{rank}  run {result.run_id}"
