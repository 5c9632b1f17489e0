"""Claims about the two event models of text: which does better, and on which texts.

    V    how many words the vocabulary has;   length   the mean number of words of a message
    φ    P(the word occurs | the class), where messages are made by tossing coins
"""

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from math import exp
from random import Random

from textbook_ml.equations.gaussian import mean_mle
from textbook_ml.equations.smoothing import categorical_laplace
from textbook_ml.experiments._draw import coin, normal, poisson, standard_error
from textbook_ml.experiments._experiment import Finding, experiment
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.plots import Bars, Figure
from textbook_ml.stable import sigmoid

Message = Counter[str]
Scores = list[tuple[float, float]]  # accuracy of the multinomial model, and of the Bernoulli

TEXTS = ((100, 15), (100, 60), (100, 200), (1000, 200))  # V and length
TILT = 0.35  # of the logarithm of each word's frequency in each class
TRAINING = 100
COINS = 30  # words in the messages made by coins,
COMMON, COIN_TILT = 2.0, 0.8  # each in seven messages of eight or so: log odds of φ
COIN_MADE, GAP = "made by coins", "multinomial less Bernoulli"


@experiment(
    "EXP-EVENT-MODELS",
    claim="The multinomial event model does better on text than the Bernoulli event model.",
    criterion="the multinomial model is more accurate, by two standard errors of the paired "
    "difference, on messages of 60 words or more, and the Bernoulli model on messages made by "
    "its own coins",
    entries=("ng-multinomial-better",),
    full={"repeats": 40, "messages": 400},
)
def event_models(repeats: int = 7, messages: int = 150, seed: int = 0) -> Finding:
    """Words drawn place by place from Zipf-like distributions, and messages made by coins.

    Each repeat draws two classes anew, and learns from a hundred messages with Laplace smoothing.

    >>> list(event_models(repeats=2, messages=10).numbers["made by coins"])[:2]
    ['multinomial', 'Bernoulli']
    """
    rng = Random(seed)
    scores = {
        f"V = {v}, length {length}": [_of_words(rng, v, length, messages) for _ in range(repeats)]
        for v, length in TEXTS
    }
    scores[COIN_MADE] = [_of_coins(rng, messages) for _ in range(4 * repeats)]
    table = {name: _summary(pairs) for name, pairs in scores.items()}
    long = [f"V = {v}, length {length}" for v, length in TEXTS if length >= 60]
    return Finding(
        holds=all(table[name][GAP] > 2 * table[name][f"{GAP} ±"] for name in long)
        and table[COIN_MADE][GAP] < -2 * table[COIN_MADE][f"{GAP} ±"],
        numbers=table,
        figure=_figure(table),
        caveat="not on every text: where common words are telling by their absence, which only "
        "the Bernoulli model hears, it does better",
    )


def _of_words(rng: Random, v: int, length: int, messages: int) -> tuple[float, float]:
    """One repeat with messages whose words are drawn place by place."""
    vocabulary = [f"word {k}" for k in range(v)]
    ladders = [list(accumulate(tilted_zipf(rng, v))) for _ in (0, 1)]

    def message(y: int) -> Message:
        ladder = ladders[y]
        draws = [rng.random() * ladder[-1] for _ in range(poisson(rng, length))]
        return Counter(vocabulary[bisect(ladder, u, hi=v - 1)] for u in draws)

    labels = [coin(rng, 0.5) for _ in range(TRAINING + messages)]
    return _accuracies([message(y) for y in labels], labels, vocabulary)


def tilted_zipf(rng: Random, v: int) -> list[float]:
    """How often each word occurs, but for a factor: 1/rank, tilted at random.

    >>> len(tilted_zipf(Random(0), 5))
    5
    """
    return [exp(TILT * normal(rng)) / rank for rank in range(1, v + 1)]


def _of_coins(rng: Random, messages: int) -> tuple[float, float]:
    """One repeat with messages as the Bernoulli model supposes them: a coin for each word."""
    vocabulary = [f"word {k}" for k in range(COINS)]
    phi = [[sigmoid(COMMON + COIN_TILT * normal(rng)) for _ in vocabulary] for _ in (0, 1)]
    labels = [coin(rng, 0.5) for _ in range(TRAINING + messages)]
    made = [Counter(w for w, p in zip(vocabulary, phi[y]) if coin(rng, p)) for y in labels]
    return _accuracies(made, labels, vocabulary)


def _accuracies(
    texts: Sequence[Message], labels: Sequence[int], vocabulary: Sequence[str]
) -> tuple[float, float]:
    """What both models, learned from the first hundred messages, make of the others."""
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
        title="The multinomial model does better on text, and not on everything",
        description="Two bars for each kind of message. The multinomial model is ahead on all "
        "texts, most of all on long ones; on messages made by coins the Bernoulli model is.",
        x_label="accuracy on new messages",
        y_label="",
        marks=[
            Bars(names, [table[name]["multinomial"] for name in names], label="multinomial"),
            Bars(names, [table[name]["Bernoulli"] for name in names], label="Bernoulli"),
        ],
        x_range=(0.0, 1.0),
    )
