"""Rows with a lifecycle: their state changes by `move` alone, which writes an event with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, ClassVar, Self

from django.db import models, transaction
from django.utils import timezone

from benchtoward.core.errors import NotAllowedError, NotFoundError
from benchtoward.core.lifecycle import check_move
from benchtoward.store.models.event import Event, SubjectKind


class Movable(models.Model):
    """A row that goes from state to state as a table of `core.lifecycle` allows."""

    state_column: ClassVar[str]
    moves: ClassVar[Mapping[Any, frozenset[Any]]]
    subject_kind: ClassVar[SubjectKind]
    checked_columns: ClassVar[tuple[str, ...]] = ()
    """Columns that `check_may_move` reads beside the state."""

    class Meta:
        """What the table is held to."""

        abstract = True

    @property
    def subject(self) -> str:
        """The public name under which this row's events stand."""
        return str(self.pk)

    def move(
        self,
        to: str,
        *,
        actor: str,
        reason: str = "",
        details: Mapping[str, Any] | None = None,
        only_from: str | None = None,
        **columns: Any,
    ) -> Event:
        """Move to another state, set `columns` with it, and write the event: all in one transaction.

        The row is locked first and its state is read anew, so of two who move it at once, one is refused.
        Raises `NotAllowedError` where the table does not have the move or the row is not in the state
        `only_from`, and `NotFoundError` where the row is gone.
        """
        with transaction.atomic():
            held = self._locked()
            present = getattr(held, self.state_column)
            if only_from is not None and present != only_from:
                raise NotAllowedError(f"{self.subject_kind} {self.subject} is {present}, not {only_from}.")
            self.check_may_move(held, to)
            self._set({**self.columns_on_arrival(to, at=timezone.now()), **columns, self.state_column: to})
            self.after_move()
            return Event.objects.write(
                actor=actor,
                subject_kind=self.subject_kind,
                subject=self.subject,
                moved_from=present,
                moved_to=to,
                reason=reason,
                details=details,
            )

    def check_may_move(self, held: Self, to: str) -> None:
        """Raise `NotAllowedError` unless the locked row `held` may move to `to`."""
        states = type(next(iter(self.moves)))
        present = states(getattr(held, self.state_column))
        check_move(self.moves, what=f"{self.subject_kind} {self.subject}", present=present, wanted=states(to))

    def columns_on_arrival(self, to: str, *, at: datetime) -> dict[str, Any]:  # noqa: ARG002
        """Return the columns that a move to `to` sets by itself."""
        return {}

    def after_move(self) -> None:
        """Do what else belongs into the transaction of a move."""

    @classmethod
    def from_db(cls, *arguments: Any, **settings: Any) -> Self:
        """Remember the state as it was read."""
        row = super().from_db(*arguments, **settings)
        row._remember_state()
        return row

    def refresh_from_db(
        self,
        using: str | None = None,
        fields: Iterable[str] | None = None,
        from_queryset: models.QuerySet[Any] | None = None,
    ) -> None:
        """Remember the state as it was read."""
        names = None if fields is None else list(fields)
        super().refresh_from_db(using, names, from_queryset)
        if names is None or self.state_column in names:
            self._remember_state()

    def save(self, *, update_fields: Iterable[str] | None = None, **settings: Any) -> None:
        """Save every column but the state: only `move` changes that, and nobody's old copy sets it back."""
        if self._state.adding:
            super().save(update_fields=update_fields, **settings)
            self._remember_state()
            return
        remembered = self.__dict__.get("_read_state")
        if self.__dict__.get(self.state_column) != remembered:
            raise NotAllowedError(f"The state of {self.subject_kind} {self.subject} changes by `move` alone.")
        kept = self._loaded_columns() if update_fields is None else update_fields
        without_state = [name for name in kept if name != self.state_column]
        super().save(update_fields=without_state, **settings)

    def _loaded_columns(self) -> list[str]:
        deferred = self.get_deferred_fields()
        return [
            field.name
            for field in self._meta.concrete_fields
            if not field.primary_key and field.attname not in deferred
        ]

    def _remember_state(self) -> None:
        self._read_state = self.__dict__.get(self.state_column)

    def _set(self, columns: Mapping[str, Any]) -> None:
        type(self)._base_manager.filter(pk=self.pk).update(**columns)
        self.refresh_from_db(fields=columns)

    def _locked(self) -> Self:
        rows = type(self)._base_manager.select_for_update().only(self.state_column, *self.checked_columns)
        held = rows.filter(pk=self.pk).first()
        if held is None:
            raise NotFoundError(f"There is no {self.subject_kind} {self.subject} any more.")
        return held
