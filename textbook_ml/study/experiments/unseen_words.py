"""Claims about words that are in no training message: without smoothing the posterior is 0/0.

N₁, N₀   the number of messages in each class;   l   the smoothing pseudo-count
φ        P(the word occurs | the class)
"""

from collections.abc import Sequence, Set
from fractions import Fraction
from functools import partial
from random import Random

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.gaussian import mean_mle
from textbook_ml.equations.logistic import odds
from textbook_ml.equations.smoothing import categorical_mle, categorical_smoothed
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.priors import Estimator
from textbook_ml.plots import Bars, Figure
from textbook_ml.study.experiments._experiment import Finding, experiment
from textbook_ml.study.experiments._random_data import bernoulli, normal, standard_error

Message = Set[str]

MAIL = (
    ({"buy", "now"}, 1), ({"buy", "cheap"}, 1), ({"now"}, 1),
    ({"exam", "now"}, 0), ({"exam", "paper"}, 0), ({"paper", "buy"}, 0), ({"exam"}, 0),
)  # fmt: skip
WORDS = ("buy", "now", "cheap", "exam", "paper")
STRENGTHS = tuple(map(Fraction, ("0", "1/100", "1/10", "1", "10", "100")))
VOCABULARY = tuple(f"word {j}" for j in range(300))
LOG_ODDS, TILT = -3.0, 0.85  # mean and standard deviation of the log odds of φ, about 1/20
TRAINING = (1,) * 16 + (0,) * 24


@experiment(
    "EXP-NIPS",
    claim="Without smoothing, a word not seen in training makes the posterior 0/0; Laplace "
    "smoothing prevents this.",
    criterion="exact: in a small corpus the posterior is undefined with l = 0, and with l = 1 the "
    "word multiplies the odds by (N₀ + 2)/(N₁ + 2); simulated: more than half of the messages give "
    "0/0 with l = 0 and none with l > 0, and the accuracy is above 0.8 with l = 1 and below 0.7 "
    "with l = 100",
    entries=("ng-laplace-better", "ng-nips-zero", "ng-nips-00"),
    full={"corpora": 40, "messages": 200},
)
def unseen_words(corpora: int = 6, messages: int = 50, seed: int = 0) -> Finding:
    """Ng's first message with a new word, and corpora of 40 messages over 300 words.

    >>> unseen_words(corpora=2, messages=5).numbers["the unseen word multiplies the odds by"]
    Fraction(6, 5)
    """
    factor = odds_with_word() / odds_without_word()
    rng = Random(seed)
    runs = [_corpus(rng, messages) for _ in range(corpora)]
    right = {l: [float(run[l][0]) for run in runs] for l in STRENGTHS}
    undefined = {l: float(mean_mle([run[l][1] for run in runs])) for l in STRENGTHS}
    accuracy = {l: mean_mle(shares) for l, shares in right.items()}
    return Finding(
        holds=is_refused()
        and factor == Fraction(4 + 2, 3 + 2)
        and undefined[Fraction(0)] > 0.5
        and all(share == 0 for l, share in undefined.items() if l > 0)
        and accuracy[Fraction(1)] > 0.8
        and accuracy[Fraction(100)] < 0.7,
        numbers={
            "l = 0 is refused": is_refused(),
            "the unseen word multiplies the odds by": factor,
            "share right": {f"l = {l}": share for l, share in accuracy.items()},
            "share right ±": {f"l = {l}": standard_error(r) for l, r in right.items()},
            "share undefined": {f"l = {l}": share for l, share in undefined.items()},
        },
        figure=_figure(accuracy, undefined),
        caveat="too much smoothing makes the classifier useless: with l = 100 the probabilities of "
        "the 300 words depend mostly on which class has more messages",
    )


def learned(words: Sequence[str], theta: Estimator) -> BernoulliNaiveBayes[int]:
    """The model fitted to the small corpus with a given vocabulary.

    >>> learned(WORDS, categorical_mle).priors
    (Fraction(4, 7), Fraction(3, 7))
    """
    texts, labels = [text for text, _ in MAIL], [y for _, y in MAIL]
    return BernoulliNaiveBayes.fit(texts, labels, theta=theta, classes=(0, 1), features=words)


def is_refused() -> bool:
    """Whether the posterior of a message with an unseen word is undefined without smoothing.

    >>> is_refused()
    True
    """
    try:
        learned([*WORDS, "nips"], categorical_mle).exact_posterior({"buy", "now", "nips"})
    except TextbookError:
        return True
    return False


def odds_with_word() -> Fraction:
    """The odds of class 1 for a message with an unseen word, smoothed with l = 1."""
    model = learned([*WORDS, "nips"], partial(categorical_smoothed, strength=Fraction(1)))
    return odds(model.exact_posterior({"buy", "now", "nips"})[1])


def odds_without_word() -> Fraction:
    """The odds of class 1 if neither the message nor the vocabulary contains the unseen word."""
    model = learned(WORDS, partial(categorical_smoothed, strength=Fraction(1)))
    return odds(model.exact_posterior({"buy", "now"})[1])


def _corpus(rng: Random, messages: int) -> dict[Fraction, tuple[Fraction, Fraction]]:
    """For each l, the fractions of new messages that are labelled correctly, and not at all."""
    phi = [[sigmoid(LOG_ODDS + TILT * normal(rng)) for _ in VOCABULARY] for _ in (0, 1)]
    labels = [*TRAINING, *(bernoulli(rng, 0.5) for _ in range(messages))]
    texts: list[Message] = [
        {word for word, p in zip(VOCABULARY, phi[y]) if bernoulli(rng, p)} for y in labels
    ]
    m = len(TRAINING)
    new = texts[m:]
    result = {}
    for l in STRENGTHS:
        model = BernoulliNaiveBayes.fit(
            texts[:m],
            TRAINING,
            theta=partial(categorical_smoothed, strength=l),
            features=VOCABULARY,
        )
        answers = _answers(model, new) if l == 0 else model.predict(new)
        right = sum(answer == y for answer, y in zip(answers, labels[m:]))
        unknown = sum(answer is None for answer in answers)
        result[l] = Fraction(right, messages), Fraction(unknown, messages)
    return result


def _answers(model: BernoulliNaiveBayes[int], texts: Sequence[Message]) -> Sequence[int | None]:
    """The predicted label of each message, or None if the posterior is 0/0."""
    answers: list[int | None] = []
    for text in texts:
        try:
            answers.append(model.classify(text))
        except TextbookError:
            answers.append(None)
    return answers


def _figure(accuracy: dict[Fraction, float], undefined: dict[Fraction, float]) -> Figure:
    names = [f"l = {float(l):g}" for l in STRENGTHS]
    return Figure(
        title="Without smoothing, most messages have no defined posterior",
        description="Two bars for each pseudo-count. With l = 0 nearly all messages give 0/0; from "
        "0.01 to 1 about nine in ten are labelled correctly; from 10 on, not more than by "
        "guessing.",
        x_label="fraction of new messages",
        y_label="pseudo-count",
        marks=[
            Bars(names, [accuracy[l] for l in STRENGTHS], label="labelled correctly"),
            Bars(names, [undefined[l] for l in STRENGTHS], label="0/0"),
        ],
        x_range=(0.0, 1.0),
    )
