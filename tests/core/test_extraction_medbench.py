"""21,483 raw responses in Portuguese (medbench-brasil, Precisa Saúde 2026) against the published letters.

The published letters come from a parser that takes the first or last bare letter where nothing else
fits. Portuguese writes the articles `a` and `o` everywhere, and explanations end with the options that
were rejected, so about one published letter in thirty is not the one that the response gives. Every row
where we read differently stands in the table below; nobody has to believe us: the gold answers tell
which of the two was read.
"""

from __future__ import annotations

import csv
import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from benchtoward.core.extraction import ChoiceAnswer, Parsed, parse_extraction

NOUNS = ["resposta", "gabarito", "alternativa correta", "opção correta", "letra correta"]
MORE_NOUNS = ["conduta adequada", "conduta correta", "alternativa correcta", "a correta"]
MORE_NOUNS += [f"{noun} mais adequada" for noun in ("alternativa", "opção", "conduta", "resposta")]
MORE_NOUNS += [f"melhor {noun}" for noun in ("alternativa", "opção", "conduta", "resposta")]
FILLERS = ["a", "o", "letra", "alternativa", "opção", "correta", "correcta", "final", "mais", "adequada"]
FILLERS += ["definitiva", "certa"]
RULES = parse_extraction(
    [
        "strip_reasoning",
        {"rule": "marker", "words": NOUNS, "fillers": FILLERS},
        "letter_only",
        {"rule": "answer_is", "words": NOUNS + MORE_NOUNS, "verbs": ["é", "seria"], "fillers": FILLERS},
        "first_line",
        "last_line",
        "option_line",
        "option_text",
    ]
)


class Reading(NamedTuple):
    group: str
    """The rule that read it, or `unparsed` and the reason."""
    exam: str
    model: str
    question: str
    """Two or three digits, a point, and the run."""
    ours: str
    published: str
    gold: str


@pytest.fixture(scope="module")
def readings(shared_folder: Path) -> list[Reading]:
    return list(_readings(shared_folder / "data" / "medbench-brasil"))


def test_all_but_the_listed_rows_are_read_as_published(readings: list[Reading]) -> None:
    listed = set(_listed())
    differing = {one[:6] for one in readings if one.ours != one.published}
    assert len(readings) == 21_483
    assert differing == listed, _as_table(differing ^ listed)


def test_where_another_letter_is_read_the_gold_answer_says_that_ours_is_what_was_answered(
    readings: list[Reading],
) -> None:
    """These models answer nine of ten questions rightly; a misread letter is right one time in twenty."""
    other = [one for one in readings if one.ours not in ("-", one.published)]
    n_ours = sum(one.ours == one.gold for one in other)
    n_published = sum(one.published == one.gold for one in other)
    assert (len(other), n_ours, n_published) == COUNTS


def test_a_row_without_our_reading_is_one_in_a_hundred_and_forty(readings: list[Reading]) -> None:
    unread = Counter(one.group for one in readings if one.ours == "-")
    assert unread == UNREAD


def _readings(folder: Path) -> Iterator[Reading]:
    with gzip.open(folder / "predictions.csv.gz", "rt", encoding="utf-8") as file:
        published = {
            (row["exam"], row["model"], row["question_id"], int(row["run"])): (row["parsed"], row["gold"])
            for row in csv.DictReader(file)
        }
    spaces = {row["id"]: _space(row["options"]) for row in _rows(folder / "questions.jsonl.gz")}
    for path in sorted(folder.glob("raw_responses_*.jsonl.gz")):
        exam = path.name.removeprefix("raw_responses_").removesuffix(".jsonl.gz")
        for row in _rows(path):
            outcome = RULES.read(row["raw"] or "", spaces[row["question_id"]])
            letter, gold = published[exam, row["model"], row["question_id"], row["run"]]
            question = f"{row['question_id'].rpartition('q')[2]}.{row['run']}"
            group, ours = (outcome.rule, outcome.value) if isinstance(outcome, Parsed) else (outcome.reason.value, "-")
            yield Reading(group, exam, row["model"], question, ours, letter or "-", gold)


