"""A table with two classes, in numbers between 0 and 1: what all methods compete on.

    F, T         the two classes; a tie is F, as in the paper
    numbers      the columns of continuous features, rescaled to [0, 1] over the whole table
    indicators   for each discrete feature, its columns of ones and zeros: one for each value

Rescaling looks at all rows, those to be tested among them, because the paper does. A missing
value is a row of zeros among the indicators of its feature, and a one in a column of its own:
naive Bayes gives that column the weight 0, which is to leave the feature out, and logistic
regression weighs it like any other value.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from math import dist, isfinite, sqrt
from typing import cast

from textbook_ml.data.table import Cell, Dataset
from textbook_ml.errors import require, require_same_length
from textbook_ml.tables import Unit, unit_and_length

Row = tuple[float, ...]
Line = Sequence[float]  # (w₀, w₁, …): T where w₀ + Σ wᵢ xᵢ > 0

TIE = 1e-9  # of |(1, x)| |w|: a score this near to 0 is a tie that rounding has shaken
CLEARLY_T = sqrt(2 - 2 * TIE)


@dataclass(frozen=True, slots=True)
class Contest:
    """Examples of two classes; `labels` has 1 where the class is T."""

    name: str
    classes: tuple[str, str]
    rows: tuple[Row, ...]
    labels: tuple[int, ...]
    numbers: tuple[int, ...]
    indicators: tuple[tuple[int, ...], ...]
    units: tuple[Unit, ...] = field(init=False, repr=False, compare=False)  # of (1, x)

    def __post_init__(self) -> None:
        require_same_length(rows=self.rows, labels=self.labels)
        require(
            0 < sum(self.labels) < len(self.labels),
            f"one of the classes {self.classes[0]!r} and {self.classes[1]!r} has no examples: "
            "it takes both",
        )
        units = tuple([unit_and_length((1.0, *row))[0] for row in self.rows])
        object.__setattr__(self, "units", units)

    @classmethod
    def of(cls, dataset: Dataset, name: str, true_class: str | None = None) -> "Contest":
        """The table coded in numbers; T is the class with most rows, unless it is given."""
        require(
            len(dataset.classes) == 2,
            f"the classes are {', '.join(dataset.classes)}: the study takes two",
        )
        true = Counter(dataset.labels).most_common(1)[0][0] if true_class is None else true_class
        others = [y for y in dataset.classes if y != true]
        require(len(others) == 1, f"T is to be {true!r}: it is {' or '.join(others)}")
        columns: list[Sequence[float]] = []
        numbers: list[int] = []
        indicators: list[tuple[int, ...]] = []
        for feature, kind, cells in dataset.columns():
            start = len(columns)
            if kind == "continuous":
                columns.append(rescaled(feature, cells))
                numbers.append(start)
            else:
                values = dataset.values(feature)
                columns += one_by_one(cells, values)
                indicators.append(tuple(range(start, start + len(values))))
        labels = tuple([int(y == true) for y in dataset.labels])
        rows = tuple(zip(*columns))
        return cls(name, (others[0], true), rows, labels, tuple(numbers), tuple(indicators))

    def __len__(self) -> int:
        return len(self.rows)

    def errors(self, line: Line, places: Sequence[int]) -> int:
        """How many of these rows a line puts on the wrong side.

        T is where the angle between (1, x) and w is less than a right one: two unit vectors are
        then nearer to each other than √2, and `math.dist` is quick.

        >>> Contest("", ("F", "T"), ((0.0,), (1.0,)), (0, 1), (0,), ()).errors([-0.5, 1.0], [0, 1])
        0
        """
        unit, length = unit_and_length(line)
        if not length:  # a tie everywhere
            return sum(self.labels[i] for i in places)
        gaps = map(dist, [self.units[i] for i in places], repeat(unit))
        return sum((gap < CLEARLY_T) != self.labels[i] for i, gap in zip(places, gaps))


def rescaled(feature: str, cells: Sequence[Cell]) -> list[float]:
    """The cells of a continuous feature between 0 and 1; if they are all alike, 0.

    >>> rescaled("x", [2.0, 6.0, 3.0])
    [0.0, 1.0, 0.25]
    """
    require(
        None not in cells,
        f"feature {feature!r} is continuous and has missing values, which have no indicator: "
        "drop the rows that have gaps",
    )
    xs = [float(cast(float, x)) for x in cells]
    low, high = min(xs), max(xs)
    require(isfinite(high - low), f"feature {feature!r} goes from {low} to {high}: too far")
    return [(x - low) / (high - low) if low < high else 0.0 for x in xs]


def one_by_one(cells: Sequence[Cell], values: Sequence[Cell]) -> Iterator[list[float]]:
    """A column of ones and zeros for each value, and one for missing where something is.

    >>> list(one_by_one(["a", "b", None], values="ab"))
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    for value in [*values, None] if None in cells else values:
        yield [1.0 if cell == value else 0.0 for cell in cells]
