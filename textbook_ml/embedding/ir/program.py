"""The program of a model: its classes, its columns, and the steps that compute its scores.

row     the cells of an example, in the order of the columns; or a text
x       the row as numbers: a category by its index, None for a missing value
score   of a class: log P(x, y) up to a constant, P(x, y), or a weighted sum; kept in two floats
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from math import inf, isfinite
from typing import Any, Literal

from textbook_ml.core.errors import TextbookError, require, require_same_length
from textbook_ml.embedding.ir.digest import digest
from textbook_ml.embedding.ir.numbers import ULP_RATIO, Single, in_single
from textbook_ml.embedding.ir.program_steps import Step, float_tables, int_tables
from textbook_ml.embedding.targets.portable_exp import portable_exp, single_exp

TIE = 2.0**-54  # classes whose log scores are closer have the same probability in every digit


@dataclass(frozen=True, slots=True)
class Column:
    """One cell of a row: a number, an amount (at least 0), a count (0, 1, 2, …) or a category."""

    name: str
    kind: Literal["number", "amount", "count", "value"]
    values: tuple[Hashable, ...] = ()

    def __post_init__(self) -> None:
        for v in self.values:
            require(
                v is not None and v == v,
                f"{v!r} cannot be a category of feature {self.name!r}, because exported files use "
                "it for a missing value. Fix: rename the category",
            )

    def number(self, cell: Any) -> float:
        """Return a cell as a number. Raise TextbookError if the cell is not valid."""
        if self.kind == "value":
            require(cell in self.values, f"feature {self.name!r} has no category {cell!r}")
            return self.values.index(cell)
        require(
            isinstance(cell, (int, float)) and isfinite(cell),
            f"feature {self.name!r} must be a finite number, got {cell!r}",
        )
        require(
            cell >= 0 or self.kind != "amount",
            f"feature {self.name!r} must be at least 0, got {cell!r}",
        )
        valid = self.kind != "count" or (cell >= 0 and cell == int(cell))
        require(valid, f"feature {self.name!r} must be a count (0, 1, 2, …), got {cell!r}")
        return float(cell)


@dataclass(frozen=True, slots=True)
class Program:
    """Everything that an exported file needs.

    scores   logs: log P(x, y) up to a constant; shares: P(x, y); order: any score, the highest
             wins, and there are no probabilities
    tie      two classes whose scores differ by at most this much are tied
    whole    whether a missing value is an error
    text     whether a text is accepted, and what the row of a text contains
    number   float for double precision, Single for single precision
    """

    model: str
    classes: tuple[Hashable, ...]
    columns: tuple[Column, ...]
    start: tuple[float, ...]  # initial score of each class
    steps: tuple[Step, ...]
    scores: Literal["logs", "shares", "order"] = "logs"
    tie: float = TIE
    whole: bool = False
    text: Literal["", "counts", "presence"] = ""
    number: type[float] = float
    _indices: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        require(len(self.columns) > 0, f"a {self.model} without features cannot be exported")
        for y in self.classes:
            require(
                y == y, f"{y!r} cannot be a class of an exported {self.model}: it is not a number"
            )
        tables = [(self.start,), *float_tables(self.steps).values()]
        require(
            all(-inf <= v < inf for table in tables for row in table for v in row),
            f"a logarithm or an inverse variance of this {self.model} is too large for a float. "
            "Fix: use other units for the features",
        )
        indices = {column.name: i for i, column in enumerate(self.columns)}
        object.__setattr__(self, "_indices", indices)

    def single(self) -> "Program":
        """Return this program in single precision: every number and every operation is rounded."""
        single = replace(
            self,
            start=tuple(map(Single, self.start)),
            steps=tuple(map(in_single, self.steps)),
            tie=Single(self.tie * ULP_RATIO),
            number=Single,
        )
        for name, table in single.tables().items():
            pairs = zip(chain.from_iterable(self.tables()[name]), chain.from_iterable(table))
            require(
                all(rounded != 0 or v == 0 for v, rounded in pairs),
                f"an entry of the table {name} is too small for a float of 32 bits. "
                "Fix: use other units for the features",
            )
        return single

    @property
    def kinds(self) -> str:
        """One letter for each column: n number, a amount, c count, v category."""
        return "".join(column.kind[0] for column in self.columns)

    def tables(self) -> dict[str, Sequence[Sequence[float]]]:
        """Return all tables of the steps by name: those of floats, then those of integers."""
        return {**float_tables(self.steps), **int_tables(self.steps, len(self.columns))}

    def digest(self) -> int:
        """Return the checksum of all constants, in the order of an exported file."""
        names, values = [c.name for c in self.columns], [c.values for c in self.columns]
        parts = [self.classes, names, self.kinds, values, self.start, self.tie]
        return digest([*parts, *self.tables().values()])

    def numbers(self, row: Sequence[Any]) -> list[float | None]:
        """Return a row as numbers. Raise TextbookError if a cell is not valid."""
        require_same_length(values=row, features=self.columns)
        for column, cell in zip(self.columns, row):
            require(
                cell is not None or not self.whole,
                f"feature {column.name!r} is missing, but this model needs complete rows",
            )
        x = [None if v is None else self.number(c.number(v)) for c, v in zip(self.columns, row)]
        for column, v in zip(self.columns, x):
            require(
                v is None or isfinite(v),
                f"feature {column.name!r} must be less than 3.4e38 in size in single precision",
            )
        return x

    def row_of(self, text: str) -> list[int]:
        """Return the row of a text: the count of each word, or whether the word occurs."""
        require(text.isascii(), "the exported tokeniser accepts only ASCII characters")
        row = [0] * len(self.columns)
        for word in ascii_tokens(text):
            i = self._indices.get(word)
            if i is not None:
                row[i] = row[i] + 1 if self.text == "counts" else 1
        return row

    def sums(self, row: Sequence[Any] | str) -> list[tuple[float, float]]:
        """Return the score of each class as a rounded sum and the sum of its rounding errors."""
        x = self.row_of(row) if isinstance(row, str) else self.numbers(row)
        sums = []
        for k, t in enumerate(self.start):
            e = 0.0
            for step in self.steps:
                # Knuth's TwoSum, without branches; a call would take most of the time
                for v in step.terms(k, x):
                    s = t + v
                    b = s - t
                    e = e + ((t - (s - b)) + (v - b))
                    t = s
            sums.append((t, e if isfinite(t) else 0.0))
        least = 0.0 if self.scores == "shares" else -inf
        if any(t != t for t, _ in sums) or not least < max(sums)[0] < inf:
            raise TextbookError("the row has probability 0 in every class, or a score overflows")
        return sums

    def class_index(self, sums: Sequence[tuple[float, float]]) -> int:
        """Return the index of the class with the highest score; of tied classes, the first."""
        return next(k for k, gap in enumerate(self.gaps(sums)) if gap >= -self.tie)

    def gaps(self, sums: Sequence[tuple[float, float]]) -> list[float]:
        """Return each score minus the highest; scores that are P(x, y) are also divided by it."""
        best = 0
        for k, (t, e) in enumerate(sums):
            if (t - sums[best][0]) + (e - sums[best][1]) > 0:
                best = k
        unit = sums[best][0] if self.scores == "shares" else 1.0
        return [((t - sums[best][0]) + (e - sums[best][1])) / unit for t, e in sums]

    def probabilities(
        self,
        sums: Sequence[tuple[float, float]],
        exp: Callable[[float], float] | None = None,
    ) -> list[float]:
        """Return the probability of each class, normalised by a sum from left to right."""
        exp = exp or (single_exp if self.number is Single else portable_exp)
        joint = self.scores == "shares"
        weights = [t + e for t, e in sums] if joint else list(map(exp, self.gaps(sums)))
        total = 0.0
        for w in weights:
            total = total + w
        return [w / total for w in weights]


def ascii_tokens(text: str) -> list[str]:
    """Return the words of an ASCII text, as `tokens` does, by operations of any language.

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
