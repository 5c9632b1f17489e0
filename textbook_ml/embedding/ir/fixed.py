"""A program in integers, for processors without floating point: cells of 16 bits.

    cell      floor(v · 2^shift + ½) − offset, for the value v of a column; MISSING if there is none
    A         fraction bits of a score: its unit is 2^−A
    weights   slope of a linear term, per cell, in units of a score
    root      √(1 / 2σ²) of a Gaussian term, so that z = |cell − mean| · root / 2^scale and the term
              is −z² / 2^drop

All numbers of a program are known when it is made, so no valid row can overflow an integer. Terms
that are equal in all classes are left out of the scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor, isfinite, ldexp, log2
from typing import Any

from textbook_ml.core.errors import require
from textbook_ml.embedding.ir.program import Column, Program

Ints = tuple[int, ...]
Table = tuple[Ints, ...]  # [class][column]

MISSING = -(2**15)
WIDEST = 2**14 - 1  # largest cell of a number column, so that a difference has 16 bits
COUNTS = 255  # largest count
OFFSETS = 2**30  # largest offset


@dataclass(frozen=True, slots=True)
class ColumnCells:
    """How the values of one column become cells; cells outside low to high are rejected."""

    shift: int
    offset: int
    low: int
    high: int

    @classmethod
    def of(cls, column: Column, values: Sequence[float]) -> ColumnCells:
        """Return cells for the range of these values, extended on both sides by half its width."""
        if column.kind == "value":
            return cls(0, 0, 0, len(column.values) - 1)
        if column.kind == "count":
            return cls(0, 0, 0, COUNTS)
        least, most = min(values), max(values)
        width = most - least or abs(most) or 1.0
        require(
            isfinite(width) and width > 1e-290,
            f"feature {column.name!r} must have a range between 1e-290 and 1e308 for --int16, got "
            f"{least} to {most}. Fix: use other units",
        )
        middle = least / 2 + most / 2
        shift = floor(log2(WIDEST / width))
        if middle:
            shift = min(shift, floor(log2(OFFSETS / abs(middle))))
        offset = floor(ldexp(middle, shift))
        high = min(WIDEST, floor(ldexp(width, shift)))
        low = max(-high, -offset) if column.kind == "amount" else -high
        return cls(shift, offset, low, high)

    def cell(self, v: float) -> int:
        """Return the cell of a value. Raise TextbookError if it is out of range.

        >>> ColumnCells(shift=3, offset=40, low=-100, high=100).cell(5.1)
        1
        """
        scaled = ldexp(v, self.shift)
        cell = floor(scaled + 0.5) - self.offset if abs(scaled) < 2.0**40 else 2**40
        require(
            self.low <= cell <= self.high,
            f"{v!r} is outside the range of the training data, in which cells of 16 bits are valid",
        )
        return cell

    @property
    def largest(self) -> int:
        """The largest size of a cell."""
        return max(-self.low, self.high)


@dataclass(frozen=True, slots=True)
class FixedLinear:
    """Terms weight · cell + base, one for each column listed in `columns`."""

    columns: Ints
    weights: Table
    bases: Table
    exact: bool  # whether a cell is the value itself, as for counts

    def terms(self, k: int, x: Sequence[int | None]) -> Iterator[tuple[int, float]]:
        """Yield each term of class k and a bound on its error."""
        for i, w, base in zip(self.columns, self.weights[k], self.bases[k]):
            cell = x[i]
            if cell is not None:
                rounded_value = 0.0 if self.exact else abs(w) / 2 + 0.25
                yield w * cell + base, 0.5 + abs(cell) / 2 + rounded_value


@dataclass(frozen=True, slots=True)
class FixedSquares:
    """Gaussian terms base − z² / 2^drop, one for each column listed in `columns`."""

    columns: Ints
    means: Table
    roots: Table
    scales: Table
    bases: Table
    drop: int

    def terms(self, k: int, x: Sequence[int | None]) -> Iterator[tuple[int, float]]:
        """Yield each term of class k and a bound on its error."""
        tables = (self.means[k], self.roots[k], self.scales[k], self.bases[k])
        for i, mean, root, scale, base in zip(self.columns, *tables):
            cell = x[i]
            if cell is not None:
                distance = abs(cell - mean)
                z = (distance * root + (1 << scale >> 1)) >> scale
                # z is rounded; root is rounded; cell and mean are rounded, together at most 1.
                error = 0.5 + (distance / 2 + root + 0.5) / 2.0**scale
                yield base - (z * z >> self.drop), 1.5 + (2 * z + error) * error / 2.0**self.drop


@dataclass(frozen=True, slots=True)
class FixedLookups:
    """Terms gains[first + cell], one for each categorical column listed in `columns`."""

    columns: Ints
    firsts: Ints
    gains: Table

    def terms(self, k: int, x: Sequence[int | None]) -> Iterator[tuple[int, float]]:
        """Yield each term of class k and a bound on its error."""
        for i, first in zip(self.columns, self.firsts):
            cell = x[i]
            if cell is not None:
                yield self.gains[k][first + cell], 0.5


FixedStep = FixedLinear | FixedSquares | FixedLookups


@dataclass(frozen=True, slots=True)
class FixedProgram:
    """Everything that an exported file with integers needs."""

    source: Program
    cells: tuple[ColumnCells, ...]
    start: Ints
    steps: tuple[FixedStep, ...]
    fraction: int  # A
    wide: bool  # whether a score needs 64 bits

    def numbers(self, row: Sequence[Any] | str) -> list[int | None]:
        """Return the cells of a row. Raise TextbookError if one is not valid."""
        program = self.source
        x = program.row_of(row) if isinstance(row, str) else program.numbers(row)
        return [None if v is None else cells.cell(v) for cells, v in zip(self.cells, x)]

    def scores(self, cells: Sequence[int | None]) -> list[int]:
        """Return the score of each class."""
        return [
            start + sum(term for step in self.steps for term, _ in step.terms(k, cells))
            for k, start in enumerate(self.start)
        ]

    def class_index(self, cells: Sequence[int | None]) -> int:
        """Return the index of the class with the highest score; of tied classes, the first."""
        scores = self.scores(cells)
        return scores.index(max(scores))

    def error(self, cells: Sequence[int | None]) -> float:
        """Return a bound on the error of the score of any class, as a logarithm."""
        sums = [
            0.5 + sum(error for step in self.steps for _, error in step.terms(k, cells))
            for k in range(len(self.start))
        ]
        return ldexp(max(sums), -self.fraction)
