"""How good the labels are: accuracy, and the matrix of what was taken for what.

    labels        the true classes
    predictions   what the examples were called
    precision     of the examples called y, the share that are y
    recall        of the examples that are y, the share called y
    F1            their harmonic mean
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Self, TypeVar

from textbook_ml.console import pad, width
from textbook_ml.errors import require, require_same_length

Label = TypeVar("Label", bound=Hashable)


def accuracy(labels: Sequence[Label], predictions: Sequence[Label]) -> Fraction:
    """The share of labels that were predicted right.

    >>> accuracy("aabb", "aaba")
    Fraction(3, 4)
    """
    require_predictions(labels, predictions)
    return Fraction(sum(y == guess for y, guess in zip(labels, predictions)), len(labels))


@dataclass(frozen=True, slots=True)
class ConfusionMatrix(Generic[Label]):
    """`counts[i][j]`: how many examples of class i were called j.

    >>> print(ConfusionMatrix.of("aabb", "aaba"))
    true / called  a  b
    a              2  0
    b              1  1
    """

    classes: tuple[Label, ...]
    counts: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        require(len(self.classes) > 0, "no classes came: give at least one")
        (twice, times), *_ = Counter(self.classes).most_common(1)
        require(times == 1, f"class {twice!r} stands twice among the classes: give each once")
        require_same_length(classes=self.classes, rows=self.counts)
        for row in self.counts:
            require_same_length(classes=self.classes, columns=row)
            require(min(row) >= 0, f"{min(row)} came among the counts: they are 0 or more")
        require(self.n_examples > 0, "all counts are 0: a matrix is of at least one example")

    @classmethod
    def of(
        cls,
        labels: Sequence[Label],
        predictions: Sequence[Label],
        classes: Sequence[Label] | None = None,
    ) -> Self:
        """Count; classes stand as they first appear, true ones first, unless they are given."""
        require_predictions(labels, predictions)
        order = tuple(dict.fromkeys([*labels, *predictions]) if classes is None else classes)
        known = set(order)
        for y in [*labels, *predictions]:
            require(y in known, f"{y!r} is none of the classes {', '.join(map(repr, order))}")
        pairs = Counter(zip(labels, predictions))
        return cls(order, tuple(tuple(pairs[y, guess] for guess in order) for y in order))

    @property
    def n_examples(self) -> int:
        """All examples."""
        return sum(map(sum, self.counts))

    @property
    def accuracy(self) -> Fraction:
        """The diagonal, as a share of all."""
        return Fraction(sum(map(self.right, self.classes)), self.n_examples)

    def right(self, label: Label) -> int:
        """How many of a class were called by its name."""
        place = self._place(label)
        return self.counts[place][place]

    def true(self, label: Label) -> int:
        """How many examples a class has: a row's sum."""
        return sum(self.counts[self._place(label)])

    def called(self, label: Label) -> int:
        """How many examples were called so: a column's sum."""
        place = self._place(label)
        return sum(row[place] for row in self.counts)

    def precision(self, label: Label) -> Fraction:
        """Of the examples called so, the share that are.

        >>> ConfusionMatrix.of("aabb", "aaba").precision("a")
        Fraction(2, 3)
        """
        called = self.called(label)
        require(called > 0, f"no example was called {label!r}: its precision would be 0/0")
        return Fraction(self.right(label), called)

    def recall(self, label: Label) -> Fraction:
        """Of the examples of a class, the share called so.

        >>> ConfusionMatrix.of("aabb", "aaba").recall("b")
        Fraction(1, 2)
        """
        true = self.true(label)
        require(true > 0, f"no example is of class {label!r}: its recall would be 0/0")
        return Fraction(self.right(label), true)

    def f1(self, label: Label) -> Fraction:
        """The harmonic mean of precision and recall; 0 where a class was never hit.

            F1 = 2 · right / (true + called)

        >>> ConfusionMatrix.of("aabb", "aaba").f1("b")
        Fraction(2, 3)
        """
        either = self.true(label) + self.called(label)
        require(either > 0, f"no example is or was called {label!r}: its F1 would be 0/0")
        return Fraction(2 * self.right(label), either)

    def __str__(self) -> str:
        heads = list(map(str, self.classes))
        rows = [["true / called", *heads]]
        rows += [[head, *map(str, row)] for head, row in zip(heads, self.counts)]
        left, *widths = [max(map(width, column)) for column in zip(*rows)]
        lines = []
        for first, *cells in rows:
            lines.append(pad(first, left) + "".join(map(_at_the_right, cells, widths)))
        return "\n".join(lines)

    def _place(self, label: Label) -> int:
        require(
            label in self.classes,
            f"there is no class {label!r}: there are {', '.join(map(repr, self.classes))}",
        )
        return self.classes.index(label)


def require_predictions(labels: Sequence[object], predictions: Sequence[object]) -> None:
    """Refuse to judge nothing, and lists that do not run side by side."""
    require_same_length(labels=labels, predictions=predictions)
    require(len(labels) > 0, "there are no predictions to judge: give at least one")


def _at_the_right(cell: str, columns: int) -> str:
    return " " * (2 + columns - width(cell)) + cell
