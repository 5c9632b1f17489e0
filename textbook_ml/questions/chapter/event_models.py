"""Questions on the two event models for text: Bernoulli and multinomial."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, fsum, log, pow, prod

from textbook_ml.equations.event_models import (
    bernoulli_event,
    bernoulli_log_likelihood,
    bernoulli_pmf,
    multinomial_event,
    multinomial_likelihood,
)
from textbook_ml.questions.framework.judge import Case, log_probability, probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Words = Sequence[str]
Table = Mapping[str, float]

LETTERS = "abcde"
HALVES = {"a": 0.5, "b": 0.5}
LONG: Case = ([1, 0] * 20, [0.0625] * 40)


def word_table(draw: Draw, words: Words) -> dict[str, float]:
    """Return a random probability for each word; they sum to exactly 1."""
    return dict(zip(words, draw.shares(len(words))))


@question(bernoulli_pmf, edges=[(1, 0.0), (0, 0.0), (1, 1.0), (0, 1.0), (1, 0.25), (0, 0.25)])
def _(draw: Draw) -> Case:
    return draw.whole(0, 1), draw.whole(1, 99) / 100 if draw.rough else draw.probability()


@misconception(bernoulli_pmf, "You return θ for both values. The probability of x = 0 is 1 − θ.")
def theta_always(x: int, theta: float) -> float:
    return theta


@misconception(bernoulli_pmf, "You have exchanged x = 1 and x = 0. θ is the probability of x = 1.")
def one_and_zero_exchanged(x: int, theta: float) -> float:
    return bernoulli_pmf(1 - x, theta)


@misconception(
    bernoulli_pmf, "You compute θˣ alone, which is 1 for x = 0. The other factor is (1 − θ)¹⁻ˣ."
)
def zero_ignored(x: int, theta: float) -> float:
    return theta if x else 1.0


@misconception(
    bernoulli_pmf, "You add the two factors. The equation has their product, θˣ (1 − θ)¹⁻ˣ."
)
def factors_added(x: int, theta: float) -> float:
    return theta**x + (1 - theta) ** (1 - x)


@misconception(bernoulli_pmf, "You return 0 for x = 0. Its probability is 1 − θ.")
def zero_has_probability_0(x: int, theta: float) -> float:
    return theta * x


@question(
    bernoulli_event,
    edges=[([], []), ([1], [0.25]), ([0], [0.25]), ([1, 0], [0.75, 0.0]), ([1], [0.0]), LONG],
    judge=probability(),
)
def _(draw: Draw) -> Case:
    n = draw.length(1, 10)
    return draw.bits(n), [draw.probability() for _ in range(n)]


@misconception(
    bernoulli_event, "You ignore absent words. Each absent word contributes the factor 1 − φⱼ."
)
def absent_words_ignored(x: Sequence[int], phi: Sequence[float]) -> float:
    return prod(p for x_j, p in zip(x, phi) if x_j)


@misconception(
    bernoulli_event, "You multiply by φⱼ for every word. An absent word contributes 1 − φⱼ instead."
)
def all_taken_as_present(x: Sequence[int], phi: Sequence[float]) -> float:
    return prod(phi)


@misconception(
    bernoulli_event, "You have exchanged present and absent words. φⱼ is the probability of xⱼ = 1."
)
def presence_exchanged(x: Sequence[int], phi: Sequence[float]) -> float:
    return bernoulli_event([1 - x_j for x_j in x], phi)


@misconception(
    bernoulli_event, "You add the factors. Probabilities of independent words are multiplied."
)
def event_factors_added(x: Sequence[int], phi: Sequence[float]) -> float:
    return fsum(map(bernoulli_pmf, x, phi))


@misconception(
    bernoulli_event,
    "You take the logarithm of a factor that is 0, and ln 0 is "
    "undefined. If a factor is 0, the product is 0.",
)
def logarithm_of_zero(x: Sequence[int], phi: Sequence[float]) -> float:
    return exp(fsum(map(log, map(bernoulli_pmf, x, phi))))


@misconception(
    bernoulli_event,
    "Your product is 0 if a word is absent. An absent word contributes the factor 1 − φⱼ.",
)
def absent_word_makes_0(x: Sequence[int], phi: Sequence[float]) -> float:
    return prod(x_j * p for x_j, p in zip(x, phi))


@question(
    multinomial_event,
    edges=[
        ([], HALVES),
        (["a"], {"a": 0.25, "b": 0.75}),
        (["a", "a"], {"a": 0.25, "b": 0.75}),
        (["a"], {"a": 0.0, "b": 1.0}),
        (["a", "b"], HALVES),
        (["a", "b"] * 20, HALVES),
    ],
    judge=probability(),
)
def _(draw: Draw) -> Case:
    words = LETTERS[: draw.length(2, 5)]
    return draw.picks(words, draw.length(1, 9)), word_table(draw, words)


@misconception(
    multinomial_event, "You count each word once. Every occurrence of a word contributes a factor."
)
def repetition_ignored(words: Words, phi: Table) -> float:
    return multinomial_event(sorted(set(words)), phi)


@misconception(
    multinomial_event,
    "You include factors for absent words, as in the Bernoulli model. The multinomial model has "
    "factors only for the words in the message.",
)
def absent_words_counted(words: Words, phi: Table) -> float:
    return multinomial_event(words, phi) * prod(1 - phi[word] for word in phi if word not in words)


@misconception(
    multinomial_event,
    "You multiply by n! / Πnₖ!, the number of word orders. The words of a message are in one "
    "given order, so this factor is not needed.",
)
def orders_counted(words: Words, phi: Table) -> float:
    orders, used = 1, 0
    for times in Counter(words).values():
        for k in range(1, times + 1):
            used += 1
            orders = orders * used // k
    return orders * multinomial_event(words, phi)


@misconception(
    multinomial_event, "You add the probabilities of the words. The equation multiplies them."
)
def probabilities_of_words_added(words: Words, phi: Table) -> float:
    return fsum(phi[word] for word in words)


@misconception(
    multinomial_event, "You divide by the number of words. The equation is the product alone."
)
def divided_by_length(words: Words, phi: Table) -> float:
    return multinomial_event(words, phi) / len(words)


@misconception(
    multinomial_event,
    "You go through the vocabulary and use 1 − φ for absent words, as in the Bernoulli model. "
    "Multiply φ over the words of the message instead.",
)
def product_over_vocabulary(words: Words, phi: Table) -> float:
    return prod(p if word in words else 1 - p for word, p in phi.items())


@misconception(multinomial_event, "You return 0 for an empty message. An empty product is 1.")
def empty_message_has_probability_0(words: Words, phi: Table) -> float:
    return multinomial_event(words, phi) if words else 0.0


@misconception(
    multinomial_event,
    "You take the n-th root of the product (the geometric mean per "
    "word). The equation is the product alone.",
)
def mean_per_word(words: Words, phi: Table) -> float:
    return pow(multinomial_event(words, phi), 1 / max(1, len(words)))


@misconception(
    multinomial_event,
    "You multiply φ by the number of occurrences. A word that occurs c times contributes φᶜ.",
)
def count_times_probability(words: Words, phi: Table) -> float:
    return prod(n * phi[word] for word, n in Counter(words).items())


@question(
    bernoulli_log_likelihood,
    edges=[
        ([[1]], [1], 0.5, {1: [0.5], 0: [0.5]}),
        ([[0]], [0], 0.25, {1: [0.5], 0: [0.25]}),
        ([[1], [0]], [1, 0], 0.5, {1: [1.0], 0: [0.0]}),
        ([[1, 0]], [1], 0.25, {1: [0.5, 0.25], 0: [0.5, 0.5]}),
        ([[1] * 100], [1], 0.5, {1: [1e-4] * 100, 0: [0.5] * 100}),
    ],
    judge=log_probability(),
    valid=lambda rows, labels, phi_y, phi: (
        len(rows) > 0
        and set(phi) == {0, 1}
        and bernoulli_log_likelihood(rows, labels, phi_y, phi) > -1e9
    ),
)
def _(draw: Draw) -> Case:
    n, width = draw.length(1, 6), draw.length(1, 4)
    phi = {y: [draw.probability() for _ in range(width)] for y in (1, 0)}
    return [draw.bits(width) for _ in range(n)], draw.bits(n), draw.probability(), phi


Phi = Mapping[int, Sequence[float]]
Bits = Sequence[Sequence[int]]


@misconception(
    bernoulli_log_likelihood,
    "You leave out ln p(y), so you compute ln Π p(x | y). The joint "
    "log likelihood also contains the prior.",
)
def prior_forgotten(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    return bernoulli_log_likelihood(rows, labels, phi_y, phi) - log_prior(labels, phi_y)


@misconception(
    bernoulli_log_likelihood,
    "You add ln p(y) once for every word. Add it only once for each row.",
)
def prior_inside_the_sum(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    rest = prior_forgotten(rows, labels, phi_y, phi)
    return rest + len(rows[0]) * log_prior(labels, phi_y)


@misconception(
    bernoulli_log_likelihood, "You ignore absent words. Each absent word contributes ln(1 − φⱼ)."
)
def absences_ignored(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    present = [log(p) for x, y in zip(rows, labels) for x_j, p in zip(x, phi[y]) if x_j]
    return fsum(present) + log_prior(labels, phi_y)


@misconception(
    bernoulli_log_likelihood, "You have exchanged the priors of the two classes. φ_y is P(y = 1)."
)
def classes_exchanged(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    return bernoulli_log_likelihood(rows, labels, 1 - phi_y, phi)


@misconception(
    bernoulli_log_likelihood,
    "You use logarithms to base 2. The equation has the natural logarithm, ln.",
)
def likelihood_in_bits(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    return bernoulli_log_likelihood(rows, labels, phi_y, phi) / log(2)


@misconception(
    bernoulli_log_likelihood,
    "You evaluate ln 0, which is undefined even if it is multiplied by 0. Compute ln φ only for "
    "x = 1 and ln(1 − φ) only for x = 0.",
)
def zero_times_log_zero(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    pairs = [pair for x, y in zip(rows, labels) for pair in zip(x, phi[y])]
    return fsum(x * log(p) + (1 - x) * log(1 - p) for x, p in pairs) + log_prior(labels, phi_y)


@misconception(
    bernoulli_log_likelihood,
    "You take the logarithm of a product that underflows to 0. Add "
    "the logarithms of the factors instead.",
)
def product_underflows(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    rests = [log(prod(map(bernoulli_pmf, x, phi[y]))) for x, y in zip(rows, labels)]
    return fsum(rests) + log_prior(labels, phi_y)


@misconception(
    bernoulli_log_likelihood, "You use φ_y for both classes. The prior of class 0 is 1 − φ_y."
)
def prior_of_class_1_for_both(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    ones = bernoulli_log_likelihood(rows, labels, 0.5, phi) - len(rows) * log(0.5)
    return ones + len(rows) * log(phi_y)


@misconception(
    bernoulli_log_likelihood,
    "You average over the messages. The log likelihood is the sum over them.",
)
def averaged_over_messages(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    return bernoulli_log_likelihood(rows, labels, phi_y, phi) / len(rows)


@misconception(
    bernoulli_log_likelihood,
    "You use the φ of the other class for the words of a message. "
    "Use the φ of the message's own class.",
)
def words_of_the_other_class(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    return bernoulli_log_likelihood(rows, labels, phi_y, {y: phi[1 - y] for y in phi})


def log_prior(labels: Sequence[int], phi_y: float) -> float:
    """Return Σ ln p(y), the log prior of all labels."""
    return fsum(log(bernoulli_pmf(y, phi_y)) for y in labels)


@question(
    multinomial_likelihood,
    edges=[
        ([["a"]], [1], 0.25, {1: HALVES, 0: HALVES}),
        ([[]], [0], 0.25, {1: HALVES, 0: HALVES}),
        ([["a", "a"], ["b"]], [1, 0], 0.5, {1: {"a": 0.25, "b": 0.75}, 0: HALVES}),
        ([["a"]], [1], 0.5, {1: {"a": 0.0, "b": 1.0}, 0: HALVES}),
    ],
    judge=probability(),
    valid=lambda documents, labels, phi_y, phi: (
        set(phi) == {0, 1} and all(abs(fsum(phi[y].values()) - 1) < 1e-9 for y in (0, 1))
    ),
)
def _(draw: Draw) -> Case:
    words = LETTERS[: draw.length(2, 4)]
    documents = [draw.picks(words, draw.length(0, 5)) for _ in range(draw.length(1, 4))]
    phi = {y: word_table(draw, words) for y in (1, 0)}
    return documents, draw.bits(len(documents)), draw.probability(), phi


Tables = Mapping[int, Table]


@misconception(
    multinomial_likelihood,
    "You leave out the prior p(y). Each document contributes it as a factor.",
)
def priors_forgotten(
    documents: Sequence[Words], labels: Sequence[int], phi_y: float, phi: Tables
) -> float:
    return prod(multinomial_event(d, phi[y]) for d, y in zip(documents, labels))


@misconception(
    multinomial_likelihood,
    "You multiply by the prior p(y) once for every word. Each document "
    "has it once, outside the product over words.",
)
def prior_for_every_word(
    documents: Sequence[Words], labels: Sequence[int], phi_y: float, phi: Tables
) -> float:
    pairs = [(word, y) for d, y in zip(documents, labels) for word in d]
    return prod(phi[y][word] * bernoulli_pmf(y, phi_y) for word, y in pairs)


@misconception(
    multinomial_likelihood,
    "You add the probabilities of the documents. Probabilities of "
    "independent documents are multiplied.",
)
def documents_added(
    documents: Sequence[Words], labels: Sequence[int], phi_y: float, phi: Tables
) -> float:
    pairs = zip(documents, labels)
    return fsum(multinomial_event(d, phi[y]) * bernoulli_pmf(y, phi_y) for d, y in pairs)


@misconception(
    multinomial_likelihood,
    "You count each word once. Every occurrence of a word contributes a factor.",
)
def repetitions_ignored(
    documents: Sequence[Words], labels: Sequence[int], phi_y: float, phi: Tables
) -> float:
    return multinomial_likelihood([sorted(set(d)) for d in documents], labels, phi_y, phi)


@misconception(
    multinomial_likelihood, "You have exchanged the priors of the two classes. φ_y is P(y = 1)."
)
def prior_of_the_other_class(
    documents: Sequence[Words], labels: Sequence[int], phi_y: float, phi: Tables
) -> float:
    return multinomial_likelihood(documents, labels, 1 - phi_y, phi)
