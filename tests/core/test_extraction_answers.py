"""The 44 made-up responses with the reading of a careful person, from the shared folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchtoward.core.extraction import ChoiceAnswer, Parsed, parse_extraction

RULES = parse_extraction(
    [
        "strip_reasoning",
        "marker",
        "letter_only",
        {"rule": "answer_is", "words": ["réponse"], "verbs": ["est"]},
        "option_text",
    ]
)


@pytest.fixture(scope="module")
def responses(shared_folder: Path) -> list[dict[str, Any]]:
    lines = (shared_folder / "harness" / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_every_response_is_read_as_a_careful_person_reads_it(responses: list[dict[str, Any]]) -> None:
    assert len(responses) == 44
    readings = {response["id"]: _reading(response) for response in responses}
    assert readings == {response["id"]: response["reading"] for response in responses}


def test_without_words_of_other_languages_only_the_french_one_is_left_unread(
    responses: list[dict[str, Any]],
) -> None:
    rules = parse_extraction(["strip_reasoning", "marker", "letter_only", "answer_is", "option_text"])
    differing = [one["id"] for one in responses if _reading(one, rules) != one["reading"]]
    assert differing == ["a084"]


def _reading(response: dict[str, Any], rules: Any = RULES) -> str | None:
    """The option's letter by its place, also where the options are numbered."""
    labels = tuple(response["labels"])
    outcome = rules.read(response["text"], ChoiceAnswer(labels=labels, texts=tuple(response["options"])))
    return "ABCDE"[labels.index(outcome.value)] if isinstance(outcome, Parsed) else None
