"""SUPPORT2: death within 180 days of study entry, one row a patient, and the SUPPORT model's own predictions.

The file is the pickle `support2.pickle` of the package SurvSet, whose hash the specification pins; reading it
takes pandas. What is left out, and why, stands in the README.
"""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

N_DAYS = 180
DIED, SURVIVED = "died", "survived"
SPLITS = ("train", "test")

NUMBERS: Mapping[str, str] = {
    "age": "num_age",
    "n_comorbidities": "num_num_co",
    "coma_score": "num_scoma",
    "day_of_entry": "num_hday",
    "mean_blood_pressure": "num_meanbp",
    "white_blood_cells": "num_wblc",
    "heart_rate": "num_hrt",
    "respiratory_rate": "num_resp",
    "temperature": "num_temp",
    "pao2_fio2": "num_pafi",
    "albumin": "num_alb",
    "bilirubin": "num_bili",
    "creatinine": "num_crea",
    "sodium": "num_sod",
    "arterial_ph": "num_ph",
    "glucose": "num_glucose",
    "bun": "num_bun",
    "urine_output": "num_urine",
}
"""Features that are numbers, by their column in the file."""

CATEGORIES: Mapping[str, str] = {
    "sex": "fac_sex",
    "disease_group": "fac_dzgroup",
    "cancer": "fac_ca",
}
"""Features that are categories."""

CONDITIONS: Mapping[str, str] = {"diabetes": "fac_diabetes", "dementia": "fac_dementia"}
"""Features that the file codes as 1 and 0."""

AGE_BANDS = ((45, "under 45"), (65, "45 to 64"), (80, "65 to 79"))


def items(files: Mapping[str, Path], parameters: Mapping[str, object]) -> Iterable[Mapping[str, object]]:
    """Return one row a patient of the split that `parameters` names: `train`, `test` or `all`."""
    return [_row(patient) for patient in _patients(files, parameters)]


def external_predictions(files: Mapping[str, Path], parameters: Mapping[str, object]) -> Iterable[Mapping[str, object]]:
    """Return the SUPPORT model's probability of death by day 180 for each patient who has one."""
    return [
        {"item_id": _id(patient), "probability": 1 - float(patient["num_surv6m"])}
        for patient in _patients(files, parameters)
        if _is_known(patient["num_surv6m"])
    ]


def split_of(patient_number: int) -> str:
    """Return `train` or `test`, each for about half of the patients, fixed by the number alone.

    The lowest bit of the first output of SplitMix64 with the number as its seed (Steele, Lea and Flood 2014,
    doi:10.1145/2660193.2660195).
    """
    mask = 2**64 - 1
    value = (patient_number + 0x9E3779B97F4A7C15) & mask
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & mask
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & mask
    return SPLITS[(value ^ (value >> 31)) & 1]


def _patients(files: Mapping[str, Path], parameters: Mapping[str, object]) -> Iterator[Mapping[str, Any]]:
    split = parameters.get("split")
    if split not in (*SPLITS, "all") or len(parameters) != 1:
        raise ValueError(f"The one parameter is `split`: train, test or all; found {dict(parameters)!r}.")
    with warnings.catch_warnings():
        # The pickle names a module of NumPy 1 that NumPy 2 still reads, with a warning.
        warnings.simplefilter("ignore", DeprecationWarning)
        table = pickle.loads(files["support2.pickle"].read_bytes())
    for patient in table.to_dict("records"):
        if split in ("all", split_of(patient["pid"])):
            yield patient


def _row(patient: Mapping[str, Any]) -> Mapping[str, object]:
    has_died = patient["event"] == 1 and patient["time"] <= N_DAYS
    return {
        "id": _id(patient),
        "patient": _id(patient),
        "split": split_of(patient["pid"]),
        **{name: _number(patient[column]) for name, column in NUMBERS.items()},
        **{name: str(patient[column]) for name, column in CATEGORIES.items()},
        **{name: "yes" if str(patient[column]) == "1" else "no" for name, column in CONDITIONS.items()},
        "age_band": next((band for limit, band in AGE_BANDS if patient["num_age"] < limit), "80 and over"),
        "race": str(patient["fac_race"]),
        "outcome": DIED if has_died else SURVIVED,
    }


def _id(patient: Mapping[str, Any]) -> str:
    return f"{patient['pid']:04d}"


def _number(value: float) -> float | int | None:
    if not _is_known(value):
        return None
    return int(value) if float(value).is_integer() else float(value)


def _is_known(value: float) -> bool:
    return bool(value == value)  # NaN is the one number that differs from itself.
