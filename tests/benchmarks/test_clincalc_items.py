"""The items of ClinCalc: the same everywhere, without leaks, balanced, and the same in both languages."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal, localcontext
from itertools import pairwise
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

Row = Mapping[str, object]

FULL = {"seed": 1, "n_patients": 400, "questions_per_patient": 3, "extra_facts": 2, "reply": "worked"}
SMALL = {"seed": 2, "n_patients": 32, "questions_per_patient": 1, "extra_facts": 0, "reply": "short"}
LETTERS = "ABCD"

# Recorded when version 1.0.0 was made: an edit that changes a published row must become a new version.
GOLDEN = {
    ("mc", "full"): "23aa9a7d768ee47fac74161c17838c21c7da8bd534e519c186e16f0a242bae8c",
    ("mc", "small"): "2ad8e68418ebc432efe4c49a7b718b1ecd00a39602d334781fb4aca0f0ba4971",
    ("numeric", "full"): "4edc9e776d7fc53c323d47c58f13c4972e0cf0da4853e68366334bbe0a4c3f1d",
    ("numeric", "small"): "5ba29dc3de3d8cfa7181ebfecbad120d879ea4d26f2479af57dbdb1a202f7889",
}

_NUMBER = re.compile(r"\d+(?:\.\d+)?", re.ASCII)


@pytest.fixture(scope="module")
def tables(clincalc: ModuleType) -> Mapping[tuple[str, str], Sequence[Row]]:
    return {
        (task, size): list(clincalc.items({}, {"task": task, **parameters}))
        for task in ("mc", "numeric")
        for size, parameters in (("full", FULL), ("small", SMALL))
    }


@pytest.fixture(scope="module")
def choices(tables: Mapping[tuple[str, str], Sequence[Row]]) -> Sequence[Row]:
    return [*tables["mc", "full"], *tables["mc", "small"]]


@pytest.mark.parametrize(("task", "size"), list(GOLDEN))
def test_rows_are_byte_for_byte_those_of_version_1_0_0(
    tables: Mapping[tuple[str, str], Sequence[Row]], task: str, size: str
) -> None:
    assert _sha256(tables[task, size]) == GOLDEN[task, size]


def test_rows_do_not_depend_on_the_decimal_context_of_the_caller(
    clincalc: ModuleType, tables: Mapping[tuple[str, str], Sequence[Row]]
) -> None:
    with localcontext() as context:
        context.prec = 6
        rows = list(clincalc.items({}, {"task": "mc", **SMALL}))
    assert rows == tables["mc", "small"]


def test_a_longer_list_starts_with_the_shorter_one(clincalc: ModuleType) -> None:
    shorter = list(clincalc.items({}, {"task": "mc", **SMALL, "n_patients": 20}))
    longer = list(clincalc.items({}, {"task": "mc", **SMALL, "n_patients": 32}))
    assert longer[: len(shorter)] == shorter


@pytest.mark.parametrize(("size", "n_patients", "n_items"), [("full", 400, 2400), ("small", 32, 64)])
def test_each_patient_has_as_many_questions_in_each_language(
    tables: Mapping[tuple[str, str], Sequence[Row]], size: str, n_patients: int, n_items: int
) -> None:
    for task in ("mc", "numeric"):
        rows = tables[task, size]
        assert len(rows) == len({row["id"] for row in rows}) == n_items
        by_patient = Counter((row["patient"], row["language"]) for row in rows)
        assert len(by_patient) == 2 * n_patients
        assert set(by_patient.values()) == {n_items // (2 * n_patients)}


def test_all_formulas_occur_in_the_full_version_and_thirty_in_the_small_one(
    clincalc: ModuleType, tables: Mapping[tuple[str, str], Sequence[Row]]
) -> None:
    used = Counter(row["formula"] for row in tables["mc", "full"])
    assert set(used) == set(clincalc.formulas.FORMULAS)
    assert min(used.values()) >= 20
    assert len({row["formula"] for row in tables["mc", "small"]}) == 30


@pytest.mark.parametrize("task", ["mc", "numeric"])
def test_both_languages_have_the_same_answer_and_the_same_numbers(
    tables: Mapping[tuple[str, str], Sequence[Row]], task: str
) -> None:
    pairs = defaultdict(dict)
    for row in tables[task, "full"]:
        pairs[row["patient"], row["formula"]][row["language"]] = row
    for pair in pairs.values():
        english, korean = pair["en"], pair["ko"]
        assert english["target"] == korean["target"]
        assert english.get("tolerance") == korean.get("tolerance")
        assert [_number(option) for option in english.get("options", ())] == [
            _number(option) for option in korean.get("options", ())
        ]
        assert _measurements(english["question"]) == _measurements(korean["question"])


def test_question_text_is_in_its_language(tables: Mapping[tuple[str, str], Sequence[Row]]) -> None:
    for rows in tables.values():
        for row in rows:
            has_hangul = re.search(r"[가-힣]", f"{row['question']} {row['instruction']}") is not None
            assert has_hangul == (row["language"] == "ko"), row["id"]


def test_no_template_is_left_unfilled(tables: Mapping[tuple[str, str], Sequence[Row]]) -> None:
    for rows in tables.values():
        for row in rows:
            text = f"{row['question']} {row['instruction']} {row.get('options', '')}"
            assert not re.search(r"[{}]|\bNone\b|  |Decimal|E[+-]\d", text), row["id"]
            assert not re.search(r"\ba (?:8|11|18)\d?-year|\bA (?:8\d?|11|18)-year", text), row["id"]


def test_right_answer_stands_nowhere_in_the_question(tables: Mapping[tuple[str, str], Sequence[Row]]) -> None:
    for rows in tables.values():
        for row in rows:
            gold = _gold(row)
            numbers = [Decimal(number) for number in _NUMBER.findall(str(row["question"]))]
            assert abs(gold) not in numbers, row["id"]


def test_options_are_four_that_no_rounding_makes_equal(clincalc: ModuleType, choices: Sequence[Row]) -> None:
    for row in choices:
        formula = clincalc.formulas.FORMULAS[row["formula"]]
        values = sorted(_number(option) for option in row["options"])
        assert len(values) == 4
        gold = _gold(row)
        apart = min(formula.steps) if formula.steps else formula.tolerance.absolute(gold, formula.decimals)
        assert apart > 0
        for lower, higher in pairwise(values):
            assert higher - lower >= apart, row["id"]
        if not formula.steps:
            nearest = min(abs(value - gold) for value in values if value != gold)
            assert nearest > formula.tolerance.absolute(gold, formula.decimals), row["id"]


def test_options_show_their_unit_and_as_many_decimals_as_asked(clincalc: ModuleType, choices: Sequence[Row]) -> None:
    for row in choices:
        formula = clincalc.formulas.FORMULAS[row["formula"]]
        language = clincalc.text.Language(row["language"])
        unit = formula.unit.of(language)
        for option in row["options"]:
            assert option.removesuffix("s").endswith(unit.removesuffix("s")), row["id"]
            decimals = re.match(r"−?[\d,]+(?:\.(\d+))?", option)
            assert decimals is not None
            assert len(decimals[1] or "") == formula.decimals


def test_keys_are_balanced_exactly(tables: Mapping[tuple[str, str], Sequence[Row]]) -> None:
    for size in ("full", "small"):
        rows = tables["mc", size]
        counts = Counter(row["target"] for row in rows)
        assert {letter: counts[letter] for letter in LETTERS} == dict.fromkeys(LETTERS, len(rows) // 4)


def test_rank_of_the_right_answer_by_size_tells_little(
    tables: Mapping[tuple[str, str], Sequence[Row]],
) -> None:
    rows = tables["mc", "full"]
    ranks = Counter(
        sorted(row["options"], key=_number).index(row["options"][LETTERS.index(str(row["target"]))]) for row in rows
    )
    assert max(ranks.values()) / len(rows) < 0.30
    assert min(ranks.values()) / len(rows) > 0.18


def test_typical_mistakes_make_most_wrong_options(
    clincalc: ModuleType, tables: Mapping[tuple[str, str], Sequence[Row]]
) -> None:
    kinds = {mistake for formula in clincalc.formulas.FORMULAS.values() for mistake, _ in formula.mistakes}
    assert {
        "wrong unit",
        "wrong sex factor",
        "forgotten correction or term",
        "swapped operands or sign",
    } <= kinds
    for formula in clincalc.formulas.FORMULAS.values():
        assert len(formula.mistakes) >= 2, formula.key


def test_numeric_answers_are_decimal_text_with_a_tolerance(
    clincalc: ModuleType, tables: Mapping[tuple[str, str], Sequence[Row]]
) -> None:
    for row in [*tables["numeric", "full"], *tables["numeric", "small"]]:
        formula = clincalc.formulas.FORMULAS[row["formula"]]
        assert re.fullmatch(r"-?\d+(\.\d+)?", str(row["target"]))
        assert re.fullmatch(r"\d+(\.\d+)?", str(row["tolerance"]))
        assert -Decimal(str(row["target"])).as_tuple().exponent == formula.decimals
        assert (Decimal(str(row["tolerance"])) == 0) == bool(formula.steps)
        assert row["unit"] == "" or row["unit"] in row["accepted_units"]
        assert row["unit"] == "" or row["unit"] in ("points", "점") or row["unit"] in row["question"]


def test_numeric_and_choice_versions_ask_the_same(tables: Mapping[tuple[str, str], Sequence[Row]]) -> None:
    for size in ("full", "small"):
        for choice, numeric in zip(tables["mc", size], tables["numeric", size], strict=True):
            assert choice["id"] == numeric["id"]
            assert str(numeric["question"]).startswith(str(choice["question"]))
            assert _gold(choice) == _gold(numeric)


@given(seed=st.integers(0, 2**63), n_questions=st.integers(1, 2), n_extra=st.integers(0, 4))
@settings(max_examples=12, deadline=None)
def test_any_seed_gives_a_table_without_leaks(clincalc: ModuleType, seed: int, n_questions: int, n_extra: int) -> None:
    parameters = {
        "task": "mc",
        "seed": seed,
        "n_patients": 24,
        "questions_per_patient": n_questions,
        "extra_facts": n_extra,
        "reply": "short",
    }
    for row in clincalc.items({}, parameters):
        numbers = [Decimal(number) for number in _NUMBER.findall(str(row["question"]))]
        assert abs(_gold(row)) not in numbers
        assert len({_number(option) for option in row["options"]}) == 4


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"task": "essay"}, "mc or numeric"),
        ({"reply": "long"}, "short or worked"),
        ({"n_patients": 0}, "1 or more"),
        ({"n_patients": "many"}, "whole numbers"),
        ({"n_patients": True}, "whole numbers"),
        ({"colour": "blue"}, "colour"),
        ({"questions_per_patient": 9}, "lower `questions_per_patient`"),
    ],
)
def test_wrong_parameters_are_refused_with_what_to_do(
    clincalc: ModuleType, change: Mapping[str, object], words: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        clincalc.items({}, {"task": "mc", **SMALL, **change})


def _sha256(rows: Sequence[Row]) -> str:
    digest = hashlib.sha256()
    for row in rows:
        digest.update(json.dumps(row, ensure_ascii=False, sort_keys=True).encode() + b"\n")
    return digest.hexdigest()


def _gold(row: Row) -> Decimal:
    if "options" in row:
        return _number(row["options"][LETTERS.index(str(row["target"]))])
    return Decimal(str(row["target"]))


def _number(option: object) -> Decimal:
    found = re.match(r"−?[\d,]+(?:\.\d+)?", str(option))
    assert found is not None
    return Decimal(found[0].replace(",", "").replace("−", "-"))


def _measurements(question: object) -> Counter[str]:
    """How often each number stands in a question; the digit in the name of a disease doesn't count."""
    text = re.sub(r"제1형|type 1", "", str(question))
    return Counter(_NUMBER.findall(text))
