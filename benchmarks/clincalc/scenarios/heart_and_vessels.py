"""Patients with diseases of the heart and the veins."""

from __future__ import annotations

from ..scenario import Patient, Scenario, adult, flags, pressure
from ..stream import Stream
from ..text import D, Text, rounded

ROOM_AIR = D("0.21")


def _atrial_fibrillation(stream: Stream) -> Patient:
    history = flags(
        stream,
        (
            ("heart_failure", 35),
            ("hypertension", 65),
            ("diabetes", 35),
            ("stroke", 30),
            ("vascular_disease", 30),
            ("dialysis", 15),
            ("cirrhosis", 12),
            ("major_bleeding", 28),
            ("labile_inr", 30),
            ("aspirin", 40),
            ("heavy_drinking", 20),
        ),
    )
    creatinine = stream.decimal("4.2", "8.4", "0.1") if history["dialysis"] else stream.decimal("0.7", "1.9", "0.1")
    return {
        **adult(stream, 52, 88),
        "age": stream.integer_outside(52, 88, 65, 65),
        **pressure(stream, 116, 182),
        **history,
        "heart_rate": stream.integer(72, 128),
        "creatinine": creatinine,
        "haemoglobin": stream.decimal("9.8", "15.2", "0.1"),
    }


def _long_qt(stream: Stream) -> Patient:
    heart_rate = stream.integer_outside(46, 112, 56, 66)
    corrected = stream.integer(390, 510)
    return {
        **adult(stream, 22, 82),
        **pressure(stream, 104, 148),
        "heart_rate": heart_rate,
        "qt": rounded(corrected * (60 / heart_rate) ** (stream.decimal("0.36", "0.44", "0.01")), 0),
        "potassium": stream.decimal("2.8", "4.4", "0.1"),
        "creatinine": stream.decimal("0.6", "1.6", "0.1"),
    }


def _heart_failure(stream: Stream) -> Patient:
    diastole = stream.integer(46, 72)
    shortening = stream.integer(10, 40)
    return {
        **adult(stream, 40, 84),
        **pressure(stream, 92, 156),
        "heart_rate": stream.integer(62, 108),
        "lvidd": diastole,
        "lvids": rounded(diastole * (100 - shortening) / 100, 0),
        "creatinine": stream.decimal("0.7", "2.2", "0.1"),
        "haemoglobin": stream.decimal("9.6", "15.0", "0.1"),
    }


def _pulmonary_embolism(stream: Stream) -> Patient:
    paco2, gradient = stream.integer(28, 36), stream.integer(28, 58)
    alveolar = rounded(ROOM_AIR * 713 - paco2 / D("0.8"), 0)
    return {
        **adult(stream, 26, 82),
        **pressure(stream, 88, 148),
        **flags(
            stream,
            (
                ("dvt_signs", 35),
                ("embolism_likeliest", 55),
                ("recent_surgery", 35),
                ("previous_dvt", 30),
                ("haemoptysis", 25),
                ("active_cancer", 28),
            ),
        ),
        "heart_rate": stream.integer_outside(76, 132, 98, 102),
        "resp_rate": stream.integer(16, 30),
        "fio2": ROOM_AIR,
        "paco2": paco2,
        "pao2": alveolar - gradient,
    }


def _leg_vein_thrombosis(stream: Stream) -> Patient:
    return {
        **adult(stream, 24, 80),
        **pressure(stream, 108, 152),
        **flags(
            stream,
            (
                ("active_cancer", 30),
                ("leg_in_plaster", 22),
                ("recent_surgery", 35),
                ("deep_vein_tenderness", 55),
                ("whole_leg_swollen", 40),
                ("pitting_oedema", 45),
                ("collateral_veins", 22),
                ("previous_dvt", 28),
                ("other_diagnosis_as_likely", 40),
            ),
        ),
        "calf_difference": D(stream.choice(("0.5", "1.5", "2.5", "3.5", "4.5", "5.5"))),
        "creatinine": stream.decimal("0.6", "1.8", "0.1"),
    }


SCENARIOS = (
    Scenario(
        key="atrial_fibrillation",
        openings=(
            Text(
                "{A} {age}-year-old {person} takes warfarin for atrial fibrillation.",
                "{age}세 {person}이 심방세동으로 와파린을 복용하고 있다.",
            ),
            Text(
                "{A} {age}-year-old {person} with atrial fibrillation has the anticoagulation reviewed.",
                "심방세동이 있는 {age}세 {person}이 항응고 치료를 점검받으러 왔다.",
            ),
        ),
        draw=_atrial_fibrillation,
        formulas=("cha2ds2_vasc", "has_bled", "cockcroft_gault", "mean_arterial_pressure"),
        extras=("heart_rate", "haemoglobin", "height"),
    ),
    Scenario(
        key="long_qt",
        openings=(
            Text(
                "{A} {age}-year-old {person} on haloperidol has an ECG.",
                "할로페리돌을 복용 중인 {age}세 {person}이 심전도 검사를 받았다.",
            ),
            Text(
                "{A} {age}-year-old {person} on methadone reports palpitations.",
                "메타돈을 복용 중인 {age}세 {person}이 두근거림을 호소하였다.",
            ),
        ),
        draw=_long_qt,
        formulas=("qtc_bazett", "qtc_fridericia", "egfr_ckd_epi_2021", "cockcroft_gault"),
        extras=("sbp", "potassium", "creatinine"),
    ),
    Scenario(
        key="heart_failure",
        openings=(
            Text(
                "{A} {age}-year-old {person} is short of breath on exertion and has an echocardiogram.",
                "운동 시 호흡곤란이 있는 {age}세 {person}이 심초음파 검사를 받았다.",
            ),
            Text(
                "{A} {age}-year-old {person} with heart failure comes for review.",
                "심부전이 있는 {age}세 {person}이 추적 진료를 받으러 왔다.",
            ),
        ),
        draw=_heart_failure,
        formulas=(
            "fractional_shortening",
            "mean_arterial_pressure",
            "body_surface_area",
            "egfr_ckd_epi_2021",
        ),
        extras=("heart_rate", "haemoglobin", "weight"),
    ),
    Scenario(
        key="pulmonary_embolism",
        openings=(
            Text(
                "{A} {age}-year-old {person} has sudden pleuritic chest pain.",
                "{age}세 {person}이 갑작스러운 흉막성 흉통으로 내원하였다.",
            ),
            Text(
                "{A} {age}-year-old {person} is suddenly short of breath.",
                "{age}세 {person}이 갑작스러운 호흡곤란으로 내원하였다.",
            ),
        ),
        draw=_pulmonary_embolism,
        formulas=("wells_pulmonary_embolism", "alveolar_arterial_gradient", "shock_index"),
        extras=("resp_rate", "sbp", "heart_rate"),
    ),
    Scenario(
        key="leg_vein_thrombosis",
        openings=(
            Text(
                "{A} {age}-year-old {person} has a painful, swollen leg.",
                "{age}세 {person}이 한쪽 다리의 통증과 부종으로 내원하였다.",
            ),
            Text(
                "{A} {age}-year-old {person} is sent in with suspected deep vein thrombosis.",
                "심부정맥혈전증이 의심되는 {age}세 {person}이 의뢰되었다.",
            ),
        ),
        draw=_leg_vein_thrombosis,
        formulas=("wells_deep_vein_thrombosis", "cockcroft_gault", "body_mass_index"),
        extras=("sbp", "creatinine"),
    ),
)
