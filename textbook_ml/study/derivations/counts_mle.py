"""Section 2.3: relative frequencies are maximum likelihood estimates, (6) and (8).

counts   c_j, how often each value occurs; the rows are sorted by value
guess    any positive numbers; θ is proportional to them
lam      λ, the Lagrange multiplier, any number
repeat   probability that a row is a copy of the row before it, not a new draw
"""

from decimal import Decimal
from fractions import Fraction as F
from math import prod

from textbook_ml.equations.smoothing import categorical_mle, prior_mle, theta_mle
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._numbers import Value, gradient, ln

Counts = tuple[int, ...]
Exact = tuple[F, ...]
Vector = tuple[Decimal, ...]

COUNTS = Derivation(
    "counts-mle",
    "Relative frequencies are maximum likelihood estimates",
    inputs=(
        Input("counts", "c", (2, 4, 3), "number of rows with each value", "count", ("k",), most=12),
        Input(
            "guess", r"\theta", (F(1), F(1), F(2)), "θ, up to a factor", "positive", ("k",), most=12
        ),
        Input("lam", r"\lambda", F(5), "Lagrange multiplier"),
        Input(
            "repeat",
            "r",
            F(0),
            "probability that a row is a copy of the row before it",
            assumption="independent-rows",
        ),
    ),
    assumptions=(
        Assumption(
            "independent-rows",
            "The rows are independent draws from the same distribution.",
            {"repeat": F(1, 2)},
            "Half of the rows are copies of the row before them: the likelihood is not the "
            "product over the rows.",
        ),
        Assumption(
            "positive-counts",
            "Every value occurs at least once.",
            {"counts": (3, 0, 2)},
            "A value with count 0: its estimate is 0, on the boundary, where c/θ is 0/0. The "
            "formula (6) is still the maximum, but this derivation does not show it.",
            condition=lambda counts: all(c > 0 for c in counts),
        ),
    ),
    about=("mitchell-s2.3-mle-or-map", "mitchell-s1.1-sampling"),
    remarks=(
        "With classes in place of values, the same lines give (8).",
        "The log likelihood of naive Bayes is a sum of such terms, one for each feature and "
        "class, so each table is estimated on its own.",
    ),
)
LIKELIHOOD = r"P(D\mid\theta)"
ESTIMATE = r"\hat\theta_j"


def normalised(guess: Exact) -> Exact:
    """Return the numbers divided by their sum."""
    return tuple(g / sum(guess) for g in guess)


@COUNTS.line(
    r"P(D\mid\theta)=P(x^1)\prod_{d>1}P(x^d\mid x^1,\dots,x^{d-1})",
    "Chain rule for the rows.",
    of=LIKELIHOOD,
)
def rows_in_order(counts: Counts, guess: Exact, repeat: F) -> F:
    theta = [g / sum(guess) for g in guess]
    rows = [j for j, count in enumerate(counts) for _ in range(count)]
    first = theta[rows[0]]
    return first * prod(
        ((1 - repeat) * theta[x] + (repeat if x == last else 0) for last, x in zip(rows, rows[1:])),
        start=F(1),
    )


@COUNTS.line(
    r"=\prod_d\theta_{x^d}",
    "The rows are independent, and row d has its value with probability θ.",
    uses="independent-rows",
)
def over_rows(counts: Counts, guess: Exact) -> F:
    theta = normalised(guess)
    return prod((theta[j] for j, count in enumerate(counts) for _ in range(count)), start=F(1))


@COUNTS.line(
    r"=\prod_j\theta_j^{c_j}",
    "Collect the rows with the same value: the likelihood depends on the data "
    "only through the counts.",
)
def over_values(counts: Counts, guess: Exact) -> F:
    return prod((t**count for t, count in zip(normalised(guess), counts)), start=F(1))


@COUNTS.line(
    r"\ell(\theta)=\ln P(D\mid\theta)",
    "Take the logarithm, which has the same maximum.",
    of=r"\ell(\theta)",
    digits=True,
)
def log_likelihood(counts: Vector, guess: Vector) -> Decimal:
    theta = [g / sum(guess) for g in guess]
    return ln(prod((t ** int(c) for t, c in zip(theta, counts)), start=Decimal(1)))


