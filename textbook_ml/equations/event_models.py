"""Ng, section 2. Two models of a message: the Bernoulli and the multinomial event model.

    x_j   word j of the vocabulary is present (1) or absent (0)     Bernoulli event model
    x_j   the word at position j of the message                     multinomial event model
    φ     phi        P(x_j = 1 | y), or P(x_j = k | y) for each word k
    λ     rate       mean of a Poisson count

Absent words have a factor of their own in the Bernoulli model, but not in the multinomial model.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import inf, log
from typing import TypeVar

from textbook_ml.core.errors import (
    TextbookError,
    number_text,
    quoted,
    require,
    require_same_length,
)
from textbook_ml.core.numeric import (
    Num,
    product,
    ratio,
    require_distribution,
    require_finite,
    require_floats,
    require_probability,
    require_whole,
)
from textbook_ml.core.stable import power_exp_over_factorial, safe_log, safe_sum
from textbook_ml.core.text import require_vocabulary
from textbook_ml.equations.smoothing import theta_mle, theta_smoothed
from textbook_ml.sources.registry import equation

Word = TypeVar("Word", bound=Hashable)


@equation("ng-nb-vocabulary")
def vocabulary(documents: Iterable[Iterable[str]], stop_words: Collection[str] = ()) -> list[str]:
    """The sorted vocabulary of the training documents, without stop words.

        V = {w : w occurs in training, and w is not a stop word}

    >>> vocabulary([["the", "cs229", "exam"], ["the", "price"]], stop_words={"the"})
    ['cs229', 'exam', 'price']
    """
    return sorted({word for document in documents for word in document}.difference(stop_words))


@equation("ng-nb-features")
def word_indicators(document: Iterable[str], vocabulary: Sequence[str]) -> list[int]:
    """The features of the Bernoulli model: for each vocabulary word, 1 if it occurs, otherwise 0.

        xⱼ = 1{word j occurs}

    >>> word_indicators(["buy", "a", "a", "boat"], ["a", "aardvark", "buy"])
    [1, 0, 1]
    """
    require_vocabulary(vocabulary)
    present = set(document)
    return [1 if word in present else 0 for word in vocabulary]


@equation("ng-a-nips-example")
def word_numbers(document: Iterable[str], vocabulary: Sequence[str]) -> list[int]:
    """The features of the multinomial model: for each position, the number of its word, from 1.

        xⱼ = k   if the word at position j is word k of the vocabulary

    Words that are not in the vocabulary are ignored.

    >>> word_numbers(["a", "nips", "paper"], ["a", "aardvark", "nips"])
    [1, 3]
    """
    require_vocabulary(vocabulary)
    number = {word: k for k, word in enumerate(vocabulary, start=1)}
    return [number[word] for word in document if word in number]


@equation("mitchell-ex3-hint", "ng-gda-bernoulli", "xing-bernoulli", "xing-map-likelihood")
def bernoulli_pmf(x: int, theta: Num) -> Num:
    """Bernoulli distribution: probability θ of 1 and 1 − θ of 0.

        P(x) = θˣ (1 − θ)¹⁻ˣ

    >>> from fractions import Fraction as F
    >>> bernoulli_pmf(1, F(2, 7)), bernoulli_pmf(0, F(2, 7))
    (Fraction(2, 7), Fraction(5, 7))
    """
    require(x in (0, 1), f"a Bernoulli variable must be 0 or 1, got {quoted(x)}")
    require_probability(theta, "theta")
    return theta if x else 1 - theta


@equation("ng-bernoulli-event", "ng-event-same-formula", "gwansiu-s1.4-bernoulli")
def bernoulli_event(x: Sequence[int], phi: Sequence[Num]) -> Num:
    """Probability of a message given its class: a Bernoulli factor for every vocabulary word.

        P(x | y) = Πⱼ φⱼ^xⱼ (1 − φⱼ)^(1 − xⱼ);   p(x, y) = p(y) P(x | y)

    >>> from fractions import Fraction as F
    >>> bernoulli_event([1, 0], phi=[F(3, 4), F(1, 5)])
    Fraction(3, 5)
    """
    require_same_length(words=x, parameters=phi)
    return product([bernoulli_pmf(x_j, phi_j) for x_j, phi_j in zip(x, phi)])


@equation("ng-multinomial-event", "gwansiu-s1.4-multinomial", "ng-event-same-formula")
def multinomial_event(words: Iterable[Word], phi: Mapping[Word, Num]) -> Num:
    """Probability of a message given its class and its length: a factor for every position.

        P(x | y) = Πⱼ φ_{xⱼ};   p(x, y) = p(y) P(x | y)

    The order of the words does not matter; an empty message has probability one.

    >>> from fractions import Fraction as F
    >>> multinomial_event(["buy", "buy", "now"], {"buy": F(1, 2), "now": F(1, 3), "exam": F(1, 6)})
    Fraction(1, 12)
    """
    require_distribution(phi, "phi")
    words = list(words)
    for word in words:
        require(word in phi, f"the word {word!r} is not in the vocabulary. Fix: leave it out")
    return product([phi[word] for word in words])


@equation("ng-nb-laplace")
def bernoulli_laplace(documents_with_word: int, documents: int) -> Fraction:
    """Laplace-smoothed Bernoulli parameter of a word; the feature has two values, hence + 2.

        φ = (Σᵢ 1{xⱼ⁽ⁱ⁾ = 1 ∧ y⁽ⁱ⁾ = k} + 1) / (Σᵢ 1{y⁽ⁱ⁾ = k} + 2)

    >>> bernoulli_laplace(3, documents=4)
    Fraction(2, 3)
    """
    return theta_smoothed(documents_with_word, documents, n_values=2, strength=ratio(1))


@equation("ng-multinomial-event-mle")
def multinomial_mle(
    documents: Sequence[Sequence[Word]], vocabulary: Sequence[Word]
) -> dict[Word, Fraction]:
    """Maximum likelihood estimate of the word distribution of a class: relative frequencies.

        φₖ = Σᵢ Σⱼ 1{xⱼ⁽ⁱ⁾ = k} / Σᵢ nᵢ

    >>> multinomial_mle(["aaab", "b"], vocabulary="abc")
    {'a': Fraction(3, 5), 'b': Fraction(2, 5), 'c': Fraction(0, 1)}
    """
    counts = _pooled_word_counts(documents, vocabulary)
    n_words = counts.total()
    return {word: theta_mle(counts[word], n_words) for word in vocabulary}


@equation("ng-multinomial-event-laplace")
def multinomial_laplace(
    documents: Sequence[Sequence[Word]], vocabulary: Sequence[Word]
) -> dict[Word, Fraction]:
    """Laplace-smoothed word distribution of a class: each word counts once more, hence + |V|.

        φₖ = (Σᵢ Σⱼ 1{xⱼ⁽ⁱ⁾ = k} + 1) / (Σᵢ nᵢ + |V|)

    >>> multinomial_laplace(["aaab", "b"], vocabulary="abc")
    {'a': Fraction(1, 2), 'b': Fraction(3, 8), 'c': Fraction(1, 8)}
    """
    counts = _pooled_word_counts(documents, vocabulary)
    n_words, v = counts.total(), len(vocabulary)
    return {word: theta_smoothed(counts[word], n_words, v, ratio(1)) for word in vocabulary}


@equation("ng-nb-likelihood")
def bernoulli_log_likelihood(
    rows: Sequence[Sequence[int]],
    labels: Sequence[int],
    phi_y: float,
    phi: Mapping[int, Sequence[float]],
) -> float:
    """Joint log likelihood of the Bernoulli event model, for classes 1 and 0.

        ln L(φ_y, φ) = Σᵢ ln p(x⁽ⁱ⁾, y⁽ⁱ⁾)

    >>> bernoulli_log_likelihood([[1], [0]], [1, 0], 0.5, {1: [1.0], 0: [0.0]}) == 2 * log(0.5)
    True
    """
    require_same_length(rows=rows, labels=labels)
    for x, y in zip(rows, labels):
        require(y in phi, f"the parameters are for labels {list(phi)}, got label {quoted(y)}")
        require_same_length(words=x, parameters=phi[y])
    return safe_sum(
        safe_log(p)
        for x, y in zip(rows, labels)
        for p in (bernoulli_pmf(y, phi_y), *map(bernoulli_pmf, x, phi[y]))
    )


@equation("ng-multinomial-likelihood")
def multinomial_likelihood(
    documents: Sequence[Sequence[Word]],
    labels: Sequence[int],
    phi_y: Num,
    phi: Mapping[int, Mapping[Word, Num]],
) -> Num:
    """Joint likelihood of the multinomial event model, for classes 1 and 0.

        L(φ_y, φ) = Πᵢ (Πⱼ p(xⱼ⁽ⁱ⁾ | y⁽ⁱ⁾)) p(y⁽ⁱ⁾)

    >>> from fractions import Fraction as F
    >>> spam, ham = {"a": F(2, 3), "b": F(1, 3)}, {"b": F(1, 2), "c": F(1, 2)}
    >>> multinomial_likelihood(["aab", "bc"], [1, 0], F(1, 2), {1: spam, 0: ham})
    Fraction(1, 108)
    """
    require_same_length(documents=documents, labels=labels)
    for y in labels:
        require(y in phi, f"the parameters are for labels {list(phi)}, got label {quoted(y)}")
    factors = [bernoulli_pmf(y, phi_y) for y in labels]
    for document, y in zip(documents, labels):
        factors.append(multinomial_event(document, phi[y]))
    return product(factors)


@equation("ng-poisson")
def poisson_pmf(k: int, rate: float) -> float:
    """Poisson distribution of a count.

        P(k) = λᵏ e^−λ / k!

    The error is at most 8 + 2 (|ln P(k)| + k |ln(k / λ)|) ulp.

    >>> poisson_pmf(0, rate=log(2))
    0.5
    """
    require_whole(k=k)
    require(0 <= k < 2**1000, f"a count k must be from 0 to 2¹⁰⁰⁰, got {number_text(k)}")
    require(0 < rate < inf, f"the rate λ must be finite and above 0, got {number_text(rate)}")
    require_floats(rate=rate)
    return power_exp_over_factorial(k, rate)


@equation("ng-nb-discretise")
def bin_number(value: float, edges: Sequence[float]) -> int:
    """The number of the bin that contains a continuous value; bins are numbered from 1.

        bin = 1 + #{edges before the last ≤ value} + #{last edge < value}

    An edge belongs to the bin on its right, but the last edge to the bin on its left: the last
    bin is for values above it. The table prints both (< 400 and > 1600); 800 and 1200 are our
    choice.

    >>> living_area = [400, 800, 1200, 1600]
    >>> bin_number(890, living_area), bin_number(800, living_area), bin_number(1600, living_area)
    (3, 3, 4)
    """
    require(value == value, "NaN belongs to no bin. Fix: use None for a missing value")
    require_finite(edges, "the list of edges")
    require(
        list(edges) == sorted(edges),
        f"the edges must be in increasing order, got {', '.join(map(number_text, edges))}",
    )
    return 1 + bisect_right(edges[:-1], value) + sum(edge < value for edge in edges[-1:])


def _pooled_word_counts(
    documents: Sequence[Sequence[Word]], vocabulary: Sequence[Word]
) -> Counter[Word]:
    """Count the words of all documents. Raise TextbookError if one is not in the vocabulary."""
    require_vocabulary(vocabulary)
    counts = Counter(word for document in documents for word in document)
    for word in counts.keys() - set(vocabulary):
        raise TextbookError(f"the word {word!r} is not in the vocabulary. Fix: leave it out")
    return counts
