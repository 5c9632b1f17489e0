"""Equations (27) to (29): many classes, three parametrisations, and the case of two classes."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction as F
from functools import partial
from math import exp, fsum, inf, isclose, log, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.oracle import in_sixty_digits, ulps
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.linalg import mat_vec
from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.ascent import penalised_step
from textbook_ml.equations.likelihood import (
    conditional_log_likelihood,
    gradient,
    numerical_gradient,
    penalised_gradient,
)
from textbook_ml.equations.logistic import (
    logistic_p0,
    logistic_p1,
    mitchell_p0,
    mitchell_p1,
    with_intercept,
)
from textbook_ml.equations.softmax import (
    reference_softmax,
    softmax,
    softmax_gradient,
    softmax_log_likelihood,
    softmax_residuals,
    softmax_step,
    to_reference,
    xing_softmax,
)

ROWS = with_intercept([[-1.0], [0.0], [1.0], [2.0]])
LABELS = [0, 1, 0, 1]

Matrix = list[list[float]]
Problem = tuple[Matrix, Matrix, list[int]]

# Multiples of 1/8: their products, sums and differences here are exact floats.
eighths = st.integers(-16, 16).map(lambda n: n / 8)
score_lists = st.lists(st.integers(-400, 400).map(lambda n: n / 8), min_size=1, max_size=5)
pairs = st.lists(eighths, min_size=2, max_size=2)
rationals = st.builds(F, st.integers(-40, 40), st.integers(1, 12))
matrices = st.lists(pairs, min_size=1, max_size=4)
two_ulps = partial(pytest.approx, rel=2.0**-51, abs=0.0)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """K − 1 weight vectors, rows with the leading one, and class numbers."""
    w = draw(st.lists(pairs, min_size=1, max_size=3))
    labels = st.integers(0, len(w))
    data = draw(st.lists(st.tuples(eighths, labels), min_size=1, max_size=5))
    return w, with_intercept([[x] for x, _ in data]), [y for _, y in data]


def all_scores(w: Matrix, x: list[float]) -> list[float]:
    """The scores of all K classes; the score of the reference class is 0."""
    return [*mat_vec(w, x), 0.0]


@in_sixty_digits
def true_residuals(scores: list[float], y: int) -> list[Decimal]:
    """δ − p in sixty digits; 1 − p is the sum over the other classes."""
    weights = [oracle.exp(s) for s in scores]
    everything = sum(weights, Decimal(0))
    others = sum((v for j, v in enumerate(weights) if j != y), Decimal(0))
    return [(others if j == y else -v) / everything for j, v in enumerate(weights)]


@given(score_lists)
@in_sixty_digits
def test_softmax_is_each_exponential_divided_by_their_sum(scores: list[float]) -> None:
    """Each probability is within 4 ulp of its formula, and the sum is 1."""
    weights = [oracle.exp(s) for s in scores]
    everything = sum(weights, Decimal(0))
    probabilities = softmax(scores)
    for p, weight in zip(probabilities, weights):
        assert ulps(p, weight / everything) <= 4
    assert abs(fsum(probabilities) - 1) <= len(scores) * 2**-53


@given(score_lists, st.integers(-80_000, 80_000).map(lambda n: n / 8))
def test_adding_a_constant_to_all_scores_changes_nothing(scores: list[float], shift: float) -> None:
    """The results are bit for bit the same, also for a constant of ten thousand."""
    assert softmax([s + shift for s in scores]) == softmax(scores)


def test_scores_of_any_size_do_not_overflow() -> None:
    """If exponentials overflow, the largest score has probability 1; ties are equal."""
    assert softmax([1e4, -1e4]) == softmax([1.7e308, -1.7e308]) == [1, 0]
    assert softmax([-1e4] * 4) == [0.25] * 4


@given(pairs, pairs)
def test_two_classes_are_the_binary_model_in_both_orders(w: list[float], x: list[float]) -> None:
    """If y₁ is the label 1 this is (25) and (24); if y₁ is the label 0, (17) and (16)."""
    probabilities = reference_softmax([w], x)
    assert probabilities == two_ulps([logistic_p1(0.0, w, x), logistic_p0(0.0, w, x)])
    assert probabilities == two_ulps([mitchell_p0(0.0, w, x), mitchell_p1(0.0, w, x)])


@given(pairs, pairs, pairs)
def test_two_weight_vectors_are_the_binary_model_of_their_difference(
    one: list[float], two: list[float], x: list[float]
) -> None:
    """The K-vector form with K = 2 is the sigmoid of (w₁ − w₂) · x; Xing's has the other sign."""
    gap = mat_vec([[a - b for a, b in zip(one, two)]], x)[0]
    assert softmax(mat_vec([one, two], x)) == two_ulps([sigmoid(gap), sigmoid(-gap)])
    assert xing_softmax([one, two], x) == two_ulps([sigmoid(-gap), sigmoid(gap)])


