"""Patients of internal medicine: kidney, electrolytes, metabolism."""

from __future__ import annotations

from ..scenario import Patient, Scenario, acidity, adult, electrolytes, pressure
from ..stream import Stream
from ..text import D, Text, rounded


def _ketoacidosis(stream: Stream) -> Patient:
    bicarbonate = stream.integer(5, 14)
    sodium, gap = stream.integer(124, 136), stream.integer(20, 32)
    paco2 = rounded(D("1.5") * bicarbonate + 8, 0) + stream.integer(-2, 2)
    return {
        **adult(stream, 19, 66),
        **pressure(stream, 92, 128),
        **electrolytes(stream, sodium=sodium, gap=gap, bicarbonate=bicarbonate),
        "heart_rate": stream.integer(98, 132),
        "glucose": stream.integer(320, 780),
        "bun": stream.integer(18, 46),
        "albumin": stream.decimal("3.2", "4.6", "0.1"),
        "paco2": paco2,
        "ph": acidity(bicarbonate, paco2),
    }


def _chronic_kidney_disease(stream: Stream) -> Patient:
    creatinine = stream.middling("0.8", "4.6", "0.1")
    return {
        **adult(stream, 34, 84),
        **pressure(stream, 112, 168),
        **electrolytes(
            stream,
            sodium=stream.integer(134, 143),
            gap=stream.integer(8, 16),
            bicarbonate=stream.integer(17, 26),
        ),
        "creatinine": creatinine,
        "bun": rounded(creatinine * 11, 0) + stream.integer(3, 12),
        "calcium": stream.decimal("7.2", "9.4", "0.1"),
        "albumin": stream.decimal("2.1", "3.7", "0.1"),
        "haemoglobin": stream.decimal("8.2", "13.8", "0.1"),
    }


def _acute_kidney_injury(stream: Stream) -> Patient:
    creatinine = stream.decimal("1.8", "5.4", "0.1")
    is_prerenal = stream.chance(50)
    return {
        **adult(stream, 40, 85),
        **pressure(stream, 88, 126),
        **electrolytes(
            stream,
            sodium=stream.integer(130, 144),
            gap=stream.integer(11, 20),
            bicarbonate=stream.integer(13, 21),
        ),
        "creatinine": creatinine,
        "bun": rounded(creatinine * (20 if is_prerenal else 12), 0) + stream.integer(1, 9),
        "glucose": stream.integer(84, 168),
        "albumin": stream.decimal("2.2", "3.6", "0.1"),
        "urine_sodium": stream.integer(6, 19) if is_prerenal else stream.integer(38, 82),
        "urine_creatinine": stream.integer(82, 168) if is_prerenal else stream.integer(32, 78),
    }


def _hypernatraemia(stream: Stream) -> Patient:
    return {
        **adult(stream, 36, 64),
        **pressure(stream, 94, 132),
        **electrolytes(
            stream,
            sodium=stream.integer(150, 168),
            gap=stream.integer(9, 15),
            bicarbonate=stream.integer(21, 28),
        ),
        "heart_rate": stream.integer(84, 116),
        "glucose": stream.integer(92, 210),
        "bun": stream.integer(22, 58),
    }


def _hyponatraemia(stream: Stream) -> Patient:
    sodium = stream.integer(107, 121)
    return {
        **adult(stream, 26, 64),
        **pressure(stream, 104, 142),
        **electrolytes(stream, sodium=sodium, gap=stream.integer(7, 12), bicarbonate=stream.integer(20, 26)),
        "desired_sodium": sodium + stream.integer(6, 10),
        "glucose": stream.integer(82, 138),
        "bun": stream.integer(6, 18),
    }


def _metabolic_clinic(stream: Stream) -> Patient:
    hdl, triglycerides = stream.integer(30, 68), stream.decimal("80", "340", "5")
    return {
        **adult(stream, 28, 72),
        **pressure(stream, 112, 158),
        "total_cholesterol": hdl + rounded(triglycerides / 5, 0) + stream.integer(72, 196),
        "hdl": hdl,
        "triglycerides": triglycerides,
        "glucose": stream.integer(84, 146),
        "insulin": stream.integer(5, 32),
        "creatinine": stream.decimal("0.5", "1.3", "0.1"),
    }


