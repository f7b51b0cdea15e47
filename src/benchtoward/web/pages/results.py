"""The page of one result: score, subgroups, responses, cost, provenance, items, citation; or a tombstone."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from benchtoward.core.errors import InvalidInputError
from benchtoward.web import formatting
from benchtoward.web.axis import Axis
from benchtoward.web.benchmark_facts import options_of
from benchtoward.web.board.rows import rank_note
from benchtoward.web.lines import result_line
from benchtoward.web.page import page, public_address
from benchtoward.web.result import (
    ItemChoices,
    item_facts,
    metric_lines,
    provenance,
    read_item_choices,
    reading_shares,
    subgroup_tables,
)
from benchtoward.web.result.items import KINDS
from benchtoward.workflows import reading
from benchtoward.workflows.views import ItemPage, ResultView

RANK_WIDTH = 200


def result(request: HttpRequest, run_id: str) -> HttpResponse:
    """One result, or with status 410 the tombstone of a withdrawn one."""
    view = reading.get_result(run_id)
    if view.withdrawn_at is not None:
        return _tombstone(request, view)
    context = {
        **_scores(view),
        "provenance": provenance(view),
        "bibtex": reading.get_bibtex(run_id, page=public_address(request, f"/results/{run_id}/")),
        **_downloads(view),
        **(_items(view, read_item_choices(request.GET)) if view.shows_items else {}),
    }
    return page(request, "web/result.html", context, last_modified=view.summary.published_at)


def _tombstone(request: HttpRequest, view: ResultView) -> HttpResponse:
    context = {
        "line": result_line(view.summary),
        "withdrawn": formatting.day(view.withdrawn_at),
        "withdrawn_iso": formatting.iso_day(view.withdrawn_at),
        "reason": view.withdrawn_reason,
    }
    return page(request, "web/withdrawn.html", context, status=410)


def _scores(view: ResultView) -> Mapping[str, object]:
    first, *others = metric_lines(view.record)
    line = result_line(view.summary)
    return {
        "view": view,
        "line": line,
        "plain_title": formatting.plain_name(f"{line.model} · {line.benchmark}"),
        "primary": first,
        "others": others,
        "subgroups": subgroup_tables(view.record),
        "shares": reading_shares(view.record),
        "is_agent": view.summary.tag == "agent",
        **_rank(view, first.redraws),
    }


def _rank(view: ResultView, redraws: str) -> Mapping[str, object]:
    line = view.summary
    if line.rank is None or line.rank_low is None or line.rank_high is None or line.n_ranked is None:
        return {}
    axis = Axis(start=1, end=max(2, line.n_ranked), step=1, width=RANK_WIDTH)
    return {
        "rank_mark": axis.mark(line.rank, line.rank_low, line.rank_high),
        "rank_note": rank_note(line.rank, line.rank_low, line.rank_high, n_ranked=line.n_ranked, redraws=redraws),
    }


def _downloads(view: ResultView) -> Mapping[str, object]:
    run_id = view.summary.run_id
    predictions = reverse("api:predictions", args=[run_id])
    return {
        "json_url": reverse("api:result", args=[run_id]),
        "bibtex_url": reverse("api:bibtex", args=[run_id]),
        "predictions": [(name, f"{predictions}.{ending}") for name, ending in _FORMATS],
        # What has secret labels can't be verified by its readers.
        "verify": f"benchtoward verify {run_id}" if view.shows_items else "",
    }


_FORMATS = (("Parquet", "parquet"), ("CSV", "csv"), ("JSON Lines", "jsonl"))


def _items(view: ResultView, choices: ItemChoices) -> Mapping[str, object]:
    run_id = view.summary.run_id
    found = _item_page(run_id, choices)
    options = options_of(reading.get_benchmark(view.summary.benchmark, view.summary.version).prompt)
    has_repeats = view.record["scores"]["n_repeats"] != 1  # type: ignore[index,call-overload]
    return {
        "choices": choices,
        "items": found,
        "item_rows": [item_facts(row, has_repeats=has_repeats, options=options) for row in found.rows],
        "kinds": [(kind.label, choices.query(kind=key), key == found.kind) for key, kind in KINDS.items()],
        "n_matching": formatting.count(found.n_matching),
        "previous": choices.query(page=found.page - 1) if found.page > 1 else "",
        "next": choices.query(page=found.page + 1) if found.page < found.n_pages else "",
        "page_text": _("Page %(page)s of %(pages)s")
        % {"page": formatting.count(found.page), "pages": formatting.count(found.n_pages)},
    }


def _item_page(run_id: str, choices: ItemChoices) -> ItemPage:
    try:
        return reading.get_items(run_id, kind=choices.kind, text=choices.text, page=choices.page)
    except InvalidInputError:
        # The only choice that can still be wrong is a page behind the last one.
        return reading.get_items(run_id, kind=choices.kind, text=choices.text)
