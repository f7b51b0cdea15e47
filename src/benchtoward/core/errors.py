"""Every error that BenchToward raises on purpose, in one tree.

A message says which value is wrong, where it stands and what to do. Exit codes stand in `cli.exit_codes`, HTTP
status in `api.problems`: one table each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


class BenchTowardError(Exception):
    """Something that the user can act on; shown without a traceback."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong in something that was given."""

    where: str
    """File, line, column, item id or field: as near to the fault as is known."""
    found: str
    """What stands there."""
    expected: str
    """What would be right."""
    hint: str = ""
    """What to do, where that is not plain from `expected`."""

    def __str__(self) -> str:
        hint = f" {self.hint}" if self.hint else ""
        return f"{self.where}: found {self.found}; expected {self.expected}.{hint}"


class InvalidInputError(BenchTowardError):
    """Something given is wrong; lists every problem, not just the first."""

    max_shown = 50

    def __init__(self, what: str, problems: Iterable[Problem]) -> None:
        self.what = what
        self.problems: Sequence[Problem] = tuple(problems)
        super().__init__(str(self))

    def __str__(self) -> str:
        n_problems = len(self.problems)
        lines = [f"{self.what} has {n_problems} problem{'' if n_problems == 1 else 's'}:"]
        lines += [f"  - {problem}" for problem in self.problems[: self.max_shown]]
        if n_problems > self.max_shown:
            lines.append(f"  … and {n_problems - self.max_shown} more.")
        return "\n".join(lines)


class SpecError(InvalidInputError):
    """A benchmark specification is wrong."""


class ModelFileError(InvalidInputError):
    """A model file is wrong."""


class ItemsError(InvalidInputError):
    """The items that a specification names can't be read, or are not the ones it was locked with."""


class PredictionsError(InvalidInputError):
    """Predictions don't fit the benchmark: missing, extra or duplicate items, or values that can't be scored."""


class BundleError(InvalidInputError):
    """A bundle is damaged, hostile, or not what it says it is."""


class ConfigurationError(InvalidInputError):
    """The settings in the environment are wrong."""


class UndefinedMetricError(BenchTowardError):
    """A metric has no value on this data, such as AUROC with one class only."""


class NotFoundError(BenchTowardError):
    """What was named does not exist here."""


class NotAllowedError(BenchTowardError):
    """The lifecycle table does not allow this move from the present state."""


class BusyError(BenchTowardError):
    """Another process holds this run, or this port is taken."""


class IncompleteRunError(BenchTowardError):
    """A run has items without an answer; continue it with the same command."""


class QuotaExhaustedError(BenchTowardError):
    """The provider says that the account's quota or credit is used up; the run stops and can be continued."""


class ProviderRefusedSettingError(BenchTowardError):
    """The provider refuses a setting that the specification asks for; nothing is changed silently."""
