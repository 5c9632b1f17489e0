"""The methods of every model: three small base classes with default methods.

    Classifier      classify, predict, score
    Probabilistic   posterior, predict_proba, log_scores, explain
    Generative      log_joint, sample

A model defines `log_terms(row)`: for each class the logarithm of its prior and of each feature's
factor. The other methods follow from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, repeat
from math import dist, fsum, hypot, inf, nan
from operator import eq
from typing import Any, ClassVar, Protocol, Self, TypeVar

from textbook_ml.core.errors import quoted_list, require, require_same_length
from textbook_ml.core.numeric import Num, require_distribution
from textbook_ml.core.printable import Printable
from textbook_ml.equations.bayes import most_probable, posterior_from_log_terms
from textbook_ml.models.inputs import accept_all_forms, without_wrapper
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from textbook_ml.models.explanation import Explanation

Label = TypeVar("Label")
BLOCK = 1024  # rows that are classified at once: enough for loops in C to be faster
NEAR_TIE = 1e-9  # relative difference of log scores below which rounding may decide
Scores = Sequence[float]  # log scores of a row, one for each class
Row = Any  # a sequence in the order of the features; for text, a mapping from word to count
Rows = Any  # a sequence of rows, a 2-D array, a data frame or a list of dicts; see `inputs`


class Classifier(Printable, Protocol[Label]):
    """A model that predicts a label.

        f : X → Y,   or P(Y | X) directly

    >>> from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
    >>> model = GaussianNaiveBayes.fit([[1.0], [3.0], [7.0], [9.0]], "aabb")
    >>> model.classify([2.5]), model.predict([[2.5], [8.0]])
    ('a', ['a', 'b'])
    """

    __slots__ = ()

    classes: tuple[Label, ...]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for part in cls.__mro__[:-1]:  # a mixin may define `fit` or `predict`
            accept_all_forms(part)

    def classify(self, row: Row) -> Label:
        """The label of one row; ties go to the first class."""
        ...

    def predict(self, rows: Rows) -> list[Label]:
        """The labels of many rows."""
        classify = without_wrapper(type(self).classify)
        return [classify(self, row) for row in rows]

    def to_json(self) -> str:
        """The model as text, without loss."""
        from textbook_ml.models.json_codec import to_json

        return to_json(self)

    @classmethod
    def from_json(cls, text: str, *, memory: int | None = None) -> Self:
        """The model from a text that `to_json` wrote; nothing in it is executed.

        A text that could need more than `memory` bytes (default: 256 MB) is an error.
        """
        from textbook_ml.models.json_codec import MEMORY, from_json

        return from_json(text, {cls.__name__: cls}, memory=memory or MEMORY)

    def _report(self) -> Iterable[str]:
        """Yield the tables that `print` and a notebook show."""
        return loaded_report("model_report", "model_report", self)

    def score(self, rows: Rows, labels: Any) -> float:
        """The accuracy: the fraction of rows whose label is predicted correctly."""
        from textbook_ml.core.arrays import read_labels

        found, due = self.predict(rows), read_labels(labels)
        require_same_length(rows=found, labels=due)
        require(len(due) > 0, "need at least one row to score, got none")
        require(
            not set(self.classes).isdisjoint(due),
            f"the labels must be among the classes {quoted_list(self.classes)}, got "
            f"{quoted_list(list(dict.fromkeys(due)))}",
        )
        n_correct: int = sum(map(eq, found, due))
        return n_correct / len(due)


accept_all_forms(Classifier)


class Probabilistic(Classifier[Label], Protocol[Label]):
    """A classifier that gives the probability of each class."""

    __slots__ = ()

    features: tuple[str, ...]
    first_term: ClassVar[str] = "prior"  # name of the first term in an explanation

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
        """The most probable label of one row; ties go to the first class."""
        return most_probable(self.posterior(row))

    def predict_proba(self, rows: Rows) -> list[dict[Label, float]]:
        """The posteriors of many rows: for each row, {label: probability}."""
        posterior = without_wrapper(type(self).posterior)
        return [posterior(self, row) for row in rows]

    def probabilities(self, rows: Rows) -> list[list[float]]:
        """The posteriors of many rows as lists, in the order of `classes`.

        >>> from textbook_ml.models.logistic_regression import LogisticRegression
        >>> model = LogisticRegression(("no", "yes"), ("x",), w0=0.0, w=(1.0,))
        >>> model.probabilities([[0.0], [0.0]])
        [[0.5, 0.5], [0.5, 0.5]]
        """
        return [[p[y] for y in self.classes] for p in self.predict_proba(rows)]

    def explain(self, row: Row) -> Explanation[Label]:
        """The contribution of each feature to the log odds of the best class against the next."""
        from textbook_ml.models.explanation import best_two, explanation

        terms = self.log_terms(row)
        chosen, other = best_two(self.posterior(row))
        gaps = [a - b for a, b in zip(terms[chosen], terms[other])]
        why = explanation(chosen, other, self.names_of(row), gaps)
        return replace(why, first_term=self.first_term, of_words=isinstance(row, Mapping))

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
    """A model of the joint distribution of rows and labels, which can generate new examples.

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
        """For each class, ln P(x, y): `log_scores` with all constants."""
        ...

    def sample(self, n: int, rng: Random) -> tuple[list[Row], list[Label]]:
        """New rows and their labels."""
        ...