@given(matrices, pairs)
def test_the_three_parametrisations_agree(w: Matrix, x: list[float]) -> None:
    """K vectors, the K − 1 differences from the last, and Xing's negated vectors agree."""
    probabilities = softmax(mat_vec(w, x))
    assert reference_softmax(to_reference(w), x) == probabilities
    assert xing_softmax([[-a for a in row] for row in w], x) == probabilities


@given(matrices, pairs, pairs)
def test_adding_one_vector_to_all_weights_changes_nothing(
    w: Matrix, x: list[float], v: list[float]
) -> None:
    """The K-vector form has one redundant vector, with Xing's and with Sontag's signs."""
    moved = [[a + b for a, b in zip(row, v)] for row in w]
    assert softmax(mat_vec(moved, x)) == softmax(mat_vec(w, x))
    assert xing_softmax(moved, x) == xing_softmax(w, x)
    assert to_reference(moved) == to_reference(w)


@given(matrices, pairs)
def test_the_log_odds_against_the_reference_are_the_scores(w: Matrix, x: list[float]) -> None:
    """ln(p_k / p_K) = w_k · x, up to the rounding of the two probabilities."""
    *others, reference = reference_softmax(w, x)
    for p, score in zip(others, mat_vec(w, x)):
        assert abs(log(p / reference) - score) <= 2**-50 * (1 + abs(score))


def test_worked_probabilities() -> None:
    """Exponentials 2, e/2 and 1 give 0.4588, 0.3118 and 0.2294; two more examples."""
    everything = 3 + exp(1) / 2
    probabilities = reference_softmax([[0.0, 1.0], [1.0, -1.0]], [1.0, log(2)])
    assert probabilities == pytest.approx([2 / everything, exp(1) / 2 / everything, 1 / everything])
    assert probabilities == pytest.approx(
        [0.45880599855613974, 0.3117910021657904, 0.22940299927806987], rel=1e-15
    )
    assert softmax(mat_vec([[0.0, 1.0], [1.0, -1.0], [0.5, 2.0]], [1.0, 2.0])) == pytest.approx(
        [0.07557276011618849, 0.003762546174652858, 0.9206646937091586], rel=1e-14
    )
    assert xing_softmax([[0.0, 1.0], [1.0, -1.0], [0.5, 0.0]], [1.0, 2.0]) == pytest.approx(
        [0.03911257327068745, 0.7855970345892759, 0.1752903921400367], rel=1e-14
    )


@given(st.lists(st.lists(rationals, min_size=2, max_size=2), min_size=1, max_size=4))
def test_subtracting_the_reference_leaves_k_minus_1_vectors(w: list[list[F]]) -> None:
    """The differences are exact, and subtracting a second time changes nothing."""
    reference = to_reference(w)
    assert reference == [[a - b for a, b in zip(row, w[-1])] for row in w[:-1]]
    assert to_reference([*reference, [F(0), F(0)]]) == reference


