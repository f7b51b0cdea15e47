"""The site's words for closed sets, each with its meaning in one sentence for readers who don't program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from benchtoward.core.extraction.outcomes import UnparsedReason
from benchtoward.core.lifecycle import RunState, Tag
from benchtoward.core.metrics import METRICS
from benchtoward.core.statistics import IntervalFlag, IntervalMethod
from benchtoward.web.formatting import is_korean

Text = str | Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word of the site and what it means."""

    label: Text
    meaning: Text = ""


TAGS: Final[Mapping[str, Word]] = {
    Tag.STANDARD: Word(
        label=_("standard"),
        meaning=_("Run here with the standard prompt and harness, the same for every model."),
    ),
    Tag.AGENT: Word(
        label=_("agent"),
        meaning=_(
            "Run here by the model evaluator with the weights that the authors released. The set-up can "
            "differ from the authors’, so this is not a verdict on their paper."
        ),
    ),
    Tag.BASELINE: Word(label=_("baseline"), meaning=_("A simple comparison that was built here.")),
    Tag.OFFICIAL: Word(
        label=_("official"),
        meaning=_("Run here from code or a container that the verified authors submitted."),
    ),
    Tag.COMMUNITY: Word(
        label=_("community"),
        meaning=_(
            "Predictions made by the submitter and scored again here. Ranked with the others only when you ask for it."
        ),
    ),
}

STAGES: Final[Mapping[str, Word]] = {
    "building": Word(
        label=_("building"),
        meaning=_("The benchmark builder prepares the protocol, the data, the code or the baselines."),
    ),
    "in_review": Word(
        label=_("in review"),
        meaning=_(
            "Built. The model evaluator compares reference models with the baselines, then the maintainers "
            "decide whether to publish."
        ),
    ),
    "published": Word(
        label=_("published"),
        meaning=_("Public, with a leaderboard. A preview may still change, as a new version."),
    ),
}

RUN_STATES: Final[Mapping[str, Word]] = {
    RunState.REQUESTED: Word(label=_("requested")),
    RunState.QUEUED: Word(label=_("waiting in the queue")),
    RunState.RUNNING: Word(label=_("running")),
    RunState.SCORING: Word(label=_("being scored")),
    RunState.STORED: Word(label=_("done, not published yet")),
    RunState.INCOMPLETE: Word(label=_("incomplete: some items have no answer yet")),
    RunState.FAILED: Word(label=_("failed")),
    RunState.CANCELLED: Word(label=_("cancelled")),
}

MODALITIES: Final[Mapping[str, Word]] = {
    "text": Word(label=_("text")),
    "table": Word(label=_("table")),
    "image": Word(label=_("image")),
    "signal": Word(label=_("signal")),
    "audio": Word(label=_("audio")),
}

TASKS: Final[Mapping[str, Word]] = {
    "multiple_choice": Word(label=_("multiple choice"), meaning=_("The model chooses among lettered options.")),
    "numeric_answer": Word(
        label=_("numeric answer"), meaning=_("The model answers with a number, which must be near enough.")
    ),
    "classification": Word(
        label=_("classification"), meaning=_("The model gives a class, or a probability for each class.")
    ),
    "regression": Word(label=_("regression"), meaning=_("The model predicts a quantity.")),
}

STATUSES: Final[Mapping[str, Word]] = {
    "parsed": Word(label=_("parsed"), meaning=_("An answer could be read out of the response.")),
    "unparsed": Word(
        label=_("unparsed"), meaning=_("No answer could be read out of the response. It counts as wrong.")
    ),
    "error": Word(label=_("error"), meaning=_("The request failed.")),
    "missing": Word(label=_("missing"), meaning=_("The submission holds no answer for this item. It counts as wrong.")),
}

FINISHES: Final[Mapping[str, Word]] = {
    "stop": Word(label=_("finished by itself")),
    "length": Word(label=_("cut off at the token limit")),
    "content_filter": Word(label=_("stopped by a content filter")),
    "refusal": Word(label=_("refused")),
    "unknown": Word(label=_("not stated")),
}

FLAGS: Final[Mapping[str, Word]] = {
    IntervalFlag.FEW_UNITS: Word(
        label=_("few units"),
        meaning=_("The score rests on fewer than 60 units, so the interval may be too narrow."),
    ),
    IntervalFlag.TOO_FEW_UNITS: Word(
        label=_("no interval: too few units"), meaning=_("There are too few units for an interval.")
    ),
    IntervalFlag.MANY_UNDEFINED: Word(
        label=_("no interval: often undefined"),
        meaning=_("In more than 5% of the redraws the metric has no value, so there is no interval."),
    ),
    IntervalFlag.TOO_FEW_REPLICATES: Word(
        label=_("no interval: too few redraws"), meaning=_("There are too few redraws for an interval.")
    ),
    IntervalFlag.DEGENERATE: Word(
        label=_("no spread"),
        meaning=_("Every redraw gives the same score. That is a limit of the method, not certainty."),
    ),
}

