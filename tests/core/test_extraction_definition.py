"""The list of rules in a specification, and what an answer space may be."""

from __future__ import annotations

from typing import Any

import pytest

from benchtoward.core.errors import ItemsError, SpecError
from benchtoward.core.extraction import (
    EXTRACTION_RULES,
    AnswerKind,
    ChoiceAnswer,
    LabelAnswer,
    NumberAnswer,
    parse_extraction,
)


def test_every_problem_of_a_list_is_reported_with_its_place_and_the_nearest_known_name() -> None:
    rules = ["strip_reasonin", 5, {"rule": "marker", "word": ["x"]}, {"rule": "json_field"}, {"words": ["x"]}]
    with pytest.raises(SpecError) as caught:
        parse_extraction(rules, "definition.extraction")
    told = [(problem.where, problem.hint) for problem in caught.value.problems]
    assert ("definition.extraction[0]", "Did you mean `strip_reasoning`?") in told
    assert ("definition.extraction[2].word", "Did you mean `words`?") in told
    assert {where for where, _ in told} == {
        "definition.extraction[0]",
        "definition.extraction[1]",
        "definition.extraction[2].word",
        "definition.extraction[3]",
        "definition.extraction[4]",
    }


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        (["marker", "marker"], "`marker` more than once"),
        (["marker", "strip_reasoning"], "`strip_reasoning` after another rule"),
        (["strip_reasoning"], "1 rules, none of which reads an answer"),
        ([], "0 rules, none of which reads an answer"),
        ([{"rule": "marker", "words": []}], "[]"),
        ([{"rule": "marker", "words": [1]}], "[1]"),
        ([{"rule": "marker", "words": [" "]}], "[' ']"),
        ([{"rule": "letter_only", "words": ["x"]}], "the unknown parameter `words` of `letter_only`"),
    ],
)
def test_a_list_that_makes_no_sense_is_refused(rules: list[Any], found: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_extraction(rules)
    assert found in [problem.found for problem in caught.value.problems]


def test_a_rule_that_does_not_read_the_kind_of_answer_is_refused() -> None:
    with pytest.raises(SpecError, match="a rule that reads a number: number_marker"):
        parse_extraction(["marker"], kind=AnswerKind.NUMBER)
    rules = parse_extraction(["marker"])
    with pytest.raises(SpecError, match="an item whose answer is a number"):
        rules.read("5", NumberAnswer())


def test_a_parameter_may_be_one_text() -> None:
    rules = parse_extraction([{"rule": "json_field", "field": "answer"}])
    assert rules.kinds == frozenset(AnswerKind)
    assert rules.versions == {"json_field": 1}


@pytest.mark.parametrize("kind", list(AnswerKind))
def test_every_kind_of_answer_has_a_rule(kind: AnswerKind) -> None:
    assert any(kind in rule.kinds for rule in EXTRACTION_RULES.values())


def test_every_rule_is_known_by_its_id_and_says_what_it_reads() -> None:
    for name, rule in EXTRACTION_RULES.items():
        assert rule.id == name
        assert rule.version >= 1
        assert rule.summary
        assert rule.required <= rule.parameters


@pytest.mark.parametrize(
    "make",
    [
        lambda: ChoiceAnswer(labels=()),
        lambda: ChoiceAnswer(labels=("A", "A")),
        lambda: ChoiceAnswer(labels=("A", "B,C")),
        lambda: ChoiceAnswer(labels=("A", "B"), texts=("one",)),
        lambda: LabelAnswer(labels=("yes", "Yes")),
        lambda: LabelAnswer(labels=("yes", "+")),
        lambda: LabelAnswer(labels=("yes",), also=(("ja", "no"),)),
        lambda: NumberAnswer(units=(("mg", "0"),)),
        lambda: NumberAnswer(units=(("mg", "x"),)),
        lambda: NumberAnswer(units=((" ", "1"),)),
    ],
)
def test_an_impossible_answer_space_cannot_be_made(make: Any) -> None:
    with pytest.raises(ItemsError):
        make()
