"""Mixed naive Bayes: each feature has its own kind of distribution; Mitchell's exercise 2."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Self, TypeVar

from textbook_ml.core.errors import (
    TextbookError,
    did_you_mean,
    quoted,
    quoted_list,
    require,
    require_same_length,
)
from textbook_ml.core.stable import safe_log
from textbook_ml.models.distribution import Distribution, errors_name_place, families
from textbook_ml.models.naive_bayes import NaiveBayes
from textbook_ml.models.priors import feature_names
from textbook_ml.models.protocols import require_model
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from textbook_ml.learning.statistics.by_class import ByClass
    from textbook_ml.models.counting import Counted, Examples

Label = TypeVar("Label", bound=Hashable)
SHORT = {"discrete": "categorical", "continuous": "gaussian"}  # the kinds of a data set


@equation("mitchell-ex2", "xing-nb-general")
@dataclass(frozen=True, slots=True, repr=False)
class MixedNaiveBayes(NaiveBayes[Label], Generic[Label]):
    """Naive Bayes for features of different kinds, each with a distribution of its own.

        P(y | x) ∝ P(y) Πᵢ P(xᵢ | y)

    `distributions[k][i]` is the distribution of feature i in class k.
    `kinds` names the family of each feature: "categorical", "bernoulli", "gaussian", "poisson",
    "exponential" or "laplace"; "discrete" is short for "categorical" and "continuous" for
    "gaussian". A dict names the kind of each feature. A `Dataset` has its own kinds, and a dict
    replaces some of them. The other options of `fit` are passed to the families that have them:
    `theta` and `values` to the categorical ones, `variance` and `floor` to the Gaussian ones.
    `values` maps the position of a categorical feature to the values it can take.

    >>> rows, labels = [["a", 1.0], ["b", 3.0], ["b", 7.0], ["b", 9.0]], [0, 0, 1, 1]
    >>> kinds = ["categorical", "gaussian"]
    >>> model = MixedNaiveBayes.fit(rows, labels, kinds=kinds)
    >>> model.distributions[0][1]
    Gaussian(mu=2.0, sigma2=2.0)
    >>> model.classify(["b", 5.0])      # 5 is as far from 2 as from 8; 'b' is evidence for 1
    1
    """

    priors: tuple[Fraction, ...]  # type: ignore[assignment]  # Fractions act as floats do
    distributions: tuple[tuple[Distribution, ...], ...]

    labels_only = True

    def __post_init__(self) -> None:
        require_model(self.classes, self.features, self.priors, self.distributions)
        for name, column in zip(self.features, zip(*self.distributions)):
            require(
                len(set(map(type, column))) == 1,
                f"feature {name!r} must have one kind of distribution in all classes, got "
                f"{', '.join(sorted({type(part).__name__ for part in column}))}",
            )
        set_ = object.__setattr__
        set_(self, "_log_priors", tuple(map(safe_log, self.priors)))
        set_(self, "_tables", tuple(tuple(map(_tables_of_feature, p)) for p in self.distributions))

    @classmethod
    def _statistics_of(
        cls, examples: Examples, kinds: Sequence[str] | Mapping[str, str] | None = None
    ) -> ByClass[Label]:
        from textbook_ml.models.counting import count_columns

        if kinds is None:
            raise TextbookError(
                "MixedNaiveBayes.fit needs the kind of each feature. Fix: "
                'kinds=["categorical", "gaussian"], or kinds={"age": "gaussian", …}'
            )
        names = examples.features or feature_names(None, len(next(iter(examples.rows), ())))
        return count_columns(examples, families_called(kinds_in_order(kinds, names)))

    @classmethod
    def kinds_of(cls, table: Any, given: Any = None, features: Sequence[str] | None = None) -> Any:
        """Return the given kinds, or those of a data set; a dict replaces some of these."""
        if given is not None and not isinstance(given, Mapping):
            return given
        own = dict(zip(table.features, table.kinds))
        known = own if features is None else {n: own[n] for n in features if n in own}
        return {**known, **(given or {})}

    @classmethod
    def option_defaults(cls) -> dict[str, Any]:
        """Return the option `kinds` and the options of all families, with their defaults."""
        found: dict[str, Any] = {"kinds": None}
        for family in families().values():
            found |= getattr(family.estimate, "__kwdefaults__", None) or {}
        return found

    @classmethod
    def _estimated_from(cls, counted: Counted, **options: Any) -> Self:
        columns, order = counted.columns(), counted.classes
        kinds = kinds_in_order(options.pop("kinds"), [column.name for column in columns])
        chosen = families_called(kinds)
        require_same_length(features=columns, kinds=kinds)
        learned: dict[int, list[Distribution]] = {}
        for family, places in _positions_by_family(chosen).items():
            asked = {k: v for k, v in options.items() if k in family_options(family)}
            if "values" in asked:
                asked["values"] = [(asked["values"] or {}).get(i) for i in places]
            for i, found in zip(places, family.estimate([columns[i] for i in places], **asked)):
                name = columns[i].name
                learned[i] = [
                    errors_name_place(name, y, family, *parts) for y, parts in zip(order, found)
                ]
        parts = tuple(zip(*(learned[i] for i in range(len(columns)))))
        return cls(order, tuple(column.name for column in columns), counted.priors, parts)

    def distribution(self, k: int, i: int) -> Distribution:
        """The distribution of feature i in class k."""
        return self.distributions[k][i]

    def log_terms(self, row: Sequence[Any]) -> dict[Label, list[float]]:
        """ln P(y), then ln P(xᵢ | y) for each feature; 0 where xᵢ is missing."""
        values = self._row_values(row)
        return {
            y: [
                log_prior,
                *(t for x, p, e in zip(values, parts, tables) for t in p.log_terms([x], *e)),
            ]
            for y, log_prior, parts, tables in zip(
                self.classes, self._log_priors, self.distributions, self._tables
            )
        }

    def _row_values(self, row: Sequence[Any]) -> Sequence[Any]:
        pairs = zip(self._checked_values(row), self.distributions[0])
        return [int(x) if type(x) is float and part.kind == "bernoulli" else x for x, part in pairs]

    def _families_and_parameters(
        self, k: int
    ) -> Sequence[tuple[type[Distribution], Sequence[Any]]]:
        return [(type(part), part.parameters) for part in self.distributions[k]]

    def _families_with_entries(self, k: int) -> Sequence[tuple[type[Distribution], Sequence[Any]]]:
        pairs = zip(self.distributions[k], self._tables[k])
        return [(type(part), [entry for (entry,) in tables]) for part, tables in pairs]

    def to_logistic(self) -> None:
        """Raise TextbookError: mixed features have no logistic weights in general."""
        raise TextbookError(
            "features of several kinds have no common logistic form. Fix: fit the Boolean, "
            "Gaussian or Poisson features by themselves"
        )


def kinds_in_order(kinds: Any, features: Sequence[str]) -> Sequence[str]:
    """Return the family of each feature; a dict must contain exactly the features.

    >>> kinds_in_order({"age": "continuous", "smokes": "bernoulli"}, ["smokes", "age"])
    ['bernoulli', 'gaussian']
    """
    if isinstance(kinds, Mapping):
        for name in kinds:
            require(
                name in features,
                f"kinds: there is no feature {quoted(name)}. Features: {quoted_list(features)}",
            )
        missing = [name for name in features if name not in kinds]
        require(
            not missing,
            f"kinds must have the kind of each feature, missing: {quoted_list(missing)}. Fix: "
            "add them",
        )
        kinds = [kinds[name] for name in features]
    require(
        isinstance(kinds, (list, tuple)),
        f"kinds must be a list with one kind for each feature, or a dict, got {quoted(kinds)}. "
        'Fix: kinds=["categorical", "gaussian"]',
    )
    return [SHORT.get(kind, kind) for kind in kinds]


def families_called(kinds: Sequence[str]) -> list[type[Distribution]]:
    """Return the families of distributions with these kinds.

    >>> [family.__name__ for family in families_called(["gaussian", "categorical"])]
    ['Gaussian', 'Categorical']
    """
    known = {kind: family for kind, family in families().items() if kind != "multinomial"}
    for kind in kinds:
        advice = did_you_mean(kind, known, f"Known: {', '.join(sorted(known))}")
        require(kind in known, f"unknown kind {kind!r}. {advice}")
    return [known[kind] for kind in kinds]


def family_options(family: type[Distribution]) -> tuple[str, ...]:
    """Return the options of a family's `estimate`."""
    return tuple(getattr(family.estimate, "__kwdefaults__", None) or ())


def _positions_by_family(
    chosen: Sequence[type[Distribution]],
) -> dict[type[Distribution], list[int]]:
    """Return the positions of the features of each family."""
    places: dict[type[Distribution], list[int]] = defaultdict(list)
    for i, family in enumerate(chosen):
        places[family].append(i)
    return places


def _tables_of_feature(part: Distribution) -> tuple[Sequence[Any], ...]:
    """Return the tables for `log_terms` of a single feature."""
    return part.tables(*([parameter] for parameter in part.parameters))
