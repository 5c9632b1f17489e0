"""Sections 3.2 and 3.3, equation (26): each update rule computes the step of its formula."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction as F
from functools import partial
from math import exp, fsum, inf, isclose, nan

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests import oracle
from tests.oracle import dec, in_sixty_digits
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.linalg import dot, mat_vec, solve
from textbook_ml.equations.ascent import (
    ascent_step,
    conjugate_direction,
    newton_step,
    penalised_step,
    perceptron_step,
    reweighted_least_squares_step,
    safe_step_size,
    shifted_step,
    stochastic_step,
)
from textbook_ml.equations.likelihood import (
    conditional_log_likelihood,
    gradient,
    hessian,
    penalised_gradient,
    penalised_log_likelihood,
    residuals,
)
from textbook_ml.equations.logistic import with_intercept

ROWS = with_intercept([[-1.0], [0.0], [1.0], [2.0]])
LABELS = [0, 1, 0, 1]
W = [1 / 2, -1 / 3]
MAXIMISER = [-0.45409213128004755, 0.9081842625600951]
PENALISED_MAXIMISER = [-0.18285937010882256, 0.5668817576719183]  # λ = 1/2

# Ordinary measurements, which are not sums of a few powers of two.
PLANE = with_intercept([[0.1, 2.3], [-1.7, 0.4], [0.9, -1.1], [2.2, 0.7], [-0.6, -1.9], [1.3, 1.2]])

Problem = tuple[list[float], list[list[float]], list[int]]

numbers = st.floats(-2, 2)
small_weights = st.lists(st.floats(-1, 1), min_size=3, max_size=3)
bits = st.lists(st.sampled_from([0, 1]), min_size=6, max_size=6)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Weights, rows with the leading one, and labels."""
    width = draw(st.integers(0, 2))
    vectors = st.lists(numbers, min_size=width, max_size=width)
    data = draw(st.lists(st.tuples(vectors, st.sampled_from([0, 1])), min_size=1, max_size=6))
    w = [draw(numbers), *draw(vectors)]
    return w, with_intercept([x for x, _ in data]), [y for _, y in data]


@in_sixty_digits
def exact_step(
    w: list[float],
    rows: list[list[float]],
    labels: list[int],
    eta: float,
    lam: float,
    mean: Sequence[float],
) -> list[Decimal]:
    """wᵢ + η Σ xᵢ (y − P) − η λ (wᵢ − μᵢ) in sixty digits, every P at the old weights."""
    scores = [sum((F(a) * F(b) for a, b in zip(w, x)), F(0)) for x in rows]
    errors = [y - oracle.sigmoid(s) for s, y in zip(scores, labels)]
    penalties = [Decimal(lam) * (Decimal(a) - Decimal(m)) for a, m in zip(w, mean)]
    gradient = [
        sum((dec(x[i]) * e for x, e in zip(rows, errors)), Decimal(0)) for i in range(len(w))
    ]
    return [Decimal(a) + Decimal(eta) * (g - p) for a, g, p in zip(w, gradient, penalties)]


def learned(step: Callable[[list[float]], list[float]], n_steps: int = 20) -> list[float]:
    """The weights at which a rule stops when it starts at zero."""
    w = [0.0, 0.0]
    for _ in range(n_steps):
        w = step(w)
    return w


def penalised_newton(w: list[float], lam: float, mean: Sequence[float] = (0.0, 0.0)) -> list[float]:
    """One Newton step for l(W) − (λ/2) ‖W − μ‖² on the four examples."""
    (a, b), (_, c) = hessian(w, ROWS)
    g = [a - lam * (b - m) for a, b, m in zip(gradient(w, ROWS, LABELS), w, mean)]
    return [a + d for a, d in zip(w, solve([[lam - a, -b], [-b, lam - c]], g))]


