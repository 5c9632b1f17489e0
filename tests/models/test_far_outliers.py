"""Rows 1e9 and 1e150 standard deviations away: models and equations have the exact posterior.

Both are compared with the posterior in exact arithmetic: the log odds of two classes are a
Fraction, apart from logarithms of parameters, which are the same for every row.
"""

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction as F
from math import log

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from textbook_ml.equations.discriminant import quadratic_posterior
from textbook_ml.equations.gaussian import gaussian_posterior
from textbook_ml.models.exponential_naive_bayes import Exponential, ExponentialNaiveBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import Gaussian, GaussianNaiveBayes
from textbook_ml.models.laplace_naive_bayes import Laplace, LaplaceNaiveBayes
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.poisson_naive_bayes import PoissonNaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis

FAR = [1e9, 1e150]
NAMES = ("x", "y")
Pair = tuple[float, float]

# Two classes whose parameters differ by about 1 / far, so that neither is certain at x = far.
units = st.floats(-4.0, 4.0).map(lambda t: round(t, 6))
priors = st.floats(0.01, 0.99)


def logistic(log_odds: F, constant: float) -> float:
    """1 / (1 + exp(−log odds)) to 60 digits; beyond ±2000 the result is 0 or 1 in any case."""
    bounded = max(F(-2000), min(F(2000), log_odds))
    with localcontext(prec=60):
        t = Decimal(bounded.numerator) / Decimal(bounded.denominator) + Decimal(constant)
        return float(1 / (1 + (-t).exp()))


def agree(found: dict[int, float], truth: float) -> None:
    """Compare the posterior of class 1 with the truth, and the sum with one."""
    assert found[1] == pytest.approx(truth, rel=1e-9, abs=1e-300)
    assert sum(found.values()) == pytest.approx(1.0, rel=1e-12)


def quadratic(x: Sequence[float], mu: Sequence[float], sigma: Sequence[Sequence[float]]) -> F:
    """(x − μ)ᵀ Σ⁻¹ (x − μ) / 2 for two features, by Cramer's rule, exactly."""
    (a, b), (_, c) = [list(map(F, row)) for row in sigma]
    d, e = (F(v) - F(m) for v, m in zip(x, mu))
    return (c * d * d - 2 * b * d * e + a * e * e) / (a * c - b * b) / 2


def shifted(base: Pair, gaps: Pair, far: float) -> Pair:
    """The second mean: about 1 / far from the first."""
    return base[0] + gaps[0] / far, base[1] + gaps[1] / far


@pytest.mark.parametrize("far", FAR)
@given(st.tuples(units, units), st.tuples(units, units), priors)
@example((1.0, 1.0), (1.0, -1.0), 0.5)
@example((3.0, 3.000001), (4.0, -4.0), 0.25)
def test_gaussian_with_shared_variances(far: float, at: Pair, gaps: Pair, p: float) -> None:
    """The log odds are linear; terms of 1e150 may cancel between the features."""
    x = [at[0] * far, at[1] * far]
    mu = {0: (0.0, 0.0), 1: shifted((0.0, 0.0), gaps, far)}
    s2 = (1.0, 0.75)
    sigma = [[1.0, 0.0], [0.0, 0.75]]
    truth = logistic(quadratic(x, mu[0], sigma) - quadratic(x, mu[1], sigma), log(p / (1 - p)))
    model = GaussianNaiveBayes((0, 1), NAMES, (1 - p, p), (mu[0], mu[1]), (s2, s2))
    agree(model.posterior(x), truth)
    agree(gaussian_posterior(x, {0: 1 - p, 1: p}, mu, {0: s2, 1: s2}), truth)
    if abs(truth - 0.5) > 1e-6:
        assert model.predict([x] * 60) == [model.classify(x)] * 60 == [int(truth > 0.5)] * 60


