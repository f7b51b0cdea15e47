"""Newborns and children."""

from __future__ import annotations

from ..formula import (
    ARITHMETIC,
    COUNTED,
    LAST_PLACE,
    ONE_TO_THREE,
    POINTS,
    Category,
    Formula,
    Mistake,
    Source,
    redo,
)
from ..text import D, Text

BREATHING = ("none", "weak", "crying")
TONE = ("limp", "some", "active")
REFLEX = ("none", "grimace", "cry")
COLOUR = ("blue", "blue hands and feet", "pink")
"""The signs of the Apgar score, 0 to 2 points each."""


def apgar(*, newborn_heart_rate: D, breathing: str, tone: str, reflex: str, colour: str) -> D:
    """Return 0 to 10 points; heart rate absent, under 100 or from 100/min on."""
    heart_points = 0 if newborn_heart_rate == 0 else 1 if newborn_heart_rate < 100 else 2
    signs = (BREATHING.index(breathing), TONE.index(tone), REFLEX.index(reflex), COLOUR.index(colour))
    return D(heart_points + sum(signs))


def maintenance_fluid(*, weight: D) -> D:
    """Return mL/h: 4 mL/kg for the first 10 kg, 2 for the next 10, 1 for each kg above 20."""
    return 4 * min(weight, D(10)) + 2 * min(max(weight - 10, D(0)), D(10)) + max(weight - 20, D(0))


def egfr_bedside_schwartz(*, height: D, creatinine: D) -> D:
    """Return GFR in mL/min/1.73 m² from height in cm and enzymatic creatinine in mg/dL."""
    return D("0.413") * height / creatinine


def dose_volume(*, weight: D, dose_per_kg: D, strength: D) -> D:
    """Return mL for one dose from kg, mg/kg for one dose and mg/mL."""
    return weight * dose_per_kg / strength


def glucose_infusion_rate(*, dextrose_percent: D, fluid_rate: D, weight: D) -> D:
    """Return mg/kg/min from percent, mL/h and kg."""
    return dextrose_percent * 10 * fluid_rate / (60 * weight)


