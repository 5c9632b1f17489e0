"""Questions on (19) and (20): from Bayes' rule to the logistic function, step by step."""

from collections.abc import Sequence
from math import exp, fsum, log, log2, log10, prod, sqrt

from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.bridge import (
    collected_squares,
    difference_of_squares,
    expanded_squares,
    gaussian_log_ratio,
    log_ratio_of_densities,
    naive_log_odds,
    posterior_from_log_odds,
    posterior_from_odds,
)
from textbook_ml.equations.gaussian import normal_pdf
from textbook_ml.equations.logistic import logit
from textbook_ml.questions.framework.case_filters import is_huge, is_moderate
from textbook_ml.questions.framework.judge import Case, log_probability, probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Row = Sequence[float]

LOG_ODDS = log_probability()  # near 0 the tolerance is absolute
UNDERFLOW: Case = (0.5, [2e-4] * 100, [1e-4] * 100)
POINTS: list[Case] = [
    ([0.5], [0.0], [2.0], [1.0]),
    ([1.0], [0.0], [2.0], [1.0]),
    ([3.0], [1.0], [1.0], [4.0]),
    ([1.0, 2.0], [0.0, 1.0], [2.0, -1.0], [1.0, 4.0]),
]


def gaussian_case(draw: Draw) -> Case:
    """Return a row, the means of two classes, and the variances that both classes share."""
    n = draw.length(1, 4)
    return draw.numbers(n), draw.numbers(n), draw.numbers(n), draw.positives(n)


