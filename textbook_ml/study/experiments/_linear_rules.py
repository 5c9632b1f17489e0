"""Naive Bayes and logistic regression as linear rules, each represented by its weights.

counts    the number of times that each example occurs; repeated rows are processed only once
"""

from collections.abc import Callable, Mapping, Sequence
from math import dist, fsum, sqrt
from operator import mul
from statistics import NormalDist

from textbook_ml.core.numeric import Num
from textbook_ml.equations.bridge import Weights
from textbook_ml.equations.logistic import linear_score
from textbook_ml.equations.optimality import classifier_error
from textbook_ml.equations.smoothing import categorical_laplace
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression

Row = tuple[int, ...]
Table = tuple[list[list[int]], list[int]]  # rows and labels

RIDGE = 0.01  # L2 penalty on every weight: without it, separable classes have no maximum
NEAR = 1e-3  # gradient tolerance: its effect is far smaller than the sampling variation


def naive_bayes(
    rows: Sequence[Sequence[int]], labels: Sequence[int], counts: Sequence[int] | None = None
) -> Weights:
    """The weights of naive Bayes fitted with Laplace smoothing.

    >>> naive_bayes([[1], [0]], [1, 0]).w == naive_bayes([[1], [0]], [1, 0], counts=[1, 1]).w
    True
    """
    model = BernoulliNaiveBayes.fit(
        rows, labels, theta=categorical_laplace, classes=(0, 1), weights=counts
    )
    return model.to_logistic()


def logistic_regression(
    rows: Sequence[Sequence[float]], labels: Sequence[int], counts: Sequence[int] | None = None
) -> Weights:
    """The weights of logistic regression fitted with a small penalty.

    >>> abs(logistic_regression([[0], [1], [0], [1]], [0, 0, 1, 1]).w[0]) < 1e-15
    True
    """
    model = LogisticRegression.fit(
        rows, labels, l2=RIDGE, penalise_intercept=True, tolerance=NEAR, weights=counts
    )
    return model.to_logistic()


def draw_with_both_classes(draw: Callable[[], Table]) -> Table:
    """Draw training sets until one contains both classes, and return it.

    >>> draws = iter([([[1]], [1]), ([[1], [0]], [1, 0])])
    >>> draw_with_both_classes(lambda: next(draws))
    ([[1], [0]], [1, 0])
    """
    rows, labels = draw()
    while len(set(labels)) < 2:
        rows, labels = draw()
    return rows, labels


def predicts_one(weights: Weights, x: Sequence[float]) -> bool:
    """Return whether a linear rule predicts class 1; faster than `logistic_label`: no checks.

    >>> predicts_one(Weights(-1.0, (2.0,)), [1.0]), predicts_one(Weights(-1.0, (1.0,)), [1.0])
    (True, False)
    """
    return fsum(map(mul, weights.w, x)) > -weights.w0


def error_of(weights: Weights, population: Mapping[tuple[Row, int], Num]) -> Num:
    """The exact error of a linear rule, summed over the probabilities of all cases.

    >>> error_of(Weights(-1.0, (2.0,)), {((1,), 1): 0.75, ((0,), 1): 0.25})
    0.25
    """
    return classifier_error(population, lambda x: int(predicts_one(weights, x)))


def distance(a: Weights, b: Weights) -> float:
    """The Euclidean distance between two weight vectors, including the intercepts.

    >>> distance(Weights(0.0, (3.0,)), Weights(4.0, (0.0,)))
    5.0
    """
    return dist((a.w0, *a.w), (b.w0, *b.w))


def gaussian_error(
    weights: Weights,
    means: tuple[Sequence[float], Sequence[float]],
    covariance: Sequence[Sequence[float]],
) -> float:
    """The exact error of a linear rule on two equally frequent Gaussian classes.

        ½ P(s > 0 | Y = 0) + ½ P(s < 0 | Y = 1),   s ~ N(w₀ + w · μ_y, wᵀ Σ w)

    >>> gaussian_error(Weights(0.0, (2.0,)), ([0.0], [0.0]), [[1.0]])
    0.5
    """
    w = weights.w
    deviation = sqrt(fsum(w_i * fsum(map(mul, row, w)) for w_i, row in zip(w, covariance)))
    score0, score1 = (linear_score(weights.w0, w, mu) / deviation for mu in means)
    standard_normal = NormalDist()
    return (standard_normal.cdf(score0) + standard_normal.cdf(-score1)) / 2
