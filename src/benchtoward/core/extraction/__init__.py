"""Reading the answer out of a model's response, with an ordered and versioned list of rules.

A wrong reading is worse than none: where a careful person could read two answers, or none, the outcome is
`Unparsed` with a reason.
"""

from benchtoward.core.extraction.answers import (
    AnswerKind,
    AnswerSpace,
    ChoiceAnswer,
    DateAnswer,
    DateOrder,
    JsonAnswer,
    LabelAnswer,
    NumberAnswer,
)
from benchtoward.core.extraction.definition import parse_extraction
from benchtoward.core.extraction.extraction import EXTRACTION_VERSION, Extraction, RuleTrace
from benchtoward.core.extraction.outcomes import Parsed, Unparsed, UnparsedReason
from benchtoward.core.extraction.rules import EXTRACTION_RULES, Rule

__all__ = [
    "EXTRACTION_RULES",
    "EXTRACTION_VERSION",
    "AnswerKind",
    "AnswerSpace",
    "ChoiceAnswer",
    "DateAnswer",
    "DateOrder",
    "Extraction",
    "JsonAnswer",
    "LabelAnswer",
    "NumberAnswer",
    "Parsed",
    "Rule",
    "RuleTrace",
    "Unparsed",
    "UnparsedReason",
    "parse_extraction",
]
