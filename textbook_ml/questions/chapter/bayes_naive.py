"""Questions on the naive product and its posterior: equations (1) and (2)."""

from collections.abc import Mapping, Sequence
from math import exp, fsum, log, log2, log10, prod

from textbook_ml.equations.bayes import (
    log_naive_product,
    naive_bayes_posterior,
    naive_joint,
    naive_product,
)
from textbook_ml.questions.chapter.bayes import (
    EVEN,
    QUARTERS,
    Table,
    prior_of,
    with_normalised_prior,
)
from textbook_ml.questions.framework.judge import Case, distribution, log_probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Factors = Mapping[str, Sequence[float]]


@question(
    naive_product,
    edges=[([0.5],), ([0.5, 0.5],), ([0.5, 0.0],), ([2.0, 0.25],)],
    valid=lambda factors: len(factors) > 0,
)
def _(draw: Draw) -> Case:
    return ([draw.probability() for _ in range(draw.length(1, 8))],)


@misconception(
    naive_product,
    "You add the factors. "
    "Equation (1) multiplies them, because the features are independent given the class.",
)
def sum_of_factors(factors: Sequence[float]) -> float:
    return fsum(factors)


@misconception(
    naive_product,
    "You take the logarithm of a factor that can be 0. Multiply the factors directly.",
)
def logarithm_of_zero(factors: Sequence[float]) -> float:
    return exp(fsum(map(log, factors)))


@misconception(
    naive_product, "You return the logarithm of the product. Equation (1) has the product itself."
)
def logarithm_for_product(factors: Sequence[float]) -> float:
    return log(naive_product(factors))


@misconception(
    naive_product, "You skip the factors that are 0. One zero factor makes the product 0."
)
def zero_left_out(factors: Sequence[float]) -> float:
    return naive_product([p for p in factors if p > 0])


@misconception(
    naive_product,
    "You average the factors. "
    "Equation (1) multiplies them, because the features are independent given the class.",
)
def mean_of_factors(factors: Sequence[float]) -> float:
    return fsum(factors) / len(factors)


@question(
    log_naive_product,
    edges=[([1.0],), ([0.5],), ([0.5, 0.25],), ([0.01] * 800,)],
    judge=log_probability(),
    valid=lambda factors: len(factors) > 0,
)
def _(draw: Draw) -> Case:
    return ([draw.probability() for _ in range(draw.length())],)


@misconception(
    log_naive_product,
    "Your product of many factors underflows to 0. Add the logarithms of the factors instead.",
)
def logarithm_of_product(factors: Sequence[float]) -> float:
    return log(prod(factors))


@misconception(
    log_naive_product,
    "You use the logarithm to base 10. Use the natural logarithm ln, which is math.log in Python.",
)
def base_10(factors: Sequence[float]) -> float:
    return fsum(map(log10, factors))


@misconception(
    log_naive_product,
    "You use the logarithm to base 2. Use the natural logarithm ln, which is math.log in Python.",
)
def base_2(factors: Sequence[float]) -> float:
    return fsum(map(log2, factors))


@misconception(
    log_naive_product,
    "You multiply the logarithms. The logarithm of a product is the sum of the logarithms.",
)
def product_of_logarithms(factors: Sequence[float]) -> float:
    return prod(map(log, factors))


@misconception(
    log_naive_product,
    "You take the logarithm of the sum of the factors. Add the logarithms of the factors: Σ ln.",
)
def logarithm_of_sum(factors: Sequence[float]) -> float:
    return log(fsum(factors))


@misconception(
    log_naive_product,
    "You average the logarithms. The logarithm of a product is the sum of the logarithms.",
)
def mean_of_logarithms(factors: Sequence[float]) -> float:
    return log_naive_product(factors) / len(factors)


@question(
    naive_joint,
    edges=[(1.0, [0.5]), (0.5, [0.5, 0.25]), (0.0, [0.5]), (0.25, [0.0, 0.5]), (0.25, [3.0, 2.0])],
    valid=lambda prior_y, factors: len(factors) > 0,
)
def _(draw: Draw) -> Case:
    return draw.probability(), [draw.probability() for _ in range(draw.length(1, 8))]


