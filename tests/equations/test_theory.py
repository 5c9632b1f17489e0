"""Sections 1.1 and 4: closed forms, compared with enumeration and hand calculation."""

from collections.abc import Callable, Sequence
from fractions import Fraction as F
from itertools import product
from math import ceil, e, erf, erfc, exp, inf, isclose, log, nan, sqrt
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests import oracle
from tests.oracle import in_sixty_digits, ulps
from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.gaussian import mean_mle, variance_mle, variance_mvue
from textbook_ml.equations.theory import (
    binomial_within,
    coupon_collector_mean,
    examples_for_half_width,
    expected_estimate,
    gaussian_naive_bayes_examples,
    hoeffding_examples,
    interval_half_width,
    logistic_error_gap,
    naive_bayes_examples,
    normal_quantile,
    parameter_examples,
    shatters,
    unseen_event_bound,
    unseen_share,
    vc_dimension_of_halfspaces,
)

HALF = F(1, 2)
probabilities = st.floats(0.01, 0.99)
rationals = st.builds(F, st.integers(0, 12), st.just(12))


@given(rationals, st.integers(1, 6), rationals)
def test_the_exact_probability_is_the_sum_over_all_samples(p: F, n: int, tolerance: F) -> None:
    """The sum is over all 2ⁿ sequences of successes and failures."""
    chance = F(0)
    for draws in product((0, 1), repeat=n):
        ones = sum(draws)
        if abs(F(ones, n) - p) <= tolerance:
            chance += p**ones * (1 - p) ** (n - ones)
    assert binomial_within(p, n, tolerance) == chance
    assert binomial_within(1 - p, n, tolerance) == chance
    assert binomial_within(p, n, F(1)) == 1


@pytest.mark.parametrize(
    ("n", "tolerance", "chance"),
    [
        (100, F(5, 100), 0.7287469759261652),
        (100, F(3, 100), 0.5158815863927085),
        (2401, F(2, 100), 0.949931320357618),
    ],
)
def test_worked_probabilities_of_a_deviation(n: int, tolerance: F, chance: float) -> None:
    """100 draws are within 0.05 with probability 0.73; 2401 draws within 0.02 with 0.95."""
    assert float(binomial_within(HALF, n, tolerance)) == chance


@given(st.floats(0.01, 1, exclude_max=True))
@example(1 - 2.0**-53)
def test_the_quantile_has_the_given_confidence(confidence: float) -> None:
    """P(|Z| ≤ z) = erf(z/√2), and the rest is erfc(z/√2), for every float below 1."""
    z = normal_quantile(confidence) / sqrt(2)
    assert isclose(erf(z), confidence, rel_tol=1e-13)
    assert isclose(erfc(z), 1 - confidence, rel_tol=1e-13)


def test_the_quantile_of_95_per_cent() -> None:
    """z = 1.959963984540054, which the source texts round to 1.96."""
    assert isclose(normal_quantile(0.95), 1.959963984540054, rel_tol=1e-15)


@given(probabilities, st.integers(1, 10**6))
def test_the_interval_width_falls_with_the_root_of_the_examples(p: float, n: int) -> None:
    """Four times the data halve the width; it is largest at 1/2 and equal for p and 1 − p."""
    width = interval_half_width(p, n)
    assert isclose(interval_half_width(p, 4 * n), width / 2, rel_tol=1e-15)
    assert isclose(interval_half_width(1 - p, n), width, rel_tol=1e-13)  # 1 − p is rounded
    assert width <= interval_half_width(0.5, n)


def test_a_hundred_examples_have_a_half_width_of_ten_points() -> None:
    """At p = ½ and N = 100 the standard error is 0.05 and the half width 1.96 times that."""
    assert isclose(interval_half_width(0.5, 100), 0.098, rel_tol=2e-5)  # 1.96 is rounded
    assert isclose(interval_half_width(0.5, 100), 1.959963984540054 * 0.05, rel_tol=1e-15)


