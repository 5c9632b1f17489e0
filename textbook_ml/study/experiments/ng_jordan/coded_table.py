"""A table with two classes, coded as numbers between 0 and 1, on which methods are compared.

    F, T         the two classes; a tie is labelled F, as in the paper
    numbers      the columns of continuous features, rescaled to [0, 1] over the whole table
    indicators   for each discrete feature, its indicator columns: one for each value

Rescaling uses all rows, including the test rows, as in the paper. If a value is missing, all
indicators of its feature are 0 and an additional column is 1. Naive Bayes gives that column
weight 0, which ignores the feature; logistic regression treats it like any other value.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from math import dist, isfinite, sqrt
from typing import cast

from textbook_ml.core.errors import require, require_same_length
from textbook_ml.core.tables import Unit, unit_and_length
from textbook_ml.data.table import Cell, Dataset

Row = tuple[float, ...]
Line = Sequence[float]  # (w₀, w₁, …): the label is T if w₀ + Σ wᵢ xᵢ > 0

TIE = 1e-9  # relative to |(1, x)| |w|: a score this close to 0 is a tie, apart from rounding errors
CLEARLY_T = sqrt(2 - 2 * TIE)


@dataclass(frozen=True, slots=True)
class CodedTable:
    """A table of examples of two classes; a label is 1 if the class is T, otherwise 0."""

    name: str
    classes: tuple[str, str]
    rows: tuple[Row, ...]
    labels: tuple[int, ...]
    numbers: tuple[int, ...]
    indicators: tuple[tuple[int, ...], ...]
    # (1, x) of each row, scaled to length 1
    units: tuple[Unit, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        require_same_length(rows=self.rows, labels=self.labels)
        require(
            0 < sum(self.labels) < len(self.labels),
            f"both classes, {self.classes[0]!r} and {self.classes[1]!r}, must have examples, got "
            f"{len(self.labels) - sum(self.labels)} and {sum(self.labels)}",
        )
        units = tuple([unit_and_length((1.0, *row))[0] for row in self.rows])
        object.__setattr__(self, "units", units)

    @classmethod
    def of(cls, dataset: Dataset, name: str, true_class: str | None = None) -> "CodedTable":
        """Code a table as numbers; T is `true_class` (default: the class with most rows)."""
        require(
            len(dataset.classes) == 2,
            f"ng-jordan needs exactly 2 classes, got {len(dataset.classes)}: "
            f"{', '.join(dataset.classes)}",
        )
        true = Counter(dataset.labels).most_common(1)[0][0] if true_class is None else true_class
        others = [y for y in dataset.classes if y != true]
        require(len(others) == 1, f"the class T must be {' or '.join(others)}, got {true!r}")
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
                columns += indicators_of_values(cells, values)
                indicators.append(tuple(range(start, start + len(values))))
        labels = tuple([int(y == true) for y in dataset.labels])
        rows = tuple(zip(*columns))
        return cls(name, (others[0], true), rows, labels, tuple(numbers), tuple(indicators))

    def __len__(self) -> int:
        return len(self.rows)

    def errors(self, line: Line, places: Sequence[int]) -> int:
        """Return the number of the rows at `places` that a line classifies wrongly.

        The label is T if the angle between (1, x) and w is less than 90°. This is
        so if the distance between the two unit vectors is less than √2; `math.dist` is fast.

        >>> table = CodedTable("", ("F", "T"), ((0.0,), (1.0,)), (0, 1), (0,), ())
        >>> table.errors([-0.5, 1.0], [0, 1])
        0
        """
        unit, length = unit_and_length(line)
        if not length:  # every row is a tie
            return sum(self.labels[i] for i in places)
        gaps = map(dist, [self.units[i] for i in places], repeat(unit))
        return sum((gap < CLEARLY_T) != self.labels[i] for i, gap in zip(places, gaps))


def rescaled(feature: str, cells: Sequence[Cell]) -> list[float]:
    """Return the cells of a continuous feature, rescaled to [0, 1]; 0 if all cells are equal.

    >>> rescaled("x", [2.0, 6.0, 3.0])
    [0.0, 1.0, 0.25]
    """
    require(
        None not in cells,
        f"feature {feature!r} is continuous and must not have missing values. Fix: drop the "
        "rows with missing values",
    )
    xs = [float(cast(float, x)) for x in cells]
    low, high = min(xs), max(xs)
    require(
        isfinite(high - low),
        f"the range of feature {feature!r} must be a finite float, got {low} to {high}",
    )
    return [(x - low) / (high - low) if low < high else 0.0 for x in xs]


def indicators_of_values(cells: Sequence[Cell], values: Sequence[Cell]) -> Iterator[list[float]]:
    """Yield an indicator column for each value, and one for missing values if there are any.

    >>> list(indicators_of_values(["a", "b", None], values="ab"))
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    for value in [*values, None] if None in cells else values:
        yield [1.0 if cell == value else 0.0 for cell in cells]
