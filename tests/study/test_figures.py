"""Tests that the figures of the source texts agree with the equations."""

from functools import cache
from itertools import pairwise
from math import hypot, isclose, log, pi, sqrt
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from textbook_ml.equations.gaussian import normal_pdf
from textbook_ml.equations.likelihood import conditional_log_likelihood
from textbook_ml.plots import Bars, Boundary, Contours, Figure, Grid, Line, Panels, Path, Points
from textbook_ml.study.figures import FIGURES, learning
from textbook_ml.study.figures.function_curves import decision_points

SVG = "{http://www.w3.org/2000/svg}"
OWN = [name for name in FIGURES if name != "learning-curves"]  # drawn by an experiment


@cache
def drawn(name: str) -> Figure | Panels:
    """A figure, computed once."""
    return FIGURES[name]()


def single(name: str) -> Figure:
    """A figure of one panel."""
    figure = drawn(name)
    assert isinstance(figure, Figure)
    return figure


def panels(name: str) -> tuple[Figure, ...]:
    """The panels of a figure that has several."""
    figure = drawn(name)
    assert isinstance(figure, Panels)
    return tuple(figure.figures)


def lines_of(figure: Figure) -> dict[str, dict[float, float]]:
    """The lines of a figure by their labels, each as x to y."""
    return {
        mark.label: dict(zip(mark.xs, mark.ys)) for mark in figure.marks if isinstance(mark, Line)
    }


@pytest.mark.parametrize("name", OWN)
def test_a_figure_is_svg_with_title_and_description(name: str) -> None:
    """The description is the text alternative of the figure."""
    root = ElementTree.fromstring(drawn(name).svg())
    assert root.get("role") == "img"
    for part in ("title", "desc"):
        found = root.find(f"{SVG}{part}")
        assert found is not None
        assert found.text


def test_figures_of_random_data_are_reproducible() -> None:
    """The SVG is identical each time."""
    assert FIGURES["gda"]().svg() == drawn("gda").svg()


def test_logistic_curves_cross_at_one_half_and_rise() -> None:
    """Every logistic curve rises through 1/2 at 0; a larger weight makes it steeper."""
    curves = lines_of(single("logistic"))
    for curve in curves.values():
        assert curve[0.0] == 0.5
        assert all(low < high for low, high in pairwise(curve.values()) if high < 1 - 1e-9)
    assert curves["w = 4"][1.0] > curves["w = 1"][1.0] > curves["w = ½"][1.0]


def test_equal_variances_change_the_decision_halfway() -> None:
    """The decision changes at 0, halfway between the means −1 and 1."""
    assert decision_points((1.0, 1.0)) == [0.0]


def test_unequal_variances_change_the_decision_twice() -> None:
    """The decision changes where the densities are equal: 3x² + 10x + 3 = 8 ln 2."""
    root = sqrt(100 - 12 * (3 - 8 * log(2)))
    expected = [(-10 - root) / 6, (-10 + root) / 6]
    for x, place in zip(decision_points((1.0, 4.0)), expected, strict=True):
        assert isclose(x, place, rel_tol=1e-12)
        assert isclose(normal_pdf(x, -1.0, 1.0), normal_pdf(x, 1.0, 4.0), rel_tol=1e-12)


def test_posteriors_of_the_gaussians_sum_to_one() -> None:
    """The sum is 1 at every x of the figure."""
    for figure in panels("gaussians")[2:]:
        zero, one = lines_of(figure).values()
        assert all(isclose(zero[x] + one[x], 1.0, rel_tol=1e-15) for x in zero)


def test_losses_have_the_values_of_the_slides() -> None:
    """At margin 0, log and hinge loss are ln 2 and 1; hinge is 0 from 1, zero-one from 0 on."""
    by_log, hinge, zero_one = lines_of(single("losses")).values()
    assert by_log[0.0] == log(2)
    assert (hinge[-3.0], hinge[0.0], hinge[1.0], hinge[3.0]) == (4.0, 1.0, 0.0, 0.0)
    assert (zero_one[-3.0], zero_one[3.0]) == (1.0, 0.0)
    assert max(x for x in zero_one if x < 3) == 0.0


def test_models_have_their_sizes_at_thirty_features() -> None:
    """The full joint has 2³¹ − 1; the others agree with the exercises."""
    sizes = {label: line[30.0] for label, line in lines_of(single("parameters")).items()}
    assert sizes == {
        "full joint, Boolean": 2**31 - 1,
        "QDA": 991,
        "GDA": 526,
        "Gaussian naive Bayes": 121,
        "naive Bayes, Boolean": 61,
        "logistic regression": 31,
    }


