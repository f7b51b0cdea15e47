"""Heart: pressures, intervals, echocardiography, scores in atrial fibrillation."""

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

_THIRD = D(1) / D(3)


def mean_arterial_pressure(*, sbp: D, dbp: D) -> D:
    """Return the mean pressure in mmHg: diastolic plus a third of the pulse pressure."""
    return (sbp + 2 * dbp) / 3


def qtc_bazett(*, qt: D, heart_rate: D) -> D:
    """Return QTc in ms: QT over the square root of RR in s."""
    return qt / (60 / heart_rate).sqrt()


def qtc_fridericia(*, qt: D, heart_rate: D) -> D:
    """Return QTc in ms: QT over the cube root of RR in s."""
    return qt / (60 / heart_rate) ** _THIRD


def fractional_shortening(*, lvidd: D, lvids: D) -> D:
    """Return the shortening of the left ventricle's inner diameter in percent."""
    return 100 * (lvidd - lvids) / lvidd


def cha2ds2_vasc(
    *,
    age: D,
    female: bool,
    heart_failure: bool,
    hypertension: bool,
    diabetes: bool,
    stroke: bool,
    vascular_disease: bool,
) -> D:
    """Return 0 to 9 points: 2 for stroke and for age from 75, 1 for age 65 to 74 and for each other item."""
    age_points = 2 if age >= 75 else 1 if age >= 65 else 0
    ones = (female, heart_failure, hypertension, diabetes, vascular_disease)
    return D(age_points + 2 * stroke + sum(ones))


def has_bled(
    *,
    age: D,
    sbp: D,
    dialysis: bool,
    cirrhosis: bool,
    stroke: bool,
    major_bleeding: bool,
    labile_inr: bool,
    aspirin: bool,
    heavy_drinking: bool,
) -> D:
    """Return 0 to 9 points: systolic pressure over 160 mmHg, age over 65, and the seven conditions."""
    conditions = (dialysis, cirrhosis, stroke, major_bleeding, labile_inr, aspirin, heavy_drinking)
    return D(sum(conditions) + (sbp > 160) + (age > 65))


