"""Entry point of the `benchtoward` command."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.text import Text

from benchtoward import __version__
from benchtoward.cli import batch, demo, extract, rescore, results, runs, serve, spec, transfer
from benchtoward.cli.exit_codes import INTERRUPTED, exit_code
from benchtoward.cli.output import errors
from benchtoward.core.errors import BenchTowardError

app = typer.Typer(
    name="benchtoward",
    help="Evaluate each medical AI model on each benchmark once, publish it with its interval, and look it up.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=True,
)
app.add_typer(spec.app, name="spec")
app.add_typer(batch.app, name="batch")
for command in (
    runs.run,
    extract.extract,
    rescore.rescore,
    results.lookup,
    results.publish,
    results.withdraw,
    results.restore,
    results.verify,
    transfer.import_,
    transfer.export,
    serve.serve,
    demo.demo,
):
    app.command(name=command.__name__.rstrip("_"))(command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"benchtoward {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Take the options that stand before a command."""


def run() -> None:
    """Run the command line; an error that the user can act on is printed without a traceback."""
    try:
        app()
    except BenchTowardError as error:
        errors.print(Text(f"Error: {error}"), style="red", soft_wrap=True)
        sys.exit(exit_code(error))
    except KeyboardInterrupt:
        errors.print("Interrupted. What was stored is kept: the same command continues.")
        sys.exit(INTERRUPTED)
