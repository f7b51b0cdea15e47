"""Liver: scores of prognosis."""

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
from ..text import D, Text, rounded

ASCITES = ("none", "mild", "severe")
ENCEPHALOPATHY = ("none", "mild", "severe")


def meld(*, creatinine: D, bilirubin: D, inr: D) -> D:
    """Return MELD(i): each value at least 1.0, creatinine (mg/dL) at most 4.0, rounded to a whole number."""
    creatinine = min(max(creatinine, D(1)), D(4))
    bilirubin, inr = max(bilirubin, D(1)), max(inr, D(1))
    score = D("0.957") * creatinine.ln() + D("0.378") * bilirubin.ln() + D("1.120") * inr.ln() + D("0.643")
    return rounded(10 * score, 0)


def meld_na(*, creatinine: D, bilirubin: D, inr: D, sodium: D) -> D:
    """Return MELD-Na, 6 to 40, by OPTN policy 9.1 of January 2016: sodium counts where MELD(i) is over 11.

    Sodium in mmol/L is held between 125 and 137.
    """
    initial = meld(creatinine=creatinine, bilirubin=bilirubin, inr=inr)
    lack = 137 - min(max(sodium, D(125)), D(137))
    score = initial + D("1.32") * lack - D("0.033") * initial * lack if initial > 11 else initial
    return min(max(score, D(6)), D(40))


def meld_3_0(*, creatinine: D, bilirubin: D, inr: D, sodium: D, albumin: D, female: bool) -> D:
    """Return MELD 3.0, 6 to 40.

    Creatinine is held between 1.0 and 3.0 mg/dL, sodium 125 and 137 mmol/L, albumin 1.5 and 3.5 g/dL.
    """
    log_creatinine = min(max(creatinine, D(1)), D(3)).ln()
    log_bilirubin, log_inr = max(bilirubin, D(1)).ln(), max(inr, D(1)).ln()
    lack = 137 - min(max(sodium, D(125)), D(137))
    albumin_lack = D("3.5") - min(max(albumin, D("1.5")), D("3.5"))
    score = (
        D("1.33") * female
        + D("4.56") * log_bilirubin
        + D("0.82") * lack
        - D("0.24") * lack * log_bilirubin
        + D("9.09") * log_inr
        + D("11.14") * log_creatinine
        + D("1.85") * albumin_lack
        - D("1.83") * albumin_lack * log_creatinine
        + 6
    )
    return min(max(score, D(6)), D(40))


def child_pugh(*, bilirubin: D, albumin: D, inr: D, ascites: str, encephalopathy: str) -> D:
    """Return 5 to 15 points; bilirubin in mg/dL, albumin in g/dL."""
    points = (
        _grade(bilirubin, D(2), D(3)),
        4 - _grade(albumin, D("2.8"), D("3.5")),
        _grade(inr, D("1.7"), D("2.3")),
        1 + ASCITES.index(ascites),
        1 + ENCEPHALOPATHY.index(encephalopathy),
    )
    return D(sum(points))


def maddrey(*, pt: D, pt_control: D, bilirubin: D) -> D:
    """Return the modified discriminant function: prothrombin times in s, bilirubin in mg/dL."""
    return D("4.6") * (pt - pt_control) + bilirubin


def _grade(value: D, low: D, high: D) -> int:
    return 1 + (value >= low) + (value > high)


_MELD = Source(
    authors="Kamath PS, Wiesner RH, Malinchoc M, et al.",
    year=2001,
    journal="Hepatology 33:464-470",
    doi="10.1053/jhep.2001.22172",
)
_MELD_NA = Source(
    authors="Kim WR, Biggins SW, Kremers WK, et al.",
    year=2008,
    journal="N Engl J Med 359:1018-1026",
    doi="10.1056/NEJMoa0801209",
)

