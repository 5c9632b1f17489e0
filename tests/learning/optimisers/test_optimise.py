"""Driving a climb: the same top by every way, and a word on why it ended."""

from collections.abc import Iterator
from functools import partial
from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.learning.optimisers.objectives import (
    STEADY,
    Optimiser,
    Parabola,
    furthest,
    parabolas,
    three_classes,
    two_classes,
)
from textbook_ml.core.errors import TextbookError
from textbook_ml.learning.objectives.concave import Concave, Point
from textbook_ml.learning.objectives.logistic_objective import LogisticObjective, LogisticPoint
from textbook_ml.learning.objectives.prior import NormalPrior
from textbook_ml.learning.optimisers.gradient_ascent import gradient_ascent, stochastic_ascent
from textbook_ml.learning.optimisers.newton import newton
from textbook_ml.learning.optimisers.optimise import (
    MATRIX_UP_TO,
    OPTIMISERS,
    FitReport,
    chosen,
    optimise,
)
from textbook_ml.learning.optimisers.quasi_newton import lbfgs
from textbook_ml.learning.optimisers.steps import Step

HILL = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)


def nobody(step: Step) -> None:
    """Nobody watches."""


def top(optimiser: Optimiser, start: Point, tolerance: float = 1e-9) -> tuple[Step, FitReport]:
    """The end of a climb with room enough."""
    return optimise("it", optimiser(start), tolerance, 5000, nobody)


@pytest.mark.parametrize("optimiser", STEADY)
@settings(max_examples=15)
@given(parabola=parabolas())
def test_every_optimiser_reaches_the_top_of_every_parabola(
    optimiser: Optimiser, parabola: Parabola
) -> None:
    """The solution of A w = b; curvatures are at least 3, so that 1e-9 of gradient is near it."""
    step, report = top(optimiser, parabola.start())
    assert furthest(step.w, parabola.top()) <= 1e-9
    assert report.gradient_norm <= 1e-9
    assert report.stopped == "the gradient is at most 1e-09"


PROBLEMS: list[Point] = [
    two_classes(1),
    two_classes(2, n=20, d=1, l2=0.0),
    two_classes(3, n=50, d=4, l2=0.1),
    three_classes(1),
    three_classes(2, n_vectors=3),
]


@pytest.mark.parametrize("start", PROBLEMS)
def test_all_optimisers_find_the_same_maximum(start: Point) -> None:
    """Logistic and softmax, with K − 1 vectors and K: the weights agree to eight digits."""
    found = [top(optimiser, start) for optimiser in STEADY]
    best, _ = found[0]
    for step, report in found:
        assert furthest(step.w, best.w) <= 1e-8
        assert report.objective == pytest.approx(best.objective, rel=1e-14)


@pytest.mark.parametrize("optimiser", [*STEADY, stochastic_ascent])
def test_every_iterator_begins_where_it_stands(optimiser: Optimiser) -> None:
    """Iteration 0 is the start, with no step taken; then they count."""
    start = two_classes(5)
    steps = optimiser(start)
    first, second = next(steps), next(steps)
    assert (first.iteration, first.step_size, first.w) == (0, 0.0, start.w)
    assert (second.iteration, second.step_size > 0) == (1, True)
    assert second.w != start.w


def test_the_report_says_what_happened() -> None:
    """η = ⅛ leaves ¾ of the gradient: 16, 12, 9, and 6.75, which is below 8; then once more."""
    watched: list[int] = []
    steps = gradient_ascent(HILL.at([8.0]), eta=0.125)
    step, report = optimise("slow", steps, 8.0, 100, lambda s: watched.append(s.iteration))
    assert watched == [0, 1, 2, 3, 4]
    assert (step.iteration, step.w) == (4, [2.53125])
    assert report == FitReport("slow", 4, -(2.53125 * 2.53125), 5.0625, "the gradient is at most 8")
    assert str(report) == (
        "slow, 4 iterations: the gradient is at most 8 (5.06); objective -6.4072265625"
    )


def test_at_the_top_already_nothing_is_done() -> None:
    """There is no further step to take."""
    step, report = optimise("newton", newton(HILL.at([0.0])), 1e-8, 10, nobody)
    assert (step.iteration, report.iterations, report.gradient_norm) == (0, 0, 0.0)


def test_a_last_step_that_makes_things_worse_is_not_taken() -> None:
    """Of the two last steps the flatter one counts."""
    points = [HILL.at([8.0]), HILL.at([0.1]), HILL.at([0.2])]
    steps = iter([Step(i, point, 1.0) for i, point in enumerate(points)])
    step, report = optimise("wavering", steps, 0.5, 10, nobody)
    assert (step.w, report.iterations) == ([0.1], 1)


def test_an_iteration_limit_is_an_error_with_the_gradient() -> None:
    """What is left of the gradient, what was asked for, and what may be done."""
    with pytest.raises(TextbookError) as refusal:
        optimise("gradient-ascent", gradient_ascent(HILL.at([8.0]), 0.25), 1e-8, 3, nobody)
    words = str(refusal.value)
    assert "gradient-ascent has not converged after 3 iterations" in words
    assert "must be at most 1e-08, got 2" in words
    assert "max_iterations" in words and "newton" in words


def test_the_limit_is_where_the_climb_may_still_succeed() -> None:
    """Three iterations are enough for a gradient of 6.75, two are not."""
    step, _ = optimise("it", gradient_ascent(HILL.at([8.0]), 0.125), 6.75, 3, nobody)
    assert step.iteration == 4  # one more for good measure
    with pytest.raises(TextbookError, match="after 2 iterations"):
        optimise("it", gradient_ascent(HILL.at([8.0]), 0.125), 6.75, 2, nobody)


