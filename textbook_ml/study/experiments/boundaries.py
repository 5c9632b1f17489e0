"""Claims about decision boundaries: which classifiers have a linear boundary.

odds         P(1 | x) / P(0 | x); if they are a product over features, their logarithm
             is a sum, and the decision rule is linear
bend         the second difference of a function at 0, 1, 2: 0 for a straight line
"""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from itertools import product
from math import log, prod
from random import Random

from textbook_ml.equations.bridge import categorical_to_logistic, gnb_log_odds
from textbook_ml.equations.gaussian import normal_exponent
from textbook_ml.equations.logistic import logistic_label, odds
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.plots import Figure, Line, Panels, Points, Rule
from textbook_ml.study.experiments._experiment import Finding, experiment

HALF = Fraction(1, 2)
THETA0: Mapping[Hashable, Fraction] = {0: Fraction(9, 20), 1: Fraction(1, 10), 2: Fraction(9, 20)}
THETA1: Mapping[Hashable, Fraction] = {0: Fraction(1, 10), 1: Fraction(8, 10), 2: Fraction(1, 10)}
GAUSSIANS = ((1.0, 4.0), (0.0, 1.0))  # mean and variance of class 0 and of class 1
PLANE = GaussianDiscriminantAnalysis(
    (0, 1), ("x1", "x2"), (0.5, 0.5), ((1.0, 3.0), (3.0, 2.0)), ((2.0, 0.0), (0.0, 4.0))
)


@experiment(
    "EXP-LINEAR",
    claim="Naive Bayes has a linear decision boundary, with Boolean and with Gaussian features.",
    criterion="exact: the odds of Boolean models are a product over features, and the linear score "
    "agrees with the most probable class on all 2ⁿ inputs; the second difference of the log odds "
    "of two Gaussians is 0 if they share a variance, and −3/4 if the variances are 4 and 1; a "
    "feature with the values 0, 1, 2 can get the labels 0, 1, 0",
    entries=(
        "mitchell-s5-linear-discrete",
        "sontag-linear-theorem",
        "mitchell-s3-gnb-claim",
        "ng-gda-boundary",
    ),
    full={"models": 200, "features": 8},
)
def straight_boundaries(models: int = 20, features: int = 6, seed: int = 0) -> Finding:
    """Boolean naive Bayes and Gaussians with equal variances are linear.

    Gaussians with unequal variances, and categories coded as numbers, are not.

    >>> straight_boundaries(models=1, features=2).numbers["second difference, variances 4 and 1"]
    Fraction(-3, 4)
    """
    rng = Random(seed)
    linear = [_is_linear(boolean_model(rng, features)) for _ in range(models)]
    coded = coded_labels()
    straight, bent = second_difference(shared_log_odds), second_difference(own_log_odds)
    on_the_line = [PLANE.posterior(x)[1] for x in boundary_points()]
    return Finding(
        holds=all(linear)
        and coded == [0, 1, 0] == one_hot_labels()
        and straight == 0
        and bent == Fraction(-3, 4)
        and all(abs(p - 0.5) < 1e-12 for p in on_the_line),
        numbers={
            "Boolean models that are linear on all inputs": sum(linear),
            "Boolean models drawn": models,
            "inputs of each": 2**features,
            "labels of the values 0, 1, 2": coded,
            "labels with a weight for each value": one_hot_labels(),
            "second difference, variances 1 and 1": straight,
            "second difference, variances 4 and 1": bent,
            "posterior along the line of GDA": on_the_line,
        },
        figure=_figure(),
        caveat="with a three-valued attribute the score is linear in the indicators of its values, "
        "not in the numbers that code them; with Gaussian features it is linear only if the "
        "classes share their variances",
    )


def boolean_model(rng: Random, features: int) -> BernoulliNaiveBayes[int]:
    """A Bernoulli model whose parameters are random multiples of 1/100, from 0.01 to 0.99.

    >>> boolean_model(Random(0), features=2).classes
    (0, 1)
    """

    def probability() -> Fraction:
        return Fraction(1 + int(99 * rng.random()), 100)

    p1 = probability()
    phi = tuple(tuple(probability() for _ in range(features)) for _ in (0, 1))
    names = tuple(f"x{i + 1}" for i in range(features))
    return BernoulliNaiveBayes((0, 1), names, (1 - p1, p1), phi)


