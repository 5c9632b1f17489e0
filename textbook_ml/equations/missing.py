"""Sontag. Missing attributes: dropping a factor is the same as summing it out.

None     an attribute whose value is missing
tables   P(Xᵢ = v | y) for one class: a table {value: probability} for each feature i
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeVar

from textbook_ml.core.errors import TextbookError, quoted, require, require_same_length
from textbook_ml.core.numeric import Num, ratio, require_distribution, total
from textbook_ml.equations.bayes import naive_product
from textbook_ml.sources.registry import equation

Value = TypeVar("Value", bound=Hashable)


@equation("sontag-missing")
def observed_likelihood(x: Sequence[Value | None], tables: Sequence[Mapping[Value, Num]]) -> Num:
    """Likelihood of the observed attributes: the factors of missing ones are dropped.

        P(observed x | y) = Π_{i observed} P(xᵢ | y)

    >>> from fractions import Fraction as F
    >>> coins = [{"H": p, "T": 1 - p} for p in (F(2, 3), F(1, 5), F(1, 4))]
    >>> observed_likelihood(["H", None, "T"], coins)
    Fraction(1, 2)
    """
    require_tables(x, tables)
    return naive_product([table[v] for v, table in zip(x, tables) if v is not None])


@equation("sontag-missing-general", "sontag-missing-coins")
def summed_likelihood(x: Sequence[Value | None], tables: Sequence[Mapping[Value, Num]]) -> Num:
    """Likelihood with every missing attribute summed out, value by value.

        P(H, ?, T) = P(H, H, T) + P(H, T, T)

    It equals `observed_likelihood`, because Σ_v P(Xᵢ = v | y) = 1, but the number of terms
    doubles with every missing Boolean attribute.

    >>> from fractions import Fraction as F
    >>> coins = [{"H": p, "T": 1 - p} for p in (F(2, 3), F(1, 5), F(1, 4))]
    >>> summed_likelihood(["H", None, "T"], coins)
    Fraction(1, 2)
    """
    require_tables(x, tables)
    choices = [list(t) if v is None else [v] for v, t in zip(x, tables)]
    return total([naive_product([t[v] for t, v in zip(tables, row)]) for row in product(*choices)])


@equation("sontag-mle-obs")
def theta_observed(column: Sequence[Value | None], value: Value) -> Fraction:
    """Relative frequency of a value among the examples in which the attribute is observed.

        P(Xᵢ = x | y) = Count(Xᵢ = x, y) / Σ_x′ Count(Xᵢ = x′, y)

    Mitchell's (6) divides by the size of the class instead; its estimates do not sum to one if
    values are missing.

    >>> theta_observed([1, 0, None, 1], value=1)
    Fraction(2, 3)
    """
    observed = [v for v in column if v is not None]
    require(len(observed) > 0, "the attribute is missing in every example, so it has no frequency")
    return ratio(observed.count(value), len(observed))


def require_tables(x: Sequence[Value | None], tables: Sequence[Mapping[Value, Num]]) -> None:
    """Raise TextbookError unless each table is a distribution that contains the value of x."""
    require_same_length(features=x, tables=tables)
    require(len(tables) > 0, "a likelihood needs at least one feature, got none")
    for i, (v, table) in enumerate(zip(x, tables)):
        require_distribution(table, f"the table of feature {i}")
        if v is not None and v not in table:
            raise TextbookError(
                f"feature {i} must be one of {quoted(list(table))}, got {quoted(v)}"
            )
