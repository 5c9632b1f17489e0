"""The multinomial distribution of words, and multinomial naive Bayes: Ng's second model of text.

A row is a mapping from word to count. An absent word has no effect, a repeated word counts each
time, and words outside the vocabulary are ignored. The posterior of an empty document is the prior.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, repeat
from math import fsum, inf, nan
from operator import mul, sub
from sys import float_info
from typing import Any, ClassVar, Generic, Self, TypeVar

from textbook_ml.core.errors import TextbookError, quoted, require, require_same_length
from textbook_ml.core.numeric import (
    exact,
    is_exact,
    is_number,
    over_one_denominator,
    require_distribution,
)
from textbook_ml.core.stable import log_ratio, log_tail, safe_log
from textbook_ml.core.text import require_vocabulary, tokens
from textbook_ml.equations.bayes import naive_bayes_posterior
from textbook_ml.equations.log_terms import multinomial_log_terms
from textbook_ml.equations.smoothing import categorical_mle
from textbook_ml.models.distribution import Card, Distribution
from textbook_ml.models.exact_posteriors import ExactNaiveBayes, largest_gaps
from textbook_ml.models.priors import Estimator, estimated, exact_shares
from textbook_ml.models.protocols import NEAR_TIE, require_model, require_two
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from textbook_ml.equations.bridge import Weights
    from textbook_ml.learning.statistics.by_class import ByClass
    from textbook_ml.learning.statistics.value_counts import Count
    from textbook_ml.models.counting import Counted, Examples

Label = TypeVar("Label", bound=Hashable)
Row = Mapping[str, int]


class Multinomial(Distribution):
    """A distribution over the words of a vocabulary: all features of a class together."""

    kind = "multinomial"
    summary = "counts"
    column = "count"
    headings = ("P(word | class)",)
    exact = True
    text = "counts"
    log_terms = staticmethod(multinomial_log_terms)

    @staticmethod
    def estimate(columns: Any, *, theta: Estimator = categorical_mle) -> Any:
        """Raise an error: all words of a class are estimated together, not one by one."""
        raise NotImplementedError("use MultinomialNaiveBayes.from_statistics")

    @staticmethod
    def tables(phi: Sequence[Fraction]) -> tuple[Sequence[float]]:
        """ln φ of each word."""
        return (tuple(map(safe_log, phi)),)


@equation("ng-multinomial-event", "ng-multinomial-params", "gwansiu-s1.4-multinomial")
@dataclass(frozen=True, slots=True, repr=False)
class MultinomialNaiveBayes(ExactNaiveBayes[Label], Generic[Label]):
    """Multinomial naive Bayes for text: one distribution over the words for each class.

        P(y | x) ∝ P(y) Πⱼ φⱼ_y^(count of word j)

    `phi[k][j]` is P(word j | y) of class k. Option of `fit`: `theta`, the equation that estimates
    these probabilities. `features` is the vocabulary (default: all words of the data).

    >>> from textbook_ml.equations.smoothing import categorical_laplace
    >>> rows, labels = [{"buy": 2}, {"exam": 1}], ["spam", "ham"]
    >>> model = MultinomialNaiveBayes.fit(rows, labels, theta=categorical_laplace)
    >>> model.features, model.phi[0]
    (('buy', 'exam'), (Fraction(3, 4), Fraction(1, 4)))
    >>> model.exact_posterior({"buy": 1})      # 1/2 · 3/4 against 1/2 · 1/3
    {'spam': Fraction(9, 13), 'ham': Fraction(4, 13)}
    >>> model.classify({"buy": 1})
    'spam'
    """

    phi: tuple[tuple[Fraction, ...], ...]
    _logs: tuple[dict[str, float], ...] = field(init=False, repr=False, compare=False)
    _gaps: tuple[dict[str, float], ...] = field(init=False, repr=False, compare=False)

    family: ClassVar[type[Distribution]] = Multinomial
    labels_only = True
    cards: ClassVar[tuple[Card, ...]] = (
        Card(
            name="multinomial-nb",
            about="one distribution over the words of a class; Ng §2.2",
            needs="text",
            kinds=("text",),
            cells="words",
            options=("strength",),
            n_parameters="multinomial_parameters",
        ),
    )

    def __post_init__(self) -> None:
        require_model(self.classes, self.features, self.priors, self.phi)
        tables = [self._log_probabilities(y, row) for y, row in zip(self.classes, self.phi)]
        set_ = object.__setattr__
        set_(self, "_log_priors", tuple(map(safe_log, self.priors)))
        set_(self, "_tables", tuple((tuple(table.values()),) for table in tables))
        set_(self, "_logs", tuple(tables))
        set_(self, "_gaps", tuple(map(self._log_odds_against_first, tables[1:])))

    @classmethod
    def _statistics_of(cls, examples: Examples) -> ByClass[Label]:
        require_same_length(documents=examples.rows, labels=examples.labels)
        require(len(examples.rows) > 0, "there are no documents. Fix: pass at least one")
        for i, row in enumerate(examples.rows):
            require_document(row, f"document {i}")
        return count_words(examples)

    @staticmethod
    def count_texts(texts: Sequence[str], labels: Sequence[Label]) -> ByClass[Label]:
        """Count the words of strings: all texts of a class are counted together.

        >>> MultinomialNaiveBayes.count_texts(["Buy, buy!", "exam"], "sh").summaries["s"]
        (Counts(table={'buy': 2}),)
        """
        require_same_length(texts=texts, labels=labels)
        require(len(texts) > 0, "there are no texts. Fix: pass at least one")
        groups: dict[Label, list[str]] = {y: [] for y in labels}
        for text, y in zip(texts, labels):
            groups[y].append(text)
        pools = {y: Counter(chain.from_iterable(map(tokens, group))) for y, group in groups.items()}
        return summed_up({y: len(group) for y, group in groups.items()}, pools)

    @classmethod
    def _estimated_from(cls, counted: Counted, **options: Any) -> Self:
        theta: Estimator = options.get("theta", categorical_mle)
        pools = [words.table for (words,) in counted.summaries()]
        seen = sorted(set().union(*pools))
        names = tuple(seen if counted.features is None else counted.features)
        require(len(names) > 0, "the documents have no words: at least one word is needed")
        require_vocabulary(names)
        phi = []
        for y, pool in zip(counted.classes, pools):
            try:
                shares = estimated(theta, list(map(pool.get, names, repeat(0))))
            except TextbookError as error:
                raise TextbookError(f"the words of class {y!r}: {error}") from None
            phi.append(shares if is_exact(shares) else exact_shares(shares, f"class {y!r}"))
        return cls(counted.classes, names, counted.priors, tuple(phi))

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """ln P(y), then n ln φ for each known word that occurs n times."""
        words, counts = self._known_words(row)
        return {
            y: [log_prior, *multinomial_log_terms(counts, map(logs.__getitem__, words))]
            for y, log_prior, logs in zip(self.classes, self._log_priors, self._logs)
        }

    def exact_posterior(self, row: Row) -> dict[Label, Fraction]:
        """P(y | x) as Fractions that sum to exactly one."""
        words, counts = self._known_words(row)
        place = {word: j for j, word in enumerate(self.features)}
        factors = {
            y: [phi[place[word]] ** n for word, n in zip(words, counts)]
            for y, phi in zip(self.classes, self.phi)
        }
        return naive_bayes_posterior(dict(zip(self.classes, self.priors)), factors)

    def log_joint(self, row: Row) -> dict[Label, float]:
        """ln P(x, y) for each class, where x is the document with its words in this order."""
        return self.log_scores(row)

    def _precise_log_terms(
        self, row: Row, labels: Sequence[Label]
    ) -> dict[Label, list[tuple[Any, ...]]]:
        words, counts = self._known_words(row)
        place = {word: j for j, word in enumerate(self.features)}
        result: dict[Label, list[tuple[Any, ...]]] = {}
        for y in labels:
            k = self.classes.index(y)
            log_prior, phi = self._log_priors[k], self.phi[k]
            logs = [(safe_log(p), log_tail(p)) for p in (phi[place[word]] for word in words)]
            result[y] = [(log_prior,)] + [
                (ln,) if ln == -inf else (n * Fraction(ln), n * Fraction(tail))
                for n, (ln, tail) in zip(counts, logs)
            ]
        return result

    def _rows_with_scores(self, rows: Iterable[Row]) -> Iterator[tuple[Row, Sequence[float]]]:
        """Yield each document with its log odds against the first class.

        The logarithms of the odds are computed only once, so that this is 3 times as fast as
        `posterior` for each document.
        """
        unknown = (nan,) * len(self.classes)
        first, *others = self._log_priors
        parts = [(p - first, gaps.get) for p, gaps in zip(others, self._gaps)]
        for row in rows:
            require_document(row, "a document")
            counts, scores = row.values(), [0.0]
            try:
                for odds, gap in parts:
                    scores.append(odds + fsum(map(mul, counts, map(gap, row, repeat(0.0)))))
                yield row, scores if min(counts, default=0) > 0 else unknown
            except ValueError:  # ∞ − ∞: each of two classes has a word that the other lacks
                yield row, unknown

    def predict_texts(self, texts: Iterable[str]) -> list[Label]:
        """The labels of many strings: each occurrence of a word adds its log odds.

        This is 2.5 times as fast as counting the words of each text for `predict`.

        >>> from textbook_ml.equations.smoothing import categorical_laplace
        >>> counts = MultinomialNaiveBayes.count_texts(["Buy, buy!", "an exam"], "sh")
        >>> nb = MultinomialNaiveBayes.from_statistics(counts, theta=categorical_laplace)
        >>> nb.predict_texts(["Buy an exam? Buy!"])
        ['s']
        """
        first, *others = self._log_priors
        parts = [(p - first, gaps.get) for p, gaps in zip(others, self._gaps)]
        result = []
        for text in texts:
            words = tokens(text)
            scores = [0.0]  # log odds against the first class
            try:
                scores += [odds + fsum(filter(None, map(gap, words))) for odds, gap in parts]
                second, best = sorted(scores)[-2:]
                sure = best - second > NEAR_TIE * max(1.0, best)
            except ValueError:  # ∞ − ∞: each of two classes has a word that the other lacks
                sure = False
            result.append(
                self.classes[scores.index(best)] if sure else self.classify(Counter(words))
            )
        return result

    def sample(self, n: int, rng: Random, length: int = 10) -> tuple[list[Row], list[Label]]:
        """New documents of `length` words: first a class by the prior, then word after word."""
        places = rng.choices(range(len(self.classes)), list(map(float, self.priors)), k=n)
        phi = [list(map(float, row)) for row in self.phi]
        rows: list[Row] = [Counter(rng.choices(self.features, phi[k], k=length)) for k in places]
        return rows, [self.classes[k] for k in places]

    def most_informative(self, n: int) -> list[tuple[str, float]]:
        """The n words with the largest log odds between the first two classes.

        >>> half, quarter = Fraction(1, 2), Fraction(1, 4)
        >>> nb = MultinomialNaiveBayes(("ham", "spam"), ("buy", "exam"), (half, half),
        ...                            ((quarter, 3 * quarter), (half, half)))
        >>> nb.most_informative(1)[0][0]
        'buy'
        """
        first, second = self._logs[:2]
        return largest_gaps(n, self.features, first.values(), second.values())

    def to_logistic(self) -> Weights:
        """The weights of the logistic model of the word counts with the same posterior.

            wⱼ = ln(φⱼ₁ / φⱼ₀),   w₀ = ln(π₁ / π₀)

        >>> half = Fraction(1, 2)
        >>> nb = MultinomialNaiveBayes(("a", "b"), ("x", "y"), (half, half), ((half, half),) * 2)
        >>> nb.to_logistic()
        Weights(w0=0.0, w=(0.0, 0.0))
        """
        from textbook_ml.equations.bridge import Weights

        require_two(self.classes)
        for word, a, b in zip(self.features, *self.phi):
            require(a > 0 and b > 0, f"the word {word!r} has an infinite weight: smooth the words")
        w = tuple(log_ratio(b, a) for a, b in zip(*self.phi))
        return Weights(log_ratio(self.priors[1], self.priors[0]), w)

    def names_of(self, row: Row) -> Iterable[tuple[str, Any]]:
        """Return the words of the vocabulary that occur, with their counts."""
        return zip(*self._known_words(row))

    def _log_probabilities(self, y: Label, shares: Sequence[Fraction]) -> dict[str, float]:
        """Return ln φ for each word; the logarithm of each distinct φ is computed once."""
        ids = list(map(id, shares))
        distinct = dict(zip(ids, shares))
        parts, unit = over_one_denominator(distinct.values())
        part_of = dict(zip(distinct, parts))
        if min(parts, default=-1) < 0 or sum(map(part_of.__getitem__, ids)) != unit:
            require_distribution(dict(zip(self.features, shares)), f"the words of class {y!r}")
        equal = dict(zip(parts, distinct.values()))
        log_of = {part: safe_log(share) for part, share in equal.items()}
        logs = dict(zip(distinct, map(log_of.__getitem__, parts)))
        return dict(zip(self.features, map(logs.__getitem__, ids)))

    def _log_odds_against_first(self, table: Mapping[str, float]) -> dict[str, float]:
        """Return the log odds of each word against the first class."""
        return dict(zip(self.features, map(sub, table.values(), self._logs[0].values())))

    def _known_words(self, row: Row) -> tuple[list[str], list[int]]:
        """Return the words of a document that are in the vocabulary, and their counts."""
        require_document(row, "the document")
        vocabulary = self._logs[0]
        words = [word for word, n in row.items() if n and word in vocabulary]
        return words, [int(row[word]) for word in words]


def require_document(row: object, name: str) -> None:
    """Raise TextbookError unless the row is a mapping from word to count."""
    if not isinstance(row, Mapping):
        raise TextbookError(f"{name} is {row!r}: a row is a mapping from word to count")
    counts = row.values()
    usual = set(map(type, counts)) <= {int}
    if usual and min(counts, default=0) >= 0 and max(counts, default=0) <= float_info.max:
        return
    for word, n in row.items():
        if not (is_number(n) and n == int(n) and n >= 0):
            raise TextbookError(
                f"{name} has {word!r} {quoted(n)} times: a word's count is 0, 1, 2, …"
            )


def count_words(examples: Examples) -> ByClass[Any]:
    """Return the sum of the counts of each word in each class; documents may be weighted."""
    from textbook_ml.learning.statistics.by_class import require_weights

    weights = examples.weights
    if weights is not None:
        require_weights(weights, examples.rows)
    amounts: Iterable[Count] = repeat(1) if weights is None else map(exact, weights)
    sizes: dict[Any, Count] = {}
    words: dict[Any, defaultdict[str, Any]] = {}
    for document, y, amount in zip(examples.rows, examples.labels, amounts):
        sizes[y] = sizes.get(y, 0) + amount
        pool = words.setdefault(y, defaultdict(int))
        for word, n in document.items():
            pool[word] += n if amount == 1 else n * amount
    return summed_up(sizes, words)


def summed_up(
    sizes: Mapping[Label, Count], pools: Mapping[Label, Mapping[str, Count]]
) -> ByClass[Label]:
    """Return the sizes and word counts of the classes as additive statistics."""
    from textbook_ml.learning.statistics.by_class import ByClass
    from textbook_ml.learning.statistics.value_counts import Counts

    return ByClass(sizes, {y: (Counts(dict(pool)),) for y, pool in pools.items()})
