"""Section 3.3: a Gaussian prior on the weights is an L2 penalty, which gives (26).

w            any weights
rows         the features of each example; the first feature is usually 1
labels       the class of each example, 0 or 1
kappa2       κ², the variance of the prior; λ = 1/κ²
eta          η, the step size
prior        "gaussian", or "laplace" with the same variance
prior_mean   mean of the prior of each weight
"""

from decimal import Decimal
from fractions import Fraction as F

from textbook_ml.equations.ascent import penalised_step
from textbook_ml.equations.likelihood import (
    map_objective,
    normal_log_prior,
    penalised_gradient,
    penalised_log_likelihood,
)
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._matrices import dot
from textbook_ml.study.derivations._numbers import PI, Value, exp, gradient, ln, square, total

Vector = tuple[Decimal, ...]
Rows = tuple[Vector, ...]
POSTERIOR = r"\ln\frac{P(W\mid D)}{P(0\mid D)}"

MAP = Derivation(
    "map-to-l2",
    "A Gaussian prior on the weights is an L2 penalty",
    inputs=(
        Input("w", "W", (F(3, 10), F(-7, 10)), "any weights", sizes=("n",), most=8),
        Input("rows", "X", ((F(1), F(-1)), (F(1), F(2)), (F(1), F(1, 2))),
              "features of each example", sizes=("m", "n"), most=20),
        Input("labels", "Y", (0, 1, 1), "class of each example", "bit", ("m",), most=20),
        Input("kappa2", r"\kappa^2", F(2), "variance of the prior", "positive"),
        Input("eta", r"\eta", F(1, 10), "step size", "positive"),
        Input("prior", "p", "gaussian", "distribution of a weight", "choice",
              assumption="gaussian-prior", choices=("gaussian", "laplace")),
        Input("prior_mean", r"\mu", F(0), "mean of the prior", assumption="zero-mean"),
    ),
    assumptions=(
        Assumption(
            "gaussian-prior",
            "The weights have independent Gaussian priors.",
            {"prior": "laplace"},
            "A Laplace prior with the same variance gives a multiple of Σ |wᵢ|, the L1 penalty.",
        ),
        Assumption(
            "zero-mean",
            "The mean of the prior is 0.",
            {"prior_mean": F(1)},
            "A prior with mean 1 draws the weights towards 1, not towards 0.",
        ),
    ),
    about=("mitchell-s3.3-overfit", "mitchell-s3.3-nonzero-mean", "xing-map-def",
           "sontag-map-prior", "sontag-quadratic-svm"),
    remarks=(
        "The density is compared with that at W = 0, because its constant does not depend on W: "
        "ln P(W) is −(λ/2) ‖W‖² plus a constant, not a multiple of it.",
        "As printed, the penalty includes w₀. Most software does not penalise w₀.",
    ),
)  # fmt: skip


def log_prior(w: Vector, kappa2: Decimal, prior: str, prior_mean: Decimal) -> Decimal:
    """ln P(W), for any of the priors."""
    if prior == "gaussian":
        return -total(square(w_i - prior_mean) / kappa2 + ln(2 * PI * kappa2) for w_i in w) / 2
    scale = (kappa2 / 2).sqrt()
    return -total(abs(w_i - prior_mean) / scale + ln(2 * scale) for w_i in w)


def log_likelihood(w: Vector, rows: Rows, labels: Vector) -> Decimal:
    """Return the conditional log likelihood l(W)."""
    scores: list[Decimal] = [dot(w, x) for x in rows]
    return total(y * s - ln(1 + exp(s)) for s, y in zip(scores, labels))


def without(w: Vector) -> Vector:
    """Return zero weights, one for each weight of `w`."""
    return tuple(Decimal(0) for _ in w)


@MAP.line(
    r"\ln\frac{P(W\mid D)}{P(0\mid D)}=\ln\frac{P(W)\prod_lP(Y^l\mid X^l,W)}"
    r"{P(0)\prod_lP(Y^l\mid X^l,0)}",
    "Bayes' rule for the weights; the evidence cancels, and the prior does not depend on X.",
    "sontag-map-posterior",
    "xing-map-likelihood",
    of=POSTERIOR,
    digits=True,
)
def bayes_rule(
    w: Vector, rows: Rows, labels: Vector, kappa2: Decimal, prior: str, prior_mean: Decimal
) -> Decimal:
    def density(v: Vector) -> Decimal:
        joint = exp(log_prior(v, kappa2, prior, prior_mean))
        for x, y in zip(rows, labels):
            odds = exp(dot(v, x))
            joint *= odds / (1 + odds) if y == 1 else 1 / (1 + odds)
        return joint

    return ln(density(w) / density(without(w)))


