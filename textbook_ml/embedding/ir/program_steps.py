"""The steps of a program: the terms that are added to the score of a class, and their order.

    x        a row as numbers: a category by its index, None for a missing value
    k, i     the index of a class and of a column
    v        the number of one column

Steps use only + − × in a fixed order, so that a score has the same bits in every language.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, compress
from typing import Any, Self

from textbook_ml.embedding.ir.score_line import ScoreLine

Matrix = tuple[tuple[float, ...], ...]
Numbers = Sequence[float | None]


def weighted_terms(row: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Return the terms of a linear score: wᵢ xᵢ.

    >>> weighted_terms([3.0], [2.0])
    [6.0]
    """
    return [x * weight for x, weight in zip(row, weights)]


@dataclass(frozen=True, slots=True)
class Terms:
    """One term for each column of the step; a missing value adds nothing."""

    line: ScoreLine
    columns: tuple[int, ...]
    tables: Mapping[str, Matrix]  # [k][i]
    skips_zero: bool = False  # for tables that contain −∞, because 0 · −∞ is NaN

    def terms(self, k: int, x: Numbers) -> Iterator[float]:
        """Yield the terms of class k, in order."""
        values = [x[column] for column in self.columns]
        parts: list[Sequence[Any]] = [values, *(self.tables[t][k] for t in self.line.tables)]
        used = [v is not None and not (self.skips_zero and v == 0) for v in values]
        if not all(used):
            parts = [list(compress(part, used)) for part in parts]
        yield from self.line.equation(*parts)


@dataclass(frozen=True, slots=True)
class CategoryTerms:
    """One table entry for the category of each column: `gains[k][firsts[i] + v]`."""

    columns: tuple[int, ...]
    firsts: tuple[int, ...]
    gains: Matrix

    @classmethod
    def of(cls, columns: Sequence[int], gains: Sequence[Sequence[Sequence[float]]]) -> Self:
        """Join the tables of each class; `gains[k][i]` has one number for each category."""
        firsts = tuple(accumulate(map(len, gains[0]), initial=0))[:-1]
        rows = tuple(tuple(g for table in tables for g in table) for tables in gains)
        return cls(tuple(columns), firsts, rows)

    def terms(self, k: int, x: Numbers) -> Iterator[float]:
        """Yield the terms of class k, in order."""
        for first, column in zip(self.firsts, self.columns):
            v = x[column]
            if v is not None:
                yield self.gains[k][first + int(v)]


@dataclass(frozen=True, slots=True)
class MahalanobisTerm:
    """Half the squared Mahalanobis distance from the mean, with Σ = L diag(d) Lᵀ.

    The terms are −zᵢ² / 2dᵢ, where L z = x − μ is solved by forward substitution. `lower` holds the
    entries below the diagonal of L, row after row; `narrow` holds 1 / 2dᵢ.
    """

    columns: tuple[int, ...]
    means: Matrix
    lower: Matrix  # [k][i (i − 1) / 2 + j]
    narrow: Matrix

    def terms(self, k: int, x: Numbers) -> Iterator[float]:
        """Yield the terms of class k, in order."""
        z: list[float] = []
        at = 0
        for i, column in enumerate(self.columns):
            v = x[column]
            assert v is not None  # a program with this step needs complete rows
            d = v - self.means[k][i]
            for z_j in z:
                d = d - self.lower[k][at] * z_j
                at += 1
            z.append(d)
            yield -(d * d * self.narrow[k][i])


@dataclass(frozen=True, slots=True)
class JointTable:
    """P(x, y) of each row in the training data, and of any other row.

    The probability of a row with missing values is the sum over all rows that match it.
    """

    columns: tuple[int, ...]
    sizes: tuple[int, ...]  # number of categories of each column
    seen: tuple[tuple[int, ...], ...]
    shares: Matrix  # shares[k][i]: probability of seen[i] in class k
    unseen: tuple[float, ...]

    def terms(self, k: int, x: Numbers) -> Iterator[float]:
        """Yield the probabilities of all matching rows, in order."""
        left = type(self.unseen[k])(1.0)
        for column, size in zip(self.columns, self.sizes):
            if x[column] is None:
                left = left * size
        for row, share in zip(self.seen, self.shares[k]):
            if all(x[c] is None or x[c] == v for c, v in zip(self.columns, row)):
                yield share
                left = left - 1.0
        yield self.unseen[k] * left


Step = Terms | CategoryTerms | MahalanobisTerm | JointTable

MEANINGS = {
    "KINDS": "one letter for each column: n number, a number of at least 0, c count, v category",
    "START": "initial score of each class: the logarithm of its prior, or its intercept",
    "TIE": "two classes whose scores differ by at most this much are tied",
    "PEAKS": "maximum of the log density of each column",
    "MEANS": "mean or median of each column",
    "NARROW": "factor of the (squared) distance from the mean in the log density",
    "LOWER": "entries below the diagonal of L, row after row, where L z = x - mean",
    "GAINS": "log probability or weight of each category, column after column",
    "CENTRES": "value that is subtracted from each column",
    "WEIGHTS": "weight of each column",
    "LOG_RATES": "logarithm of the rate of each column",
    "RATES": "rate of each column",
    "SHARES": "P(row, class) of each row in the training data",
    "UNSEEN": "P(row, class) of any other row",
    "FIRSTS": "index of the first entry of each column in GAINS",
    "SIZES": "number of categories of each column",
    "SEEN": "rows in the training data, as indices of categories",
    "SORTED": "indices of the words in alphabetical order",
}


def table_comment(table: str) -> str:
    """Return the comment that describes a table in an exported file.

    >>> table_comment("GAINS_AT")
    'indices of the columns that the table is about'
    """
    if table.endswith("_AT"):
        return "indices of the columns that the table is about"
    return MEANINGS.get(table, "one entry for each class and column")


def float_tables(steps: Sequence[Step]) -> dict[str, Matrix]:
    """Return every table of floats by its name in an exported file; [class][entry]."""
    named: dict[str, Matrix] = {}
    for step in steps:
        match step:
            case Terms():
                named |= step.tables
            case CategoryTerms():
                named["GAINS"] = step.gains
            case MahalanobisTerm():
                named |= {"MEANS": step.means, "LOWER": step.lower, "NARROW": step.narrow}
            case JointTable():
                named |= {"SHARES": step.shares, "UNSEEN": (step.unseen,)}
    return named


def int_tables(steps: Sequence[Step], width: int) -> dict[str, tuple[tuple[int, ...], ...]]:
    """Return every table of integers by its name; a list of all columns is left out."""
    named: dict[str, tuple[tuple[int, ...], ...]] = {}
    for step in steps:
        if step.columns != tuple(range(width)):
            named[columns_name(step)] = (step.columns,)
        if isinstance(step, CategoryTerms):
            named["FIRSTS"] = (step.firsts,)
        if isinstance(step, JointTable):
            named |= {"SIZES": (step.sizes,), "SEEN": step.seen}
    return named


def columns_name(step: Step) -> str:
    """Return the name of the table of a step's columns: the name of its first table and _AT."""
    return f"{next(iter(float_tables([step])))}_AT"
