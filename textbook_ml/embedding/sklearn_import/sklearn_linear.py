"""Convert the discriminant analyses and the linear models of scikit-learn."""

from math import fsum
from typing import Any

from textbook_ml.core.errors import require
from textbook_ml.core.linalg import solve
from textbook_ml.embedding.sklearn_import.estimator_json import (
    Estimator,
    Matrix,
    Vector,
    difference,
    matrix_of,
    vector_of,
)
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.indicator_regression import IndicatorRegression
from textbook_ml.models.linear_svm import LinearSVM
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.softmax_regression import SoftmaxRegression

TOLERANCE = 1e-6  # relative difference of weights that two solution methods can have


def linear_discriminant(estimator: Estimator) -> Any:
    """Convert LinearDiscriminantAnalysis, by its covariance or by its weights.

    The solver svd divides by m − K and the others by m, so its weights do not follow from the
    covariance that it may store. The weights are right in every case.
    """
    covariance = estimator.learned.get("covariance_")
    classes, n = estimator.classes(), estimator.n_features()
    if estimator.settings.get("solver") not in ("lsqr", "eigen") or covariance is None:
        return regression(estimator)
    model = GaussianDiscriminantAnalysis(
        classes,
        estimator.feature_names(),
        estimator.probabilities("priors_", len(classes)),
        estimator.matrix("means_", len(classes), n),
        symmetric(estimator.matrix("covariance_", n, n)),
    )
    return model if has_same_weights(model, estimator) else regression(estimator)


def has_same_weights(model: GaussianDiscriminantAnalysis[Any], estimator: Estimator) -> bool:
    """Return whether Σ⁻¹ (μ − μ′) are the differences of the weights of scikit-learn."""
    weights = weights_of(estimator)
    for k in range(1, len(model.classes)):
        theta = solve(model.covariance, [b - a for a, b in zip(model.means[0], model.means[k])])
        expected = [b - a for a, b in zip(weights[0][1:], weights[k][1:])]
        size = max(map(abs, expected), default=0.0)
        error = max(map(difference, theta, expected), default=0.0)
        if error > TOLERANCE * max(size, 1e-300):
            return False
    return True


def quadratic_discriminant(estimator: Estimator) -> QuadraticDiscriminantAnalysis[Any]:
    """Convert QuadraticDiscriminantAnalysis; Σ = R diag(s) Rᵀ, with its regularisation."""
    classes, n = estimator.classes(), estimator.n_features()
    rotations, scalings = estimator.attribute("rotations_"), estimator.attribute("scalings_")
    for parts, name in ((rotations, "rotations_"), (scalings, "scalings_")):
        require(
            isinstance(parts, list) and len(parts) == len(classes),
            f"{estimator.name}.{name} must have {len(classes)} entries, one for each class",
        )
    covariances = []
    for y, rotation, scaling in zip(classes, rotations, scalings):
        s = vector_of(f"{estimator.name}.scalings_ of class {y!r}", scaling, n)
        r = matrix_of(f"{estimator.name}.rotations_ of class {y!r}", rotation, n, n)
        covariances.append(
            tuple(
                tuple(fsum(a * b * c for a, b, c in zip(left, s, right)) for right in r)
                for left in r
            )
        )
    return QuadraticDiscriminantAnalysis(
        classes,
        estimator.feature_names(),
        estimator.probabilities("priors_", len(classes)),
        estimator.matrix("means_", len(classes), n),
        tuple(map(symmetric, covariances)),
    )


def logistic(estimator: Estimator) -> Any:
    """Convert LogisticRegression: one weight vector for two classes, softmax for more."""
    multi_class = estimator.settings.get("multi_class", "auto")
    one_versus_rest = multi_class == "ovr" or (
        multi_class in ("auto", "deprecated") and estimator.settings.get("solver") == "liblinear"
    )
    require(
        len(estimator.classes()) == 2 or not one_versus_rest,
        f"{estimator.name} is a one-versus-rest model of {len(estimator.classes())} classes "
        "(multi_class='ovr'), which is not a softmax regression. Fix: fit it with another solver "
        "than liblinear, and without multi_class",
    )
    model = regression(estimator)
    if isinstance(model, LogisticRegression) and multi_class == "multinomial":
        w0, w = 2 * model.w0, tuple(2 * w for w in model.w)  # the classes have the weights w and −w
        return LogisticRegression(model.classes, model.features, w0, w)
    return model


