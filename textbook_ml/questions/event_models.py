"""Questions on the event models: a coin for each word, or a word for each place."""

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
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.judge import Case, log_probability, probability
from textbook_ml.questions.question import misconception, question

Words = Sequence[str]
Table = Mapping[str, float]

LETTERS = "abcde"
HALVES = {"a": 0.5, "b": 0.5}
LONG: Case = ([1, 0] * 20, [0.0625] * 40)


def word_table(draw: Draw, words: Words) -> dict[str, float]:
    """How probable each word is; the sum is exactly one."""
    return dict(zip(words, draw.shares(len(words))))


@question(bernoulli_pmf, edges=[(1, 0.0), (0, 0.0), (1, 1.0), (0, 1.0), (1, 0.25), (0, 0.25)])
def _(draw: Draw) -> Case:
    return draw.whole(0, 1), draw.whole(1, 99) / 100 if draw.rough else draw.probability()


@misconception(bernoulli_pmf, "A zero has probability 1 − θ; you give it θ too.")
def theta_always(x: int, theta: float) -> float:
    return theta


@misconception(bernoulli_pmf, "One and zero are exchanged: θ is the probability of x = 1.")
def one_and_zero_exchanged(x: int, theta: float) -> float:
    return bernoulli_pmf(1 - x, theta)


@misconception(bernoulli_pmf, "This is θˣ alone, 1 where x = 0; the factor (1 − θ)¹⁻ˣ is due.")
def zero_ignored(x: int, theta: float) -> float:
    return theta if x else 1.0


@misconception(bernoulli_pmf, "You add the two factors; θˣ (1 − θ)¹⁻ˣ is their product.")
def factors_added(x: int, theta: float) -> float:
    return theta**x + (1 - theta) ** (1 - x)


@misconception(bernoulli_pmf, "A zero has probability 1 − θ; you give it 0.")
def zero_impossible(x: int, theta: float) -> float:
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
    bernoulli_event, "Absent words are ignored; each of them brings its factor 1 − φⱼ."
)
def absent_words_ignored(x: Sequence[int], phi: Sequence[float]) -> float:
    return prod(p for x_j, p in zip(x, phi) if x_j)


@misconception(bernoulli_event, "You multiply φⱼ for every word; an absent one brings 1 − φⱼ.")
def all_taken_as_present(x: Sequence[int], phi: Sequence[float]) -> float:
    return prod(phi)


@misconception(bernoulli_event, "Present and absent are exchanged: φⱼ is for xⱼ = 1.")
def presence_exchanged(x: Sequence[int], phi: Sequence[float]) -> float:
    return bernoulli_event([1 - x_j for x_j in x], phi)


@misconception(bernoulli_event, "You add the factors; independent words multiply.")
def event_factors_added(x: Sequence[int], phi: Sequence[float]) -> float:
    return fsum(map(bernoulli_pmf, x, phi))


@misconception(bernoulli_event, "There is no ln 0: where a factor is 0 the product is 0.")
def logarithm_of_zero(x: Sequence[int], phi: Sequence[float]) -> float:
    return exp(fsum(map(log, map(bernoulli_pmf, x, phi))))


@misconception(bernoulli_event, "An absent word makes your product 0; it brings the factor 1 − φⱼ.")
def absent_words_impossible(x: Sequence[int], phi: Sequence[float]) -> float:
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


@misconception(multinomial_event, "A word counts once to you; it brings a factor at every place.")
def repetition_ignored(words: Words, phi: Table) -> float:
    return multinomial_event(sorted(set(words)), phi)


@misconception(
    multinomial_event, "You count absent words: that is the Bernoulli model; not this one."
)
def absent_words_counted(words: Words, phi: Table) -> float:
    return multinomial_event(words, phi) * prod(1 - phi[word] for word in phi if word not in words)


@misconception(
    multinomial_event, "You count orders with n! / Πnₖ!; a message has one order, its own."
)
def orders_counted(words: Words, phi: Table) -> float:
    orders, placed = 1, 0
    for times in Counter(words).values():
        for k in range(1, times + 1):
            placed += 1
            orders = orders * placed // k
    return orders * multinomial_event(words, phi)


@misconception(multinomial_event, "You add the probabilities; those of the places multiply.")
def places_added(words: Words, phi: Table) -> float:
    return fsum(phi[word] for word in words)


@misconception(multinomial_event, "You divide by the length; the product alone is the answer.")
def divided_by_length(words: Words, phi: Table) -> float:
    return multinomial_event(words, phi) / len(words)


@misconception(
    multinomial_event,
    "You go through the vocabulary, with 1 − φ for absent words: that is the Bernoulli model.",
)
def vocabulary_gone_through(words: Words, phi: Table) -> float:
    return prod(p if word in words else 1 - p for word, p in phi.items())


@misconception(
    multinomial_event, "You give an empty message probability 0; a product of nothing is 1."
)
def empty_message_impossible(words: Words, phi: Table) -> float:
    return multinomial_event(words, phi) if words else 0.0


@misconception(
    multinomial_event,
    "You take the root, as if messages had to be comparable; the product alone is the answer.",
)
def mean_per_word(words: Words, phi: Table) -> float:
    return pow(multinomial_event(words, phi), 1 / max(1, len(words)))


