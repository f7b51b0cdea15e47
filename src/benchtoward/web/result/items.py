"""The browser of a result's items: which ones are shown stands in the address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchtoward.web import formatting
from benchtoward.web.benchmark_facts import Fact, Options
from benchtoward.web.benchmark_facts import item_facts as visible_facts
from benchtoward.web.vocabulary import FINISHES, REASONS, RULES, STATUSES, Word, word
from benchtoward.workflows.views import ItemRow

KINDS: Final = {
    "all": Word(label=gettext_lazy("all")),
    "right": Word(label=gettext_lazy("right")),
    "wrong": Word(label=gettext_lazy("wrong")),
    "unparsed": Word(label=gettext_lazy("unparsed")),
    "truncated": Word(label=gettext_lazy("truncated")),
}
LONGEST_TEXT: Final = 200
LONGEST_RESPONSE: Final = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemChoices:
    """Which items of a result a reader wants to see."""

    kind: str = "all"
    text: str = ""
    page: int = 1

    def query(self, **changes: Any) -> str:
        """Return the query string for these items with `changes`, from the first page on."""
        chosen = replace(self, **{"page": 1, **changes})
        parameters = {
            "kind": "" if chosen.kind == "all" else chosen.kind,
            "q": chosen.text,
            "page": "" if chosen.page == 1 else chosen.page,
        }
        return "?" + urlencode({name: value for name, value in parameters.items() if value})


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemFacts:
    """One item of a result, ready to be shown."""

    item_id: str
    unit: str
    repeat: str
    """Which of several runs of the same question, from 1; empty where there is one."""
    verdict: str
    """`right`, `wrong`, `unparsed` or empty: for the mark beside it."""
    verdict_text: str
    prediction: str
    gold: str
    score: str
    status: Word
    reason: str
    finish: str
    rule: str
    probabilities: str
    visible: Sequence[Fact]
    response: str
    was_cut: bool
    """Whether the response is longer than what is shown."""


def read_item_choices(query: QueryDict) -> ItemChoices:
    """Return the choices in an address; what makes no sense in it is left out."""
    kind, page = query.get("kind", ""), query.get("page", "")
    is_page = page.isascii() and page.isdigit() and len(page) < 9
    return ItemChoices(
        kind=kind if kind in KINDS else "all",
        text=query.get("q", "").strip()[:LONGEST_TEXT],
        page=max(1, int(page)) if is_page else 1,
    )


def item_facts(row: ItemRow, *, has_repeats: bool, options: Options) -> ItemFacts:
    """Return one item as text in the page's language."""
    verdict, verdict_text = _verdict(row)
    response = row.response or ""
    return ItemFacts(
        item_id=row.item_id,
        unit=row.unit.replace("\x1f", " · "),
        repeat=str(row.repeat + 1) if has_repeats else "",
        verdict=verdict,
        verdict_text=verdict_text,
        prediction=formatting.UNKNOWN if row.prediction is None else row.prediction,
        gold=formatting.UNKNOWN if row.gold is None else row.gold,
        score="" if row.score is None else formatting.score(row.score),
        status=word(STATUSES, row.status),
        reason=str(word(REASONS, row.reason).label) if row.reason else "",
        finish=str(word(FINISHES, row.finish).label) if row.finish else "",
        rule=str(word(RULES, row.rule).label) if row.rule else "",
        probabilities=", ".join(formatting.score(value) for value in row.probabilities or ()),
        visible=visible_facts(row.visible, options),
        response=response[:LONGEST_RESPONSE],
        was_cut=len(response) > LONGEST_RESPONSE,
    )


def _verdict(row: ItemRow) -> tuple[str, str]:
    if row.status != "parsed":
        return "unparsed", str(word(STATUSES, row.status).label)
    if row.score == 1:
        return "right", _("right")
    if row.score == 0:
        return "wrong", _("wrong")
    return "", "" if row.score is None else formatting.score(row.score)
