"""Error rates of transcripts: pooled ratios of errors to reference words or characters."""

from __future__ import annotations

from typing import Final

import numpy as np

from benchtoward.core.metrics.answer_key import Integers
from benchtoward.core.metrics.definition import Family, MetricDefinition, Reference, Title
from benchtoward.core.metrics.inputs import Need, given
from benchtoward.core.metrics.observations import Observations
from benchtoward.core.metrics.parameters import MetricParameters
from benchtoward.core.metrics.unit_columns import UnitColumn
from benchtoward.core.metrics.unit_sums import UnitSums, ratio_of_sums
from benchtoward.core.statistics.fixed_point import unit_sums

_REFERENCE: Final = Reference(authors="Morris, Maier and Green", year=2004, doi="10.21437/Interspeech.2004-668")


def _word_columns(observations: Observations, _: MetricParameters) -> tuple[UnitColumn, UnitColumn]:
    return _columns(observations, given(observations.word_errors), given(observations.key.n_words))


def _character_columns(observations: Observations, _: MetricParameters) -> tuple[UnitColumn, UnitColumn]:
    return _columns(observations, given(observations.character_errors), given(observations.key.n_characters))


def _columns(observations: Observations, errors: Integers, lengths: Integers) -> tuple[UnitColumn, UnitColumn]:
    units = observations.key.units
    counted = np.where(observations.parsed, errors, lengths)
    return UnitColumn.whole(unit_sums(counted, units)), UnitColumn.whole(unit_sums(lengths, units))


WER: Final = MetricDefinition(
    id="wer",
    title=Title(en="Word error rate", ko="단어 오류율"),
    family=Family.SUMS,
    higher_is_better=False,
    lower_bound=0.0,
    upper_bound=None,
    undefined_when="no reference word is drawn",
    unparsed="as an empty transcript: every reference word is deleted",
    reference=_REFERENCE,
    needs=frozenset({Need.WORD_COUNTS}),
    computation=UnitSums(columns=_word_columns, value_of=ratio_of_sums),
)
"""Word errors divided by reference words, both added over all rows; above 1 where many words are inserted."""

CER: Final = MetricDefinition(
    id="cer",
    title=Title(en="Character error rate", ko="글자 오류율"),
    family=Family.SUMS,
    higher_is_better=False,
    lower_bound=0.0,
    upper_bound=None,
    undefined_when="no reference character is drawn",
    unparsed="as an empty transcript: every reference character is deleted",
    reference=_REFERENCE,
    needs=frozenset({Need.CHARACTER_COUNTS}),
    computation=UnitSums(columns=_character_columns, value_of=ratio_of_sums),
)
"""Character errors divided by reference characters, both added over all rows."""
