"""Discriminant analysis and logistic regression of scikit-learn as ours."""

from math import fsum
from typing import Any

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.linalg import solve
from textbook_ml.embedding.sklearn_import.estimator_json import (
    Described,
    Matrix,
    gap,
    matrix_of,
    vector_of,
)
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.priors import feature_names
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.softmax_regression import SoftmaxRegression

SAME = 1e-6  # of a weight: what another way to solve the same equations may leave

Regression = LogisticRegression[Any] | SoftmaxRegression[Any]


def linear_discriminant(found: Described) -> GaussianDiscriminantAnalysis[Any] | Regression:
    """LinearDiscriminantAnalysis; by its covariance, or else by its weights.

    The solver svd divides by m − K and the others by m: its weights come from another covariance
    than the one it may keep. What is sure in every case is the weights.
    """
    covariance = found.learned.get("covariance_")
    classes, n = found.classes(), found.width()
    if found.settings.get("solver") not in ("lsqr", "eigen") or covariance is None:
        return regression(found)
    model = GaussianDiscriminantAnalysis(
        classes,
        feature_names(found.names(), n),
        found.shares("priors_", len(classes)),
        found.matrix("means_", len(classes), n),
        symmetric(found.matrix("covariance_", n, n)),
    )
    return model if agrees(model, found) else regression(found)


def agrees(model: GaussianDiscriminantAnalysis[Any], found: Described) -> bool:
    """Whether Σ⁻¹ (μ − μ′) are the differences of the weights with which scikit-learn decides."""
    weights = weights_of(found)
    for k in range(1, len(model.classes)):
        theta = solve(model.covariance, [b - a for a, b in zip(model.means[0], model.means[k])])
        due = [b - a for a, b in zip(weights[0][1:], weights[k][1:])]
        size = max(map(abs, due), default=0.0)
        if max(map(gap, theta, due), default=0.0) > SAME * max(size, 1e-300):
            return False
    return True


def quadratic_discriminant(found: Described) -> QuadraticDiscriminantAnalysis[Any]:
    """QuadraticDiscriminantAnalysis; Σ = R diag(s) Rᵀ, as it was decomposed and regularised."""
    classes, n = found.classes(), found.width()
    rotations, scalings = found.attribute("rotations_"), found.attribute("scalings_")
    for parts, name in ((rotations, "rotations_"), (scalings, "scalings_")):
        require(
            isinstance(parts, list) and len(parts) == len(classes),
            f"{found.name}.{name} is due for each of {len(classes)} classes",
        )
    covariances = []
    for y, rotation, scaling in zip(classes, rotations, scalings):
        s = vector_of(f"{found.name}.scalings_ of class {y!r}", scaling, n)
        r = matrix_of(f"{found.name}.rotations_ of class {y!r}", rotation, n, n)
        covariances.append(
            tuple(
                tuple(fsum(a * b * c for a, b, c in zip(left, s, right)) for right in r)
                for left in r
            )
        )
    return QuadraticDiscriminantAnalysis(
        classes,
        feature_names(found.names(), n),
        found.shares("priors_", len(classes)),
        found.matrix("means_", len(classes), n),
        tuple(map(symmetric, covariances)),
    )


def logistic(found: Described) -> Regression:
    """LogisticRegression: one weight vector for two classes, or softmax for more."""
    several = found.settings.get("multi_class", "auto")
    one_by_one = several == "ovr" or (
        several in ("auto", "deprecated") and found.settings.get("solver") == "liblinear"
    )
    if len(found.classes()) > 2 and one_by_one:
        raise TextbookError(
            f"{found.name} has learned each of {len(found.classes())} classes against the rest "
            "(multi_class='ovr'), which is no softmax: fit it with another solver than liblinear, "
            "and without multi_class"
        )
    model = regression(found)
    if isinstance(model, LogisticRegression) and several == "multinomial":
        w0, w = 2 * model.w0, tuple(2 * w for w in model.w)  # both classes have it, signed
        return LogisticRegression(model.classes, model.features, w0, w)
    return model


def regression(found: Described) -> Regression:
    """The model that decides by the same weights."""
    classes, names = found.classes(), feature_names(found.names(), found.width())
    weights = weights_of(found)
    if len(classes) == 2:
        w0, *w = weights[1]
        return LogisticRegression(classes, names, w0, tuple(w))
    return SoftmaxRegression(classes, names, weights)


def weights_of(found: Described) -> Matrix:
    """A vector for each class, the intercept first; of two classes, the first has zeros."""
    k, n = len(found.classes()), found.width()
    rows = 1 if k == 2 else k
    slopes = found.matrix("coef_", rows, n)
    heights = found.vector("intercept_", rows)
    weights = tuple((w0, *w) for w0, w in zip(heights, slopes))
    return ((0.0,) * (n + 1), *weights) if k == 2 else weights


def symmetric(matrix: Matrix) -> Matrix:
    """The same below as above, where rounding has left the two apart.

    >>> symmetric(((1.0, 2.0), (2.0 + 2**-51, 1.0)))
    ((1.0, 2.0), (2.0, 1.0))
    """
    size = range(len(matrix))
    return tuple(tuple(matrix[min(i, j)][max(i, j)] for j in size) for i in size)
