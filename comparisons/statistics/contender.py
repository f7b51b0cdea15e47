"""What takes part in a comparison."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from comparisons.statistics.workloads import Data, Workload

Run: TypeAlias = Callable[[int], str]
"""Does the work with that many replicates and says what came out: the interval of the first model, where
there is one, shows that all compute the same thing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A way to do the work of a workload."""

    name: str
    workload: str
    """Id of the workload."""
    prepare: Callable[[Workload, Data], Run]
    """Brings the data into the form that the package takes, which isn't timed, and returns the work."""
    gives: str
    """What comes out beside the replicates, and what the package can't do."""
    packages: tuple[str, ...] = ()
    """What must be importable; imported before anything is timed."""
    blocked: tuple[str, ...] = ()
    """What must not be importable, as if it weren't installed."""
    warm_up: int = 2
    """Replicates of a first run that isn't counted, for compilation."""
    trials: tuple[int, int] | None = None
    """The two numbers of replicates that are timed and extrapolated; None where the work is done in full."""
    n_models: int | None = None
    """How many models `prepare` takes, the time being multiplied up to all; None for all of them."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The packages that aren't installed."""
        return tuple(name for name in self.packages if importlib.util.find_spec(name) is None)


def shown(low: float, high: float) -> str:
    """An interval as text."""
    return f"{low:.4f} to {high:.4f}"