@pytest.mark.parametrize(("p", "n"), [(0.5, 2401), (0.1, 865), (0.9, 865), (0.01, 96)])
def test_exercise_1_needs_up_to_2401_examples(p: float, n: int) -> None:
    """Plus or minus 0.02 needs 9604 p (1 − p) examples, rounded up."""
    assert examples_for_half_width(0.02, p) == n


@given(st.floats(0.001, 0.5), probabilities, st.floats(0.5, 0.999))
def test_the_number_of_examples_is_the_smallest_sufficient_one(
    h: float, p: float, c: float
) -> None:
    """With N the interval is narrow enough, and with N − 1 it is not."""
    n = examples_for_half_width(h, p, c)
    assert interval_half_width(p, n, c) <= h * (1 + 1e-15)
    assert n == 1 or interval_half_width(p, n - 1, c) > h * (1 - 1e-15)


@given(st.floats(0.001, 0.5), st.floats(0.001, 0.999))
def test_hoeffdings_number_is_the_smallest_sufficient_one(epsilon: float, delta: float) -> None:
    """2 exp(−2 N ε²) is at most δ for N, and more than δ for N − 1."""
    n = hoeffding_examples(epsilon, delta)
    assert 2 * exp(-2 * n * epsilon**2) <= delta * (1 + 1e-12)
    assert 2 * exp(-2 * (n - 1) * epsilon**2) > delta * (1 - 1e-12)


@pytest.mark.parametrize("p", [F(1, 100), F(1, 3), HALF])
def test_hoeffdings_bound_holds_for_the_exact_binomial(p: F) -> None:
    """ε = 0.2 and δ = 0.2 need 29 examples; the exact probability of failure is smaller."""
    n = hoeffding_examples(0.2, delta=0.2)
    assert n == 29
    assert 1 - binomial_within(p, n, F(1, 5)) <= F(1, 5)


def test_hoeffding_needs_more_examples_than_the_normal_interval() -> None:
    """Hoeffding's bound, valid for every p, needs 4612 examples instead of 2401."""
    assert hoeffding_examples(0.02, delta=0.05) == 4612
    assert hoeffding_examples(0.02, delta=0.05) > examples_for_half_width(0.02)


@pytest.mark.parametrize(
    ("n_features", "n_examples"),
    [
        (1, 219.10133173369408),
        (10, 334.23058638339637),
        (20, 368.8879454113936),
        (100, 449.35984103309863),
        (1000, 564.4890956828009),
    ],
)
def test_worked_sample_sizes_of_naive_bayes(n_features: int, n_examples: float) -> None:
    """ln(4n/δ) / 2ε² at ε = 0.1 and δ = 0.05: 1000 features need 2.6 times the examples of one."""
    assert isclose(naive_bayes_examples(0.1, 0.05, n_features), n_examples, rel_tol=1e-14)


@given(st.floats(0.01, 0.5), st.floats(0.001, 0.5), st.integers(1, 10**6))
def test_each_doubling_of_the_features_adds_a_constant(
    epsilon: float, delta: float, n: int
) -> None:
    """Twice the features need ln 2 / 2ε² more examples, because δ holds for all parameters."""
    one, two = (naive_bayes_examples(epsilon, delta, k) for k in (n, 2 * n))
    assert isclose(two - one, log(2) / (2 * epsilon**2), rel_tol=1e-12)
    assert isclose(one, parameter_examples(epsilon, delta / (2 * n), 1), rel_tol=1e-15)


@given(st.integers(1, 1000), st.integers(3, 1000))
def test_the_bound_of_logistic_regression_depends_on_the_ratio_alone(n: int, ratio: int) -> None:
    """√((n/m) ln(m/n)) depends on m/n only and decreases for m > e n."""
    gap = logistic_error_gap(n, ratio * n)
    assert isclose(gap, logistic_error_gap(1, ratio), rel_tol=1e-15)
    assert logistic_error_gap(n, ratio * n + 1) < gap
    assert isclose(gap * gap * ratio, log(ratio), rel_tol=1e-14)


