"""Tests of the experiment on the log loss and the hinge loss."""

from functools import cache
from random import Random

from tests.study.experiments.findings_support import number, seeds, series
from textbook_ml.plots import Line, Panels
from textbook_ml.study.experiments._experiment import Finding
from textbook_ml.study.experiments.losses import far_point, separable


@cache
def run(seed: int) -> Finding:
    """The finding with fewer steps than the default."""
    return far_point(steps=3000, seed=seed)


@seeds(1, 2, 3)
def test_only_the_log_loss_depends_on_the_far_point_with_every_seed(seed: int) -> None:
    """The verdict does not depend on the seed, and the margins are large."""
    assert run(seed).verdict == "holds"
    assert number(run(seed), "change of the weights, hinge loss") < 5e-4
    assert number(run(seed), "change of the weights, log loss") > 2e-3


def test_the_change_under_the_log_loss_levels_off() -> None:
    """Each further step changes less: the curve rises and flattens."""
    figure = run(1).figure
    assert isinstance(figure, Panels)
    _, log = (mark for mark in figure.figures[1].marks if isinstance(mark, Line))
    rises = [b - a for a, b in zip(log.ys, log.ys[1:])]
    assert rises[-1] > 0
    assert rises == sorted(rises, reverse=True)


def test_the_classes_leave_a_gap() -> None:
    """No point has |x₁| below one half, and the sign of x₁ is the class."""
    rows, labels = separable(Random(1), 50)
    assert all(abs(x[0]) >= 0.5 and (x[0] > 0) == (y == 1) for x, y in zip(rows, labels))


def test_the_figure_shows_its_series() -> None:
    """The figure shows the log loss, the hinge loss and the zero-one loss."""
    assert series(run(1)) == {"hinge", "log", "zero-one"}