def _is_linear(model: BernoulliNaiveBayes[int]) -> bool:
    """Whether the odds are a product over features and the linear score gives the same labels."""
    n = len(model.features)
    weights = model.to_logistic()
    table = {x: odds(model.exact_posterior(x)[1]) for x in product((0, 1), repeat=n)}
    at_zero = table[(0,) * n]
    factors = [table[tuple(int(i == j) for j in range(n))] / at_zero for i in range(n)]
    return all(
        ratio == at_zero * prod((f for f, x_i in zip(factors, x) if x_i), start=Fraction(1))
        and (ratio == 1 or (ratio > 1) == logistic_label(weights.w0, weights.w, x))
        for x, ratio in table.items()
    )


def coded_labels() -> list[int]:
    """Return the labels of naive Bayes for the values 0, 1 and 2; no threshold gives these labels.

    >>> coded_labels()
    [0, 1, 0]
    """
    model = CategoricalNaiveBayes((0, 1), ("x",), (HALF, HALF), ((THETA0,), (THETA1,)))
    return [int(model.exact_posterior([x])[1] > HALF) for x in THETA0]


def one_hot_labels() -> list[int]:
    """The labels of the values 0, 1 and 2, predicted with one weight for each value.

    >>> one_hot_labels()
    [0, 1, 0]
    """
    zeros, ones = ({x: float(p) for x, p in theta.items()} for theta in (THETA0, THETA1))
    w0, (weights,) = categorical_to_logistic(0.5, [zeros], [ones])
    return [logistic_label(w0, [weights[x]], [1.0]) for x in THETA0]


def second_difference(f: Callable[[float], Fraction]) -> Fraction:
    """The second difference at 0, 1, 2; adding a constant to f does not change it.

    >>> second_difference(lambda x: Fraction(3 * x + 1))
    Fraction(0, 1)
    >>> second_difference(lambda x: Fraction(x * x))
    Fraction(2, 1)
    """
    return f(0.0) - 2 * f(1.0) + f(2.0)


def own_log_odds(x: float) -> Fraction:
    """The exact log odds, up to a constant, of two Gaussians with unequal variances.

    >>> own_log_odds(0.0), own_log_odds(1.0)
    (Fraction(1, 8), Fraction(-1, 2))
    """
    exactly = [(Fraction(x), Fraction(mu), Fraction(sigma2)) for mu, sigma2 in GAUSSIANS]
    return normal_exponent(*exactly[0]) - normal_exponent(*exactly[1])


def shared_log_odds(x: float) -> Fraction:
    """The exact log odds, up to a constant, of two Gaussians that share the variance 1.

    >>> shared_log_odds(0.0), shared_log_odds(1.0)
    (Fraction(1, 2), Fraction(-1, 2))
    """
    exactly = [(Fraction(x), Fraction(mu), Fraction(1)) for mu, _ in GAUSSIANS]
    return normal_exponent(*exactly[0]) - normal_exponent(*exactly[1])


def boundary_points() -> list[list[float]]:
    """Points with θ₀ + θ · x = 0, for the parameters θ that GDA implies.

    >>> boundary_points()[0]
    [-2.0, -13.5]
    """
    theta = PLANE.to_logistic()
    return [[x, -(theta.w0 + theta.w[0] * x) / theta.w[1]] for x in (-2.0, 0.0, 2.0, 6.0)]


def _figure() -> Panels:
    xs = [k / 10 for k in range(-30, 41)]
    mu = [GAUSSIANS[0][0]], [GAUSSIANS[1][0]]

    def curve(variance0: float, label: str) -> Line:
        sigma2 = [variance0], [1.0]
        return Line(xs, [gnb_log_odds([x], 0.5, mu, sigma2) for x in xs], label=label)

    log_ratios = [log(THETA1[x] / THETA0[x]) for x in THETA0]
    gaussians = Figure(
        title="Two Gaussians",
        description="The log odds: a straight line for equal variances, a parabola for variances "
        "4 and 1.",
        x_label="x",
        y_label="log odds of class 1",
        marks=[
            Rule(y=0.0, label="the boundary"),
            curve(1.0, "both variances 1"),
            curve(4.0, "variances 4 and 1"),
        ],
        y_range=(-4.0, 4.0),
    )
    codes = Figure(
        title="Three values, coded as numbers",
        description="Three points: below the boundary at 0 and 2, above it at 1.",
        x_label="x",
        y_label="log odds of class 1",
        marks=[
            Rule(y=0.0, label="the boundary"),
            Points([0.0, 1.0, 2.0], log_ratios, label="a value"),
        ],
        x_range=(-0.5, 2.5),
        y_range=(-4.0, 4.0),
    )
    return Panels(
        title="Where naive Bayes is linear, and where not",
        description="Left: the log odds of two Gaussians, linear or quadratic. Right: a feature "
        "with three values, of which only the middle one is evidence for class 1.",
        figures=[gaussians, codes],
    )