def test_a_step_that_is_too_long_is_said_to_diverge() -> None:
    """With its size, and with 1/L = ½, which never is too long."""
    with pytest.raises(TextbookError) as refusal:
        optimise("gradient-ascent", gradient_ascent(HILL.at([5.0]), 2.0), 1e-8, 100, nobody)
    words = str(refusal.value)
    assert "gradient-ascent diverges: after iteration 1 the objective is -225" in words
    assert "below the -25 of the start" in words
    assert "step size of 2 is too large. Fix: use at most 1/L = 0.5" in words


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_ten_thousand_times_the_safe_step_diverges_on_likelihoods(seed: int) -> None:
    """Under a penalty each step then overshoots by far."""
    start = two_classes(seed, n=10, l2=1.0)
    with pytest.raises(TextbookError, match="diverges"):
        optimise("it", gradient_ascent(start, 1e4 / start.curvature_bound), 1e-8, 100, nobody)


@pytest.mark.parametrize("offset", [1e6])  # beyond, models centre the features first
def test_far_from_zero_newton_ends_where_rounding_begins(offset: float) -> None:
    """A gradient of 1e-8 is out of reach there; what is reached is said, and soon."""
    near = two_classes(6, l2=0.0)
    rows = [[x + offset for x in row] for row in zip(*near.objective.table.columns[1:])]
    signs = [2.0 * y - 1.0 for y in near.objective.labels]
    objective = LogisticObjective.of(rows, signs, near.objective.weights, near.objective.prior)
    best, _ = top(newton, near)
    step, report = optimise("newton", newton(objective.at([0.0] * 3)), 1e-8, 20, nobody)
    assert report.stopped == "the gradient is rounding"
    # A margin is off by 23 · 2⁻⁵³ of |a| |w|, which is some 5 times the offset.
    assert furthest(step.w[1:], best.w[1:]) <= 2e-14 * offset


@pytest.mark.parametrize("unit", [1e-3, 1e-6, 1e-9, 1e-12])
def test_small_features_are_not_taken_for_a_flat_top(unit: float) -> None:
    """The gradient of a feature in a tiny unit is tiny everywhere; the weights are large."""
    near = balanced(1.0)
    best, _ = top(newton, near)
    for optimiser in (newton, lbfgs):
        step, _ = top(optimiser, balanced(unit), tolerance=1e-8)
        assert [w * unit for w in step.w[1:]] == pytest.approx(best.w[1:], rel=1e-5)


def balanced(unit: float) -> LogisticPoint:
    """As many of one class as of the other, at zero weights: the intercept has no gradient."""
    rows = [[unit * x] for x in (-2.0, -1.0, 0.0, 1.0, -1.0, 0.0, 1.0, 2.0)]
    signs = [-1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0]
    flat = NormalPrior.ridge(0.0, 1, penalise_intercept=False)
    return LogisticObjective.of(rows, signs, [1.0] * 8, flat).at([0.0, 0.0])


@pytest.mark.parametrize("tolerance", [0.0, -1e-8, nan, inf])
def test_a_tolerance_is_finite_and_above_zero(tolerance: float) -> None:
    """With 0 no rounding would ever be small enough."""
    with pytest.raises(TextbookError, match="the tolerance must be"):
        optimise("newton", newton(HILL.at([8.0])), tolerance, 10, nobody)


@pytest.mark.parametrize("limit", [0, -1])
def test_there_is_at_least_one_iteration(limit: int) -> None:
    """None at all would find nothing."""
    with pytest.raises(TextbookError, match=f"max_iterations must be at least 1, got {limit}"):
        optimise("newton", newton(HILL.at([8.0])), 1e-8, limit, nobody)


def test_every_optimiser_has_a_name() -> None:
    """By name, as a function, or as a function with some arguments given."""
    for name, optimiser in OPTIMISERS.items():
        assert chosen(name, 3) == (name, optimiser)
        assert chosen(optimiser, 3) == (name, optimiser)
    short = partial(lbfgs, memory=3)
    assert chosen(short, 3) == ("l-bfgs", short)
    assert chosen(partial(gradient_ascent, eta=0.1), 3)[0] == "gradient-ascent"
    assert {*STEADY, stochastic_ascent} == set(OPTIMISERS.values())


def test_an_optimiser_of_ones_own_goes_by_its_own_name() -> None:
    """Anything that turns a point into steps will do."""

    def leap(start: Point) -> Iterator[Step]:
        yield Step(0, start, 0.0)
        yield Step(1, start.at([0.0]), 8.0)

    assert chosen(leap, 1) == ("leap", leap)
    step, report = optimise("leap", leap(HILL.at([8.0])), 1e-8, 10, nobody)
    assert (step.w, report.optimiser, report.iterations) == ([0.0], "leap", 1)


def test_without_a_wish_newton_climbs_while_its_matrix_is_small() -> None:
    """Beyond, L-BFGS, which has none."""
    assert chosen(None, MATRIX_UP_TO)[0] == "newton"
    assert chosen(None, MATRIX_UP_TO + 1)[0] == "l-bfgs"


def test_an_unknown_name_is_refused_with_the_list() -> None:
    """All names that there are."""
    with pytest.raises(TextbookError, match="got 'sgd'") as refusal:
        chosen("sgd", 3)
    assert all(name in str(refusal.value) for name in OPTIMISERS)