@given(problems(), st.sampled_from([1.0, 16.0]))
@in_sixty_digits
def test_residuals_of_confident_predictions_are_accurate(problem: Problem, factor: float) -> None:
    """Each residual is within 5 ulp and not zero; the residuals of one row sum to zero."""
    w, rows, labels = problem
    w = [[factor * a for a in w_j] for w_j in w]
    for x, y, errors in zip(rows, labels, softmax_residuals(w, rows, labels)):
        for error, truth in zip(errors, true_residuals(all_scores(w, x), y), strict=True):
            assert ulps(error, truth) <= 5
            assert 0 < abs(error) <= 1
        assert abs(fsum(errors)) <= 4 * len(errors) * 2**-53 * abs(errors[y])


@pytest.mark.parametrize(
    ("score", "expected"),
    [(0.0, 2 / 3), (5.0, 0.013296708957732007), (30.0, 1.8715245937676846e-13)],
)
def test_the_error_of_a_correct_prediction_is_never_zero(score: float, expected: float) -> None:
    """Three classes, the score of the first larger by s = 0, 5, 30: its error is 2/(eˢ + 2)."""
    [[error, *_]] = softmax_residuals([[score], [0.0]], [[1.0]], [0])
    assert isclose(error, expected, rel_tol=1e-14)


@given(problems(), st.sampled_from([1.0, 16.0]))
@in_sixty_digits
def test_the_log_likelihood_has_an_error_of_at_most_4_ulp(problem: Problem, factor: float) -> None:
    """Σ ln p of the labels, also if every label has a probability near 1."""
    w, rows, labels = problem
    w = [[factor * a for a in w_j] for w_j in w]
    truth = Decimal(0)
    for x, y in zip(rows, labels):
        scores = all_scores(w, x)
        gaps = [oracle.exp(Decimal(s) - Decimal(scores[y])) for s in scores]
        truth -= oracle.log1p(sum((g for j, g in enumerate(gaps) if j != y), Decimal(0)))
    assert ulps(softmax_log_likelihood(w, rows, labels), truth) <= 4


@given(problems(), st.integers(0, 16).map(lambda n: n / 8))
def test_the_gradient_agrees_with_central_differences(problem: Problem, lam: float) -> None:
    """The gradient equals central differences in each of the (K − 1) (n + 1) weights."""
    w, rows, labels = problem
    flat = [a for w_j in w for a in w_j]

    def objective(v: list[float]) -> float:
        vectors = [v[i : i + 2] for i in range(0, len(v), 2)]
        return softmax_log_likelihood(vectors, rows, labels) - lam / 2 * fsum(a * a for a in v)

    found = [g for g_j in softmax_gradient(w, rows, labels, lam) for g in g_j]
    # With h = 2⁻¹⁷ the rounding of an objective of at most 50 adds 2e-9.
    assert found == pytest.approx(numerical_gradient(objective, flat), rel=1e-8, abs=1e-8)


def test_the_worked_gradient() -> None:
    """With one example of each of three classes, the gradient at 0 is (0, −1) and (0, 0)."""
    rows = with_intercept([[0.0], [1.0], [2.0]])
    [first, second] = softmax_gradient([[0.0, 0.0], [0.0, 0.0]], rows, [0, 1, 2])
    assert first == pytest.approx([0, -1], abs=1e-15)
    assert second == pytest.approx([0, 0], abs=1e-15)


