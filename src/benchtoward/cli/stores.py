"""The options that every command on the store shares."""

from __future__ import annotations

import getpass
import os
from pathlib import Path
from typing import Annotated

import typer

Store = Annotated[
    Path | None,
    typer.Option(help="Folder of the store.", envvar="BENCHTOWARD_STORE", show_default="./benchtoward-store"),
]
Definitions = Annotated[
    Path | None,
    typer.Option(
        help="Folder with benchmarks/ and models/.",
        envvar="BENCHTOWARD_DEFINITIONS",
        show_default="this folder",
    ),
]
Data = Annotated[Path | None, typer.Option(help="Folder with the licensed data files.", envvar="BENCHTOWARD_DATA")]
Actor = Annotated[str, typer.Option(help="Who does this: stands in the event log.", show_default="the login name")]


def open_store(store: Path | None, definitions: Path | None = None, data: Path | None = None) -> None:
    """Set Django up on the store's database, creating or migrating it where needed."""
    from benchtoward.store.configuration import read_configuration
    from benchtoward.store.opening import open_store as open_with

    chosen = {
        "BENCHTOWARD_STORE": store,
        "BENCHTOWARD_DEFINITIONS": definitions,
        "BENCHTOWARD_DATA": data,
    }
    environment = dict(os.environ) | {name: str(path) for name, path in chosen.items() if path is not None}
    open_with(read_configuration(environment))


def named(actor: str) -> str:
    """Return who acts: the given name, or the login name."""
    return actor or getpass.getuser()
