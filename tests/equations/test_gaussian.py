"""Means, variances and Gaussian densities: equations (10) to (15) and their consequences."""

import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from fractions import Fraction as F
from functools import partial
from itertools import product
from math import exp, fsum, inf, log, nan, pi, ulp
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.oracle import dec, in_sixty_digits, ulps
from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.bayes import bayes_rule
from textbook_ml.equations.gaussian import (
    common_variance_mle,
    common_variance_mvue,
    conditional_mean,
    conditional_variance,
    gaussian_joint,
    gaussian_log_joint,
    gaussian_posterior,
    mean_map,
    mean_mle,
    mixture_pdf,
    normal_log_pdf,
    normal_pdf,
    pooled_variance_mle,
    pooled_variance_mvue,
    variance_mle,
    variance_mvue,
)
from textbook_ml.learning.statistics.moments import Moments

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
NOTHING: list[float] = []
near = partial(
    pytest.approx, abs=0.0
)  # without abs=0, approx also accepts an absolute error of 1e-12

numbers = st.integers(-60, 60).map(lambda n: F(n, 6))
positive = st.integers(1, 60).map(lambda n: F(n, 6))
samples = st.lists(numbers, min_size=1, max_size=6)
classes = st.lists(samples, min_size=1, max_size=4)
deviations = st.lists(st.floats(-100, 100), min_size=2, max_size=8)
offsets = st.sampled_from([0.0, 1e9, -1e12, 1e12])

Joint = dict[tuple[Fraction, str], Fraction]
Parameters = tuple[dict[str, float], dict[str, list[float]], dict[str, list[float]]]


@st.composite
def joints(draw: st.DrawFn) -> Joint:
    """A joint table of a number and a class, with exact probabilities."""
    cells = st.tuples(numbers, st.sampled_from("ab"))
    weights = draw(st.dictionaries(cells, st.integers(1, 9), min_size=1, max_size=6))
    return {cell: F(n, sum(weights.values())) for cell, n in weights.items()}


@st.composite
def gaussian_classes(draw: st.DrawFn) -> Parameters:
    """A prior, means and variances of three features in two or three classes."""
    names = draw(st.sampled_from(["ab", "abc"]))
    three = st.lists(st.floats(-8, 8), min_size=3, max_size=3)
    spread = st.lists(st.floats(0.25, 16), min_size=3, max_size=3)
    counts = {y: draw(st.integers(1, 9)) for y in names}
    prior = {y: n / sum(counts.values()) for y, n in counts.items()}
    return prior, {y: draw(three) for y in names}, {y: draw(spread) for y in names}


def expectation(joint: Mapping[tuple[Fraction, str], Fraction], power: int) -> Fraction:
    """E[Xᵖ], directly from the table."""
    return sum((x**power * p for (x, _), p in joint.items()), F(0))


def class_probabilities(joint: Joint) -> dict[str, Fraction]:
    """P(Y = y) of every class in the table."""
    labels = {y for _, y in joint}
    return {y: sum((p for (_, k), p in joint.items() if k == y), F(0)) for y in labels}


def plain_variance(xs: Sequence[Fraction]) -> Fraction:
    """The mean squared deviation from the mean."""
    centre = sum(xs, F(0)) / len(xs)
    return sum(((x - centre) ** 2 for x in xs), F(0)) / len(xs)


@in_sixty_digits
def exact_log_pdf(x: float, mu: float, sigma2: float) -> Decimal:
    """ln N(x; μ, σ²) in sixty digits."""
    return -((dec(x) - dec(mu)) ** 2) / (2 * dec(sigma2)) - oracle.ln(2 * PI * dec(sigma2)) / 2


@in_sixty_digits
def exact_log_joint(
    x: Sequence[float], prior_y: float, mu: Sequence[float], sigma2: Sequence[float]
) -> Decimal:
    """ln P(y) + Σ ln N(xᵢ; μᵢ, σᵢ²) in sixty digits."""
    return oracle.ln(prior_y) + sum(map(exact_log_pdf, x, mu, sigma2), Decimal(0))


@in_sixty_digits
def exact_posterior(x: Sequence[float], parameters: Parameters) -> dict[str, Decimal]:
    """Bayes' rule with normalised densities, in sixty digits."""
    prior, mu, sigma2 = parameters
    joint = {y: oracle.exp(exact_log_joint(x, prior[y], mu[y], sigma2[y])) for y in prior}
    return {y: p / sum(joint.values()) for y, p in joint.items()}


# The true distribution: (10) and (11).


def test_a_table_worked_by_hand() -> None:
    """Two classes with means 1 and 3, and variances 1 and 2."""
    joint = {(F(0), 0): F(1, 4), (F(2), 0): F(1, 4), (F(1), 1): F(1, 6), (F(4), 1): F(1, 3)}
    assert [conditional_mean(joint, y) for y in (0, 1)] == [1, 3]
    assert [conditional_variance(joint, y) for y in (0, 1)] == [1, 2]


