"""Results: what a run came to, and whether readers see it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import F, Q

from benchtoward.core.errors import NotAllowedError, NotFoundError
from benchtoward.core.lifecycle import RESULT_MOVES, ResultState, Stage
from benchtoward.store.models.artifact import Artifact
from benchtoward.store.models.benchmark import BenchmarkVersion
from benchtoward.store.models.closed_sets import choices, one_of
from benchtoward.store.models.event import Event, SubjectKind
from benchtoward.store.models.model import ModelEntry
from benchtoward.store.models.moving import Movable
from benchtoward.store.models.run import Run
from benchtoward.store.models.text_fields import NoteField


class ResultQuerySet(models.QuerySet["Result"]):
    """Queries on results."""

    def published(self) -> ResultQuerySet:
        """Return the results that are published, the newest first."""
        return self.filter(state=ResultState.PUBLISHED).order_by("-published_at", "-pk")

    def listed(self) -> ResultQuerySet:
        """Return what lists and boards may show: published results of published benchmark versions."""
        return self.published().filter(run__benchmark_version__stage=Stage.PUBLISHED)

    def on(self, benchmark_version: BenchmarkVersion) -> ResultQuerySet:
        """Return the results of one benchmark version."""
        return self.filter(run__benchmark_version=benchmark_version)

    def tagged(self, tags: Iterable[str]) -> ResultQuerySet:
        """Return the results with one of `tags`."""
        return self.filter(run__tag__in=list(tags))

    def with_names(self) -> ResultQuerySet:
        """Return results with their run, model and benchmark, in the same query."""
        return self.select_related("run__model_version__model", "run__benchmark_version__benchmark")

    def of_model(self, entry: ModelEntry) -> ResultQuerySet:
        """Return the results of a model that lists may show, the newest first, with their names."""
        return self.listed().filter(run__model_version__model=entry).with_names()

    def find(self, run_id: str) -> Result:
        """Return the result of a run, whatever its state; raises `NotFoundError`."""
        result = self.with_names().filter(run__run_id=run_id).first()
        if result is None:
            raise NotFoundError(f"There is no result of a run {run_id[:80]}.")
        return result


class Result(Movable):
    """The outcome of one run: its scores, and the files from which anyone can compute them again."""

    run = models.OneToOneField(Run, on_delete=models.PROTECT, related_name="result")
    state = models.CharField(max_length=20, choices=choices(ResultState), default=ResultState.IN_REVIEW.value)
    value = models.FloatField(null=True, blank=True)
    """The primary metric; empty where it is undefined on these items."""
    low = models.FloatField(null=True, blank=True)
    high = models.FloatField(null=True, blank=True)
    n_items = models.PositiveIntegerField()
    n_units = models.PositiveIntegerField()
    parse_rate = models.FloatField()
    record = models.JSONField()
    """The result JSON that readers download."""
    predictions = models.ForeignKey(Artifact, on_delete=models.PROTECT, related_name="+")
    journal = models.ForeignKey(Artifact, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    replicates = models.ForeignKey(Artifact, on_delete=models.PROTECT, related_name="+")
    """The primary metric in every replicate, from which boards are ranked."""
    bundle = models.ForeignKey(Artifact, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    note = NoteField(blank=True)
    """A note that stands on the result's page."""
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_reason = NoteField(blank=True)

    objects = ResultQuerySet.as_manager()

    state_column = "state"
    moves = RESULT_MOVES
    subject_kind = SubjectKind.RESULT

    class Meta:
        """What the table is held to."""

        constraints = (
            one_of("state", ResultState, name="result_state"),
            models.CheckConstraint(
                condition=Q(low__isnull=True, high__isnull=True)
                | Q(low__isnull=False, high__isnull=False, low__lte=F("high")),
                name="result_interval_order",
            ),
            models.CheckConstraint(condition=Q(parse_rate__gte=0, parse_rate__lte=1), name="result_parse_rate"),
            models.CheckConstraint(
                condition=~Q(state=ResultState.PUBLISHED.value) | Q(published_at__isnull=False),
                name="result_publication_has_a_date",
            ),
            models.CheckConstraint(
                condition=~Q(state=ResultState.WITHDRAWN.value)
                | (Q(withdrawn_at__isnull=False) & ~Q(withdrawn_reason="")),
                name="result_withdrawal_has_date_and_reason",
            ),
        )
        indexes = (models.Index(fields=["state", "-published_at"], name="result_newest"),)

    def __str__(self) -> str:
        return f"result of {self.run.run_id}"

    @property
    def subject(self) -> str:
        """The public name: the run id."""
        return self.run.run_id

    def move(self, to: str, *, actor: str, reason: str = "", **settings: Any) -> Event:
        """Move to another state; a withdrawal keeps its reason for the tombstone, so it needs one."""
        if to == ResultState.WITHDRAWN:
            if not reason.strip():
                raise NotAllowedError(f"The withdrawal of {self.subject} needs a reason: its tombstone shows it.")
            settings["withdrawn_reason"] = reason
        return super().move(to, actor=actor, reason=reason, **settings)

    def columns_on_arrival(self, to: str, *, at: datetime) -> dict[str, Any]:
        """Return the columns that a move to `to` sets by itself."""
        if to == ResultState.WITHDRAWN:
            return {"withdrawn_at": at}
        restored = {"withdrawn_at": None, "withdrawn_reason": ""}
        return {**restored, "published_at": at} if to == ResultState.PUBLISHED else restored

    def after_move(self) -> None:
        """Say that what is shown of the benchmark version changed."""
        BenchmarkVersion.objects.raise_data_version(self.run.benchmark_version_id)
