"""A client for chat endpoints that speak OpenAI's protocol, as vLLM, SGLang, Ollama and llama.cpp do."""

from __future__ import annotations

import ipaddress
import json
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import Protocol, Self
from urllib.parse import urlsplit

import aiohttp

from benchtoward import __version__
from benchtoward.core.canonical import Json
from benchtoward.core.errors import InvalidInputError, Problem
from benchtoward.core.lifecycle import FailureClass
from benchtoward.harness.completions import Completion, FailedAttempt, malformed, read_completion
from benchtoward.harness.provider_errors import error_in_success, failed_attempt

LARGEST_BODY_BYTES = 32 * 2**20
"""A response body beyond this is no answer to a question."""

UNREACHABLE_SECONDS = 5.0
"""How long another address is asked instead of one that could not be reached."""


class Endpoint(Protocol):
    """Whatever answers chat requests."""

    async def attempt(self, request: Mapping[str, Json]) -> Completion | FailedAttempt:
        """Send a request once; raises only what makes any further request senseless."""


class ChatEndpoint:
    """One endpoint over HTTP; use it as an asynchronous context manager.

    It sends each request once: waiting and asking again is the runner's work, which knows when to stop.
    """

    def __init__(
        self,
        base_url: str | Sequence[str],
        api_key: str | None = None,
        *,
        timeout_seconds: float = 600.0,
        connect_timeout_seconds: float = 30.0,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """`base_url` ends before `/chat/completions`; a whole attempt may take `timeout_seconds`.

        Of several addresses of one and the same model, the one with the fewest requests under way gets the
        next; one that could not be reached is left alone for some seconds.
        """
        base_urls = [base_url] if isinstance(base_url, str) else base_url
        self._n_under_way = {_checked_url(address): 0 for address in base_urls}
        self._unreachable_until = dict.fromkeys(self._n_under_way, 0.0)
        self._headers = {
            "Content-Type": "application/json",
            "User-Agent": f"benchtoward/{__version__}",
            **(headers or {}),
        }
        if api_key and api_key.strip():
            self._headers["Authorization"] = f"Bearer {api_key.strip()}"
        self._timeout = aiohttp.ClientTimeout(total=timeout_seconds, sock_connect=connect_timeout_seconds)
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0),
            headers=self._headers,
            timeout=self._timeout,
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=not all(map(_is_this_machine, self._n_under_way)),
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def attempt(self, request: Mapping[str, Json]) -> Completion | FailedAttempt:
        """Send a request once and return the answer, or what went wrong.

        Raises `QuotaExhaustedError` and `ProviderRefusedSettingError`.
        """
        url = self._least_busy()
        self._n_under_way[url] += 1
        try:
            return await self._attempt(url, request)
        except TimeoutError:
            return FailedAttempt(failure=FailureClass.TIMEOUT, detail="timeout", can_retry=True)
        except aiohttp.ClientPayloadError:
            return malformed("cut_body")
        except (aiohttp.ClientError, OSError) as error:
            self._unreachable_until[url] = time.monotonic() + UNREACHABLE_SECONDS
            detail = f"connection {type(error).__name__}"
            return FailedAttempt(failure=FailureClass.PROVIDER, detail=detail, can_retry=True)
        finally:
            self._n_under_way[url] -= 1

    def _least_busy(self) -> str:
        now = time.monotonic()
        return min(self._n_under_way, key=lambda url: (self._unreachable_until[url] > now, self._n_under_way[url]))

    async def _attempt(self, url: str, request: Mapping[str, Json]) -> Completion | FailedAttempt:
        data = json.dumps(request, ensure_ascii=False, separators=(",", ":")).encode()
        # A redirect would turn the POST into a GET, or carry the key elsewhere.
        async with self._open_session.post(url, data=data, allow_redirects=False) as response:
            raw = await _read(response)
            if response.status == 200:
                return _answer(raw, request)
            return _failure(response, raw, request)

    @property
    def _open_session(self) -> aiohttp.ClientSession:
        if self._session is None:
            raise RuntimeError("a ChatEndpoint is used within `async with`")
        return self._session


async def _read(response: aiohttp.ClientResponse) -> bytes | None:
    chunks = []
    n_bytes = 0
    async for chunk in response.content.iter_any():
        n_bytes += len(chunk)
        if n_bytes > LARGEST_BODY_BYTES:
            response.close()
            return None
        chunks.append(chunk)
    return b"".join(chunks)


def _answer(raw: bytes | None, request: Mapping[str, Json]) -> Completion | FailedAttempt:
    if raw is None:
        return malformed("body_too_large")
    try:
        body: Json = json.loads(raw)
    except (ValueError, RecursionError):
        return malformed("no_json")
    error = error_in_success(body)
    if error is not None:
        return failed_attempt(error[0], {}, error[1], request, now=datetime.now(UTC))
    return read_completion(body)


def _failure(response: aiohttp.ClientResponse, raw: bytes | None, request: Mapping[str, Json]) -> FailedAttempt:
    try:
        body: Json = json.loads(raw or b"")
    except (ValueError, RecursionError):
        body = None
    return failed_attempt(response.status, response.headers, body, request, now=datetime.now(UTC))


def _checked_url(base_url: str) -> str:
    parts = urlsplit(base_url)
    is_plain = not (parts.query or parts.fragment or parts.username or parts.password)
    if parts.scheme not in ("http", "https") or not parts.hostname or not is_plain:
        # An address with a password in it must not be repeated.
        found = f"{parts.scheme or 'no scheme'}, host {parts.hostname or 'none'}"
        found += "" if is_plain else ", and more"
        expected = "an address such as https://api.example.org/v1, without password or query"
        problem = Problem(where="base_url", found=found, expected=expected)
        raise InvalidInputError("The chat endpoint", [problem])
    return f"{base_url.rstrip('/')}/chat/completions"


def _is_this_machine(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
