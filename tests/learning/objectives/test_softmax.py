"""The objective of many classes, with K − 1 weight vectors or K: equations (27) to (29)."""

from functools import partial
from itertools import chain
from math import fsum, inf, log
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.linalg import dot, mat_vec, plus_times
from textbook_ml.equations.likelihood import numerical_gradient
from textbook_ml.equations.logistic import with_intercept
from textbook_ml.equations.softmax import (
    reference_softmax,
    softmax,
    softmax_gradient,
    softmax_log_likelihood,
    to_reference,
)
from textbook_ml.learning.objectives.logistic_objective import LogisticObjective
from textbook_ml.learning.objectives.prior import NormalPrior
from textbook_ml.learning.objectives.softmax_objective import SoftmaxObjective, SoftmaxPoint

some = settings(max_examples=20)  # each is a problem of its own

Matrix = list[list[float]]


class Problem(NamedTuple):
    """One weight vector for each class, or each but the last; rows without a leading 1."""

    w: Matrix
    rows: Matrix
    places: list[int]
    counts: list[int]
    prior: NormalPrior
    n_classes: int

    def objective(self) -> SoftmaxObjective:
        weights = list(map(float, self.counts))
        return SoftmaxObjective.of(
            self.rows, self.places, weights, self.prior, self.n_classes, len(self.w)
        )

    def point(self) -> SoftmaxPoint:
        return self.objective().at(flat(self.w))

    def repeated(self) -> tuple[Matrix, list[int]]:
        """Every row with its leading 1 and its class, as often as it counts."""
        rows = [x for x, m in zip(with_intercept(self.rows), self.counts) for _ in range(m)]
        return rows, [k for k, m in zip(self.places, self.counts) for _ in range(m)]

    def tall(self) -> "Problem":
        """The same three times over."""
        return self._replace(rows=self.rows * 3, places=self.places * 3, counts=self.counts * 3)

    def reference(self) -> Matrix:
        """The weights as K − 1 vectors."""
        return self.w if len(self.w) < self.n_classes else to_reference(self.w)


def flat(w: Matrix) -> list[float]:
    """All weights in one list."""
    return list(chain.from_iterable(w))


eighths = st.integers(-8, 8).map(lambda n: n / 8)
variances = st.sampled_from([0.25, 1.0, 8.0])
flat_or_not = st.one_of(st.just(inf), variances)


@st.composite
def problems(draw: st.DrawFn, held: st.SearchStrategy[float] = flat_or_not) -> Problem:
    """Two to four classes, in either parametrisation, in eighths."""
    n_classes, width = draw(st.integers(2, 4)), draw(st.integers(0, 2))
    n_vectors = n_classes - draw(st.integers(0, 1))
    vectors = st.lists(eighths, min_size=width, max_size=width)
    example = st.tuples(vectors, st.integers(0, n_classes - 1), st.integers(1, 3))
    rows, places, counts = map(list, zip(*draw(st.lists(example, min_size=1, max_size=5))))
    w = [[draw(eighths), *draw(vectors)] for _ in range(n_vectors)]
    mean, variance = [draw(eighths), *draw(vectors)], [draw(held) for _ in range(width + 1)]
    prior = NormalPrior(tuple(mean), tuple(variance))
    return Problem(w, rows, places, counts, prior, n_classes)


# As for two classes: scores up to √3 √5 · √3 are off by 23 · 2⁻⁵³ of that, 2e-14, and at most
# 15 examples carry it on.
close = partial(pytest.approx, rel=1e-14, abs=1e-12)
differences = partial(pytest.approx, rel=1e-7, abs=1e-7)


def prior_by_hand(problem: Problem) -> float:
    """−Σ (w − μ)² / 2κ² over all classes."""
    prior = problem.prior
    return fsum(
        -(a - m) * (a - m) / (2 * v)
        for w_k in problem.w
        for a, m, v in zip(w_k, prior.mean, prior.variance)
    )


@some
@given(problems())
def test_the_value_is_the_log_likelihood_and_the_log_prior(problem: Problem) -> None:
    """Only differences of scores count, so that K vectors give what K − 1 do."""
    likelihood = softmax_log_likelihood(problem.reference(), *problem.repeated())
    assert problem.point().value == close(likelihood + prior_by_hand(problem))


