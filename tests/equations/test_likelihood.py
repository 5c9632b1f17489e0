"""Sections 3.2 and 3.3: equivalent forms of the log likelihood, its gradient and Hessian."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction as F
from functools import partial
from itertools import product
from math import exp, factorial, fsum, inf, isclose, log, nan, pi, prod

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests import oracle
from tests.oracle import dec, in_sixty_digits, ulps
from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.bridge import boolean_to_logistic, poisson_to_logistic
from textbook_ml.equations.gaussian import normal_log_pdf
from textbook_ml.equations.likelihood import (
    conditional_likelihood,
    conditional_log_likelihood,
    gradient,
    gradient_by_terms,
    gradient_expanded,
    gradient_factored,
    hessian,
    joint_log_likelihood,
    kappa_log_prior,
    lam_from_kappa,
    log_likelihood_by_odds,
    map_objective,
    marginal_log_likelihood,
    normal_log_prior,
    numerical_gradient,
    penalised_gradient,
    penalised_log_likelihood,
    population_gradient,
    residuals,
    shifted_log_prior,
    signed_log_likelihood,
    simplified_log_likelihood,
    to_signs,
    xing_log_likelihood,
)
from textbook_ml.equations.logistic import with_intercept

ROWS = with_intercept([[-1.0], [0.0], [1.0], [2.0]])
LABELS = [0, 1, 0, 1]
W = [1 / 2, -1 / 3]

Problem = tuple[list[float], list[list[float]], list[int]]

# Multiples of 1/8: their scores are exact floats, so the expected values are exact.
eighths = st.integers(-16, 16).map(lambda n: n / 8)
lams = st.integers(0, 32).map(lambda n: n / 8)


@st.composite
def problems(draw: st.DrawFn, numbers: st.SearchStrategy[float] = eighths) -> Problem:
    """Weights, rows with the leading one, and labels."""
    width = draw(st.integers(0, 2))
    vectors = st.lists(numbers, min_size=width, max_size=width)
    data = draw(st.lists(st.tuples(vectors, st.sampled_from([0, 1])), min_size=1, max_size=6))
    w = [draw(numbers), *draw(vectors)]
    return w, with_intercept([x for x, _ in data]), [y for _, y in data]


def exact_scores(w: Sequence[float], rows: Sequence[Sequence[float]]) -> list[F]:
    """w · x for every row, without rounding."""
    return [sum((F(a) * F(b) for a, b in zip(w, x)), F(0)) for x in rows]


@in_sixty_digits
def true_log_likelihood(w: list[float], rows: list[list[float]], labels: list[int]) -> Decimal:
    """Σ ln P(label | row) in sixty digits."""
    scores = exact_scores(w, rows)
    return sum((oracle.log_sigmoid(s if y else -s) for s, y in zip(scores, labels)), Decimal(0))


@in_sixty_digits
def true_gradient(w: list[float], rows: list[list[float]], labels: list[int]) -> list[Decimal]:
    """Σ x (y − P(Y = 1 | x)) in sixty digits; 1 − P is computed as P(Y = 0 | x), without loss."""
    scores = exact_scores(w, rows)
    errors = [oracle.sigmoid(-s) if y else -oracle.sigmoid(s) for s, y in zip(scores, labels)]
    return [sum((dec(x[i]) * e for x, e in zip(rows, errors)), Decimal(0)) for i in range(len(w))]


def signed(w: list[float], rows: list[list[float]], labels: list[int]) -> float:
    """The form for labels −1 and +1, on labels 0 and 1."""
    return signed_log_likelihood(w, rows, to_signs(labels))


@given(problems(), st.sampled_from([1.0, 32.0]))
def test_the_log_likelihood_has_an_error_of_at_most_4_ulp(problem: Problem, factor: float) -> None:
    """All terms have the same sign, so there is no cancellation, also for large scores."""
    w, rows, labels = problem
    w = [factor * a for a in w]
    truth = true_log_likelihood(w, rows, labels)
    assert ulps(conditional_log_likelihood(w, rows, labels), truth) <= 4
    assert ulps(signed(w, rows, labels), truth) <= 4


@given(problems(), st.sampled_from([1.0, 5000.0]))
def test_all_four_forms_of_the_log_likelihood_agree(problem: Problem, factor: float) -> None:
    """The forms of Mitchell, Xing and Sontag agree, and are finite for scores of 10,000."""
    w, rows, labels = problem
    w = [factor * a for a in w]
    plain = conditional_log_likelihood(w, rows, labels)
    # y s − ln(1 + eˢ) is the difference of two numbers as large as the score.
    rounding = 2**-51 * float(sum(abs(s) + 1 for s in exact_scores(w, rows)))
    for form in (simplified_log_likelihood, xing_log_likelihood, signed):
        assert abs(form(w, rows, labels) - plain) <= rounding
    assert -inf < plain <= 0


@pytest.mark.parametrize("score", [1e4, -1e4])
def test_a_confident_error_costs_its_score_and_a_correct_one_zero(score: float) -> None:
    """At scores of ±10,000 every form returns −10,000 or 0."""
    for form in (
        conditional_log_likelihood,
        simplified_log_likelihood,
        xing_log_likelihood,
        signed,
    ):
        assert form([score], [[1.0]], [0 if score > 0 else 1]) == -1e4
        assert form([score], [[1.0]], [1 if score > 0 else 0]) == 0


def test_worked_log_likelihoods() -> None:
    """For four examples the value is 4 ln ½ at weights 0, and −3.2282 at (½, −⅓)."""
    assert isclose(conditional_log_likelihood([0.0, 0.0], ROWS, LABELS), -4 * log(2), rel_tol=1e-15)
    assert isclose(conditional_likelihood([0.0, 0.0], ROWS, LABELS), 1 / 16, rel_tol=1e-15)
    for form in (
        conditional_log_likelihood,
        simplified_log_likelihood,
        xing_log_likelihood,
        signed,
    ):
        assert isclose(form(W, ROWS, LABELS), -3.2281925829802516, rel_tol=1e-15)


@given(problems())
@in_sixty_digits
def test_the_likelihood_is_the_product_of_the_probabilities(problem: Problem) -> None:
    """Π P(label | row); the exponential multiplies the rounding of the logarithm by its size."""
    w, rows, labels = problem
    scores = exact_scores(w, rows)
    truth = prod(oracle.sigmoid(s if y else -s) for s, y in zip(scores, labels))
    size = 1 + abs(conditional_log_likelihood(w, rows, labels))
    assert ulps(conditional_likelihood(w, rows, labels), Decimal(truth)) <= 4 * size


def test_signs_are_two_times_the_label_minus_one() -> None:
    """y = 2t − 1 maps 0 to −1 and 1 to +1."""
    assert to_signs([0, 1, 1]) == [-1, 1, 1]


@given(problems(), st.sampled_from([1.0, 32.0]))
@in_sixty_digits
def test_residuals_of_confident_predictions_are_accurate(problem: Problem, factor: float) -> None:
    """Y − P(Y = 1) is within 3 ulp, has the sign of the label, and is never zero."""
    w, rows, labels = problem
    w = [factor * a for a in w]
    for error, s, y in zip(residuals(w, rows, labels), exact_scores(w, rows), labels):
        assert ulps(error, oracle.sigmoid(-s) if y else -oracle.sigmoid(s)) <= 3
        assert 0 < error <= 1 if y else -1 <= error < 0


def test_worked_residuals() -> None:
    """With w = (0, 1) the four errors are −0.2689, 0.5, −0.7311 and 0.1192."""
    expected = [-0.2689414213699951, 0.5, -0.7310585786300049, 0.11920292202211756]
    assert residuals([0.0, 1.0], ROWS, LABELS) == pytest.approx(expected, rel=1e-15, abs=0.0)


@given(problems(), st.sampled_from([1.0, 32.0]))
def test_the_gradient_is_the_printed_sum(problem: Problem, factor: float) -> None:
    """The gradient equals Σ x (y − P), up to the rounding of each term."""
    w, rows, labels = problem
    w = [factor * a for a in w]
    errors = residuals(w, rows, labels)
    for i, (g, truth) in enumerate(zip(gradient(w, rows, labels), true_gradient(w, rows, labels))):
        terms = fsum(abs(x[i] * e) for x, e in zip(rows, errors))
        assert abs(Decimal(g) - truth) <= Decimal(4 * 2**-53 * terms)
    assert gradient(w, rows, labels)[0] == fsum(errors)  # the feature of the intercept is 1


# With h = 2⁻¹⁷ the third derivative adds 1e-10, and the rounding of l (at most 80) 5e-9.
differences = partial(pytest.approx, rel=1e-8, abs=1e-8)


@given(problems(), lams)
def test_gradients_agree_with_central_differences(problem: Problem, lam: float) -> None:
    """Central differences of l(W), and of l(W) minus its penalty, give the two gradients."""
    w, rows, labels = problem
    plain = numerical_gradient(lambda v: conditional_log_likelihood(v, rows, labels), w)
    penalised = numerical_gradient(lambda v: penalised_log_likelihood(v, rows, labels, lam), w)
    assert gradient(w, rows, labels) == differences(plain)
    assert penalised_gradient(w, rows, labels, lam) == differences(penalised)


def test_worked_gradients() -> None:
    """(0, 1) at weights 0; at (½, −⅓) without a penalty and with λ = ½."""
    assert gradient([0.0, 0.0], ROWS, LABELS) == [0, 1]
    assert gradient(W, ROWS, LABELS) == pytest.approx(
        [-0.3195186151672618, 1.238629767182207], rel=1e-14
    )
    assert penalised_gradient(W, ROWS, LABELS, lam=0.5) == pytest.approx(
        [-0.5695186151672619, 1.4052964338488738], rel=1e-14
    )


@given(problems())
def test_the_gradient_of_two_data_sets_is_the_sum_of_both(problem: Problem) -> None:
    """The gradient is a sum over examples, so the data can be split."""
    w, rows, labels = problem
    others = [1 - y for y in labels]
    parts = zip(gradient(w, rows, labels), gradient(w, rows, others))
    both = gradient(w, rows + rows, labels + others)
    assert both == pytest.approx([a + b for a, b in parts], rel=1e-14, abs=1e-14)


@given(st.lists(eighths, min_size=2, max_size=2), *[st.integers(-9, 9)] * 3)
def test_central_differences_are_exact_for_quadratics(
    w: list[float], a: int, b: int, c: int
) -> None:
    """The quadratic terms cancel, and division by powers of two is exact."""
    found = numerical_gradient(lambda v: a * v[0] * v[0] + b * v[0] * v[1] + c * v[1], w)
    assert found == [2 * a * w[0] + b * w[1], b * w[0] + c]


def test_central_differences_are_accurate_for_large_weights() -> None:
    """At 1e12 a step of 2⁻¹⁷ would be lost in w + h; the derivative of w is still 1."""
    assert numerical_gradient(lambda v: v[0], [1e12]) == [1.0]


@given(problems())
def test_the_hessian_agrees_with_differences_of_the_gradient(problem: Problem) -> None:
    """Central differences of each component of the gradient are a row of the Hessian."""
    w, rows, labels = problem
    for i, row in enumerate(hessian(w, rows)):
        assert row == differences(numerical_gradient(lambda v: gradient(v, rows, labels)[i], w))


@given(problems(st.floats(-2, 2)))
def test_the_hessian_is_symmetric(problem: Problem) -> None:
    """Entries (i, j) and (j, i) are the same float, as the solver requires."""
    w, rows, _ = problem
    curvature = hessian(w, rows)
    assert [list(column) for column in zip(*curvature)] == curvature


@given(problems(), st.lists(eighths, min_size=3, max_size=3))
def test_the_hessian_is_negative_semi_definite(problem: Problem, direction: list[float]) -> None:
    """vᵀ H v = −Σ p (1 − p) (v · x)² in every direction, never positive."""
    w, rows, _ = problem
    v = direction[: len(w)]
    bent = sum(
        (F(a) * F(h) * F(b) for a, row in zip(v, hessian(w, rows)) for h, b in zip(row, v)), F(0)
    )
    variances = [oracle.sigmoid(s) * oracle.sigmoid(-s) for s in exact_scores(w, rows)]
    truth = -sum((F(p) * s * s for p, s in zip(variances, exact_scores(v, rows))), F(0))
    largest = sum(sum(abs(F(a) * F(b)) for a, b in zip(v, x)) ** 2 for x in rows)
    rounding = 2 * F(2) ** -52 * largest  # of each entry; p (1 − p) is at most 1/4
    assert abs(bent - truth) <= rounding
    assert bent <= rounding


def test_the_worked_hessian() -> None:
    """At weights 0 every p (1 − p) is 1/4: −(4, 2; 2, 6)/4."""
    assert hessian([0.0, 0.0], ROWS) == [[-1, -0.5], [-0.5, -1.5]]


@given(problems(), problems(), st.integers(0, 8))
def test_the_log_likelihood_is_concave(one: Problem, two: Problem, eighth: int) -> None:
    """Between two weight vectors l(W) is not below the straight line."""
    a, rows, labels = one
    b = (two[0] * 3)[: len(a)]
    between = [(eighth * p + (8 - eighth) * q) / 8 for p, q in zip(a, b)]
    ends = [true_log_likelihood(v, rows, labels) for v in (a, b)]
    chord = float((eighth * ends[0] + (8 - eighth) * ends[1]) / 8)
    assert conditional_log_likelihood(between, rows, labels) >= chord * (1 + 4 * 2**-52)


def test_the_likelihood_of_separable_data_has_no_maximum() -> None:
    """Two points on either side of 0: l increases towards 0 and never reaches it."""
    values = [
        conditional_log_likelihood([0.0, t], [[1.0, -1.0], [1.0, 1.0]], [0, 1])
        for t in (1.0, 10.0, 30.0, 700.0)
    ]
    assert values[:2] == pytest.approx(
        [-0.6265233750364456, -9.07977984337293e-05], rel=1e-14, abs=0.0
    )
    assert values == sorted(values)
    assert values[2] < values[3] < 0


def test_a_boolean_feature_has_its_maximum_in_closed_form() -> None:
    """With fractions 1/3 at x = 0 and 4/5 at x = 1, the gradient is 0 at their log odds."""
    rows = with_intercept([[0.0]] * 3 + [[1.0]] * 5)
    labels = [1, 0, 0, 1, 1, 1, 1, 0]
    w = [-log(2), log(4) + log(2)]
    assert gradient(w, rows, labels) == pytest.approx([0, 0], abs=1e-15)
    assert isclose(w[1], 2.0794415416798357, rel_tol=1e-15)


@given(problems(), lams)
def test_the_penalty_is_half_lambda_times_the_squared_norm(problem: Problem, lam: float) -> None:
    """All weights are penalised, also the intercept; λ = 0 changes nothing."""
    w, rows, labels = problem
    plain = conditional_log_likelihood(w, rows, labels)
    penalty = float(F(lam) / 2 * sum(F(a) ** 2 for a in w))
    assert penalised_log_likelihood(w, rows, labels, 0.0) == plain
    assert penalised_gradient(w, rows, labels, 0.0) == gradient(w, rows, labels)
    assert isclose(penalised_log_likelihood(w, rows, labels, lam), plain - penalty, rel_tol=1e-15)


def test_worked_penalties_and_priors() -> None:
    """λ = ½ at (½, −⅓): −3.3185 penalised, and −5.8495 with the Normal prior's constant."""
    assert isclose(
        penalised_log_likelihood(W, ROWS, LABELS, lam=0.5), -3.3184703607580293, rel_tol=1e-15
    )
    assert isclose(normal_log_prior([0.0, 0.0], lam=0.5), -2.5310242469692907, rel_tol=1e-15)
    assert isclose(kappa_log_prior([1.0, -3.0], kappa=2.0), -4.474171427529236, rel_tol=1e-15)
    objective = map_objective(W, ROWS, LABELS, partial(normal_log_prior, lam=0.5))
    assert isclose(objective, -5.84949460772732, rel_tol=1e-15)


