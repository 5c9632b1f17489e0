"""Contours of the bivariate normal density, for the covariances and means of Ng's section 1.1."""

from collections.abc import Mapping, Sequence

from textbook_ml.equations.discriminant import mvn_pdf
from textbook_ml.plots import Contours, Figure, Grid, Panels

Matrix = Sequence[Sequence[float]]

ORIGIN = (0.0, 0.0)
SPAN = (-3.5, 3.5)
LEVELS = (0.02, 0.05, 0.1, 0.2)


def scale() -> Panels:
    """Contours of the normal density as its covariance grows: 0.6 I, I, 2 I."""
    return Panels(
        title="A larger covariance makes the density wider",
        description="Three sets of circles about the origin. With 0.6 I they are narrow, and the "
        "density rises above 0.2; with 2 I they are wide, and it stays below 0.1.",
        figures=_contour_panels(
            {
                f"Σ = {name}I": [[s, 0.0], [0.0, s]]
                for name, s in _factors_by_text(0.6, 1.0, 2.0).items()
            }
        ),
        columns=3,
    )


def correlation() -> Panels:
    """Contours of the normal density as the correlation grows: 0, 0.5, 0.8."""
    return Panels(
        title="Positively correlated features; both variances are 1",
        description="Circles become ellipses along the rising diagonal, the narrower the larger "
        "the covariance of the two features.",
        figures=_contour_panels({f"Σ₁₂ = {r:g}": [[1.0, r], [r, 1.0]] for r in (0.0, 0.5, 0.8)}),
        columns=3,
    )


def negative_correlation() -> Panels:
    """Contours of the normal density with negative covariances, and with unequal variances."""
    return Panels(
        title="Negatively correlated features, and unequal variances",
        description="Two sets of ellipses along the falling diagonal, and one that is long along "
        "the first feature and tilted slightly upwards.",
        figures=_contour_panels(
            {
                "Σ₁₂ = −0.5": [[1.0, -0.5], [-0.5, 1.0]],
                "Σ₁₂ = −0.8": [[1.0, -0.8], [-0.8, 1.0]],
                "Σ₁₁ = 3, Σ₁₂ = 0.8, Σ₂₂ = 1": [[3.0, 0.8], [0.8, 1.0]],
            }
        ),
        columns=3,
    )


def moved_means() -> Panels:
    """Contours of the normal density for three means: the same circles, moved."""
    identity = [[1.0, 0.0], [0.0, 1.0]]
    return Panels(
        title="The mean is the centre of the density",
        description="The same circles three times, about the points (1, 0), (−0.5, 0) and (−1, 0).",
        figures=[
            _contour_panel(f"μ = ({name}, 0)", (place, 0.0), identity)
            for name, place in (("1", 1.0), ("−0.5", -0.5), ("−1", -1.0))
        ],
        columns=3,
    )


def _factors_by_text(*factors: float) -> dict[str, float]:
    """Return the factors by the text written before a matrix; a factor of 1 is omitted."""
    return {"" if f == 1 else f"{f:g} ": f for f in factors}


def _contour_panels(matrices: Mapping[str, Matrix]) -> list[Figure]:
    return [_contour_panel(title, ORIGIN, sigma) for title, sigma in matrices.items()]


def _contour_panel(title: str, mu: Sequence[float], sigma: Matrix) -> Figure:
    grid = Grid.of(lambda x, y: mvn_pdf([x, y], mu, sigma), SPAN, SPAN, cells=42)
    return Figure(
        title=title,
        description="Contours of a normal density.",
        x_label="x₁",
        y_label="x₂",
        marks=[Contours(grid, LEVELS, label="density")],
        equal_aspect=True,
    )
