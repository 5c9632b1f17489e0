"""Questions on Bayes' rule, the naive product and the decision: equations (1) to (3)."""

from collections.abc import Mapping, Sequence
from math import exp, fsum, log, log2, log10, prod

from textbook_ml.equations.bayes import (
    bayes_rule,
    evidence,
    log_naive_product,
    most_probable,
    naive_bayes_posterior,
    naive_joint,
    naive_product,
)
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.judge import Case, any_best, distribution, log_probability
from textbook_ml.questions.question import misconception, question

Table = Mapping[str, float]
Factors = Mapping[str, Sequence[float]]

LABELS = ("spam", "ham", "news", "other")
EVEN = {"spam": 0.5, "ham": 0.5}
QUARTERS = {"spam": 0.25, "ham": 0.75}


def prior_of(draw: Draw) -> dict[str, float]:
    """Two classes or more, and a probability for each."""
    k = draw.length(2, len(LABELS))
    return dict(zip(LABELS, draw.shares(k)))


def likelihood_of(draw: Draw, prior: Table) -> dict[str, float]:
    """One likelihood for each class: most often a probability, sometimes a density."""
    density = draw.choose(4) == 3
    return {y: draw.positive() if density else draw.probability() for y in prior}


@question(
    evidence,
    edges=[
        ({"ham": 1.0}, {"ham": 0.5}),
        (EVEN, {"spam": 0.5, "ham": 0.25}),
        (QUARTERS, {"spam": 1.0, "ham": 0.0}),
        (QUARTERS, {"spam": 4.0, "ham": 2.0}),
        (QUARTERS, {"spam": 4e-200, "ham": 8e-200}),
    ],
)
def _(draw: Draw) -> Case:
    prior = prior_of(draw)
    return prior, likelihood_of(draw, prior)


@misconception(evidence, "You add the likelihoods alone: each is first multiplied by its prior.")
def prior_forgotten(prior: Table, likelihood: Table) -> float:
    return fsum(likelihood.values())


@misconception(
    evidence, "You average the likelihoods as if every class were as common: P(y) weighs."
)
def every_class_as_common(prior: Table, likelihood: Table) -> float:
    return fsum(likelihood.values()) / len(likelihood)


@misconception(
    evidence, "This is the largest of the terms P(x | y) P(y); the evidence adds them all."
)
def largest_term(prior: Table, likelihood: Table) -> float:
    return max(likelihood[y] * prior[y] for y in prior)


@misconception(evidence, "You multiply over the classes; x comes from one class or another: add.")
def product_over_classes(prior: Table, likelihood: Table) -> float:
    return prod(likelihood[y] * prior[y] for y in prior)


@question(
    bayes_rule,
    edges=[
        ({"ham": 1.0}, {"ham": 0.5}),
        (EVEN, {"spam": 0.25, "ham": 0.25}),
        (QUARTERS, {"spam": 0.5, "ham": 0.0}),
        (QUARTERS, {"spam": 3.0, "ham": 1.0}),
        (QUARTERS, {"spam": 9e-200, "ham": 1e-200}),
    ],
    judge=distribution(),
)
def _(draw: Draw) -> Case:
    prior = prior_of(draw)
    return prior, likelihood_of(draw, prior)


@misconception(
    bayes_rule, "You leave out the prior: the numerator is P(x | y) P(y), as below the line."
)
def likelihoods_normalised(prior: Table, likelihood: Table) -> dict[str, float]:
    return {y: p / fsum(likelihood.values()) for y, p in likelihood.items()}


@misconception(
    bayes_rule, "Your numerator has no prior, though your denominator has: it is P(x | y) P(y)."
)
def prior_only_below(prior: Table, likelihood: Table) -> dict[str, float]:
    return {y: p / evidence(prior, likelihood) for y, p in likelihood.items()}


@misconception(
    bayes_rule, "These are the joint P(x | y) P(y): divide each by their sum, the evidence."
)
def joint_not_divided(prior: Table, likelihood: Table) -> dict[str, float]:
    return {y: likelihood[y] * prior[y] for y in prior}


@misconception(
    bayes_rule, "You divide by Σ P(x | y) without the priors; the evidence weighs by P(y)."
)
def evidence_without_prior(prior: Table, likelihood: Table) -> dict[str, float]:
    return {y: likelihood[y] * prior[y] / fsum(likelihood.values()) for y in prior}


@question(naive_product, edges=[([0.5],), ([0.5, 0.5],), ([0.5, 0.0],), ([2.0, 0.25],)])
def _(draw: Draw) -> Case:
    return ([draw.probability() for _ in range(draw.length(1, 8))],)


@misconception(naive_product, "You add the factors; independence given the class multiplies them.")
def sum_of_factors(factors: Sequence[float]) -> float:
    return fsum(factors)


@misconception(
    naive_product, "A factor may be 0, and 0 has no logarithm: here the plain product will do."
)
def logarithm_of_zero(factors: Sequence[float]) -> float:
    return exp(fsum(map(log, factors)))


@misconception(
    naive_product, "This is the logarithm of the product; (1) asks for the product itself."
)
def logarithm_for_product(factors: Sequence[float]) -> float:
    return log(naive_product(factors))


@misconception(
    naive_product, "You leave out the factors that are 0; a single 0 makes the product 0."
)
def zero_left_out(factors: Sequence[float]) -> float:
    return naive_product([p for p in factors if p > 0])