@misconception(
    naive_joint,
    "You leave out the prior P(y), which gives P(x | y). "
    "The joint probability P(x, y) is P(y) P(x | y).",
)
def joint_without_prior(prior_y: float, factors: Sequence[float]) -> float:
    return prod(factors)


@misconception(
    naive_joint,
    "You multiply by the prior inside the product, n times. "
    "Multiply by the prior once, outside the product.",
)
def prior_inside_product(prior_y: float, factors: Sequence[float]) -> float:
    return prod(prior_y * p for p in factors)


@misconception(naive_joint, "You add the prior to the product. Multiply the product by P(y).")
def prior_added(prior_y: float, factors: Sequence[float]) -> float:
    return prior_y + prod(factors)


@misconception(
    naive_joint,
    "You add the factors. Multiply them, because the features are independent given the class.",
)
def factors_added(prior_y: float, factors: Sequence[float]) -> float:
    return prior_y * fsum(factors)


@question(
    naive_bayes_posterior,
    edges=[
        ({"ham": 1.0}, {"ham": [0.5]}),
        (EVEN, {"spam": [0.5], "ham": [0.5]}),
        (QUARTERS, {"spam": [0.75, 0.5], "ham": [0.25, 0.5]}),
        (EVEN, {"spam": [0.0, 0.75], "ham": [0.5, 0.25]}),
        (QUARTERS, {"spam": [0.001] * 399 + [0.006], "ham": [0.001] * 400}),
    ],
    judge=distribution(),
    mend=with_normalised_prior,
)
def _(draw: Draw) -> Case:
    prior, n = prior_of(draw), draw.length(1, 6)
    return prior, {y: [draw.probability() for _ in range(n)] for y in prior}


@misconception(
    naive_bayes_posterior,
    "You leave out the prior P(y). Equation (2) multiplies each product by it.",
)
def products_normalised(prior: Table, factors: Factors) -> dict[str, float]:
    return naive_bayes_posterior({y: 1 / len(prior) for y in prior}, factors)


@misconception(
    naive_bayes_posterior,
    "You return the numerators of (2). Divide each by the sum of all numerators.",
)
def numerators_only(prior: Table, factors: Factors) -> dict[str, float]:
    return {y: prior[y] * prod(factors[y]) for y in prior}


@misconception(
    naive_bayes_posterior,
    "You multiply by the prior inside the product, n times. "
    "Equation (2) has it once, outside the product.",
)
def prior_in_every_factor(prior: Table, factors: Factors) -> dict[str, float]:
    inside = {y: [p * prior[y] for p in factors[y]] for y in prior}
    return naive_bayes_posterior({y: 1 / len(prior) for y in prior}, inside)


@misconception(
    naive_bayes_posterior,
    "Your products of many factors underflow to 0, and 0/0 is undefined. "
    "Add logarithms, and subtract the largest sum before you take exp.",
)
def products_underflow(prior: Table, factors: Factors) -> dict[str, float]:
    joint = numerators_only(prior, factors)
    return {y: p / fsum(joint.values()) for y, p in joint.items()}


@misconception(
    naive_bayes_posterior,
    "You take the logarithm of a factor that is 0. "
    "Use minus infinity for ln 0, so that the class has posterior probability 0.",
)
def logarithm_of_zero_factor(prior: Table, factors: Factors) -> dict[str, float]:
    scores = {y: log(prior[y]) + fsum(map(log, factors[y])) for y in prior}
    weights = {y: exp(score - max(scores.values())) for y, score in scores.items()}
    return {y: w / fsum(weights.values()) for y, w in weights.items()}


@misconception(
    naive_bayes_posterior, "You add the factors of a class. Equation (2) multiplies them."
)
def factors_summed(prior: Table, factors: Factors) -> dict[str, float]:
    joint = {y: p * fsum(factors[y]) for y, p in prior.items()}
    return {y: p / fsum(joint.values()) for y, p in joint.items()}


@misconception(
    naive_bayes_posterior,
    "You skip the factors that are 0. One zero factor makes the posterior of its class 0.",
)
def zero_factors_skipped(prior: Table, factors: Factors) -> dict[str, float]:
    return naive_bayes_posterior(prior, {y: [p or 1.0 for p in ps] for y, ps in factors.items()})
