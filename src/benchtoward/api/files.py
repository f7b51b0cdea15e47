"""Files by byte ranges (RFC 9110, section 14): a broken download can go on, a reader can take a part."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

from benchtoward.api.conditional import conditional
from benchtoward.api.problems import BAD_RANGE, problem

CHUNK_BYTES: Final = 64 * 1024

_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})\Z")


def file_answer(
    request: HttpRequest, path: Path, *, etag: str, content_type: str, last_modified: datetime | None
) -> HttpResponseBase:
    """Return a file or the range of it that is asked for; 304 where the request has it, 416 outside it."""
    n_bytes = path.stat().st_size

    def build() -> HttpResponseBase:
        first, last = _wanted(request, n_bytes, etag) or (0, n_bytes - 1)
        if first > last:
            return _outside(n_bytes)
        return _part(path, first, last, n_bytes, content_type)

    response = conditional(request, etag=etag, last_modified=last_modified, build=build)
    response.headers["Accept-Ranges"] = "bytes"
    return response


def _wanted(request: HttpRequest, n_bytes: int, etag: str) -> tuple[int, int] | None:
    """The first and last byte asked for; None for the whole file, also where the range makes no sense."""
    condition = request.headers.get("If-Range")
    found = _RANGE.match(request.headers.get("Range", ""))
    if found is None or (condition is not None and condition != f'"{etag}"') or found.group(0) == "bytes=-":
        return None
    first, last = found.groups()
    if not first:
        return max(0, n_bytes - int(last)), n_bytes - 1
    end = min(int(last), n_bytes - 1) if last else n_bytes - 1
    return None if last and int(last) < int(first) else (int(first), end)


def _outside(n_bytes: int) -> HttpResponseBase:
    response = problem(BAD_RANGE, detail=f"The file has {n_bytes} bytes.")
    response.headers["Content-Range"] = f"bytes */{n_bytes}"
    return response


def _part(path: Path, first: int, last: int, n_bytes: int, content_type: str) -> HttpResponseBase:
    is_part = (first, last) != (0, n_bytes - 1)
    response = StreamingHttpResponse(
        _chunks(path, first, last), status=206 if is_part else 200, content_type=content_type
    )
    response.headers["Content-Length"] = str(last - first + 1)
    if is_part:
        response.headers["Content-Range"] = f"bytes {first}-{last}/{n_bytes}"
    return response


def _chunks(path: Path, first: int, last: int) -> Iterator[bytes]:
    left = last - first + 1
    with path.open("rb") as file:
        file.seek(first)
        while left > 0 and (chunk := file.read(min(CHUNK_BYTES, left))):
            left -= len(chunk)
            yield chunk
