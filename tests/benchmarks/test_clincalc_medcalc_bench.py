"""ClinCalc's formulas against the gold answers of MedCalc-Bench, where a note holds each value exactly once.

Khandekar et al. 2024, arXiv:2406.12036; the data (CC BY-SA 4.0) are read from the folder beside the checkout.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from types import ModuleType

import pytest

# A number after a name, and before its unit.
_VALUE = r"\)?(?:\s*(?:level|concentration)?s?\s*(?:was|of|is|at|:|=|,|\()?\s*)(\d+(?:\.\d+)?)\s*"
_PATTERNS = {
    "age": r"(\d+)[- ]years?[- ]old",
    "heart_rate": r"heart rate of (\d+) bpm",
    "qt": r"QT interval of (\d+) msec",
    "weight": r"(?:weigh\w*|weight)\D{0,25}?(\d+(?:\.\d+)?)\s?kg",
    "height": r"(?:height|tall|length)\D{0,25}?(\d{2,3}(?:\.\d+)?)\s?cm",
    "sodium": rf"(?:\bsodium|\bNa\+?){_VALUE}(?:mmol|meq)",
    "chloride": rf"(?:\bchloride|\bCl-?){_VALUE}(?:mmol|meq)",
    "bicarbonate": rf"(?:\bbicarbonate|\bHCO3-?){_VALUE}(?:mmol|meq)",
    "albumin": rf"\balbumin{_VALUE}g/dL",
    "calcium": rf"\bcalcium{_VALUE}mg/dL",
    "glucose": rf"\bglucose{_VALUE}mg/dL",
    "bun": rf"(?:\bBUN|urea nitrogen){_VALUE}mg/dL",
    "creatinine": rf"\bcreatinine{_VALUE}mg/dL",
    "sbp": r"(?:blood pressure|BP)\D{0,25}?(\d{2,3})/\d{2,3}",
    "dbp": r"(?:blood pressure|BP)\D{0,25}?\d{2,3}/(\d{2,3})",
}
_WOMAN = re.compile(r"\b(?:female|woman|girl|lady)\b", re.IGNORECASE)
_MAN = re.compile(r"\b(?:male|man|boy|gentleman)\b", re.IGNORECASE)

CALCULATORS = [
    ("3", "egfr_ckd_epi_2021", 10),
    ("5", "mean_arterial_pressure", 15),
    ("6", "body_mass_index", 10),
    ("7", "corrected_calcium", 8),
    ("22", "maintenance_fluid", 8),
    ("30", "serum_osmolality", 4),
    ("39", "anion_gap", 8),
    ("60", "body_surface_area", 7),
    ("65", "albumin_corrected_anion_gap", 6),
]


@pytest.fixture(scope="module")
def notes(shared_folder: Path) -> list[Mapping[str, str]]:
    path = shared_folder / "data" / "medcalc-bench" / "items_v2024-06-27.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.mark.parametrize(("calculator", "key", "n_least"), CALCULATORS)
def test_gold_answers_of_medcalc_bench_are_reproduced(
    clincalc: ModuleType, notes: list[Mapping[str, str]], calculator: str, key: str, n_least: int
) -> None:
    compared = list(_compared(clincalc.formulas.FORMULAS[key], notes, calculator))
    assert len(compared) >= n_least
    assert [pair for pair in compared if abs(pair[0] - pair[1]) > Decimal("0.0051")] == []


@pytest.mark.parametrize(("calculator", "key"), [("11", "qtc_bazett"), ("56", "qtc_fridericia")])
def test_corrected_qt_agrees_within_their_rounding_of_the_rr_interval(
    clincalc: ModuleType, notes: list[Mapping[str, str]], calculator: str, key: str
) -> None:
    compared = list(_compared(clincalc.formulas.FORMULAS[key], notes, calculator))
    assert len(compared) == 20
    assert all(abs(ours - theirs) <= theirs * Decimal("0.001") for ours, theirs in compared)


def _compared(formula: object, notes: list[Mapping[str, str]], calculator: str) -> Iterator[tuple[Decimal, Decimal]]:
    for note in notes:
        if note["Calculator ID"] == calculator:
            values = {name: _value(name, note["Patient Note"]) for name in formula.arguments}  # type: ignore[attr-defined]
            if None not in values.values():
                yield formula.compute(**values), Decimal(note["Ground Truth Answer"])  # type: ignore[attr-defined]


def _value(name: str, text: str) -> Decimal | bool | None:
    if name == "female":
        is_woman, is_man = bool(_WOMAN.search(text[:300])), bool(_MAN.search(text[:300]))
        return is_woman if is_woman != is_man else None
    found = set(re.findall(_PATTERNS[name], text, re.IGNORECASE))
    return Decimal(found.pop()) if len(found) == 1 else None
