"""Learning curves: the error on held-out examples by number of training examples.

order     the examples in a random order; the first m are used for training, and those
          after the largest m are held out
rates     the error rates on the held-out examples, one for each order
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from typing import TypeVar

from textbook_ml.core.errors import TextbookError, require, require_same_length
from textbook_ml.equations.gaussian import mean_mle, variance_mvue
from textbook_ml.evaluation.folds import Exam
from textbook_ml.evaluation.measures import accuracy

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class LearningCurve:
    """`rates[j][r]`: the error rate with `sizes[j]` training examples of the r-th order.

    >>> half, quarter = Fraction(1, 2), Fraction(1, 4)
    >>> print(LearningCurve((2, 4), ((half, half), (quarter, half))))
    examples  error rate  standard error
           2      0.5000          0.0000
           4      0.3750          0.1250
    """

    sizes: tuple[int, ...]
    rates: tuple[tuple[Fraction, ...], ...]

    def __post_init__(self) -> None:
        require_same_length(sizes=self.sizes, lists_of_rates=self.rates)
        for size, rates in zip(self.sizes, self.rates):
            require(len(rates) > 1, f"need at least 2 splits of size {size}, got {len(rates)}")
            require(
                min(rates) >= 0 and max(rates) <= 1,
                f"error rates must be 0 to 1, got {min(rates)} to {max(rates)} at size {size}",
            )

    @property
    def means(self) -> tuple[Fraction, ...]:
        """The mean error rate at each size."""
        return tuple(map(mean_mle, self.rates))

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """The standard error of each mean: s / √splits, s² by equation (15) over the splits.

        It is approximate, because the splits share examples.
        """
        return tuple(sqrt(variance_mvue(r, mean_mle(r)) / len(r)) for r in self.rates)

    def at(self, size: int) -> tuple[Fraction, ...]:
        """Return the error rates at one size, one per split, for a paired comparison of models."""
        known = ", ".join(map(str, self.sizes))
        require(size in self.sizes, f"the size must be one of {known}, got {size}")
        return self.rates[self.sizes.index(size)]

    def __str__(self) -> str:
        lines = ["examples  error rate  standard error"]
        for size, mean, off in zip(self.sizes, self.means, self.standard_errors):
            lines.append(f"{size:8d}  {float(mean):10.4f}  {off:14.4f}")
        return "\n".join(lines)


def stratified_orders(
    labels: Sequence[Hashable], n_orders: int, seed: int
) -> tuple[tuple[int, ...], ...]:
    """Return random orders of the positions 0, 1, … in which every prefix mixes the classes.

    The members of a class are shuffled; member j of n, counted from 0, is placed at j/n. So an
    order begins with one example of each of the K classes. Among its first m examples, a class
    of n in N has at least (m − K) n/N and at most m n/N + 1.

    >>> orders = stratified_orders("aaaabb", 2, seed=0)
    >>> [sorted("aaaabb"[i] for i in order[:3]) for order in orders]
    [['a', 'a', 'b'], ['a', 'a', 'b']]
    """
    require(n_orders >= 1, f"the number of orders must be at least 1, got {n_orders}")
    rng = Random(seed)
    return tuple(_random_order(labels, [rng.random() for _ in labels]) for _ in range(n_orders))


def learning_curve(
    exam: Exam[Label], labels: Sequence[Label], sizes: Sequence[int], n_splits: int, seed: int
) -> LearningCurve:
    """Return the learning curve of a model: its error on held-out examples by training size.

    In each split, a larger training set contains the smaller ones, and all have the same held-out
    examples. The splits depend only on labels, sizes and seed, so the curves of two models can be
    compared split by split.

    >>> always_a = lambda training, held_out: ["a"] * len(held_out)
    >>> learning_curve(always_a, "abababab", sizes=[2, 4], n_splits=3, seed=0).means
    (Fraction(1, 2), Fraction(1, 2))
    """
    _require_sizes(labels, sizes)
    rates = [
        [_error_rate(exam, labels, order[:m], order[max(sizes) :]) for m in sizes]
        for order in stratified_orders(labels, n_splits, seed)
    ]
    return LearningCurve(tuple(sizes), tuple(zip(*rates)))


def _random_order(labels: Sequence[Hashable], keys: Sequence[float]) -> tuple[int, ...]:
    sizes, placed = Counter(labels), Counter[Hashable]()
    position: dict[int, Fraction] = {}
    for i in sorted(range(len(labels)), key=keys.__getitem__):
        position[i] = Fraction(placed[labels[i]], sizes[labels[i]])
        placed[labels[i]] += 1
    return tuple(sorted(position, key=lambda i: (position[i], keys[i])))


def _error_rate(
    exam: Exam[Label], labels: Sequence[Label], training: Sequence[int], held_out: Sequence[int]
) -> Fraction:
    try:
        predictions = exam(training, held_out)
    except TextbookError as error:
        raise TextbookError(f"with {len(training)} training examples: {error}") from None
    return 1 - accuracy([labels[i] for i in held_out], predictions)


def _require_sizes(labels: Sequence[Hashable], sizes: Sequence[int]) -> None:
    n_classes = len(set(labels))
    require(len(sizes) > 0, "need at least one training size, such as [10, 20], got none")
    require(
        min(sizes) >= n_classes,
        f"training sizes must be at least {n_classes}, one example per class, got {min(sizes)}",
    )
    require(
        max(sizes) < len(labels),
        f"training sizes must be less than {len(labels)}, the number of examples, so that one is "
        f"held out, got {max(sizes)}",
    )
    require(len(set(sizes)) == len(sizes), f"training sizes must be different, got {list(sizes)}")
