from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.harness.asking import MemoryStore, chat_version, plan
from tests.toy import document, spec, table

from benchtoward.core.errors import IncompleteRunError, ItemsError, SpecError
from benchtoward.core.extraction import ChoiceAnswer, LabelAnswer, NumberAnswer, UnparsedReason
from benchtoward.core.items import ItemTable, item_table
from benchtoward.core.results import Finish, Prediction, PredictionStatus
from benchtoward.core.spec import Spec
from benchtoward.core.spec_parsing import parse_spec
from benchtoward.harness.planning import RequestPlan
from benchtoward.harness.reading import (
    N_READ_AT_ONCE,
    allows_several,
    answer_space,
    read_responses,
    with_responses,
)
from benchtoward.harness.responses import StoredResponse

ROW = {
    "id": "n1",
    "patient": "p",
    "question": "?",
    "unit": "mmol/L",
    "gold": "5",
    "tolerance": "0.1",
    "language": "en",
}


def numeric_spec(answer_unit: str = "unit") -> Spec:
    changed = document(task="numeric_answer", metrics={"primary": "within_tolerance"}, extraction=["number_marker"])
    items = changed["definition"]["items"]
    items |= {"visible": ["question", "unit"], "tolerance": "tolerance"} | (
        {"answer_unit": answer_unit} if answer_unit else {}
    )
    changed["definition"]["prompt"] = {"user": "{{ question }}"}
    return parse_spec(changed)


def stored(key: str, content: str | None, finish: Finish = Finish.STOP) -> StoredResponse:
    return StoredResponse(
        request_key=key,
        content=content,
        reasoning=None,
        finish=finish,
        response_model="m",
        system_fingerprint="",
        prompt_tokens=None,
        completion_tokens=None,
        reasoning_tokens=None,
        latency_seconds=0.1,
        attempts=1,
        received_at="2026-11-30T00:00:00+00:00",
    )


def read(
    content: str | None, finish: Finish = Finish.STOP, of: Spec | None = None, items: ItemTable | None = None
) -> Prediction:
    chosen, rows = of or spec(), items or item_table(of, [ROW]) if of else table()
    first = ItemTable(items=rows.items[:1])
    requests = RequestPlan(spec=chosen, table=first, version=chat_version())
    store = MemoryStore()
    store.put_many([stored(request.request_key, content, finish) for request in requests])
    return read_responses(chosen, first, requests, store)[0]


def test_a_read_answer_keeps_rule_request_and_finish():
    prediction = read("I think so.\nAnswer: C", Finish.LENGTH)
    assert (prediction.status, prediction.prediction, prediction.rule) == (
        PredictionStatus.PARSED,
        "C",
        "marker",
    )
    assert (prediction.finish, prediction.reason, prediction.score) == (Finish.LENGTH, "", None)
    assert len(prediction.request_key) == 64


@pytest.mark.parametrize(
    ("content", "finish", "reason"),
    [
        (None, Finish.STOP, UnparsedReason.EMPTY),
        ("", Finish.STOP, UnparsedReason.EMPTY),
        ("A 45-year-old man", Finish.STOP, UnparsedReason.NO_ANSWER),
        ("A 45-year-old man", Finish.LENGTH, UnparsedReason.TRUNCATED),
        ("Answer: A", Finish.REFUSAL, UnparsedReason.REFUSAL),
        ("<think>Answer: A", Finish.STOP, UnparsedReason.ONLY_REASONING),
    ],
)
def test_an_answer_that_cannot_be_read_has_a_reason(content: str | None, finish: Finish, reason: UnparsedReason):
    prediction = read(content, finish)
    assert (prediction.status, prediction.reason, prediction.finish) == (
        PredictionStatus.UNPARSED,
        reason,
        finish,
    )


@given(st.text(min_size=1), st.sampled_from(Finish))
def test_no_text_of_a_response_gets_into_an_unparsed_prediction(content: str, finish: Finish):
    prediction = read(content, finish)
    if prediction.status is PredictionStatus.UNPARSED:
        assert prediction.reason in set(UnparsedReason)
        assert (prediction.prediction, prediction.rule) == (None, "")


