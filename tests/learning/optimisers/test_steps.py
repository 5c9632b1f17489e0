"""One step of an optimiser, and the line search."""

from collections.abc import Callable
from dataclasses import dataclass
from math import atan, exp, inf, log, tanh

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.learning.optimisers.objectives import Quadratic, quadratics, two_classes
from textbook_ml.core.linalg import dot, plus_times
from textbook_ml.learning.objectives.concave import Concave, ConcavePoint
from textbook_ml.learning.optimisers.steps import (
    FLAT,
    MOST_ITERATIONS,
    Step,
    maximum_along,
    step_along,
)

QUADRATIC = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)

eighths = st.integers(-16, 16).map(lambda n: n / 8)


@dataclass
class Line:
    """A line with given first and second derivative, which counts the evaluations."""

    slope: Callable[[float], float]
    bent: Callable[[float], float]
    asked: int = 0

    def derivative(self, t: float) -> float:
        self.asked += 1
        return self.slope(t)

    def curvature(self, t: float) -> float:
        return self.bent(t)

    def point(self, t: float) -> ConcavePoint:
        return QUADRATIC.at([t])


def test_attributes_of_a_step() -> None:
    """A step has weights, a value, and the largest component of the gradient."""
    step = Step(3, QUADRATIC.at([-2.0]), 0.25)
    assert (step.w, step.objective, step.gradient_norm) == ([-2.0], -4.0, 4.0)
    assert str(step) == "    3  objective -4  gradient 4  step 0.25"


@given(quadratics(), st.lists(eighths, min_size=4, max_size=4))
def test_the_first_guess_is_exact_on_a_quadratic(
    quadratic: Quadratic, numbers: list[float]
) -> None:
    """At t = derivative / curvature the gradient is orthogonal to the direction."""
    start, d = quadratic.start(), numbers[: len(quadratic.b)]
    slope = dot(start.gradient, d)
    if slope < 0:
        d, slope = [-x for x in d], -slope
    step = step_along(Step(0, start, 0.0), d)
    if slope > 0:
        assert step.iteration == 1
        assert step.step_size == pytest.approx(slope / dot(start.curvature_times(d), d), rel=1e-15)
        assert step.w == plus_times(start.w, step.step_size, d)
        assert dot(step.point.gradient, d) == pytest.approx(0.0, abs=1e-13 * (1 + slope))


@given(st.integers(0, 40), st.lists(eighths, min_size=3, max_size=3), st.sampled_from([None, 1.0]))
def test_the_line_search_on_a_likelihood(seed: int, d: list[float], guess: float | None) -> None:
    """Less than a twentieth of the first derivative is left, and the value has not decreased."""
    start = two_classes(seed)
    slope = dot(start.gradient, d)
    if slope < 0:
        d, slope = [-x for x in d], -slope
    step = step_along(Step(0, start, 0.0), d, guess)
    if slope > 0:
        assert abs(dot(step.point.gradient, d)) <= FLAT * slope + 1e-12
        assert step.objective >= start.value


@pytest.mark.parametrize("guess", [1e-9, 1e-3, 1.0, 1e3, 1e9])
@pytest.mark.parametrize("top", [1e-6, 1.0, 3.0, 1e6])
def test_the_maximum_is_found_from_any_first_guess(guess: float, top: float) -> None:
    """The derivative is like −tanh: flat on both sides, so Newton's method alone would diverge."""

    def slope(t: float) -> float:
        return tanh(4 - 4 * t / top)

    line = Line(slope, lambda t: 4 / top * (1 - slope(t) ** 2))
    assert abs(slope(maximum_along(line, slope(0.0), guess))) <= FLAT * slope(0.0)
    assert line.asked <= MOST_ITERATIONS


@pytest.mark.parametrize(
    ("slope", "curvature"),
    [
        (lambda t: 2.0 - t, lambda t: 0.0),  # curvature zero
        (lambda t: 2.0 - t, lambda t: inf),
        (lambda t: 2.0 - t, lambda t: -1.0),
        (lambda t: 2.0 - t, lambda t: 1e300),
        (lambda t: 2.0 - t, lambda t: 1e-300),
        (lambda t: inf if t == 0 else 2.0 - t, lambda t: 1.0),
        (lambda t: -inf if t > 2.25 else 2.0 - t, lambda t: 1.0),
        (lambda t: 1.0 if t < 2 else -1.0, lambda t: 0.0),  # a kink: the derivative jumps
        (lambda t: atan(2.0 - t), lambda t: 1 / (1 + (2.0 - t) ** 2)),
    ],
)
def test_a_wrong_curvature_does_not_change_the_result(
    slope: Callable[[float], float], curvature: Callable[[float], float]
) -> None:
    """The bracket converges to t = 2 in a bounded number of steps, whatever the curvature."""
    line = Line(slope, curvature)
    t = maximum_along(line, 2.0, 1.0)
    assert t == pytest.approx(2.0, abs=0.15)
    assert line.asked <= MOST_ITERATIONS


def test_a_bracket_between_adjacent_floats_ends_the_search() -> None:
    """At a kink at 1 the last float below 1 is found, and no point is evaluated twice."""
    line = Line(lambda t: 1.0 if t < 1 else -1.0, lambda t: 0.0)
    assert maximum_along(line, 1.0, 1.0) == 1.0 - 2.0**-53
    assert line.asked < MOST_ITERATIONS


def test_the_search_on_an_unbounded_line_ends() -> None:
    """If the derivative never decreases, the search doubles t and stops far away."""
    line = Line(lambda t: 1.0, lambda t: 0.0)
    assert maximum_along(line, 1.0, 1.0) > 2.0**50
    assert line.asked == MOST_ITERATIONS


def test_the_search_on_a_decreasing_line_returns_the_start() -> None:
    """Without an increase the bracket shrinks to the start."""
    line = Line(lambda t: -1.0 - t, lambda t: 1.0)
    assert 0 < maximum_along(line, -1.0, 1.0) < 1e-15
    assert line.asked <= MOST_ITERATIONS


def test_an_orthogonal_direction_changes_nothing() -> None:
    """If the direction is orthogonal to the gradient, the derivative is 0 at the start."""
    quadratic = Quadratic([[1.0, 0.0], [0.0, 1.0]], [1.0, 0.0])
    step = step_along(Step(0, quadratic.start(), 0.0), [0.0, 1.0], guess=1.0)
    assert step.w == pytest.approx([0.0, 0.0], abs=1e-15)
    assert step_along(Step(0, quadratic.start(), 0.0), [0.0, 0.0]).w == [0.0, 0.0]


def test_a_line_search_by_hand() -> None:
    """With three of four labels positive, 3 σ(−t) − σ(t) is 1 at 0 and 0 at ln 3."""
    line = Line(
        lambda t: 3 / (1 + exp(t)) - 1 / (1 + exp(-t)), lambda t: 4 * exp(t) / (1 + exp(t)) ** 2
    )
    # A derivative of at most 0.05 is left, and the curvature there is 3/4.
    assert maximum_along(line, 1.0, 1.0) == pytest.approx(log(3), abs=0.07)
