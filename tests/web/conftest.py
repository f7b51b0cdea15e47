"""Pages are tested on views made by hand, which stand in for what the use cases read from a store."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from tests.django_setup import configured_store  # noqa: F401
from tests.web import sample_views

from benchtoward.workflows import reading

Stand = Callable[[SimpleNamespace], None]


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Stand:
    """Puts functions in the place of `workflows.reading`."""

    def put(functions: SimpleNamespace) -> None:
        for name, function in vars(functions).items():
            monkeypatch.setattr(reading, name, function)

    return put


@pytest.fixture
def sample(stand_in: Stand) -> None:
    """The pages read the sample views."""
    stand_in(sample_views.reading())


@pytest.fixture
def hostile(stand_in: Stand) -> None:
    """The pages read sample views in which every name is hostile."""
    stand_in(sample_views.reading(hostile=True))


@pytest.fixture
def text(client: Client) -> Callable[..., str]:
    """Fetches a page, which must be there, as text."""

    def fetch(path: str, status: int = 200, **headers: Any) -> str:
        response = client.get(path, headers=headers)
        assert response.status_code == status, path
        return response.content.decode()

    return fetch