def test_an_item_without_a_stored_answer_never_counts_as_wrong():
    requests = plan(3)
    with pytest.raises(IncompleteRunError, match="q00000"):
        read_responses(requests.spec, requests.table, requests, MemoryStore())


def test_every_request_has_its_answer_whatever_the_batches():
    requests = plan(N_READ_AT_ONCE + 3, n_repeats=2)
    store = MemoryStore()
    keys = [request.request_key for request in requests]
    store.put_many([stored(key, f"Answer: {'AB'[place % 2]}") for place, key in enumerate(keys)])
    predictions = read_responses(requests.spec, requests.table, requests, store)
    assert [(one.item_id, one.repeat, one.request_key) for one in predictions] == [
        (request.item_id, request.repeat, request.request_key) for request in requests
    ]
    assert {(one.repeat, one.prediction) for one in predictions} == {(0, "A"), (1, "B")}
    assert [response.request_key for _, response in with_responses(requests, store) if response] == keys


def test_the_possible_answers_are_the_items_own_options():
    item = table().items[0]
    assert answer_space(spec(), item) == ChoiceAnswer(
        labels=("A", "B", "C", "D"), texts=("one", "two", "three", "four")
    )
    fewer = replace(item, visible={**item.visible, "options": ["yes", "no"]})
    assert answer_space(spec(), fewer) == ChoiceAnswer(labels=("A", "B"), texts=("yes", "no"))


def test_the_gold_answer_does_not_change_what_can_be_answered():
    item = table().items[0]
    assert answer_space(spec(), item) == answer_space(spec(), replace(item, target="D", tolerance="1"))


def test_several_options_may_be_named_where_the_benchmark_has_such_items():
    items = [replace(item, target=["A", "C"]) if n == 3 else item for n, item in enumerate(table())]
    mixed = ItemTable(items=tuple(items))
    assert (allows_several(spec(), mixed), allows_several(spec(), table())) == (True, False)
    assert read("Answer: C, A", items=mixed).status is PredictionStatus.UNPARSED
    requests = RequestPlan(spec=spec(), table=mixed, version=chat_version())
    store = MemoryStore()
    store.put_many([stored(request.request_key, "Answer: C, A") for request in requests])
    assert {one.prediction for one in read_responses(spec(), mixed, requests, store)} == {"A,C"}


def test_a_number_may_carry_the_items_own_unit_and_no_other():
    assert answer_space(numeric_spec(), item_table(numeric_spec(), [ROW]).items[0]) == NumberAnswer(
        units=(("mmol/L", "1"),)
    )
    assert read("Answer: 5.0 mmol/L", of=numeric_spec()).prediction == "5"
    assert read("Answer: 5", of=numeric_spec()).prediction == "5"
    assert read("Answer: 5 mg/dL", of=numeric_spec()).reason == UnparsedReason.WRONG_UNIT
    assert read("Answer: 5", of=numeric_spec(answer_unit="")).prediction == "5"


def test_a_unit_that_is_no_text_is_refused():
    broken = item_table(numeric_spec(), [{**ROW, "unit": 5}]).items[0]
    with pytest.raises(ItemsError, match="column unit"):
        answer_space(numeric_spec(), broken)
    unitless = item_table(numeric_spec(), [{**ROW, "unit": ""}]).items[0]
    assert answer_space(numeric_spec(), unitless) == NumberAnswer()


def test_the_unit_must_stand_in_a_visible_column():
    with pytest.raises(SpecError, match="answer_unit"):
        numeric_spec(answer_unit="tolerance")


def test_a_classification_by_prompt_is_answered_with_a_class():
    classes = {"names": ["yes", "no", "maybe"]}
    chosen = spec(
        task="classification",
        classes=classes,
        extraction=["marker", "label"],
        metrics={"primary": "accuracy"},
    )
    assert answer_space(chosen, table().items[0]) == LabelAnswer(labels=("yes", "no", "maybe"))
