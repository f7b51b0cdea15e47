"""Benchmarks and their versions."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import models, transaction
from django.db.models import Count, F, OuterRef, Subquery, Sum

from benchtoward.core.canonical import Json
from benchtoward.core.errors import NotAllowedError, NotFoundError
from benchtoward.core.lifecycle import STAGE_MOVES, Stage
from benchtoward.store.models.artifact import Artifact
from benchtoward.store.models.closed_sets import choices, one_of
from benchtoward.store.models.event import SubjectKind
from benchtoward.store.models.moving import Movable
from benchtoward.store.models.text_fields import NameField

if TYPE_CHECKING:
    from benchtoward.core.spec import Spec


class Benchmark(models.Model):
    """A task on a dataset; everything else stands in its versions."""

    slug = NameField(max_length=100, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.slug


class BenchmarkVersionQuerySet(models.QuerySet["BenchmarkVersion"]):
    """Queries on benchmark versions."""

    def published(self) -> BenchmarkVersionQuerySet:
        """Return the versions that readers see, each benchmark's newest first."""
        return self.filter(stage=Stage.PUBLISHED).order_by("benchmark__slug", "-version_order")

    def of(self, slug: str) -> BenchmarkVersionQuerySet:
        """Return all versions of one benchmark, the newest first."""
        return self.filter(benchmark__slug=slug).order_by("-version_order")

    def newest(self) -> BenchmarkVersionQuerySet:
        """Return each benchmark's newest published version."""
        newest = self.filter(benchmark=OuterRef("benchmark"), stage=Stage.PUBLISHED).order_by("-version_order")
        return self.published().filter(pk=Subquery(newest.values("pk")[:1])).select_related("benchmark")

    def newest_published(self, slug: str) -> BenchmarkVersion | None:
        """Return the published version of a benchmark that has the highest number."""
        return self.of(slug).filter(stage=Stage.PUBLISHED).select_related("benchmark").first()

    def find(self, slug: str, version: str) -> BenchmarkVersion:
        """Return one version of a benchmark, whatever its stage; raises `NotFoundError`."""
        found = self.of(slug).filter(version=version).select_related("benchmark").first()
        if found is None:
            raise NotFoundError(f"There is no version {version[:40]} of a benchmark {slug[:100]} here.")
        return found

    def data_stamp(self) -> str:
        """Return a text that changes with every change to what is shown of any benchmark version."""
        stamp = self.aggregate(n=Count("pk"), total=Sum("data_version"))
        return f"{stamp['n']}-{stamp['total'] or 0}"

    def by_hash(self, spec_hash: str) -> BenchmarkVersion | None:
        """Return the version that a spec hash names."""
        return self.filter(spec_hash=spec_hash).select_related("benchmark").first()

    def register(
        self,
        spec: Spec,
        *,
        spec_yaml: str,
        document: Json,
        n_units: int,
        n_items: int,
        items: Artifact,
    ) -> BenchmarkVersion:
        """Return the row of a specification, made or brought up to date.

        What stands outside the hash may change. Another definition under the same version number is refused
        with `NotAllowedError`, unless that version is still being built and has no runs.
        """
        columns = _columns(spec, spec_yaml=spec_yaml, document=document) | {
            "n_items": n_items,
            "n_units": n_units,
            "item_table": items,
        }
        with transaction.atomic():
            benchmark, _ = Benchmark.objects.select_for_update().get_or_create(slug=spec.id)
            row = self.filter(benchmark=benchmark, version=spec.version).first()
            if row is None or row.spec_hash != spec.spec_hash:
                self._check_hash_is_free(spec)
            if row is None:
                return self.create(benchmark=benchmark, version=spec.version, **columns)
            row.check_definition(spec.spec_hash)
            changed = {name: value for name, value in columns.items() if getattr(row, name) != value}
            if changed:
                self.filter(pk=row.pk).update(**changed, data_version=F("data_version") + 1)
            return self.select_related("benchmark").get(pk=row.pk)

    def raise_data_version(self, pk: int) -> None:
        """Say that something shown of this version changed, so that no cached page of it holds."""
        self.filter(pk=pk).update(data_version=F("data_version") + 1)

    def _check_hash_is_free(self, spec: Spec) -> None:
        taken = self.by_hash(spec.spec_hash)
        if taken is not None:
            raise NotAllowedError(
                f"{spec.id} {spec.version} has the definition of {taken.subject}, to the letter. "
                "A new version needs a definition that differs."
            )


