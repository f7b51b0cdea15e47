"""The list of metrics, their settings, and what observations are refused."""

from __future__ import annotations

import math
from dataclasses import fields, replace
from fractions import Fraction

import numpy as np
import pytest

from benchtoward.core.errors import (
    InvalidInputError,
    ItemsError,
    NotFoundError,
    PredictionsError,
    SpecError,
    UndefinedMetricError,
)
from benchtoward.core.metrics import (
    METRICS,
    AnswerKey,
    Family,
    MetricParameters,
    Observations,
    Parameter,
    get_metric,
    read_parameters,
)
from benchtoward.core.statistics import ResamplingPlan, Units


def small_key(**changes):
    settings = {
        "item_ids": ["a", "b", "c"],
        "units": Units.of(["1", "1", "2"]),
        "labels": ("no", "yes"),
        "gold": np.array([0, 1, 1]),
    }
    return AnswerKey(**{**settings, **changes})


def small_model(**changes):
    settings = {"key": small_key(), "parsed": np.ones(3, bool), "predicted": np.array([0, 1, 0])}
    return Observations(**{**settings, **changes})


def test_an_unknown_metric_names_the_nearest_known_one():
    with pytest.raises(NotFoundError, match="Did you mean `macro_f1`"):
        get_metric("macrof1")


@pytest.mark.parametrize("metric", METRICS.values(), ids=list(METRICS))
def test_every_metric_tells_a_reader_what_it_is(metric):
    assert METRICS[metric.id] is metric
    assert metric.title.en != metric.title.ko
    assert metric.undefined_when
    assert metric.unparsed
    assert metric.reference.doi.startswith("10.")
    assert metric.required <= metric.parameters
    assert metric.needs
    assert metric.n_replicates == (1_999 if metric.family is Family.SORTED else 9_999)
    # So that the ends of a 95% interval are order statistics.
    assert math.isclose(0.025 * (metric.n_replicates + 1) % 1, 0, abs_tol=1e-9)
    assert (metric.higher_is_better is None) == (metric.ideal_value is not None)
    assert {parameter.value for parameter in Parameter} == {field.name for field in fields(MetricParameters)}


def test_calibration_errors_have_no_interval():
    assert [name for name, metric in METRICS.items() if not metric.has_interval] == [
        "ece",
        "calibration_slope",
        "calibration_intercept",
    ]


def test_exact_numbers_of_a_specification_may_be_text():
    known = METRICS["sensitivity_at_specificity"].parameters
    settings = {"specificity": "0.95", "positive": "yes"}
    parameters = read_parameters(settings, metric="sensitivity_at_specificity", known=known)
    assert parameters.specificity == Fraction(95, 100)
    assert parameters.positive == "yes"
    clip = read_parameters({"clip": "1e-15"}, metric="log_loss", known=METRICS["log_loss"].parameters)
    assert clip.clip == 1e-15


@pytest.mark.parametrize(
    ("metric", "settings", "message"),
    [
        ("log_loss", {"clipp": 0.1}, "unknown key `clipp`.*`clip`"),
        ("log_loss", {"clip": True}, "found True; expected a number"),
        ("log_loss", {"clip": "1/3"}, "decimal number"),
        ("log_loss", {"clip": 0.5}, "below 0.5"),
        ("mae", {"error_cap": 0}, "above 0"),
        ("ece", {"bins": 0}, "from 1 to 1000"),
        ("macro_f1", {"repeats": "pool"}, "pooled"),
        ("accuracy", {"positive": "yes"}, "unknown key `positive`"),
        ("sensitivity_at_specificity", {"specificity": 1.5}, "at most 1"),
    ],
)
def test_wrong_settings_are_refused_with_what_would_be_right(metric, settings, message):
    with pytest.raises(SpecError, match=message):
        read_parameters(settings, metric=metric, known=METRICS[metric].parameters)


def test_lacking_input_is_listed_at_once():
    with pytest.raises(InvalidInputError) as caught:
        get_metric("log_loss").evaluate(small_model())
    assert "no `clip`" in str(caught.value)
    assert "no `probabilities`" in str(caught.value)
    with pytest.raises(InvalidInputError, match="found no `scores`"):
        get_metric("auroc").evaluate(small_model(), MetricParameters(positive="yes"))
    with pytest.raises(InvalidInputError, match="one of no, yes"):
        get_metric("sensitivity").evaluate(small_model(), MetricParameters(positive="maybe"))
    with pytest.raises(InvalidInputError, match="at least one model"):
        get_metric("accuracy").replicates_many([], ResamplingPlan(key=1, n_units=2, n_replicates=9))


