"""Sections 1 and 2.2. Bayes' rule, the naive product, and the decision: equations (1) to (3).

    y               a class; dictionaries have one entry for each
    prior[y]        P(Y = y)
    likelihood[y]   P(X = x | Y = y), the whole x at once
    factors[y]      P(Xᵢ = xᵢ | Y = y), one number for each feature i
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import log
from typing import TypeVar

from textbook_ml.errors import TextbookError, require, require_same_length, shown
from textbook_ml.numeric import (
    Num,
    exact,
    in_kind,
    product_of,
    require_distribution,
    require_finite,
    require_probability,
    wide_parts,
)
from textbook_ml.registry import equation
from textbook_ml.stable import safe_log, safe_sum

Label = TypeVar("Label", bound=Hashable)


@equation("ng-evidence")
def evidence(prior: Mapping[Label, Num], likelihood: Mapping[Label, Num]) -> Num:
    """The evidence: how probable x is when the class is not known.

        P(x) = Σ_y P(x | y) P(y)

    >>> from fractions import Fraction as F
    >>> evidence({1: F(1, 3), 0: F(2, 3)}, {1: F(1, 2), 0: F(1, 8)})
    Fraction(1, 4)
    """
    require_same_classes(prior, likelihood)
    p_x = sum((exact(likelihood[y]) * exact(prior[y]) for y in prior), Fraction(0))
    return in_kind(p_x, *prior.values(), *likelihood.values())


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
    """Bayes' rule: the posterior of every class.

        P(y | x) = P(x | y) P(y) / Σ_y′ P(x | y′) P(y′)

    A likelihood may be a density, and all may be given training data, as long as all are.
    Floats are multiplied as the exact fractions they are and rounded once, at the end, so
    that tiny densities do not vanish.

    >>> from fractions import Fraction as F
    >>> bayes_rule({"spam": F(1, 3), "ham": F(2, 3)}, {"spam": F(1, 2), "ham": F(1, 8)})
    {'spam': Fraction(2, 3), 'ham': Fraction(1, 3)}
    """
    require_same_classes(prior, likelihood)
    joint = {y: exact(likelihood[y]) * exact(prior[y]) for y in prior}
    p_x = sum(joint.values())
    require(p_x > 0, "no class can have produced this: every likelihood is 0; smooth the estimates")
    kin = list(prior.values()) + list(likelihood.values())
    return {y: in_kind(joint[y] / p_x, *kin) for y in prior}


@equation("mitchell-1", "mitchell-s2.2-two-features", "ng-nb-chain")
def naive_product(factors: Sequence[Num]) -> Num:
    """The naive Bayes factorisation: features are independent once the class is known.

        P(x₁ … xₙ | y) = Πᵢ P(xᵢ | y)

    >>> from fractions import Fraction as F
    >>> naive_product([F(1, 3), F(1, 2), F(3, 4)])
    Fraction(1, 8)
    """
    require_factors(factors)
    return product_of(factors)


@equation("mitchell-1", "ng-nb-chain")
def log_naive_product(factors: Sequence[float]) -> float:
    """The same product as a sum: fifty thousand factors are no trouble to a logarithm.

        ln P(x₁ … xₙ | y) = Σᵢ ln P(xᵢ | y)

    >>> log_naive_product([0.5, 0.5, 1.0]) == -2 * log(2)
    True
    """
    require_factors(factors)
    require(0 not in factors, "a factor is 0, and 0 has no logarithm: the product is 0 itself")
    return safe_sum(map(safe_log, factors))


@equation("xing-nb-general")
def naive_joint(prior_y: Num, factors: Sequence[Num]) -> Num:
    """The joint probability of x and one class; any factor may be a density.

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
    """The naive Bayes posterior, the chapter's fundamental equation.

        P(y | x) = P(y) Πᵢ P(xᵢ | y) / Σ_y′ P(y′) Πᵢ P(xᵢ | y′)

    One zero factor vetoes a class, whatever the others say; when every class is vetoed the
    rule reads 0/0 and has no answer. Fifty thousand factors, floats or not, do not underflow.

    >>> from fractions import Fraction as F
    >>> naive_bayes_posterior({1: F(2, 3), 0: F(1, 3)},
    ...                       {1: [F(3, 4), F(1, 2)], 0: [F(1, 2), F(1, 2)]})
    {1: Fraction(3, 4), 0: Fraction(1, 4)}
    """
    require_same_classes(prior, factors)
    require_same_length(**{f"factors of class {y!r}": fs for y, fs in factors.items()})
    for fs in factors.values():
        require_factors(fs)
    parts = {y: wide_parts([prior[y]] + list(factors[y])) for y in prior}
    top = max((exponent for p, exponent in parts.values() if p), default=0)
    # A class whose share is below 2⁻⁵⁰⁰⁰ of the best needs no exact power: as a float it is 0.
    joint = {y: p * Fraction(2) ** max(e - top, -5000) for y, (p, e) in parts.items()}
    p_x = sum(joint.values())
    require(p_x > 0, "no class can have produced this: every likelihood is 0; smooth the estimates")
    kin = list(prior.values())
    for fs in factors.values():
        kin.extend(fs)
    return {y: in_kind(joint[y] / p_x, *kin) for y in prior}


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
    """The decision: the class with the largest score; of equals, the first.

        y* = argmax_y P(y) Πᵢ P(xᵢ | y)

    Posteriors, joint probabilities and their logarithms all decide alike: the evidence is
    the same for every class, and a logarithm keeps the order.

    >>> most_probable({"spam": 0.25, "ham": 0.5, "news": 0.5})
    'ham'
    """
    require(len(scores) > 0, "no scores came: give one for each class")
    for y, score in scores.items():
        require(score == score, f"the score of class {y!r} is NaN, and NaN has no order")
    return max(scores, key=scores.__getitem__)


def require_same_classes(prior: Mapping[Label, Num], other: Mapping[Label, object]) -> None:
    """Refuse a prior that is no distribution, or that is about other classes."""
    require_distribution(prior, "the prior")
    require(
        prior.keys() == other.keys(),
        f"the prior is about {sorted(map(repr, prior))} and the likelihoods about "
        f"{sorted(map(repr, other))}: give both for the same classes",
    )
    for likelihood in other.values():
        if isinstance(likelihood, (int, float, Fraction)):
            require_factors([likelihood])


def require_factors(factors: Sequence[float | Fraction]) -> None:
    """Refuse negative or infinite likelihoods; a density may exceed one."""
    require_finite(factors, "the list of likelihoods")
    for i, p in enumerate(factors):
        if p < 0:
            raise TextbookError(
                f"likelihood {i} is {shown(p)}: a probability or a density is not negative"
            )
