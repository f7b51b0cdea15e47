"""Reading takes linear time, whatever a model or a submitter sends."""

from __future__ import annotations

import time

import pytest

from benchtoward.core.extraction import (
    ChoiceAnswer,
    DateAnswer,
    JsonAnswer,
    NumberAnswer,
    Parsed,
    parse_extraction,
)

N_CHARACTERS = 1_000_000
WORDS = {"words": ["resposta", "alternativa correta"], "fillers": ["a", "letra"]}
CHOICES = parse_extraction(
    [
        "strip_reasoning",
        {"rule": "marker", **WORDS},
        "letter_only",
        {"rule": "answer_is", "verbs": ["é"], **WORDS},
        "first_line",
        "last_line",
        "option_line",
        "option_text",
        {"rule": "json_field", "field": "answer"},
    ]
)
NUMBERS = parse_extraction(["strip_reasoning", "number_marker", "number_only", "number_answer_is"])
OPTIONS = ChoiceAnswer(
    labels=("A", "B", "C", "D"), texts=("Acute pancreatitis", "Sepsis", "a a a a a a a b", "Heart failure")
)
UNITS = NumberAnswer(units=(("mL/min/1.73 m²", "1"),))
REPEATED = [
    "Answer: ", "answer is ", "The answer is not ", "Answer: A\n", "A, ", "A and ", "a ", "(", "[", "{",
    "<think>", "\\boxed{", "\\text{", "$", "*", "`", "```\n", "\n", " ", "①", "²", "\ufdfa", "정답은 ",
    "1번이 아니라 ", "9,999", "1 = ", "- ", '"answer":', '{"a":[', '"answer":"\\', "the correct option ",
    "A is the answer ", "A. Sepsis\n", "wait ", "the option the option ", "Question: x\nAnswer: A\n", "x_",
    "\x03", "\ud800", "İ",
]  # fmt: skip


@pytest.mark.parametrize("piece", REPEATED)
def test_a_megabyte_is_read_within_a_second_of_processor_time(piece: str) -> None:
    text = f"Answer: {_megabyte(piece)}"
    for rules, space in ((CHOICES, OPTIONS), (NUMBERS, UNITS)):
        started = time.process_time()
        rules.read(text, space)
        assert time.process_time() - started < 1


@pytest.mark.parametrize("piece", ["1/1/2024 ", "March 4, ", "[", '{"a":', '"\\'])
def test_dates_and_json_are_read_in_linear_time_too(piece: str) -> None:
    text = _megabyte(piece)
    dates = parse_extraction(["date_marker", "date_only", "date_answer_is"])
    values = parse_extraction(["json"])
    started = time.process_time()
    dates.read(text, DateAnswer())
    values.read(text, JsonAnswer())
    assert time.process_time() - started < 1


def test_short_answers_are_read_fast_enough_to_never_hold_a_run_up() -> None:
    rules = parse_extraction(["strip_reasoning", "marker", "letter_only", "answer_is"])
    texts = ["B", "B.", "B) Sepsis", "Answer: B", "The answer is (B).", "**B**"]
    started = time.process_time()
    for _ in range(500):
        for text in texts:
            assert isinstance(rules.read(text, OPTIONS), Parsed)
    n_per_second = 500 * len(texts) / (time.process_time() - started)
    assert n_per_second > 5_000  # far below what an idle machine does: a loaded one is no fault


def _megabyte(piece: str) -> str:
    return (piece * (N_CHARACTERS // len(piece) + 1))[:N_CHARACTERS]
