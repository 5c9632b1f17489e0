"""Two Gaussian densities and the posterior."""

from textbook_ml.data.table import Dataset
from textbook_ml.equations.gaussian import gaussian_joint, gaussian_posterior
from textbook_ml.plots import Figure, Line, Panels, Rule
from textbook_ml.reading.book.pictures._picture import (
    Columns,
    Handle,
    Picture,
    Scene,
    Slider,
    State,
    Surface,
)
from textbook_ml.reading.book.pictures._two_gaussians import START, adopt, points_of


def draw(state: State) -> Scene:
    """Draw both joint densities, the posterior and the points where the decision changes."""
    axis, classes = tuple(state["axis"]), state["classes"]
    means = (state["mu0"], state["mu1"])
    variances = (state["sigma0"] * state["sigma0"], state["sigma1"] * state["sigma1"])
    priors = (1 - state["prior"], state["prior"])
    prior = dict(enumerate(priors))
    mu, sigma2 = ({y: [v] for y, v in enumerate(vs)} for vs in (means, variances))

    def posterior(x: float) -> float:
        return gaussian_posterior([x], prior, mu, sigma2)[1]

    xs = points_of(axis)
    ps = [posterior(x) for x in xs]
    crossings = [
        a + (b - a) * (0.5 - p) / (q - p)
        for a, b, p, q in zip(xs, xs[1:], ps, ps[1:])
        if (p < 0.5) != (q < 0.5)
    ]
    rules = [Rule(x=x, label="the decision changes") for x in crossings]
    joints = [[gaussian_joint(x, p, m, v) for x in xs] for p, m, v in zip(priors, means, variances)]
    curves = [Line(xs, ys, label=f"class {k}") for k, ys in zip(classes, joints)]
    where = " and ".join(f"at {round(x, 2) + 0.0:g}" for x in crossings) or "nowhere on this axis"
    at = posterior(state["x"])
    panels = Panels(
        title="Two Gaussian densities and the posterior",
        description=f"The decision changes {where}. At {state['name']} = {state['x']:.3g} the "
        f"posterior of class {classes[1]} is {at:.3f}.",
        figures=[
            Figure(
                "Prior times density", "Two densities.", state["name"], "P(y) p(x | y)",
                [*curves, *rules, Surface("densities")], x_range=axis,
            ),
            Figure(
                "Posterior", "The posterior.", state["name"], f"P(y = {classes[1]} | x)",
                [Line(xs, ps, label=f"class {classes[1]}"), *rules, Surface("posterior")],
                x_range=axis, y_range=(0.0, 1.0),
            ),
        ],
    )  # fmt: skip
    tops = [gaussian_joint(m, p, m, v) for p, m, v in zip(priors, means, variances)]
    handles = [
        Handle(f"Mean of class {k}", f"mu{i}", tops[i], "densities") for i, k in enumerate(classes)
    ]
    return Scene(panels, [*handles, Handle("New example", "x", at, "posterior")])


def adopted(table: Dataset, columns: Columns) -> State:
    """Return the parameters of a table, and a new example halfway between the means."""
    found = dict(adopt(table, columns))
    found["ranges"] = {**found["ranges"], "x": found["ranges"]["mu0"]}
    return {**found, "x": (found["mu0"] + found["mu1"]) / 2}


PICTURE = Picture(
    page="gaussian",
    title="Move two Gaussian densities",
    about="Two classes with one Gaussian feature. Drag the means and the new example.",
    notice=(
        "Equal standard deviations give one decision point. With unequal ones there are two, and "
        "far from both means the class with the larger variance is more probable."
    ),
    controls={
        "mu0": Slider("mean of the first class", -6, 6, 0.1, -1),
        "sigma0": Slider("its standard deviation", 0.3, 3, 0.1, 1),
        "mu1": Slider("mean of the second class", -6, 6, 0.1, 1),
        "sigma1": Slider("its standard deviation", 0.3, 3, 0.1, 1),
        "prior": Slider("prior of the second class", 0.05, 0.95, 0.05, 0.5),
        "x": Slider("new example", -6, 6, 0.1, 0.5),
    },
    draw=draw,
    adopt=adopted,
    extra=START,
)
