"""The logistic objective equals the likelihood, gradient and Hessian of the equations."""

from fractions import Fraction as F
from functools import partial
from math import inf, log, nan
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests import oracle
from textbook_ml.core.elementwise import sigmoids
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.linalg import dot, mat_vec, plus_times
from textbook_ml.equations.likelihood import (
    conditional_log_likelihood,
    gradient,
    hessian,
    numerical_gradient,
    penalised_gradient,
    penalised_log_likelihood,
)
from textbook_ml.equations.logistic import with_intercept
from textbook_ml.learning.objectives.logistic_objective import (
    LogisticObjective,
    LogisticPoint,
)
from textbook_ml.learning.objectives.prior import NormalPrior

some = settings(max_examples=25)  # each example is a complete problem


class Problem(NamedTuple):
    """Weights, rows without a leading 1, labels, how often each row counts, and a prior."""

    w: list[float]
    rows: list[list[float]]
    labels: list[int]
    counts: list[int]
    prior: NormalPrior

    def objective(self) -> LogisticObjective:
        signs = [2.0 * y - 1.0 for y in self.labels]
        return LogisticObjective.of(self.rows, signs, list(map(float, self.counts)), self.prior)

    def point(self) -> LogisticPoint:
        return self.objective().at(self.w)

    def repeated(self) -> tuple[list[list[float]], list[int]]:
        """Return rows with a leading 1 and labels, each row repeated by its weight."""
        rows = [x for x, m in zip(with_intercept(self.rows), self.counts) for _ in range(m)]
        return rows, [y for y, m in zip(self.labels, self.counts) for _ in range(m)]


eighths = st.integers(-16, 16).map(lambda n: n / 8)
variances = st.sampled_from([0.25, 0.5, 1.0, 8.0])
flat_or_not = st.one_of(st.just(inf), variances)


@st.composite
def problems(
    draw: st.DrawFn,
    first: st.SearchStrategy[float] = flat_or_not,
    rest: st.SearchStrategy[float] = flat_or_not,
) -> Problem:
    """Small problems in eighths; `first` is the variance of the intercept."""
    width = draw(st.integers(0, 2))
    vectors = st.lists(eighths, min_size=width, max_size=width)
    data = draw(
        st.lists(st.tuples(vectors, st.integers(0, 1), st.integers(1, 3)), min_size=1, max_size=6)
    )
    w, mean = [draw(eighths), *draw(vectors)], [draw(eighths), *draw(vectors)]
    variance = [draw(first), *(draw(rest) for _ in range(width))]
    rows, labels, counts = map(list, zip(*data))
    return Problem(w, rows, labels, counts, NormalPrior(tuple(mean), tuple(variance)))


# Rows in units of their scales are at most √3 √6 long, weights 2 √3 · 2: a margin is off by
# 23 · 2⁻⁵³ of their product, 8e-14. At most 18 examples of at most 2 carry that to the gradient,
# whose own products of lengths 2 √6 and 3 √6 are off by 1e-13.
close = partial(pytest.approx, rel=1e-14, abs=4e-12)
# Central differences over 2⁻¹⁷ of heights up to 500: rounding of 1e-8 at most.
differences = partial(pytest.approx, rel=1e-7, abs=1e-7)


def prior_by_hand(prior: NormalPrior, w: list[float]) -> float:
    """Return the log prior −Σ (w − μ)² / 2κ²."""
    held = [(a, m, v) for a, m, v in zip(w, prior.mean, prior.variance) if v < inf]
    return float(-sum((F(a) - F(m)) ** 2 / (2 * F(v)) for a, m, v in held))


def curvature_by_hand(problem: Problem) -> list[list[float]]:
    """Return −∇²f: the negated Hessian of the equations, with 1/κ² added on the diagonal."""
    matrix = [[-h for h in row] for row in hessian(problem.w, problem.repeated()[0])]
    for i, variance in enumerate(problem.prior.variance):
        matrix[i][i] += 1 / variance
    return matrix