@given(joints())
def test_law_of_total_expectation(joint: Joint) -> None:
    """The class means, weighted by the class probabilities, give the overall mean."""
    prior = class_probabilities(joint)
    assert sum(p * conditional_mean(joint, y) for y, p in prior.items()) == expectation(joint, 1)


@given(joints())
def test_law_of_total_variance(joint: Joint) -> None:
    """The variance is the variance within the classes plus the variance of their means."""
    mu = expectation(joint, 1)
    parts = [
        p * (conditional_variance(joint, y) + (conditional_mean(joint, y) - mu) ** 2)
        for y, p in class_probabilities(joint).items()
    ]
    assert sum(parts) == expectation(joint, 2) - mu**2


@given(joints(), numbers)
def test_the_conditional_mean_minimises_the_squared_error(joint: Joint, guess: Fraction) -> None:
    """The mean squared error of a guess is σ² plus its squared distance from μ."""
    for y, p_y in class_probabilities(joint).items():
        error = sum((x - guess) ** 2 * p for (x, k), p in joint.items() if k == y) / p_y
        gap = guess - conditional_mean(joint, y)
        assert error == conditional_variance(joint, y) + gap**2


@given(samples)
def test_the_estimates_are_the_moments_of_the_data(xs: list[Fraction]) -> None:
    """(13) and (14) are (10) and (11) of the table with probability 1/N for each example."""
    table = {(x, "a"): F(n, len(xs)) for x, n in Counter(xs).items()}
    assert mean_mle(xs) == conditional_mean(table, "a")
    assert variance_mle(xs, mean_mle(xs)) == conditional_variance(table, "a")


# Estimates of one class: (13), (14), (15).


@pytest.mark.parametrize(
    ("xs", "mean", "mle", "mvue"),
    [
        ([F(1), F(3), F(5)], 3, F(8, 3), 4),
        ([F(2), F(4), F(0)], 2, F(8, 3), 4),
        ([F(0), F(2)], 1, 1, 2),
        ([F(1), F(5)], 3, 4, 8),
    ],
)
def test_classes_worked_by_hand(
    xs: list[Fraction], mean: Fraction, mle: Fraction, mvue: Fraction
) -> None:
    """The estimates of two classes, with three and two examples, equal the hand computation."""
    mu = mean_mle(xs)
    assert (mu, variance_mle(xs, mu), variance_mvue(xs, mu)) == (mean, mle, mvue)


@given(samples, numbers, numbers)
def test_estimates_follow_a_change_of_scale(xs: list[Fraction], a: Fraction, b: Fraction) -> None:
    """The mean of aX + b is a times the mean plus b, and its variance a² times the variance."""
    moved = [a * x + b for x in xs]
    assert mean_mle(moved) == a * mean_mle(xs) + b
    assert variance_mle(moved, mean_mle(moved)) == a**2 * variance_mle(xs, mean_mle(xs))


@given(samples, numbers)
def test_variance_about_another_centre_is_larger(xs: list[Fraction], c: Fraction) -> None:
    """About any centre c, (14) grows by the squared distance of c from the mean."""
    mu = mean_mle(xs)
    assert variance_mle(xs, c) == plain_variance(xs) + (c - mu) ** 2


@given(st.lists(numbers, min_size=2, max_size=6))
def test_mvue_is_mle_times_n_over_n_less_one(xs: list[Fraction]) -> None:
    """(15) is (14) times N / (N − 1), and both agree with the standard library."""
    n, mu = len(xs), mean_mle(xs)
    assert variance_mvue(xs, mu) == variance_mle(xs, mu) * F(n, n - 1)
    assert variance_mvue(xs, mu) == statistics.variance(xs)
    assert variance_mle(xs, mu) == statistics.pvariance(xs)


@given(st.lists(numbers, min_size=2, max_size=6))
def test_mvue_is_half_the_mean_squared_difference(xs: list[Fraction]) -> None:
    """(15) is half the average of (x − x′)² over all pairs of examples."""
    n = len(xs)
    pairs = sum((a - b) ** 2 for a, b in product(xs, repeat=2))
    assert variance_mvue(xs, mean_mle(xs)) == pairs / (2 * n * (n - 1))


@given(st.lists(numbers, min_size=1, max_size=4), st.integers(2, 3))
def test_mvue_is_unbiased_and_mle_is_not(population: list[Fraction], n: int) -> None:
    """Averaged over every possible sample, (15) is the true variance and (14) is smaller."""
    draws = list(product(population, repeat=n))
    truth = plain_variance(population)
    assert mean_mle([variance_mvue(s, mean_mle(s)) for s in draws]) == truth
    assert mean_mle([variance_mle(s, mean_mle(s)) for s in draws]) == truth * F(n - 1, n)
    assert mean_mle([mean_mle(s) for s in draws]) == mean_mle(population)


