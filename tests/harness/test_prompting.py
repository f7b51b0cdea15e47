from __future__ import annotations

import inspect
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.harness.asking import chat_version, plan
from tests.toy import ROWS, spec, table

from benchtoward.core.errors import ItemsError, ModelFileError, SpecError
from benchtoward.core.items import Item, ItemTable, item_table
from benchtoward.core.spec import Prompt
from benchtoward.core.spec_parsing import placeholders
from benchtoward.harness.planning import RequestPlan
from benchtoward.harness.prompting import chat_request, decoding_sent, render_messages

ROW = {"question": "Which?", "options": ["one", "two", "three"]}


def user_text(template: str, visible: dict) -> str:
    prompt = Prompt(system="", user=template, option_labels=(), options_column="", few_shot=())
    return str(render_messages(prompt, visible)[-1]["content"])


def test_the_request_is_exactly_this_json():
    sent = chat_request(spec(), ROW, chat_version(send={"top_k": 0, "repetition_penalty": 1}))
    assert json.dumps(sent) == (
        '{"model": "mock", "messages": [{"role": "system", "content": "Answer with one letter."}, '
        '{"role": "user", "content": "Which?\\nA. one\\nB. two\\nC. three"}], "temperature": 0, "top_p": 1, '
        '"max_tokens": 16, "n": 1, "stream": false, "repetition_penalty": 1, "top_k": 0}'
    )


def test_request_keys_never_change_by_themselves():
    keys = [request.request_key[:12] for request in plan(2, n_repeats=2)]
    assert keys == GOLDEN_KEYS


# Made with the package rfc8785 from the JSON above, the key of {"revision": "1"} and the repeat.
GOLDEN_KEYS = ["70ee5cdd8f17", "2713db3db9b3", "fc5e98e0ddde", "b1523c1e3917"]


def test_worked_examples_stand_before_the_question():
    examples = [{"user": "1 + 1?", "assistant": "2"}, {"user": "{{ question }}", "assistant": "3"}]
    messages = chat_request(spec(prompt__few_shot=examples), ROW, chat_version())["messages"]
    assert [message["role"] for message in messages] == [
        "system",
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
    ]
    assert messages[3]["content"] == "{{ question }}"


def test_what_a_column_holds_is_never_searched_for_placeholders():
    assert user_text("{{ a }} {{ b }}", {"a": "{{ b }}", "b": "{{ a }} {{options}}"}) == "{{ b }} {{ a }} {{options}}"


def test_values_that_are_no_text_are_written_one_way():
    row = {
        "list": ["x", ["y", 2]],
        "none": None,
        "whole": 3.0,
        "part": 0.25,
        "flag": True,
        "map": {"b": 1, "a": "é"},
    }
    assert user_text("{{list}}|{{none}}|{{whole}}|{{part}}|{{flag}}|{{map}}", row) == (
        'x\ny\n2||3|0.25|true|{"a": "é", "b": 1}'
    )


@given(st.text())
def test_text_without_placeholders_is_sent_as_it_stands(text: str):
    if not placeholders(text):
        assert user_text(text, {}) == text


def test_an_item_with_fewer_options_than_labels_uses_the_first_labels():
    text = chat_request(spec(), {"question": "?", "options": ["x", "y"]}, chat_version())["messages"][-1]["content"]
    assert text == "?\nA. x\nB. y"


@pytest.mark.parametrize("options", [["1", "2", "3", "4", "5"], "one", None, []])
def test_options_without_labels_are_refused(options: object):
    with pytest.raises(ItemsError, match="options"):
        chat_request(spec(), {"question": "?", "options": options}, chat_version())


def test_an_item_that_cannot_be_asked_is_named():
    rows = [{**ROWS[0], "options": "none"}]
    broken = RequestPlan(spec=spec(), table=item_table(spec(), rows), version=chat_version())
    with pytest.raises(ItemsError, match="item q0, column options"):
        list(broken)


def test_the_token_limit_goes_into_the_field_that_the_endpoint_takes():
    sent = decoding_sent(spec(), chat_version(token_limit_field="max_completion_tokens"))
    assert sent["max_completion_tokens"] == 16
    assert "max_tokens" not in sent
    with pytest.raises(ModelFileError, match="token_limit_field"):
        decoding_sent(spec(), chat_version(token_limit_field="tokens"))


def test_stop_texts_and_seed_are_sent_where_the_spec_has_them():
    decoding = {"temperature": 0.7, "top_p": 0.95, "max_tokens": 5, "stop": ["\n"], "seed": 7}
    sent = decoding_sent(spec(decoding=decoding), chat_version())
    assert sent == {
        "temperature": 0.7,
        "top_p": 0.95,
        "max_tokens": 5,
        "n": 1,
        "stream": False,
        "stop": ["\n"],
        "seed": 7,
    }


@pytest.mark.parametrize("name", ["temperature", "max_completion_tokens", "messages", "seed", "n"])
def test_a_model_file_cannot_change_what_the_spec_settles(name: str):
    with pytest.raises(ModelFileError, match=name):
        decoding_sent(spec(), chat_version(send={name: 1}))


def test_a_benchmark_without_prompt_cannot_be_asked():
    with pytest.raises(SpecError, match="give a predictor"):
        chat_request(replace(spec(), prompt=None), ROW, chat_version())


def test_no_gold_answer_can_reach_a_prompt():
    parameters = inspect.signature(render_messages).parameters
    assert list(parameters) == ["prompt", "visible"]
    swapped = ItemTable(items=tuple(with_other_gold(item) for item in table()))
    before = list(RequestPlan(spec=spec(), table=table(), version=chat_version()))
    after = list(RequestPlan(spec=spec(), table=swapped, version=chat_version()))
    assert before == after
    assert len({request.request_key for request in before}) == len(before)


def with_other_gold(item: Item) -> Item:
    return replace(item, target="LEAK", tolerance="LEAK", unit="LEAK", subgroups={"language": "LEAK"})


def test_another_repeat_or_model_version_is_another_request():
    requests = list(plan(3, n_repeats=2))
    assert [(request.item_id, request.repeat) for request in requests[:3]] == [
        ("q00000", 0),
        ("q00000", 1),
        ("q00001", 0),
    ]
    assert len({request.request_key for request in requests}) == len(plan(3, n_repeats=2)) == 6
    other = replace(chat_version(), pins={"revision": "2"})
    keys = {request.request_key for request in RequestPlan(spec=spec(), table=plan(3).table, version=other)}
    assert keys.isdisjoint(request.request_key for request in requests)
