"""Questions on estimates for event models: smoothed probabilities, Poisson counts, bins."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from math import exp, factorial, fsum, pow

from textbook_ml.equations.event_models import (
    bernoulli_laplace,
    bin_number,
    multinomial_laplace,
    multinomial_mle,
    poisson_pmf,
)
from textbook_ml.questions.framework.judge import Case, distribution, exactly, probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Words = Sequence[str]
Documents = Sequence[Words]

COLLECTIONS: list[Case] = [
    ([["a"]], ["a"]),
    ([["a"]], ["a", "b"]),
    ([["a", "a", "a", "b"], ["b"]], ["a", "b", "c"]),
    ([["a"], []], ["b", "a"]),
]


def documents_and_vocabulary(draw: Draw) -> Case:
    """Return documents of one class (the first is not empty) and a vocabulary of their words."""
    known = ["a", "b", "c", "d", "e"][: draw.length(2, 5)]
    lengths = [draw.length(1, 6), *(draw.length(0, 6) for _ in range(draw.length(0, 3)))]
    return [draw.picks(known, n) for n in lengths], known


def word_counts(documents: Documents) -> Counter[str]:
    """Return the number of occurrences of each word in all documents together."""
    return Counter(word for document in documents for word in document)


@question(
    bernoulli_laplace,
    edges=[(0, 0), (0, 1), (1, 1), (3, 4)],
    valid=lambda documents_with_word, documents: 0 <= documents_with_word <= documents,
)
def _(draw: Draw) -> Case:
    documents = draw.whole(0, 3 * draw.size * draw.size)
    return draw.whole(0, documents), documents


@misconception(
    bernoulli_laplace,
    "You compute the unsmoothed frequency. Laplace smoothing adds 1 to "
    "the numerator and 2 to the denominator.",
)
def not_smoothed(documents_with_word: int, documents: int) -> float:
    return documents_with_word / documents


@misconception(
    bernoulli_laplace,
    "You add 1 to the numerator only. A Bernoulli feature has two "
    "values, so add 2 to the denominator.",
)
def added_to_numerator_only(documents_with_word: int, documents: int) -> float:
    return (documents_with_word + 1) / documents


@misconception(
    bernoulli_laplace,
    "You add 1 to the denominator. A Bernoulli feature has two values, and each gets 1, so add 2.",
)
def one_added_to_denominator(documents_with_word: int, documents: int) -> float:
    return (documents_with_word + 1) / (documents + 1)


@misconception(
    bernoulli_laplace,
    "You add 2 to the denominator only. Laplace smoothing also adds 1 to the numerator.",
)
def added_to_denominator_only(documents_with_word: int, documents: int) -> float:
    return documents_with_word / (documents + 2)


@question(multinomial_mle, edges=COLLECTIONS, judge=distribution())
def _(draw: Draw) -> Case:
    return documents_and_vocabulary(draw)


@misconception(
    multinomial_mle,
    "You average the frequencies of the documents. Count the "
    "words of all documents together instead.",
)
def average_of_documents(documents: Documents, vocabulary: Words) -> dict[str, float]:
    frequencies = {w: [d.count(w) / len(d) for d in documents if d] for w in vocabulary}
    return {word: fsum(values) / len(values) for word, values in frequencies.items()}


@misconception(
    multinomial_mle,
    "You compute the fraction of documents that contain the word, as in the Bernoulli model. The "
    "multinomial model counts every occurrence.",
)
def documents_counted(documents: Documents, vocabulary: Words) -> dict[str, float]:
    return {w: sum(w in d for d in documents) / len(documents) for w in vocabulary}


@misconception(
    multinomial_mle,
    "You divide by the number of documents. The denominator is the number of words.",
)
def divided_by_documents(documents: Documents, vocabulary: Words) -> dict[str, float]:
    return {word: word_counts(documents)[word] / len(documents) for word in vocabulary}


@misconception(
    multinomial_mle, "You leave out words that never occur. Their maximum likelihood estimate is 0."
)
def unseen_words_left_out(documents: Documents, vocabulary: Words) -> dict[str, float]:
    counts = word_counts(documents)
    return {word: n / counts.total() for word, n in counts.items()}


@misconception(
    multinomial_mle,
    "You smooth: you add 1 to the numerator and |V| to the denominator. The maximum likelihood "
    "estimate is the unsmoothed frequency.",
)
def smoothed(documents: Documents, vocabulary: Words) -> dict[str, float]:
    return {word: float(p) for word, p in multinomial_laplace(documents, vocabulary).items()}


@misconception(
    multinomial_mle,
    "You count a word once per document, as in the Bernoulli model. The "
    "multinomial model counts every occurrence.",
)
def counted_once_per_document(documents: Documents, vocabulary: Words) -> dict[str, float]:
    present = Counter(word for document in documents for word in set(document))
    return {word: present[word] / present.total() for word in vocabulary}


@misconception(
    multinomial_mle,
    "You average the frequencies of the documents, including empty ones. Count the words of all "
    "documents together instead.",
)
def average_with_empty_ones(documents: Documents, vocabulary: Words) -> dict[str, float]:
    frequencies = [multinomial_mle([d], vocabulary) for d in documents if d]
    n = len(documents)
    return {word: fsum(table[word] for table in frequencies) / n for word in vocabulary}


@question(multinomial_laplace, edges=[([], ["a", "b"]), *COLLECTIONS], judge=distribution())
def _(draw: Draw) -> Case:
    return documents_and_vocabulary(draw)


def laplace(documents: Documents, vocabulary: Words, added: float) -> dict[str, float]:
    """Return (count + 1) / (total + added) for each word of the vocabulary."""
    counts = word_counts(documents)
    return {word: (counts[word] + 1) / (counts.total() + added) for word in vocabulary}


@misconception(
    multinomial_laplace,
    "You add 2 to the denominator, as for a Bernoulli feature. The "
    "vocabulary has |V| words, so add |V|.",
)
def two_added_to_denominator(documents: Documents, vocabulary: Words) -> dict[str, float]:
    return laplace(documents, vocabulary, 2)


@misconception(
    multinomial_laplace,
    "You add the number of observed words to the denominator. Add "
    "|V|, the number of all possible words.",
)
def observed_words_in_denominator(documents: Documents, vocabulary: Words) -> dict[str, float]:
    return laplace(documents, vocabulary, len(word_counts(documents)))


@misconception(
    multinomial_laplace,
    "You add nothing to the denominator. Each of the |V| words gets 1, so add |V|.",
)
def vocabulary_size_left_out(documents: Documents, vocabulary: Words) -> dict[str, float]:
    return laplace(documents, vocabulary, 0)


@misconception(
    multinomial_laplace,
    "You compute the unsmoothed frequency. Laplace smoothing adds 1 to "
    "the numerator and |V| to the denominator.",
)
def frequency(documents: Documents, vocabulary: Words) -> dict[str, float]:
    return {word: float(p) for word, p in multinomial_mle(documents, vocabulary).items()}


@misconception(
    multinomial_laplace,
    "You count documents and add 2, as in the Bernoulli model. The "
    "multinomial model counts occurrences of words.",
)
def bernoulli_counts(documents: Documents, vocabulary: Words) -> dict[str, float]:
    n = len(documents)
    return {w: (sum(w in d for d in documents) + 1) / (n + 2) for w in vocabulary}


@misconception(
    multinomial_laplace,
    "You smooth each document and average the results. Count the "
    "words of all documents together instead.",
)
def average_of_smoothed(documents: Documents, vocabulary: Words) -> dict[str, float]:
    each = [laplace([document], vocabulary, len(vocabulary)) for document in documents]
    return {word: fsum(phi[word] for phi in each) / len(each) for word in vocabulary}


@misconception(
    multinomial_laplace,
    "You count documents. The equation counts words: the denominator "
    "is the number of words, Σᵢ nᵢ, plus |V|.",
)
def documents_in_denominator(documents: Documents, vocabulary: Words) -> dict[str, float]:
    present = Counter(word for document in documents for word in set(document))
    denominator = len(documents) + len(vocabulary)
    return {word: (present[word] + 1) / denominator for word in vocabulary}


@question(
    poisson_pmf,
    edges=[(0, 1.0), (1, 1.0), (2, 0.5), (0, 50.0), (90, 60.0)],
    judge=probability(),
    valid=lambda k, rate: k <= 100 and 1e-3 <= rate <= 100,
)
def _(draw: Draw) -> Case:
    return draw.whole(0, 3 * draw.size), draw.positive()


@misconception(poisson_pmf, "You leave out the factorial. The equation divides λᵏ e^−λ by k!.")
def factorial_forgotten(k: int, rate: float) -> float:
    return rate**k * exp(-rate)


@misconception(poisson_pmf, "You divide by k. The equation has the factorial k!.")
def k_for_its_factorial(k: int, rate: float) -> float:
    return rate**k * exp(-rate) / k


@misconception(
    poisson_pmf, "You leave out the factor e^−λ. Without it the sum over k is e^λ, not 1."
)
def exponential_forgotten(k: int, rate: float) -> float:
    return rate**k / factorial(k)


@misconception(poisson_pmf, "Your exponent has the wrong sign. The equation has e^−λ.")
def growing_exponential(k: int, rate: float) -> float:
    return rate**k * exp(rate) / factorial(k)


@misconception(poisson_pmf, "You have exchanged base and exponent. The equation has λᵏ, not k^λ.")
def power_exchanged(k: int, rate: float) -> float:
    return pow(float(k), rate) * exp(-rate) / factorial(k)


@misconception(poisson_pmf, "You divide by (k − 1)!. The equation has k!, which is gamma(k + 1).")
def factorial_of_one_less(k: int, rate: float) -> float:
    return poisson_pmf(k, rate) * max(k, 1)


@misconception(poisson_pmf, "You have e^−k. The equation has e^−λ.")
def exponential_of_k(k: int, rate: float) -> float:
    return poisson_pmf(k, rate) * exp(rate - k)


AREAS = [400.0, 800.0, 1200.0, 1600.0]


@question(
    bin_number,
    edges=[
        (0.0, [1.0]),
        (1.0, [1.0]),
        (2.0, [1.0]),
        (-0.0, [0.0]),
        (400.0, AREAS),
        (800.0, AREAS),
        (890.0, AREAS),
        (1200.0, AREAS),
        (1600.0, AREAS),
        (1601.0, AREAS),
    ],
    judge=exactly,
    valid=lambda value, edges: len(edges) > 0,
)
def _(draw: Draw) -> Case:
    edges = sorted(set(draw.numbers(draw.length(1, 6))))
    return draw.of([draw.number(), draw.of(edges)]), edges


@misconception(
    bin_number,
    "You put a value that equals an edge into the bin left of that edge. It belongs to the bin "
    "right of the edge, except at the last edge.",
)
def edge_to_the_left(value: float, edges: Sequence[float]) -> int:
    return bisect_left(edges, value) + 1


@misconception(
    bin_number,
    "You put a value that equals the last edge into the last bin. The last bin is only for values"
    " above the last edge.",
)
def last_edge_to_the_right(value: float, edges: Sequence[float]) -> int:
    return bisect_right(edges, value) + 1


@misconception(bin_number, "You count the bins from 0. The first bin has number 1.")
def bins_from_0(value: float, edges: Sequence[float]) -> int:
    return bin_number(value, edges) - 1


@misconception(
    bin_number,
    "You have no separate bin for values above the last edge. "
    "They belong to an additional last bin.",
)
def no_bin_after_last_edge(value: float, edges: Sequence[float]) -> int:
    return min(bin_number(value, edges), len(edges))


@misconception(bin_number, "You count the bins from the right. Bin 1 is the leftmost.")
def counted_from_the_right(value: float, edges: Sequence[float]) -> int:
    return len(edges) + 2 - bin_number(value, edges)


@misconception(bin_number, "You count the edges above the value. Count the edges at or below it.")
def edges_above(value: float, edges: Sequence[float]) -> int:
    return 1 + sum(edge >= value for edge in edges)