@some
@given(problems())
def test_the_gradient_is_that_of_the_equations(problem: Problem) -> None:
    """Σ m x (δ(y = k) − pₖ) − (wₖ − μ) / κ² for each class that has weights."""
    rows, labels = problem.repeated()
    prior = problem.prior
    expected = []
    for k, w_k in enumerate(problem.w):
        if len(problem.w) < problem.n_classes:
            plain = softmax_gradient(problem.w, rows, labels)[k]
        else:
            errors = [(y == k) - softmax(mat_vec(problem.w, x))[k] for x, y in zip(rows, labels)]
            plain = [dot(column, errors) for column in zip(*rows)]
        gaps = zip(plain, w_k, prior.mean, prior.variance)
        expected += [g - (a - m) / v for g, a, m, v in gaps]
    assert problem.point().gradient == close(expected)


@some
@given(problems())
def test_the_gradient_is_the_slope_of_the_value(problem: Problem) -> None:
    """Central differences of f."""
    objective = problem.objective()
    slopes = numerical_gradient(lambda v: objective.at(v).value, flat(problem.w))
    assert problem.point().gradient == differences(slopes)


@some
@given(problems(), st.lists(eighths, min_size=12, max_size=12))
def test_the_curvature_is_how_the_gradient_falls(problem: Problem, numbers: list[float]) -> None:
    """(−∇²f) v by central differences of ∇f along v, and v · (−∇²f) v ≥ 0."""
    objective, w = problem.objective(), flat(problem.w)
    v = numbers[: len(w)]
    h = 2.0**-17
    ahead, behind = (objective.at(plus_times(w, t, v)).gradient for t in (h, -h))
    falls = [(b - a) / (2 * h) for a, b in zip(ahead, behind)]
    bent = problem.point().curvature_times(v)
    assert bent == differences(falls)
    assert dot(bent, v) >= -1e-12


@some
@given(problems())
def test_doubling_the_weights_is_duplicating_the_rows(problem: Problem) -> None:
    """2m for each row, or each row twice with m."""
    twice = problem._replace(counts=[2 * m for m in problem.counts]).point()
    again = problem._replace(
        rows=problem.rows * 2, places=problem.places * 2, counts=problem.counts * 2
    ).point()
    assert twice.value == close(again.value)
    assert twice.gradient == close(again.gradient)


@some
@given(problems())
def test_one_vector_for_two_classes_is_the_logistic_objective(problem: Problem) -> None:
    """K = 2: value, gradient, curvature and Newton's direction, with the first class as 1."""
    two = problem._replace(w=problem.w[:1], places=[k % 2 for k in problem.places], n_classes=2)
    signs = [1.0 if k == 0 else -1.0 for k in two.places]
    weights = list(map(float, two.counts))
    binary = LogisticObjective.of(two.rows, signs, weights, two.prior).at(two.w[0])
    many = two.point()
    assert many.value == close(binary.value)
    assert many.gradient == close(binary.gradient)
    ones = [1.0] * len(binary.w)
    assert many.curvature_times(ones) == close(binary.curvature_times(ones))
    assert many.largest_margin == close(binary.largest_margin)
    assert [row for (row,) in many.margins()] == close(binary.margins)


@some
@given(problems(variances))
def test_newtons_direction_solves_the_system(problem: Problem) -> None:
    """(−∇²f) d = ∇f, multiplied back; under a penalty the system always has a solution."""
    point = problem.point()
    d = point.newton_direction()
    rounding = 1e-12 * (1 + max(map(abs, d)))
    assert point.curvature_times(d) == pytest.approx(point.gradient, rel=0, abs=rounding)


def spread_out(n_vectors: int, prior: NormalPrior, n: int = 30) -> Problem:
    """Three classes, two features, thirty examples all over the place."""
    rng = Random(8)
    rows = [[4 * rng.random() - 2, 4 * rng.random() - 2] for _ in range(n)]
    places = [int(3 * rng.random()) for _ in rows]
    w = [[rng.random() - 0.5 for _ in range(3)] for _ in range(n_vectors)]
    return Problem(w, rows, places, [1 + k for k in places], prior, 3)


FREE = NormalPrior((0.0,) * 3, (inf,) * 3)


@pytest.mark.parametrize("n_vectors", [2, 3])
def test_without_a_penalty_newtons_direction_solves_the_system_too(n_vectors: int) -> None:
    """With K vectors the matrix is singular, and the step still fits the equations."""
    point = spread_out(n_vectors, FREE).point()
    d = point.newton_direction()
    assert point.curvature_times(d) == pytest.approx(point.gradient, rel=0, abs=1e-12)


