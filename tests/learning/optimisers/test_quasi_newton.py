"""L-BFGS: the curvature is estimated from previous steps."""

from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.learning.optimisers.objectives import (
    Quadratic,
    first,
    quadratics,
    three_classes,
    two_classes,
)
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.linalg import dot, mat_vec, solve
from textbook_ml.learning.objectives.concave import Concave
from textbook_ml.learning.optimisers.newton import newton
from textbook_ml.learning.optimisers.quasi_newton import Pair, lbfgs, lbfgs_direction

eighths = st.integers(-16, 16).map(lambda n: n / 8)


def pairs_of(quadratic: Quadratic, numbers: list[list[float]]) -> list[Pair]:
    """Return steps s with the differences y = A s of the gradient of a quadratic."""
    result = []
    for row in numbers:
        s = row[: len(quadratic.b)]
        if any(s):
            y = mat_vec(quadratic.A, s)
            result.append((s, y, 1 / dot(s, y)))
    return result


steps_taken = st.lists(st.lists(eighths, min_size=4, max_size=4), min_size=1, max_size=3)


@given(quadratics(), steps_taken)
def test_the_secant_equation_holds(quadratic: Quadratic, numbers: list[list[float]]) -> None:
    """B y = s for the newest pair."""
    pairs = pairs_of(quadratic, numbers)
    if pairs:
        s, y, _ = pairs[-1]
        assert lbfgs_direction(y, pairs, None) == pytest.approx(s, rel=1e-11, abs=1e-11)


@given(quadratics(), steps_taken, st.lists(eighths, min_size=4, max_size=4))
def test_the_direction_is_an_ascent_direction(
    quadratic: Quadratic, numbers: list[list[float]], gradient: list[float]
) -> None:
    """B is positive definite if every s · y is positive: g · B g > 0."""
    g = gradient[: len(quadratic.b)]
    if any(g):
        assert dot(lbfgs_direction(g, pairs_of(quadratic, numbers), None), g) > 0


@given(quadratics(), steps_taken, st.lists(eighths, min_size=4, max_size=4))
def test_an_exact_preconditioner_gives_the_newton_direction(
    quadratic: Quadratic, numbers: list[list[float]], gradient: list[float]
) -> None:
    """With A⁻¹ as the preconditioner, steps on the quadratic change nothing: d = A⁻¹ g."""
    g = gradient[: len(quadratic.b)]
    preconditioner = partial(solve, quadratic.A)
    direction = lbfgs_direction(g, pairs_of(quadratic, numbers), lambda q: preconditioner(q))
    assert direction == pytest.approx(preconditioner(g), rel=1e-11, abs=1e-11)


def test_the_first_direction_is_the_gradient() -> None:
    """Without previous steps the direction is the gradient, times the preconditioner if given."""
    assert lbfgs_direction([1.0, 2.0], [], None) == [1.0, 2.0]
    assert lbfgs_direction([1.0, 2.0], [], lambda q: [x / 2 for x in q]) == [0.5, 1.0]


def test_a_direction_by_hand() -> None:
    """After one step (1, 0) with gradient difference (2, 0), all curvatures are taken as 2."""
    assert lbfgs_direction([2.0, 4.0], [([1.0, 0.0], [2.0, 0.0], 0.5)], None) == [1.0, 2.0]


@given(quadratics())
def test_the_maximum_of_a_quadratic_is_reached(quadratic: Quadratic) -> None:
    """With accurate line searches, little more than n steps are needed in n dimensions."""
    steps = first(lbfgs(quadratic.start()), 9)
    assert steps[-1].w == pytest.approx(quadratic.maximum(), rel=1e-9, abs=1e-9)


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_every_step_on_a_likelihood_increases_it(seed: int) -> None:
    """The objective never decreases, and the last step is at the maximum of Newton's method."""
    steps = first(lbfgs(two_classes(seed, n=20)), 14)
    for before, after in pairwise(steps):
        assert after.objective >= before.objective - 1e-13 * abs(before.objective)
    best = first(newton(two_classes(seed, n=20)), 8)[-1]
    assert steps[-1].w == pytest.approx(best.w, abs=1e-7)


def test_a_memory_of_one_step_converges() -> None:
    """A shorter memory needs more steps and reaches the same maximum."""
    start = three_classes(1)
    short, long = (first(lbfgs(start, memory=m), 20)[-1] for m in (1, 20))
    assert short.w == pytest.approx(long.w, abs=1e-9)


def test_the_preconditioner_of_a_likelihood_saves_steps() -> None:
    """With features of different scale, the preconditioner reduces the number of steps."""
    start = three_classes(4, n=60, size=30.0)
    plain = Concave(
        value=lambda w: start.at(w).value,
        gradient=lambda w: start.at(w).gradient,
        curvature_times=lambda w, v: start.at(w).curvature_times(v),
        curvature_bound=start.curvature_bound,
    ).at(start.w)
    with_it, without = (
        next(step.iteration for step in lbfgs(point) if step.gradient_norm < 1e-8)
        for point in (start, plain)
    )
    assert with_it < without


def test_iteration_starts_at_the_start_and_ends_at_gradient_zero() -> None:
    """Iteration 0 is the starting point."""
    quadratic = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    assert [step.w for step in lbfgs(quadratic.at([0.0]))] == [[0.0]]
    assert [(s.iteration, s.w) for s in lbfgs(quadratic.at([8.0]))] == [(0, [8.0]), (1, [0.0])]


def test_a_linear_function_gives_no_curvature_pairs() -> None:
    """The gradient of a linear function is constant, so no pair is stored and steps continue."""
    plane = Concave(lambda w: w[0], lambda w: [1.0], lambda w, v: [0.0], curvature_bound=1.0)
    steps = first(lbfgs(plane.at([0.0])), 4)
    assert [a.objective < b.objective for a, b in pairwise(steps)] == [True] * 3


@pytest.mark.parametrize("memory", [0, -3])
def test_a_memory_of_zero_steps_is_rejected(memory: int) -> None:
    """The memory must be at least one step."""
    with pytest.raises(TextbookError, match="the memory must be"):
        next(lbfgs(two_classes(0, n=4), memory))
