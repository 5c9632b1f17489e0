"""Bernoulli naive Bayes: a coin for each class and feature; Ng's first model of text.

A row is a sequence of 0 and 1 (None if not known) in the order of the features, or, for text, the
words that occur: a set, or a mapping from word to count. Absent words count. Words that are not
among the features are passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import compress
from math import fsum
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
    MANY,
    Generative,
    Probabilistic,
    near_tie,
    require_model,
    require_two,
)
from textbook_ml.numeric import exact, require_probability
from textbook_ml.stable import log_tail, normalise_log_terms, safe_log

TYPE_CHECKING = False
if TYPE_CHECKING:  # what is only named here, and loaded where it is used
    from random import Random

    from textbook_ml.equations.bridge import Weights
    from textbook_ml.statistics.by_class import ByClass
    from textbook_ml.statistics.counts import Count, Counts

Label = TypeVar("Label", bound=Hashable)
Row = Sequence[int | None] | Set[str] | Mapping[str, int]


@dataclass(frozen=True, slots=True)
class BernoulliNaiveBayes(Probabilistic[Label], Generative[Label], Generic[Label]):
    """P(xⱼ = 1 | y) for each word; `phi[k][j]` is of class k and feature j."""

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    priors: tuple[Fraction, ...]
    phi: tuple[tuple[Fraction, ...], ...]
    _logs: tuple[tuple[tuple[float, float], ...], ...] = field(
        init=False, repr=False, compare=False
    )  # [class][feature] -> (ln(1 − φ), ln φ)

    _log_priors: tuple[float, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        require_model(self.classes, self.features, self.priors, self.phi)
        for y, row in zip(self.classes, self.phi):
            for name, p in zip(self.features, row):
                require_probability(p, f"φ of feature {name!r} in class {y!r}")
        pairs = {p: (safe_log(1 - p), safe_log(p)) for row in self.phi for p in set(row)}
        logs = tuple(tuple(map(pairs.__getitem__, row)) for row in self.phi)
        object.__setattr__(self, "_logs", logs)
        object.__setattr__(self, "_log_priors", tuple(map(safe_log, self.priors)))

    @classmethod
    def fit(
        cls,
        rows: Sequence[Row],
        labels: Sequence[Label],
        *,
        theta: Estimator = categorical_mle,
        prior: Prior = categorical_mle,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
        weights: Sequence[float | Fraction] | None = None,
    ) -> Self:
        """Count, then estimate each coin from its zeros and ones, by (6), (7) or another `theta`.

        With rows of words, `features` is the vocabulary; without it, the words that were seen.

        >>> from textbook_ml.equations.smoothing import categorical_laplace
        >>> nb = BernoulliNaiveBayes.fit([[1], [1], [0]], "aab", theta=categorical_laplace)
        >>> nb.phi
        ((Fraction(3, 4),), (Fraction(1, 3),))
        """
        if rows and isinstance(rows[0], (Set, Mapping)):
            present = [words_in(row) for row in rows if isinstance(row, (Set, Mapping))]
            if features is None:
                features = sorted(set().union(*present))
            statistics = count_words(present, labels, features, weights)
        else:
            statistics = cls.count(rows, labels, weights)
        return cls.from_statistics(
            statistics, theta=theta, prior=prior, classes=classes, features=features
        )

    @staticmethod
    def count(
        rows: Sequence[Any],
        labels: Sequence[Label],
        weights: Sequence[float | Fraction] | None = None,
    ) -> ByClass[Label]:
        """What is counted: zeros and ones of each feature in each class."""
        from textbook_ml.statistics.by_class import ByClass
        from textbook_ml.statistics.counts import Counts

        return ByClass.of(rows, labels, [Counts] * len(next(iter(rows), ())), weights)

    @classmethod
    def from_statistics(
        cls,
        statistics: ByClass[Label],
        *,
        theta: Estimator = categorical_mle,
        prior: Prior = categorical_mle,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
    ) -> Self:
        """What is estimated from what was counted."""
        from textbook_ml.statistics.counts import Counts

        order = order_of_classes(statistics.sizes, classes)
        width = len(next(iter(statistics.summaries.values())))
        names = feature_names(features, width)
        nothing: tuple[Counts[int], ...] = (Counts({}),) * width
        phi = []
        for y in order:
            coins = []
            for name, counts in zip(names, statistics.summaries.get(y, nothing)):
                strange = set(counts.table) - {0, 1}
                require(not strange, f"feature {name!r} takes {strange}, and a coin shows 0 or 1")
                both: list[Count] = [counts.table.get(0, 0), counts.table.get(1, 0)]
                where = f"feature {name!r} in class {y!r}"
                try:
                    coins.append(exact_shares(theta(both), where)[1])
                except TextbookError as error:
                    raise TextbookError(f"{where}: {error}") from None
            phi.append(tuple(coins))
        return cls(order, names, estimate_prior(statistics.sizes, order, prior), tuple(phi))

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """ln P(y), then ln φⱼ where the word is present and ln(1 − φⱼ) where it is absent."""
        return self._terms(self._values(row))

    def _terms(self, values: Sequence[int | None]) -> dict[Label, list[float]]:
        return {
            y: [log_prior, *(0.0 if x is None else pair[x] for x, pair in zip(values, pairs))]
            for y, log_prior, pairs in zip(self.classes, self._log_priors, self._logs)
        }

    def posterior(self, row: Row) -> dict[Label, float]:
        """P(y | x) for each class; with many features, from logarithms of twice the digits."""
        values = self._values(row)
        terms = self._terms(values)
        if len(values) > MANY:
            for y, phi in zip(self.classes, self.phi):
                seen = [p if x else 1 - p for x, p in zip(values, phi) if x is not None]
                terms[y] += map(log_tail, seen)
        return normalise_log_terms(terms)

    def exact_posterior(self, row: Row) -> dict[Label, Fraction]:
        """P(y | x) as Fractions that sum to exactly one."""
        values = self._values(row)
        factors = {
            y: [p if x else 1 - p for x, p in zip(values, phi) if x is not None]
            for y, phi in zip(self.classes, self.phi)
        }
        return naive_bayes_posterior(dict(zip(self.classes, self.priors)), factors)

    def log_joint(self, row: Row) -> dict[Label, float]:
        """ln P(x, y) for each class."""
        return self.log_scores(row)

    def predict(self, rows: Iterable[Row]) -> list[Label]:
        """The labels of many rows; only what occurs is looked up."""
        return [
            self.classes[scores.index(max(scores))] if scores else self.classify(row)
            for row, scores in self._with_scores(rows, self._occurring)
        ]

    def predict_proba(self, rows: Iterable[Row]) -> list[dict[Label, float]]:
        """The posteriors of many rows."""
        from textbook_ml.equations.softmax import softmax

        return [
            dict(zip(self.classes, softmax(scores))) if scores else self.posterior(row)
            for row, scores in self._with_scores(rows, words_of_text)
        ]

    def _with_scores(
        self, rows: Iterable[Row], occurring: Callable[[Row], Iterable[str] | None]
    ) -> Iterator[tuple[Row, list[float]]]:
        """Each row with its log scores; without them where there is no short way to a safe answer.

        A row starts from the score of the empty text, and each word that occurs changes it.
        """
        if any(p in (0, 1) for shares in (self.priors, *self.phi) for p in set(shares)):  # a veto
            yield from ((row, []) for row in rows)
            return
        absent = [fsum([safe_log(p), *(a for a, _ in c)]) for p, c in zip(self.priors, self._logs)]
        gains = [{w: b - a for w, (a, b) in zip(self.features, logs)} for logs in self._logs]
        for row in rows:
            scores: list[float] = []
            words = occurring(row)
            if words is not None:
                known = [word for word in words if word in gains[0]]
                scores = [fsum([a, *map(g.__getitem__, known)]) for a, g in zip(absent, gains)]
            yield row, [] if not scores or near_tie(scores) else scores

    def sample(self, n: int, rng: Random) -> tuple[list[list[int]], list[Label]]:
        """New rows: first a class by the prior, then a toss of every coin."""
        places = rng.choices(range(len(self.classes)), list(map(float, self.priors)), k=n)
        phi = [list(map(float, row)) for row in self.phi]
        rows = [[int(rng.random() < p) for p in phi[k]] for k in places]
        return rows, [self.classes[k] for k in places]

    def to_logistic(self) -> Weights:
        """The logistic weights with the same posterior of the second class: exercise 3.

        >>> half = Fraction(1, 2)
        >>> BernoulliNaiveBayes(("a", "b"), ("x",), (half, half), ((half,), (half,))).to_logistic()
        Weights(w0=0.0, w=(0.0,))
        """
        from textbook_ml.equations.bridge import boolean_to_logistic

        require_two(self.classes)
        zeros, ones = ([float(p) for p in row] for row in self.phi)
        return boolean_to_logistic(float(self.priors[1]), zeros, ones)

    def most_informative(self, n: int) -> list[tuple[str, float]]:
        """The n features whose presence tells most between the first two classes: log odds."""
        pairs = zip(self.features, self._logs[0], self._logs[1])
        scored = [(name, 0.0 if a[1] == b[1] else b[1] - a[1]) for name, a, b in pairs]
        return sorted(scored, key=lambda item: -abs(item[1]))[:n]

    def names_of(self, row: Row) -> Iterable[tuple[str, Any]]:
        """The features with their zeros and ones."""
        return zip(self.features, self._values(row))

    def _occurring(self, row: Row) -> Iterable[str] | None:
        """The words of a text, or the features that show 1; None where one is missing."""
        if isinstance(row, (Set, Mapping)):
            return words_in(row)
        values = self._values(row)
        return None if None in values else compress(self.features, values)

    def _values(self, row: Row) -> Sequence[int | None]:
        """A row as zeros and ones in the order of the features."""
        if isinstance(row, (Set, Mapping)):
            present = words_in(row)
            return [int(name in present) for name in self.features]
        require_same_length(values=row, features=self.features)
        if set(map(type, row)) == {int} and set(row) <= {0, 1}:
            return row
        for name, x in zip(self.features, row):
            require(x in (0, 1, None), f"feature {name!r} is {quoted(x)}, and a coin shows 0 or 1")
        return [None if x is None else int(x) for x in row]  # 1.0 and True show 1


def words_of_text(row: Row) -> Set[str] | None:
    """The words of a text; None where a row is no text."""
    return words_in(row) if isinstance(row, (Set, Mapping)) else None


def words_in(document: Set[str] | Mapping[str, int]) -> Set[str]:
    """The words of a document: those that a mapping counts once or more."""
    if isinstance(document, Set):
        return document
    for word, n in document.items():
        require(n >= 0, f"the word {word!r} occurs {n} times: a count is not negative")
    return {word for word, n in document.items() if n}


def count_words(
    documents: Sequence[Set[str]],
    labels: Sequence[Label],
    vocabulary: Sequence[str],
    weights: Sequence[float | Fraction] | None = None,
) -> ByClass[Label]:
    """The zeros and ones of each word in each class, without writing down the zeros."""
    from textbook_ml.statistics.by_class import ByClass, require_weights
    from textbook_ml.statistics.counts import Counts

    require_same_length(documents=documents, labels=labels)
    if weights is None:
        weights = [1] * len(documents)
    require_weights(weights, documents)
    sizes: dict[Label, Count] = {}
    ones: dict[Label, dict[str, Count]] = {}
    for words, y, weight in zip(documents, labels, weights):
        amount = weight if isinstance(weight, int) else exact(weight)
        sizes[y] = sizes.get(y, 0) + amount
        seen = ones.setdefault(y, {})
        for word in words:
            seen[word] = seen.get(word, 0) + amount
    summaries = {
        y: tuple(Counts({0: n - seen.get(w, 0), 1: seen.get(w, 0)}) for w in vocabulary)
        for (y, n), seen in zip(sizes.items(), ones.values())
    }
    return ByClass(sizes, summaries)
