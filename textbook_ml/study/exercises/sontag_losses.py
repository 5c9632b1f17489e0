"""Sontag's exercise: the losses of logistic regression and of the SVM."""

from collections.abc import Iterator
from math import fsum, isclose, log

from textbook_ml.core.linalg import dot
from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.likelihood import numerical_gradient, signed_log_likelihood
from textbook_ml.equations.losses import hinge_loss, log_loss, regularised_risk, zero_one_loss
from textbook_ml.study.exercises._exercise import Step, check_of, exercise

ROWS = [[1.0, -1.0], [1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]  # with a leading 1
SIGNS = [-1, 1, -1, 1]
W, LAM = [0.5, 1.0], 2.0


@exercise(16, "EX-S-LOSSES", "sontag-losses", "sontag-map-pm1")
def log_loss_and_hinge_loss() -> Iterator[Step]:
    """How is logistic regression related to the SVM?

    Let the labels be −1 and +1, and let z = y (w₀ + w · x) be the margin of an example.
    Write the objective that MAP logistic regression minimises as a sum of losses L(z) and a
    penalty. Do the same for the soft-margin SVM, whose loss is the hinge max(0, 1 − z). What
    do the two losses have in common, and how do they differ? For the numbers, take four
    examples:

        x = −1, 0, 1, 2   with labels   y = −1, +1, −1, +1
        w₀ = 1/2,   w = 1,   λ = 2
    """
    margins = [y * dot(W, x) for x, y in zip(ROWS, SIGNS)]
    size2 = dot(W[1:], W[1:])
    likelihood = signed_log_likelihood(W, ROWS, SIGNS)
    yield Step(
        "For both labels P(y | x) = σ(z), because 1 − σ(s) = σ(−s). Its negative logarithm is the "
        "log loss, and the negative logarithm of the normal prior on w is the penalty.",
        """
        −ln P(y | x) = −ln σ(z) = ln(1 + e⁻ᶻ)
        MAP:   minimise Σᵢ ln(1 + exp(−zᵢ)) + (λ/2) ‖w‖²
        """,
        {
            "margins z": tuple(margins),
            "−ln likelihood + penalty": LAM / 2 * size2 - likelihood,
            "Σ log loss + penalty": regularised_risk(log_loss, W, ROWS, SIGNS, LAM),
        },
    )
    hinges = [hinge_loss(z) for z in margins]
    yield Step(
        "The SVM has the same form with another loss. It is usually written with C before the "
        "losses; divide by λ to see that C is 1/λ.",
        """
        SVM:   minimise Σᵢ max(0, 1 − zᵢ) + (λ/2) ‖w‖²
               minimise ½ ‖w‖² + C Σᵢ max(0, 1 − zᵢ),   C = 1/λ
        """,
        {
            "hinge losses": tuple(hinges),
            "Σ hinge loss + penalty": regularised_risk(hinge_loss, W, ROWS, SIGNS, LAM),
            "½ ‖w‖² + C Σ hinge, times λ": LAM * (size2 / 2 + fsum(hinges) / LAM),
        },
    )
    yield from _side_by_side()


def _side_by_side() -> Iterator[Step]:
    yield Step(
        "Both losses compared with the zero-one loss: 1 for an error, and 0 otherwise.",
        numbers={
            f"z = {z:g}": (log_loss(z), hinge_loss(z), zero_one_loss(z))
            for z in (-20.0, -2.0, 0.0, 0.3, 1.0, 3.0)
        },
        columns=("log loss", "hinge", "0-1"),
    )
    yield Step(
        "Common properties: both are convex and decreasing. For large negative margins both "
        "approach a straight line with slope −1, and the hinge is larger by 1. For large positive "
        "margins both are near 0.",
        """
        d/dz ln(1 + e⁻ᶻ) = −σ(−z),  which tends to −1 as z → −∞
        hinge − log  tends to 1 as z → −∞,  to 0 as z → ∞
        """,
        {
            "slope of the log loss at z = 0.3": -sigmoid(-0.3),
            "hinge − log at z = −20": hinge_loss(-20.0) - log_loss(-20.0),
            "hinge − log at z = 20": hinge_loss(20.0) - log_loss(20.0),
        },
    )
    yield Step(
        "Differences: the log loss is smooth and never zero, so every example has an influence, "
        "and the model predicts probabilities. The hinge is exactly zero for z ≥ 1, so only the "
        "other examples, the support vectors, have an influence, and the model predicts no "
        "probabilities.",
        numbers={"log loss at z = 5": log_loss(5.0), "hinge loss at z = 5": hinge_loss(5.0)},
    )
    yield Step(
        "Both are upper bounds of the zero-one loss; the log loss only after division by ln 2, "
        "that is, if it is measured in bits.",
        "1{z ≤ 0} ≤ ln(1 + e⁻ᶻ) / ln 2,   1{z ≤ 0} ≤ max(0, 1 − z)",
        {
            "log loss at z = 0 (less than 1)": log_loss(0.0),
            "log loss at z = 0 (in bits)": log_loss(0.0) / log(2),
            "hinge loss at z = 0": hinge_loss(0.0),
        },
    )


@check_of(log_loss_and_hinge_loss)
def check_ex16() -> dict[str, bool]:
    """Check the formulas, convexity and the bounds."""
    risk = regularised_risk(log_loss, W, ROWS, SIGNS, LAM)
    minus_map = -signed_log_likelihood(W, ROWS, SIGNS) + LAM / 2 * W[1] * W[1]
    margins = [k / 4 for k in range(-20, 21)]
    triples = list(zip(margins, margins[1:], margins[2:]))
    slope = numerical_gradient(lambda w: log_loss(w[0]), [0.3])[0]
    return {
        "the sum of log losses is minus the MAP objective, to 14 digits":
            isclose(risk, minus_map, rel_tol=1e-14),
        "the slope of the log loss is -sigmoid(-z), to 8 digits":
            isclose(slope, -sigmoid(-0.3), rel_tol=1e-8),
        "both losses are convex: no midpoint is above the average":
            all(
                loss(a) + loss(c) >= 2 * loss(b)
                for loss in (log_loss, hinge_loss)
                for a, b, c in triples
            ),
        "neither loss ever rises":
            all(
                loss(a) >= loss(b)
                for loss in (log_loss, hinge_loss)
                for a, b, _ in triples
            ),
        "the hinge and the log loss in bits bound the zero-one loss":
            all(
                min(log_loss(z) / log(2), hinge_loss(z)) >= zero_one_loss(z)
                for z in margins
            ),
        "the log loss itself does not: ln 2 < 1": log_loss(0.0) < 1,
    }
