"""What the plans of several models share."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate

from textbook_ml.core.stable import safe_log
from textbook_ml.embedding.ir.program import Column
from textbook_ml.embedding.ir.steps import Lookups


def numbered(names: Sequence[str]) -> tuple[Column, ...]:
    """Columns of numbers."""
    return tuple(Column(name, "number") for name in names)


def logs(shares: Sequence[float | Fraction]) -> tuple[float, ...]:
    """The logarithm of each share; of 0 it is −∞."""
    return tuple(map(safe_log, shares))


def lookups(columns: Sequence[int], gains: Sequence[Sequence[Sequence[float]]]) -> Lookups:
    """`gains[k][i]` has one number for each value; the tables of a class stand in one row."""
    widths = [len(table) for table in gains[0]]
    firsts = tuple(accumulate(widths, initial=0))[:-1]
    rows = tuple(tuple(g for table in tables for g in table) for tables in gains)
    return Lookups(tuple(columns), firsts, rows)