_KIDNEY = ("egfr_ckd_epi_2021", "cockcroft_gault", "corrected_calcium", "anion_gap", "body_mass_index")

SCENARIOS = (
    Scenario(
        key="ketoacidosis",
        openings=(
            Text(
                "{A} {age}-year-old {person} with type 1 diabetes has vomited since yesterday.",
                "제1형 당뇨병이 있는 {age}세 {person}이 어제부터 구토하여 내원하였다.",
            ),
            Text(
                "{A} {age}-year-old {person} with diabetes is admitted with ketoacidosis.",
                "당뇨병이 있는 {age}세 {person}이 케톤산증으로 입원하였다.",
            ),
        ),
        draw=_ketoacidosis,
        formulas=(
            "corrected_sodium",
            "anion_gap",
            "serum_osmolality",
            "winters_expected_paco2",
            "albumin_corrected_anion_gap",
        ),
        extras=("heart_rate", "sbp", "ph", "weight", "bun"),
    ),
    Scenario(
        key="chronic_kidney_disease",
        openings=(
            Text(
                "{A} {age}-year-old {person} attends the kidney clinic.",
                "{age}세 {person}이 신장내과 외래를 방문하였다.",
            ),
            Text(
                "{A} {age}-year-old {person} with stable chronic kidney disease comes for a check-up.",
                "안정적인 만성 콩팥병이 있는 {age}세 {person}이 정기 진료를 받으러 왔다.",
            ),
        ),
        draw=_chronic_kidney_disease,
        formulas=_KIDNEY,
        extras=("sbp", "bun", "haemoglobin", "potassium"),
    ),
    Scenario(
        key="acute_kidney_injury",
        openings=(
            Text(
                "{A} {age}-year-old {person} passes little urine after an operation.",
                "{age}세 {person}이 수술 후 소변량이 감소하였다.",
            ),
            Text(
                "{A} {age}-year-old {person} is admitted with acute kidney injury.",
                "{age}세 {person}이 급성 신손상으로 입원하였다.",
            ),
        ),
        draw=_acute_kidney_injury,
        formulas=(
            "fractional_excretion_of_sodium",
            "albumin_corrected_anion_gap",
            "serum_osmolality",
            "anion_gap",
        ),
        extras=("sbp", "bun", "potassium", "glucose"),
    ),
    Scenario(
        key="hypernatraemia",
        openings=(
            Text(
                "{A} {age}-year-old {person} is found drowsy after days without drinking.",
                "{age}세 {person}이 며칠간 물을 마시지 못하고 기면 상태로 발견되었다.",
            ),
            Text(
                "{A} {age}-year-old {person} with diabetes insipidus has lost access to water.",
                "요붕증이 있는 {age}세 {person}이 물을 마시지 못한 상태로 내원하였다.",
            ),
        ),
        draw=_hypernatraemia,
        formulas=("free_water_deficit", "serum_osmolality", "anion_gap", "body_mass_index"),
        extras=("sbp", "heart_rate", "height", "bun"),
    ),
    Scenario(
        key="hyponatraemia",
        openings=(
            Text(
                "{A} {age}-year-old {person} taking a thiazide is admitted with headache and nausea.",
                "티아지드를 복용하는 {age}세 {person}이 두통과 구역으로 입원하였다.",
            ),
            Text(
                "{A} {age}-year-old {person} has a seizure from hyponatraemia.",
                "{age}세 {person}이 저나트륨혈증으로 경련하였다.",
            ),
        ),
        draw=_hyponatraemia,
        formulas=("sodium_deficit", "serum_osmolality", "body_surface_area", "body_mass_index"),
        extras=("sbp", "potassium", "bun"),
    ),
    Scenario(
        key="metabolic_clinic",
        openings=(
            Text(
                "{A} {age}-year-old {person} has a fasting health check.",
                "{age}세 {person}이 공복 건강검진을 받았다.",
            ),
            Text(
                "{A} {age}-year-old {person} with suspected metabolic syndrome has a fasting blood test.",
                "대사증후군이 의심되는 {age}세 {person}이 공복 혈액검사를 받았다.",
            ),
        ),
        draw=_metabolic_clinic,
        formulas=("ldl_friedewald", "homa_ir", "body_mass_index", "body_surface_area", "egfr_ckd_epi_2021"),
        extras=("sbp", "height", "weight", "hdl", "glucose"),
    ),
)