def test_the_worked_bias_of_the_mle() -> None:
    """Three draws from 0, 1, 5, whose variance is 14/3: (14) averages 28/9."""
    draws = list(product([F(0), F(1), F(5)], repeat=3))
    assert mean_mle([variance_mle(s, mean_mle(s)) for s in draws]) == F(28, 9)
    assert mean_mle([variance_mvue(s, mean_mle(s)) for s in draws]) == F(14, 3)


# One variance for many classes.


def test_pooled_variances_worked_by_hand() -> None:
    """The features have variances 2 and 16/5, together 13/5; unbiased, the first has 10/3."""
    first, second = [[F(1), F(3), F(5)], [F(0), F(2)]], [[F(2), F(4), F(0)], [F(1), F(5)]]
    assert [pooled_variance_mle(groups) for groups in (first, second)] == [2, F(16, 5)]
    assert pooled_variance_mvue(first) == F(10, 3)
    assert common_variance_mle([first, second]) == F(13, 5)


@given(classes)
def test_pooled_variance_is_the_weighted_mean_of_the_classes(groups: list[list[Fraction]]) -> None:
    """The pooled variance weights the MLE of each class by its fraction of the examples."""
    n = sum(map(len, groups))
    parts = [F(len(xs), n) * variance_mle(xs, mean_mle(xs)) for xs in groups]
    assert pooled_variance_mle(groups) == sum(parts)


@given(classes, st.lists(numbers, min_size=4, max_size=4))
def test_pooled_variance_does_not_depend_on_class_means(
    groups: list[list[Fraction]], shifts: list[Fraction]
) -> None:
    """A shift of each class changes nothing, because deviations are from the class mean."""
    moved = [[x + shift for x in xs] for xs, shift in zip(groups, shifts)]
    assert pooled_variance_mle(moved) == pooled_variance_mle(groups)


@given(st.lists(numbers, min_size=2, max_size=3), numbers, st.integers(1, 2))
def test_pooled_mvue_is_unbiased(population: list[Fraction], shift: Fraction, n: int) -> None:
    """Averaged over all samples of two classes, division by N − K gives the variance exactly."""
    moved = [x + shift for x in population]
    draws = product(product(population, repeat=2), product(moved, repeat=n))
    estimates = [pooled_variance_mvue(groups) for groups in draws]
    assert mean_mle(estimates) == plain_variance(population)


@given(st.lists(st.tuples(samples, samples), min_size=1, max_size=3))
def test_common_variance_is_the_mean_over_the_features(
    table: list[tuple[list[Fraction], list[Fraction]]],
) -> None:
    """One variance for all features divides by n N: it is the mean of the pooled variances."""
    sizes = [min(len(groups[k]) for groups in table) for k in (0, 1)]
    features = [[xs[:size] for xs, size in zip(groups, sizes)] for groups in table]
    squares = sum(plain_variance(xs) * len(xs) for groups in features for xs in groups)
    assert common_variance_mle(features) == squares / (len(features) * sum(sizes))


# Floats: results are accurate at a large offset.


@given(deviations, offsets)
def test_float_variances_are_accurate_at_a_large_offset(ds: list[float], offset: float) -> None:
    """(14), (15) and the pooled variance stay within 2 ulp of the exact value at 1e12."""
    xs = [offset + d for d in ds]
    truth, n = plain_variance([F(x) for x in xs]), len(xs)
    mu = mean_mle(xs)
    assert ulps(variance_mle(xs, mu), truth) <= 2
    assert ulps(variance_mvue(xs, mu), truth * F(n, n - 1)) <= 2
    assert ulps(pooled_variance_mle([xs, xs]), truth) <= 2
    assert ulps(pooled_variance_mvue([xs, xs]), truth * F(n, n - 1)) <= 2
    assert ulps(common_variance_mle([[xs], [xs]]), truth) <= 2


@given(deviations, offsets, st.floats(-1, 1))
def test_float_variance_about_another_centre(ds: list[float], offset: float, gap: float) -> None:
    """If the given mean differs from the mean of the data, (14) uses the given one exactly."""
    xs, centre = [offset + d for d in ds], offset + gap
    if abs(F(centre) - mean_mle(list(map(F, xs)))) > 2 * ulp(centre):
        truth = sum(((F(x) - F(centre)) ** 2 for x in xs), F(0)) / len(xs)
        assert ulps(variance_mle(xs, centre), truth) <= 2


@given(st.lists(st.floats(-100, 100), min_size=2, max_size=5, unique=True), offsets)
def test_float_tables_are_accurate_at_a_large_offset(ds: list[float], offset: float) -> None:
    """(11) from a float table stays within 2 ulp of the exact value at 1e12."""
    xs = sorted({offset + d for d in ds})
    table = {(x, "a"): 1 / len(xs) for x in xs}
    probability = {F(x): F(p) for (x, _), p in table.items()}
    whole = sum(probability.values(), F(0))
    mu = sum((x * p for x, p in probability.items()), F(0)) / whole
    truth = sum(((x - mu) ** 2 * p for x, p in probability.items()), F(0)) / whole
    assert ulps(conditional_variance(table, "a"), truth) <= 2


