"""Each trap that makes other extractors read a wrong letter, and each plain form that strict ones miss."""

from __future__ import annotations

import pytest

from benchtoward.core.extraction import ChoiceAnswer, Parsed, parse_extraction

RULES = parse_extraction(["strip_reasoning", "marker", "letter_only", "answer_is", "option_text"])

DIAGNOSES = ChoiceAnswer(
    labels=("A", "B", "C", "D"),
    texts=("Acute pancreatitis", "Pulmonary embolism", "Infective endocarditis", "Heart failure"),
)
UNKNOWN_TEXTS = ChoiceAnswer(labels=("A", "B", "C", "D"))
SPECIES = ChoiceAnswer(
    labels=("A", "B", "C", "D", "E"), texts=("S. aureus", "E. coli", "C. difficile", "Listeria", "B. cereus")
)
VITAMINS = ChoiceAnswer(labels=("A", "B", "C", "D"), texts=("Vitamin A", "Vitamin B12", "Vitamin C", "Vitamin D"))
BLOOD_GROUPS = ChoiceAnswer(labels=("A", "B", "C", "D"), texts=("O", "A", "B", "AB"))
DRUGS = ChoiceAnswer(labels=("A", "B", "C", "D"), texts=("Dopamine", "Norepinephrine", "Dobutamine", "Antibiotics"))


def read(text: str, space: ChoiceAnswer = DIAGNOSES) -> str:
    """The answer, or an exclamation mark and the reason why there is none."""
    outcome = RULES.read(text, space)
    return outcome.value if isinstance(outcome, Parsed) else f"!{outcome.reason}"


