"""Xing's exercise: the likelihood of logistic regression, its gradient and its maximum."""

from collections.abc import Iterator
from math import cos, isclose, log, pi, sin, sqrt

from textbook_ml.core.linalg import dot, mat_vec
from textbook_ml.equations.ascent import newton_step, reweighted_least_squares_step
from textbook_ml.equations.likelihood import (
    conditional_log_likelihood,
    gradient,
    hessian,
    numerical_gradient,
    simplified_log_likelihood,
    xing_log_likelihood,
)
from textbook_ml.study.exercises._exercise import Step, check_of, exercise

ROWS = [[1.0, -1.0], [1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]  # with a leading 1
LABELS = [0, 1, 0, 1]
THETA = [0.2, -0.4]


@exercise(
    13,
    "EX-X-CLL",
    "xing-cll",
    "xing-gradient",
    "mitchell-s3.2-ll-simplified",
    "mitchell-s3.2-gradient",
    "mitchell-s3.2-concave",
)
def maximum_of_the_likelihood() -> Iterator[Step]:
    """Does the likelihood of logistic regression have one maximum?

    Simplify the conditional log likelihood of logistic regression, differentiate it twice,
    and show that it is concave. When does a maximum exist, when is it unique, and what is
    a step of Newton's method? For the numbers, take one feature after a leading x₀ = 1:

        x = −1, 0, 1, 2   with labels   y = 0, 1, 0, 1;   θ = (1/5, −2/5)
    """
    yield Step(
        "Let s = θᵀx be the score and μ = σ(s). Substitute both logarithms; then y multiplies "
        "only s. For Xing's form, write ln(1 + eˢ) = s + ln(1 + e⁻ˢ).",
        """
        ln μ = s − ln(1 + eˢ),   ln(1 − μ) = −ln(1 + eˢ)
        y ln μ + (1 − y) ln(1 − μ) = y s − ln(1 + eˢ)
                                   = (y − 1) s − ln(1 + e⁻ˢ)
        """,
        {
            "l(θ), as defined": conditional_log_likelihood(THETA, ROWS, LABELS),
            "l(θ), the second form": simplified_log_likelihood(THETA, ROWS, LABELS),
            "l(θ), Xing's form": xing_log_likelihood(THETA, ROWS, LABELS),
        },
    )
    yield Step(
        "The derivative of ln(1 + eˢ) is eˢ/(1 + eˢ) = μ, and that of s with respect to θ is x.",
        "∇l = Σᵢ (yᵢ − μᵢ) xᵢ",
        {"∇l at θ": tuple(gradient(THETA, ROWS, LABELS))},
    )
    (a, b), (_, c) = hessian(THETA, ROWS)
    yield Step(
        "Differentiate again, with μ′ = μ (1 − μ). Along any v the second derivative is minus a "
        "sum of squares, so l is concave. It is strictly concave if and only if no v ≠ 0 is "
        "orthogonal to all xᵢ, that is, if the xᵢ span the space.",
        """
        H = −Σᵢ μᵢ (1 − μᵢ) xᵢ xᵢᵀ
        vᵀ H v = −Σᵢ μᵢ (1 − μᵢ) (v · xᵢ)² ≤ 0
        """,
        {"H at θ, first row": (a, b), "second row": (b, c), "determinant": a * c - b * b},
    )
    yield from _separated_or_not()


def _separated_or_not() -> Iterator[Step]:
    apart = ROWS[0], ROWS[2]
    yield Step(
        "A concave function need not have a maximum. Suppose that the examples are separable: for "
        "some v, all examples are on the correct side or on the boundary, and not all are on the "
        "boundary. Then no θ is a maximum, because l increases along θ + t v: no term falls, and "
        "at least one rises. For example, x = −1 with y = 0 and x = 1 with y = 1 alone are "
        "separated by v = (0, 1).",
        """
        zᵢ = (2yᵢ − 1) xᵢ,   l(θ) = −Σᵢ ln(1 + exp(−θ · zᵢ))
        v · zᵢ ≥ 0 for all i, and > 0 for some i:   no maximum
        """,
        {
            f"l(θ) of both at θ = (0, {w:g})": conditional_log_likelihood([0.0, w], apart, [0, 1])
            for w in (1.0, 5.0, 20.0)
        },
    )
    yield Step(
        "Conversely, if there is no such v, there is a maximum. Adding a vector that is "
        "orthogonal to all xᵢ does not change l, so let θ lie in the span of the xᵢ. For every "
        "unit vector v of the span, some v · zᵢ is negative. Otherwise all would be ≥ 0, and "
        "because no v separates the examples, all would be 0; but only v = 0 in the span is "
        "orthogonal to all xᵢ. The smallest v · zᵢ is a continuous function of v, and the unit "
        "sphere is compact, so it is at most −c for some c > 0. Hence l is below l(0) outside a "
        "ball. Because l is continuous, it attains its maximum inside the ball.",
        """
        minᵢ v · zᵢ ≤ −c for all unit v   ⇒   l(t v) ≤ −ln(1 + exp(c t)) < −c t
        l(t v) < l(0) = −N ln 2   for   t ≥ N ln 2 / c
        """,
        {
            "c for the four examples, 1/√5": 1 / sqrt(5),
            "radius of the ball, 4 ln 2 / c": 4 * log(2) * sqrt(5),
        },
    )
    steps = [[0.0, 0.0]]
    for _ in range(5):
        steps.append(newton_step(steps[-1], ROWS, LABELS))
    yield Step(
        "The four examples together are not separable. A Newton step solves a weighted least "
        "squares problem, so the method is called iteratively reweighted least squares. From "
        "θ = 0, five steps give ten correct digits.",
        """
        θ ← θ − H⁻¹ ∇l = (XᵀRX)⁻¹ XᵀRz
        R = diag(μ (1 − μ)),   z = Xθ + R⁻¹ (y − μ)
        """,
        {
            f"step {i}": (*w, conditional_log_likelihood(w, ROWS, LABELS))
            for i, w in enumerate(steps)
        },
        columns=("θ₀", "θ₁", "l(θ)"),
    )


def margin() -> float:
    """The smallest c of the proof over 3600 unit vectors v."""
    signed = [
        [(2 * y - 1) * x for x in row] for row, y in zip(ROWS, LABELS)
    ]
    angles = [2 * pi * k / 3600 for k in range(3600)]
    return min(
        -min(dot([cos(a), sin(a)], z) for z in signed) for a in angles
    )


def alike(exact: float, difference: float) -> bool:
    """Whether two numbers agree to the accuracy of a difference quotient."""
    return isclose(exact, difference, rel_tol=1e-8, abs_tol=1e-8)


@check_of(maximum_of_the_likelihood)
def check_ex13() -> dict[str, bool]:
    """Compare the derivatives with difference quotients, and check the maximum."""

    def likelihood(w: list[float]) -> float:
        return conditional_log_likelihood(w, ROWS, LABELS)

    slopes = numerical_gradient(likelihood, THETA)
    second = (
        numerical_gradient(lambda w: gradient(w, ROWS, LABELS)[0], THETA),
        numerical_gradient(lambda w: gradient(w, ROWS, LABELS)[1], THETA),
    )
    best = [0.0, 0.0]
    for _ in range(8):
        best = newton_step(best, ROWS, LABELS)
    steps = zip(
        newton_step(THETA, ROWS, LABELS),
        reweighted_least_squares_step(THETA, ROWS, LABELS),
    )
    return {
        "each direction has an example 1/sqrt(5) on the wrong side":
            1 / sqrt(5) <= margin() < 1 / sqrt(5) + 0.001,
        "the three forms agree, to 14 digits":
            isclose(
                simplified_log_likelihood(THETA, ROWS, LABELS),
                likelihood(THETA),
                rel_tol=1e-14,
            )
            and isclose(
                xing_log_likelihood(THETA, ROWS, LABELS),
                likelihood(THETA),
                rel_tol=1e-14,
            ),
        "the gradient equals difference quotients, to 8 digits":
            all(map(alike, gradient(THETA, ROWS, LABELS), slopes)),
        "the Hessian is the derivative of the gradient, to 8 digits":
            all(
                all(map(alike, row, quotients))
                for row, quotients in zip(hessian(THETA, ROWS), second)
            ),
        "the second derivative is negative in four directions":
            all(
                dot(v, mat_vec(hessian(THETA, ROWS), v)) < 0
                for v in ([1.0, 0.0], [0.0, 1.0], [1.0, -1.0], [1.0, 1.0])
            ),
        "at the maximum the gradient is zero":
            all(abs(g) < 1e-14 for g in gradient(best, ROWS, LABELS)),
        "Newton's step is the weighted least squares step, to 12 digits":
            all(isclose(a, b, rel_tol=1e-12) for a, b in steps),
    }
