"""A small benchmark that tests share: four patients, eight questions."""

from __future__ import annotations

import copy

from benchtoward.core.items import ItemTable, item_table
from benchtoward.core.spec import Spec
from benchtoward.core.spec_parsing import parse_spec

DOCUMENT = {
    "spec_format": 1,
    "version": "1.0.0",
    "title": {"en": "Toy", "ko": "장난감"},
    "summary": {"en": "A toy."},
    "changes": "first version",
    "dataset": {"name": "Toy", "licence": "Apache-2.0"},
    "definition": {
        "id": "toy",
        "items": {
            "reader": {"kind": "jsonl"},
            "id": "id",
            "unit": ["patient"],
            "visible": ["question", "options"],
            "target": "gold",
            "subgroups": ["language"],
        },
        "labels": "public",
        "task": "multiple_choice",
        "prompt": {
            "system": "Answer with one letter.",
            "user": "{{ question }}\n{{ options }}",
            "options": {"labels": ["A", "B", "C", "D"], "from": "options"},
        },
        "decoding": {"temperature": 0, "top_p": 1, "max_tokens": 16},
        "extraction": ["strip_reasoning", "marker", "letter_only", "answer_is"],
        "metrics": {"primary": "accuracy", "also": ["macro_f1"]},
    },
}

ROWS = [
    {
        "id": f"q{number}",
        "patient": f"p{number // 2}",
        "question": f"Question {number}?",
        "options": ["one", "two", "three", "four"],
        "gold": "ABCD"[number % 4],
        "language": "en" if number % 2 else "ko",
    }
    for number in range(8)
]


def document(**changes: object) -> dict:
    """Return the toy's document with parts of its definition replaced: `items__unit=[…]` goes inside."""
    changed = copy.deepcopy(DOCUMENT)
    for path, value in changes.items():
        *parents, last = path.split("__")
        place = changed["definition"]
        for parent in parents:
            place = place[parent]
        place[last] = value
    return changed


def spec(**changes: object) -> Spec:
    """Return the toy's spec with parts of its definition replaced."""
    return parse_spec(document(**changes))


def table() -> ItemTable:
    """Return the toy's items."""
    return item_table(spec(), ROWS)