@some
@given(problems())
@example(Problem([0.0], [[], []], [0, 1], [1, 1], NormalPrior((0.0,), (inf,))))
def test_the_value_is_the_log_likelihood_and_the_log_prior(problem: Problem) -> None:
    """The value is Σ m ln P(y | x) − Σ (w − μ)² / 2κ²; a row of weight m counts m times."""
    likelihood = conditional_log_likelihood(problem.w, *problem.repeated())
    assert problem.point().value == close(likelihood + prior_by_hand(problem.prior, problem.w))


@some
@given(problems())
def test_the_gradient_is_that_of_the_equations(problem: Problem) -> None:
    """The gradient is Σ m x (y − P) − (w − μ) / κ²."""
    plain = gradient(problem.w, *problem.repeated())
    gaps = zip(problem.w, problem.prior.mean, problem.prior.variance)
    expected = [g - (a - m) / v for g, (a, m, v) in zip(plain, gaps)]
    assert problem.point().gradient == close(expected)


@some
@given(problems(), st.integers(1, 16).map(lambda n: n / 8))
def test_the_penalised_objective_is_that_of_equation_26(problem: Problem, lam: float) -> None:
    """If the intercept is penalised as in (26), value and gradient equal the equations."""
    ridge = NormalPrior.ridge(lam, len(problem.w) - 1, penalise_intercept=True)
    point = problem._replace(prior=ridge).point()
    assert point.value == close(penalised_log_likelihood(problem.w, *problem.repeated(), lam))
    assert point.gradient == close(penalised_gradient(problem.w, *problem.repeated(), lam))


@some
@given(problems(), st.lists(eighths, min_size=3, max_size=3))
def test_curvature_products_equal_hessian_products(problem: Problem, numbers: list[float]) -> None:
    """The product of −∇²f and a vector is computed without forming the matrix."""
    v = numbers[: len(problem.w)]
    assert problem.point().curvature_times(v) == close(mat_vec(curvature_by_hand(problem), v))


@some
@given(problems())
def test_the_gradient_is_the_derivative_of_the_value(problem: Problem) -> None:
    """The gradient equals central differences of the value."""
    objective = problem.objective()
    slopes = numerical_gradient(lambda v: objective.at(v).value, problem.w)
    assert objective.at(problem.w).gradient == differences(slopes)


@some
@given(problems())
def test_the_curvature_is_the_derivative_of_the_gradient(problem: Problem) -> None:
    """Central differences of each component of the gradient equal a row of ∇²f."""
    objective, d = problem.objective(), len(problem.w)

    def component(i: int, v: list[float]) -> float:
        return objective.at(v).gradient[i]

    for i in range(d):
        row = numerical_gradient(partial(component, i), problem.w)
        unit = [float(i == j) for j in range(d)]
        column = objective.at(problem.w).curvature_times(unit)
        assert [-h for h in column] == differences(row)


@some
@given(problems())
def test_doubling_the_weights_is_duplicating_the_rows(problem: Problem) -> None:
    """A weight of 2m for each row gives the same objective as each row twice with weight m."""
    twice = problem._replace(counts=[2 * m for m in problem.counts]).point()
    again = problem._replace(
        rows=problem.rows * 2, labels=problem.labels * 2, counts=problem.counts * 2
    ).point()
    assert twice.value == close(again.value)
    assert twice.gradient == close(again.gradient)
    ones = [1.0] * len(problem.w)
    assert twice.curvature_times(ones) == close(again.curvature_times(ones))


@some
@given(problems())
def test_reversing_labels_and_weights_changes_nothing(problem: Problem) -> None:
    """If all labels and all weights are reversed the value is the same: σ(−z) = 1 − σ(z)."""
    mirrored = NormalPrior(tuple(-m for m in problem.prior.mean), problem.prior.variance)
    turned = problem._replace(
        w=[-a for a in problem.w], labels=[1 - y for y in problem.labels], prior=mirrored
    ).point()
    assert turned.value == close(problem.point().value)
    assert [-g for g in turned.gradient] == close(problem.point().gradient)


