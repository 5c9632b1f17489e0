"""Questions on missing attributes: leaving out a factor equals summing over its values."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import fsum, prod

from textbook_ml.equations.missing import observed_likelihood, summed_likelihood, theta_observed
from textbook_ml.questions.framework.case_repair import with_sum_one
from textbook_ml.questions.framework.judge import Case
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Row = Sequence[str | None]
Tables = Sequence[Mapping[str, float]]

FAIR, UNFAIR = {"H": 0.5, "T": 0.5}, {"H": 0.75, "T": 0.25}
DIE = {"1": 0.5, "2": 0.25, "3": 0.25}
ROWS: list[tuple[Row, Tables]] = [
    (["H"], [UNFAIR]),
    ([None], [UNFAIR]),
    (["H", None], [FAIR, UNFAIR]),
    (["H", None, "T"], [UNFAIR, FAIR, UNFAIR]),
    ([None, "2", None], [UNFAIR, DIE, DIE]),
]


def row_and_tables(draw: Draw) -> Case:
    """Return a row in which some values are missing, and a table for each feature."""
    tables = []
    for _ in range(draw.length(1, 5)):
        values = ("H", "T", "edge")[: draw.whole(2, 3)]
        tables.append(dict(zip(values, draw.shares(len(values)))))
    return [draw.of([None, *table]) for table in tables], tables


def observed_product(x: Row, tables: Tables) -> float:
    """Return the product of the probabilities of the observed attributes."""
    return prod(table[v] for v, table in zip(x, tables) if v is not None)


def missing_tables(x: Row, tables: Tables) -> list[Mapping[str, float]]:
    """Return the tables of the attributes that are missing."""
    return [table for v, table in zip(x, tables) if v is None]


def completions(x: Row, tables: Tables) -> Iterator[float]:
    """Yield the probability of each way to fill in the missing values."""
    choices = [list(t.values()) if v is None else [t[v]] for v, t in zip(x, tables)]
    return map(prod, product(*choices))


def with_normalised_tables(x: Row, tables: Tables) -> Case:
    """Return the case with tables that sum to 1 again after a value was dropped."""
    return x, [with_sum_one(table) for table in tables]


@question(observed_likelihood, edges=ROWS, repair=with_normalised_tables)
def _(draw: Draw) -> Case:
    return row_and_tables(draw)


@misconception(
    observed_likelihood,
    "Your product is 0 if a value is missing. A missing value is left out, so its factor is 1.",
)
def missing_makes_0(x: Row, tables: Tables) -> float:
    return 0.0 if None in x else observed_product(x, tables)


@misconception(
    observed_likelihood,
    "You give a missing value the factor 1/J. The sum over its values is 1, so its factor is 1.",
)
def missing_is_uniform(x: Row, tables: Tables) -> float:
    return observed_product(x, tables) / prod(map(len, missing_tables(x, tables)))


@misconception(
    observed_likelihood,
    "You replace a missing value by the most probable one, which has a "
    "factor below 1. Leave the missing feature out.",
)
def filled_with_most_probable(x: Row, tables: Tables) -> float:
    return max(completions(x, tables))


@misconception(
    observed_likelihood,
    "You stop at the first missing value. The values after it still contribute factors.",
)
def stopped_at_missing_value(x: Row, tables: Tables) -> float:
    first = list(x).index(None) if None in x else len(x)
    return observed_product(x[:first], tables)


@misconception(
    observed_likelihood,
    "You remove the missing values first, so later values are paired with the wrong tables. Keep "
    "each value with its own table.",
)
def tables_misaligned(x: Row, tables: Tables) -> float:
    return prod(table[v] for v, table in zip((v for v in x if v is not None), tables))


@question(summed_likelihood, edges=ROWS, repair=with_normalised_tables)
def _(draw: Draw) -> Case:
    return row_and_tables(draw)


@misconception(
    summed_likelihood,
    "You average over all ways to fill in the missing values. "
    "The equation adds their probabilities.",
)
def averaged(x: Row, tables: Tables) -> float:
    ways = list(completions(x, tables))
    return fsum(ways) / len(ways)


@misconception(
    summed_likelihood,
    "You use only the most probable way to fill in the missing "
    "values. The equation adds all of them.",
)
def most_probable_alone(x: Row, tables: Tables) -> float:
    return max(completions(x, tables))


@misconception(
    summed_likelihood,
    "You fill in only the first possible value. The equation sums over all values.",
)
def first_value_alone(x: Row, tables: Tables) -> float:
    return next(completions(x, tables))


@misconception(
    summed_likelihood,
    "You multiply by the probability of each filled-in value twice. The equation has it once.",
)
def weighted_twice(x: Row, tables: Tables) -> float:
    sums = [fsum(p * p for p in table.values()) for table in missing_tables(x, tables)]
    return observed_product(x, tables) * prod(sums)


@question(
    theta_observed,
    edges=[
        ([1], 1),
        ([1, None], 1),
        ([1, 0, None, 1], 1),
        ([0, None, 1], 0),
        (["a", "b", None, None], "b"),
        ([1, 1], 0),
    ],
)
def _(draw: Draw) -> Case:
    column = [draw.of((0, 1, 2)), *draw.picks((0, 1, None, 2), draw.length())]
    return column, draw.of((0, 1, 2))


@misconception(
    theta_observed,
    "You divide by the size of the whole class, as Mitchell's (6) does. "
    "Count only the examples with an observed value.",
)
def divided_by_the_whole_class(column: Sequence[int | None], value: int) -> float:
    return column.count(value) / len(column)


@misconception(
    theta_observed, "You treat a value of 0 as missing. Test `v is not None`, not `if v`."
)
def zero_taken_for_missing(column: Sequence[int | None], value: int) -> float:
    observed = [v for v in column if v]
    return observed.count(value) / len(observed)


@misconception(theta_observed, "You return the count. Divide it by the number of observed values.")
def count_not_divided(column: Sequence[int | None], value: int) -> float:
    return column.count(value)


@misconception(
    theta_observed,
    "You divide by the number of missing values. Divide by the number of observed values.",
)
def divided_by_the_missing(column: Sequence[int | None], value: int) -> float:
    return column.count(value) / column.count(None)


@misconception(
    theta_observed, "You count missing values as if they had this value. Leave them out."
)
def missing_counted_in(column: Sequence[int | None], value: int) -> float:
    return (column.count(value) + column.count(None)) / len(column)
