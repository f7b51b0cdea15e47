"""Water and electrolytes."""

from __future__ import annotations

from ..formula import ARITHMETIC, LAST_PLACE, Category, Formula, Mistake, Source, other_sex, redo
from ..text import D, Text


def corrected_calcium(*, calcium: D, albumin: D) -> D:
    """Return calcium in mg/dL corrected to an albumin of 4.0 g/dL."""
    return calcium + D("0.8") * (4 - albumin)


def free_water_deficit(*, weight: D, sodium: D, female: bool) -> D:
    """Return the deficit in L against a sodium of 140 mmol/L; body water is 0.6 (women: 0.5) of weight."""
    return _body_water(weight, female) * (sodium / 140 - 1)


def sodium_deficit(*, weight: D, sodium: D, female: bool, desired_sodium: D) -> D:
    """Return the deficit in mmol; body water is 0.6 (women: 0.5) of weight in kg."""
    return _body_water(weight, female) * (desired_sodium - sodium)


def corrected_sodium(*, sodium: D, glucose: D) -> D:
    """Return sodium in mmol/L corrected by 1.6 for every 100 mg/dL of glucose above 100."""
    return sodium + D("1.6") * (glucose - 100) / 100


def serum_osmolality(*, sodium: D, glucose: D, bun: D) -> D:
    """Return calculated osmolality in mOsm/kg; sodium in mmol/L, glucose and BUN in mg/dL."""
    return 2 * sodium + glucose / 18 + bun / D("2.8")


def osmolar_gap(*, measured_osmolality: D, sodium: D, glucose: D, bun: D) -> D:
    """Return measured less calculated osmolality in mOsm/kg."""
    return measured_osmolality - serum_osmolality(sodium=sodium, glucose=glucose, bun=bun)


def _body_water(weight: D, female: bool) -> D:
    return weight * (D("0.5") if female else D("0.6"))


_OSMOLALITY = Source(
    authors="Smithline N, Gardner KD",
    year=1976,
    journal="JAMA 236:1594-1597",
    doi="10.1001/jama.236.14.1594",
)

