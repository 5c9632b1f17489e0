"""Section 4 and exercise 4: the Bayes error, and the errors of both learners in the limit."""

from collections.abc import Callable, Mapping
from fractions import Fraction as F
from itertools import product
from math import isclose, nan, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.ascent import newton_step
from textbook_ml.equations.bayes import most_probable, naive_bayes_posterior
from textbook_ml.equations.bridge import boolean_to_logistic
from textbook_ml.equations.likelihood import population_gradient
from textbook_ml.equations.logistic import logistic_label
from textbook_ml.equations.optimality import (
    bayes_error,
    bayes_optimal_label,
    bayes_risk,
    bias_and_variance,
    classifier_error,
    map_hypothesis,
)

Bits = tuple[int, ...]
Joint = dict[tuple[Bits, int], F]


def normalised(counts: list[int]) -> list[F]:
    """Whole numbers divided by their sum."""
    return [F(c, sum(counts)) for c in counts]


def naive_joint(p1: F, theta0: list[F], theta1: list[F]) -> Joint:
    """The true distribution of Boolean features that are independent given the class."""
    return {
        (x, y): (p1 if y else 1 - p1)
        * prod(t if bit else 1 - t for t, bit in zip(theta1 if y else theta0, x))
        for x in product((0, 1), repeat=len(theta0))
        for y in (0, 1)
    }


def naive_bayes(p1: F, theta0: list[F], theta1: list[F]) -> Callable[[Bits], int]:
    """Equation (3) with these parameters, in Fractions; a tie goes to class 0."""

    def classify(x: Bits) -> int:
        factors = {
            y: [t if bit else 1 - t for t, bit in zip(theta, x)]
            for y, theta in ((0, theta0), (1, theta1))
        }
        return most_probable(naive_bayes_posterior({0: 1 - p1, 1: p1}, factors))

    return classify


def linear(w: list[float]) -> Callable[[Bits], int]:
    """The logistic decision rule with intercept w[0]."""
    return lambda x: logistic_label(w[0], w[1:], list(map(float, x)))


masses = st.lists(st.integers(0, 9), min_size=8, max_size=8).filter(any).map(normalised)


@given(masses)
def test_no_classifier_has_an_error_below_the_bayes_error(probabilities: list[F]) -> None:
    """The smallest error of all 16 labellings of four inputs is the Bayes error."""
    inputs = list(product((0, 1), repeat=2))
    joint = dict(zip(product(inputs, (0, 1)), probabilities))
    errors = [
        classifier_error(joint, dict(zip(inputs, labels)).__getitem__)
        for labels in product((0, 1), repeat=4)
    ]
    assert bayes_error(joint) == min(errors)
    assert bayes_error(joint) + max(errors) == 1  # the worst is always wrong where Bayes is right


@given(masses)
def test_the_most_probable_label_reaches_the_bayes_error(probabilities: list[F]) -> None:
    """The error of argmax P(x, y) is Σ (P(x) − max P(x, y))."""
    joint = dict(zip(product("abcd", (0, 1)), probabilities))

    def best(x: str) -> int:
        return most_probable({y: joint[x, y] for y in (0, 1)})

    assert classifier_error(joint, best) == bayes_error(joint)
    assert bayes_error(joint) == sum((min(joint[x, 0], joint[x, 1]) for x in "abcd"), F(0))


def test_with_floats_the_bayes_error_is_not_negative() -> None:
    """Three certain labels whose float probabilities sum to slightly more than 1: error 0."""
    assert bayes_error({(x, 0): 1 / 3 + 1e-10 for x in "abc"}) == 0.0


thetas = st.lists(st.builds(F, st.integers(1, 9), st.just(10)), min_size=2, max_size=2)


@given(st.builds(F, st.integers(1, 9), st.just(10)), thetas, thetas)
def test_naive_bayes_is_optimal_where_its_assumption_holds(
    p1: F, theta0: list[F], theta1: list[F]
) -> None:
    """If the joint distribution factorises, the error of (3) is the Bayes error."""
    joint = naive_joint(p1, theta0, theta1)
    assert classifier_error(joint, naive_bayes(p1, theta0, theta1)) == bayes_error(joint)