@some
@given(problems(rest=variances))
def test_newtons_direction_solves_the_system(problem: Problem) -> None:
    """The Newton direction satisfies (−∇²f) d = ∇f, with and without a penalised intercept."""
    point = problem.point()
    d = point.newton_direction()
    # The largest curvature is below 18 · 12 / 4 + 4; backward errors are a fraction of it.
    rounding = 1e-12 * (1 + max(map(abs, d)))
    back = mat_vec(curvature_by_hand(problem), d)
    assert back == pytest.approx(point.gradient, rel=0, abs=rounding)


def test_newtons_direction_without_features() -> None:
    """With three of four labels positive and w₀ = 0, gradient, curvature and step are all 1."""
    prior = NormalPrior((0.0,), (inf,))
    objective = LogisticObjective.of([[]] * 4, [1.0, 1.0, 1.0, -1.0], [1.0] * 4, prior)
    assert objective.at([0.0]).newton_direction() == pytest.approx([1.0], rel=1e-15)
    maximum = objective.at([log(3)])
    assert maximum.gradient == pytest.approx([0.0], abs=1e-15)
    prior = NormalPrior((0.0,), (1.0,))
    held = LogisticObjective.of([[]] * 4, [1.0, 1.0, 1.0, -1.0], [1.0] * 4, prior)
    assert held.at([0.0]).newton_direction() == pytest.approx([0.5], rel=1e-15)


ts = st.integers(0, 16).map(lambda n: n / 8)


@some
@given(problems(), st.lists(eighths, min_size=3, max_size=3), ts)
def test_derivatives_along_a_ray(problem: Problem, numbers: list[float], t: float) -> None:
    """Along w + t d the derivatives are ∇f · d and d · (−∇²f) d, computed from the margins."""
    start, d = problem.point(), numbers[: len(problem.w)]
    ray = start.ray(d)
    slope, bent = ray.derivative(t), ray.curvature(t)
    there = start.at(plus_times(problem.w, t, d))
    near = partial(pytest.approx, rel=1e-13, abs=1e-10)  # weights up to 6, directions up to 4
    assert slope == near(dot(there.gradient, d))
    assert bent == near(dot(there.curvature_times(d), d))
    assert bent >= 0
    (rise,) = numerical_gradient(lambda s: start.ray(d).point(s[0]).value, [t])
    assert slope == pytest.approx(rise, rel=1e-6, abs=1e-6)


@some
@given(problems(), st.lists(eighths, min_size=3, max_size=3), ts)
def test_a_point_of_a_ray_equals_the_point_at_its_weights(
    problem: Problem, numbers: list[float], t: float
) -> None:
    """`ray.point(t)` equals `at(w + t d)`, except for rounding of the margins."""
    start, d = problem.point(), numbers[: len(problem.w)]
    along, there = start.ray(d).point(t), start.objective.at(plus_times(problem.w, t, d))
    assert along.w == there.w
    near = partial(pytest.approx, rel=1e-13, abs=1e-11)
    assert along.margins == near(there.margins)
    assert along.value == near(there.value)
    assert along.gradient == near(there.gradient)


@some
@given(problems())
def test_gradients_of_single_examples_add_up_to_the_gradient(problem: Problem) -> None:
    """Σ_l ∇f_l = ∇f: each example includes an equal part of the prior."""
    objective = problem.objective()
    n = objective.n_examples
    steps = [objective.example_step(problem.w, l, eta=1.0) for l in range(n)]
    parts = [[a - b for a, b in zip(step, problem.w)] for step in steps]
    assert n == len(problem.rows)
    assert [sum(column) for column in zip(*parts)] == close(problem.point().gradient)


