"""L-BFGS: a curvature that is learned from the steps."""

from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.learning.optimisers.objectives import (
    Parabola,
    first,
    parabolas,
    three_classes,
    two_classes,
)
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.linalg import dot, mat_vec, solve
from textbook_ml.learning.objectives.concave import Concave
from textbook_ml.learning.optimisers.newton import newton
from textbook_ml.learning.optimisers.quasi_newton import Pair, lbfgs, lbfgs_direction

eighths = st.integers(-16, 16).map(lambda n: n / 8)


def pairs_of(parabola: Parabola, numbers: list[list[float]]) -> list[Pair]:
    """Steps s with the y = A s that a parabola answers."""
    result = []
    for row in numbers:
        s = row[: len(parabola.b)]
        if any(s):
            y = mat_vec(parabola.A, s)
            result.append((s, y, 1 / dot(s, y)))
    return result


steps_taken = st.lists(st.lists(eighths, min_size=4, max_size=4), min_size=1, max_size=3)


@given(parabolas(), steps_taken)
def test_what_was_learned_explains_the_last_step(
    parabola: Parabola, numbers: list[list[float]]
) -> None:
    """B y = s for the newest pair: the secant equation."""
    pairs = pairs_of(parabola, numbers)
    if pairs:
        s, y, _ = pairs[-1]
        assert lbfgs_direction(y, pairs, None) == pytest.approx(s, rel=1e-11, abs=1e-11)


@given(parabolas(), steps_taken, st.lists(eighths, min_size=4, max_size=4))
def test_the_direction_goes_up(
    parabola: Parabola, numbers: list[list[float]], gradient: list[float]
) -> None:
    """B is positive definite as long as every s · y is: g · B g > 0."""
    g = gradient[: len(parabola.b)]
    if any(g):
        assert dot(lbfgs_direction(g, pairs_of(parabola, numbers), None), g) > 0


@given(parabolas(), steps_taken, st.lists(eighths, min_size=4, max_size=4))
def test_a_perfect_stand_in_has_nothing_to_learn(
    parabola: Parabola, numbers: list[list[float]], gradient: list[float]
) -> None:
    """With A⁻¹ itself as the stand-in, steps of the parabola change nothing: d = A⁻¹ g."""
    g = gradient[: len(parabola.b)]
    stand_in = partial(solve, parabola.A)
    direction = lbfgs_direction(g, pairs_of(parabola, numbers), lambda q: stand_in(q))
    assert direction == pytest.approx(stand_in(g), rel=1e-11, abs=1e-11)


def test_without_a_past_the_direction_is_the_gradient() -> None:
    """Or what the stand-in makes of it."""
    assert lbfgs_direction([1.0, 2.0], [], None) == [1.0, 2.0]
    assert lbfgs_direction([1.0, 2.0], [], lambda q: [x / 2 for x in q]) == [0.5, 1.0]


def test_a_direction_by_hand() -> None:
    """One step s = (1, 0) over which the gradient fell by (2, 0): that curvature for all."""
    assert lbfgs_direction([2.0, 4.0], [([1.0, 0.0], [2.0, 0.0], 0.5)], None) == [1.0, 2.0]


@given(parabolas())
def test_it_reaches_the_top_of_a_parabola(parabola: Parabola) -> None:
    """In n dimensions after little more than n steps, as the lines are searched to their tops."""
    steps = first(lbfgs(parabola.start()), 9)
    assert steps[-1].w == pytest.approx(parabola.top(), rel=1e-9, abs=1e-9)


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_on_a_likelihood_every_step_goes_up(seed: int) -> None:
    """And where Newton's method ends, it ends too."""
    steps = first(lbfgs(two_classes(seed, n=20)), 14)
    for before, after in pairwise(steps):
        assert after.objective >= before.objective - 1e-13 * abs(before.objective)
    best = first(newton(two_classes(seed, n=20)), 8)[-1]
    assert steps[-1].w == pytest.approx(best.w, abs=1e-7)


def test_one_remembered_step_is_enough_to_arrive() -> None:
    """A shorter memory takes longer, and leads to the same top."""
    start = three_classes(1)
    short, long = (first(lbfgs(start, memory=m), 20)[-1] for m in (1, 20))
    assert short.w == pytest.approx(long.w, abs=1e-9)


def test_the_stand_in_of_a_likelihood_saves_steps() -> None:
    """It is asked for at the fourth step, and the climb is shorter than without."""
    start = three_classes(4, n=60)
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


def test_it_begins_with_the_start_and_ends_at_a_gradient_of_zero() -> None:
    """Iteration 0 is where it stands."""
    hill = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    assert [step.w for step in lbfgs(hill.at([0.0]))] == [[0.0]]
    assert [(s.iteration, s.w) for s in lbfgs(hill.at([8.0]))] == [(0, [8.0]), (1, [0.0])]


def test_a_plane_teaches_nothing() -> None:
    """The gradient never falls, so that no pair is kept, and the climb goes on up."""
    plane = Concave(lambda w: w[0], lambda w: [1.0], lambda w, v: [0.0], curvature_bound=1.0)
    steps = first(lbfgs(plane.at([0.0])), 4)
    assert [a.objective < b.objective for a, b in pairwise(steps)] == [True] * 3


@pytest.mark.parametrize("memory", [0, -3])
def test_a_memory_of_nothing_is_refused(memory: int) -> None:
    """At least one step must be remembered."""
    with pytest.raises(TextbookError, match="the memory must be"):
        next(lbfgs(two_classes(0, n=4), memory))
