"""The result page: a record as text, and the browser of its items."""

from benchtoward.web.result.items import ItemChoices, ItemFacts, item_facts, read_item_choices
from benchtoward.web.result.provenance import Provenance, provenance
from benchtoward.web.result.scores import (
    MetricLine,
    SubgroupTable,
    metric_lines,
    reading_shares,
    subgroup_tables,
)

__all__ = [
    "ItemChoices",
    "ItemFacts",
    "MetricLine",
    "Provenance",
    "SubgroupTable",
    "item_facts",
    "metric_lines",
    "provenance",
    "read_item_choices",
    "reading_shares",
    "subgroup_tables",
]
