"""What is done to a response before it is read, and why one is not read."""

from __future__ import annotations

import pytest

from benchtoward.core.extraction import ChoiceAnswer, Parsed, Unparsed, UnparsedReason, parse_extraction
from benchtoward.core.extraction.plain_text import LONGEST_READ

RULES = parse_extraction(["strip_reasoning", "marker", "letter_only", "answer_is"])
SPACE = ChoiceAnswer(labels=("A", "B", "C", "D"))


@pytest.mark.parametrize(
    "text",
    [
        "<think>The answer is A</think>B",
        "<THINK>The answer is A</THINK>\n\nB",
        "<thinking>A?</thinking><think>C?</think>B",
        "<think>a <think>b</think> the answer is A</think>B",
        "The answer is A</think>B",
        "[THINK]The answer is A[/THINK]B",
        "◁think▷The answer is A◁/think▷B",
        "B<think>the answer is A",
        "<|channel|>analysis<|message|>A?<|end|><|start|>assistant<|channel|>final<|message|>B<|return|>",
    ],
)
def test_reasoning_is_taken_out(text: str) -> None:
    assert RULES.read(text, SPACE) == Parsed("B", "letter_only")


def test_reasoning_that_never_ends_leaves_no_answer() -> None:
    outcome = RULES.read("<think>The answer is B, but wait", SPACE)
    assert isinstance(outcome, Unparsed)
    assert outcome.reason is UnparsedReason.ONLY_REASONING


@pytest.mark.parametrize(
    ("text", "finish", "reason"),
    [
        ("", None, "empty"),
        ("  \n ", "stop", "empty"),
        ("<think>A</think>", "stop", "empty"),
        ("<think>A, since", "length", "truncated"),
        ("The lipase is normal, so", "length", "truncated"),
        ("Answer: A, C", "length", "truncated"),
        ("", "content_filter", "refusal"),
        ("Hm.", "refusal", "refusal"),
        ("I'm sorry, but I can't provide medical advice. Please consult a doctor.", "stop", "refusal"),
        ("죄송하지만 답변할 수 없습니다.", None, "refusal"),
        ("The lipase is normal.", "stop", "no_answer"),
    ],
)
def test_the_reason_says_why_nothing_was_read(text: str, finish: str | None, reason: str) -> None:
    outcome = RULES.read(text, SPACE, finish)
    assert isinstance(outcome, Unparsed)
    assert outcome.reason == reason


def test_an_answer_before_the_token_limit_counts() -> None:
    assert RULES.read("Answer: B\n\nExplanation: the", SPACE, "length") == Parsed("B", "marker")


def test_a_detail_never_repeats_the_response() -> None:
    secret = "xyzzy"
    for text in (f"Answer: A or C {secret}", f"{secret} the answer is E.", secret, f"I'm sorry, {secret}"):
        outcome = RULES.read(text, SPACE)
        assert isinstance(outcome, Unparsed)
        assert secret not in outcome.detail


def test_of_a_long_response_the_first_fifth_and_the_last_part_of_the_limit_are_read() -> None:
    filler = "The lipase is normal. " * (2 * LONGEST_READ // 22)
    assert RULES.read(f"Answer: B\n{filler}", SPACE) == Parsed("B", "marker")
    assert RULES.read(f"{filler}\nAnswer: B", SPACE) == Parsed("B", "marker")
    assert not isinstance(RULES.read(f"{filler}\nAnswer: B\n{filler}", SPACE), Parsed)


def test_nothing_is_read_across_the_seam_of_a_long_response() -> None:
    first = "x" * (LONGEST_READ // 5 - 8) + "\nAnswer:"
    last = "B\n" + "y" * (LONGEST_READ * 4 // 5 - 2)
    assert not isinstance(RULES.read(first + "z" * 50 + last, SPACE), Parsed)


def test_an_explanation_names_every_rule_and_the_outcome() -> None:
    trace = RULES.explain("<think>A</think>The answer is B.", SPACE)
    assert [step.rule for step in trace] == ["strip_reasoning", "marker", "letter_only", "answer_is", ""]
    assert trace[0].did == "removed 15 characters"
    assert trace[3].did == "read B"
    assert trace[-1].did == "read B by answer_is"
    assert RULES.explain("Hm.", SPACE)[-1].did == "unparsed: no_answer (no rule found an answer)"
