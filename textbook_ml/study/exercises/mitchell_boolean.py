"""Mitchell's exercise 3: naive Bayes with Boolean features is logistic."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import isclose, log

from textbook_ml.equations.bayes import naive_bayes_posterior
from textbook_ml.equations.bridge import (
    boolean_to_logistic,
    mitchell_boolean_weights,
    posterior_from_odds,
)
from textbook_ml.equations.event_models import bernoulli_event, bernoulli_pmf
from textbook_ml.equations.logistic import logistic_label, mitchell_p0, mitchell_p1
from textbook_ml.study.exercises._exercise import Step, check_of, exercise

P1 = Fraction(2, 7)  # P(Y = 1)
THETA1 = [Fraction(3, 4), Fraction(1, 5), Fraction(1, 2)]
THETA0 = [Fraction(1, 2), Fraction(2, 3), Fraction(1, 2)]


@exercise(3, "EX-M3", "mitchell-ex3", "mitchell-ex3-hint", "sontag-linear-theorem")
def boolean_features_are_logistic() -> Iterator[Step]:
    """Why is naive Bayes with Boolean features a logistic model?

    The chapter shows that Gaussian naive Bayes, with the same variances in both classes, has
    a posterior of the logistic form (16). Show the same for n Boolean features: find the
    weights w₀ … wₙ in terms of π = P(Y = 1) and of θᵢ₁ and θᵢ₀, the probabilities that
    Xᵢ = 1 in class 1 and in class 0. For the numbers, take

        π = 2/7
        (θ₁₁, θ₂₁, θ₃₁) = (3/4, 1/5, 1/2)    in class 1
        (θ₁₀, θ₂₀, θ₃₀) = (1/2, 2/3, 1/2)    in class 0
    """
    x = (1, 0, 1)
    ratio = bernoulli_event(x, THETA0) / bernoulli_event(x, THETA1)
    odds0 = (1 - P1) / P1 * ratio
    yield Step(
        "Write the Bernoulli distribution with exponents: one of the two factors is always 1.",
        "P(Xᵢ = x | Y = y) = θᵢ_y^x (1 − θᵢ_y)^(1 − x),   0 < θᵢ_y < 1",
        {f"P(X₁ = {v} | Y = 1)": bernoulli_pmf(v, THETA1[0]) for v in (1, 0)},
    )
    yield Step(
        "Divide Bayes' rule by its numerator, and write the ratio as the exponential of its "
        "logarithm. Because the features are independent given Y, the logarithm is a sum.",
        """
        P(Y = 1 | X) = 1 / (1 + odds₀)
        odds₀ = exp(ln((1 − π)/π) + Σᵢ ln(P(Xᵢ | Y = 0) / P(Xᵢ | Y = 1)))
        """,
        {"odds₀ at x = (1, 0, 1)": odds0, "P(Y = 1 | x)": posterior_from_odds(odds0)},
    )
    weights = mitchell_boolean_weights(float(P1), floats(THETA0), floats(THETA1))
    yield Step(
        "Substitute step 1 into step 2, and collect the terms with Xᵢ and without Xᵢ.",
        """
        ln(P(Xᵢ | Y = 0) / P(Xᵢ | Y = 1))
           = Xᵢ ln(θᵢ₀/θᵢ₁) + (1 − Xᵢ) ln((1 − θᵢ₀)/(1 − θᵢ₁))
        wᵢ = ln(θᵢ₀ (1 − θᵢ₁) / (θᵢ₁ (1 − θᵢ₀)))
        w₀ = ln((1 − π)/π) + Σᵢ ln((1 − θᵢ₀)/(1 − θᵢ₁))
        """,
        {
            "w₁ = ln 1/3": weights.w[0],
            "w₂ = ln 8": weights.w[1],
            "w₃ = ln 1": weights.w[2],
            "w₀ = ln 5/2 + ln 2 + ln 5/12 = ln 25/12": weights.w0,
        },
    )
    yield from _both_conventions(weights.w0, weights.w)


def _both_conventions(w0: float, w: tuple[float, ...]) -> Iterator[Step]:
    yield Step(
        "So the posterior has the form (16), and P(Y = 0 | X) = 1 − P(Y = 1 | X) has the form "
        "(17).",
        """
        P(Y = 1 | X) = 1 / (1 + exp(w₀ + Σᵢ wᵢ Xᵢ))
        P(Y = 0 | X) = exp(w₀ + Σᵢ wᵢ Xᵢ) / (1 + exp(w₀ + Σᵢ wᵢ Xᵢ))
        """,
        {
            f"x = {x}": (exact_posterior(x), mitchell_p1(w0, w, x), mitchell_p0(w0, w, x))
            for x in product((0, 1), repeat=3)
        },
        columns=("P(Y = 1), Bayes", "by (16)", "P(Y = 0), by (17)"),
    )
    other = boolean_to_logistic(float(P1), floats(THETA0), floats(THETA1))
    yield Step(
        "Sontag predicts Y = 1 if w · x + b is positive, so his weights are the negatives of "
        "these. A weight is the logarithm of an odds ratio. A feature with θᵢ₁ = θᵢ₀ has weight 0 "
        "and carries no information. If a θ is 0 or 1, the weight is infinite, which is a reason "
        "to estimate θ by the smoothed estimate (7) and not by (6).",
        "w = −(w₁, …, wₙ),   b = −w₀,   Y = 1 if w · x + b > 0",
        {"Sontag's w": other.w, "Sontag's b": other.w0},
    )


def floats(numbers: list[Fraction]) -> list[float]:
    """The numbers as floats."""
    return [float(x) for x in numbers]


def exact_posterior(x: tuple[int, ...]) -> Fraction:
    """P(Y = 1 | x) of exercise 3, by Bayes' rule."""
    factors = {
        y: [bernoulli_pmf(v, t) for v, t in zip(x, theta)]
        for y, theta in ((1, THETA1), (0, THETA0))
    }
    return naive_bayes_posterior({1: P1, 0: 1 - P1}, factors)[1]


@check_of(boolean_features_are_logistic)
def check_ex3() -> dict[str, bool]:
    """Check the weights exactly, using that their exponentials are fractions."""
    weights = mitchell_boolean_weights(
        float(P1), floats(THETA0), floats(THETA1)
    )
    w0, w = weights.w0, weights.w
    everywhere = list(product((0, 1), repeat=3))
    e0, e1, e2 = Fraction(25, 12), Fraction(1, 3), Fraction(8)
    return {
        "w0 = ln 25/12, w = (-ln 3, ln 8, 0), to 14 digits":
            isclose(w0, log(25 / 12), rel_tol=1e-14)
            and isclose(w[0], -log(3), rel_tol=1e-14)
            and isclose(w[1], log(8), rel_tol=1e-14)
            and w[2] == 0,
        "with e^w0 = 25/12, e^w1 = 1/3, e^w2 = 8, (16) is Bayes' rule exactly":
            all(
                exact_posterior(x)
                == posterior_from_odds(e0 * e1 ** x[0] * e2 ** x[1])
                for x in everywhere
            ),
        "(17) gives P(Y = 0 | x) = 1 - P(Y = 1 | x), to 14 digits":
            all(
                isclose(
                    mitchell_p0(w0, w, x),
                    1 - exact_posterior(x),
                    rel_tol=1e-14,
                )
                for x in everywhere
            ),
        "the sign of Sontag's score gives the more probable class":
            all(
                (exact_posterior(x) > Fraction(1, 2))
                == (logistic_label(-w0, [-w_i for w_i in w], x) == 1)
                for x in everywhere
            ),
    }
