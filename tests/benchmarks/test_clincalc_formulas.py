"""Every formula against values from elsewhere: published examples, other programs, definitions."""

from __future__ import annotations

from decimal import Decimal
from types import ModuleType

import pytest

_WELL = {
    "dialysis": False,
    "cirrhosis": False,
    "major_bleeding": False,
    "labile_inr": False,
    "aspirin": False,
}
_BLEEDING = {**_WELL, "stroke": False, "heavy_drinking": False}
_HEART = dict.fromkeys(("heart_failure", "hypertension", "diabetes", "stroke", "vascular_disease"), False)
_EMBOLISM = dict.fromkeys(
    ("dvt_signs", "embolism_likeliest", "recent_surgery", "previous_dvt", "haemoptysis", "active_cancer"),
    False,
)
_LEG = {
    **dict.fromkeys(
        (
            "active_cancer",
            "leg_in_plaster",
            "recent_surgery",
            "deep_vein_tenderness",
            "whole_leg_swollen",
            "pitting_oedema",
            "collateral_veins",
            "previous_dvt",
            "other_diagnosis_as_likely",
        ),
        False,
    ),
    "calf_difference": 0,
}
_MELD_3 = {"inr": "1.5", "sodium": 135, "albumin": 3}
_MELD_NA = {"creatinine": "1.9", "bilirubin": "4.2", "inr": "1.2"}
_APGAR_BEST = {
    "newborn_heart_rate": 140,
    "breathing": "crying",
    "tone": "active",
    "reflex": "cry",
    "colour": "pink",
}
_APGAR_WORST = {
    "newborn_heart_rate": 0,
    "breathing": "none",
    "tone": "limp",
    "reflex": "none",
    "colour": "blue",
}