# The same equations on additive moments.


@given(st.lists(st.lists(numbers, min_size=2, max_size=6), min_size=1, max_size=4))
def test_estimates_from_moments_equal_those_from_values(groups: list[list[Fraction]]) -> None:
    """(13), (14), (15), the pooled and the common variances accept Moments."""
    moments = [Moments.of(xs) for xs in groups]
    for xs, m in zip(groups, moments):
        assert mean_mle(m) == mean_mle(xs)
        assert variance_mle(m, mean_mle(m)) == variance_mle(xs, mean_mle(xs))
        assert variance_mvue(m, mean_mle(m)) == variance_mvue(xs, mean_mle(xs))
    assert pooled_variance_mle(moments) == pooled_variance_mle(groups)
    assert pooled_variance_mvue(moments) == pooled_variance_mvue(groups)
    assert common_variance_mle([moments, moments]) == common_variance_mle([groups, groups])
    assert common_variance_mvue([moments, moments]) == common_variance_mvue([groups, groups])


@given(st.lists(numbers, min_size=2, max_size=6), st.integers(2, 4))
def test_a_weight_of_k_counts_a_value_k_times(xs: list[Fraction], k: int) -> None:
    """A value with weight k has the same effect as k equal values."""
    weighted, repeated = Moments.of_weighted(xs, [F(k)] * len(xs)), xs * k
    assert mean_mle(weighted) == mean_mle(repeated)
    assert variance_mle(weighted, mean_mle(weighted)) == variance_mle(repeated, mean_mle(repeated))
    assert variance_mvue(weighted, mean_mle(weighted)) == variance_mvue(
        repeated, mean_mle(repeated)
    )


def test_missing_values_are_left_out_of_moments() -> None:
    """None is not an example: N counts the observed values."""
    m = Moments.of([1.0, None, 3.0])  # type: ignore[type-var]
    assert [mean_mle(m), variance_mle(m, F(2)), variance_mvue(m, F(2))] == [2, 1, 2]


@given(deviations, offsets)
def test_a_rounded_mean_does_not_change_the_variance_of_moments(
    ds: list[float], offset: float
) -> None:
    """(14) of Moments about the float mean is (14) about the exact mean."""
    m = Moments.of([offset + d for d in ds])
    assert variance_mle(cast(Any, m), float(mean_mle(m))) == variance_mle(m, mean_mle(m))


# A prior on the mean.


@given(samples, positive, numbers, positive)
def test_map_mean_is_between_the_average_and_the_prior_mean(
    xs: list[Fraction], sigma2: Fraction, prior_mean: Fraction, tau2: Fraction
) -> None:
    """The weight of the prior mean is σ² / (σ² + N τ²)."""
    average = mean_mle(xs)
    weight = sigma2 / (sigma2 + len(xs) * tau2)
    assert mean_map(xs, sigma2, prior_mean, tau2) == average + weight * (prior_mean - average)


@given(samples, samples, positive, numbers, positive)
def test_map_mean_can_be_updated_in_batches(
    first: list[Fraction],
    second: list[Fraction],
    sigma2: Fraction,
    prior_mean: Fraction,
    tau2: Fraction,
) -> None:
    """The posterior after one batch as the prior of the next gives the estimate of both."""
    middle = mean_map(first, sigma2, prior_mean, tau2)
    precision = 1 / tau2 + len(first) / sigma2
    at_once = mean_map(first + second, sigma2, prior_mean, tau2)
    assert mean_map(second, sigma2, middle, 1 / precision) == at_once


def test_map_mean_worked_by_hand() -> None:
    """Average 3, prior N(0, 2) and noise variance 4 give 9/5; without data, the prior mean."""
    assert mean_map([F(1), F(3), F(5)], F(4), F(0), F(2)) == F(9, 5)
    assert mean_map(NOTHING, 4.0, 7.0, 2.0) == 7


# The Gaussian density.


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.floats(1e-290, 1e300))
def test_normal_log_pdf_in_sixty_digits(x: float, mu: float, sigma2: float) -> None:
    """The log density is within 3 ulp of the larger of its two terms, which may cancel."""
    truth = exact_log_pdf(x, mu, sigma2)
    log_maximum = -oracle.ln(2 * PI * dec(sigma2)) / 2
    larger = max(abs(log_maximum), abs(truth - log_maximum), Decimal(1))
    assert abs(dec(normal_log_pdf(x, mu, sigma2)) - truth) <= 3 * dec(2.0**-52) * larger