def test_with_a_vector_for_each_class_the_step_leaves_their_sum_alone() -> None:
    """Where all scores may rise together nothing is gained: each coordinate sums to zero."""
    point = spread_out(3, FREE).point()
    d = point.newton_direction()
    sums = [fsum(d[i::3]) for i in range(3)]
    assert sums == pytest.approx([0.0, 0.0, 0.0], abs=1e-13 * max(map(abs, d)))
    half_free = NormalPrior((0.0,) * 3, (inf, 1.0, 1.0))
    d = spread_out(3, half_free).point().newton_direction()
    assert abs(fsum(d[0::3])) <= 1e-13 * max(map(abs, d))  # the intercepts alone are free


@some
@given(problems(), st.lists(eighths, min_size=3, max_size=3))
def test_raising_all_scores_together_changes_nothing(
    problem: Problem, numbers: list[float]
) -> None:
    """With K vectors and no prior, f is flat along the direction that all of them share."""
    shift = numbers[: len(problem.prior.mean)]
    d = len(shift)
    free = problem._replace(
        w=(problem.w * 2)[: problem.n_classes], prior=NormalPrior((0.0,) * d, (inf,) * d)
    )
    moved_w = [plus_times(w_k, 1.0, shift) for w_k in free.w]
    here, there = free.point(), free._replace(w=moved_w).point()
    assert here.value == close(there.value)
    assert here.gradient == close(there.gradient)
    assert here.curvature_times(shift * free.n_classes) == close([0.0] * len(here.w))


@some
@given(problems(variances), st.lists(eighths, min_size=24, max_size=24))
def test_the_stand_in_is_symmetric_and_positive(problem: Problem, numbers: list[float]) -> None:
    """u · P v = v · P u, and v · P v > 0 for every v but 0: a climb along P ∇f goes up."""
    point = problem.tall().point()
    size = len(point.w)
    u, v = numbers[:size], numbers[12 : 12 + size]
    stand_in = point.precondition()
    assert stand_in is not None
    assert dot(u, stand_in(v)) == pytest.approx(dot(v, stand_in(u)), rel=1e-11, abs=1e-11)
    assert (dot(v, stand_in(v)) > 0) == any(v)


@some
@given(problems(variances))
def test_for_two_classes_the_stand_in_is_newton_itself(problem: Problem) -> None:
    """With one weight vector there are no other classes that would have to stand still."""
    two = problem._replace(w=problem.w[:1], places=[k % 2 for k in problem.places], n_classes=2)
    point = two.tall().point()
    stand_in = point.precondition()
    assert stand_in is not None
    expected = point.newton_direction()
    assert stand_in(point.gradient) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_a_wide_table_has_no_stand_in() -> None:
    """Three numbers in a row and two examples: the factors would cost more than they save."""
    problem = spread_out(2, NormalPrior((0.0,) * 3, (1.0,) * 3), n=2)
    assert problem.point().precondition() is None
    assert problem.tall().point().precondition() is not None


ts = st.integers(0, 16).map(lambda n: n / 8)


@some
@given(problems(), st.lists(eighths, min_size=12, max_size=12), ts)
def test_along_a_ray_slope_and_curvature_are_derivatives(
    problem: Problem, numbers: list[float], t: float
) -> None:
    """bend(t) is ∇f · d and d · (−∇²f) d at w + t d, from the scores alone."""
    start = problem.point()
    d = numbers[: len(start.w)]
    ray = start.ray(d)
    slope, bent = ray.derivatives(t)
    there = start.at(plus_times(start.w, t, d))
    near = partial(pytest.approx, rel=1e-12, abs=1e-11)
    assert slope == near(dot(there.gradient, d))
    assert bent == near(dot(there.curvature_times(d), d))
    (rise,) = numerical_gradient(lambda s: ray.point(s[0]).value, [t])
    assert slope == pytest.approx(rise, rel=1e-6, abs=1e-6)
    along = ray.point(t)
    assert along.w == there.w
    assert along.value == near(there.value)
    assert along.gradient == near(there.gradient)


@some
@given(problems())
def test_every_examples_gradient_adds_up_to_the_whole(problem: Problem) -> None:
    """Σ_l ∇f_l = ∇f: each has its share of the prior."""
    objective, w = problem.objective(), flat(problem.w)
    steps = [objective.example_step(w, l, eta=1.0) for l in range(objective.n_examples)]
    parts = [[a - b for a, b in zip(step, w)] for step in steps]
    assert [fsum(column) for column in zip(*parts)] == close(problem.point().gradient)


@some
@given(problems(), st.lists(eighths, min_size=12, max_size=12))
def test_the_curvature_bound_bounds_the_curvature_everywhere(
    problem: Problem, numbers: list[float]
) -> None:
    """d · (−∇²f) d ≤ L |d|², at any weights."""
    point = problem.point()
    d = numbers[: len(point.w)]
    assert (
        dot(point.curvature_times(d), d) <= point.curvature_bound * dot(d, d) * (1 + 1e-12) + 1e-12
    )


