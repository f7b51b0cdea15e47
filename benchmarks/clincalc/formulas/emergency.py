"""Emergency and intensive care."""

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

EYES = ("none", "pressure", "speech", "spontaneous")
"""Eye opening, 1 to 4 points."""
VERBAL = ("none", "sounds", "words", "confused", "oriented")
"""Verbal response, 1 to 5 points."""
MOTOR = ("none", "extension", "abnormal flexion", "withdrawal", "localising", "obeying")
"""Motor response, 1 to 6 points."""


def glasgow_coma_scale(*, eyes: str, verbal: str, motor: str) -> D:
    """Return 3 to 15 points."""
    return D(1 + EYES.index(eyes) + 1 + VERBAL.index(verbal) + 1 + MOTOR.index(motor))


def qsofa(*, resp_rate: D, sbp: D, confusion: bool) -> D:
    """Return 0 to 3 points: breathing 22/min or more, systolic pressure 100 mmHg or less, confusion."""
    return D((resp_rate >= 22) + (sbp <= 100) + confusion)


def shock_index(*, heart_rate: D, sbp: D) -> D:
    """Return heart rate over systolic pressure."""
    return heart_rate / sbp


def parkland_first_eight_hours(*, weight: D, burned_area: D) -> D:
    """Return the volume of the first 8 hours in mL: half of 4 mL/kg for each percent of body surface."""
    return 4 * weight * burned_area / 2


def cerebral_perfusion_pressure(*, sbp: D, dbp: D, icp: D) -> D:
    """Return mean arterial less intracranial pressure, in mmHg."""
    return (sbp + 2 * dbp) / 3 - icp


def norepinephrine_rate(*, weight: D, norepinephrine_dose: D, norepinephrine_mg: D, bag_volume: D) -> D:
    """Return the pump rate in mL/h from µg/kg/min and mg in mL."""
    return norepinephrine_dose * weight * 60 / (1000 * norepinephrine_mg / bag_volume)


