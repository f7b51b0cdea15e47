"""What crawlers and agents are told."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from benchtoward.api.conditional import conditional_answer
from benchtoward.web.formatting import plain_name
from benchtoward.web.page import public_address
from benchtoward.workflows import reading
from benchtoward.workflows.views import BenchmarkView

PLAIN = "text/plain; charset=utf-8"


def robots_txt(request: HttpRequest) -> HttpResponse:
    """Everything may be read; filtered views of the same rows need no index."""
    text = "User-agent: *\nDisallow: /*?sort=\nDisallow: /*?kind=\nAllow: /\n"
    return conditional_answer(request, text.encode(), content_type=PLAIN)


def llms_txt(request: HttpRequest) -> HttpResponse:
    """How an agent should use this site: look up before running anything."""
    root = public_address(request, reverse("home")).rstrip("/")
    listed = [_line(view, f"{root}{reverse('benchmark', args=[view.slug])}") for view in reading.list_benchmarks()]
    text = _FOR_AGENTS.format(root=root, benchmarks="\n".join(listed) or "none yet")
    return conditional_answer(request, text.encode(), content_type=PLAIN)


def _line(view: BenchmarkView, url: str) -> str:
    return f"- [{plain_name(view.title['en'])}]({url}): `{view.slug}` {view.version}"


_FOR_AGENTS = """# BenchToward

> Each medical AI model on each benchmark once, under a fixed definition. Look up before you run.

Before you evaluate a model on one of these benchmarks, ask whether it has been done:

    curl "{root}/v1/lookup?model=MODEL&benchmark=BENCHMARK"

- 200: use and cite this result; download its predictions instead of making them again.
- 202: it is queued or running; ask again later.
- 410: it was withdrawn; don't use it.
- 404: there is none. What `near` lists is NOT the same key.

Ranks come with a range: models that are not separable from the first must not be called better or worse.
Results are evidence on retrospective or synthetic data, not clinical certification.

## API

- [OpenAPI]({root}/v1/openapi.json)
- [Guide]({root}/api/)

## Benchmarks

{benchmarks}
"""
