"""The softmax objective with K − 1 or K weight vectors: equations (27) to (29)."""

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

some = settings(max_examples=20)  # each example is a complete problem

Matrix = list[list[float]]


class Problem(NamedTuple):
    """A softmax problem: K or K − 1 weight vectors, and rows without a leading 1."""

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
        """Return rows with a leading 1 and classes, each row repeated by its weight."""
        rows = [x for x, m in zip(with_intercept(self.rows), self.counts) for _ in range(m)]
        return rows, [k for k, m in zip(self.places, self.counts) for _ in range(m)]

    def tall(self) -> "Problem":
        """Return the problem with all rows three times."""
        return self._replace(rows=self.rows * 3, places=self.places * 3, counts=self.counts * 3)

    def reference(self) -> Matrix:
        """Return the weights as K − 1 vectors."""
        return self.w if len(self.w) < self.n_classes else to_reference(self.w)


def flat(w: Matrix) -> list[float]:
    """Return all weights in one list."""
    return list(chain.from_iterable(w))


eighths = st.integers(-8, 8).map(lambda n: n / 8)
variances = st.sampled_from([0.25, 1.0, 8.0])
flat_or_not = st.one_of(st.just(inf), variances)


@st.composite
def problems(draw: st.DrawFn, held: st.SearchStrategy[float] = flat_or_not) -> Problem:
    """Draw problems of two to four classes, in either parametrisation, in eighths."""
    n_classes, width = draw(st.integers(2, 4)), draw(st.integers(0, 2))
    n_vectors = n_classes - draw(st.integers(0, 1))
    vectors = st.lists(eighths, min_size=width, max_size=width)
    example = st.tuples(vectors, st.integers(0, n_classes - 1), st.integers(1, 3))
    rows, places, counts = map(list, zip(*draw(st.lists(example, min_size=1, max_size=5))))
    w = [[draw(eighths), *draw(vectors)] for _ in range(n_vectors)]
    mean, variance = [draw(eighths), *draw(vectors)], [draw(held) for _ in range(width + 1)]
    prior = NormalPrior(tuple(mean), tuple(variance))
    return Problem(w, rows, places, counts, prior, n_classes)


# As for two classes: scores up to √3 √5 · √3 are off by 23 · 2⁻⁵³ of that, 2e-14, and the
# gradient adds these errors of at most 15 examples.
close = partial(pytest.approx, rel=1e-14, abs=1e-12)
differences = partial(pytest.approx, rel=1e-7, abs=1e-7)


def prior_by_hand(problem: Problem) -> float:
    """Return the log prior −Σ (w − μ)² / 2κ² over all classes."""
    prior = problem.prior
    return fsum(
        -(a - m) * (a - m) / (2 * v)
        for w_k in problem.w
        for a, m, v in zip(w_k, prior.mean, prior.variance)
    )


@some
@given(problems())
def test_the_value_is_the_log_likelihood_and_the_log_prior(problem: Problem) -> None:
    """Only differences of scores matter, so K vectors give the same value as K − 1."""
    likelihood = softmax_log_likelihood(problem.reference(), *problem.repeated())
    assert problem.point().value == close(likelihood + prior_by_hand(problem))


@some
@given(problems())
def test_the_gradient_is_that_of_the_equations(problem: Problem) -> None:
    """The gradient is Σ m x (δ(y = k) − pₖ) − (wₖ − μ) / κ² for each class with weights."""
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
def test_the_gradient_is_the_derivative_of_the_value(problem: Problem) -> None:
    """The gradient equals central differences of the value."""
    objective = problem.objective()
    slopes = numerical_gradient(lambda v: objective.at(v).value, flat(problem.w))
    assert problem.point().gradient == differences(slopes)


@some
@given(problems(), st.lists(eighths, min_size=12, max_size=12))
def test_the_curvature_is_the_derivative_of_the_gradient(
    problem: Problem, numbers: list[float]
) -> None:
    """(−∇²f) v equals central differences of ∇f along v, and v · (−∇²f) v ≥ 0."""
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
    """A weight of 2m for each row gives the same objective as each row twice with weight m."""
    twice = problem._replace(counts=[2 * m for m in problem.counts]).point()
    again = problem._replace(
        rows=problem.rows * 2, places=problem.places * 2, counts=problem.counts * 2
    ).point()
    assert twice.value == close(again.value)
    assert twice.gradient == close(again.gradient)


