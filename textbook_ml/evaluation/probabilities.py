"""Log loss and Brier score of probabilities; both are smallest for the true probabilities.

posteriors    one {label: P(y | x)} for each example
terms         one {label: log terms} for each example, as returned by `log_terms` of a model:
              ln P(y), then ln P(xᵢ | y) for each feature
surprisal     −ln P(y | x) of the true label y, in nats (log loss of one example)
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import fsum, inf
from operator import neg
from typing import Any, Generic, TypeVar

from textbook_ml.core.errors import require, require_same_length
from textbook_ml.core.numeric import Num, like, mean, require_distribution, total
from textbook_ml.core.stable import log_sum_exp, safe_log, safe_sum

Label = TypeVar("Label", bound=Hashable)


def surprisal(posterior: Mapping[Label, Num], label: Label) -> float:
    """Return the surprisal of the true label (log loss of one example); infinite if P is 0.

        −ln P(y | x)

    >>> from math import log
    >>> surprisal({"a": 0.5, "b": 0.5}, "a") == log(2), surprisal({"a": 1.0, "b": 0.0}, "b")
    (True, inf)
    """
    require_label(posterior, label, "the posterior")
    return 0.0 - safe_log(posterior[label])


def surprisal_of_terms(terms: Mapping[Label, Sequence[float]], label: Label) -> float:
    """Return the surprisal from log terms, also where the probability underflows to 0.

        −ln P(y | x) = ln Σ_y′ exp(Σ terms of y′ − Σ terms of y)

    The error is at most 2 ulp of max(1, result). For a log posterior or a score such as a logit,
    pass a list with one term.

    >>> surprisal_of_terms({"a": [1000.0], "b": [0.0]}, "b")
    1000.0
    """
    require_label(terms, label, "the mapping of terms")
    if safe_sum(terms[label]) == -inf:
        possible = any(safe_sum(ts) > -inf for ts in terms.values())
        require(possible, "at least one class must have a probability above 0, all are 0")
        return inf
    against = list(map(neg, terms[label]))
    return log_sum_exp(safe_sum(chain(ts, against)) for ts in terms.values())


def mean_log_loss(labels: Sequence[Label], posteriors: Sequence[Mapping[Label, Num]]) -> float:
    """Return the mean log loss; it is infinite if a true label has probability 0.

        − Σ ln P(y | x) / N

    If a probability may underflow to 0, use `mean_log_loss_of_terms` instead.

    >>> from math import log
    >>> mean_log_loss("ab", [{"a": 0.5, "b": 0.5}, {"a": 0.5, "b": 0.5}]) == log(2)
    True
    """
    require_posteriors(labels, posteriors)
    return fsum(map(surprisal, posteriors, labels)) / len(labels)


def mean_log_loss_of_terms(
    labels: Sequence[Label], terms: Sequence[Mapping[Label, Sequence[float]]]
) -> float:
    """Return the mean log loss from log terms: a logit of 1000 for the wrong class costs 1000.

    >>> mean_log_loss_of_terms("ab", [{"a": [1000.0], "b": [0.0]}] * 2)
    500.0
    """
    require_same_length(labels=labels, terms=terms)
    require(len(labels) > 0, "need the terms of at least one example, got none")
    return fsum(map(surprisal_of_terms, terms, labels)) / len(labels)


def brier_score(labels: Sequence[Label], posteriors: Sequence[Mapping[Label, Num]]) -> Num:
    """Return the Brier score: the mean squared error of the posterior, summed over classes.

        Σ_examples Σ_y (P(y | x) − 1{y is true})² / N

    It is between 0 and 2. With two classes it is twice the squared error of one class.

    >>> brier_score("ab", [{"a": 0.5, "b": 0.5}, {"a": 0.0, "b": 1.0}])
    0.25
    """
    require_posteriors(labels, posteriors)
    return mean(list(map(_squared_distance, posteriors, labels)))


@dataclass(frozen=True, slots=True)
class BrierParts(Generic[Num]):
    """The two parts of a Brier score; their sum is the score.

    `calibration`: squared distance of the posteriors from the class frequencies; 0 is perfect.
    `refinement`: variance of the classes among examples with equal posteriors; 0 is perfect.
    """

    calibration: Num
    refinement: Num


def brier_parts(
    labels: Sequence[Label], posteriors: Sequence[Mapping[Label, Num]]
) -> BrierParts[Num]:
    """Return the two parts of the Brier score, over groups of examples with equal posteriors.

        Σ_groups n/N Σ_y (P(y) − f(y))²   +   Σ_groups n/N Σ_y f(y) (1 − f(y))

    f(y) is the frequency of class y in the group.

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
            frequency = like(Fraction(counts[y], n), p)
            calibration.append(n * (p - frequency) * (p - frequency))
            refinement.append(n * frequency * (1 - frequency))
    return BrierParts(total(calibration) / len(labels), total(refinement) / len(labels))


def require_posteriors(labels: Sequence[Label], posteriors: Sequence[Mapping[Label, Num]]) -> None:
    """Raise TextbookError unless each label has a distribution that includes the label."""
    require_same_length(labels=labels, posteriors=posteriors)
    require(len(labels) > 0, "need at least one posterior, got none")
    for n, (y, posterior) in enumerate(zip(labels, posteriors), start=1):
        require(
            isinstance(posterior, Mapping),
            f"the posterior of example {n} must be a dict from label to probability, got a "
            f"{type(posterior).__name__}. Fix: pass model.predict_proba(rows), which returns dicts",
        )
        require_distribution(posterior, f"the posterior of example {n}")
        require_label(posterior, y, f"the posterior of example {n}")


def require_label(mapping: Mapping[Label, object], label: Label, name: str) -> None:
    """Raise TextbookError if the true label is not a key of the mapping."""
    require(
        label in mapping,
        f"{name} must include the true label {label!r}, got {', '.join(map(repr, mapping))}",
    )


def _squared_distance(posterior: Mapping[Label, Num], label: Label) -> Num:
    gaps: Iterable[Num] = (p - 1 if y == label else p for y, p in posterior.items())
    return total([gap * gap for gap in gaps])