@MAP.line(
    r"=l(W)-l(0)+\ln P(W)-\ln P(0),\quad l(W)=\sum_l\ln P(Y^l\mid X^l,W)",
    "The logarithm of a product is a sum.",
    "mitchell-s3.3-map-objective",
    digits=True,
    equation=lambda w, rows, labels, kappa2: (
        map_objective(w, rows, labels, lambda u: normal_log_prior(u, 1 / kappa2))
        - map_objective([0.0] * len(w), rows, labels, lambda u: normal_log_prior(u, 1 / kappa2))
    ),
)
def sum_of_logs(
    w: Vector, rows: Rows, labels: Vector, kappa2: Decimal, prior: str, prior_mean: Decimal
) -> Decimal:
    likelihoods = log_likelihood(w, rows, labels) - log_likelihood(without(w), rows, labels)
    priors = log_prior(w, kappa2, prior, prior_mean)
    return likelihoods + priors - log_prior(without(w), kappa2, prior, prior_mean)


@MAP.line(
    r"=l(W)-l(0)-\sum_i\frac{(w_i-\mu)^2}{2\kappa^2}+\sum_i\frac{\mu^2}{2\kappa^2}",
    "Substitute Gaussian densities with variance κ²; their constants cancel.",
    "mitchell-s3.3-map",
    "xing-map-prior",
    "sontag-map-prior",
    uses="gaussian-prior",
    digits=True,
)
def gaussian(
    w: Vector, rows: Rows, labels: Vector, kappa2: Decimal, prior_mean: Decimal
) -> Decimal:
    likelihoods = log_likelihood(w, rows, labels) - log_likelihood(without(w), rows, labels)
    exponents = total(square(w_i - prior_mean) for w_i in w) - len(w) * square(prior_mean)
    return likelihoods - exponents / (2 * kappa2)


@MAP.line(
    r"=l(W)-l(0)-\frac{\lambda}{2}\|W\|^2,\quad \lambda=\frac{1}{\kappa^2}",
    "The mean of the prior is 0.",
    "mitchell-s3.3-penalised",
    "mitchell-s3.3-map",
    "xing-map-objective",
    "sontag-map-estimate",
    "sontag-map-reg",
    uses="zero-mean",
    digits=True,
    equation=lambda w, rows, labels, kappa2: (
        penalised_log_likelihood(w, rows, labels, 1 / kappa2)
        - penalised_log_likelihood([0.0] * len(w), rows, labels, 1 / kappa2)
    ),
)
def penalised(w: Vector, rows: Rows, labels: Vector, kappa2: Decimal) -> Decimal:
    lam = 1 / kappa2
    likelihoods = log_likelihood(w, rows, labels) + len(rows) * ln(Decimal(2))
    return likelihoods - lam / 2 * total(map(square, w))


@MAP.line(
    r"\frac{\partial}{\partial w_i}\Bigl(l(W)-\frac{\lambda}{2}\|W\|^2\Bigr)",
    "Differentiate with respect to each weight; the terms with 0 do not depend on W.",
    of=r"\frac{\partial}{\partial w_i}\ln P(W\mid D)",
    digits=True,
)
def derivative(w: Vector, rows: Rows, labels: Vector, kappa2: Decimal) -> Value:
    return gradient(lambda v: penalised(v, rows, labels, kappa2), w)


@MAP.line(
    r"=\sum_lX_i^l\bigl(Y^l-\hat P(Y^l=1\mid X^l,W)\bigr)-\lambda w_i",
    "Substitute the gradient of the log likelihood; the derivative of the penalty is λwᵢ.",
    "mitchell-s3.3-gradient",
    "sontag-map-reg",
    digits=True,
    equation=lambda w, rows, labels, kappa2: penalised_gradient(w, rows, labels, 1 / kappa2),
)
def gradient_terms(w: Vector, rows: Rows, labels: Vector, kappa2: Decimal) -> Value:
    errors = [y - 1 / (1 + exp(-dot(w, x))) for x, y in zip(rows, labels)]
    return tuple(
        total(x[i] * e for x, e in zip(rows, errors)) - w_i / kappa2 for i, w_i in enumerate(w)
    )


@MAP.line(
    r"w_i+\eta\frac{\partial}{\partial w_i}\ln P(W\mid D)",
    "Take one step of gradient ascent with step size η.",
    of=r"w_i^{new}",
    digits=True,
)
def step(w: Vector, rows: Rows, labels: Vector, kappa2: Decimal, eta: Decimal) -> Value:
    slopes = gradient(lambda v: penalised(v, rows, labels, kappa2), w)
    return tuple(w_i + eta * g for w_i, g in zip(w, slopes))


@MAP.line(
    r"=w_i+\eta\sum_lX_i^l\bigl(Y^l-\hat P(Y^l=1\mid X^l,W)\bigr)-\eta\lambda w_i",
    "Substitute the gradient.",
    "mitchell-26",
    "xing-map-update",
    digits=True,
    equation=lambda w, rows, labels, kappa2, eta: penalised_step(w, rows, labels, eta, 1 / kappa2),
)
def update(w: Vector, rows: Rows, labels: Vector, kappa2: Decimal, eta: Decimal) -> Value:
    lam = 1 / kappa2
    new = []
    for i, w_i in enumerate(w):
        odds = [exp(dot(w, x)) for x in rows]
        errors = [x[i] * (y - r / (1 + r)) for x, y, r in zip(rows, labels, odds)]
        new.append(w_i + eta * total(errors) - eta * lam * w_i)
    return tuple(new)
