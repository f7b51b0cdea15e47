from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchtoward.formats.json_text import DEEPEST, JsonTextError, depth, parse_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, st.booleans())
def test_json_is_read_as_the_standard_library_reads_it(value: object, ascii_only: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only)
    assert parse_json(text.encode()) == parse_json(text) == json.loads(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("NaN", "NaN"),
        ("[-Infinity]", "-Infinity"),
        ("1e400", "1e400, which is too large"),
        ("9" * 401, "a number of 401 digits"),
        ('{"a": 1, "b": {"c": 1, "c": 1}}', "the key 'c' twice"),
        ('{"a": ["\\udc00"]}', "half a surrogate pair"),
        ('{"\\udc00": 1}', "half a surrogate pair"),
        ("{'a': 1}", "line 1, column 2"),
        ("", "not JSON"),
        ("[1] 2", "not JSON"),
        ("[" * 100_000, f"nesting deeper than {DEEPEST} levels"),
        ('{"a":' * 70 + "1" + "}" * 70, f"nesting deeper than {DEEPEST} levels"),
    ],
)
def test_what_has_no_single_meaning_is_refused(text: str, found: str) -> None:
    with pytest.raises(JsonTextError) as caught:
        parse_json(text)
    assert found in str(caught.value)


def test_pairs_of_surrogates_are_one_character() -> None:
    assert parse_json('"\\ud83d\\ude00"') == "😀"


def test_brackets_inside_strings_are_no_nesting() -> None:
    assert depth('["[[[[", "\\"[[["]', stop_at=0) == 1
    assert parse_json(json.dumps(["[" * 100])) == ["[" * 100]


@given(VALUES)
def test_depth_is_that_of_the_value(value: object) -> None:
    def nested(part: object) -> int:
        if isinstance(part, dict):
            return 1 + max(map(nested, part.values()), default=0)
        return 1 + max(map(nested, part), default=0) if isinstance(part, list) else 0

    assert depth(json.dumps(value), stop_at=0) == min(1, nested(value))
    assert depth(json.dumps([value] * 5), stop_at=4) in (0, 1 + nested(value), 5)