FORMULAS = (
    Formula(
        key="mean_arterial_pressure",
        category=Category.HEART,
        sources=(Source(authors="Meaney E, et al.", year=2000, journal="Heart 84:64", doi="10.1136/heart.84.1.64"),),
        compute=mean_arterial_pressure,
        mistakes=(
            (Mistake.SWAPPED, lambda p: (2 * p.sbp + p.dbp) / 3),
            (Mistake.WRONG_CONSTANT, lambda p: (p.sbp + p.dbp) / 2),
            (Mistake.FORGOTTEN, lambda p: (p.sbp + p.dbp) / 3),
            (Mistake.FORGOTTEN, lambda p: p.sbp - p.dbp),
            (Mistake.WRONG_CONSTANT, lambda p: p.dbp + (p.sbp - p.dbp) / 5),
        ),
        decimals=0,
        unit=Text("mmHg", "mmHg"),
        tolerance=LAST_PLACE,
        low=D(35),
        high=D(150),
        question=Text("What is the mean arterial pressure?", "평균 동맥압은?"),
    ),
    Formula(
        key="qtc_bazett",
        category=Category.HEART,
        sources=(
            Source(
                authors="Bazett HC",
                year=1920,
                journal="Heart 7:353-370 (reprinted in Ann Noninvasive Electrocardiol 1997;2:177-194)",
                doi="10.1111/j.1542-474X.1997.tb00325.x",
            ),
        ),
        compute=qtc_bazett,
        mistakes=(
            (Mistake.WRONG_CONSTANT, redo(qtc_fridericia)),
            (Mistake.FORGOTTEN, lambda p: p.qt),
            (Mistake.SWAPPED, lambda p: p.qt * (60 / p.heart_rate).sqrt()),
            (Mistake.FORGOTTEN, lambda p: p.qt / (60 / p.heart_rate)),
            (Mistake.WRONG_CONSTANT, lambda p: p.qt + 154 * (1 - 60 / p.heart_rate)),
            (Mistake.WRONG_CONSTANT, lambda p: p.qt + D("1.75") * (p.heart_rate - 60)),
        ),
        decimals=0,
        unit=Text("ms", "ms"),
        tolerance=ARITHMETIC,
        low=D(340),
        high=D(620),
        question=Text("What is the QTc by Bazett's formula?", "Bazett 공식으로 보정한 QT 간격(QTc)은?"),
    ),
    Formula(
        key="qtc_fridericia",
        category=Category.HEART,
        sources=(
            Source(
                authors="Fridericia LS",
                year=1920,
                journal="Acta Med Scand 53:469-486",
                doi="10.1111/j.0954-6820.1920.tb18266.x",
            ),
        ),
        compute=qtc_fridericia,
        mistakes=(
            (Mistake.WRONG_CONSTANT, redo(qtc_bazett)),
            (Mistake.FORGOTTEN, lambda p: p.qt),
            (Mistake.SWAPPED, lambda p: p.qt * (60 / p.heart_rate) ** _THIRD),
            (Mistake.FORGOTTEN, lambda p: p.qt / (60 / p.heart_rate)),
            (Mistake.WRONG_CONSTANT, lambda p: p.qt + 154 * (1 - 60 / p.heart_rate)),
            (Mistake.WRONG_CONSTANT, lambda p: p.qt + D("1.75") * (p.heart_rate - 60)),
        ),
        decimals=0,
        unit=Text("ms", "ms"),
        tolerance=ARITHMETIC,
        low=D(340),
        high=D(600),
        question=Text("What is the QTc by Fridericia's formula?", "Fridericia 공식으로 보정한 QT 간격(QTc)은?"),
    ),
    Formula(
        key="fractional_shortening",
        category=Category.HEART,
        sources=(
            Source(
                authors="Lang RM, Badano LP, Mor-Avi V, et al.",
                year=2015,
                journal="J Am Soc Echocardiogr 28:1-39.e14",
                doi="10.1016/j.echo.2014.10.003",
            ),
        ),
        compute=fractional_shortening,
        mistakes=(
            (Mistake.SWAPPED, lambda p: 100 * (p.lvidd - p.lvids) / p.lvids),
            (Mistake.FORGOTTEN, lambda p: 100 * p.lvids / p.lvidd),
            (Mistake.WRONG_CONSTANT, lambda p: 100 * (p.lvidd**3 - p.lvids**3) / p.lvidd**3),
            (Mistake.FORGOTTEN, lambda p: p.lvidd - p.lvids),
            (Mistake.WRONG_CONSTANT, lambda p: 100 * (p.lvidd**2 - p.lvids**2) / p.lvidd**2),
            (Mistake.WRONG_CONSTANT, lambda p: 100 * (p.lvidd - p.lvids) / (p.lvidd + p.lvids)),
        ),
        decimals=0,
        unit=Text("%", "%"),
        tolerance=LAST_PLACE,
        low=D(8),
        high=D(48),
        question=Text(
            "What is the left ventricular fractional shortening?",
            "좌심실 구획단축률(fractional shortening)은?",
        ),
    ),
    Formula(
        key="cha2ds2_vasc",
        category=Category.HEART,
        sources=(
            Source(
                authors="Lip GYH, Nieuwlaat R, Pisters R, Lane DA, Crijns HJGM",
                year=2010,
                journal="Chest 137:263-272",
                doi="10.1378/chest.09-1584",
            ),
        ),
        compute=cha2ds2_vasc,
        mistakes=(
            (Mistake.WRONG_SEX, other_sex(cha2ds2_vasc)),
            (Mistake.MISCOUNTED, redo(cha2ds2_vasc, age=lambda _: D(60))),
            (Mistake.MISCOUNTED, redo(cha2ds2_vasc, stroke=lambda p: not p.stroke)),
            (Mistake.MISCOUNTED, redo(cha2ds2_vasc, age=lambda p: min(p.age, D(70)))),
        ),
        decimals=0,
        unit=POINTS,
        tolerance=COUNTED,
        steps=ONE_TO_THREE,
        low=D(0),
        high=D(9),
        question=Text("What is the CHA₂DS₂-VASc score?", "CHA₂DS₂-VASc 점수는?"),
    ),
    Formula(
        key="has_bled",
        category=Category.HEART,
        sources=(
            Source(
                authors="Pisters R, Lane DA, Nieuwlaat R, de Vos CB, Crijns HJGM, Lip GYH",
                year=2010,
                journal="Chest 138:1093-1100",
                doi="10.1378/chest.10-0134",
            ),
        ),
        compute=has_bled,
        mistakes=(
            (Mistake.MISCOUNTED, redo(has_bled, age=lambda _: D(60))),
            (Mistake.MISCOUNTED, redo(has_bled, sbp=lambda _: D(170))),
            (Mistake.MISCOUNTED, lambda p: has_bled(**vars(p)) + p.stroke),
            (Mistake.MISCOUNTED, redo(has_bled, aspirin=lambda _: False)),
        ),
        decimals=0,
        unit=POINTS,
        tolerance=COUNTED,
        steps=ONE_TO_THREE,
        low=D(0),
        high=D(9),
        question=Text("What is the HAS-BLED score?", "HAS-BLED 점수는?"),
    ),
)
