from __future__ import annotations

import pytest
from tests.toy import DOCUMENT, document, spec

from benchtoward.core.errors import SpecError
from benchtoward.core.spec_parsing import parse_spec

# SHA-256 of the definition as the package rfc8785 writes it.
TOY_HASH = "bt1:eb202dbfeef9be161d7e3176955e1c63a6b202f5d92406728e5dc02e3d9b28e3"


def problems(changed: object) -> list[str]:
    with pytest.raises(SpecError) as caught:
        parse_spec(changed)
    return [str(problem) for problem in caught.value.problems]


def test_the_hash_of_a_known_spec_is_golden():
    assert spec().spec_hash == TOY_HASH


@pytest.mark.parametrize(
    "change",
    [
        {"prompt__user": "{{ question }} {{ options }}"},
        {"prompt__system": "Answer."},
        {"extraction": ["strip_reasoning", "marker", "letter_only"]},
        {"metrics": {"primary": "macro_f1", "also": ["accuracy"]}},
        {"items__unit": ["id"]},
        {"items__table_sha256": "0" * 64},
        {"decoding__max_tokens": 17},
        {"denominator": {"missing": "wrong"}},
        {"interval": {"replicates": {"default": 999}}},
        {"labels": "secret"},
    ],
)
def test_whatever_can_move_a_score_moves_the_hash(change):
    assert spec(**change).spec_hash != TOY_HASH


@pytest.mark.parametrize(
    "change",
    [
        {"title": {"en": "Another name"}},
        {"summary": {"en": "Another summary."}},
        {"version": "2.3.4"},
        {"contacts": ["someone"]},
        {"preview": True},
    ],
)
def test_presentation_does_not_move_the_hash(change):
    assert parse_spec(DOCUMENT | change).spec_hash == TOY_HASH


def test_the_order_of_keys_and_empty_keys_do_not_move_the_hash():
    turned = dict(reversed(DOCUMENT["definition"].items())) | {"interval": None}
    assert parse_spec(DOCUMENT | {"definition": turned}).spec_hash == TOY_HASH


def test_composed_and_decomposed_letters_have_one_hash():
    composed, decomposed = "caf\u00e9 {{ question }}{{ options }}", "cafe\u0301 {{ question }}{{ options }}"
    assert spec(prompt__user=composed).spec_hash == spec(prompt__user=decomposed).spec_hash


def test_every_problem_is_listed_with_its_place():
    wrong = document(items__unit=[], task="multiple_chioce", metrics={"primary": "acuracy"}, promt={})
    assert [problem.partition(":")[0] for problem in problems(wrong)] == [
        "definition.items.unit",
        "definition.task",
        "definition.metrics.primary",
        "definition.promt",
    ]


def test_an_unknown_key_is_refused_with_the_nearest_known_one():
    assert "Did you mean `extraction`?" in problems(document(extractoin=["marker"]))[-1]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"items__visible": ["question", "options", "gold"]}, "holds the gold answer"),
        ({"prompt__user": "{{ gold }}"}, "stands in `items.visible`"),
        ({"prompt__options": {"labels": ["A"], "from": "gold"}}, "stands in `items.visible`"),
        ({"decoding__max_tokens": 2**53}, "whole number"),
        ({"decoding__temperature": float("nan")}, "a number from 0 to 2"),
        ({"notes_of_mine": 2**60}, "below 2^53"),
        ({"extraction": ["first_letter"]}, "first_letter"),
        ({"id": "Toy Benchmark"}, "lower-case"),
        ({"items__table_sha256": "abc"}, "64 lower-case hex digits"),
        ({"interval": {"level": "0.5"}}, "0.95"),
        ({"metrics": {"primary": "accuracy", "also": ["accuracy"]}}, "other than the primary"),
    ],
)
def test_a_bad_value_is_named_with_what_would_be_right(change, words):
    assert any(words in problem for problem in problems(document(**change)))


@pytest.mark.parametrize("wrong", [None, [], "text", 3, {}])
def test_what_is_no_mapping_with_a_definition_is_refused(wrong):
    assert problems(wrong)


def test_secret_and_public_are_the_only_labels():
    assert "one of public, secret" in problems(document(labels="hidden"))[0]


@pytest.mark.parametrize(
    ("metrics", "words"),
    [
        ({"primary": "mae"}, "no `error_cap`"),
        ({"primary": "ece"}, "a metric that can rank"),
        ({"primary": "accuracy", "parameters": {"accuracy": {"bins": 3}}}, "unknown key `bins`"),
        ({"primary": "accuracy", "parameters": {"brier": {}}}, "unknown key `brier`"),
        ({"primary": "sensitivity"}, "no `positive`"),
    ],
)
def test_settings_of_metrics_must_be_whole_and_belong_to_a_metric_that_is_named(metrics, words):
    assert any(words in problem for problem in problems(document(metrics=metrics)))
