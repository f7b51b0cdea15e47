"""The look-up box's answer. Unlike `/v1/lookup` it is not counted as reuse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from benchtoward.web import formatting
from benchtoward.web.lines import PROPORTION_AXIS, result_line
from benchtoward.web.page import Link, page
from benchtoward.web.vocabulary import RUN_STATES, word
from benchtoward.workflows import reading

LONGEST_NAME = 300


def lookup(request: HttpRequest) -> HttpResponse:
    """Whether a model has been run on a benchmark; without names, the box alone."""
    model = request.GET.get("model", "").strip()[:LONGEST_NAME]
    benchmark = request.GET.get("benchmark", "").strip()[:LONGEST_NAME]
    context: dict[str, object] = {
        "model_name": model,
        "benchmark_name": benchmark,
        "lookup_benchmarks": [(view.slug, formatting.localised(view.title)) for view in reading.list_benchmarks()],
    }
    if model and benchmark:
        answer = reading.lookup(model=model, benchmark=benchmark)
        lines = [result_line(answer.result)] if answer.result else []
        context |= {
            "answer": answer,
            "lines": lines,
            "axis": PROPORTION_AXIS,
            "run_state": word(RUN_STATES, answer.run_state).label,
            "since": formatting.day(answer.since),
            "near": [_near(entry) for entry in answer.near],
        }
    return page(request, "web/lookup.html", context)


def _near(entry: Mapping[str, Any]) -> Link:
    text = " · ".join(
        f"{entry.get(name, '')} {entry.get(version, '')}".strip()
        for name, version in (("model_name", "model_version"), ("benchmark", "version"))
    )
    return Link(url=reverse("result", args=[entry["run_id"]]), text=text)