@given(problems(), st.floats(0.001, 1), st.floats(0, 4), st.lists(numbers, min_size=3, max_size=3))
def test_three_ascent_rules_compute_their_formulas(
    problem: Problem, eta: float, lam: float, mean: list[float]
) -> None:
    """Plain, penalised and shifted steps agree with sixty digits; all weights change at once."""
    w, rows, labels = problem
    mu, zeros = mean[: len(w)], [0.0] * len(w)
    # At most ten roundings, each of a number no larger than the sum of the parts.
    parts = 2 + eta * (2 * len(rows) + lam * 4)
    for ours, truth in (
        (ascent_step(w, rows, labels, eta), exact_step(*problem, eta, 0.0, zeros)),
        (penalised_step(w, rows, labels, eta, lam), exact_step(*problem, eta, lam, zeros)),
        (shifted_step(w, rows, labels, eta, lam, mu), exact_step(*problem, eta, lam, mu)),
    ):
        assert ours == pytest.approx([float(t) for t in truth], rel=0, abs=10 * 2**-53 * parts)


@given(problems(), st.floats(0.001, 1), st.floats(0, 4))
def test_the_plain_rule_is_a_special_case_of_the_others(
    problem: Problem, eta: float, lam: float
) -> None:
    """With λ = 0, (26) is the plain step; with prior mean 0, the shifted step is (26)."""
    w, rows, labels = problem
    assert penalised_step(w, rows, labels, eta, 0.0) == ascent_step(w, rows, labels, eta)
    shifted = shifted_step(w, rows, labels, eta, lam, mean=[0.0] * len(w))
    assert shifted == penalised_step(w, rows, labels, eta, lam)


def test_worked_steps() -> None:
    """A step from zero with η = 0.01 gives (0, 0.01); also (26) from (½, −⅓) with λ = ½."""
    assert ascent_step([0.0, 0.0], ROWS, LABELS, eta=0.01) == [0, 0.01]
    assert penalised_step(W, ROWS, LABELS, eta=0.01, lam=0.5) == pytest.approx(
        [0.49430481384832736, -0.3192803689948446], rel=1e-15
    )


@given(problems())
def test_a_safe_step_gains_at_least_half_of_the_first_order_gain(problem: Problem) -> None:
    """If the curvature is at most 1/η, l increases by at least η ‖∇l‖² / 2."""
    w, rows, labels = problem
    eta = safe_step_size(rows)
    before = conditional_log_likelihood(w, rows, labels)
    after = conditional_log_likelihood(ascent_step(w, rows, labels, eta), rows, labels)
    promise = eta / 2 * fsum(g * g for g in gradient(w, rows, labels))
    assert after - before >= promise - 2**-49 * (1 + abs(before))  # the rounding of both


@given(problems(), st.integers(-3, 3))
def test_the_safe_step_size_falls_with_the_square_of_the_features(problem: Problem, k: int) -> None:
    """Features that are 2ᵏ times as large need a step size 4ᵏ times smaller."""
    _, rows, _ = problem
    scaled = [[2.0**k * x for x in row] for row in rows]
    assert isclose(safe_step_size(scaled), safe_step_size(rows) / 4**k, rel_tol=1e-15)


def test_worked_step_sizes() -> None:
    """XᵀX of the four examples is (4, 2; 2, 6): its rows sum to 6 and 8."""
    assert safe_step_size(ROWS) == 0.5
    assert safe_step_size([[1.0], [-3.0]]) == 0.4


def test_a_fixed_step_size_fails_on_large_features() -> None:
    """η = 0.01 on features scaled by 100: l falls from −2.77 to −100.69 at the first step."""
    scaled = [[1.0, 100 * x] for _, x in ROWS]
    start = [0.0, 0.0]
    fallen = ascent_step(start, scaled, LABELS, eta=0.01)
    before = conditional_log_likelihood(start, scaled, LABELS)
    after = conditional_log_likelihood(fallen, scaled, LABELS)
    assert isclose(before, -2.772588722239781, rel_tol=1e-15)
    assert isclose(after, -100.69314718055995, rel_tol=1e-15)
    saved = ascent_step(start, scaled, LABELS, safe_step_size(scaled))
    assert conditional_log_likelihood(saved, scaled, LABELS) > before


