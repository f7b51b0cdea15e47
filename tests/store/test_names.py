from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchtoward.store.names import normalised_name, storable


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GPT-4o", "gpt 4O"),
        ("Llama-3.1-8B-Instruct", "llama_3-1_8b_instruct"),
        ("meta-llama/Llama-3.1-8B", "Meta Llama / Llama 3.1 8B"),
        ("ＧＰＴ－４", "gpt-4"),
        ("하리-q3", "하리 Q3"),
    ],
)
def test_case_width_and_punctuation_do_not_matter(one: str, other: str) -> None:
    assert normalised_name(one) == normalised_name(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("qwen2.5-7b", "qwen2-57b"),
        ("gpt-4.1", "gpt-41"),
        ("gpt-4", "gpt-4o"),
        ("a-1", "a-2"),
        ("v1.10", "v11.0"),
    ],
)
def test_revisions_stay_apart(one: str, other: str) -> None:
    assert normalised_name(one) != normalised_name(other)


@given(st.text())
def test_a_normalised_name_is_its_own_normalised_name(text: str) -> None:
    assert normalised_name(normalised_name(text)) == normalised_name(text)


def test_marks_alone_are_no_name() -> None:
    assert normalised_name(" --/+ ") == ""


def test_what_no_column_takes_becomes_a_mark() -> None:
    assert storable("a\x00b\ud800c") == "a\ufffdb\ufffd\ufffd\ufffdc"
    assert storable("정답 😀 ①") == "정답 😀 ①"
