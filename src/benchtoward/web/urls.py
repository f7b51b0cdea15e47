"""Every address of the site. Pages are in English; under `/ko/` in Korean."""

from __future__ import annotations

from django.conf.urls.i18n import i18n_patterns
from django.urls import path
from django.views.decorators.http import require_safe

from benchtoward.api.application import api
from benchtoward.web.pages import benchmarks, errors, guide, home, lookup, models, results, robots, texts

handler400 = errors.bad_request
handler404 = errors.not_found
handler500 = errors.server_error

urlpatterns = [
    path("v1/", api.urls),
    path("robots.txt", require_safe(robots.robots_txt)),
    path("llms.txt", require_safe(robots.llms_txt)),
    *i18n_patterns(
        path("", require_safe(home.home), name="home"),
        path("benchmarks/", require_safe(benchmarks.benchmark_list), name="benchmarks"),
        path("benchmarks/<str:slug>/", require_safe(benchmarks.benchmark), name="benchmark"),
        path(
            "benchmarks/<str:slug>/<str:version>/",
            require_safe(benchmarks.benchmark),
            name="benchmark-version",
        ),
        path("models/", require_safe(models.model_list), name="models"),
        path("models/<str:slug>/", require_safe(models.model), name="model"),
        path("results/<str:run_id>/", require_safe(results.result), name="result"),
        path("lookup/", require_safe(lookup.lookup), name="lookup"),
        path("api/", require_safe(guide.api_guide), name="api-guide"),
        *(path(f"{name}/", require_safe(texts.text), {"name": name}, name=name) for name in texts.NAMES),
        prefix_default_language=False,
    ),
]