def test_all_methods_reach_the_same_maximum() -> None:
    """Ascent, Newton's method and reweighted least squares end at the listed maximum."""
    roads = [
        learned(partial(ascent_step, rows=ROWS, labels=LABELS, eta=safe_step_size(ROWS)), 400),
        learned(partial(newton_step, rows=ROWS, labels=LABELS)),
        learned(partial(reweighted_least_squares_step, rows=ROWS, labels=LABELS)),
    ]
    for w in roads:
        assert w == pytest.approx(MAXIMISER, rel=1e-14, abs=0.0)


def test_at_the_maximum_the_errors_are_orthogonal_to_every_feature() -> None:
    """The gradient is zero there, and the mean prediction is the fraction of ones."""
    w = learned(partial(newton_step, rows=ROWS, labels=LABELS))
    errors = residuals(w, ROWS, LABELS)
    for column in zip(*ROWS):
        assert abs(dot(column, errors)) <= 1e-15
    assert isclose(fsum(y - e for y, e in zip(LABELS, errors)) / 4, 1 / 2, rel_tol=1e-15)


def test_the_fixed_point_of_the_penalised_rule() -> None:
    """Where (26) changes nothing, the gradient is λ w, and no neighbour has a larger value."""
    lam = 0.5
    w = learned(partial(penalised_newton, lam=lam))
    assert w == pytest.approx(PENALISED_MAXIMISER, rel=1e-14, abs=0.0)
    assert gradient(w, ROWS, LABELS) == pytest.approx([lam * a for a in w], rel=1e-14, abs=0.0)
    step = partial(penalised_step, rows=ROWS, labels=LABELS, eta=0.25, lam=lam)
    assert step(w) == pytest.approx(w, rel=1e-15, abs=0.0)
    assert learned(step, 200) == pytest.approx(w, rel=1e-14, abs=0.0)
    for moved in ([w[0] + 1e-3, w[1]], [w[0], w[1] - 1e-3]):
        below = penalised_log_likelihood(moved, ROWS, LABELS, lam)
        assert below < penalised_log_likelihood(w, ROWS, LABELS, lam)


@pytest.mark.parametrize("lam", [1e-3, 1.0, 1e6])
def test_the_fixed_point_of_the_shifted_rule(lam: float) -> None:
    """There the gradient is λ (w − μ); with a strong prior the weights stay at its mean."""
    mu = [0.0, 2.0]
    w = learned(partial(penalised_newton, lam=lam, mean=mu), 30)
    step = shifted_step(w, ROWS, LABELS, eta=0.1 / (1 + lam), lam=lam, mean=mu)
    assert step == pytest.approx(w, rel=1e-14, abs=0.0)
    assert lam < 1e6 or w == pytest.approx(mu, abs=1e-5)


@given(problems(), st.floats(0.01, 1))
def test_a_stochastic_step_is_an_ascent_step_on_one_example(problem: Problem, eta: float) -> None:
    """Both rules give the same step, up to the rounding of numbers of at most 4."""
    w, rows, labels = problem
    for x, y in zip(rows, labels):
        batch = ascent_step(w, [x], [y], eta)
        assert stochastic_step(w, x, y, eta) == pytest.approx(batch, rel=0, abs=4 * 2**-51)


def test_a_stochastic_step_keeps_the_digits_of_a_small_error() -> None:
    """At a score of 40 the error is e⁻⁴⁰; computed as 1 − σ(40) it would be rounded to 0."""
    step = stochastic_step([40.0, 0.0], [1.0, 1.0], 1, eta=1.0)
    assert step == ascent_step([40.0, 0.0], [[1.0, 1.0]], [1], eta=1.0)
    assert isclose(step[1], exp(-40), rel_tol=1e-15)


@given(problems(), st.floats(0.01, 1))
def test_stochastic_steps_average_to_the_batch_gradient(problem: Problem, eta: float) -> None:
    """The mean step on one random example is η ∇l / N."""
    w, rows, labels = problem
    steps = [stochastic_step(w, x, y, eta) for x, y in zip(rows, labels)]
    moves = [fsum(new - old for new in ws) / len(rows) for old, ws in zip(w, zip(*steps))]
    expected = [eta * g / len(rows) for g in gradient(w, rows, labels)]
    assert moves == pytest.approx(expected, rel=0, abs=2**-50)  # each w + … is rounded at 2


