"""Bundles: what crosses every boundary as one folder or .zip; one reader and one writer."""

from benchtoward.formats.bundle.contents import Bundle, BundleLimits, JournalRow, ResponseRow
from benchtoward.formats.bundle.reading import read_bundle, read_journal, read_predictions
from benchtoward.formats.bundle.tables import prediction_bytes
from benchtoward.formats.bundle.writing import write_bundle

__all__ = [
    "Bundle",
    "BundleLimits",
    "JournalRow",
    "ResponseRow",
    "prediction_bytes",
    "read_bundle",
    "read_journal",
    "read_predictions",
    "write_bundle",
]
