"""Xing's slides: the likelihood, its gradient, and what learning costs."""

from collections.abc import Callable
from fractions import Fraction
from math import exp, fsum, log, sqrt

from textbook_ml.equations.likelihood import (
    conditional_log_likelihood,
    gradient,
    kappa_log_prior,
    lam_from_kappa,
    normal_log_prior,
    xing_log_likelihood,
)
from textbook_ml.equations.theory import (
    logistic_error_gap,
    naive_bayes_examples,
    shatters,
    vc_dimension_of_halfspaces,
)
from textbook_ml.experiments.errata._common import LABELS, ROWS, outcome
from textbook_ml.experiments.errata._fit import fit
from textbook_ml.linalg import mat_vec
from textbook_ml.registry import Check, erratum
from textbook_ml.stable import sigmoid


@erratum("ERR-X-CLL")
def sign_of_ln_mu() -> Check:
    """Both printed forms differ from l(θ) and from each other, and − ln μ grows without end."""
    theta = [1.0, 1 / 3]
    scored = list(zip(mat_vec(ROWS, theta), LABELS))  # every score is above 0
    return Check(
        printed={
            "l(θ), first form": fsum((y - 1) * s + log(1 - exp(-s)) for s, y in scored),
            "l(θ), second form": fsum((y - 1) * s - log(sigmoid(s)) for s, y in scored),
            "l(θ) of one example, y = 1 at score −50": -log(sigmoid(-50.0)),
        },
        right={
            "l(θ), first form": conditional_log_likelihood(theta, ROWS, LABELS),
            "l(θ), second form": xing_log_likelihood(theta, ROWS, LABELS),
            "l(θ) of one example, y = 1 at score −50": xing_log_likelihood([-50.0], [[1.0]], [1]),
        },
    )


@erratum("ERR-X-GRAD")
def two_slips_that_cancel() -> Check:
    """The gradient line is right, and is not the slope of the objective printed above it."""
    theta, features = [1 / 2, -1 / 3], list(zip(*ROWS))
    mu = [sigmoid(score) for score in mat_vec(ROWS, theta)]
    # What multiplies each example's x: in the printed line, and in the slope of − ln μ.
    in_the_line = [(y - 1) - (1 - m) * -1 for y, m in zip(LABELS, mu)]
    in_the_slope = [(y - 1) - (1 - m) for y, m in zip(LABELS, mu)]
    return Check(
        printed={
            "gradient line": mat_vec(features, in_the_line),
            "slope of the objective": mat_vec(features, in_the_slope),
        },
        right={
            "gradient line": gradient(theta, ROWS, LABELS),
            "slope of the objective": gradient(theta, ROWS, LABELS),
        },
    )


@erratum("ERR-IDENTITY-COV")
def identity_covariance() -> Check:
    """The prior has the identity for covariance only if κ = 1; with κ = 2 it has four times it."""
    theta, identity, kappa = [1.0, -3.0], Fraction(1), Fraction(2)
    return Check(
        printed={"λ": identity, "ln p(θ)": normal_log_prior(theta, float(identity))},
        right={"λ": lam_from_kappa(kappa), "ln p(θ)": kappa_log_prior(theta, float(kappa))},
    )


@erratum("ERR-X-IRLS")
def product_of_costs() -> Check:
    """A Newton step fills one matrix and solves one system: the costs add, N d² + d³."""

    def operations(n_examples: int, d: int) -> int:
        fill = n_examples * d * (d + 1)  # d (d + 1) / 2 entries, two operations per example
        solve = sum((d - k) * (k + 1) for k in range(d))  # Cholesky, column by column
        return fill + solve

    sizes = [(200, 10), (400, 10)]
    return Check(
        printed={f"operations, N = {n}, d = {d}": n * d**3 for n, d in sizes},
        right={f"operations, N = {n}, d = {d}": operations(n, d) for n, d in sizes},
    )


@erratum("ERR-X-BOUNDARY")
def only_the_boundary() -> Check:
    """A point far on its own side moves from 4 to 8, and the weight changes all the same."""

    def slope(far: float) -> float:
        return fit([*ROWS, (1.0, far)], [*LABELS, 1])[1]

    return Check(
        printed={"w₁, far point at 4": slope(4.0), "w₁, far point at 8": slope(4.0)},
        right={"w₁, far point at 4": slope(4.0), "w₁, far point at 8": slope(8.0)},
    )


@erratum("ERR-X-LOG-NM")
def product_in_the_logarithm() -> Check:
    """With m = 50 n examples, log(nm) makes the gap grow with n, and log(m/n) keeps it."""
    sizes = (10, 1_000_000)
    return Check(
        printed={f"gap at n = {n}": sqrt(n / (50 * n) * log(n * 50 * n)) for n in sizes},
        right={f"gap at n = {n}": logistic_error_gap(n, 50 * n) for n in sizes},
    )


@erratum("ERR-X-VC")
def bias_forgotten() -> Check:
    """On the line, thresholds of both directions shatter two points: n + 1, not n."""

    def threshold(t: float, direction: int) -> Callable[[float], bool]:
        return lambda x: direction * (x - t) > 0

    n = 1
    thresholds = [threshold(k / 2, direction) for k in range(-1, 6) for direction in (1, -1)]
    return Check(
        printed={"VC dimension of thresholds on the line": n},
        right={
            "VC dimension of thresholds on the line": vc_dimension_of_halfspaces(n),
            "two points are shattered": shatters(thresholds, [0, 1]),
            "three points are shattered": shatters(thresholds, [0, 1, 2]),
        },
    )


@erratum("ERR-X-RHO")
def no_features() -> Check:
    """The bound is stated for n ≥ 0, and log(n/δ) wants at least one feature."""
    epsilon, delta = 0.1, 0.05
    return Check(
        printed={"examples for n = 0": outcome(lambda: log(0 / delta) / (epsilon * epsilon))},
        right={
            "examples for n = 0": outcome(lambda: naive_bayes_examples(epsilon, delta, 0)),
            "examples for n = 1": naive_bayes_examples(epsilon, delta, 1),
        },
    )
