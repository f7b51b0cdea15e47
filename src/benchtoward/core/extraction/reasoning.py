"""Taking a model's reasoning out of its response."""

from __future__ import annotations

import re
from typing import NamedTuple

_WORDS = "think|thinking|thought|thoughts|reasoning|scratchpad"
_TAG = re.compile(
    rf"<(?P<open>{_WORDS})>|</(?P<close>{_WORDS})>"
    r"|(?P<open2>\[THINK\]|◁think▷)|(?P<close2>\[/THINK\]|◁/think▷)",
    re.IGNORECASE,
)
_LAST_CHANNEL = re.compile(r"<\|channel\|>\s{0,5}(?P<name>[a-z]{1,20})\s{0,5}<\|message\|>")
_CHANNEL_END = re.compile(r"<\|(?:end|return|start)\|>")


class WithoutReasoning(NamedTuple):
    """A response without its reasoning."""

    text: str
    """What is left, in its order."""
    n_removed: int
    """How many characters were reasoning or its marks."""
    is_open: bool
    """Whether the last block was never closed."""


def without_reasoning(text: str) -> WithoutReasoning:
    """Return `text` without its reasoning blocks.

    A block that is never closed is reasoning to its end. What stands before a closing mark that was never
    opened is reasoning too: some chat templates put the opening mark into the prompt.
    """
    if "<|channel|>" in text:
        text_left, is_open = _final_channel(text)
    else:
        text_left, is_open = _outside_tags(text)
    return WithoutReasoning(text_left, len(text) - len(text_left), is_open)


def _final_channel(text: str) -> tuple[str, bool]:
    last = None
    for last in _LAST_CHANNEL.finditer(text):  # noqa: B007
        pass
    if last is None or last["name"] != "final":
        return "", True
    end = _CHANNEL_END.search(text, last.end())
    return text[last.end() : end.start() if end else len(text)], False


def _outside_tags(text: str) -> tuple[str, bool]:
    kept: list[str] = []
    depth = position = 0
    for tag in _TAG.finditer(text):
        if tag["open"] or tag["open2"]:
            if depth == 0:
                kept.append(text[position : tag.start()])
            depth += 1
            continue
        if depth == 0:
            kept.clear()
        depth = max(depth - 1, 0)
        position = tag.end()
    if depth == 0:
        kept.append(text[position:])
    return "\n".join(kept) if len(kept) > 1 else "".join(kept), depth > 0
