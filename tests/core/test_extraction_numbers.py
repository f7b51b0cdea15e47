"""Numbers with their units, as models write them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchtoward.core.extraction import NumberAnswer, Parsed, parse_extraction

RULES = parse_extraction(["strip_reasoning", "number_marker", "number_only", "number_answer_is"])
PLAIN = NumberAnswer()
CLEARANCE = NumberAnswer(units=(("mL/min", "1"), ("L/min", "1000")))
INDEXED = NumberAnswer(units=(("mL/min/1.73 m²", "1"), ("mL/min", "1")))
MASS = NumberAnswer(units=(("mg", "1"), ("g", "1000"), ("µg", "0.001"), ("mcg", "0.001")))
PERCENT = NumberAnswer(units=(("%", "1"),))


def read(text: str, space: NumberAnswer = PLAIN) -> str:
    outcome = RULES.read(text, space)
    return outcome.value if isinstance(outcome, Parsed) else f"!{outcome.reason}"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,234", "1234"),
        ("1,234.5", "1234.5"),
        ("1.234,5", "1234.5"),
        ("1.234.567", "1234567"),
        ("1,5", "1.5"),
        ("0,123", "0.123"),
        ("1234,567", "1234.567"),
        ("12,34,567", "!not_a_number"),
        ("1.2.3", "!not_a_number"),
        ("1\u202f234", "1234"),
        ("1\u00a0234,5", "1234.5"),
        ("１２３", "123"),
        ("007", "7"),
        (".5", "0.5"),
        ("5.", "5"),
        ("-0", "0"),
        ("−5", "-5"),
        ("–5", "-5"),
        ("+5", "5"),
        ("- 5", "!no_answer"),
        ("1.5e3", "1500"),
        ("1.5E-3", "0.0015"),
        ("1.5 x 10^5", "150000"),
        ("1.5 × 10⁵", "150000"),
        ("1.5×10⁻³", "0.0015"),
        ("$1.5 \\times 10^{-3}$", "0.0015"),
        ("1.5e999999999", "!out_of_range"),
        ("12345678901234567890.12345678901234567890", "12345678901234567890.1234567890123456789"),
        ("9" * 80, "!no_answer"),
        ("Infinity", "!no_answer"),
        ("NaN", "!no_answer"),
        ("seventy-two", "!no_answer"),
    ],
)
def test_a_number_is_read_in_every_unambiguous_writing(text: str, number: str) -> None:
    assert read(text) == number


@pytest.mark.parametrize(
    "text",
    ["70-75", "70–75", "70 to 75", "72 ± 5", "3/4", "120/80", "2+3", "5 out of 10", "72 and 80", "1, 2"],
)
def test_a_range_a_ratio_or_two_numbers_are_undecided(text: str) -> None:
    assert read(text) == "!several"
    assert read(f"Answer: {text}") == "!several"


@pytest.mark.parametrize("text", [">60", "≥ 60", "at least 60", "less than 60"])
def test_a_bound_is_not_a_number(text: str) -> None:
    assert read(f"Answer: {text}") == "!not_a_number"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("72 mL/min", "72"),
        ("72ml/min.", "72"),
        ("72 mL per min", "72"),
        ("Answer: 72 (mL/min)", "72"),
        ("1.2 L/min", "1200"),
        ("**Answer:** 72.9 mL/min", "72.9"),
        ("Answer: $\\boxed{72.9\\ \\text{mL/min}}$", "72.9"),
        ("so \\boxed{72.9}", "72.9"),
        ("The answer is 72 mL/min.", "72"),
        ("정답은 72 mL/min입니다", "72"),
        ("정답: 72 mL/min", "72"),
        ("72입니다", "72"),
        ("Answer: 72 mg", "!wrong_unit"),
        ("Answer: 72 (mg)", "!wrong_unit"),
        ("72%", "!wrong_unit"),
        ("72점입니다", "!wrong_unit"),
        ("Answer: 72 mL/min/1.73 m²", "!wrong_unit"),
    ],
)
def test_an_accepted_unit_is_converted_and_another_refused(text: str, number: str) -> None:
    assert read(text, CLEARANCE) == number


@pytest.mark.parametrize(
    ("text", "space", "number"),
    [
        ("72 mL/min/1.73 m²", INDEXED, "72"),
        ("72 mL/min/1.73m2", INDEXED, "72"),
        ("72 mL/min/1.73 m^2", INDEXED, "72"),
        ("5 g", MASS, "5000"),
        ("5 µg", MASS, "0.005"),
        ("5 μg", MASS, "0.005"),
        ("5 ug", MASS, "0.005"),
        ("5 mcg", MASS, "0.005"),
        ("5 kg", MASS, "!wrong_unit"),
        ("5 mg/dL", MASS, "!wrong_unit"),
        ("5mg/day", MASS, "!wrong_unit"),
        ("5 %", PERCENT, "5"),
        ("5 percent", PERCENT, "5"),
        ("Answer: 5\\%", PERCENT, "5"),
    ],
)
def test_units_are_told_apart_however_they_are_written(text: str, space: NumberAnswer, number: str) -> None:
    assert read(text, space) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Answer: approximately 72", "72"),
        ("Answer: ≈ 72", "72"),
        ("약 72", "72"),
        ("Answer:\n\n72", "72"),
        ("Answer:\n- 72", "72"),
        ("Answer: 72\n\nAnswer: 80", "80"),
        ("Answer: CrCl = (140 - 45) × 72 / 86 = 79.5 mL/min", "79.5"),
        ("Answer: (140-45)*72/(72*1.2) = 79.17 mL/min", "79.17"),
        ("Answer: 5 × 4 = 20", "20"),
        ("Answer: 72 mL/min (weight = 60 kg)", "72"),
        ("Answer: CrCl = 72 mL/min (weight = 60 kg)", "72"),
        ("Answer: The creatinine clearance is 72 mL/min.", "72"),
        ("The final answer is 72 mL/min because the weight is 60 kg.", "72"),
        ("The answer is 50. Wait, the answer is 72.", "72"),
        ("The answer is not 50; it is 72.", "72"),
        ("Answer: 5, age = 1", "!several"),
        ("Answer: The clearance of a 45-year-old is 72", "!several"),
        ("Answer: Let's use 3 steps", "!no_answer"),
        ("Answer: BMI 23.4", "!no_answer"),
        ("Answer: 3-year", "!no_answer"),
        ("Answer: unknown", "!no_answer"),
        ("The patient is 45 and weighs 60 kg. Clearance 72.", "!no_answer"),
        ("I cannot answer", "!refusal"),
        ("", "!empty"),
    ],
)
def test_the_number_of_a_statement_is_read_and_no_other(text: str, number: str) -> None:
    assert read(text, CLEARANCE) == number


@given(number=st.decimals(min_value=-(10**12), max_value=10**12, allow_nan=False, places=6))
def test_every_plain_decimal_comes_back_with_its_value(number: Decimal) -> None:
    for text in (f"{number:f}", f"Answer: {number:f} mg", f"The answer is {number:,f}."):
        assert Decimal(read(text, MASS)) == number


@given(number=st.integers(min_value=0, max_value=10**9), factor=st.sampled_from(["mg", "g", "mcg"]))
def test_conversion_is_exact(number: int, factor: str) -> None:
    expected = Decimal(number) * Decimal(dict(MASS.units)[factor])
    assert Decimal(read(f"{number} {factor}", MASS)) == expected
