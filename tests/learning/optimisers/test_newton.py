"""Newton's method, with the matrix and without."""

from itertools import pairwise
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.learning.optimisers.objectives import (
    Optimiser,
    Parabola,
    first,
    furthest,
    parabolas,
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


@given(parabolas())
def test_one_step_reaches_the_top_of_a_parabola(parabola: Parabola) -> None:
    """That parabola is all there is to fit; the step is taken whole."""
    steps = first(newton(parabola.start()), 2)
    assert steps[-1].w == pytest.approx(parabola.top(), rel=1e-13, abs=1e-13)
    if any(parabola.b):
        assert steps[1].step_size == 1.0


def test_a_step_is_that_of_the_equations() -> None:
    """`newton_step` (IRLS) is the direction; a line search sets the length, which is soon 1."""
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
def test_near_the_top_each_step_squares_the_distance(seed: int) -> None:
    """Twice as many right digits: the distance is at most ten times the square of the last."""
    steps = first(newton(two_classes(seed)), 8)
    top = steps[-1].w
    for before, after in pairwise(steps):
        far = furthest(before.w, top)
        if far < 0.1:
            assert furthest(after.w, top) <= 10 * far * far + 1e-14


@pytest.mark.parametrize("optimiser", [newton, newton_cg])
@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_every_step_goes_up(optimiser: Optimiser, seed: int) -> None:
    """Also where the classes are nearly apart and the penalty is small."""
    for before, after in pairwise(first(optimiser(two_classes(seed, n=8, l2=1e-3)), 10)):
        assert after.objective >= before.objective - 1e-13 * abs(before.objective)


@given(parabolas())
def test_a_rough_direction_solves_the_system_roughly(parabola: Parabola) -> None:
    """What is left of A d = g is at most half of g, and the direction goes up."""
    start = parabola.start()
    d = rough_direction(start)
    left = [a - b for a, b in zip(start.gradient, mat_vec(parabola.A, d))]
    assert dot(left, left) <= 0.25 * dot(start.gradient, start.gradient) * (1 + 1e-12)
    assert dot(d, start.gradient) > 0 or not any(start.gradient)


def test_near_the_top_the_direction_is_exact() -> None:
    """With a gradient of 1e-12 no more than a millionth of it is left of the equations."""
    small = Parabola([[4.0, 1.0], [1.0, 3.0]], [1e-12, 2e-12])
    start = small.start()
    left = [g - a for g, a in zip(start.gradient, mat_vec(small.A, rough_direction(start)))]
    assert max(map(abs, left)) <= 2e-6 * max(start.gradient)


def test_on_a_plane_the_rough_direction_is_the_gradient() -> None:
    """There is no curvature to divide by."""
    plane = Concave(lambda w: 2 * w[0], lambda w: [2.0, 0.0], lambda w, v: [0.0, 0.0], 1.0)
    assert rough_direction(plane.at([0.0, 0.0])) == [2.0, 0.0]
    hollow = Concave(lambda w: 2 * w[0], lambda w: [2.0], lambda w, v: [-v[0]], 1.0)
    assert rough_direction(hollow.at([0.0])) == [2.0]


@pytest.mark.parametrize("start", [two_classes(3), three_classes(3), three_classes(3, n_vectors=3)])
def test_with_and_without_the_matrix_the_top_is_the_same(start: Point) -> None:
    """Both follow the same parabola, one of them by products alone."""
    whole, rough = (first(f(start), 15)[-1] for f in (newton, newton_cg))
    assert rough.gradient_norm <= 1e-12
    assert whole.w == pytest.approx(rough.w, abs=1e-12)


@pytest.mark.parametrize("optimiser", [newton, newton_cg])
def test_it_begins_with_the_start_and_ends_at_a_gradient_of_zero(optimiser: Optimiser) -> None:
    """Iteration 0 is where it stands."""
    hill = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    assert [step.w for step in optimiser(hill.at([0.0]))] == [[0.0]]
    steps = list(optimiser(hill.at([8.0])))
    assert [(s.iteration, s.step_size, s.w) for s in steps] == [(0, 0.0, [8.0]), (1, 1.0, [0.0])]


def test_where_a_whole_step_would_fall_it_is_cut() -> None:
    """√(1 + w²) turned over: from 2 the parabola's top is −8, and w³ away it would diverge."""
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
