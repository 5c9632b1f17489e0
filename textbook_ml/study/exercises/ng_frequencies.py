"""Ng's exercises on relative frequencies and Laplace smoothing."""

from collections.abc import Iterator
from fractions import Fraction
from math import factorial, isclose, log

from textbook_ml.equations.event_models import multinomial_event, multinomial_mle
from textbook_ml.equations.optimality import bayes_risk
from textbook_ml.equations.smoothing import (
    categorical_laplace,
    categorical_mle,
    categorical_smoothed,
    dirichlet_map,
    dirichlet_mean,
    prior_mle,
    theta_mle,
    theta_smoothed,
)
from textbook_ml.study.exercises._exercise import Step, check_of, exercise

COUNTS = [3, 1, 2]  # of the values a, b and c
SEEN = [3, 4, 0, 0]  # counts of four values in 7 examples
ONE = Fraction(1)


@exercise(
    11,
    "EX-N-NB-MLE",
    "ng-nb-mle",
    "ng-multinomial-mle",
    "ng-multinomial-event-mle",
    "mitchell-6",
    "mitchell-8",
)
def frequencies_maximise() -> Iterator[Step]:
    """Why are frequencies the maximum likelihood estimates?

    Naive Bayes estimates P(Y = y) and each P(Xᵢ = x | Y = y) by a relative frequency. Show
    that the relative frequencies maximise the joint likelihood of the data. What changes
    with a Dirichlet prior? For the numbers, take one distribution over the values a, b and
    c, which were observed 3 times, once and twice.
    """
    best = categorical_mle(COUNTS)
    third = [Fraction(1, 3)] * 3
    yield Step(
        "The log likelihood is a sum over examples of ln P(y) + Σᵢ ln P(xᵢ | y). Collect equal "
        "terms: this gives one sum for each distribution, and no two of these sums share a "
        "parameter. So each can be maximised separately, and all have this form.",
        "l(φ) = Σⱼ cⱼ ln φⱼ,   with Σⱼ φⱼ = 1",
        {
            "likelihood at φ = (1/3, 1/3, 1/3)": likelihood(third),
            "l there": log(likelihood(third)),
        },
    )
    yield Step(
        "Lagrange: add λ (1 − Σⱼ φⱼ) and set the derivatives to zero. Every cⱼ/φⱼ is the same "
        "number λ. Because the φⱼ sum to one, λ is the sum of the counts.",
        """
        cⱼ/φⱼ − λ = 0,   so φⱼ = cⱼ/λ,   and 1 = Σⱼ φⱼ = Σⱼ cⱼ / λ
        φ̂ⱼ = cⱼ / N,   N = Σⱼ cⱼ
        """,
        {
            "φ̂": tuple(best),
            "likelihood = (1/2)³ · 1/6 · (1/3)²": likelihood(best),
            "l(φ̂)": log(likelihood(best)),
        },
    )
    yield Step(
        "This is the only maximum, because ln t ≤ t − 1, with equality only at t = 1. The result "
        "is Gibbs' inequality.",
        """
        l(φ) − l(φ̂) = N Σⱼ φ̂ⱼ ln(φⱼ/φ̂ⱼ) ≤ N Σⱼ φ̂ⱼ (φⱼ/φ̂ⱼ − 1) = N (1 − 1) = 0
        """,
        {"l(1/3, 1/3, 1/3) − l(φ̂)": log(likelihood(third) / likelihood(best))},
    )
    yield from _consequences()


def _consequences() -> Iterator[Step]:
    words = multinomial_mle(["aab", "acc"], vocabulary="abc")
    yield Step(
        "This result covers all the estimates: (8), where j is the index of a class; (6) and Ng's "
        "φ for a word, where j is the index of a value of one feature in one class; and the "
        "multinomial event model, where j is the index of a word in the vocabulary and all texts "
        "of a class are joined.",
        numbers={
            "(8):  4 of 6 examples have Y = 1": prior_mle(4, n_examples=6),
            "(6):  3 of these 4 have X = 1": theta_mle(3, class_count=4),
            "words of the texts 'aab' and 'acc'": tuple(words.values()),
        },
    )
    yield Step(
        "A Dirichlet prior multiplies the likelihood by Πⱼ φⱼ^(αⱼ − 1), which gives the same sum "
        "with other counts. So replace cⱼ by cⱼ + αⱼ − 1.",
        "φ̂ⱼ = (cⱼ + αⱼ − 1) / (N + Σⱼ (αⱼ − 1))",
        {"φ̂ with α = (2, 2, 2)": tuple(dirichlet_map(COUNTS, [Fraction(2)] * 3))},
    )


def likelihood(phi: list[Fraction]) -> Fraction:
    """The probability of the six values."""
    return multinomial_event("aaabcc", dict(zip("abc", phi)))


