"""Any concave function: what it answers at a point and along a line."""

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


def height(w: Sequence[float]) -> float:
    return dot(B, w) - dot(w, mat_vec(MATRIX, w)) / 2


def slope(w: Sequence[float]) -> list[float]:
    return [b - a for b, a in zip(B, mat_vec(MATRIX, w))]


HILL = Concave(height, slope, lambda w, v: mat_vec(MATRIX, v), curvature_bound=6.0)


@given(pairs, st.integers(-8, 8).map(lambda n: n / 4), pairs)
def test_moved_goes_t_times_the_direction(w: list[float], t: float, d: list[float]) -> None:
    """w + t d, without a rounding in eighths."""
    assert plus_times(w, t, d) == [a + t * b for a, b in zip(w, d)]
    assert plus_times(w, 0.0, d) == w


@given(pairs, pairs)
def test_a_point_gives_back_what_the_function_answers(w: list[float], v: list[float]) -> None:
    """Height, slope and curvature, and the same at other weights."""
    point = HILL.at(w)
    assert (point.w, point.value, point.gradient) == (w, height(w), slope(w))
    assert point.curvature_times(v) == mat_vec(MATRIX, v)
    assert point.curvature_bound == 6.0
    assert point.at(v) == HILL.at(v)
    assert point.slack(0.5) == [0.5, 0.5]


@given(pairs)
def test_newtons_direction_leads_to_the_top_of_a_parabola(w: list[float]) -> None:
    """From anywhere w + d is (−½, 2), where the gradient is zero."""
    top = plus_times(w, 1.0, HILL.at(w).newton_direction())
    assert top == pytest.approx([-0.5, 2.0], abs=1e-14)
    assert slope([-0.5, 2.0]) == [0.0, 0.0]


@given(pairs, pairs, st.integers(0, 8).map(lambda n: n / 4))
def test_a_ray_is_the_function_along_a_line(w: list[float], d: list[float], t: float) -> None:
    """Slope ∇f · d and curvature d · A d, at w + t d."""
    ray = HILL.at(w).ray(d)
    there = plus_times(w, t, d)
    assert ray.point(t) == HILL.at(there)
    assert ray.derivatives(t) == (dot(slope(there), d), dot(mat_vec(MATRIX, d), d))


def test_weights_are_copied() -> None:
    """A point stays where it is when the caller's list changes."""
    w = [1.0, 2.0]
    point = HILL.at(w)
    w[0] = 7.0
    assert point.w == [1.0, 2.0]


def test_two_halves_that_round_differently_still_make_a_matrix() -> None:
    """A curvature that is symmetric but for its last bits is solved all the same."""
    off = 1.0 + 2.0**-52
    uneven = Concave(
        height, slope, lambda w, v: [4 * v[0] + 2 * v[1], 2 * off * v[0] + 3 * v[1]], 6.0
    )
    assert plus_times([0.0, 0.0], 1.0, uneven.at([0.0, 0.0]).newton_direction()) == pytest.approx(
        [-0.5, 2.0], rel=1e-14
    )


def test_a_flat_function_has_no_newton_direction() -> None:
    """A plane rises for ever: there is no parabola to stand on."""
    plane = Concave(lambda w: w[0], lambda w: [1.0], lambda w, v: [0.0], curvature_bound=1.0)
    with pytest.raises(TextbookError, match="not positive definite"):
        plane.at([0.0]).newton_direction()


def test_a_direction_has_as_many_numbers_as_the_weights() -> None:
    """Otherwise some weights would silently stand still."""
    with pytest.raises(TextbookError, match="2 weights and 1 direction"):
        HILL.at([0.0, 0.0]).ray([1.0])
