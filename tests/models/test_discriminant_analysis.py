"""Gaussian discriminant analysis: five points by hand, and singular covariances."""

from math import inf, log, nan
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.models_support import GTOY_LABELS, GTOY_ROWS
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.discriminant import (
    class_means,
    covariance_matrix,
    gda_log_likelihood,
    pooled_covariance,
    quadratic_posterior,
)
from textbook_ml.equations.gaussian import pooled_variance_mle
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis

GDA, QDA = GaussianDiscriminantAnalysis, QuadraticDiscriminantAnalysis
CLOUD = [[0.0, 0.0], [1.0, 1.0], [1.0, 2.0], [2.0, 1.0]]
CLOUDS = [*CLOUD, *([x + 5.0, 2 * y] for x, y in CLOUD)]


def test_five_points_by_hand() -> None:
    """The estimates are φ = 3/5, means (3, 2) and (1, 3), and Σ = diag(2, 16/5)."""
    model = GDA.fit(GTOY_ROWS, GTOY_LABELS, classes=[0, 1])
    assert model.priors == (0.4, 0.6)
    assert model.means == ((1.0, 3.0), (3.0, 2.0))
    assert model.covariance == ((2.0, 0.0), (0.0, 3.2))


def test_the_logistic_form_by_hand() -> None:
    """For θ = (1, −5/16), θ₀ = −0.8132848918918356, (1, 2) has P = 0.39214972097823886."""
    model = GDA.fit(GTOY_ROWS, GTOY_LABELS, classes=[0, 1])
    weights = model.to_logistic()
    assert weights.w == pytest.approx((1.0, -5 / 16), rel=1e-15)
    assert weights.w0 == pytest.approx(-0.8132848918918356, rel=1e-14)
    assert model.posterior([1.0, 2.0])[1] == pytest.approx(0.39214972097823886, rel=1e-14)


def test_the_joint_log_likelihood_of_the_data() -> None:
    """The log joint probability of the five points is −22.195188643007075, as in the equation."""
    model = GDA.fit(GTOY_ROWS, GTOY_LABELS)
    found = sum(model.log_joint(row)[y] for row, y in zip(GTOY_ROWS, GTOY_LABELS))
    prior = dict(zip(model.classes, model.priors))
    means = dict(zip(model.classes, model.means))
    due = gda_log_likelihood(GTOY_ROWS, GTOY_LABELS, prior, means, model.covariance)
    assert found == pytest.approx(due, rel=1e-14)
    assert found == pytest.approx(-22.195188643007075, rel=1e-13)


def test_the_estimates_are_the_equations() -> None:
    """Means and covariances of the models equal those of the equations to the last bit."""
    labels = "aaaabbbb"
    shared, own = GDA.fit(CLOUDS, labels), QDA.fit(CLOUDS, labels)
    means = class_means(CLOUDS, labels)
    assert [list(mu) for mu in shared.means] == [means["a"], means["b"]]
    assert [list(row) for row in shared.covariance] == pooled_covariance(CLOUDS, labels)
    for k, members in enumerate((CLOUDS[:4], CLOUDS[4:])):
        assert [list(row) for row in own.covariances[k]] == covariance_matrix(members)


def test_gda_with_diagonal_covariance_is_naive_bayes() -> None:
    """With diagonal Σ, GDA equals Gaussian naive Bayes with shared variances."""
    gda = GDA.fit(GTOY_ROWS, GTOY_LABELS)
    naive = GaussianNaiveBayes.fit(GTOY_ROWS, GTOY_LABELS, variance=pooled_variance_mle)
    for row in ([0.0, 0.0], [1.0, 2.0], [-7.0, 3.5]):
        assert gda.posterior(row) == pytest.approx(naive.posterior(row), rel=1e-13)


