"""Golden values: a change here means that every published key changes, so it needs a new scheme number."""

from __future__ import annotations

import hashlib
import json

from benchtoward.core.keys import (
    HARNESS_VERSION,
    model_set_hash,
    model_version_key,
    request_key,
    run_id,
    run_key,
    spec_key,
)

PINS = {"provider": "example", "name": "model-x", "revision": "2026-01-01"}
CONFIGURATION = {
    "route": "standard",
    "set_up": None,
    "decoding_exceptions": [],
    "repeats": 1,
    "engine": None,
    "dtype": None,
}


def test_a_spec_hash_is_the_sha256_of_its_pre_image():
    key = spec_key({"id": "toy", "task": "multiple_choice"})
    assert key.text == "bt1:" + hashlib.sha256(key.pre_image.encode()).hexdigest()
    assert json.loads(key.pre_image) == {"definition": {"id": "toy", "task": "multiple_choice"}}


def test_keys_are_golden():
    spec = spec_key({"id": "toy", "items": {"unit": ["patient"]}, "decoding": {"temperature": 0}}).text
    model = model_version_key(PINS).text
    key = run_key(
        model_version=model, spec_hash=spec, run_configuration=CONFIGURATION, harness_version={"prompt": 1}
    ).text
    request = request_key(model_version=model, request={"messages": [{"role": "user", "content": "1+1?"}]}, repeat=0)
    assert [spec, model, key, request] == [
        "bt1:4a62d08c916c72c7eb1d7791dce124cb4595aca68e4a140d8ecdcf8303a3e1e5",
        "adc9a501c4ce9a2e441d8d83700a5ace3ee45f1a723a2ff5ac1e36c1b57398b2",
        "bt1:5c0dddb023f5d49b3e659946f6f3c1b7b01031cf3f36d4af6e8b95ac78a56691",
        "c82e219f4286fe68143013e3943aa9738b9824d7383aee5a1eda9ea78ecb4a7c",
    ]


def test_the_order_in_which_a_definition_is_written_does_not_matter():
    assert spec_key({"a": 1, "b": {"c": 2, "d": 3}}) == spec_key({"b": {"d": 3, "c": 2}, "a": 1})


def test_temperature_zero_has_one_hash_whether_written_as_whole_number_or_fraction():
    assert spec_key({"temperature": 0}) == spec_key({"temperature": 0.0})


def test_everything_that_goes_into_a_run_key_moves_it():
    base = {
        "model_version": "m",
        "spec_hash": "s",
        "run_configuration": CONFIGURATION,
        "harness_version": HARNESS_VERSION,
    }
    changed = [
        {"model_version": "m2"},
        {"spec_hash": "s2"},
        {"run_configuration": CONFIGURATION | {"route": "community"}},
        {"harness_version": {**HARNESS_VERSION, "metrics": 99}},
    ]
    keys = {run_key(**(base | change)).text for change in [{}, *changed]}
    assert len(keys) == 5


def test_a_request_key_names_the_model_the_request_and_the_repeat():
    base = {"model_version": "m", "request": {"prompt": "p"}, "repeat": 0}
    changes = [{}, {"model_version": "m2"}, {"request": {"prompt": "q"}}, {"repeat": 1}]
    assert len({request_key(**(base | change)) for change in changes}) == 4


def test_a_run_id_is_the_start_of_its_key():
    assert run_id("bt1:0123456789abcdef0123") == "0123456789abcdef"


def test_the_hash_of_a_model_set_does_not_depend_on_the_order():
    assert model_set_hash(["b", "a"]) == model_set_hash(["a", "b"]) != model_set_hash(["a"])
