"""Rows to test an exported model with, generated from its program: ordinary and difficult ones.

case   a row or a text, with the results of the program; a rejected row has no scores
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from math import inf, isfinite, sqrt
from random import Random
from typing import Any

from textbook_ml.core.errors import TextbookError
from textbook_ml.embedding.ir.error_bound import ErrorBound
from textbook_ml.embedding.ir.program import Column, Program
from textbook_ml.embedding.ir.program_steps import JointTable, MahalanobisTerm, Terms

Row = list[Any] | str

MANY_COLUMNS = 2000  # if there are more columns, a file contains only one check row of each kind
HALVINGS = 100  # bisection steps: enough to reach two neighbouring floats


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A row and the results that an exported file must compute for it."""

    kind: str
    row: Row
    class_index: int | None  # None if the row is rejected
    scores: tuple[float, ...] = ()
    probabilities: tuple[float, ...] = ()
    errors: tuple[float, float] = (0.0, 0.0)  # bounds for a score and a probability, in a fast file

    @classmethod
    def of(cls, program: Program, kind: str, row: Row) -> "CheckRow":
        """Run a program on a row."""
        try:
            sums = program.sums(row)
        except TextbookError:
            return cls(kind, row, None)
        scores = tuple(t + e for t, e in sums)
        shares = () if program.scores == "order" else tuple(program.probabilities(sums))
        return cls(kind, row, program.class_index(sums), scores, shares)


def with_errors(program: Program, cases: Sequence[CheckRow]) -> list[CheckRow]:
    """Add the error bounds of a fast file to each case; omit cases whose bound overflows."""
    bound, kept = ErrorBound(program), []
    for case in cases:
        try:
            error = bound.score(case.row)
        except TextbookError:
            kept.append(case)  # the row is not valid, whatever its scores are
            continue
        if case.class_index is not None and isfinite(program.number(2.0 * error)):
            share_error = bound.probability(error, max(case.scores))
            kept.append(replace(case, errors=(error, share_error)))
    return kept


def draw_rows(program: Program, n: int, seed: int = 0) -> list[Row]:
    """Draw rows that are typical of each class in turn; some have a missing value."""
    rng = Random(seed)
    rows: list[Row] = []
    for k in islice(cycle(range(len(program.classes))), n):
        if program.text == "counts" or (program.text == "presence" and rng.random() < 0.5):
            rows.append(_draw_text(program, rng))
            continue
        row = _draw_row(program, k, rng)
        if not program.whole and rng.random() < 0.2:
            row[rng.randrange(len(row))] = None
        rows.append(row)
    return rows


