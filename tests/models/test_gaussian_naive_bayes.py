"""Gaussian naive Bayes: five points by hand, and what gives no bell."""

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
    """(13) gives means 3, 2 and 1, 3; each equation of the variance its own number."""
    model = NB.fit(GTOY_ROWS, GTOY_LABELS, variance=variance)
    assert model.classes == (1, 0) and model.priors == (0.6, 0.4)
    assert model.means == ((3.0, 2.0), (1.0, 3.0))
    due = (tuple(map(float, of_class_1)), tuple(map(float, of_class_0)))
    assert model.variances == due


def test_the_unbiased_variance_is_the_default() -> None:
    """Equation (15), as the text recommends."""
    assert NB.fit(GTOY_ROWS, GTOY_LABELS) == NB.fit(GTOY_ROWS, GTOY_LABELS, variance=variance_mvue)


def test_a_log_score_by_hand() -> None:
    """ln ½ − ½ ln 2π − 2 for a point two deviations away."""
    model = NB(("a", "b"), ("x",), (0.5, 0.5), ((0.0,), (4.0,)), ((1.0,), (1.0,)))
    expected = log(0.5) - log(2 * pi) / 2 - 2
    assert model.log_scores([2.0]) == pytest.approx({"a": expected, "b": expected}, rel=1e-15)
    assert model.posterior([2.0]) == {"a": 0.5, "b": 0.5}
    assert model.classify([2.0]) == "a"  # of equals, the first
    assert model.predict([[2.0]]) == ["a"]


def test_the_posterior_is_the_equation() -> None:
    """The posterior of the model is that of the equation."""
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


def test_gaps_do_not_count_when_learning() -> None:
    """Moments are over what was observed, and the class keeps its size."""
    model = NB.fit([[1.0], [3.0], [None], [7.0], [9.0]], "aaabb")
    assert model.means == ((2.0,), (8.0,)) and model.variances == ((2.0,), (2.0,))
    assert model.priors == (0.6, 0.4)


def test_a_constant_feature_is_refused_by_name() -> None:
    """Zero variance in one class names feature and class, and what would do."""
    rows = [[1.0, 5.0], [1.0, 6.0], [3.0, 7.0], [4.0, 9.0]]
    for variance in (variance_mle, variance_mvue):
        with pytest.raises(TextbookError, match="'size' in class 'a'.*got 0.0.*drop.*floor"):
            NB.fit(rows, "aabb", variance=variance, features=["size", "age"])
    tied = NB.fit(rows, "aabb", variance=pooled_variance_mvue)
    assert tied.variances[0] == (0.25, 1.25)


def test_a_floor_is_the_least_variance_and_nothing_more() -> None:
    """It replaces what is smaller and is not added to what is larger."""
    rows = [[1.0, 5.0], [1.0, 6.0], [3.0, 7.0], [5.0, 9.0]]
    model = NB.fit(rows, "aabb", floor=0.75)
    assert model.variances == ((0.75, 0.75), (2.0, 2.0))


@pytest.mark.parametrize("floor", [nan, -1.0, inf])
def test_a_floor_is_a_variance(floor: float) -> None:
    """A floor that is no variance is refused."""
    with pytest.raises(TextbookError, match="floor"):
        NB.fit([[1.0], [2.0], [3.0], [4.0]], "aabb", floor=floor)


def test_one_example_has_no_unbiased_variance() -> None:
    """Equation (15) divides by N − 1 = 0: feature and class are named, (14) is offered."""
    with pytest.raises(TextbookError, match=r"'x1'.*'a'.*\(14\)|'a'.*'x1'.*\(14\)"):
        NB.fit([[1.0], [3.0], [4.0]], "abb")


def test_a_class_without_examples_has_no_mean() -> None:
    """A class that was never seen, or never with this feature, is refused."""
    with pytest.raises(TextbookError, match="class 'c'.*no examples"):
        NB.fit([[1.0], [2.0], [3.0], [4.0]], "aabb", classes="abc")
    with pytest.raises(TextbookError, match="'x1' in class 'b'.*no examples"):
        NB.fit([[1.0], [2.0], [None]], "aab")