class BenchmarkVersion(Movable):
    """One specification of a benchmark, named by its spec hash."""

    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="versions")
    version = NameField(max_length=32)
    version_order = models.CharField(max_length=40, editable=False)
    """The version number in a form whose letters sort as numbers do."""
    spec_hash = NameField(max_length=80, unique=True)
    spec_yaml = models.TextField()
    """The file as it was written."""
    document = models.JSONField()
    """The whole file as it was loaded."""
    pre_image = models.TextField()
    """The canonical JSON whose hash the spec hash is."""
    stage = models.CharField(max_length=20, choices=choices(Stage), default=Stage.BUILDING.value)
    preview = models.BooleanField(default=False)
    primary_metric = models.CharField(max_length=60)
    task = models.CharField(max_length=40)
    labels = models.CharField(max_length=10)
    n_items = models.PositiveIntegerField()
    n_units = models.PositiveIntegerField()
    unit_name = models.CharField(max_length=200)
    """The columns that name the resampled unit, with commas between."""
    item_table_sha256 = models.CharField(max_length=64)
    item_table = models.ForeignKey(Artifact, on_delete=models.PROTECT, related_name="+")
    data_version = models.PositiveBigIntegerField(default=0)
    """Raised with every change to what is shown of this version."""
    published_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = BenchmarkVersionQuerySet.as_manager()

    state_column = "stage"
    moves = STAGE_MOVES
    subject_kind = SubjectKind.BENCHMARK_VERSION

    class Meta:
        """What the table is held to."""

        constraints = (
            models.UniqueConstraint(fields=["benchmark", "version"], name="benchmark_version_once"),
            one_of("stage", Stage, name="benchmark_version_stage"),
            models.CheckConstraint(
                condition=~models.Q(stage=Stage.PUBLISHED.value) | models.Q(published_at__isnull=False),
                name="benchmark_version_publication_has_a_date",
            ),
        )
        indexes = (models.Index(fields=["benchmark", "stage", "-version_order"], name="benchmark_version_newest"),)

    def __str__(self) -> str:
        return self.subject

    @property
    def subject(self) -> str:
        """The public name: `slug/version`."""
        return f"{self.benchmark.slug}/{self.version}"

    def columns_on_arrival(self, to: str, *, at: datetime) -> dict[str, Any]:
        """Return the columns that a move to `to` sets by itself."""
        published = {"published_at": at} if to == Stage.PUBLISHED else {}
        return {**published, "data_version": F("data_version") + 1}

    def check_definition(self, spec_hash: str) -> None:
        """Raise `NotAllowedError` where `spec_hash` is another definition and this one may not change."""
        if self.spec_hash == spec_hash or (self.stage == Stage.BUILDING and not self.runs.exists()):
            return
        raise NotAllowedError(
            f"{self.subject} has another definition ({self.spec_hash}), and is {self.stage} or has runs. "
            "Give the changed specification a new version number."
        )

    def save(self, **settings: Any) -> None:
        """Save, with the form of the version number that sorts."""
        self.version_order = version_order(self.version)
        super().save(**settings)


def version_order(version: str) -> str:
    """Return a version number in a form whose letters sort as the numbers do: `1.10.0` after `1.9.0`."""
    return ".".join(f"{part:0>10}" for part in version.split("."))


def _columns(spec: Spec, *, spec_yaml: str, document: Json) -> dict[str, Any]:
    return {
        "spec_hash": spec.key.text,
        "pre_image": spec.key.pre_image,
        "spec_yaml": spec_yaml,
        "document": document,
        "preview": spec.presentation.preview,
        "primary_metric": spec.metrics.primary,
        "task": spec.task.value,
        "labels": spec.labels.value,
        "unit_name": ", ".join(spec.columns.unit),
        "item_table_sha256": spec.columns.table_sha256,
    }
