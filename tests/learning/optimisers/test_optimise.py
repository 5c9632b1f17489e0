"""Running an optimiser: every optimiser finds the same maximum and reports why it stopped."""

from collections.abc import Iterator
from functools import partial
from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.learning.optimisers.objectives import (
    DETERMINISTIC,
    Optimiser,
    Quadratic,
    largest_difference,
    quadratics,
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
    MOST_NEWTON_WEIGHTS,
    OPTIMISERS,
    FitReport,
    choose_optimiser,
    optimise,
)
from textbook_ml.learning.optimisers.quasi_newton import lbfgs
from textbook_ml.learning.optimisers.steps import Step

QUADRATIC = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)


def ignore(step: Step) -> None:
    """Ignore a step."""


def optimum(optimiser: Optimiser, start: Point, tolerance: float = 1e-9) -> tuple[Step, FitReport]:
    """Return the last step and the report of an optimisation with a large iteration limit."""
    return optimise("it", optimiser(start), tolerance, 5000, ignore)


@pytest.mark.parametrize("optimiser", DETERMINISTIC)
@settings(max_examples=15)
@given(quadratic=quadratics())
def test_every_optimiser_reaches_the_maximum_of_every_quadratic(
    optimiser: Optimiser, quadratic: Quadratic
) -> None:
    """Curvatures are at least 3, so a gradient of 1e-9 is close to the solution of A w = b."""
    step, report = optimum(optimiser, quadratic.start())
    assert largest_difference(step.w, quadratic.maximum()) <= 1e-9
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
    """For logistic and softmax objectives the weights agree to eight digits."""
    found = [optimum(optimiser, start) for optimiser in DETERMINISTIC]
    best, _ = found[0]
    for step, report in found:
        assert largest_difference(step.w, best.w) <= 1e-8
        assert report.objective == pytest.approx(best.objective, rel=1e-14)


@pytest.mark.parametrize("optimiser", [*DETERMINISTIC, stochastic_ascent])
def test_iteration_0_is_the_start(optimiser: Optimiser) -> None:
    """Every optimiser first yields the start as iteration 0 and then counts its steps."""
    start = two_classes(5)
    steps = optimiser(start)
    first, second = next(steps), next(steps)
    assert (first.iteration, first.step_size, first.w) == (0, 0.0, start.w)
    assert (second.iteration, second.step_size > 0) == (1, True)
    assert second.w != start.w


def test_the_report_of_an_optimisation() -> None:
    """With η = ⅛ gradients are 16, 12, 9 and 6.75, which is below 8; then one more step follows."""
    watched: list[int] = []
    steps = gradient_ascent(QUADRATIC.at([8.0]), eta=0.125)
    step, report = optimise("slow", steps, 8.0, 100, lambda s: watched.append(s.iteration))
    assert watched == [0, 1, 2, 3, 4]
    assert (step.iteration, step.w) == (4, [2.53125])
    assert report == FitReport("slow", 4, -(2.53125 * 2.53125), 5.0625, "the gradient is at most 8")
    assert str(report) == (
        "slow, 4 iterations: the gradient is at most 8 (5.06); objective -6.4072265625"
    )


def test_no_step_is_taken_at_the_maximum() -> None:
    """From the maximum, the report has zero iterations."""
    step, report = optimise("newton", newton(QUADRATIC.at([0.0])), 1e-8, 10, ignore)
    assert (step.iteration, report.iterations, report.gradient_norm) == (0, 0, 0.0)


def test_a_last_step_with_a_larger_gradient_is_not_used() -> None:
    """The result is the one of the last two steps with the smaller gradient."""
    points = [QUADRATIC.at([8.0]), QUADRATIC.at([0.1]), QUADRATIC.at([0.2])]
    steps = iter([Step(i, point, 1.0) for i, point in enumerate(points)])
    step, report = optimise("wavering", steps, 0.5, 10, ignore)
    assert (step.w, report.iterations) == ([0.1], 1)


def test_an_iteration_limit_is_an_error_with_the_gradient() -> None:
    """The error states the remaining gradient, the tolerance and what to do."""
    with pytest.raises(TextbookError) as refusal:
        optimise("gradient-ascent", gradient_ascent(QUADRATIC.at([8.0]), 0.25), 1e-8, 3, ignore)
    words = str(refusal.value)
    assert "gradient-ascent has not converged after 3 iterations" in words
    assert "must be at most 1e-08, got 2" in words
    assert "max_iterations" in words and "newton" in words


def test_the_iteration_limit_is_inclusive() -> None:
    """Three iterations reach a gradient of 6.75, two do not."""
    step, _ = optimise("it", gradient_ascent(QUADRATIC.at([8.0]), 0.125), 6.75, 3, ignore)
    assert step.iteration == 4  # one more step follows the tolerance
    with pytest.raises(TextbookError, match="after 2 iterations"):
        optimise("it", gradient_ascent(QUADRATIC.at([8.0]), 0.125), 6.75, 2, ignore)


