"""Byte ranges of a file (RFC 9110, section 14)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.test import RequestFactory
from tests.django_setup import configured_store  # noqa: F401

from benchtoward.api.files import file_answer

BYTES = bytes(range(200))


@pytest.fixture
def fetch(tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(BYTES)

    def get(**headers: str):
        request = RequestFactory().get("/", headers={name.replace("_", "-"): value for name, value in headers.items()})
        response = file_answer(request, path, etag="abc", content_type="a/b", last_modified=None)
        body = b"".join(response.streaming_content) if response.streaming else response.content
        return response, body

    return get


@pytest.mark.parametrize("range_", ["", "bytes=-", "bytes=5-3", "lines=1-2", "bytes=0-1,4-5", "bytes=a-b"])
def test_what_is_no_single_range_gets_the_whole_file(fetch, range_):
    response, body = fetch(Range=range_)
    assert (response.status_code, body) == (200, BYTES)
    assert response.headers["Content-Length"] == "200"
    assert response.headers["Accept-Ranges"] == "bytes"


@pytest.mark.parametrize(
    ("range_", "first", "last"),
    [
        ("bytes=0-9", 0, 9),
        ("bytes=190-", 190, 199),
        ("bytes=-10", 190, 199),
        ("bytes=190-999", 190, 199),
        ("bytes=7-7", 7, 7),
    ],
)
def test_a_range_gets_its_bytes(fetch, range_, first, last):
    response, body = fetch(Range=range_)
    assert (response.status_code, body) == (206, BYTES[first : last + 1])
    assert response.headers["Content-Range"] == f"bytes {first}-{last}/200"
    assert response.headers["Content-Length"] == str(last - first + 1)


@pytest.mark.parametrize("range_", ["bytes=200-", "bytes=500-600", "bytes=-0"])
def test_a_range_outside_the_file_is_416(fetch, range_):
    response, body = fetch(Range=range_)
    assert response.status_code == 416
    assert response.headers["Content-Range"] == "bytes */200"
    assert json.loads(body)["status"] == 416


def test_a_range_of_another_version_of_the_file_gets_the_whole_file(fetch):
    assert fetch(Range="bytes=0-9", If_Range='"other"')[0].status_code == 200
    assert fetch(Range="bytes=0-9", If_Range='"abc"')[0].status_code == 206


def test_a_reader_who_has_the_file_gets_304(fetch):
    response, body = fetch(If_None_Match='"abc"')
    assert (response.status_code, body) == (304, b"")
