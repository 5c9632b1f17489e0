"""Bayes' rule: exact on Fractions, rounded once on floats."""

from collections.abc import Callable
from decimal import localcontext
from fractions import Fraction
from functools import reduce
from itertools import product
from math import exp, inf, log, nan, pi, prod, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.oracle import SIXTY, dec, ulps
from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.bayes import (
    bayes_rule,
    chain_rule_factors,
    evidence,
    log_naive_product,
    most_probable,
    naive_bayes_posterior,
    naive_joint,
    naive_product,
)

Exact = dict[int, Fraction]

densities = st.builds(Fraction, st.integers(1, 60), st.integers(1, 20))
priors = st.lists(st.integers(1, 12), min_size=1, max_size=5).map(
    lambda weights: {y: Fraction(w, sum(weights)) for y, w in enumerate(weights)}
)


@st.composite
def problems(draw: st.DrawFn, n_likelihoods: int = 1) -> tuple[Exact, list[Exact]]:
    """A prior, and some likelihoods for the same classes."""
    prior = draw(priors)
    return prior, [{y: draw(densities) for y in prior} for _ in range(n_likelihoods)]


@st.composite
def naive_problems(draw: st.DrawFn) -> tuple[Exact, dict[int, list[Fraction]]]:
    """A prior, and the same number of factors for each of its classes."""
    prior, n = draw(priors), draw(st.integers(0, 5))
    return prior, {y: [draw(densities) for _ in range(n)] for y in prior}


@given(problems())
def test_posterior_sums_to_exactly_one(problem: tuple[Exact, list[Exact]]) -> None:
    """P(y | x) P(x) = P(x | y) P(y) for every class, and the posteriors sum to one."""
    prior, (likelihood,) = problem
    posterior = bayes_rule(prior, likelihood)
    p_x = evidence(prior, likelihood)
    assert sum(posterior.values()) == 1
    assert all(posterior[y] * p_x == prior[y] * likelihood[y] for y in prior)


@given(problems(), densities)
def test_a_common_factor_changes_no_posterior(
    problem: tuple[Exact, list[Exact]], c: Fraction
) -> None:
    """Therefore the unit of a density does not matter."""
    prior, (likelihood,) = problem
    scaled = {y: c * p for y, p in likelihood.items()}
    assert bayes_rule(prior, scaled) == bayes_rule(prior, likelihood)


@given(priors, densities)
def test_equal_likelihoods_leave_the_prior_unchanged(prior: Exact, p: Fraction) -> None:
    """An observation that is equally probable in every class carries no information."""
    assert bayes_rule(prior, dict.fromkeys(prior, p)) == prior


@given(st.lists(densities, min_size=1, max_size=5))
def test_a_uniform_prior_normalises_the_likelihoods(likelihoods: list[Fraction]) -> None:
    """With a uniform prior the posterior is each likelihood divided by their sum."""
    uniform = {y: Fraction(1, len(likelihoods)) for y in range(len(likelihoods))}
    normalised = [p / sum(likelihoods) for p in likelihoods]
    assert list(bayes_rule(uniform, dict(enumerate(likelihoods))).values()) == normalised


@given(problems())
def test_the_order_of_the_classes_does_not_matter(problem: tuple[Exact, list[Exact]]) -> None:
    """Permuted classes get permuted posteriors, in the order of the prior."""
    prior, (likelihood,) = problem
    backwards = {y: prior[y] for y in reversed(prior)}
    posterior = bayes_rule(backwards, likelihood)
    assert posterior == bayes_rule(prior, likelihood)
    assert list(posterior) == list(backwards)


@given(problems(n_likelihoods=2))
def test_updating_twice_is_updating_on_the_product(problem: tuple[Exact, list[Exact]]) -> None:
    """The posterior serves as the next prior if the observations are independent given y."""
    prior, (first, second) = problem
    together = {y: first[y] * second[y] for y in prior}
    assert bayes_rule(bayes_rule(prior, first), second) == bayes_rule(prior, together)