FORMULAS = (
    Formula(
        key="glasgow_coma_scale",
        category=Category.EMERGENCY,
        sources=(
            Source(
                authors="Teasdale G, Jennett B",
                year=1974,
                journal="Lancet 304:81-84",
                doi="10.1016/S0140-6736(74)91639-0",
            ),
        ),
        compute=glasgow_coma_scale,
        mistakes=(
            (Mistake.MISCOUNTED, lambda p: redo(glasgow_coma_scale)(p) - 3),
            (Mistake.MISCOUNTED, lambda p: redo(glasgow_coma_scale)(p) - 1),
            (Mistake.MISCOUNTED, lambda p: redo(glasgow_coma_scale)(p) + 1),
        ),
        decimals=0,
        unit=POINTS,
        tolerance=COUNTED,
        steps=ONE_TO_THREE,
        low=D(3),
        high=D(15),
        question=Text("What is the Glasgow Coma Scale score?", "글래스고 혼수 척도(GCS) 점수는?"),
    ),
    Formula(
        key="qsofa",
        category=Category.EMERGENCY,
        sources=(
            Source(
                authors="Singer M, Deutschman CS, Seymour CW, et al.",
                year=2016,
                journal="JAMA 315:801-810",
                doi="10.1001/jama.2016.0287",
            ),
        ),
        compute=qsofa,
        mistakes=(
            (Mistake.MISCOUNTED, redo(qsofa, resp_rate=lambda _: D(30))),
            (Mistake.MISCOUNTED, redo(qsofa, confusion=lambda p: not p.confusion)),
        ),
        decimals=0,
        unit=POINTS,
        tolerance=COUNTED,
        steps=ONE_TO_THREE,
        low=D(0),
        high=D(3),
        question=Text("What is the quick SOFA (qSOFA) score?", "qSOFA 점수는?"),
    ),
    Formula(
        key="shock_index",
        category=Category.EMERGENCY,
        sources=(
            Source(
                authors="Allgöwer M, Burri C",
                year=1967,
                journal="Dtsch Med Wochenschr 92:1947-1950",
                doi="10.1055/s-0028-1106070",
            ),
        ),
        compute=shock_index,
        mistakes=(
            (Mistake.SWAPPED, lambda p: p.sbp / p.heart_rate),
            (Mistake.SWAPPED, lambda p: p.heart_rate / p.dbp),
            (Mistake.WRONG_CONSTANT, lambda p: 3 * p.heart_rate / (p.sbp + 2 * p.dbp)),
            (Mistake.WRONG_CONSTANT, lambda p: p.heart_rate / (p.sbp + p.dbp)),
            (Mistake.SWAPPED, lambda p: p.dbp / p.heart_rate),
        ),
        also_shown=("dbp",),
        decimals=2,
        unit=Text("", ""),
        tolerance=ARITHMETIC,
        low=D("0.4"),
        high=D("2.2"),
        question=Text("What is the shock index?", "쇼크 지수(shock index)는?"),
    ),
    Formula(
        key="parkland_first_eight_hours",
        category=Category.EMERGENCY,
        sources=(
            Source(
                authors="Baxter CR, Shires T",
                year=1968,
                journal="Ann N Y Acad Sci 150:874-894",
                doi="10.1111/j.1749-6632.1968.tb14738.x",
            ),
        ),
        compute=parkland_first_eight_hours,
        mistakes=(
            (Mistake.FORGOTTEN, lambda p: 4 * p.weight * p.burned_area),
            (Mistake.WRONG_CONSTANT, lambda p: 2 * p.weight * p.burned_area / 2),
            (Mistake.WRONG_CONSTANT, lambda p: 3 * p.weight * p.burned_area / 2),
            (Mistake.SWAPPED, lambda p: 4 * p.weight * p.burned_area / 3),
            (Mistake.WRONG_UNIT, lambda p: 4 * p.weight * D("2.2") * p.burned_area / 2),
        ),
        decimals=0,
        unit=Text("mL", "mL"),
        tolerance=ARITHMETIC,
        low=D(1000),
        high=D(14000),
        question=Text(
            "How much lactated Ringer's is due in the first eight hours by the Parkland formula (4 mL/kg/%)?",
            "Parkland 공식(4 mL/kg/%)에 따라 첫 여덟 시간 동안 투여할 락테이트 링거액의 양은?",
        ),
    ),
    Formula(
        key="cerebral_perfusion_pressure",
        category=Category.EMERGENCY,
        sources=(
            Source(
                authors="Rosner MJ, Rosner SD, Johnson AH",
                year=1995,
                journal="J Neurosurg 83:949-962",
                doi="10.3171/jns.1995.83.6.0949",
            ),
        ),
        compute=cerebral_perfusion_pressure,
        mistakes=(
            (Mistake.SWAPPED, lambda p: (p.sbp + 2 * p.dbp) / 3 + p.icp),
            (Mistake.FORGOTTEN, lambda p: p.sbp - p.icp),
            (Mistake.FORGOTTEN, lambda p: p.dbp - p.icp),
            (Mistake.SWAPPED, lambda p: (2 * p.sbp + p.dbp) / 3 - p.icp),
            (Mistake.FORGOTTEN, lambda p: (p.sbp + 2 * p.dbp) / 3),
        ),
        decimals=0,
        unit=Text("mmHg", "mmHg"),
        tolerance=LAST_PLACE,
        low=D(25),
        high=D(110),
        question=Text("What is the cerebral perfusion pressure?", "뇌관류압은?"),
    ),
    Formula(
        key="norepinephrine_rate",
        category=Category.EMERGENCY,
        sources=(
            Source(
                authors="Toney-Butler TJ, Nicolas S, Wilcox L (dose calculation by desired over have)",
                year=2023,
                journal="StatPearls, NCBI Bookshelf NBK493162",
            ),
        ),
        compute=norepinephrine_rate,
        mistakes=(
            (Mistake.WRONG_UNIT, lambda p: redo(norepinephrine_rate)(p) / 60),
            (Mistake.FORGOTTEN, redo(norepinephrine_rate, weight=lambda _: D(1))),
            (Mistake.WRONG_UNIT, redo(norepinephrine_rate, weight=lambda p: p.weight * D("2.2"))),
            (Mistake.WRONG_UNIT, redo(norepinephrine_rate, bag_volume=lambda p: p.bag_volume / 2)),
            (Mistake.WRONG_UNIT, redo(norepinephrine_rate, weight=lambda p: p.weight / D("2.2"))),
            (Mistake.SWAPPED, redo(norepinephrine_rate, norepinephrine_mg=lambda p: p.norepinephrine_mg / 2)),
        ),
        decimals=1,
        unit=Text("mL/h", "mL/h"),
        tolerance=ARITHMETIC,
        low=D(1),
        high=D(90),
        question=Text("At what rate should the pump run?", "주입 펌프의 속도는?"),
    ),
)