@some
@given(problems(), st.lists(eighths, min_size=3, max_size=3))
def test_the_curvature_bound_bounds_the_curvature_everywhere(
    problem: Problem, numbers: list[float]
) -> None:
    """At any weights, d · (−∇²f) d ≤ L |d|²."""
    d = numbers[: len(problem.w)]
    point = problem.point()
    bound = point.curvature_bound * dot(d, d)
    assert dot(point.curvature_times(d), d) <= bound * (1 + 1e-12) + 1e-12


@some
@given(problems())
def test_the_curvature_bound_gives_the_safe_step_of_the_chapter(problem: Problem) -> None:
    """L is 1/κ² of the narrowest prior plus the largest row sum of |XᵀmX| / 4."""
    rows, _ = problem.repeated()
    columns = list(zip(*rows))
    widest = max(sum(abs(dot(a, b)) for b in columns) for a in columns)
    held = max(1 / v for v in problem.prior.variance)
    assert problem.objective().curvature_bound == close(held + widest / 4)


@pytest.mark.parametrize("scale", [1e4, 1e100, 1e300])
def test_huge_margins_do_not_overflow(scale: float) -> None:
    """With one example right and one wrong by `scale`, the value is −scale, the gradient ±1."""
    flat = NormalPrior.ridge(0.0, 1, penalise_intercept=False)
    pair = LogisticObjective.of([[1.0], [1.0]], [1.0, -1.0], [1.0, 1.0], flat)
    point = pair.at([0.0, scale])
    assert point.margins == pytest.approx([scale, -scale], rel=1e-14)
    assert point.value == pytest.approx(-scale, rel=1e-14)
    assert point.gradient == pytest.approx([-1.0, -1.0], rel=1e-14)
    assert point.largest_margin == pytest.approx(scale, rel=1e-14)
    slope = point.ray([0.0, -scale]).derivative(1.0)
    assert slope == pytest.approx(0.0, abs=1e-14 * scale)


def test_certain_predictions_have_no_newton_direction() -> None:
    """Without a prior the Newton step is undefined if every s (1 − s) underflows to 0."""
    flat = NormalPrior.ridge(0.0, 1, penalise_intercept=False)
    pair = LogisticObjective.of([[1.0], [2.0]], [1.0, -1.0], [1.0, 1.0], flat)
    with pytest.raises(TextbookError, match="certain"):
        pair.at([0.0, 1e4]).newton_direction()
    held = LogisticObjective.of(
        [[1.0], [2.0]], [1.0, -1.0], [1.0, 1.0], NormalPrior.ridge(2.0, 1, penalise_intercept=True)
    ).at([0.0, 1e4])
    assert held.newton_direction() == pytest.approx([g / 2 for g in held.gradient], rel=1e-14)


def test_sums_that_overflow_are_rejected() -> None:
    """Ten examples each wrong by 1e308, and weights whose margins overflow, raise an error."""
    flat = NormalPrior.ridge(0.0, 1, penalise_intercept=False)
    ten = LogisticObjective.of([[1.0]] * 10, [-1.0] * 10, [1.0] * 10, flat)
    with pytest.raises(TextbookError, match="larger than any float"):
        _ = ten.at([0.0, 1e308]).value
    with pytest.raises(TextbookError, match="longer than any float"):
        ten.at([1.7e308, 1.7e308])


def test_scaling_all_row_weights_scales_the_gradient() -> None:
    """Row weights of 1e-300 or 1e300 for all rows only scale the gradient."""
    flat = NormalPrior.ridge(0.0, 1, penalise_intercept=False)
    rows, signs = [[0.0], [1.0], [3.0]], [1.0, -1.0, 1.0]
    whole = LogisticObjective.of(rows, signs, [1.0] * 3, flat).at([0.5, -0.5])
    for m in (1e-300, 1e300):
        part = LogisticObjective.of(rows, signs, [m] * 3, flat).at([0.5, -0.5])
        assert [g / m for g in part.gradient] == pytest.approx(whole.gradient, rel=1e-13)
        assert part.newton_direction() == pytest.approx(whole.newton_direction(), rel=1e-11)


