"""`benchtoward serve`: the site in the foreground."""

from __future__ import annotations

import os
import socket
import sys
from typing import Annotated

import typer

from benchtoward.cli.output import errors
from benchtoward.cli.stores import Store, open_store
from benchtoward.core.errors import BusyError

Host = Annotated[str, typer.Option(help="Address to listen on.")]
Port = Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")]


def serve(
    store: Store = None,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    workers: Annotated[int, typer.Option(min=1, help="Server processes.")] = 2,
) -> None:
    """Serve pages and API in the foreground until Ctrl-C."""
    open_store(store)
    serve_opened(host=host, port=port, workers=workers)


def serve_opened(*, host: str, port: int, workers: int = 2) -> None:
    """Serve the opened store; raises `BusyError` when the port is taken."""
    check_free(host, port)
    address = f"http://{host}:{port}"
    errors.print(f"BenchToward on {address}/ (API: {address}/v1/openapi.json). Ctrl-C stops it.", soft_wrap=True)
    from gunicorn.app.wsgiapp import WSGIApplication  # type: ignore[import-untyped]

    sys.argv = [
        "gunicorn",
        "--bind",
        f"{host}:{port}",
        "--workers",
        str(workers),
        "--threads",
        "1",
        "--log-level",
        "warning",
        "--no-control-socket",
        "benchtoward.web.wsgi:application",
    ]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchtoward.store.settings")
    WSGIApplication("%(prog)s").run()


def check_free(host: str, port: int) -> None:
    """Raise `BusyError` when something listens on the port already."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise BusyError(
                f"Can't listen on {host}:{port} ({error.strerror}). "
                "Choose another port with --port, or end what uses it."
            ) from None
