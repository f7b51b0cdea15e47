from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchtoward.core.errors import InvalidInputError
from benchtoward.core.lifecycle import FailureClass
from benchtoward.harness.completions import FailedAttempt
from benchtoward.harness.retries import RetryPolicy

POLICY = RetryPolicy()


def failed(wait_seconds: float | None = None, *, can_retry: bool = True) -> FailedAttempt:
    return FailedAttempt(failure=FailureClass.LIMIT, detail="http_429", can_retry=can_retry, wait_seconds=wait_seconds)


def test_waits_double_up_to_the_longest():
    waits = [POLICY.wait_seconds(failed(), n, lambda: 0.0) for n in range(1, 9)]
    assert waits == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0, None]


@given(jitter=st.floats(0, 1, exclude_max=True), n=st.integers(1, 7))
def test_jitter_takes_at_most_a_quarter_off_a_wait_of_our_own(jitter: float, n: int):
    whole = POLICY.wait_seconds(failed(), n, lambda: 0.0)
    assert 0.75 * whole <= POLICY.wait_seconds(failed(), n, lambda: jitter) <= whole


@given(asked=st.floats(0, 120), jitter=st.floats(0, 1, exclude_max=True))
def test_a_wait_that_the_provider_asks_for_is_never_cut_short(asked: float, jitter: float):
    assert asked <= POLICY.wait_seconds(failed(asked), 1, lambda: jitter) <= 1.1 * asked


def test_it_gives_up_where_asking_again_is_no_use():
    assert POLICY.wait_seconds(failed(can_retry=False), 1, lambda: 0.0) is None
    assert POLICY.wait_seconds(failed(121.0), 1, lambda: 0.0) is None


def test_a_policy_without_attempts_is_refused():
    with pytest.raises(InvalidInputError, match="at least one attempt"):
        RetryPolicy(max_attempts=0)