def test_bayes_rule_worked_by_hand() -> None:
    """1/3 · 1/2 = 1/6 against 2/3 · 1/8 = 1/12: the odds are 2 : 1, the evidence is 1/4."""
    prior = {"spam": Fraction(1, 3), "ham": Fraction(2, 3)}
    likelihood = {"spam": Fraction(1, 2), "ham": Fraction(1, 8)}
    assert bayes_rule(prior, likelihood) == {"spam": Fraction(2, 3), "ham": Fraction(1, 3)}
    assert evidence(prior, likelihood) == Fraction(1, 4)


small = st.floats(1e-300, 1e-290) | st.floats(1e-3, 1e3) | st.floats(1e290, 1e300)


@given(st.lists(st.tuples(st.integers(1, 9), small), min_size=1, max_size=4))
def test_a_float_posterior_is_rounded_once(classes: list[tuple[int, float]]) -> None:
    """Tiny and huge densities together give the float nearest to the exact posterior."""
    weights = [w for w, _ in classes]
    prior = {y: w / sum(weights) for y, w in enumerate(weights)}
    likelihood = {y: p for y, (_, p) in enumerate(classes)}
    joint = {y: Fraction(prior[y]) * Fraction(likelihood[y]) for y in prior}
    posterior = bayes_rule(prior, likelihood)
    assert all(isinstance(p, float) for p in posterior.values())
    assert all(ulps(posterior[y], joint[y] / sum(joint.values())) <= 0.5 for y in prior)


def test_an_impossible_class_has_posterior_zero() -> None:
    """A class with likelihood 0 or prior 0 has posterior 0."""
    half = Fraction(1, 2)
    assert bayes_rule({1: half, 0: half}, {1: half, 0: Fraction(0)}) == {1: 1, 0: 0}
    assert bayes_rule({1: 0.0, 0: 1.0}, {1: 0.5, 0: 5e-324}) == {1: 0.0, 0: 1.0}


@given(priors, st.lists(st.tuples(*[st.integers(1, 9)] * 3), min_size=5, max_size=5))
def test_evidence_is_a_distribution_over_x(prior: Exact, rows: list[tuple[int, ...]]) -> None:
    """The evidence sums to one over x, and is between the smallest and largest likelihood."""
    tables = {y: [Fraction(w, sum(rows[y])) for w in rows[y]] for y in prior}
    p_x = [evidence(prior, {y: tables[y][x] for y in prior}) for x in range(3)]
    assert sum(p_x) == 1
    for x in range(3):
        assert min(t[x] for t in tables.values()) <= p_x[x] <= max(t[x] for t in tables.values())


def test_evidence_worked_by_hand() -> None:
    """P(x = 0) = 1/3 · 1/2 + 2/3 · 7/8 = 3/4 and P(x = 1) = 1/3 · 1/2 + 2/3 · 1/8 = 1/4."""
    prior = {1: Fraction(1, 3), 0: Fraction(2, 3)}
    assert evidence(prior, {1: Fraction(1, 2), 0: Fraction(7, 8)}) == Fraction(3, 4)
    assert evidence(prior, {1: Fraction(1, 2), 0: Fraction(1, 8)}) == Fraction(1, 4)


def test_evidence_of_the_smallest_floats_is_not_zero() -> None:
    """Two classes that each contribute half of the smallest float sum to the smallest float."""
    assert evidence({1: 0.5, 0: 0.5}, {1: 5e-324, 0: 5e-324}) == 5e-324


@given(st.lists(st.builds(Fraction, st.integers(0, 9), st.just(9)), max_size=5))
def test_the_naive_product_is_a_distribution(heads: list[Fraction]) -> None:
    """The naive product sums to one over all x if every factor does."""
    tables = [(p, 1 - p) for p in heads]
    assert sum(naive_product(list(x)) for x in product(*tables)) == 1


@given(st.lists(densities, min_size=1), st.randoms(use_true_random=False))
def test_the_naive_product_does_not_depend_on_the_order(
    factors: list[Fraction], rng: Random
) -> None:
    """Features may be reordered, and a factor of one changes nothing."""
    shuffled = rng.sample(factors, len(factors))
    assert naive_product([*shuffled, Fraction(1)]) == naive_product(factors) == prod(factors)


