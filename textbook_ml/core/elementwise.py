"""Functions of scores, for many examples at once; only e to a negative power is ever computed.

    scores    one number for each example; for many classes, one list of them for each class

Functions of lists are the functions of `stable` with the same name, written as one loop for
speed: a call for each example would double the time of a logistic regression. Several equations
need the same function of the same scores at each step; of `Scores` it is computed once.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import wraps
from itertools import repeat
from math import exp, fsum, log, log1p
from operator import neg, sub, truediv
from typing import Any, ParamSpec, TypeVar

from textbook_ml.core.numeric import as_float
from textbook_ml.core.stable import log_ratio
from textbook_ml.core.tables import Scores

Inputs = ParamSpec("Inputs")
Result = TypeVar("Result")
Vec = Sequence[float]
ByClass = Sequence[Sequence[float]]  # one list for each class, with a number for each example


def kept(function: Callable[Inputs, Result]) -> Callable[Inputs, Result]:
    """Keep the last result for `Scores`: the last argument, or the first of a list of them.

    >>> @kept
    ... def doubled(scores):
    ...     return [2 * s for s in scores]
    >>> scores = Scores([1.0])
    >>> doubled(scores) is doubled(scores), doubled([1.0]) is doubled([1.0])
    (True, False)
    """

    @wraps(function)
    def keeping(*arguments: Inputs.args, **named: Inputs.kwargs) -> Result:
        others: list[Any]
        last: Any
        *others, last = arguments
        scores, *rest = [last] if isinstance(last, Scores) else last or [None]
        if not isinstance(scores, Scores):
            return function(*arguments, **named)
        others += rest  # `scores` must not refer to itself, so that its memory is freed at once
        known = scores.kept.get(function.__name__)
        if known is None or known[0] != others:
            known = scores.kept[function.__name__] = (others, function(*arguments, **named))
        result: Result = known[1]
        return result

    return keeping


def sigmoids(scores: Vec) -> list[float]:
    """σ(s) for each score, within 3 ulp.

    >>> sigmoids([0.0, 1000.0, -1000.0])
    [0.5, 1.0, 0.0]
    """
    return [1.0 / (1.0 + e) if s >= 0.0 else e / (1.0 + e) for s in scores for e in (exp(-abs(s)),)]


@kept
def minus_sigmoids(labels: Sequence[int], scores: Vec) -> list[float]:
    """y − σ(s) for each label, which is 0 or 1, and its score, within 3 ulp.

    The result is computed as σ(−s) or −σ(s), so that no digits cancel.

    >>> minus_sigmoids([0, 1, 1], [0.0, 0.0, -1000.0])
    [-0.5, 0.5, 1.0]
    """
    return [
        (e if s >= 0.0 else 1.0) / (1.0 + e) if y else (-1.0 if s >= 0.0 else -e) / (1.0 + e)
        for s, y in zip(scores, labels)
        for e in (exp(-abs(s)),)
    ]


def log_sigmoids(scores: Vec) -> list[float]:
    """ln σ(s) for each score, within 2 ulp.

    >>> log_sigmoids([1000.0, -1000.0])
    [0.0, -1000.0]
    """
    return [min(s, 0.0) - log1p(exp(-abs(s))) for s in scores]


@kept
def sigmoid_derivatives(scores: Vec) -> list[float]:
    """σ(s) (1 − σ(s)) for each score, within 4 ulp: the variance of a Bernoulli variable.

    >>> sigmoid_derivatives([0.0, 1000.0])
    [0.25, 0.0]
    """
    return [e / ((1.0 + e) * (1.0 + e)) for s in scores for e in (exp(-abs(s)),)]


def log_odds(p: float) -> float:
    """ln(p / (1 − p)), within 3 ulp, also near p = 1/2 where the logarithm is near 0.

    >>> log_odds(0.5), log_odds(0.25) == -log_odds(0.75)
    (0.0, True)
    """
    if isinstance(p, Fraction):
        return log_ratio(p, 1 - p)
    if 0.25 < p < 0.75:
        return log1p((2 * p - 1) / (1 - p))  # 2p − 1 is exact here
    return log(p / (1 - p))


def shifted_exponentials(scores: Vec) -> list[float]:
    """exp(sₖ − max s) for each class, within 2 ulp; the rounding of the subtraction is corrected.

    >>> shifted_exponentials([1000.0, 1000.0])
    [1.0, 1.0]
    """
    numbers = [as_float(s, "a score") for s in scores]
    top = max(numbers)
    gaps = [s - top for s in numbers]
    parts = zip(map(exp, gaps), numbers, gaps)
    return [e + e * fsum((s, -top, -gap)) if e else 0.0 for e, s, gap in parts]


@kept
def softmax_by_class(scores: ByClass) -> list[list[float]]:
    """p[k] = exp s[k] / Σⱼ exp s[j] for each example; the largest score is subtracted first.

    >>> softmax_by_class([[0.0, 1000.0], [0.0, 1000.0]])
    [[0.5, 0.5], [0.5, 0.5]]
    """
    _, weights = _largest_scores_and_exponentials(scores)
    whole = list(map(fsum, zip(*weights)))
    return [list(map(truediv, weight, whole)) for weight in weights]


@kept
def _largest_scores_and_exponentials(scores: ByClass) -> tuple[list[float], list[list[float]]]:
    """Return max s for each example, and exp(s[k] − max s) for each class and example."""
    tops = list(map(max, *scores))
    return tops, [list(map(exp, map(sub, s, tops))) for s in scores]


@kept
def minus_softmax(labels: Sequence[int], scores: ByClass) -> list[list[float]]:
    """δ(y = k) − p[k] for each class k and each example, where p is the softmax of its scores.

    For the class of the example, 1 − p is computed as the sum of the others: no digits cancel.

    >>> minus_softmax([0, 1], [[0.0, 1000.0], [0.0, 0.0]])
    [[0.5, -1.0], [-0.5, 1.0]]
    """
    p = softmax_by_class(scores)
    errors = [list(map(neg, p_k)) for p_k in p]
    for l, (y, p_l) in enumerate(zip(labels, zip(*p))):
        errors[y][l] = fsum((*p_l, -p_l[y]))
    return errors


def log_softmax_of_labels(scores: ByClass, labels: Sequence[int]) -> list[float]:
    """ln p of each example's own class y: s_y − ln Σⱼ exp sⱼ.

    The error is within 3 ulp of the larger of the result and max sⱼ − s_y.

    >>> log_softmax_of_labels([[1000.0], [0.0]], [0])
    [0.0]
    """
    tops, weights = _largest_scores_and_exponentials(scores)
    wholes = map(fsum, zip(*weights, repeat(-1.0)))  # Σⱼ exp(sⱼ − max s) − 1 keeps small terms
    return [
        scores[y][l] - top - log1p(rest)
        for l, (y, top, rest) in enumerate(zip(labels, tops, wholes))
    ]
