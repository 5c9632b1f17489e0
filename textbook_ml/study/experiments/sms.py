"""Comparison of the two event models of text on messages that the user supplies.

fold        a part of the messages that is held out once, while models are fitted to the rest
surprisal   −ln of the predicted probability of the true class; its mean is the
            log loss
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from textbook_ml.core.errors import require, require_same_length
from textbook_ml.core.text import tokens
from textbook_ml.data.table import Dataset
from textbook_ml.equations.bayes import most_probable
from textbook_ml.equations.smoothing import categorical_laplace
from textbook_ml.evaluation import (
    Comparison,
    ConfusionMatrix,
    CrossValidation,
    compare_predictions,
    held_out_answers,
    stratified_folds,
    surprisal,
    surprisal_of_terms,
)
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.protocols import Probabilistic
from textbook_ml.plots import Band, Figure, Line, Points
from textbook_ml.study.experiments._experiment import Experiment, Finding
from textbook_ml.study.experiments._random_data import standard_error

Message = Counter[str]
Folds = Sequence[Sequence[int]]
Learner = Callable[[Sequence[Message], Sequence[str]], Probabilistic[str]]

MULTINOMIAL, BERNOULLI = "multinomial", "Bernoulli"


def event_models_on(
    texts: Sequence[str], labels: Sequence[str], splits: int = 10, seed: int = 0
) -> Finding:
    """Compare Bernoulli and multinomial naive Bayes on labelled messages by cross-validation.

    The messages are divided into `splits` stratified folds. Each message is labelled once, by
    models fitted to the other folds, with Laplace smoothing and the vocabulary of those folds.

    >>> spam, ham = ["buy now", "buy cheap", "buy buy"], ["exam now", "exam paper", "see you"]
    >>> finding = event_models_on(spam + ham, ["spam"] * 3 + ["ham"] * 3, splits=3)
    >>> finding.numbers["classes"]
    {'spam': 3, 'ham': 3}
    """
    require_messages(texts, labels)
    messages = [Counter(tokens(text)) for text in texts]
    folds = stratified_folds(labels, splits, seed)
    trials = {name: Trial.of(learn, messages, labels, folds) for name, learn in LEARNERS.items()}
    first, second = (trial.predictions for trial in trials.values())
    gap = compare_predictions(labels, first, second)
    return Finding(
        holds=gap.better == "first",
        numbers={
            "messages": len(texts),
            "words": len({word for message in messages for word in message}),
            "classes": dict(Counter(labels)),
            "folds": splits,
            **{name: trial.numbers for name, trial in trials.items()},
            "error of multinomial minus error of Bernoulli": float(gap.difference),
            "95 % interval of this difference": [gap.low, gap.high],
            "model with fewer errors": winner(gap),
        },
        figure=_figure(trials),
        caveat="which model is better depends on the text: long messages with repeated words "
        "favour the multinomial model, informative absences of words the Bernoulli model",
    )


EXPERIMENT = Experiment(
    "EXP-SMS",
    claim="The multinomial event model does better on text than the Bernoulli event model.",
    criterion="on held-out messages, the multinomial model has the smaller error rate, and the "
    "95 % interval of the paired difference of the error rates excludes 0",
    entries=("ng-multinomial-better",),
    run=event_models_on,
)


def texts_of(dataset: Dataset) -> list[str]:
    """The messages of a table, which must have one column of text and nothing else.

    >>> rows = (("buy now",), ("see you",))
    >>> table = Dataset(rows, ("spam", "ham"), ("text",), ("text",), "class")
    >>> texts_of(table)
    ['buy now', 'see you']
    """
    for name, kind in zip(dataset.features, dataset.kinds):
        require(
            kind == "text",
            f"the only feature must be the text of the messages, but column {name!r} is {kind}. "
            "Fix: drop it",
        )
    require(
        len(dataset.features) == 1,
        f"need exactly one text column, got {len(dataset.features)}: "
        f"{', '.join(dataset.features)}. Fix: keep only the column with the messages",
    )
    return [cell if isinstance(cell, str) else "" for (cell,) in dataset.rows]


def learn_multinomial(messages: Sequence[Message], labels: Sequence[str]) -> Probabilistic[str]:
    """The multinomial model with Laplace smoothing.

    >>> learn_multinomial([Counter(["buy"]), Counter(["exam"])], ["spam", "ham"]).classes
    ('spam', 'ham')
    """
    return MultinomialNaiveBayes.fit(messages, labels, theta=categorical_laplace)


def learn_bernoulli(messages: Sequence[Message], labels: Sequence[str]) -> Probabilistic[str]:
    """The Bernoulli model with Laplace smoothing.

    >>> learn_bernoulli([Counter(["buy"]), Counter(["exam"])], ["spam", "ham"]).classes
    ('spam', 'ham')
    """
    return BernoulliNaiveBayes.fit(messages, labels, theta=categorical_laplace)


LEARNERS: Mapping[str, Learner] = {MULTINOMIAL: learn_multinomial, BERNOULLI: learn_bernoulli}


@dataclass(frozen=True, slots=True)
class Trial:
    """The predictions of one model for every message when it was held out."""

    labels: Sequence[str]
    predictions: list[str]
    surprisals: list[float]
    folds: Folds

    @classmethod
    def of(
        cls, learn: Learner, messages: Sequence[Message], labels: Sequence[str], folds: Folds
    ) -> "Trial":
        """Hold out each fold in turn and predict it with a model fitted to the other folds."""

        def predict(training: Sequence[int], held_out: Sequence[int]) -> list[tuple[str, float]]:
            model = learn([messages[i] for i in training], [labels[i] for i in training])
            posteriors = model.predict_proba([messages[i] for i in held_out])
            return [
                (most_probable(posterior), _surprisal(model, messages[i], posterior, labels[i]))
                for i, posterior in zip(held_out, posteriors)
            ]

        predictions, surprisals = zip(*held_out_answers(predict, len(messages), folds))
        return cls(labels, list(predictions), list(surprisals), folds)

    @property
    def outcome(self) -> CrossValidation:
        """The number of errors in each fold."""
        return CrossValidation.of(self.labels, self.predictions, self.folds)

    @property
    def log_losses(self) -> list[float]:
        """The log loss in each fold."""
        return [fsum(self.surprisals[i] for i in fold) / len(fold) for fold in self.folds]

    @property
    def numbers(self) -> dict[str, object]:
        """Accuracy and log loss, with standard errors over the folds, and the confusion matrix."""
        matrix = ConfusionMatrix.of(self.labels, self.predictions)
        return {
            "accuracy": float(1 - self.outcome.error_rate),
            "accuracy ±": self.outcome.standard_error,
            "log loss": fsum(self.surprisals) / len(self.surprisals),
            "log loss ±": standard_error(self.log_losses),
            "confusion": {
                f"true {y}": {f"called {guess}": n for guess, n in zip(matrix.classes, row)}
                for y, row in zip(matrix.classes, matrix.counts)
            },
        }


def _surprisal(
    model: Probabilistic[str], message: Message, posterior: Mapping[str, float], label: str
) -> float:
    """The surprisal of the true label, from log probabilities if the posterior underflows to 0."""
    if posterior[label] > 0:
        return surprisal(posterior, label)
    return surprisal_of_terms(model.log_terms(message), label)


def winner(gap: Comparison) -> str:
    """The name of the model with the significantly smaller error, if there is one.

    >>> winner(Comparison(-0.5, -0.75, -0.25, level=0.95))
    'multinomial'
    """
    return {"first": MULTINOMIAL, "second": BERNOULLI, "neither": "not shown by these data"}[
        gap.better
    ]


def require_messages(texts: Sequence[str], labels: Sequence[str]) -> None:
    """Raise TextbookError if the messages cannot be cross-validated."""
    require_same_length(texts=texts, labels=labels)
    counts = Counter(labels)
    require(len(counts) > 1, f"need at least two classes, got {len(counts)}: {list(counts)}")
    y, n = min(counts.items(), key=lambda item: item[1])
    require(
        n > 1,
        f"class {y!r} must have at least 2 messages for cross-validation, got 1. Fix: add "
        "messages of this class, or drop it",
    )


def _figure(trials: Mapping[str, Trial]) -> Figure:
    marks: list[Band | Line | Points] = []
    for name, trial in trials.items():
        outcome = trial.outcome
        numbers = range(1, len(outcome.sizes) + 1)
        mean, off = float(outcome.error_rate), outcome.standard_error
        rates = [wrong / n for wrong, n in zip(outcome.errors, outcome.sizes)]
        ends = (numbers[0], numbers[-1])
        marks += [
            Band(ends, (mean - off,) * 2, (mean + off,) * 2, label=name),
            Line(ends, (mean, mean), label=name),
            Points(numbers, rates, label=name),
        ]
    return Figure(
        title="Two event models on the same messages",
        description="A point for the error rate in each held-out fold, and a line for "
        "all folds, with a band of one standard error on either side.",
        x_label="fold",
        y_label="error on held-out messages",
        marks=marks,
    )