@given(st.lists(st.floats(1e-30, 1e30), max_size=8))
def test_a_naive_product_of_floats_is_rounded_once(factors: list[float]) -> None:
    """The result is the float nearest to the exact product, for any number of factors."""
    assert ulps(naive_product(factors), prod(map(Fraction, factors), start=Fraction(1))) <= 0.5


def test_a_product_of_no_factors_is_one_and_with_a_zero_is_zero() -> None:
    """The empty product is 1; a factor 0 makes the product 0."""
    assert naive_product([]) == 1
    assert naive_product([1e-200, 1e-200, 0.0]) == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: naive_product([1e-200, 1e-200]), "smaller than any float"),
        (lambda: naive_product([0.5] * 2000), "these 2000 factors is smaller than any float"),
        (lambda: naive_product([1e200, 1e200]), "larger than any float"),
        (lambda: naive_joint(1e-200, [1e-200]), "smaller than any float"),
        (lambda: naive_joint(0.5, [5e-324]), "smaller than any float"),
    ],
)
def test_a_product_outside_the_range_of_floats_is_an_error(
    call: Callable[[], float], message: str
) -> None:
    """Underflow does not return 0, and overflow does not return infinity."""
    with pytest.raises(TextbookError, match=message):
        call()


def test_intermediate_underflow_does_not_change_a_product() -> None:
    """10⁻²⁰⁰ twice and 10²⁰⁰ twice: partial products may be outside the range of floats."""
    assert ulps(naive_product([1e-200, 1e-200, 1e200, 1e200]), Fraction(1)) <= 1


@given(st.lists(st.floats(1e-300, 1), min_size=1, max_size=20))
def test_the_log_form_is_the_logarithm_of_the_product(factors: list[float]) -> None:
    """Only each logarithm and their sum are rounded: 2 ulp at most."""
    with localcontext(SIXTY):
        truth = sum(map(oracle.ln, factors))
    assert ulps(log_naive_product(factors), dec(truth)) <= 2


def test_the_log_form_accepts_fifty_thousand_factors() -> None:
    """ln 2⁻⁵⁰⁰⁰⁰ = −50,000 ln 2, far below the logarithm of any float."""
    with localcontext(SIXTY):
        truth = -50_000 * oracle.ln(2.0)
    assert ulps(log_naive_product([0.5] * 50_000), truth) <= 2


@given(naive_problems())
def test_joints_over_their_sum_are_the_posterior(
    problem: tuple[Exact, dict[int, list[Fraction]]],
) -> None:
    """(2) is Bayes' rule on naive products: P(x, y) / Σ P(x, y′)."""
    prior, factors = problem
    likelihood = {y: naive_product(factors[y]) for y in prior}
    joint = {y: naive_joint(prior[y], factors[y]) for y in prior}
    posterior = naive_bayes_posterior(prior, factors)
    assert posterior == {y: joint[y] / sum(joint.values()) for y in prior}
    assert sum(posterior.values()) == 1
    if factors[0]:
        assert posterior == bayes_rule(prior, likelihood)


def test_a_joint_may_mix_probabilities_and_densities() -> None:
    """2/5 · 3/4 · N(1; 2, 1) = 0.3 · exp(−1/2) / √(2π) = 0.072591217355743."""
    joint = naive_joint(0.4, [0.75, exp(-0.5) / sqrt(2 * pi)])
    # The density is rounded four times and 2/5 once; fifteen digits are given.
    assert abs(joint - 0.072591217355743) < 5e-16
    assert naive_joint(Fraction(1, 3), [Fraction(3, 4), Fraction(4, 5)]) == Fraction(1, 5)


@pytest.mark.parametrize("prior", [-0.5, 1.5, nan])
def test_a_joint_needs_a_prior_that_is_a_probability(prior: float) -> None:
    """P(y) lies between 0 and 1."""
    with pytest.raises(TextbookError, match=r"\[0, 1\]"):
        naive_joint(prior, [0.5])


@given(naive_problems(), st.randoms(use_true_random=False))
def test_the_order_of_the_features_does_not_matter(
    problem: tuple[Exact, dict[int, list[Fraction]]], rng: Random
) -> None:
    """The same permutation of the features in all classes changes nothing."""
    prior, factors = problem
    order = rng.sample(range(len(factors[0])), len(factors[0]))
    shuffled = {y: [fs[i] for i in order] for y, fs in factors.items()}
    assert naive_bayes_posterior(prior, shuffled) == naive_bayes_posterior(prior, factors)


