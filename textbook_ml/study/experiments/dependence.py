"""Claims about dependent features: their effect on naive Bayes and logistic regression.

cue       a feature that agrees with the class in more than half of the cases
total     the sum of the weights of all copies of a cue
"""

from collections.abc import Mapping
from fractions import Fraction
from math import fsum
from random import Random

from textbook_ml.equations.bayes import most_probable
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.plots import Bars, Figure, Line, Panels, Points
from textbook_ml.study.experiments._experiment import Finding, experiment
from textbook_ml.study.experiments._population import Case, as_table, drawn

RIGHT = {(1, 1): 5, (1, 0): 1, (0, 1): 1, (0, 0): 1}  # (first cue right, second right): of 8
CUES: Mapping[Case, int] = {
    (tuple(y if right else 1 - y for right in pair), y): n
    for y in (0, 1)
    for pair, n in RIGHT.items()
}
BESIDE = {"beside the second": 2, "alone": 1}  # number of features used for fitting
SLIGHT = 1e-6  # a penalty that only decides between weights that fit equally well

NAIVE, LOGISTIC = "naive Bayes", "logistic regression"


@experiment(
    "EXP-COUPLING",
    claim="Naive Bayes estimates the parameters of each feature separately; logistic regression "
    "estimates all of them jointly.",
    criterion="if the second of two dependent features is dropped, the parameters of the first do "
    "not change in naive Bayes, and its weight in logistic regression changes by more than 0.05",
    entries=("xing-coupling",),
    full={"examples": 100_000},
)
def coupling(examples: int = 2000, seed: int = 0) -> Finding:
    """Two features that agree with the class in 6 of 8 cases each, and both in 5 of 8 cases.

    Fitted to the whole population, the first weight of naive Bayes is 2 ln 3, with or without the
    second feature. That of logistic regression is 2 ln 3 without the second and ln 5 with it.
    """
    probabilities = {case: n / 16 for case, n in CUES.items()}
    tables = {
        "the population": CUES,
        f"a sample of {examples}": drawn(Random(seed), probabilities, examples),
    }
    found = {name: first_weights(counts) for name, counts in tables.items()}
    return Finding(
        holds=all(
            first_parameters(counts, features=2) == first_parameters(counts, features=1)
            for counts in tables.values()
        )
        and all(
            _change(row[NAIVE]) == 0 and _change(row[LOGISTIC]) > 0.05 for row in found.values()
        ),
        numbers={"weight of the first feature": found},
        figure=_coupling_figure(found["the population"]),
    )


def first_parameters(counts: Mapping[Case, int], features: int) -> list[Fraction]:
    """P(X₁ = 1 | y) for each class, estimated by naive Bayes with the given number of features.

    >>> first_parameters(CUES, features=1)
    [Fraction(1, 4), Fraction(3, 4)]
    """
    return [row[0] for row in _naive(counts, features).phi]


def first_weights(counts: Mapping[Case, int]) -> dict[str, dict[str, float]]:
    """The weight of the first cue in both models, with the second cue and without it."""
    return {
        NAIVE: {words: _naive(counts, n).to_logistic().w[0] for words, n in BESIDE.items()},
        LOGISTIC: {words: _logistic(counts, n).w[0] for words, n in BESIDE.items()},
    }


def _change(weights: Mapping[str, float]) -> float:
    return max(weights.values()) - min(weights.values())


def _naive(counts: Mapping[Case, int], features: int) -> BernoulliNaiveBayes[int]:
    rows, labels, times = as_table(counts)
    kept = [x[:features] for x in rows]
    return BernoulliNaiveBayes.fit(kept, labels, weights=times, classes=(0, 1))


def _logistic(
    counts: Mapping[Case, int], features: int, l2: float = 0.0
) -> LogisticRegression[int]:
    rows, labels, times = as_table(counts)
    return LogisticRegression.fit([x[:features] for x in rows], labels, weights=times, l2=l2)


def _coupling_figure(weights: Mapping[str, Mapping[str, float]]) -> Figure:
    return Figure(
        title="The weight of the first of two dependent features",
        description="Naive Bayes gives it the same weight with the second feature and without; "
        "logistic regression gives it a smaller weight if the second feature is used too.",
        x_label="weight",
        y_label="the first feature is learned",
        marks=[Bars(list(row), list(row.values()), label=who) for who, row in weights.items()],
    )


