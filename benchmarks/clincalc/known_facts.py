"""Every fact that a vignette can tell, by the values that it shows."""

from __future__ import annotations

from collections.abc import Sequence

from .facts import Condition, Fact, Measured, Section
from .graded_facts import GRADED
from .text import Text


def _number(name: str, section: Section, en: str, ko: str) -> Measured:
    return Measured(values=(name,), section=section, template=Text(en, ko))


def _condition(name: str, section: Section, en: str, ko: str) -> Condition:
    return Condition(values=(name,), section=section, noun=Text(en, ko))


_BODY = (
    _number("weight", Section.BODY, "weight {weight} kg", "체중 {weight} kg"),
    _number("height", Section.BODY, "height {height} cm", "키 {height} cm"),
    _number(
        "burned_area",
        Section.FINDINGS,
        "deep burns of {burned_area}% of the body surface",
        "체표면적의 {burned_area}%에 심한 화상",
    ),
)

_HISTORY = (
    _condition("heart_failure", Section.HISTORY, "heart failure", "심부전"),
    _condition("hypertension", Section.HISTORY, "hypertension", "고혈압"),
    _condition("diabetes", Section.HISTORY, "diabetes", "당뇨병"),
    _condition("stroke", Section.HISTORY, "previous stroke", "뇌졸중"),
    _condition("vascular_disease", Section.HISTORY, "previous myocardial infarction", "심근경색"),
    _condition("dialysis", Section.HISTORY, "dialysis", "투석"),
    _condition("cirrhosis", Section.HISTORY, "cirrhosis", "간경변증"),
    _condition("major_bleeding", Section.HISTORY, "previous major bleeding", "주요 출혈"),
    _condition("labile_inr", Section.HISTORY, "labile INR", "INR 변동"),
    _condition("aspirin", Section.HISTORY, "aspirin use", "아스피린 복용"),
    _condition("heavy_drinking", Section.HISTORY, "heavy drinking", "과음"),
    _condition("active_cancer", Section.HISTORY, "active cancer", "활동성 암"),
    _condition("recent_surgery", Section.HISTORY, "major surgery in the past two weeks", "최근 보름 이내 대수술"),
    _condition("previous_dvt", Section.HISTORY, "previous deep vein thrombosis", "심부정맥혈전증"),
)

_FINDINGS = (
    _condition("confusion", Section.FINDINGS, "new confusion", "새로 생긴 의식 혼란"),
    _condition("dvt_signs", Section.FINDINGS, "clinical signs of deep vein thrombosis", "심부정맥혈전증의 임상 징후"),
    _condition("haemoptysis", Section.FINDINGS, "haemoptysis", "객혈"),
    _condition("leg_in_plaster", Section.FINDINGS, "recent plaster cast of the leg", "최근 하지 석고 고정"),
    _condition(
        "deep_vein_tenderness",
        Section.FINDINGS,
        "tenderness along the deep veins",
        "심부정맥 주행을 따른 압통",
    ),
    _condition("whole_leg_swollen", Section.FINDINGS, "swelling of the whole leg", "다리 전체 부종"),
    _condition("pitting_oedema", Section.FINDINGS, "pitting oedema of that leg alone", "환측에 국한된 함요 부종"),
    _condition("collateral_veins", Section.FINDINGS, "collateral superficial veins", "표재성 측부 정맥"),
    _number(
        "calf_difference",
        Section.FINDINGS,
        "calf {calf_difference} cm wider than on the other side",
        "종아리 둘레 반대쪽보다 {calf_difference} cm 큼",
    ),
)

_VITALS = (
    Measured(
        values=("sbp", "dbp"),
        section=Section.VITALS,
        template=Text("blood pressure {sbp}/{dbp} mmHg", "혈압 {sbp}/{dbp} mmHg"),
    ),
    _number("heart_rate", Section.VITALS, "heart rate {heart_rate}/min", "심박수 {heart_rate}회/분"),
    _number("resp_rate", Section.VITALS, "respiratory rate {resp_rate}/min", "호흡수 {resp_rate}회/분"),
    _number("temperature", Section.VITALS, "temperature {temperature} °C", "체온 {temperature} °C"),
    _number("icp", Section.VITALS, "intracranial pressure {icp} mmHg", "두개내압 {icp} mmHg"),
)

_HEART_TESTS = (
    _number("qt", Section.HEART_TESTS, "QT {qt} ms", "QT 간격 {qt} ms"),
    _number(
        "lvidd",
        Section.HEART_TESTS,
        "left ventricular diameter {lvidd} mm in diastole",
        "좌심실 내경 이완기 {lvidd} mm",
    ),
    _number("lvids", Section.HEART_TESTS, "{lvids} mm in systole", "수축기 {lvids} mm"),
)

