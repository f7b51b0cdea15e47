"""Which artifacts there are; their bytes lie in the artifact store."""

from __future__ import annotations

from django.db import models

from benchtoward.store.artifacts import StoredArtifact
from benchtoward.store.models.text_fields import NameField


class ArtifactQuerySet(models.QuerySet["Artifact"]):
    """Queries on artifacts."""

    def keep(self, stored: StoredArtifact, *, media_type: str) -> Artifact:
        """Return the row of a stored artifact, made where there is none; the first media type stays."""
        artifact, _ = self.get_or_create(
            sha256=stored.sha256, defaults={"size_bytes": stored.size_bytes, "media_type": media_type}
        )
        return artifact


class Artifact(models.Model):
    """A file in the artifact store that rows point at, so that it can't be removed under them."""

    sha256 = NameField(max_length=64, primary_key=True)
    size_bytes = models.PositiveBigIntegerField()
    media_type = models.CharField(max_length=100)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ArtifactQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.sha256} ({self.media_type}, {self.size_bytes} bytes)"
