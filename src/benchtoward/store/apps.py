"""The Django app that holds every table."""

from __future__ import annotations

from django.apps import AppConfig


class StoreConfig(AppConfig):
    """All tables of BenchToward, under the label `store`."""

    name = "benchtoward.store"
    label = "store"
    verbose_name = "BenchToward store"
    default_auto_field = "django.db.models.BigAutoField"
