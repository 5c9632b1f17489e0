"""Equations (19) to (23): these generative models have logistic posteriors, with known weights."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction as F
from itertools import product
from math import inf, isclose, log, nan, prod, ulp
from typing import TypeVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests import oracle
from tests.oracle import dec, in_sixty_digits, ulps
from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.bayes import bayes_rule, naive_bayes_posterior
from textbook_ml.equations.bridge import (
    Weights,
    boolean_to_logistic,
    categorical_to_logistic,
    collected_squares,
    difference_of_squares,
    expanded_squares,
    gaussian_log_ratio,
    gda_to_logistic,
    gnb_log_odds,
    gnb_to_logistic,
    log_ratio_of_densities,
    mitchell_bias,
    mitchell_boolean_weights,
    mitchell_gnb_complement,
    mitchell_gnb_posterior,
    mitchell_gnb_weights,
    mitchell_weight,
    naive_log_odds,
    poisson_to_logistic,
    posterior_from_factors,
    posterior_from_log_odds,
    posterior_from_odds,
    prior_log_odds,
)
from textbook_ml.equations.discriminant import class_means, pooled_covariance
from textbook_ml.equations.gaussian import gaussian_posterior
from textbook_ml.equations.logistic import (
    linear_score,
    logistic_label,
    logistic_p1,
    mitchell_p0,
    mitchell_p1,
)

T = TypeVar("T", float, F)
Gaussians = tuple[list[float], list[float], list[float], list[float]]

probabilities = st.floats(0.01, 0.99)
eighths = st.integers(-40, 40).map(lambda n: n / 8)
rationals = st.builds(F, st.integers(-40, 40), st.integers(1, 12))
positives = st.builds(F, st.integers(1, 40), st.integers(1, 12))
powers_of_two = st.integers(-2, 3).map(lambda k: 2.0**k)
reals = st.floats(-5, 5)


def columns(*entries: st.SearchStrategy[T]) -> st.SearchStrategy[tuple[list[T], ...]]:
    """Lists of equal length, from one to four entries, one list for each strategy."""
    rows = st.lists(st.tuples(*entries), min_size=1, max_size=4)
    return rows.map(lambda rs: tuple(map(list, zip(*rs))))


# x, the means of class 0 and of class 1, and the variances that the classes share.
gaussians = columns(reals, reals, reals, st.floats(0.25, 8))
dyadic_gaussians = columns(eighths, eighths, eighths, powers_of_two)


def exact_log_ratio(*gaussian: Sequence[float | F]) -> F:
    """Σ ((x − μ₁)² − (x − μ₀)²) / 2σ² as an exact Fraction."""
    features = [tuple(map(F, of)) for of in zip(*gaussian)]
    return sum((((v - b) ** 2 - (v - a) ** 2) / (2 * s2) for v, a, b, s2 in features), F(0))


@in_sixty_digits
def posterior_by_densities(p1: float, gaussian: Gaussians) -> Decimal:
    """P(Y = 1 | x) by Bayes' rule from normal densities, without the common factor √2π."""
    x, *mu, sigma2 = gaussian

    def joint(prior: F, means: list[float]) -> Decimal:
        powers = [-((F(v) - F(m)) ** 2) / (2 * F(s2)) for v, m, s2 in zip(x, means, sigma2)]
        return dec(prior) * prod(oracle.exp(t) / dec(s2).sqrt() for t, s2 in zip(powers, sigma2))

    zero, one = joint(1 - F(p1), mu[0]), joint(F(p1), mu[1])
    return one / (zero + one)


@given(*[st.builds(F, st.integers(1, 49), st.just(50))] * 3)
def test_dividing_bayes_rule_by_its_numerator_changes_nothing(p1: F, one: F, zero: F) -> None:
    """1 / (1 + odds) is Bayes' rule, exactly."""
    posterior = bayes_rule({1: p1, 0: 1 - p1}, {1: one, 0: zero})[1]
    assert posterior_from_odds((1 - p1) * zero / (p1 * one)) == posterior
    assert posterior_from_odds(F(1, 2)) == F(2, 3)


@given(st.floats(-700, 700))
@in_sixty_digits
def test_the_posterior_can_be_written_with_the_log_odds(log_odds0: float) -> None:
    """With ln odds the posterior is the same within 3 ulp, and it never overflows."""
    odds0 = oracle.exp(log_odds0)
    assert ulps(posterior_from_log_odds(log_odds0), 1 / (1 + odds0)) <= 3
    assert (posterior_from_log_odds(1e4), posterior_from_log_odds(-1e4)) == (0.0, 1.0)