@some
@given(problems())
def test_one_vector_for_two_classes_is_the_logistic_objective(problem: Problem) -> None:
    """For K = 2, value, gradient, curvature and Newton step equal those of logistic regression."""
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
    """With a penalty the Newton direction always satisfies (−∇²f) d = ∇f."""
    point = problem.point()
    d = point.newton_direction()
    rounding = 1e-12 * (1 + max(map(abs, d)))
    assert point.curvature_times(d) == pytest.approx(point.gradient, rel=0, abs=rounding)


def overlapping(n_vectors: int, prior: NormalPrior, n: int = 30) -> Problem:
    """Return thirty examples with two features and three overlapping classes."""
    rng = Random(8)
    rows = [[4 * rng.random() - 2, 4 * rng.random() - 2] for _ in range(n)]
    places = [int(3 * rng.random()) for _ in rows]
    w = [[rng.random() - 0.5 for _ in range(3)] for _ in range(n_vectors)]
    return Problem(w, rows, places, [1 + k for k in places], prior, 3)


FREE = NormalPrior((0.0,) * 3, (inf,) * 3)


@pytest.mark.parametrize("n_vectors", [2, 3])
def test_newtons_direction_without_a_penalty(n_vectors: int) -> None:
    """With K vectors the matrix is singular, but the step still solves the system."""
    point = overlapping(n_vectors, FREE).point()
    d = point.newton_direction()
    assert point.curvature_times(d) == pytest.approx(point.gradient, rel=0, abs=1e-12)


def test_newtons_direction_with_k_vectors_sums_to_zero() -> None:
    """Adding one vector to all classes changes no probability, so steps sum to zero."""
    point = overlapping(3, FREE).point()
    d = point.newton_direction()
    sums = [fsum(d[i::3]) for i in range(3)]
    assert sums == pytest.approx([0.0, 0.0, 0.0], abs=1e-13 * max(map(abs, d)))
    half_free = NormalPrior((0.0,) * 3, (inf, 1.0, 1.0))
    d = overlapping(3, half_free).point().newton_direction()
    assert abs(fsum(d[0::3])) <= 1e-13 * max(map(abs, d))  # only the intercepts have no penalty


@some
@given(problems(), st.lists(eighths, min_size=3, max_size=3))
def test_raising_all_scores_together_changes_nothing(
    problem: Problem, numbers: list[float]
) -> None:
    """With K vectors and no prior, f is constant if the same vector is added to all classes."""
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
def test_the_preconditioner_is_symmetric_and_positive(
    problem: Problem, numbers: list[float]
) -> None:
    """u · P v = v · P u, and v · P v > 0 for v ≠ 0, so P ∇f is an ascent direction."""
    point = problem.tall().point()
    size = len(point.w)
    u, v = numbers[:size], numbers[12 : 12 + size]
    preconditioner = point.precondition()
    assert preconditioner is not None
    assert dot(u, preconditioner(v)) == pytest.approx(
        dot(v, preconditioner(u)), rel=1e-11, abs=1e-11
    )
    assert (dot(v, preconditioner(v)) > 0) == any(v)


@some
@given(problems(variances))
def test_for_two_classes_the_preconditioner_is_the_newton_step(problem: Problem) -> None:
    """With one weight vector the block-diagonal approximation is the Hessian itself."""
    two = problem._replace(w=problem.w[:1], places=[k % 2 for k in problem.places], n_classes=2)
    point = two.tall().point()
    preconditioner = point.precondition()
    assert preconditioner is not None
    expected = point.newton_direction()
    assert preconditioner(point.gradient) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_a_wide_table_has_no_preconditioner() -> None:
    """With more numbers in a row than examples, the factorisation would cost too much."""
    problem = overlapping(2, NormalPrior((0.0,) * 3, (1.0,) * 3), n=2)
    assert problem.point().precondition() is None
    assert problem.tall().point().precondition() is not None


ts = st.integers(0, 16).map(lambda n: n / 8)


@some
@given(problems(), st.lists(eighths, min_size=12, max_size=12), ts)
def test_derivatives_along_a_ray(problem: Problem, numbers: list[float], t: float) -> None:
    """Along w + t d the derivatives are ∇f · d and d · (−∇²f) d, computed from the scores."""
    start = problem.point()
    d = numbers[: len(start.w)]
    ray = start.ray(d)
    slope, bent = ray.derivative(t), ray.curvature(t)
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
def test_gradients_of_single_examples_add_up_to_the_gradient(problem: Problem) -> None:
    """Σ_l ∇f_l = ∇f: each example includes an equal part of the prior."""
    objective, w = problem.objective(), flat(problem.w)
    steps = [objective.example_step(w, l, eta=1.0) for l in range(objective.n_examples)]
    parts = [[a - b for a, b in zip(step, w)] for step in steps]
    assert [fsum(column) for column in zip(*parts)] == close(problem.point().gradient)