FORMULAS = (
    Formula(
        key="meld_na",
        category=Category.LIVER,
        sources=(
            _MELD,
            _MELD_NA,
            Source(
                authors="Organ Procurement and Transplantation Network",
                year=2016,
                journal="OPTN Policies, policy 9.1.D (MELD score), in force from 11 January 2016",
            ),
        ),
        compute=meld_na,
        mistakes=(
            (Mistake.FORGOTTEN, redo(meld)),
            (
                Mistake.SWAPPED,
                redo(meld_na, bilirubin=lambda p: p.creatinine, creatinine=lambda p: p.bilirubin),
            ),
            (
                Mistake.FORGOTTEN,
                lambda p: (
                    meld(creatinine=p.creatinine, bilirubin=p.bilirubin, inr=p.inr)
                    + D("1.32") * (137 - min(max(p.sodium, D(125)), D(137)))
                ),
            ),
            (
                Mistake.WRONG_CONSTANT,
                lambda p: meld(creatinine=p.creatinine, bilirubin=p.bilirubin, inr=p.inr) + 140 - p.sodium,
            ),
            (Mistake.FORGOTTEN, redo(meld_na, inr=lambda _: D(1))),
            (Mistake.FORGOTTEN, redo(meld_na, creatinine=lambda _: D(1))),
        ),
        decimals=0,
        unit=POINTS,
        tolerance=LAST_PLACE,
        low=D(6),
        high=D(40),
        question=Text(
            "What is the MELD-Na score (UNOS/OPTN 2016; no dialysis)?",
            "MELD-Na 점수는? (UNOS/OPTN 2016, 투석 없음)",
        ),
    ),
    Formula(
        key="meld_3_0",
        category=Category.LIVER,
        sources=(
            Source(
                authors="Kim WR, Mannalithara A, Heimbach JK, et al.",
                year=2021,
                journal="Gastroenterology 161:1887-1895",
                doi="10.1053/j.gastro.2021.08.050",
            ),
        ),
        compute=meld_3_0,
        mistakes=(
            (Mistake.WRONG_CONSTANT, redo(meld_na)),
            (Mistake.FORGOTTEN, redo(meld)),
            (Mistake.FORGOTTEN, redo(meld_3_0, sodium=lambda _: D(137))),
            (Mistake.FORGOTTEN, redo(meld_3_0, creatinine=lambda _: D(1))),
            (Mistake.FORGOTTEN, lambda p: redo(meld_3_0)(p) - 6),
            (Mistake.WRONG_SEX, other_sex(meld_3_0)),
            (
                Mistake.FORGOTTEN,
                lambda p: (
                    redo(meld_3_0)(p)
                    + D("0.24") * (137 - min(max(p.sodium, D(125)), D(137))) * max(p.bilirubin, D(1)).ln()
                ),
            ),
        ),
        decimals=0,
        unit=POINTS,
        tolerance=LAST_PLACE,
        low=D(6),
        high=D(40),
        question=Text("What is the MELD 3.0 score (no dialysis)?", "MELD 3.0 점수는? (투석 없음)"),
    ),
    Formula(
        key="child_pugh",
        category=Category.LIVER,
        sources=(
            Source(
                authors="Pugh RNH, Murray-Lyon IM, Dawson JL, Pietroni MC, Williams R",
                year=1973,
                journal="Br J Surg 60:646-649",
                doi="10.1002/bjs.1800600817",
            ),
        ),
        compute=child_pugh,
        mistakes=(
            (Mistake.FORGOTTEN, lambda p: redo(child_pugh)(p) - 5),
            (Mistake.MISCOUNTED, redo(child_pugh, albumin=lambda _: D(4))),
            (Mistake.MISCOUNTED, redo(child_pugh, inr=lambda _: D(1))),
            (Mistake.MISCOUNTED, redo(child_pugh, bilirubin=lambda p: p.bilirubin + 1)),
            (Mistake.SWAPPED, redo(child_pugh, albumin=lambda p: D("6.3") - p.albumin)),
        ),
        decimals=0,
        unit=POINTS,
        tolerance=COUNTED,
        steps=ONE_TO_THREE,
        low=D(5),
        high=D(15),
        question=Text("What is the Child-Pugh score?", "Child-Pugh 점수는?"),
    ),
    Formula(
        key="maddrey_discriminant_function",
        category=Category.LIVER,
        sources=(
            Source(
                authors="Carithers RL, Herlong HF, Diehl AM, et al.",
                year=1989,
                journal="Ann Intern Med 110:685-690",
                doi="10.7326/0003-4819-110-9-685",
            ),
            Source(
                authors="Maddrey WC, Boitnott JK, Bedine MS, et al.",
                year=1978,
                journal="Gastroenterology 75:193-199",
                doi="10.1016/0016-5085(78)90401-8",
            ),
        ),
        compute=maddrey,
        mistakes=(
            (Mistake.FORGOTTEN, lambda p: D("4.6") * (p.pt - p.pt_control)),
            (Mistake.FORGOTTEN, lambda p: (p.pt - p.pt_control) + p.bilirubin),
            (Mistake.FORGOTTEN, lambda p: D("4.6") * p.pt + p.bilirubin),
            (Mistake.SWAPPED, lambda p: (p.pt - p.pt_control) + D("4.6") * p.bilirubin),
            (Mistake.SWAPPED, lambda p: D("4.6") * (p.pt - p.pt_control + p.bilirubin)),
        ),
        decimals=1,
        unit=POINTS,
        tolerance=ARITHMETIC,
        low=D(5),
        high=D(110),
        question=Text(
            "What is Maddrey's (modified) discriminant function?",
            "수정 Maddrey 판별함수(discriminant function) 값은?",
        ),
    ),
)
