"""The learning curves of Ng and Jordan: naive Bayes and logistic regression, run live."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from textbook_ml.core.errors import require
from textbook_ml.data.datasets import load
from textbook_ml.data.table import Dataset
from textbook_ml.equations.gaussian import pooled_variance_mle
from textbook_ml.evaluation.curves import LearningCurve, learning_curve
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.plots import Band, Figure, Line, Log, Mark
from textbook_ml.reading.book.pictures._picture import (
    Choice,
    Columns,
    Picture,
    Scene,
    Slider,
    State,
    evenly_spaced,
    two_classes,
)

SIZES = (8, 12, 20, 32, 50, 80, 128, 200, 320)
HELD_OUT, MOST_ROWS = 100, 500
PENALTY = 0.1  # L2 penalty, so that the likelihood of a separable sample has a maximum
DATA = {
    "holds": "drawn: the assumption holds",
    "violated": "drawn: features are correlated",
    "iris": "iris: versicolor and virginica",
    "own": "your table",
}


def drawn_rows(n_features: int, correlated: bool, seed: int) -> tuple[list[list[float]], list[int]]:
    """Draw examples of two classes with Gaussian features.

    Only even features differ between the classes. If features are correlated, all of them have a
    common part: the odd features then help to remove it, which naive Bayes cannot do.
    """
    rng = Random(seed)
    labels = [i % 2 for i in range(max(SIZES) + HELD_OUT)]
    rows = []
    for label in labels:
        common = rng.gauss(0.0, 1.5) if correlated else 0.0
        shifts = [label * (j % 2 == 0) for j in range(n_features)]
        rows.append([rng.gauss(shift, 1.0) + common for shift in shifts])
    return rows, labels


def chosen(state: State) -> tuple[Sequence[Sequence[float]], Sequence[Any]]:
    """Return the rows and labels of the chosen data."""
    if state["data"] == "own":
        require(bool(state["rows"]), "there is no table yet. Fix: open “Use your own table” below")
        return state["rows"], state["labels"]
    if state["data"] == "iris":
        found = [
            (row, label)
            for row, label in zip(load("iris").rows, load("iris").labels)
            if label != "Iris-setosa"
        ]
        return [list(row) for row, _ in found], [label for _, label in found]  # type: ignore
    return drawn_rows(int(state["features"]), state["data"] == "violated", int(state["seed"]))


def curve_of(fit: Any, rows: Any, labels: Any, sizes: Any, splits: int, seed: int) -> LearningCurve:
    """Return the learning curve of one model."""

    def exam(training: Sequence[int], held_out: Sequence[int]) -> list[Any]:
        model = fit([rows[i] for i in training], [labels[i] for i in training])
        return list(model.predict([rows[i] for i in held_out]))

    return learning_curve(exam, labels, sizes, splits, seed)


def draw(state: State) -> Scene:
    """Fit both models to more and more examples, several times, and draw their errors."""
    rows, labels = chosen(state)
    room = len(rows) - min(HELD_OUT, len(rows) // 3)
    sizes = [size for size in SIZES if size <= room]
    require(len(sizes) > 1, f"the curves need at least 18 rows, got {len(rows)}")
    fits = {
        "naive Bayes": partial(GaussianNaiveBayes.fit, variance=pooled_variance_mle),
        "logistic regression": partial(LogisticRegression.fit, l2=PENALTY),
    }
    splits, seed = int(state["splits"]), int(state["seed"])
    curves = {name: curve_of(fit, rows, labels, sizes, splits, seed) for name, fit in fits.items()}
    means = {name: [float(m) for m in curve.means] for name, curve in curves.items()}
    marks: list[Mark] = []
    for name, curve in curves.items():
        errors = curve.standard_errors
        low = [max(0.0, m - 2 * e) for m, e in zip(means[name], errors)]
        high = [m + 2 * e for m, e in zip(means[name], errors)]
        marks += [Band(sizes, low, high, label=name), Line(sizes, means[name], label=name)]
    ends = "; ".join(f"{n} {v[0]:.3f} at {sizes[0]}, {v[-1]:.3f} at {sizes[-1]}"
                     for n, v in means.items())  # fmt: skip
    ahead = [
        m for m, a, b in zip(sizes, means["naive Bayes"], means["logistic regression"]) if a < b
    ]
    who = (
        f"Naive Bayes is ahead at {', '.join(map(str, ahead))} examples"
        if ahead
        else ("Naive Bayes is nowhere ahead")
    )
    figure = Figure(
        title=f"Error on new examples, {splits} random splits",
        description=f"Mean error rates: {ends}. {who}.",
        x_label="training examples",
        y_label="error rate, with 2 standard errors",
        marks=marks,
        x_scale=Log(),
    )
    return Scene(figure)


def adopt(table: Dataset, columns: Columns) -> State:
    """Return all columns of numbers of a table, and two classes."""
    columns.continuous(table, 1)
    names = [name for name, kind, _ in table.columns() if kind in ("continuous", "count")]
    classes = two_classes(table)
    cells = zip(*(table.column(name) for name in names))
    found = [
        (list(row), label)
        for row, label in zip(cells, table.labels)
        if label in classes and None not in row
    ]
    kept = evenly_spaced(found, MOST_ROWS)
    return {"data": "own", "rows": [row for row, _ in kept], "labels": [y for _, y in kept]}


PICTURE = Picture(
    page="theory",
    title="Ng and Jordan’s learning curves, run in your browser",
    about=(
        "Naive Bayes (one variance per feature) and logistic regression learn from more and more "
        "examples. Choose the data; each change fits the models again."
    ),
    notice=(
        "With few examples naive Bayes is often ahead. If its assumption is violated, logistic "
        "regression becomes better with many examples; the more features, the more examples it "
        "needs."
    ),
    controls={
        "data": Choice("data", DATA, "violated"),
        "features": Slider("number of features of drawn data", 2, 16, 1, 6),
        "splits": Slider("random splits", 2, 20, 1, 6),
        "seed": Slider("seed", 1, 20, 1, 1),
    },
    draw=draw,
    adopt=adopt,
    extra={"rows": [], "labels": []},
)
