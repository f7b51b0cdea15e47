"""Leaderboards as they were last computed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction
from django.utils import timezone

from benchtoward.store.models.benchmark import BenchmarkVersion


class BoardSnapshotQuerySet(models.QuerySet["BoardSnapshot"]):
    """Queries on computed leaderboards."""

    def current(self, benchmark_version: BenchmarkVersion, tags: Iterable[str]) -> BoardSnapshot | None:
        """Return the board of these tags, unless something of its benchmark version changed since."""
        return self.filter(
            benchmark_version=benchmark_version,
            tags=joined_tags(tags),
            data_version=models.F("benchmark_version__data_version"),
        ).first()

    def keep(
        self,
        benchmark_version: BenchmarkVersion,
        tags: Iterable[str],
        *,
        data_version: int,
        model_set_hash: str,
        rows: Any,
    ) -> BoardSnapshot:
        """Keep a board computed at `data_version`; one computed earlier never replaces a later one."""
        with transaction.atomic():
            board, created = self.select_for_update().get_or_create(
                benchmark_version=benchmark_version,
                tags=joined_tags(tags),
                defaults=_columns(data_version, model_set_hash, rows),
            )
            if not created and board.data_version <= data_version:
                self.filter(pk=board.pk).update(**_columns(data_version, model_set_hash, rows))
                board.refresh_from_db()
        return board


class BoardSnapshot(models.Model):
    """The rows of one benchmark version's board under one choice of tags."""

    benchmark_version = models.ForeignKey(BenchmarkVersion, on_delete=models.CASCADE, related_name="boards")
    tags = models.CharField(max_length=100)
    data_version = models.PositiveBigIntegerField()
    """The version's `data_version` that the board was computed from."""
    model_set_hash = models.CharField(max_length=64)
    computed_at = models.DateTimeField(auto_now=True)
    rows = models.JSONField(encoder=DjangoJSONEncoder)

    objects = BoardSnapshotQuerySet.as_manager()

    class Meta:
        """What the table is held to."""

        constraints = (models.UniqueConstraint(fields=["benchmark_version", "tags"], name="board_once"),)

    def __str__(self) -> str:
        return f"board of {self.benchmark_version} ({self.tags})"


def joined_tags(tags: Iterable[str]) -> str:
    """Return a choice of tags as one text, the same for every order."""
    return ",".join(sorted({str(tag) for tag in tags}))


def _columns(data_version: int, model_set_hash: str, rows: Any) -> dict[str, Any]:
    return {
        "data_version": data_version,
        "model_set_hash": model_set_hash,
        "computed_at": timezone.now(),
        "rows": rows,
    }
