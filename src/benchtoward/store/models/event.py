"""Events: what happened to runs, results and benchmark versions; written once, never changed."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NoReturn

from django.db import models
from django.utils import timezone

from benchtoward.core.errors import InvalidInputError, NotAllowedError, Problem
from benchtoward.store.models.closed_sets import choices, one_of
from benchtoward.store.models.text_fields import NameField, NoteField


class SubjectKind(StrEnum):
    """What an event is about."""

    RUN = "run"
    RESULT = "result"
    BENCHMARK_VERSION = "benchmark_version"
    MODEL = "model"


class EventQuerySet(models.QuerySet["Event"]):
    """Events can be written and read; a trigger in the database refuses everything else as well."""

    def write(
        self,
        *,
        actor: str,
        subject_kind: SubjectKind,
        subject: str,
        moved_from: str = "",
        moved_to: str = "",
        reason: str = "",
        details: Mapping[str, Any] | None = None,
    ) -> Event:
        """Write an event down, with the present time."""
        if not actor.strip():
            problem = Problem(where="actor", found="nothing", expected="who does it: a person, a command, a worker")
            raise InvalidInputError(f"The event on {subject_kind} {subject}", [problem])
        return self.create(
            at=timezone.now(),
            actor=actor,
            subject_kind=subject_kind,
            subject=subject,
            moved_from=moved_from,
            moved_to=moved_to,
            reason=reason,
            details=dict(details or {}),
        )

    def about(self, subject_kind: SubjectKind, subject: str) -> EventQuerySet:
        """Return the events of one subject, the earliest first."""
        return self.filter(subject_kind=subject_kind, subject=subject).order_by("pk")

    def update(self, **_columns: Any) -> NoReturn:
        """Refuse: events are never changed."""
        raise _append_only()

    def delete(self) -> NoReturn:
        """Refuse: events are never removed."""
        raise _append_only()

    def bulk_update(self, *_arguments: Any, **_settings: Any) -> NoReturn:
        """Refuse: events are never changed."""
        raise _append_only()


class Event(models.Model):
    """Who did what to which subject, when and why."""

    at = models.DateTimeField()
    actor = NameField(max_length=200)
    subject_kind = models.CharField(max_length=20, choices=choices(SubjectKind))
    subject = NameField(max_length=200)
    """The subject's public name: a run id, `slug/version`, a model's slug."""
    moved_from = models.CharField(max_length=20, blank=True)
    moved_to = models.CharField(max_length=20, blank=True)
    reason = NoteField(blank=True)
    details = models.JSONField(default=dict, blank=True)

    objects = EventQuerySet.as_manager()

    class Meta:
        """What the table is held to."""

        constraints = (
            one_of("subject_kind", SubjectKind, name="event_subject_kind"),
            models.CheckConstraint(condition=~models.Q(actor=""), name="event_has_actor"),
        )
        indexes = (models.Index(fields=["subject_kind", "subject", "id"], name="event_by_subject"),)

    def __str__(self) -> str:
        return f"{self.at.isoformat()} {self.actor}: {self.subject_kind} {self.subject} {self.moved_to}"

    def save(self, **settings: Any) -> None:
        """Write a new event; an existing one is refused."""
        if not self._state.adding:
            raise _append_only()
        super().save(**settings)

    def delete(self, *_arguments: Any, **_settings: Any) -> NoReturn:
        """Refuse: events are never removed."""
        raise _append_only()


def _append_only() -> NotAllowedError:
    return NotAllowedError("Events are append-only: write another event that says what changed.")
