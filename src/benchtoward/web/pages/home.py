"""The first page: what this is, what is here, and the look-up box."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from benchtoward.web import formatting
from benchtoward.web.benchmark_facts import benchmark_facts
from benchtoward.web.lines import PROPORTION_AXIS, result_line
from benchtoward.web.page import page
from benchtoward.workflows import reading

N_NEWEST = 8


def home(request: HttpRequest) -> HttpResponse:
    """What this is in two sentences, the counts, the newest results."""
    totals = reading.totals()
    newest = reading.newest_results(N_NEWEST)
    benchmarks = [benchmark_facts(view) for view in reading.list_benchmarks()]
    context = {
        "n_results": formatting.count(totals.n_results),
        "n_models": formatting.count(totals.n_models),
        "n_benchmarks": formatting.count(totals.n_benchmarks),
        "newest": [result_line(summary) for summary in newest],
        "axis": PROPORTION_AXIS,
        "benchmarks": benchmarks,
        "lookup_benchmarks": [(benchmark.slug, benchmark.title) for benchmark in benchmarks],
    }
    return page(request, "web/home.html", context, last_modified=newest[0].published_at if newest else None)
