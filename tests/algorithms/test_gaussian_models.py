"""Gaussian models agree with the complete algorithms within stated bounds."""

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from textbook_ml.algorithms.gaussian_discriminant_analysis import (
    classify_gda,
    fit_gda,
    posterior_gda,
)
from textbook_ml.algorithms.gaussian_naive_bayes import (
    classify_gaussian_nb,
    fit_gaussian_nb,
    posterior_gaussian_nb,
)
from textbook_ml.algorithms.naive_bayes_to_logistic import gnb_weights
from textbook_ml.algorithms.quadratic_discriminant_analysis import (
    classify_qda,
    fit_qda,
    posterior_qda,
)
from textbook_ml.core.numeric import ulps_off
from textbook_ml.equations.gaussian import pooled_variance_mle, variance_mle
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis

Table = list[list[float]]
numbers = st.floats(-8, 8)
quarters = st.integers(-32, 32).map(lambda n: n / 4)
ULP = 2.0**-52


@st.composite
def tables(draw: st.DrawFn, x: st.SearchStrategy[float], least: int) -> tuple[Table, list[str]]:
    """Draw rows of two features in two or three classes, with a minimum number of rows each."""
    classes = ["a", "b", "c"][: draw(st.integers(2, 3))]
    more = draw(st.lists(st.sampled_from(classes), max_size=6))
    labels = list(draw(st.permutations(classes * least + more)))
    return [draw(st.lists(x, min_size=2, max_size=2)) for _ in labels], labels


def agree(model: Any, row: list[float], posterior: dict[str, float], label: str) -> None:
    """Check that posteriors agree within 2⁻⁴⁰, and labels too, unless two classes nearly tie."""
    found = model.posterior(row)
    assert all(abs(found[y] - posterior[y]) <= 2.0**-40 for y in posterior)
    first, second = sorted(posterior.values())[:-3:-1]
    assert model.classify(row) == label or first - second <= 2.0**-40


@given(tables(numbers, 2), st.lists(numbers, min_size=2, max_size=2))
def test_gaussian_naive_bayes_agrees(data: tuple[Table, list[str]], row: list[float]) -> None:
    """Means and variances agree within 1 ulp; posteriors up to hundreds of deviations away."""
    rows, labels = data
    fitted = fit_gaussian_nb(rows, labels)
    assume(min(min(vs) for vs in fitted["variances"].values()) > 1e-3)
    model = GaussianNaiveBayes.fit(rows, labels, variance=variance_mle)
    assert model.classes == tuple(fitted["priors"])
    for found, due in ((model.means, fitted["means"]), (model.variances, fitted["variances"])):
        for ours, theirs in zip(found, due.values(), strict=True):
            assert all(ulps_off(a, b) <= 1 for a, b in zip(ours, theirs, strict=True))
    agree(model, row, posterior_gaussian_nb(fitted, row), classify_gaussian_nb(fitted, row))


def determinant(sigma: Any) -> float:
    """Return the determinant of a 2 × 2 matrix."""
    return float(sigma[0][0] * sigma[1][1] - sigma[0][1] * sigma[1][0])


def assert_close_matrix(found: Any, due: Any) -> None:
    """Check that every entry is within 4 ulp of the largest entry."""
    largest = max(abs(s) for line in due for s in line)
    pairs = [(a, b) for ours, theirs in zip(found, due) for a, b in zip(ours, theirs)]
    assert len(pairs) == 4 and all(abs(a - b) <= 4 * ULP * largest for a, b in pairs)


@given(tables(quarters, 1), st.lists(quarters, min_size=2, max_size=2))
def test_gaussian_discriminant_analysis_agrees(
    data: tuple[Table, list[str]], row: list[float]
) -> None:
    """Means agree within 1 ulp, covariances within 4 ulp, posteriors within 2⁻⁴⁰."""
    rows, labels = data
    fitted = fit_gda(rows, labels)
    assume(determinant(fitted["covariance"]) > 0.05)
    model = GaussianDiscriminantAnalysis.fit(rows, labels)
    for ours, theirs in zip(model.means, fitted["means"].values(), strict=True):
        assert all(ulps_off(a, b) <= 1 for a, b in zip(ours, theirs, strict=True))
    assert_close_matrix(model.covariance, fitted["covariance"])
    agree(model, row, posterior_gda(fitted, row), classify_gda(fitted, row))


@given(tables(quarters, 3), st.lists(quarters, min_size=2, max_size=2))
def test_quadratic_discriminant_analysis_agrees(
    data: tuple[Table, list[str]], row: list[float]
) -> None:
    """The bounds of GDA also hold with one covariance matrix for each class."""
    rows, labels = data
    fitted = fit_qda(rows, labels)
    assume(all(determinant(sigma) > 0.05 for sigma in fitted["covariances"].values()))
    model = QuadraticDiscriminantAnalysis.fit(rows, labels)
    for ours, sigma in zip(model.covariances, fitted["covariances"].values(), strict=True):
        assert_close_matrix(ours, sigma)
    agree(model, row, posterior_qda(fitted, row), classify_qda(fitted, row))


@given(st.lists(st.tuples(quarters, quarters, st.integers(0, 1)), min_size=4, max_size=12))
def test_weights_of_naive_bayes_with_shared_variances_agree(
    data: list[tuple[float, float, int]],
) -> None:
    """Each weight of the linear form is within 16 ulp of its largest term."""
    rows, labels = [[a, b] for a, b, _ in data], [y for *_, y in data]
    assume(set(labels) == {0, 1})
    groups = [[row for row, y in zip(rows, labels) if y == k] for k in (0, 1)]
    variances = [pooled_variance_mle(list(pair)) for pair in zip(*(zip(*g) for g in groups))]
    assume(min(variances) > 0.01)
    w0, *w = gnb_weights(rows, labels)
    linear = GaussianNaiveBayes.fit(
        rows, labels, variance=pooled_variance_mle, classes=(0, 1)
    ).to_logistic()
    largest = 1 + sum(64 / sigma2 for sigma2 in variances)  # |x| is at most 8
    assert abs(linear.w0 - w0) <= 16 * ULP * largest
    assert all(abs(a - b) <= 16 * ULP * 16 / s2 for a, b, s2 in zip(linear.w, w, variances))
