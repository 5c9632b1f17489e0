"""How good the probabilities are: log loss and Brier score, both smallest for the truth.

    posteriors    one {label: P(y | x)} for each example
    terms         one {label: its log terms} for each example, as `log_terms` of a model gives
                  them: ln P(y), then ln P(xᵢ | y) for each feature
    surprise      −ln P(y | x) of the true label y, in nats
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import fsum, inf
from operator import neg
from typing import Any, Generic, TypeVar

from textbook_ml.errors import require, require_same_length
from textbook_ml.numeric import Num, in_kind, mean, require_distribution, total
from textbook_ml.stable import log_sum_exp, safe_log, safe_sum

Label = TypeVar("Label", bound=Hashable)


def surprise(posterior: Mapping[Label, Num], label: Label) -> float:
    """How surprising the true label is: infinitely, if it was given probability 0.

        −ln P(y | x)

    >>> from math import log
    >>> surprise({"a": 0.5, "b": 0.5}, "a") == log(2), surprise({"a": 1.0, "b": 0.0}, "b")
    (True, inf)
    """
    require_label(posterior, label, "the posterior")
    return 0.0 - safe_log(posterior[label])


def surprise_of_terms(terms: Mapping[Label, Sequence[float]], label: Label) -> float:
    """The same from log terms, where a probability that is too small for a float is no 0.

        −ln P(y | x) = ln Σ_y′ exp(Σ terms of y′ − Σ terms of y)

    Within 2 ulp of the larger of 1 and the result. Log posteriors, and scores such as logits,
    are lists of one term.

    >>> surprise_of_terms({"a": [1000.0], "b": [0.0]}, "b")
    1000.0
    """
    require_label(terms, label, "the mapping of terms")
    if safe_sum(terms[label]) == -inf:
        possible = any(safe_sum(ts) > -inf for ts in terms.values())
        require(possible, "no class can have produced this: every likelihood is 0")
        return inf
    against = list(map(neg, terms[label]))
    return log_sum_exp(safe_sum(chain(ts, against)) for ts in terms.values())


def mean_log_loss(labels: Sequence[Label], posteriors: Sequence[Mapping[Label, Num]]) -> float:
    """The mean surprise: infinite, as mathematics has it, if one true label had probability 0.

        − Σ ln P(y | x) / N

    A float that has become 0 cannot say whether it was: then give the terms instead.

    >>> from math import log
    >>> mean_log_loss("ab", [{"a": 0.5, "b": 0.5}, {"a": 0.5, "b": 0.5}]) == log(2)
    True
    """
    require_posteriors(labels, posteriors)
    return fsum(map(surprise, posteriors, labels)) / len(labels)


def mean_log_loss_of_terms(
    labels: Sequence[Label], terms: Sequence[Mapping[Label, Sequence[float]]]
) -> float:
    """The same from log terms: a logit of 1000 on the wrong side costs 1000, and not infinity.

    >>> mean_log_loss_of_terms("ab", [{"a": [1000.0], "b": [0.0]}] * 2)
    500.0
    """
    require_same_length(labels=labels, terms=terms)
    require(len(labels) > 0, "there are no terms to judge: give those of at least one example")
    return fsum(map(surprise_of_terms, terms, labels)) / len(labels)


def brier_score(labels: Sequence[Label], posteriors: Sequence[Mapping[Label, Num]]) -> Num:
    """The mean squared distance of the posterior from the truth, summed over all classes.

        Σ_examples Σ_y (P(y | x) − 1{y is true})² / N

    So it lies in [0, 2], and with two classes is twice the square of one class's error.

    >>> brier_score("ab", [{"a": 0.5, "b": 0.5}, {"a": 0.0, "b": 1.0}])
    0.25
    """
    require_posteriors(labels, posteriors)
    return mean(list(map(_squared_distance, posteriors, labels)))


@dataclass(frozen=True, slots=True)
class BrierParts(Generic[Num]):
    """The two parts of a Brier score, which add up to it.

    `calibration`: how far the posteriors are from how often each class then came; 0 is honest.
    `refinement`: how mixed the classes still were under one posterior; 0 tells all.
    """

    calibration: Num
    refinement: Num


def brier_parts(
    labels: Sequence[Label], posteriors: Sequence[Mapping[Label, Num]]
) -> BrierParts[Num]:
    """The two parts, over the groups of examples that got the same posterior.

        Σ_groups n/N Σ_y (P(y) − share(y))²   +   Σ_groups n/N Σ_y share(y) (1 − share(y))

    >>> rain = {"wet": Fraction(1, 2), "dry": Fraction(1, 2)}
    >>> brier_parts(["wet", "dry", "dry", "dry"], [rain] * 4)
    BrierParts(calibration=Fraction(1, 8), refinement=Fraction(3, 8))
    """
    require_posteriors(labels, posteriors)
    groups: dict[Any, list[Label]] = defaultdict(list)
    for y, posterior in zip(labels, posteriors):
        groups[frozenset(posterior.items())].append(y)
    calibration, refinement = [], []
    for forecast, members in groups.items():
        counts, n = Counter(members), len(members)
        for y, p in forecast:
            share = in_kind(Fraction(counts[y], n), p)
            calibration.append(n * (p - share) * (p - share))
            refinement.append(n * share * (1 - share))
    return BrierParts(total(calibration) / len(labels), total(refinement) / len(labels))


def require_posteriors(labels: Sequence[Label], posteriors: Sequence[Mapping[Label, Num]]) -> None:
    """Refuse what is no list of distributions, one for each label and with a place for it."""
    require_same_length(labels=labels, posteriors=posteriors)
    require(len(labels) > 0, "there are no posteriors to judge: give at least one")
    for n, (y, posterior) in enumerate(zip(labels, posteriors), start=1):
        require_distribution(posterior, f"the posterior of example {n}")
        require_label(posterior, y, f"the posterior of example {n}")


def require_label(mapping: Mapping[Label, object], label: Label, name: str) -> None:
    """Refuse a true label that was left out, which is not the same as a probability of 0."""
    require(
        label in mapping,
        f"{name} has nothing for the true label {label!r}, only for "
        f"{', '.join(map(repr, mapping))}: give every class its number",
    )


def _squared_distance(posterior: Mapping[Label, Num], label: Label) -> Num:
    gaps: Iterable[Num] = (p - 1 if y == label else p for y, p in posterior.items())
    return total([gap * gap for gap in gaps])
