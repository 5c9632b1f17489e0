"""Section 2.3. Estimating probabilities from counts: equations (4) to (9).

    joint_count    #D{X = x ∧ Y = y}
    class_count    #D{Y = y}
    n_values       J, how many values X can take (not: how many were seen)
    strength       l, how many examples of each value are hallucinated
    counts         c₁ … c_J of one distribution, N their sum
    alphas         Dirichlet parameters, one for each value

Counts are whole numbers, or Fractions where examples are weighted, so that frequencies are
Fractions; an estimate with a strength is of the strength's kind.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import inf
from typing import TypeVar

from textbook_ml.equations.counts import counts_by_class
from textbook_ml.errors import TextbookError, require, require_same_length, shown
from textbook_ml.numeric import Num, exact, in_kind, total
from textbook_ml.registry import equation

Label = TypeVar("Label", bound=Hashable)
Value = TypeVar("Value", bound=Hashable)
Count = int | Fraction  # examples, or the sum of their weights


@equation("mitchell-6", "gwansiu-8", "ng-nb-mle", "ng-nb-interpretation")
def theta_mle(joint_count: Count, class_count: Count) -> Fraction:
    """The maximum likelihood estimate of P(X = x | Y = y): a frequency within the class.

        θ̂ = #D{X = x ∧ Y = y} / #D{Y = y}

    >>> theta_mle(3, class_count=4)
    Fraction(3, 4)
    """
    require_part(joint_count, class_count)
    require(class_count > 0, "equation (6) divides by #D{Y = y}, which is 0: use equation (7)")
    return Fraction(joint_count, class_count)


@equation("mitchell-7", "gwansiu-9", "gwansiu-s1.3-addlambda")
def theta_smoothed(joint_count: Count, class_count: Count, n_values: int, strength: Num) -> Num:
    """The smoothed estimate of P(X = x | Y = y): l hallucinated examples of each value.

        θ̂ = (#D{X = x ∧ Y = y} + l) / (#D{Y = y} + l J)

    >>> theta_smoothed(2, class_count=4, n_values=3, strength=Fraction(1))
    Fraction(3, 7)
    """
    require_part(joint_count, class_count)
    require_strength(strength, class_count)
    require(n_values >= 1, f"n_values is {n_values}, and J counts the values that X can take")
    l = exact(strength)
    return in_kind((joint_count + l) / (class_count + l * n_values), strength)


@equation("mitchell-8", "gwansiu-10", "sontag-mle-prior", "ng-gda-phi-mle")
def prior_mle(class_count: Count, n_examples: Count) -> Fraction:
    """The maximum likelihood estimate of P(Y = y): the class's share of the data.

        π̂ = #D{Y = y} / |D|

    >>> prior_mle(4, n_examples=6)
    Fraction(2, 3)
    """
    require_part(class_count, n_examples)
    require(n_examples > 0, "equation (8) divides by |D|, which is 0: give at least one example")
    return Fraction(class_count, n_examples)


@equation("mitchell-9", "gwansiu-11")
def prior_smoothed(class_count: Count, n_examples: Count, n_classes: int, strength: Num) -> Num:
    """The smoothed estimate of P(Y = y): l hallucinated examples of each class.

        π̂ = (#D{Y = y} + l) / (|D| + l K)

    >>> prior_smoothed(4, n_examples=6, n_classes=2, strength=Fraction(1))
    Fraction(5, 8)
    """
    require_part(class_count, n_examples)
    require_strength(strength, n_examples)
    require(n_classes >= 1, f"n_classes is {n_classes}, and K counts the possible classes")
    l = exact(strength)
    return in_kind((class_count + l) / (n_examples + l * n_classes), strength)


@equation("mitchell-4", "gwansiu-6", "ng-nb-params", "ng-nb-multivalued")
def theta_table(
    column: Sequence[Value], labels: Sequence[Label], values: Sequence[Value]
) -> dict[Label, dict[Value, Fraction]]:
    """The parameters of one discrete feature: a distribution over its values per class.

        θᵢⱼₖ = P(Xᵢ = xᵢⱼ | Y = yₖ),   Σⱼ θᵢⱼₖ = 1

    `values` are all that the feature can take, seen or not; (6) estimates each.

    >>> theta_table("abba", [1, 1, 1, 0], values="abc")[1]
    {'a': Fraction(1, 3), 'b': Fraction(2, 3), 'c': Fraction(0, 1)}
    """
    known = set(values)
    for x in set(column) - known:
        raise TextbookError(f"the value {x!r} came, and the feature takes only {list(values)}")
    table = {}
    for y, counts in counts_by_class(column, labels).items():
        class_count = sum(counts.values())
        table[y] = {x: theta_mle(counts.get(x, 0), class_count) for x in values}
    return table


@equation("mitchell-5", "mitchell-12", "gwansiu-7", "gwansiu-14")
def class_prior(labels: Sequence[Label]) -> dict[Label, Fraction]:
    """The prior of every class that occurs, by (8).

        πₖ = P(Y = yₖ),   Σₖ πₖ = 1

    >>> class_prior("aab")
    {'a': Fraction(2, 3), 'b': Fraction(1, 3)}
    """
    require(len(labels) > 0, "there are no examples: give at least one")
    return {y: prior_mle(n_y, len(labels)) for y, n_y in Counter(labels).items()}


@equation("ng-multinomial-mle")
def categorical_mle(counts: Sequence[Count]) -> list[Fraction]:
    """The maximum likelihood estimate of a whole distribution.

        φⱼ = cⱼ / N

    >>> categorical_mle([3, 1, 0])
    [Fraction(3, 4), Fraction(1, 4), Fraction(0, 1)]
    """
    require_counts(counts)
    n = sum(counts)
    theta = {c: theta_mle(c, n) for c in set(counts)}  # of 20,000 words few counts differ
    return [theta[c] for c in counts]


@equation("mitchell-s2.3-mle-or-map", "gwansiu-s1-formulations")
def categorical_smoothed(counts: Sequence[Count], strength: Num) -> list[Num]:
    """A whole distribution, smoothed: l = 0 is the MLE, and large l is uniform.

        φⱼ = (cⱼ + l) / (N + l J)

    >>> categorical_smoothed([3, 1, 0], strength=0.5) == [3.5 / 5.5, 1.5 / 5.5, 0.5 / 5.5]
    True
    """
    require_counts(counts)
    n, n_values = sum(counts), len(counts)
    require_strength(strength, n)
    l = exact(strength)
    everything = n + l * n_values
    theta = {c: in_kind((c + l) / everything, strength) for c in set(counts)}
    return [theta[c] for c in counts]


@equation("ng-laplace", "ng-laplace-sum", "ng-laplace-nonzero", "gwansiu-s1.3-add1")
def categorical_laplace(counts: Sequence[Count]) -> list[Fraction]:
    """Laplace smoothing: one hallucinated example of each value; never zero.

        φⱼ = (cⱼ + 1) / (N + J) ≥ 1 / (N + J)

    >>> categorical_laplace([3, 1, 0])
    [Fraction(4, 7), Fraction(2, 7), Fraction(1, 7)]
    """
    return categorical_smoothed(counts, Fraction(1))


@equation("mitchell-s2.3-hallucinated", "gwansiu-s1.1-laplace")
def hallucinate(column: Sequence[Value], values: Sequence[Value], copies: int) -> list[Value]:
    """The data and `copies` imaginary examples of each value: l J of them in all.

        (7) on the data = (6) on the hallucinated data

    >>> hallucinate(["a", "b", "a"], values="abc", copies=1)
    ['a', 'b', 'a', 'a', 'b', 'c']
    """
    require(copies >= 0, f"{copies} copies were asked for: hallucinate none or more")
    return [*column, *(x for x in values for _ in range(copies))]


@equation("mitchell-s2.3-dirichlet")
def dirichlet_map(counts: Sequence[Count], alphas: Sequence[Num]) -> list[Num]:
    """The most probable distribution under a Dirichlet prior: it adds α − 1, not α.

        θ̂ⱼ = (cⱼ + αⱼ − 1) / (N + Σ (αⱼ − 1))

    So adding l is MAP under α = l + 1. Below α = 1 the density may peak on the boundary.

    >>> dirichlet_map([2, 2, 0], [Fraction(2)] * 3)
    [Fraction(3, 7), Fraction(3, 7), Fraction(1, 7)]
    """
    weights = [c + exact(alpha) - 1 for c, alpha in _paired(counts, alphas)]
    for c, alpha, weight in zip(counts, alphas, weights):
        require(
            weight >= 0,
            f"count {c} with α = {alpha} puts the maximum on the boundary, where the density is "
            "infinite: use α ≥ 1, or the posterior mean",
        )
    everything = sum(weights)
    require(everything > 0, "every c + α − 1 is 0: the density is flat and has no one maximum")
    kin = total(alphas)
    return [in_kind(weight / everything, kin) for weight in weights]


@equation("mitchell-s2.3-dirichlet", "ng-laplace-optimal")
def dirichlet_mean(counts: Sequence[Count], alphas: Sequence[Num]) -> list[Num]:
    """The posterior mean under a Dirichlet prior, and the chance of the next value.

        E[θⱼ | D] = P(x_new = j | D) = (cⱼ + αⱼ) / (N + Σ αⱼ)

    So adding l is the mean under α = l, and Laplace's l = 1 the mean under a uniform prior.

    >>> dirichlet_mean([2, 2, 0], [Fraction(1)] * 3)
    [Fraction(3, 7), Fraction(3, 7), Fraction(1, 7)]
    """
    weights = [c + exact(alpha) for c, alpha in _paired(counts, alphas)]
    everything, kin = sum(weights), total(alphas)
    return [in_kind(weight / everything, kin) for weight in weights]


def _paired(counts: Sequence[Count], alphas: Sequence[Num]) -> list[tuple[Count, Num]]:
    """Counts and Dirichlet parameters side by side, both checked."""
    require_same_length(counts=counts, alphas=alphas)
    require_counts(counts)
    for alpha in alphas:
        require(0 < alpha < inf, f"a Dirichlet parameter is {alpha}: each α is finite and above 0")
    return list(zip(counts, alphas))


def require_counts(counts: Sequence[Count]) -> None:
    """Refuse no counts at all, and negative ones."""
    require(len(counts) > 0, "no counts came: give one for each value")
    least = min(counts)
    require(least >= 0, f"a count is {shown(least)}: counts are not negative")


def require_part(part: Count, whole: Count) -> None:
    """Refuse a count that is negative, or larger than what it is a part of."""
    if part < 0:
        raise TextbookError(f"a count is {shown(part)}: counts are not negative")
    if part > whole:
        raise TextbookError(
            f"{shown(part)} examples of {shown(whole)} were counted: a part exceeds its whole"
        )


def require_strength(strength: float | Fraction, n_examples: Count) -> None:
    """Refuse a negative strength, and 0/0: no examples and nothing hallucinated."""
    require(0 <= strength < inf, f"the strength is {strength}: it must be finite and at least 0")
    require(
        strength > 0 or n_examples > 0,
        "there are no examples and the strength is 0: 0/0; give a strength above 0",
    )