vectors = st.lists(st.floats(-9, 9), min_size=1, max_size=3)
lambdas = st.floats(0.01, 99)


@given(vectors, vectors, lambdas)
def test_the_log_prior_is_the_penalty_up_to_a_constant(
    one: list[float], two: list[float], lam: float
) -> None:
    """ln N(W; 0, I/λ) + (λ/2) ‖W‖² is the same for every W, namely (n/2) ln(λ/2π)."""
    for w in (one, (two * 3)[: len(one)]):
        squares = float(F(lam) / 2 * sum(F(a) ** 2 for a in w))
        constant = len(w) / 2 * log(lam / (2 * pi))
        truth = fsum(normal_log_pdf(a, 0.0, 1 / lam) for a in w)
        assert isclose(normal_log_prior(w, lam), truth, rel_tol=1e-14, abs_tol=1e-14)
        assert abs(normal_log_prior(w, lam) + squares - constant) <= 2**-50 * (squares + 20)


@given(st.builds(F, st.integers(1, 99), st.integers(1, 99)))
def test_lambda_is_one_over_kappa_squared(kappa: F) -> None:
    """λ κ² = 1, exactly; a wider prior is a weaker penalty."""
    assert lam_from_kappa(kappa) * kappa * kappa == 1
    assert lam_from_kappa(2 * kappa) == lam_from_kappa(kappa) / 4