@given(probabilities, columns(probabilities, probabilities))
@in_sixty_digits
def test_equation_19_is_the_logarithm_of_the_naive_odds(
    p1: float, factors: tuple[list[float], list[float]]
) -> None:
    """Each term of the sum is within 2 ulp of the exact value, and so is the sum."""
    ratios = [(1 - F(p1)) / F(p1), *(F(a) / F(b) for a, b in zip(*factors))]
    terms = [oracle.ln(ratio) for ratio in ratios]
    error = abs(Decimal(naive_log_odds(p1, *factors)) - sum(terms))
    assert error <= Decimal(2.0**-51) * sum(map(abs, terms))


@given(probabilities, columns(probabilities, probabilities))
def test_equation_19_gives_the_naive_bayes_posterior(
    p1: float, factors: tuple[list[float], list[float]]
) -> None:
    """The sigmoid of (19) agrees with equation (2) in Fractions to twelve digits."""
    zeros, ones = factors
    exact_factors = {1: [F(p) for p in ones], 0: [F(p) for p in zeros]}
    truth = naive_bayes_posterior({1: F(p1), 0: 1 - F(p1)}, exact_factors)[1]
    by_logs = posterior_from_log_odds(naive_log_odds(p1, zeros, ones))
    assert isclose(by_logs, truth, rel_tol=1e-12)


def test_a_worked_naive_posterior() -> None:
    """Prior 2/3 and factors 3/4, 1/2 against 1/2, 1/2 give 3/4."""
    log_odds0 = naive_log_odds(2 / 3, [0.5, 0.5], [0.75, 0.5])
    assert isclose(posterior_from_log_odds(log_odds0), 0.75, rel_tol=1e-15)


@given(probabilities, columns(probabilities, probabilities), probabilities)
def test_a_feature_with_equal_factors_adds_nothing(
    p1: float, factors: tuple[list[float], list[float]], q: float
) -> None:
    """A factor that is the same in both classes does not change the log odds."""
    zeros, ones = factors
    assert naive_log_odds(p1, [*zeros, q], [*ones, q]) == naive_log_odds(p1, zeros, ones)


def test_two_thousand_tiny_factors_do_not_underflow() -> None:
    """(10⁻³⁰⁰)²⁰⁰⁰ is not a float, but the log odds of factors twice as large are −2000 ln 2."""
    log_odds0 = naive_log_odds(0.5, [1e-300] * 2000, [2e-300] * 2000)
    assert ulps(log_odds0, -2000 * oracle.ln(2.0)) <= 2


@given(columns(rationals, rationals, rationals, positives))
def test_lines_3_to_6_of_equation_20_are_equal(gaussian: tuple[list[F], ...]) -> None:
    """Every line of the derivation has the same value as a Fraction."""
    x, mu0, mu1, sigma2 = gaussian
    line_3 = difference_of_squares(x, mu0, mu1, sigma2)
    assert isinstance(line_3, F)
    assert line_3 == expanded_squares(x, mu0, mu1, sigma2)
    assert line_3 == collected_squares(x, mu0, mu1, sigma2)
    assert line_3 == gaussian_log_ratio(x, mu0, mu1, sigma2)
    assert line_3 == exact_log_ratio(x, mu0, mu1, sigma2)


@given(gaussians)
def test_line_1_of_equation_20_agrees_with_the_others(gaussian: Gaussians) -> None:
    """The log densities differ by line 6, up to the rounding of each."""
    x, mu0, mu1, sigma2 = gaussian
    largest = sum(((abs(v) + abs(a) + abs(b)) ** 2 / s2 + 9) for v, a, b, s2 in zip(*gaussian))
    # Each density is rounded five times; 9 bounds ½ |ln 2πσ²| from above.
    off = abs(F(log_ratio_of_densities(x, mu0, mu1, sigma2)) - exact_log_ratio(*gaussian))
    assert off <= 5 * 2**-53 * F(largest)


@given(
    columns(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9), st.floats(-1e9, 1e9), st.floats(1e-3, 1e3))
)
@example(([1e9 + 0.5, 0.0], [1e9, 3.0], [1e9 + 1, 1e9], [3.0, 0.1]))
def test_line_6_on_floats_is_rounded_once(gaussian: Gaussians) -> None:
    """Even with means of 1e9, line 6 is the float nearest to the exact value."""
    assert gaussian_log_ratio(*gaussian) == float(exact_log_ratio(*gaussian))


