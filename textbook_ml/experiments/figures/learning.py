"""What is learned, who learns it sooner, and the way up."""

from textbook_ml.datasets import load
from textbook_ml.equations.ascent import ascent_step
from textbook_ml.equations.likelihood import conditional_log_likelihood
from textbook_ml.experiments._experiment import experiments
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.plots import Bars, Contours, Figure, Grid, Panels, Path, Points

# One feature and its label: the two classes overlap, so that the likelihood has a maximum.
XS = (-2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5)
YS = (0, 0, 1, 0, 0, 1, 0, 1, 1, 1)
START, ETA, STEPS = (2.5, -1.0), 0.15, 60


def learned() -> Figure:
    """What has to be learned: the prior, and one table for each feature."""
    days = load("play-tennis")
    model = CategoricalNaiveBayes.fit(days.rows, days.labels, features=days.features)
    names = [f"{f} = {v}" for f, table in zip(days.features, model.tables[0]) for v in table]
    return Figure(
        title="What has to be learned: P(y), and a table P(xᵢ | y) for each feature",
        description="For fourteen days on record, two bars for each value of each feature: how "
        "often it occurs on days with tennis, and on days without. On days without tennis it was "
        "never overcast, and most often humid.",
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
    """Naive Bayes against logistic regression, as examples are added: Ng and Jordan's point."""
    return experiments()["crossover"].result().finding.figure


def likelihood() -> Figure:
    """The conditional likelihood is concave: its level lines, and gradient ascent's way up."""
    rows = [[1.0, x] for x in XS]
    way = [list(START)]
    for _ in range(STEPS):
        way.append(ascent_step(way[-1], rows, YS, ETA))
    best = LogisticRegression.fit([[x] for x in XS], YS, classes=(0, 1)).to_logistic()
    grid = Grid.of(
        lambda w0, w1: conditional_log_likelihood([w0, w1], rows, YS), (-4.0, 4.0), (-1.5, 4.5)
    )
    return Figure(
        title="The conditional likelihood is concave, and ascent finds its top",
        description="Rounded level lines, one inside the other, with a single top; the steps of "
        "gradient ascent start far out, grow shorter as the slope does, and end at the top.",
        x_label="w₀",
        y_label="w₁",
        marks=[
            Contours(grid, [-20.0, -15.0, -12.0, -10.0, -8.0, -7.0, -6.0, -5.5, -5.0],
                     label="log likelihood"),
            Path([w0 for w0, _ in way], [w1 for _, w1 in way], label="gradient ascent"),
            Points([best.w0], [best.w[0]], label="maximum"),
        ],
        equal_aspect=True,
    )
