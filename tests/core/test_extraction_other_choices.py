"""Korean, numbered and several options, labels that are words, answers on their own line, other languages."""

from __future__ import annotations

import pytest

from benchtoward.core.extraction import ChoiceAnswer, LabelAnswer, Parsed, parse_extraction

RULES = parse_extraction(["strip_reasoning", "marker", "letter_only", "answer_is", "option_text"])
LABEL_RULES = parse_extraction(["strip_reasoning", "marker", "label", "answer_is"])

DIAGNOSES = ChoiceAnswer(
    labels=("A", "B", "C", "D"),
    texts=("Acute pancreatitis", "Pulmonary embolism", "Infective endocarditis", "Heart failure"),
)
KOREAN = ChoiceAnswer(
    labels=("1", "2", "3", "4", "5"), texts=("급성 충수염", "급성 췌장염", "담낭염", "장폐색", "위궤양")
)
SEVERAL = ChoiceAnswer(labels=("A", "B", "C", "D", "E"), texts=("One", "Two", "Three", "Four", "Five"), several=True)
DECISION = LabelAnswer(labels=("yes", "no", "maybe"), also=(("unclear", "maybe"),))


def read(text: str, space: ChoiceAnswer | LabelAnswer) -> str:
    """The answer, or an exclamation mark and the reason why there is none."""
    rules = LABEL_RULES if isinstance(space, LabelAnswer) else RULES
    outcome = rules.read(text, space)
    return outcome.value if isinstance(outcome, Parsed) else f"!{outcome.reason}"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("정답: 2", "2"),
        ("정답 : ３", "3"),
        ("정답: ④", "4"),
        ("정답은 ④번입니다.", "4"),
        ("정답은 3번이다", "3"),
        ("정답 3번", "3"),
        ("답: 3번", "3"),
        ("**정답: 3번**", "3"),
        ("【정답】 3", "3"),
        ("정답: 2번 급성 췌장염", "2"),
        ("정답: 급성 췌장염", "2"),
        ("정답은 급성 췌장염입니다.", "2"),
        ("급성 췌장염입니다", "2"),
        ("② 급성 췌장염", "2"),
        ("2번", "2"),
        ("4번이 정답이다.", "4"),
        ("정답은 1번이 아니라 3번이다.", "3"),
        ("정답은 2번이 가장 적절하다", "2"),
        ("정답은 1번이 아니다.", "!no_answer"),
        ("정답: 2번은 틀렸다", "!no_answer"),
        ("정답: 2일 전", "!no_answer"),
        ("정답은 2번과 3번입니다", "!several"),
        ("정답은 2번 또는 3번", "!several"),
        ("정답: 7번", "!out_of_range"),
        ("정답은 없음", "!no_answer"),
        ("정답률: 3", "!no_answer"),
        ("대답은 3", "!no_answer"),
        ("3번 초음파를 시행", "!no_answer"),
        ("급성 췌장염은 아닙니다.", "!no_answer"),
        ("Answer: 3)", "3"),
        ("Answer: 3.5 mg", "!no_answer"),
        ("Answer: 5%", "!no_answer"),
        ("Answer: 3 days", "!no_answer"),
        ("Answer: -3", "!no_answer"),
        ("Answer: >3", "!no_answer"),
        ("Answer: 3-5", "!no_answer"),
        ("Answer: 1,000", "!no_answer"),
        ("Answer: 2/3", "!several"),
    ],
)
def test_korean_and_numbered_options_are_read(text: str, answer: str) -> None:
    assert read(text, KOREAN) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Answer: A, C", "A,C"),
        ("Answer: C and A", "A,C"),
        ("A, C, E", "A,C,E"),
        ("ACE", "A,C,E"),
        ("Answer: A", "A"),
        ("A/C", "!several"),
        ("Answer: A or C", "!several"),
        ("Answers: A, B, F", "!out_of_range"),
        ("BAD", "!no_answer"),
    ],
)
def test_a_set_of_labels_is_read_where_several_may_be_right(text: str, answer: str) -> None:
    assert read(text, SEVERAL) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Yes.", "yes"),
        ("**Maybe**", "maybe"),
        ("Answer: no", "no"),
        ("Answer: Yes, because", "yes"),
        ("The answer is yes.", "yes"),
        ("Final answer: \\boxed{maybe}", "maybe"),
        ("Answer: unclear", "maybe"),
        ("The answer is no longer clear", "!no_answer"),
        ("The answer is not yes", "!no_answer"),
        ("Answer: yes and no", "!several"),
        ("Not sure", "!no_answer"),
    ],
)
def test_labels_that_are_words_are_read(text: str, answer: str) -> None:
    assert read(text, DECISION) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("B\n\nThe D-dimer is high.", "B"),
        ("B) Pulmonary embolism\n\nThe D-dimer is high.", "B"),
        ("The D-dimer is high.\n\nB", "B"),
        ("Why?\n\n✅ **B) Pulmonary embolism**\n", "B"),
        ("It is this one:\n\nB) Pulmonary embolism\n\nA needs a high lipase.", "B"),
        ("A) Acute pancreatitis\nB) Pulmonary embolism\nNo more.", "!no_answer"),
        ("B\n\nThe D-dimer is high.\n\nSo the answer is C.", "C"),
        ("The answer is C.\n\nB", "!several"),
        ("Reasons:\n- D) is wrong, since the ejection fraction is normal.", "!no_answer"),
    ],
)
def test_an_answer_alone_on_its_line_is_read_by_the_line_rules(text: str, answer: str) -> None:
    rules = parse_extraction(["answer_is", "first_line", "last_line", "option_line"])
    outcome = rules.read(text, DIAGNOSES)
    assert (outcome.value if isinstance(outcome, Parsed) else f"!{outcome.reason}") == answer


def test_a_specification_adds_the_words_of_its_language() -> None:
    text = "**Resposta correta:** a letra C"
    french = {"rule": "answer_is", "words": ["réponse"], "verbs": ["est"]}
    portuguese = {"rule": "marker", "words": ["Resposta correta", "Gabarito"], "fillers": ["a", "letra"]}
    assert parse_extraction([french]).read("La bonne réponse est B.", DIAGNOSES) == Parsed("B", "answer_is")
    assert parse_extraction([portuguese]).read(text, DIAGNOSES) == Parsed("C", "marker")
    assert not isinstance(RULES.read(text, DIAGNOSES), Parsed)
