"""Gaussian naive Bayes: five points by hand, and features without a density."""

from fractions import Fraction as F
from math import inf, log, nan, pi
from typing import Any

import pytest

from tests.models_support import GTOY_LABELS, GTOY_ROWS
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.numeric import ulps_off
from textbook_ml.data.datasets import iris
from textbook_ml.equations.gaussian import (
    common_variance_mle,
    common_variance_mvue,
    gaussian_posterior,
    pooled_variance_mle,
    pooled_variance_mvue,
    variance_mle,
    variance_mvue,
)
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes

NB = GaussianNaiveBayes


@pytest.mark.parametrize(
    ("variance", "of_class_1", "of_class_0"),
    [
        (variance_mle, (F(8, 3), F(8, 3)), (F(1), F(4))),
        (variance_mvue, (F(4), F(4)), (F(2), F(8))),
        (pooled_variance_mle, (F(2), F(16, 5)), (F(2), F(16, 5))),
        (pooled_variance_mvue, (F(10, 3), F(16, 3)), (F(10, 3), F(16, 3))),
        (common_variance_mle, (F(13, 5), F(13, 5)), (F(13, 5), F(13, 5))),
        (common_variance_mvue, (F(13, 3), F(13, 3)), (F(13, 3), F(13, 3))),
    ],
)
def test_five_points_by_hand(
    variance: Any, of_class_1: tuple[F, ...], of_class_0: tuple[F, ...]
) -> None:
    """By (13) the means are 3, 2 and 1, 3; each variance equation has its own result."""
    model = NB.fit(GTOY_ROWS, GTOY_LABELS, variance=variance)
    assert model.classes == (1, 0) and model.priors == (0.6, 0.4)
    assert model.means == ((3.0, 2.0), (1.0, 3.0))
    due = (tuple(map(float, of_class_1)), tuple(map(float, of_class_0)))
    assert model.variances == due


def test_the_unbiased_variance_is_the_default() -> None:
    """The default is equation (15), as the source text recommends."""
    assert NB.fit(GTOY_ROWS, GTOY_LABELS) == NB.fit(GTOY_ROWS, GTOY_LABELS, variance=variance_mvue)


def test_a_log_score_by_hand() -> None:
    """The log joint density two deviations from the mean is ln ½ − ½ ln 2π − 2."""
    model = NB(("a", "b"), ("x",), (0.5, 0.5), ((0.0,), (4.0,)), ((1.0,), (1.0,)))
    expected = log(0.5) - log(2 * pi) / 2 - 2
    assert model.log_joint([2.0]) == pytest.approx({"a": expected, "b": expected}, rel=1e-15)
    assert model.posterior([2.0]) == {"a": 0.5, "b": 0.5}
    assert model.classify([2.0]) == "a"  # in a tie, the first class
    assert model.predict([[2.0]]) == ["a"]


def test_the_posterior_is_the_equation() -> None:
    """The posterior of the model equals that of the equation."""
    model = NB.fit(GTOY_ROWS, GTOY_LABELS)
    parts = [dict(zip(model.classes, part)) for part in (model.means, model.variances)]
    prior = dict(zip(model.classes, model.priors))
    for row in ([-3.0, 1.0], [2.5, 2.5], [11.0, -4.0]):
        due = gaussian_posterior(row, prior, *parts)
        assert model.posterior(row) == pytest.approx(due, rel=1e-12)


def test_iris_by_exact_fractions() -> None:
    """Means and variances of 150 flowers are within two ulp of the exact fractions."""
    data = iris()
    rows: Any = data.rows
    model = NB.fit(rows, data.labels, features=data.features)
    for k, kind in enumerate(model.classes):
        members = [row for row, y in zip(rows, data.labels) if y == kind]
        for i, column in enumerate(zip(*members)):
            exact = [F(x) for x in column]
            mu = sum(exact, F(0)) / len(exact)
            assert ulps_off(model.means[k][i], mu) <= 2
            assert ulps_off(model.variances[k][i], variance_mvue(exact, mu)) <= 2
    assert model.score(rows, data.labels) == 144 / 150


