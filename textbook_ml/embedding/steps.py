"""The steps of a plan: what is added to the score of a class, and in which order.

    x        a row as numbers: a value by its place among the values, None where it is missing
    k, i     a class and a column
    v        the number of one column

Nothing but + − × is used, in one fixed order: then a score has the same bits everywhere.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

Matrix = tuple[tuple[float, ...], ...]
Numbers = Sequence[float | None]


class Formula:
    """What one column adds to the score: an expression that Python, JavaScript and C share.

    Names in capitals are tables, and stand for their entry of class k and column i.

    >>> Formula("WEIGHTS * v").value(3.0, 2.0)
    6.0
    """

    def __init__(self, text: str, tables: str = "WEIGHTS", skips_zero: bool = False) -> None:
        self.text = text
        self.tables = tables.split()
        self.skips_zero = skips_zero  # 0 · −∞ is no number
        self.value: Callable[..., float] = eval(f"lambda v, {', '.join(self.tables)}: {text}")


WEIGHTS = Formula("WEIGHTS * v")
WORDS = Formula("WEIGHTS * v", skips_zero=True)
RATES = Formula("LOG_RATES * v - RATES", "LOG_RATES RATES")
BELLS = Formula("PEAKS - (v - MEANS) * (v - MEANS) * NARROW", "PEAKS MEANS NARROW")


@dataclass(frozen=True, slots=True)
class Terms:
    """A term for each of some columns; a missing one adds nothing."""

    formula: Formula
    columns: tuple[int, ...]
    tables: Mapping[str, Matrix]  # [k][i]

    def terms(self, k: int, x: Numbers) -> Iterator[float]:
        """What is added, in order."""
        parts = [self.tables[name][k] for name in self.formula.tables]
        for i, column in enumerate(self.columns):
            v = x[column]
            if v is not None and not (self.formula.skips_zero and v == 0):
                yield self.formula.value(v, *(part[i] for part in parts))


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
    "PEAKS": "-1/2 ln(2 pi variance)",
    "MEANS": "the mean of each column",
    "NARROW": "1 / (2 variance)",
    "LOWER": "L below its diagonal of ones, row after row, where L z = x - mean",
    "GAINS": "what each value adds, column after column",
    "WEIGHTS": "what one unit of each column adds",
    "LOG_RATES": "ln(mean count)",
    "RATES": "the mean count of each column",
    "SHARES": "P(row, class) of each row that was seen",
    "UNSEEN": "P(row, class) of any other row",
    "FIRSTS": "where the values of each column begin",
    "SIZES": "how many values each column has",
    "SEEN": "the rows that were seen, by the places of their values",
    "SORTED": "the words in alphabetical order, by their places",
}


def meaning(table: str) -> str:
    """What a table holds, for the comment above it.

    >>> meaning("NARROW"), meaning("GAINS_AT")
    ('1 / (2 variance)', 'the columns that these are, counted from 0')
    """
    return MEANINGS.get(table, "the columns that these are, counted from 0")


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
