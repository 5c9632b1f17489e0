"""Estimates from counts, (4) to (9): properties that hold exactly on Fractions."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial, inf, nan, prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracle import ulps
from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.smoothing import (
    categorical_laplace,
    categorical_mle,
    categorical_smoothed,
    class_prior,
    dirichlet_map,
    dirichlet_mean,
    hallucinate,
    prior_mle,
    prior_smoothed,
    theta_mle,
    theta_smoothed,
    theta_table,
)

COLUMN, LABELS = "abbacb", [1, 1, 1, 1, 0, 0]

histograms = st.lists(st.integers(0, 9), min_size=1, max_size=5)
seen = histograms.filter(any)
strengths = st.builds(Fraction, st.integers(1, 40), st.integers(1, 12))
columns = st.text("abc", min_size=1, max_size=12)


def likelihood(theta: list[Fraction], counts: list[int]) -> Fraction:
    """Π θⱼ to the power of cⱼ, exactly; 0⁰ is one."""
    return prod((p**c for p, c in zip(theta, counts)), start=Fraction(1))


def integral(powers: list[int]) -> Fraction:
    """∫ Π θⱼ to the powers over all distributions θ, up to the volume: Dirichlet's integral."""
    return Fraction(prod(map(factorial, powers)), factorial(sum(powers) + len(powers) - 1))


@st.composite
def counts_and_distribution(draw: st.DrawFn) -> tuple[list[int], list[Fraction]]:
    """Counts, and any distribution over the same number of values."""
    counts = draw(seen)
    n = len(counts)
    weights = draw(st.lists(st.integers(0, 9), min_size=n, max_size=n).filter(any))
    return counts, [Fraction(w, sum(weights)) for w in weights]


@given(seen)
def test_the_mle_is_the_fraction_of_each_value(counts: list[int]) -> None:
    """(6) and (8) are the same division, and the fractions sum to exactly 1."""
    n = sum(counts)
    assert categorical_mle(counts) == [Fraction(c, n) for c in counts]
    assert categorical_mle(counts) == [theta_mle(c, n) for c in counts]
    assert categorical_mle(counts) == [prior_mle(c, n) for c in counts]
    assert sum(categorical_mle(counts)) == 1


@given(counts_and_distribution())
def test_no_other_distribution_has_a_larger_likelihood_than_the_mle(
    drawn: tuple[list[int], list[Fraction]],
) -> None:
    """Gibbs' inequality: the likelihood is largest at the frequencies, and only there."""
    counts, other = drawn
    best = categorical_mle(counts)
    if other == best:
        assert likelihood(other, counts) == likelihood(best, counts)
    else:
        assert likelihood(other, counts) < likelihood(best, counts)


@given(counts_and_distribution(), st.integers(2, 4))
def test_no_other_distribution_has_a_larger_posterior_than_the_map(
    drawn: tuple[list[int], list[Fraction]], alpha: int
) -> None:
    """The MAP maximises Π θⱼ to the power of cⱼ + α − 1: likelihood times Dirichlet density."""
    counts, other = drawn
    best = dirichlet_map(counts, [Fraction(alpha)] * len(counts))
    powers = [c + alpha - 1 for c in counts]
    assert (likelihood(other, powers) < likelihood(best, powers)) == (other != best)


@given(seen, st.integers(1, 5))
def test_repeating_the_data_does_not_change_the_mle(counts: list[int], times: int) -> None:
    """Repeated data leave the MLE unchanged and move the smoothed estimate towards it."""
    repeated = [times * c for c in counts]
    n, uniform, l = sum(repeated), Fraction(1, len(counts)), Fraction(3, 2)
    weight = n / (n + l * len(counts))
    mle = categorical_mle(counts)
    assert categorical_mle(repeated) == mle
    assert categorical_smoothed(repeated, l) == [weight * p + (1 - weight) * uniform for p in mle]


