"""Lungs: gas exchange, ventilation, pneumonia."""

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
    other_sex,
    redo,
)
from ..text import D, Text


def alveolar_arterial_gradient(*, fio2: D, paco2: D, pao2: D) -> D:
    """Return the A-a gradient in mmHg at sea level: 760 less 47 mmHg of water vapour, quotient 0.8."""
    return fio2 * (760 - 47) - paco2 / D("0.8") - pao2


def pao2_fio2_ratio(*, pao2: D, fio2: D) -> D:
    """Return PaO₂ in mmHg over FiO₂ as a fraction."""
    return pao2 / fio2


def lung_protective_tidal_volume(*, height: D, female: bool) -> D:
    """Return 6 mL for each kg of predicted body weight, in mL; height in cm."""
    return 6 * ((D("45.5") if female else D(50)) + D("0.91") * (height - D("152.4")))


def curb_65(*, age: D, confusion: bool, bun: D, resp_rate: D, sbp: D, dbp: D) -> D:
    """Return 0 to 5 points; urea over 7 mmol/L is BUN over 19.6 mg/dL."""
    low_pressure = sbp < 90 or dbp <= 60
    return D(sum((confusion, bun > D("19.6"), resp_rate >= 30, low_pressure, age >= 65)))


FORMULAS = (
    Formula(
        key="alveolar_arterial_gradient",
        category=Category.LUNGS,
        sources=(
            Source(
                authors="Fenn WO, Rahn H, Otis AB",
                year=1946,
                journal="Am J Physiol 146:637-653",
                doi="10.1152/ajplegacy.1946.146.5.637",
            ),
        ),
        compute=alveolar_arterial_gradient,
        mistakes=(
            (Mistake.FORGOTTEN, lambda p: p.fio2 * 760 - p.paco2 / D("0.8") - p.pao2),
            (Mistake.FORGOTTEN, lambda p: p.fio2 * 713 - p.paco2 - p.pao2),
            (Mistake.SWAPPED, lambda p: p.fio2 * 713 - p.paco2 * D("0.8") - p.pao2),
            (Mistake.FORGOTTEN, lambda p: p.fio2 * 713 - p.pao2),
            (Mistake.FORGOTTEN, lambda p: p.fio2 * 713 - p.paco2 / D("0.8")),
            (Mistake.SWAPPED, lambda p: p.fio2 * 713 - p.pao2 / D("0.8") - p.paco2),
        ),
        decimals=0,
        unit=Text("mmHg", "mmHg"),
        tolerance=LAST_PLACE,
        low=D(5),
        high=D(420),
        question=Text(
            "What is the alveolar-arterial oxygen gradient at sea level (respiratory quotient 0.8)?",
            "해수면에서의 폐포-동맥 산소분압차(A-a gradient)는? (호흡교환비 0.8)",
        ),
    ),
    Formula(
        key="pao2_fio2_ratio",
        category=Category.LUNGS,
        sources=(
            Source(
                authors="ARDS Definition Task Force (Ranieri VM, Rubenfeld GD, Thompson BT, et al.)",
                year=2012,
                journal="JAMA 307:2526-2533",
                doi="10.1001/jama.2012.5669",
            ),
        ),
        compute=pao2_fio2_ratio,
        mistakes=(
            (Mistake.SWAPPED, lambda p: p.pao2 * p.fio2),
            (Mistake.SWAPPED, lambda p: p.paco2 / p.fio2),
            (Mistake.FORGOTTEN, lambda p: p.pao2 / (1 - p.fio2)),
            (Mistake.WRONG_CONSTANT, lambda p: p.pao2 * (1 - p.fio2)),
            (Mistake.FORGOTTEN, lambda p: p.pao2),
            (Mistake.FORGOTTEN, lambda p: (p.pao2 + p.paco2) / p.fio2),
        ),
        also_shown=("paco2",),
        decimals=0,
        unit=Text("mmHg", "mmHg"),
        tolerance=ARITHMETIC,
        low=D(50),
        high=D(450),
        question=Text("What is the PaO₂/FiO₂ ratio?", "PaO₂/FiO₂ 비는?"),
    ),
    Formula(
        key="lung_protective_tidal_volume",
        category=Category.LUNGS,
        sources=(
            Source(
                authors="Acute Respiratory Distress Syndrome Network",
                year=2000,
                journal="N Engl J Med 342:1301-1308",
                doi="10.1056/NEJM200005043421801",
            ),
        ),
        compute=lung_protective_tidal_volume,
        mistakes=(
            (Mistake.WRONG_SEX, other_sex(lung_protective_tidal_volume)),
            (Mistake.FORGOTTEN, lambda p: 6 * p.weight),
            (
                Mistake.WRONG_CONSTANT,
                lambda p: lung_protective_tidal_volume(height=p.height, female=p.female) * 8 / 6,
            ),
            (
                Mistake.WRONG_CONSTANT,
                lambda p: lung_protective_tidal_volume(height=p.height, female=p.female) * 10 / 6,
            ),
            (Mistake.FORGOTTEN, lambda p: 6 * D("0.91") * (p.height - 100)),
            (
                Mistake.WRONG_CONSTANT,
                lambda p: lung_protective_tidal_volume(height=p.height, female=p.female) * 5 / 6,
            ),
        ),
        also_shown=("weight",),
        decimals=0,
        unit=Text("mL", "mL"),
        tolerance=ARITHMETIC,
        low=D(220),
        high=D(520),
        question=Text(
            "What tidal volume is 6 mL per kg of predicted body weight (ARDSNet)?",
            "예측 체중(ARDSNet) kg당 6 mL로 설정할 때 일회호흡량은?",
        ),
    ),
    Formula(
        key="curb_65",
        category=Category.LUNGS,
        sources=(
            Source(
                authors="Lim WS, van der Eerden MM, Laing R, et al.",
                year=2003,
                journal="Thorax 58:377-382",
                doi="10.1136/thorax.58.5.377",
            ),
        ),
        compute=curb_65,
        mistakes=(
            (Mistake.MISCOUNTED, redo(curb_65, age=lambda p: 130 - p.age)),
            (Mistake.WRONG_UNIT, redo(curb_65, bun=lambda p: p.bun + 20)),
            (Mistake.MISCOUNTED, redo(curb_65, sbp=lambda _: D(80))),
            (Mistake.MISCOUNTED, redo(curb_65, confusion=lambda p: not p.confusion)),
        ),
        decimals=0,
        unit=POINTS,
        tolerance=COUNTED,
        steps=ONE_TO_THREE,
        low=D(0),
        high=D(5),
        question=Text("What is the CURB-65 score?", "CURB-65 점수는?"),
    ),
)
