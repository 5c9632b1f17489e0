"""What every model can do: three small protocols, with the verbs that follow from others.

    Classifier      classify, predict, score
    Probabilistic   posterior, predict_proba, log_scores, explain
    Generative      log_joint, sample

A model writes down `log_terms(row)`: for each class the logarithm of its prior and then of each
feature's factor. All else follows, in one place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any, Generic, Protocol, Self, TypeVar

from textbook_ml.core.errors import require, require_same_length
from textbook_ml.core.numeric import Num, require_distribution
from textbook_ml.equations.bayes import most_probable, posterior_from_log_terms
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

Label = TypeVar("Label")
BLOCK = 1024  # rows that are labelled at once: enough for C loops to pay
NEAR_TIE = 1e-9  # of a log score: closer than this, rounding may have chosen the winner
MANY = 1000  # features: from here on the last bits of the logarithms add up
Row = Any  # a sequence in the order of the features; for text, a mapping from word to count


@dataclass(frozen=True, slots=True)
class Explanation(Generic[Label]):
    """Why one class and not another: what each feature added to the log odds.

    `prior` and the contributions add up to `log_odds`, to the last bit that a sum can keep.
    """

    chosen: Label
    other: Label
    log_odds: float
    prior: float
    contributions: tuple[tuple[str, Any, float], ...]  # feature, value, log odds


class Classifier(Protocol[Label]):
    """A model that gives a label, and may know nothing else about the inputs.

        f : X → Y,   or P(Y | X) directly

    >>> from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
    >>> model = GaussianNaiveBayes.fit([[1.0], [3.0], [7.0], [9.0]], "aabb")
    >>> model.classify([2.5]), model.predict([[2.5], [8.0]])
    ('a', ['a', 'b'])
    """

    __slots__ = ()

    classes: tuple[Label, ...]

    def classify(self, row: Row) -> Label:
        """The label of one row; of equally good ones, the first of `classes`."""
        ...

    def predict(self, rows: Iterable[Row]) -> list[Label]:
        """The labels of many rows."""
        return [self.classify(row) for row in rows]

    def to_json(self) -> str:
        """The model as text, without loss."""
        from textbook_ml.models.json_codec import to_json

        return to_json(self)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The model that `to_json` wrote; anything else is refused, and nothing is executed."""
        from textbook_ml.models.json_codec import from_json

        return from_json(text, {cls.__name__: cls})

    def score(self, rows: Sequence[Row], labels: Sequence[Label]) -> float:
        """The share of rows whose label is right."""
        require_same_length(rows=rows, labels=labels)
        require(len(rows) > 0, "there are no rows to score: give at least one")
        return sum(a == b for a, b in zip(self.predict(rows), labels)) / len(rows)


class Probabilistic(Classifier[Label], Protocol[Label]):
    """A classifier that says how sure it is."""

    __slots__ = ()

    features: tuple[str, ...]

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """For each class, ln P(y) and then ln P(xᵢ | y) for each feature; 0 where xᵢ is missing."""
        ...

    def log_scores(self, row: Row) -> dict[Label, float]:
        """For each class, ln P(y) + Σᵢ ln P(xᵢ | y): one number, not normalised."""
        return {y: fsum(terms) for y, terms in self.log_terms(row).items()}

    def posterior(self, row: Row) -> dict[Label, float]:
        """For each class, P(y | x)."""
        return posterior_from_log_terms(self.log_terms(row))

    def classify(self, row: Row) -> Label:
        """The most probable label of one row; of equally probable ones, the first of `classes`."""
        return most_probable(self.posterior(row))

    def predict_proba(self, rows: Iterable[Row]) -> list[dict[Label, float]]:
        """The posteriors of many rows."""
        return [self.posterior(row) for row in rows]

    def explain(self, row: Row) -> Explanation[Label]:
        """What each feature added to the log odds of the best class against the next."""
        terms = self.log_terms(row)
        chosen, other = best_two(self.posterior(row))
        gaps = [a - b for a, b in zip(terms[chosen], terms[other])]
        return explanation(chosen, other, self.names_of(row), gaps)

    def names_of(self, row: Row) -> Iterable[tuple[str, Any]]:
        """The features of a row with their values, in the order of the terms."""
        return zip(self.features, row)


