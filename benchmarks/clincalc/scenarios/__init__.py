"""All kinds of patients of ClinCalc."""

from __future__ import annotations

from ..scenario import Scenario
from . import critical_care, heart_and_vessels, internal, liver_and_cancer, paediatric

SCENARIOS: tuple[Scenario, ...] = (
    *internal.SCENARIOS,
    *heart_and_vessels.SCENARIOS,
    *critical_care.SCENARIOS,
    *liver_and_cancer.SCENARIOS,
    *paediatric.SCENARIOS,
)
"""Every kind of patient."""