def test_a_step_size_that_is_too_large_diverges() -> None:
    """The error states the step size and 1/L = ½, which is always safe."""
    with pytest.raises(TextbookError) as refusal:
        optimise("gradient-ascent", gradient_ascent(QUADRATIC.at([5.0]), 2.0), 1e-8, 100, ignore)
    words = str(refusal.value)
    assert "gradient-ascent diverges: after iteration 1 the objective is -225" in words
    assert "below the -25 of the start" in words
    assert "step size of 2 is too large. Fix: use at most 1/L = 0.5" in words


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_ten_thousand_times_the_safe_step_diverges_on_likelihoods(seed: int) -> None:
    """On a penalised likelihood, steps that are far too large raise an error."""
    start = two_classes(seed, n=10, l2=1.0)
    with pytest.raises(TextbookError, match="diverges"):
        optimise("it", gradient_ascent(start, 1e4 / start.curvature_bound), 1e-8, 100, ignore)


@pytest.mark.parametrize("offset", [1e6])  # beyond, models centre the features first
def test_newton_stops_at_the_rounding_error_for_a_large_offset(offset: float) -> None:
    """A gradient of 1e-8 cannot be reached at a large offset; the reached gradient is reported."""
    near = two_classes(6, l2=0.0)
    rows = [[x + offset for x in row] for row in zip(*near.objective.table.columns[1:])]
    signs = [2.0 * y - 1.0 for y in near.objective.labels]
    objective = LogisticObjective.of(rows, signs, near.objective.weights, near.objective.prior)
    best, _ = optimum(newton, near)
    step, report = optimise("newton", newton(objective.at([0.0] * 3)), 1e-8, 20, ignore)
    assert report.stopped == "the gradient is a rounding error"
    # A margin is off by 23 · 2⁻⁵³ of |a| |w|, which is some 5 times the offset.
    assert largest_difference(step.w[1:], best.w[1:]) <= 2e-14 * offset


@pytest.mark.parametrize("unit", [1e-3, 1e-6, 1e-9, 1e-12])
def test_features_in_tiny_units_do_not_stop_early(unit: float) -> None:
    """The gradient of a feature in a tiny unit is tiny everywhere, and the weights are large."""
    near = balanced(1.0)
    best, _ = optimum(newton, near)
    for optimiser in (newton, lbfgs):
        step, _ = optimum(optimiser, balanced(unit), tolerance=1e-8)
        assert [w * unit for w in step.w[1:]] == pytest.approx(best.w[1:], rel=1e-5)


def balanced(unit: float) -> LogisticPoint:
    """Return an objective with equal class sizes at zero weights: the intercept's gradient is 0."""
    rows = [[unit * x] for x in (-2.0, -1.0, 0.0, 1.0, -1.0, 0.0, 1.0, 2.0)]
    signs = [-1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0]
    flat = NormalPrior.ridge(0.0, 1, penalise_intercept=False)
    return LogisticObjective.of(rows, signs, [1.0] * 8, flat).at([0.0, 0.0])


@pytest.mark.parametrize("tolerance", [0.0, -1e-8, nan, inf])
def test_a_tolerance_is_finite_and_above_zero(tolerance: float) -> None:
    """A tolerance of 0 could never be reached because of rounding."""
    with pytest.raises(TextbookError, match="the tolerance must be"):
        optimise("newton", newton(QUADRATIC.at([8.0])), tolerance, 10, ignore)


@pytest.mark.parametrize("limit", [0, -1])
def test_an_iteration_limit_below_one_is_rejected(limit: int) -> None:
    """The iteration limit must be at least 1."""
    with pytest.raises(TextbookError, match=f"max_iterations must be at least 1, got {limit}"):
        optimise("newton", newton(QUADRATIC.at([8.0])), 1e-8, limit, ignore)


def test_every_optimiser_has_a_name() -> None:
    """An optimiser can be given by name, as a function, or as a partial function."""
    for name, optimiser in OPTIMISERS.items():
        assert choose_optimiser(name, 3) == (name, optimiser)
        assert choose_optimiser(optimiser, 3) == (name, optimiser)
    short = partial(lbfgs, memory=3)
    assert choose_optimiser(short, 3) == ("l-bfgs", short)
    assert choose_optimiser(partial(gradient_ascent, eta=0.1), 3)[0] == "gradient-ascent"
    assert {*DETERMINISTIC, stochastic_ascent} == set(OPTIMISERS.values())


def test_a_user_defined_optimiser_is_reported_by_its_name() -> None:
    """Any function from a point to steps is an optimiser; its name is in the report."""

    def leap(start: Point) -> Iterator[Step]:
        yield Step(0, start, 0.0)
        yield Step(1, start.at([0.0]), 8.0)

    assert choose_optimiser(leap, 1) == ("leap", leap)
    step, report = optimise("leap", leap(QUADRATIC.at([8.0])), 1e-8, 10, ignore)
    assert (step.w, report.optimiser, report.iterations) == ([0.0], "leap", 1)


def test_the_default_is_newton_for_few_weights() -> None:
    """For many weights the default is L-BFGS, which needs no matrix."""
    assert choose_optimiser(None, MOST_NEWTON_WEIGHTS)[0] == "newton"
    assert choose_optimiser(None, MOST_NEWTON_WEIGHTS + 1)[0] == "l-bfgs"


def test_an_unknown_name_is_rejected_with_the_list() -> None:
    """The error for an unknown optimiser lists all names."""
    with pytest.raises(TextbookError, match="got 'sgd'") as refusal:
        choose_optimiser("sgd", 3)
    assert all(name in str(refusal.value) for name in OPTIMISERS)
