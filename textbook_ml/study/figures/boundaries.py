"""Random data, the Gaussians fitted to them, and the decision boundary."""

from collections.abc import Sequence
from math import exp, fsum
from random import Random

from textbook_ml.core.linalg import cholesky
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.plots import Boundary, Contours, Figure, Grid, Mark, Points
from textbook_ml.study.experiments._random_data import normal

Matrix = Sequence[Sequence[float]]
Model = GaussianDiscriminantAnalysis[int] | QuadraticDiscriminantAnalysis[int]

X_SPAN, Y_SPAN = (-4.0, 6.0), (-4.0, 4.0)
LEVELS = (0.02, 0.08)
EACH = 60  # examples of each class


def gda() -> Figure:
    """Two classes, the Gaussians that GDA fits, and its linear boundary: Ng's section 1.2."""
    shared = [[1.0, 0.5], [0.5, 1.0]]
    rows, labels = random_examples_of_classes(Random(2), shared, shared)
    model = GaussianDiscriminantAnalysis.fit(rows, labels)
    return Figure(
        title="GDA: Gaussians with a shared covariance, and a linear boundary",
        description="Two clouds of points, each with the ellipses of the Gaussian fitted to it; "
        "all ellipses have the same shape and tilt, and a straight line separates the clouds.",
        x_label="x₁",
        y_label="x₂",
        marks=[
            *points_of_classes(rows, labels),
            *ellipses(model),
            Boundary(log_odds(model), label="GDA's boundary"),
        ],
        x_range=X_SPAN,
        y_range=Y_SPAN,
        equal_aspect=True,
    )


def qda() -> Figure:
    """Two classes with unequal covariances: the curved boundary of QDA and the line of GDA."""
    rows, labels = random_examples_of_classes(
        Random(2), [[0.4, 0.0], [0.0, 0.4]], [[2.0, 0.0], [0.0, 2.0]]
    )
    model = QuadraticDiscriminantAnalysis.fit(rows, labels)
    line = GaussianDiscriminantAnalysis.fit(rows, labels)
    return Figure(
        title="QDA: each class has its own covariance, and the boundary is curved",
        description="A dense cloud of points next to a wide one, each with the ellipses of its "
        "own Gaussian; QDA's boundary encloses the dense cloud, and GDA's straight line passes "
        "next to it.",
        x_label="x₁",
        y_label="x₂",
        marks=[
            *points_of_classes(rows, labels),
            *ellipses(model),
            Boundary(log_odds(model), label="QDA's boundary"),
            Boundary(log_odds(line), label="GDA's boundary"),
        ],
        x_range=X_SPAN,
        y_range=Y_SPAN,
        equal_aspect=True,
    )


def random_examples_of_classes(
    rng: Random, sigma0: Matrix, sigma1: Matrix
) -> tuple[list[list[float]], list[int]]:
    """Return random examples of two Gaussian classes, equally many of each."""
    classes = [((0.0, 0.0), cholesky(sigma0)), ((3.0, 0.5), cholesky(sigma1))]
    rows, labels = [], []
    for y, (mu, root) in enumerate(classes):
        for _ in range(EACH):
            z = normal(rng), normal(rng)
            rows.append([mu[0] + root[0][0] * z[0], mu[1] + root[1][0] * z[0] + root[1][1] * z[1]])
            labels.append(y)
    return rows, labels


def points_of_classes(rows: Sequence[Sequence[float]], labels: Sequence[int]) -> list[Mark]:
    """The examples of each class as points."""
    members = [[row for row, label in zip(rows, labels) if label == y] for y in (0, 1)]
    return [
        Points([x for x, _ in some], [y for _, y in some], label=f"class {k}")
        for k, some in enumerate(members)
    ]


def ellipses(model: Model) -> list[Mark]:
    """Contours of the Gaussian density of each class."""

    def density(k: int) -> Grid:
        # The terms of a class are ln P(y) and ln p(x | y).
        return Grid.of(lambda x, y: exp(model.log_terms([x, y])[k][1]), X_SPAN, Y_SPAN, cells=50)

    return [Contours(density(k), LEVELS, label=f"class {k}") for k in (0, 1)]


def log_odds(model: Model) -> Grid:
    """The log odds of class 1, which are 0 on the boundary."""

    def at(x: float, y: float) -> float:
        terms = model.log_terms([x, y])
        return fsum(terms[1]) - fsum(terms[0])

    return Grid.of(at, X_SPAN, Y_SPAN, cells=50)