def test_the_worked_stochastic_step() -> None:
    """At (½, −⅓) the gradient of the first example alone is (−0.69706, 0.69706)."""
    step = stochastic_step(W, ROWS[0], LABELS[0], eta=1.0)
    assert [a - b for a, b in zip(step, W)] == pytest.approx(
        [-0.6970592839654073, 0.6970592839654073], rel=1e-15
    )


def perceptron(rows: list[list[F]], labels: list[int]) -> tuple[list[F], int, int]:
    """Weights after the first epoch without a mistake, number of epochs, number of mistakes."""
    w, mistakes = [F(0)] * len(rows[0]), 0
    for epoch in range(1, 1000):
        start = mistakes
        for x, y in zip(rows, labels):
            step = perceptron_step(w, x, y, eta=F(1))
            mistakes += step != w
            w = step
        if mistakes == start:
            return w, epoch, mistakes
    raise AssertionError("a thousand epochs, and still mistakes")


vectors = st.lists(st.integers(-3, 3).map(F), min_size=3, max_size=3)


@given(vectors, st.lists(vectors, min_size=1, max_size=8))
def test_the_perceptron_finds_a_separator_within_novikoffs_bound(
    truth: list[F], points: list[list[F]]
) -> None:
    """If w* separates the data with margin γ, there are at most R² ‖w*‖² / γ² mistakes."""
    rows = [x for x in points if dot(truth, x) != 0]
    assume(rows)
    labels = [1 if dot(truth, x) > 0 else 0 for x in rows]
    w, _, mistakes = perceptron(rows, labels)
    assert [1 if dot(w, x) >= 0 else 0 for x in rows] == labels
    margin = min(abs(dot(truth, x)) for x in rows)
    radius2 = max(dot(x, x) for x in rows)
    assert mistakes * margin**2 <= radius2 * dot(truth, truth)


def test_the_worked_perceptron() -> None:
    """Points −1, 1, 2 with labels 0, 1, 1: the weights after two epochs are (−1, 1)."""
    rows = [[F(1), F(-1)], [F(1), F(1)], [F(1), F(2)]]
    assert perceptron(rows, [0, 1, 1])[:2] == ([F(-1), F(1)], 2)


@given(st.lists(numbers, min_size=2, max_size=2), st.sampled_from([0, 1]))
def test_the_perceptron_is_the_limit_of_the_stochastic_step(x: list[float], y: int) -> None:
    """For ever larger weights the sigmoid tends to the hard step, except on the boundary."""
    assume(abs(x[0] - x[1]) > 0.01)
    w = [1e6, -1e6]
    soft, hard = stochastic_step(w, x, y, 0.5), perceptron_step(w, x, y, 0.5)
    assert soft == hard


@given(small_weights, bits)
@in_sixty_digits
def test_a_newton_step_solves_its_system(w: list[float], labels: list[int]) -> None:
    """Σ p (1 − p) x (x · d) = Σ x (y − p) for the step d, with every p in sixty digits."""
    step = newton_step(w, PLANE, labels)
    d = [Decimal(b) - Decimal(a) for a, b in zip(w, step)]
    scores = [sum((F(a) * F(b) for a, b in zip(w, x)), F(0)) for x in PLANE]
    p = [oracle.sigmoid(s) for s in scores]
    along = [sum((Decimal(a) * b for a, b in zip(x, d)), Decimal(0)) for x in PLANE]
    for column in zip(*PLANE):
        terms = zip(column, labels, p, along)
        off = sum((Decimal(x) * (q * (1 - q) * a - (y - q)) for x, y, q, a in terms), Decimal(0))
        assert abs(off) <= Decimal("1e-13")  # sums of six terms of size 5, solved in three unknowns


