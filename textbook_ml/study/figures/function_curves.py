"""Curves of one variable.

x     a feature;   z   a margin;   n   the number of features
μ     the mean of each class;   σ²   its variance
"""

from collections.abc import Callable, Sequence
from math import sqrt

from textbook_ml.equations.bridge import gnb_log_odds
from textbook_ml.equations.gaussian import gaussian_posterior, normal_pdf
from textbook_ml.equations.logistic import logistic_p1
from textbook_ml.equations.losses import hinge_loss, log_loss, zero_one_loss
from textbook_ml.equations.parameters import (
    discrete_parameters,
    discriminant_parameters,
    full_joint_parameters,
    gaussian_parameters,
    logistic_parameters,
    prior_parameters,
    quadratic_parameters,
)
from textbook_ml.plots import Figure, Line, Log, Panels, Rule

MEANS = (-1.0, 1.0)


def logistic() -> Figure:
    """The logistic function, for three weights: Mitchell's figure 1."""
    xs = _equally_spaced(-6.0, 6.0, 240)
    return Figure(
        title="The logistic function",
        description="Three S-shaped curves from 0 to 1 that cross at one half, where the score "
        "w x is 0; the larger the weight, the steeper the curve.",
        x_label="x",
        y_label="P(Y = 1 | x) = 1 / (1 + exp(−w x))",
        marks=[
            Rule(y=0.5, label="undecided"),
            *(
                Line(xs, [logistic_p1(0.0, [w], [x]) for x in xs], label=f"w = {name}")
                for name, w in (("1", 1.0), ("4", 4.0), ("½", 0.5))
            ),
        ],
        y_range=(0.0, 1.0),
    )


def gaussians() -> Panels:
    """Two Gaussian densities, the posterior, and the points where the decision changes."""
    equal, unequal = (1.0, 1.0), (1.0, 4.0)
    return Panels(
        title="Two Gaussian classes and their decision boundary",
        description="Left, two Gaussians of equal variance: the posterior is a logistic curve, and "
        "the decision changes once, halfway between the means. Right, the second Gaussian is twice "
        "as wide: its class is predicted on both sides, and the decision changes twice.",
        figures=[
            _density_curves("Both variances 1", equal),
            _density_curves("Variances 1 and 4", unequal),
            _gaussian_posterior("A logistic posterior", equal),
            _gaussian_posterior("A posterior that is not monotone", unequal),
        ],
    )


def decision_points(sigma2: tuple[float, float], means: tuple[float, float] = MEANS) -> list[float]:
    """The points where the log odds, a x² + b x + c, are 0: none, one or two.

    Three values of the log odds give a, b and c.

    >>> decision_points((1.0, 1.0)) == [0.0]
    True
    >>> decision_points((1.0, 1.0), means=(2.0, 2.0))
    []
    """
    at = {x: _log_odds(x, sigma2, means) for x in (-1.0, 0.0, 1.0)}
    a, b, c = (at[1.0] + at[-1.0]) / 2 - at[0.0], (at[1.0] - at[-1.0]) / 2, at[0.0]
    if sigma2[0] == sigma2[1]:
        return [] if b == 0 else [-c / b]
    root = sqrt(max(b * b - 4 * a * c, 0.0))
    return sorted([(-b - root) / (2 * a), (-b + root) / (2 * a)])


def losses() -> Figure:
    """The log, hinge and zero-one losses as functions of the margin: Sontag's last slides."""
    zs = _equally_spaced(-3.0, 3.0, 120)
    drop = [z for z in zs if zero_one_loss(z)]
    return Figure(
        title="Three loss functions of the margin",
        description="The zero-one loss drops from 1 to 0 at margin 0. The hinge loss falls in a "
        "straight line to 0 at margin 1. The log loss is smooth, is ln 2 at margin 0, approaches "
        "the hinge loss minus 1 for large negative margins, and never reaches 0.",
        x_label="margin z = y (w₀ + w · x), positive if the label is right",
        y_label="loss",
        marks=[
            Line(zs, [log_loss(z) for z in zs], label="log loss, ln(1 + e⁻ᶻ)"),
            Line(zs, [hinge_loss(z) for z in zs], label="hinge, max(0, 1 − z)"),
            Line([*drop, drop[-1], zs[-1]], [*map(zero_one_loss, drop), 0, 0], label="zero-one"),
        ],
    )


def parameters() -> Figure:
    """The number of parameters of each model, by number of features."""
    models: dict[str, Callable[[int], int]] = {
        "full joint, Boolean": full_joint_parameters,
        "QDA": quadratic_parameters,
        "GDA": discriminant_parameters,
        "Gaussian naive Bayes": gaussian_parameters,
        "naive Bayes, Boolean": lambda n: discrete_parameters([2] * n),
    }
    ns = range(1, 31)
    return Figure(
        title="Number of parameters to be learned, for two classes",
        description="On a logarithmic axis the full joint distribution rises in a steep straight "
        "line to two billion at 30 features. QDA and GDA, which grow with the square of n, stay "
        "below a thousand; naive Bayes and logistic regression, which grow linearly, below 122.",
        x_label="features n",
        y_label="parameters, including the prior",
        marks=[
            *(
                Line(ns, [count(n) + prior_parameters(2) for n in ns], label=label)
                for label, count in models.items()
            ),
            Line(ns, [logistic_parameters(n) for n in ns], label="logistic regression"),
        ],
        y_scale=Log(),
    )


def _density_curves(title: str, sigma2: tuple[float, float]) -> Figure:
    xs = _equally_spaced(-5.0, 5.0, 200)
    return Figure(
        title=title,
        description="Two Gaussian densities.",
        x_label="x",
        y_label="p(x | y); equal priors",
        marks=[
            *(
                Line(xs, [normal_pdf(x, mu, s2) for x in xs], label=f"class {y}")
                for y, (mu, s2) in enumerate(zip(MEANS, sigma2))
            ),
            *_decision_points(sigma2),
        ],
        y_range=(0.0, 0.45),
    )


def _gaussian_posterior(title: str, sigma2: tuple[float, float]) -> Figure:
    xs = _equally_spaced(-5.0, 5.0, 200)
    mu, s2 = ({y: [value] for y, value in enumerate(values)} for values in (MEANS, sigma2))
    posteriors = [gaussian_posterior([x], {0: 0.5, 1: 0.5}, mu, s2) for x in xs]
    return Figure(
        title=title,
        description="The posterior of both classes.",
        x_label="x",
        y_label="P(y | x)",
        marks=[
            *(Line(xs, [p[y] for p in posteriors], label=f"class {y}") for y in (0, 1)),
            *_decision_points(sigma2),
        ],
        y_range=(0.0, 1.0),
    )


def _decision_points(sigma2: tuple[float, float]) -> list[Rule]:
    return [Rule(x=x, label="the decision changes") for x in decision_points(sigma2)]


def _log_odds(x: float, sigma2: tuple[float, float], means: tuple[float, float]) -> float:
    mu0, mu1 = means
    return gnb_log_odds([x], 0.5, ([mu0], [mu1]), ([sigma2[0]], [sigma2[1]]))


def _equally_spaced(low: float, high: float, parts: int) -> Sequence[float]:
    return [low + (high - low) * k / parts for k in range(parts + 1)]