def densities_do_not_underflow(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> bool:
    """Return whether all densities are large enough not to underflow."""
    gaps = [(abs(p - m), s2) for mu in (mu0, mu1) for p, m, s2 in zip(x, mu, sigma2)]
    return all(gap * gap < 200 * s2 for gap, s2 in gaps)


@question(
    posterior_from_odds,
    edges=[(0.0,), (1.0,), (3.0,), (1e6,)],
    judge=probability(),
    valid=lambda odds0: odds0 <= 1e6,
)
def _(draw: Draw) -> Case:
    return (draw.positive(),)


@misconception(
    posterior_from_odds,
    "You return P(Y = 0 | x). The odds are those of class 0, so P(Y = 1 | x) = 1 / (1 + odds).",
)
def posterior_of_class_0(odds0: float) -> float:
    return odds0 / (1 + odds0)


@misconception(posterior_from_odds, "You return 1 / odds. The denominator is 1 + odds.")
def one_forgotten(odds0: float) -> float:
    return 1 / odds0


@misconception(posterior_from_odds, "You return 1 − odds. The formula is 1 / (1 + odds).")
def odds_subtracted(odds0: float) -> float:
    return 1 - odds0


@misconception(posterior_from_odds, "You take exp of the odds. Only log odds need exp.")
def exponential_of_odds(odds0: float) -> float:
    return sigmoid(-odds0)


@question(
    posterior_from_log_odds,
    edges=[(0.0,), (1.0,), (-1.0,), (1e4,), (-1e4,)],
    judge=probability(),
    valid=lambda log_odds0: is_moderate(log_odds0) or is_huge(log_odds0),
)
def _(draw: Draw) -> Case:
    return (draw.number(),)


@misconception(
    posterior_from_log_odds,
    "You return P(Y = 0 | x). The log odds t are those of class 0, so P(Y = 1 | x) = 1 / (1 + eᵗ).",
)
def sign_reversed(log_odds0: float) -> float:
    return sigmoid(log_odds0)


@misconception(
    posterior_from_log_odds,
    "Your exp overflows for large log odds t. Use e⁻ᵗ / (1 + e⁻ᵗ) when t is positive.",
)
def posterior_overflows(log_odds0: float) -> float:
    return 1 / (1 + exp(log_odds0))


@misconception(
    posterior_from_log_odds, "You add 1 to the log odds themselves. Take exp of the log odds first."
)
def exponential_forgotten(log_odds0: float) -> float:
    return 1 / (1 + log_odds0)


@misconception(
    posterior_from_log_odds,
    "You raise 10 to the log odds. They are natural logarithms, so use exp.",
)
def power_of_ten(log_odds0: float) -> float:
    return sigmoid(-log_odds0 * log(10))


@question(
    naive_log_odds,
    edges=[(0.5, [], []), (0.25, [], []), (0.5, [0.5, 0.25], [0.25, 0.25]), UNDERFLOW],
    judge=LOG_ODDS,
)
def _(draw: Draw) -> Case:
    n = draw.length(1, 6)
    factors = [[draw.probability() for _ in range(n)] for _ in range(2)]
    return draw.probability(), *factors


@misconception(
    naive_log_odds,
    "You return the log odds of class 1. Equation (19) has class 0 in the numerator.",
)
def odds_of_class_1(p1: float, factors0: Row, factors1: Row) -> float:
    return -naive_log_odds(p1, factors0, factors1)


@misconception(naive_log_odds, "You leave out the prior. Equation (19) also has ln((1 − π) / π).")
def prior_odds_forgotten(p1: float, factors0: Row, factors1: Row) -> float:
    return naive_log_odds(0.5, factors0, factors1)


@misconception(
    naive_log_odds,
    "You add the log prior odds inside the sum, once for each feature. "
    "Equation (19) adds them once, outside the sum.",
)
def prior_inside_the_sum(p1: float, factors0: Row, factors1: Row) -> float:
    return fsum(log(a / b) - logit(p1) for a, b in zip(factors0, factors1))


@misconception(
    naive_log_odds,
    "Your prior odds are inverted. The log prior odds of class 0 are ln((1 − π) / π).",
)
def prior_inverted(p1: float, factors0: Row, factors1: Row) -> float:
    return naive_log_odds(1 - p1, factors0, factors1)


@misconception(
    naive_log_odds,
    "You use the logarithm to base 2. "
    "Equation (19) has the natural logarithm ln, which is math.log in Python.",
)
def odds_in_base_2(p1: float, factors0: Row, factors1: Row) -> float:
    return log2(exp(1)) * naive_log_odds(p1, factors0, factors1)


@misconception(
    naive_log_odds,
    "You use the logarithm to base 10. "
    "Equation (19) has the natural logarithm ln, which is math.log in Python.",
)
def odds_in_base_10(p1: float, factors0: Row, factors1: Row) -> float:
    return log10(exp(1)) * naive_log_odds(p1, factors0, factors1)


@misconception(
    naive_log_odds,
    "Your product of many factors underflows to 0. "
    "Take the logarithm of each factor first, then add.",
)
def products_underflow(p1: float, factors0: Row, factors1: Row) -> float:
    return log((1 - p1) * prod(factors0) / (p1 * prod(factors1)))


@misconception(
    naive_log_odds,
    "You take the logarithm of sums of the factors. Add one logarithm for each feature: Σ ln.",
)
def logarithm_of_sums(p1: float, factors0: Row, factors1: Row) -> float:
    return naive_log_odds(p1, [fsum(factors0)], [fsum(factors1)])


@misconception(
    naive_log_odds, "You add the prior odds (1 − π) / π. Add their logarithm, ln((1 − π) / π)."
)
def prior_without_logarithm(p1: float, factors0: Row, factors1: Row) -> float:
    return naive_log_odds(0.5, factors0, factors1) + (1 - p1) / p1


@question(log_ratio_of_densities, edges=POINTS, judge=LOG_ODDS, valid=densities_do_not_underflow)
def _(draw: Draw) -> Case:
    return gaussian_case(draw)


@misconception(
    log_ratio_of_densities, "Your ratio is inverted. The density of class 0 is in the numerator."
)
def ratio_inverted(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return -log_ratio_of_densities(x, mu0, mu1, sigma2)


@misconception(
    log_ratio_of_densities,
    "You square the variances. The last argument already contains variances σ².",
)
def variance_squared(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return log_ratio_of_densities(x, mu0, mu1, [s2 * s2 for s2 in sigma2])


@misconception(log_ratio_of_densities, "You add the ratios of the densities. Add their logarithms.")
def ratios_added(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    zeros, ones = map(normal_pdf, x, mu0, sigma2), map(normal_pdf, x, mu1, sigma2)
    return fsum(a / b for a, b in zip(zeros, ones))


@misconception(
    log_ratio_of_densities,
    "You divide the logarithms. The logarithm of a ratio is a difference: ln(a / b) = ln a − ln b.",
)
def logarithms_divided(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    zeros, ones = map(normal_pdf, x, mu0, sigma2), map(normal_pdf, x, mu1, sigma2)
    return fsum(log(a) / log(b) for a, b in zip(zeros, ones))


@question(difference_of_squares, edges=POINTS, judge=LOG_ODDS)
def _(draw: Draw) -> Case:
    return gaussian_case(draw)


@misconception(
    difference_of_squares,
    "Your sign is reversed. "
    "The exponents are negative, so the difference is (x − μ₁)² − (x − μ₀)².",
)
def squares_negated(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return -difference_of_squares(x, mu0, mu1, sigma2)


@misconception(difference_of_squares, "You divide by σ². The denominator is 2σ².")
def two_forgotten(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return 2 * difference_of_squares(x, mu0, mu1, sigma2)


@misconception(
    difference_of_squares,
    "You divide by 2σ. The denominator is 2σ², and the last argument already contains σ².",
)
def deviation_in_denominator(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return difference_of_squares(x, mu0, mu1, [sqrt(s2) for s2 in sigma2])


@misconception(
    difference_of_squares,
    "You square the difference of the two deviations. Square each deviation first, then subtract.",
)
def square_of_the_difference(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return fsum((a - b) * (a - b) / (2 * s2) for a, b, s2 in zip(mu0, mu1, sigma2))


@question(expanded_squares, edges=POINTS, judge=LOG_ODDS)
def _(draw: Draw) -> Case:
    return gaussian_case(draw)


@misconception(
    expanded_squares,
    "Your second bracket begins with x instead of x², as misprinted in the source text. "
    "Both brackets begin with xᵢ².",
)
def second_square_lost(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    lost = fsum((p * p - p) / (2 * s2) for p, s2 in zip(x, sigma2))
    return expanded_squares(x, mu0, mu1, sigma2) + lost


@misconception(expanded_squares, "Your middle term is −xμ. The square (x − μ)² has −2xμ.")
def middle_not_doubled(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    lost = fsum(p * (b - a) / (2 * s2) for p, a, b, s2 in zip(x, mu0, mu1, sigma2))
    return expanded_squares(x, mu0, mu1, sigma2) + lost


@misconception(
    expanded_squares, "Your sign is reversed. Subtract the square with μ₀ from the square with μ₁."
)
def brackets_negated(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return -expanded_squares(x, mu0, mu1, sigma2)


@misconception(expanded_squares, "You divide by σ². The denominator is 2σ².")
def two_of_denominator_forgotten(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return 2 * expanded_squares(x, mu0, mu1, sigma2)


@misconception(
    expanded_squares,
    "You need brackets around the second square. "
    "The minus sign before it changes the sign of each of its terms.",
)
def minus_not_carried(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    terms = zip(x, mu0, mu1, sigma2)
    return fsum((m1 * m1 + m0 * m0 - 2 * a * (m1 + m0)) / (2 * s) for a, m0, m1, s in terms)


@question(collected_squares, edges=POINTS, judge=LOG_ODDS)
def _(draw: Draw) -> Case:
    return gaussian_case(draw)


@misconception(
    collected_squares, "You leave out the squares of the means. The numerator also has + μ₁² − μ₀²."
)
def squares_lost(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return fsum(p * (a - b) / s2 for p, a, b, s2 in zip(x, mu0, mu1, sigma2))


@misconception(
    collected_squares,
    "The squares of your means have the wrong signs. The numerator has + μ₁² − μ₀².",
)
def squares_exchanged(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return -collected_squares([-p for p in x], mu0, mu1, sigma2)


@misconception(
    collected_squares,
    "Your sign is reversed. Equation (20) is the log ratio of class 0 to class 1.",
)
def all_signs_reversed(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return -collected_squares(x, mu0, mu1, sigma2)


@misconception(collected_squares, "You leave out the factor 2. The term is 2xᵢ (μᵢ₀ − μᵢ₁).")
def two_of_the_product_lost(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return collected_squares([p / 2 for p in x], mu0, mu1, sigma2)


@question(gaussian_log_ratio, edges=POINTS, judge=LOG_ODDS)
def _(draw: Draw) -> Case:
    return gaussian_case(draw)


@misconception(
    gaussian_log_ratio, "You leave out the μ² terms. Equation (20) also has + (μ₁² − μ₀²) / (2σ²)."
)
def mean_squares_missing(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return squares_lost(x, mu0, mu1, sigma2)


@misconception(
    gaussian_log_ratio, "You divide μ₁² − μ₀² by σ². The denominator of this term is 2σ²."
)
def half_of_squares_forgotten(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    squares = gaussian_log_ratio([0.0] * len(x), mu0, mu1, sigma2)
    return gaussian_log_ratio(x, mu0, mu1, sigma2) + squares


@misconception(
    gaussian_log_ratio,
    "You return the log ratio of class 1 to class 0. Equation (20) has class 0 in the numerator.",
)
def ratio_of_class_1(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return -gaussian_log_ratio(x, mu0, mu1, sigma2)


@misconception(
    gaussian_log_ratio, "You divide by σ. Equation (20) divides by σ², which is the last argument."
)
def deviation_for_variance(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return gaussian_log_ratio(x, mu0, mu1, [sqrt(s2) for s2 in sigma2])


@misconception(
    gaussian_log_ratio, "Your μ² terms have the wrong signs. Equation (20) has μ₁² − μ₀²."
)
def mean_squares_exchanged(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return squares_exchanged(x, mu0, mu1, sigma2)


@misconception(
    gaussian_log_ratio,
    "You square the difference of the means. "
    "Equation (20) has the difference of their squares, μ₁² − μ₀².",
)
def difference_of_means_squared(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    terms = zip(x, mu0, mu1, sigma2)
    return fsum((m0 - m1) / s * a + (m1 - m0) * (m1 - m0) / (2 * s) for a, m0, m1, s in terms)


@misconception(
    gaussian_log_ratio,
    "You write / 2 * σ², which multiplies by σ². The denominator needs brackets: / (2 * σ²).",
)
def denominator_bracket_missing(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    terms = zip(x, mu0, mu1, sigma2)
    return fsum((m0 - m1) / s * a + (m1 * m1 - m0 * m0) / 2 * s for a, m0, m1, s in terms)


@misconception(
    gaussian_log_ratio,
    "You multiply the μ² terms by x too. In equation (20) only (μ₀ − μ₁) / σ² is multiplied by x.",
)
def everything_times_x(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    terms = zip(x, mu0, mu1, sigma2)
    return fsum(a * (m0 - m1) * (1 - (m0 + m1) / 2) / s for a, m0, m1, s in terms)


@misconception(gaussian_log_ratio, "You square the last argument. It is already the variance σ².")
def variance_squared_again(x: Row, mu0: Row, mu1: Row, sigma2: Row) -> float:
    return gaussian_log_ratio(x, mu0, mu1, [s * s for s in sigma2])
