"""Section 2.3: a Dirichlet prior gives the smoothed estimates (7) and (9).

counts     c_j, how often each value occurs
strength   l, the number of pseudo-examples of each value
shift      αⱼ − l; the parameters of the prior are αⱼ = l + shift
guess      any positive numbers; θ is proportional to them
lam        λ, the Lagrange multiplier, any number
"""

from decimal import Decimal
from fractions import Fraction as F

from textbook_ml.equations.smoothing import (
    dirichlet_map,
    dirichlet_mean,
    prior_smoothed,
    theta_smoothed,
)
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._numbers import Value, gradient, ln

Counts = tuple[int, ...]
Exact = tuple[F, ...]
Vector = tuple[Decimal, ...]

DIRICHLET = Derivation(
    "dirichlet-map",
    "A Dirichlet prior gives the smoothed estimate",
    inputs=(
        Input("counts", "c", (3, 0, 2), "number of rows with each value", "count", ("k",), most=12),
        Input("strength", "l", F(1), "pseudo-examples of each value", "nonnegative"),
        Input(
            "guess", r"\theta", (F(1), F(1), F(2)), "θ, up to a factor", "positive", ("k",), most=12
        ),
        Input("lam", r"\lambda", F(5), "Lagrange multiplier"),
        Input("shift", r"\alpha-l", F(1), "αⱼ − l", assumption="alpha-is-l-plus-1"),
    ),
    assumptions=(
        Assumption(
            "interior-maximum",
            "Every cⱼ + αⱼ is above 1.",
            {"counts": (2, 2, 0), "strength": F(-1, 2)},
            "With αⱼ = 1/2 and a count of 0 the formula gives −1/5 for the third value: the "
            "density of the posterior has no maximum inside the simplex.",
            condition=lambda counts, strength: all(c + strength > 0 for c in counts),
        ),
        Assumption(
            "alpha-is-l-plus-1",
            "The parameters of the prior are αⱼ = l + 1.",
            {"counts": (3, 1, 2), "shift": F(0)},
            "A Dirichlet prior with αⱼ = l = 1 is uniform: the MAP estimate adds nothing to the "
            "counts.",
        ),
    ),
    about=(
        "mitchell-s2.3-mle-or-map",
        "mitchell-s2.3-hallucinated",
        "gwansiu-s1.1-laplace",
        "gwansiu-s1.3-add1",
    ),
    remarks=(
        "l = 1 is called Laplace smoothing.",
        "The same estimate is the MAP estimate for αⱼ = l + 1 and the posterior mean for αⱼ = l.",
    ),
)
POSTERIOR = r"\ln\frac{P(\theta\mid D)}{P(\theta'\mid D)}"


def normalised(guess: Vector) -> Vector:
    """Return the numbers divided by their sum."""
    return tuple(g / sum(guess) for g in guess)


@DIRICHLET.line(
    r"\ln\frac{P(\theta\mid D)}{P(\theta'\mid D)}=\ln\frac{P(D\mid\theta)P(\theta)}"
    r"{P(D\mid\theta')P(\theta')}",
    "Bayes' rule for the parameters, as a ratio of two densities: the evidence P(D) cancels. "
    "Here θ' is the uniform distribution.",
    "mitchell-s2.3-dirichlet",
    of=POSTERIOR,
    digits=True,
)
def bayes_rule(counts: Vector, strength: Decimal, guess: Vector, shift: Decimal) -> Decimal:
    uniform = 1 / Decimal(len(counts))
    ratio = Decimal(1)
    for c, t in zip(counts, normalised(guess)):
        likelihood, prior = (t / uniform) ** c, (t / uniform) ** (strength + shift - 1)
        ratio *= likelihood * prior
    return ln(ratio)


@DIRICHLET.line(
    r"=\ln\prod_j\Bigl(\frac{\theta_j}{\theta_j'}\Bigr)^{c_j+\alpha_j-1}",
    "The likelihood is a product of powers and so is the Dirichlet density; its constant cancels. "
    "Add the exponents.",
    digits=True,
)
def added_exponents(counts: Vector, strength: Decimal, guess: Vector, shift: Decimal) -> Decimal:
    ratio = Decimal(1)
    for c, t in zip(counts, normalised(guess)):
        ratio *= (t * len(counts)) ** (c + strength + shift - 1)
    return ln(ratio)


@DIRICHLET.line(
    r"=\sum_j(c_j+\alpha_j-1)(\ln\theta_j-\ln\theta_j')",
    "The logarithm of a product of powers. This is the log likelihood of counts cⱼ + αⱼ − 1.",
    digits=True,
)
def as_counts(counts: Vector, strength: Decimal, guess: Vector, shift: Decimal) -> Decimal:
    return sum(
        (
            (c + strength + shift - 1) * (ln(t) + ln(Decimal(len(counts))))
            for c, t in zip(counts, normalised(guess))
        ),
        Decimal(0),
    )


