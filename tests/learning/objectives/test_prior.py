"""The Gaussian prior: its logarithm is the penalty, in every form of the source texts."""

from fractions import Fraction as F
from math import inf, isclose, nan
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.likelihood import (
    normal_log_prior,
    numerical_gradient,
    shifted_log_prior,
)
from textbook_ml.learning.objectives.prior import NormalPrior

# Eighths and powers of two: squares, sums and 1/κ² are floats exactly.
eighths = st.integers(-40, 40).map(lambda n: n / 8)
powers = st.integers(-3, 3).map(lambda n: 2.0**n)
weights = st.lists(st.tuples(eighths, eighths, st.one_of(st.just(inf), powers)), min_size=1)


def prior_and_weights(
    triples: list[tuple[float, float, float]],
) -> tuple[NormalPrior, list[float]]:
    w, mean, variance = zip(*triples)
    return NormalPrior(mean, variance), list(w)


@given(st.integers(0, 4), st.booleans(), powers)
def test_a_penalty_is_short_for_a_prior(n: int, penalise: bool, lam: float) -> None:
    """A penalty λ is a prior of mean 0 and variance 1/λ; penalising the intercept is optional."""
    prior = NormalPrior.ridge(lam, n, penalise)
    first = 1 / lam if penalise else inf
    assert prior == NormalPrior((0.0,) * (n + 1), (first, *[1 / lam] * n))
    assert prior.precision == (lam if penalise else 0.0, *[lam] * n)


@pytest.mark.parametrize("penalise", [True, False])
def test_a_penalty_of_zero_adds_nothing(penalise: bool) -> None:
    """λ = 0 means infinite variance for every weight: value and derivatives are zero."""
    prior = NormalPrior.ridge(0.0, 2, penalise)
    assert prior.variance == (inf, inf, inf)
    assert prior.log_density([1.0, -2.0, 1e200]) == 0.0
    assert prior.gradient([1.0, -2.0, 1e200]) == [0.0, 0.0, 0.0]
    assert prior.curvature([1.0, -2.0, 1e200]) == 0.0


@given(weights)
def test_density_gradient_and_curvature_are_their_formulas(
    triples: list[tuple[float, float, float]],
) -> None:
    """For exact numbers the results are −Σ (λ/2) (w − μ)², −λ (w − μ) and Σ λ d²."""
    prior, w = prior_and_weights(triples)
    lam = [F(0) if v == inf else 1 / F(v) for v in prior.variance]
    gaps = [F(a) - F(mu) for a, mu in zip(w, prior.mean)]
    assert prior.precision == tuple(map(float, lam))
    assert prior.log_density(w) == -sum(p / 2 * gap * gap for p, gap in zip(lam, gaps))
    assert prior.gradient(w) == [float(-p * gap) for p, gap in zip(lam, gaps)]
    assert prior.curvature(w) == sum(p * F(a) * F(a) for p, a in zip(lam, w))


@given(weights)
def test_the_gradient_is_the_derivative_of_the_density(
    triples: list[tuple[float, float, float]],
) -> None:
    """Central differences of the quadratic equal the gradient, except for rounding."""
    prior, w = prior_and_weights(triples)
    slopes = numerical_gradient(prior.log_density, w)
    # Values below 64000 are rounded by 2⁻³⁷ at most; the difference is divided by 2⁻¹⁶.
    assert prior.gradient(w) == pytest.approx(slopes, rel=0, abs=2e-6)


@given(st.lists(st.tuples(eighths, eighths), min_size=1, max_size=4), powers)
def test_the_log_density_is_that_of_the_equations_up_to_a_constant(
    pairs: list[tuple[float, float]], lam: float
) -> None:
    """The log density is ln P(w) − ln P(μ) of the equations, centred on 0 or on μ."""
    w, mean = zip(*pairs)
    everywhere = (1 / lam,) * len(w)
    shifted = shifted_log_prior(w, mean, lam) - shifted_log_prior(mean, mean, lam)
    centred = normal_log_prior(w, lam) - normal_log_prior([0.0] * len(w), lam)
    ours = NormalPrior(mean, everywhere).log_density(w)
    assert isclose(ours, shifted, rel_tol=1e-14, abs_tol=1e-12)
    ours = NormalPrior((0.0,) * len(w), everywhere).log_density(w)
    assert isclose(ours, centred, rel_tol=1e-14, abs_tol=1e-12)


def test_the_maximum_is_at_the_mean() -> None:
    """Density and gradient are 0 at the mean; one deviation away the log density is −½."""
    prior = NormalPrior(mean=(1.0, -2.0), variance=(4.0, 0.25))
    assert prior.log_density([1.0, -2.0]) == 0.0
    assert prior.gradient([1.0, -2.0]) == [0.0, 0.0]
    assert prior.log_density([3.0, -2.0]) == prior.log_density([1.0, -1.5]) == -0.5


def test_lists_are_stored_as_tuples() -> None:
    """Lists are copied to tuples, so the prior cannot be changed from outside."""
    mean = [0.0]
    prior = NormalPrior(cast(tuple[float, ...], mean), cast(tuple[float, ...], [1.0]))
    mean[0] = 7.0
    assert prior == NormalPrior((0.0,), (1.0,))


def test_rounding_a_weight_moves_the_gradient_by_its_precision() -> None:
    """The slack is 2⁻⁵² λ (|w| + |μ|), which is 3 for λ = 2⁵², w = 1 and μ = 2."""
    prior = NormalPrior((2.0, 2.0), (2.0**-52, inf))
    assert prior.rounding([1.0, 1.0]) == [3.0, 0.0]


def test_a_density_that_overflows_is_minus_infinity_or_rejected() -> None:
    """The square of 1e200 overflows: the log density is −∞, and only TextbookError is raised."""
    prior = NormalPrior.ridge(1.0, 1, penalise_intercept=True)
    assert prior.log_density([0.0, 1e200]) == -inf
    with pytest.raises(TextbookError, match="larger than any float"):
        prior.log_density([1.8e154, 1.8e154])


@pytest.mark.parametrize(
    ("mean", "variance", "telling"),
    [
        ((0.0,), (0.0,), "variance of weight 0 must be above 0, got 0.0"),
        ((0.0, 0.0), (1.0, -2.0), "variance of weight 1 must be above 0, got -2.0"),
        ((0.0,), (nan,), "variance of weight 0 must be above 0, got nan"),
        ((0.0,), (1e-320,), "weight 0 must be larger, got 1e-320"),
        ((nan,), (1.0,), "mean of weight 0 must be finite, got nan"),
        ((0.0, inf), (1.0, 1.0), "mean of weight 1 must be finite, got inf"),
        ((0.0,), (1.0, 1.0), "1 mean and 2 variances"),
    ],
)
def test_invalid_priors_are_rejected(
    mean: tuple[float, ...], variance: tuple[float, ...], telling: str
) -> None:
    """Variances must be positive, means finite, and both lists of the same length."""
    with pytest.raises(TextbookError, match=telling):
        NormalPrior(mean, variance)


@pytest.mark.parametrize("lam", [-1.0, nan, inf])
def test_invalid_penalties_are_rejected(lam: float) -> None:
    """A penalty λ must be finite and not negative."""
    with pytest.raises(TextbookError, match="λ must be"):
        NormalPrior.ridge(lam, 1, penalise_intercept=False)
