"""From an item to the exact request that a chat model gets.

What a prompt may hold reaches these functions as `visible`, and nothing else does: a gold answer has no
way in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from benchtoward.core.canonical import Json
from benchtoward.core.errors import ItemsError, ModelFileError, Problem, SpecError
from benchtoward.core.model import ModelVersion
from benchtoward.core.spec import Decoding, Prompt, Spec

OPTIONS = "options"
"""The placeholder that stands for the lettered options."""

TOKEN_LIMIT_FIELDS = ("max_tokens", "max_completion_tokens")

_PLACEHOLDER = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}")


def render_messages(prompt: Prompt, visible: Mapping[str, Json]) -> list[Mapping[str, Json]]:
    """Return the messages for one item: system, worked examples, question.

    Every `{{ column }}` is replaced once by that column's text; what a column holds is never searched again.
    Lists stand one element a line, nothing (null) is empty text, numbers and the rest are JSON.
    Raises `ItemsError` for an item without a column that the prompt names, or with more options than labels.
    """
    texts = dict(visible)
    if prompt.options_column:
        texts[OPTIONS] = _lettered(prompt, visible)
    messages: list[Mapping[str, Json]] = []
    if prompt.system:
        messages.append(_message("system", _filled(prompt.system, texts)))
    for example in prompt.few_shot:
        messages += [_message("user", example.user), _message("assistant", example.assistant)]
    messages.append(_message("user", _filled(prompt.user, texts)))
    return messages


def chat_request(
    spec: Spec, visible: Mapping[str, Json], version: ModelVersion, sent: Mapping[str, Json] | None = None
) -> Mapping[str, Json]:
    """Return the JSON body that is sent for one item: everything that can move the answer, said explicitly.

    `sent` is what `decoding_sent` gave for this spec and version, so that a caller need not make it again.
    Raises `SpecError` for a benchmark without a prompt, `ModelFileError` for settings that can't be sent.
    """
    return {
        "model": version.call["model"],
        "messages": render_messages(chat_prompt(spec), visible),
        **(decoding_sent(spec, version) if sent is None else sent),
    }


def decoding_sent(spec: Spec, version: ModelVersion) -> Mapping[str, Json]:
    """Return everything of a request but model and messages: the decoding as it is sent.

    Raises `SpecError` for a benchmark without decoding settings, `ModelFileError` when the model file's
    `call.send` would change what the specification settles.
    """
    decoding = _decoding(spec)
    sent: dict[str, Json] = {
        "temperature": _plain_number(decoding.temperature),
        "top_p": _plain_number(decoding.top_p),
        _token_limit_field(version): decoding.max_tokens,
        "n": 1,
        "stream": False,
    }
    if decoding.stop:
        sent["stop"] = list(decoding.stop)
    if decoding.seed is not None:
        sent["seed"] = decoding.seed
    return {**sent, **_extras(version)}


def chat_prompt(spec: Spec) -> Prompt:
    """Return the prompt of a benchmark; raises `SpecError` where it has none."""
    if spec.prompt is None:
        problem = Problem(
            where="definition.prompt",
            found="nothing",
            expected="a prompt",
            hint="A chat model can't be asked on this benchmark; give a predictor.",
        )
        raise SpecError(f"{spec.id} {spec.version}", [problem])
    return spec.prompt


def options_of(prompt: Prompt, visible: Mapping[str, Json]) -> list[str]:
    """Return the texts of an item's options in order; empty for a prompt without options."""
    if not prompt.options_column:
        return []
    options = visible.get(prompt.options_column)
    if isinstance(options, str) or not isinstance(options, Sequence) or not options:
        raise _item_problem(prompt.options_column, "no list of options", "a list with the options' texts")
    if len(options) > len(prompt.option_labels):
        expected = f"at most {len(prompt.option_labels)}, one for each of `prompt.options.labels`"
        raise _item_problem(prompt.options_column, f"{len(options)} options", expected)
    return [_as_text(option) for option in options]


def _lettered(prompt: Prompt, visible: Mapping[str, Json]) -> str:
    texts = options_of(prompt, visible)
    return "\n".join(f"{label}. {text}" for label, text in zip(prompt.option_labels, texts, strict=False))


def _filled(template: str, texts: Mapping[str, Json]) -> str:
    return _PLACEHOLDER.sub(lambda match: _value(match[1], texts), template)


def _value(column: str, texts: Mapping[str, Json]) -> str:
    if column not in texts:
        raise _item_problem(column, f"no `{column}`", "every column that the prompt names")
    return _as_text(texts[column])


def _as_text(value: Json) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, Sequence):
        return "\n".join(_as_text(element) for element in value)
    if isinstance(value, float):
        return str(_plain_number(value))
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _message(role: str, content: str) -> Mapping[str, Json]:
    return {"role": role, "content": content}


def _plain_number(value: float) -> int | float:
    # 0.0 and 0 are one value in canonical JSON; the body that is sent says it the same way.
    return int(value) if value.is_integer() else value


def _decoding(spec: Spec) -> Decoding:
    if spec.decoding is None:
        problem = Problem(where="definition.decoding", found="nothing", expected="temperature, top_p, max_tokens")
        raise SpecError(f"{spec.id} {spec.version}", [problem])
    return spec.decoding


def _token_limit_field(version: ModelVersion) -> str:
    field = version.call.get("token_limit_field", TOKEN_LIMIT_FIELDS[0])
    if field not in TOKEN_LIMIT_FIELDS:
        raise _call_problem(version, "token_limit_field", f"`{field}`", f"one of {', '.join(TOKEN_LIMIT_FIELDS)}")
    return str(field)


_SETTLED = ("model", "messages", "temperature", "top_p", *TOKEN_LIMIT_FIELDS, "n", "stream", "stop", "seed")


def _extras(version: ModelVersion) -> Mapping[str, Json]:
    extras = version.call.get("send")
    if extras is None:
        return {}
    if not isinstance(extras, Mapping):
        raise _call_problem(version, "send", repr(extras)[:60], "a mapping of settings to values")
    clashes = sorted(set(extras) & set(_SETTLED))
    if clashes:
        expected = "only settings that the specification leaves open, such as top_k"
        raise _call_problem(version, "send", ", ".join(clashes), expected)
    return {name: extras[name] for name in sorted(extras)}


def _call_problem(version: ModelVersion, key: str, found: str, expected: str) -> ModelFileError:
    where = f"version {version.name}, call.{key}"
    return ModelFileError("The model file", [Problem(where=where, found=found, expected=expected)])


def _item_problem(column: str, found: str, expected: str) -> ItemsError:
    problem = Problem(where=f"column {column}", found=found, expected=expected)
    return ItemsError("An item that is to be asked", [problem])