@given(st.floats(-30, 30), st.floats(-1, 1), st.floats(0.01, 100))
def test_normal_pdf_in_sixty_digits(z: float, mu: float, sigma2: float) -> None:
    """The density is eᵗ; each of the four roundings of t is multiplied by t."""
    x = mu + z * sigma2**0.5
    truth = oracle.exp(exact_log_pdf(x, mu, sigma2))
    t = (x - mu) ** 2 / (2 * sigma2)
    assert ulps(normal_pdf(x, mu, sigma2), truth) <= 4 + 4 * t


@pytest.mark.parametrize("sigma2", [1e-320, 1e-300, 1e307, 1e308])
@pytest.mark.parametrize("z", [0.0, 0.5, 3.0])
def test_the_density_is_finite_at_any_scale(sigma2: float, z: float) -> None:
    """No intermediate result overflows for any variance that is a float."""
    x = z * sigma2**0.5
    truth = exact_log_pdf(x, 0.0, sigma2)
    # 3 ulp of the larger term, as above: the log constant is about 350, the exponent below 5.
    assert ulps(normal_log_pdf(x, 0.0, sigma2), truth) <= 4
    assert normal_pdf(x, 0.0, sigma2) == near(float(oracle.exp(truth)), rel=1e-13)


def test_normal_pdf_takes_a_variance_and_not_a_deviation() -> None:
    """N(3; 1, 4) is half of N(1; 0, 1), and agrees with the standard library's deviation 2."""
    assert normal_pdf(3.0, 1.0, 4.0) == normal_pdf(1.0, 0.0, 1.0) / 2
    assert ulps(normal_pdf(3.0, 1.0, 4.0), dec(0.12098536225957167)) <= 2
    assert ulps(normal_pdf(3.0, 1.0, 4.0), dec(statistics.NormalDist(1, 2).pdf(3))) <= 2


@given(st.floats(-5, 5), st.sampled_from([0.25, 0.5, 2.0, 8.0]))
def test_the_density_scales_and_is_symmetric(z: float, s: float) -> None:
    """N(s z; 0, s²) = N(z; 0, 1) / s = N(−s z; 0, s²): without rounding for powers of two."""
    assert normal_pdf(s * z, 0.0, s * s) == normal_pdf(z, 0.0, 1.0) / s
    assert normal_pdf(-s * z, 0.0, s * s) == normal_pdf(s * z, 0.0, s * s)


def test_the_density_integrates_to_one_with_its_mean_and_variance() -> None:
    """∫ p = 1, ∫ x p = μ and ∫ (x − μ)² p = σ²."""
    mu, sigma2, step = 1.5, 2.0, 0.5
    grid = [mu + step * i for i in range(-40, 41)]
    weights = [step * normal_pdf(x, mu, sigma2) for x in grid]
    # The error of the trapezoid rule is about 2 exp(−2π²σ²/h²) = 1e-68, plus rounding.
    assert fsum(weights) == pytest.approx(1, abs=2e-15)
    assert fsum(x * w for x, w in zip(grid, weights)) == pytest.approx(mu, abs=2e-15)
    squares = fsum((x - mu) ** 2 * w for x, w in zip(grid, weights))
    assert squares == pytest.approx(sigma2, abs=4e-15)


@given(st.lists(st.integers(-6, 6), min_size=2, max_size=6), st.floats(0.1, 2), st.booleans())
def test_the_estimates_maximise_the_likelihood(ns: list[int], step: float, up: bool) -> None:
    """Any other mean or variance has a smaller likelihood than (13) and (14)."""
    xs = [float(n) for n in ns]
    mu = mean_mle(xs)
    sigma2 = variance_mle(xs, mu)
    if sigma2 > 0:

        def log_likelihood(m: float, s2: float) -> float:
            return fsum(normal_log_pdf(x, m, s2) for x in xs)

        best = log_likelihood(mu, sigma2)
        factor = 1 + step if up else 1 / (1 + step)
        assert log_likelihood(mu + (step if up else -step), sigma2) < best
        assert log_likelihood(mu, sigma2 * factor) < best


# The classifier: joint, posterior, mixture.


def test_worked_joint_densities() -> None:
    """Priors 1/3 and 2/3, means 0 and 2, variance 1, at x = 1/2; and a row of two features."""
    assert gaussian_joint(0.5, 1 / 3, 0.0, 1.0) == near(0.11735510892143317, rel=1e-15)
    assert gaussian_joint(0.5, 2 / 3, 2.0, 1.0) == near(0.08634506377726116, rel=1e-15)
    row = exp(gaussian_log_joint([1.0, 2.0], 1 / 3, [0.0, 0.0], [1.0, 4.0]))
    assert row == near(0.009758305254053194, rel=1e-15)


