"""Newton's method, with the Hessian matrix and with Hessian-vector products."""

from itertools import pairwise
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.learning.optimisers.objectives import (
    Optimiser,
    Quadratic,
    first,
    largest_difference,
    quadratics,
    three_classes,
    two_classes,
)
from textbook_ml.core.linalg import dot, mat_vec, plus_times
from textbook_ml.equations.ascent import newton_step
from textbook_ml.equations.logistic import with_intercept
from textbook_ml.learning.objectives.concave import Concave, Point
from textbook_ml.learning.objectives.logistic_objective import LogisticObjective
from textbook_ml.learning.objectives.prior import NormalPrior
from textbook_ml.learning.optimisers.newton import newton, newton_cg, rough_direction


@given(quadratics())
def test_one_step_reaches_the_maximum_of_a_quadratic(quadratic: Quadratic) -> None:
    """A Newton step on a quadratic is exact and has step size 1."""
    steps = first(newton(quadratic.start()), 2)
    assert steps[-1].w == pytest.approx(quadratic.maximum(), rel=1e-13, abs=1e-13)
    if any(quadratic.b):
        assert steps[1].step_size == 1.0


def test_a_step_is_that_of_the_equations() -> None:
    """The direction is `newton_step` (IRLS); the line search sets a step size that tends to 1."""
    rows, labels = [[-1.0], [0.0], [1.0], [2.0]], [0, 1, 0, 1]
    flat = NormalPrior.ridge(0.0, 1, penalise_intercept=False)
    objective = LogisticObjective.of(rows, [2.0 * y - 1 for y in labels], [1.0] * 4, flat)
    steps = first(newton(objective.at([0.0, 0.0])), 5)
    for before, after in pairwise(steps):
        there = newton_step(before.w, with_intercept(rows), labels)
        direction = [a - b for a, b in zip(there, before.w)]
        expected = plus_times(before.w, after.step_size, direction)
        assert after.w == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert [step.step_size for step in steps[2:]] == [1.0, 1.0, 1.0]


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_convergence_is_quadratic(seed: int) -> None:
    """The distance from the maximum is at most ten times the square of the previous distance."""
    steps = first(newton(two_classes(seed)), 8)
    maximum = steps[-1].w
    for before, after in pairwise(steps):
        far = largest_difference(before.w, maximum)
        if far < 0.1:
            assert largest_difference(after.w, maximum) <= 10 * far * far + 1e-14


@pytest.mark.parametrize("optimiser", [newton, newton_cg])
@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_every_step_increases_the_objective(optimiser: Optimiser, seed: int) -> None:
    """No step decreases the objective, also if classes nearly separate and the penalty is small."""
    for before, after in pairwise(first(optimiser(two_classes(seed, n=8, l2=1e-3)), 10)):
        assert after.objective >= before.objective - 1e-13 * abs(before.objective)


@given(quadratics())
def test_the_truncated_direction_solves_the_system_approximately(quadratic: Quadratic) -> None:
    """The residual of A d = g is at most half of g, and d is an ascent direction."""
    start = quadratic.start()
    d = rough_direction(start)
    left = [a - b for a, b in zip(start.gradient, mat_vec(quadratic.A, d))]
    assert dot(left, left) <= 0.25 * dot(start.gradient, start.gradient) * (1 + 1e-12)
    assert dot(d, start.gradient) > 0 or not any(start.gradient)


def test_the_truncated_direction_is_accurate_near_the_maximum() -> None:
    """With a gradient of 1e-12, the residual is at most a millionth of the gradient."""
    small = Quadratic([[4.0, 1.0], [1.0, 3.0]], [1e-12, 2e-12])
    start = small.start()
    left = [g - a for g, a in zip(start.gradient, mat_vec(small.A, rough_direction(start)))]
    assert max(map(abs, left)) <= 2e-6 * max(start.gradient)


def test_the_truncated_direction_of_a_linear_function_is_the_gradient() -> None:
    """A linear function has no curvature to divide by."""
    plane = Concave(lambda w: 2 * w[0], lambda w: [2.0, 0.0], lambda w, v: [0.0, 0.0], 1.0)
    assert rough_direction(plane.at([0.0, 0.0])) == [2.0, 0.0]
    hollow = Concave(lambda w: 2 * w[0], lambda w: [2.0], lambda w, v: [-v[0]], 1.0)
    assert rough_direction(hollow.at([0.0])) == [2.0]


@pytest.mark.parametrize("start", [two_classes(3), three_classes(3), three_classes(3, n_vectors=3)])
def test_both_newton_methods_reach_the_same_maximum(start: Point) -> None:
    """Newton steps with the matrix and with products alone converge to the same weights."""
    whole, rough = (first(f(start), 15)[-1] for f in (newton, newton_cg))
    assert rough.gradient_norm <= 1e-12
    assert whole.w == pytest.approx(rough.w, abs=1e-12)


@pytest.mark.parametrize("optimiser", [newton, newton_cg])
def test_iteration_starts_at_the_start_and_ends_at_gradient_zero(optimiser: Optimiser) -> None:
    """Iteration 0 is the starting point."""
    quadratic = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    assert [step.w for step in optimiser(quadratic.at([0.0]))] == [[0.0]]
    steps = list(optimiser(quadratic.at([8.0])))
    assert [(s.iteration, s.step_size, s.w) for s in steps] == [(0, 0.0, [8.0]), (1, 1.0, [0.0])]


def test_a_newton_step_that_would_decrease_the_objective_is_shortened() -> None:
    """For −√(1 + w²) full Newton steps diverge: from 2, the step leads to −8."""
    roof = Concave(
        value=lambda w: -((1 + w[0] * w[0]) ** 0.5),
        gradient=lambda w: [-w[0] / (1 + w[0] * w[0]) ** 0.5],
        curvature_times=lambda w, v: [v[0] / (1 + w[0] * w[0]) ** 1.5],
        curvature_bound=1.0,
    )
    assert roof.at([2.0]).newton_direction() == pytest.approx([-10.0], rel=1e-14)
    steps = first(newton(roof.at([2.0])), 8)
    assert steps[1].step_size < 0.3
    assert all(a.objective <= b.objective < inf for a, b in pairwise(steps))
    assert steps[-1].w == pytest.approx([0.0], abs=1e-12)
