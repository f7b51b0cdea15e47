"""Days of the calendar and JSON values."""

from __future__ import annotations

import pytest

from benchtoward.core.extraction import (
    ChoiceAnswer,
    DateAnswer,
    DateOrder,
    JsonAnswer,
    LabelAnswer,
    NumberAnswer,
    Parsed,
    UnparsedReason,
    parse_extraction,
)
from benchtoward.core.extraction.answers import AnswerSpace

DATES = parse_extraction(["strip_reasoning", "date_marker", "date_only", "date_answer_is"])
FIELD = parse_extraction(["strip_reasoning", {"rule": "json_field", "field": "answer_choice"}])
ANY_JSON = parse_extraction(["strip_reasoning", "json"])
DECISION = ChoiceAnswer(labels=("A", "B", "C", "D"), texts=("yes", "no", "maybe", "none"))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-03-04", "2024-03-04"),
        ("2024/03/04", "2024-03-04"),
        ("Answer: 2024-03-04", "2024-03-04"),
        ("4 March 2024", "2024-03-04"),
        ("4th of March 2024", "2024-03-04"),
        ("March 4, 2024", "2024-03-04"),
        ("Monday, March 4, 2024", "2024-03-04"),
        ("The answer is March 4th, 2024.", "2024-03-04"),
        ("정답은 2024년 3월 4일입니다", "2024-03-04"),
        ("3/4/2024", "!ambiguous_date"),
        ("2024-02-30", "!out_of_range"),
        ("Answer: 2024-03-04 or 2024-03-05", "!several"),
        ("yesterday", "!no_answer"),
    ],
)
def test_a_day_is_read_into_its_iso_form(text: str, day: str) -> None:
    outcome = DATES.read(text, DateAnswer())
    assert (outcome.value if isinstance(outcome, Parsed) else f"!{outcome.reason}") == day


def test_the_order_of_month_and_day_is_the_specifications() -> None:
    month_first, day_first = (DateAnswer(order=order) for order in (DateOrder.MONTH_FIRST, DateOrder.DAY_FIRST))
    assert DATES.read("3/4/2024", month_first) == Parsed("2024-03-04", "date_only")
    assert DATES.read("3.4.2024", day_first) == Parsed("2024-04-03", "date_only")
    assert not isinstance(DATES.read("13/4/2024", month_first), Parsed)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ('{"answer_choice": "A"}', "A"),
        ('{"answer_choice": "A. yes"}', "A"),
        ('{"s": "a\nb", "answer_choice": "B"}', "B"),
        ('{"s": "a "b" c", "answer_choice": "B"}', "B"),
        ('Here: ```json\n{"answer_choice": "C"}\n``` Done.', "C"),
        ('{"answer_choice": "A or B"}', "!several"),
        ('{"answer_choice": ["A", "B"]}', "!several"),
        ('{"answer_choice": "A"} {"answer_choice": "B"}', "!several"),
        ('{"answer_choice": "E"}', "!out_of_range"),
        ('{"answer_choice": 1}', "!no_answer"),
        ('{"answer_choice": null}', "!no_answer"),
        ('{"other": "A"}', "!no_answer"),
        ('{"answer_choice": ["\\ud800"]}', "!bad_json"),
        ("", "!empty"),
    ],
)
def test_a_choice_is_read_out_of_a_json_field(text: str, answer: str) -> None:
    outcome = FIELD.read(text, DECISION)
    assert (outcome.value if isinstance(outcome, Parsed) else f"!{outcome.reason}") == answer


@pytest.mark.parametrize(
    ("text", "space", "value"),
    [
        ('{"x": "The answer"}', JsonAnswer(), '"The answer"'),
        ('{"x": ["I10", "E11"]}', JsonAnswer(), '["I10","E11"]'),
        ('{"x": 7.5}', NumberAnswer(), "7.5"),
        ('{"x": "7.5 mg"}', NumberAnswer(units=(("mg", "1"),)), "7.5"),
        ('{"x": "Yes"}', LabelAnswer(labels=("yes", "no")), "yes"),
        ('{"x": "2024-03-04"}', DateAnswer(), "2024-03-04"),
    ],
)
def test_a_json_field_is_read_as_the_kind_of_answer_that_is_asked(text: str, space: AnswerSpace, value: str) -> None:
    rules = parse_extraction([{"rule": "json_field", "field": "x"}])
    assert rules.read(text, space) == Parsed(value, "json_field")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[1, 2]", "[1,2]"),
        ('{"b":1,"a":[true,null]}', '{"a":[true,null],"b":1}'),
        ('Well, {"a": "ü"} it is.', '{"a":"ü"}'),
        ("<think>[1]</think>[2]", "[2]"),
    ],
)
def test_json_is_read_into_compact_text_with_sorted_keys(text: str, value: str) -> None:
    assert ANY_JSON.read(text, JsonAnswer()) == Parsed(value, "json")


@pytest.mark.parametrize("text", ["no", "[NaN]", "[" * 100_000, '"\\ud800"', "1e999", "[" + "9" * 5_000 + "]"])
def test_what_is_not_json_is_bad_json_and_never_an_exception(text: str) -> None:
    outcome = ANY_JSON.read(text, JsonAnswer())
    assert not isinstance(outcome, Parsed)
    assert outcome.reason is UnparsedReason.BAD_JSON