def test_qda_with_equal_covariances_is_gda() -> None:
    """QDA whose classes share Σ is GDA, and its posterior is that of the equation."""
    sigma = ((2.0, 0.5), (0.5, 1.0))
    means = ((0.0, 0.0), (1.0, 3.0))
    linear = GDA((0, 1), ("x", "y"), (0.25, 0.75), means, sigma)
    curved = QDA((0, 1), ("x", "y"), (0.25, 0.75), means, (sigma, sigma))
    for row in ([0.0, 0.0], [1.0, 2.0], [-7.0, 3.5]):
        due = quadratic_posterior(
            row, {0: 0.25, 1: 0.75}, dict(enumerate(means)), {0: sigma, 1: sigma}
        )
        assert linear.posterior(row) == pytest.approx(curved.posterior(row), rel=1e-14)
        assert linear.posterior(row) == pytest.approx(due, rel=1e-13)


def test_too_few_rows_are_rejected() -> None:
    """The error states the number of rows and the number that is required."""
    with pytest.raises(TextbookError, match="2 features in 2 classes.*3 rows.*at least 4"):
        GDA.fit([[1.0, 2.0], [3.0, 4.0], [4.0, 4.0]], "aab")
    with pytest.raises(TextbookError, match="class 'a' is singular with 2 rows.*at least 3"):
        QDA.fit([[1.0, 2.0], [3.0, 4.0], [5.0, 1.0], [3.0, 3.0], [1.0, 1.0]], "aabbb")


def test_too_many_features_are_rejected_before_their_products_are_computed() -> None:
    """The pairs of 100,000 features would fill the memory."""
    rows = [[float(i) for i in range(100_000)]] * 4
    for model in (GDA, QDA):
        with pytest.raises(TextbookError, match="at most 2,000 features, got 100,000"):
            model.fit(rows, "aabb")


@pytest.mark.parametrize("spoil", [lambda x, y: [x, 2 * x], lambda x, y: [x, 7.0]])
def test_a_singular_covariance_is_rejected(spoil: Any) -> None:
    """The error names a column that is constant or a multiple of another, for QDA with class."""
    rows = [spoil(x, y) for x, y in CLOUDS]
    with pytest.raises(TextbookError, match="size, age.*drop the column"):
        GDA.fit(rows, "aaaabbbb", features=["size", "age"])
    with pytest.raises(TextbookError, match="'b'"):
        QDA.fit([*CLOUD, *rows[4:]], "aaaabbbb", features=["size", "age"])


def test_a_combination_in_three_columns_is_singular_at_any_offset() -> None:
    """The linear dependence x₃ = x₁ + x₂ is found despite rounding."""
    rng = Random(0)
    for offset in (0.0, 1e6):
        rows = []
        for _ in range(40):
            x, y = offset + rng.random(), offset + rng.random()
            rows.append([x, y, x + y])
        with pytest.raises(TextbookError, match="not positive definite"):
            GDA.fit(rows, "ab" * 20)


@pytest.mark.parametrize("value", [nan, inf, None, "tall"])
@pytest.mark.parametrize("model", [GDA, QDA])
def test_missing_and_infinite_values_are_rejected(model: Any, value: Any) -> None:
    """The error in training names the row; the error in prediction names the feature."""
    rows = [[x, value if i == 2 else y] for i, (x, y) in enumerate(CLOUDS)]
    with pytest.raises(TextbookError, match="row 2"):
        model.fit(rows, "aaaabbbb")
    fitted = model.fit(CLOUDS, "aaaabbbb", features=["size", "age"])
    for ask in (fitted.posterior, fitted.classify):
        with pytest.raises(TextbookError, match="'age'"):
            ask([1.0, value])
    with pytest.raises(TextbookError, match="'age'"):
        fitted.predict([[1.0, value]])


@pytest.mark.parametrize("model", [GDA, QDA])
def test_a_class_without_examples_has_no_mean(model: Any) -> None:
    """The error names the class without examples."""
    with pytest.raises(TextbookError, match="class 'c' has no examples"):
        model.fit(CLOUDS, "aaaabbbb", classes="abc")


