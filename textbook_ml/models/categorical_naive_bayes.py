"""Categorical naive Bayes: a table of probabilities for each class and feature, (4) to (9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, repeat
from operator import contains, getitem
from typing import Any, Generic, Self, TypeVar

from textbook_ml.equations.bayes import naive_bayes_posterior
from textbook_ml.equations.smoothing import categorical_mle
from textbook_ml.errors import TextbookError, quoted, require, require_same_length
from textbook_ml.models.priors import (
    Estimator,
    Prior,
    estimate_prior,
    exact_shares,
    feature_names,
    order_of_classes,
)
from textbook_ml.models.protocols import (
    BLOCK,
    MANY,
    Generative,
    Probabilistic,
    near_tie,
    require_model,
    require_two,
)
from textbook_ml.numeric import require_distribution
from textbook_ml.stable import log_tail, normalise_log_terms, safe_log

TYPE_CHECKING = False
if TYPE_CHECKING:  # what is only named here, and loaded where it is used
    from random import Random

    from textbook_ml.statistics.by_class import ByClass
    from textbook_ml.statistics.counts import Counts

Label = TypeVar("Label", bound=Hashable)
Value = Hashable
Row = Sequence[Value | None]
Table = Mapping[Value, Fraction]


@dataclass(frozen=True, slots=True)
class CategoricalNaiveBayes(Probabilistic[Label], Generative[Label], Generic[Label]):
    """P(xᵢ | y) as a table {value: probability}; `tables[k][i]` is of class k and feature i.

    Probabilities are Fractions, so that `exact_posterior` sums to exactly one. A value that is
    in no table is refused: give None for it, or name it in `values` when fitting.
    """

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    priors: tuple[Fraction, ...]
    tables: tuple[tuple[Table, ...], ...]
    _log_priors: tuple[float, ...] = field(init=False, repr=False, compare=False)
    _log_tables: tuple[tuple[dict[Any, float], ...], ...] = field(
        init=False, repr=False, compare=False
    )

    _gaps: tuple[list[dict[Any, float]], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        require_model(self.classes, self.features, self.priors, self.tables)
        for y, tables in zip(self.classes, self.tables):
            for name, table, first in zip(self.features, tables, self.tables[0]):
                require_distribution(table, f"the table of feature {name!r} in class {y!r}")
                require(
                    table.keys() == first.keys() and None not in table,
                    f"feature {name!r} has other values in class {y!r} than in the first class",
                )
        logs = [
            tuple({None: 0.0, **{v: safe_log(p) for v, p in t.items()}} for t in tables)
            for tables in self.tables
        ]
        object.__setattr__(self, "_log_priors", tuple(map(safe_log, self.priors)))
        object.__setattr__(self, "_log_tables", tuple(logs))
        gaps = [[_against(a, b) for a, b in zip(tables, logs[0])] for tables in logs[1:]]
        object.__setattr__(self, "_gaps", tuple(gaps))

    @classmethod
    def fit(
        cls,
        rows: Sequence[Row],
        labels: Sequence[Label],
        *,
        theta: Estimator | Sequence[Estimator] = categorical_mle,
        prior: Prior = categorical_mle,
        values: Sequence[Sequence[Value]] | None = None,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
        weights: Sequence[float | Fraction] | None = None,
    ) -> Self:
        """Count, then estimate: (6) for each value, or (7), or what `theta` makes of the counts.

        `theta` is an equation of counts, such as `categorical_laplace`, or one for each feature;
        `values` are all that each feature can take, seen or not (J in the text); without them,
        those that were seen. Missing values (None) are not counted, as Sontag has it.

        >>> from textbook_ml.equations.smoothing import categorical_laplace
        >>> rows, labels = [["a"], ["b"], ["b"]], [1, 1, 0]
        >>> nb = CategoricalNaiveBayes.fit(rows, labels, theta=categorical_laplace)
        >>> nb.tables[0][0]
        {'a': Fraction(1, 2), 'b': Fraction(1, 2)}
        """
        statistics = cls.count(rows, labels, weights=weights)
        return cls.from_statistics(
            statistics, theta=theta, prior=prior, values=values, classes=classes, features=features
        )

    @staticmethod
    def count(
        rows: Sequence[Row],
        labels: Sequence[Label],
        weights: Sequence[float | Fraction] | None = None,
    ) -> ByClass[Label]:
        """What is counted: how often each value occurs in each class."""
        from textbook_ml.statistics.by_class import ByClass
        from textbook_ml.statistics.counts import Counts

        try:
            return ByClass.of(rows, labels, [Counts] * len(next(iter(rows), ())), weights)
        except TypeError as error:
            raise TextbookError(f"a cell is no category: {error}") from None

    @classmethod
    def from_statistics(
        cls,
        statistics: ByClass[Label],
        *,
        theta: Estimator | Sequence[Estimator] = categorical_mle,
        prior: Prior = categorical_mle,
        values: Sequence[Sequence[Value]] | None = None,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
    ) -> Self:
        """What is estimated from what was counted."""
        from textbook_ml.statistics.counts import Counts

        order = order_of_classes(statistics.sizes, classes)
        width = len(next(iter(statistics.summaries.values())))
        names = feature_names(features, width)
        nothing: tuple[Counts[Value], ...] = (Counts({}),) * width
        by_class = [statistics.summaries.get(y, nothing) for y in order]
        if values is not None:
            require_same_length(features=names, lists_of_values=values)
        possible = [
            possible_values(name, [counts[i] for counts in by_class], values and values[i])
            for i, name in enumerate(names)
        ]
        estimators = [theta] * width if callable(theta) else list(theta)
        require_same_length(features=names, estimators=estimators)
        tables = tuple(
            tuple(
                table_of(estimator, counts, vs, name, y)
                for estimator, counts, vs, name in zip(estimators, summary, possible, names)
            )
            for y, summary in zip(order, by_class)
        )
        return cls(order, names, estimate_prior(statistics.sizes, order, prior), tables)

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """ln P(y), then ln P(xᵢ | y) for each feature; 0 where xᵢ is missing, −∞ for a veto."""
        self._require_row(row)
        return {
            y: [log_prior, *map(getitem, tables, row)]
            for y, log_prior, tables in zip(self.classes, self._log_priors, self._log_tables)
        }

    def posterior(self, row: Row) -> dict[Label, float]:
        """P(y | x) for each class; with many features, from logarithms of twice the digits."""
        terms = self.log_terms(row)
        if len(row) > MANY:
            for y, tables in zip(self.classes, self.tables):
                terms[y] += [log_tail(t[x]) for t, x in zip(tables, row) if x is not None]
        return normalise_log_terms(terms)

    def exact_posterior(self, row: Row) -> dict[Label, Fraction]:
        """P(y | x) as Fractions that sum to exactly one.

        >>> nb = CategoricalNaiveBayes.fit([["a"], ["b"], ["b"]], [1, 1, 0])
        >>> nb.exact_posterior(["b"])
        {1: Fraction(1, 2), 0: Fraction(1, 2)}
        """
        self._require_row(row)
        factors = {
            y: [table[x] for table, x in zip(tables, row) if x is not None]
            for y, tables in zip(self.classes, self.tables)
        }
        return naive_bayes_posterior(dict(zip(self.classes, self.priors)), factors)

    def log_joint(self, row: Row) -> dict[Label, float]:
        """ln P(x, y) for each class."""
        return self.log_scores(row)

    def predict(self, rows: Iterable[Row]) -> list[Label]:
        """The labels of many rows.

        The quick sum is rounded at every step, and not alike on every Python; but whatever is
        near a tie is decided by `classify`, so that the labels are.
        """
        stream, result = iter(rows), list[Label]()
        while block := list(islice(stream, BLOCK)):
            try:
                scores = self._log_odds_of(block)
            except (LookupError, TypeError):  # a value that is not known
                result += map(self.classify, block)
                continue
            result += [
                self.classify(row) if near_tie(odds) else self.classes[odds.index(max(odds))]
                for row, odds in zip(block, scores)
            ]
        return result

    def _log_odds_of(self, rows: Sequence[Row]) -> list[tuple[float, ...]]:
        """The log odds of some rows against the first class, looked up a column at a time."""
        if set(map(len, rows)) != {len(self.features)} or not self.features:
            raise LookupError("a row is too long or too short, or has nothing to look up")
        columns, scores = list(zip(*rows)), [[0.0] * len(rows)]
        for log_prior, tables in zip(self._log_priors[1:], self._gaps):
            gaps = (map(table.__getitem__, column) for table, column in zip(tables, columns))
            scores.append(list(map(sum, zip(*gaps), repeat(log_prior - self._log_priors[0]))))
        return list(zip(*scores))

    def predict_proba(self, rows: Iterable[Row]) -> list[dict[Label, float]]:
        """The posteriors of many rows."""
        return [self.posterior(row) for row in rows]

    def sample(self, n: int, rng: Random) -> tuple[list[list[Value]], list[Label]]:
        """New rows: first a class by the prior, then each feature by its table."""
        weights = list(map(float, self.priors))
        places = rng.choices(range(len(self.classes)), weights, k=n)
        drawers = [
            [(list(t), list(map(float, t.values()))) for t in tables] for tables in self.tables
        ]
        rows = [[rng.choices(vs, ps)[0] for vs, ps in drawers[k]] for k in places]
        return rows, [self.classes[k] for k in places]

    def to_logistic(self) -> tuple[float, list[dict[Value, float]]]:
        """The bias and a table of weights per feature, on one-hot indicators, of the second class.

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

    def _require_row(self, row: Row) -> None:
        require_same_length(values=row, features=self.features)
        with suppress(TypeError):
            if all(map(contains, self._log_tables[0], row)):
                return
        for name, x, table in zip(self.features, row, self.tables[0]):
            if not isinstance(x, Hashable):
                raise TextbookError(f"feature {name!r} is {x!r}: a category is hashable")
            if x is not None and x not in table:
                raise TextbookError(
                    f"feature {name!r} is {quoted(x)}, which the model does not know (it knows "
                    f"{list(table)}): give None for it, or name it in values= when fitting"
                )


