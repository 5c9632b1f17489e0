"""Questions on the logistic weights of Gaussian naive Bayes (section 3.1)."""

from collections.abc import Sequence
from math import log, sqrt

from textbook_ml.algorithms.naive_bayes_to_logistic import gnb_weights
from textbook_ml.equations.bridge import gnb_to_logistic
from textbook_ml.equations.discriminant import by_class, class_means, columns
from textbook_ml.equations.gaussian import (
    mean_mle,
    pooled_variance_mle,
    pooled_variance_mvue,
    variance_mle,
)
from textbook_ml.equations.logistic import logit
from textbook_ml.equations.smoothing import class_prior
from textbook_ml.questions.framework.judge import Case
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import SLOPE, negated, row

Rows = Sequence[Sequence[float]]
Labels = Sequence[int]


def weights_with(rows: Rows, labels: Labels, sigma2: Sequence[float]) -> list[float]:
    """Return the weights for these variances."""
    mu = class_means(rows, labels)
    weights = gnb_to_logistic(float(class_prior(labels)[1]), mu[0], mu[1], sigma2)
    return [weights.w0, *weights.w]


def features_vary_within_classes(rows: Rows, labels: Labels) -> bool:
    """Return whether every feature varies within the classes, so that weights stay moderate."""
    groups = [columns(members) for members in by_class(rows, labels).values()]
    return set(labels) == {0, 1} and min(pooled_variance_mle(g) for g in zip(*groups)) > 0.01


@question(
    gnb_weights,
    id="algorithm-gnb-weights",
    edges=[
        ([[1.0], [3.0], [7.0], [9.0]], [0, 0, 1, 1]),
        ([[0.0], [2.0], [4.0]], [0, 0, 1]),
        ([[0.0, 1.0], [2.0, 0.0], [4.0, 1.0], [2.0, 3.0], [3.0, 3.0]], [0, 1, 1, 0, 1]),
    ],
    judge=SLOPE,
    valid=features_vary_within_classes,
)
def _(draw: Draw) -> Case:
    n, width = draw.length(4, 8), draw.whole(1, 3)
    return [row(draw, width) for _ in range(n)], draw.covering([0, 1], n)


def log_odds(labels: Labels) -> float:
    """Return ln(π / (1 − π))."""
    return log(labels.count(1) / labels.count(0))


@misconception(
    gnb_weights,
    "You use the variances of class 1. Both classes share σᵢ²: pool the squares of both classes, "
    "each about its own mean.",
)
def variance_of_one_class(rows: Rows, labels: Labels) -> list[float]:
    ones = columns(by_class(rows, labels)[1])
    mu = class_means(rows, labels)[1]
    return weights_with(rows, labels, list(map(variance_mle, ones, mu)))


@misconception(
    gnb_weights,
    "Your σᵢ² is the variance of all rows about one mean. Use the deviation of each row from the "
    "mean of its own class.",
)
def variance_of_all_rows(rows: Rows, labels: Labels) -> list[float]:
    return weights_with(rows, labels, [pooled_variance_mle([xs]) for xs in columns(rows)])


@misconception(
    gnb_weights,
    "You average the variances of the two classes. In the pooled variance each row counts once, "
    "so the larger class has more weight.",
)
def variances_averaged(rows: Rows, labels: Labels) -> list[float]:
    groups = [columns(members) for members in by_class(rows, labels).values()]
    pairs = [[pooled_variance_mle([xs]) for xs in parts] for parts in zip(*groups)]
    return weights_with(rows, labels, [(a + b) / 2 for a, b in pairs])


@misconception(
    gnb_weights,
    "You divide by N − K, which is the unbiased estimate. Here the pooled variance divides by N.",
)
def divided_by_n_minus_k(rows: Rows, labels: Labels) -> list[float]:
    groups = [columns(members) for members in by_class(rows, labels).values()]
    return weights_with(rows, labels, [pooled_variance_mvue(parts) for parts in zip(*groups)])


@misconception(
    gnb_weights,
    "Your intercept does not contain the squares of the means. Add Σᵢ (μᵢ₀² − μᵢ₁²) / 2σᵢ².",
)
def squares_forgotten(rows: Rows, labels: Labels) -> list[float]:
    return [log_odds(labels), *gnb_weights(rows, labels)[1:]]


@misconception(
    gnb_weights, "Your intercept does not contain the prior. Its first term is ln(π / (1 − π))."
)
def prior_forgotten(rows: Rows, labels: Labels) -> list[float]:
    w0, *w = gnb_weights(rows, labels)
    return [w0 - log_odds(labels), *w]


@misconception(
    gnb_weights,
    "You add the log odds of the prior once for each feature. Add ln(π / (1 − π)) only once.",
)
def prior_inside(rows: Rows, labels: Labels) -> list[float]:
    w0, *w = gnb_weights(rows, labels)
    return [w0 + (len(w) - 1) * log_odds(labels), *w]


@misconception(
    gnb_weights,
    "You return the weights of (16), where a positive score means Y = 0. For P(Y = 1 | x) = σ(w₀ "
    "+ Σ wᵢ xᵢ), negate all of them.",
)
def weights_of_16(rows: Rows, labels: Labels) -> list[float]:
    return negated(gnb_weights(rows, labels))


@misconception(
    gnb_weights,
    "You use a different variance for each class. The log odds are linear only if both classes "
    "share one pooled σᵢ².",
)
def variance_of_each_class(rows: Rows, labels: Labels) -> list[float]:
    own = by_class(rows, labels)
    bias, slopes = logit(sum(labels) / len(labels)), []
    for x0, x1 in zip(columns(own[0]), columns(own[1])):
        (m0, s0), (m1, s1) = ((mean_mle(x), variance_mle(x, mean_mle(x))) for x in (x0, x1))
        bias += m0 * m0 / (2 * s0) - m1 * m1 / (2 * s1)
        slopes.append(m1 / s1 - m0 / s0)
    return [bias, *slopes]


@misconception(
    gnb_weights,
    "You use the variances of class 0. Both classes share σᵢ²: pool the squares of both classes, "
    "each about its own mean.",
)
def variance_of_class_0(rows: Rows, labels: Labels) -> list[float]:
    zeros, mu = columns(by_class(rows, labels)[0]), class_means(rows, labels)[0]
    return weights_with(rows, labels, list(map(variance_mle, zeros, mu)))


@misconception(
    gnb_weights,
    "You divide by the standard deviation σᵢ. Equation (22) divides by the variance σᵢ².",
)
def deviations_for_variances(rows: Rows, labels: Labels) -> list[float]:
    own = by_class(rows, labels)
    pairs = zip(columns(own[0]), columns(own[1]))
    return weights_with(rows, labels, [sqrt(pooled_variance_mle(pair)) for pair in pairs])