def test_the_learned_parameters_are_distributions() -> None:
    """The prior 5/14 and 9/14, and for each class four tables that add up to one."""
    no, yes = (mark for mark in single("learned").marks if isinstance(mark, Bars))
    assert (no.lengths[0], yes.lengths[0]) == (5 / 14, 9 / 14)
    assert dict(zip(no.names, no.lengths))["Outlook = Sunny"] == 3 / 5
    assert dict(zip(no.names, no.lengths))["Outlook = Overcast"] == 0
    for bars in (no, yes):
        assert isclose(sum(bars.lengths[1:]), 4.0, rel_tol=1e-12)


def bell(figure: Figure) -> Grid:
    """The grid of densities that a panel shows."""
    (mark,) = figure.marks
    assert isinstance(mark, Contours)
    assert figure.equal_aspect
    return mark.grid


@pytest.mark.parametrize(
    ("name", "determinants"),
    [
        ("covariance-scale", [0.36, 1.0, 4.0]),
        ("covariance-correlation", [1.0, 0.75, 0.36]),
        ("covariance-negative", [0.75, 0.36, 2.36]),
        ("means", [1.0, 1.0, 1.0]),
    ],
)
def test_maximum_density_from_the_determinant(name: str, determinants: list[float]) -> None:
    """The maximum of the density is 1 / (2π √|Σ|), at the mean."""
    for figure, determinant in zip(panels(name), determinants, strict=True):
        top = max(value for row in bell(figure).values for value in row)
        assert isclose(top, 1 / (2 * pi * sqrt(determinant)), rel_tol=1e-12)


def test_the_maximum_is_at_the_mean() -> None:
    """The maxima are at (1, 0), (−0.5, 0) and (−1, 0)."""
    for figure, place in zip(panels("means"), (1.0, -0.5, -1.0), strict=True):
        grid = bell(figure)
        values = {(x, y): v for y, row in zip(grid.ys, grid.values) for x, v in zip(grid.xs, row)}
        assert max(values, key=values.__getitem__) == (place, 0.0)


@pytest.mark.parametrize(("name", "rises"), [("correlation", True), ("negative", False)])
def test_correlation_tilts_the_ellipse(name: str, rises: bool) -> None:
    """The long axis is the rising diagonal if the correlation is positive, else the falling one."""
    grid = bell(panels(f"covariance-{name}")[1])
    i, j = grid.xs.index(1.0), grid.ys.index(-1.0)
    assert (grid.values[i][i] > grid.values[j][i]) == rises


def boundary(figure: Figure, label: str) -> list[tuple[float, float]]:
    """The points of the one line on which a score is 0."""
    (mark,) = (m for m in figure.marks if isinstance(m, Boundary) and m.label == label)
    (line,) = mark.grid.level_lines(0.0)
    return line


@pytest.mark.parametrize("name", ["gda", "qda"])
def test_the_boundary_of_gda_is_straight(name: str) -> None:
    """Every point of it lies on the line through its ends."""
    line = boundary(single(name), "GDA's boundary")
    (x0, y0), (x1, y1) = line[0], line[-1]
    assert hypot(x1 - x0, y1 - y0) > 7  # from the lower edge to the upper one
    for x, y in line:
        assert abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) < 1e-9


def test_the_boundary_of_qda_closes_around_the_dense_class() -> None:
    """The boundary is a closed curve around the mean of class 0."""
    line = boundary(single("qda"), "QDA's boundary")
    assert line[0] == line[-1]
    xs, ys = [x for x, _ in line], [y for _, y in line]
    assert min(xs) < 0 < max(xs)
    assert min(ys) < 0 < max(ys)


def test_gradient_ascent_reaches_the_maximum() -> None:
    """Each step increases the likelihood, and the path ends at the maximum."""
    figure = single("likelihood")
    (way,) = (m for m in figure.marks if isinstance(m, Path))
    (top,) = (m for m in figure.marks if isinstance(m, Points))
    rows = [[1.0, x] for x in learning.XS]
    heights = [conditional_log_likelihood(w, rows, learning.YS) for w in zip(way.xs, way.ys)]
    assert all(low < high for low, high in pairwise(heights))
    assert abs(way.xs[-1] - top.xs[0]) < 0.01
    assert abs(way.ys[-1] - top.ys[0]) < 0.01
    (surface,) = (m.grid for m in figure.marks if isinstance(m, Contours))
    for row in [*surface.values, *zip(*surface.values)]:
        steps = [b - a for a, b in pairwise(row)]
        assert all(earlier > later for earlier, later in pairwise(steps))


def test_learning_curves_are_those_of_the_experiment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The figure is that of the crossover experiment."""
    figure = single("losses")
    result = SimpleNamespace(finding=SimpleNamespace(figure=figure))
    crossover = SimpleNamespace(result=lambda: result)
    monkeypatch.setattr(learning, "experiments", lambda: {"crossover": crossover})
    assert FIGURES["learning-curves"]() is figure
