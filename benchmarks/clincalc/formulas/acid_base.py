"""Acid-base balance."""

from __future__ import annotations

from ..formula import LAST_PLACE, Category, Formula, Mistake, Source
from ..text import D, Text


def anion_gap(*, sodium: D, chloride: D, bicarbonate: D) -> D:
    """Return the anion gap in mmol/L, without potassium."""
    return sodium - chloride - bicarbonate


def albumin_corrected_anion_gap(*, sodium: D, chloride: D, bicarbonate: D, albumin: D) -> D:
    """Return the anion gap in mmol/L corrected to an albumin of 4.0 g/dL, 2.5 mmol/L for each g/dL."""
    return anion_gap(sodium=sodium, chloride=chloride, bicarbonate=bicarbonate) + D("2.5") * (4 - albumin)


def winters_expected_paco2(*, bicarbonate: D) -> D:
    """Return the middle of the expected PaCO₂ in mmHg in metabolic acidosis; bicarbonate in mmol/L."""
    return D("1.5") * bicarbonate + 8


def _gap(p: object) -> D:
    return anion_gap(**{name: getattr(p, name) for name in ("sodium", "chloride", "bicarbonate")})


FORMULAS = (
    Formula(
        key="anion_gap",
        category=Category.ACID_BASE,
        sources=(
            Source(
                authors="Emmett M, Narins RG",
                year=1977,
                journal="Medicine (Baltimore) 56:38-54",
                doi="10.1097/00005792-197756010-00002",
            ),
        ),
        compute=anion_gap,
        also_shown=("potassium",),
        mistakes=(
            (Mistake.WRONG_CONSTANT, lambda p: _gap(p) + p.potassium),
            (Mistake.FORGOTTEN, lambda p: p.sodium - p.chloride),
            (Mistake.FORGOTTEN, lambda p: p.sodium - p.chloride - p.bicarbonate / 2),
            (Mistake.SWAPPED, lambda p: _gap(p) - p.potassium),
            (Mistake.FORGOTTEN, lambda p: _gap(p) - 12),
        ),
        decimals=0,
        unit=Text("mmol/L", "mmol/L"),
        tolerance=LAST_PLACE,
        low=D(4),
        high=D(40),
        question=Text(
            "What is the anion gap, calculated without potassium?",
            "칼륨을 제외하고 계산한 음이온차(anion gap)는?",
        ),
    ),
    Formula(
        key="albumin_corrected_anion_gap",
        category=Category.ACID_BASE,
        sources=(
            Source(
                authors="Figge J, Jabor A, Kazda A, Fencl V",
                year=1998,
                journal="Crit Care Med 26:1807-1810",
                doi="10.1097/00003246-199811000-00019",
            ),
        ),
        compute=albumin_corrected_anion_gap,
        mistakes=(
            (Mistake.FORGOTTEN, _gap),
            (Mistake.SWAPPED, lambda p: _gap(p) - D("2.5") * (4 - p.albumin)),
            (Mistake.WRONG_UNIT, lambda p: _gap(p) + D("0.25") * (4 - p.albumin)),
            (Mistake.FORGOTTEN, lambda p: _gap(p) + (4 - p.albumin)),
            (Mistake.FORGOTTEN, lambda p: _gap(p) + D("2.5") * p.albumin),
            (Mistake.WRONG_CONSTANT, lambda p: _gap(p) + D("2.5") * (5 - p.albumin)),
        ),
        decimals=1,
        unit=Text("mmol/L", "mmol/L"),
        tolerance=LAST_PLACE,
        low=D(5),
        high=D(45),
        question=Text(
            "What is the albumin-corrected anion gap (no potassium; factor 2.5, normal albumin 4.0 g/dL)?",
            "알부민을 보정한 음이온차는? (칼륨 제외, 보정 계수 2.5, 정상 알부민 4.0 g/dL)",
        ),
    ),
    Formula(
        key="winters_expected_paco2",
        category=Category.ACID_BASE,
        sources=(
            Source(
                authors="Albert MS, Dell RB, Winters RW",
                year=1967,
                journal="Ann Intern Med 66:312-322",
                doi="10.7326/0003-4819-66-2-312",
            ),
        ),
        compute=winters_expected_paco2,
        mistakes=(
            (Mistake.WRONG_CONSTANT, lambda p: D("0.7") * p.bicarbonate + 20),
            (Mistake.WRONG_CONSTANT, lambda p: p.bicarbonate + 15),
            (Mistake.SWAPPED, lambda p: D("1.5") * (p.bicarbonate + 8)),
            (Mistake.FORGOTTEN, lambda p: D("1.5") * p.bicarbonate),
            (Mistake.FORGOTTEN, lambda p: p.bicarbonate + 8),
        ),
        decimals=1,
        unit=Text("mmHg", "mmHg"),
        tolerance=LAST_PLACE,
        low=D(12),
        high=D(36),
        question=Text(
            "What PaCO₂ does Winters' formula predict (the middle of the expected range)?",
            "Winters 공식으로 예측한 PaCO₂(예측 범위의 중앙값)는?",
        ),
    ),
)
