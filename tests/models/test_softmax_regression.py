"""Softmax regression: equal to logistic regression for two classes, same identities for many.

The expected weights with seventeen digits were found by Newton's method in fifty digits.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from math import exp, fsum, inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.regression_support import (
    ALLIGATORS,
    FAR,
    FOODS,
    HALVES,
    LABELS,
    MANY_LABELS,
    MANY_ROWS,
    ROWS,
    Rows,
    rescaled,
    shifted,
)
from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.logistic import with_intercept
from textbook_ml.equations.softmax import (
    softmax_gradient,
    softmax_log_likelihood,
    softmax_residuals,
    softmax_step,
)
from textbook_ml.learning.objectives.prior import NormalPrior
from textbook_ml.learning.optimisers.gradient_ascent import gradient_ascent, stochastic_ascent
from textbook_ml.learning.optimisers.optimise import OPTIMISERS
from textbook_ml.learning.optimisers.steps import Step
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.softmax_regression import SoftmaxRegression

Vectors = tuple[tuple[float, ...], ...]

TABLE = with_intercept(MANY_ROWS)
EXPECTING = NormalPrior(mean=(0.5, -1.0, 0.25), variance=(4.0, 1.0, 0.5))
HALF_FLAT = NormalPrior(mean=(0.5, -1.0, 0.25), variance=(4.0, 1.0, inf))


def fitted(rows: Any = MANY_ROWS, labels: Any = MANY_LABELS, **options: Any) -> Any:
    """Return the model of the classes 0, 1 and 2, in this order."""
    return SoftmaxRegression.fit(rows, labels, **{"classes": (0, 1, 2), **options})


def close(due: Vectors | Sequence[Sequence[float]], rel: float = 1e-10) -> Any:
    return [pytest.approx(tuple(w), rel=rel, abs=0) for w in due]


# Accuracy of the weights.


@pytest.mark.filterwarnings("ignore:the features have very different scales")
@pytest.mark.parametrize(
    ("rows", "options", "due"),
    [
        pytest.param(
            MANY_ROWS,
            {"reference": True},
            [
                (-0.21347416476777444, -0.46404277540929864, -1.0043865897432379),
                (0.32271928020933468, -0.22149284441365821, -0.2606485029202376),
            ],
            id="no penalty",
        ),
        pytest.param(
            MANY_ROWS,
            {"reference": True, "weights": HALVES[:36]},
            [
                (-0.47265327980725734, -0.52532700588585759, -0.89637104297674107),
                (0.25057419028509582, -0.35606669441652178, -0.26927407039809712),
            ],
            id="weights",
        ),
        pytest.param(
            MANY_ROWS,
            {"reference": True, "l2": 1.0},
            [
                (-0.19915963920277279, -0.39984577525140075, -0.86803481762639788),
                (0.25944103178007679, -0.18378870656044375, -0.19623358689855638),
            ],
            id="a penalty on two vectors",
        ),
        pytest.param(
            MANY_ROWS,
            {"l2": 1.0},
            [
                (-0.22747897212185148, -0.21908217987960287, -0.54076840748268744),
                (0.26345060258624186, 0.0050990328908188983, 0.14944588746996311),
                (-0.03597163046439038, 0.21398314698878397, 0.39132252001272434),
            ],
            id="a penalty on three vectors",
        ),
        pytest.param(
            MANY_ROWS,
            {"l2": 0.5, "penalise_intercept": True},
            [
                (-0.22241348974957135, -0.22552260653767208, -0.55516387089062088),
                (0.25981633921524969, 0.0059888912296517673, 0.15339285881347216),
                (-0.037402849465678337, 0.21953371530802031, 0.40177101207714871),
            ],
            id="a penalty on all weights",
        ),
        pytest.param(
            MANY_ROWS,
            {"reference": True, "prior": HALF_FLAT},
            [
                (-0.1286234135505987, -0.53748145264698978, -1.0258315876975549),
                (0.39606188289780821, -0.29022258081790954, -0.28787549763407927),
            ],
            id="a prior with means on two vectors",
        ),
        pytest.param(
            MANY_ROWS,
            {"prior": EXPECTING},
            [
                (0.29627129634881864, -1.2129123485156209, -0.25716922776792802),
                (0.74208637343900803, -0.99601286079231733, 0.38967683468885713),
                (0.46164233021217333, -0.79107479069206175, 0.61749239307907089),
            ],
            id="a prior with means on three vectors",
        ),
        pytest.param(
            shifted(MANY_ROWS, FAR),
            {"reference": True},
            [
                (1539759.5765200214, -0.46404277540929864, -1.0043865897432379),
                (505562.16814126734, -0.22149284441365821, -0.2606485029202376),
            ],
            id="far from zero",
        ),
        pytest.param(
            rescaled(MANY_ROWS),
            {"l2": 1.0},
            [
                (-0.070541813170159717, -1.5234073561352802e-7, -1.2579156387662769e-5),
                (0.11237375894237766, -4.9305597523438852e-9, 3.484472478455649e-6),
                (-0.041831945772217944, 1.5727129536587191e-7, 9.09468390920712e-6),
            ],
            id="units a billion apart",
        ),
    ],
)
def test_weights_are_accurate_to_ten_digits(
    rows: Rows, options: dict[str, Any], due: list[tuple[float, ...]]
) -> None:
    """The weights are within 1e-10 of weights computed with fifty digits."""
    found = fitted(rows, **options).w
    assert [*found[: len(due)]] == close(due)
    assert all(w == (0.0, 0.0, 0.0) for w in found[len(due) :])


def test_the_alligators_of_agresti() -> None:
    """Every printed digit agrees: five foods, fish as the reference, four lakes, two lengths."""
    data = ALLIGATORS
    model = SoftmaxRegression.fit(
        data.rows, data.labels, weights=data.weights, classes=FOODS, reference=True
    )
    *found, fish = model.w
    assert tuple(" ".join(f"{w:.2f}" for w in vector) for vector in found) == data.printed
    assert set(fish) == {0.0}


# Two classes.


def test_two_classes_are_logistic_regression() -> None:
    """Without a penalty, the difference of the two vectors is the logistic weight vector."""
    binary = LogisticRegression.fit(ROWS, LABELS)
    for reference in (False, True):
        model = fitted(ROWS, LABELS, classes=(0, 1), reference=reference).to_binary()
        assert (model.w0, *model.w) == pytest.approx((binary.w0, *binary.w), rel=1e-10)
        assert model.classes == binary.classes


@pytest.mark.parametrize("held", [False, True])
def test_a_penalty_on_one_vector_of_two_is_the_same_penalty(held: bool) -> None:
    """(26) is (29) with K = 2: the first class has the weights, the last is the reference."""
    binary = LogisticRegression.fit(ROWS, LABELS, l2=3.0, penalise_intercept=held)
    model = fitted(ROWS, LABELS, classes=(1, 0), reference=True, l2=3.0, penalise_intercept=held)
    assert model.w[0] == pytest.approx((binary.w0, *binary.w), rel=1e-10)


@pytest.mark.parametrize("held", [False, True])
def test_a_penalty_on_both_vectors_is_half_of_it_on_their_difference(held: bool) -> None:
    """At the maximum vectors are ±v/2, and λ/2 (|v/2|² + |v/2|²) = (λ/2)/2 |v|²."""
    binary = LogisticRegression.fit(ROWS, LABELS, l2=1.5, penalise_intercept=held)
    model = fitted(ROWS, LABELS, classes=(0, 1), l2=3.0, penalise_intercept=held)
    pair = model.to_binary()
    assert (pair.w0, *pair.w) == pytest.approx((binary.w0, *binary.w), rel=1e-10)
    assert model.w[0] == pytest.approx([-w for w in model.w[1]], rel=1e-10)


# At the maximum.


def test_residuals_are_orthogonal_to_every_feature() -> None:
    """Without a penalty, residuals are orthogonal to every feature, for every class."""
    w = [*fitted(reference=True).w[:2]]
    for errors in zip(*softmax_residuals(w, TABLE, MANY_LABELS)):
        for column in zip(*TABLE):
            assert abs(fsum(x * e for x, e in zip(column, errors))) <= 1e-12


@pytest.mark.parametrize("lam", [0.01, 1.0, 100.0])
def test_the_gradient_of_29_is_zero(lam: float) -> None:
    """With every weight penalised, the gradient of (29) is zero at the maximum."""
    w = fitted(l2=lam, penalise_intercept=True, reference=True).w[:2]
    for gradient in softmax_gradient(w, TABLE, MANY_LABELS, lam):
        assert gradient == pytest.approx([0.0] * 3, abs=1e-12)


def test_the_fit_report_has_the_likelihood_of_the_equations() -> None:
    """Without a penalty the objective is the log likelihood, for K − 1 and for K vectors."""
    for reference in (False, True):
        model = fitted(reference=reference)
        due = softmax_log_likelihood(model.to_reference().w[:2], TABLE, MANY_LABELS)
        assert model.fit_report.objective == pytest.approx(due, rel=1e-14)
        assert model.fit_report.gradient_norm <= 1e-8


# K and K − 1 weight vectors.


def test_both_forms_agree_without_a_penalty() -> None:
    """Sontag's K vectors and Mitchell's K − 1 vectors have the same posterior."""
    full, short = fitted(), fitted(reference=True)
    assert [*full.to_reference().w[:2]] == close(short.w[:2])
    assert short.w[2] == (0.0, 0.0, 0.0)


def test_both_forms_differ_with_a_penalty() -> None:
    """The penalty on three vectors is smaller than on two vectors of the same posterior."""
    full, short = fitted(l2=1.0), fitted(l2=1.0, reference=True)
    row = MANY_ROWS[0]
    assert max(abs(full.posterior(row)[k] - short.posterior(row)[k]) for k in range(3)) > 1e-3


@pytest.mark.parametrize("optimiser", ["newton", "l-bfgs"])
@pytest.mark.parametrize("options", [{}, {"l2": 1.0}, {"l2": 1.0, "penalise_intercept": True}])
def test_fitted_vectors_sum_to_zero(options: dict[str, Any], optimiser: str) -> None:
    """The fit finds the smallest K vectors among all with the same posterior."""
    model = fitted(optimiser=optimiser, tolerance=1e-10, **options)
    for parts in zip(*model.w):
        assert abs(fsum(parts)) <= 1e-9
    assert [*model.to_centred().w] == close(model.w, rel=1e-9)


def test_the_mean_of_the_k_vectors_is_the_prior_mean() -> None:
    """Only the prior determines the mean of the K vectors; without a prior the mean is zero."""
    for model in (fitted(prior=EXPECTING), fitted(shifted(MANY_ROWS, 64.0), prior=EXPECTING)):
        for parts, mu in zip(zip(*model.w), EXPECTING.mean):
            assert fsum(parts) / 3 == pytest.approx(mu, rel=1e-9)
    free = NormalPrior((7.0, *EXPECTING.mean[1:]), (inf, *EXPECTING.variance[1:]))
    for rows in (MANY_ROWS, shifted(MANY_ROWS, 64.0)):
        assert abs(fsum(w[0] for w in fitted(rows, prior=free).w)) <= 1e-12


numbers = st.floats(-50, 50)


@given(st.lists(st.tuples(numbers, numbers, numbers), min_size=2, max_size=5), numbers, numbers)
def test_every_form_has_the_same_posterior(w: list[Any], x: float, y: float) -> None:
    """Subtracting one vector from all vectors changes no posterior."""
    model = SoftmaxRegression(tuple(range(len(w))), ("x", "y"), tuple(w))
    due = model.posterior([x, y])
    for other in (model.to_reference(), model.to_centred()):
        assert other.posterior([x, y]) == pytest.approx(due, rel=1e-9, abs=1e-300)
    assert set(model.to_reference().w[-1]) == {0.0}
    assert all(abs(fsum(parts)) <= 1e-12 for parts in zip(*model.to_centred().w))
    if len(w) == 2:
        assert model.to_binary().posterior([x, y]) == pytest.approx(due, rel=1e-9, abs=1e-300)


def test_three_classes_have_no_binary_form() -> None:
    """A single score can separate only two classes."""
    with pytest.raises(TextbookError, match="3 classes"):
        fitted().to_binary()


# Invariances.


def test_the_order_of_the_classes_permutes_the_vectors() -> None:
    """The order of the classes changes only the order of the vectors."""
    plain = fitted(l2=1.0)
    turned = fitted(l2=1.0, classes=(2, 0, 1))
    assert [*turned.w] == close([plain.w[2], plain.w[0], plain.w[1]])


def test_the_order_of_the_features_permutes_the_weights() -> None:
    """The intercept remains first."""
    turned = fitted([row[::-1] for row in MANY_ROWS])
    assert [(w[0], w[2], w[1]) for w in turned.w] == close(fitted().w)


@pytest.mark.parametrize(("scale", "far"), [(3.0, 0.0), (-0.25, 100.0), (1.0, 2.0**30)])
def test_affine_maps_of_the_features_change_no_prediction(scale: float, far: float) -> None:
    """Other units, another origin, or adding one feature to another change no prediction."""

    def moved(row: list[float]) -> list[float]:
        return [scale * row[0] + far, row[1] - 2 * row[0]]

    plain, model = fitted(), fitted(list(map(moved, MANY_ROWS)))
    for row in MANY_ROWS:
        probabilities = model.predict_proba([moved(row)])[0]
        assert probabilities == pytest.approx(plain.posterior(row), rel=1e-6 if far > 1e6 else 1e-9)


def test_a_weight_of_zero_is_a_row_left_out() -> None:
    """The model is exactly that without the row."""
    weights = [float(i % 4 != 3) for i in range(36)]
    rows = [row for row, m in zip(MANY_ROWS, weights) if m]
    labels = [y for y, m in zip(MANY_LABELS, weights) if m]
    assert fitted(weights=weights) == fitted(rows, labels)


@pytest.mark.parametrize("standardise", [False, True])
def test_doubling_the_data_halves_the_effect_of_the_penalty(standardise: bool) -> None:
    """Duplicating all examples or doubling all weights doubles the log likelihood."""
    half = fitted(l2=1.0, standardise=standardise)
    twice = fitted([*MANY_ROWS] * 2, [*MANY_LABELS] * 2, l2=2.0, standardise=standardise)
    heavy = fitted(weights=[2] * 36, l2=2.0, standardise=standardise)
    assert [*twice.w] == close(half.w)
    assert [*heavy.w] == close(half.w)


def test_standardisation_without_a_penalty_changes_nothing() -> None:
    """Without a penalty, the maximum does not depend on standardisation."""
    assert [*fitted(standardise=True).w] == close(fitted().w)


# Optimisers.


@pytest.mark.parametrize("name", [name for name in OPTIMISERS if name != "stochastic"])
@pytest.mark.parametrize("options", [{"reference": True}, {"l2": 1.0}])
def test_every_optimiser_finds_the_same_maximum(name: str, options: dict[str, Any]) -> None:
    """With tolerance 1e-9, the weights of all optimisers agree to eight digits."""
    found = fitted(optimiser=name, tolerance=1e-9, max_iterations=20_000, **options)
    due = fitted(**options)
    for w, w_due in zip(found.w, due.w):
        assert w == pytest.approx(w_due, rel=1e-8, abs=1e-12)


def test_stochastic_ascent_approaches_the_maximum() -> None:
    """Stochastic ascent uses decreasing step sizes."""
    walk = partial(stochastic_ascent, eta=0.1, decay=1.0)
    found = fitted(optimiser=walk, tolerance=0.1, max_iterations=500, l2=1.0)
    for w, due in zip(found.w, fitted(l2=1.0).w):
        assert w == pytest.approx(due, abs=2e-2)


def test_gradient_ascent_steps_are_those_of_equation_29() -> None:
    """With a given η and every weight penalised, every step is (29)."""
    steps: list[Step] = []
    with pytest.raises(TextbookError, match="not converged after 4 iterations"):
        fitted(
            reference=True,
            l2=0.5,
            penalise_intercept=True,
            optimiser=partial(gradient_ascent, eta=0.01),
            max_iterations=4,
            watch=steps.append,
        )
    w = [[0.0] * 3, [0.0] * 3]
    assert len(steps) == 5
    for step in steps:
        assert list(step.w) == pytest.approx([*w[0], *w[1]], rel=1e-12, abs=1e-15)
        w = softmax_step(w, TABLE, MANY_LABELS, 0.01, 0.5)


# A salary among ages: with three vectors, the penalty alone keeps them from rising together.


@pytest.mark.filterwarnings("ignore:the features have very different scales")
@pytest.mark.parametrize(("unit", "lam"), [*product([1e4, 1e5, 1e6, 1e8], [1e-3, 1.0])])
def test_a_large_unit_does_not_hide_the_penalty(unit: float, lam: float) -> None:
    """The vectors still sum to zero, and Newton's method needs few steps."""
    model = fitted([[unit * a, b] for a, b in MANY_ROWS], l2=lam)
    assert model.fit_report.iterations <= 8
    for parts in zip(*model.w):
        assert abs(fsum(parts)) <= 1e-12 * max(map(abs, parts))