def test_missing_values_are_not_counted() -> None:
    """Moments use observed values only; the class frequency includes all rows."""
    model = NB.fit([[1.0], [3.0], [None], [7.0], [9.0]], "aaabb")
    assert model.means == ((2.0,), (8.0,)) and model.variances == ((2.0,), (2.0,))
    assert model.priors == (0.6, 0.4)


def test_a_constant_feature_is_rejected() -> None:
    """The error for variance zero names feature and class and suggests a minimum variance."""
    rows = [[1.0, 5.0], [1.0, 6.0], [3.0, 7.0], [4.0, 9.0]]
    for variance in (variance_mle, variance_mvue):
        with pytest.raises(TextbookError, match="'size' in class 'a'.*got 0.0.*drop.*floor"):
            NB.fit(rows, "aabb", variance=variance, features=["size", "age"])
    tied = NB.fit(rows, "aabb", variance=pooled_variance_mvue)
    assert tied.variances[0] == (0.25, 1.25)


def test_the_floor_is_a_minimum_variance() -> None:
    """The floor replaces smaller variances and is not added to larger ones."""
    rows = [[1.0, 5.0], [1.0, 6.0], [3.0, 7.0], [5.0, 9.0]]
    model = NB.fit(rows, "aabb", floor=0.75)
    assert model.variances == ((0.75, 0.75), (2.0, 2.0))


@pytest.mark.parametrize("floor", [nan, -1.0, inf])
def test_an_invalid_floor_is_rejected(floor: float) -> None:
    """A floor must be a valid variance."""
    with pytest.raises(TextbookError, match="floor"):
        NB.fit([[1.0], [2.0], [3.0], [4.0]], "aabb", floor=floor)


def test_one_example_has_no_unbiased_variance() -> None:
    """Equation (15) divides by N − 1 = 0; the error names feature and class and suggests (14)."""
    with pytest.raises(TextbookError, match=r"'x1'.*'a'.*\(14\)|'a'.*'x1'.*\(14\)"):
        NB.fit([[1.0], [3.0], [4.0]], "abb")


def test_a_class_without_examples_has_no_mean() -> None:
    """A class without examples, or without values of one feature, raises an error."""
    with pytest.raises(TextbookError, match="class 'c'.*no examples"):
        NB.fit([[1.0], [2.0], [3.0], [4.0]], "aabb", classes="abc")
    with pytest.raises(TextbookError, match="'x1' in class 'b'.*no examples"):
        NB.fit([[1.0], [2.0], [None]], "aab")


@pytest.mark.parametrize("times", [1, 40])
@pytest.mark.parametrize("value", [nan, inf, -inf, "tall", "1.5", [1.0]])
def test_fit_rejects_values_that_are_not_numbers(value: Any, times: int) -> None:
    """The error names row, column and value, in short and in long columns."""
    rows = [[1.0, 2.0], [3.0, value], [4.0, 5.0], [6.0, 8.0]] * times
    with pytest.raises(TextbookError) as caught:
        NB.fit(rows, "aabb" * times, features=["size", "age"])
    assert "'age'" in str(caught.value) and "row 1" in str(caught.value)


@pytest.mark.parametrize("value", [nan, inf, -inf, "tall", "1.5"])
def test_prediction_rejects_values_that_are_not_numbers(value: Any) -> None:
    """The error names the feature, for one row and for many rows."""
    model = NB.fit(GTOY_ROWS, GTOY_LABELS, features=["size", "age"])
    row = [1.0, value]
    for ask in (model.posterior, model.classify, model.explain):
        with pytest.raises(TextbookError, match="'age'"):
            ask(row)
    for ask_many in (model.predict, model.predict_proba):
        with pytest.raises(TextbookError, match="'age'"):
            ask_many([row])


