"""The program that `local_model` starts: serves one model file until its input ends.

Usage: python -m benchtoward.harness.local_server MODEL_FILE N_THREADS N_CONTEXT
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, TextIO

# Connections that are kept open hold one of these each.
N_HTTP_THREADS = 16


def main(model_file: str, n_threads: int, n_context: int) -> None:
    """Serve the model; say the address, or what is wrong, in one line of JSON; end when the input ends."""
    answer = _own_output()
    try:
        server = _server(model_file, n_threads, n_context)
    except Exception as error:
        _say(answer, {"error": f"{type(error).__name__}: {error}"})
        return
    _say(answer, {"address": server.listening_address})
    sys.stdin.buffer.read()
    del server


def _own_output() -> TextIO:
    """Keep standard output for the one line; what the engine prints goes nowhere."""
    own = os.fdopen(os.dup(1), "w")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return own


def _say(answer: TextIO, what: dict[str, str]) -> None:
    answer.write(json.dumps(what) + "\n")
    answer.flush()


def _server(model_file: str, n_threads: int, n_context: int) -> Any:
    import xllamacpp  # type: ignore[import-untyped]

    params = xllamacpp.CommonParams()
    params.model.path = model_file
    # The name in its answers is the file's: the path is this machine's business.
    params.model_alias = {Path(model_file).stem}
    params.n_ctx = n_context
    params.cpuparams.n_threads = n_threads
    params.cpuparams_batch.n_threads = n_threads
    params.n_gpu_layers = 0
    params.fit_params = False
    # One request at a time and no cache: what is computed together changes the last bits, and so may a token.
    params.n_parallel = 1
    params.cache_prompt = False
    params.cache_ram_mib = 0
    params.verbosity = -1
    params.ui = False
    params.endpoint_slots = False
    params.n_threads_http = N_HTTP_THREADS
    return xllamacpp.Server(params)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