@given(vectors, lambdas, st.floats(0.1, 9))
def test_the_other_priors_agree_with_the_normal_prior(
    w: list[float], lam: float, kappa: float
) -> None:
    """κ is the standard deviation of the same prior; a mean of 0 changes nothing."""
    by_kappa = fsum(normal_log_pdf(a, 0.0, kappa * kappa) for a in w)
    assert isclose(kappa_log_prior(w, kappa), by_kappa, rel_tol=1e-14, abs_tol=1e-14)
    assert shifted_log_prior(w, [0.0] * len(w), lam) == normal_log_prior(w, lam)
    assert shifted_log_prior(w, w, lam) == normal_log_prior([0.0] * len(w), lam)
    assert shifted_log_prior(w, [9.0] * len(w), lam) == normal_log_prior([a - 9 for a in w], lam)


@given(problems(), st.floats(-9, 0))
def test_with_a_flat_prior_map_is_maximum_likelihood(problem: Problem, log_density: float) -> None:
    """A prior that is equal for all weights adds a constant to the objective."""
    plain = conditional_log_likelihood(*problem)
    assert map_objective(*problem, log_prior=lambda _: log_density) == plain + log_density
    assert map_objective(*problem, log_prior=lambda _: 0.0) == plain


tables = st.lists(
    st.tuples(st.floats(1e-9, 0.5), st.floats(1e-9, 0.5), st.sampled_from([0, 1])),
    min_size=1,
    max_size=6,
)