def loaded_report(module: str, function: str, thing: object) -> Iterable[str]:
    """Return the report on a model or an explanation, or its repr if a bundle lacks the module.

    The module is imported by name, so that a bundle of one model need not contain all tables.
    """
    from importlib import import_module

    try:
        report: Iterable[str] = getattr(import_module(f"{__package__}.{module}"), function)(thing)
    except ModuleNotFoundError:
        return [repr(thing)]
    return report


def rows_with_scores(
    rows: Iterable[Row], scores_of: Callable[[list[Row]], Sequence[Scores]], n_classes: int
) -> Iterator[tuple[Row, Scores]]:
    """Yield each row with its scores, by a quick function of many rows.

    If it raises an error for a row, the scores of this row are NaN.
    """
    unknown, stream = (nan,) * n_classes, iter(rows)
    while block := list(islice(stream, BLOCK)):
        try:
            yield from zip(block, scores_of(block), strict=True)
        except (TypeError, ValueError, OverflowError, LookupError):
            for row in block:
                try:
                    yield row, scores_of([row])[0]
                except (TypeError, ValueError, OverflowError, LookupError):
                    yield row, unknown


def quick_labels(model: Classifier[Any], pairs: Iterable[tuple[Row, Scores]]) -> list[Any]:
    """Return the labels of rows with quick scores; `classify` decides near a tie and for NaN."""
    classes, result = model.classes, []
    for row, scores in pairs:
        second, best = sorted(scores)[-2:]
        sure = best - second > NEAR_TIE * max(1.0, abs(best))
        result.append(classes[scores.index(best)] if sure else model.classify(row))
    return result


def labels_by_lines(
    model: Classifier[Any],
    rows: Iterable[Row],
    lines: Sequence[tuple[float, Sequence[float]]],
    centre: Sequence[float],
) -> list[Any]:
    """Return the labels of many rows by linear scores w₀ + Σᵢ wᵢ (xᵢ − cᵢ), one for each class.

    An inner product is a difference of squared distances, which `math.dist` computes in C:

        2 v · (x − c) = |x − c|² + |v|² − |x − c − v|²,   v = w r / |w|

    Here r is the median of |x − c|. Rounding errors are in proportion to the squares, by which
    the scores are divided. This is 5 times as fast as `classify` for each row.
    """
    origin, lengths = tuple(centre), [hypot(*w) for _, w in lines]
    reach = max(hypot(w0, length) for (w0, _), length in zip(lines, lengths) if w0 > -inf)

    def scores_of(block: list[Row]) -> list[tuple[float, ...]]:
        far = list(map(dist, block, repeat(origin)))
        r = sorted(far)[len(far) // 2] or 1.0
        squares = [d * d for d in far]
        scales = [1.0 + reach * (1.0 + r + square / r) for square in squares]
        scores = []
        for (w0, w), length in zip(lines, lengths):
            unit = r / (length or 1.0)
            gaps = map(dist, block, repeat(tuple([c + w_i * unit for c, w_i in zip(origin, w)])))
            start, factor = w0 + length * r / 2, length / (2 * r)
            parts = zip(squares, gaps, scales)
            scores.append([(start + factor * (s - gap * gap)) / scale for s, gap, scale in parts])
        return list(zip(*scores))

    return quick_labels(model, rows_with_scores(rows, scores_of, len(lines)))


def require_model(
    classes: Sequence[object],
    features: Sequence[str],
    priors: Sequence[Num],
    *tables: Sequence[Sequence[object]],
) -> None:
    """Raise TextbookError unless each class has one prior and one row of each table."""
    require_classes(classes)
    require_same_length(classes=classes, priors=priors)
    require_distribution(dict(zip(classes, priors)), "the prior")
    for table in tables:
        require_same_length(classes=classes, rows_of_parameters=table)
        for row in table:
            require_same_length(features=features, parameters=row)


def require_classes(classes: Sequence[object]) -> None:
    """Raise TextbookError unless there are at least two classes, all different."""
    require(len(classes) > 1, f"need at least two classes, got {len(classes)}")
    (twice, times), *_ = Counter(classes).most_common(1)
    require(times == 1, f"duplicate class {twice!r}: list each class once")


def require_two(classes: Sequence[object]) -> None:
    """Raise TextbookError unless there are two classes, as a single linear score needs."""
    require(
        len(classes) == 2,
        f"there must be two classes for a single linear score, got {len(classes)} classes. Fix: "
        "use SoftmaxRegression",
    )


def near_tie(scores: Sequence[float]) -> bool:
    """Return whether rounding may decide which score is the largest, or no score is finite.

    >>> near_tie([1.0, 1.0 + 1e-12]), near_tie([1.0, 2.0])
    (True, False)
    """
    second, best = sorted(scores)[-2:]
    return not best - second > NEAR_TIE * max(1.0, abs(best))
