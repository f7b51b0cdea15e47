"""What the rules read is frozen: another reading needs a new `EXTRACTION_VERSION` and a new entry here."""

from __future__ import annotations

from benchtoward.core.canonical import sha256_of
from benchtoward.core.extraction import (
    EXTRACTION_RULES,
    EXTRACTION_VERSION,
    ChoiceAnswer,
    DateAnswer,
    DateOrder,
    Extraction,
    JsonAnswer,
    LabelAnswer,
    NumberAnswer,
    parse_extraction,
)
from benchtoward.core.extraction.answers import AnswerSpace
from benchtoward.core.keys import HARNESS_VERSION

GOLDEN = {1: "7bde9cf15701836171fbe9367bb3d81ba98bb8b6055774608ebcc08c4dda50f8"}
"""The hash of all readings below, by version; entries are added, never changed."""

FORMS = [
    "{}", "{}.", "({})", "**{}**", "Option {}", "Answer: {}", "ANSWER {}", "**Final answer:** {}",
    "### Answer\n\n{}", "Answer: {0}, {1}", "Answer: {0} or {1}", "Answer: {0}\n\nAnswer: {1}",
    "Answer: {0}\n\nSo the answer is {1}.", "The answer is {}.", "the answer is {} because",
    "The answer is not {0}; it is {1}.", "The answer is {0}? No, {1}.", "The answer is {0}. Wait, it is {1}.",
    "So {} is the correct answer.", "I choose {}", "leaving {}.", "\\boxed{{{}}}",
    "$\\text{{The answer is }} \\mathbf{{{}}}$", "<answer>{}</answer>", "<think>{0}</think>{1}", "<think>{}",
    '{{"answer": "{}"}}', '```json\n{{"answer": "{}"}}\n```', "정답: {}", "정답은 {}번입니다.",
    "{}번이 정답이다.", "정답은 {0}번이 아니라 {1}번이다.", "Resposta: a letra {}",
    "La bonne réponse est {}.", "{}\n\nIt fits.", "It fits.\n\n{}", "It could be {}.",
    "This is most consistent with {}.", "I'm sorry, I can't say {}.", "Antwort: {}",
]  # fmt: skip
WORDS = {"words": ["Resposta", "réponse"], "fillers": ["a", "letra"]}
FIELD = {"rule": "json_field", "field": "answer"}
CHOICE_RULES = parse_extraction(
    [
        "strip_reasoning",
        {"rule": "marker", **WORDS},
        "letter_only",
        {"rule": "answer_is", "verbs": ["est"], **WORDS},
        "first_line",
        "last_line",
        "option_line",
        "option_text",
    ]
)
LABEL_RULES = parse_extraction(["marker", "label", "answer_is"])
NUMBER_RULES = parse_extraction([FIELD, "number_marker", "number_only", "number_answer_is"])
DATE_RULES = parse_extraction(["date_marker", "date_only", "date_answer_is"])
LETTERS = ChoiceAnswer(labels=("A", "B", "C"), texts=("E. coli", "Heart failure", "Vitamin A"))
DIGITS = ChoiceAnswer(labels=("1", "2", "3"), texts=("담낭염", "급성 췌장염", "2일"), several=True)
GRID: list[tuple[Extraction, AnswerSpace, list[str]]] = [
    (
        CHOICE_RULES,
        LETTERS,
        ["A", "B", "b", "E", "Ｃ", "E. coli", "B) Heart failure", "B. cereus", "A 45-year-old"],
    ),
    (CHOICE_RULES, DIGITS, ["1", "②", "2번", "급성 췌장염", "2일", "3.5", "1, 3", "7"]),
    (LABEL_RULES, LabelAnswer(labels=("yes", "no")), ["yes", "No", "perhaps"]),
    (
        NUMBER_RULES,
        NumberAnswer(units=(("mL/min", "1"), ("L/min", "1000"))),
        ["72", "1,234.5", "1,5", "−3 mL/min", "1.2 L/min", "72 mg", "70-75", "x = 5 × 4 = 20", "1.5×10⁻³"],
    ),
    (
        DATE_RULES,
        DateAnswer(order=DateOrder.DAY_FIRST),
        ["2024-03-04", "4 March 2024", "3/4/2024", "2024년 3월 4일", "31/2/2024"],
    ),
    (parse_extraction(["strip_reasoning", "json"]), JsonAnswer(), ["1", "[1, {}]", "null"]),
]


def test_no_reading_changes_without_a_new_version() -> None:
    assert max(GOLDEN) == EXTRACTION_VERSION == HARNESS_VERSION["extraction"]
    assert sha256_of(_readings()) == GOLDEN[EXTRACTION_VERSION]


def _readings() -> list[str]:
    readings = [f"{name} {rule.version}" for name, rule in EXTRACTION_RULES.items()]
    for rules, space, values in GRID:
        pairs = list(zip(values, values[1:] + values[:1], strict=True))
        readings += [str(rules.read(form.format(*pair), space)) for form in FORMS for pair in pairs]
    return readings