@given(dyadic_gaussians, eighths)
def test_the_log_ratio_is_a_straight_line_in_x(gaussian: Gaussians, t: float) -> None:
    """The slopes are the weights, the ratio is 0 midway, swapped classes change its sign."""
    x, mu0, mu1, sigma2 = gaussian
    middle = [(a + b) / 2 for a, b in zip(mu0, mu1)]
    here = gaussian_log_ratio(x, mu0, mu1, sigma2)
    weights = [mitchell_weight(*of) for of in zip(mu0, mu1, sigma2)]
    assert gaussian_log_ratio([v + t for v in x], mu0, mu1, sigma2) == here + t * sum(weights)
    assert gaussian_log_ratio(middle, mu0, mu1, sigma2) == 0
    assert gaussian_log_ratio(x, mu1, mu0, sigma2) == -here


@given(rationals, rationals, positives, rationals.filter(bool))
def test_a_weight_is_the_difference_of_means_over_the_variance(a: F, b: F, sigma2: F, c: F) -> None:
    """Equal means give 0, swapped classes change the sign, a unit c times larger divides by c."""
    assert mitchell_weight(a, a, sigma2) == 0
    assert mitchell_weight(b, a, sigma2) == -mitchell_weight(a, b, sigma2)
    assert mitchell_weight(c * a, c * b, c * c * sigma2) == mitchell_weight(a, b, sigma2) / c
    assert mitchell_weight(a, b, sigma2) * sigma2 == a - b


def test_the_worked_bridge_in_both_conventions() -> None:
    """π = 1/3, means (0, 1) and (2, −1), variances (1, 4): the chapter's numbers by hand."""
    p1, mu0, mu1, sigma2 = 1 / 3, [0.0, 1.0], [2.0, -1.0], [1.0, 4.0]
    assert [mitchell_weight(*of) for of in zip(mu0, mu1, sigma2)] == [-2, 0.5]
    assert isclose(mitchell_bias(p1, mu0, mu1, sigma2), log(2) + 2, rel_tol=1e-15)
    assert gaussian_log_ratio([0.5, 3.0], mu0, mu1, sigma2) == 2.5
    posterior = mitchell_gnb_posterior([0.5, 3.0], p1, mu0, mu1, sigma2)
    assert isclose(posterior, 0.039424422479462075, rel_tol=1e-14)
    weights = mitchell_gnb_weights(p1, mu0, mu1, sigma2)
    assert weights == Weights(mitchell_bias(p1, mu0, mu1, sigma2), (-2.0, 0.5))
    assert gnb_to_logistic(p1, mu0, mu1, sigma2).w == (2, -0.5)
    complement = mitchell_p0(weights.w0, weights.w, [0.5, 3.0])
    assert isclose(complement, 0.9605755775205379, rel_tol=1e-14)


@given(dyadic_gaussians, eighths)
def test_with_equal_priors_the_intercept_is_exact(gaussian: Gaussians, t: float) -> None:
    """π = ½ adds 0; adding t to all means adds −t Σ wᵢ to the intercept, without rounding."""
    _, mu0, mu1, sigma2 = gaussian
    bias = mitchell_bias(0.5, mu0, mu1, sigma2)
    weights = [mitchell_weight(*of) for of in zip(mu0, mu1, sigma2)]
    moved = mitchell_bias(0.5, [a + t for a in mu0], [b + t for b in mu1], sigma2)
    assert bias == exact_log_ratio([0.0] * len(mu0), mu0, mu1, sigma2)
    assert moved == bias - t * sum(weights)
    assert mitchell_bias(0.5, mu0, [-a for a in mu0], sigma2) == 0


@given(probabilities, columns(*[st.floats(1e9 - 10, 1e9 + 10)] * 2, st.floats(0.25, 8)))
@example(0.25, ([1e9, 1e9 + 0.5], [1e9 + 0.5, 1e9], [3.0, 3.0]))
@in_sixty_digits
def test_the_intercept_is_accurate_for_means_of_a_billion(
    p1: float, parameters: tuple[list[float], list[float], list[float]]
) -> None:
    """Squares of 1e18 cancel in the intercept; the error is 3 ulp of its larger part."""
    mu0, mu1, sigma2 = parameters
    prior = oracle.ln((1 - F(p1)) / F(p1))
    squares = exact_log_ratio([0.0] * len(mu0), mu0, mu1, sigma2)
    unit = F(2) ** -52 * max(abs(F(prior)), abs(squares))
    truth = F(prior) + squares
    assert abs(F(mitchell_bias(p1, mu0, mu1, sigma2)) - truth) <= 3 * unit
    assert abs(F(gnb_to_logistic(p1, mu0, mu1, sigma2).w0) + truth) <= 3 * unit


