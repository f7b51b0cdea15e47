"""The items of a result, page by page, for the per-item browser."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from benchtoward.core.errors import InvalidInputError, NotFoundError, Problem
from benchtoward.core.items import Item
from benchtoward.core.lifecycle import ResultState, Tag
from benchtoward.core.observing import target_text
from benchtoward.core.results import Finish, Prediction, PredictionStatus
from benchtoward.core.spec import Labels
from benchtoward.formats.bundle import read_predictions
from benchtoward.store.models import Response, Result
from benchtoward.store.opening import artifact_store
from benchtoward.workflows.specs import stored_items, stored_spec
from benchtoward.workflows.views import ItemPage, ItemRow

ROWS_PER_PAGE = 25

KINDS: Mapping[str, Callable[[Prediction], bool]] = MappingProxyType(
    {
        "all": lambda _: True,
        "right": lambda prediction: prediction.score == 1,
        "wrong": lambda prediction: prediction.score is not None and prediction.score < 1,
        "unparsed": lambda prediction: prediction.status is not PredictionStatus.PARSED,
        "truncated": lambda prediction: prediction.finish is Finish.LENGTH,
    }
)


def get_items(run_id: str, *, kind: str = "all", text: str = "", page: int = 1) -> ItemPage:
    """Return a page of a published result's items, those of a kind whose id or visible text holds `text`.

    Raises `NotFoundError` for a result that is not published or whose labels are secret, and `InvalidInputError`
    for an unknown kind or a page that is not there.
    """
    result = Result.objects.find(run_id)
    version = result.run.benchmark_version
    if result.state != ResultState.PUBLISHED or stored_spec(version).labels is Labels.SECRET:
        raise NotFoundError(f"The items of {run_id[:40]!r} can't be shown.")
    if kind not in KINDS:
        problem = Problem(where="kind", found=repr(kind)[:40], expected=f"one of {', '.join(KINDS)}")
        raise InvalidInputError("The choice of items", [problem])
    items = stored_items(version).by_id
    matching = list(_matching(_predictions(result.predictions_id), items, kind, text))
    n_pages = max(1, math.ceil(len(matching) / ROWS_PER_PAGE))
    if not 1 <= page <= n_pages:
        problem = Problem(where="page", found=str(page), expected=f"a page from 1 to {n_pages}")
        raise InvalidInputError("The choice of items", [problem])
    shown = matching[(page - 1) * ROWS_PER_PAGE : page * ROWS_PER_PAGE]
    # Responses are shown of runs that were made here alone.
    made_here = result.run.tag != Tag.COMMUNITY
    keys = [prediction.request_key for prediction in shown if prediction.request_key and made_here]
    texts = Response.objects.texts(keys)
    rows = tuple(_row(prediction, items[prediction.item_id], texts) for prediction in shown)
    return ItemPage(rows=rows, n_matching=len(matching), page=page, n_pages=n_pages, kind=kind)


@lru_cache(maxsize=8)
def _predictions(sha256: str) -> tuple[Prediction, ...]:
    return tuple(read_predictions(artifact_store().path(sha256)))


def _matching(
    predictions: tuple[Prediction, ...], items: Mapping[str, Item], kind: str, text: str
) -> Iterator[Prediction]:
    wanted = text.strip().casefold()
    for prediction in predictions:
        if KINDS[kind](prediction) and (not wanted or wanted in _searchable(items[prediction.item_id])):
            yield prediction


def _searchable(item: Item) -> str:
    return "\n".join([item.id, *(str(value) for value in item.visible.values())]).casefold()


def _row(prediction: Prediction, item: Item, texts: Mapping[str, str]) -> ItemRow:
    return ItemRow(
        item_id=item.id,
        repeat=prediction.repeat,
        unit=item.unit,
        status=prediction.status.value,
        reason=prediction.reason,
        finish=prediction.finish.value,
        rule=prediction.rule,
        prediction=prediction.prediction,
        probabilities=prediction.probabilities,
        gold=target_text(item.target),
        score=prediction.score,
        visible=item.visible,
        response=texts.get(prediction.request_key),
    )
