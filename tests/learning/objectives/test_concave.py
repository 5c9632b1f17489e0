"""Objectives given as plain functions: values and derivatives at points and along lines."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.linalg import dot, mat_vec, plus_times
from textbook_ml.learning.objectives.concave import Concave

eighths = st.integers(-16, 16).map(lambda n: n / 8)
pairs = st.lists(eighths, min_size=2, max_size=2)

MATRIX = [[4.0, 2.0], [2.0, 3.0]]
B = [2.0, 5.0]


def value(w: Sequence[float]) -> float:
    return dot(B, w) - dot(w, mat_vec(MATRIX, w)) / 2


def gradient(w: Sequence[float]) -> list[float]:
    return [b - a for b, a in zip(B, mat_vec(MATRIX, w))]


QUADRATIC = Concave(value, gradient, lambda w, v: mat_vec(MATRIX, v), curvature_bound=6.0)


@given(pairs, st.integers(-8, 8).map(lambda n: n / 4), pairs)
def test_moved_adds_t_times_the_direction(w: list[float], t: float, d: list[float]) -> None:
    """`moved` returns w + t d; with weights in eighths no rounding occurs."""
    assert plus_times(w, t, d) == [a + t * b for a, b in zip(w, d)]
    assert plus_times(w, 0.0, d) == w


@given(pairs, pairs)
def test_a_point_returns_the_values_of_the_functions(w: list[float], v: list[float]) -> None:
    """A point returns the value, gradient and curvature of the given functions."""
    point = QUADRATIC.at(w)
    assert (point.w, point.value, point.gradient) == (w, value(w), gradient(w))
    assert point.curvature_times(v) == mat_vec(MATRIX, v)
    assert point.curvature_bound == 6.0
    assert point.at(v) == QUADRATIC.at(v)
    assert point.gradient_tolerance(0.5) == [0.5, 0.5]


@given(pairs)
def test_a_newton_step_reaches_the_maximum_of_a_quadratic(w: list[float]) -> None:
    """From any w, the Newton step ends at (−½, 2), where the gradient is zero."""
    top = plus_times(w, 1.0, QUADRATIC.at(w).newton_direction())
    assert top == pytest.approx([-0.5, 2.0], abs=1e-14)
    assert gradient([-0.5, 2.0]) == [0.0, 0.0]


@given(pairs, pairs, st.integers(0, 8).map(lambda n: n / 4))
def test_derivatives_along_a_ray(w: list[float], d: list[float], t: float) -> None:
    """Along w + t d the first derivative is ∇f · d and the curvature is d · A d."""
    ray = QUADRATIC.at(w).ray(d)
    there = plus_times(w, t, d)
    assert ray.point(t) == QUADRATIC.at(there)
    assert ray.derivative(t) == dot(gradient(there), d)
    assert ray.curvature(t) == dot(mat_vec(MATRIX, d), d)


def test_weights_are_copied() -> None:
    """A point does not change when the caller changes the list of weights."""
    w = [1.0, 2.0]
    point = QUADRATIC.at(w)
    w[0] = 7.0
    assert point.w == [1.0, 2.0]


def test_a_curvature_matrix_may_be_asymmetric_by_rounding() -> None:
    """A Newton step exists if the matrix is symmetric except for rounding in the last bits."""
    off = 1.0 + 2.0**-52
    uneven = Concave(
        value, gradient, lambda w, v: [4 * v[0] + 2 * v[1], 2 * off * v[0] + 3 * v[1]], 6.0
    )
    assert plus_times([0.0, 0.0], 1.0, uneven.at([0.0, 0.0]).newton_direction()) == pytest.approx(
        [-0.5, 2.0], rel=1e-14
    )


def test_a_linear_function_has_no_newton_direction() -> None:
    """A linear function has curvature zero, so the Newton step is undefined."""
    plane = Concave(lambda w: w[0], lambda w: [1.0], lambda w, v: [0.0], curvature_bound=1.0)
    with pytest.raises(TextbookError, match="not positive definite"):
        plane.at([0.0]).newton_direction()


def test_a_direction_has_as_many_numbers_as_the_weights() -> None:
    """A direction of another length than the weights raises an error."""
    with pytest.raises(TextbookError, match="2 weights and 1 direction"):
        QUADRATIC.at([0.0, 0.0]).ray([1.0])