EXAMPLES = [
    # CRAN package egfr, vignette "Getting started": 68.6335, 95.46369, 67.11141, 36.79633.
    ("egfr_ckd_epi_2021", {"creatinine": "1.0", "age": 50, "female": True}, "69"),
    ("egfr_ckd_epi_2021", {"creatinine": "0.8", "age": 40, "female": True}, "95"),
    ("egfr_ckd_epi_2021", {"creatinine": "1.2", "age": 65, "female": False}, "67"),
    ("egfr_ckd_epi_2021", {"creatinine": "1.5", "age": 72, "female": True}, "37"),
    # Cockcroft and Gault 1976: 40 years, 72 kg, 1.0 mg/dL are 140 - 40 mL/min, in a woman 15% less.
    ("cockcroft_gault", {"age": 40, "weight": 72, "creatinine": "1.0", "female": False}, "100"),
    ("cockcroft_gault", {"age": 40, "weight": 72, "creatinine": "1.0", "female": True}, "85"),
    # A fractional excretion is 100% where urine is plasma.
    (
        "fractional_excretion_of_sodium",
        {"urine_sodium": 140, "sodium": 140, "urine_creatinine": 1, "creatinine": 1},
        "100.00",
    ),
    # By hand: 100 × 20 × 2 / (140 × 100) = 0.286%, under the 1% of prerenal failure (Espinel 1976).
    (
        "fractional_excretion_of_sodium",
        {"urine_sodium": 20, "sodium": 140, "urine_creatinine": 100, "creatinine": 2},
        "0.29",
    ),
    ("corrected_calcium", {"calcium": "8.0", "albumin": "2.0"}, "9.6"),
    ("corrected_calcium", {"calcium": "9.0", "albumin": "4.0"}, "9.0"),
    # A sodium of 160 in a man of 70 kg (42 L of water) lacks 42 × 160 / 140 - 42 = 6 L.
    ("free_water_deficit", {"weight": 70, "sodium": 160, "female": False}, "6.0"),
    # A woman of 70 kg whose sodium is 10% too high lacks 10% of her 35 L (nephrology.edublogs.org, 2014).
    ("free_water_deficit", {"weight": 70, "sodium": 154, "female": True}, "3.5"),
    ("sodium_deficit", {"weight": 70, "sodium": 110, "female": False, "desired_sodium": 120}, "420"),
    ("sodium_deficit", {"weight": 60, "sodium": 112, "female": True, "desired_sodium": 120}, "240"),
    # Katz 1973: 1.6 mmol/L for each 100 mg/dL.
    ("corrected_sodium", {"sodium": 130, "glucose": 500}, "136.4"),
    ("corrected_sodium", {"sodium": 128, "glucose": 256}, "130.5"),
    ("serum_osmolality", {"sodium": 140, "glucose": 90, "bun": 14}, "290"),
    ("osmolar_gap", {"measured_osmolality": 310, "sodium": 140, "glucose": 90, "bun": 14}, "20"),
    ("anion_gap", {"sodium": 140, "chloride": 104, "bicarbonate": 24}, "12"),
    # Figge 1998: 2.5 mmol/L for each g/dL of albumin.
    (
        "albumin_corrected_anion_gap",
        {"sodium": 140, "chloride": 104, "bicarbonate": 24, "albumin": "2.0"},
        "17.0",
    ),
    ("winters_expected_paco2", {"bicarbonate": 12}, "26.0"),
    ("winters_expected_paco2", {"bicarbonate": 10}, "23.0"),
    ("mean_arterial_pressure", {"sbp": 120, "dbp": 80}, "93"),
    # At 60 beats a minute no correction changes the interval.
    ("qtc_bazett", {"qt": 400, "heart_rate": 60}, "400"),
    ("qtc_fridericia", {"qt": 400, "heart_rate": 60}, "400"),
    # MedCalc-Bench: 330 ms at 131/min are 487.6 (Bazett), at 118/min 413.6 with RR rounded (Fridericia).
    ("qtc_bazett", {"qt": 330, "heart_rate": 131}, "488"),
    ("qtc_fridericia", {"qt": 330, "heart_rate": 118}, "413"),
    ("fractional_shortening", {"lvidd": 50, "lvids": 35}, "30"),
    # The ends of the published ranges.
    ("cha2ds2_vasc", {"age": 50, "female": False, **_HEART}, "0"),
    ("cha2ds2_vasc", {"age": 75, "female": True, **dict.fromkeys(_HEART, True)}, "9"),
    ("cha2ds2_vasc", {"age": 65, "female": True, **_HEART}, "2"),
    ("cha2ds2_vasc", {"age": 64, "female": False, **_HEART, "stroke": True}, "2"),
    ("has_bled", {"age": 65, "sbp": 160, **_BLEEDING}, "0"),
    ("has_bled", {"age": 66, "sbp": 161, **dict.fromkeys(_BLEEDING, True)}, "9"),
    # Room air, PaCO2 40: alveolar pressure 149.73 - 50 = 99.73 mmHg.
    ("alveolar_arterial_gradient", {"fio2": "0.21", "paco2": 40, "pao2": 90}, "10"),
    ("pao2_fio2_ratio", {"pao2": 80, "fio2": "0.40"}, "200"),
    # ARDSNet's table of predicted body weight: man of 175 cm 70.6 kg, woman of 160 cm 52.4 kg.
    ("lung_protective_tidal_volume", {"height": 175, "female": False}, "423"),
    ("lung_protective_tidal_volume", {"height": 160, "female": True}, "314"),
    ("curb_65", {"age": 64, "confusion": False, "bun": 19, "resp_rate": 29, "sbp": 90, "dbp": 61}, "0"),
    ("curb_65", {"age": 65, "confusion": True, "bun": 20, "resp_rate": 30, "sbp": 89, "dbp": 60}, "5"),
    ("curb_65", {"age": 40, "confusion": False, "bun": 10, "resp_rate": 20, "sbp": 120, "dbp": 60}, "1"),
    # R package ameld, its tests: 20.04 without sodium, 28 with 125 mmol/L; no sodium term below 12 points.
    ("meld_na", {**_MELD_NA, "sodium": 137}, "20"),
    ("meld_na", {**_MELD_NA, "sodium": 125}, "28"),
    ("meld_na", {**_MELD_NA, "sodium": 120}, "28"),
    ("meld_na", {"creatinine": "1.0", "bilirubin": "1.0", "inr": "1.0", "sodium": 125}, "6"),
    # Worked by hand in the public tests of a Brazilian calculator: 16.94, for a woman 18.27, and so on.
    ("meld_3_0", {"bilirubin": 2, "creatinine": "1.2", **_MELD_3, "female": False}, "17"),
    ("meld_3_0", {"bilirubin": 2, "creatinine": "1.2", **_MELD_3, "female": True}, "18"),
    ("meld_3_0", {"bilirubin": 2, "creatinine": "1.5", **_MELD_3, "female": False}, "19"),
    ("meld_3_0", {"bilirubin": "2.5", "creatinine": "1.5", **_MELD_3, "female": False}, "20"),
    (
        "meld_3_0",
        {"bilirubin": 8, "creatinine": "1.5", "inr": 2, "sodium": 130, "albumin": "2.8", "female": False},
        "29",
    ),
    (
        "meld_3_0",
        {"bilirubin": 10, "creatinine": "1.5", "inr": 2, "sodium": 130, "albumin": "2.8", "female": False},
        "30",
    ),
    (
        "meld_3_0",
        {"bilirubin": "0.5", "creatinine": "0.6", "inr": "0.8", "sodium": 140, "albumin": 4, "female": False},
        "6",
    ),
    (
        "meld_3_0",
        {"bilirubin": 40, "creatinine": 10, "inr": 8, "sodium": 115, "albumin": 1, "female": False},
        "40",
    ),
    (
        "child_pugh",
        {"bilirubin": "1.0", "albumin": "4.0", "inr": "1.0", "ascites": "none", "encephalopathy": "none"},
        "5",
    ),
    (
        "child_pugh",
        {"bilirubin": "3.5", "albumin": "2.5", "inr": "2.5", "ascites": "severe", "encephalopathy": "severe"},
        "15",
    ),
    (
        "child_pugh",
        {"bilirubin": "2.5", "albumin": "3.0", "inr": "2.0", "ascites": "mild", "encephalopathy": "mild"},
        "10",
    ),
    # Carithers 1989: treated where the function is over 32.
    ("maddrey_discriminant_function", {"pt": "20.0", "pt_control": "12.0", "bilirubin": "10.0"}, "46.8"),
    ("wells_pulmonary_embolism", {"heart_rate": 100, **_EMBOLISM}, "0.0"),
    ("wells_pulmonary_embolism", {"heart_rate": 101, **dict.fromkeys(_EMBOLISM, True)}, "12.5"),
    ("wells_pulmonary_embolism", {"heart_rate": 110, **_EMBOLISM, "haemoptysis": True}, "2.5"),
    ("wells_deep_vein_thrombosis", {**_LEG, "other_diagnosis_as_likely": True}, "-2"),
    (
        "wells_deep_vein_thrombosis",
        {**dict.fromkeys(_LEG, True), "calf_difference": 4, "other_diagnosis_as_likely": False},
        "9",
    ),
    ("wells_deep_vein_thrombosis", {**_LEG, "calf_difference": 3}, "0"),
    ("ldl_friedewald", {"total_cholesterol": 200, "hdl": 50, "triglycerides": 150}, "120"),
    # Matthews 1985: glucose of 5 mmol/L (90 mg/dL) and insulin of 4.5 µU/mL are an index of 1.
    ("homa_ir", {"glucose": 90, "insulin": "4.5"}, "1.0"),
    ("body_mass_index", {"weight": 81, "height": 180}, "25.0"),
    # Mosteller 1987: a person of 180 cm and 80 kg has the square root of 4.
    ("body_surface_area", {"weight": 80, "height": 180}, "2.00"),
    # Devine 1974: 50 or 45.5 kg at 60 inches; a man of 70 inches 73 kg.
    ("ideal_body_weight", {"height": "152.4", "female": False}, "50.0"),
    ("ideal_body_weight", {"height": "152.4", "female": True}, "45.5"),
    ("ideal_body_weight", {"height": "177.8", "female": False}, "73.0"),
    ("glasgow_coma_scale", {"eyes": "none", "verbal": "none", "motor": "none"}, "3"),
    ("glasgow_coma_scale", {"eyes": "spontaneous", "verbal": "oriented", "motor": "obeying"}, "15"),
    ("glasgow_coma_scale", {"eyes": "pressure", "verbal": "sounds", "motor": "localising"}, "9"),
    ("qsofa", {"resp_rate": 21, "sbp": 101, "confusion": False}, "0"),
    ("qsofa", {"resp_rate": 22, "sbp": 100, "confusion": True}, "3"),
    ("shock_index", {"heart_rate": 120, "sbp": 80}, "1.50"),
    # 70 kg and 40% need 11,200 mL in a day, half of it in the first eight hours.
    ("parkland_first_eight_hours", {"weight": 70, "burned_area": 40}, "5600"),
    ("cerebral_perfusion_pressure", {"sbp": 120, "dbp": 80, "icp": 20}, "73"),
    # 0.1 µg/kg/min × 70 kg × 60 min = 420 µg/h at 16 µg/mL.
    (
        "norepinephrine_rate",
        {"weight": 70, "norepinephrine_dose": "0.1", "norepinephrine_mg": 4, "bag_volume": 250},
        "26.3",
    ),
    ("apgar", _APGAR_BEST, "10"),
    ("apgar", _APGAR_WORST, "0"),
    ("apgar", {**_APGAR_BEST, "newborn_heart_rate": 99, "colour": "blue hands and feet"}, "8"),
    # Holliday and Segar 1957; by the hourly rule 40 mL at 10 kg, 60 at 20 kg, 75 at 35 kg.
    ("maintenance_fluid", {"weight": 10}, "40"),
    ("maintenance_fluid", {"weight": 20}, "60"),
    ("maintenance_fluid", {"weight": 35}, "75"),
    ("egfr_bedside_schwartz", {"height": 120, "creatinine": "0.6"}, "83"),
    # WHO pocket book: paracetamol 15 mg/kg at 20 kg is 300 mg; of 160 mg in 5 mL that is 9.4 mL.
    ("dose_volume", {"weight": 20, "dose_per_kg": 15, "strength": 32}, "9.4"),
    # The rule of thumb: percent × mL/h / (6 × kg).
    ("glucose_infusion_rate", {"dextrose_percent": 10, "fluid_rate": 9, "weight": 3}, "5.0"),
]


