"""Pre-test probability of venous thrombosis."""

from __future__ import annotations

from ..formula import COUNTED, ONE_TO_THREE, POINTS, Category, Formula, Mistake, Source, redo
from ..text import D, Text


def wells_pulmonary_embolism(
    *,
    dvt_signs: bool,
    embolism_likeliest: bool,
    heart_rate: D,
    recent_surgery: bool,
    previous_dvt: bool,
    haemoptysis: bool,
    active_cancer: bool,
) -> D:
    """Return 0 to 12.5 points; heart rate over 100/min."""
    return (
        3 * D(dvt_signs)
        + 3 * D(embolism_likeliest)
        + D("1.5") * (heart_rate > 100)
        + D("1.5") * recent_surgery
        + D("1.5") * previous_dvt
        + D(haemoptysis + active_cancer)
    )


def wells_deep_vein_thrombosis(
    *,
    active_cancer: bool,
    leg_in_plaster: bool,
    recent_surgery: bool,
    deep_vein_tenderness: bool,
    whole_leg_swollen: bool,
    calf_difference: D,
    pitting_oedema: bool,
    collateral_veins: bool,
    previous_dvt: bool,
    other_diagnosis_as_likely: bool,
) -> D:
    """Return -2 to 9 points (the version of 2003, with previous thrombosis); calf difference over 3 cm."""
    criteria = (
        active_cancer,
        leg_in_plaster,
        recent_surgery,
        deep_vein_tenderness,
        whole_leg_swollen,
        calf_difference > 3,
        pitting_oedema,
        collateral_veins,
        previous_dvt,
    )
    return D(sum(criteria) - 2 * other_diagnosis_as_likely)


FORMULAS = (
    Formula(
        key="wells_pulmonary_embolism",
        category=Category.THROMBOSIS,
        sources=(
            Source(
                authors="Wells PS, Anderson DR, Rodger M, et al.",
                year=2000,
                journal="Thromb Haemost 83:416-420",
                doi="10.1055/s-0037-1613830",
            ),
        ),
        compute=wells_pulmonary_embolism,
        mistakes=(
            (Mistake.MISCOUNTED, redo(wells_pulmonary_embolism, heart_rate=lambda p: 205 - p.heart_rate)),
            (
                Mistake.MISCOUNTED,
                redo(wells_pulmonary_embolism, recent_surgery=lambda p: not p.recent_surgery),
            ),
            (Mistake.MISCOUNTED, redo(wells_pulmonary_embolism, embolism_likeliest=lambda _: False)),
            (Mistake.MISCOUNTED, redo(wells_pulmonary_embolism, dvt_signs=lambda _: True)),
            (Mistake.WRONG_CONSTANT, lambda p: redo(wells_pulmonary_embolism)(p) + D("0.5") * p.haemoptysis),
            (Mistake.WRONG_CONSTANT, lambda p: redo(wells_pulmonary_embolism)(p) - D("0.5") * p.previous_dvt),
        ),
        decimals=1,
        unit=POINTS,
        tolerance=COUNTED,
        steps=(D("1.5"), D(1), D(3), D("0.5")),
        low=D(0),
        high=D("12.5"),
        question=Text("What is the Wells score for pulmonary embolism?", "폐색전증에 대한 Wells 점수는?"),
    ),
    Formula(
        key="wells_deep_vein_thrombosis",
        category=Category.THROMBOSIS,
        sources=(
            Source(
                authors="Wells PS, Anderson DR, Rodger M, et al.",
                year=2003,
                journal="N Engl J Med 349:1227-1235",
                doi="10.1056/NEJMoa023153",
            ),
        ),
        compute=wells_deep_vein_thrombosis,
        mistakes=(
            (Mistake.FORGOTTEN, redo(wells_deep_vein_thrombosis, other_diagnosis_as_likely=lambda _: False)),
            (Mistake.FORGOTTEN, redo(wells_deep_vein_thrombosis, other_diagnosis_as_likely=lambda _: True)),
            (Mistake.FORGOTTEN, redo(wells_deep_vein_thrombosis, previous_dvt=lambda _: False)),
            (
                Mistake.MISCOUNTED,
                redo(wells_deep_vein_thrombosis, calf_difference=lambda p: 6 - p.calf_difference),
            ),
        ),
        decimals=0,
        unit=POINTS,
        tolerance=COUNTED,
        steps=ONE_TO_THREE,
        low=D(-2),
        high=D(9),
        question=Text(
            "What is the Wells score for deep vein thrombosis (2003 version)?",
            "심부정맥혈전증에 대한 Wells 점수(2003년판)는?",
        ),
    ),
)