@given(histograms, strengths)
def test_smoothed_estimates_sum_to_one_and_are_positive(counts: list[int], l: Fraction) -> None:
    """For every l > 0, also without data; (7) and (9) are the same formula."""
    smoothed = categorical_smoothed(counts, l)
    n, n_values = sum(counts), len(counts)
    assert sum(smoothed) == 1 and min(smoothed) > 0
    assert smoothed == [(c + l) / (n + n_values * l) for c in counts]
    assert smoothed == [theta_smoothed(c, n, n_values, l) for c in counts]
    assert smoothed == [prior_smoothed(c, n, n_values, l) for c in counts]
    assert sorted(range(n_values), key=smoothed.__getitem__) == sorted(
        range(n_values), key=counts.__getitem__
    )


@given(seen)
def test_with_l_zero_smoothing_is_the_mle(counts: list[int]) -> None:
    """l = 0 gives (6), and l → 0 converges to (6)."""
    mle = categorical_mle(counts)
    assert categorical_smoothed(counts, Fraction(0)) == mle
    l = Fraction(1, 10**9)
    near = categorical_smoothed(counts, l)
    assert all(abs(p - q) <= l * len(counts) / sum(counts) for p, q in zip(near, mle))


@given(seen)
def test_smoothing_tends_to_uniform_for_large_l(counts: list[int]) -> None:
    """For l → ∞ the distance to 1/J is below N / (l J)."""
    uniform, n = Fraction(1, len(counts)), sum(counts)
    for l in (Fraction(10), Fraction(10**9)):
        smoothed = categorical_smoothed(counts, l)
        assert all(abs(p - uniform) <= n / (l * len(counts)) for p in smoothed)


@pytest.mark.parametrize("l", [1e-300, 1.0, 1e15, 1e300])
def test_without_data_the_estimate_is_uniform_for_every_l(l: float) -> None:
    """l / (l J) = 1/J, within 2 ulp for floats."""
    assert all(ulps(p, Fraction(1, 3)) <= 2 for p in categorical_smoothed([0, 0, 0], l))
    assert ulps(prior_smoothed(0, 0, 3, l), Fraction(1, 3)) <= 2


def test_a_pseudo_count_whose_multiple_overflows_is_an_error() -> None:
    """The total of 1e308 pseudo-examples of each of three values is not a float."""
    with pytest.raises(TextbookError, match="strength l times the number of values overflows"):
        categorical_smoothed([0, 0, 0], 1e308)


def test_the_smoothed_estimate_converges_to_the_mle() -> None:
    """3 of 4 examples, repeated, with l = 1: 2/3, 31/42, 301/402, 3001/4002, towards 3/4."""
    smoothed = [theta_smoothed(3 * n, 4 * n, 2, Fraction(1)) for n in (1, 10, 100, 1000)]
    expected = [(2, 3), (31, 42), (301, 402), (3001, 4002)]
    assert smoothed == [Fraction(p, q) for p, q in expected]
    assert smoothed == sorted(smoothed) and smoothed[-1] < theta_mle(3, 4)


@given(histograms, st.integers(1, 40))
def test_a_float_pseudo_count_gives_the_same_estimate_rounded(
    counts: list[int], tenths: int
) -> None:
    """A float l gives a float within 2 ulp of the exact estimate."""
    l = tenths / 10
    exact = categorical_smoothed(counts, Fraction(l))
    for p, q in zip(categorical_smoothed(counts, l), exact):
        assert isinstance(p, float) and ulps(p, q) <= 2


@given(columns, st.integers(0, 4))
def test_adding_pseudo_examples_is_smoothing(column: str, copies: int) -> None:
    """(6) on the data with l added examples of each value is (7) on the data."""
    values = "abcd"
    imagined = hallucinate(column, values, copies)
    counts = [column.count(x) for x in values]
    assert len(imagined) == len(column) + copies * len(values)
    assert imagined[: len(column)] == list(column)
    on_imagined = categorical_mle([imagined.count(x) for x in values])
    assert on_imagined == categorical_smoothed(counts, Fraction(copies))


