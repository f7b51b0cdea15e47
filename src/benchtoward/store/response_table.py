"""The table of responses as the harness sees it: a store of answers that every run of the instance shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields

from django.db import connection, transaction

from benchtoward.core.results import Finish
from benchtoward.harness.responses import ResponseStore, StoredResponse
from benchtoward.store.models.response import Response, in_batches

_COLUMNS = tuple(field.name for field in fields(StoredResponse))


class ResponseTable(ResponseStore):
    """Keeps answers in the store's database; any number of threads and processes may use it at once.

    Each thread has its own connection, which `release` gives back.
    """

    def get_many(self, keys: Sequence[str]) -> Mapping[str, StoredResponse]:
        """Return the stored responses among `keys`, by key."""
        rows = (
            row
            for batch in in_batches(keys)
            for row in Response.objects.filter(request_key__in=batch).values(*_COLUMNS).iterator()
        )
        return {row["request_key"]: StoredResponse(**{**row, "finish": Finish(row["finish"])}) for row in rows}

    def put_many(self, responses: Sequence[StoredResponse]) -> None:
        """Store responses; they are on the disk when this returns. Of two with one key, the first stays."""
        # In the order of their keys: two writers that wait for each other's rows would never end.
        in_order = sorted(responses, key=lambda response: response.request_key)
        rows = [Response(**{name: getattr(response, name) for name in _COLUMNS}) for response in in_order]
        with transaction.atomic(durable=True):
            Response.objects.bulk_create(rows, ignore_conflicts=True)

    def release(self) -> None:
        """Close the calling thread's connection; the next call opens one again."""
        connection.close()
