"""Reading a choice that stands before its statement: `option C is the correct answer`, `4번이 정답`."""

from __future__ import annotations

import re

from benchtoward.core.extraction.answers import ChoiceAnswer
from benchtoward.core.extraction.labels import label_here, undecided
from benchtoward.core.extraction.option_words import option_table, words_of
from benchtoward.core.extraction.outcomes import Finding
from benchtoward.core.extraction.sentences import LONGEST_BEFORE, Statement


def choice_before(text: str, statement: Statement, space: ChoiceAnswer) -> Finding | None:
    """Return the choice that begins a clause, alone or with its option's own text, before its verb."""
    table = option_table(space)
    here = label_here(text, statement.value_at, table)
    if here is None:
        return None
    between = words_of(text[here.end : statement.verb_at])
    if between and between != table.own(here.label):
        return None
    first = max(0, statement.value_at - LONGEST_BEFORE)
    another = _LABEL_ENDS.search(text, first, statement.value_at)
    if another and another["label"] in table.labels:
        return undecided(statement.begin, statement.verb_at, "more than one label")
    return Finding(here.label, statement.begin, statement.begin)


_LABEL_ENDS = re.compile(r"(?<![^\W_])(?P<label>[0-9]{1,3}|[^\W\d_])[)\]*]{0,2}\s{0,2}[,;/]\s{0,2}$")