@given(histograms, strengths)
def test_adding_l_is_a_map_and_a_mean(counts: list[int], l: Fraction) -> None:
    """MAP under α = l + 1, posterior mean under α = l: one estimate, two priors."""
    n_values = len(counts)
    added = categorical_smoothed(counts, l)
    assert dirichlet_map(counts, [l + 1] * n_values) == added
    assert dirichlet_mean(counts, [l] * n_values) == added


@given(seen)
def test_with_a_flat_dirichlet_prior_map_is_mle(counts: list[int]) -> None:
    """α = 1 does not change the maximum; the mean is Laplace's estimate."""
    flat = [Fraction(1)] * len(counts)
    assert dirichlet_map(counts, flat) == categorical_mle(counts)
    assert dirichlet_mean(counts, flat) == categorical_laplace(counts)


@given(histograms, st.data())
def test_the_dirichlet_mean_is_the_probability_of_the_next_value(
    counts: list[int], data: st.DataObject
) -> None:
    """E[θⱼ | D] = ∫ θⱼ Π θ / ∫ Π θ to the powers c + α − 1, by Dirichlet's integral, for any α."""
    n = len(counts)
    alphas = data.draw(st.lists(st.integers(1, 4), min_size=n, max_size=n))
    powers = [c + a - 1 for c, a in zip(counts, alphas)]
    expected = [
        integral([p + (i == j) for i, p in enumerate(powers)]) / integral(powers) for j in range(n)
    ]
    assert dirichlet_mean(counts, list(map(Fraction, alphas))) == expected
    if any(powers):
        expected = [Fraction(p, sum(powers)) for p in powers]
        assert dirichlet_map(counts, list(map(Fraction, alphas))) == expected


def test_after_three_ones_in_four_the_next_has_probability_two_thirds() -> None:
    """∫ θ⁴ (1 − θ) / ∫ θ³ (1 − θ) = (3 + 1) / (4 + 2)."""
    assert dirichlet_mean([3, 1], [Fraction(1)] * 2)[0] == Fraction(2, 3)


def test_laplace_is_optimal_for_a_uniform_prior() -> None:
    """Three Bernoulli draws with uniform φ: the smallest mean squared error, 1/30, is at l = 1."""

    def risk(l: Fraction) -> Fraction:
        """Σ_c ∫ C(3, c) φᶜ (1 − φ)³⁻ᶜ (φ̂ − φ)² dφ."""
        estimates = [theta_smoothed(c, 3, 2, l) for c in range(4)]
        return sum(
            (
                comb(3, c)
                * (
                    e * e * integral([c, 3 - c])
                    - 2 * e * integral([c + 1, 3 - c])
                    + integral([c + 2, 3 - c])
                )
                for c, e in enumerate(estimates)
            ),
            Fraction(0),
        )

    risks = {l: risk(Fraction(l)) for l in ("0", "1/2", "1", "2")}
    expected = {"0": (1, 18), "1/2": (7, 192), "1": (1, 30), "2": (11, 294)}
    assert risks == {l: Fraction(p, q) for l, (p, q) in expected.items()}


@given(histograms)
def test_laplace_is_never_zero(counts: list[int]) -> None:
    """φⱼ ≥ 1 / (N + J), with equality for values that were not observed; without data 1/J."""
    n, n_values = sum(counts), len(counts)
    estimates = categorical_laplace(counts)
    least = Fraction(1, n + n_values)
    assert sum(estimates) == 1
    assert [p == least for p in estimates] == [c == 0 for c in counts]
    assert min(estimates) >= least
    assert categorical_laplace([0] * n_values) == [Fraction(1, n_values)] * n_values