def test_an_undefined_value_is_an_error_that_says_when():
    one_class = small_model(key=small_key(gold=np.array([1, 1, 1])), scores=np.arange(3.0))
    with pytest.raises(UndefinedMetricError, match="only positive, or only negative"):
        get_metric("auroc").evaluate(one_class, MetricParameters(positive="yes"))


def test_models_and_plan_must_share_their_units():
    accuracy = get_metric("accuracy")
    with pytest.raises(InvalidInputError, match="found 5 units; expected 2"):
        accuracy.replicates(small_model(), ResamplingPlan(key=1, n_units=5, n_replicates=9))
    other = small_model(key=small_key(units=Units.of(["1", "1", "3"])))
    with pytest.raises(InvalidInputError, match="model 2: found other units"):
        accuracy.replicates_many([small_model(), other], ResamplingPlan(key=1, n_units=2, n_replicates=9))


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("field", ["scores", "numbers", "points"])
def test_nan_and_infinities_are_refused_with_the_items_id(field, value):
    with pytest.raises(PredictionsError, match=f"item b, {field}: found"):
        small_model(**{field: np.array([0.0, value, 0.0])})
    unread = small_model(**{field: np.array([0.0, value, 0.0])}, parsed=np.array([True, False, True]))
    assert unread.parsed.sum() == 2


@pytest.mark.parametrize("row", [[math.nan, 1.0], [0.5, 0.4], [-0.1, 1.1], [math.inf, 0.0]])
def test_probabilities_must_be_probabilities(row):
    probabilities = np.array([[0.5, 0.5], [0.3335, 0.6666], row])
    with pytest.raises(PredictionsError, match="item c, probabilities"):
        small_model(probabilities=probabilities)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"predicted": np.array([0, 2, 0])}, "item b, predicted: found 2"),
        ({"predicted": np.array([0, 1])}, r"predicted: found shape \(2,\)"),
        ({"word_errors": np.array([0, 1, -1])}, "item c, word_errors"),
        ({"n_predicted": np.array([1, 1, 1]), "n_common": np.array([1, 2, 0])}, "item b, n_common"),
    ],
)
def test_values_out_of_range_are_refused_with_the_items_id(changes, message):
    with pytest.raises(PredictionsError, match=message):
        small_model(**changes)


def test_points_may_not_exceed_what_is_possible():
    key = small_key(possible_points=np.array([1.0, 2.0, 1.0]))
    with pytest.raises(PredictionsError, match=r"item c, points: found 1\.5"):
        small_model(key=key, points=np.array([0.0, 2.0, 1.5]))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"gold": np.array([0, 1, 2])}, "item c, gold: found 2"),
        ({"gold": np.array([0, 1])}, r"gold: found shape \(2,\)"),
        ({"numbers": np.array([0, math.nan, 1])}, "item b, numbers: found nan"),
        ({"times": np.array([0, math.inf, 1])}, "item b, times: found inf"),
        ({"lower": np.zeros(3), "upper": np.array([0.0, 1.0, -1.0])}, "item c, upper"),
        ({"n_words": np.array([-1, 2, 2])}, "item a, n_words"),
        ({"item_ids": ["a", "b", "a"]}, "item a: found repeat 0 .again."),
        ({"repeats": np.array([0, 1, 0])}, "item a: found no repeat 1"),
        (
            {"item_ids": ["a", "b", "b"], "repeats": np.array([0, 0, 1])},
            "item b, repeat 1: found another unit",
        ),
        (
            {"item_ids": [], "units": Units(ids=("1",), codes=np.zeros(0, np.int32)), "gold": None},
            "at least one",
        ),
    ],
)
def test_an_answer_key_that_cannot_be_scored_is_refused(changes, message):
    with pytest.raises(ItemsError, match=message):
        small_key(**changes)


def test_a_subgroup_keeps_all_units_and_is_scored_alone():
    model = small_model()
    group = model.select(np.array([True, True, False]))
    assert group.key.units.ids == model.key.units.ids
    accuracy = get_metric("accuracy")
    assert accuracy.evaluate(group) == 1.0
    plan = ResamplingPlan(key=1, n_units=2, n_replicates=50)
    values = accuracy.replicates(group, plan)
    drawn = plan.counts(0, 50)[:, 0] > 0
    assert (np.isnan(values) == ~drawn).all()
    assert (values[drawn] == 1.0).all()


def test_parameters_refuse_values_out_of_range():
    for wrong in ({"bins": 0}, {"clip": 0.0}, {"error_cap": math.inf}, {"specificity": Fraction(0)}):
        with pytest.raises(InvalidInputError, match=next(iter(wrong))):
            MetricParameters(**wrong)
    assert replace(MetricParameters(), bins=3).bins == 3