@pytest.mark.parametrize(("key", "values", "expected"), EXAMPLES)
def test_formula_gives_the_value_known_from_elsewhere(
    clincalc: ModuleType, key: str, values: dict[str, object], expected: str
) -> None:
    patient = {
        name: value if isinstance(value, bool) or name in _GRADES else Decimal(str(value))
        for name, value in values.items()
    }
    assert clincalc.text.plain(clincalc.formulas.FORMULAS[key].gold(patient)) == expected


_GRADES = {"ascites", "encephalopathy", "eyes", "verbal", "motor", "breathing", "tone", "reflex", "colour"}


def test_every_formula_has_such_a_value(clincalc: ModuleType) -> None:
    assert {key for key, _, _ in EXAMPLES} == set(clincalc.formulas.FORMULAS)


def test_there_are_at_least_25_formulas_with_a_published_source_each(clincalc: ModuleType) -> None:
    formulas = clincalc.formulas.FORMULAS.values()
    assert len(formulas) == 44
    for formula in formulas:
        for source in formula.sources:
            assert source.authors
            assert source.journal
            assert 1900 < source.year < 2027
        assert formula.key in ("dose_volume", "norepinephrine_rate") or any(s.doi for s in formula.sources)


def test_table_in_the_readme_names_every_formula_and_source(clincalc: ModuleType, benchmarks_folder) -> None:
    text = (benchmarks_folder / "clincalc" / "README.md").read_text(encoding="utf-8")
    for formula in clincalc.formulas.FORMULAS.values():
        assert f"| `{formula.key}` | {formula.category} |" in text
        assert all(source.doi in text and str(source.year) in text for source in formula.sources)


@pytest.mark.parametrize(
    ("value", "decimals", "expected"),
    [("2.5", 0, "3"), ("-2.5", 0, "-3"), ("0.125", 2, "0.13"), ("-0.04", 1, "0.0"), ("7", 1, "7.0")],
)
def test_halves_are_rounded_away_from_zero(clincalc: ModuleType, value: str, decimals: int, expected: str) -> None:
    assert clincalc.text.plain(clincalc.text.rounded(Decimal(value), decimals)) == expected


def test_tolerance_is_at_least_one_unit_in_the_last_place_and_none_for_counts(clincalc: ModuleType) -> None:
    formulas = clincalc.formulas.FORMULAS
    assert formulas["egfr_ckd_epi_2021"].tolerance.absolute(Decimal(60), 0) == Decimal("3.0")
    assert formulas["body_mass_index"].tolerance.absolute(Decimal("25.0"), 1) == Decimal("0.1")
    assert formulas["cha2ds2_vasc"].tolerance.absolute(Decimal(4), 0) == 0
