"""Lipids, insulin resistance, body size."""

from __future__ import annotations

from ..formula import ARITHMETIC, LAST_PLACE, Category, Formula, Mistake, Source, other_sex, redo
from ..text import D, Text


def ldl_friedewald(*, total_cholesterol: D, hdl: D, triglycerides: D) -> D:
    """Return LDL cholesterol in mg/dL; for triglycerides under 400 mg/dL."""
    return total_cholesterol - hdl - triglycerides / 5


def homa_ir(*, glucose: D, insulin: D) -> D:
    """Return HOMA-IR from fasting glucose in mg/dL and insulin in µU/mL (405 = 22.5 × 18)."""
    return glucose * insulin / 405


def body_mass_index(*, weight: D, height: D) -> D:
    """Return kg/m² from kg and cm."""
    return weight / (height / 100) ** 2


def body_surface_area(*, weight: D, height: D) -> D:
    """Return m² by Mosteller from kg and cm."""
    return (height * weight / 3600).sqrt()


def ideal_body_weight(*, height: D, female: bool) -> D:
    """Return kg by Devine: 50 (men) or 45.5 (women) plus 2.3 for each inch over 60; height in cm."""
    return (D("45.5") if female else D(50)) + D("2.3") * (height / D("2.54") - 60)


FORMULAS = (
    Formula(
        key="ldl_friedewald",
        category=Category.METABOLISM,
        sources=(
            Source(
                authors="Friedewald WT, Levy RI, Fredrickson DS",
                year=1972,
                journal="Clin Chem 18:499-502",
                doi="10.1093/clinchem/18.6.499",
            ),
        ),
        compute=ldl_friedewald,
        mistakes=(
            (Mistake.WRONG_UNIT, lambda p: p.total_cholesterol - p.hdl - p.triglycerides / D("2.2")),
            (Mistake.FORGOTTEN, lambda p: p.total_cholesterol - p.triglycerides / 5),
            (Mistake.FORGOTTEN, lambda p: p.total_cholesterol - p.hdl),
            (Mistake.FORGOTTEN, lambda p: p.total_cholesterol - p.hdl - p.triglycerides),
            (Mistake.SWAPPED, lambda p: p.total_cholesterol - p.hdl + p.triglycerides / 5),
            (Mistake.SWAPPED, lambda p: p.total_cholesterol - p.triglycerides - p.hdl / 5),
        ),
        decimals=0,
        unit=Text("mg/dL", "mg/dL"),
        tolerance=LAST_PLACE,
        low=D(40),
        high=D(240),
        question=Text(
            "What is the LDL cholesterol by the Friedewald formula?",
            "Friedewald 공식으로 계산한 LDL 콜레스테롤은?",
        ),
    ),
    Formula(
        key="homa_ir",
        category=Category.METABOLISM,
        sources=(
            Source(
                authors="Matthews DR, Hosker JP, Rudenski AS, et al.",
                year=1985,
                journal="Diabetologia 28:412-419",
                doi="10.1007/BF00280883",
            ),
        ),
        compute=homa_ir,
        mistakes=(
            (Mistake.WRONG_UNIT, lambda p: p.glucose * p.insulin / D("22.5")),
            (Mistake.SWAPPED, lambda p: p.glucose / p.insulin),
            (Mistake.WRONG_CONSTANT, lambda p: p.glucose * p.insulin / 360),
            (Mistake.WRONG_CONSTANT, lambda p: p.glucose * p.insulin / 450),
            (Mistake.WRONG_CONSTANT, lambda p: p.glucose * p.insulin / 540),
        ),
        decimals=1,
        unit=Text("", ""),
        tolerance=ARITHMETIC,
        low=D("0.6"),
        high=D(14),
        question=Text("What is the HOMA-IR (fasting sample)?", "공복 검체로 계산한 HOMA-IR은?"),
    ),
    Formula(
        key="body_mass_index",
        category=Category.METABOLISM,
        sources=(
            Source(
                authors="Keys A, Fidanza F, Karvonen MJ, Kimura N, Taylor HL",
                year=1972,
                journal="J Chronic Dis 25:329-343",
                doi="10.1016/0021-9681(72)90027-6",
            ),
        ),
        compute=body_mass_index,
        mistakes=(
            (Mistake.FORGOTTEN, lambda p: p.weight / (p.height / 100)),
            (Mistake.WRONG_CONSTANT, lambda p: p.weight / (p.height / 100) ** 3),
            (Mistake.WRONG_UNIT, redo(body_mass_index, weight=lambda p: p.weight * D("2.2"))),
            (Mistake.WRONG_CONSTANT, redo(body_mass_index, height=lambda p: p.height - 10)),
            (Mistake.WRONG_CONSTANT, redo(body_mass_index, height=lambda p: p.height + 10)),
        ),
        decimals=1,
        unit=Text("kg/m²", "kg/m²"),
        tolerance=LAST_PLACE,
        low=D(15),
        high=D(48),
        question=Text("What is the body mass index?", "체질량지수(BMI)는?"),
    ),
    Formula(
        key="body_surface_area",
        category=Category.METABOLISM,
        sources=(
            Source(
                authors="Mosteller RD",
                year=1987,
                journal="N Engl J Med 317:1098",
                doi="10.1056/NEJM198710223171717",
            ),
        ),
        compute=body_surface_area,
        mistakes=(
            (Mistake.FORGOTTEN, lambda p: p.height * p.weight / 3600),
            (Mistake.WRONG_UNIT, lambda p: (p.height * p.weight / 3131).sqrt()),
            (Mistake.WRONG_CONSTANT, lambda p: (p.height * p.weight / 6000).sqrt()),
            (Mistake.WRONG_UNIT, redo(body_surface_area, weight=lambda p: p.weight * D("2.2"))),
            (Mistake.WRONG_CONSTANT, lambda p: (p.height * p.weight / 3000).sqrt()),
            (Mistake.WRONG_CONSTANT, lambda p: (4 * p.weight + 7) / (p.weight + 90) * D("0.9")),
        ),
        decimals=2,
        unit=Text("m²", "m²"),
        tolerance=ARITHMETIC,
        low=D("0.35"),
        high=D("2.6"),
        question=Text(
            "What is the body surface area by the Mosteller formula?", "Mosteller 공식으로 계산한 체표면적은?"
        ),
    ),
    Formula(
        key="ideal_body_weight",
        category=Category.METABOLISM,
        sources=(
            Source(
                authors="Devine BJ",
                year=1974,
                journal="Drug Intell Clin Pharm 8:650-655",
                doi="10.1177/106002807400801104",
            ),
            Source(
                authors="Pai MP, Paloucek FP (the origin of the equations)",
                year=2000,
                journal="Ann Pharmacother 34:1066-1069",
                doi="10.1345/aph.19381",
            ),
        ),
        compute=ideal_body_weight,
        mistakes=(
            (Mistake.WRONG_SEX, other_sex(ideal_body_weight)),
            (Mistake.WRONG_CONSTANT, lambda p: D(22) * (p.height / 100) ** 2),
            (Mistake.FORGOTTEN, lambda p: p.height - 100),
            (Mistake.WRONG_CONSTANT, lambda p: (p.height - 100) * D("0.9")),
            (
                Mistake.WRONG_CONSTANT,
                lambda p: (D("45.5") if p.female else D(50)) + (p.height / D("2.54") - 60),
            ),
            (Mistake.WRONG_CONSTANT, lambda p: D("2.3") * p.height / D("2.54") - 60),
        ),
        decimals=1,
        unit=Text("kg", "kg"),
        tolerance=ARITHMETIC,
        low=D(38),
        high=D(85),
        question=Text("What is the ideal body weight by the Devine formula?", "Devine 공식으로 계산한 이상체중은?"),
    ),
)
