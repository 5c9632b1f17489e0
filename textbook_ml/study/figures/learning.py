"""Figures about learning: naive Bayes tables, learning curves, and gradient ascent."""

from textbook_ml.data.datasets import load
from textbook_ml.equations.ascent import ascent_step
from textbook_ml.equations.likelihood import conditional_log_likelihood
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.plots import Bars, Contours, Figure, Grid, Panels, Path, Points
from textbook_ml.study.experiments._experiment import experiments

# One feature and its label: the two classes overlap, so that the likelihood has a maximum.
XS = (-2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5)
YS = (0, 0, 1, 0, 0, 1, 0, 1, 1, 1)
START, ETA, STEPS = (2.5, -1.0), 0.15, 60


def learned() -> Figure:
    """The parameters of naive Bayes: the prior, and one table for each feature."""
    days = load("play-tennis")
    model = CategoricalNaiveBayes.fit(days.rows, days.labels, features=days.features)
    names = [f"{f} = {v}" for f, table in zip(days.features, model.tables[0]) for v in table]
    return Figure(
        title="The parameters of naive Bayes: P(y), and a table P(xᵢ | y) for each feature",
        description="Two bars for each value of each feature, from fourteen recorded days: its "
        "relative frequency on days with tennis, and on days without. On days without tennis the "
        "outlook was never overcast, and the humidity was mostly high.",
        x_label="probability",
        y_label="",
        marks=[
            Bars(
                ["P(y)", *names],
                [float(prior), *(float(p) for table in tables for p in table.values())],
                label=f"tennis: {y.lower()}",
            )
            for y, prior, tables in zip(model.classes, model.priors, model.tables)
        ],
    )


def learning_curves() -> Figure | Panels:
    """Error of naive Bayes and logistic regression by number of examples, as in Ng and Jordan."""
    return experiments()["crossover"].result().finding.figure


def likelihood() -> Figure:
    """Contours of the concave conditional log likelihood, and the path of gradient ascent."""
    rows = [[1.0, x] for x in XS]
    path = [list(START)]
    for _ in range(STEPS):
        path.append(ascent_step(path[-1], rows, YS, ETA))
    best = LogisticRegression.fit([[x] for x in XS], YS, classes=(0, 1)).to_logistic()
    grid = Grid.of(
        lambda w0, w1: conditional_log_likelihood([w0, w1], rows, YS), (-4.0, 4.0), (-1.5, 4.5)
    )
    return Figure(
        title="The conditional log likelihood is concave; gradient ascent finds its maximum",
        description="Nested contour lines around a single maximum; the steps of gradient ascent "
        "start far from it, become shorter as the gradient does, and end at the maximum.",
        x_label="w₀",
        y_label="w₁",
        marks=[
            Contours(
                grid,
                [-20.0, -15.0, -12.0, -10.0, -8.0, -7.0, -6.0, -5.5, -5.0],
                label="log likelihood",
            ),
            Path([w0 for w0, _ in path], [w1 for _, w1 in path], label="gradient ascent"),
            Points([best.w0], [best.w[0]], label="maximum"),
        ],
        equal_aspect=True,
    )
