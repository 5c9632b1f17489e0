"""Conjugate gradient ascent: n steps reach the maximum of a quadratic in n dimensions."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.learning.optimisers.objectives import Quadratic, first, quadratics, two_classes
from textbook_ml.core.linalg import dot, mat_vec, plus_times
from textbook_ml.equations.ascent import conjugate_direction
from textbook_ml.learning.objectives.concave import Concave
from textbook_ml.learning.optimisers.conjugate_gradient import conjugate_gradient
from textbook_ml.learning.optimisers.newton import newton


@given(quadratics(most=5))
def test_n_dimensions_need_n_steps(quadratic: Quadratic) -> None:
    """The maximum of a quadratic in n dimensions is reached after n steps, except for rounding."""
    n = len(quadratic.b)
    last = first(conjugate_gradient(quadratic.start()), n + 1)[-1]
    assert last.iteration <= n
    assert last.gradient_norm <= 1e-10
    assert last.w == pytest.approx(quadratic.maximum(), rel=1e-10, abs=1e-10)


@given(quadratics(most=5))
def test_directions_are_conjugate_and_gradients_orthogonal(quadratic: Quadratic) -> None:
    """For any two steps, dᵢ · A dⱼ = 0 and gᵢ · gⱼ = 0."""
    steps = first(conjugate_gradient(quadratic.start()), len(quadratic.b) + 1)
    live = [step for step in steps if step.gradient_norm > 1e-6]
    for i, one in enumerate(live):
        for other in live[:i]:
            assert abs(dot(one.point.gradient, other.point.gradient)) <= 1e-7
    moves = [
        [b - a for a, b in zip(p.w, q.w)] for p, q in pairwise([*live, *steps[len(live) :][:1]])
    ]
    for i, d in enumerate(moves):
        for e in moves[:i]:
            assert abs(dot(d, mat_vec(quadratic.A, e))) <= 1e-7


def test_two_steps_by_hand() -> None:
    """On w₀² + 2 w₁², the first step from (4, 2) is ⅓ (−8, −8); the second reaches 0."""
    quadratic = Quadratic([[2.0, 0.0], [0.0, 4.0]], [0.0, 0.0]).function()
    steps = first(conjugate_gradient(quadratic.at([4.0, 2.0])), 3)
    g, h = steps[0].point.gradient, steps[1].point.gradient
    assert g == [-8.0, -8.0]
    assert steps[1].step_size == pytest.approx(1 / 3, rel=1e-15)
    assert steps[1].w == pytest.approx([4 / 3, -2 / 3], rel=1e-14)
    d = conjugate_direction(h, g, g)
    assert steps[2].w == plus_times(steps[1].w, steps[2].step_size, d)
    assert steps[2].w == pytest.approx([0.0, 0.0], abs=1e-15)
    assert [step.iteration for step in steps] == [0, 1, 2]


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_every_step_on_a_likelihood_increases_it(seed: int) -> None:
    """The objective never decreases, and the last step is at the maximum of Newton's method."""
    steps = first(conjugate_gradient(two_classes(seed, n=20)), 25)
    for before, after in pairwise(steps):
        assert after.objective >= before.objective - 1e-13 * abs(before.objective)
    best = first(newton(two_classes(seed, n=20)), 8)[-1]
    assert steps[-1].w == pytest.approx(best.w, abs=1e-7)


def test_iteration_ends_only_at_gradient_zero() -> None:
    """From the maximum, the iterator yields only the start."""
    quadratic = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    assert [step.w for step in conjugate_gradient(quadratic.at([0.0]))] == [[0.0]]
    assert [step.w for step in conjugate_gradient(quadratic.at([8.0]))] == [[8.0], [0.0]]
