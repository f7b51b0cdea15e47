"""All formulas of ClinCalc, by field."""

from __future__ import annotations

from ..formula import Formula
from . import (
    acid_base,
    children,
    electrolytes,
    emergency,
    heart,
    kidney,
    liver,
    lungs,
    metabolism,
    thrombosis,
)

_FIELDS = (
    kidney,
    electrolytes,
    acid_base,
    heart,
    lungs,
    liver,
    thrombosis,
    metabolism,
    emergency,
    children,
)

FORMULAS: dict[str, Formula] = {formula.key: formula for field in _FIELDS for formula in field.FORMULAS}
"""Every formula by its key."""
