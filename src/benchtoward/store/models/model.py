"""Models, the names they go by, and their pinned versions."""

from __future__ import annotations

from typing import Any

from django.db import models, transaction

from benchtoward.core.errors import ModelFileError, Problem
from benchtoward.core.lifecycle import ResultState, Stage
from benchtoward.core.model import ModelFile, Provider
from benchtoward.core.model import ModelVersion as PinnedVersion
from benchtoward.store.models.closed_sets import choices, one_of
from benchtoward.store.models.text_fields import NameField
from benchtoward.store.names import normalised_name


class ModelEntryQuerySet(models.QuerySet["ModelEntry"]):
    """Queries on models."""

    def by_name(self, text: str) -> ModelEntry | None:
        """Return the model that goes by `text`: its slug, name, alias or provider id in any spelling."""
        normalised = normalised_name(text)
        return self.filter(aliases__normalised=normalised).first() if normalised else None

    def with_published_results(self) -> ModelEntryQuerySet:
        """Return the models of which lists may show a result."""
        return self.filter(
            versions__runs__benchmark_version__stage=Stage.PUBLISHED,
            versions__runs__result__state=ResultState.PUBLISHED,
        ).distinct()

    def once_published(self) -> ModelEntryQuerySet:
        """Return the models that readers have seen: with a result that is published, or was and is withdrawn."""
        return self.filter(versions__runs__result__published_at__isnull=False).distinct()

    def register(self, file: ModelFile) -> ModelEntry:
        """Return the row of a model file with its names and versions, made or brought up to date.

        Versions that the file no longer has stay: results point at them. Raises `ModelFileError` where a name
        belongs to another model.
        """
        with transaction.atomic():
            entry, _ = self.update_or_create(slug=file.slug, defaults=_facts(file))
            _set_aliases(entry, file)
            # The file's newest version is written last, so that the latest row is the newest.
            for version in reversed(file.versions):
                ModelVersion.objects.register(entry, version)
        return entry


class ModelEntry(models.Model):
    """What is known of a model, whichever its versions."""

    slug = NameField(max_length=100, unique=True)
    name = models.CharField(max_length=200)
    organisation = models.CharField(max_length=200)
    released = models.DateField(null=True, blank=True)
    n_parameters = models.PositiveBigIntegerField(null=True, blank=True)
    open_weights = models.BooleanField(null=True, blank=True)
    licence = models.CharField(max_length=200, blank=True)
    modality = models.CharField(max_length=40)
    description = models.JSONField(default=dict, blank=True)
    """What a reader should know, by language."""
    links = models.JSONField(default=list, blank=True)
    training_data = models.JSONField(default=dict, blank=True)
    """Whether a benchmark's data may have been seen in training, by benchmark."""
    is_baseline = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ModelEntryQuerySet.as_manager()

    class Meta:
        """What the table is held to."""

        verbose_name_plural = "model entries"

    def __str__(self) -> str:
        return self.slug


class ModelAlias(models.Model):
    """A name that a model goes by; no two models share one."""

    model = models.ForeignKey(ModelEntry, on_delete=models.CASCADE, related_name="aliases")
    alias = models.CharField(max_length=200)
    """The name as it is written."""
    normalised = models.CharField(max_length=200, unique=True)
    """The form under which names are compared."""

    class Meta:
        """What the table is held to."""

        verbose_name_plural = "model aliases"
        constraints = (models.CheckConstraint(condition=~models.Q(normalised=""), name="model_alias_has_letters"),)

    def __str__(self) -> str:
        return self.alias


class ModelVersionQuerySet(models.QuerySet["ModelVersion"]):
    """Queries on model versions."""

    def register(self, entry: ModelEntry, version: PinnedVersion) -> ModelVersion:
        """Return the row of a pinned version. How it is called may change; other pins are another version."""
        key = version.key
        row, _ = self.update_or_create(
            key=key.text,
            defaults={"name": version.name, "call": dict(version.call), "is_pinned": version.is_pinned},
            create_defaults={
                "model": entry,
                "name": version.name,
                "provider": version.provider,
                "pins": dict(version.pins),
                "pre_image": key.pre_image,
                "call": dict(version.call),
                "is_pinned": version.is_pinned,
            },
        )
        if row.model_id != entry.pk:
            problem = Problem(
                where=f"versions, `{version.name}`",
                found=f"the same pins as {row.model.slug} {row.name}",
                expected="pins that no other model has",
                hint="Add what tells them apart, such as the repository's name.",
            )
            raise ModelFileError(f"The model file of {entry.slug}", [problem])
        return row


class ModelVersion(models.Model):
    """One pinned version of a model, named by its key."""

    model = models.ForeignKey(ModelEntry, on_delete=models.PROTECT, related_name="versions")
    name = models.CharField(max_length=200)
    provider = models.CharField(max_length=20, choices=choices(Provider))
    pins = models.JSONField()
    key = NameField(max_length=64, unique=True)
    pre_image = models.TextField()
    call = models.JSONField(default=dict, blank=True)
    is_pinned = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ModelVersionQuerySet.as_manager()

    class Meta:
        """What the table is held to."""

        constraints = (one_of("provider", Provider, name="model_version_provider"),)

    def __str__(self) -> str:
        return f"{self.model.slug} {self.name}"


def _facts(file: ModelFile) -> dict[str, Any]:
    return {
        "name": file.name,
        "organisation": file.organisation,
        "released": file.released,
        "n_parameters": file.n_parameters,
        "open_weights": file.open_weights,
        "licence": file.licence,
        "modality": file.modality,
        "description": dict(file.description),
        "links": list(file.links),
        "training_data": dict(file.training_data),
        "is_baseline": file.is_baseline,
    }


def _set_aliases(entry: ModelEntry, file: ModelFile) -> None:
    wanted: dict[str, str] = {}
    for name in (file.slug, file.name, *file.aliases):
        wanted.setdefault(normalised_name(name), name)
    taken = ModelAlias.objects.filter(normalised__in=wanted).exclude(model=entry).select_related("model")
    problems = [_taken(alias) for alias in taken] + ([_empty(wanted[""])] if "" in wanted else [])
    if problems:
        raise ModelFileError(f"The model file of {entry.slug}", problems)
    entry.aliases.exclude(normalised__in=wanted).delete()
    for normalised, name in wanted.items():
        entry.aliases.update_or_create(normalised=normalised, defaults={"alias": name})


def _taken(alias: ModelAlias) -> Problem:
    return Problem(
        where="aliases",
        found=f"`{alias.alias}`, a name of the model {alias.model.slug}",
        expected="names that no other model has",
    )


def _empty(name: str) -> Problem:
    return Problem(where="aliases", found=f"`{name}`", expected="a name with letters or digits")