@given(st.floats(-9, 9), st.floats(0, 1), st.floats(-9, 9), st.floats(0.1, 9))
def test_the_joint_is_prior_times_density(x: float, p: float, mu: float, sigma2: float) -> None:
    """p(x, y) = P(y) N(x; μ, σ²), and its logarithm is that of one row with one feature."""
    joint = gaussian_joint(x, p, mu, sigma2)
    assert joint == p * normal_pdf(x, mu, sigma2)
    if joint > 1e-300:  # smaller floats have fewer digits
        # t = ln p(x, y) has an error of 3 ulp, which e to the power t multiplies by |t|.
        assert exp(gaussian_log_joint([x], p, [mu], [sigma2])) == near(joint, rel=1e-12)


@given(gaussian_classes(), st.lists(st.floats(-8, 8), min_size=3, max_size=3))
def test_log_joint_in_sixty_digits(parameters: Parameters, x: list[float]) -> None:
    """ln P(y) + Σ ln N has an error of at most 4 ulp of the largest term."""
    for y, p in parameters[0].items():
        mu, sigma2 = parameters[1][y], parameters[2][y]
        truth = exact_log_joint(x, p, mu, sigma2)
        terms = [abs(log(p)), *(abs(normal_log_pdf(*f)) for f in zip(x, mu, sigma2)), 1.0]
        error = abs(dec(gaussian_log_joint(x, p, mu, sigma2)) - truth)
        assert error <= 4 * dec(2.0**-52) * dec(fsum(terms))


def test_a_class_that_never_occurs_has_a_log_joint_of_minus_infinity() -> None:
    """ln 0 is −∞; for a row without features the joint is the prior."""
    assert gaussian_log_joint([0.0], 0.0, [0.0], [1.0]) == -inf
    assert gaussian_log_joint(NOTHING, 0.25, NOTHING, NOTHING) == log(0.25)


@pytest.mark.parametrize(
    ("x", "prior", "mu", "sigma2", "expected"),
    [
        (0.5, (1 / 3, 2 / 3), (0.0, 2.0), (1.0, 1.0), 0.5761168847658291),
        (1.0, (0.5, 0.5), (0.0, 2.0), (1.0, 9.0), 0.6579490612710932),
    ],
)
def test_worked_posteriors(
    x: float,
    prior: tuple[float, float],
    mu: tuple[float, float],
    sigma2: tuple[float, float],
    expected: float,
) -> None:
    """With one and with two variances; ln σ is subtracted (one source text adds it)."""
    posterior = gaussian_posterior(
        [x],
        dict(zip("ab", prior)),
        {y: [m] for y, m in zip("ab", mu)},
        {y: [s2] for y, s2 in zip("ab", sigma2)},
    )
    assert posterior == near({"a": expected, "b": 1 - expected}, rel=1e-15)


@given(gaussian_classes(), st.lists(st.floats(-8, 8), min_size=3, max_size=3))
def test_the_posterior_is_bayes_rule_with_densities(parameters: Parameters, x: list[float]) -> None:
    """Bayes' rule on the joint densities; the constant cancels, and the sum is 1."""
    prior, mu, sigma2 = parameters
    densities = {y: exp(gaussian_log_joint(x, 1.0, mu[y], sigma2[y])) for y in prior}
    posterior = gaussian_posterior(x, prior, mu, sigma2)
    # A density above 1e-300 has a logarithm above −700; 4 ulp of 700 are 6e-13.
    assert posterior == pytest.approx(bayes_rule(prior, densities), rel=1e-12, abs=1e-300)
    assert fsum(posterior.values()) == pytest.approx(1, abs=1e-15)


@given(gaussian_classes(), st.floats(-1e4, 1e4), st.lists(st.floats(-8, 8), min_size=2, max_size=2))
def test_the_posterior_in_sixty_digits(
    parameters: Parameters, far: float, rest: list[float]
) -> None:
    """Up to 1e4 standard deviations away, the relative error is n 2⁻⁴⁴ for n = 7 terms."""
    x = [far, *rest]
    posterior = gaussian_posterior(x, *parameters)
    for y, truth in exact_posterior(x, parameters).items():
        t = abs(float(oracle.ln(truth)))
        if t < 700:
            assert abs(dec(posterior[y]) - truth) <= dec(7 * 2.0**-44) * truth
        else:
            assert posterior[y] < 1e-300


@pytest.mark.parametrize("x", [1e4, -1e4])
def test_the_posterior_is_finite_far_from_the_means(x: float) -> None:
    """At 1e4 standard deviations all densities underflow; the nearer class has probability 1."""
    prior, sigma2 = {"a": 0.5, "b": 0.5}, {"a": [1.0], "b": [1.0]}
    posterior = gaussian_posterior([x], prior, {"a": [1.0], "b": [-1.0]}, sigma2)
    assert posterior == ({"a": 1.0, "b": 0.0} if x > 0 else {"a": 0.0, "b": 1.0})


