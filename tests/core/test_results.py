from __future__ import annotations

import hashlib

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from benchtoward.core.errors import PredictionsError
from benchtoward.core.results import (
    Counts,
    Finish,
    Prediction,
    PredictionStatus,
    check_complete,
    content_address,
)

PARSED = Prediction(
    item_id="q1", status=PredictionStatus.PARSED, prediction="A", rule="marker", request_key="k", score=1.0
)
UNPARSED = Prediction(item_id="q0", status=PredictionStatus.UNPARSED, reason="empty", finish=Finish.LENGTH)


def test_the_content_address_is_the_sha256_of_the_canonical_rows_by_item():
    rows = [
        {
            "finish": "length",
            "item_id": "q0",
            "prediction": None,
            "probabilities": None,
            "reason": "empty",
            "repeat": 0,
            "request_key": "",
            "rule": "",
            "score": None,
            "status": "unparsed",
        },
        {
            "finish": "",
            "item_id": "q1",
            "prediction": "A",
            "probabilities": None,
            "reason": "",
            "repeat": 0,
            "request_key": "k",
            "rule": "marker",
            "score": 1.0,
            "status": "parsed",
        },
    ]
    expected = hashlib.sha256(b"".join(rfc8785.dumps(row) + b"\n" for row in rows)).hexdigest()
    assert content_address([PARSED, UNPARSED]) == content_address([UNPARSED, PARSED]) == expected


@pytest.mark.parametrize(
    "values",
    [
        {"status": PredictionStatus.PARSED},
        {"status": PredictionStatus.UNPARSED, "prediction": "A"},
        {"status": PredictionStatus.PARSED, "probabilities": (0.5, 0.6)},
        {"status": PredictionStatus.PARSED, "probabilities": (float("nan"), 1.0)},
        {"status": PredictionStatus.PARSED, "probabilities": (-0.1, 1.1)},
    ],
)
def test_a_prediction_that_says_two_things_cannot_exist(values):
    with pytest.raises(PredictionsError, match="q1"):
        Prediction(item_id="q1", **values)


@given(st.lists(st.tuples(st.sampled_from(["a", "b", "c"]), st.integers(0, 2)), max_size=8))
def test_predictions_are_complete_only_with_one_an_item_and_repeat(pairs):
    predictions = [
        Prediction(item_id=item, repeat=repeat, status=PredictionStatus.PARSED, prediction="A")
        for item, repeat in pairs
    ]
    expected = {(item, repeat) for item in "ab" for repeat in range(2)}
    if sorted(pairs) == sorted(expected):
        check_complete(predictions, ["a", "b"], n_repeats=2)
        return
    with pytest.raises(PredictionsError) as caught:
        check_complete(predictions, ["a", "b"], n_repeats=2)
    doubled = {pair for pair in pairs if pairs.count(pair) > 1}
    assert len(caught.value.problems) == len(doubled) + len(expected - set(pairs)) + len(set(pairs) - expected)


def test_counts_keep_what_could_not_be_read_apart_from_how_it_ended():
    refused = Prediction(item_id="q2", status=PredictionStatus.UNPARSED, reason="refusal", finish=Finish.STOP)
    counts = Counts.of([PARSED, UNPARSED, refused])
    assert (counts.n_parsed, counts.n_unparsed, counts.n_truncated, counts.n_refused) == (1, 2, 1, 1)
    assert counts.parse_rate == pytest.approx(1 / 3)
