"""A baseline for probabilities: the class frequencies of the training folds."""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TypeVar

from textbook_ml.evaluation.folds import held_out_answers

Label = TypeVar("Label", bound=Hashable)


def frequency_posteriors(
    labels: Sequence[Label], folds: Sequence[Sequence[int]]
) -> list[dict[Label, float]]:
    """Return for each example the class frequencies in the other folds, as its posterior.

    Held-out labels are not counted, as for any model. So a class whose examples are all in one
    fold has probability 0 there, and the log loss is infinite.

    >>> frequency_posteriors("aabb", [(0, 1), (2, 3)])[0]
    {'a': 0.0, 'b': 1.0}
    """
    classes = list(dict.fromkeys(labels))

    def fit_and_predict(
        training: Sequence[int], held_out: Sequence[int]
    ) -> list[dict[Label, float]]:
        counts = Counter(labels[i] for i in training)
        return [{y: counts[y] / len(training) for y in classes}] * len(held_out)

    return held_out_answers(fit_and_predict, len(labels), folds)