@question(
    log_naive_product,
    edges=[([1.0],), ([0.5],), ([0.5, 0.25],), ([0.01] * 800,)],
    judge=log_probability(),
)
def _(draw: Draw) -> Case:
    return ([draw.probability() for _ in range(draw.length())],)


@misconception(
    log_naive_product, "Your product of 800 factors is 0 to a float: add the logarithms instead."
)
def logarithm_of_product(factors: Sequence[float]) -> float:
    return log(prod(factors))


@misconception(log_naive_product, "You use logarithms to base 10; ln is to base e, math.log.")
def base_10(factors: Sequence[float]) -> float:
    return fsum(map(log10, factors))


@misconception(log_naive_product, "You use logarithms to base 2; ln is to base e, math.log.")
def base_2(factors: Sequence[float]) -> float:
    return fsum(map(log2, factors))


@misconception(
    log_naive_product, "You multiply the logarithms; ln of a product is the sum of them."
)
def product_of_logarithms(factors: Sequence[float]) -> float:
    return prod(map(log, factors))


@misconception(
    log_naive_product, "You take ln of the sum of the factors; it is Σ ln, one for each."
)
def logarithm_of_sum(factors: Sequence[float]) -> float:
    return log(fsum(factors))


@question(
    naive_joint,
    edges=[(1.0, [0.5]), (0.5, [0.5, 0.25]), (0.0, [0.5]), (0.25, [0.0, 0.5]), (0.25, [3.0, 2.0])],
)
def _(draw: Draw) -> Case:
    return draw.probability(), [draw.probability() for _ in range(draw.length(1, 8))]


@misconception(naive_joint, "You leave out the prior P(y): this is P(x | y), not P(x, y).")
def joint_without_prior(prior_y: float, factors: Sequence[float]) -> float:
    return prod(factors)


@misconception(
    naive_joint, "The prior stands inside your product, n times; it belongs outside, once."
)
def prior_inside_product(prior_y: float, factors: Sequence[float]) -> float:
    return prod(prior_y * p for p in factors)


@misconception(naive_joint, "You add the prior to the product; P(y) multiplies it.")
def prior_added(prior_y: float, factors: Sequence[float]) -> float:
    return prior_y + prod(factors)


@misconception(naive_joint, "You add the factors; independence given the class multiplies them.")
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
)
def _(draw: Draw) -> Case:
    prior, n = prior_of(draw), draw.length(1, 6)
    return prior, {y: [draw.probability() for _ in range(n)] for y in prior}


@misconception(
    naive_bayes_posterior, "You leave out the prior P(y): (2) multiplies each product by it."
)
def products_normalised(prior: Table, factors: Factors) -> dict[str, float]:
    return naive_bayes_posterior({y: 1 / len(prior) for y in prior}, factors)


@misconception(
    naive_bayes_posterior, "These are the numerators of (2): divide each by the sum of them all."
)
def numerators_only(prior: Table, factors: Factors) -> dict[str, float]:
    return {y: prior[y] * prod(factors[y]) for y in prior}


@misconception(
    naive_bayes_posterior,
    "The prior stands inside your product, n times; (2) has it outside, once.",
)
def prior_in_every_factor(prior: Table, factors: Factors) -> dict[str, float]:
    inside = {y: [p * prior[y] for p in factors[y]] for y in prior}
    return naive_bayes_posterior({y: 1 / len(prior) for y in prior}, inside)


@misconception(
    naive_bayes_posterior,
    "Your products of 400 factors are 0 to a float, and 0/0 is no answer: add logarithms, "
    "and take the largest out before exp.",
)
def products_underflow(prior: Table, factors: Factors) -> dict[str, float]:
    joint = numerators_only(prior, factors)
    return {y: p / fsum(joint.values()) for y, p in joint.items()}


@misconception(
    naive_bayes_posterior,
    "A factor of 0 vetoes its class, and you take its logarithm: treat ln 0 as minus infinity.",
)
def logarithm_of_zero_factor(prior: Table, factors: Factors) -> dict[str, float]:
    scores = {y: log(prior[y]) + fsum(map(log, factors[y])) for y in prior}
    weights = {y: exp(score - max(scores.values())) for y, score in scores.items()}
    return {y: w / fsum(weights.values()) for y, w in weights.items()}


@question(
    most_probable,
    edges=[
        ({"spam": 0.5},),
        ({"spam": 0.25, "ham": 0.75},),
        ({"spam": 0.5, "ham": 0.5},),
        ({"spam": -2.0, "ham": -1.0},),
        ({"spam": -3000.0, "ham": -3000.5, "news": -2999.5},),
        ({1: 0.75, 0: 0.25},),
    ],
    judge=any_best(lambda scores: scores),
)
def _(draw: Draw) -> Case:
    labels = draw.shuffled(LABELS)[: draw.length(2, len(LABELS))]
    return ({y: draw.number() for y in labels},)


@misconception(most_probable, "You give the smallest score; (3) takes the arg max.")
def least_probable(scores: Table) -> str:
    return min(scores, key=scores.__getitem__)


@misconception(
    most_probable, "This is the largest score itself; the decision is the class that has it."
)
def score_for_class(scores: Table) -> float:
    return max(scores.values())


@misconception(
    most_probable, "You compare the labels, not their scores: max over a dict looks at its keys."
)
def largest_label(scores: Table) -> str:
    return max(scores)


@misconception(
    most_probable, "You compare sizes without their sign; log scores are negative, and −1 beats −2."
)
def largest_size(scores: Table) -> str:
    return max(scores, key=lambda y: abs(scores[y]))
