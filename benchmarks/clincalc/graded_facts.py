"""Facts that come in grades: consciousness, the newborn's signs, ascites, judgements, medicines."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from .facts import Fact, Graded, Measured, Section
from .text import Text, Value


def _graded(name: str, phrases: Mapping[Value, Text], section: Section = Section.FINDINGS) -> Graded:
    return Graded(values=(name,), section=section, phrases=phrases)


_CONSCIOUSNESS = (
    _graded(
        "eyes",
        {
            "none": Text("eyes stay closed", "눈을 뜨지 않음"),
            "pressure": Text("eyes open to pain", "통증 자극에 눈을 뜸"),
            "speech": Text("eyes open to speech", "부르면 눈을 뜸"),
            "spontaneous": Text("eyes open spontaneously", "자발적으로 눈을 뜸"),
        },
    ),
    _graded(
        "verbal",
        {
            "none": Text("no verbal response", "언어 반응 없음"),
            "sounds": Text("incomprehensible sounds", "이해할 수 없는 소리를 냄"),
            "words": Text("inappropriate words", "부적절한 단어를 말함"),
            "confused": Text("confused speech", "혼란스러운 대화"),
            "oriented": Text("oriented speech", "지남력 있는 대화"),
        },
    ),
    _graded(
        "motor",
        {
            "none": Text("no motor response", "운동 반응 없음"),
            "extension": Text("extension to pain", "통증에 신전 반응"),
            "abnormal flexion": Text("abnormal flexion to pain", "통증에 이상 굴곡 반응"),
            "withdrawal": Text("withdraws from pain", "통증에 움츠림"),
            "localising": Text("localises pain", "통증 부위를 가리킴"),
            "obeying": Text("obeys commands", "지시에 따름"),
        },
    ),
)

_NEWBORN = (
    Measured(
        values=("newborn_heart_rate",),
        section=Section.FINDINGS,
        template=Text("heart rate {newborn_heart_rate}/min", "심박수 {newborn_heart_rate}회/분"),
    ),
    _graded(
        "breathing",
        {
            "none": Text("no breathing", "호흡 없음"),
            "weak": Text("slow, irregular breathing", "느리고 불규칙한 호흡"),
            "crying": Text("strong cry", "힘찬 울음"),
        },
    ),
    _graded(
        "tone",
        {
            "limp": Text("limp", "축 늘어짐"),
            "some": Text("some flexion of the limbs", "팔다리를 약간 굽힘"),
            "active": Text("active motion", "활발한 움직임"),
        },
    ),
    _graded(
        "reflex",
        {
            "none": Text("no response to suction", "흡인 자극에 반응 없음"),
            "grimace": Text("grimaces on suction", "흡인 자극에 얼굴을 찡그림"),
            "cry": Text("coughs and pulls away on suction", "흡인 자극에 기침하며 피함"),
        },
    ),
    _graded(
        "colour",
        {
            "blue": Text("pale blue all over", "온몸이 창백하고 푸름"),
            "blue hands and feet": Text("pink body with blue hands and feet", "몸통은 분홍색, 손발은 푸름"),
            "pink": Text("pink all over", "온몸이 분홍색"),
        },
    ),
)

_LIVER = (
    _graded(
        "ascites",
        {
            "none": Text("no ascites", "복수 없음"),
            "mild": Text("mild ascites", "경도의 복수"),
            "severe": Text("tense ascites", "긴장성 복수(중증)"),
        },
    ),
    _graded(
        "encephalopathy",
        {
            "none": Text("no encephalopathy", "간성뇌증 없음"),
            "mild": Text("grade II encephalopathy", "II단계 간성뇌증"),
            "severe": Text("grade III encephalopathy", "III단계 간성뇌증"),
        },
    ),
)

_JUDGEMENTS = (
    _graded(
        "embolism_likeliest",
        {
            True: Text(
                "Pulmonary embolism is judged the likeliest diagnosis",
                "폐색전증이 가장 유력한 진단으로 판단된다",
            ),
            False: Text(
                "Another diagnosis is judged likelier than pulmonary embolism",
                "폐색전증보다 다른 진단이 더 유력하다고 판단된다",
            ),
        },
        Section.STATEMENTS,
    ),
    _graded(
        "other_diagnosis_as_likely",
        {
            True: Text(
                "Another diagnosis is judged at least as likely as thrombosis",
                "혈전증만큼 또는 그 이상 유력한 다른 진단이 있다",
            ),
            False: Text("No other diagnosis is judged as likely as thrombosis", "혈전증만큼 유력한 다른 진단은 없다"),
        },
        Section.STATEMENTS,
    ),
)

_MEDICINES = (
    _graded(
        "medicine",
        {
            "paracetamol": Text("paracetamol syrup", "아세트아미노펜 시럽"),
            "ibuprofen": Text("ibuprofen syrup", "이부프로펜 시럽"),
            "amoxicillin": Text("amoxicillin syrup", "아목시실린 시럽"),
            "gentamicin": Text("intravenous gentamicin", "겐타마이신 정맥주사"),
            "ampicillin": Text("intravenous ampicillin", "암피실린 정맥주사"),
        },
        Section.ORDER,
    ),
    Measured(
        values=("dose_per_kg", "strength"),
        section=Section.ORDER,
        template=Text(
            "{dose_per_kg} mg/kg per dose, strength {strength} mg/mL",
            "회당 {dose_per_kg} mg/kg, 농도 {strength} mg/mL",
        ),
    ),
)

STRENGTHS: Mapping[str, tuple[Decimal, Decimal]] = {
    "paracetamol": (Decimal(15), Decimal(32)),
    "ibuprofen": (Decimal(10), Decimal(20)),
    "amoxicillin": (Decimal(40), Decimal(50)),
    "gentamicin": (Decimal(5), Decimal(10)),
    "ampicillin": (Decimal(50), Decimal(100)),
}
"""Dose in mg/kg and strength in mg/mL of each medicine."""

GRADED: tuple[Fact, ...] = (*_CONSCIOUSNESS, *_NEWBORN, *_LIVER, *_JUDGEMENTS, *_MEDICINES)
