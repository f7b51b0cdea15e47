from __future__ import annotations

import math
import struct

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from benchtoward.core.canonical import canonical_json, sha256_of
from benchtoward.core.errors import InvalidInputError

texts = st.text(st.characters(exclude_categories=["Cs"]))
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
)


@given(json_values)
def test_canonical_json_equals_the_reference_implementation(value):
    assert canonical_json(value) == rfc8785.dumps(value)


@given(st.integers(0, 2**64 - 1))
def test_every_double_is_printed_as_the_reference_implementation_prints_it(bits):
    (number,) = struct.unpack(">d", bits.to_bytes(8, "big"))
    if math.isfinite(number):
        assert canonical_json(number) == rfc8785.dumps(number)


@pytest.mark.parametrize(
    ("bits", "text"),
    # RFC 8785, appendix B.
    [
        ("0000000000000000", "0"),
        ("8000000000000000", "0"),
        ("0000000000000001", "5e-324"),
        ("7fefffffffffffff", "1.7976931348623157e+308"),
        ("4340000000000000", "9007199254740992"),
        ("4430000000000000", "295147905179352830000"),
        ("44b52d02c7e14af5", "9.999999999999997e+22"),
        ("44b52d02c7e14af6", "1e+23"),
        ("444b1ae4d6e2ef4e", "999999999999999700000"),
        ("444b1ae4d6e2ef50", "1e+21"),
        ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"),
        ("3eb0c6f7a0b5ed8d", "0.000001"),
        ("41b3de4355555555", "333333333.3333333"),
        ("becbf647612f3696", "-0.0000033333333333333333"),
    ],
)
def test_numbers_of_the_rfc_are_printed_as_it_says(bits, text):
    (number,) = struct.unpack(">d", bytes.fromhex(bits))
    assert canonical_json(number).decode() == text


def test_keys_are_sorted_by_utf16_code_units():
    assert canonical_json({"\ue000": 1, "\U00010000": 2}).decode() == '{"\U00010000":2,"\ue000":1}'


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ({"a": [1, float("nan")]}, "value.a[1]"),
        (float("inf"), "value"),
        ({"n": 2**53}, "value.n"),
        ({"s": "\ud800"}, "value.s"),
        ({1: "x"}, "value"),
        ({"o": object()}, "value.o"),
    ],
)
def test_what_json_cannot_hold_exactly_is_refused_with_its_place(value, place):
    with pytest.raises(InvalidInputError) as caught:
        canonical_json(value)
    assert [problem.where for problem in caught.value.problems] == [place]


def test_the_hash_does_not_depend_on_the_order_of_keys():
    assert sha256_of({"a": 1, "b": [2, {"c": 3, "d": None}]}) == sha256_of({"b": [2, {"d": None, "c": 3}], "a": 1})


def test_the_hash_of_a_known_value_is_golden():
    # sha256 of the bytes {"a":1,"b":[0.1,"é"]}, as `printf … | sha256sum` gives it.
    assert sha256_of({"b": [0.1, "é"], "a": 1}) == "decd784778cb4c8e6e43f36d8c4a8ea113895b3dbc54006a883ea64267621445"