@given(naive_problems(), densities)
def test_a_feature_with_equal_factors_changes_nothing(
    problem: tuple[Exact, dict[int, list[Fraction]]], p: Fraction
) -> None:
    """Without features the posterior is the prior."""
    prior, factors = problem
    longer = {y: [*fs, p] for y, fs in factors.items()}
    assert naive_bayes_posterior(prior, longer) == naive_bayes_posterior(prior, factors)
    assert naive_bayes_posterior(prior, {y: [] for y in prior}) == prior


@given(naive_problems())
def test_features_may_be_observed_one_by_one(
    problem: tuple[Exact, dict[int, list[Fraction]]],
) -> None:
    """Updating the posterior feature by feature gives the posterior of (2)."""
    prior, factors = problem
    columns = [dict(zip(prior, column)) for column in zip(*factors.values())]
    assert reduce(bayes_rule, columns, prior) == naive_bayes_posterior(prior, factors)


def test_the_posterior_worked_by_hand() -> None:
    """2/3 · 3/4 · 1/2 = 1/4 against 1/3 · 1/2 · 1/2 = 1/12: the odds are 3 : 1."""
    prior = {1: Fraction(2, 3), 0: Fraction(1, 3)}
    factors = {1: [Fraction(3, 4), Fraction(1, 2)], 0: [Fraction(1, 2), Fraction(1, 2)]}
    assert naive_bayes_posterior(prior, factors) == {1: Fraction(3, 4), 0: Fraction(1, 4)}


def test_an_absent_word_changes_the_posterior() -> None:
    """φ₁ = 3/4, 1/5 and φ₀ = 1/4, 2/5 at x = (1, 0): 3/4 · 4/5 : 1/4 · 3/5 = 4 : 1, not 3 : 1."""
    prior = {1: Fraction(1, 2), 0: Fraction(1, 2)}
    present, absent = {1: Fraction(3, 4), 0: Fraction(1, 4)}, {1: Fraction(4, 5), 0: Fraction(3, 5)}
    both = {y: [present[y], absent[y]] for y in prior}
    assert naive_bayes_posterior(prior, both)[1] == Fraction(4, 5)
    assert naive_bayes_posterior(prior, {y: [present[y]] for y in prior})[1] == Fraction(3, 4)


@pytest.mark.parametrize("n_others", [0, 1, 100])
def test_one_zero_factor_excludes_a_class(n_others: int) -> None:
    """A hundred large factors do not compensate for a single zero."""
    factors = {1: [Fraction(0), *[Fraction(1)] * n_others], 0: [Fraction(1, 99)] * (n_others + 1)}
    prior = {1: Fraction(98, 99), 0: Fraction(1, 99)}
    assert naive_bayes_posterior(prior, factors) == {1: 0, 0: 1}


@pytest.mark.parametrize(("n_1", "n_0"), [(1, 1), (2, 5), (40, 7)])
def test_an_unseen_word_is_zero_over_zero_until_it_is_smoothed(n_1: int, n_0: int) -> None:
    """With one pseudo-example of each kind its odds are (N₀ + 2) / (N₁ + 2)."""
    prior = {1: Fraction(1, 2), 0: Fraction(1, 2)}
    with pytest.raises(TextbookError, match="no class can have produced this"):
        naive_bayes_posterior(prior, {1: [Fraction(0, n_1)], 0: [Fraction(0, n_0)]})
    smoothed = naive_bayes_posterior(prior, {1: [Fraction(1, n_1 + 2)], 0: [Fraction(1, n_0 + 2)]})
    assert smoothed[1] / smoothed[0] == Fraction(n_0 + 2, n_1 + 2)


