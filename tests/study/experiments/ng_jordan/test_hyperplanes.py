"""Tests of random separating lines: compared with rejection sampling, and from two starts."""

from collections.abc import Callable, Sequence
from math import inf, sqrt
from random import Random
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.study.experiments._random_data import normal
from textbook_ml.study.experiments.ng_jordan.hyperplanes import (
    EVERY,
    normal_between,
    separating_lines,
)

Lines = list[list[float]]

LINES = 1500
CASES = {  # rows with their signs; the number of rows is equal to, above or below that of weights
    "square": ([[0.1, 0.9], [0.8, 0.2], [0.6, 0.7]], [1.0, -1.0, 1.0]),
    "many rows": (
        [[0.1, 0.9], [0.8, 0.2], [0.6, 0.7], [0.9, 0.5], [0.2, 0.6], [0.7, 0.4], [0.0, 0.3]],
        [1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0],
    ),
    "few rows": (
        [[0.1, 0.9, 0.0, 1.0, 0.3], [0.8, 0.2, 1.0, 0.0, 0.4], [0.6, 0.7, 0.0, 0.0, 0.1]],
        [1.0, -1.0, -1.0],
    ),
    "a row twice, and zeros": (
        [[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        [1.0, 1.0, -1.0],
    ),
}


def separates(line: Sequence[float], rows: Lines, signs: Sequence[float]) -> bool:
    return all(
        y * (line[0] + sum(w * x for w, x in zip(line[1:], row))) > 0 for row, y in zip(rows, signs)
    )


def rejected(rows: Lines, signs: Sequence[float], rng: Random, n: int) -> Lines:
    """N(0, 1) weights, restricted to those that separate the rows."""
    kept: Lines = []
    while len(kept) < n:
        line = [normal(rng) for _ in range(len(rows[0]) + 1)]
        if separates(line, rows, signs):
            kept.append(line)
    return kept


def probes(width: int) -> list[Callable[[Sequence[float]], float]]:
    """Numbers that describe a hyperplane: the sides of given points, its length, each weight."""
    rng = Random(5)
    points = [[1.0, *(rng.random() for _ in range(width))] for _ in range(12)]

    def on_the_side(point: Sequence[float]) -> Callable[[Sequence[float]], float]:
        return lambda w: float(sum(a * b for a, b in zip(point, w)) > 0)

    def weight(j: int) -> Callable[[Sequence[float]], float]:
        return lambda w: w[j]

    def squared_length(w: Sequence[float]) -> float:
        return sum(a * a for a in w)

    return [*map(on_the_side, points), squared_length, *map(weight, range(width + 1))]


def mean_and_error(values: Sequence[float], every: int) -> tuple[float, float]:
    """The mean, and its standard error from the nearly independent means of blocks."""
    blocks = [sum(values[k : k + every]) / every for k in range(0, len(values) - every + 1, every)]
    mean = sum(blocks) / len(blocks)
    variance = sum((b - mean) * (b - mean) for b in blocks) / (len(blocks) - 1)
    return mean, sqrt(variance / len(blocks))


def require_equal_means(ours: Lines, theirs: Lines) -> None:
    """Check that the means of all probes agree within 4.5 standard errors."""
    for probe in probes(len(ours[0]) - 1):
        (a, off_a), (b, off_b) = (
            mean_and_error([probe(w) for w in lines], 50) for lines in (ours, theirs)
        )
        assert abs(a - b) <= 4.5 * sqrt(off_a * off_a + off_b * off_b) + 1e-12


@pytest.mark.parametrize("case", CASES)
def test_lines_are_distributed_as_in_rejection_sampling(case: str) -> None:
    """Rejection sampling is slow, but correct by definition."""
    rows, signs = CASES[case]
    plain = rejected(rows, signs, Random(1), LINES)
    sampled = separating_lines(
        rows, signs, plain[0], Random(2), forgotten=100, sweeps=EVERY * LINES
    )
    assert len(sampled) == LINES
    assert all(separates(line, rows, signs) for line in sampled)
    require_equal_means(sampled, plain)


def test_lines_do_not_depend_on_the_start() -> None:
    """From two starts in the cone, the lines have the same distribution after the burn-in."""
    rows, signs = CASES["many rows"]
    starts = rejected(rows, signs, Random(3), 50)
    first, last = min(starts), max(starts)
    lines = [
        [
            line
            for seed in range(75)
            for line in separating_lines(rows, signs, start, Random(seed + 1000 * k), sweeps=100)
        ]
        for k, start in enumerate((first, last))
    ]
    require_equal_means(*lines)


def test_weights_of_zero_features_are_standard_normal() -> None:
    """The weight of a feature that is 0 in every row is N(0, 1), whatever the others are."""
    rows, signs = [[0.25, 0.0], [0.75, 0.0]], [-1.0, 1.0]
    lines = separating_lines(rows, signs, [-0.5, 1.0, 0.0], Random(4), sweeps=EVERY * 2000)
    free = [line[2] for line in lines]
    assert abs(sum(free) / 2000) < 4.5 / sqrt(2000)
    assert abs(sum(w * w for w in free) / 2000 - 1) < 4.5 * sqrt(2 / 2000)


bounds = st.floats(-30, 30)


@given(bounds, bounds, st.floats(0, 1, exclude_max=True))
def test_a_draw_is_between_its_bounds(a: float, b: float, u: float) -> None:
    """A draw is in its interval even far in a tail, where the distribution function is near 0."""
    low, high = sorted((a, b))
    assert low <= normal_between(low, high, u) <= high


@given(st.floats(-5, 5), st.floats(0.125, 5), st.floats(0.01, 0.99))
def test_a_draw_is_the_requested_quantile(low: float, wide: float, u: float) -> None:
    """Φ(x) − Φ(low) is the fraction u of Φ(high) − Φ(low), computed in the nearer tail."""
    high = low + wide
    x = normal_between(low, high, u)
    if low > 0:
        low, high, x, u = -high, -low, -x, 1 - u
    bell = NormalDist()
    part, whole = bell.cdf(x) - bell.cdf(low), bell.cdf(high) - bell.cdf(low)
    assert part == pytest.approx(u * whole, abs=1e-9)


def test_bounds_may_be_far_away() -> None:
    """Infinite bounds give the whole distribution; far in a tail, draws are near the bound."""
    assert normal_between(-inf, inf, 0.5) == 0.0
    assert 8.0 < normal_between(8.0, inf, 0.5) < 8.25
    assert normal_between(-50.0, -45.0, 0.5) == -45.0


def test_bounds_swapped_by_rounding_give_a_bound() -> None:
    """The bounds are around 0, below 0 and above 0."""
    for low, high in [(1e-17, -1e-17), (-1.0, -1.0), (2.0, 1.0)]:
        assert normal_between(low, high, 0.25) == high
