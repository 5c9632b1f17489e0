"""Questions on Bayes' rule and the decision: equation (3)."""

from collections.abc import Mapping
from math import fsum, prod

from textbook_ml.equations.bayes import bayes_rule, evidence, most_probable
from textbook_ml.questions.framework.case_repair import with_sum_one
from textbook_ml.questions.framework.judge import Case, distribution, exactly
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Table = Mapping[str, float]

LABELS = ("spam", "ham", "news", "other")
EVEN = {"spam": 0.5, "ham": 0.5}
QUARTERS = {"spam": 0.25, "ham": 0.75}


def prior_of(draw: Draw) -> dict[str, float]:
    """Return a prior: a probability for each of two or more classes."""
    k = draw.length(2, len(LABELS))
    return dict(zip(LABELS, draw.shares(k)))


def likelihood_of(draw: Draw, prior: Table) -> dict[str, float]:
    """Return a likelihood for each class: usually a probability, sometimes a density."""
    density = draw.choose(4) == 3
    return {y: draw.positive() if density else draw.probability() for y in prior}


def with_normalised_prior(prior: Table, likelihood: object) -> Case:
    """Return the case with a prior that sums to one again after a class was dropped."""
    return with_sum_one(prior), likelihood


@question(
    evidence,
    edges=[
        ({"ham": 1.0}, {"ham": 0.5}),
        (EVEN, {"spam": 0.5, "ham": 0.25}),
        (QUARTERS, {"spam": 1.0, "ham": 0.0}),
        (QUARTERS, {"spam": 4.0, "ham": 2.0}),
        (QUARTERS, {"spam": 4e-200, "ham": 8e-200}),
    ],
    repair=with_normalised_prior,
)
def _(draw: Draw) -> Case:
    prior = prior_of(draw)
    return prior, likelihood_of(draw, prior)


@misconception(
    evidence,
    "You add the likelihoods without the priors. "
    "Multiply each likelihood P(x | y) by its prior P(y) first.",
)
def prior_forgotten(prior: Table, likelihood: Table) -> float:
    return fsum(likelihood.values())


@misconception(
    evidence,
    "You average the likelihoods, as if all classes were equally probable. "
    "Weight each one by its prior P(y).",
)
def equal_priors(prior: Table, likelihood: Table) -> float:
    return fsum(likelihood.values()) / len(likelihood)


@misconception(
    evidence, "You return the largest term P(x | y) P(y). The evidence is the sum of all terms."
)
def largest_term(prior: Table, likelihood: Table) -> float:
    return max(likelihood[y] * prior[y] for y in prior)


@misconception(
    evidence,
    "You multiply over the classes. "
    "An example belongs to exactly one class, so add the terms P(x | y) P(y).",
)
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
    repair=with_normalised_prior,
)
def _(draw: Draw) -> Case:
    prior = prior_of(draw)
    return prior, likelihood_of(draw, prior)


@misconception(
    bayes_rule,
    "You leave out the prior. "
    "The numerator is P(x | y) P(y), and the denominator is the sum of these products.",
)
def likelihoods_normalised(prior: Table, likelihood: Table) -> dict[str, float]:
    return {y: p / fsum(likelihood.values()) for y, p in likelihood.items()}


@misconception(
    bayes_rule,
    "You leave the prior out of the numerator, though your denominator has it. "
    "The numerator is P(x | y) P(y).",
)
def prior_only_in_denominator(prior: Table, likelihood: Table) -> dict[str, float]:
    return {y: p / evidence(prior, likelihood) for y, p in likelihood.items()}


@misconception(
    bayes_rule,
    "You return the joint probabilities P(x | y) P(y). Divide each by their sum, the evidence.",
)
def joint_not_divided(prior: Table, likelihood: Table) -> dict[str, float]:
    return {y: likelihood[y] * prior[y] for y in prior}


@misconception(
    bayes_rule, "You divide by Σ P(x | y), without the priors. The evidence is Σ P(x | y) P(y)."
)
def evidence_without_prior(prior: Table, likelihood: Table) -> dict[str, float]:
    return {y: likelihood[y] * prior[y] / fsum(likelihood.values()) for y in prior}


@question(
    most_probable,
    edges=[
        ({"spam": 0.5},),
        ({"spam": 0.25, "ham": 0.75},),
        ({"spam": 0.5, "ham": 0.5},),  # in a tie, the first class
        ({"spam": 0.25, "ham": 0.5, "news": 0.5},),
        ({"spam": -1.5, "news": -1.5, "ham": -2.0},),
        ({"spam": -2.0, "ham": -1.0},),
        ({"spam": -3000.0, "ham": -3000.5, "news": -2999.5},),
        ({1: 0.75, 0: 0.25},),
    ],
    judge=exactly,
)
def _(draw: Draw) -> Case:
    labels = draw.shuffled(LABELS)[: draw.length(2, len(LABELS))]
    return ({y: draw.number() for y in labels},)


@misconception(
    most_probable,
    "You return the class with the smallest score. "
    "Equation (3) takes the arg max, the class with the largest score.",
)
def least_probable(scores: Table) -> str:
    return min(scores, key=scores.__getitem__)


@misconception(
    most_probable,
    "You return the largest score. Equation (3) returns the class that has this score.",
)
def score_for_class(scores: Table) -> float:
    return max(scores.values())


@misconception(
    most_probable,
    "You compare the labels, because max over a dict compares its keys. Compare the scores.",
)
def largest_label(scores: Table) -> str:
    return max(scores)


@misconception(
    most_probable, "You compare absolute values. Log scores are negative, and −1 is larger than −2."
)
def largest_absolute_value(scores: Table) -> str:
    return max(scores, key=lambda y: abs(scores[y]))


@misconception(
    most_probable, "You return the position of the class. Equation (3) returns its label."
)
def position_for_class(scores: Table) -> int:
    return list(scores).index(most_probable(scores))


@misconception(
    most_probable,
    "You start the search for the maximum at 0, but log scores are negative. Start at −inf.",
)
def above_zero_only(scores: Table) -> str | None:
    return most_probable(scores) if max(scores.values()) > 0 else None


@misconception(
    most_probable,
    "You return the last of several classes with the largest score. "
    "Return the first: replace the best class only if a score is larger.",
)
def last_of_equals(scores: Table) -> str:
    return most_probable({y: scores[y] for y in reversed(list(scores))})
