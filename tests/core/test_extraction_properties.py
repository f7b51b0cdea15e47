"""What holds for every text and every item."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchtoward.core.extraction import (
    ChoiceAnswer,
    DateAnswer,
    DateOrder,
    Extraction,
    JsonAnswer,
    LabelAnswer,
    NumberAnswer,
    Parsed,
    parse_extraction,
)
from benchtoward.core.extraction.answers import AnswerSpace

FIELD = {"rule": "json_field", "field": "answer"}
WORDS = {"words": ["resposta", "정답은"], "fillers": ["a", "letra"]}
CHOICE_RULES = parse_extraction(
    [
        "strip_reasoning",
        FIELD,
        {"rule": "marker", **WORDS},
        "letter_only",
        {"rule": "answer_is", "verbs": ["é"], **WORDS},
        "first_line",
        "last_line",
        "option_line",
        "option_text",
    ]
)
STANDARD_RULES = parse_extraction(["strip_reasoning", "marker", "letter_only", "answer_is"])
LABEL_RULES = parse_extraction(["strip_reasoning", FIELD, "marker", "label", "answer_is"])
NUMBER_RULES = parse_extraction([FIELD, "number_marker", "number_only", "number_answer_is"])
DATE_RULES = parse_extraction(["date_marker", "date_only", "date_answer_is"])
LETTERS = ChoiceAnswer(labels=("A", "B", "C", "D"), texts=("E. coli", "B", "3 days", "no"))
DIGITS = ChoiceAnswer(labels=("1", "2", "3"), texts=("급성 췌장염", "2일", ">5"), several=True)
CASES: list[tuple[Extraction, AnswerSpace]] = [
    (CHOICE_RULES, LETTERS),
    (CHOICE_RULES, DIGITS),
    (LABEL_RULES, LabelAnswer(labels=("yes", "not fit"))),
    (NUMBER_RULES, NumberAnswer(units=(("mL/min/1.73 m²", "1"), ("%", "0.01")))),
    (DATE_RULES, DateAnswer(order=DateOrder.DAY_FIRST)),
    (parse_extraction(["strip_reasoning", "json"]), JsonAnswer()),
]
PIECES = [
    "Answer:", "the answer is", "is the correct answer", "정답은", "정답:", "resposta é a letra", "I choose",
    "A", "B", "C", "E", "1", "2번", "3.5", "(", ")", ".", ",", "or", "and", "not", "it is", "\n", " ", "**",
    "\\boxed{", "}", "$", "<think>", "</think>", "<answer>", "E. coli", "no", "2일", "아니라", "입니다", "①",
    "Ｂ", "mL/min", "%", "=", "-", "1e9", "3/4/2024", "March 4, 2024", '{"answer": ', '"', "[", "{", "?",
    "wait,", "\x00", "\x03", "\ud800", "İ", "²",
]  # fmt: skip
SENTENCES = ["The lipase is normal", "Fever for two days", "She takes aspirin", "A rash too"]
MARKS = ["", "**", "_", "`", '"']
hostile_texts = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=25).map(" ".join),
    st.lists(st.sampled_from(PIECES), max_size=25).map("".join),
    st.text(max_size=200),
)
calm_texts = st.lists(st.sampled_from(SENTENCES), max_size=6).map(". ".join)
labels = st.sampled_from(LETTERS.labels)


@pytest.mark.parametrize("case", range(len(CASES)))
@settings(max_examples=150, deadline=None)
@given(text=hostile_texts, finish=st.sampled_from([None, "stop", "length", "refusal"]))
def test_no_text_raises_and_no_answer_is_outside_the_space(case: int, text: str, finish: str | None) -> None:
    rules, space = CASES[case]
    outcome = rules.read(text, space, finish)
    if isinstance(outcome, Parsed):
        assert outcome.rule in rules.versions
        assert _is_possible(outcome.value, space)
    assert rules.explain(text, space, finish)[-1].did.startswith(("read ", "unparsed: "))


@settings(max_examples=100, deadline=None)
@given(label=labels, before=calm_texts, after=calm_texts)
def test_text_around_a_marked_answer_does_not_matter(label: str, before: str, after: str) -> None:
    for form in ("Answer: {}", "**Final answer:** ({}).", "정답: {}", "ANSWER: **{}**"):
        text = f"{before}\n{form.format(label)}\n{after}"
        assert CHOICE_RULES.read(text, LETTERS) == Parsed(label, "marker")


@settings(max_examples=100, deadline=None)
@given(label=labels, before=calm_texts, after=calm_texts)
def test_text_around_a_stated_answer_does_not_matter(label: str, before: str, after: str) -> None:
    for form in ("So the answer is {}.", "The correct option is ({}).", "따라서 정답은 {}입니다."):
        text = f"{before}. {form.format(label)} {after}"
        assert STANDARD_RULES.read(text, LETTERS) == Parsed(label, "answer_is")


@settings(max_examples=100, deadline=None)
@given(label=labels, space=st.text(" \n\t\u00a0", max_size=5), mark=st.sampled_from(MARKS))
def test_white_space_and_emphasis_do_not_matter(label: str, space: str, mark: str) -> None:
    assert STANDARD_RULES.read(f"{space}{mark}{label}{mark}{space}", LETTERS) == Parsed(label, "letter_only")


@settings(max_examples=100, deadline=None)
@given(text=calm_texts.filter(bool).map(str.lower))
def test_prose_that_states_no_answer_is_never_read(text: str) -> None:
    assert not isinstance(STANDARD_RULES.read(f"A {text}.", LETTERS), Parsed)


@settings(max_examples=50, deadline=None)
@given(first=labels, second=labels)
def test_a_later_sentence_never_loses_to_an_earlier_one(first: str, second: str) -> None:
    text = f"The answer is {first}. No: the answer is {second}."
    assert STANDARD_RULES.read(text, LETTERS) == Parsed(second, "answer_is")


@settings(max_examples=50, deadline=None)
@given(text=hostile_texts)
def test_reading_twice_gives_the_same(text: str) -> None:
    assert CHOICE_RULES.read(text, LETTERS) == CHOICE_RULES.read(text, LETTERS)


def _is_possible(value: str, space: AnswerSpace) -> bool:
    if isinstance(space, ChoiceAnswer):
        chosen = value.split(",")
        places = [space.labels.index(label) for label in chosen if label in space.labels]
        in_order = places == sorted(set(places)) and len(places) == len(chosen)
        return in_order and (space.several or len(places) == 1)
    if isinstance(space, LabelAnswer):
        return value in space.labels
    if isinstance(space, NumberAnswer):
        return bool(value) and set(value) <= set("-.0123456789")
    return bool(value)
