"""Patients of the emergency department and the intensive care unit."""

from __future__ import annotations

from ..formulas.emergency import EYES, MOTOR, VERBAL
from ..scenario import Patient, Scenario, acidity, adult, electrolytes, pressure
from ..stream import Stream
from ..text import D, Text, rounded


def _sepsis(stream: Stream) -> Patient:
    return {
        **adult(stream, 38, 86),
        **pressure(stream, 76, 118),
        **electrolytes(
            stream,
            sodium=stream.integer(131, 144),
            gap=stream.integer(13, 22),
            bicarbonate=stream.integer(14, 21),
        ),
        **_norepinephrine(stream),
        "confusion": stream.chance(50),
        "heart_rate": stream.integer(84, 134),
        "resp_rate": stream.integer(16, 32),
        "temperature": stream.decimal("36.1", "39.9", "0.1"),
        "albumin": stream.decimal("1.8", "3.2", "0.1"),
        "lactate": stream.decimal("1.8", "6.8", "0.1"),
    }


def _norepinephrine(stream: Stream) -> Patient:
    return {
        "norepinephrine_dose": stream.decimal("0.05", "0.40", "0.05"),
        "norepinephrine_mg": stream.choice((D(4), D(8), D(16))),
        "bag_volume": stream.choice((D(100), D(250))),
    }


def _pneumonia(stream: Stream) -> Patient:
    paco2, fio2 = stream.integer(30, 44), D(stream.choice(("0.21", "0.28", "0.35", "0.40")))
    ratio = stream.integer(215, 330)
    return {
        **adult(stream, 42, 90),
        **pressure(stream, 82, 142),
        "confusion": stream.chance(40),
        "bun": stream.integer_outside(9, 48, 19, 20),
        "heart_rate": stream.integer(78, 124),
        "resp_rate": stream.integer(16, 36),
        "temperature": stream.decimal("36.8", "39.8", "0.1"),
        "fio2": fio2,
        "paco2": paco2,
        "pao2": rounded(fio2 * ratio, 0),
    }


def _respiratory_distress(stream: Stream) -> Patient:
    fio2 = stream.decimal("0.55", "0.95", "0.05")
    bicarbonate, paco2 = stream.integer(20, 28), stream.integer(36, 56)
    return {
        **adult(stream, 32, 80),
        **pressure(stream, 84, 132),
        **_norepinephrine(stream),
        "fio2": fio2,
        "paco2": paco2,
        "pao2": rounded(fio2 * stream.integer(95, 235), 0),
        "ph": acidity(bicarbonate, paco2),
        "heart_rate": stream.integer(72, 122),
    }


def _poisoning(stream: Stream) -> Patient:
    sodium, bicarbonate = stream.integer(134, 145), stream.integer(6, 14)
    glucose, bun = stream.integer(82, 148), stream.integer(9, 26)
    calculated = 2 * sodium + glucose / D(18) + bun / D("2.8")
    return {
        **adult(stream, 20, 62),
        **pressure(stream, 98, 136),
        **electrolytes(stream, sodium=sodium, gap=stream.integer(20, 32), bicarbonate=bicarbonate),
        "heart_rate": stream.integer(88, 124),
        "glucose": glucose,
        "bun": bun,
        "measured_osmolality": rounded(calculated, 0) + stream.integer(14, 58),
    }


def _burn(stream: Stream) -> Patient:
    return {
        **adult(stream, 20, 66),
        **pressure(stream, 88, 134),
        "heart_rate": stream.integer(92, 138),
        "burned_area": stream.integer(16, 58),
    }


def _head_injury(stream: Stream) -> Patient:
    # Eye, verbal and motor responses fall together: the worse the motor response, the worse the others.
    motor = stream.below(len(MOTOR) - 1) + 1
    eyes = max(0, min(len(EYES) - 1, motor - 2 + stream.below(2)))
    verbal = max(0, min(len(VERBAL) - 1, motor - 2 + stream.below(2)))
    return {
        **adult(stream, 19, 78),
        **pressure(stream, 98, 158),
        "heart_rate": stream.integer(62, 118),
        "eyes": EYES[eyes],
        "verbal": VERBAL[verbal],
        "motor": MOTOR[motor],
        "icp": stream.integer(14, 32),
    }


