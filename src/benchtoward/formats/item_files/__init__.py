"""From the source files of a benchmark to its items."""

from benchtoward.formats.item_files.adapters import AdapterSources, adapter_sources, load_adapter
from benchtoward.formats.item_files.rows import external_predictions, read_items, read_rows
from benchtoward.formats.item_files.sources import SourceLocator, file_sha256

__all__ = [
    "AdapterSources",
    "SourceLocator",
    "adapter_sources",
    "external_predictions",
    "file_sha256",
    "load_adapter",
    "read_items",
    "read_rows",
]