USAGE: Final[Mapping[str, Word]] = {
    "prompt_tokens": Word(label=_("Tokens read")),
    "completion_tokens": Word(label=_("Tokens written")),
    "latency_seconds": Word(label=_("Time waited for answers")),
    "attempts": Word(label=_("Requests sent")),
}

METHODS: Final[Mapping[str, Word]] = {
    IntervalMethod.PERCENTILE: Word(
        label=_("percentile bootstrap"),
        meaning=_("The units are drawn anew many times; the interval holds the middle of the scores that result."),
    ),
    IntervalMethod.WILSON: Word(
        label=_("Wilson interval for clustered data"),
        meaning=_("A closed formula for proportions, used where there are few units or few misses."),
    ),
    IntervalMethod.BCA: Word(label=_("bias-corrected bootstrap")),
}

RULES: Final[Mapping[str, Word]] = {
    "strip_reasoning": Word(
        label=_("Leave out the reasoning"),
        meaning=_("What the model thinks aloud is not read as its answer."),
    ),
    "marker": Word(
        label=_("Answer marker"),
        meaning=_("The last “Answer:” (or “정답:”) at the start of a line, or a box."),
    ),
    "letter_only": Word(
        label=_("Letter alone"),
        meaning=_("The whole response is one option letter, or one option’s own text."),
    ),
    "label": Word(label=_("Label alone"), meaning=_("The whole response is one of the labels.")),
    "answer_is": Word(label=_("“The answer is …”"), meaning=_("The last sentence that says which answer is right.")),
    "first_line": Word(label=_("First line"), meaning=_("The first line is one label.")),
    "last_line": Word(label=_("Last line"), meaning=_("The last line is one label.")),
    "option_text": Word(
        label=_("Option’s text"),
        meaning=_("The text of exactly one option occurs, and nothing points to another."),
    ),
    "number_marker": Word(
        label=_("Number after a marker"), meaning=_("The number after the last “Answer:”, or in a box.")
    ),
    "number_only": Word(
        label=_("Number alone"), meaning=_("The whole response is one number, with or without a unit.")
    ),
    "number_answer_is": Word(
        label=_("Number in a sentence"),
        meaning=_("The number in the last sentence that says what the answer is."),
    ),
    "date_marker": Word(label=_("Day after a marker"), meaning=_("The day after the last “Answer:”, or in a box.")),
    "date_only": Word(label=_("Day alone"), meaning=_("The whole response is one day of the calendar.")),
    "date_answer_is": Word(
        label=_("Day in a sentence"), meaning=_("The day in the last sentence that says what the answer is.")
    ),
    "json_field": Word(label=_("JSON field"), meaning=_("A field of the JSON object in the response.")),
    "submitted": Word(label=_("as submitted"), meaning=_("The submitter’s own reading of the response.")),
    "json": Word(label=_("JSON"), meaning=_("The JSON value in the response.")),
}

REASONS: Final[Mapping[str, Word]] = {
    UnparsedReason.EMPTY: Word(label=_("empty response")),
    UnparsedReason.ONLY_REASONING: Word(label=_("only reasoning, no answer")),
    UnparsedReason.TRUNCATED: Word(label=_("cut off before an answer")),
    UnparsedReason.REFUSAL: Word(label=_("refusal")),
    UnparsedReason.NO_ANSWER: Word(label=_("no answer found")),
    UnparsedReason.SEVERAL: Word(label=_("several different answers")),
    UnparsedReason.OUT_OF_RANGE: Word(label=_("an option that does not exist")),
    UnparsedReason.NOT_A_NUMBER: Word(label=_("not a number")),
    UnparsedReason.WRONG_UNIT: Word(label=_("another unit")),
    UnparsedReason.AMBIGUOUS_DATE: Word(label=_("a day that can be read in two ways")),
    "declared": Word(label=_("declared by the submitter")),
    UnparsedReason.BAD_JSON: Word(label=_("JSON that can’t be read")),
}


def word(words: Mapping[str, Word], key: str) -> Word:
    """Return the word for `key`; a key that is not in the set is shown as it is."""
    return words.get(key) or Word(label=key.replace("_", " "))


def metric_name(metric: str) -> str:
    """Return a metric's name in the page's language; its id where it is not known here."""
    definition = METRICS.get(metric)
    if definition is None:
        return metric.replace("_", " ")
    return definition.title.ko if is_korean() else definition.title.en


def short_metric_name(metric: str) -> str:
    """Return a metric's name for the head of a column: without what stands in brackets behind it."""
    return metric_name(metric).partition(" (")[0]