@given(tables)
@in_sixty_digits
def test_the_joint_likelihood_is_conditional_times_marginal(
    table: list[tuple[float, float, int]],
) -> None:
    """Σ ln P(x, y) − Σ ln P(x) is Σ ln P(y | x)."""
    joint = [{0: p, 1: q} for p, q, _ in table]
    labels = [y for *_, y in table]
    posteriors = [F(p[y]) / (F(p[0]) + F(p[1])) for p, y in zip(joint, labels)]
    conditional = sum(map(oracle.ln, posteriors), Decimal(0))
    whole, part = joint_log_likelihood(joint, labels), marginal_log_likelihood(joint)
    rounding = 2**-51 * (abs(whole) + abs(part))
    assert abs(Decimal(whole) - Decimal(part) - conditional) <= Decimal(rounding)


def test_the_worked_decomposition() -> None:
    """Six examples under Laplace estimates: −12.7647 = −2.8940 − 9.8707."""
    theta = [
        ({0: 2 / 4, 1: 2 / 4}, {"a": 1 / 5, "b": 2 / 5, "c": 2 / 5}),
        ({0: 2 / 6, 1: 4 / 6}, {"a": 3 / 7, "b": 3 / 7, "c": 1 / 7}),
    ]
    prior = [3 / 8, 5 / 8]
    data = [(1, "a", 1), (1, "b", 1), (0, "b", 1), (1, "a", 1), (0, "c", 0), (1, "b", 0)]
    joint = [{y: prior[y] * theta[y][0][u] * theta[y][1][v] for y in (0, 1)} for u, v, _ in data]
    whole = joint_log_likelihood(joint, [y for *_, y in data])
    assert isclose(whole, -12.764747902416012, rel_tol=1e-15)
    assert isclose(marginal_log_likelihood(joint), -9.870725212560084, rel_tol=1e-15)


