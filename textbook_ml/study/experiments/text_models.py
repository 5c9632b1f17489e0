"""Claims about the two event models of text: which is more accurate, and on which messages.

V    the size of the vocabulary;   length   the mean number of words per message
φ    P(the word occurs | the class), for messages drawn from the Bernoulli model
"""

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from math import exp
from random import Random

from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.gaussian import mean_mle
from textbook_ml.equations.smoothing import categorical_laplace
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.plots import Bars, Figure
from textbook_ml.study.experiments._experiment import Finding, experiment
from textbook_ml.study.experiments._random_data import bernoulli, normal, poisson, standard_error

Message = Counter[str]
Scores = list[tuple[float, float]]  # accuracies of the multinomial and the Bernoulli model

TEXTS = ((100, 15), (100, 60), (100, 200), (1000, 200))  # V and length
TILT = 0.35  # standard deviation of the log frequency of each word in each class
TRAINING = 100
BERNOULLI_WORDS = 30  # vocabulary of the messages drawn from the Bernoulli model
# Mean and standard deviation of the log odds of φ: each word is in about 7 of 8 messages.
COMMON, BERNOULLI_TILT = 2.0, 0.8
BERNOULLI_DATA, GAP = "Bernoulli messages", "multinomial less Bernoulli"


@experiment(
    "EXP-EVENT-MODELS",
    claim="The multinomial event model does better on text than the Bernoulli event model.",
    criterion="the multinomial model is more accurate, by two standard errors of the paired "
    "difference, on messages of 60 words or more, and the Bernoulli model is more accurate on "
    "messages drawn from the Bernoulli model",
    entries=("ng-multinomial-better",),
    full={"repeats": 40, "messages": 400},
)
def event_models(repeats: int = 7, messages: int = 150, seed: int = 0) -> Finding:
    """Both models on words drawn from Zipf-like distributions, and on Bernoulli messages.

    Each repeat draws two new classes, and fits the models to 100 messages with Laplace smoothing.

    >>> list(event_models(repeats=2, messages=10).numbers["Bernoulli messages"])[:2]
    ['multinomial', 'Bernoulli']
    """
    rng = Random(seed)
    scores = {
        f"V = {v}, length {length}": [_of_words(rng, v, length, messages) for _ in range(repeats)]
        for v, length in TEXTS
    }
    scores[BERNOULLI_DATA] = [_of_bernoulli(rng, messages) for _ in range(4 * repeats)]
    table = {name: _summary(pairs) for name, pairs in scores.items()}
    long = [f"V = {v}, length {length}" for v, length in TEXTS if length >= 60]
    return Finding(
        holds=all(table[name][GAP] > 2 * table[name][f"{GAP} ±"] for name in long)
        and table[BERNOULLI_DATA][GAP] < -2 * table[BERNOULLI_DATA][f"{GAP} ±"],
        numbers=table,
        figure=_figure(table),
        caveat="not for every text: if the absence of common words is informative, the Bernoulli "
        "model is better, because it is the only one that uses the absence of words",
    )


def _of_words(rng: Random, v: int, length: int, messages: int) -> tuple[float, float]:
    """The accuracies of one repeat with messages whose words are drawn one by one."""
    vocabulary = [f"word {k}" for k in range(v)]
    cumulative = [list(accumulate(tilted_zipf(rng, v))) for _ in (0, 1)]

    def message(y: int) -> Message:
        sums = cumulative[y]
        draws = [rng.random() * sums[-1] for _ in range(poisson(rng, length))]
        return Counter(vocabulary[bisect(sums, u, hi=v - 1)] for u in draws)

    labels = [bernoulli(rng, 0.5) for _ in range(TRAINING + messages)]
    return _accuracies([message(y) for y in labels], labels, vocabulary)


def tilted_zipf(rng: Random, v: int) -> list[float]:
    """Unnormalised word frequencies: 1/rank times a random log-normal factor.

    >>> len(tilted_zipf(Random(0), 5))
    5
    """
    return [exp(TILT * normal(rng)) / rank for rank in range(1, v + 1)]


def _of_bernoulli(rng: Random, messages: int) -> tuple[float, float]:
    """The accuracies of one repeat with messages drawn from the Bernoulli model."""
    vocabulary = [f"word {k}" for k in range(BERNOULLI_WORDS)]
    phi = [[sigmoid(COMMON + BERNOULLI_TILT * normal(rng)) for _ in vocabulary] for _ in (0, 1)]
    labels = [bernoulli(rng, 0.5) for _ in range(TRAINING + messages)]
    made = [Counter(w for w, p in zip(vocabulary, phi[y]) if bernoulli(rng, p)) for y in labels]
    return _accuracies(made, labels, vocabulary)


def _accuracies(
    texts: Sequence[Message], labels: Sequence[int], vocabulary: Sequence[str]
) -> tuple[float, float]:
    """The accuracies of both models, fitted to the first 100 messages, on the others."""
    learn, new = texts[:TRAINING], texts[TRAINING:]
    known, hidden = labels[:TRAINING], labels[TRAINING:]
    theta = categorical_laplace
    multinomial = MultinomialNaiveBayes.fit(learn, known, theta=theta, features=vocabulary)
    bernoulli = BernoulliNaiveBayes.fit(learn, known, theta=theta, features=vocabulary)
    return multinomial.score(new, hidden), bernoulli.score(new, hidden)


def _summary(pairs: Scores) -> dict[str, float]:
    gaps = [a - b for a, b in pairs]
    return {
        "multinomial": mean_mle([a for a, _ in pairs]),
        "Bernoulli": mean_mle([b for _, b in pairs]),
        GAP: mean_mle(gaps),
        f"{GAP} ±": standard_error(gaps),
    }


def _figure(table: dict[str, dict[str, float]]) -> Figure:
    names = list(table)
    return Figure(
        title="The multinomial model does better on text, but not on all data",
        description="Two bars for each kind of message. The multinomial model is more accurate on "
        "all texts, most of all on long ones; the Bernoulli model is more accurate on messages "
        "drawn from it (Bernoulli messages).",
        x_label="accuracy on new messages",
        y_label="",
        marks=[
            Bars(names, [table[name]["multinomial"] for name in names], label="multinomial"),
            Bars(names, [table[name]["Bernoulli"] for name in names], label="Bernoulli"),
        ],
        x_range=(0.0, 1.0),
    )
