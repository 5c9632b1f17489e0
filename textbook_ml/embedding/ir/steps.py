"""The steps of a plan: what is added to the score of a class, and in which order.

    x        a row as numbers: a value by its place among the values, None where it is missing
    k, i     a class and a column
    v        the number of one column

Nothing but + − × is used, in one fixed order: then a score has the same bits everywhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from textbook_ml.embedding.ir.score_line import ScoreLine

Matrix = tuple[tuple[float, ...], ...]
Numbers = Sequence[float | None]


def weighted_terms(row: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The terms of a linear score: wᵢ xᵢ.

    >>> weighted_terms([3.0], [2.0])
    [6.0]
    """
    return [x * weight for x, weight in zip(row, weights)]


def centred_terms(
    row: Sequence[float], weights: Sequence[float], centres: Sequence[float]
) -> list[float]:
    """The terms of a linear score about a centre: wᵢ (xᵢ − cᵢ).

    >>> centred_terms([3.0], [2.0], [1.0])
    [4.0]
    """
    return [weight * (x - centre) for x, weight, centre in zip(row, weights, centres)]


@dataclass(frozen=True, slots=True)
class Terms:
    """A term for each of some columns; a missing one adds nothing."""

    line: ScoreLine
    columns: tuple[int, ...]
    tables: Mapping[str, Matrix]  # [k][i]
    skips_zero: bool = False  # for tables with −∞: 0 · −∞ is no number

    def terms(self, k: int, x: Numbers) -> Iterator[float]:
        """What is added, in order."""
        parts = [self.tables[name][k] for name in self.line.tables]
        for i, column in enumerate(self.columns):
            v = x[column]
            if v is not None and not (self.skips_zero and v == 0):
                yield self.line.value(v, *(part[i] for part in parts))


@dataclass(frozen=True, slots=True)
class Lookups:
    """What the value of each column adds; `gains[k][firsts[i] + v]`."""

    columns: tuple[int, ...]
    firsts: tuple[int, ...]
    gains: Matrix

    def terms(self, k: int, x: Numbers) -> Iterator[float]:
        """What is added, in order."""
        for first, column in zip(self.firsts, self.columns):
            v = x[column]
            if v is not None:
                yield self.gains[k][first + int(v)]


@dataclass(frozen=True, slots=True)
class Whitened:
    """The squared distance from the mean after L z = x − μ; one L for all classes, or each its own.

    `lower` holds what is below the diagonal of L, row after row; `narrow` is 1 / 2dᵢ.
    """

    columns: tuple[int, ...]
    means: Matrix
    lower: Matrix  # [class, or 0][i (i − 1) / 2 + j]
    narrow: Matrix

    @property
    def shared(self) -> bool:
        """Whether all classes have one covariance."""
        return len(self.narrow) == 1

    def terms(self, k: int, x: Numbers) -> Iterator[float]:
        """What is added, in order."""
        m = 0 if self.shared else k
        z: list[float] = []
        at = 0
        for i, column in enumerate(self.columns):
            v = x[column]
            assert v is not None  # a plan with this step takes whole rows
            d = v - self.means[k][i]
            for z_j in z:
                d = d - self.lower[m][at] * z_j
                at += 1
            z.append(d)
            yield -(d * d * self.narrow[m][i])


@dataclass(frozen=True, slots=True)
class WholeRows:
    """P(x, y) of each row that was seen, and of any other; what is missing is summed over."""

    columns: tuple[int, ...]
    sizes: tuple[int, ...]  # how many values each column has
    seen: tuple[tuple[int, ...], ...]
    shares: Matrix  # [k][which of the seen rows]
    unseen: tuple[float, ...]

    def terms(self, k: int, x: Numbers) -> Iterator[float]:
        """The shares of all rows that fit, in order."""
        left = 1.0
        for column, size in zip(self.columns, self.sizes):
            if x[column] is None:
                left = left * size
        for row, share in zip(self.seen, self.shares[k]):
            if all(x[c] is None or x[c] == v for c, v in zip(self.columns, row)):
                yield share
                left = left - 1.0
        yield self.unseen[k] * left


Step = Terms | Lookups | Whitened | WholeRows

MEANINGS = {
    "KINDS": "of each column: n a number, c a count, v one of its values",
    "START": "the score of each class before anything is seen",
    "TIE": "classes that are closer than this are equal",
    "PEAKS": "the log density at the centre: the largest",
    "MEANS": "the centre of each column: its mean or median",
    "NARROW": "what the log density falls by at distance 1 from the centre",
    "LOWER": "L below its diagonal of ones, row after row, where L z = x - mean",
    "GAINS": "what each value adds, column after column",
    "CENTRES": "where each column is measured from",
    "WEIGHTS": "what one unit of each column adds",
    "LOG_RATES": "ln(rate)",
    "RATES": "the rate of each column",
    "SHARES": "P(row, class) of each row that was seen",
    "UNSEEN": "P(row, class) of any other row",
    "FIRSTS": "where the values of each column begin",
    "SIZES": "how many values each column has",
    "SEEN": "the rows that were seen, by the places of their values",
    "SORTED": "the words in alphabetical order, by their places",
}


def meaning(table: str) -> str:
    """What a table holds, for the comment above it.

    >>> meaning("GAINS_AT")
    'the columns that these are, counted from 0'
    """
    if table.endswith("_AT"):
        return "the columns that these are, counted from 0"
    return MEANINGS.get(table, "one entry for each class and column")


def tables_of(steps: Sequence[Step]) -> dict[str, Matrix]:
    """Every table of floats by its name in an exported file; [class][entry]."""
    named: dict[str, Matrix] = {}
    for step in steps:
        match step:
            case Terms():
                named |= step.tables
            case Lookups():
                named["GAINS"] = step.gains
            case Whitened():
                named |= {"MEANS": step.means, "LOWER": step.lower, "NARROW": step.narrow}
            case WholeRows():
                named |= {"SHARES": step.shares, "UNSEEN": (step.unseen,)}
    return named


def whole_numbers_of(steps: Sequence[Step], width: int) -> dict[str, Sequence[Sequence[int]]]:
    """Every table of whole numbers by its name; columns are left out if they are all of them."""
    named: dict[str, Sequence[Sequence[int]]] = {}
    for step in steps:
        if step.columns != tuple(range(width)):
            named[columns_name(step)] = (step.columns,)
        if isinstance(step, Lookups):
            named["FIRSTS"] = (step.firsts,)
        if isinstance(step, WholeRows):
            named |= {"SIZES": (step.sizes,), "SEEN": step.seen}
    return named


def columns_name(step: Step) -> str:
    """What the table of a step's columns is called: after its first table."""
    return f"{next(iter(tables_of([step])))}_AT"