def test_an_impossible_label_has_log_likelihood_minus_infinity() -> None:
    """A label of probability 0 has log probability −∞, which is not an error."""
    assert joint_log_likelihood([{0: 0.0, 1: 0.5}], [0]) == -inf


thetas = st.lists(st.floats(0.05, 0.95), min_size=2, max_size=2)


@given(st.floats(0.05, 0.95), thetas, thetas)
@example(1 / 3, [1 / 2, 2 / 3], [3 / 4, 1 / 5])
def test_at_the_weights_of_a_true_naive_bayes_the_population_gradient_is_zero(
    p1: float, theta0: list[float], theta1: list[float]
) -> None:
    """If the assumption holds, logistic regression and naive Bayes have the same limit."""
    weights = boolean_to_logistic(p1, theta0, theta1)
    population = {
        ((1.0, *x), y): (p1 if y else 1 - p1)
        * prod(t if bit else 1 - t for t, bit in zip(theta1 if y else theta0, x))
        for x, y in product(product((0.0, 1.0), repeat=2), (0, 1))
    }
    w = [weights.w0, *weights.w]
    # The sums of eight probabilities have about eight roundings of 2⁻⁵⁴.
    assert population_gradient(w, population) == pytest.approx([0, 0, 0], abs=1e-15)
    elsewhere = population_gradient([w[0] + 0.5, *w[1:]], population)
    assert elsewhere[0] < -1e-4