FORMULAS = (
    Formula(
        key="corrected_calcium",
        category=Category.ELECTROLYTES,
        sources=(
            Source(
                authors="Payne RB, Little AJ, Williams RB, Milner JR",
                year=1973,
                journal="Br Med J 4:643-646",
                doi="10.1136/bmj.4.5893.643",
            ),
            Source(
                authors="Correcting the calcium (editorial; the factor 0.8)",
                year=1977,
                journal="Br Med J 1:598",
            ),
        ),
        compute=corrected_calcium,
        mistakes=(
            (Mistake.FORGOTTEN, lambda p: p.calcium),
            (Mistake.SWAPPED, lambda p: p.calcium - D("0.8") * (4 - p.albumin)),
            (Mistake.FORGOTTEN, lambda p: p.calcium + (4 - p.albumin)),
            (Mistake.WRONG_CONSTANT, lambda p: p.calcium + D("0.8") * (5 - p.albumin)),
            (Mistake.FORGOTTEN, lambda p: p.calcium + D("0.8") * p.albumin),
        ),
        decimals=1,
        unit=Text("mg/dL", "mg/dL"),
        tolerance=LAST_PLACE,
        low=D("6.5"),
        high=D(16),
        question=Text(
            "What is the albumin-corrected calcium (factor 0.8, normal albumin 4.0 g/dL)?",
            "알부민 보정 칼슘 농도는? (보정 계수 0.8, 정상 알부민 4.0 g/dL)",
        ),
    ),
    Formula(
        key="free_water_deficit",
        category=Category.ELECTROLYTES,
        sources=(
            Source(
                authors="Adrogué HJ, Madias NE",
                year=2000,
                journal="N Engl J Med 342:1493-1499",
                doi="10.1056/NEJM200005183422006",
            ),
        ),
        compute=free_water_deficit,
        mistakes=(
            (Mistake.WRONG_SEX, other_sex(free_water_deficit)),
            (Mistake.FORGOTTEN, lambda p: p.weight * (p.sodium / 140 - 1)),
            (Mistake.WRONG_CONSTANT, lambda p: _body_water(p.weight, p.female) * (p.sodium / 145 - 1)),
            (Mistake.SWAPPED, lambda p: _body_water(p.weight, p.female) * (1 - 140 / p.sodium)),
            (Mistake.WRONG_UNIT, redo(free_water_deficit, weight=lambda p: p.weight * D("2.2"))),
        ),
        decimals=1,
        unit=Text("L", "L"),
        tolerance=ARITHMETIC,
        low=D("0.8"),
        high=D(12),
        question=Text(
            "What is the free water deficit against a sodium of 140 mmol/L? "
            "(Total body water: 0.6 × weight in men, 0.5 × weight in women.)",
            "목표 나트륨 140 mmol/L에 대한 자유수 결핍량은? (총체수분량: 남성 체중 × 0.6, 여성 체중 × 0.5)",
        ),
    ),
    Formula(
        key="sodium_deficit",
        category=Category.ELECTROLYTES,
        sources=(
            Source(
                authors="Adrogué HJ, Madias NE",
                year=2000,
                journal="N Engl J Med 342:1581-1589",
                doi="10.1056/NEJM200005253422107",
            ),
        ),
        compute=sodium_deficit,
        mistakes=(
            (Mistake.WRONG_SEX, other_sex(sodium_deficit)),
            (Mistake.FORGOTTEN, lambda p: p.weight * (p.desired_sodium - p.sodium)),
            (Mistake.WRONG_CONSTANT, redo(sodium_deficit, desired_sodium=lambda _: D(140))),
            (Mistake.WRONG_CONSTANT, lambda p: D("0.2") * p.weight * (p.desired_sodium - p.sodium)),
            (Mistake.WRONG_CONSTANT, redo(sodium_deficit, desired_sodium=lambda _: D(135))),
        ),
        decimals=0,
        unit=Text("mmol", "mmol"),
        tolerance=ARITHMETIC,
        low=D(80),
        high=D(900),
        question=Text(
            "What is the sodium deficit up to the target? "
            "(Total body water: 0.6 × weight in men, 0.5 × weight in women.)",
            "목표 나트륨 농도까지의 나트륨 결핍량은? (총체수분량: 남성 체중 × 0.6, 여성 체중 × 0.5)",
        ),
    ),
    Formula(
        key="corrected_sodium",
        category=Category.ELECTROLYTES,
        sources=(
            Source(
                authors="Katz MA",
                year=1973,
                journal="N Engl J Med 289:843-844",
                doi="10.1056/NEJM197310182891607",
            ),
        ),
        compute=corrected_sodium,
        mistakes=(
            (Mistake.WRONG_CONSTANT, lambda p: p.sodium + D("2.4") * (p.glucose - 100) / 100),
            (Mistake.FORGOTTEN, lambda p: p.sodium),
            (Mistake.SWAPPED, lambda p: p.sodium - D("1.6") * (p.glucose - 100) / 100),
            (Mistake.FORGOTTEN, lambda p: p.sodium + D("1.6") * p.glucose / 100),
            (Mistake.FORGOTTEN, lambda p: p.sodium + (p.glucose - 100) / 100),
        ),
        decimals=1,
        unit=Text("mmol/L", "mmol/L"),
        tolerance=LAST_PLACE,
        low=D(125),
        high=D(165),
        question=Text(
            "What is the sodium corrected for hyperglycaemia by the Katz factor (1.6)?",
            "Katz 보정 계수(1.6)로 고혈당을 보정한 나트륨 농도는?",
        ),
    ),
    Formula(
        key="serum_osmolality",
        category=Category.ELECTROLYTES,
        sources=(_OSMOLALITY,),
        compute=serum_osmolality,
        mistakes=(
            (Mistake.FORGOTTEN, lambda p: p.sodium + p.glucose / 18 + p.bun / D("2.8")),
            (Mistake.SWAPPED, lambda p: 2 * p.sodium + p.glucose / D("2.8") + p.bun / 18),
            (Mistake.FORGOTTEN, lambda p: 2 * p.sodium + p.glucose / 18),
            (Mistake.FORGOTTEN, lambda p: 2 * p.sodium + p.bun / D("2.8")),
            (Mistake.WRONG_CONSTANT, lambda p: 2 * p.sodium + p.glucose / 18 + p.bun / 6),
            (Mistake.WRONG_UNIT, lambda p: 2 * p.sodium + p.glucose / 18 + p.bun),
        ),
        decimals=0,
        unit=Text("mOsm/kg", "mOsm/kg"),
        tolerance=LAST_PLACE,
        low=D(220),
        high=D(420),
        question=Text(
            "What is the calculated serum osmolality (from sodium, glucose and BUN)?",
            "나트륨, 포도당, BUN으로 계산한 혈청 삼투질 농도는?",
        ),
    ),
    Formula(
        key="osmolar_gap",
        category=Category.ELECTROLYTES,
        sources=(_OSMOLALITY,),
        compute=osmolar_gap,
        mistakes=(
            (Mistake.FORGOTTEN, lambda p: p.measured_osmolality - 2 * p.sodium),
            (Mistake.FORGOTTEN, lambda p: p.measured_osmolality - 2 * p.sodium - p.glucose / 18),
            (Mistake.FORGOTTEN, lambda p: p.measured_osmolality - 2 * p.sodium - p.bun / D("2.8")),
            (
                Mistake.SWAPPED,
                lambda p: p.measured_osmolality - 2 * p.sodium - p.glucose / D("2.8") - p.bun / 18,
            ),
            (Mistake.WRONG_UNIT, lambda p: p.measured_osmolality - 2 * p.sodium - p.glucose / 18 - p.bun),
            (
                Mistake.WRONG_CONSTANT,
                lambda p: p.measured_osmolality - D("1.86") * p.sodium - p.glucose / 18 - p.bun,
            ),
        ),
        decimals=0,
        unit=Text("mOsm/kg", "mOsm/kg"),
        tolerance=LAST_PLACE,
        low=D(5),
        high=D(90),
        question=Text(
            "What is the osmolar gap? (No ethanol was detected.)",
            "삼투질 농도 차이(osmolar gap)는? (혈중 에탄올은 검출되지 않음)",
        ),
    ),
)