@some
@given(problems())
def test_the_rows_of_the_cone_times_the_weights_are_the_margins(problem: Problem) -> None:
    """One row for each example and each other class; its wrong is that class's probability."""
    point = problem.point()
    rows, wrong = point.cone(range(len(problem.prior.mean)))
    margins = list(chain.from_iterable(point.margins()))
    assert mat_vec(rows, flat(problem.reference())) == close(margins)
    others = [
        p
        for x, own in zip(with_intercept(problem.rows), problem.places)
        for k, p in enumerate(reference_softmax(problem.reference(), x))
        if k != own
    ]
    assert wrong == close(others)
    assert point.largest_margin == max(map(abs, margins))
    assert point.separates() == (min(margins) > 0)


def test_the_cone_keeps_to_the_columns_asked_for() -> None:
    """Class 1 of 3 and the row (1, 5): against class 0, and against the last, which has none."""
    prior = NormalPrior((0.0, 0.0), (inf, inf))
    problem = Problem([[0.0, 0.0]] * 2, [[5.0]], [1], [1], prior, 3)
    rows, wrong = problem.point().cone([0, 1])
    assert rows == [[-1.0, -5.0, 1.0, 5.0], [0.0, 0.0, 1.0, 5.0]]
    assert problem.point().cone([1])[0] == [[-5.0, 5.0], [0.0, 5.0]]
    assert wrong == [1 / 3, 1 / 3]


@pytest.mark.parametrize("scale", [1e4, 1e300])
def test_scores_beyond_any_exponential_are_safe(scale: float) -> None:
    """The own class is behind by the scale: value −scale, and the gradient pulls it up by 1."""
    prior = NormalPrior((0.0,), (inf,))
    point = Problem([[-scale], [0.0]], [[]], [0], [1], prior, 3).point()
    assert point.value == pytest.approx(-scale - log(2), rel=1e-14)
    assert point.gradient == pytest.approx([1.0, -0.5], rel=1e-14)
    assert point.margins() == [[-scale, -scale]]
    ahead = Problem([[scale], [0.0]], [[]], [0], [1], prior, 3).point()
    assert (ahead.value, ahead.gradient) == (0.0, [0.0, 0.0])


def test_sums_that_leave_the_floats_are_refused() -> None:
    """Ten examples, each behind by 1e308."""
    prior = NormalPrior((0.0,), (inf,))
    ten = Problem([[-1e308], [0.0]], [[]] * 10, [0] * 10, [1] * 10, prior, 3)
    with pytest.raises(TextbookError, match="larger than any float"):
        _ = ten.point().value


def test_slack_has_a_place_for_every_weight() -> None:
    """Each class has the features' tolerances, and its own rounding."""
    point = spread_out(2, NormalPrior((0.0,) * 3, (1.0,) * 3)).point()
    slack = point.slack(1e-8)
    assert len(slack) == 6
    assert slack == pytest.approx([1e-8] * 6, rel=1e-4)
    assert all(0 < room < 1e-12 for room in point.slack(0.0))


@pytest.mark.parametrize(
    ("places", "weights", "size", "telling"),
    [
        ([0], [1.0, 1.0], 2, "2 rows and 1 places"),
        ([0, 1], [1.0], 2, "2 rows .* 1 weights"),
        ([0, 1], [1.0, 1.0], 3, "3 weights in the prior and 2 numbers in a row"),
    ],
)
def test_lists_of_other_lengths_are_refused(
    places: list[int], weights: list[float], size: int, telling: str
) -> None:
    """One class and one weight for each row, and one part of the prior for each weight."""
    prior = NormalPrior((0.0,) * size, (1.0,) * size)
    with pytest.raises(TextbookError, match=telling):
        SoftmaxObjective.of([[1.0], [2.0]], places, weights, prior, 3, 2)


@pytest.mark.parametrize("w", [[0.0] * 5, [0.0] * 9, [inf] * 6])
def test_weights_that_do_not_fit_are_refused(w: list[float]) -> None:
    """Two vectors of three numbers, all finite."""
    with pytest.raises(TextbookError):
        spread_out(2, FREE).objective().at(w)


def test_no_examples_are_refused() -> None:
    """Nothing can be learned from nothing."""
    with pytest.raises(TextbookError, match="no examples"):
        SoftmaxObjective.of([], [], [], NormalPrior((0.0,), (1.0,)), 3, 2)