@pytest.mark.parametrize(("n", "low"), [(50_000, 0.01), (2000, 1e-290)])
def test_fifty_thousand_float_factors_are_rounded_once(n: int, low: float) -> None:
    """Far below the smallest float, the posterior is the float nearest to the exact one."""
    rng = Random(11)
    ones = [rng.uniform(low, 2 * low) for _ in range(n)]
    zeros = [p * (1 + rng.gauss(0, 1e-3)) for p in ones]
    posterior = naive_bayes_posterior({1: 0.25, 0: 0.75}, {1: ones, 0: zeros})
    with localcontext(SIXTY):
        # The oracle rounds 10⁵ times at its sixtieth digit, which leaves more than fifty.
        joint = {1: dec(0.25), 0: dec(0.75)}
        for p, q in zip(ones, zeros):
            joint[1] *= dec(p)
            joint[0] *= dec(q)
        truth = {y: joint[y] / (joint[1] + joint[0]) for y in joint}
    assert all(0.01 < p < 0.99 for p in posterior.values())
    assert all(ulps(posterior[y], truth[y]) <= 0.5 for y in truth)


def test_classes_with_fifty_thousand_factors_are_distinguished() -> None:
    """The odds 2⁻⁵⁰⁰⁰⁰ : 2⁻⁵⁰⁰⁰¹ are 2 : 1; against 3⁻⁵⁰⁰⁰⁰ the posterior is 1."""
    prior = {1: 0.5, 0: 0.5}
    halves = [0.5] * 50_000
    close = naive_bayes_posterior(prior, {1: halves, 0: [*halves[1:], 0.25]})
    assert close == {1: 2 / 3, 0: 1 / 3}
    assert naive_bayes_posterior(prior, {1: halves, 0: [1 / 3] * 50_000}) == {1: 1.0, 0: 0.0}


def test_an_exact_posterior_of_thousands_of_features_may_be_the_next_prior() -> None:
    """An exact probability is accepted whatever its number of digits."""
    prior = {1: Fraction(1, 2), 0: Fraction(1, 2)}
    factors = {1: [Fraction(10007, 30011)] * 2000, 0: [Fraction(10009, 30013)] * 2000}
    posterior = naive_bayes_posterior(prior, factors)
    assert bayes_rule(posterior, {1: Fraction(1, 7), 0: Fraction(1, 7)}) == posterior


@given(naive_problems())
def test_posteriors_joints_and_logarithms_give_the_same_label(
    problem: tuple[Exact, dict[int, list[Fraction]]],
) -> None:
    """Dividing by the evidence keeps the order, and so does adding a constant."""
    prior, factors = problem
    joint = {y: naive_joint(prior[y], factors[y]) for y in prior}
    winner = most_probable(naive_bayes_posterior(prior, factors))
    assert most_probable(joint) == winner
    assert most_probable({y: p + 7 for y, p in joint.items()}) == winner
    assert joint[winner] == max(joint.values())


def test_the_logarithm_keeps_the_order() -> None:
    """1/12 is less than 1/4, and −∞ is the smallest score."""
    joint = {0: 1 / 12, 1: 1 / 4}
    assert most_probable(joint) == most_probable({y: log(p) for y, p in joint.items()}) == 1
    assert most_probable({0: -inf, 1: -1e300}) == 1


def test_a_tie_goes_to_the_first_class() -> None:
    """If several classes have the largest score, the first one is returned."""
    assert most_probable({"spam": 0.25, "ham": 0.5, "news": 0.5}) == "ham"
    assert most_probable({"spam": 0.25, "news": 0.5, "ham": 0.5}) == "news"


@pytest.mark.parametrize(
    ("scores", "message"),
    [({}, "at least one class, got none"), ({"a": 1.0, "b": nan}, "the score of class 'b' is NaN")],
)
def test_scores_that_cannot_be_compared_are_an_error(
    scores: dict[str, float], message: str
) -> None:
    """Without classes or with NaN there is no largest score."""
    with pytest.raises(TextbookError, match=message):
        most_probable(scores)


UNIFORM = {1: 0.5, 0: 0.5}


