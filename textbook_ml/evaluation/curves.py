"""Learning curves: the error on held-out examples against the number learned from.

    order     the examples in a random order; the first m of it are learned from, and those
              beyond the largest m are held out
    rates     the share of held-out examples that got a wrong label, one for each order
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from typing import TypeVar

from textbook_ml.equations.gaussian import mean_mle, variance_mvue
from textbook_ml.errors import TextbookError, require, require_same_length
from textbook_ml.evaluation.folds import Exam
from textbook_ml.evaluation.measures import accuracy

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class LearningCurve:
    """`rates[j][r]`: the error rate after learning from `sizes[j]` examples of the r-th order.

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
            require(len(rates) > 1, f"{len(rates)} split of {size} came: it takes 2 or more")
            require(
                0 <= min(rates) and max(rates) <= 1,
                f"the error rates at {size} go from {min(rates)} to {max(rates)}: they are shares",
            )

    @property
    def means(self) -> tuple[Fraction, ...]:
        """The mean error rate at each size."""
        return tuple(map(mean_mle, self.rates))

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """How far each mean may be off: s / √splits, s² by equation (15) over the splits.

        The splits share examples, so this is a guide and no promise.
        """
        return tuple(sqrt(variance_mvue(r, mean_mle(r)) / len(r)) for r in self.rates)

    def at(self, size: int) -> tuple[Fraction, ...]:
        """The error rates at one size, one for each split: to be paired with another model's."""
        known = ", ".join(map(str, self.sizes))
        require(size in self.sizes, f"{size} is none of the sizes: there are {known}")
        return self.rates[self.sizes.index(size)]

    def __str__(self) -> str:
        lines = ["examples  error rate  standard error"]
        for size, mean, off in zip(self.sizes, self.means, self.standard_errors):
            lines.append(f"{size:8d}  {float(mean):10.4f}  {off:14.4f}")
        return "\n".join(lines)


def stratified_orders(
    labels: Sequence[Hashable], n_orders: int, seed: int
) -> tuple[tuple[int, ...], ...]:
    """Random orders of the places 0, 1, …: however early one stops, the classes are mixed.

    The j-th of the n members of a class, shuffled and counted from 0, stands j/n of the way
    down. So one of each of the K classes comes first, and of any m first examples a class has
    at least (m − K) n/N and at most m n/N + 1.

    >>> orders = stratified_orders("aaaabb", 2, seed=0)
    >>> [sorted("aaaabb"[i] for i in order[:3]) for order in orders]
    [['a', 'a', 'b'], ['a', 'a', 'b']]
    """
    require(n_orders >= 1, f"{n_orders} orders were asked for: it takes at least 1")
    rng = Random(seed)
    return tuple(_order(labels, [rng.random() for _ in labels]) for _ in range(n_orders))


def learning_curve(
    exam: Exam[Label], labels: Sequence[Label], sizes: Sequence[int], n_splits: int, seed: int
) -> LearningCurve:
    """The error on held-out examples after learning from 10, 20, 40, … others.

    In each split a larger training set contains the smaller ones, and the same examples are
    held out for all. The seed alone makes the splits: two models with the same seed and sizes
    meet the same, and can be compared in pairs.

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


def _order(labels: Sequence[Hashable], lots: Sequence[float]) -> tuple[int, ...]:
    sizes, met = Counter(labels), Counter[Hashable]()
    way: dict[int, Fraction] = {}
    for i in sorted(range(len(labels)), key=lots.__getitem__):
        way[i] = Fraction(met[labels[i]], sizes[labels[i]])
        met[labels[i]] += 1
    return tuple(sorted(way, key=lambda i: (way[i], lots[i])))


def _error_rate(
    exam: Exam[Label], labels: Sequence[Label], training: Sequence[int], held_out: Sequence[int]
) -> Fraction:
    try:
        predictions = exam(training, held_out)
    except TextbookError as error:
        raise TextbookError(f"learning from {len(training)} examples: {error}") from None
    return 1 - accuracy([labels[i] for i in held_out], predictions)


def _require_sizes(labels: Sequence[Hashable], sizes: Sequence[int]) -> None:
    n_classes = len(set(labels))
    require(len(sizes) > 0, "no sizes came: say how many examples to learn from, such as [10, 20]")
    require(
        min(sizes) >= n_classes,
        f"learning from {min(sizes)} was asked for, and there are {n_classes} classes: it takes "
        "at least one example of each",
    )
    require(
        max(sizes) < len(labels),
        f"learning from {max(sizes)} was asked for, and there are {len(labels)} examples, of "
        "which one at least is held out: ask for fewer",
    )
    require(len(set(sizes)) == len(sizes), f"a size stands twice in {list(sizes)}: give each once")