def possible_values(
    name: str, counts: Sequence[Counts[Value]], given: Sequence[Value] | None
) -> tuple[Value, ...]:
    """The values that a feature can take: as given, or all that were seen, in order."""
    seen = dict.fromkeys(v for c in counts for v in c.table)
    if given is None:
        require(len(seen) > 0, f"feature {name!r} is never observed: drop it, or give its values")
        return tuple(seen)
    for v, times in Counter(given).items():
        require(v is not None, f"None is among the values of feature {name!r}: it means missing")
        require(times == 1, f"{v!r} is among the values of feature {name!r} twice: give it once")
    surprises = [v for v in seen if v not in given]
    require(not surprises, f"feature {name!r} takes {surprises}, which are not among {list(given)}")
    return tuple(given)


def table_of(
    estimator: Estimator, counts: Counts[Value], values: Sequence[Value], name: str, y: object
) -> dict[Value, Fraction]:
    """What an equation makes of the counts of one feature in one class."""
    try:
        shares = estimator([counts.table.get(v, 0) for v in values])
    except TextbookError as error:
        raise TextbookError(f"feature {name!r} in class {y!r}: {error}") from None
    exactly = exact_shares(shares, f"feature {name!r} in class {y!r}")
    return dict(zip(values, exactly, strict=True))


def _against(table: Mapping[Any, float], first: Mapping[Any, float]) -> dict[Any, float]:
    """How much more likely each value is than in the first class; NaN if it never is in either."""
    return {value: log_p - first[value] for value, log_p in table.items()}