def _space(options: dict[str, str]) -> ChoiceAnswer:
    return ChoiceAnswer(labels=tuple(options), texts=tuple(options.values()))


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def _listed() -> Iterator[tuple[str, ...]]:
    """The rows of the table, without the gold answer."""
    group = exam = model = ""
    for line in DIFFERENT.splitlines():
        heading = re.match(r"# (\w+): ", line)
        group = heading[1] if heading else group
        for word in [] if line.startswith("#") else line.split():
            row = re.fullmatch(r"([0-9]+\.[0-9])([A-D-])([A-D-])", word)
            if row:
                yield group, exam, model, row[1], row[2], row[3]
            elif word.startswith(("enamed", "revalida")):
                exam = word
            else:
                model = word


def _as_table(rows: set[tuple[str, ...]]) -> str:
    """Rows in the form of the table, to compare or to replace it."""
    lines: list[str] = []
    for group, exam, model in sorted({row[:3] for row in rows}):
        words = [f"{q}{ours}{letter}" for g, e, m, q, ours, letter in sorted(rows) if (g, e, m) == (group, exam, model)]
        lines.append(f"# {group}: {exam} {model} {' '.join(words)}")
    return "\n".join(lines)


COUNTS = (687, 595, 26)
"""Rows read as another letter; of these, ours equal to gold; published equal to gold."""

UNREAD = {"empty": 2, "no_answer": 114, "several": 9}

