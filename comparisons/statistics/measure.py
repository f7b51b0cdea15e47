"""One contender in a process of its own: CPU seconds of its work, and the most memory it took."""

from __future__ import annotations

import importlib
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from comparisons.statistics.contender import Contender, Run
from comparisons.statistics.workloads import WORKLOADS, Workload

ONE_THREAD: Final[Mapping[str, str]] = dict.fromkeys(
    (
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "OMP_NUM_THREADS",
        "NUMBA_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
    ),
    "1",
)
_OVERRIDES: Final = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
"""Settings for old OpenBLAS builds: they would make a current NumPy multiply with the kernel of another processor."""

_BYTES_PER_UNIT_OF_MAXRSS: Final = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """What one process measured."""

    seconds: float
    """CPU seconds of the full work, extrapolated where it was not done in full."""
    warm_up_seconds: float
    """CPU seconds of the first run, of `Contender.warm_up` replicates: kernels are compiled or loaded."""
    peak_megabytes: float
    """The most memory that the process took, data and imports included."""
    outcome: str
    """What came out."""


def measure_in_process(contender: Contender) -> Measurement:
    """Measure in a new process with one thread for everything."""
    command = [sys.executable, "-m", "comparisons.statistics.measure", contender.workload, contender.name]
    kept = {name: value for name, value in os.environ.items() if name not in _OVERRIDES}
    done = subprocess.run(command, env={**kept, **ONE_THREAD}, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{contender.name} at workload {contender.workload} failed:\n{done.stderr[-3000:]}")
    return Measurement(**json.loads(done.stdout.splitlines()[-1]))


def measure(contender: Contender) -> Measurement:
    """Measure in this process."""
    # As if the package weren't installed: importing it fails, and it can't be found.
    modules: dict[str, Any] = sys.modules
    modules.update(dict.fromkeys(contender.blocked))
    for package in contender.packages:
        importlib.import_module(package)
    workload = WORKLOADS[contender.workload]
    run = contender.prepare(workload, workload.data())
    warm_up_seconds, _ = _timed(lambda: run(contender.warm_up))
    seconds, outcome = _full_seconds(contender, workload, run)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _BYTES_PER_UNIT_OF_MAXRSS
    return Measurement(seconds=seconds, warm_up_seconds=warm_up_seconds, peak_megabytes=peak / 1e6, outcome=outcome)


def _full_seconds(contender: Contender, workload: Workload, run: Run) -> tuple[float, str]:
    if contender.trials is None:
        return _timed(lambda: run(workload.n_replicates))
    few, many = contender.trials
    seconds_few, _ = _timed(lambda: run(few))
    seconds_many, outcome = _timed(lambda: run(many))
    slope = (seconds_many - seconds_few) / (many - few)
    set_up = max(0.0, seconds_few - slope * few)
    n_times = workload.n_models / (contender.n_models or workload.n_models)
    return n_times * (set_up + slope * workload.n_replicates), outcome


def _timed(work: Callable[[], str]) -> tuple[float, str]:
    start = time.process_time()
    outcome = work()
    return time.process_time() - start, outcome


if __name__ == "__main__":
    from comparisons.statistics.contenders import find

    print(json.dumps(asdict(measure(find(*sys.argv[1:3])))))
