"""How good a classifier is on examples it has not seen.

    fold         a part of the data that is held out once, while the rest is learned from
    stratified   each fold has its share of each class
    errors       how many examples of a fold got the wrong label
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from typing import TypeVar

from textbook_ml.equations.gaussian import mean_mle, variance_mvue
from textbook_ml.errors import require, require_same_length

Label = TypeVar("Label", bound=Hashable)

# Learns from the examples at the first places, and labels those at the second.
Exam = Callable[[Sequence[int], Sequence[int]], Sequence[Label]]


def accuracy(labels: Sequence[Label], predictions: Sequence[Label]) -> Fraction:
    """The share of labels that were predicted right.

    >>> accuracy("aabb", "aaba")
    Fraction(3, 4)
    """
    require_same_length(labels=labels, predictions=predictions)
    require(len(labels) > 0, "there are no predictions to judge: give at least one")
    return Fraction(sum(y == guess for y, guess in zip(labels, predictions)), len(labels))


@dataclass(frozen=True, slots=True)
class CrossValidation:
    """The outcome of each fold: how many examples it had, and how many got a wrong label.

    >>> outcome = CrossValidation(sizes=(4, 4), errors=(1, 3))
    >>> outcome.error_rate, outcome.standard_error
    (Fraction(1, 2), 0.25)
    """

    sizes: tuple[int, ...]
    errors: tuple[int, ...]

    def __post_init__(self) -> None:
        require_same_length(sizes=self.sizes, errors=self.errors)
        require(len(self.sizes) > 1, f"there are {len(self.sizes)} folds: it takes at least 2")
        for n, wrong in zip(self.sizes, self.errors):
            require(0 <= wrong <= n > 0, f"a fold of {n} examples has {wrong} errors")

    @property
    def error_rate(self) -> Fraction:
        """Wrong labels among all: each example was held out once."""
        return Fraction(sum(self.errors), sum(self.sizes))

    @property
    def standard_error(self) -> float:
        """How far the error rate may be off: from the spread of the folds' error rates.

            s / √k,   s² by equation (15) over the k folds

        The folds share their training examples, so this is a guide and no promise.
        """
        rates = [Fraction(wrong, n) for wrong, n in zip(self.errors, self.sizes)]
        return sqrt(variance_mvue(rates, mean_mle(rates)) / len(rates))


def stratified_folds(
    labels: Sequence[Hashable], n_folds: int, seed: int
) -> tuple[tuple[int, ...], ...]:
    """The places of each fold: sizes differ by one at most, and so does each class's share.

    The members of each class are shuffled and dealt like cards, one class after the other.

    >>> [[("aaaabb"[i]) for i in fold] for fold in stratified_folds("aaaabb", 2, seed=0)]
    [['a', 'a', 'b'], ['a', 'a', 'b']]
    """
    require(
        2 <= n_folds <= len(labels),
        f"{n_folds} folds were asked for: it takes 2 or more, and no more than the "
        f"{len(labels)} examples",
    )
    rng = Random(seed)
    lots = [rng.random() for _ in labels]  # of all draws, only random() is promised to last
    first = {y: place for place, y in reversed(list(enumerate(labels)))}
    deck = sorted(range(len(labels)), key=lambda i: (first[labels[i]], lots[i]))
    return tuple(tuple(sorted(deck[k::n_folds])) for k in range(n_folds))


def cross_validate(
    exam: Exam[Label], labels: Sequence[Label], folds: Iterable[Sequence[int]]
) -> CrossValidation:
    """Each fold held out once: what is learned from the others is tried on it.

    `exam(training, held_out)` takes places and gives a label for each that is held out.

    >>> always_a = lambda training, held_out: ["a"] * len(held_out)
    >>> cross_validate(always_a, "aaab", [(0, 1), (2, 3)])
    CrossValidation(sizes=(2, 2), errors=(0, 1))
    """
    sizes, errors = [], []
    for fold in folds:
        held_out = set(fold)
        training = [i for i in range(len(labels)) if i not in held_out]
        require(len(training) > 0, "a fold holds all examples: there is nothing to learn from")
        right = accuracy([labels[i] for i in fold], exam(training, fold))
        sizes.append(len(fold))
        errors.append(int((1 - right) * len(fold)))
    return CrossValidation(tuple(sizes), tuple(errors))