@given(probabilities, gaussians)
def test_the_posterior_of_gaussian_naive_bayes_is_the_sigmoid_of_the_derived_weights(
    p1: float, gaussian: Gaussians
) -> None:
    """Bayes' rule with densities, (21), (22) and the second convention agree to 1e-12."""
    x, mu0, mu1, sigma2 = gaussian
    # The exponent is at most about 1,600 here, so its rounding error is 1e-13.
    truth = float(posterior_by_densities(p1, gaussian))
    theirs = mitchell_gnb_weights(p1, mu0, mu1, sigma2)
    derived = gnb_to_logistic(p1, mu0, mu1, sigma2)
    by_gaussian = gaussian_posterior(
        x, {0: 1 - p1, 1: p1}, {0: mu0, 1: mu1}, {0: sigma2, 1: sigma2}
    )
    assert isclose(mitchell_gnb_posterior(x, p1, mu0, mu1, sigma2), truth, rel_tol=1e-12)
    assert isclose(mitchell_p1(theirs.w0, theirs.w, x), truth, rel_tol=1e-12)
    assert derived == -theirs
    assert isclose(logistic_p1(derived.w0, derived.w, x), truth, rel_tol=1e-12)
    assert isclose(by_gaussian[1], truth, rel_tol=1e-12)
    p0 = mitchell_p0(theirs.w0, theirs.w, x)
    assert isclose(p0, 1 - truth, rel_tol=1e-12, abs_tol=1e-15)


@given(dyadic_gaussians)
def test_the_derived_weights_choose_the_nearer_mean(gaussian: Gaussians) -> None:
    """With equal priors the score is positive if the mean of class 1 is nearer; ties give 0."""
    x, mu0, mu1, sigma2 = gaussian
    weights = gnb_to_logistic(0.5, mu0, mu1, sigma2)
    to_0, to_1 = (
        sum((F(v) - F(m)) ** 2 / F(s2) for v, m, s2 in zip(x, mu, sigma2)) for mu in (mu0, mu1)
    )
    assert logistic_label(weights.w0, weights.w, x) == (1 if to_1 < to_0 else 0)


@given(probabilities, gaussians, st.lists(st.floats(0.25, 8), min_size=4, max_size=4))
@in_sixty_digits
def test_the_log_odds_with_variances_of_each_class(
    p1: float, gaussian: Gaussians, variances: list[float]
) -> None:
    """The log odds equal ln(π N₁ / (1 − π) N₀), up to the rounding of the log densities."""
    x, mu0, mu1, sigma2 = gaussian
    other = variances[: len(x)]
    features = [tuple(map(F, of)) for of in zip(x, mu0, sigma2, mu1, other)]
    squares = [(v - a) ** 2 / (2 * s) - (v - b) ** 2 / (2 * t) for v, a, s, b, t in features]
    halves = [oracle.ln(s / t) / 2 for _, _, s, _, t in features]
    truth = oracle.ln(F(p1) / (1 - F(p1))) + dec(sum(squares, F(0))) + sum(halves)
    largest = sum(((abs(v) + abs(a) + abs(b)) ** 2 / min(s, t) + 9) for v, a, s, b, t in features)
    off = abs(Decimal(gnb_log_odds(x, p1, (mu0, mu1), (sigma2, other))) - truth)
    assert off <= dec(6 * 2**-53 * (largest + 5))


@pytest.mark.parametrize(("v0", "v1", "second_difference"), [(2.0, 2.0, 0.0), (1.0, 4.0, 0.75)])
def test_only_equal_variances_make_the_log_odds_linear(
    v0: float, v1: float, second_difference: float
) -> None:
    """The second difference of −(x − 1)²/8 + x²/2 is 3/4; with equal variances it is 0."""
    at = [gnb_log_odds([x], 0.5, ([0.0], [1.0]), ([v0], [v1])) for x in (0.0, 1.0, 2.0)]
    assert isclose(at[2] - 2 * at[1] + at[0], second_difference, rel_tol=1e-15, abs_tol=1e-15)


def test_negating_weights_twice_gives_them_back() -> None:
    """The negative of Weights has a negated intercept and negated weights."""
    weights = Weights(1.5, (2.0, -3.0))
    assert -weights == Weights(-1.5, (-2.0, 3.0))
    assert -(-weights) == weights