def separating(estimator: Estimator) -> Any:
    """Convert LinearSVC and RidgeClassifier, which have scores but no probabilities."""
    return _of_weights(estimator, LinearSVM, IndicatorRegression)


def stochastic(estimator: Estimator) -> Any:
    """Convert SGDClassifier: with the log loss a logistic regression, with hinge loss an SVM."""
    loss = estimator.settings.get("loss", "hinge")
    if loss in ("hinge", "squared_hinge", "perceptron"):
        return separating(estimator)
    estimator.require_setting("loss", ["log_loss", "log"], "Fix: fit it with loss='log_loss'")
    require(
        len(estimator.classes()) == 2,
        f"{estimator.name} is a one-versus-rest model of {len(estimator.classes())} classes, which "
        "is not a softmax regression. Fix: use a LogisticRegression",
    )
    return regression(estimator)


def complement(estimator: Estimator) -> SoftmaxRegression[Any]:
    """Convert ComplementNB: its scores are Σ wᵢ xᵢ, without a prior."""
    return _of_logarithms(estimator, (0.0,) * len(estimator.classes()))


def multinomial_weights(estimator: Estimator) -> SoftmaxRegression[Any]:
    """Convert MultinomialNB to its linear scores ln P(y) + Σ xᵢ ln θᵢ, for weighted counts."""
    return _of_logarithms(estimator, estimator.vector("class_log_prior_", len(estimator.classes())))


def _of_logarithms(estimator: Estimator, start: Vector) -> SoftmaxRegression[Any]:
    """Return the linear scores of a naive Bayes model: `start`, and the logarithms as weights."""
    classes, names = estimator.classes(), estimator.feature_names()
    logs = estimator.matrix("feature_log_prob_", len(classes), len(names))
    return SoftmaxRegression(classes, names, tuple((w0, *w) for w0, w in zip(start, logs)))


def regression(estimator: Estimator) -> Any:
    """Return a logistic or softmax regression with the same weights."""
    return _of_weights(estimator, LogisticRegression, SoftmaxRegression)


def _of_weights(estimator: Estimator, of_two: type[Any], of_many: type[Any]) -> Any:
    """Return a model of two classes or of many, with the weights of an estimator."""
    classes, names, weights = estimator.classes(), estimator.feature_names(), weights_of(estimator)
    if len(classes) == 2:
        w0, *w = weights[1]
        return of_two(classes, names, w0, tuple(w))
    return of_many(classes, names, weights)


def weights_of(estimator: Estimator) -> Matrix:
    """Return the weights of each class, the intercept first; with two classes, first zeros."""
    k, n = len(estimator.classes()), estimator.n_features()
    rows = 1 if k == 2 else k
    given, intercept = estimator.attribute("coef_"), estimator.attribute("intercept_")
    flat = isinstance(given, list) and not any(isinstance(row, list) for row in given)
    table = [given] if rows == 1 and flat else given  # RidgeClassifier, for two classes
    # 0.0: the estimator has no intercept
    column = [intercept] * rows if type(intercept) is float else intercept
    coefficients = matrix_of(f"{estimator.name}.coef_", table, rows, n)
    intercepts = vector_of(f"{estimator.name}.intercept_", column, rows)
    weights = tuple((w0, *w) for w0, w in zip(intercepts, coefficients))
    return ((0.0,) * (n + 1), *weights) if k == 2 else weights


def symmetric(matrix: Matrix) -> Matrix:
    """Copy the upper triangle to the lower one, where rounding made them different.

    >>> symmetric(((1.0, 2.0), (2.0 + 2**-51, 1.0)))
    ((1.0, 2.0), (2.0, 1.0))
    """
    size = range(len(matrix))
    return tuple(tuple(matrix[min(i, j)][max(i, j)] for j in size) for i in size)