@pytest.mark.parametrize(
    "text",
    [
        "Answer: A 45-year-old man presents with fever",
        "A 45-year-old man with fever has endocarditis.",
        "Answer: Dobutamine",
        "Answer: Let's think step by step",
        "Antwort: C",
        "Answer: B-cell lymphoma",
        "Answer: D-dimer",
        "Answer: C-section",
        "Answer: C. difficile colitis",
        "Answer: A1c",
        "Answer: B12 deficiency",
        "Answer: A?",
        "Answer A patient",
        "Answer A: this is wrong\nAnswer B: this is also wrong",
        "Answer: B is wrong, so it must be C",
        "Answer: not B",
        "Is the answer A?",
        "The answer is A?",
        "If the answer is A, then lipase is high.",
        "If he were febrile, the answer would be C.",
        "One might think the answer is A.",
        "The answer is a bit complicated",
        "Vitamin A is the answer",
        "Hepatitis B is the correct answer",
        "B is not the correct answer",
        "Option B is incorrect.",
        "Option B is correct.",
        "A and B are the correct answers",
        "<answer>The best is D</answer>",
        "The answer is I think B",
        "ABC",
        "a man",
    ],
)
def test_a_letter_that_is_not_an_answer_is_not_read(text: str) -> None:
    assert read(text) == "!no_answer"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Answer: A.", "A"),
        ("Answer: A!", "A"),
        ("ANSWER: B", "B"),
        ("Final Answer: **B**", "B"),
        ("**Final Answer:** B", "B"),
        ("**Final Answer: B**", "B"),
        ("Answer：Ｂ", "B"),
        ("Answer: Ⓑ", "B"),
        ("Answer: $B$", "B"),
        ("Answer: $\\boxed{B}$", "B"),
        ("\\boxed{\\text{B}}", "B"),
        ("so it is $\\boxed{B}$ in the end", "B"),
        ("Answer: \\(B\\)", "B"),
        ("Answer: (B)", "B"),
        ("Answer: [B]", "B"),
        ("Answer B", "B"),
        ("Answer:\n\nB", "B"),
        ("### Answer\n\n**C**", "C"),
        ("### Answer\nB. Pulmonary embolism", "B"),
        ("- Answer: B", "B"),
        ("1. Answer: B", "B"),
        ("> Answer: B", "B"),
        ("✅ Answer: B", "B"),
        ("| Answer | B |", "B"),
        ("Answer => B", "B"),
        ("My answer: B", "B"),
        ("Correct option: B", "B"),
        ("The correct choice: B", "B"),
        ("Answer: Option B", "B"),
        ("Answer: The correct option is B", "B"),
        ("Answer: B (Pulmonary embolism)", "B"),
        ("Answer: B - Pulmonary embolism", "B"),
        ("Answer: B-Pulmonary embolism", "B"),
        ("Answer: B: pulmonary embolism", "B"),
        ("Answer: B. because of the D-dimer", "B"),
        ("Answer: B because of the D-dimer", "B"),
        ("Answer: B\n\nExplanation: Option A is wrong, and C needs a fever.", "B"),
        ("Answer: C\n\nLet me know if you want to know more about option A or B!", "C"),
        ("Answer: B\n\nIf he were febrile, the answer would be C.", "B"),
        ("Answer: B\n\nAnswer: C", "C"),
        ("<b>Answer:</b> B", "B"),
        ("Answer: <b>B</b><br>Because", "B"),
        ("Answer:\u00a0B\u200b", "B"),
    ],
)
def test_the_last_marker_at_the_start_of_a_line_is_read(text: str, answer: str) -> None:
    assert read(text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("B", "B"),
        ("B.", "B"),
        ("(B)", "B"),
        ("[B]", "B"),
        ('"B"', "B"),
        ("**B**", "B"),
        ("Ｂ", "B"),
        ("b", "B"),
        ("b.", "B"),
        ("a", "A"),
        ("Option C", "C"),
        ("C: Infective endocarditis", "C"),
        ("C Infective endocarditis", "C"),
        ("C\nInfective endocarditis", "C"),
        ("C) Infective endocardits", "C"),
        ("C) Acute infective endocarditis", "C"),
        ("Infective endocarditis.", "C"),
        ("infective  ENDOCARDITIS", "C"),
        ("B) Infective endocarditis", "!several"),
    ],
)
def test_a_response_that_is_one_label_or_its_own_text_is_read(text: str, answer: str) -> None:
    assert read(text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("The answer is (B).", "B"),
        ("ANSWER IS B", "B"),
        ("The answer is B…", "B"),
        ("the correct answer is\nB", "B"),
        ("The correct answer is:\n\n**B) Pulmonary embolism**", "B"),
        ("The correct answer to this question is B", "B"),
        ("The answer, therefore, is B", "B"),
        ("The answer would be B", "B"),
        ("The answer I would choose is B", "B"),
        ("The answer is option (B): Pulmonary embolism.", "B"),
        ("The answer is pulmonary embolism.", "B"),
        ("my answer is C", "C"),
        ("The best option is therefore C", "C"),
        ("the answer is b", "B"),
        ("The correct answer is (b).", "B"),
        ("The correct answer is (b). The D-dimer is high.", "!no_answer"),
        ("the answer is a", "A"),
        ("I choose B.", "B"),
        ("I would go with option C", "C"),
        ("I'd select (D) here", "D"),
        ("Option C is the correct answer.", "C"),
        ("C is the correct answer", "C"),
        ("C) Infective endocarditis is the best answer.", "C"),
        ("Therefore, B is the answer.", "B"),
        ("A, B and D can be excluded, leaving C.", "C"),
        ("<answer>D</answer>", "D"),
        ("reasoning <final_answer>D</final_answer>", "D"),
        ('{"answer":"C"}', "C"),
        ('{"reason": "A is bad", "answer": "b"}', "B"),
        ('```json\n{"answer": "C"}\n```', "C"),
        ("The answer is B, not C.", "B"),
        ("The answer is B rather than C", "B"),
        ("The answer is B; C is wrong", "B"),
        ("The answer is B, C is wrong", "B"),
    ],
)
def test_the_last_sentence_that_states_the_answer_is_read(text: str, answer: str) -> None:
    assert read(text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("The answer is A. Wait, lipase is normal - the correct answer is C.", "C"),
        ("The answer is not A; it is B.", "B"),
        ("The answer isn't A but B", "B"),
        ("The answer is not A.", "!no_answer"),
        ("The answer cannot be A.", "!no_answer"),
        ("The answer is neither A nor B.", "!no_answer"),
        ("The answer is A. No, the answer is not A.", "!no_answer"),
        ("The answer is A. Actually, it is C.", "!several"),
        ("Answer: B. Wait, let me reconsider the D-dimer", "!several"),
        ("Answer: B\nActually wait, the answer is C.", "!several"),
        ("The answer is A. The answer is between B and C.", "!several"),
        ("Answer: B\n\nQuestion: What next?\nAnswer: C", "!several"),
        ("Question: x\nAnswer: B\n\nQuestion: y\nAnswer: B", "B"),
    ],
)
def test_a_change_of_mind_is_followed_or_left_undecided(text: str, answer: str) -> None:
    assert read(text) == answer