@given(probabilities, columns(probabilities, probabilities))
def test_boolean_naive_bayes_is_logistic_on_every_input(
    p1: float, thetas: tuple[list[float], list[float]]
) -> None:
    """For all 2ⁿ inputs the sigmoid is Bayes' rule in Fractions, in both conventions."""
    theta0, theta1 = ([F(t) for t in theta] for theta in thetas)
    ours, theirs = boolean_to_logistic(p1, *thetas), mitchell_boolean_weights(p1, *thetas)
    assert theirs == -ours
    for bits in product((0.0, 1.0), repeat=len(theta0)):
        factors = {
            y: [t if bit else 1 - t for t, bit in zip(theta, bits)]
            for y, theta in ((0, theta0), (1, theta1))
        }
        truth = naive_bayes_posterior({0: 1 - F(p1), 1: F(p1)}, factors)[1]
        assert isclose(logistic_p1(ours.w0, ours.w, bits), truth, rel_tol=1e-12)
        assert isclose(mitchell_p1(theirs.w0, theirs.w, bits), truth, rel_tol=1e-12)
        score = linear_score(ours.w0, ours.w, bits)
        if abs(score) > 1e-12:  # else a tie, up to rounding
            assert logistic_label(ours.w0, ours.w, bits) == (1 if 2 * truth > 1 else 0)


@given(probabilities, probabilities, probabilities)
@example(0.5, 0.3, 0.3 + 2.0**-40)
@in_sixty_digits
def test_a_boolean_weight_is_the_log_odds_ratio(p1: float, zero: float, one: float) -> None:
    """The weight is within 3 ulp, even if the two parameters are nearly equal."""
    a, b = F(zero), F(one)
    terms = [oracle.ln(F(p1) / (1 - F(p1))), oracle.ln((1 - b) / (1 - a))]
    weights = boolean_to_logistic(p1, [zero], [one])
    assert ulps(weights.w[0], oracle.ln(b * (1 - a) / (a * (1 - b)))) <= 3
    assert abs(Decimal(weights.w0) - sum(terms)) <= Decimal(2.0**-51) * sum(map(abs, terms))


def test_the_worked_boolean_bridge() -> None:
    """π = 1/3, θ₁ = (3/4, 1/5), θ₀ = (1/2, 2/3): w = (ln 3, −ln 8), w₀ = ln 0.6, and 9/14."""
    weights = boolean_to_logistic(1 / 3, [1 / 2, 2 / 3], [3 / 4, 1 / 5])
    assert isclose(weights.w0, log(0.6), rel_tol=1e-15)
    assert isclose(weights.w[0], log(3), rel_tol=1e-15)
    assert isclose(weights.w[1], -log(8), rel_tol=1e-15)
    assert isclose(logistic_p1(weights.w0, weights.w, [1.0, 0.0]), 9 / 14, rel_tol=1e-15)


@given(probabilities, *[st.integers(1, 31).map(lambda n: n / 32)] * 2)
def test_coding_a_boolean_feature_the_other_way_negates_its_weight(
    p1: float, zero: float, one: float
) -> None:
    """With 1 − X for X the weight changes sign, and its old value is added to the intercept."""
    plain = boolean_to_logistic(p1, [zero], [one])
    flipped = boolean_to_logistic(p1, [1 - zero], [1 - one])
    assert isclose(flipped.w[0], -plain.w[0], rel_tol=1e-15)
    assert isclose(flipped.w0, plain.w0 + plain.w[0], rel_tol=1e-14, abs_tol=1e-14)
    assert boolean_to_logistic(p1, [one], [one]) == Weights(prior_log_odds(p1), (0.0,))


distributions = st.lists(st.integers(1, 9), min_size=3, max_size=3).map(
    lambda counts: {value: F(c, sum(counts)) for value, c in zip("abc", counts)}
)


@given(probabilities, *[st.lists(distributions, min_size=2, max_size=2)] * 2)
def test_discrete_naive_bayes_is_linear_in_indicators(
    p1: float, theta0: list[dict[str, F]], theta1: list[dict[str, F]]
) -> None:
    """Intercept plus weights of the observed values gives Bayes' rule for every combination."""
    floats = [[{v: float(p) for v, p in t.items()} for t in theta] for theta in (theta0, theta1)]
    bias, tables = categorical_to_logistic(p1, *floats)
    for values in product("abc", repeat=2):
        factors = {
            y: [t[v] for t, v in zip(theta, values)] for y, theta in ((0, theta0), (1, theta1))
        }
        truth = naive_bayes_posterior({0: 1 - F(p1), 1: F(p1)}, factors)[1]
        score = bias + sum(table[v] for table, v in zip(tables, values))
        assert isclose(logistic_p1(score, [], []), truth, rel_tol=1e-12)


