"""Sections 1 and 2.2. Bayes' rule, the naive product and the decision rule: (1) to (3).

y               a class; dictionaries have one entry for each class
prior[y]        P(Y = y)
likelihood[y]   P(X = x | Y = y), of all features together
factors[y]      P(Xᵢ = xᵢ | Y = y), one number for each feature i
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import log
from typing import TypeVar

from textbook_ml.core.errors import (
    TextbookError,
    number_text,
    quoted_list,
    require,
    require_same_length,
)
from textbook_ml.core.numeric import (
    Num,
    normalise_products,
    product,
    require_distribution,
    require_finite,
    require_probability,
    sum_over,
    total,
)
from textbook_ml.core.stable import normalise_log_terms, safe_log, safe_sum
from textbook_ml.sources.registry import equation

Label = TypeVar("Label", bound=Hashable)
Value = TypeVar("Value", bound=Hashable)


@equation("ng-evidence")
def evidence(prior: Mapping[Label, Num], likelihood: Mapping[Label, Num]) -> Num:
    """Evidence: the probability of x when the class is not known.

        P(x) = Σ_y P(x | y) P(y)

    >>> from fractions import Fraction as F
    >>> evidence({1: F(1, 3), 0: F(2, 3)}, {1: F(1, 2), 0: F(1, 8)})
    Fraction(1, 4)
    """
    require_same_classes(prior, likelihood)
    likelihoods = [likelihood[y] for y in prior]
    return sum_over(lambda p_x, p_y: p_x * p_y, likelihoods, list(prior.values()))


@equation(
    "mitchell-s1-bayes",
    "mitchell-s2.2-bayes-k",
    "mitchell-s3.1-bayes2",
    "ng-bayes",
    "gwansiu-s1-posterior",
    "gwansiu-2",
    "gwansiu-23",
)
def bayes_rule(prior: Mapping[Label, Num], likelihood: Mapping[Label, Num]) -> dict[Label, Num]:
    """Bayes' rule: the posterior probability of every class.

        P(y | x) = P(x | y) P(y) / Σ_y′ P(x | y′) P(y′)

    A likelihood may be a density, and everything may be conditioned on the training data.
    Products of tiny floats do not underflow.

    >>> from fractions import Fraction as F
    >>> bayes_rule({"spam": F(1, 3), "ham": F(2, 3)}, {"spam": F(1, 2), "ham": F(1, 8)})
    {'spam': Fraction(2, 3), 'ham': Fraction(1, 3)}
    """
    require_same_classes(prior, likelihood)
    return normalise_products({y: [likelihood[y], prior[y]] for y in prior})


@equation("mitchell-s2.2-two-features", "ng-nb-chain")
def chain_rule_factors(joint: Mapping[tuple[Value, ...], Num], x: tuple[Value, ...]) -> list[Num]:
    """The factors of the chain rule: the probability of each feature, given those before it.

        P(x₁ … xₙ | y) = Πⱼ P(xⱼ | y, x₁ … xⱼ₋₁)

    `joint[x]` is P(x | y) for one class. The product of the factors is joint[x], whatever the
    distribution is. Naive Bayes replaces each factor by P(xⱼ | y): see `naive_product`.

    >>> from fractions import Fraction as F
    >>> joint = {(0, 0): F(1, 2), (0, 1): F(1, 6), (1, 0): F(1, 6), (1, 1): F(1, 6)}
    >>> chain_rule_factors(joint, (1, 1))      # P(x₁ = 1 | y), then P(x₂ = 1 | y, x₁ = 1)
    [Fraction(1, 3), Fraction(1, 2)]
    """
    require_distribution(joint, "the joint distribution P(x | y)")
    require(
        joint.get(x, 0) > 0,
        f"P(x | y) of {number_text(x)} must be above 0 for the chain rule",
    )
    p = [total(q for row, q in joint.items() if row[:j] == x[:j]) for j in range(len(x) + 1)]
    return [p[j + 1] / p[j] for j in range(len(x))]


@equation("mitchell-1", "mitchell-s2.2-two-features", "ng-nb-chain")
def naive_product(factors: Sequence[Num]) -> Num:
    """Naive Bayes factorisation: features are independent given the class.

        P(x₁ … xₙ | y) = Πᵢ P(xᵢ | y)

    >>> from fractions import Fraction as F
    >>> naive_product([F(1, 3), F(1, 2), F(3, 4)])
    Fraction(1, 8)
    """
    require_factors(factors)
    return product(factors)


@equation("mitchell-1", "ng-nb-chain")
def log_naive_product(factors: Sequence[float]) -> float:
    """Logarithm of the naive Bayes product, as a sum, which does not underflow.

        ln P(x₁ … xₙ | y) = Σᵢ ln P(xᵢ | y)

    >>> log_naive_product([0.5, 0.5, 1.0]) == -2 * log(2)
    True
    """
    require_factors(factors)
    require(0 not in factors, "a factor is 0, so the product is 0, which has no logarithm")
    return safe_sum(map(safe_log, factors))


@equation("xing-nb-general")
def naive_joint(prior_y: Num, factors: Sequence[Num]) -> Num:
    """Joint probability of x and one class; any factor may be a density.

        P(x, y) = P(y) Πᵢ P(xᵢ | y)

    >>> from fractions import Fraction as F
    >>> naive_joint(F(1, 3), [F(3, 4), F(4, 5)])
    Fraction(1, 5)
    """
    require_probability(prior_y, "the prior P(y)")
    return naive_product([prior_y] + list(factors))


@equation(
    "mitchell-2",
    "mitchell-s2.3-zero",
    "ng-nb-posterior",
    "ng-nips-zero",
    "ng-nips-00",
    "gwansiu-3",
    "gwansiu-s1.1-zero",
)
def naive_bayes_posterior(
    prior: Mapping[Label, Num], factors: Mapping[Label, Sequence[Num]]
) -> dict[Label, Num]:
    """Naive Bayes posterior, the fundamental equation of the chapter.

        P(y | x) = P(y) Πᵢ P(xᵢ | y) / Σ_y′ P(y′) Πᵢ P(xᵢ | y′)

    A zero factor makes the product of its class zero, whatever the other factors are. If all
    products are zero the posterior is 0/0, an error. Products of 50,000 floats do not underflow.

    >>> from fractions import Fraction as F
    >>> naive_bayes_posterior({1: F(2, 3), 0: F(1, 3)},
    ...                       {1: [F(3, 4), F(1, 2)], 0: [F(1, 2), F(1, 2)]})
    {1: Fraction(3, 4), 0: Fraction(1, 4)}
    """
    require_same_classes(prior, factors)
    require_same_length(**{f"factors of class {y!r}": fs for y, fs in factors.items()})
    for fs in factors.values():
        require_factors(fs)
    return normalise_products({y: [prior[y]] + list(factors[y]) for y in prior})


@equation("mitchell-2", "ng-nb-posterior")
def posterior_from_log_terms(terms: Mapping[Label, Sequence[float]]) -> dict[Label, float]:
    """Naive Bayes posterior from logarithms: ln P(y), then ln P(xᵢ | y) for each feature.

        P(y | x) = exp(Σ termsᵧ) / Σ_y′ exp(Σ termsᵧ′)

    >>> posterior_from_log_terms({"a": [0.0, -1e6], "b": [log(3), -1e6]})
    {'a': 0.25, 'b': 0.75}
    """
    return normalise_log_terms(terms)


@equation(
    "mitchell-3",
    "mitchell-s1-target",
    "mitchell-s2.2-argmax-full",
    "ng-argmax",
    "ng-gda-predict",
    "sontag-nb-rule",
    "gwansiu-4",
    "gwansiu-5",
)
def most_probable(scores: Mapping[Label, Num]) -> Label:
    """Decision rule: the class with the largest score; the first of them if scores are equal.

        y* = argmax_y P(y) Πᵢ P(xᵢ | y)

    Posteriors, joint probabilities and their logarithms give the same decision: the evidence
    is the same for every class, and the logarithm is an increasing function.

    >>> most_probable({"spam": 0.25, "ham": 0.5, "news": 0.5})
    'ham'
    """
    require(len(scores) > 0, "a decision needs the score of at least one class, got none")
    for y, score in scores.items():
        if score != score:
            raise TextbookError(f"the score of class {y!r} is NaN, which cannot be compared")
    return max(scores, key=scores.__getitem__)


def require_same_classes(prior: Mapping[Label, Num], other: Mapping[Label, object]) -> None:
    """Raise TextbookError unless the prior is a distribution over the classes of `other`."""
    require_distribution(prior, "the prior")
    if prior.keys() != other.keys():
        raise TextbookError(
            f"the prior has the classes {quoted_list(list(prior))} and the likelihoods have "
            f"{quoted_list(list(other))}: both must have the same classes"
        )
    require_factors([p for p in other.values() if isinstance(p, (int, float, Fraction))])


def require_factors(factors: Sequence[float | Fraction]) -> None:
    """Raise TextbookError if a likelihood is negative or not finite; a density may exceed one."""
    require_finite(factors, "the list of likelihoods")
    for i, p in enumerate(factors):
        if p < 0:
            raise TextbookError(
                f"likelihood {i} is {number_text(p)}, but probabilities and densities are not "
                "negative"
            )
