"""Patients with diseases of the liver and with cancer."""

from __future__ import annotations

from ..formulas.liver import ASCITES, ENCEPHALOPATHY
from ..scenario import Patient, Scenario, adult, flags, pressure
from ..stream import Stream
from ..text import D, Text, rounded


def _cirrhosis(stream: Stream) -> Patient:
    return {
        **adult(stream, 38, 76),
        **pressure(stream, 88, 128),
        "bilirubin": _off_borders(stream, 9, 80, (20, 30)),
        "albumin": _off_borders(stream, 20, 41, (28, 35)),
        "inr": _off_borders(stream, 11, 29, (17, 22, 23)),
        "sodium": stream.integer(122, 141),
        "creatinine": stream.decimal("0.6", "2.8", "0.1"),
        "ascites": stream.choice(ASCITES),
        "encephalopathy": stream.choice(ENCEPHALOPATHY),
        "calcium": stream.decimal("7.2", "9.0", "0.1"),
    }


def _alcoholic_hepatitis(stream: Stream) -> Patient:
    inr, control = stream.decimal("1.4", "2.9", "0.1"), stream.decimal("11.5", "13.0", "0.1")
    return {
        **adult(stream, 34, 66),
        **pressure(stream, 96, 138),
        "bilirubin": stream.decimal("4.2", "24.0", "0.1"),
        "albumin": stream.decimal("2.0", "3.4", "0.1"),
        "inr": inr,
        "pt": rounded(control * inr, 1),
        "pt_control": control,
        "sodium": stream.integer(124, 140),
        "creatinine": stream.decimal("0.6", "2.4", "0.1"),
        "calcium": stream.decimal("7.0", "8.8", "0.1"),
    }


def _off_borders(stream: Stream, low: int, high: int, borders: tuple[int, ...]) -> D:
    """Return tenths from `low` to `high`, none on a border between two grades of the Child-Pugh score.

    Versions of the score differ on which side a border belongs to.
    """
    while (tenths := stream.integer(low, high)) in borders:
        pass
    return rounded(tenths / 10, 1)


def _hypercalcaemia(stream: Stream) -> Patient:
    return {
        **adult(stream, 44, 82),
        **pressure(stream, 102, 146),
        **flags(stream, (("hypertension", 50), ("diabetes", 30))),
        "calcium": stream.decimal("9.8", "13.2", "0.1"),
        "albumin": stream.decimal("2.2", "3.6", "0.1"),
        "creatinine": stream.decimal("0.6", "2.2", "0.1"),
        "haemoglobin": stream.decimal("8.4", "13.4", "0.1"),
    }


SCENARIOS = (
    Scenario(
        key="cirrhosis",
        openings=(
            Text(
                "{A} {age}-year-old {person} with cirrhosis is assessed for transplantation.",
                "간경변증이 있는 {age}세 {person}이 간이식 평가를 받고 있다.",
            ),
            Text(
                "{A} {age}-year-old {person} with cirrhosis comes to the liver clinic.",
                "간경변증이 있는 {age}세 {person}이 간 클리닉을 방문하였다.",
            ),
        ),
        draw=_cirrhosis,
        formulas=("meld_na", "child_pugh", "meld_3_0", "corrected_calcium"),
        extras=("sbp", "calcium", "weight"),
    ),
    Scenario(
        key="alcoholic_hepatitis",
        openings=(
            Text(
                "{A} {age}-year-old {person} is admitted with alcoholic hepatitis.",
                "{age}세 {person}이 알코올성 간염으로 입원하였다.",
            ),
            Text(
                "{A} {age}-year-old {person} who drinks heavily has become jaundiced.",
                "과음하는 {age}세 {person}에게 황달이 생겼다.",
            ),
        ),
        draw=_alcoholic_hepatitis,
        formulas=("maddrey_discriminant_function", "meld_na", "meld_3_0", "corrected_calcium"),
        extras=("sbp", "weight"),
    ),
    Scenario(
        key="hypercalcaemia",
        openings=(
            Text(
                "{A} {age}-year-old {person} with myeloma is thirsty and constipated.",
                "다발골수종이 있는 {age}세 {person}이 갈증과 변비를 호소한다.",
            ),
            Text(
                "{A} {age}-year-old {person} with lung cancer is due for chemotherapy.",
                "폐암이 있는 {age}세 {person}이 항암치료를 앞두고 있다.",
            ),
        ),
        draw=_hypercalcaemia,
        formulas=("corrected_calcium", "body_surface_area", "cockcroft_gault", "ideal_body_weight"),
        extras=("sbp", "haemoglobin", "albumin"),
    ),
)