@given(probabilities, probabilities, probabilities)
def test_a_boolean_feature_is_a_discrete_one_of_two_values(
    p1: float, zero: float, one: float
) -> None:
    """The weight of a Boolean feature is the difference of its two indicator weights."""
    bias, [table] = categorical_to_logistic(p1, [{1: zero, 0: 1 - zero}], [{1: one, 0: 1 - one}])
    weights = boolean_to_logistic(p1, [zero], [one])
    assert bias == prior_log_odds(p1)
    # 1 − θ is rounded in the table: an error of up to 2⁻⁵⁴ / 0.01 in a logarithm.
    assert isclose(table[1] - table[0], weights.w[0], rel_tol=1e-13, abs_tol=1e-13)
    assert isclose(bias + table[0], weights.w0, rel_tol=1e-13, abs_tol=1e-13)


def test_three_values_coded_as_numbers_have_no_linear_log_odds() -> None:
    """No straight line is positive at 1 and negative at 0 and 2."""
    _, [w] = categorical_to_logistic(
        0.5, [{0: 9 / 20, 1: 1 / 10, 2: 9 / 20}], [{0: 1 / 10, 1: 8 / 10, 2: 1 / 10}]
    )
    assert w[0] < 0 < w[1] and w[2] < 0
    assert isclose(w[1], log(8), rel_tol=1e-15) and isclose(w[0], -log(4.5), rel_tol=1e-15)
    assert w[1] > (w[0] + w[2]) / 2


@given(
    probabilities,
    columns(st.floats(0.1, 9), st.floats(0.1, 9)),
    st.lists(st.integers(0, 20), min_size=4, max_size=4),
)
@in_sixty_digits
def test_poisson_counts_give_a_logistic_posterior(
    phi: float, rates: tuple[list[float], list[float]], counts: list[int]
) -> None:
    """Bayes' rule with Poisson probabilities gives the logistic posterior, to twelve digits."""
    rates0, rates1 = rates
    ks = counts[: len(rates0)]

    def joint(prior: F, means: list[float]) -> Decimal:
        return dec(prior) * prod(oracle.exp(-m) * dec(m) ** k for m, k in zip(means, ks))

    zero, one = joint(1 - F(phi), rates0), joint(F(phi), rates1)
    weights = poisson_to_logistic(phi, rates0, rates1)
    posterior = logistic_p1(weights.w0, weights.w, list(map(float, ks)))
    assert isclose(posterior, float(one / (zero + one)), rel_tol=1e-12)


def test_the_worked_poisson_bridge() -> None:
    """Rates 2 and 5, φ = 1/4: weight ln 2.5, intercept −3 − ln 3, and 0.3933 at a count of 4."""
    weights = poisson_to_logistic(0.25, [2.0], [5.0])
    assert isclose(weights.w0, -3 - log(3), rel_tol=1e-15)
    assert isclose(weights.w[0], log(2.5), rel_tol=1e-15)
    assert isclose(logistic_p1(weights.w0, weights.w, [4.0]), 0.3933029574804748, rel_tol=1e-14)
    assert poisson_to_logistic(0.5, [2.0], [2.0]) == Weights(0.0, (0.0,))


# Positive definite, neither diagonal nor nearly singular.
SIGMA = [[2.0, 0.5], [0.5, 1.0]]
pairs = st.lists(reals, min_size=2, max_size=2)


@given(probabilities, pairs, pairs, pairs)
@in_sixty_digits
def test_the_posterior_of_discriminant_analysis_is_logistic(
    phi: float, x: list[float], mu0: list[float], mu1: list[float]
) -> None:
    """The posterior agrees to twelve digits with Bayes' rule on the bivariate densities."""

    def distance2(mu: list[float]) -> F:
        a, b = (F(v) - F(m) for v, m in zip(x, mu))
        return (a * a - a * b + 2 * b * b) / F(7, 4)  # the inverse of SIGMA, |Σ| = 7/4

    log_odds1 = oracle.ln(F(phi) / (1 - F(phi))) + dec((distance2(mu0) - distance2(mu1)) / 2)
    weights = gda_to_logistic(phi, mu0, mu1, SIGMA)
    assert isclose(
        logistic_p1(weights.w0, weights.w, x), float(oracle.sigmoid(log_odds1)), rel_tol=1e-12
    )
    swapped = gda_to_logistic(0.5, mu1, mu0, SIGMA)
    assert swapped == -gda_to_logistic(0.5, mu0, mu1, SIGMA)


