"""Convert a program to integers: choose the range of each column and the unit of a score."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor, inf, ldexp, log2, sqrt

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.embedding.ir.fixed import (
    WIDEST,
    ColumnCells,
    FixedLinear,
    FixedLookups,
    FixedProgram,
    FixedSquares,
)
from textbook_ml.embedding.ir.program import Program
from textbook_ml.embedding.ir.program_steps import CategoryTerms, Step, Terms

MOST = 2**15 - 1  # largest entry of a table of 16 bits
LARGEST_Z = 2.0**16 - 8  # z has 16 bits, also after its factors are rounded
FINEST = 40  # fraction bits that are always enough
COARSER = 4  # bits that scores of 32 bits may cost; if they cost more, scores have 64 bits

Exact = list[list[Fraction]]  # [class][column]


def lower_fixed(program: Program, rows: Sequence[Sequence[float | None]]) -> FixedProgram:
    """Return a program in integers; `rows` are numbers, and show the range of each column."""
    _require_supported(program)
    cells = []
    for i, column in enumerate(program.columns):
        values = [v for row in rows if (v := row[i]) is not None]
        require(
            bool(values) or column.kind in ("value", "count"),
            f"feature {column.name!r} has no value in the data, so its range is unknown. "
            "Fix: give the training data as --data",
        )
        cells.append(ColumnCells.of(column, values))
    steps = [_exact_step(program, step, cells) for step in program.steps]
    most = narrow = min(step.most_bits() for step in steps)
    require(
        most > 0,
        f"a weight or an inverse variance of this {program.model} is too large for cells of 16 "
        "bits. Fix: use other units for the features, or --float32",
    )
    sums = [abs(v) + sum(parts) for v, *parts in zip(program.start, *(s.sizes() for s in steps))]
    while ldexp(max(sums), narrow) * 1.01 + 4 * len(cells) >= 2.0**31:  # 1 % for roundings
        narrow -= 1
    wide = narrow < max(1, most - COARSER)
    fraction = most if wide else narrow
    start = [Fraction(v) for v in program.start]
    if program.whole:  # no value is missing, so the bases are part of the start
        for step in steps:
            start = [v + sum(bases) for v, bases in zip(start, step.bases)]
            step.bases = [[Fraction(0)] * len(bases) for bases in step.bases]
    return FixedProgram(
        program,
        tuple(cells),
        tuple(_in_integer_units(v, fraction) for v in start),
        tuple(step.rounded(fraction) for step in steps),
        fraction,
        wide,
    )


def _require_supported(program: Program) -> None:
    """Raise TextbookError if a model cannot be computed in integers."""
    reason = ""
    for step in program.steps:
        if not isinstance(step, (Terms, CategoryTerms)):
            reason = "--int16 is for linear models and naive Bayes. Fix: use --float32"
        elif isinstance(step, Terms) and "abs(" in step.line.text:
            reason = "--int16 does not support the Laplace distribution. Fix: use --float32"
    tables = [program.start, *(row for t in program.tables().values() for row in t)]
    if not reason and any(v == -inf for row in tables for v in row):
        reason = "a probability is 0. Fix: fit with a smoothing pseudo-count (--strength 1)"
    if reason:
        raise TextbookError(f"{program.model} cannot be exported with --int16: {reason}")


def _in_integer_units(value: Fraction, fraction: int) -> int:
    """Return a number as an integer in units of 2^−fraction.

    >>> _in_integer_units(Fraction(3, 8), 2)
    2
    """
    return floor(value * Fraction(2) ** fraction + Fraction(1, 2))


def _table_in_units(table: Exact, fraction: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(_in_integer_units(v, fraction) for v in row) for row in table)


def _fraction_bits(limit: float, largest: float) -> int:
    """Return the largest n with largest · 2^n ≤ limit, at most 40.

    >>> _fraction_bits(100, 3.0), _fraction_bits(100, 0.0)
    (5, 40)
    """
    return min(FINEST, floor(log2(limit / largest))) if largest > 1e-300 else FINEST


def _centred_columns(table: Exact) -> Exact:
    """Subtract from each column the middle of its least and largest entry in any class."""
    middles = [(min(column) + max(column)) / 2 for column in zip(*table)]
    return [[v - middle for v, middle in zip(row, middles)] for row in table]


class _LinearStep:
    """A linear step: the slope of each cell, and the value at cell 0."""

    def __init__(self, step: Terms, cells: Sequence[ColumnCells], counts: bool) -> None:
        self.step, self.cells, self.counts = step, cells, counts
        tables = [step.tables[name] for name in step.line.tables]
        exact = [[list(map(Fraction, part)) for part in parts] for parts in zip(*tables)]
        units = [Fraction(2) ** -one.shift for one in cells]
        zeros = [one.offset * unit for one, unit in zip(cells, units)]
        nexts = [zero + unit for zero, unit in zip(zeros, units)]
        at_zero, at_next = (
            [list(map(Fraction, step.line.equation(points, *row))) for row in exact]
            for points in (zeros, nexts)
        )
        self.bases = _centred_columns(at_zero)
        self.slopes = _centred_columns(
            [[b - a for a, b in zip(*pair)] for pair in zip(at_zero, at_next)]
        )

    def most_bits(self) -> int:
        """Return the largest number of fraction bits with weights of 16 bits."""
        return _fraction_bits(MOST, float(max(abs(w) for row in self.slopes for w in row)))

    def sizes(self) -> list[float]:
        """Return the largest size of the sum of the terms of each class."""
        largest = [max(-one.low, one.high) for one in self.cells]
        return [
            float(sum(abs(w) * x + abs(b) for w, x, b in zip(ws, largest, bs)))
            for ws, bs in zip(self.slopes, self.bases)
        ]

    def rounded(self, fraction: int) -> FixedLinear:
        """Return the step in integers."""
        weights, bases = (
            _table_in_units(self.slopes, fraction),
            _table_in_units(self.bases, fraction),
        )
        return FixedLinear(self.step.columns, weights, bases, self.counts)


class _GaussianStep:
    """A step of Gaussian terms."""

    def __init__(self, step: Terms, cells: Sequence[ColumnCells]) -> None:
        self.step = step
        shifts = [Fraction(2) ** one.shift for one in cells]
        self.means = [
            [
                _in_integer_units(m * unit, 0) - one.offset
                for m, unit, one in zip(row, shifts, cells)
            ]
            for row in (map(Fraction, row) for row in step.tables["MEANS"])
        ]
        require(
            all(abs(m) <= WIDEST for row in self.means for m in row),
            "a mean is far outside the range of the data. Fix: use the training data as --data, or "
            "--float32",
        )
        self.roots = [
            [ldexp(sqrt(h), -one.shift) for h, one in zip(row, cells)]
            for row in step.tables["NARROW"]
        ]
        self.bases = [list(map(Fraction, row)) for row in step.tables["PEAKS"]]
        # The largest z of each class and column, for any valid cell.
        self.largest = [
            [root * max(one.high - m, m - one.low) for root, m, one in zip(*row, cells)]
            for row in zip(self.roots, self.means)
        ]

    def _bits_of_half_square(self) -> int:
        """Return the largest number of fraction bits of z for which z has 16 bits."""
        return _fraction_bits(LARGEST_Z, max(z for row in self.largest for z in row))

    def most_bits(self) -> int:
        """Return the largest number of fraction bits of a score."""
        return 2 * self._bits_of_half_square()

    def sizes(self) -> list[float]:
        """Return the largest size of the sum of the terms of each class."""
        return [
            sum(z * z + float(abs(base)) for z, base in zip(*row))
            for row in zip(self.largest, self.bases)
        ]

    def rounded(self, fraction: int) -> FixedSquares:
        """Return the step in integers."""
        half = self._bits_of_half_square()
        scales = tuple(
            tuple(min(30, max(0, _fraction_bits(MOST, ldexp(r, half)))) for r in row)
            for row in self.roots
        )
        roots = tuple(
            tuple(floor(ldexp(r, half + scale) + 0.5) for r, scale in zip(*row))
            for row in zip(self.roots, scales)
        )
        means, bases = tuple(map(tuple, self.means)), _table_in_units(self.bases, fraction)
        drop = 2 * half - fraction
        return FixedSquares(self.step.columns, means, roots, scales, bases, drop)


class _TableStep:
    """A step of table entries."""

    def __init__(self, step: CategoryTerms) -> None:
        self.step = step
        require(
            len(step.gains[0]) <= MOST,
            f"--int16 allows {MOST} categories in all columns, got {len(step.gains[0])}",
        )
        self.gains = _centred_columns([list(map(Fraction, row)) for row in step.gains])
        self.bases: Exact = [[] for _ in self.gains]

    def most_bits(self) -> int:
        """Return the largest number of fraction bits with entries of 16 bits."""
        return _fraction_bits(MOST, float(max(abs(v) for row in self.gains for v in row)))

    def sizes(self) -> list[float]:
        """Return the largest size of the sum of the terms of each class."""
        spans = list(zip(self.step.firsts, [*self.step.firsts[1:], len(self.gains[0])]))
        return [sum(float(max(map(abs, row[a:b]))) for a, b in spans) for row in self.gains]

    def rounded(self, fraction: int) -> FixedLookups:
        """Return the step in integers."""
        gains = _table_in_units(self.gains, fraction)
        return FixedLookups(self.step.columns, self.step.firsts, gains)


def _exact_step(
    program: Program, step: Step, cells: Sequence[ColumnCells]
) -> _LinearStep | _GaussianStep | _TableStep:
    """Return a step with exact numbers, for the cells of its columns."""
    if isinstance(step, CategoryTerms):
        return _TableStep(step)
    assert isinstance(step, Terms)
    parts = [cells[i] for i in step.columns]
    if "NARROW" in step.tables:
        return _GaussianStep(step, parts)
    counts = all(program.columns[i].kind == "count" for i in step.columns)
    return _LinearStep(step, parts, counts)
