"""The categorical distribution, and naive Bayes for discrete features: equations (4) to (9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import repeat
from operator import contains
from typing import Any, ClassVar, Generic, TypeVar

from textbook_ml.core.errors import TextbookError, quoted, require, require_same_length
from textbook_ml.core.numeric import require_distribution
from textbook_ml.core.stable import log_tail, safe_log
from textbook_ml.equations.log_terms import categorical_log_terms
from textbook_ml.equations.smoothing import categorical_mle
from textbook_ml.models.distribution import Card, Distribution, errors_name_place
from textbook_ml.models.exact_posteriors import ExactNaiveBayes
from textbook_ml.models.priors import Estimator, estimated, exact_shares
from textbook_ml.models.protocols import require_two
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from textbook_ml.models.counting import Column

Label = TypeVar("Label", bound=Hashable)
Value = Hashable
Table = Mapping[Value, Fraction]


@dataclass(frozen=True, slots=True)
class Categorical(Distribution):
    """A table {value: probability}.

    >>> from math import log
    >>> Categorical.log_p("b", {"a": Fraction(1, 4), "b": Fraction(3, 4)}) == log(0.75)
    True
    """

    table: Table

    kind = "categorical"
    summary = "counts"
    column = "value"
    headings = ("probability",)
    exact = True
    log_terms = staticmethod(categorical_log_terms)

    @staticmethod
    def check(table: Table) -> None:
        """Raise TextbookError unless the probabilities sum to one."""
        require_distribution(table, "the table")
        require(None not in table, "None stands for a missing value, and cannot be in the table")

    @classmethod
    def estimate(
        cls,
        columns: Sequence[Column],
        *,
        theta: Estimator | Sequence[Estimator] = categorical_mle,
        values: Sequence[Sequence[Value] | None] | None = None,
    ) -> list[list[tuple[Table]]]:
        """Estimate the probability of each value by the equation `theta`: (6), (7) or another.

        `theta` may be a list with one equation for each feature. `values` lists all values that
        each feature can take, observed or not (default: the observed values).
        """
        names = [column.name for column in columns]
        thetas = [theta] * len(names) if callable(theta) else list(theta)
        require_same_length(features=names, estimators=thetas)
        possible = [None] * len(names) if values is None else list(values)
        require_same_length(features=names, lists_of_values=possible)
        return [
            [
                (errors_name_place(c.name, y, probabilities, equation, counts.table, known),)
                for y, counts in zip(c.classes, c.samples)
            ]
            for c, equation, given in zip(columns, thetas, possible)
            for known in [possible_values(c, given)]
        ]

    @staticmethod
    def tables(tables: Sequence[Table]) -> tuple[Sequence[Mapping[Any, float]]]:
        """ln P(value) of each value of each feature."""
        return (tuple({v: safe_log(p) for v, p in table.items()} for table in tables),)

    @staticmethod
    def require_cell(x: Any) -> None:
        """Raise TextbookError unless x is hashable."""
        require(isinstance(x, Hashable), f"a category must be hashable, got {quoted(x)}")

    @classmethod
    def require_value(cls, x: Any, *parameters: Table) -> None:
        """Raise TextbookError unless x is in the table."""
        cls.require_cell(x)
        (table,) = parameters
        if x not in table:
            raise TextbookError(
                f"the value {quoted(x)} is not known (known: {quoted(list(table))}). Fix: pass "
                "None for it, or list it in values= when fitting"
            )

    @staticmethod
    def probability(x: Any, table: Table) -> Fraction:
        """P(x)."""
        return table[x]

    @staticmethod
    def log_p(x: Any, table: Table) -> float:
        """ln P(x)."""
        return safe_log(table[x])

    @staticmethod
    def precise_log_terms(x: Any, table: Table) -> Iterable[float]:
        """ln P(x) in two floats."""
        return safe_log(table[x]), log_tail(table[x])

    @staticmethod
    def draw(rng: Random, table: Table) -> Any:
        """A random value."""
        return rng.choices(list(table), list(map(float, table.values())))[0]

    @staticmethod
    def values(table: Table) -> tuple[Any, ...]:
        """The values in the table."""
        return tuple(table)


@equation(
    "mitchell-4",
    "gwansiu-6",
    "ng-nb-multivalued",
    "sontag-nb-given",
)
@dataclass(frozen=True, slots=True, repr=False)
class CategoricalNaiveBayes(ExactNaiveBayes[Label], Generic[Label]):
    """Naive Bayes for discrete features: a table of probabilities for each feature in each class.

        P(y | x) ∝ P(y) Πᵢ P(xᵢ | y)

    `tables[k][i]` is {value: probability} of class k and feature i. Probabilities are Fractions,
    so that `exact_posterior` sums to exactly one. Options of `fit`: `theta`, the equation that
    estimates the probabilities, and `values`, all values that each feature can take.

    >>> from textbook_ml.equations.smoothing import categorical_laplace
    >>> rows = [["sun"], ["sun"], ["rain"], ["rain"]]
    >>> labels = ["out", "out", "out", "in"]
    >>> model = CategoricalNaiveBayes.fit(rows, labels, theta=categorical_laplace)
    >>> model.priors, model.tables[0][0]
    ((Fraction(3, 4), Fraction(1, 4)), {'sun': Fraction(3, 5), 'rain': Fraction(2, 5)})
    >>> model.exact_posterior(["rain"])      # 3/4 · 2/5 against 1/4 · 2/3
    {'out': Fraction(9, 14), 'in': Fraction(5, 14)}
    >>> model.classify(["rain"])
    'out'
    """

    tables: tuple[tuple[Table, ...], ...]
    _gaps: tuple[list[dict[Any, float]], ...] = field(init=False, repr=False, compare=False)

    family: ClassVar[type[Distribution]] = Categorical
    labels_only = True
    cards: ClassVar[tuple[Card, ...]] = (
        Card(
            name="categorical-nb",
            about="a table of probabilities for each feature; (6), (7)",
            needs="discrete features",
            kinds=("discrete",),
            options=("strength",),
            n_parameters="discrete_parameters",
        ),
    )

    def __post_init__(self) -> None:
        ExactNaiveBayes.__post_init__(self)
        for y, tables in zip(self.classes, self.tables):
            for name, table, first in zip(self.features, tables, self.tables[0]):
                require(
                    table.keys() == first.keys(),
                    f"feature {name!r} has different values in class {y!r} than in the first class",
                )
        (first_logs,), *others = self._tables
        gaps = [[_log_odds_against(a, b) for a, b in zip(logs, first_logs)] for (logs,) in others]
        object.__setattr__(self, "_gaps", tuple(gaps))

    def to_logistic(self) -> tuple[float, list[dict[Value, float]]]:
        """The intercept, and for each feature a table of weights for its one-hot indicators.

        The weights give the same posterior of the second class as this model.

        >>> nb = CategoricalNaiveBayes.fit([["a"], ["b"], ["a"], ["b"]], [0, 0, 1, 1])
        >>> nb.to_logistic()
        (0.0, [{'a': 0.0, 'b': 0.0}])
        """
        from textbook_ml.equations.bridge import categorical_to_logistic

        require_two(self.classes)
        zeros, ones = (
            [{v: float(p) for v, p in t.items()} for t in tables] for tables in self.tables
        )
        return categorical_to_logistic(float(self.priors[1]), zeros, ones)

    def _row_values(self, row: Any) -> Sequence[Any]:
        with suppress(TypeError):
            known = len(row) == len(self.features) and all(map(contains, self.tables[0], row))
            if known:
                values: Sequence[Any] = row
                return values
        return self._checked_values(row)

    def _fast_scores(self, rows: Sequence[Any]) -> list[tuple[float, ...]]:
        """Return the log odds of each class against the first, computed column by column.

        With three classes, this takes 0.55 of the time of the general method.
        """
        if set(map(len, rows)) != {len(self.features)} or not self.features:
            raise LookupError(
                "a row does not have as many values as the model has features, or there are none"
            )
        columns, scores = list(zip(*rows)), [[0.0] * len(rows)]
        for log_prior, tables in zip(self._log_priors[1:], self._gaps):
            gaps = (map(table.__getitem__, column) for table, column in zip(tables, columns))
            scores.append(list(map(sum, zip(*gaps), repeat(log_prior - self._log_priors[0]))))
        return list(zip(*scores))


def possible_values(column: Column, given: Sequence[Value] | None) -> tuple[Value, ...]:
    """Return the values that a feature can take: as given, or the observed ones in order."""
    name = column.name
    seen = dict.fromkeys(v for counts in column.samples for v in counts.table)
    if given is None:
        require(len(seen) > 0, f"feature {name!r} has no values. Fix: drop it, or pass its values=")
        return tuple(seen)
    for v, times in Counter(given).items():
        require(v is not None, f"values of feature {name!r}: None stands for a missing value")
        require(times == 1, f"values of feature {name!r}: {v!r} is listed twice")
    unknown = [v for v in seen if v not in given]
    require(
        not unknown,
        f"feature {name!r} has the values {quoted(unknown)}, which are not in values="
        f"{quoted(list(given))}",
    )
    return tuple(given)


def probabilities(
    theta: Estimator, counts: Mapping[Value, Any], values: Sequence[Value]
) -> dict[Value, Fraction]:
    """Return the estimated probability of each value of one feature in one class."""
    shares = estimated(theta, [counts.get(v, 0) for v in values])
    return dict(zip(values, exact_shares(shares, "the estimate")))


def _log_odds_against(table: Mapping[Any, float], first: Mapping[Any, float]) -> dict[Any, float]:
    """Return the log odds of each value against the first class; 0 for a missing value."""
    return {None: 0.0, **{value: log_p - first[value] for value, log_p in table.items()}}