@given(probabilities, dyadic_gaussians)
def test_a_diagonal_covariance_is_naive_bayes(phi: float, gaussian: Gaussians) -> None:
    """With independent features discriminant analysis has the weights of (22)."""
    _, mu0, mu1, sigma2 = gaussian
    diagonal = [[s2 if i == j else 0.0 for j in range(len(sigma2))] for i, s2 in enumerate(sigma2)]
    assert gda_to_logistic(phi, mu0, mu1, diagonal) == gnb_to_logistic(phi, mu0, mu1, sigma2)


@given(pairs, pairs)
def test_with_equal_priors_the_boundary_passes_midway(mu0: list[float], mu1: list[float]) -> None:
    """The point midway between the means has score 0, also for means of 1e9."""
    for offset in (0.0, 1e9):
        a, b = ([m + offset for m in mu] for mu in (mu0, mu1))
        weights = gda_to_logistic(0.5, a, b, SIGMA)
        middle = [(F(p) + F(q)) / 2 for p, q in zip(a, b)]
        score = linear_score(F(weights.w0), list(map(F, weights.w)), middle)
        assert abs(score) <= F(ulp(weights.w0)) / 2


def test_the_worked_discriminant_analysis() -> None:
    """Five points give θ = (1, −5/16) and θ₀ = −0.81328; the posterior at (1, 2) is 0.39215."""
    rows = [[1.0, 2.0], [3.0, 4.0], [5.0, 0.0], [0.0, 1.0], [2.0, 5.0]]
    labels = [1, 1, 1, 0, 0]
    mu = class_means(rows, labels)
    weights = gda_to_logistic(3 / 5, mu[0], mu[1], pooled_covariance(rows, labels))
    assert weights.w == pytest.approx((1, -5 / 16), rel=1e-15, abs=0.0)
    assert isclose(weights.w0, -0.8132848918918356, rel_tol=1e-15)
    posterior = logistic_p1(weights.w0, weights.w, [1.0, 2.0])
    assert isclose(posterior, 0.39214972097823886, rel_tol=1e-14)


@given(st.floats(0, 1, exclude_min=True, exclude_max=True))
@example(0.5 + 2.0**-50)
@in_sixty_digits
def test_the_prior_log_odds_are_good_to_3_ulp(p1: float) -> None:
    """ln(π / (1 − π)) is accurate for every prior between 0 and 1, also near one half."""
    assert ulps(prior_log_odds(p1), oracle.ln(F(p1) / (1 - F(p1)))) <= 3