DIFFERENT = """
# answer_is: a sentence says which answer is right (most end with `The best answer is …`);
#   published: a bare article, or the last option that the explanation rejects
enamed-2025
  claude-opus-4-6 12.3DA
  deepseek_deepseek-chat-v3.1 03.1AD 44.2BD
  meta-llama_llama-4-maverick 05.2CD 05.3CA 08.1BA 08.2BA 08.3BA 12.1DC 12.2DC 12.3DC 14.2BD 14.3BD 22.3AD
    26.1DA 26.2DB 26.3DB 42.3DA 47.1CB 49.3BD 54.1CD 54.3CD 62.2BC 62.3BA 64.3DA 67.3CD 73.2CD 73.3CD 74.2AD
    74.3AD 79.1BC 79.2BC 79.3BC 81.2DA 81.3DA 84.2CA 84.3CD 86.1DA 86.2DA 86.3DA 87.1BA 93.1CB 93.2CA 93.3CA
  meta-llama_llama-4-scout 03.1AD 03.3AD 06.3BA 12.1CD 13.2CD 14.1BD 21.2AD 26.2DB 26.3DB 27.3DA 28.3BA
    29.1BD 32.3DA 36.1CD 37.1DA 37.2DC 39.1DA 39.3DA 42.2DA 42.3DA 44.2AD 44.3AD 45.1BD 45.2BD 45.3BD 47.1AB
    47.2CA 49.1BD 49.2BA 52.1AB 52.2AB 54.3CA 59.3BD 60.1CD 63.1DA 64.1DA 68.1BD 68.2BD 69.1CD 69.2CD 69.3CD
    71.2BC 74.3AD 77.3BD 80.3BD 83.1BD 83.2BD 83.3BD 84.1CD 85.2BD 85.3BA 89.2AD 93.1CD 93.2CA 93.3CA 94.1AD
    96.1CA 96.3CA
  qwen_qwen3.5-122b-a10b 32.3DA
revalida-2024-1
  claude-opus-4-6 95.3DA
  deepseek_deepseek-chat-v3.1 98.2AD
  meta-llama_llama-4-maverick 01.1AD 01.2AD 02.2AD 04.1DA 04.2DA 04.3DA 08.1CA 08.2CA 08.3CD 15.1CA 15.2CA
    16.1AB 16.2AB 16.3AB 24.1BA 24.2BA 24.3BA 26.1DA 26.2DA 33.1BD 44.1BC 45.2DA 48.2DA 51.1AD 56.3CD 57.1AC
    57.3AC 59.2DA 59.3DA 62.3CA 63.1BD 63.2BD 63.3BD 64.3DA 75.1BD 79.2BC 79.3BC 90.2CA 92.1DC 92.3DC
  meta-llama_llama-4-scout 03.3CA 06.1DA 08.2CA 08.3CA 09.1BD 100.1AD 100.2AD 11.3DA 15.1CA 15.2CD 23.3AD
    27.1AD 27.3AD 28.3BA 31.2CD 33.1BD 33.2BD 37.1CA 37.2CD 37.3CD 39.1AD 42.1AD 42.2AC 42.3AD 44.2BD 44.3BD
    47.1DA 47.3DA 48.1DA 48.2DA 49.2CA 51.3AD 52.3BD 57.1AC 57.3AC 58.1AC 58.3AB 59.2DA 59.3DA 61.2DC 66.1CD
    66.2CD 66.3CB 67.3AD 71.2CD 71.3CD 74.1AD 74.2AD 74.3AD 80.3BA 82.1BD 84.2AD 84.3AD 87.2CD 87.3CD 92.3DB
    94.2CA 97.2CD 98.3BD 99.1CD 99.2CD 99.3CD
  qwen_qwen3.5-122b-a10b 98.1AB
revalida-2024-2
  claude-opus-4-6 36.3BC
  google_gemini-3.1-pro-preview 02.1CA 02.2CA 02.3CA
  meta-llama_llama-4-maverick 02.1BA 02.3BA 09.1BA 13.3DA 20.3BD 21.2DA 26.2CD 28.2DC 28.3DC 31.1CB 35.1CD
    40.1AD 40.2AD 40.3AD 41.2BD 43.3DA 48.3DA 58.1CD 63.1BA 63.2BA 83.1BD 87.3CA 91.2BA 91.3BA 95.2CD 97.1CA
    97.2CA
  meta-llama_llama-4-scout 04.3DA 08.1AD 08.2AD 08.3AD 09.2BD 11.3BD 16.2CA 18.2BA 19.1AD 25.2CA 26.1CD
    26.2CD 26.3CD 27.2AD 31.1CA 32.1BD 33.1AD 33.3AB 34.2AD 36.1BA 36.2BA 39.1CD 39.2CD 39.3CD 41.1BC 41.2BA
    42.2CD 42.3CD 45.1DA 45.2DA 45.3DA 51.1BD 51.2BD 51.3BD 53.1BC 53.3BD 57.1BA 62.2AD 63.2BA 67.3BD 68.1CD
    68.2CA 68.3CD 69.1AD 72.2BC 75.3DA 77.3BD 79.1CD 79.3CD 80.2DA 81.1DC 82.1CD 82.3CB 84.2BA 84.3BA 86.1CD
    86.2CD 86.3CD 89.1CA 89.3DB 90.1BD 90.2BD 92.1CD 92.2CD 92.3CA 94.2BD 95.1CD 95.2CD 97.1CB
  mistralai_mistral-large-2411 88.3BD
  mistralai_mistral-large-2512 43.1DA
  qwen_qwen3.5-122b-a10b 11.1AD 39.2CD
revalida-2025-1
  deepseek_deepseek-chat-v3.1 84.2AD 86.2BC
  meta-llama_llama-4-maverick 100.3DA 12.2AD 14.2CD 16.1BA 16.2BA 16.3BA 27.1DC 27.2DC 27.3DC 33.2CD 36.1AD
    36.2CD 39.1DA 39.2DA 39.3DA 43.1AD 43.2AD 43.3AD 44.1DB 44.2DB 46.1BA 46.2BA 66.2CA 71.1CD 71.3CD 77.3DA
    86.2BD 86.3BD
  meta-llama_llama-4-scout 03.1AD 04.2BA 08.1BA 08.2BA 100.1DA 100.3DA 12.1AD 12.2AD 12.3AD 16.1BA 16.2BA
    16.3BA 19.1DA 22.2BD 33.1BD 33.2BD 36.2AD 42.3BA 45.2AD 45.3AD 46.1BD 46.2BD 48.3CA 50.1CA 50.2CA 55.2CD
    56.3AD 60.1BD 60.3BD 61.1AD 72.3DA 73.3BA 77.1CD 79.1AD 80.3DA 82.1BD 82.2BD 82.3BD 85.1CA 85.3CA 87.1BD
    87.3AD 88.2AB 92.1AD 95.2AD 95.3AD
  qwen_qwen3.5-122b-a10b 56.1AD
  qwen_qwen3.6-plus 74.2DC
  sabia-4 05.2DA 05.3DA
# marker: a line `Resposta: …` or `Gabarito: …`; published: the first or last letter of the analysis before it
enamed-2025
  claude-opus-4-5 26.2CA
  claude-opus-4-6 26.1CA 27.1DA 27.2DA 62.3BA 93.3CA 97.2DA
  deepseek_deepseek-chat-v3-0324 36.3CA
  deepseek_deepseek-chat-v3.1 26.2CD 68.2BC
  qwen_qwen3-235b-a22b-2507 13.3CD 21.2AD 44.2AD 48.1DA 58.3AD 65.2AD 79.1BD 80.3AD 91.2BD 93.1CD 93.2CD
revalida-2024-1
  claude-opus-4-5 04.3DC 06.1DA 34.2CA 45.2DC 92.2DA 96.1AB
  claude-opus-4-6 26.1DC 34.3CA 42.2AC 45.1DC 45.2DC 45.3DC 65.2AB 75.1BD 75.3BD 85.3DA 96.2AB
  claude-opus-4-7 45.3DC
  deepseek_deepseek-chat-v3-0324 15.1CA
  deepseek_deepseek-chat-v3.1 26.1BD
  deepseek_deepseek-r1 35.1BA
  qwen_qwen3-235b-a22b-2507 01.1AB 03.3CD 26.2DA 27.3AC 28.3AC 42.2AD 57.1AD 71.2CA 95.1CD
  sabia-3 80.3BC
revalida-2024-2
  claude-opus-4-5 11.3AD 32.1BA 33.3AD 36.2BC 36.3BC 91.2BD 95.1CA
  claude-opus-4-6 14.2CA 29.1BA 29.2BA 29.3BA 33.1AD 33.2AD 33.3AD 95.2CA 99.2DA
  claude-opus-4-7 33.1AD
  deepseek_deepseek-chat-v3.1 80.1DA
  gpt-5.4 96.3AB
  qwen_qwen3-235b-a22b-2507 08.1AD 51.1BD 59.3AD 80.1DB 88.1AD 99.2DA
revalida-2025-1
  claude-opus-4-5 10.1CA 17.2BA 52.1DA 62.3BC 77.1CA 77.2CA 77.3CA
  claude-opus-4-6 09.2AB 72.2DB 72.3DB 77.3CA
  claude-opus-4-7 10.2CB 40.3DC 75.1CA 75.3CA
  deepseek_deepseek-chat-v3.1 13.1AD 82.1BD 82.3BD
  qwen_qwen3-235b-a22b-2507 41.2AB 93.2AD 93.3AD
  sabia-3 74.2BD
# first_line: the response opens with the option on its own line; published: the explanation's last letter
enamed-2025
  claude-opus-4-7 37.1DA 81.3DC 82.3DC
  deepseek_deepseek-chat-v3.1 51.3CD 74.3AD
  deepseek_deepseek-r1 80.1AD
  gpt-5.4 29.2AD 29.3AB
  meta-llama_llama-4-scout 30.2CD
  mistralai_mistral-large-2411 37.1DA
  qwen_qwen3.5-122b-a10b 01.1AD 18.3DC 21.1AB 22.1AD 22.3AD 25.2AB 25.3AB 31.1BA 44.3AD 65.3AD 72.1AD 72.2AD
    91.3BD 99.3AB
  sabia-3 64.1DC
  sabia-4 13.1CA 13.2CA 13.3CA 25.2CB 51.2CD 51.3CD 60.3CD 62.2BC 62.3BC 66.1AD 66.3AD 84.1CA
revalida-2024-1
  claude-opus-4-7 64.1DC 68.2DA
  deepseek_deepseek-chat-v3.1 39.1AD 39.3AD 42.3AD 48.1DC 84.3AD
  deepseek_deepseek-r1 51.3AD 98.1AB
  meta-llama_llama-4-scout 30.3BD 76.2CD 76.3CD
  qwen_qwen3.5-122b-a10b 02.1AD 02.3AD 06.1DC 100.3AD 23.3AD 27.2AD 31.1CA 39.2AD 39.3AD 48.1DC 66.2AD
    66.3AD 84.2AD 84.3AD 87.2CB 93.1AD 96.1AD 96.3AC 98.2AD
  sabia-4 24.2BA 24.3BA 30.1BD 30.2BD 30.3BD 68.1AD 68.2AB 68.3AB 93.2AD 93.3AD 96.1AB
revalida-2024-2
  deepseek_deepseek-chat-v3.1 40.1AC 59.3AD 74.3DC
  gpt-5.4 61.1AC
  mistralai_mistral-large-2411 09.3BD 43.1DC
  qwen_qwen3.5-122b-a10b 04.1DA 06.1AB 11.2AD 11.3AD 16.1CA 27.1AC 28.1DC 28.3DC 34.1AD 41.3BD 49.2DC 59.1AD
    59.2AD 61.1AB 61.2AD 61.3AD 86.2CD 86.3CD 88.2AB 88.3AB 94.2BA 96.2AD 98.1AD
  sabia-4 100.2DC 17.2CD 39.1CD 43.3DC 50.3DC 56.3BA 78.2AB 81.3DC 86.2CD 86.3CD 96.3BD 99.2DC
revalida-2025-1
  claude-opus-4-7 41.2AD
  deepseek_deepseek-chat-v3.1 03.1DA 19.1DC 72.2DB 72.3DC 97.3DC
  deepseek_deepseek-r1 79.2AD
  gpt-5.4 04.1BA 04.2BA 05.1DC 05.2DA 05.3DC 11.1BA 11.2BA 11.3BA 44.1DA 44.2DA 44.3DA 63.2DA 74.1DA 74.2DA
    75.2CA 78.2DA 78.3DA 80.1DA 80.2DA
  meta-llama_llama-4-scout 62.3CD 66.3CD 69.1CA 90.2CA 90.3CA
  mistralai_mistral-large-2411 14.2DB
  qwen_qwen3.5-122b-a10b 36.1AD 36.2AD 36.3AD 41.3AD 64.3AB 68.3CD 86.1BC 92.1DC 93.2AB 97.1DC 97.3DC
  sabia-3 52.2DA 98.2DC
  sabia-4 08.3BD 18.2DC 82.1BD
# last_line: the response ends with the option on a line of its own; published: a letter of the analysis
revalida-2024-2
  meta-llama_llama-4-scout 91.1BA 91.3BA
# option_line: the only option written out with its label; published: the last letter of the explanation
enamed-2025
  deepseek_deepseek-chat-v3.1 94.3CA
  mistralai_mistral-large-2411 50.3BA
  mistralai_mistral-large-2512 33.1CA 33.2CD 64.3DC 84.1CD 84.2CD 84.3CD 94.2BC
revalida-2024-1
  deepseek_deepseek-chat-v3-0324 74.1DC
  deepseek_deepseek-chat-v3.1 44.2BC 89.1DC
  deepseek_deepseek-r1 82.1BD
  mistralai_mistral-large-2512 30.3BC
revalida-2024-2
  deepseek_deepseek-chat-v3.1 39.1CD 40.3AC
  deepseek_deepseek-r1 02.3BD
  mistralai_mistral-large-2411 09.1BD 11.2DA 67.3CA
revalida-2025-1
  deepseek_deepseek-chat-v3.1 72.1DC 92.2DC
  mistralai_mistral-large-2411 22.3BA 78.2DC
  mistralai_mistral-large-2512 87.3AB
# option_text: the response is an explanation in which exactly one option is named; published: the article `A`
revalida-2025-1
  deepseek_deepseek-r1 08.1BA
# several: two statements differ, a label stands with the text of another option, or two options are combined
enamed-2025
  claude-opus-4-5 06.1-B
  meta-llama_llama-3.3-70b-instruct 48.1-C 48.2-C 48.3-C
revalida-2024-1
  claude-opus-4-7 89.2-B
  sabia-4 32.1-A
revalida-2024-2
  gemini-2.5-pro 89.2-D
  mistralai_mistral-large-2411 17.3-C
revalida-2025-1
  mistralai_mistral-large-2512 82.2-B
# no_answer: the response names no option as the answer, or only in words that the rules do not know
#   (`a letra B, pois`, `A opção A é a mais adequada`); published: the last letter of the explanation
enamed-2025
  claude-opus-4-6 67.1-C 97.3-A
  deepseek_deepseek-chat-v3-0324 31.2-A
  deepseek_deepseek-chat-v3.1 20.3-C 59.2-D 64.3-D
  deepseek_deepseek-r1 03.2-A 12.2-D 17.2-D 18.1-D 23.3-B 26.2-C 26.3-C 27.1-C 27.2-D 32.1-D 33.3-A 49.1-A
    50.3-C 54.1-D 61.1-D 64.1-C 72.1-D 74.2-D 74.3-D 77.1-B 79.1-D 79.3-D 84.1-A 84.2-D 90.1-D 92.1-A 92.3-D
  google_gemini-3.1-pro-preview 59.1-D 59.2-D 59.3-D
  meta-llama_llama-4-scout 05.1-D 42.1-D
  qwen_qwen3.5-122b-a10b 73.3-B
revalida-2024-1
  deepseek_deepseek-r1 10.1-D 10.3-C 23.2-D 28.3-D 42.2-A 42.3-A 45.1-A 72.2-D 73.1-A 74.1-D 74.3-B 84.1-A
    84.3-D 88.3-D 93.2-A 95.1-C
  mistralai_mistral-large-2411 94.3-C
  qwen_qwen3-235b-a22b-2507 96.1-A
revalida-2024-2
  claude-opus-4-5 17.1-C
  deepseek_deepseek-chat-v3-0324 09.3-D 51.2-D
  deepseek_deepseek-chat-v3.1 81.3-C
  deepseek_deepseek-r1 02.2-D 08.3-D 14.2-D 15.3-D 26.2-C 26.3-C 27.2-D 27.3-D 33.1-D 33.2-D 33.3-D 36.3-D
    44.2-A 49.3-A 53.1-D 59.3-D 75.1-C 77.2-B 79.1-D 83.2-B 88.1-D
  gpt-5.2 85.3-A
  meta-llama_llama-4-scout 42.1-D
  qwen_qwen3-235b-a22b-2507 68.3-B 87.3-A
revalida-2025-1
  claude-opus-4-5 31.3-C
  deepseek_deepseek-chat-v3.1 66.3-D
  deepseek_deepseek-r1 03.3-D 09.1-D 10.1-C 10.3-C 12.1-D 20.3-A 32.3-D 40.2-D 40.3-D 49.1-D 49.2-D 49.3-D
    50.2-D 58.1-B 60.1-B 60.3-B 68.1-D 72.1-C 86.2-A 86.3-A 91.1-D 92.2-C
  gpt-5.2 84.2-B 84.3-B
  meta-llama_llama-4-scout 11.1-D
  qwen_qwen3-235b-a22b-2507 99.3-A
"""
"""Every row that is read differently: question, run, our letter, the published one (`-` for none)."""
