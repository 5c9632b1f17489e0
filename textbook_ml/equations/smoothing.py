"""Section 2.3. Estimating probabilities from counts: equations (4) to (9).

    joint_count    #D{X = x ∧ Y = y}
    class_count    #D{Y = y}
    n_values       J, the number of values X can take, including those that were not observed
    strength       l, the smoothing pseudo-count: how many pseudo-examples each value gets
    counts         c₁ … c_J of one distribution, N their sum
    alphas         Dirichlet parameters, one for each value

Counts are integers, or Fractions if examples are weighted, and relative frequencies are
Fractions. A smoothed estimate is a Fraction if l is one; otherwise a float within 2 ulp of the
exact value.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import inf
from typing import TypeVar

from textbook_ml.core.errors import TextbookError, number_text, require, require_same_length
from textbook_ml.core.numeric import (
    Num,
    for_each,
    ratio,
    require_floats,
    require_one_kind,
    require_whole,
    total,
)
from textbook_ml.equations.counts import counts_by_class
from textbook_ml.sources.registry import equation

Label = TypeVar("Label", bound=Hashable)
Value = TypeVar("Value", bound=Hashable)
Count = int | Fraction  # number of examples, or the sum of their weights
MOST_COPIES = 10**6


@equation("mitchell-6", "gwansiu-8", "ng-nb-mle", "ng-nb-interpretation")
def theta_mle(joint_count: Count, class_count: Count) -> Fraction:
    """Maximum likelihood estimate of P(X = x | Y = y), equation (6): a relative frequency.

        θ̂ = #D{X = x ∧ Y = y} / #D{Y = y}

    >>> theta_mle(3, class_count=4)
    Fraction(3, 4)
    """
    require_part(joint_count, class_count)
    require(class_count > 0, "equation (6) divides by #D{Y = y}, which is 0. Fix: use equation (7)")
    return ratio(joint_count, class_count)


@equation("mitchell-7", "gwansiu-9", "gwansiu-s1.3-addlambda")
def theta_smoothed(joint_count: Count, class_count: Count, n_values: int, strength: Num) -> Num:
    """Smoothed estimate of P(X = x | Y = y), equation (7): l pseudo-examples of each value.

        θ̂ = (#D{X = x ∧ Y = y} + l) / (#D{Y = y} + l J)

    >>> theta_smoothed(2, class_count=4, n_values=3, strength=Fraction(1))
    Fraction(3, 7)
    """
    require_part(joint_count, class_count)
    require_strength(strength, class_count, n_values)
    return (joint_count + strength) / (class_count + strength * n_values)


@equation("mitchell-8", "gwansiu-10", "sontag-mle-prior", "ng-gda-phi-mle")
def prior_mle(class_count: Count, n_examples: Count) -> Fraction:
    """Maximum likelihood estimate of P(Y = y), equation (8): the fraction of examples of class y.

        π̂ = #D{Y = y} / |D|

    >>> prior_mle(4, n_examples=6)
    Fraction(2, 3)
    """
    require_part(class_count, n_examples)
    require(n_examples > 0, "equation (8) divides by |D|, but there are no examples")
    return ratio(class_count, n_examples)


@equation("mitchell-9", "gwansiu-11")
def prior_smoothed(class_count: Count, n_examples: Count, n_classes: int, strength: Num) -> Num:
    """Smoothed estimate of P(Y = y), equation (9): l pseudo-examples of each class.

        π̂ = (#D{Y = y} + l) / (|D| + l K)

    >>> prior_smoothed(4, n_examples=6, n_classes=2, strength=Fraction(1))
    Fraction(5, 8)
    """
    require_part(class_count, n_examples)
    require_strength(strength, n_examples, n_classes)
    return (class_count + strength) / (n_examples + strength * n_classes)


@equation("mitchell-4", "gwansiu-6", "ng-nb-params", "ng-nb-multivalued")
def theta_table(
    column: Sequence[Value], labels: Sequence[Label], values: Sequence[Value]
) -> dict[Label, dict[Value, Fraction]]:
    """Parameters of one discrete feature: for each class a distribution over its values.

        θᵢⱼₖ = P(Xᵢ = xᵢⱼ | Y = yₖ),   Σⱼ θᵢⱼₖ = 1

    `values` are all values of the feature, observed or not; (6) estimates each probability.

    >>> theta_table("abba", [1, 1, 1, 0], values="abc")[1]
    {'a': Fraction(1, 3), 'b': Fraction(2, 3), 'c': Fraction(0, 1)}
    """
    possible_values = set(values)
    for x in set(column) - possible_values:
        raise TextbookError(f"the values of the feature are {list(values)}, got {x!r}")
    table = {}
    for y, counts in counts_by_class(column, labels).items():
        class_count = sum(counts.values())
        table[y] = {x: theta_mle(counts.get(x, 0), class_count) for x in values}
    return table


@equation("mitchell-5", "mitchell-12", "gwansiu-7", "gwansiu-14")
def class_prior(labels: Sequence[Label]) -> dict[Label, Fraction]:
    """Prior of every class that occurs, estimated by (8).

        πₖ = P(Y = yₖ),   Σₖ πₖ = 1

    >>> class_prior("aab")
    {'a': Fraction(2, 3), 'b': Fraction(1, 3)}
    """
    require(len(labels) > 0, "a prior needs at least one example, got none")
    return {y: prior_mle(n_y, len(labels)) for y, n_y in Counter(labels).items()}


@equation("ng-multinomial-mle")
def categorical_mle(counts: Sequence[Count]) -> list[Fraction]:
    """Maximum likelihood estimate of a categorical distribution.

        φⱼ = cⱼ / N

    >>> categorical_mle([3, 1, 0])
    [Fraction(3, 4), Fraction(1, 4), Fraction(0, 1)]
    """
    require_counts(counts)
    n = sum(counts)
    return for_each(lambda c: theta_mle(c, n), counts)


@equation("mitchell-s2.3-mle-or-map", "gwansiu-s1-formulations")
def categorical_smoothed(counts: Sequence[Count], strength: Num) -> list[Num]:
    """Smoothed estimate of a categorical distribution: l = 0 is the MLE, large l is uniform.

        φⱼ = (cⱼ + l) / (N + l J)

    >>> categorical_smoothed([3, 1, 0], strength=0.5) == [3.5 / 5.5, 1.5 / 5.5, 0.5 / 5.5]
    True
    """
    require_counts(counts)
    n, n_values = sum(counts), len(counts)
    require_strength(strength, n, n_values)
    return for_each(lambda c: (c + strength) / (n + strength * n_values), counts)


@equation("ng-laplace", "ng-laplace-sum", "ng-laplace-nonzero", "gwansiu-s1.3-add1")
def categorical_laplace(counts: Sequence[Count]) -> list[Fraction]:
    """Laplace smoothing: one pseudo-example of each value, so no estimate is zero.

        φⱼ = (cⱼ + 1) / (N + J) ≥ 1 / (N + J)

    >>> categorical_laplace([3, 1, 0])
    [Fraction(4, 7), Fraction(2, 7), Fraction(1, 7)]
    """
    return categorical_smoothed(counts, ratio(1))


@equation("mitchell-s2.3-hallucinated", "gwansiu-s1.1-laplace")
def hallucinate(column: Sequence[Value], values: Sequence[Value], copies: int) -> list[Value]:
    """Return the data followed by `copies` (l) pseudo-examples of each of the J values.

        (7) on the data = (6) on the data with pseudo-examples

    >>> hallucinate(["a", "b", "a"], values="abc", copies=1)
    ['a', 'b', 'a', 'a', 'b', 'c']
    """
    require_whole(copies=copies)
    require(0 <= copies <= MOST_COPIES, f"copies must be from 0 to 10⁶, got {number_text(copies)}")
    return [*column, *(x for x in values for _ in range(copies))]


@equation("mitchell-s2.3-dirichlet")
def dirichlet_map(counts: Sequence[Count], alphas: Sequence[Num]) -> list[Num]:
    """MAP estimate of a categorical distribution under a Dirichlet prior: it adds α − 1.

        θ̂ⱼ = (cⱼ + αⱼ − 1) / (N + Σ (αⱼ − 1))

    So adding l is MAP with α = l + 1. If α < 1 the maximum may lie on the boundary.

    >>> dirichlet_map([2, 2, 0], [Fraction(2)] * 3)
    [Fraction(3, 7), Fraction(3, 7), Fraction(1, 7)]
    """
    require_dirichlet(counts, alphas)
    weights = [c - 1 + alpha for c, alpha in zip(counts, alphas)]
    require_interior_maximum(weights)
    denominator = total(weights)
    return [weight / denominator for weight in weights]


@equation("mitchell-s2.3-dirichlet", "ng-laplace-optimal")
def dirichlet_mean(counts: Sequence[Count], alphas: Sequence[Num]) -> list[Num]:
    """Posterior mean under a Dirichlet prior, which is also the probability of the next value.

        E[θⱼ | D] = P(x_new = j | D) = (cⱼ + αⱼ) / (N + Σ αⱼ)

    So adding l is the mean with α = l, and Laplace's l = 1 is the mean with a uniform prior.

    >>> dirichlet_mean([2, 2, 0], [Fraction(1)] * 3)
    [Fraction(3, 7), Fraction(3, 7), Fraction(1, 7)]
    """
    require_dirichlet(counts, alphas)
    weights = [c + alpha for c, alpha in zip(counts, alphas)]
    denominator = total(weights)
    return [weight / denominator for weight in weights]


def require_dirichlet(counts: Sequence[Count], alphas: Sequence[Num]) -> None:
    """Raise TextbookError unless there is a Dirichlet parameter above 0 for each count."""
    require_same_length(counts=counts, alphas=alphas)
    require_counts(counts)
    for a in alphas:
        require(
            0 < a < inf,
            f"a Dirichlet parameter α must be finite and above 0, got {number_text(a)}",
        )
    require_one_kind([*counts, *alphas], "the list of counts and parameters")


def require_interior_maximum(weights: Sequence[Num]) -> None:
    """Raise TextbookError unless every c + α − 1 is at least 0 and one is above 0."""
    for weight in weights:
        require(
            weight >= 0,
            f"c + α − 1 is {number_text(weight)}, below 0, so the maximum lies on the boundary, "
            "where "
            "the density is infinite. Fix: use α ≥ 1, or the posterior mean",
        )
    require(
        any(weights), "every c + α − 1 is 0, so the density is constant and has no unique maximum"
    )


def require_counts(counts: Sequence[Count]) -> None:
    """Raise TextbookError unless there are counts and none is negative."""
    require(len(counts) > 0, "a distribution needs a count for each value, got none")
    least = min(counts)
    require(least >= 0, f"counts must not be negative, got {number_text(least)}")


def require_part(part: Count, whole: Count) -> None:
    """Raise TextbookError unless 0 ≤ part ≤ whole."""
    if part < 0:
        raise TextbookError(f"counts must not be negative, got {number_text(part)}")
    if part > whole:
        raise TextbookError(
            f"a count of {number_text(part)} exceeds the total of {number_text(whole)}"
        )


def require_strength(strength: float | Fraction, n_examples: Count, n_values: int) -> None:
    """Raise TextbookError unless smoothing with `strength` pseudo-examples is defined."""
    require(
        0 <= strength < inf,
        f"the smoothing strength l must be finite and at least 0, got {number_text(strength)}",
    )
    require(
        strength > 0 or n_examples > 0,
        "there are no examples and the strength l is 0, so the estimate is 0/0. Fix: use l > 0",
    )
    require(n_values >= 1, f"the number of values must be at least 1, got {number_text(n_values)}")
    if isinstance(strength, float):
        require_floats(n_examples=n_examples, n_values=n_values)
        require(
            strength * n_values < inf,
            "the smoothing strength l times the number of values overflows",
        )