def test_estimates_worked_by_hand() -> None:
    """Counts 3, 1, 0; and counts 2, 2, 0 with one and two pseudo-examples of each value."""
    assert categorical_mle([3, 1, 0]) == [Fraction(3, 4), Fraction(1, 4), 0]
    assert categorical_laplace([3, 1, 0]) == [Fraction(4, 7), Fraction(2, 7), Fraction(1, 7)]
    sevenths = [Fraction(3, 7), Fraction(3, 7), Fraction(1, 7)]
    assert categorical_smoothed([2, 2, 0], Fraction(1)) == sevenths
    assert categorical_smoothed([2, 2, 0], Fraction(2)) == [Fraction(2, 5)] * 2 + [Fraction(1, 5)]
    assert dirichlet_map([2, 2, 0], [Fraction(2)] * 3) == sevenths
    assert dirichlet_map([2, 2, 0], [Fraction(1)] * 3) == [Fraction(1, 2)] * 2 + [0]
    assert prior_mle(4, 6) == Fraction(2, 3)
    assert prior_smoothed(4, 6, 2, Fraction(1)) == Fraction(5, 8)
    assert prior_smoothed(2, 6, 2, Fraction(1)) == Fraction(3, 8)


def test_tables_of_six_examples() -> None:
    """Class 1 has a, b, b, a; class 0 has c, b; and the prior is 2/3 to 1/3."""
    half, none = Fraction(1, 2), Fraction(0)
    assert theta_table(COLUMN, LABELS, values="abc") == {
        1: {"a": half, "b": half, "c": none},
        0: {"a": none, "b": half, "c": half},
    }
    assert class_prior(LABELS) == {1: Fraction(2, 3), 0: Fraction(1, 3)}
    assert theta_table([1, 1, 0, 1, 0, 1], LABELS, values=[0, 1])[1][1] == Fraction(3, 4)


labelled = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 2)), min_size=1)


@given(labelled, st.integers(1, 3))
def test_a_table_depends_on_the_counts_only(data: list[tuple[str, int]], times: int) -> None:
    """Repeated and reordered data give the same table; a class depends on its own rows only."""
    column, labels = [x for x, _ in data], [y for _, y in data]
    table = theta_table(column, labels, values="abcd")
    assert all(sum(theta.values()) == 1 for theta in table.values())
    assert theta_table(column[::-1] * times, labels[::-1] * times, values="abcd") == table
    for y in table:
        own = Counter(x for x, label in data if label == y)
        assert list(table[y].values()) == categorical_mle([own[x] for x in "abcd"])


@given(st.lists(st.sampled_from("abc"), min_size=1), st.randoms(use_true_random=False))
def test_the_prior_is_the_fraction_of_each_class(labels: list[str], rng: Random) -> None:
    """The prior sums to 1, ignores order and repetition, and lists classes as they appear."""
    prior = class_prior(labels)
    assert prior == {y: Fraction(labels.count(y), len(labels)) for y in labels}
    assert sum(prior.values()) == 1
    assert list(prior) == list(dict.fromkeys(labels))
    assert class_prior(rng.sample(labels * 2, 2 * len(labels))) == prior