def test_the_worked_bayes_error() -> None:
    """π = 1/3, θ₁ = (3/4, 1/5), θ₀ = (1/2, 2/3): both errors are 11/45."""
    parameters = F(1, 3), [F(1, 2), F(2, 3)], [F(3, 4), F(1, 5)]
    joint = naive_joint(*parameters)
    assert bayes_error(joint) == F(11, 45)
    assert classifier_error(joint, naive_bayes(*parameters)) == F(11, 45)


def with_copies(joint: Joint, copies: int) -> Joint:
    """The same distribution, with `copies` copies of the first feature."""
    return {((x[0],) * copies + x[1:], y): p for (x, y), p in joint.items()}


def test_three_copies_of_a_weak_feature_mislead_naive_bayes() -> None:
    """Three copies of a feature of accuracy 7/10 and one of 8/10: error NB 3/10, LR 1/5."""
    strong = F(8, 10)
    two_cues = naive_joint(F(1, 2), [F(3, 10), 1 - strong], [F(7, 10), strong])
    joint = with_copies(two_cues, 3)
    nb = naive_bayes(F(1, 2), [F(3, 10)] * 3 + [1 - strong], [F(7, 10)] * 3 + [strong])
    assert classifier_error(joint, nb) == F(3, 10)

    # In the limit of logistic regression the copies share the true weight of the feature.
    true = boolean_to_logistic(0.5, [0.3, 0.2], [0.7, 0.8])
    w = [true.w0, *[true.w[0] / 3] * 3, true.w[1]]
    population = {((1.0, *map(float, x)), y): float(p) for (x, y), p in joint.items()}
    assert population_gradient(w, population) == pytest.approx([0] * 5, abs=1e-15)
    assert classifier_error(joint, linear(w)) == bayes_error(joint) == F(1, 5)


def test_two_copies_of_a_feature_change_only_the_confidence() -> None:
    """Both errors are 3/10; naive Bayes predicts 49/58 where the true probability is 7/10."""
    joint = with_copies(naive_joint(F(1, 2), [F(3, 10)], [F(7, 10)]), 2)
    nb = naive_bayes(F(1, 2), [F(3, 10)] * 2, [F(7, 10)] * 2)
    assert classifier_error(joint, nb) == bayes_error(joint) == F(3, 10)
    posterior = naive_bayes_posterior(
        {0: F(1, 2), 1: F(1, 2)}, {0: [F(3, 10)] * 2, 1: [F(7, 10)] * 2}
    )
    assert posterior[1] == F(49, 58)
    assert isclose(posterior[1], 0.8448275862068966, rel_tol=1e-15)


def test_naive_bayes_counts_a_copied_feature_twice() -> None:
    """The total weight of two copies is 2 · 2 ln(7/3) = 3.389 in NB, and 1.695 in LR's limit."""
    doubled = boolean_to_logistic(0.5, [0.3, 0.3], [0.7, 0.7])
    single = boolean_to_logistic(0.5, [0.3], [0.7])
    assert isclose(sum(doubled.w), 3.3891914415488142, rel_tol=1e-15)
    assert isclose(single.w[0], 1.6945957207744071, rel_tol=1e-15)
    joint = with_copies(naive_joint(F(1, 2), [F(3, 10)], [F(7, 10)]), 2)
    population = {((1.0, *map(float, x)), y): float(p) for (x, y), p in joint.items()}
    shared = [single.w0, single.w[0] / 2, single.w[0] / 2]
    assert population_gradient(shared, population) == pytest.approx([0] * 3, abs=1e-15)
    too_sure = population_gradient([doubled.w0, *doubled.w], population)
    assert max(map(abs, too_sure)) > 0.01


def test_naive_bayes_may_be_better_although_its_assumption_fails() -> None:
    """Naive Bayes misclassifies 20 of 49 equally likely cases, LR 24, and the Bayes rule 17."""
    inputs = list(product((0, 1), repeat=2))
    ones, zeros = [6, 6, 8, 9], [2, 7, 10, 1]
    joint = {(x, y): F(c, 49) for y, cs in ((1, ones), (0, zeros)) for x, c in zip(inputs, cs)}
    theta1, theta0 = (
        [F(sum(c for x, c in zip(inputs, cs) if x[i]), sum(cs)) for i in (0, 1)]
        for cs in (ones, zeros)
    )
    rows = [[1.0, *map(float, x)] for x, a, b in zip(inputs, ones, zeros) for _ in range(a + b)]
    labels = [y for a, b in zip(ones, zeros) for y in [1] * a + [0] * b]
    w = [0.0] * 3
    for _ in range(12):
        w = newton_step(w, rows, labels)
    assert classifier_error(joint, naive_bayes(F(29, 49), theta0, theta1)) == F(20, 49)
    assert classifier_error(joint, linear(w)) == F(24, 49)
    assert bayes_error(joint) == F(17, 49)