@given(small_weights, bits)
def test_reweighted_least_squares_is_newtons_method(w: list[float], labels: list[int]) -> None:
    """(XᵀRX)⁻¹ XᵀRz is W − H⁻¹ ∇l, on ordinary numbers and for any labels."""
    newton = pytest.approx(newton_step(w, PLANE, labels), rel=1e-12, abs=1e-12)
    assert reweighted_least_squares_step(w, PLANE, labels) == newton


@pytest.mark.parametrize("far", [20.0, 40.0, 700.0])
def test_one_confident_example_does_not_change_reweighted_least_squares(far: float) -> None:
    """If p (1 − p) is tiny, the example has almost no weight, and both formulas agree."""
    rows, labels = [*ROWS, [1.0, far]], [*LABELS, 1]
    newton = pytest.approx(newton_step([0.0, 1.0], rows, labels), rel=1e-12, abs=0.0)
    assert reweighted_least_squares_step([0.0, 1.0], rows, labels) == newton


def test_the_worked_newton_step() -> None:
    """From zero, (4, 2; 2, 6)/4 d = (0, 1) gives (−0.4, 0.8)."""
    assert newton_step([0.0, 0.0], ROWS, LABELS) == pytest.approx([-0.4, 0.8], rel=1e-15, abs=0.0)
    irls = reweighted_least_squares_step([0.0, 0.0], ROWS, LABELS)
    assert irls == pytest.approx([-0.4, 0.8], rel=1e-15, abs=0.0)


def test_newton_converges_quadratically() -> None:
    """Near the maximum, each step squares the distance to it."""
    w, distances = [0.0, 0.0], []
    for _ in range(4):
        w = newton_step(w, ROWS, LABELS)
        distances.append(max(abs(a - b) for a, b in zip(w, MAXIMISER)))
    for before, after in zip(distances[:-1], distances[1:]):
        assert after <= before**2 + 1e-15


@given(*[st.integers(-9, 9).map(float)] * 4, st.integers(1, 9).map(float))
def test_the_second_direction_is_conjugate_to_the_first(
    g0: float, g1: float, a: float, b: float, c: float
) -> None:
    """For a quadratic with curvature A, after an exact line search, d₂ᵀ A d₁ = 0."""
    hessian = [[a * a + c, a * b], [a * b, b * b + c]]
    first = [g0, g1]
    assume(any(first))
    decrease = mat_vec(hessian, first)
    length = dot(first, first) / dot(first, decrease)
    g = [p - length * q for p, q in zip(first, decrease)]
    second = conjugate_direction(g, first, direction=first)
    size = dot(first, first) * 20 * (a * a + b * b + c)
    assert abs(dot(second, decrease)) <= 1e-13 * size


@given(*[st.lists(st.integers(-9, 9).map(float), min_size=2, max_size=2)] * 3)
def test_the_direction_is_the_gradient_if_beta_would_be_negative(
    g: list[float], more: list[float], direction: list[float]
) -> None:
    """If g · (g − last) is negative, β is zero and the search restarts along g."""
    last = [a + (m if a >= 0 else -m) for a, m in zip(g, map(abs, more))]
    assume(any(last))
    assert conjugate_direction(g, last, direction) == g


def test_a_worked_conjugate_direction() -> None:
    """g = (3, 4) after (5, 0): β = (3·(−2) + 4·4)/25 = 2/5, so d = (3, 4) + 2/5 (10, 0)."""
    assert conjugate_direction([3.0, 4.0], [5.0, 0.0], direction=[10.0, 0.0]) == [7, 4]


def test_conjugate_gradients_reach_the_maximum() -> None:
    """With a line search by bisection, a dozen directions are enough."""
    w = [0.0, 0.0]
    g = direction = gradient(w, ROWS, LABELS)
    for _ in range(12):
        low, high = 0.0, 8.0
        for _ in range(50):
            middle = (low + high) / 2
            ahead = [a + middle * d for a, d in zip(w, direction)]
            rising = dot(gradient(ahead, ROWS, LABELS), direction) > 0
            low, high = (middle, high) if rising else (low, middle)
        w = [a + low * d for a, d in zip(w, direction)]
        last, g = g, gradient(w, ROWS, LABELS)
        direction = conjugate_direction(g, last, direction)
    assert w == pytest.approx(MAXIMISER, rel=1e-10, abs=0.0)