@experiment(
    "EXP-OVERCONFIDENT",
    claim="Dependent features make naive Bayes overconfident without changing its decisions.",
    criterion="exact: if one feature is copied, the accuracy of naive Bayes stays at 7/10 while "
    "its largest posterior rises with every copy to above 0.999; in logistic regression the total "
    "weight of the copies stays within 0.001 of the weight of the single feature",
    entries=("mitchell-s1-target", "sontag-nb-optimal", "mitchell-s4-not-tied"),
    full={"most": 30},
)
def overconfident(most: int = 10, seed: int = 0) -> Finding:
    """One feature that agrees with the class in 7 of 10 cases, copied; no random numbers.

    Naive Bayes counts every copy; logistic regression divides one weight among them.

    >>> overconfident(most=2).numbers["confidence of naive Bayes"][2]
    Fraction(49, 58)
    """
    copies = range(1, most + 1)
    models = {k: _naive(copied_cue(k), features=k) for k in copies}
    confidence = {k: max(model.exact_posterior([1] * k).values()) for k, model in models.items()}
    accuracy = {k: accuracy_of(model) for k, model in models.items()}
    totals = {
        NAIVE: {k: fsum(model.to_logistic().w) for k, model in models.items()},
        LOGISTIC: {k: fsum(_logistic(copied_cue(k), k, SLIGHT).w) for k in copies},
    }
    rising = all(confidence[k] < confidence[k + 1] for k in copies[:-1])
    return Finding(
        holds=set(accuracy.values()) == {Fraction(7, 10)}
        and confidence[1] == Fraction(7, 10)
        and rising
        and 1 - confidence[most] < Fraction(1, 1000)
        and all(abs(total - totals[NAIVE][1]) < 0.001 for total in totals[LOGISTIC].values()),
        numbers={
            "confidence of naive Bayes": confidence,
            "accuracy of naive Bayes": accuracy,
            "total weight of the copies": totals,
        },
        figure=_confidence_figure(confidence, accuracy, totals),
        caveat="the decisions do not change because all copies are equal; if there is another "
        "feature as well, the copies can outweigh it",
    )


def copied_cue(copies: int) -> dict[Case, int]:
    """Counts of each case (20 in all) for a cue that is right in 7 of 10 cases, and its copies.

    >>> copied_cue(2)
    {((0, 0), 0): 7, ((1, 1), 0): 3, ((0, 0), 1): 3, ((1, 1), 1): 7}
    """
    return {((x,) * copies, y): 7 if x == y else 3 for y in (0, 1) for x in (0, 1)}


def accuracy_of(model: BernoulliNaiveBayes[int]) -> Fraction:
    """The accuracy of naive Bayes on the copied cue."""
    right = [
        n
        for (x, y), n in copied_cue(len(model.features)).items()
        if most_probable(model.exact_posterior(x)) == y
    ]
    return Fraction(sum(right), 20)


def _confidence_figure(
    confidence: Mapping[int, Fraction],
    accuracy: Mapping[int, Fraction],
    totals: Mapping[str, Mapping[int, float]],
) -> Panels:
    copies = list(confidence)
    posterior = [float(p) for p in confidence.values()]
    right = [float(p) for p in accuracy.values()]
    left_panel = Figure(
        title="Confidence and accuracy",
        description="The confidence of naive Bayes rises towards one; its accuracy stays at 0.7.",
        x_label="copies of the feature",
        y_label="probability",
        marks=[
            Line(copies, posterior, label="confidence of naive Bayes"),
            Points(copies, posterior, label="confidence of naive Bayes"),
            Line(copies, right, label="accuracy of naive Bayes"),
        ],
        y_range=(0.5, 1.0),
    )
    right_panel = Figure(
        title="Total weight of the copies",
        description="With naive Bayes each copy adds as much as the first; with logistic "
        "regression the total does not change.",
        x_label="copies of the feature",
        y_label="total weight",
        marks=[
            Line(copies, list(totals[who].values()), label=f"total weight, {who}")
            for who in (NAIVE, LOGISTIC)
        ],
    )
    return Panels(
        title="One feature, copied several times",
        description="Left: naive Bayes becomes more and more confident of the same predictions. "
        "Right: it adds the weights of the copies, and logistic regression divides one weight "
        "among them.",
        figures=[left_panel, right_panel],
    )