@pytest.mark.parametrize("times", [1, 40])
@pytest.mark.parametrize("size", [1e200, 1e308])
def test_numbers_whose_squares_overflow_are_rejected(size: float, times: int) -> None:
    """A variance that overflows raises TextbookError, in short and in long columns."""
    with pytest.raises(TextbookError, match="larger than any float|inf"):
        NB.fit([[size], [-size], [3.0], [4.0]] * times, "aabb" * times)


def test_a_point_whose_square_overflows_is_classified() -> None:
    """At 1e200 standard deviations the square overflows, but the classes still differ."""
    model = NB.fit(GTOY_ROWS, GTOY_LABELS)
    row = [1e200, 0.0]
    wider = max(model.classes, key=lambda y: model.variances[model.classes.index(y)][0])
    assert model.posterior(row)[wider] == 1.0
    assert model.classify(row) == model.predict([row])[0] == wider


def test_fractions_and_whole_numbers_are_numbers() -> None:
    """Rows of int or Fraction give the same model as floats."""
    whole = [[int(x) for x in row] for row in GTOY_ROWS]
    exact: Any = [[F(x) for x in row] for row in GTOY_ROWS]
    model = NB.fit(GTOY_ROWS, GTOY_LABELS)
    assert NB.fit(whole, GTOY_LABELS) == NB.fit(exact, GTOY_LABELS) == model
    assert model.posterior([1, 2]) == model.posterior([1.0, 2.0])


def test_an_equation_that_is_not_a_variance_is_rejected() -> None:
    """The error lists the six variance equations that can be passed."""
    with pytest.raises(TextbookError, match="variance=max is not an estimator"):
        NB.fit(GTOY_ROWS, GTOY_LABELS, variance=max)


def test_weights_are_those_of_the_exact_moments() -> None:
    """With weights 1 and 3, the mean of 2 and 6 is 5 and the variance (14) is 3."""
    model = NB.fit(
        [[2.0], [6.0], [1.0], [3.0]], "aabb", weights=[1, 3, 1, 1], variance=variance_mle
    )
    assert model.means == ((5.0,), (2.0,)) and model.variances == ((3.0,), (1.0,))
    assert model.priors == pytest.approx((2 / 3, 1 / 3), abs=1e-16)


def test_the_weights_of_section_three_by_hand() -> None:
    """Shared variances 2 and 16/5 give w = (1, −5/16), as for the diagonal covariance."""
    model = NB.fit(GTOY_ROWS, GTOY_LABELS, variance=pooled_variance_mle, classes=[0, 1])
    weights = model.to_logistic()
    assert weights.w == pytest.approx((1.0, -5 / 16), rel=1e-15)
    assert weights.w0 == pytest.approx(-0.8132848918918356, rel=1e-14)
    assert model.posterior([1.0, 2.0])[1] == pytest.approx(0.39214972097823886, rel=1e-14)


@pytest.mark.parametrize(
    ("means", "variances", "words"),
    [
        (((0.0,), (nan,)), ((1.0,), (1.0,)), "class 1.*nan in the mean"),
        (((0.0,), (1.0,)), ((1.0,), (0.0,)), "'x' in class 1.*got 0.0"),
        (((0.0,), (1.0,)), ((1.0,), (-1.0,)), "'x' in class 1.*got -1.0"),
        (((0.0,), (1.0,)), ((1.0,), (inf,)), "'x' in class 1.*got inf"),
        (((0.0,), (1.0, 2.0)), ((1.0,), (1.0,)), "got 1 feature and 2 parameters"),
        (((0.0,),), ((1.0,), (1.0,)), "classes"),
    ],
)
def test_invalid_parameters_are_rejected(
    means: tuple[tuple[float, ...], ...], variances: tuple[tuple[float, ...], ...], words: str
) -> None:
    """NaN, variance zero, and lists of unequal length raise an error."""
    with pytest.raises(TextbookError, match=words):
        NB((0, 1), ("x",), (0.5, 0.5), means, variances)
