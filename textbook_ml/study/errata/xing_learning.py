"""Xing's slides: the likelihood, its gradient, and the cost of learning."""

from collections.abc import Callable
from fractions import Fraction
from math import exp, fsum, log, sqrt

from textbook_ml.core.linalg import mat_vec
from textbook_ml.core.stable import sigmoid
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
from textbook_ml.sources.checks import Check, Claim
from textbook_ml.sources.registry import erratum
from textbook_ml.study.errata._common import EXAMPLES, LABELS, ROWS, outcome
from textbook_ml.study.errata._fit import fit


@erratum("ERR-X-CLL")
def sign_of_ln_mu() -> Check:
    """Both printed forms differ from l(θ) and from each other, and − ln μ is unbounded."""
    theta = [1.0, 1 / 3]
    scored = list(zip(mat_vec(ROWS, theta), LABELS))  # every score is above 0
    return Check(
        inputs={**EXAMPLES, "θ": "(1, 1/3)"},
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
    """The printed gradient is correct, but it is not the derivative of the printed objective."""
    theta, features = [1 / 2, -1 / 3], list(zip(*ROWS))
    mu = [sigmoid(score) for score in mat_vec(ROWS, theta)]
    # The factor of x for each example: in the printed line, and in the derivative of − ln μ.
    in_the_line = [(y - 1) - (1 - m) * -1 for y, m in zip(LABELS, mu)]
    in_the_derivative = [(y - 1) - (1 - m) for y, m in zip(LABELS, mu)]
    return Check(
        inputs={**EXAMPLES, "θ": "(1/2, −1/3)"},
        printed={
            "gradient line": mat_vec(features, in_the_line),
            "derivative of the objective": mat_vec(features, in_the_derivative),
        },
        right={
            "gradient line": gradient(theta, ROWS, LABELS),
            "derivative of the objective": gradient(theta, ROWS, LABELS),
        },
    )


@erratum("ERR-IDENTITY-COV")
def identity_covariance() -> Check:
    """The covariance is the identity if κ = 1; with κ = 2 it is four times the identity."""
    theta, identity, kappa = [1.0, -3.0], Fraction(1), Fraction(2)
    return Check(
        inputs={"θ": theta, "κ": kappa},
        printed={"λ": identity, "ln p(θ)": normal_log_prior(theta, float(identity))},
        right={"λ": lam_from_kappa(kappa), "ln p(θ)": kappa_log_prior(theta, float(kappa))},
        columns=("identity covariance", "covariance κ² I"),
    )


@erratum("ERR-X-IRLS")
def product_of_costs() -> Check:
    """A Newton step fills one matrix and solves one system, so the costs are added: N d² + d³."""

    def operations(n_examples: int, d: int) -> int:
        fill = n_examples * d * (d + 1)  # d (d + 1) / 2 entries, two operations per example
        solve = sum((d - k) * (k + 1) for k in range(d))  # Cholesky, column by column
        return fill + solve

    sizes = [(200, 10), (400, 10)]
    return Check(
        inputs={
            "Gram matrix": "N d (d + 1) operations",
            "Cholesky": "Σ (d − k)(k + 1), k = 0 … d − 1",
        },
        printed={f"operations, N = {n}, d = {d}": n * d**3 for n, d in sizes},
        right={f"operations, N = {n}, d = {d}": operations(n, d) for n, d in sizes},
        columns=("N d³", "Gram matrix + Cholesky"),
    )


@erratum("ERR-X-BOUNDARY")
def only_the_boundary() -> Check:
    """Moving a correctly classified, distant point from 4 to 8 changes the weight."""

    def weight(far: float) -> float:
        return fit([*ROWS, (1.0, far)], [*LABELS, 1])[1]

    return Check(
        inputs={**EXAMPLES, "fifth example": "x = 4 or 8, label 1"},
        printed={"w₁, fifth example at 8": Claim("the same as at 4, not at the boundary")},
        right={"w₁, fifth example at 4": weight(4.0), "w₁, fifth example at 8": weight(8.0)},
        columns=("as stated", "logistic regression"),
    )


@erratum("ERR-X-LOG-NM")
def product_in_the_logarithm() -> Check:
    """With m = 50 n examples, the gap grows with n for log(nm) and is constant for log(m/n)."""
    sizes = (10, 1_000_000)
    return Check(
        inputs={"m": "50 n"},
        printed={f"gap at n = {n}": sqrt(n / (50 * n) * log(n * 50 * n)) for n in sizes},
        right={f"gap at n = {n}": logistic_error_gap(n, 50 * n) for n in sizes},
        columns=("√(n/m log nm)", "√(n/m log m/n)"),
    )


@erratum("ERR-X-VC")
def intercept_forgotten() -> Check:
    """In one dimension, thresholds in both directions shatter two points: n + 1, not n."""

    def threshold(t: float, direction: int) -> Callable[[float], bool]:
        return lambda x: direction * (x - t) > 0

    n = 1
    thresholds = [threshold(k / 2, direction) for k in range(-1, 6) for direction in (1, -1)]
    return Check(
        inputs={"n": n, "thresholds": "−0.5, 0, …, 2.5, both directions", "points": "0, 1, 2"},
        printed={"VC dimension of thresholds on the line": n},
        right={
            "VC dimension of thresholds on the line": vc_dimension_of_halfspaces(n),
            "two points are shattered": shatters(thresholds, [0, 1]),
            "three points are shattered": shatters(thresholds, [0, 1, 2]),
        },
        columns=("n", "n + 1, with an intercept"),
    )


@erratum("ERR-X-RHO")
def no_features() -> Check:
    """The copy says n ≥ 0, but log(n/δ) needs at least one feature."""
    epsilon, delta = 0.1, 0.05
    return Check(
        inputs={"ε": epsilon, "δ": delta},
        printed={"examples for n = 0": outcome(lambda: log(0 / delta) / (epsilon * epsilon))},
        right={
            "examples for n = 0": outcome(lambda: naive_bayes_examples(epsilon, delta, 0)),
            "examples for n = 1": naive_bayes_examples(epsilon, delta, 1),
        },
    )
