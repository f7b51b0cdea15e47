"""`benchtoward spec`: check, lock, hash, compare and show specifications; no server, no database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchtoward.cli.exit_codes import DIFFERS
from benchtoward.cli.output import AsJson, show

app = typer.Typer(help="Check, lock, hash, compare and show benchmark specifications.", no_args_is_help=True)

SpecFile = Annotated[Path, typer.Argument(help="A specification, benchmarks/<slug>/<version>.yaml.")]
Data = Annotated[Path | None, typer.Option(help="Folder with the licensed data files.", envvar="BENCHTOWARD_DATA")]


@app.command()
def check(
    specs: Annotated[list[Path], typer.Argument(help="One or more specifications.")],
    data: Data = None,
    items: Annotated[bool, typer.Option(help="Also read the items and compare their hash.")] = False,
    as_json: AsJson = False,
) -> None:
    """Check specifications; every problem is listed with its file and line."""
    from benchtoward.core.answers import check_targets
    from benchtoward.core.items import check_no_leak
    from benchtoward.formats.definitions import load_spec
    from benchtoward.formats.item_files import SourceLocator, read_items

    rows = []
    for path in specs:
        spec = load_spec(path)
        row = {"spec": str(path), "spec_hash": spec.spec_hash, "locked": spec.is_locked}
        if items:
            table = read_items(spec, path, SourceLocator(spec_path=path, data_root=data))
            check_targets(spec, table)
            check_no_leak(spec, table)
            row |= {"n_items": len(table), "n_units": table.n_units}
        rows.append(row)
    words = [
        f"{row['spec']}: good" + ("" if row["locked"] else " (not locked yet: `benchtoward spec lock`)") for row in rows
    ]
    show(rows, words, as_json=as_json)


@app.command()
def lock(spec: SpecFile, data: Data = None, as_json: AsJson = False) -> None:
    """Write the hashes of the source files, the adapter and the item table into a specification."""
    from benchtoward.formats.definitions import lock_spec
    from benchtoward.formats.item_files import SourceLocator

    locked = lock_spec(spec, SourceLocator(spec_path=spec, data_root=data))
    text = f"{spec}: {locked.n_items} items of {locked.n_units} units; {locked.spec_hash}"
    show(locked, text, as_json=as_json)


@app.command("hash")
def hash_(spec: SpecFile, as_json: AsJson = False) -> None:
    """Print the spec hash."""
    from benchtoward.formats.definitions import load_spec

    key = load_spec(spec).key
    show({"spec_hash": key.text, "pre_image": key.pre_image}, key.text, as_json=as_json)


@app.command()
def diff(
    before: Annotated[Path, typer.Argument(help="The earlier specification.")],
    after: Annotated[Path, typer.Argument(help="The later one.")],
    as_json: AsJson = False,
) -> None:
    """Say what differs between two specifications, and whether it moves the hash (exit code 1 when it does)."""
    from benchtoward.formats.definitions import load_spec, spec_diff

    changes = spec_diff(load_spec(before), load_spec(after))
    lines = [
        f"{'moves the hash' if change.moves_hash else 'presentation'}: {change.path}: {change.before} → {change.after}"
        for change in changes
    ]
    show(changes, lines or "No difference.", as_json=as_json)
    if any(change.moves_hash for change in changes):
        raise typer.Exit(DIFFERS)


@app.command("show")
def show_(spec: SpecFile, as_json: AsJson = False) -> None:
    """Show what a specification says, in words."""
    from benchtoward.formats.definitions import load_spec

    loaded = load_spec(spec)
    columns = loaded.columns
    lines = [
        f"{loaded.presentation.title['en']} ({loaded.id} {loaded.version})",
        loaded.presentation.summary["en"],
        f"Task: {loaded.task}. Metrics: {', '.join(loaded.metrics.all)} (the first one ranks).",
        f"Resampled unit: {', '.join(columns.unit)}. Visible: {', '.join(columns.visible)}. Labels: {loaded.labels}.",
        f"Spec hash: {loaded.spec_hash}" + ("" if loaded.is_locked else " (not locked)"),
    ]
    show({"spec_hash": loaded.spec_hash, "definition": loaded.definition}, lines, as_json=as_json)