@COUNTS.line(r"=\sum_jc_j\ln\theta_j", "The logarithm of a product is a sum.", digits=True)
def sum_of_logs(counts: Vector, guess: Vector) -> Decimal:
    theta = [g / sum(guess) for g in guess]
    return sum((c * ln(t) for c, t in zip(counts, theta)), Decimal(0))


@COUNTS.line(
    r"=\sum_jc_j\ln\theta_j+\lambda\Bigl(1-\sum_j\theta_j\Bigr)=\Lambda",
    "Add 0: the Lagrange multiplier times the constraint that the θ sum to 1.",
    digits=True,
)
def with_multiplier(counts: Vector, guess: Vector, lam: Decimal) -> Decimal:
    theta = tuple(g / sum(guess) for g in guess)
    return lagrangian(theta, counts, lam)


def lagrangian(theta: Vector, counts: Vector, lam: Decimal) -> Decimal:
    """Return the Lagrangian Λ for any θ."""
    return sum((c * ln(t) for c, t in zip(counts, theta)), Decimal(0)) + lam * (1 - sum(theta))


@COUNTS.line(
    r"\frac{\partial\Lambda}{\partial\theta_j}",
    "Differentiate with respect to each θ.",
    of=r"\frac{\partial\Lambda}{\partial\theta_j}",
    digits=True,
)
def derivatives(counts: Vector, guess: Vector, lam: Decimal) -> Value:
    theta = tuple(g / sum(guess) for g in guess)
    return gradient(lambda t: lagrangian(t, counts, lam), theta)


@COUNTS.line(r"=\frac{c_j}{\theta_j}-\lambda", "The derivative of ln θ is 1/θ.")
def quotients(counts: Counts, guess: Exact, lam: F) -> Value:
    return tuple(c * sum(guess) / g - lam for c, g in zip(counts, guess))


@COUNTS.line(
    r"\lambda=\frac{c_j}{\hat\theta_j}",
    "Set each derivative to 0: at the maximum this quotient is the same for every value.",
    of=r"\lambda",
    uses="positive-counts",
)
def multipliers(counts: Counts) -> Value:
    return tuple(c / t for c, t in zip(counts, categorical_mle(counts)))


@COUNTS.line(
    r"=\frac{\sum_jc_j}{\sum_j\hat\theta_j}",
    "Equal quotients are equal to the quotient of the sums.",
    uses="positive-counts",
)
def quotient_of_sums(counts: Counts) -> Value:
    return tuple(sum(counts) / sum(categorical_mle(counts)) for _ in counts)


@COUNTS.line(r"=N", "The counts sum to N, and the θ sum to 1.")
def number_of_rows(counts: Counts) -> Value:
    rows = [j for j, count in enumerate(counts) for _ in range(count)]
    return (len(rows),) * len(counts)


@COUNTS.line(
    r"\hat\theta_j=\frac{c_j}{\lambda}",
    "Solve for θ.",
    of=ESTIMATE,
)
def solved(counts: Counts) -> Value:
    lam = F(sum(counts))
    return tuple(c / lam for c in counts)


@COUNTS.line(
    r"=\frac{c_j}{N}",
    "Substitute λ = N.",
    "mitchell-6",
    "gwansiu-8",
    "ng-multinomial-mle",
    "ng-nb-mle",
    "sontag-mle-obs",
)
def relative_frequencies(counts: Counts) -> Value:
    rows = [j for j, count in enumerate(counts) for _ in range(count)]
    return tuple(theta_mle(rows.count(j), len(rows)) for j in range(len(counts)))


@COUNTS.line(
    r"=\frac{\#D\{Y=y_j\}}{|D|}",
    "With classes in place of values, the same estimate is the prior.",
    "mitchell-8",
    "gwansiu-10",
    "sontag-mle-prior",
    "ng-gda-phi-mle",
)
def priors(counts: Counts) -> Value:
    return tuple(prior_mle(c, sum(counts)) for c in counts)


@COUNTS.line(
    r"P(D\mid\theta)\le P(D\mid\hat\theta)",
    "The stationary point is the maximum, because each term c ln θ is concave.",
    of=LIKELIHOOD,
    relation="≤",
)
def largest_likelihood(counts: Counts) -> F:
    return prod((t**c for t, c in zip(categorical_mle(counts), counts)), start=F(1))