@pytest.mark.parametrize("alphas", [(0.1, 0.7), (1e-5, 3e-5), (1e-20, 3e-20), (1.5, 2.25)])
def test_float_parameters_are_not_rounded(alphas: tuple[float, float]) -> None:
    """c + α − 1 for one example of each value, and c + α without examples, are exactly α."""
    a, b = map(Fraction, alphas)
    for estimate, counts in ((dirichlet_map, [1, 1]), (dirichlet_mean, [0, 0])):
        rounded = estimate(counts, list(alphas))
        assert all(ulps(p, q / (a + b)) <= 2 for p, q in zip(rounded, (a, b)))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: theta_mle(0, 0), r"equation \(6\) divides by"),
        (lambda: theta_mle(-1, 4), "counts must not be negative, got -1"),
        (lambda: theta_mle(5, 4), "a count of 5 exceeds the total of 4"),
        (lambda: prior_mle(0, 0), r"equation \(8\) divides by"),
        (lambda: prior_mle(-1, 4), "counts must not be negative, got -1"),
        (lambda: prior_mle(7, 6), "a count of 7 exceeds the total of 6"),
        (lambda: theta_smoothed(-1, 4, 3, 1.0), "counts must not be negative, got -1"),
        (lambda: theta_smoothed(5, 4, 3, 1.0), "a count of 5 exceeds the total of 4"),
        (lambda: theta_smoothed(1, 4, 0, 1.0), "number of values must be at least 1, got 0"),
        (lambda: prior_smoothed(-1, 4, 3, 1.0), "counts must not be negative, got -1"),
        (lambda: prior_smoothed(7, 6, 2, 1.0), "a count of 7 exceeds the total of 6"),
        (lambda: prior_smoothed(1, 4, 0, 1.0), "number of values must be at least 1, got 0"),
        (lambda: categorical_mle([0, 0]), r"equation \(6\) divides by"),
        (lambda: categorical_smoothed([0, 0], 0.0), "0/0. Fix: use l > 0"),
        (lambda: class_prior([]), "at least one example, got none"),
        (lambda: theta_table("ab", [1], values="ab"), "2 values and 1 label"),
        (lambda: theta_table("", [], values="ab"), "at least one example, got none"),
        (lambda: theta_table("ad", [1, 1], values="abc"), "got 'd'"),
        (lambda: theta_table(["ab"], [1], values="abc"), "got 'ab'"),
        (lambda: hallucinate("ab", "ab", -1), "copies must be .* got -1"),
        (lambda: dirichlet_map([1, 2], [1.0]), "2 counts and 1 alpha"),
        (lambda: dirichlet_mean([1], [1.0, 1.0]), "1 count and 2 alphas"),
        (lambda: dirichlet_map([0, 3], [0.5, 0.5]), "on the boundary"),
        (lambda: dirichlet_map([0, 0], [1.0, 1.0]), "the density is constant"),
    ],
)
def test_estimates_without_a_result_are_errors(call: Callable[[], object], message: str) -> None:
    """Division by 0, counts above the total, unknown values, and no maximum."""
    with pytest.raises(TextbookError, match=message):
        call()


@pytest.mark.parametrize("strength", [-1.0, -1e-300, nan, inf])
def test_an_invalid_pseudo_count_is_an_error(strength: float) -> None:
    """The number of pseudo-examples must be finite and at least 0."""
    for call in (theta_smoothed, prior_smoothed):
        with pytest.raises(TextbookError, match=f"finite and at least 0, got {strength}"):
            call(1, 4, 2, strength)


@pytest.mark.parametrize("alpha", [0.0, -1.0, nan, inf])
@pytest.mark.parametrize("estimate", [dirichlet_map, dirichlet_mean])
def test_an_invalid_dirichlet_parameter_is_an_error(
    estimate: Callable[[list[int], list[float]], list[float]], alpha: float
) -> None:
    """Every α must be finite and positive, and counts must not be negative."""
    with pytest.raises(TextbookError, match=f"parameter α must be finite and above 0, got {alpha}"):
        estimate([3, 3], [2.0, alpha])
    with pytest.raises(TextbookError, match="counts must not be negative, got -1"):
        estimate([-1, 3], [2.0, 2.0])


@pytest.mark.parametrize("counts", [[3, -1], [-1, 3], [0, -1, 1]])
def test_a_negative_count_is_named_in_the_message(counts: list[int]) -> None:
    """The message contains the negative count, whatever its position."""
    calls: list[Callable[[], object]] = [
        lambda: categorical_mle(counts),
        lambda: categorical_laplace(counts),
        lambda: dirichlet_mean(counts, [Fraction(1)] * len(counts)),
    ]
    for call in calls:
        with pytest.raises(TextbookError, match="counts must not be negative, got -1"):
            call()


def test_a_distribution_over_no_values_is_an_error() -> None:
    """The empty sum of probabilities is not 1."""
    calls: list[Callable[[], object]] = [
        lambda: categorical_mle([]),
        lambda: categorical_laplace([]),
        lambda: dirichlet_map([], []),
        lambda: dirichlet_mean([], []),
    ]
    for call in calls:
        with pytest.raises(TextbookError, match="a count for each value, got none"):
            call()


def test_the_map_exists_if_the_density_is_finite() -> None:
    """With α < 1 there is a maximum if every value was observed: c + α − 1 is 1/2 and 5/2."""
    half = Fraction(1, 2)
    assert dirichlet_map([1, 3], [half, half]) == [Fraction(1, 6), Fraction(5, 6)]
