"""Pictures with sliders: each picture is a function of a few numbers."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import fsum, sqrt

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.equations.ascent import ascent_step
from textbook_ml.equations.discriminant import mvn_pdf
from textbook_ml.equations.gaussian import gaussian_posterior, normal_pdf
from textbook_ml.equations.likelihood import conditional_log_likelihood
from textbook_ml.equations.smoothing import categorical_smoothed
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.plots import (
    Bars,
    Boundary,
    Contours,
    Figure,
    Grid,
    Line,
    Panels,
    Path,
    Points,
    Rule,
)
from textbook_ml.study.figures.function_curves import decision_points
from textbook_ml.study.figures.learning import START, XS, YS

WIDE, NARROW, WIDEST = 640.0, 310.0, 736.0  # pixels: on a page, on a phone, at most


@dataclass(frozen=True, slots=True)
class Slider:
    """A slider: its label, range, step and initial value."""

    label: str
    low: float
    high: float
    step: float
    start: float


@dataclass(frozen=True, slots=True)
class Explorable:
    """A picture with its page, texts and sliders; the sliders are the arguments of `draw`."""

    page: str
    title: str
    about: str
    sliders: Mapping[str, Slider]
    draw: Callable[..., Figure | Panels]


def bells(mu0: float, mu1: float, sigma0: float, sigma1: float) -> Panels:
    """Draw the Gaussian densities of two classes, the posterior and the decision boundaries.

    If the variances differ, there are two boundaries: the roots of a quadratic equation.
    """
    means, variances = (mu0, mu1), (sigma0 * sigma0, sigma1 * sigma1)
    xs = [-6.0 + 0.06 * i for i in range(201)]
    places = [x for x in decision_points(variances, means) if abs(x) <= 6]
    rules = [Rule(x=x, label="the decision changes") for x in places]
    mu, sigma2 = ({y: [v] for y, v in enumerate(vs)} for vs in (means, variances))
    posterior = [gaussian_posterior([x], {0: 0.5, 1: 0.5}, mu, sigma2)[1] for x in xs]
    curves = [
        Line(xs, [normal_pdf(x, m, v) for x in xs], label=f"class {y}")
        for y, (m, v) in enumerate(zip(means, variances))
    ]
    where = " and ".join(f"at {round(x, 2) + 0.0:g}" for x in places) or "nowhere from −6 to 6"
    return Panels(
        title="Two Gaussian densities and the posterior",
        description=f"Both classes have prior 1/2; the decision changes {where}.",
        figures=[
            Figure("Densities", "Two Gaussian densities.", "x", "p(x | y)", [*curves, *rules]),
            Figure(
                "Posterior", "The posterior of class 1.", "x", "P(y = 1 | x)",
                [Line(xs, posterior, label="class 1"), *rules], y_range=(0.0, 1.0),
            ),
        ],
    )  # fmt: skip


def contours(variance1: float, variance2: float, correlation: float) -> Figure:
    """Draw the contour lines of a two-dimensional Gaussian density."""
    covariance = correlation * sqrt(variance1 * variance2)
    sigma = [[variance1, covariance], [covariance, variance2]]
    span = (-3.5, 3.5)
    grid = Grid.of(lambda x, y: mvn_pdf([x, y], (0.0, 0.0), sigma), span, span, cells=32)
    return Figure(
        title=f"Σ = [{variance1:g}, {covariance:.2g}; {covariance:.2g}, {variance2:g}]",
        description=f"Ellipses about the origin; the determinant of Σ is "
        f"{variance1 * variance2 - covariance * covariance:.3g}.",
        x_label="x₁",
        y_label="x₂",
        marks=[Contours(grid, (0.02, 0.05, 0.1, 0.2), label="density")],
        equal_aspect=True,
    )


def smoothing(strength: float, red: float, green: float, blue: float) -> Figure:
    """Draw the estimated probabilities of three values, without and with smoothing."""
    names, counts = ("red", "green", "blue"), [int(red), int(green), int(blue)]
    smoothed = categorical_smoothed(counts, Fraction(strength))
    estimates = ", ".join(f"{name} {p}" for name, p in zip(names, smoothed))
    plain = [Bars(names, [k / sum(counts) for k in counts], label="not smoothed")]
    return Figure(
        title=f"{sum(counts)} examples, smoothed with l = {strength:g}",
        description=f"The estimates are {estimates}.",
        x_label="probability",
        y_label="",
        marks=[
            *(plain if sum(counts) else []),
            Bars(names, [float(p) for p in smoothed], label="smoothed"),
        ],
        x_range=(0.0, 1.0),
    )


def ascent(steps: float, eta: float) -> Figure:
    """Draw the first steps of gradient ascent on the conditional likelihood of ten examples."""
    rows = [[1.0, x] for x in XS]
    path = [list(START)]
    for _ in range(int(steps)):
        path.append(ascent_step(path[-1], rows, YS, eta))
    value = conditional_log_likelihood(path[-1], rows, YS)
    return Figure(
        title=f"After {int(steps)} steps with step size η = {eta:g}",
        description=f"At w = ({path[-1][0]:.3f}, {path[-1][1]:.3f}) the log likelihood is "
        f"{value:.4f}; its maximum is {_maximum():.4f}.",
        x_label="w₀",
        y_label="w₁",
        marks=[
            Contours(
                _likelihood(), [-15.0, -10.0, -8.0, -7.0, -6.0, -5.5, -5.0], label="log likelihood"
            ),
            Path([w0 for w0, _ in path], [w1 for _, w1 in path], label="gradient ascent"),
        ],
        x_range=(-4.0, 4.0),
        y_range=(-1.5, 4.5),
        equal_aspect=True,
    )


@cache
def _likelihood() -> Grid:
    rows = [[1.0, x] for x in XS]
    value = conditional_log_likelihood
    return Grid.of(lambda a, b: value([a, b], rows, YS), (-4.0, 4.0), (-1.5, 4.5), cells=32)


@cache
def _maximum() -> float:
    best = LogisticRegression.fit([[x] for x in XS], YS, classes=(0, 1))
    return conditional_log_likelihood([best.w0, *best.w], [[1.0, x] for x in XS], YS)


CLOUD = ((-2.0, -1.0), (-1.5, 0.5), (-1.0, -0.5), (-2.5, 0.0), (-1.0, 1.0), (-0.5, -1.5),
         (1.0, 0.5), (1.5, -0.5), (2.0, 1.0), (0.5, 1.5), (2.5, 0.0), (1.0, -1.0))  # fmt: skip
LABELS = (0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1)


def point(x1: float, x2: float, label: float) -> Figure:
    """Draw the boundaries of naive Bayes and logistic regression after one example is added."""
    rows, labels = [*map(list, CLOUD), [x1, x2]], [*LABELS, int(label)]
    naive = GaussianNaiveBayes.fit(rows, labels, classes=(0, 1))
    logistic = LogisticRegression.fit(rows, labels, l2=0.1, classes=(0, 1))
    span = (-5.0, 5.0)

    def log_odds(x: float, y: float) -> float:
        terms = naive.log_terms([x, y])
        return fsum(terms[1]) - fsum(terms[0])

    def score(x: float, y: float) -> float:
        return logistic.w0 + logistic.w[0] * x + logistic.w[1] * y

    answers = f"naive Bayes {naive.posterior([x1, x2])[1]:.2f}, logistic regression "
    answers += f"{logistic.posterior([x1, x2])[1]:.2f}"
    clouds = [[row for row, y in zip(rows, labels) if y == k] for k in (0, 1)]
    return Figure(
        title="Thirteen examples and two decision boundaries",
        description=f"At the new example, P(y = 1 | x) is: {answers}.",
        x_label="x₁",
        y_label="x₂",
        marks=[
            *(
                Points([x for x, _ in some], [y for _, y in some], label=f"class {k}")
                for k, some in enumerate(clouds)
            ),
            Points([x1], [x2], label="the new example"),
            Boundary(Grid.of(log_odds, span, span, cells=32), label="naive Bayes"),
            Boundary(Grid.of(score, span, span, cells=8), label="logistic regression"),
        ],
        x_range=span,
        y_range=span,
        equal_aspect=True,
    )


EXPLORABLES: Mapping[str, Explorable] = {
    "bells": Explorable("gaussian", "Move two Gaussian densities", (
        "Two classes with prior 1/2 each. Make the standard deviation of one class larger than "
        "that of the other: the decision then changes in two places."
    ), {
        "mu0": Slider("μ₀, mean of class 0", -4, 4, 0.1, -1),
        "mu1": Slider("μ₁, mean of class 1", -4, 4, 0.1, 1),
        "sigma0": Slider("σ₀, standard deviation of class 0", 0.3, 3, 0.1, 1),
        "sigma1": Slider("σ₁, standard deviation of class 1", 0.3, 3, 0.1, 1),
    }, bells),
    "contours": Explorable("discriminant", "Change the covariance matrix", (
        "The contour lines of a two-dimensional Gaussian density. A correlation rotates the "
        "ellipses; unequal variances stretch them."
    ), {
        "variance1": Slider("Σ₁₁, variance of x₁", 0.2, 3, 0.1, 1),
        "variance2": Slider("Σ₂₂, variance of x₂", 0.2, 3, 0.1, 1),
        "correlation": Slider("correlation of x₁ and x₂", -0.9, 0.9, 0.1, 0.5),
    }, contours),
    "smoothing": Explorable("smoothing", "Change the smoothing", (
        "Blue does not occur in the data. With a small pseudo-count l its probability is above 0; "
        "with a large l all values become equally probable."
    ), {
        "strength": Slider("l, pseudo-count for each value", 0, 20, 0.5, 1),
        "red": Slider("number of red examples", 0, 20, 1, 7),
        "green": Slider("number of green examples", 0, 20, 1, 3),
        "blue": Slider("number of blue examples", 0, 20, 1, 0),
    }, smoothing),
    "ascent": Explorable("ascent", "Follow gradient ascent", (
        "The contour lines show the log likelihood of ten examples. Add steps with the arrow keys; "
        "then choose a step size that is too large."
    ), {
        "steps": Slider("number of steps", 1, 60, 1, 8),
        "eta": Slider("η, the step size", 0.02, 0.8, 0.02, 0.14),
    }, ascent),
    "point": Explorable("bridge", "Add an example", (
        "Add one example far from its class. Naive Bayes estimates larger variances for the class, "
        "so its boundary curves; the boundary of logistic regression stays straight and rotates."
    ), {
        "x1": Slider("x₁ of the new example", -5, 5, 0.25, 4),
        "x2": Slider("x₂ of the new example", -5, 5, 0.25, 4),
        "label": Slider("class of the new example, 0 or 1", 0, 1, 1, 0),
    }, point),
}  # fmt: skip


def explored(name: str, asked: str) -> str:
    """Return the picture for the values of the sliders, or an error message, as JSON.

    >>> seen = {"strength": 1, "red": 1, "green": 0, "blue": 0}
    >>> json.loads(explored("smoothing", json.dumps({"values": seen, "width": 640})))["words"]
    'The estimates are red 1/2, green 1/4, blue 1/4.'
    """
    wanted = json.loads(asked)
    try:
        return json.dumps({**picture(name, wanted["values"], wanted["width"]), "clean": True})
    except TextbookError as error:
        return json.dumps({"svg": "", "words": f"{str(error).rstrip('.')}.", "clean": True})


def picture(name: str, values: Mapping[str, float], width: float) -> dict[str, str]:
    """Return one picture as SVG, at most `width` pixels wide, and its description."""
    one = EXPLORABLES[name]
    for key, slider in one.sliders.items():
        message = f"{key} must be between {slider.low} and {slider.high}, got {values[key]}"
        require(slider.low <= values[key] <= slider.high, message)
    drawn = one.draw(**{key: float(values[key]) for key in one.sliders})
    return {"svg": drawn.svg(min(width, WIDEST)), "words": drawn.description}


def explorables() -> dict[str, dict[str, object]]:
    """Return every explorable as plain data, with its initial picture, wide and narrow."""
    return {
        name: {
            "page": one.page,
            "title": one.title,
            "about": one.about,
            "sliders": {
                key: [s.label, s.low, s.high, s.step, s.start] for key, s in one.sliders.items()
            },
            "narrow": picture(name, _start(one), NARROW)["svg"],
            **picture(name, _start(one), WIDE),
        }
        for name, one in EXPLORABLES.items()
    }


def _start(one: Explorable) -> dict[str, float]:
    return {key: slider.start for key, slider in one.sliders.items()}