@pytest.mark.parametrize(
    "text",
    [
        "A and C",
        "A, C",
        "A/C",
        "Answer: A, C",
        "Answer: A or C",
        "Answer: either A or B",
        "Answer: A/C",
        "Both A and C",
        "The answer is pulmonary embolism or heart failure.",
        "Answer: B) Heart failure",
        '{"answer": ["A","C"]}',
    ],
)
def test_two_answers_are_none(text: str) -> None:
    assert read(text) == "!several"


@pytest.mark.parametrize("text", ["E", "Answer: E", "The answer is E.", "The answer is I.", "Answer: A, F"])
def test_a_label_that_the_item_does_not_have_is_out_of_range(text: str) -> None:
    assert read(text) == "!out_of_range"


@pytest.mark.parametrize("text", ["None of the above", "Answer: none of the above", "The answer is not listed."])
def test_no_option_at_all_is_no_answer(text: str) -> None:
    assert read(text) == "!no_answer"


def test_options_that_are_only_repeated_are_no_answer() -> None:
    listing = "A. Acute pancreatitis\nB. Pulmonary embolism\nC. Infective endocarditis\nD. Heart failure"
    assert read(listing) == "!no_answer"
    assert read(f"Answer:\n{listing}") == "!no_answer"
    assert read(f"Answer choices:\n{listing}") == "!no_answer"
    assert read(f"{listing}\n\nAnswer: C") == "C"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("I think this is pulmonary embolism.", "B"),
        ("This is not pulmonary embolism.", "!no_answer"),
        ("Pulmonary embolism rather than heart failure", "!no_answer"),
        ("Pulmonary embolism, so option A is wrong", "!no_answer"),
        ("Could it be pulmonary embolism?", "!no_answer"),
    ],
)
def test_the_only_option_named_is_read_unless_negated(text: str, answer: str) -> None:
    assert read(text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("E. coli", "B"),
        ("Answer: E. coli", "B"),
        ("The most likely answer is E. coli.", "B"),
        ("Answer: B. E. coli", "B"),
        ("Answer: B. cereus", "E"),
        ("Answer: C. difficile", "C"),
        ("Answer: B", "B"),
        ("The answer is E.", "E"),
        ("Answer: E. Listeria", "!several"),
    ],
)
def test_an_option_that_begins_like_a_label_is_told_apart_from_it(text: str, answer: str) -> None:
    assert read(text, SPECIES) == answer


@pytest.mark.parametrize(
    ("text", "space", "answer"),
    [
        ("Vitamin D", VITAMINS, "D"),
        ("The answer is Vitamin C.", VITAMINS, "C"),
        ("Answer: B12", VITAMINS, "!no_answer"),
        ("Answer: A) Vitamin A", VITAMINS, "A"),
        ("Answer: B", BLOOD_GROUPS, "B"),
        ("Answer: AB", BLOOD_GROUPS, "D"),
        ("Answer: C) B", BLOOD_GROUPS, "C"),
        ("O", BLOOD_GROUPS, "A"),
        ("Answer: Dobutamine", DRUGS, "C"),
        ("Answer: D", DRUGS, "D"),
        ("Answer: C. difficile", UNKNOWN_TEXTS, "!no_answer"),
        ("C. difficile", UNKNOWN_TEXTS, "!no_answer"),
        ("Answer: C. Difficult to say more", UNKNOWN_TEXTS, "C"),
        ("C) infective endocarditis", UNKNOWN_TEXTS, "C"),
    ],
)
def test_letters_inside_options_are_not_labels(text: str, space: ChoiceAnswer, answer: str) -> None:
    assert read(text, space) == answer
