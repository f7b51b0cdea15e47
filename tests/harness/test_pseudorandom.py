from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from benchtoward.harness.pseudorandom import SplitMix64


def test_the_numbers_are_those_of_the_reference_implementation():
    # Vigna's splitmix64.c with the state 1234567, as many other languages check theirs.
    stream = SplitMix64(1234567)
    assert [stream.next_bits() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(st.integers(0, 2**64 - 1), st.integers(1, 1000))
def test_numbers_stay_within_their_limits(state: int, n: int):
    stream = SplitMix64(state)
    assert 0 <= stream.uniform() < 1
    assert 0 <= stream.below(n) < n


def test_a_key_settles_the_stream_whatever_its_order():
    assert SplitMix64.keyed(1, {"a": 1, "b": 2}) == SplitMix64.keyed(1, {"b": 2, "a": 1})
    assert SplitMix64.keyed(1, "x") != SplitMix64.keyed(2, "x")
