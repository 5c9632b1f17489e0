"""Cross-validation: every example is predicted once, by a model fitted to the other folds.

fold         a part of the data that is held out once
stratified   each fold has about the same proportion of each class
errors       the number of examples of a fold that are predicted wrongly
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Self, TypeVar

from textbook_ml.core.errors import require, require_same_length
from textbook_ml.equations.gaussian import mean_mle, variance_mvue
from textbook_ml.evaluation.measures import require_predictions

Label = TypeVar("Label", bound=Hashable)
Answer = TypeVar("Answer")

# A function of training positions and test positions. It fits a model to the training examples and
# returns a prediction for each test example: a label, a posterior, or any other value.
Exam = Callable[[Sequence[int], Sequence[int]], Sequence[Answer]]


@dataclass(frozen=True, slots=True)
class CrossValidation:
    """The result of each fold: the number of examples, and of wrong predictions.

    >>> outcome = CrossValidation(sizes=(4, 4), errors=(1, 3))
    >>> outcome.error_rate, outcome.standard_error
    (Fraction(1, 2), 0.25)
    """

    sizes: tuple[int, ...]
    errors: tuple[int, ...]

    def __post_init__(self) -> None:
        require_same_length(sizes=self.sizes, errors=self.errors)
        require(len(self.sizes) > 1, f"need at least 2 folds, got {len(self.sizes)}")
        for n, wrong in zip(self.sizes, self.errors):
            require(
                0 <= wrong <= n > 0,
                f"a fold needs at least 1 example and at most as many errors, got {n} and {wrong}",
            )

    @classmethod
    def of(
        cls,
        labels: Sequence[Label],
        predictions: Sequence[Label],
        folds: Sequence[Sequence[int]],
    ) -> Self:
        """Return the number of errors in each fold.

        >>> CrossValidation.of("aaab", "aabb", [(0, 1), (2, 3)])
        CrossValidation(sizes=(2, 2), errors=(0, 1))
        """
        require_predictions(labels, predictions)
        errors = [sum(labels[i] != predictions[i] for i in fold) for fold in folds]
        return cls(tuple(map(len, folds)), tuple(errors))

    @property
    def error_rate(self) -> Fraction:
        """The fraction of wrong predictions over all folds."""
        return Fraction(sum(self.errors), sum(self.sizes))

    @property
    def standard_error(self) -> float:
        """The standard error of the error rate, estimated from the k folds.

            s / √k,   s² by equation (15) over the error rates of the folds

        It is approximate, because the folds share training examples.
        """
        rates = [Fraction(wrong, n) for wrong, n in zip(self.errors, self.sizes)]
        return sqrt(variance_mvue(rates, mean_mle(rates)) / len(rates))


def stratified_folds(
    labels: Sequence[Hashable], n_folds: int, seed: int
) -> tuple[tuple[int, ...], ...]:
    """Return the positions of each fold; sizes differ by at most 1, also within each class.

    The members of each class are shuffled and assigned to the folds in turn, class after class.

    >>> [[("aaaabb"[i]) for i in fold] for fold in stratified_folds("aaaabb", 2, seed=0)]
    [['a', 'a', 'b'], ['a', 'a', 'b']]
    """
    require(
        2 <= n_folds <= len(labels),
        f"the number of folds must be between 2 and {len(labels)} (the number of examples), got "
        f"{n_folds}",
    )
    rng = Random(seed)
    keys = [rng.random() for _ in labels]  # only random() is the same in all Pythons
    first = {y: place for place, y in reversed(list(enumerate(labels)))}
    order = sorted(range(len(labels)), key=lambda i: (first[labels[i]], keys[i]))
    return tuple(tuple(sorted(order[k::n_folds])) for k in range(n_folds))


def held_out_answers(
    exam: Exam[Answer], n_examples: int, folds: Iterable[Sequence[int]]
) -> list[Answer]:
    """Return the held-out prediction for each example, in the order of the examples.

    >>> learned_from = lambda training, held_out: [len(training)] * len(held_out)
    >>> held_out_answers(learned_from, 3, [(0, 2), (1,)])
    [1, 2, 1]
    """
    answers: dict[int, Answer] = {}
    for fold in folds:
        for place, answer in zip(fold, _predict_fold(exam, n_examples, fold)):
            require(place not in answers, f"example {place} is in two folds, must be in one")
            answers[place] = answer
    for place in range(n_examples):
        require(place in answers, f"example {place} is in no fold, must be in one")
    return [answers[place] for place in range(n_examples)]


def _predict_fold(exam: Exam[Answer], n_examples: int, fold: Sequence[int]) -> Sequence[Answer]:
    """Return the predictions for one fold by a model fitted to all other folds."""
    held_out = set(fold)
    training = [i for i in range(n_examples) if i not in held_out]
    require(len(training) > 0, "a fold must not contain all examples: none are left for training")
    answers = exam(training, fold)
    require_same_length(held_out_examples=fold, answers=answers)
    return answers