@misconception(
    multinomial_event,
    "You multiply by how often the word occurs; a word that occurs c times brings φᶜ.",
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
    bernoulli_log_likelihood, "The prior ln p(y) is forgotten: this is ln Π p(x | y), not joint."
)
def prior_forgotten(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    return bernoulli_log_likelihood(rows, labels, phi_y, phi) - log_prior(labels, phi_y)


@misconception(
    bernoulli_log_likelihood, "The prior ln p(y) is inside the sum over words: a row has it once."
)
def prior_inside_the_sum(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    rest = prior_forgotten(rows, labels, phi_y, phi)
    return rest + len(rows[0]) * log_prior(labels, phi_y)


@misconception(
    bernoulli_log_likelihood, "Absent words are ignored; each of them brings ln(1 − φⱼ)."
)
def absences_ignored(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    present = [log(p) for x, y in zip(rows, labels) for x_j, p in zip(x, phi[y]) if x_j]
    return fsum(present) + log_prior(labels, phi_y)


@misconception(
    bernoulli_log_likelihood, "The probabilities of the classes are exchanged: φ_y is P(y = 1)."
)
def classes_exchanged(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    return bernoulli_log_likelihood(rows, labels, 1 - phi_y, phi)


@misconception(bernoulli_log_likelihood, "You take logarithms to base 2; ln is the natural one.")
def likelihood_in_bits(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    return bernoulli_log_likelihood(rows, labels, phi_y, phi) / log(2)


@misconception(
    bernoulli_log_likelihood,
    "There is no ln 0, not even times 0: take ln φ for a one, ln(1 − φ) for a zero, never both.",
)
def zero_times_log_zero(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    pairs = [pair for x, y in zip(rows, labels) for pair in zip(x, phi[y])]
    return fsum(x * log(p) + (1 - x) * log(1 - p) for x, p in pairs) + log_prior(labels, phi_y)


@misconception(
    bernoulli_log_likelihood, "The product of many factors is 0 as a float: add their logarithms."
)
def product_underflows(rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi) -> float:
    rests = [log(prod(map(bernoulli_pmf, x, phi[y]))) for x, y in zip(rows, labels)]
    return fsum(rests) + log_prior(labels, phi_y)


@misconception(
    bernoulli_log_likelihood, "You use φ_y for both classes; class 0 has the prior 1 − φ_y."
)
def prior_of_class_1_for_both(
    rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi
) -> float:
    ones = bernoulli_log_likelihood(rows, labels, 0.5, phi) - len(rows) * log(0.5)
    return ones + len(rows) * log(phi_y)


@misconception(
    bernoulli_log_likelihood, "You average over the messages; the log likelihood is their sum."
)
def averaged_over_messages(
    rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi
) -> float:
    return bernoulli_log_likelihood(rows, labels, phi_y, phi) / len(rows)


@misconception(bernoulli_log_likelihood, "You read the words of a message by the other class's φ.")
def words_of_the_other_class(
    rows: Bits, labels: Sequence[int], phi_y: float, phi: Phi
) -> float:
    return bernoulli_log_likelihood(rows, labels, phi_y, {y: phi[1 - y] for y in phi})


def log_prior(labels: Sequence[int], phi_y: float) -> float:
    """Σ ln p(y)."""
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
    multinomial_likelihood, "The prior p(y) is forgotten: each document brings it as a factor."
)
def priors_forgotten(
    documents: Sequence[Words], labels: Sequence[int], phi_y: float, phi: Tables
) -> float:
    return prod(multinomial_event(d, phi[y]) for d, y in zip(documents, labels))


@misconception(
    multinomial_likelihood, "The prior p(y) enters once for every word: it is outside the product."
)
def prior_for_every_word(
    documents: Sequence[Words], labels: Sequence[int], phi_y: float, phi: Tables
) -> float:
    pairs = [(word, y) for d, y in zip(documents, labels) for word in d]
    return prod(phi[y][word] * bernoulli_pmf(y, phi_y) for word, y in pairs)


@misconception(
    multinomial_likelihood, "You add the documents' probabilities; independent ones multiply."
)
def documents_added(
    documents: Sequence[Words], labels: Sequence[int], phi_y: float, phi: Tables
) -> float:
    pairs = zip(documents, labels)
    return fsum(multinomial_event(d, phi[y]) * bernoulli_pmf(y, phi_y) for d, y in pairs)


@misconception(
    multinomial_likelihood, "A word counts once to you; it brings a factor at every place."
)
def repetitions_ignored(
    documents: Sequence[Words], labels: Sequence[int], phi_y: float, phi: Tables
) -> float:
    return multinomial_likelihood([sorted(set(d)) for d in documents], labels, phi_y, phi)


@misconception(
    multinomial_likelihood, "The probabilities of the classes are exchanged: φ_y is P(y = 1)."
)
def prior_of_the_other_class(
    documents: Sequence[Words], labels: Sequence[int], phi_y: float, phi: Tables
) -> float:
    return multinomial_likelihood(documents, labels, 1 - phi_y, phi)
