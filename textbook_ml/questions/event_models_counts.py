"""Questions on what the event models count: smoothed coins and words, Poisson counts, bins."""

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
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.judge import Case, distribution, exactly, probability
from textbook_ml.questions.question import misconception, question

Words = Sequence[str]
Documents = Sequence[Words]

COLLECTIONS: list[Case] = [
    ([["a"]], ["a"]),
    ([["a"]], ["a", "b"]),
    ([["a", "a", "a", "b"], ["b"]], ["a", "b", "c"]),
    ([["a"], []], ["b", "a"]),
]


def collection(draw: Draw) -> Case:
    """Documents of one class, the first not empty, and a vocabulary that has all their words."""
    known = ["a", "b", "c", "d", "e"][: draw.length(2, 5)]
    lengths = [draw.length(1, 6), *(draw.length(0, 6) for _ in range(draw.length(0, 3)))]
    return [draw.picks(known, n) for n in lengths], known


def pooled(documents: Documents) -> Counter[str]:
    """How often each word occurs, all documents read as one."""
    return Counter(word for document in documents for word in document)


@question(
    bernoulli_laplace,
    edges=[(0, 0), (0, 1), (1, 1), (3, 4)],
    valid=lambda documents_with_word, documents: 0 <= documents_with_word <= documents,
)
def _(draw: Draw) -> Case:
    documents = draw.whole(0, 3 * draw.size * draw.size)
    return draw.whole(0, documents), documents


@misconception(bernoulli_laplace, "This is the frequency; Laplace adds 1 above and 2 below.")
def not_smoothed(documents_with_word: int, documents: int) -> float:
    return documents_with_word / documents


@misconception(bernoulli_laplace, "You add 1 above and nothing below; a coin has two sides: + 2.")
def nothing_below(documents_with_word: int, documents: int) -> float:
    return (documents_with_word + 1) / documents


@misconception(bernoulli_laplace, "You add 1 below; each of the coin's two sides gets one: + 2.")
def one_below(documents_with_word: int, documents: int) -> float:
    return (documents_with_word + 1) / (documents + 1)


@misconception(bernoulli_laplace, "You add 2 below and nothing above; there belongs + 1.")
def nothing_above(documents_with_word: int, documents: int) -> float:
    return documents_with_word / (documents + 2)


@question(multinomial_mle, edges=COLLECTIONS, judge=distribution())
def _(draw: Draw) -> Case:
    return collection(draw)


@misconception(
    multinomial_mle, "You average the documents' frequencies; all documents are read as one."
)
def average_of_documents(documents: Documents, vocabulary: Words) -> dict[str, float]:
    shares = {w: [d.count(w) / len(d) for d in documents if d] for w in vocabulary}
    return {word: fsum(share) / len(share) for word, share in shares.items()}


@misconception(
    multinomial_mle, "This is the share of documents with the word, a Bernoulli φ; count places."
)
def documents_counted(documents: Documents, vocabulary: Words) -> dict[str, float]:
    return {w: sum(w in d for d in documents) / len(documents) for w in vocabulary}


@misconception(
    multinomial_mle, "You divide by the number of documents; divide by the number of words."
)
def divided_by_documents(documents: Documents, vocabulary: Words) -> dict[str, float]:
    return {word: pooled(documents)[word] / len(documents) for word in vocabulary}


@misconception(multinomial_mle, "Words that never occur are left out; the MLE gives them 0.")
def unseen_words_left_out(documents: Documents, vocabulary: Words) -> dict[str, float]:
    counts = pooled(documents)
    return {word: n / counts.total() for word, n in counts.items()}


@misconception(multinomial_mle, "This is smoothed, with + 1 and + |V|; the MLE is the frequency.")
def smoothed(documents: Documents, vocabulary: Words) -> dict[str, float]:
    return {word: float(p) for word, p in multinomial_laplace(documents, vocabulary).items()}


@misconception(
    multinomial_mle,
    "You count a word once per document, as the Bernoulli model does; here every place counts.",
)
def counted_once_per_document(documents: Documents, vocabulary: Words) -> dict[str, float]:
    present = Counter(word for document in documents for word in set(document))
    return {word: present[word] / present.total() for word in vocabulary}


@misconception(
    multinomial_mle,
    "You average the documents' frequencies, empty ones too; all documents are read as one.",
)
def average_with_empty_ones(documents: Documents, vocabulary: Words) -> dict[str, float]:
    shares = [multinomial_mle([d], vocabulary) for d in documents if d]
    return {word: fsum(share[word] for share in shares) / len(documents) for word in vocabulary}


@question(multinomial_laplace, edges=[([], ["a", "b"]), *COLLECTIONS], judge=distribution())
def _(draw: Draw) -> Case:
    return collection(draw)


def laplace(documents: Documents, vocabulary: Words, below: float) -> dict[str, float]:
    """One more of each word, and so many below."""
    counts = pooled(documents)
    return {word: (counts[word] + 1) / (counts.total() + below) for word in vocabulary}


@misconception(multinomial_laplace, "You add 2 below, as for a coin; there are |V| words: + |V|.")
def two_below(documents: Documents, vocabulary: Words) -> dict[str, float]:
    return laplace(documents, vocabulary, 2)