@pytest.mark.parametrize("times", [1, 40])
@pytest.mark.parametrize("value", [nan, inf, -inf, "tall", "1.5", [1.0]])
def test_what_is_no_number_is_refused_when_learning(value: Any, times: int) -> None:
    """Row, column and value are named, in short columns and in long ones; text is no number."""
    rows = [[1.0, 2.0], [3.0, value], [4.0, 5.0], [6.0, 8.0]] * times
    with pytest.raises(TextbookError) as caught:
        NB.fit(rows, "aabb" * times, features=["size", "age"])
    assert "'age'" in str(caught.value) and "row 1" in str(caught.value)


@pytest.mark.parametrize("value", [nan, inf, -inf, "tall", "1.5"])
def test_what_is_no_number_is_refused_when_asked(value: Any) -> None:
    """The feature is named, one row at a time or many."""
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
def test_numbers_whose_squares_overflow_are_refused(size: float, times: int) -> None:
    """A variance larger than any float is refused in words, in short columns and in long."""
    with pytest.raises(TextbookError, match="larger than any float|inf"):
        NB.fit([[size], [-size], [3.0], [4.0]] * times, "aabb" * times)


def test_a_point_beyond_all_squares_has_an_answer() -> None:
    """At 1e200 standard deviations the square overflows a float, but the classes still differ."""
    model = NB.fit(GTOY_ROWS, GTOY_LABELS)
    row = [1e200, 0.0]
    wider = max(model.classes, key=lambda y: model.variances[model.classes.index(y)][0])
    assert model.posterior(row)[wider] == 1.0
    assert model.classify(row) == model.predict([row])[0] == wider


def test_fractions_and_whole_numbers_are_numbers() -> None:
    """Rows of int or Fraction teach what the same floats teach."""
    whole = [[int(x) for x in row] for row in GTOY_ROWS]
    exact: Any = [[F(x) for x in row] for row in GTOY_ROWS]
    model = NB.fit(GTOY_ROWS, GTOY_LABELS)
    assert NB.fit(whole, GTOY_LABELS) == NB.fit(exact, GTOY_LABELS) == model
    assert model.posterior([1, 2]) == model.posterior([1.0, 2.0])


def test_an_equation_that_is_no_variance_is_refused() -> None:
    """Only the six equations of the variance can be passed, and they are listed."""
    with pytest.raises(TextbookError, match="variance=max is not an estimator"):
        NB.fit(GTOY_ROWS, GTOY_LABELS, variance=max)


def test_weights_are_those_of_the_exact_moments() -> None:
    """Weights 1 and 3 put the mean of 2 and 6 at 5 and the variance (14) at 3."""
    model = NB.fit(
        [[2.0], [6.0], [1.0], [3.0]], "aabb", weights=[1, 3, 1, 1], variance=variance_mle
    )
    assert model.means == ((5.0,), (2.0,)) and model.variances == ((3.0,), (1.0,))
    assert model.priors == pytest.approx((2 / 3, 1 / 3), abs=1e-16)


def test_the_weights_of_section_three_by_hand() -> None:
    """Tied variances 2 and 16/5: w = (1, −5/16), as for the diagonal covariance."""
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
        (((0.0,), (1.0, 2.0)), ((1.0,), (1.0,)), "features"),
        (((0.0,),), ((1.0,), (1.0,)), "classes"),
    ],
)
def test_a_wrong_model_cannot_exist(
    means: tuple[tuple[float, ...], ...], variances: tuple[tuple[float, ...], ...], words: str
) -> None:
    """NaN, no spread, or parts that do not fit together are refused."""
    with pytest.raises(TextbookError, match=words):
        NB((0, 1), ("x",), (0.5, 0.5), means, variances)
