"""Runs: one model version on one benchmark version under one configuration, each claimed once."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Self

from django.db import models, transaction
from django.db.models import F, Q

from benchtoward.core.canonical import Json
from benchtoward.core.errors import InvalidInputError, NotAllowedError, NotFoundError, Problem
from benchtoward.core.keys import Key, run_id
from benchtoward.core.lifecycle import RUN_MOVES, FailureClass, RunState, Tag
from benchtoward.store.models.benchmark import BenchmarkVersion
from benchtoward.store.models.closed_sets import choices, one_of
from benchtoward.store.models.event import Event, SubjectKind
from benchtoward.store.models.model import ModelVersion
from benchtoward.store.models.moving import Movable
from benchtoward.store.models.text_fields import NameField, NoteField

_WORKED_ON = (RunState.RUNNING, RunState.SCORING)
_ENDED = (RunState.STORED, RunState.INCOMPLETE, RunState.FAILED, RunState.CANCELLED)


class RunQuerySet(models.QuerySet["Run"]):
    """Queries on runs."""

    def claim(
        self,
        key: Key,
        *,
        benchmark_version: BenchmarkVersion,
        model_version: ModelVersion,
        tag: Tag,
        configuration: Mapping[str, Json],
        actor: str,
        n_repeats: int = 1,
    ) -> tuple[Run, bool]:
        """Return the run that `key` names and whether it was made just now.

        However many ask at once, on however many machines, one of them makes it.
        """
        _check_key(key)
        with transaction.atomic():
            run, created = self.get_or_create(
                run_key=key.text,
                defaults={
                    "run_id": run_id(key.text),
                    "pre_image": key.pre_image,
                    "benchmark_version": benchmark_version,
                    "model_version": model_version,
                    "tag": tag,
                    "configuration": dict(configuration),
                    "n_repeats": n_repeats,
                },
            )
            if created:
                Event.objects.write(
                    actor=actor, subject_kind=SubjectKind.RUN, subject=run.run_id, moved_to=RunState.REQUESTED
                )
        return run, created

    def find(self, name: str) -> Run:
        """Return the run with this run id or run key; raises `NotFoundError`."""
        run = self.with_names().filter(Q(run_id=name) | Q(run_key=name)).first()
        if run is None:
            raise NotFoundError(f"There is no run {name[:80]}. A run is named by its run id or its run key.")
        return run

    def with_names(self) -> RunQuerySet:
        """Return runs with their model, benchmark and result, in the same query."""
        return self.select_related("model_version__model", "benchmark_version__benchmark", "result")

    def waiting(self) -> RunQuerySet:
        """Return the queue: queued runs, who asked first comes first."""
        return self.filter(state=RunState.QUEUED).order_by("requested_at", "pk")

    def unfinished(self) -> RunQuerySet:
        """Return the runs that somebody still has to do something about."""
        return self.exclude(state__in=(RunState.STORED, RunState.CANCELLED)).order_by("requested_at", "pk")


class Run(Movable):
    """A run on its way from a request to stored predictions."""

    run_key = NameField(max_length=80, unique=True)
    run_id = NameField(max_length=32, unique=True)
    pre_image = models.TextField()
    benchmark_version = models.ForeignKey(BenchmarkVersion, on_delete=models.PROTECT, related_name="runs")
    model_version = models.ForeignKey(ModelVersion, on_delete=models.PROTECT, related_name="runs")
    tag = models.CharField(max_length=20, choices=choices(Tag))
    configuration = models.JSONField()
    state = models.CharField(max_length=20, choices=choices(RunState), default=RunState.REQUESTED.value)
    failure_class = models.CharField(max_length=20, choices=choices(FailureClass), blank=True)
    failure_text = NoteField(blank=True)
    """What failed, without text of a patient, prompt or response."""
    requested_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    """When the present attempt began."""
    finished_at = models.DateTimeField(null=True, blank=True)
    n_attempts = models.PositiveIntegerField(default=0)
    n_repeats = models.PositiveIntegerField(default=1)
    environment = models.JSONField(default=dict, blank=True)
    content_address = models.CharField(max_length=64, blank=True)
    usage = models.JSONField(default=dict, blank=True)
    """Tokens, cost and time."""

    objects = RunQuerySet.as_manager()

    state_column = "state"
    moves = RUN_MOVES
    subject_kind = SubjectKind.RUN
    checked_columns = ("n_attempts",)

    class Meta:
        """What the table is held to."""

        constraints = (
            one_of("state", RunState, name="run_state"),
            one_of("tag", Tag, name="run_tag"),
            one_of("failure_class", FailureClass, name="run_failure_class", or_empty=True),
            models.CheckConstraint(
                condition=~Q(state=RunState.FAILED.value) | ~Q(failure_class=""),
                name="run_failure_has_a_class",
            ),
            models.CheckConstraint(
                condition=~Q(state=RunState.STORED.value) | ~Q(content_address=""),
                name="run_stored_has_content",
            ),
            models.CheckConstraint(condition=Q(n_repeats__gte=1), name="run_has_repeats"),
        )
        indexes = (
            models.Index(fields=["state", "requested_at"], name="run_queue"),
            models.Index(fields=["benchmark_version", "model_version", "tag"], name="run_by_pair"),
        )

    def __str__(self) -> str:
        return self.run_id

    @property
    def subject(self) -> str:
        """The public name: the run id."""
        return self.run_id

    def fail(self, failure_class: FailureClass, text: str, *, actor: str) -> Event:
        """Move to `failed`, with the class and the text that readers of the run see."""
        return self.move(
            RunState.FAILED,
            actor=actor,
            reason=text,
            details={"failure_class": failure_class.value},
            failure_class=failure_class,
            failure_text=text,
        )

    def check_may_move(self, held: Self, to: str) -> None:
        """Raise `NotAllowedError` too where this copy of the run is of an attempt that was given up."""
        if held.state in _WORKED_ON and held.n_attempts != self.n_attempts:
            raise NotAllowedError(
                f"Attempt {self.n_attempts} of run {self.run_id} is over: attempt {held.n_attempts} runs."
            )
        super().check_may_move(held, to)

    def columns_on_arrival(self, to: str, *, at: datetime) -> dict[str, Any]:
        """Return the columns that a move to `to` sets by itself."""
        if to == RunState.QUEUED:
            return {"failure_class": "", "failure_text": "", "finished_at": None}
        if to == RunState.RUNNING:
            return {"started_at": at, "n_attempts": F("n_attempts") + 1}
        return {"finished_at": at} if to in _ENDED else {}


def _check_key(key: Key) -> None:
    digest = hashlib.sha256(key.pre_image.encode()).hexdigest()
    if key.text.rpartition(":")[2] != digest:
        problem = Problem(where="run key", found=key.text, expected=f"the hash of its pre-image, {digest}")
        raise InvalidInputError("The run", [problem])