@misconception(
    multinomial_laplace, "You add the number of seen words below; |V| counts all possible words."
)
def seen_words_below(documents: Documents, vocabulary: Words) -> dict[str, float]:
    return laplace(documents, vocabulary, len(pooled(documents)))


@misconception(multinomial_laplace, "You add nothing below; one more of each word makes + |V|.")
def no_vocabulary_below(documents: Documents, vocabulary: Words) -> dict[str, float]:
    return laplace(documents, vocabulary, 0)


@misconception(multinomial_laplace, "This is the frequency, unsmoothed; add 1 above and |V| below.")
def frequency(documents: Documents, vocabulary: Words) -> dict[str, float]:
    return {word: float(p) for word, p in multinomial_mle(documents, vocabulary).items()}


@misconception(
    multinomial_laplace, "You count documents, with + 2: that is the Bernoulli model; count places."
)
def bernoulli_counts(documents: Documents, vocabulary: Words) -> dict[str, float]:
    n = len(documents)
    return {w: (sum(w in d for d in documents) + 1) / (n + 2) for w in vocabulary}


@misconception(
    multinomial_laplace, "You smooth and average document by document; all are read as one."
)
def average_of_smoothed(documents: Documents, vocabulary: Words) -> dict[str, float]:
    each = [laplace([document], vocabulary, len(vocabulary)) for document in documents]
    return {word: fsum(phi[word] for phi in each) / len(each) for word in vocabulary}


@misconception(
    multinomial_laplace,
    "You divide by the number of documents; the places are counted, Σᵢ nᵢ of them, and |V| added.",
)
def documents_and_vocabulary_below(documents: Documents, vocabulary: Words) -> dict[str, float]:
    present = Counter(word for document in documents for word in set(document))
    below = len(documents) + len(vocabulary)
    return {word: (present[word] + 1) / below for word in vocabulary}


@question(
    poisson_pmf,
    edges=[(0, 1.0), (1, 1.0), (2, 0.5), (0, 50.0), (90, 60.0)],
    judge=probability(),
    valid=lambda k, rate: k <= 100 and 1e-3 <= rate <= 100,
)
def _(draw: Draw) -> Case:
    return draw.whole(0, 3 * draw.size), draw.positive()


@misconception(poisson_pmf, "The factorial is forgotten: λᵏ e^−λ is divided by k!.")
def factorial_forgotten(k: int, rate: float) -> float:
    return rate**k * exp(-rate)


@misconception(poisson_pmf, "You divide by k; the formula has the factorial k!.")
def k_for_its_factorial(k: int, rate: float) -> float:
    return rate**k * exp(-rate) / k


@misconception(poisson_pmf, "The factor e^−λ is forgotten, without which the sum over k is e^λ.")
def exponential_forgotten(k: int, rate: float) -> float:
    return rate**k / factorial(k)


@misconception(poisson_pmf, "The sign of the exponent is wrong: it is e^−λ.")
def growing_exponential(k: int, rate: float) -> float:
    return rate**k * exp(rate) / factorial(k)


@misconception(poisson_pmf, "The power has base and exponent exchanged: it is λᵏ, not k^λ.")
def power_exchanged(k: int, rate: float) -> float:
    return pow(float(k), rate) * exp(-rate) / factorial(k)


@misconception(poisson_pmf, "You divide by (k − 1)!; it is k!, which gamma(k + 1) gives.")
def factorial_of_one_less(k: int, rate: float) -> float:
    return poisson_pmf(k, rate) * max(k, 1)


@misconception(poisson_pmf, "Your exponential is of −k; it is e^−λ.")
def exponential_of_k(k: int, rate: float) -> float:
    return poisson_pmf(k, rate) * exp(rate - k)


AREAS = [400.0, 800.0, 1200.0, 1600.0]


@question(
    bin_number,
    edges=[
        (1.0, []),
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
)
def _(draw: Draw) -> Case:
    edges = sorted(set(draw.numbers(draw.length(1, 6))))
    return draw.of([draw.number(), draw.of(edges)]), edges


@misconception(
    bin_number,
    "You put a value on an edge into the bin on its left. Before the last edge, count the edges "
    "≤ value, not < value.",
)
def edge_to_the_left(value: float, edges: Sequence[float]) -> int:
    return bisect_left(edges, value) + 1


@misconception(
    bin_number,
    "You put a value on the last edge into the last bin. The last bin is for values above the "
    "last edge.",
)
def last_edge_to_the_right(value: float, edges: Sequence[float]) -> int:
    return bisect_right(edges, value) + 1


@misconception(bin_number, "You count the bins from 0; the first one is number 1.")
def bins_from_0(value: float, edges: Sequence[float]) -> int:
    return bin_number(value, edges) - 1


@misconception(
    bin_number, "You give values above the last edge no bin of their own. It is the last bin."
)
def last_bin_lost(value: float, edges: Sequence[float]) -> int:
    return min(bin_number(value, edges), len(edges))


@misconception(bin_number, "You count the bins from the right. Bin 1 is the leftmost.")
def counted_from_the_right(value: float, edges: Sequence[float]) -> int:
    return len(edges) + 2 - bin_number(value, edges)


@misconception(bin_number, "You count the edges above the value. Count those at or below it.")
def edges_above(value: float, edges: Sequence[float]) -> int:
    return 1 + sum(edge >= value for edge in edges)
