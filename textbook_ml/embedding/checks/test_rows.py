"""Rows to try an exported model on, drawn from its plan: ordinary ones and nasty ones.

case   a row or a text, with what the plan makes of it; a row that it refuses has no scores
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from math import inf, sqrt
from random import Random
from typing import Any

from textbook_ml.core.errors import TextbookError
from textbook_ml.embedding.ir.program import Column, Plan
from textbook_ml.embedding.ir.steps import Lookups, Terms, Whitened, WholeRows

Row = list[Any] | str

WIDE = 2000  # columns: from here on a check of each kind must do
HALVINGS = 100  # more than there are bits between two floats of one size


@dataclass(frozen=True, slots=True)
class Case:
    """A row, and what it must come to."""

    kind: str
    row: Row
    place: int | None  # of the class; None where the row is refused
    scores: tuple[float, ...] = ()
    probabilities: tuple[float, ...] = ()

    @classmethod
    def of(cls, plan: Plan, kind: str, row: Row) -> "Case":
        """What a plan makes of a row."""
        try:
            sums = plan.sums(row)
        except TextbookError:
            return cls(kind, row, None)
        shares = [] if plan.scores == "order" else plan.probabilities(sums)
        return cls(kind, row, plan.place(sums), tuple(t + e for t, e in sums), tuple(shares))


def drawn(plan: Plan, n: int, seed: int = 0) -> list[Row]:
    """Rows that look like the data of each class in turn, some with holes."""
    rng = Random(seed)
    rows: list[Row] = []
    for k in islice(cycle(range(len(plan.classes))), n):
        if plan.text == "counts" or (plan.text == "presence" and rng.random() < 0.5):
            rows.append(_text(plan, rng))
            continue
        row = _row(plan, k, rng)
        if not plan.whole and rng.random() < 0.2:
            row[rng.randrange(len(row))] = None
        rows.append(row)
    return rows


def checks(plan: Plan, seed: int = 1) -> list[Case]:
    """The rows that an exported file carries: ordinary, ties, extreme, missing, unseen."""
    few = 1 if len(plan.columns) > WIDE else 4
    rows = drawn(plan, 40 if few == 1 else 200, seed)
    named: list[tuple[str, Row]] = [("ordinary", row) for row in rows[:few]]
    named += [("tie", row) for row in _nearest_to_a_tie(plan, rows)[: max(few // 2, 1)]]
    if plan.text:
        named += [("extreme", "'Don't' STOP__now, 24-7 'n' rock''n'roll it's'")]
        named += [("missing", ""), ("unseen", "zzyzx qwxv"), ("unseen", "caf\u00e9")]
    if not plan.text or plan.text == "presence":
        rng = Random(seed)
        for kind, change in CHANGES.items():
            row = _row(plan, 0, rng)
            named.append((kind, [change(column, v) for column, v in zip(plan.columns, row)]))
    return [Case.of(plan, kind, row) for kind, row in named]


def _huge(column: Column, v: Any) -> Any:
    if column.kind == "number":
        return v * 1e6 - 1e7
    return v if column.kind == "value" else v * 1e6


def _beyond(column: Column, v: Any) -> Any:
    return v if column.kind == "value" else 1e300


def _tiny(column: Column, v: Any) -> Any:
    return column.values[0] if column.kind == "value" else 0 if column.kind == "count" else 5e-324


def _missing(column: Column, v: Any) -> Any:
    return None


def _unseen(column: Column, v: Any) -> Any:
    if column.kind == "value":
        return unseen_value(column)
    return inf if column.kind == "number" else -1


CHANGES: dict[str, Callable[[Column, Any], Any]] = {
    "extreme: large": _huge,
    "extreme: beyond": _beyond,
    "extreme: small": _tiny,
    "missing": _missing,
    "unseen": _unseen,
}


def unseen_value(column: Column) -> Hashable:
    """A value that is none of the column's.

    >>> unseen_value(Column("x", "value", ("?", "a")))
    '??'
    """
    value = "?"
    while value in column.values:
        value += "?"
    return value


def _row(plan: Plan, k: int, rng: Random) -> list[Any]:
    """A row of numbers about the means of class k, and of values at random."""
    row: list[Any] = [
        rng.choice(c.values) if c.kind == "value" else rng.randrange(3) for c in plan.columns
    ]
    for step in plan.steps:
        match step:
            case Whitened():
                narrow = step.narrow[0 if step.shared else k]
                _about_means(row, step.columns, step.means[k], narrow, rng)
            case Terms():
                _drawn_terms(row, plan, step, k, rng)
            case WholeRows() if rng.random() < 0.8:
                seen = rng.choice(step.seen)
                row = [plan.columns[i].values[v] for i, v in zip(step.columns, seen)]
            case Lookups() | WholeRows():
                pass
    return row


def _drawn_terms(row: list[Any], plan: Plan, step: Terms, k: int, rng: Random) -> None:
    """Numbers that are typical of class k, as far as the names of the tables tell."""
    tables = step.tables
    if "MEANS" in tables:
        _about_means(row, step.columns, tables["MEANS"][k], tables["NARROW"][k], rng)
    elif "RATES" in tables:
        for i, rate in zip(step.columns, tables["RATES"][k]):
            count = plan.columns[i].kind == "count"
            row[i] = max(0, round(rng.gauss(rate, sqrt(rate)))) if count else rng.expovariate(rate)
    else:
        (first, *_) = tables.values()
        centres = tables.get("CENTRES", first)
        for i, column in enumerate(step.columns):
            steepest = max(abs(w[i]) for w in first)
            centre = centres[-1][i] if centres is not first else 0.0
            row[column] = rng.gauss(centre, 2 / steepest if 1e-9 < steepest < 1e9 else 1)


def _about_means(
    row: list[Any],
    columns: Sequence[int],
    means: Sequence[float],
    narrow: Sequence[float],
    rng: Random,
) -> None:
    for i, mu, h in zip(columns, means, narrow):
        row[i] = rng.gauss(mu, sqrt(0.5 / h))


def _text(plan: Plan, rng: Random) -> str:
    """Some words of the vocabulary, and one that is none."""
    words = [c.name for c in plan.columns if c.name.isascii()]
    chosen = [rng.choice(words) for _ in range(rng.randrange(1, 12))] if words else []
    loud = [word.upper() if rng.random() < 0.3 else word for word in [*chosen, "zzyzx"]]
    return rng.choice([" ", ", ", "\n", "--"]).join(loud)


def _nearest_to_a_tie(plan: Plan, rows: Sequence[Row]) -> list[Row]:
    """The rows with the least between the best two classes; numbers are moved to the very edge."""
    numeric = all(column.kind == "number" for column in plan.columns)
    asked = [row for row in rows if not (numeric and None in row)]
    cases = [case for case in (Case.of(plan, "", row) for row in asked) if case.place is not None]
    ranked = sorted(cases, key=lambda case: _lead(case.scores))
    others = [case for case in ranked if case.place != ranked[0].place]
    if numeric and others:
        return _edge(plan, ranked[0], others[0])
    return [case.row for case in ranked]


def _lead(scores: Sequence[float]) -> float:
    second, best = sorted(scores)[-2:]
    return best - second


def _edge(plan: Plan, a: Case, b: Case) -> list[Row]:
    """Two rows between a and b with different labels, as near to each other as floats can be."""
    here, there = a, b
    for _ in range(HALVINGS):
        middle = [u / 2 + v / 2 for u, v in zip(here.row, there.row)]
        case = Case.of(plan, "", middle)
        if case.place is None or middle in (here.row, there.row):
            break
        here, there = (case, there) if case.place == a.place else (here, case)
    return [here.row, there.row]