RULES = [
    partial(ascent_step, eta=0.5),
    partial(penalised_step, eta=0.5, lam=1.0),
    partial(shifted_step, eta=0.5, lam=1.0, mean=[0.0, 0.0]),
    newton_step,
    reweighted_least_squares_step,
]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("rows", "labels", "message"),
    [
        ([], [], "no examples"),
        (ROWS, [0, 1], "must be equal"),
        (ROWS, [0, 1, 2, 0], "got 2 at position 2"),
        ([[1.0, nan], [1.0, 0.0]], [0, 1], "nan"),
        ([[1.0, 2.0], [1.0]], [0, 1], "row 1 .*got 1"),
    ],
)
def test_invalid_data_are_an_error_in_every_rule(
    rule: Callable[[list[float], list[list[float]], list[int]], object],
    rows: list[list[float]],
    labels: list[int],
    message: str,
) -> None:
    """No examples, unequal lengths, unknown labels and NaN each have their own message."""
    with pytest.raises(TextbookError, match=message):
        rule([0.0, 0.0], rows, labels)


@pytest.mark.parametrize("eta", [0.0, -1.0, nan, inf])
@pytest.mark.parametrize(
    "rule",
    [
        lambda eta: ascent_step(W, ROWS, LABELS, eta),
        lambda eta: penalised_step(W, ROWS, LABELS, eta, 1.0),
        lambda eta: shifted_step(W, ROWS, LABELS, eta, 1.0, W),
        lambda eta: stochastic_step(W, ROWS[0], 1, eta),
        lambda eta: perceptron_step(W, ROWS[0], 1, eta),
    ],
)
def test_a_step_size_that_is_not_positive_is_an_error(
    rule: Callable[[float], object], eta: float
) -> None:
    """A step size is finite and above zero."""
    with pytest.raises(TextbookError, match=f"η must be .*got {eta}"):
        rule(eta)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (lambda: penalised_step(W, ROWS, LABELS, 0.5, -1.0), "λ must be .*got -1.0"),
        (lambda: shifted_step(W, ROWS, LABELS, 0.5, 1.0, [0.0]), "2 weights and 1 mean"),
        (lambda: penalised_gradient(W, ROWS, LABELS, nan), "λ must be .*got nan"),
        (lambda: stochastic_step([0.0], [1.0, 2.0], 1, 0.5), "got 2"),
        (lambda: stochastic_step([0.0], [nan], 1, 0.5), "nan"),
        (lambda: stochastic_step([0.0], [1.0], 2, 0.5), "got 2"),
        (lambda: perceptron_step([F(0)], [F(1)], -1, F(1)), "got -1"),
        (lambda: newton_step([0.0, 0.0], [[1.0, 1.0]] * 2, [0, 1]), "not positive definite"),
        (lambda: reweighted_least_squares_step([0.0, 800.0], ROWS, LABELS), "newton_step"),
        (lambda: conjugate_direction([1.0], [0.0], [1.0]), "gradient must not be 0"),
        (lambda: conjugate_direction([1.0, 2.0], [1.0], [1.0]), "must be equal"),
        (lambda: conjugate_direction([1.0, 2.0], [1.0, 1.0], [1.0]), "must be equal"),
        (lambda: safe_step_size([[0.0], [0.0]]), "every feature is 0"),
        (lambda: safe_step_size([[1.0], [1.0, 2.0]]), "must be equal"),
        (lambda: safe_step_size([[nan]]), "nan"),
        (lambda: safe_step_size([[1e-155]]), "float"),
    ],
)
def test_input_without_a_result_is_an_error(question: Callable[[], object], message: str) -> None:
    """Unknown labels, singular data, zero gradients and empty tables raise TextbookError."""
    with pytest.raises(TextbookError, match=message):
        question()
