from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pybtex.database import parse_string

from benchtoward.formats.citation import bibtex, csl_json, escaped

FIELDS: dict[str, Any] = {
    "run_id": "8f14e45fceea167a",
    "model": "GPT-4o mini",
    "benchmark": "MedBench-Brasil: Revalida 2025/1",
    "version": "1.0.0",
    "spec_hash": "bt1:" + "ab" * 32,
    "harness_version": {"prompt": 1, "extraction": 2, "metrics": 1, "resampling": 1},
    "published": date(2026, 11, 30),
    "url": "https://bench.example.org/results/8f14e45fceea167a/",
}


def test_a_citation_is_written_as_it_always_was() -> None:
    """Golden: entries stand in other people's bibliographies."""
    golden = Path(__file__).parent / "golden" / "result.bib"
    assert bibtex(**FIELDS) == golden.read_text(encoding="utf-8")


def test_a_citation_has_the_fields_of_the_sample_and_reads_back(shared_folder: Path) -> None:
    entry = parse_string(bibtex(**FIELDS), "bibtex").entries["benchtoward_8f14e45fceea167a"]
    sample = parse_string((shared_folder / "samples/citation/result.bib").read_text(), "bibtex")
    (wanted,) = sample.entries.values()
    assert entry.type == wanted.type == "misc"
    assert {*entry.fields, *entry.persons} == {*wanted.fields, *wanted.persons}
    assert entry.persons["author"][0].last_names == ["{BenchToward}"]
    assert entry.fields["title"] == "{GPT-4o mini on MedBench-Brasil: Revalida 2025/1 1.0.0}"
    assert (entry.fields["year"], entry.fields["version"]) == ("2026", "1.0.0")
    assert entry.fields["url"] == FIELDS["url"]
    assert FIELDS["spec_hash"] in entry.fields["note"]
    assert "extraction 2, metrics 1" in entry.fields["note"]


def test_the_month_is_a_bibtex_macro() -> None:
    assert "month        = nov," in bibtex(**FIELDS)


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_name_gives_an_entry_that_reads_back(model: str, benchmark: str) -> None:
    text = bibtex(**{**FIELDS, "model": model, "benchmark": benchmark, "run_id": model})
    entries = parse_string(text, "bibtex").entries
    ((key, entry),) = entries.items()
    assert re.fullmatch(r"[a-z0-9_]+", key)
    assert {"title", "year", "month", "howpublished", "url", "version", "note"} == set(entry.fields)
    assert text.count("{") == text.count("}")


@pytest.mark.parametrize(
    ("plain", "tex"),
    [
        ("50% & more_of #1 $5", r"50\% \& more\_of \#1 \$5"),
        ("a{b}c", r"a\textbraceleft{}b\textbraceright{}c"),
        ("a\\b ~ ^", r"a\textbackslash{}b \textasciitilde{} \textasciicircum{}"),
        ("two\nlines\t here", "two lines here"),
        ("환자 é", "환자 é"),
    ],
)
def test_text_is_escaped_for_tex(plain: str, tex: str) -> None:
    assert escaped(plain) == tex


def test_an_address_cannot_end_its_field() -> None:
    assert "url          = {https://x.org/a%7D%0A%5Cb}," in bibtex(**{**FIELDS, "url": "https://x.org/a}\n\\b"})


def test_reference_managers_get_the_same(shared_folder: Path) -> None:
    (item,) = csl_json(**FIELDS)
    (sample,) = json.loads((shared_folder / "samples/citation/csl.json").read_text())
    assert set(item) <= {*sample, "publisher", "version", "URL", "note"}
    assert item["type"] == sample["type"] == "dataset"
    assert item["issued"] == {"date-parts": [[2026, 11, 30]]}
    assert item["author"] == [{"literal": "BenchToward"}]
