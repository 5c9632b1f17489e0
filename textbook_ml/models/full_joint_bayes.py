"""The full-joint Bayes classifier: a probability for every whole row; section 1."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any, Generic, Self, TypeVar

from textbook_ml.core.errors import TextbookError, quoted, require, require_same_length
from textbook_ml.core.numeric import exact, require_probability
from textbook_ml.core.stable import safe_log
from textbook_ml.equations.bayes import bayes_rule
from textbook_ml.equations.smoothing import theta_smoothed
from textbook_ml.models.priors import CountedModel, feature_names, require_complete
from textbook_ml.models.protocols import Generative, Probabilistic, require_model
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:  # for annotations only; imported where it is used
    from random import Random

    from textbook_ml.learning.statistics.by_class import ByClass
    from textbook_ml.models.counting import Counted, Examples

Label = TypeVar("Label", bound=Hashable)
Row = tuple[Hashable, ...]


@equation("mitchell-s1-recipe", "mitchell-s1.1-theta")
@dataclass(frozen=True, slots=True, repr=False)
class FullJointBayes(CountedModel[Label], Probabilistic[Label], Generative[Label], Generic[Label]):
    """The full-joint Bayes classifier: a probability P(x | y) for every whole row x.

        P(y | x) ∝ P(y) P(x₁ … xₙ | y)

    `tables[k]` has the rows that class k contains; `unseen[k]` is the probability of each other
    row. Without smoothing, a row that no class contains has no posterior: 0/0.

    >>> model = FullJointBayes.fit([(1, "a"), (1, "b"), (1, "b")], ["yes", "yes", "no"])
    >>> model.priors, model.tables[0][1, "b"]
    ((Fraction(2, 3), Fraction(1, 3)), Fraction(1, 2))
    >>> model.exact_posterior((1, "b"))      # 2/3 · 1/2 against 1/3 · 1
    {'yes': Fraction(1, 2), 'no': Fraction(1, 2)}
    >>> model.classify((1, "a"))
    'yes'
    """

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    priors: tuple[Fraction, ...]
    values: tuple[tuple[Hashable, ...], ...]  # all values of each feature
    tables: tuple[Mapping[Row, Fraction], ...]
    unseen: tuple[Fraction, ...]  # probability of each row that was not observed in the class

    def __post_init__(self) -> None:
        require_model(self.classes, self.features, self.priors)
        require_same_length(classes=self.classes, tables=self.tables, unseen=self.unseen)
        require_same_length(features=self.features, values=self.values)
        for y, table, p in zip(self.classes, self.tables, self.unseen):
            require_probability(p, f"P(an unseen row | {y!r})")
            for x, share in table.items():
                require_probability(share, f"P({x!r} | {y!r})")
                require(
                    None not in x, f"the table of class {y!r} has a row with a missing value: {x!r}"
                )
                self._require_row(x)
            whole = sum(table.values()) + p * (self._cells() - len(table))
            require(whole == 1, f"the probabilities of class {y!r} sum to {whole}, not to one")

    @classmethod
    def _statistics_of(cls, examples: Examples) -> ByClass[Label]:
        from textbook_ml.learning.statistics.by_class import ByClass, require_rectangular
        from textbook_ml.learning.statistics.value_counts import Counts

        rows, labels = examples.rows, examples.labels
        require_rectangular(rows, labels, len(next(iter(rows), ())))
        require_complete(rows, examples.features, "a full joint distribution")
        return ByClass.of([(tuple(row),) for row in rows], labels, [Counts], examples.weights)

    @classmethod
    def _estimated_from(
        cls,
        counted: Counted,
        *,
        strength: float | Fraction = 0,
        values: Sequence[Sequence[Hashable]] | None = None,
    ) -> Self:
        counts = [rows.table for (rows,) in counted.summaries()]
        sizes = [counted.statistics.sizes.get(y, 0) for y in counted.classes]
        columns = list(zip(*dict.fromkeys(row for table in counts for row in table)))
        given = [tuple(dict.fromkeys(c)) for c in columns] if values is None else values
        cells, l = prod(map(len, given)), exact(strength)
        return cls(
            counted.classes,
            feature_names(counted.features, len(columns)),
            counted.priors,
            tuple(map(tuple, given)),
            tuple(
                {x: theta_smoothed(c, n, cells, l) for x, c in table.items()}
                for table, n in zip(counts, sizes)
            ),
            tuple(theta_smoothed(0, n, cells, l) for n in sizes),
        )

    def exact_posterior(self, row: Sequence[Any]) -> dict[Label, Fraction]:
        """P(y | x) as Fractions that sum to exactly one."""
        return bayes_rule(dict(zip(self.classes, self.priors)), self._likelihood(row))

    def posterior(self, row: Sequence[Any]) -> dict[Label, float]:
        """P(y | x) for each class, rounded once, so that equal probabilities stay equal."""
        return {y: float(p) for y, p in self.exact_posterior(row).items()}

    def log_terms(self, row: Sequence[Any]) -> dict[Label, list[float]]:
        """ln P(y) and ln P(x | y): all features are one factor."""
        likelihood, priors = self._likelihood(row), zip(self.classes, self.priors)
        return {y: [safe_log(p), safe_log(likelihood[y])] for y, p in priors}

    def log_joint(self, row: Sequence[Any]) -> dict[Label, float]:
        """ln P(x, y) for each class."""
        return self.log_scores(row)

    def sample(self, n: int, rng: Random) -> tuple[list[Row], list[Label]]:
        """New rows: first a class by the prior, then a whole row by its probability."""
        places = rng.choices(range(len(self.classes)), list(map(float, self.priors)), k=n)
        return [self._draw(k, rng) for k in places], [self.classes[k] for k in places]

    def to_logistic(self) -> None:
        """Raise TextbookError: the log odds of whole rows are not a weighted sum of features."""
        raise TextbookError(
            "the full joint model has separate odds for every row, but the log odds of a logistic "
            "model are a sum over features. Fix: fit a naive Bayes model first"
        )

    def names_of(self, row: Sequence[Any]) -> list[tuple[str, Any]]:
        """The whole row as one feature."""
        return [(" and ".join(self.features), tuple(row))]

    def _likelihood(self, row: Sequence[Any]) -> dict[Label, Fraction]:
        """P(x | y), summed over the values of missing features."""
        self._require_row(row)
        x = tuple(row)
        if None not in x:
            parts = zip(self.classes, self.tables, self.unseen)
            return {y: table.get(x, unseen) for y, table, unseen in parts}
        cells = prod(len(vs) for vs, v in zip(self.values, x) if v is None)
        result = {}
        for y, table, unseen in zip(self.classes, self.tables, self.unseen):
            seen = [p for full, p in table.items() if _matches_pattern(full, x)]
            result[y] = sum(seen, Fraction(0)) + unseen * (cells - len(seen))
        return result

    def _draw(self, k: int, rng: Random) -> Row:
        table = self.tables[k]
        if rng.random() < sum(table.values()):
            return rng.choices(list(table), list(map(float, table.values())))[0]
        return next(row for row in self._cells_at_random(rng) if row not in table)

    def _cells_at_random(self, rng: Random) -> Iterator[Row]:
        while True:
            yield tuple(rng.choice(values) for values in self.values)

    def _cells(self) -> int:
        return prod(map(len, self.values))

    def _require_row(self, row: Sequence[Any]) -> None:
        require_same_length(values=row, features=self.features)
        for name, v, known in zip(self.features, row, self.values):
            if v is not None and v not in known:
                raise TextbookError(
                    f"feature {name!r} is {quoted(v)}, which is not a known value ("
                    f"{list(known)}). Fix: pass None for it, or list it in values= when fitting"
                )


def _matches_pattern(full: Row, pattern: Row) -> bool:
    return all(b is None or a == b for a, b in zip(full, pattern))