ONE = [1.0]
ZEROS, ONES, HUGE = [0.0, 0.0], [1.0, 1.0], [1e300, 1e300]


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (lambda: posterior_from_odds(-1.0), "-1.0"),
        (lambda: posterior_from_odds(nan), "nan"),
        (lambda: naive_log_odds(0.0, ONE, ONE), "P.Y = 1. must be above 0 and below 1, got 0.0"),
        (lambda: naive_log_odds(1.5, ONE, ONE), "1.5"),
        (lambda: naive_log_odds(0.5, [0.0], ONE), "smooth"),
        (lambda: naive_log_odds(0.5, [nan], ONE), "nan"),
        (lambda: naive_log_odds(0.5, [inf], ONE), "inf"),
        (lambda: naive_log_odds(0.5, ONE, []), "must be equal"),
        (lambda: log_ratio_of_densities(ONE, ONE, ONE, [0.0]), "variance"),
        (lambda: difference_of_squares(ONE, ONE, ONE, []), "must be equal"),
        (lambda: difference_of_squares([nan], ONE, ONE, ONE), "nan"),
        (lambda: expanded_squares(ONE, ONE, ONE, [-1.0]), "variance"),
        (lambda: collected_squares(ONE, [inf], ONE, ONE), "finite"),
        (lambda: gaussian_log_ratio([nan], ONE, ONE, ONE), "nan"),
        (lambda: gaussian_log_ratio(ONE, ONE, [], ONE), "must be equal"),
        (lambda: gaussian_log_ratio([1e200], [0.0], [1e200], ONE), "larger than any float"),
        (lambda: mitchell_weight(F(1), F(2), F(0)), "variance"),
        (lambda: mitchell_weight(1.0, 2.0, nan), "variance"),
        (lambda: mitchell_weight(nan, 2.0, 1.0), "nan"),
        (lambda: mitchell_weight(1e300, -1e300, 1e-300), "larger than any float"),
        (lambda: mitchell_bias(1.0, ONE, ONE, ONE), "must be above 0 and below 1"),
        (lambda: mitchell_bias(0.5, [nan], ONE, ONE), "nan"),
        (lambda: mitchell_bias(0.5, ONE, ONE, [0.0]), "variance"),
        (lambda: mitchell_bias(0.5, [1e200], ONE, ONE), "larger than any float"),
        (lambda: mitchell_gnb_posterior(ONE, 0.0, ONE, ONE, ONE), "must be above 0 and below 1"),
        (lambda: gnb_to_logistic(0.5, ONE, [1.0, 2.0], ONE), "must be equal"),
        (lambda: gnb_log_odds(ONE, 0.5, (ONE, ONE), (ONE, [0.0])), "variance"),
        (lambda: gnb_log_odds(ONE, 0.5, ([1.0, 2.0], ONE), (ONE, ONE)), "must be equal"),
        (lambda: gnb_log_odds([inf], 0.5, ([0.0], ONE), (ONE, [2.0])), "inf"),
        (lambda: gnb_log_odds([1.8e154] * 2, 0.5, (ZEROS, ZEROS), (ONES, HUGE)), "than any float"),
        (lambda: boolean_to_logistic(0.5, [0.0], [0.5]), "θ = 0.0 gives an infinite weight"),
        (lambda: mitchell_boolean_weights(0.5, [0.5], [1.0]), "θ = 1.0 gives an infinite weight"),
        (lambda: boolean_to_logistic(0.5, [nan], [0.5]), "nan"),
        (lambda: boolean_to_logistic(0.5, [0.5], []), "must be equal"),
        (lambda: categorical_to_logistic(0.5, [{"a": 0.0}], [{"a": 1.0}]), "'a'.*smooth"),
        (lambda: categorical_to_logistic(0.5, [{"a": 0.5, "b": 0.5}], [{"a": 1.0}]), "values"),
        (lambda: categorical_to_logistic(0.5, [{"a": 1.0}], [{"a": 0.5, "b": 0.5}]), "values"),
        (lambda: categorical_to_logistic(0.5, [{"a": 0.5}], [{"a": 1.0}]), "sums? to"),
        (lambda: categorical_to_logistic(0.5, [{"a": 1.0}], []), "must be equal"),
        (lambda: poisson_to_logistic(0.5, [0.0], ONE), "must be above 0, got 0.0"),
        (lambda: poisson_to_logistic(0.5, [inf], ONE), "inf"),
        (lambda: poisson_to_logistic(0.5, [1.7e308] * 2, ONES), "larger than any float"),
        (lambda: poisson_to_logistic(0.5, ONE, []), "must be equal"),
        (lambda: gda_to_logistic(0.5, ZEROS, ONES, [ONES, ONES]), "positive definite"),
        (lambda: gda_to_logistic(0.5, ZEROS, ONES, [[1.0, 0.5], [0.4, 1.0]]), "symmetric"),
        (lambda: gda_to_logistic(0.5, [0.0], [1.0], [[1.0, 0.0], [0.0, 1.0]]), "must be equal"),
        (lambda: gda_to_logistic(0.5, [nan], ONE, [ONE]), "nan"),
    ],
)
def test_input_without_a_result_is_an_error(question: Callable[[], object], message: str) -> None:
    """Zero factors, a single class, variance 0 and unequal lengths raise TextbookError."""
    with pytest.raises(TextbookError, match=message):
        question()


chances = st.fractions(F(1, 10), F(9, 10), max_denominator=20)


@given(chances, st.lists(st.tuples(chances, chances), min_size=1, max_size=6))
def test_equation_19_is_the_naive_bayes_posterior(p1: F, pairs: list[tuple[F, F]]) -> None:
    """The posterior, not the exponent, agrees with the exact product form within rounding."""
    zeros, ones = [a for a, _ in pairs], [b for _, b in pairs]
    exact = naive_bayes_posterior({0: 1 - p1, 1: p1}, {0: zeros, 1: ones})[1]
    found = posterior_from_factors(float(p1), list(map(float, zeros)), list(map(float, ones)))
    assert isclose(found, exact, rel_tol=1e-13)


def test_equation_19_of_the_catalogue() -> None:
    """P(Y = 1) = 2/3, factors 3/4 · 1/2 against 1/2 · 1/2: the posterior is 3/4."""
    assert isclose(posterior_from_factors(2 / 3, [0.5, 0.5], [0.75, 0.5]), 3 / 4, rel_tol=1e-15)


def test_the_complement_of_equation_23() -> None:
    """(23) equals a known value, and (22) and (23) add up to 1."""
    arguments = ([0.5, 3.0], 1 / 3, [0.0, 1.0], [2.0, -1.0], [1.0, 4.0])
    found = mitchell_gnb_complement(*arguments)
    assert isclose(found, 0.9605755775205379, rel_tol=1e-14)
    assert isclose(found + mitchell_gnb_posterior(*arguments), 1.0, rel_tol=1e-15)