@equation(
    "mitchell-s4-definitions",
    "mitchell-s5-generative",
    "ng-s0-generative",
    "xing-gen-vs-disc",
    "sontag-nb-vs-lr",
    "gwansiu-s3-relation",
    "gwansiu-s4-summary-1",
)
class Generative(Protocol[Label]):
    """A model of how the data arise, which can therefore make some up.

        generative: P(X | Y) and P(Y);   discriminative: P(Y | X) alone

    >>> from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
    >>> model = GaussianNaiveBayes(("a", "b"), ("x",), (1.0, 0.0), ((5.0,), (0.0,)),
    ...                            ((1e-300,), (1.0,)))
    >>> from random import Random
    >>> model.sample(2, Random(0))
    ([[5.0], [5.0]], ['a', 'a'])
    """

    __slots__ = ()

    def log_joint(self, row: Row) -> dict[Label, float]:
        """For each class, ln P(x, y): what `log_scores` is, with no constant left out."""
        ...

    def sample(self, n: int, rng: Random) -> tuple[list[Row], list[Label]]:
        """New rows and their labels."""
        ...


def best_two(posterior: Mapping[Label, float]) -> list[Label]:
    """The two most probable classes; of equally probable ones, the first come first."""
    return sorted(posterior, key=lambda y: -posterior[y])[:2]


def explanation(
    chosen: Label, other: Label, names: Iterable[tuple[str, Any]], gaps: Sequence[float]
) -> Explanation[Label]:
    """An explanation from the differences of the terms: first that of the priors."""
    contributions = tuple((name, value, gap) for (name, value), gap in zip(names, gaps[1:]))
    return Explanation(chosen, other, fsum(gaps), gaps[0], contributions)


def quick_labels(
    model: Classifier[Any], rows: Iterable[Row], scores_of: Callable[[Row], Sequence[float]]
) -> list[Any]:
    """The labels of many rows by quick scores; whatever is near a tie is decided by `classify`."""
    classes, result = model.classes, []
    for row in rows:
        try:
            scores = scores_of(row)
            sure = not near_tie(scores)
        except (OverflowError, ValueError):  # which `classify` can name, or can do better
            sure = False
        result.append(classes[scores.index(max(scores))] if sure else model.classify(row))
    return result


def require_model(
    classes: Sequence[object],
    features: Sequence[str],
    priors: Sequence[Num],
    *tables: Sequence[Sequence[object]],
) -> None:
    """Refuse a model whose parts do not fit: one prior and one row of each table per class."""
    require_classes(classes)
    require_same_length(classes=classes, priors=priors)
    require_distribution(dict(zip(classes, priors)), "the prior")
    for table in tables:
        require_same_length(classes=classes, rows_of_parameters=table)
        for row in table:
            require_same_length(features=features, parameters=row)


def require_classes(classes: Sequence[object]) -> None:
    """Refuse a single class, and one that stands there twice."""
    require(len(classes) > 1, f"there are {len(classes)} classes: a classifier tells two apart")
    (twice, times), *_ = Counter(classes).most_common(1)
    require(times == 1, f"class {twice!r} stands twice among the classes: give each once")


def require_two(classes: Sequence[object]) -> None:
    """Refuse more than two classes where there is one linear score."""
    require(
        len(classes) == 2,
        f"there are {len(classes)} classes, and a single linear score tells two apart: "
        "use SoftmaxRegression",
    )


def near_tie(scores: Sequence[float]) -> bool:
    """Whether rounding may have chosen the winner, or nothing can win.

    >>> near_tie([1.0, 1.0 + 1e-12]), near_tie([1.0, 2.0])
    (True, False)
    """
    second, best = sorted(scores)[-2:]
    return not best - second > NEAR_TIE * max(1.0, abs(best))