@pytest.mark.parametrize(
    ("sigma", "words"),
    [
        (((1.0, 2.0), (2.0, 1.0)), "not positive definite"),
        (((1.0, 0.5), (0.4, 1.0)), "symmetric"),
        (((1.0,),), "features"),
        (((1.0, nan), (nan, 1.0)), "nan|not positive definite|symmetric"),
    ],
)
def test_invalid_parameters_are_rejected(sigma: tuple[tuple[float, ...], ...], words: str) -> None:
    """Σ must be symmetric, positive definite and of the size of the features."""
    means = ((0.0, 0.0), (1.0, 1.0))
    with pytest.raises(TextbookError, match=words):
        GDA((0, 1), ("x", "y"), (0.5, 0.5), means, sigma)
    with pytest.raises(TextbookError, match=words):
        QDA((0, 1), ("x", "y"), (0.5, 0.5), means, (((1.0, 0.0), (0.0, 1.0)), sigma))


@pytest.mark.parametrize("far", [1e9, 1e16, 1e150])
def test_far_outliers_have_the_posterior_of_the_linear_log_odds(far: float) -> None:
    """At x = far standard deviations the log odds are 1e-9 far, and only they matter."""
    gap = 1 / far
    model = GDA((0, 1), ("x",), (0.5, 0.5), ((0.0,), (gap,)), ((1.0,),))
    assert model.posterior([far])[1] == pytest.approx(sigmoid(1.0), rel=1e-14)
    assert model.classify([far]) == model.predict([[far]])[0] == 1
    assert model.classify([-far]) == model.predict([[-far]])[0] == 0


def test_the_linear_form_gives_the_log_odds() -> None:
    """w₀ + Σ w (x − c) are log odds against the first class of positive prior; −∞ if prior 0."""
    means = ((9.0, 9.0), (1.0, 3.0), (3.0, 2.0))
    model = GDA(("a", "b", "c"), ("x", "y"), (0.0, 0.25, 0.75), means, ((2.0, 0.0), (0.0, 4.0)))
    form = model.linear_form()
    assert form[0].w0 == -inf
    assert (form[2].w, form[2].centre) == ((1.0, -0.25), (2.0, 2.5))
    assert form[2].w0 == pytest.approx(log(3), rel=1e-15)
    posterior = model.posterior([1.0, 2.0])
    due = quadratic_posterior(
        [1.0, 2.0],
        {"b": 0.25, "c": 0.75},
        dict(zip("bc", means[1:])),
        dict.fromkeys("bc", [[2.0, 0.0], [0.0, 4.0]]),
    )
    assert posterior.pop("a") == 0.0
    assert posterior == pytest.approx(due, rel=1e-14)


@pytest.mark.parametrize("model", [GDA, QDA])
@pytest.mark.parametrize("size", [1e160, 1e307])
def test_covariances_that_overflow_are_rejected(model: Any, size: float) -> None:
    """The error names the estimate and states how large it is and what to do."""
    rows = [[size * x / 2, y] for x, y in CLOUDS]
    with pytest.raises(TextbookError, match="covariance.* about 1e(3[12]|61).*larger unit"):
        model.fit(rows, "aaaabbbb")


@given(st.lists(st.floats(-1e300, 1e300), min_size=2, max_size=2))
def test_model_and_equation_give_the_same_posterior(row: list[float]) -> None:
    """QDA has the posterior of the equation for every finite row for which it is defined."""
    own = QDA.fit(CLOUDS, "aaaabbbb")
    parts: Any = [dict(zip("ab", part)) for part in (own.priors, own.means, own.covariances)]
    try:
        due = quadratic_posterior(row, *parts)
    except TextbookError:
        with pytest.raises(TextbookError):
            own.posterior(row)
    else:
        assert own.posterior(row) == due
