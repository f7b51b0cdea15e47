from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from tests.store_rows import ACTOR

from benchtoward.core.errors import NotAllowedError
from benchtoward.store.models import Event, SubjectKind

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return Event.objects.write(actor=ACTOR, subject_kind=SubjectKind.RUN, subject="0123", reason="first")


@pytest.mark.parametrize(
    "change",
    [
        lambda event: Event.objects.all().update(reason="other"),
        lambda event: Event.objects.filter(pk=event.pk).delete(),
        lambda event: Event.objects.bulk_update([event], ["reason"]),
        lambda event: event.save(),
        lambda event: event.delete(),
    ],
)
def test_the_model_refuses_to_change_an_event(event: Event, change: Callable[[Event], object]) -> None:
    with pytest.raises(NotAllowedError, match="append-only"):
        change(event)
    assert Event.objects.get().reason == "first"


EVERYWHERE = (
    "UPDATE store_event SET reason = 'other'",
    "UPDATE store_event SET id = id + 1",
    "DELETE FROM store_event",
    "INSERT INTO store_event SELECT * FROM store_event WHERE true ON CONFLICT (id) DO UPDATE SET actor = 'x'",
)
BY_DATABASE = {
    "sqlite": (
        "REPLACE INTO store_event SELECT * FROM store_event",
        "UPDATE OR REPLACE store_event SET actor = 'x'",
    ),
    "postgresql": ("TRUNCATE store_event", "TRUNCATE store_event CASCADE"),
}


def test_the_database_refuses_to_change_an_event_by_raw_sql(event: Event) -> None:
    for statement in EVERYWHERE + BY_DATABASE[connection.vendor]:
        with (
            pytest.raises(IntegrityError, match="append-only"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)
    assert (Event.objects.get().actor, Event.objects.get().reason) == (ACTOR, "first")


def test_events_of_a_subject_come_in_the_order_they_were_written(event: Event) -> None:
    Event.objects.write(actor=ACTOR, subject_kind=SubjectKind.RUN, subject="0123", reason="second")
    Event.objects.write(actor=ACTOR, subject_kind=SubjectKind.RUN, subject="4567", reason="elsewhere")
    reasons = [event.reason for event in Event.objects.about(SubjectKind.RUN, "0123")]
    assert reasons == ["first", "second"]


def test_an_unknown_kind_of_subject_is_refused_by_the_database() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.write(actor=ACTOR, subject_kind="planet", subject="mars")  # type: ignore[arg-type]


@pytest.mark.django_db(transaction=True)
def test_the_guard_is_there_after_a_test_that_emptied_the_tables() -> None:
    for _ in range(2):
        Event.objects.write(actor=ACTOR, subject_kind=SubjectKind.RUN, subject="0123")
        with suppress(DatabaseError), connection.cursor() as cursor:
            cursor.execute("DELETE FROM store_event")
    assert Event.objects.count() == 2