def test_poisson_counts_have_the_same_limit() -> None:
    """Counts of mean 1 and 3: the gradient is 0 at weight ln 3 and intercept −2."""
    weights = poisson_to_logistic(0.5, [1.0], [3.0])
    assert [weights.w0, *weights.w] == pytest.approx([-2, log(3)], rel=1e-15, abs=0.0)
    population: dict[tuple[tuple[float, ...], int], float] = {
        ((1.0, float(k)), y): exp(-rate) * rate**k / factorial(k) / 2
        for k in range(60)
        for y, rate in ((0, 1.0), (1, 3.0))
    }
    assert population_gradient([-2.0, log(3)], population) == pytest.approx([0, 0], abs=1e-15)


@given(problems())
def test_a_population_of_equally_likely_rows_has_the_mean_gradient(problem: Problem) -> None:
    """The gradient of the population is the gradient of the data divided by N."""
    w, rows, labels = problem
    population: dict[tuple[tuple[float, ...], int], float] = {}
    for x, y in zip(rows, labels):
        key = (tuple(x), y)
        population[key] = population.get(key, 0.0) + 1 / len(rows)
    expected = [g / len(rows) for g in gradient(w, rows, labels)]
    assert population_gradient(w, population) == pytest.approx(expected, rel=1e-13, abs=1e-15)


ALL_FORMS = [
    conditional_likelihood,
    conditional_log_likelihood,
    simplified_log_likelihood,
    xing_log_likelihood,
    signed,
    residuals,
    gradient,
    partial(penalised_log_likelihood, lam=1.0),
    partial(penalised_gradient, lam=1.0),
]


@pytest.mark.parametrize("form", ALL_FORMS)
@pytest.mark.parametrize(
    ("w", "rows", "labels", "message"),
    [
        ([0.0, 0.0], [], [], "no examples"),
        ([0.0, 0.0], ROWS, [0, 1], "4 rows and 2 labels"),
        ([0.0], ROWS, LABELS, "row 0 .* 1 weights, got 2"),
        ([0.0, 0.0], ROWS, [0, 1, 2, 0], "got 2 at position 2"),
        ([0.0, 0.0], [[1.0, nan]], [1], "nan"),
        ([0.0, 1.0], [[1.0, inf]], [1], "inf"),
        ([nan, 0.0], ROWS, LABELS, "nan"),
        ([0.0, 0.0], [[1.0, 2.0], [1.0]], [0, 1], "row 1 .* 2 weights, got 1"),
    ],
)
def test_invalid_data_are_an_error_in_every_form(
    form: Callable[[list[float], list[list[float]], list[int]], object],
    w: list[float],
    rows: list[list[float]],
    labels: list[int],
    message: str,
) -> None:
    """No examples, unequal lengths, unknown labels, NaN and infinities raise TextbookError."""
    with pytest.raises(TextbookError, match=message):
        form(w, rows, labels)