@given(st.floats(1e3, 1e4), st.floats(-1, 1), st.floats(-5e-4, 5e-4), st.booleans())
def test_the_posterior_is_accurate_far_from_the_means(
    far: float, mu: float, gap: float, left: bool
) -> None:
    """Two similar Gaussians at 1e4 standard deviations: the large squares cancel."""
    x, other = -far if left else far, mu + gap
    prior, sigma2 = {"a": 0.5, "b": 0.5}, {"a": [1.0], "b": [1.0]}
    posterior = gaussian_posterior([x], prior, {"a": [mu], "b": [other]}, sigma2)
    log_odds = ((F(x) - F(other)) ** 2 - (F(x) - F(mu)) ** 2) / 2
    assert ulps(posterior["a"], oracle.sigmoid(log_odds)) <= 8


@given(gaussian_classes(), st.lists(st.floats(-8, 8), min_size=3, max_size=3))
def test_the_mixture_sums_the_joint_densities(parameters: Parameters, x: list[float]) -> None:
    """p(x) = Σ P(y) Π N(xᵢ), in sixty digits."""
    prior, mu, sigma2 = parameters
    truth = sum(oracle.exp(exact_log_joint(x, prior[y], mu[y], sigma2[y])) for y in prior)
    # As above: 4 ulp of a logarithm of up to 700.
    assert mixture_pdf(x, *parameters) == pytest.approx(float(truth), rel=1e-12, abs=1e-300)


def test_a_worked_mixture() -> None:
    """The mixture ⅓ N(0, 1) + ⅔ N(3, 4) integrates to 1 and has mean 2 and variance 5."""
    prior, mu, sigma2 = {0: 1 / 3, 1: 2 / 3}, {0: [0.0], 1: [3.0]}, {0: [1.0], 1: [4.0]}
    assert mixture_pdf([1.0], prior, mu, sigma2) == near(0.16131381634609557, rel=1e-15)
    step = 0.25
    grid = [step * i for i in range(-80, 121)]
    weights = [step * mixture_pdf([x], prior, mu, sigma2) for x in grid]
    # The error of the trapezoid rule, 2 exp(−2π²σ²/h²), is below 1e-130, plus rounding.
    assert fsum(weights) == pytest.approx(1, abs=2e-15)
    assert fsum(x * w for x, w in zip(grid, weights)) == pytest.approx(2, abs=4e-15)
    assert fsum((x - 2) ** 2 * w for x, w in zip(grid, weights)) == pytest.approx(5, abs=1e-14)


# Errors.


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (lambda: mean_mle(NOTHING), "N = 0"),
        (lambda: mean_mle([1.0, nan]), "nan in .*, at position 1"),
        (lambda: mean_mle([inf, 1.0]), "inf in .*, at position 0"),
        (lambda: mean_mle([1e308, 1e308]), "larger than any float"),
        (lambda: variance_mle(NOTHING, 0.0), "N = 0"),
        (lambda: variance_mle([1.0, nan], 1.0), "nan in .*, at position 1"),
        (lambda: variance_mle([1.0, 2.0], nan), "nan"),
        (lambda: variance_mle([1e200, -1e200], 0.0), "larger than any float"),
        (lambda: variance_mvue([1.0], 1.0), r"N − 1, but N = 1\. Fix: use \(14\)"),
        (lambda: variance_mvue(NOTHING, 1.0), "N − 1, but N = 0"),
        (lambda: pooled_variance_mle([]), "at least 1 class"),
        (lambda: pooled_variance_mle([[1.0], NOTHING]), "no examples"),
        (lambda: pooled_variance_mle([[1.0, nan]]), "nan in .*, at position 1"),
        (lambda: pooled_variance_mvue([[1.0], [2.0]]), "N − K, but N = 2 and K = 2"),
        (lambda: pooled_variance_mvue([[1.0, 2.0, 3.0], NOTHING]), "no examples"),
        (lambda: common_variance_mle([]), "feature"),
        (lambda: common_variance_mle([[[1.0, 2.0]], [[1.0, 2.0, 9.0]]]), "sizes"),
        (lambda: conditional_mean({(1.0, "a"): 0.5}, "a"), "sums to 0.5"),
        (lambda: conditional_mean({(1.0, "a"): 1.0}, "b"), "class 'b' has probability 0"),
        (lambda: conditional_variance({(1.0, "a"): 1.0}, "b"), "class 'b' has probability 0"),
        (lambda: conditional_mean({(nan, "a"): 1.0}, "a"), "nan"),
        (lambda: conditional_variance({(inf, "a"): 1.0}, "a"), "inf"),
        (lambda: conditional_mean({(1.0, "a"): -0.5, (2.0, "a"): 1.5}, "a"), r"in \[0, 1\]"),
    ],
)
def test_estimates_of_invalid_data_are_errors(question: Callable[[], object], words: str) -> None:
    """No data, values that are not finite, and divisions by zero raise TextbookError."""
    with pytest.raises(TextbookError, match=words):
        question()