# Exercise 4. P(v = 1 | h, x) of two hypotheses, and of their mixture h3, after seeing two ones.
H1 = {"a": F(9, 10), "b": F(2, 5)}
H2 = {"a": F(2, 5), "b": F(9, 10)}
H3 = {"a": F(13, 20), "b": F(13, 20)}
LIKELIHOODS = {"h1": F(9, 25), "h2": F(9, 25), "h3": F(169, 400)}


def answers(prior: Mapping[str, F]) -> tuple[bool, bool]:
    """Whether the MAP hypothesis is h3, and whether the Bayes optimal labels are those of h3."""
    joint = {h: prior[h] * LIKELIHOODS[h] for h in prior}
    posterior = {h: p / sum(joint.values()) for h, p in joint.items()}
    labels = [
        bayes_optimal_label(
            posterior, {h: {0: 1 - p[x], 1: p[x]} for h, p in zip(prior, (H1, H2, H3))}
        )
        for x in "ab"
    ]
    return map_hypothesis(prior, LIKELIHOODS) == "h3", labels == [1, 1]


@pytest.mark.parametrize(
    ("name", "prior", "expected"),
    [
        ("uniform", (F(1, 3), F(1, 3), F(1, 3)), (True, True)),
        ("h3 improbable", (F(49, 100), F(49, 100), F(2, 100)), (False, True)),
        ("h3 probable", (F(1, 20), F(1, 20), F(9, 10)), (True, True)),
        ("h1 dominant", (F(97, 100), F(1, 100), F(2, 100)), (False, False)),
    ],
)
def test_the_answer_of_exercise_4_depends_on_the_prior(
    name: str, prior: tuple[F, F, F], expected: tuple[bool, bool]
) -> None:
    """Whether h3 is the MAP hypothesis, and the Bayes optimal rule, depends on the new prior."""
    assert answers(dict(zip(("h1", "h2", "h3"), prior))) == expected, name


@given(st.builds(F, st.integers(0, 50), st.just(100)))
def test_if_the_old_priors_are_equal_the_bayes_optimal_rule_is_h3(p: F) -> None:
    """With P(h1) = P(h2) the labels are those of the mixture, for every P(h3)."""
    assert answers({"h1": p, "h2": p, "h3": 1 - 2 * p})[1]


@given(st.builds(F, st.integers(0, 100), st.just(100)).filter(lambda p: p != F(1, 2)))
def test_with_two_certain_hypotheses_bayes_optimal_is_map(p: F) -> None:
    """Each hypothesis gives its label probability 1."""
    posterior = {"h1": p, "h2": 1 - p}
    votes = {"h1": {"+": F(1), "-": F(0)}, "h2": {"+": F(0), "-": F(1)}}
    winner = map_hypothesis({"h1": F(1, 2), "h2": F(1, 2)}, posterior)
    assert votes[winner][bayes_optimal_label(posterior, votes)] == 1


def test_the_bayes_optimal_label_may_differ_from_the_map_label() -> None:
    """Posteriors 0.4, 0.3, 0.3: the MAP hypothesis predicts +, the other two predict −."""
    posterior = {"h1": F(4, 10), "h2": F(3, 10), "h3": F(3, 10)}
    plus, minus = {"+": F(1), "-": F(0)}, {"+": F(0), "-": F(1)}
    assert bayes_optimal_label(posterior, {"h1": plus, "h2": minus, "h3": minus}) == "-"
    assert map_hypothesis({h: F(1, 3) for h in posterior}, posterior) == "h1"


@pytest.mark.parametrize(
    ("strength", "risk"),
    [(F(0), F(1, 18)), (F(1, 2), F(7, 192)), (F(1), F(1, 30)), (F(2), F(11, 294))],
)
def test_worked_bayes_risks(strength: F, risk: F) -> None:
    """Three tosses with unknown P(heads): the smallest risk, 1/30, is at l = 1."""
    assert bayes_risk(strength, 3) == risk