FAR, MINUS = [0.0, 1.7e308], [[1.0, -1.0]] * 3


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (lambda: conditional_log_likelihood(FAR, MINUS, [1] * 3), "larger than any float"),
        (lambda: simplified_log_likelihood(FAR, MINUS, [1] * 3), "larger than any float"),
        (lambda: xing_log_likelihood(FAR, MINUS, [0] * 3), "larger than any float"),
        (lambda: signed_log_likelihood(FAR, MINUS, [1] * 3), "larger than any float"),
        (lambda: signed_log_likelihood([0.0, 0.0], ROWS, LABELS), "to_signs"),
        (lambda: signed_log_likelihood([0.0, 0.0], ROWS, [1, -1]), "must be equal"),
        (lambda: to_signs([0, 2]), "got 2 at position 1"),
        (lambda: hessian([0.0], []), "no examples"),
        (lambda: hessian([0.0, 0.0], [[1.0, nan]]), "nan"),
        (lambda: numerical_gradient(lambda w: w[0], [1.0], step=0.0), "step"),
        (lambda: penalised_log_likelihood(W, ROWS, LABELS, -1.0), "λ must be .*got -1.0"),
        (lambda: penalised_log_likelihood(W, ROWS, LABELS, nan), "λ must be .*got nan"),
        (lambda: penalised_gradient(W, ROWS, LABELS, inf), "λ must be .*got inf"),
        (lambda: normal_log_prior([1.0], 0.0), "λ must be .*got 0.0"),
        (lambda: normal_log_prior([1.0], 5e-324), "λ must be .*got 5e-324"),
        (lambda: normal_log_prior([nan], 1.0), "(?i)nan"),
        (lambda: shifted_log_prior([1.0], [1.0, 2.0], 1.0), "1 weight and 2 means"),
        (lambda: lam_from_kappa(0.0), "κ must be .*got 0.0"),
        (lambda: lam_from_kappa(F(-1)), "κ must be .*got -1"),
        (lambda: lam_from_kappa(nan), "κ must be .*got nan"),
        (lambda: lam_from_kappa(1e-200), "1e-200|float"),
        (lambda: lam_from_kappa(1e200), r"1e\+200|float"),
        (lambda: kappa_log_prior([1.0], inf), "κ must be .*got inf"),
        (lambda: joint_log_likelihood([], []), "no examples"),
        (lambda: marginal_log_likelihood([]), "no examples"),
        (lambda: joint_log_likelihood([{0: 0.5, 1: 0.5}], [0, 1]), "must be equal"),
        (lambda: joint_log_likelihood([{0: 0.5, 1: 0.5}], [2]), "2"),
        (lambda: joint_log_likelihood([{0: -0.5, 1: 0.5}], [0]), "not negative"),
        (lambda: joint_log_likelihood([{0: nan, 1: 0.5}], [0]), "nan"),
        (lambda: marginal_log_likelihood([{0: -0.5, 1: 0.9}]), "not be negative"),
        (lambda: population_gradient([0.0], {}), "empty"),
        (lambda: population_gradient([0.0], {((1.0,), 1): 0.5}), "sum"),
        (lambda: population_gradient([0.0], {((1.0,), 2): 1.0}), "2"),
        (lambda: population_gradient([0.0], {((1.0, 2.0), 1): 1.0}), "1 weights, got 2"),
    ],
)
def test_input_without_a_result_is_an_error(question: Callable[[], object], message: str) -> None:
    """Negative penalties, empty tables and results outside the range of floats."""
    with pytest.raises(TextbookError, match=message):
        question()


def odds_rows(odds: list[F]) -> tuple[list[float], list[list[float]]]:
    """Weights and rows whose scores are ln odds; the second column is the feature."""
    return [1.0, 0.0], [[log(o), x] for o, x in zip(odds, (-1.0, 2.0, 0.5))]


def test_three_lines_of_the_log_likelihood() -> None:
    """Odds 2, 1/3, 5 and labels 1, 0, 0: e^l is 1/12 on each line."""
    w, rows = odds_rows([F(2), F(1, 3), F(5)])
    for line in (conditional_log_likelihood, log_likelihood_by_odds, simplified_log_likelihood):
        assert isclose(exp(line(w, rows, [1, 0, 0])), 1 / 12, rel_tol=1e-14)


def test_line_2_of_the_log_likelihood_at_large_scores() -> None:
    """Scores of ±1000 neither overflow nor lose the result."""
    rows = [[1000.0], [-1000.0], [1000.0]]
    assert log_likelihood_by_odds([1.0], rows, [1, 0, 0]) == -1000.0


def test_four_lines_of_the_gradient() -> None:
    """Every line is −5/4 for odds 2, 1/3, 5, labels 1, 0, 0 and feature −1, 2, 1/2."""
    w, rows = odds_rows([F(2), F(1, 3), F(5)])
    for line in (gradient_expanded, gradient_factored, gradient):
        assert isclose(line(w, rows, [1, 0, 0])[1], -5 / 4, rel_tol=1e-14)
    assert isclose(gradient_by_terms(w, rows, [1, 0, 0])[1], -5 / 4, rel_tol=1e-8)


def test_labels_of_minus_1_are_an_error() -> None:
    """The formulas hold for the labels 0 and 1 only."""
    for line in (gradient_by_terms, gradient_expanded, gradient_factored):
        with pytest.raises(TextbookError, match="labels must be 0 or 1, got -1"):
            line([0.0], [[1.0]], [-1])
