"""Accuracy and confusion matrix of predicted labels.

labels        the true classes
predictions   the predicted classes
precision     fraction of the examples predicted as y that are y
recall        fraction of the examples of class y that are predicted as y
F1            harmonic mean of precision and recall
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Self, TypeVar

from textbook_ml.core.console import display_width, padded
from textbook_ml.core.errors import require, require_same_length

Label = TypeVar("Label", bound=Hashable)


def accuracy(labels: Sequence[Label], predictions: Sequence[Label]) -> Fraction:
    """Return the fraction of labels that are predicted correctly.

    >>> accuracy("aabb", "aaba")
    Fraction(3, 4)
    """
    require_predictions(labels, predictions)
    return Fraction(sum(y == guess for y, guess in zip(labels, predictions)), len(labels))


@dataclass(frozen=True, slots=True)
class ConfusionMatrix(Generic[Label]):
    """`counts[i][j]`: the number of examples of class i that were predicted as class j.

    >>> print(ConfusionMatrix.of("aabb", "aaba"))
    true / predicted  a  b
    a                 2  0
    b                 1  1
    """

    classes: tuple[Label, ...]
    counts: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        require(len(self.classes) > 0, "need at least one class, got none")
        (twice, times), *_ = Counter(self.classes).most_common(1)
        require(times == 1, f"duplicate class {twice!r}: list each class once")
        require_same_length(classes=self.classes, rows=self.counts)
        for row in self.counts:
            require_same_length(classes=self.classes, columns=row)
            require(min(row) >= 0, f"counts must be at least 0, got {min(row)}")
        require(self.n_examples > 0, "need at least one example, all counts are 0")

    @classmethod
    def of(
        cls,
        labels: Sequence[Label],
        predictions: Sequence[Label],
        classes: Sequence[Label] | None = None,
    ) -> Self:
        """Return the confusion matrix of these labels and predictions.

        The default order of the classes is that of first appearance, true labels first.
        """
        require_predictions(labels, predictions)
        order = tuple(dict.fromkeys([*labels, *predictions]) if classes is None else classes)
        known, listed = set(order), ", ".join(map(repr, order))
        for y in [*labels, *predictions]:
            require(y in known, f"labels must be among the classes {listed}, got {y!r}")
        pairs = Counter(zip(labels, predictions))
        return cls(order, tuple(tuple(pairs[y, guess] for guess in order) for y in order))

    @property
    def n_examples(self) -> int:
        """The number of examples."""
        return sum(map(sum, self.counts))

    @property
    def accuracy(self) -> Fraction:
        """The fraction of examples that are predicted correctly: the diagonal."""
        return Fraction(sum(map(self.correct_count, self.classes)), self.n_examples)

    def correct_count(self, label: Label) -> int:
        """Return the number of examples of a class that are predicted correctly."""
        place = self._class_index(label)
        return self.counts[place][place]

    def actual_count(self, label: Label) -> int:
        """Return the number of examples of a class: the sum of its row."""
        return sum(self.counts[self._class_index(label)])

    def predicted_count(self, label: Label) -> int:
        """Return the number of examples predicted as a class: the sum of its column."""
        place = self._class_index(label)
        return sum(row[place] for row in self.counts)

    def precision(self, label: Label) -> Fraction:
        """Return the precision: the correct fraction of the examples predicted as a class.

        >>> ConfusionMatrix.of("aabb", "aaba").precision("a")
        Fraction(2, 3)
        """
        predicted = self.predicted_count(label)
        require(
            predicted > 0,
            f"no example was predicted as {label!r}, so its precision is undefined (0/0)",
        )
        return Fraction(self.correct_count(label), predicted)

    def recall(self, label: Label) -> Fraction:
        """Return the recall: the fraction of examples of a class that are predicted as that class.

        >>> ConfusionMatrix.of("aabb", "aaba").recall("b")
        Fraction(1, 2)
        """
        true = self.actual_count(label)
        require(true > 0, f"no example is of class {label!r}, so its recall is undefined (0/0)")
        return Fraction(self.correct_count(label), true)

    def f1(self, label: Label) -> Fraction:
        """Return F1, the harmonic mean of precision and recall; 0 without correct predictions.

            F1 = 2 · correct / (true + predicted)

        >>> ConfusionMatrix.of("aabb", "aaba").f1("b")
        Fraction(2, 3)
        """
        either = self.actual_count(label) + self.predicted_count(label)
        require(
            either > 0,
            f"no example is of class {label!r} or predicted as it, so its F1 is undefined (0/0)",
        )
        return Fraction(2 * self.correct_count(label), either)

    def __str__(self) -> str:
        heads = list(map(str, self.classes))
        rows = [["true / predicted", *heads]]
        rows += [[head, *map(str, row)] for head, row in zip(heads, self.counts)]
        left, *widths = [max(map(display_width, column)) for column in zip(*rows)]
        lines = []
        for first, *cells in rows:
            lines.append(padded(first, left) + "".join(map(_right_aligned, cells, widths)))
        return "\n".join(lines)

    def _class_index(self, label: Label) -> int:
        require(
            label in self.classes,
            f"there is no class {label!r}. Classes: {', '.join(map(repr, self.classes))}",
        )
        return self.classes.index(label)


def require_predictions(labels: Sequence[object], predictions: Sequence[object]) -> None:
    """Raise TextbookError for empty lists, or lists of different lengths."""
    require_same_length(labels=labels, predictions=predictions)
    require(len(labels) > 0, "need at least one prediction, got none")


def _right_aligned(cell: str, columns: int) -> str:
    return " " * (2 + columns - display_width(cell)) + cell