@pytest.mark.parametrize("sigma2", [0.0, -1.0, nan, inf])
def test_a_density_needs_a_positive_finite_variance(sigma2: float) -> None:
    """The message contains the invalid variance: zero, negative, infinite or NaN."""
    one = {"a": 1.0}
    questions: list[Callable[[], object]] = [
        lambda: normal_pdf(0.0, 0.0, sigma2),
        lambda: normal_log_pdf(0.0, 0.0, sigma2),
        lambda: gaussian_joint(0.0, 0.5, 0.0, sigma2),
        lambda: gaussian_log_joint([0.0], 0.5, [0.0], [sigma2]),
        lambda: mixture_pdf([0.0], one, {"a": [0.0]}, {"a": [sigma2]}),
        lambda: mean_map([0.0], sigma2, 0.0, 1.0),
        lambda: mean_map([0.0], 1.0, 0.0, sigma2),
        lambda: gaussian_posterior([0.0], one, {"a": [0.0]}, {"a": [sigma2]}),
    ]
    for question in questions:
        with pytest.raises(TextbookError, match=f"must be a finite variance above 0, got {sigma2}"):
            question()


@pytest.mark.parametrize("bad", [nan, inf, -inf])
def test_a_density_needs_finite_numbers(bad: float) -> None:
    """A value or a mean that is not finite is an error; the result is not NaN or 0."""
    one, zero, unit = {"a": 1.0}, {"a": [0.0]}, {"a": [1.0]}
    questions: list[Callable[[], object]] = [
        lambda: normal_pdf(bad, 0.0, 1.0),
        lambda: normal_pdf(0.0, bad, 1.0),
        lambda: normal_log_pdf(bad, 0.0, 1.0),
        lambda: normal_log_pdf(0.0, bad, 1.0),
        lambda: gaussian_joint(bad, 0.5, 0.0, 1.0),
        lambda: gaussian_log_joint([bad], 0.5, [0.0], [1.0]),
        lambda: mean_map([bad], 1.0, 0.0, 1.0),
        lambda: mean_map([0.0], 1.0, bad, 1.0),
        lambda: mixture_pdf([bad], one, zero, unit),
        lambda: gaussian_posterior([bad], one, zero, unit),
        lambda: gaussian_posterior([0.0], one, {"a": [bad]}, unit),
    ]
    for question in questions:
        with pytest.raises(TextbookError, match="finite"):
            question()


@pytest.mark.parametrize("p", [-0.5, 1.5, nan])
def test_a_joint_density_needs_a_probability(p: float) -> None:
    """A prior outside [0, 1] is an error."""
    with pytest.raises(TextbookError, match="probability"):
        gaussian_joint(0.0, p, 0.0, 1.0)
    with pytest.raises(TextbookError, match="probability"):
        gaussian_log_joint([0.0], p, [0.0], [1.0])


@pytest.mark.parametrize("rule", [gaussian_posterior, mixture_pdf])
def test_classifier_arguments_that_do_not_match_are_errors(rule: Callable[..., object]) -> None:
    """Priors that do not sum to 1, unknown classes, and rows of the wrong length."""
    zero, unit = {"a": [0.0], "b": [1.0]}, {"a": [1.0], "b": [1.0]}
    half = {"a": 0.5, "b": 0.5}
    for x, prior, mu, sigma2, words in (
        ([0.0], {"a": 0.5, "b": 0.6}, zero, unit, "sums to 1.1"),
        ([0.0], half, {"a": [0.0]}, unit, "same classes"),
        ([0.0], half, zero, {"a": [1.0]}, "same classes"),
        ([0.0, 1.0], half, zero, unit, "2 features and 1 mean and 1 variance"),
    ):
        with pytest.raises(TextbookError, match=words):
            rule(x, prior, mu, sigma2)


def test_a_density_too_large_for_a_float_is_an_error() -> None:
    """A product of 400 very large densities is above 1e308; its logarithm is a float."""
    zeros, thin = [0.0] * 400, [1e-300] * 400
    with pytest.raises(TextbookError, match="larger than any float"):
        mixture_pdf(zeros, {"a": 1.0}, {"a": zeros}, {"a": thin})
    log_maximum = -(log(2 * pi) + log(1e-300)) / 2  # of one density, within an ulp
    assert gaussian_log_joint(zeros, 1.0, zeros, thin) == near(400 * log_maximum, rel=1e-15)


def test_far_from_the_mean_the_density_is_zero_and_its_logarithm_an_error() -> None:
    """At 1e160 standard deviations e^(−5e319) rounds to 0, and −5e319 is not a float."""
    assert normal_pdf(1e160, 0.0, 1.0) == 0
    assert gaussian_joint(1e160, 0.5, 0.0, 1.0) == 0
    with pytest.raises(TextbookError, match="larger than any float"):
        normal_log_pdf(1e160, 0.0, 1.0)
    with pytest.raises(TextbookError, match="larger than any float"):
        gaussian_log_joint([1.7e154] * 3, 0.5, [0.0] * 3, [1.0] * 3)