@pytest.mark.parametrize("offset", [0.0, 1e3, 1e6, 1e8])
def test_slack_bounds_the_rounding_error_of_the_gradient(offset: float) -> None:
    """`gradient_tolerance` is a tight upper bound of the rounding error of the gradient.

    At the rounded maximum the true gradient is not zero: at an offset of 1e8 a margin is a small
    difference of numbers near 1e8.
    """
    rng = Random(11)
    rows = [[offset + rng.random(), offset - rng.random()] for _ in range(40)]
    signs = [1.0 if rng.random() < 0.5 else -1.0 for _ in rows]
    flat = NormalPrior.ridge(0.0, 2, penalise_intercept=False)
    w = [-3.0 * offset, 1.5, 1.5]
    point = LogisticObjective.of(rows, signs, [1.0] * 40, flat).at(w)
    table = [[y * x for x in row] for y, row in zip(signs, with_intercept(rows))]
    margins = [sum((F(a) * F(x) for a, x in zip(w, row)), F(0)) for row in table]
    pull = [F(oracle.sigmoid(-z)) for z in margins]
    errors = [
        float(abs(F(g) - sum((F(row[i]) * s for row, s in zip(table, pull)), F(0))))
        for i, g in enumerate(point.gradient)
    ]
    slack = point.gradient_tolerance(0.0)
    assert all(error <= room for error, room in zip(errors, slack))
    assert max(slack) <= 1000 * max(errors)


def test_the_cone_is_the_signed_rows() -> None:
    """The cone contains y (1, x) for the chosen columns; its products with w are the margins."""
    flat = NormalPrior.ridge(0.0, 1, penalise_intercept=False)
    point = LogisticObjective.of([[2.0], [3.0]], [1.0, -1.0], [1.0, 2.0], flat).at([1.0, -0.5])
    rows, wrong = point.signed_rows([0, 1])
    assert rows == [[1.0, 2.0], [-1.0, -3.0]]
    assert mat_vec(rows, [1.0, -0.5]) == pytest.approx(point.margins, abs=1e-14) == [0.0, 0.5]
    assert wrong == sigmoids([-z for z in point.margins])
    assert point.signed_rows([1])[0] == [[2.0], [-3.0]]
    assert not point.separates()
    assert point.objective.at([-2.5, 1.0]).separates() is False
    assert point.objective.at([2.5, -1.0]).separates()
    assert point.objective.at([2.5, -1.0]).largest_margin == pytest.approx(0.5, rel=1e-14)


@pytest.mark.parametrize(
    ("signs", "weights", "size", "telling"),
    [
        ([1.0], [1.0, 1.0], 2, "2 rows and 1 sign"),
        ([1.0, -1.0], [1.0], 2, "2 rows .* 1 weight:"),
        ([1.0, -1.0], [1.0, 1.0], 3, "3 weights in the prior and 2 numbers in a row"),
    ],
)
def test_lists_of_other_lengths_are_rejected(
    signs: list[float], weights: list[float], size: int, telling: str
) -> None:
    """Each row needs one sign and one weight, and each weight needs one part of the prior."""
    prior = NormalPrior((0.0,) * size, (1.0,) * size)
    with pytest.raises(TextbookError, match=telling):
        LogisticObjective.of([[1.0], [2.0]], signs, weights, prior)


@pytest.mark.parametrize("w", [[0.0], [0.0, 0.0, 0.0], [nan, 0.0], [0.0, inf]])
def test_wrong_weights_are_rejected(w: list[float]) -> None:
    """Weights must be finite and as many as the numbers in a row."""
    flat = NormalPrior.ridge(0.0, 1, penalise_intercept=False)
    with pytest.raises(TextbookError):
        LogisticObjective.of([[1.0], [2.0]], [1.0, -1.0], [1.0, 1.0], flat).at(w)


def test_empty_data_are_rejected() -> None:
    """An objective without examples raises an error."""
    with pytest.raises(TextbookError, match="no examples"):
        LogisticObjective.of([], [], [], NormalPrior((0.0,), (1.0,)))