@given(
    pairs,
    st.lists(st.tuples(eighths, st.sampled_from([0, 1])), min_size=1, max_size=5),
    st.floats(0.01, 1),
    st.floats(0, 4),
)
def test_equation_29_with_two_classes_is_equation_26(
    w: list[float], data: list[tuple[float, int]], eta: float, lam: float
) -> None:
    """With y₁ = 1 the steps are those of (26); with y₁ = 0 they are their negatives."""
    rows, labels = with_intercept([[x] for x, _ in data]), [y for _, y in data]
    ones_first = [1 - y for y in labels]
    # Both are sums of at most five products of size 2, rounded term by term.
    step = pytest.approx(penalised_step(w, rows, labels, eta, lam), rel=0, abs=2**-48)
    assert softmax_step([w], rows, ones_first, eta, lam)[0] == step
    mirrored = softmax_step([[-a for a in w]], rows, labels, eta, lam)[0]
    assert [-a for a in mirrored] == step
    expected = pytest.approx(penalised_gradient(w, rows, labels, lam), rel=0, abs=2**-48)
    assert softmax_gradient([w], rows, ones_first, lam)[0] == expected
    binary = conditional_log_likelihood(w, rows, labels)
    assert isclose(softmax_log_likelihood([w], rows, ones_first), binary, rel_tol=1e-15)


@given(problems(), st.floats(0.01, 1))
def test_a_step_without_penalty_follows_the_plain_gradient(problem: Problem, eta: float) -> None:
    """The default of λ is 0, and every vector changes by η times its gradient."""
    w, rows, labels = problem
    gradients = softmax_gradient(w, rows, labels)
    assert gradients == softmax_gradient(w, rows, labels, lam=0.0)
    expected = [[a + eta * g for a, g in zip(w_j, g_j)] for w_j, g_j in zip(w, gradients)]
    assert softmax_step(w, rows, labels, eta) == expected


def test_the_worked_steps_in_both_orders() -> None:
    """At weights 0 the gradient is (0, 1), or (0, −1) if the label 0 is first."""
    zero = [[0.0, 0.0]]
    assert gradient([0.0, 0.0], ROWS, LABELS) == [0, 1]
    assert softmax_step(zero, ROWS, [1 - y for y in LABELS], eta=1.0) == [[0, 1]]
    assert softmax_step(zero, ROWS, LABELS, eta=1.0) == [[0, -1]]


FORMS = [softmax_residuals, softmax_log_likelihood, softmax_gradient]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("rows", "labels", "message"),
    [
        (ROWS, [0], "4 rows and 1 label"),
        (ROWS, [0, 1, 2, 0], "0 to 1, got 2 at position 2"),
        (ROWS, [0, 1, -1, 0], "0 to 1, got -1 at position 2"),
        ([[1.0, nan]], [0], "nan"),
        ([[1.0, inf]], [0], "finite"),
        ([[1.0]], [0], "must be equal"),
        ([], [], "no examples"),
    ],
)
def test_invalid_data_are_an_error_in_every_form(
    form: Callable[[Matrix, Matrix, list[int]], object],
    rows: Matrix,
    labels: list[int],
    message: str,
) -> None:
    """No examples, unequal lengths, unknown classes, NaN and infinities raise errors."""
    with pytest.raises(TextbookError, match=message):
        form([[0.0, 0.0]], rows, labels)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (lambda: softmax([]), "no scores"),
        (lambda: softmax([0.0, nan]), "nan in the list of scores, at position 1"),
        (lambda: softmax([inf, 0.0]), "inf in the list of scores, at position 0"),
        (lambda: reference_softmax([[1.0]], [1.0, 2.0]), "must be equal"),
        (lambda: xing_softmax([], [1.0]), "no scores"),
        (lambda: to_reference([]), "no weight vectors"),
        (lambda: to_reference([[1.0], [1.0, 2.0]]), "must be equal"),
        (lambda: softmax_gradient([[0.0]], [[1.0]], [0], lam=-1.0), "λ must be .*got -1.0"),
        (lambda: softmax_log_likelihood([[1.7e308]], [[-1.0]] * 3, [0] * 3), "than any float"),
        (lambda: softmax_step([[0.0]], [[1.0]], [0], eta=0.0), "η must be .*got 0.0"),
    ],
)
def test_input_without_a_result_is_an_error(question: Callable[[], object], message: str) -> None:
    """No classes, unequal lengths, negative penalties and step sizes of 0 raise errors."""
    with pytest.raises(TextbookError, match=message):
        question()