def check_cases(program: Program, seed: int = 1) -> list[CheckRow]:
    """Return the cases of an exported file: ordinary, tied, extreme, missing, unseen."""
    few = 1 if len(program.columns) > MANY_COLUMNS else 4
    rows = draw_rows(program, 40 if few == 1 else 200, seed)
    named: list[tuple[str, Row]] = [("ordinary", row) for row in rows[:few]]
    named += [("tie", row) for row in _near_ties(program, rows)[: max(few // 2, 1)]]
    if program.text:
        named += [("extreme", "'Don't' STOP__now, 24-7 'n' rock''n'roll it's'")]
        named += [("missing", ""), ("unseen", "zzyzx qwxv"), ("unseen", "caf\u00e9")]
    if not program.text or program.text == "presence":
        rng = Random(seed)
        for kind, change in CHANGES.items():
            row = _draw_row(program, 0, rng)
            named.append((kind, [change(column, v) for column, v in zip(program.columns, row)]))
    return [CheckRow.of(program, kind, row) for kind, row in named]


def _large_value(column: Column, v: Any) -> Any:
    if column.kind == "number":
        return v * 1e6 - 1e7
    return v if column.kind == "value" else v * 1e6


def _overflowing_value(column: Column, v: Any) -> Any:
    return v if column.kind == "value" else 1e300


def _small_value(column: Column, v: Any) -> Any:
    return column.values[0] if column.kind == "value" else 0 if column.kind == "count" else 5e-324


def _missing_value(column: Column, v: Any) -> Any:
    return None


def _unseen_value(column: Column, v: Any) -> Any:
    if column.kind == "value":
        return unseen_value(column)
    return inf if column.kind == "number" else -1


CHANGES: dict[str, Callable[[Column, Any], Any]] = {
    "extreme: large": _large_value,
    "extreme: overflow": _overflowing_value,
    "extreme: small": _small_value,
    "missing": _missing_value,
    "unseen": _unseen_value,
}


def unseen_value(column: Column) -> Hashable:
    """Return a value that is not a category of the column.

    >>> unseen_value(Column("x", "value", ("?", "a")))
    '??'
    """
    value = "?"
    while value in column.values:
        value += "?"
    return value


def _draw_row(program: Program, k: int, rng: Random) -> list[Any]:
    """Draw numbers that are typical of class k, and categories at random."""
    row: list[Any] = [
        rng.choice(c.values) if c.kind == "value" else rng.randrange(3) for c in program.columns
    ]
    for step in program.steps:
        if isinstance(step, MahalanobisTerm):
            _draw_normal(row, step.columns, step.means[k], step.narrow[k], rng)
        elif isinstance(step, Terms):
            _draw_terms(row, program, step, k, rng)
        elif isinstance(step, JointTable) and rng.random() < 0.8:
            seen = rng.choice(step.seen)
            row = [program.columns[i].values[v] for i, v in zip(step.columns, seen)]
    return row


def _draw_terms(row: list[Any], program: Program, step: Terms, k: int, rng: Random) -> None:
    """Draw numbers that are typical of class k, as far as the names of the tables show."""
    tables = step.tables
    if "MEANS" in tables:
        _draw_normal(row, step.columns, tables["MEANS"][k], tables["NARROW"][k], rng)
    elif "RATES" in tables:
        for i, rate in zip(step.columns, tables["RATES"][k]):
            count = program.columns[i].kind == "count"
            row[i] = max(0, round(rng.gauss(rate, sqrt(rate)))) if count else rng.expovariate(rate)
    else:
        (weights, *_) = tables.values()
        centres = tables["CENTRES"][k] if "CENTRES" in tables else (0.0,) * len(step.columns)
        # draw at several scales, so that rows of several classes occur
        scale = 2.0 ** rng.randrange(8)
        for i, column in enumerate(step.columns):
            largest = max(abs(w[i]) for w in weights)
            deviation = scale / largest if 1e-9 < largest < 1e9 else scale
            row[column] = rng.gauss(centres[i], deviation)


def _draw_normal(
    row: list[Any],
    columns: Sequence[int],
    means: Sequence[float],
    narrow: Sequence[float],
    rng: Random,
) -> None:
    for i, mu, h in zip(columns, means, narrow):
        row[i] = rng.gauss(mu, sqrt(0.5 / h))


def _draw_text(program: Program, rng: Random) -> str:
    """Draw some words of the vocabulary, and add one word that is not in it."""
    words = [c.name for c in program.columns if c.name.isascii()]
    chosen = [rng.choice(words) for _ in range(rng.randrange(1, 12))] if words else []
    cased = [word.upper() if rng.random() < 0.3 else word for word in [*chosen, "zzyzx"]]
    return rng.choice([" ", ", ", "\n", "--"]).join(cased)


def _near_ties(program: Program, rows: Sequence[Row]) -> list[Row]:
    """Sort the rows by the lead of the best class; move rows of numbers to the class boundary."""
    numeric = all(column.kind == "number" for column in program.columns)
    complete = [row for row in rows if not (numeric and None in row)]
    cases = [CheckRow.of(program, "", row) for row in complete]
    ranked = sorted((c for c in cases if c.class_index is not None), key=_lead_of_best_class)
    others = [case for case in ranked if case.class_index != ranked[0].class_index]
    if numeric and others:
        return _rows_at_boundary(program, ranked[0], others[0])
    return [case.row for case in ranked]


def _lead_of_best_class(case: CheckRow) -> float:
    second, best = sorted(case.scores)[-2:]
    return best - second


def _rows_at_boundary(program: Program, a: CheckRow, b: CheckRow) -> list[Row]:
    """Find two neighbouring rows between a and b with different labels, by bisection."""
    here, there = a, b
    for _ in range(HALVINGS):
        middle = [u / 2 + v / 2 for u, v in zip(here.row, there.row)]
        case = CheckRow.of(program, "", middle)
        if case.class_index is None or middle in (here.row, there.row):
            break
        here, there = (case, there) if case.class_index == a.class_index else (here, case)
    return [here.row, there.row]
