"""Kidney function."""

from __future__ import annotations

from ..formula import ARITHMETIC, POWERS, Category, Formula, Mistake, Source, other_sex, redo
from ..text import D, Text


def egfr_ckd_epi_2021(*, creatinine: D, age: D, female: bool) -> D:
    """Return GFR in mL/min/1.73 m² from creatinine in mg/dL and age in years, without race."""
    kappa, alpha, factor = (D("0.7"), D("-0.241"), D("1.012")) if female else (D("0.9"), D("-0.302"), D(1))
    ratio = creatinine / kappa
    return 142 * min(ratio, D(1)) ** alpha * max(ratio, D(1)) ** D("-1.200") * D("0.9938") ** age * factor


def egfr_ckd_epi_2009(*, creatinine: D, age: D, female: bool) -> D:
    """Return GFR by the equation before 2021, not Black (Levey 2009, Ann Intern Med 150:604-612)."""
    kappa, alpha, factor = (D("0.7"), D("-0.329"), D("1.018")) if female else (D("0.9"), D("-0.411"), D(1))
    ratio = creatinine / kappa
    return 141 * min(ratio, D(1)) ** alpha * max(ratio, D(1)) ** D("-1.209") * D("0.993") ** age * factor


def egfr_mdrd(*, creatinine: D, age: D, female: bool) -> D:
    """Return GFR by the four-variable MDRD equation (Levey 2006, Ann Intern Med 145:247-254)."""
    return 175 * creatinine ** D("-1.154") * age ** D("-0.203") * (D("0.742") if female else D(1))


def cockcroft_gault(*, age: D, weight: D, creatinine: D, female: bool) -> D:
    """Return creatinine clearance in mL/min from years, actual weight in kg and creatinine in mg/dL."""
    return (140 - age) * weight / (72 * creatinine) * (D("0.85") if female else D(1))


def fractional_excretion_of_sodium(*, urine_sodium: D, sodium: D, urine_creatinine: D, creatinine: D) -> D:
    """Return FENa in percent; sodium in mmol/L, creatinine in mg/dL, in urine and plasma."""
    return 100 * (urine_sodium * creatinine) / (sodium * urine_creatinine)


FORMULAS = (
    Formula(
        key="egfr_ckd_epi_2021",
        category=Category.KIDNEY,
        sources=(
            Source(
                authors="Inker LA, Eneanya ND, Coresh J, et al.",
                year=2021,
                journal="N Engl J Med 385:1737-1749",
                doi="10.1056/NEJMoa2102953",
            ),
        ),
        compute=egfr_ckd_epi_2021,
        mistakes=(
            (Mistake.WRONG_SEX, other_sex(egfr_ckd_epi_2021)),
            (Mistake.FORGOTTEN, redo(egfr_ckd_epi_2021, age=lambda _: D(0))),
            (Mistake.WRONG_CONSTANT, redo(egfr_ckd_epi_2009)),
            (Mistake.WRONG_CONSTANT, redo(egfr_mdrd)),
            (Mistake.WRONG_CONSTANT, lambda p: (140 - p.age) / p.creatinine),
            (Mistake.FORGOTTEN, lambda p: 142 / p.creatinine * D("0.9938") ** p.age),
        ),
        decimals=0,
        unit=Text("mL/min/1.73 m²", "mL/min/1.73 m²"),
        tolerance=POWERS,
        low=D(5),
        high=D(135),
        question=Text(
            "What is the estimated GFR by the race-free CKD-EPI 2021 creatinine equation?",
            "인종 변수가 없는 CKD-EPI 2021 크레아티닌 공식으로 계산한 추정 사구체여과율(eGFR)은?",
        ),
    ),
    Formula(
        key="cockcroft_gault",
        category=Category.KIDNEY,
        sources=(
            Source(
                authors="Cockcroft DW, Gault MH",
                year=1976,
                journal="Nephron 16:31-41",
                doi="10.1159/000180580",
            ),
        ),
        compute=cockcroft_gault,
        mistakes=(
            (Mistake.WRONG_SEX, other_sex(cockcroft_gault)),
            (Mistake.SWAPPED, lambda p: p.age * p.weight / (72 * p.creatinine)),
            (Mistake.WRONG_UNIT, redo(cockcroft_gault, weight=lambda p: p.weight * D("2.2"))),
            (Mistake.FORGOTTEN, lambda p: (140 - p.age) / p.creatinine),
            (Mistake.WRONG_CONSTANT, redo(cockcroft_gault, age=lambda p: p.age + 20)),
            (Mistake.WRONG_CONSTANT, redo(cockcroft_gault, age=lambda p: p.age - 20)),
        ),
        decimals=0,
        unit=Text("mL/min", "mL/min"),
        tolerance=ARITHMETIC,
        low=D(8),
        high=D(190),
        question=Text(
            "What is the creatinine clearance by the Cockcroft-Gault equation, using actual body weight?",
            "실제 체중을 넣어 Cockcroft-Gault 공식으로 계산한 크레아티닌 청소율은?",
        ),
    ),
    Formula(
        key="fractional_excretion_of_sodium",
        category=Category.KIDNEY,
        sources=(
            Source(
                authors="Espinel CH",
                year=1976,
                journal="JAMA 236:579-581",
                doi="10.1001/jama.1976.03270060029022",
            ),
        ),
        compute=fractional_excretion_of_sodium,
        mistakes=(
            (Mistake.FORGOTTEN, lambda p: 100 * p.urine_sodium / p.sodium),
            (Mistake.FORGOTTEN, lambda p: 100 * p.creatinine / p.urine_creatinine),
            (Mistake.SWAPPED, lambda p: p.urine_sodium * p.urine_creatinine / (p.sodium * p.creatinine)),
            (
                Mistake.WRONG_UNIT,
                lambda p: 10 * p.urine_sodium * p.creatinine / (p.sodium * p.urine_creatinine),
            ),
            (Mistake.SWAPPED, lambda p: p.sodium * p.creatinine / (p.urine_sodium * p.urine_creatinine)),
        ),
        decimals=2,
        unit=Text("%", "%"),
        tolerance=ARITHMETIC,
        low=D("0.05"),
        high=D(9),
        question=Text("What is the fractional excretion of sodium (FENa)?", "나트륨 분획배설률(FENa)은?"),
    ),
)
