"""The Bernoulli distribution, and Bernoulli naive Bayes: Ng's first model of text.

A row is a sequence of 0 and 1 (None for a missing value) in the order of the features. For text it
is the words that occur: a set, or a mapping from word to count. Absent words count as evidence.
Words that are not among the features are ignored.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, repeat
from math import dist, fsum, hypot
from typing import Any, ClassVar, Generic, TypeVar

from textbook_ml.core.errors import quoted, quoted_list, require, require_same_length
from textbook_ml.core.numeric import exact, require_probability
from textbook_ml.core.stable import exact_parts, log_tail, safe_log
from textbook_ml.equations.log_terms import categorical_log_terms
from textbook_ml.equations.smoothing import categorical_mle
from textbook_ml.models.distribution import Card, Distribution, errors_name_place
from textbook_ml.models.exact_posteriors import ExactNaiveBayes, largest_gaps
from textbook_ml.models.priors import Estimator, estimated, exact_shares
from textbook_ml.models.protocols import Rows, quick_labels, require_two, rows_with_scores
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from textbook_ml.equations.bridge import Weights
    from textbook_ml.learning.statistics.by_class import ByClass
    from textbook_ml.learning.statistics.value_counts import Count
    from textbook_ml.models.counting import Column, Examples

Label = TypeVar("Label", bound=Hashable)
LARGE = 4096.0  # of the squares of a row and of the weights: their rounding errors are below 1e-11
Row = Sequence[int | None] | Set[str] | Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Bernoulli(Distribution):
    """A feature that is 1 with probability φ and 0 otherwise."""

    phi: Fraction

    kind = "bernoulli"
    summary = "counts"
    column = "value"
    headings = ("P(feature = 1 | class)",)
    exact = True
    text = "presence"
    log_terms = staticmethod(categorical_log_terms)

    @staticmethod
    def check(phi: Fraction) -> None:
        """Raise TextbookError unless φ is a probability."""
        require_probability(phi, "φ")

    @classmethod
    def estimate(
        cls, columns: Sequence[Column], *, theta: Estimator = categorical_mle
    ) -> list[list[tuple[Fraction]]]:
        """Estimate φ from the counts of 0 and 1 by the equation `theta`: (6), (7) or another."""
        return [
            [
                (errors_name_place(c.name, y, _estimated_phi, theta, counts),)
                for y, counts in zip(c.classes, c.samples)
            ]
            for c in columns
        ]

    @staticmethod
    def tables(phi: Sequence[Fraction]) -> tuple[Sequence[tuple[float, float]]]:
        """Return the pair ln(1 − φ), ln φ of each feature; many words have the same φ."""
        pairs = {p: (safe_log(1 - p), safe_log(p)) for p in set(phi)}
        return (tuple(map(pairs.__getitem__, phi)),)

    @staticmethod
    def all_plain(cells: Sequence[Any]) -> bool:
        """Return whether every cell is the integer 0 or 1."""
        return {int}.issuperset(map(type, cells)) and {0, 1}.issuperset(cells)

    @staticmethod
    def require_cell(x: Any) -> None:
        """Raise TextbookError unless x is 0 or 1."""
        require(x in (0, 1), f"a Bernoulli feature must be 0 or 1, or None, got {quoted(x)}")

    @staticmethod
    def probability(x: int, phi: Fraction) -> Fraction:
        """P(x)."""
        from textbook_ml.equations.event_models import bernoulli_pmf

        return bernoulli_pmf(x, phi)

    @classmethod
    def log_p(cls, x: int, phi: Fraction) -> float:
        """ln P(x)."""
        return safe_log(cls.probability(x, phi))

    @classmethod
    def precise_log_terms(cls, x: int, phi: Fraction) -> Iterable[float | Fraction]:
        """ln P(x) in two floats."""
        p = cls.probability(x, phi)
        return safe_log(p), log_tail(p)

    @staticmethod
    def draw(rng: Random, phi: Fraction) -> int:
        """A random 0 or 1."""
        return int(rng.random() < float(phi))

    @staticmethod
    def values(phi: Fraction) -> tuple[Any, ...]:
        """0 and 1."""
        return (0, 1)


@equation(
    "ng-bernoulli-event",
    "ng-nb-params",
    "gwansiu-s1.4-bernoulli",
    "sontag-linear-theorem",
    "mitchell-ex3",
)
@dataclass(frozen=True, slots=True, repr=False)
class BernoulliNaiveBayes(ExactNaiveBayes[Label], Generic[Label]):
    """Bernoulli naive Bayes: the probability of 1 for each feature, or each word, in each class.

        P(y | x) ∝ P(y) Πⱼ φⱼ_y^xⱼ (1 − φⱼ_y)^(1 − xⱼ)

    `phi[k][j]` is P(xⱼ = 1 | y) of class k and feature j. Option of `fit`: `theta`, the
    equation that estimates φ. With rows of words, `features` is the vocabulary (default: the
    words of the training data).

    >>> from textbook_ml.equations.smoothing import categorical_laplace
    >>> rows, labels = [[1], [1], [0]], ["a", "a", "b"]
    >>> model = BernoulliNaiveBayes.fit(rows, labels, theta=categorical_laplace)
    >>> model.priors, model.phi
    ((Fraction(2, 3), Fraction(1, 3)), ((Fraction(3, 4),), (Fraction(1, 3),)))
    >>> model.exact_posterior([1])      # 2/3 · 3/4 against 1/3 · 1/3
    {'a': Fraction(9, 11), 'b': Fraction(2, 11)}
    >>> model.classify([0])             # 2/3 · 1/4 against 1/3 · 2/3
    'b'
    """

    phi: tuple[tuple[Fraction, ...], ...]

    family: ClassVar[type[Distribution]] = Bernoulli
    cards: ClassVar[tuple[Card, ...]] = (
        Card(
            name="bernoulli-nb",
            about="a probability of 1 for each feature, or for each word; Ng §2",
            needs="text, or features that are 0 or 1",
            kinds=("text", "discrete", "continuous"),
            cells="zeros_and_ones",
            options=("strength",),
        ),
    )

    @classmethod
    def _statistics_of(cls, examples: Examples) -> ByClass[Label]:
        if _has_words(examples.rows):
            return count_words(examples)
        return super(BernoulliNaiveBayes, cls)._statistics_of(examples)

    @classmethod
    def _feature_names(
        cls, rows: Sequence[Row], features: Sequence[str] | None
    ) -> Sequence[str] | None:
        if features is None and _has_words(rows):
            return sorted(set().union(*map(words_in, rows)))
        return features

    def to_logistic(self) -> Weights:
        """The weights of the logistic model with the same posterior: exercise 3.

        >>> half = Fraction(1, 2)
        >>> BernoulliNaiveBayes(("a", "b"), ("x",), (half, half), ((half,), (half,))).to_logistic()
        Weights(w0=0.0, w=(0.0,))
        """
        from textbook_ml.equations.bridge import boolean_to_logistic

        require_two(self.classes)
        zeros, ones = ([float(p) for p in row] for row in self.phi)
        return boolean_to_logistic(float(self.priors[1]), zeros, ones)

    def most_informative(self, n: int) -> list[tuple[str, float]]:
        """The n features whose presence changes the log odds of the first two classes most."""
        (first,), (second,) = self._tables[:2]
        return largest_gaps(n, self.features, [ln for _, ln in first], [ln for _, ln in second])

    def names_of(self, row: Row) -> Iterable[tuple[str, Any]]:
        """Return the name and the value (0 or 1) of each feature."""
        return zip(self.features, self._row_values(row))

    def _row_values(self, row: Row) -> Sequence[int | None]:
        """Return a row as zeros and ones in the order of the features."""
        if isinstance(row, (Set, Mapping)):
            present = words_in(row)
            return [int(name in present) for name in self.features]
        if len(row) == len(self.features) and Bernoulli.all_plain(row):
            return row
        values = self._checked_values(row)
        return [None if x is None else int(x) for x in values]  # 1.0 and True are 1

    def _fast_scores(self, rows: Sequence[Any]) -> list[tuple[float, ...]]:
        """Return the log scores of texts, starting from the score of a text without words.

        For a text of 20 words and a vocabulary of thousands, this is a hundred times faster than
        the general method. Both sums are exact until they are rounded once, so the scores are the
        same.
        """
        if not _has_words(rows):
            return ExactNaiveBayes._fast_scores(self, rows)
        if not all(isinstance(row, (Set, Mapping)) for row in rows):
            raise ValueError("rows of words and rows of numbers are scored separately")
        known = frozenset(self.features)
        texts = [list(known.intersection(words_in(row))) for row in rows]
        scores = []
        for log_prior, (pairs,) in zip(self._log_priors, self._tables):
            absent = exact_parts([log_prior, *(a for a, _ in pairs)])
            minus = {word: -a for word, (a, _) in zip(self.features, pairs)}.__getitem__
            plus = {word: b for word, (_, b) in zip(self.features, pairs)}.__getitem__
            scores.append([fsum([*absent, *map(minus, t), *map(plus, t)]) for t in texts])
        return list(zip(*scores))

    def predict(self, rows: Rows) -> list[Label]:
        """The labels of many rows; a row near a tie is decided by `classify`."""
        return quick_labels(self, rows_with_scores(rows, self._rough_scores, len(self.classes)))

    def _rough_scores(self, rows: Sequence[Any]) -> list[tuple[float, ...]]:
        """Return log scores for labels: for rows of zeros and ones within 1e-11.

        They are linear in x, and 2 w · x = |x|² + |w|² − |x − w|², which `math.dist` computes in
        C: twice as fast as the general method.
        """
        width = len(self.features)
        if _has_words(rows) or set(map(len, rows)) != {width}:
            return self._fast_scores(rows)
        if not {0, 1}.issuperset(chain.from_iterable(rows)):
            return self._fast_scores(rows)
        n_ones, scores = list(map(sum, rows)), []
        for log_prior, (pairs,) in zip(self._log_priors, self._tables):
            w = tuple([one - zero for zero, one in pairs])
            start = fsum([log_prior, *(zero for zero, _ in pairs)])
            square = hypot(*w) * hypot(*w)
            if not square + width + abs(start) < LARGE:
                return self._fast_scores(rows)
            gaps = map(dist, rows, repeat(w))
            scores.append([start + (n + square - gap * gap) / 2 for n, gap in zip(n_ones, gaps)])
        return list(zip(*scores))


def _estimated_phi(theta: Estimator, counts: Any) -> Fraction:
    """Return the estimate of φ by the equation `theta` from the counts of 0 and 1."""
    invalid = set(counts.table) - {0, 1}
    require(not invalid, f"a Bernoulli feature must be 0 or 1, got {quoted_list(list(invalid))}")
    both: list[Any] = [counts.table.get(0, 0), counts.table.get(1, 0)]
    return exact_shares(estimated(theta, both), "the estimate")[1]


def _has_words(rows: Sequence[Row]) -> bool:
    """Return whether the rows are sets of words, or mappings from word to count."""
    return bool(rows) and isinstance(rows[0], (Set, Mapping))


def words_in(document: Any) -> Set[str]:
    """Return the words of a document; in a mapping, those with a count of at least 1."""
    if not isinstance(document, Mapping):
        words: Set[str] = document
        return words
    for word, n in document.items():
        require(n >= 0, f"the count of a word must be at least 0, got {n} for {word!r}")
    return {word for word, n in document.items() if n}


def count_words(examples: Examples) -> ByClass[Any]:
    """Count the documents of each class with and without each word; zeros are not stored."""
    from textbook_ml.learning.statistics.by_class import ByClass, require_weights
    from textbook_ml.learning.statistics.value_counts import Counts

    documents = list(map(words_in, examples.rows))
    vocabulary = examples.features or sorted(set().union(*documents))
    require_same_length(documents=documents, labels=examples.labels)
    weights = [1] * len(documents) if examples.weights is None else examples.weights
    require_weights(weights, documents)
    sizes: dict[Any, Count] = {}
    ones: dict[Any, dict[str, Count]] = {}
    for words, y, weight in zip(documents, examples.labels, weights):
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
