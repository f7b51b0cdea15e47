"""Names as the database is asked for them: when two spellings are one, and which text no column takes."""

from __future__ import annotations

import unicodedata

_BETWEEN_DIGITS = "."


def normalised_name(text: str) -> str:
    """Return the form under which names are compared, without case, width, spaces and punctuation.

    A mark between two digits stays a mark, whichever it is: `4.1`, `4-1` and `4_1` are one name, `41` is
    another, and `qwen2.5-7b` is not `qwen2-57b`.
    """
    kept: list[str] = []
    skipped = False
    for character in unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()):
        if not character.isalnum():
            skipped = bool(kept)
            continue
        if skipped and character.isdecimal() and kept[-1].isdecimal():
            kept.append(_BETWEEN_DIGITS)
        kept.append(character)
        skipped = False
    return "".join(kept)


def storable(text: str) -> str:
    """Return text with U+FFFD for what no column takes: NUL (PostgreSQL) and half a surrogate pair (both).

    No stored name has that mark, so whoever asks for such a text finds nothing instead of an error.
    """
    return text.replace("\x00", "\ufffd").encode("utf-8", "surrogatepass").decode("utf-8", "replace")