@some
@given(problems(), st.lists(eighths, min_size=12, max_size=12))
def test_the_curvature_bound_bounds_the_curvature_everywhere(
    problem: Problem, numbers: list[float]
) -> None:
    """At any weights, d · (−∇²f) d ≤ L |d|²."""
    point = problem.point()
    d = numbers[: len(point.w)]
    assert (
        dot(point.curvature_times(d), d) <= point.curvature_bound * dot(d, d) * (1 + 1e-12) + 1e-12
    )


@some
@given(problems())
def test_the_rows_of_the_cone_times_the_weights_are_the_margins(problem: Problem) -> None:
    """The cone has a row for each example and each wrong class, with that class's probability."""
    point = problem.point()
    rows, wrong = point.signed_rows(range(len(problem.prior.mean)))
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


def test_the_cone_has_only_the_chosen_columns() -> None:
    """Class 1 is compared with class 0 and with the reference class, for the row (1, 5)."""
    prior = NormalPrior((0.0, 0.0), (inf, inf))
    problem = Problem([[0.0, 0.0]] * 2, [[5.0]], [1], [1], prior, 3)
    rows, wrong = problem.point().signed_rows([0, 1])
    assert rows == [[-1.0, -5.0, 1.0, 5.0], [0.0, 0.0, 1.0, 5.0]]
    assert problem.point().signed_rows([1])[0] == [[-5.0, 5.0], [0.0, 5.0]]
    assert wrong == [1 / 3, 1 / 3]


@pytest.mark.parametrize("scale", [1e4, 1e300])
def test_huge_scores_do_not_overflow(scale: float) -> None:
    """If the true class is behind by `scale`, the value is about −scale; its gradient is 1."""
    prior = NormalPrior((0.0,), (inf,))
    point = Problem([[-scale], [0.0]], [[]], [0], [1], prior, 3).point()
    assert point.value == pytest.approx(-scale - log(2), rel=1e-14)
    assert point.gradient == pytest.approx([1.0, -0.5], rel=1e-14)
    assert point.margins() == [[-scale, -scale]]
    ahead = Problem([[scale], [0.0]], [[]], [0], [1], prior, 3).point()
    assert (ahead.value, ahead.gradient) == (0.0, [0.0, 0.0])


def test_sums_that_overflow_are_rejected() -> None:
    """Ten examples whose true class is behind by 1e308 raise an error."""
    prior = NormalPrior((0.0,), (inf,))
    ten = Problem([[-1e308], [0.0]], [[]] * 10, [0] * 10, [1] * 10, prior, 3)
    with pytest.raises(TextbookError, match="larger than any float"):
        _ = ten.point().value


def test_slack_has_one_number_for_each_weight() -> None:
    """The tolerance of a gradient entry depends on its feature and on its class."""
    point = overlapping(2, NormalPrior((0.0,) * 3, (1.0,) * 3)).point()
    slack = point.gradient_tolerance(1e-8)
    assert len(slack) == 6
    assert slack == pytest.approx([1e-8] * 6, rel=1e-4)
    assert all(0 < room < 1e-12 for room in point.gradient_tolerance(0.0))


@pytest.mark.parametrize(
    ("places", "weights", "size", "telling"),
    [
        ([0], [1.0, 1.0], 2, "2 rows and 1 place"),
        ([0, 1], [1.0], 2, "2 rows .* 1 weight:"),
        ([0, 1], [1.0, 1.0], 3, "3 weights in the prior and 2 numbers in a row"),
    ],
)
def test_lists_of_other_lengths_are_rejected(
    places: list[int], weights: list[float], size: int, telling: str
) -> None:
    """Each row needs one class and one weight, and each weight needs one part of the prior."""
    prior = NormalPrior((0.0,) * size, (1.0,) * size)
    with pytest.raises(TextbookError, match=telling):
        SoftmaxObjective.of([[1.0], [2.0]], places, weights, prior, 3, 2)


@pytest.mark.parametrize("w", [[0.0] * 5, [0.0] * 9, [inf] * 6])
def test_wrong_weights_are_rejected(w: list[float]) -> None:
    """Two vectors of three finite numbers are required."""
    with pytest.raises(TextbookError):
        overlapping(2, FREE).objective().at(w)


def test_empty_data_are_rejected() -> None:
    """An objective without examples raises an error."""
    with pytest.raises(TextbookError, match="no examples"):
        SoftmaxObjective.of([], [], [], NormalPrior((0.0,), (1.0,)), 3, 2)