@pytest.mark.slow
@pytest.mark.parametrize("far", FAR)
@given(st.tuples(units, units), st.tuples(units, units), priors)
@example((1.0, 1.0), (1.0, -1.0), 0.5)
@example((1.0, -1.0), (0.5, 0.5), 0.5)
def test_discriminant_analysis(far: float, at: Pair, gaps: Pair, p: float) -> None:
    """GDA, and QDA with equal covariances, have accurate posteriors far from the data."""
    x = [at[0] * far, at[1] * far]
    mu = {0: (0.0, 0.0), 1: shifted((0.0, 0.0), gaps, far)}
    sigma = ((1.0, 0.5), (0.5, 0.75))
    truth = logistic(quadratic(x, mu[0], sigma) - quadratic(x, mu[1], sigma), log(p / (1 - p)))
    gda = GaussianDiscriminantAnalysis((0, 1), NAMES, (1 - p, p), (mu[0], mu[1]), sigma)
    qda = QuadraticDiscriminantAnalysis((0, 1), NAMES, (1 - p, p), (mu[0], mu[1]), (sigma, sigma))
    for model in (gda, qda):
        agree(model.posterior(x), truth)
        if abs(truth - 0.5) > 1e-6:
            assert model.predict([x] * 60) == [model.classify(x)] * 60 == [int(truth > 0.5)] * 60
    agree(quadratic_posterior(x, {0: 1 - p, 1: p}, mu, {0: sigma, 1: sigma}), truth)


@pytest.mark.parametrize("far", [1e9, 1e16, 1e150, 1e300])
def test_parts_of_the_log_odds_may_cancel(far: float) -> None:
    """With means (0, 0) and (1, −1), the log odds at (far, far) are −1, whatever far is."""
    x, mu, sigma = [far, far], {0: (0.0, 0.0), 1: (1.0, -1.0)}, ((1.0, 0.0), (0.0, 1.0))
    head, s2 = ((0, 1), NAMES, (0.5, 0.5), (mu[0], mu[1])), (1.0, 1.0)
    for model in (
        GaussianNaiveBayes(*head, (s2, s2)),
        GaussianDiscriminantAnalysis(*head, sigma),
        QuadraticDiscriminantAnalysis(*head, (sigma, sigma)),
    ):
        agree(model.posterior(x), logistic(F(-1), 0.0))
        assert model.classify(x) == 0
        assert model.predict([x] * 60) == [0] * 60
        assert model.predict_proba([x]) == [model.posterior(x)]
        if far < 1e151:  # the squares of larger numbers are no floats
            assert model.explain(x).chosen == 0


@pytest.mark.parametrize("far", FAR)
@given(units, st.sampled_from([0.0, 1e-16, -1e-16]), priors)
def test_gaussian_with_own_variances(far: float, at: float, spread: float, p: float) -> None:
    """Variances that differ in the last digits, and one feature: quadratic log odds."""
    x, s2 = [at * far], {0: (1.0,), 1: (1.0 + spread,)}
    mu = {0: (0.0,), 1: (1 / far,)}
    gap = (F(x[0]) ** 2) / (2 * F(s2[0][0])) - (F(x[0]) - F(mu[1][0])) ** 2 / (2 * F(s2[1][0]))
    truth = logistic(gap, log(p / (1 - p)) - log(s2[1][0]) / 2)
    model = GaussianNaiveBayes((0, 1), ("x",), (1 - p, p), (mu[0], mu[1]), (s2[0], s2[1]))
    sigma = {y: ((v[0],),) for y, v in s2.items()}
    qda = QuadraticDiscriminantAnalysis(
        (0, 1), ("x",), (1 - p, p), (mu[0], mu[1]), (sigma[0], sigma[1])
    )
    agree(model.posterior(x), truth)
    agree(qda.posterior(x), truth)
    agree(gaussian_posterior(x, {0: 1 - p, 1: p}, mu, s2), truth)
    agree(quadratic_posterior(x, {0: 1 - p, 1: p}, mu, sigma), truth)
    mixed = MixedNaiveBayes(
        (0, 1),
        ("x",),
        (F(1 - p), 1 - F(1 - p)),
        ((Gaussian(mu[0][0], s2[0][0]),), (Gaussian(mu[1][0], s2[1][0]),)),
    )
    agree(mixed.posterior(x), truth)


