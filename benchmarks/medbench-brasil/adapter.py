"""Rows of the MedBench-Brasil exams (Revalida and ENAMED) from the file of all questions.

Questions that the examiner annulled, and those that need an image or a table, are left out, as in the published
scores (Precisa-Saude/medbench-brasil, commit 6705f429, 2026-04-25).
"""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

LETTERS = "ABCD"


def items(files: Mapping[str, Path], parameters: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Yield one row a scored question of the exam named by the parameter `exam`."""
    for question in _questions(files["questions.jsonl.gz"]):
        if question["editionId"] != parameters["exam"] or not _is_scored(question):
            continue
        yield {
            "question_id": question["id"],
            "stem": question["stem"],
            "options": [question["options"][letter] for letter in LETTERS],
            "gold": question["correct"],
            "specialty": "+".join(sorted(question["specialty"])),
        }


def external_predictions(files: Mapping[str, Path], parameters: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Yield the letters that the authors read from the parameter `model`'s answers; an empty one stays empty."""
    with gzip.open(files["predictions.csv.gz"], "rt", encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            if row["exam"] == parameters["exam"] and row["model"] == parameters["model"]:
                answer = {"prediction": row["parsed"]} if row["parsed"] else {"raw": ""}
                yield {"item_id": row["question_id"], "repeat": int(row["run"]) - 1, **answer}


def _questions(path: Path) -> Iterator[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _is_scored(question: Mapping[str, object]) -> bool:
    return not (question["annulled"] or question["hasImage"] or question["hasTable"])