def test_the_worked_bound_of_logistic_regression() -> None:
    """With twenty examples per feature the bound is 0.38702, for ten and for 1000 features."""
    for n, m in ((10, 200), (1000, 20_000)):
        assert isclose(logistic_error_gap(n, m), 0.38702275602049496, rel_tol=1e-15)


@pytest.mark.parametrize(("cells", "draws"), [(1, F(1)), (2, F(3)), (3, F(11, 2)), (8, F(761, 35))])
def test_worked_coupon_collectors(cells: int, draws: F) -> None:
    """The mean number of draws is 1 for one cell, 1 + 2 for two, and 21.74 for eight."""
    assert coupon_collector_mean(cells) == draws


def test_a_large_table_needs_more_draws_than_cells() -> None:
    """1024 cells need 7689.4 draws on average."""
    assert isclose(coupon_collector_mean(1024), 7689.395888412809, rel_tol=1e-15)


@given(st.integers(1, 40))
def test_the_mean_number_of_draws_is_a_harmonic_sum(cells: int) -> None:
    """The mean is C (1 + 1/2 + … + 1/C); one more cell adds 1/(C + 1) to the bracket."""
    more = coupon_collector_mean(cells + 1) / (cells + 1)
    assert more - coupon_collector_mean(cells) / cells == F(1, cells + 1)


@given(st.integers(1, 4), st.integers(0, 4))
def test_the_unseen_fraction_is_the_mean_over_all_sequences(cells: int, draws: int) -> None:
    """The mean fraction of unseen cells over all Cᵐ sequences of draws."""
    sequences = list(product(range(cells), repeat=draws))
    unseen = [F(cells - len(set(seen)), cells) for seen in sequences]
    assert unseen_share(cells, draws) == sum(unseen, F(0)) / len(sequences)


@pytest.mark.parametrize("cells", [10, 100, 1024])
def test_with_one_draw_per_cell_a_fraction_1_over_e_is_unseen(cells: int) -> None:
    """(1 − 1/C)^C is smaller than 1/e by about 1/(2eC)."""
    short = 1 / e - unseen_share(cells, cells)
    assert isclose(short, 1 / (2 * e * cells), rel_tol=1 / cells)


def test_the_worked_unseen_fraction() -> None:
    """After 1024 draws 36.77 % of 1024 cells are empty."""
    assert float(unseen_share(1024, 1024)) == 0.3676997394112712


@given(st.integers(1, 10**15), st.floats(0.01, 0.99))
@in_sixty_digits
def test_the_bound_for_an_unseen_event_solves_its_equation(m: int, confidence: float) -> None:
    """(1 − b)ᵐ = 1 − c within a few ulp, also for m = 10¹⁵, where 1 − b rounds to 1."""
    power = oracle.ln(1 - F(confidence)) / m
    # 1 − eᵗ loses one of the sixty digits for each leading zero of t, at most seventeen.
    truth = 1 - oracle.exp(power)
    assert ulps(unseen_event_bound(m, confidence), truth) <= 4


@given(st.integers(1, 10**6))
def test_the_rule_of_three(m: int) -> None:
    """At 95 % the bound is below 3/m, by a term of order 1/m²."""
    assert 2.99 / m - 4.5 / m**2 < unseen_event_bound(m) < 3 / m


def test_the_worked_rule_of_three() -> None:
    """After 100 draws without the event the bound on its probability is 0.0295."""
    assert isclose(unseen_event_bound(100), 0.029513049607039935, rel_tol=1e-14)


Line = tuple[int, ...]


def half_spaces(n_features: int, biases: Sequence[int]) -> list[Callable[[Line], bool]]:
    """Return all classifiers w · x > b whose weights are small whole numbers."""

    def above(w: Line, b: int) -> Callable[[Line], bool]:
        return lambda x: sum(p * q for p, q in zip(w, x)) > b

    weights = product(range(-2, 3), repeat=n_features)
    return [above(w, b) for w in weights for b in biases]


