"""ClinCalc's patients: their values fit together and could be seen at a bedside."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from types import ModuleType

import pytest

N_DRAWS = 60

BOUNDS = {
    "sodium": (100, 175),
    "potassium": (2, 7),
    "chloride": (70, 145),
    "bicarbonate": (4, 34),
    "glucose": (60, 900),
    "bun": (4, 140),
    "creatinine": (0, 9),
    "calcium": (6, 14),
    "albumin": (1, 5),
    "bilirubin": (0, 30),
    "inr": (1, 3),
    "ph": (6, 8),
    "paco2": (10, 70),
    "pao2": (38, 320),
    "sbp": (70, 200),
    "dbp": (35, 125),
    "heart_rate": (40, 150),
    "temperature": (35, 41),
    "qt": (240, 620),
    "weight": (2, 130),
    "height": (80, 190),
}


def test_every_value_is_one_that_a_patient_can_have(clincalc: ModuleType) -> None:
    for patient in _patients(clincalc):
        for name, (low, high) in BOUNDS.items():
            if name in patient:
                assert low <= patient[name] <= high, name


def test_pressures_and_body_size_fit_together(clincalc: ModuleType) -> None:
    for patient in _patients(clincalc):
        if "sbp" in patient:
            assert 20 <= patient["sbp"] - patient["dbp"] <= 100
        if "height" in patient:
            assert 13 <= patient["weight"] / (patient["height"] / 100) ** 2 <= 36


def test_acid_base_values_fit_together(clincalc: ModuleType) -> None:
    for patient in _patients(clincalc):
        if "chloride" in patient:
            assert 5 <= patient["sodium"] - patient["chloride"] - patient["bicarbonate"] <= 34
        if "ph" in patient and "bicarbonate" in patient:
            expected = Decimal("6.1") + (patient["bicarbonate"] / (Decimal("0.03") * patient["paco2"])).log10()
            assert abs(patient["ph"] - expected) <= Decimal("0.006")
        if "pao2" in patient:
            assert patient["pao2"] < patient["fio2"] * 713 - patient["paco2"] / Decimal("0.8")


def test_prothrombin_time_fits_the_inr_and_the_ventricle_contracts(clincalc: ModuleType) -> None:
    for patient in _patients(clincalc):
        if "pt" in patient:
            assert abs(patient["pt"] / patient["pt_control"] - patient["inr"]) < Decimal("0.01")
        if "lvids" in patient:
            assert patient["lvids"] < patient["lvidd"]


def test_dialysis_goes_with_a_high_creatinine(clincalc: ModuleType) -> None:
    for patient in _patients(clincalc):
        if "dialysis" in patient:
            assert (patient["creatinine"] > 4) == patient["dialysis"]


def test_values_on_disputed_borders_of_child_pugh_do_not_occur(clincalc: ModuleType) -> None:
    for patient in _patients(clincalc):
        if "ascites" in patient:
            assert patient["bilirubin"] not in (2, 3)
            assert patient["albumin"] not in (Decimal("2.8"), Decimal("3.5"))
            assert patient["inr"] not in (Decimal("1.7"), Decimal("2.2"), Decimal("2.3"))


def test_each_kind_of_patient_gives_what_its_formulas_and_extras_need(clincalc: ModuleType) -> None:
    formulas = clincalc.formulas.FORMULAS
    asked = set()
    for scenario in clincalc.scenarios.SCENARIOS:
        patient = scenario.draw(clincalc.stream.Stream(5))
        asked |= set(scenario.formulas)
        for key in scenario.formulas:
            missing = {*formulas[key].arguments, *formulas[key].also_shown, *scenario.extras} - set(patient)
            assert not missing, (scenario.key, key, missing)
        assert len(scenario.formulas) >= 3
    assert asked == set(formulas)


@pytest.mark.parametrize(("age", "article"), [(8, "An"), (11, "An"), (18, "An"), (80, "An"), (19, "A"), (1, "A")])
def test_ages_have_their_article(clincalc: ModuleType, age: int, article: str) -> None:
    question = clincalc.vignette.ask(
        clincalc.formulas.FORMULAS["mean_arterial_pressure"],
        number=1,
        patient={"age": Decimal(age), "female": True, "sbp": Decimal(120), "dbp": Decimal(70)},
        opening=clincalc.text.Text("{A} {age}-year-old {person} rests.", "{age}세 {person}이 쉬고 있다."),
        extras=(),
    )
    assert question.stems["en"].startswith(f"{article} {age}-year-old ")


def _patients(clincalc: ModuleType) -> Iterator[dict[str, Decimal]]:
    root = clincalc.stream.Stream(3)
    for scenario in clincalc.scenarios.SCENARIOS:
        for number in range(N_DRAWS):
            yield scenario.draw(root.child(scenario.key, number))
