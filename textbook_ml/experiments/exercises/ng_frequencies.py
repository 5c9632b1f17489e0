"""Ng's exercises on counting: why frequencies, and why one more of each."""

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
from textbook_ml.experiments.exercises._exercise import Step, check_of, exercise

COUNTS = [3, 1, 2]  # of the values a, b and c
SEEN = [3, 4, 0, 0]  # how often each of four values came, of 7
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

    Naive Bayes estimates P(Y = y) and each P(Xᵢ = x | Y = y) by a share of the examples.
    Show that these shares maximise the joint likelihood of the data. What changes under a
    Dirichlet prior? For the numbers, take one distribution over the values a, b and c, which
    came 3 times, once and twice.
    """
    best = categorical_mle(COUNTS)
    third = [Fraction(1, 3)] * 3
    yield Step(
        "The log likelihood is a sum over examples of ln P(y) + Σᵢ ln P(xᵢ | y). Collect equal "
        "terms: it falls apart into one sum for each distribution, and no two share a parameter. "
        "So each can be maximised alone, and all look like this one.",
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
        "It is the maximum, and the only one, because ln t ≤ t − 1 with equality at t = 1 alone: "
        "this is Gibbs' inequality.",
        """
        l(φ) − l(φ̂) = N Σⱼ φ̂ⱼ ln(φⱼ/φ̂ⱼ) ≤ N Σⱼ φ̂ⱼ (φⱼ/φ̂ⱼ − 1) = N (1 − 1) = 0
        """,
        {"l(1/3, 1/3, 1/3) − l(φ̂)": log(likelihood(third) / likelihood(best))},
    )
    yield from _what_it_settles()


def _what_it_settles() -> Iterator[Step]:
    words = multinomial_mle(["aab", "acc"], vocabulary="abc")
    yield Step(
        "That settles all of them at once: (8), where j runs over the classes; (6) and Ng's φ for "
        "a word, where it runs over the values of one feature in one class; and the multinomial "
        "event model, where it runs over the vocabulary, all texts of a class read as one.",
        numbers={
            "(8):  4 of 6 examples have Y = 1": prior_mle(4, n_examples=6),
            "(6):  3 of these 4 have X = 1": theta_mle(3, class_count=4),
            "words of the texts 'aab' and 'acc'": tuple(words.values()),
        },
    )
    yield Step(
        "A Dirichlet prior multiplies the likelihood by Πⱼ φⱼ^(αⱼ − 1): that is the same sum with "
        "other counts. So put cⱼ + αⱼ − 1 where cⱼ stood.",
        "φ̂ⱼ = (cⱼ + αⱼ − 1) / (N + Σⱼ (αⱼ − 1))",
        {"φ̂ with α = (2, 2, 2)": tuple(dirichlet_map(COUNTS, [Fraction(2)] * 3))},
    )


def likelihood(phi: list[Fraction]) -> Fraction:
    """How probable the six values are."""
    return multinomial_event("aaabcc", dict(zip("abc", phi)))


@check_of(frequencies_maximise)
def check_ex11() -> dict[str, bool]:
    """The maximum, exactly, on a grid that holds it."""
    best = categorical_mle(COUNTS)
    pairs = [(i, j) for i in range(1, 23) for j in range(1, 24 - i)]
    grid = [[Fraction(n, 24) for n in (i, j, 24 - i - j)] for i, j in pairs]
    return {
        "the shares are (1/2, 1/6, 1/3), with likelihood 1/432":
            best == [Fraction(1, 2), Fraction(1, 6), Fraction(1, 3)]
            and likelihood(best) == Fraction(1, 432),
        "of 253 distributions on a grid no other is as likely":
            best in grid
            and all(
                likelihood(phi) < likelihood(best)
                for phi in grid
                if phi != best
            ),
        "at the shares every c / phi is the sum of the counts":
            all(c / phi == 6 for c, phi in zip(COUNTS, best)),
        "the log likelihood is -ln 432, to 14 digits":
            isclose(log(likelihood(best)), -log(432), rel_tol=1e-14),
        "a prior with alpha = 2 is one more of each":
            dirichlet_map(COUNTS, [2 * ONE] * 3)
            == categorical_mle([c + 1 for c in COUNTS]),
    }


@exercise(12, "EX-N-LAPLACE", "ng-laplace-sum", "ng-laplace-optimal")
def laplace_sums_to_one() -> Iterator[Step]:
    """Does Laplace smoothing sum to one, and when is it the best?

    Laplace's estimate adds one to the count of each of k values. Check that the estimates
    still sum to one, for every strength l. Ng adds that it is optimal under certain
    assumptions: which ones? For the numbers, take four values that came 3, 4, 0 and 0 times.
    """
    yield Step(
        "The numerators sum to all counts and k ones, which is the denominator.",
        """
        φⱼ = (cⱼ + 1) / (m + k)
        Σⱼ (cⱼ + 1) / (m + k) = (m + k) / (m + k) = 1
        """,
        {"(c + 1) / (7 + 4)": tuple(categorical_laplace(SEEN))},
    )
    yield Step(
        "The same with any strength l. Without smoothing (l = 0) the unseen get nothing, and a "
        "large l makes all alike.",
        "Σⱼ (cⱼ + l) / (m + k l) = (m + k l) / (m + k l) = 1",
        {
            f"l = {l}": (*(shares := categorical_smoothed(SEEN, l)), sum(shares))
            for l in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3))
        },
        columns=("φ₁", "φ₂", "φ₃", "φ₄", "sum"),
    )
    yield Step(
        "Now suppose that φ itself was drawn, uniformly from all distributions. With two values, "
        "of which the first came c times of m, the mean of its posterior is a ratio of two "
        "integrals. With k values it goes the same way.",
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
    yield from _the_best_guess()


def _the_best_guess() -> Iterator[Step]:
    yield Step(
        "The mean of the posterior is the guess g with the least expected squared error, for any "
        "prior. So under a uniform prior Laplace's estimate is the best there is. The table has "
        "the error of add-l, averaged over all φ and all samples of 3.",
        "E[(g − φ)² | D] = (g − E[φ | D])² + Var(φ | D)",
        {
            f"l = {l}": (risk := bayes_risk(l, n_examples=3), float(risk))
            for l in (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2))
        },
        columns=("mean squared error", ""),
    )
    yield Step(
        "It is also the probability of what comes next, which is Laplace's rule of succession: "
        "after three heads in three tosses, bet 4 to 1 on a fourth.",
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
    """The sums and the optimality, exactly."""
    strengths = [Fraction(k, 4) for k in range(17)]
    return {
        "the estimates are 4/11, 5/11, 1/11 and 1/11":
            [11 * phi for phi in categorical_laplace(SEEN)] == [4, 5, 1, 1],
        "they sum to one for every strength":
            all(sum(categorical_smoothed(SEEN, l)) == 1 for l in strengths),
        "Laplace is the mean of the posterior for every c of m up to 5":
            all(
                posterior_mean(c, m) == theta_smoothed(c, m, 2, ONE)
                for m in range(6)
                for c in range(m + 1)
            ),
        "of 17 strengths from 0 to 4, l = 1 has the least squared error":
            min(strengths, key=lambda l: bayes_risk(l, 3)) == 1,
        "with four values it is the mean under a uniform prior, too":
            categorical_laplace(SEEN) == dirichlet_mean(SEEN, [ONE] * 4),
    }