@pytest.mark.parametrize("far", FAR)
@given(st.floats(0.0, 4.0), st.floats(0.0, 4.0), st.floats(0.5, 2.0), priors)
def test_exponential_and_laplace(far: float, a: float, b: float, rate: float, p: float) -> None:
    """Class rates differ by one ulp; the log odds of two features may cancel."""
    x = [a * far, b * far]
    rates = ((rate, rate), (rate * (1 + 2**-52), rate * (1 - 2**-52)))
    gap = sum(F(v) * (F(r0) - F(r1)) for v, r0, r1 in zip(x, *rates))
    logs = sum(log(F(r1) / F(r0)) for r0, r1 in zip(*rates))
    prior = log(p / (1 - p))
    exponential = ExponentialNaiveBayes((0, 1), NAMES, (1 - p, p), rates)
    agree(exponential.posterior(x), logistic(F(gap), prior + logs))
    dists = Exponential(rate), Exponential(rates[1][0])
    mixed = MixedNaiveBayes((0, 1), ("x",), (F(1 - p), 1 - F(1 - p)), ((dists[0],), (dists[1],)))
    first = F(x[0]) * (F(rates[0][0]) - F(rates[1][0]))
    agree(mixed.posterior(x[:1]), logistic(first, prior + log(rates[1][0] / rate)))
    medians = ((0.0, 0.0), (1 / rate, -1 / rate))
    laplace = LaplaceNaiveBayes((0, 1), NAMES, (1 - p, p), medians, ((1.0, 0.5), (1.0, 0.5)))
    parts = (
        (abs(F(v) - F(m0)) - abs(F(v) - F(m1))) / F(d)
        for v, m0, m1, d in zip(x, *medians, (1.0, 0.5))
    )
    agree(laplace.posterior(x), logistic(F(sum(parts)), prior))
    one = Laplace(0.0, 1.0), Laplace(1 / rate, 1.0)
    both = MixedNaiveBayes((0, 1), ("x",), (F(1 - p), 1 - F(1 - p)), ((one[0],), (one[1],)))
    far_off = abs(F(x[0])) - abs(F(x[0]) - F(medians[1][0]))
    agree(both.posterior(x[:1]), logistic(far_off, prior))


@pytest.mark.parametrize("far", [10**9, 10**150])
@given(st.integers(0, 9), st.integers(0, 9), priors)
def test_poisson(far: int, a: int, b: int, p: float) -> None:
    """Counts of 1e150: ln λ needs 170 digits, because it is multiplied by the count."""
    x = [a * far, b * far]
    rates = ((2.0, 3.0), (2.0 * (1 + 2**-52), 3.0 * (1 - 2**-52)))
    with localcontext(prec=400):
        parts = [Decimal(v) * (Decimal(r1) / Decimal(r0)).ln() for v, r0, r1 in zip(x, *rates)]
        log_odds = (
            sum(parts, Decimal(0)) + sum(map(Decimal, rates[0])) - sum(map(Decimal, rates[1]))
        )
        truth = logistic(F(log_odds), log(p / (1 - p)))
    agree(PoissonNaiveBayes((0, 1), NAMES, (1 - p, p), rates).posterior(x), truth)


def test_an_explanation_with_contributions_beyond_floats() -> None:
    """Contributions of −5·10³⁰⁹ and 5·10³¹⁹ are shown as infinite; the exact sum decides."""
    a, b = ((0.0, 1e150), (1e-10, 1.0)), ((1e150, 0.0), (1.0, 1e-20))
    means, variances = zip(a, b)
    model = GaussianNaiveBayes((0, 1), NAMES, (0.5, 0.5), means, variances)
    why = model.explain([1e150, 1e150])
    assert (why.chosen, why.other, why.log_odds) == (0, 1, float("inf"))
    assert [gap for _, _, gap in why.contributions] == [float("-inf"), float("inf")]


def test_shared_variances_with_weights_beyond_floats() -> None:
    """The weight (μ₁ − μ₀) / σ² would be 10³⁵⁰: the posterior is computed from the densities."""
    means, s2 = ((0.0,), (1e200,)), (1e-150,)
    model = GaussianNaiveBayes((0, 1), ("x",), (0.25, 0.75), means, (s2, s2))
    assert model.linear_form() == ()
    agree(model.posterior([5e199]), 0.75)
    for x, y in [(4e199, 0), (6e199, 1), (1e300, 1)]:
        assert model.classify([x]) == y and model.predict([[x]] * 60) == [y] * 60
