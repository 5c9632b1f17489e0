"""Claims about loss functions: the influence of points with a large margin.

z    the margin y (w₀ + w · x): positive if the label is right
"""

from math import dist
from random import Random

from textbook_ml.equations.losses import hinge_loss, log_loss, zero_one_loss
from textbook_ml.models.linear_svm import LinearSVM
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.plots import Figure, Line, Panels
from textbook_ml.study.experiments._experiment import Finding, experiment
from textbook_ml.study.experiments._random_data import normal

PLACES = (3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0)  # x₁ of the far point
PENALTY = 2.0  # λ of both models, applied to all weights
UNCHANGED = 1e-3

Rows = list[list[float]]
Weights = tuple[float, ...]


@experiment(
    "EXP-LOSSES",
    claim="The hinge loss ignores points with a margin above 1; the log loss depends on every "
    "point.",
    criterion="moving a point with margin above 1 away from the boundary changes the weights of "
    "the support vector machine by less than 1e-3, and those of logistic regression by more",
    entries=("sontag-losses",),
    full={"steps": 50_000},
)
def far_point(examples: int = 20, steps: int = 5000, seed: int = 0) -> Finding:
    """Two separable classes, and one more point that is moved away from the boundary.

    >>> far_point(steps=100).numbers["places of the far point"]
    [3.0, 9.0]
    """
    rows, labels = separable(Random(seed), examples)
    hinge, log = {}, {}
    margins = []
    for place in PLACES:
        everything, answers = [*rows, [place, 0.0]], [*labels, 1]
        svm = LinearSVM.fit(everything, answers, l2=PENALTY, steps=steps)
        logistic = LogisticRegression.fit(everything, answers, l2=PENALTY, penalise_intercept=True)
        hinge[place], log[place] = (svm.w0, *svm.w), (logistic.w0, *logistic.w)
        margins.append(svm.linear_score(everything[-1]))
    near, far = PLACES[0], PLACES[-1]
    moved = {"hinge": dist(hinge[near], hinge[far]), "log": dist(log[near], log[far])}
    return Finding(
        holds=min(margins) > 1 and moved["hinge"] < UNCHANGED < moved["log"],
        numbers={
            "places of the far point": [near, far],
            "its margins": [margins[0], margins[-1]],
            "change of the weights, hinge loss": moved["hinge"],
            "change of the weights, log loss": moved["log"],
            "weights, hinge loss": hinge[near],
            "weights, log loss": log[near],
        },
        figure=_figure(hinge, log),
    )


def separable(rng: Random, n: int) -> tuple[Rows, list[int]]:
    """Separable examples: x₁ is in [½, 2] for class 1, in [−2, −½] for class 0; x₂ is noise.

    >>> separable(Random(0), 4)[1]
    [0, 1, 0, 1]
    """
    labels = [i % 2 for i in range(n)]
    return [[(2 * y - 1) * (0.5 + 1.5 * rng.random()), normal(rng)] for y in labels], labels


def _figure(hinge: dict[float, Weights], log: dict[float, Weights]) -> Panels:
    margins = [k / 20 for k in range(-60, 61)]
    step = [-3.0, 0.0, 1e-9, 3.0]
    curves = Figure(
        title="Three losses of the margin",
        description="The log loss falls smoothly and never reaches zero; the hinge loss is a "
        "straight line down to zero at margin 1; the zero-one loss is a step at 0.",
        x_label="margin z",
        y_label="loss",
        marks=[
            Line(margins, [hinge_loss(z) for z in margins], label="hinge"),
            Line(margins, [log_loss(z) for z in margins], label="log"),
            Line(step, [float(zero_one_loss(z)) for z in step], label="zero-one"),
        ],
    )
    start = PLACES[0]
    changes = Figure(
        title="Moving a correctly classified point away from the boundary",
        description="The weights under the hinge loss do not change; the weights under the log "
        "loss change, but less and less.",
        x_label="x₁ of the point",
        y_label="change of the weights",
        marks=[
            Line(PLACES, [dist(hinge[p], hinge[start]) for p in PLACES], label="hinge"),
            Line(PLACES, [dist(log[p], log[start]) for p in PLACES], label="log"),
        ],
    )
    return Panels(
        title="Log loss against hinge loss",
        description="Left: the losses. Right: how far the weights change when a point with a large "
        "margin is moved away from the boundary.",
        figures=[curves, changes],
    )