@pytest.mark.parametrize(
    ("points", "shattered"),
    [
        ([(0,), (1,)], True),
        ([(0,), (1,), (2,)], False),
        ([(0, 0), (1, 0), (0, 1)], True),
        ([(0, 0), (1, 0), (0, 1), (1, 1)], False),
        ([(0, 0), (3, 0), (0, 3), (1, 1)], False),
    ],
)
def test_half_spaces_shatter_n_plus_1_points(points: list[Line], shattered: bool) -> None:
    """Two points on a line but not three; three in a plane but not four."""
    n_features = len(points[0])
    lines = half_spaces(n_features, range(-6, 6))
    assert shatters(lines, points) == shattered
    assert shattered == (len(points) <= vc_dimension_of_halfspaces(n_features))


def test_half_spaces_through_the_origin_shatter_n_points() -> None:
    """Without an intercept the printed n is right: one point on a line, two in a plane."""
    assert shatters(half_spaces(1, [0]), [(1,)])
    assert not shatters(half_spaces(1, [0]), [(-1,), (1,)])
    assert shatters(half_spaces(2, [0]), [(1, 0), (0, 1)])
    assert not shatters(half_spaces(2, [0]), [(1, 0), (0, 1), (1, 1)])
    assert [vc_dimension_of_halfspaces(n) for n in (1, 2, 10)] == [2, 3, 11]


def mle(sample: Sequence[F]) -> F:
    """(14) about the sample's own mean."""
    return variance_mle(sample, mean_mle(sample))


def mvue(sample: Sequence[F]) -> F:
    """(15) about the sample's own mean."""
    return variance_mvue(sample, mean_mle(sample))


@given(st.lists(st.integers(-9, 9).map(F), min_size=1, max_size=4), st.integers(2, 3))
def test_the_mle_variance_is_biased_and_the_mvue_is_not(population: list[F], n: int) -> None:
    """The mean of (14) over all samples is (N − 1)/N of the variance; that of (15) is equal."""
    truth = variance_mle(population, mean_mle(population))
    assert expected_estimate(mvue, population, n) == truth
    assert expected_estimate(mle, population, n) == truth * F(n - 1, n)
    assert expected_estimate(mean_mle, population, n) == mean_mle(population)


def test_the_worked_bias() -> None:
    """Samples of three from {0, 1, 5}: the variance is 14/3, the mean of the MLE 28/9."""
    population = [F(0), F(1), F(5)]
    assert expected_estimate(mvue, population, 3) == F(14, 3)
    assert expected_estimate(mle, population, 3) == F(28, 9)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (lambda: binomial_within(F(3, 2), 4, HALF), "p is 3/2"),
        (lambda: binomial_within(HALF, 0, HALF), "n_examples must be at least 1, got 0"),
        (lambda: interval_half_width(nan, 4), "p is nan"),
        (lambda: interval_half_width(0.5, -4), "n_examples must be at least 1, got -4"),
        (lambda: interval_half_width(0.5, 4, confidence=1.0), "confidence must be .* got 1.0"),
        (lambda: interval_half_width(0.5, 4, confidence=0.0), "confidence must be .* got 0.0"),
        (lambda: examples_for_half_width(0.0), "half width must be above 0, got 0.0"),
        (lambda: examples_for_half_width(inf), "half width must be .* got inf"),
        (lambda: examples_for_half_width(0.02, p=-0.5), "p is -0.5"),
        (lambda: hoeffding_examples(0.0, delta=0.05), "ε must be finite and above 0, got 0.0"),
        (lambda: hoeffding_examples(0.1, delta=0.0), "δ must be .* got 0.0"),
        (lambda: hoeffding_examples(0.1, delta=1.0), "δ must be .* got 1.0"),
        (lambda: hoeffding_examples(1e-200, delta=0.05), "1e-200|float"),
        (lambda: naive_bayes_examples(0.1, 0.05, n_features=0), "n_features must .* got 0"),
        (lambda: logistic_error_gap(10, 10), "m > n ≥ 1, got n = 10 and m = 10"),
        (lambda: logistic_error_gap(0, 10), "n = 0"),
        (lambda: coupon_collector_mean(0), "n_cells must be .* got 0"),
        (lambda: unseen_share(0, 1), "n_cells must be .* got 0"),
        (lambda: unseen_share(2, -1), "n_examples must be .* got -1"),
        (lambda: unseen_event_bound(0), "n_examples must be at least 1, got 0"),
        (lambda: unseen_event_bound(3, confidence=1.0), "confidence must be .* got 1.0"),
        (lambda: unseen_event_bound(3, confidence=nan), "confidence must be .* got nan"),
        (lambda: vc_dimension_of_halfspaces(0), "n_features must be at least 1, got 0"),
        (lambda: expected_estimate(mean_mle, [], 2), "population needs at least one value"),
        (lambda: expected_estimate(mean_mle, [HALF], 0), "n_examples must be at least 1, got 0"),
    ],
)
def test_input_without_a_result_is_an_error(question: Callable[[], object], message: str) -> None:
    """Probabilities out of range, empty samples, and results outside the range of floats."""
    with pytest.raises(TextbookError, match=message):
        question()