@check_of(frequencies_maximise)
def check_ex11() -> dict[str, bool]:
    """Check the maximum exactly, on a grid that contains it."""
    best = categorical_mle(COUNTS)
    pairs = [(i, j) for i in range(1, 23) for j in range(1, 24 - i)]
    grid = [[Fraction(n, 24) for n in (i, j, 24 - i - j)] for i, j in pairs]
    return {
        "the frequencies are (1/2, 1/6, 1/3), with likelihood 1/432":
            best == [Fraction(1, 2), Fraction(1, 6), Fraction(1, 3)]
            and likelihood(best) == Fraction(1, 432),
        "of 253 distributions on a grid all others are less likely":
            best in grid
            and all(
                likelihood(phi) < likelihood(best)
                for phi in grid
                if phi != best
            ),
        "at the maximum every c / phi is the sum of the counts":
            all(c / phi == 6 for c, phi in zip(COUNTS, best)),
        "the log likelihood is -ln 432, to 14 digits":
            isclose(log(likelihood(best)), -log(432), rel_tol=1e-14),
        "a prior with alpha = 2 adds one to each count":
            dirichlet_map(COUNTS, [2 * ONE] * 3)
            == categorical_mle([c + 1 for c in COUNTS]),
    }


@exercise(12, "EX-N-LAPLACE", "ng-laplace-sum", "ng-laplace-optimal")
def laplace_sums_to_one() -> Iterator[Step]:
    """Do Laplace estimates sum to one, and when are they optimal?

    Laplace smoothing adds one to the count of each of k values. Check that the estimates
    still sum to one, also if any pseudo-count l is added instead. Ng says that Laplace
    smoothing is optimal under certain assumptions: which ones? For the numbers, take four
    values with counts 3, 4, 0 and 0.
    """
    yield Step(
        "The sum of the numerators is the sum of the counts plus k, which is the denominator.",
        """
        φⱼ = (cⱼ + 1) / (m + k)
        Σⱼ (cⱼ + 1) / (m + k) = (m + k) / (m + k) = 1
        """,
        {"(c + 1) / (7 + 4)": tuple(categorical_laplace(SEEN))},
    )
    yield Step(
        "The same is true for any pseudo-count l. Without smoothing (l = 0) unobserved values have "
        "probability 0; with a large l all probabilities are nearly equal.",
        "Σⱼ (cⱼ + l) / (m + k l) = (m + k l) / (m + k l) = 1",
        {
            f"l = {l}": (*(shares := categorical_smoothed(SEEN, l)), sum(shares))
            for l in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3))
        },
        columns=("φ₁", "φ₂", "φ₃", "φ₄", "sum"),
    )
    yield Step(
        "Now suppose that φ has a uniform prior over all distributions. With two values, the first "
        "of which was observed in c of m examples, the posterior mean is a ratio of two integrals. "
        "With k values the calculation is the same.",
        """
        p(φ | D) ∝ φᶜ (1 − φ)^(m − c)
        ∫₀¹ φᵃ (1 − φ)ᵇ dφ = a! b! / (a + b + 1)!
        E[φ | D] = [(c + 1)! (m − c)! / (m + 2)!] / [c! (m − c)! / (m + 1)!]
                 = (c + 1) / (m + 2)
        E[φⱼ | D] = (cⱼ + 1) / (m + k)
        """,
        {
            "E[φ | 3 of 3]": posterior_mean(3, 3),
            "E[φ | D] for the four values": tuple(dirichlet_mean(SEEN, [ONE] * 4)),
        },
    )
    yield from _optimal_estimate()


def _optimal_estimate() -> Iterator[Step]:
    yield Step(
        "The posterior mean is the estimate g with the smallest expected squared error, for any "
        "prior. So under a uniform prior Laplace's estimate is optimal. The table shows the mean "
        "squared error with pseudo-count l, averaged over all φ and all samples of 3 examples.",
        "E[(g − φ)² | D] = (g − E[φ | D])² + Var(φ | D)",
        {
            f"l = {l}": (risk := bayes_risk(l, n_examples=3), float(risk))
            for l in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2))
        },
        columns=("mean squared error", ""),
    )
    yield Step(
        "The posterior mean is also the probability that the next example has value j. This is "
        "Laplace's rule of succession: after three heads in three tosses, the probability of a "
        "fourth head is 4/5.",
        "P(x_new = j | D) = ∫ φⱼ p(φ | D) dφ = E[φⱼ | D]",
        {"P(fourth head | three heads)": theta_smoothed(3, 3, n_values=2, strength=ONE)},
    )


def posterior_mean(c: int, m: int) -> Fraction:
    """The ratio of the two integrals: c of m, uniform prior."""

    def integral(a: int, b: int) -> Fraction:
        return Fraction(factorial(a) * factorial(b), factorial(a + b + 1))

    return integral(c + 1, m - c) / integral(c, m - c)


@check_of(laplace_sums_to_one)
def check_ex12() -> dict[str, bool]:
    """Check the sums and the optimality exactly."""
    strengths = [Fraction(k, 4) for k in range(17)]
    return {
        "the estimates are 4/11, 5/11, 1/11 and 1/11":
            [11 * phi for phi in categorical_laplace(SEEN)] == [4, 5, 1, 1],
        "they sum to one for every pseudo-count":
            all(sum(categorical_smoothed(SEEN, l)) == 1 for l in strengths),
        "Laplace's estimate is the posterior mean for every c and m <= 5":
            all(
                posterior_mean(c, m) == theta_smoothed(c, m, 2, ONE)
                for m in range(6)
                for c in range(m + 1)
            ),
        "of 17 values of l from 0 to 4, l = 1 has the smallest error":
            min(strengths, key=lambda l: bayes_risk(l, 3)) == 1,
        "with four values it is also the mean under a uniform prior":
            categorical_laplace(SEEN) == dirichlet_mean(SEEN, [ONE] * 4),
    }
