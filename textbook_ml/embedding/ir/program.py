"""What a model comes to: classes, columns, and the steps that every language can take.

row     the cells of an example, in the order of the columns; or a text
x       the same as numbers: a value by its place among the values, None where it is missing
score   of a class: a logarithm up to what all classes share, or a share; a sum of two floats
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Any, Literal

from textbook_ml.core.errors import TextbookError, require, require_same_length
from textbook_ml.embedding.ir.steps import Step, tables_of
from textbook_ml.embedding.targets.portable_exp import portable_exp

TIE = 2.0**-54  # closer than this, two classes have the same probability in every digit


@dataclass(frozen=True, slots=True)
class Column:
    """One cell of a row: a number, a number of at least 0, a count (0, 1, 2, …), or a value."""

    name: str
    kind: Literal["number", "amount", "count", "value"]
    values: tuple[Hashable, ...] = ()

    def __post_init__(self) -> None:
        for v in self.values:
            require(
                v is not None and v == v,
                f"{v!r} is a value of feature {self.name!r}, and stands for a missing one in an "
                "exported file: give it another name",
            )

    def number(self, cell: Any) -> float:
        """The number that stands for a cell; what the model does not know is refused."""
        if self.kind == "value":
            require(cell in self.values, f"feature {self.name!r} is {cell!r}, which is not known")
            return self.values.index(cell)
        require(
            isinstance(cell, (int, float)) and isfinite(cell),
            f"feature {self.name!r} is {cell!r}, and no finite number",
        )
        require(
            cell >= 0 or self.kind != "amount",
            f"feature {self.name!r} must be at least 0, got {cell!r}",
        )
        whole = self.kind != "count" or (cell >= 0 and cell == int(cell))
        require(whole, f"feature {self.name!r} is {cell!r}, and no count")
        return float(cell)


@dataclass(frozen=True, slots=True)
class Plan:
    """All that an exported file needs to know."""

    model: str
    classes: tuple[Hashable, ...]
    columns: tuple[Column, ...]
    start: tuple[float, ...]  # the score of each class before anything is seen
    steps: tuple[Step, ...]
    scores: Literal["logs", "shares", "order"] = "logs"  # order: the highest wins, no more
    tie: float = TIE  # classes that are closer are equal
    whole: bool = False  # whether a missing value is refused
    text: Literal["", "counts", "presence"] = ""  # what a text becomes, if it may come
    _places: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        require(len(self.columns) > 0, f"this {self.model} has no features, and takes no row")
        for y in self.classes:
            require(y == y, f"{y!r} is a class of this {self.model}, and not even equal to itself")
        tables = [(self.start,), *tables_of(self.steps).values()]
        require(
            all(-inf <= v < inf for table in tables for row in table for v in row),
            f"a number of this {self.model} is beyond the floats once its logarithms and inverse "
            "variances are written down: give the features in other units",
        )
        places = {column.name: i for i, column in enumerate(self.columns)}
        object.__setattr__(self, "_places", places)

    def numbers(self, row: Sequence[Any]) -> list[float | None]:
        """A row as numbers."""
        require_same_length(values=row, features=self.columns)
        for column, cell in zip(self.columns, row):
            require(
                cell is not None or not self.whole,
                f"feature {column.name!r} is missing, and this model needs whole rows",
            )
        return [None if v is None else c.number(v) for c, v in zip(self.columns, row)]

    def row_of(self, text: str) -> list[int]:
        """The row of a text: how often each word occurs, or whether it does."""
        require(text.isascii(), "the text has letters beyond ASCII, which the tokeniser does not")
        row = [0] * len(self.columns)
        for word in ascii_tokens(text):
            place = self._places.get(word)
            if place is not None:
                row[place] = row[place] + 1 if self.text == "counts" else 1
        return row

    def sums(self, row: Sequence[Any] | str) -> list[tuple[float, float]]:
        """The score of each class in two parts, of which the second is what rounding lost."""
        x = self.row_of(row) if isinstance(row, str) else self.numbers(row)
        found = []
        for k, t in enumerate(self.start):
            e = 0.0
            for step in self.steps:
                for term in step.terms(k, x):
                    t, e = plus(t, e, term)
            found.append((t, e if isfinite(t) else 0.0))
        least = 0.0 if self.scores == "shares" else -inf
        if any(t != t for t, _ in found) or not least < max(found)[0] < inf:
            raise TextbookError("no class can have produced this row, or it is beyond the floats")
        return found

    def place(self, sums: Sequence[tuple[float, float]]) -> int:
        """Which class wins: of equal ones, the first."""
        return next(k for k, gap in enumerate(self.gaps(sums)) if gap >= -self.tie)

    def gaps(self, sums: Sequence[tuple[float, float]]) -> list[float]:
        """How far each class is below the best; of shares, as a part of it."""
        best = 0
        for k, (t, e) in enumerate(sums):
            if (t - sums[best][0]) + (e - sums[best][1]) > 0:
                best = k
        unit = sums[best][0] if self.scores == "shares" else 1.0
        return [((t - sums[best][0]) + (e - sums[best][1])) / unit for t, e in sums]

    def probabilities(
        self,
        sums: Sequence[tuple[float, float]],
        exp: Callable[[float], float] = portable_exp,
    ) -> list[float]:
        """The probability of each class, summed from left to right."""
        shares = self.scores == "shares"
        weights = [t + e for t, e in sums] if shares else list(map(exp, self.gaps(sums)))
        everything = 0.0
        for w in weights:
            everything = everything + w
        return [w / everything for w in weights]


def plus(t: float, e: float, v: float) -> tuple[float, float]:
    """t + v, and e with what rounding loses (Knuth's sum of two): no step depends on sizes.

    >>> plus(2.0**60, 0.0, 1.0) == (2.0**60, 1.0)
    True
    """
    s = t + v
    b = s - t
    return s, e + ((t - (s - b)) + (v - b))


def ascii_tokens(text: str) -> list[str]:
    """The words of an ASCII text as `tokens` has them, letter by letter, as any language can.

    >>> ascii_tokens("Buy now, 'don't' wait''s!")
    ['buy', 'now', "don't", 'wait', 's']
    """
    words, word = [], ""
    for c, after in zip(text, text[1:] + " "):
        if c.isalnum() or (c == "'" and word and after.isalnum()):
            word += c.lower()
        elif word:
            words.append(word)
            word = ""
    return [*words, word] if word else words
