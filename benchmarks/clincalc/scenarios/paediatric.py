"""Newborns and children."""

from __future__ import annotations

from ..formulas.children import BREATHING, COLOUR, REFLEX, TONE
from ..graded_facts import STRENGTHS
from ..scenario import Patient, Scenario
from ..stream import Stream
from ..text import D, Text, rounded


def _child(stream: Stream) -> Patient:
    """Height and weight near the medians of the WHO growth standards and reference (2006, 2007)."""
    years = stream.below(11) + 2
    height = 77 + 6 * years + stream.integer(-4, 4)
    index = stream.decimal("14.5", "18.0", "0.5")
    return {
        "age": D(years),
        "female": stream.chance(50),
        "height": height,
        "weight": rounded(index * (height / 100) ** 2, 0),
    }


def _febrile_child(stream: Stream) -> Patient:
    medicine = stream.choice(("paracetamol", "ibuprofen", "amoxicillin"))
    return {
        **_child(stream),
        **_dose(medicine),
        "temperature": stream.decimal("38.1", "40.1", "0.1"),
        "heart_rate": stream.integer(104, 142),
    }


def _child_with_kidney_disease(stream: Stream) -> Patient:
    medicine = stream.choice(("paracetamol", "amoxicillin"))
    return {
        **_child(stream),
        **_dose(medicine),
        "creatinine": stream.decimal("0.4", "2.2", "0.1"),
        "haemoglobin": stream.decimal("9.0", "13.4", "0.1"),
    }


def _newborn(stream: Stream) -> Patient:
    return {
        "age": D(0),
        "female": stream.chance(50),
        "weight": stream.decimal("2.4", "4.2", "0.1"),
        **_dose(stream.choice(("gentamicin", "ampicillin"))),
        **_first_signs(stream),
        "dextrose_percent": D(stream.choice(("10", "12.5"))),
        "fluid_rate": stream.decimal("7.0", "14.0", "0.5"),
    }


def _first_signs(stream: Stream) -> Patient:
    # The signs fall together: a newborn who cries is neither limp nor blue all over.
    vigour = stream.below(3)
    grades = [min(2, max(0, vigour + stream.below(3) - 1)) for _ in range(3)]
    return {
        "newborn_heart_rate": stream.integer_outside(62, 158, 96, 104) if vigour else stream.integer(48, 92),
        "breathing": BREATHING[vigour],
        "tone": TONE[grades[0]],
        "reflex": REFLEX[grades[1]],
        "colour": COLOUR[grades[2] if vigour < 2 else max(1, grades[2])],
    }


def _dose(medicine: str) -> Patient:
    dose, strength = STRENGTHS[medicine]
    return {"medicine": medicine, "dose_per_kg": dose, "strength": strength}


SCENARIOS = (
    Scenario(
        key="febrile_child",
        openings=(
            Text(
                "{A} {age}-year-old {person} has fever and drinks poorly.",
                "{age}세 {person}가 발열이 있고 잘 마시지 못한다.",
            ),
            Text(
                "{A} {age}-year-old {person} is admitted with fever and vomiting.",
                "{age}세 {person}가 발열과 구토로 입원하였다.",
            ),
        ),
        draw=_febrile_child,
        formulas=("dose_volume", "maintenance_fluid", "body_surface_area"),
        extras=("temperature", "heart_rate", "height"),
    ),
    Scenario(
        key="child_with_kidney_disease",
        openings=(
            Text(
                "{A} {age}-year-old {person} with one kidney comes for a check-up.",
                "콩팥이 하나뿐인 {age}세 {person}가 정기 진료를 받으러 왔다.",
            ),
            Text(
                "{A} {age}-year-old {person} with reflux nephropathy comes for a check-up.",
                "역류성 신병증이 있는 {age}세 {person}가 정기 진료를 받으러 왔다.",
            ),
        ),
        draw=_child_with_kidney_disease,
        formulas=("egfr_bedside_schwartz", "maintenance_fluid", "dose_volume", "body_surface_area"),
        extras=("haemoglobin", "weight", "height"),
    ),
    Scenario(
        key="newborn",
        openings=(
            Text(
                "A term newborn {person} is examined after birth.",
                "만삭으로 태어난 신생아({person})를 출생 직후 진찰하였다.",
            ),
            Text(
                "A newborn {person} is looked after in the delivery room.",
                "분만실에서 신생아({person})를 돌보고 있다.",
            ),
        ),
        draw=_newborn,
        formulas=("apgar", "glucose_infusion_rate", "dose_volume"),
        extras=("weight",),
    ),
)