_BLOOD = (
    _number("sodium", Section.BLOOD, "sodium {sodium} mmol/L", "나트륨 {sodium} mmol/L"),
    _number("potassium", Section.BLOOD, "potassium {potassium} mmol/L", "칼륨 {potassium} mmol/L"),
    _number("chloride", Section.BLOOD, "chloride {chloride} mmol/L", "염소 {chloride} mmol/L"),
    _number("bicarbonate", Section.BLOOD, "bicarbonate {bicarbonate} mmol/L", "중탄산염 {bicarbonate} mmol/L"),
    _number("bun", Section.BLOOD, "BUN {bun} mg/dL", "BUN {bun} mg/dL"),
    _number("creatinine", Section.BLOOD, "creatinine {creatinine} mg/dL", "크레아티닌 {creatinine} mg/dL"),
    _number("glucose", Section.BLOOD, "glucose {glucose} mg/dL", "포도당 {glucose} mg/dL"),
    _number("calcium", Section.BLOOD, "calcium {calcium} mg/dL", "칼슘 {calcium} mg/dL"),
    _number("albumin", Section.BLOOD, "albumin {albumin} g/dL", "알부민 {albumin} g/dL"),
    _number("bilirubin", Section.BLOOD, "bilirubin {bilirubin} mg/dL", "빌리루빈 {bilirubin} mg/dL"),
    _number("inr", Section.BLOOD, "INR {inr}", "INR {inr}"),
    Measured(
        values=("pt", "pt_control"),
        section=Section.BLOOD,
        template=Text(
            "prothrombin time {pt} s (control {pt_control} s)", "프로트롬빈 시간 {pt}초(대조 {pt_control}초)"
        ),
    ),
    _number(
        "measured_osmolality",
        Section.BLOOD,
        "measured osmolality {measured_osmolality} mOsm/kg",
        "실측 삼투질 농도 {measured_osmolality} mOsm/kg",
    ),
    _number(
        "total_cholesterol",
        Section.BLOOD,
        "total cholesterol {total_cholesterol} mg/dL",
        "총콜레스테롤 {total_cholesterol} mg/dL",
    ),
    _number("hdl", Section.BLOOD, "HDL {hdl} mg/dL", "HDL {hdl} mg/dL"),
    _number(
        "triglycerides",
        Section.BLOOD,
        "triglycerides {triglycerides} mg/dL",
        "중성지방 {triglycerides} mg/dL",
    ),
    _number("insulin", Section.BLOOD, "insulin {insulin} µU/mL", "인슐린 {insulin} µU/mL"),
    _number("haemoglobin", Section.BLOOD, "haemoglobin {haemoglobin} g/dL", "혈색소 {haemoglobin} g/dL"),
    _number("lactate", Section.BLOOD, "lactate {lactate} mmol/L", "젖산 {lactate} mmol/L"),
)

_GAS = (
    _number("ph", Section.GAS, "pH {ph}", "pH {ph}"),
    _number("paco2", Section.GAS, "PaCO₂ {paco2} mmHg", "PaCO₂ {paco2} mmHg"),
    _number("pao2", Section.GAS, "PaO₂ {pao2} mmHg", "PaO₂ {pao2} mmHg"),
    _number("fio2", Section.GAS, "FiO₂ {fio2}", "FiO₂ {fio2}"),
)

_URINE = (
    _number("urine_sodium", Section.URINE, "sodium {urine_sodium} mmol/L", "나트륨 {urine_sodium} mmol/L"),
    _number(
        "urine_creatinine",
        Section.URINE,
        "creatinine {urine_creatinine} mg/dL",
        "크레아티닌 {urine_creatinine} mg/dL",
    ),
)

_ORDERS = (
    _number(
        "desired_sodium",
        Section.ORDER,
        "target sodium {desired_sodium} mmol/L",
        "목표 나트륨 {desired_sodium} mmol/L",
    ),
    Measured(
        values=("norepinephrine_dose", "norepinephrine_mg", "bag_volume"),
        section=Section.ORDER,
        template=Text(
            "norepinephrine {norepinephrine_dose} µg/kg/min; bag: {norepinephrine_mg} mg in {bag_volume} mL",
            "노르에피네프린 {norepinephrine_dose} µg/kg/분; {bag_volume} mL 수액에 {norepinephrine_mg} mg",
        ),
    ),
    Measured(
        values=("dextrose_percent", "fluid_rate"),
        section=Section.ORDER,
        template=Text(
            "{dextrose_percent}% dextrose at {fluid_rate} mL/h",
            "{dextrose_percent}% 포도당액 {fluid_rate} mL/h",
        ),
    ),
)

_ALL: Sequence[Fact] = (
    *_BODY,
    *_HISTORY,
    *_VITALS,
    *_FINDINGS,
    *_HEART_TESTS,
    *_BLOOD,
    *_GAS,
    *_URINE,
    *_ORDERS,
    *GRADED,
)

IN_THE_OPENING = frozenset({"age", "female"})
"""Values that the opening sentence tells."""


def facts_for(names: Sequence[str]) -> list[Fact]:
    """Return the facts that show these values, in the order in which they are told, each once."""
    wanted = set(names) - IN_THE_OPENING
    facts = [fact for fact in _ALL if wanted & set(fact.values)]
    unknown = wanted - {name for fact in facts for name in fact.values}
    if unknown:
        raise ValueError(f"No fact tells {', '.join(sorted(unknown))}; add one to known_facts.py.")
    return facts
