"""Responses: what a model answered to a request, kept so that nobody pays for it twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from django.db import models

from benchtoward.core.results import Finish
from benchtoward.store.models.closed_sets import choices, one_of
from benchtoward.store.models.text_fields import ExactTextField

KEYS_PER_QUERY = 500
"""SQLite takes 999 values in a query where it was built long ago."""


class ResponseQuerySet(models.QuerySet["Response"]):
    """Queries on responses."""

    def texts(self, request_keys: Iterable[str]) -> dict[str, str]:
        """Return the texts of the answers that are stored, by request key."""
        return {
            key: content
            for keys in in_batches(request_keys)
            for key, content in self.filter(request_key__in=keys).values_list("request_key", "content")
            if content is not None
        }


class Response(models.Model):
    """One answer, under the key of its request."""

    request_key = models.CharField(max_length=64, primary_key=True)
    content = ExactTextField(null=True)
    reasoning = ExactTextField(null=True)
    finish = models.CharField(max_length=20, choices=choices(Finish), blank=True)
    response_model = ExactTextField()
    """The model's name as the provider gave it."""
    system_fingerprint = ExactTextField()
    prompt_tokens = models.PositiveIntegerField(null=True, blank=True)
    completion_tokens = models.PositiveIntegerField(null=True, blank=True)
    reasoning_tokens = models.PositiveIntegerField(null=True, blank=True)
    latency_seconds = models.FloatField()
    attempts = models.PositiveIntegerField()
    received_at = models.CharField(max_length=40)
    """ISO 8601 in UTC: text, so that a response comes back as it was stored."""

    class Meta:
        """What the table is held to."""

        constraints = (one_of("finish", Finish, name="response_finish"),)

    objects = ResponseQuerySet.as_manager()

    def __str__(self) -> str:
        return self.request_key


def in_batches(keys: Iterable[str]) -> Iterator[list[str]]:
    """Yield keys in lists that one query takes."""
    rest = iter(keys)
    while batch := list(islice(rest, KEYS_PER_QUERY)):
        yield batch