SCENARIOS = (
    Scenario(
        key="sepsis",
        openings=(
            Text(
                "{A} {age}-year-old {person} with a urinary infection deteriorates.",
                "요로감염이 있는 {age}세 {person}의 상태가 나빠졌다.",
            ),
            Text(
                "{A} {age}-year-old {person} with sepsis is in intensive care.",
                "패혈증이 있는 {age}세 {person}이 중환자실에 있다.",
            ),
        ),
        draw=_sepsis,
        formulas=(
            "qsofa",
            "mean_arterial_pressure",
            "norepinephrine_rate",
            "albumin_corrected_anion_gap",
            "shock_index",
        ),
        extras=("temperature", "lactate", "heart_rate"),
    ),
    Scenario(
        key="pneumonia",
        openings=(
            Text(
                "{A} {age}-year-old {person} has community-acquired pneumonia.",
                "{age}세 {person}이 지역사회획득 폐렴으로 내원하였다.",
            ),
            Text(
                "{A} {age}-year-old {person} has had fever and a productive cough for some days.",
                "{age}세 {person}이 며칠 전부터 발열과 객담을 동반한 기침이 있다.",
            ),
        ),
        draw=_pneumonia,
        formulas=("curb_65", "alveolar_arterial_gradient", "qsofa", "pao2_fio2_ratio"),
        extras=("temperature", "heart_rate", "paco2"),
    ),
    Scenario(
        key="respiratory_distress",
        openings=(
            Text(
                "{A} {age}-year-old {person} with acute respiratory distress syndrome is ventilated.",
                "급성호흡곤란증후군으로 {age}세 {person}이 기계환기를 받고 있다.",
            ),
        ),
        draw=_respiratory_distress,
        formulas=(
            "lung_protective_tidal_volume",
            "pao2_fio2_ratio",
            "alveolar_arterial_gradient",
            "norepinephrine_rate",
            "ideal_body_weight",
        ),
        extras=("heart_rate", "sbp", "ph"),
    ),
    Scenario(
        key="poisoning",
        openings=(
            Text(
                "{A} {age}-year-old {person} drank an unknown liquid and is drowsy.",
                "{age}세 {person}이 성분 미상의 액체를 마신 뒤 기면 상태이다.",
            ),
            Text(
                "{A} {age}-year-old {person} may have drunk antifreeze.",
                "{age}세 {person}이 부동액을 마신 것으로 의심된다.",
            ),
        ),
        draw=_poisoning,
        formulas=("osmolar_gap", "anion_gap", "winters_expected_paco2", "serum_osmolality"),
        extras=("heart_rate", "sbp", "potassium"),
    ),
    Scenario(
        key="burn",
        openings=(
            Text(
                "{A} {age}-year-old {person} was burned in a house fire.",
                "{age}세 {person}이 주택 화재로 화상을 입었다.",
            ),
            Text(
                "{A} {age}-year-old {person} has just come in with flame burns.",
                "{age}세 {person}이 화염 화상으로 방금 이송되었다.",
            ),
        ),
        draw=_burn,
        formulas=("parkland_first_eight_hours", "body_surface_area", "shock_index", "mean_arterial_pressure"),
        extras=("heart_rate", "sbp", "height"),
    ),
    Scenario(
        key="head_injury",
        openings=(
            Text(
                "{A} {age}-year-old {person} fell from a ladder and injured the head.",
                "{age}세 {person}이 사다리에서 떨어져 머리를 다쳤다.",
            ),
            Text(
                "{A} {age}-year-old {person} has a head injury from a traffic accident.",
                "{age}세 {person}이 교통사고로 머리를 다쳤다.",
            ),
        ),
        draw=_head_injury,
        formulas=("glasgow_coma_scale", "cerebral_perfusion_pressure", "mean_arterial_pressure"),
        extras=("heart_rate", "sbp"),
    ),
)