FORMULAS = (
    Formula(
        key="apgar",
        category=Category.CHILDREN,
        sources=(
            Source(
                authors="Apgar V",
                year=1953,
                journal="Curr Res Anesth Analg 32:260-267 (reprinted in Anesth Analg 2015;120:1056-1059)",
                doi="10.1213/ANE.0b013e31829bdc5c",
            ),
        ),
        compute=apgar,
        mistakes=(
            (Mistake.MISCOUNTED, redo(apgar, newborn_heart_rate=lambda p: 200 - p.newborn_heart_rate)),
            (Mistake.MISCOUNTED, redo(apgar, colour=lambda _: "pink")),
            (Mistake.MISCOUNTED, redo(apgar, colour=lambda _: "blue")),
            (Mistake.MISCOUNTED, redo(apgar, tone=lambda _: "limp")),
        ),
        decimals=0,
        unit=POINTS,
        tolerance=COUNTED,
        steps=ONE_TO_THREE,
        low=D(0),
        high=D(10),
        question=Text("What is the Apgar score?", "아프가(Apgar) 점수는?"),
    ),
    Formula(
        key="maintenance_fluid",
        category=Category.CHILDREN,
        sources=(
            Source(
                authors="Holliday MA, Segar WE",
                year=1957,
                journal="Pediatrics 19:823-832",
                doi="10.1542/peds.19.5.823",
            ),
        ),
        compute=maintenance_fluid,
        mistakes=(
            (Mistake.FORGOTTEN, lambda p: 4 * p.weight),
            (Mistake.FORGOTTEN, lambda p: 2 * p.weight),
            (Mistake.MISCOUNTED, lambda p: 4 * min(p.weight, D(10)) + max(p.weight - 10, D(0))),
            (Mistake.WRONG_UNIT, lambda p: maintenance_fluid(weight=p.weight * D("2.2"))),
            (Mistake.FORGOTTEN, lambda p: 40 + 2 * p.weight),
            (
                Mistake.MISCOUNTED,
                lambda p: 4 * min(p.weight, D(10)) + 2 * max(p.weight - 10, D(0)) + p.weight,
            ),
        ),
        decimals=0,
        unit=Text("mL/h", "mL/h"),
        tolerance=LAST_PLACE,
        low=D(10),
        high=D(100),
        question=Text(
            "What is the maintenance fluid rate by the 4-2-1 rule?",
            "4-2-1 법칙에 따른 유지 수액의 시간당 속도는?",
        ),
    ),
    Formula(
        key="egfr_bedside_schwartz",
        category=Category.CHILDREN,
        sources=(
            Source(
                authors="Schwartz GJ, Muñoz A, Schneider MF, et al.",
                year=2009,
                journal="J Am Soc Nephrol 20:629-637",
                doi="10.1681/ASN.2008030287",
            ),
        ),
        compute=egfr_bedside_schwartz,
        mistakes=(
            (Mistake.WRONG_CONSTANT, lambda p: D("0.55") * p.height / p.creatinine),
            (Mistake.WRONG_CONSTANT, lambda p: D("0.45") * p.height / p.creatinine),
            (Mistake.WRONG_CONSTANT, lambda p: D("0.33") * p.height / p.creatinine),
            (Mistake.WRONG_CONSTANT, lambda p: D("0.7") * p.height / p.creatinine),
            (Mistake.WRONG_UNIT, lambda p: D("0.413") * p.height / D("2.54") / p.creatinine),
            (Mistake.SWAPPED, lambda p: D("0.413") * p.height * p.creatinine),
        ),
        decimals=0,
        unit=Text("mL/min/1.73 m²", "mL/min/1.73 m²"),
        tolerance=ARITHMETIC,
        low=D(15),
        high=D(150),
        question=Text(
            "What is the estimated GFR by the bedside Schwartz equation (2009)?",
            "2009년 bedside Schwartz 공식으로 계산한 추정 사구체여과율(eGFR)은?",
        ),
    ),
    Formula(
        key="dose_volume",
        category=Category.CHILDREN,
        sources=(
            Source(
                authors="World Health Organization",
                year=2013,
                journal="Pocket book of hospital care for children, 2nd ed., annex 2, ISBN 978-92-4-154837-3",
            ),
        ),
        compute=dose_volume,
        also_shown=("medicine",),
        mistakes=(
            (Mistake.WRONG_UNIT, redo(dose_volume, weight=lambda p: p.weight * D("2.2"))),
            (Mistake.FORGOTTEN, lambda p: p.weight * p.dose_per_kg / (5 * p.strength)),
            (Mistake.MISCOUNTED, lambda p: 3 * redo(dose_volume)(p)),
            (Mistake.SWAPPED, lambda p: p.weight * p.strength / p.dose_per_kg),
            (Mistake.WRONG_UNIT, redo(dose_volume, weight=lambda p: p.weight / D("2.2"))),
            (Mistake.WRONG_UNIT, lambda p: 10 * redo(dose_volume)(p)),
        ),
        decimals=1,
        unit=Text("mL", "mL"),
        tolerance=ARITHMETIC,
        low=D("0.8"),
        high=D(30),
        question=Text("What volume is one dose?", "한 번에 투여할 용량은 몇 mL인가?"),
    ),
    Formula(
        key="glucose_infusion_rate",
        category=Category.CHILDREN,
        sources=(
            Source(
                authors="Adamkin DH, Committee on Fetus and Newborn",
                year=2011,
                journal="Pediatrics 127:575-579",
                doi="10.1542/peds.2010-3851",
            ),
        ),
        compute=glucose_infusion_rate,
        mistakes=(
            (Mistake.WRONG_UNIT, lambda p: p.dextrose_percent * p.fluid_rate / (60 * p.weight)),
            (Mistake.FORGOTTEN, lambda p: p.dextrose_percent * p.fluid_rate / 6),
            (Mistake.WRONG_UNIT, redo(glucose_infusion_rate, weight=lambda p: p.weight * D("2.2"))),
            (Mistake.WRONG_UNIT, redo(glucose_infusion_rate, weight=lambda p: p.weight / D("2.2"))),
            (Mistake.WRONG_CONSTANT, lambda p: D("0.144") * p.dextrose_percent * p.fluid_rate / p.weight),
            (Mistake.SWAPPED, lambda p: p.dextrose_percent * p.weight * 10 / p.fluid_rate),
        ),
        decimals=1,
        unit=Text("mg/kg/min", "mg/kg/min"),
        tolerance=ARITHMETIC,
        low=D(3),
        high=D(14),
        question=Text("What is the glucose infusion rate?", "포도당 주입 속도(glucose infusion rate)는?"),
    ),
)