# Predictions.


def test_extreme_scores_do_not_overflow() -> None:
    """Scores of ±10,000 give probabilities 0 and 1; adding 10,000 to all changes nothing."""
    model = SoftmaxRegression(("a", "b", "c"), ("x",), ((1e4, 1.0), (1e4, 0.0), (1e4, -1.0)))
    assert model.posterior([1e4]) == {"a": 1.0, "b": 0.0, "c": 0.0}
    assert model.posterior([0.0]) == pytest.approx({"a": 1 / 3, "b": 1 / 3, "c": 1 / 3}, rel=1e-15)
    assert model.posterior([-700.0])["a"] == 0.0
    assert model.posterior([-300.0])["b"] == pytest.approx(exp(-300), rel=1e-13)


def test_ties_go_to_the_first_class() -> None:
    """If several classes have the largest score, the first one is predicted."""
    model = SoftmaxRegression((1, 2, 3), ("x",), ((-1.0, 0.0), (2.0, 1.0), (4.0, -1.0)))
    assert model.classify([1.0]) == 2
    assert model.posterior([1.0])[2] == model.posterior([1.0])[3]
    assert replace(model, classes=(1, 3, 2)).classify([1.0]) == 3


# Models as Python objects.


def test_json_keeps_the_fit_report() -> None:
    """A model read from JSON has the fit report of the original."""
    model = fitted()
    back: SoftmaxRegression[int] = SoftmaxRegression.from_json(model.to_json())
    assert (back, back.fit_report) == (model, model.fit_report)
    assert SoftmaxRegression.from_json(replace(model, fit_report=None).to_json()).fit_report is None


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"classes": (1,)}, "need at least two classes, got 1"),
        ({"classes": (1, 1)}, "duplicate class 1"),
        ({"w": ((0.0, 1.0),)}, "2 classes and 1 weight vector:"),
        ({"w": ((0.0, 1.0), (0.0,))}, "2 intercept and features and 1 weight"),
        ({"w": ((0.0, 1.0), (0.0, nan))}, "the weights of class 'b'"),
    ],
)
def test_invalid_parameters_are_rejected(parts: dict[str, Any], message: str) -> None:
    """The constructor rejects invalid parameters."""
    good = SoftmaxRegression(("a", "b"), ("x",), ((0.0, 1.0), (0.0, 0.0)))
    with pytest.raises(TextbookError, match=message):
        replace(good, **parts)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"l2": -1.0}, "λ must be .*got -1.0"),
        ({"prior": EXPECTING, "l2": 1.0}, "pass only one of them"),
        ({"prior": NormalPrior((0.0,) * 6, (1.0,) * 6)}, "must have 3 weights, got 6"),
        ({"classes": (0, 1, 2, 3)}, "class 3 has no examples"),
        ({"labels": [0] * 36, "classes": None}, r"need at least two classes, got 1: \[0\]"),
        ({"weights": [float(y != 1) for y in MANY_LABELS]}, "class 1 has no examples"),
    ],
)
def test_invalid_options_are_rejected(options: dict[str, Any], message: str) -> None:
    """The error states the value and the requirement."""
    with pytest.raises(TextbookError, match=message):
        fitted(**options)