@pytest.mark.parametrize(
    ("prior", "likelihood", "message"),
    [
        ({}, {}, "the prior is empty"),
        ({1: 0.5, 0: 0.25}, {1: 1.0, 0: 1.0}, "the prior sums to 0.75"),
        ({1: 1.5, 0: -0.5}, {1: 1.0, 0: 1.0}, "the probability 1.5"),
        ({1: nan, 0: 1.0}, {1: 1.0, 0: 1.0}, "the probability nan"),
        (UNIFORM, {1: 1.0}, "the same classes"),
        (UNIFORM, {1: 1.0, 2: 1.0}, "the same classes"),
        (UNIFORM, {1: 1.0, 0: 1.0, 2: 1.0}, "the same classes"),
        (UNIFORM, {1: 1.0, 0: -1.0}, "are not negative"),
        (UNIFORM, {1: 1.0, 0: nan}, "finite"),
        (UNIFORM, {1: 1.0, 0: inf}, "finite"),
    ],
)
def test_invalid_priors_and_likelihoods_are_errors(
    prior: dict[int, float], likelihood: dict[int, float], message: str
) -> None:
    """An invalid prior, different classes and an invalid likelihood raise errors."""
    factors = {y: [p] for y, p in likelihood.items()}
    calls: list[Callable[[], object]] = [
        lambda: bayes_rule(prior, likelihood),
        lambda: evidence(prior, likelihood),
        lambda: naive_bayes_posterior(prior, factors),
    ]
    for call in calls:
        with pytest.raises(TextbookError, match=message):
            call()


def test_zero_evidence_is_an_error() -> None:
    """If x is impossible in every class, the evidence is 0 and there is no posterior."""
    with pytest.raises(TextbookError, match="posterior is 0/0. Fix: smooth"):
        bayes_rule(UNIFORM, {1: 0.0, 0: 0.0})
    assert evidence(UNIFORM, {1: 0.0, 0: 0.0}) == 0


def test_classes_with_different_numbers_of_factors_are_an_error() -> None:
    """Every class needs one factor for each feature."""
    with pytest.raises(TextbookError, match="1 factor of class 1 and 2 factors of class 0"):
        naive_bayes_posterior(UNIFORM, {1: [0.5], 0: [0.5, 0.5]})


@pytest.mark.parametrize("function", [naive_product, log_naive_product])
@pytest.mark.parametrize(
    ("bad", "message"), [(-0.5, "are not negative"), (nan, "finite"), (inf, "finite")]
)
def test_invalid_factors_are_an_error(
    function: Callable[[list[float]], float], bad: float, message: str
) -> None:
    """Negative numbers, NaN and infinities are neither probabilities nor densities."""
    with pytest.raises(TextbookError, match=message):
        function([0.5, bad])


def test_zero_has_no_logarithm() -> None:
    """The product with a zero is 0; its logarithm is not a float."""
    with pytest.raises(
        TextbookError, match="a factor is 0, so the product is 0, which has no logarithm"
    ):
        log_naive_product([0.5, 0.0])


@given(st.lists(st.integers(1, 9), min_size=8, max_size=8), st.tuples(*[st.integers(0, 1)] * 3))
def test_the_chain_rule_holds_for_every_distribution(
    weights: list[int], x: tuple[int, int, int]
) -> None:
    """The product of its factors is the joint probability, also of dependent features."""
    rows = list(product((0, 1), repeat=3))
    joint = {row: Fraction(w, sum(weights)) for row, w in zip(rows, weights)}
    factors = chain_rule_factors(joint, x)
    assert naive_product(factors) == joint[x]
    first = [p for row, p in joint.items() if row[0] == x[0]]
    assert factors[0] == sum(first, Fraction(0))


def test_the_naive_product_is_wrong_for_dependent_features() -> None:
    """P(1, 1 | y) is 1/6, and P(1 | y) P(1 | y) is 1/9."""
    joint = dict(zip(product((0, 1), repeat=2), map(Fraction, ("1/2", "1/6", "1/6", "1/6"))))
    assert naive_product(chain_rule_factors(joint, (1, 1))) == Fraction(1, 6)
    assert naive_product([Fraction(1, 3), Fraction(1, 3)]) == Fraction(1, 9)


def test_the_chain_rule_needs_a_possible_row() -> None:
    """A condition of probability 0 has no conditional probability."""
    with pytest.raises(TextbookError, match=r"P\(x \| y\) of \(1, 0\) must be above 0"):
        chain_rule_factors({(0, 0): Fraction(1), (1, 0): Fraction(0)}, (1, 0))
