"""Two Gaussian densities with one variance have a sigmoid as posterior: equations (19) to (23)."""

from math import hypot, sqrt

from textbook_ml.core.stable import sigmoid
from textbook_ml.data.table import Dataset
from textbook_ml.equations.bridge import gnb_log_odds, gnb_to_logistic
from textbook_ml.equations.gaussian import normal_pdf
from textbook_ml.equations.logistic import linear_score, logistic_p1
from textbook_ml.plots import Figure, Line, Panels
from textbook_ml.reading.book.pictures._picture import (
    Columns,
    Handle,
    Picture,
    Scene,
    Slider,
    State,
    Surface,
    Toggle,
    score_in_words,
)
from textbook_ml.reading.book.pictures._two_gaussians import START, adopt, points_of


def draw(state: State) -> Scene:
    """Draw the densities, the log odds and the posterior, by Bayes' rule and by the weights."""
    axis, name, classes = tuple(state["axis"]), state["name"], state["classes"]
    mu = ([state["mu0"]], [state["mu1"]])
    differ = state["differ"]
    deviations = (state["sigma0"], state["sigma1"] if differ else state["sigma0"])
    sigma2 = ([deviations[0] * deviations[0]], [deviations[1] * deviations[1]])
    common = [(sigma2[0][0] + sigma2[1][0]) / 2]
    weights = gnb_to_logistic(state["prior"], *mu, common)
    w0, w = weights.w0, weights.w
    xs = points_of(axis)
    odds = [gnb_log_odds([x], state["prior"], mu, sigma2) for x in xs]
    line = [linear_score(w0, w, [x]) for x in xs]
    apart = max(abs(sigmoid(s) - logistic_p1(w0, w, [x])) for x, s in zip(xs, odds))
    same = apart < 1e-12
    end = "the two computations agree" if same else f"they differ by up to {apart:.2f}"
    limit = 1.05 * max(1.0, *(abs(s) for s in line))
    by_rule, by_weights = "Bayes’ rule", "weights"
    panels = Panels(
        title="One variance: Bayes’ rule is a logistic function",
        description=f"Log odds by weights: {score_in_words(w0, w, [name])}. Along the axis, {end}.",
        figures=[
            Figure(
                "Densities", "Two densities.", name, "p(x | y)",
                [
                    *(
                        Line(xs, [normal_pdf(x, m, v) for x in xs], label=f"class {k}")
                        for k, [m], [v] in zip(classes, mu, sigma2)
                    ),
                    Surface("densities"),
                ],
                x_range=axis,
            ),
            Figure(
                "Log odds", "Log odds.", name, f"log odds of class {classes[1]}",
                [Line(xs, odds, label=by_rule), Line(xs, line, label=by_weights)],
                x_range=axis, y_range=(-limit, limit),
            ),
            Figure(
                "Posterior", "Posterior.", name, f"P(y = {classes[1]} | x)",
                [
                    Line(xs, [sigmoid(s) for s in odds], label=by_rule),
                    Line(xs, [logistic_p1(w0, w, [x]) for x in xs], label=by_weights),
                ],
                x_range=axis, y_range=(0.0, 1.0),
            ),
        ],
        columns=3,
    )  # fmt: skip
    handles = [
        Handle(f"Mean of class {k}", f"mu{i}", normal_pdf(m, m, v), "densities")
        for i, (k, [m], [v]) in enumerate(zip(classes, mu, sigma2))
    ]
    return Scene(panels, handles)


def adopted(table: Dataset, columns: Columns) -> State:
    """Return the means of a table; both classes get their common standard deviation."""
    found = adopt(table, columns)
    common = hypot(found["sigma0"], found["sigma1"]) / sqrt(2)
    return {**found, "sigma0": common}


PICTURE = Picture(
    page="bridge",
    title="Two Gaussians become a sigmoid",
    about=(
        "Each curve is computed twice: by Bayes’ rule from the densities, and from the weights of "
        "a logistic model. Drag the means; then let the variances differ."
    ),
    notice=(
        "With one variance the two curves are one, because the squares of x cancel. With two "
        "variances the log odds are a parabola, which no weights can express."
    ),
    controls={
        "mu0": Slider("mean of the first class", -6, 6, 0.1, 0),
        "mu1": Slider("mean of the second class", -6, 6, 0.1, 2),
        "sigma0": Slider("standard deviation", 0.3, 3, 0.1, 1),
        "prior": Slider("prior of the second class", 0.05, 0.95, 0.05, 0.5),
        "differ": Toggle("variances differ", False),
        "sigma1": Slider("standard deviation of the second class, if different", 0.3, 3, 0.1, 2),
    },
    draw=draw,
    adopt=adopted,
    extra=START,
)
