"""The contour lines of a two-dimensional Gaussian density."""

from math import sqrt

from textbook_ml.equations.discriminant import mvn_pdf
from textbook_ml.plots import Contours, Figure, Grid
from textbook_ml.reading.book.pictures._picture import Picture, Scene, Slider, State


def draw(state: State) -> Scene:
    """Draw the contour lines of a density with mean 0."""
    variance1, variance2 = state["variance1"], state["variance2"]
    covariance = state["correlation"] * sqrt(variance1 * variance2)
    sigma = [[variance1, covariance], [covariance, variance2]]
    span = (-3.5, 3.5)
    grid = Grid.of(lambda x, y: mvn_pdf([x, y], (0.0, 0.0), sigma), span, span, cells=32)
    determinant = variance1 * variance2 - covariance * covariance
    figure = Figure(
        title=f"Σ = [{variance1:g}, {covariance:.2g}; {covariance:.2g}, {variance2:g}]",
        description=f"Ellipses about the origin; the determinant of Σ is {determinant:.3g}.",
        x_label="x₁",
        y_label="x₂",
        marks=[Contours(grid, (0.02, 0.05, 0.1, 0.2), label="density")],
        equal_aspect=True,
    )
    return Scene(figure)


PICTURE = Picture(
    page="discriminant",
    title="Change the covariance matrix",
    about="The contour lines of a two-dimensional Gaussian density.",
    notice="A correlation rotates the ellipses; unequal variances stretch them.",
    controls={
        "variance1": Slider("Σ₁₁, variance of x₁", 0.2, 3, 0.1, 1),
        "variance2": Slider("Σ₂₂, variance of x₂", 0.2, 3, 0.1, 1),
        "correlation": Slider("correlation of x₁ and x₂", -0.9, 0.9, 0.1, 0.5),
    },
    draw=draw,
)