@given(st.builds(F, st.integers(0, 24), st.integers(1, 8)), st.integers(1, 12))
def test_the_bayes_risk_is_bias_and_variance_averaged(strength: F, m: int) -> None:
    """Averaged over p, the risk is (l²/3 + m/6) / (m + 2l)²: squared bias plus variance."""
    assert bayes_risk(strength, m) == (strength**2 / 3 + F(m, 6)) / (m + 2 * strength) ** 2


@pytest.mark.parametrize("m", range(1, 11))
def test_laplace_is_optimal_for_a_uniform_prior(m: int) -> None:
    """l = 1 has the smallest risk of all l in steps of 1/10 and of its neighbours."""
    pseudo_counts = [F(k, 10) for k in range(41)] + [F(99, 100), F(101, 100)]
    assert min(pseudo_counts, key=lambda strength: bayes_risk(strength, m)) == 1


def test_without_examples_the_estimate_is_one_half() -> None:
    """Without tosses the risk is the variance of a uniform probability, 1/12, for every l."""
    assert bayes_risk(F(1), 0) == bayes_risk(F(7, 3), 0) == F(1, 12)


estimates = st.lists(st.builds(F, st.integers(-40, 40), st.integers(1, 12)), min_size=1, max_size=6)


@given(estimates, st.builds(F, st.integers(-40, 40), st.integers(1, 12)))
def test_squared_error_is_squared_bias_plus_variance(values: list[F], truth: F) -> None:
    """The mean of (θ̂ − θ)² is bias² + variance, exactly."""
    bias, variance = bias_and_variance(values, truth)
    mse = sum(((v - truth) ** 2 for v in values), F(0)) / len(values)
    assert bias**2 + variance == mse
    assert bias == sum(values, F(0)) / len(values) - truth


def test_worked_bias_and_variance() -> None:
    """Estimates ¼, ½, ¾, ¾ of ½ have bias 1/16, variance 11/256 and squared error 3/64."""
    values = [F(1, 4), F(1, 2), F(3, 4), F(3, 4)]
    assert bias_and_variance(values, truth=F(1, 2)) == (F(1, 16), F(11, 256))
    assert F(1, 16) ** 2 + F(11, 256) == F(3, 64)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (lambda: bayes_error({}), "empty"),
        (lambda: bayes_error({("a", 0): 0.25}), "sums to 0.25"),
        (lambda: bayes_error({("a", 0): 1.5, ("b", 0): -0.5}), "1.5"),
        (lambda: bayes_error({("a", 0): nan}), "nan"),
        (lambda: classifier_error({}, lambda x: 0), "empty"),
        (lambda: classifier_error({("a", 0): F(1, 2)}, lambda x: 0), "sums to 1/2"),
        (lambda: map_hypothesis({"h": 1.0}, {"g": 1.0}), "same classes"),
        (lambda: map_hypothesis({"h": 1.0}, {"h": 0.0}), "posterior is 0/0"),
        (lambda: map_hypothesis({"h": 0.5, "g": 0.4}, {"h": 1.0, "g": 1.0}), "sums to 0.9"),
        (lambda: bayes_optimal_label({}, {}), "empty"),
        (lambda: bayes_optimal_label({"h": 0.5}, {"h": {"+": 1.0}}), "sums to 0.5"),
        (lambda: bayes_optimal_label({"h": 0.5, "g": 0.5}, {"h": {"+": 1.0}}), "g"),
        (lambda: bayes_optimal_label({"h": 1.0}, {"h": {"+": 0.5}}), "sums to 0.5"),
        (lambda: bayes_risk(F(-1), 3), "strength l must be at least 0, got -1"),
        (lambda: bayes_risk(F(0), 0), "0/0"),
        (lambda: bayes_risk(F(2), -1), "-1"),
        (lambda: bias_and_variance([], 1.0), "no values"),
        (lambda: bias_and_variance([nan], 1.0), "nan"),
    ],
)
def test_input_without_a_result_is_an_error(question: Callable[[], object], message: str) -> None:
    """Tables that are not distributions, unknown hypotheses and empty lists."""
    with pytest.raises(TextbookError, match=message):
        question()
