"""Naive Bayes with any distribution: the base class of the models of all families.

        P(y | x) ∝ P(y) Πᵢ P(xᵢ | y)

A model of one family is a dataclass with one table per parameter: `means[k][i]` is the mean of
feature i in class k. Everything below follows from the family's equations.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import chain, repeat
from math import exp, fsum, inf
from typing import Any, ClassVar, Generic, Self, TypeVar

from textbook_ml.core.errors import TextbookError, require_same_length
from textbook_ml.core.stable import (
    exact_difference,
    labels_within_reach,
    loses_digits,
    normalise_exact_terms,
    safe_log,
)
from textbook_ml.equations.bayes import posterior_from_log_terms
from textbook_ml.models.distribution import Card, Distribution, Golden, errors_name_place
from textbook_ml.models.priors import CountedModel
from textbook_ml.models.protocols import (
    Generative,
    Probabilistic,
    Rows,
    quick_labels,
    require_model,
    rows_with_scores,
)

TYPE_CHECKING = False
if TYPE_CHECKING:  # for annotations only; imported where it is used
    from random import Random

    from textbook_ml.learning.statistics.by_class import ByClass
    from textbook_ml.models.counting import Counted, Examples
    from textbook_ml.models.explanation import Explanation

Label = TypeVar("Label", bound=Hashable)
Row = Any
Table = tuple[tuple[float, ...], ...]  # [class][feature]

MANY = 1000  # with at least this many features, the rounding errors of the terms matter
SURE = -200.0  # scores above this keep enough digits for a posterior of many rows at once


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class NaiveBayes(CountedModel[Label], Probabilistic[Label], Generative[Label], Generic[Label]):
    """Naive Bayes with one family of distributions; subclasses add the family's parameters.

    `MixedNaiveBayes`, in which each feature has a family of its own, overrides what depends on it.
    """

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    priors: tuple[float, ...]
    _log_priors: tuple[float, ...] = field(init=False, repr=False, compare=False)
    _tables: tuple[tuple[Any, ...], ...] = field(init=False, repr=False, compare=False)

    family: ClassVar[type[Distribution]]
    cards: ClassVar[tuple[Card, ...]]
    golden: ClassVar[Golden | None] = None
    # True if quick scores are not accurate enough for posteriors
    labels_only: ClassVar[bool] = False

    def __post_init__(self) -> None:
        parameters = self.parameters
        require_model(self.classes, self.features, self.priors, *parameters)
        for y, *rows in zip(self.classes, *parameters):
            for name, *values in zip(self.features, *rows):
                errors_name_place(name, y, self.family.check, *values)
        set_ = object.__setattr__
        set_(self, "_log_priors", tuple(map(safe_log, self.priors)))
        set_(self, "_tables", tuple(map(self.family.tables, *parameters)))

    @classmethod
    def _statistics_of(cls, examples: Examples) -> ByClass[Label]:
        from textbook_ml.models.counting import count_columns

        families = [cls.family] * len(next(iter(examples.rows), ()))
        return count_columns(examples, families, examples.whole)

    @classmethod
    def option_defaults(cls) -> dict[str, Any]:
        """The options of the family's `estimate`, with their defaults."""
        return dict(getattr(cls.family.estimate, "__kwdefaults__", None) or {})

    @classmethod
    def _estimated_from(cls, counted: Counted, **options: Any) -> Self:
        columns = counted.columns()
        estimates = cls.family.estimate(columns, **options)  # [feature][class][parameter]
        places = range(len(counted.classes))
        priors: Any = counted.priors if cls.family.exact else tuple(map(float, counted.priors))
        return cls(
            counted.classes,
            tuple(column.name for column in columns),
            priors,
            *(
                tuple(tuple(of_feature[k][p] for of_feature in estimates) for k in places)
                for p in range(len(cls._parameter_names()))
            ),
        )

    @classmethod
    def _parameter_names(cls) -> list[str]:
        return [f.name for f in fields(cls) if f.init][3:]

    @property
    def parameters(self) -> list[Any]:
        """The tables of parameters, [class][feature], in the order of the family's fields."""
        return [getattr(self, name) for name in self._parameter_names()]

    def distribution(self, k: int, i: int) -> Distribution:
        """The distribution of feature i in class k."""
        return self.family(*(table[k][i] for table in self.parameters))

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """ln P(y), then ln P(xᵢ | y) for each feature; 0 where xᵢ is missing."""
        values, terms = self._row_values(row), self.family.log_terms
        return {
            y: [log_prior, *terms(values, *tables)]
            for y, log_prior, tables in zip(self.classes, self._log_priors, self._tables)
        }

    def _row_values(self, row: Row) -> Sequence[Any]:
        """Return a row as values in the order of the features. Raise TextbookError if not valid."""
        if len(row) == len(self.features) and self.family.all_plain(row):
            values: Sequence[Any] = row
            return values
        return self._checked_values(row)

    def _families_and_parameters(
        self, k: int
    ) -> Sequence[tuple[type[Distribution], Sequence[Any]]]:
        """Return the family and the parameters of each feature in class k."""
        return [(self.family, theta) for theta in zip(*(table[k] for table in self.parameters))]

    def _families_with_entries(self, k: int) -> Sequence[tuple[type[Distribution], Sequence[Any]]]:
        """Return the family and the entries for `log_terms` of each feature in class k."""
        return [(self.family, entry) for entry in zip(*self._tables[k])]

    def posterior(self, row: Row) -> dict[Label, float]:
        """P(y | x) for each class, by (2)."""
        terms = self.log_terms(row)
        if needs_more_digits(terms):
            wide = self._precise_log_terms(row, labels_within_reach(terms)).items()
            found = normalise_exact_terms({y: chain.from_iterable(parts) for y, parts in wide})
            return {y: found.get(y, 0.0) for y in terms}
        return posterior_from_log_terms(terms)

    def log_joint(self, row: Row) -> dict[Label, float]:
        """ln P(x, y) for each class, including all constants."""
        values = self._row_values(row)
        result = {}
        for k, (y, log_prior) in enumerate(zip(self.classes, self._log_priors)):
            known = [
                (x, f, theta)
                for x, (f, theta) in zip(values, self._families_and_parameters(k))
                if x is not None
            ]
            result[y] = fsum([log_prior, *(f.log_p(x, *theta) for x, f, theta in known)])
        return result

    def explain(self, row: Row) -> Explanation[Label]:
        """Return the contribution of each feature to the log odds of the two best classes."""
        from textbook_ml.models.explanation import best_two, explanation

        chosen, other = best_two(self.posterior(row))
        terms = self._precise_log_terms(row, [chosen, other])
        a, b = terms[chosen], terms[other]
        gaps = list(map(exact_difference, a, b))
        overflow = inf in gaps and -inf in gaps  # larger than floats, and of both signs
        whole = exact_difference(chain(*a), chain(*b)) if overflow else None
        why = explanation(chosen, other, self.names_of(row), gaps, whole)
        return replace(why, of_words=isinstance(row, Mapping))

    def predict(self, rows: Rows) -> list[Label]:
        """The labels of many rows; a row near a tie is decided by `classify`."""
        return quick_labels(self, self._rows_with_scores(rows))

    def predict_proba(self, rows: Rows) -> list[dict[Label, float]]:
        """The posteriors of many rows."""
        if self.labels_only:
            return [self.posterior(row) for row in rows]
        return [
            self._normalised(scores) if max(scores) > SURE else self.posterior(row)
            for row, scores in self._rows_with_scores(rows)
        ]

    def sample(self, n: int, rng: Random) -> tuple[list[Any], list[Label]]:
        """New rows: first a class by the prior, then each feature by its distribution."""
        places = rng.choices(range(len(self.classes)), list(map(float, self.priors)), k=n)
        parts = list(map(self._families_and_parameters, range(len(self.classes))))
        rows: list[Any] = [[f.draw(rng, *theta) for f, theta in parts[k]] for k in places]
        return rows, [self.classes[k] for k in places]

    def _checked_values(self, row: Row) -> Sequence[Any]:
        """Return a row after a check of each cell; errors name the feature."""
        require_same_length(values=row, features=self.features)
        for name, x, (family, parameters) in zip(
            self.features, row, self._families_and_parameters(0)
        ):
            try:
                if x is not None:
                    family.require_value(x, *parameters)
            except TextbookError as error:
                raise TextbookError(f"feature {name!r}: {error}") from None
        values: Sequence[Any] = row
        return values

    def _precise_log_terms(
        self, row: Row, labels: Sequence[Label]
    ) -> dict[Label, list[tuple[Any, ...]]]:
        """Return the log terms in extended precision: tuples for the prior and each feature."""
        values = self._row_values(row)
        result = {}
        for y in labels:
            k = self.classes.index(y)
            parts = zip(values, self._families_and_parameters(k))
            found = [
                () if x is None else tuple(f.precise_log_terms(x, *theta))
                for x, (f, theta) in parts
            ]
            result[y] = [(self._log_priors[k],), *found]
        return result

    def _rows_with_scores(self, rows: Iterable[Row]) -> Iterator[tuple[Row, Sequence[float]]]:
        """Yield each row with its log scores; NaN means that the quick method does not apply."""
        return rows_with_scores(rows, self._fast_scores, len(self.classes))

    def _fast_scores(self, rows: Sequence[Row]) -> list[tuple[float, ...]]:
        """Return the log scores of rows by the equations of `log_terms`, column by column.

        This is 2 to 7 times as fast as `posterior` for each row.
        """
        columns = self._columns(rows)
        scores = []
        for k, log_prior in enumerate(self._log_priors):
            pairs = zip(columns, self._families_with_entries(k))
            parts = [family.log_terms(x, *map(repeat, entry)) for x, (family, entry) in pairs]
            scores.append(list(map(fsum, zip(repeat(log_prior), *parts))))
        return list(zip(*scores))

    def _columns(self, rows: Sequence[Row]) -> list[tuple[Any, ...]]:
        """Return the columns of rows. Raise ValueError unless all cells are certainly valid."""
        if set(map(len, rows)) != {len(self.features)} or not self.features:
            raise ValueError(
                "a row does not have as many values as the model has features, or there are none"
            )
        columns = list(zip(*rows))
        for column, (family, parameters) in zip(columns, self._families_and_parameters(0)):
            known = family.values(*parameters)
            valid = {None, *known}.issuperset(column) if known else family.all_plain(column)
            large = family.largest < inf and max(column) > family.largest
            if large or (not valid and (known or family.restricted)):
                raise ValueError("a value is missing or unusual")
        return columns  # a NaN that `all_plain` does not detect gives a score of NaN

    def _normalised(self, scores: Sequence[float]) -> dict[Label, float]:
        top = max(scores)
        weights = [exp(s - top) for s in scores]
        everything = fsum(weights)
        return {y: w / everything for y, w in zip(self.classes, weights)}


def needs_more_digits(terms: Mapping[Any, Sequence[float]]) -> bool:
    """Return whether rounding errors matter because terms are many or large."""
    return len(next(iter(terms.values()))) > MANY or loses_digits(terms)
