from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchtoward.core.results import Finish
from benchtoward.harness.responses import ResponseStore, StoredResponse
from benchtoward.store.models import Response
from benchtoward.store.response_table import ResponseTable

pytestmark = pytest.mark.django_db(transaction=True)


def response(n: int = 0, content: str | None = "the answer is B") -> StoredResponse:
    return StoredResponse(
        request_key=f"{n:064x}",
        content=content,
        reasoning=None,
        finish=Finish.STOP,
        response_model="a-model-2026-01-01",
        system_fingerprint="",
        prompt_tokens=100,
        completion_tokens=None,
        reasoning_tokens=0,
        latency_seconds=0.1,
        attempts=2,
        received_at="2026-11-30T23:59:59.123456+00:00",
    )


def test_what_is_stored_comes_back_equal() -> None:
    table: ResponseStore = ResponseTable()
    stored = [
        response(0),
        response(1, None),
        replace(response(2, ""), reasoning="because", finish=Finish.LENGTH),
    ]
    table.put_many(stored)
    keys = [each.request_key for each in stored]
    assert table.get_many([*keys, "f" * 64]) == {each.request_key: each for each in stored}
    assert table.get_many([]) == {}


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text(st.characters(exclude_categories=())))
def test_any_text_comes_back_to_the_letter(content: str) -> None:
    Response.objects.all().delete()
    stored = replace(response(0, content), reasoning=content, response_model=content, system_fingerprint=content)
    ResponseTable().put_many([stored])
    assert ResponseTable().get_many([stored.request_key]) == {stored.request_key: stored}


def test_nul_and_half_a_surrogate_pair_come_back() -> None:
    ResponseTable().put_many([response(0, "a\x00b\ud800")])
    assert ResponseTable().get_many([response(0).request_key])[response(0).request_key].content == "a\x00b\ud800"


def test_of_two_with_one_key_the_first_stays() -> None:
    table = ResponseTable()
    table.put_many([response(0, "first"), response(0, "second")])
    table.put_many([response(0, "third"), response(1, "new")])
    found = table.get_many([response(0).request_key, response(1).request_key])
    assert [each.content for each in found.values()] == ["first", "new"]


def test_more_keys_than_a_query_takes_are_looked_up() -> None:
    table = ResponseTable()
    table.put_many([response(n) for n in range(1_201)])
    assert len(table.get_many([f"{n:064x}" for n in range(2_500)])) == 1_201


def test_each_thread_has_its_own_connection_and_gives_it_back() -> None:
    table = ResponseTable()

    def put(n: int) -> int:
        table.put_many([response(n)])
        handle = id(connection.connection)
        table.release()
        assert connection.connection is None
        return handle

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(put, 0).result() != id(connection.connection)
    assert table.get_many([response(0).request_key])


def test_the_writer_of_an_asynchronous_runner_can_store() -> None:
    table = ResponseTable()

    def put(n: int) -> None:
        table.put_many([response(n)])
        table.release()

    async def run() -> None:
        await asyncio.gather(*(asyncio.to_thread(put, n) for n in range(20)))

    asyncio.run(run())
    assert Response.objects.count() == 20


def test_the_texts_of_a_page_of_answers_are_found_by_key() -> None:
    ResponseTable().put_many([response(0, "zero"), response(1, None), response(2, "two")])
    keys = [response(n).request_key for n in range(4)]
    assert Response.objects.texts(keys) == {keys[0]: "zero", keys[2]: "two"}
