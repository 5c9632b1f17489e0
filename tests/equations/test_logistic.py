"""Equations (16) to (18), (24) and (25): one model with two sign conventions."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction as F
from math import inf, isclose, nan

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests import oracle
from tests.oracle import in_sixty_digits, ulps
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.linalg import dot
from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.logistic import (
    bernoulli_natural_log_pmf,
    linear_score,
    logistic_label,
    logistic_p0,
    logistic_p1,
    logit,
    mitchell_label,
    mitchell_label_by_exp,
    mitchell_p0,
    mitchell_p1,
    odds,
    sigmoid_derivative,
    step,
    with_intercept,
)

Probability = Callable[[float, list[float], list[float]], float]
Example = tuple[float, list[float], list[float]]

# Multiples of 1/8: their products and sums are exact floats, so `==` can be used.
eighths = st.integers(-40, 40).map(lambda n: n / 8)
scores = st.floats(-700, 700)


@st.composite
def examples(draw: st.DrawFn) -> Example:
    """An intercept, and weights and features of equal number."""
    n = draw(st.integers(0, 4))
    vectors = st.lists(eighths, min_size=n, max_size=n)
    return draw(eighths), draw(vectors), draw(vectors)


def exact_score(w0: float, w: list[float], x: list[float]) -> F:
    """The score without any rounding."""
    return F(w0) + sum((F(a) * F(b) for a, b in zip(w, x)), F(0))


def negated(w0: float, w: list[float]) -> tuple[float, list[float]]:
    """The weights of the other convention."""
    return -w0, [-a for a in w]


@given(examples())
def test_the_score_is_exact_if_it_is_a_float(row: Example) -> None:
    """The score of multiples of 1/8 is the exact sum, for floats and for Fractions."""
    w0, w, x = row
    assert linear_score(w0, w, x) == exact_score(w0, w, x)
    assert linear_score(F(w0), list(map(F, w)), list(map(F, x))) == exact_score(w0, w, x)


def test_small_terms_are_kept_if_large_products_cancel() -> None:
    """Products of 1e16 and −1e16 cancel exactly, so the sum is the intercept."""
    assert linear_score(1.0, [1e8, -1e8], [1e8, 1e8]) == 1.0


@given(examples())
def test_with_a_leading_one_the_intercept_is_a_weight(row: Example) -> None:
    """A score with an intercept is an inner product if each row starts with 1."""
    w0, w, x = row
    assert with_intercept([x, x]) == [[1.0, *x]] * 2
    assert dot([w0, *w], with_intercept([x])[0]) == linear_score(w0, w, x)


@given(examples())
def test_negating_the_weights_turns_one_convention_into_the_other(row: Example) -> None:
    """(16) and (17) for weights w equal (25) and (24) for −w, to the last bit."""
    w0, w, x = row
    minus_w0, minus_w = negated(w0, w)
    assert mitchell_p1(w0, w, x) == logistic_p1(minus_w0, minus_w, x) == logistic_p0(w0, w, x)
    assert mitchell_p0(w0, w, x) == logistic_p0(minus_w0, minus_w, x) == logistic_p1(w0, w, x)


@pytest.mark.parametrize(
    ("probability", "sign"),
    [(mitchell_p1, -1), (mitchell_p0, 1), (logistic_p0, -1), (logistic_p1, 1)],
)
@given(row=examples())
@in_sixty_digits
def test_each_probability_is_the_printed_fraction(
    probability: Probability, sign: int, row: Example
) -> None:
    """Each of (16), (17), (24) and (25) is within 3 ulp: exp, sum and quotient round once each."""
    e_to_score = oracle.exp(sign * exact_score(*row))
    assert ulps(probability(*row), e_to_score / (1 + e_to_score)) <= 3


@pytest.mark.parametrize(
    ("probability", "sign"),
    [(mitchell_p1, -1), (mitchell_p0, 1), (logistic_p0, -1), (logistic_p1, 1)],
)
def test_scores_of_any_size_do_not_overflow(probability: Probability, sign: int) -> None:
    """If e to the score overflows or underflows, the probabilities are 0 and 1."""
    for score in (1e4, 1.7e308):
        assert probability(sign * score, [], []) == 1.0
        assert probability(-sign * score, [], []) == 0.0


@given(examples())
def test_the_two_probabilities_sum_to_one(row: Example) -> None:
    """P(Y = 0) + P(Y = 1) = 1, up to the rounding of each."""
    for p, q in ((mitchell_p0, mitchell_p1), (logistic_p0, logistic_p1)):
        assert abs(p(*row) + q(*row) - 1) <= 2**-52


def test_worked_probabilities_in_both_conventions() -> None:
    """The score −1 gives 0.7311 to Y = 1 in the first convention and 0.2689 in the second."""
    row = (1.0, [2.0, -1.0], [0.5, 3.0])
    assert linear_score(*row) == -1
    assert isclose(mitchell_p1(*row), 0.7310585786300049, rel_tol=1e-15)
    assert isclose(logistic_p1(*row), 0.2689414213699951, rel_tol=1e-15)


@given(examples())
def test_the_decision_rules_by_odds_exp_and_sign_agree(row: Example) -> None:
    """Odds above 1, an exponential above 1 and a score above 0 are equivalent."""
    p0 = mitchell_p0(*row)
    by_odds = 0 if p0 == 1 or odds(p0) > 1 else 1
    by_sign = mitchell_label(*row)
    assert by_odds == mitchell_label_by_exp(*row) == by_sign
    assert by_sign == (0 if p0 > mitchell_p1(*row) else 1)


@pytest.mark.parametrize("score", [5e-324, 2.0**-60, 708.9, 709.9, 1e300])
def test_the_rule_by_exp_works_for_every_score(score: float) -> None:
    """The exponential rule follows the sign of the score, however small or large it is."""
    assert mitchell_label_by_exp(score, [], []) == mitchell_label(score, [], []) == 0
    assert mitchell_label_by_exp(-score, [], []) == mitchell_label(-score, [], []) == 1


@given(examples())
def test_labels_agree_with_the_negated_convention(row: Example) -> None:
    """A positive score means Y = 0 in the first convention and Y = 1 in the second."""
    w0, w, x = row
    minus_w0, minus_w = negated(w0, w)
    if exact_score(w0, w, x) != 0:
        assert mitchell_label(w0, w, x) == logistic_label(minus_w0, minus_w, x)
        assert mitchell_label(w0, w, x) == 1 - logistic_label(w0, w, x)


def test_a_tie_goes_to_the_label_of_the_otherwise_case() -> None:
    """On the boundary (18) gives Y = 1, and the second convention gives Y = 0."""
    assert mitchell_label(F(-1), [F(1)], [F(1)]) == mitchell_label_by_exp(0.0, [], []) == 1
    assert logistic_label(F(-1), [F(1)], [F(1)]) == 0


@given(examples(), st.fractions(min_value=F(1, 1000), max_value=1000))
def test_scaling_the_weights_does_not_change_labels(row: Example, c: F) -> None:
    """Multiplying all weights by a positive number changes no label."""
    w0, w, x = F(row[0]), [F(a) for a in row[1]], [F(a) for a in row[2]]
    scaled = [c * a for a in w]
    assert mitchell_label(c * w0, scaled, x) == mitchell_label(w0, w, x)
    assert logistic_label(c * w0, scaled, x) == logistic_label(w0, w, x)


@given(st.fractions(min_value=0, max_value=1).filter(lambda p: p < 1))
def test_odds_and_probabilities_are_equivalent(p: F) -> None:
    """Odds o correspond to the probability o / (1 + o); odds of the complement are 1 / o."""
    assert odds(p) / (1 + odds(p)) == p
    if p > 0:
        assert odds(p) * odds(1 - p) == 1


@given(st.floats(-30, 30))
def test_the_odds_of_class_0_are_the_exponential_of_the_score(score: float) -> None:
    """In (16) and (17), P(Y = 0) / P(Y = 1) = e to the score."""
    truth = oracle.exp(score)
    # 1 − p multiplies the rounding error of p, at most 3 ulp, by the odds.
    amplified = 4 * 2**-52 * (1 + float(truth))
    assert isclose(odds(mitchell_p0(score, [], [])), float(truth), rel_tol=amplified)


@given(st.floats(0, 1, exclude_min=True, exclude_max=True))
@example(0.5 + 2.0**-40)
@example(0.5 - 2.0**-52)
@example(1 - 2.0**-53)
@example(5e-324)
@in_sixty_digits
def test_logit_is_the_log_odds_at_every_probability(p: float) -> None:
    """The error is at most 3 ulp, also near 1/2, where p / (1 − p) would lose digits."""
    assert ulps(logit(p), oracle.ln(F(p) / (1 - F(p)))) <= 3


@given(st.floats(-30, 30))
def test_logit_inverts_the_sigmoid(t: float) -> None:
    """The log odds of σ(t) are t; for t > 0 the rounding of σ near one is magnified by eᵗ."""
    magnified = 6 * 2**-53 * (1 + float(oracle.exp(t)))
    assert abs(logit(sigmoid(t)) - t) <= magnified + 2 * 2**-53 * abs(t)


@pytest.mark.parametrize(
    ("t", "expected"), [(-5.0, 0.0066928509242848554), (0.0, 0.5), (5.0, 0.9933071490757152)]
)
def test_the_curve_passes_through_the_printed_points(t: float, expected: float) -> None:
    """The logistic curve at −5, 0 and 5; it is symmetric about one half."""
    assert isclose(sigmoid(t), expected, rel_tol=2**-52)
    assert isclose(sigmoid(-t), 1 - sigmoid(t), rel_tol=1e-13)  # 1 − σ loses seven bits at 5


@given(eighths.filter(bool))
def test_the_hard_step_is_the_limit_of_steep_sigmoids(t: float) -> None:
    """Away from the boundary the limit is 0 or 1, so one error makes the likelihood 0."""
    assert step(t) == sigmoid(1e6 * t)
    assert step(t) * step(-t) == 0  # the likelihood of a right and a wrong label together


def test_on_the_boundary_the_hard_step_is_zero() -> None:
    """P(Y = 1 | x) = 1 only where the score is positive."""
    assert step(0.0) == step(-5e-324) == 0.0
    assert step(5e-324) == 1.0


def test_larger_weights_make_the_sigmoid_a_step() -> None:
    """A score scaled by 1, 10, 100 and 1000 has a probability that tends to 1."""
    steps = [mitchell_p0(0.0, [k], [0.1]) for k in (1.0, 10.0, 100.0, 1000.0)]
    assert steps == sorted(steps)
    assert isclose(steps[0], 0.52497918747894, rel_tol=1e-14)
    assert isclose(steps[2], 0.9999546021312976, rel_tol=1e-15)
    assert steps[3] == 1.0


@given(scores)
@in_sixty_digits
def test_the_derivative_of_the_sigmoid(t: float) -> None:
    """σ′ = μ (1 − μ), within 6 ulp in both tails; it is even and at most 1/4."""
    mu = oracle.sigmoid(t)
    complement = oracle.sigmoid(-Decimal(t))
    assert ulps(sigmoid_derivative(t), mu * complement) <= 6
    assert sigmoid_derivative(t) == sigmoid_derivative(-t) <= sigmoid_derivative(0.0) == 0.25


@given(st.floats(-30, 30))
@in_sixty_digits
def test_the_derivative_agrees_with_difference_quotients(t: float) -> None:
    """A difference quotient over 2e-20 in sixty digits has a relative difference of 1e-13."""
    h = Decimal("1e-20")
    rise = oracle.sigmoid(Decimal(t) + h) - oracle.sigmoid(Decimal(t) - h)
    assert isclose(sigmoid_derivative(t), float(rise / (2 * h)), rel_tol=1e-13)


@given(st.sampled_from([0, 1]), st.floats(-1e4, 1e4))
@in_sixty_digits
def test_the_exponential_family_form_is_the_bernoulli_log_probability(y: int, eta: float) -> None:
    """y η − ln(1 + e^η) is ln μ for y = 1 and ln(1 − μ) for y = 0, within 3 ulp."""
    truth = oracle.log_sigmoid(eta if y else -Decimal(eta))
    assert ulps(bernoulli_natural_log_pmf(y, eta), truth) <= 3
    # The printed form cancels to e⁻ᵗ, which may be 10⁻⁴⁰⁰⁰: compare absolutely.
    assert abs(y * Decimal(eta) - oracle.softplus(eta) - truth) < Decimal("1e-50")


def test_a_worked_bernoulli_log_probability() -> None:
    """At η = 0.3, ln P(1) = −0.55436."""
    assert isclose(bernoulli_natural_log_pmf(1, 0.3), -0.5543552444685271, rel_tol=1e-15)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (lambda: linear_score(1.0, [2.0], [3.0, 4.0]), "1 weight and 2 features"),
        (lambda: linear_score(1.0, [2.0], [nan]), "nan in the second vector, at position 0"),
        (lambda: linear_score(1.0, [2.0], [-inf]), "-inf in the second vector, at position 0"),
        (lambda: linear_score(nan, [2.0], [1.0]), "nan"),
        (lambda: linear_score(0.0, [1e200], [1e200]), "finite"),
        (lambda: mitchell_p1(0.0, [1.0], []), "1 weight and 0 features"),
        (lambda: logistic_p1(0.0, [inf], [1.0]), "inf"),
        (lambda: odds(1.0), "infinite"),
        (lambda: odds(F(-1, 2)), "-1/2"),
        (lambda: odds(nan), "nan"),
        (lambda: logit(0.0), "between 0 and 1, got 0.0"),
        (lambda: logit(1.0), "between 0 and 1, got 1.0"),
        (lambda: logit(nan), "nan"),
        (lambda: bernoulli_natural_log_pmf(2, 0.0), "0 or 1, got 2"),
        (lambda: bernoulli_natural_log_pmf(1, nan), "NaN"),
        (lambda: sigmoid_derivative(nan), "NaN"),
        (lambda: step(nan), "NaN"),
    ],
)
def test_input_without_a_result_is_an_error(question: Callable[[], object], message: str) -> None:
    """Unequal lengths, NaN, infinities and probabilities of 1 raise TextbookError."""
    with pytest.raises(TextbookError, match=message):
        question()
