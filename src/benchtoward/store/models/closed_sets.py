"""Columns that hold one of a closed set of words, which the database checks too."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from django.db.models import CheckConstraint, Q


def choices(words: Iterable[StrEnum]) -> list[tuple[str, str]]:
    """Return a closed set as Django takes it."""
    return [(word.value, word.value) for word in words]


def one_of(column: str, words: Iterable[StrEnum], *, name: str, or_empty: bool = False) -> CheckConstraint:
    """Return the constraint that `column` holds one of `words` (or nothing)."""
    allowed = [word.value for word in words] + ([""] if or_empty else [])
    return CheckConstraint(condition=Q(**{f"{column}__in": allowed}), name=name)
