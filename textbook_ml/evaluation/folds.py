"""Cross-validation: every example is held out once, while the rest is learned from.

    fold         a part of the data that is held out once
    stratified   each fold has its share of each class
    errors       how many examples of a fold got the wrong label
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Self, TypeVar

from textbook_ml.equations.gaussian import mean_mle, variance_mvue
from textbook_ml.errors import require, require_same_length
from textbook_ml.evaluation.measures import require_predictions

Label = TypeVar("Label", bound=Hashable)
Answer = TypeVar("Answer")

# Learns from the examples at the first places, and answers for those at the second: with a
# label, or with a posterior, or with whatever is to be judged.
Exam = Callable[[Sequence[int], Sequence[int]], Sequence[Answer]]


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

    @classmethod
    def of(
        cls,
        labels: Sequence[Label],
        predictions: Sequence[Label],
        folds: Sequence[Sequence[int]],
    ) -> Self:
        """Count the errors of each fold.

        >>> CrossValidation.of("aaab", "aabb", [(0, 1), (2, 3)])
        CrossValidation(sizes=(2, 2), errors=(0, 1))
        """
        require_predictions(labels, predictions)
        errors = [sum(labels[i] != predictions[i] for i in fold) for fold in folds]
        return cls(tuple(map(len, folds)), tuple(errors))

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


def held_out_answers(
    exam: Exam[Answer], n_examples: int, folds: Iterable[Sequence[int]]
) -> list[Answer]:
    """What was answered for each example when it was held out, in the order of the examples.

    >>> learned_from = lambda training, held_out: [len(training)] * len(held_out)
    >>> held_out_answers(learned_from, 3, [(0, 2), (1,)])
    [1, 2, 1]
    """
    answers: dict[int, Answer] = {}
    for fold in folds:
        for place, answer in zip(fold, _examined(exam, n_examples, fold)):
            require(place not in answers, f"example {place} is held out twice: once will do")
            answers[place] = answer
    for place in range(n_examples):
        require(place in answers, f"example {place} is never held out: put it into a fold")
    return [answers[place] for place in range(n_examples)]


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
        predictions = _examined(exam, len(labels), fold)
        sizes.append(len(fold))
        errors.append(sum(labels[i] != guess for i, guess in zip(fold, predictions)))
    return CrossValidation(tuple(sizes), tuple(errors))


def _examined(exam: Exam[Answer], n_examples: int, fold: Sequence[int]) -> Sequence[Answer]:
    """The answers for one fold, learned from all the others."""
    held_out = set(fold)
    training = [i for i in range(n_examples) if i not in held_out]
    require(len(training) > 0, "a fold holds all examples: there is nothing to learn from")
    answers = exam(training, fold)
    require_same_length(held_out_examples=fold, answers=answers)
    return answers