@DIRICHLET.line(
    r"\frac{\partial\Lambda}{\partial\theta_j},\quad "
    r"\Lambda=\sum_j(c_j+\alpha_j-1)\ln\theta_j+\lambda\Bigl(1-\sum_j\theta_j\Bigr)",
    "Differentiate with a Lagrange multiplier for the constraint that the θ sum to 1.",
    of=r"\frac{\partial\Lambda}{\partial\theta_j}",
    digits=True,
)
def derivatives(
    counts: Vector, strength: Decimal, guess: Vector, lam: Decimal, shift: Decimal
) -> Value:
    exponents = [c + strength + shift - 1 for c in counts]

    def lagrangian(theta: Vector) -> Decimal:
        terms = sum((e * ln(t) for e, t in zip(exponents, theta)), Decimal(0))
        return terms + lam * (1 - sum(theta))

    return gradient(lagrangian, normalised(guess))


@DIRICHLET.line(r"=\frac{c_j+\alpha_j-1}{\theta_j}-\lambda", "The derivative of ln θ is 1/θ.")
def quotients(counts: Counts, strength: F, guess: Exact, lam: F, shift: F) -> Value:
    return tuple((c + strength + shift - 1) * sum(guess) / g - lam for c, g in zip(counts, guess))


@DIRICHLET.line(
    r"\lambda=\frac{c_j+\alpha_j-1}{\hat\theta_j}",
    "Set each derivative to 0: at the maximum this quotient is the same for every value.",
    of=r"\lambda",
    uses="interior-maximum",
)
def multipliers(counts: Counts, strength: F, shift: F) -> Value:
    exponents = [c + strength + shift - 1 for c in counts]
    estimates = [e / sum(exponents) for e in exponents]
    return tuple(e / t for e, t in zip(exponents, estimates))


@DIRICHLET.line(
    r"=N+\sum_k(\alpha_k-1)",
    "Sum the numerators and the denominators: the θ sum to 1.",
    uses="interior-maximum",
)
def sum_of_counts(counts: Counts, strength: F, shift: F) -> Value:
    return (sum(counts) + len(counts) * (strength + shift - 1),) * len(counts)


@DIRICHLET.line(
    r"\hat\theta_j=\frac{c_j+\alpha_j-1}{N+\sum_k(\alpha_k-1)}",
    "Solve for θ.",
    "mitchell-s2.3-dirichlet",
    of=r"\hat\theta_j",
    uses="interior-maximum",
    probability=True,
    equation=lambda counts, strength, shift: dirichlet_map(
        counts, [strength + shift] * len(counts)
    ),
)
def map_estimate(counts: Counts, strength: F, shift: F) -> Value:
    alpha = strength + shift
    whole = sum(counts) + len(counts) * (alpha - 1)
    return tuple((c + alpha - 1) / whole for c in counts)


@DIRICHLET.line(
    r"=\frac{c_j+l}{N+lJ}",
    "Substitute αⱼ = l + 1; J is the number of values.",
    "mitchell-7",
    "gwansiu-9",
    "gwansiu-s1.3-addlambda",
    "ng-laplace",
    uses="alpha-is-l-plus-1",
    probability=True,
    equation=lambda counts, strength: [
        theta_smoothed(c, sum(counts), len(counts), strength) for c in counts
    ],
)
def smoothed(counts: Counts, strength: F) -> Value:
    return tuple((c + strength) / (sum(counts) + strength * len(counts)) for c in counts)


@DIRICHLET.line(
    r"=\frac{\#D\{Y=y_j\}+l}{|D|+lK}",
    "With the K classes in place of the J values, the same estimate is the smoothed prior.",
    "mitchell-9",
    "gwansiu-11",
    probability=True,
    equation=lambda counts, strength: [
        prior_smoothed(c, sum(counts), len(counts), strength) for c in counts
    ],
)
def smoothed_prior(counts: Counts, strength: F) -> Value:
    with_pseudo_examples = [c + strength for c in counts]
    return tuple(n / sum(with_pseudo_examples) for n in with_pseudo_examples)


@DIRICHLET.line(
    r"=\mathrm{E}[\theta_j\mid D],\quad \alpha_j=l",
    "The mean of a Dirichlet distribution is its parameter over the sum of all parameters.",
    "ng-laplace-optimal",
    probability=True,
    equation=lambda counts, strength: dirichlet_mean(counts, [strength] * len(counts)),
)
def posterior_mean(counts: Counts, strength: F) -> Value:
    parameters = dict(enumerate(c + strength for c in counts))
    return tuple(p / sum(parameters.values()) for p in parameters.values())


@DIRICHLET.line(
    r"\ln\frac{P(\theta\mid D)}{P(\theta'\mid D)}"
    r"\le\ln\frac{P(\hat\theta\mid D)}{P(\theta'\mid D)}",
    "The stationary point is the maximum, because each term is concave.",
    of=POSTERIOR,
    relation="≤",
    digits=True,
)
def largest_posterior(counts: Vector, strength: Decimal, shift: Decimal) -> Decimal:
    exponents = [c + strength + shift - 1 for c in counts]
    whole = sum(exponents)
    return sum((e * ln(e / whole * len(counts)) for e in exponents), Decimal(0))