def test_extreme_arguments_have_results() -> None:
    """δ = 5e-324 gives ln(2/δ) = 745.1; a half width of 1e-150 needs a number of 300 digits."""
    assert hoeffding_examples(0.1, delta=5e-324) == 37257
    assert len(str(examples_for_half_width(1e-150))) == 300
    with pytest.raises(TextbookError, match="larger than any float"):
        examples_for_half_width(1e-200)


units = st.fractions(0, 1, max_denominator=12)


@given(st.lists(units, min_size=1, max_size=8), units)
def test_two_means_bound_the_error_of_the_variance(xs: list[F], mu: F) -> None:
    """|σ̂² − mean (x − μ)²| is (μ̂ − μ)² exactly, so ε/2 for both means gives ε for σ̂²."""
    error = mean_mle(xs) - mu
    assert mean_mle([(x - mu) * (x - mu) for x in xs]) - variance_mle(xs, mean_mle(xs)) == (
        error * error
    )


def test_all_means_variances_and_priors_at_once() -> None:
    """With the size for δ = 0.2, none of 60 training sets has an error of ε = 0.25."""
    rng = Random(0)
    m = ceil(gaussian_naive_bayes_examples(0.25, 0.2, 2, least_prior=0.25))
    for _ in range(60):
        labels = [int(rng.random() < 0.25) for _ in range(m)]
        assert abs(sum(labels) / m - 0.25) <= 0.25
        for y in (0, 1):
            xs = [rng.random() for label in labels if label == y]
            mu = mean_mle(xs)
            assert abs(mu - 1 / 2) <= 0.25
            assert abs(variance_mle(xs, mu) - 1 / 12) <= 0.25


def test_the_number_of_examples_grows_with_log_n() -> None:
    """Each doubling of many features adds 4 ln 2 / ρε²; half the ρ needs twice the examples."""
    sizes = [
        gaussian_naive_bayes_examples(0.1, 0.05, n, least_prior=0.5) for n in (10**6, 2 * 10**6)
    ]
    assert isclose(sizes[1] - sizes[0], 4 * log(2) / (0.5 * 0.01), rel_tol=1e-4)
    half = gaussian_naive_bayes_examples(0.1, 0.05, 10, least_prior=0.25)
    assert isclose(half, 2 * gaussian_naive_bayes_examples(0.1, 0.05, 10, least_prior=0.5))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0.6, 0.1, 1, 0.5), "ε must be above 0 and at most 1/2, got 0.6"),
        ((0.1, 0.1, 1, 0.6), "ρ must be above 0 and at most 1/2, got 0.6"),
        ((0.1, 0.1, 0, 0.5), "n_features must be at least 1, got 0"),
    ],
)
def test_sizes_outside_the_range_of_the_bound_are_errors(
    arguments: tuple[float, float, int, float], message: str
) -> None:
    """The error names the argument, its range and its value."""
    with pytest.raises(TextbookError, match=message):
        gaussian_naive_bayes_examples(*arguments)
