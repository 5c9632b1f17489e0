"""Logistic regression: identities of the chapter, published fits, and accurate digits.

The expected weights with seventeen digits were found by Newton's method in fifty digits.
"""

from array import array
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import exp, fsum, inf, nan, pi, sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.regression_support import (
    FAR,
    HALVES,
    LABELS,
    PUBLISHED,
    ROWS,
    Published,
    Rows,
    rescaled,
    shifted,
)
from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.ascent import penalised_step
from textbook_ml.equations.gaussian import pooled_variance_mle
from textbook_ml.equations.likelihood import (
    conditional_log_likelihood,
    gradient,
    map_objective,
    penalised_gradient,
    population_gradient,
    residuals,
    shifted_log_prior,
)
from textbook_ml.equations.logistic import with_intercept
from textbook_ml.equations.smoothing import categorical_laplace
from textbook_ml.learning.objectives.prior import NormalPrior
from textbook_ml.learning.objectives.scaling import Scaling
from textbook_ml.learning.optimisers.gradient_ascent import gradient_ascent, stochastic_ascent
from textbook_ml.learning.optimisers.optimise import OPTIMISERS
from textbook_ml.learning.optimisers.steps import Step
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression

TABLE = with_intercept(ROWS)
EXPECTING = NormalPrior(mean=(0.5, -1.0, 0.25, 2.0), variance=(4.0, 1.0, inf, 0.5))


def weights_of(model: LogisticRegression[Any]) -> list[float]:
    return [model.w0, *model.w]


def fitted(rows: Any = ROWS, labels: Any = LABELS, **options: Any) -> list[float]:
    """Return the fitted weights, the intercept first."""
    return weights_of(LogisticRegression.fit(rows, labels, **options))


def close(due: Any, rel: float = 1e-10) -> Any:
    return pytest.approx(due, rel=rel, abs=0)


# Accuracy of the weights.


@pytest.mark.parametrize(
    ("rows", "options", "due"),
    [
        pytest.param(
            ROWS,
            {},
            [0.030586830151441979, 0.45642799760264304, -0.41401557774189822, 0.11930780701875084],
            id="no penalty",
        ),
        pytest.param(
            ROWS,
            {"l2": 1.0},
            [0.034102899337851381, 0.4324617900187761, -0.38678450561866547, 0.10518087692883982],
            id="a penalty",
        ),
        pytest.param(
            ROWS,
            {"l2": 0.5, "penalise_intercept": True},
            [0.030498739163983479, 0.44398476026428211, -0.39976068302267866, 0.11196522144342379],
            id="a penalty on all weights",
        ),
        pytest.param(
            ROWS,
            {"prior": EXPECTING},
            [0.02344566409606041, 0.44455518004673442, -0.44018798181063655, 0.2716667259168099],
            id="a prior with means",
        ),
        pytest.param(
            ROWS,
            {"weights": HALVES},
            [0.29364782762573515, 0.48278882808098624, -0.40210001908954711, 0.19543195296001846],
            id="weights",
        ),
        pytest.param(
            ROWS,
            {"weights": HALVES, "l2": 1.0},
            [0.29149389895141219, 0.46402062619681739, -0.38240662333025569, 0.18220242174766831],
            id="weights and a penalty",
        ),
        pytest.param(
            ROWS,
            {"l2": 2.0, "standardise": True},
            [0.047465409462379859, 0.34211778118289177, -0.30588790667870145, 0.062606623917266555],
            id="a penalty in standard units",
        ),
        pytest.param(
            shifted(ROWS, FAR),
            {},
            [-169575.9180335639, 0.45642799760264304, -0.41401557774189822, 0.11930780701875084],
            id="far from zero",
        ),
    ],
)
@pytest.mark.parametrize("optimiser", ["newton", "newton-cg", "l-bfgs"])
def test_weights_are_accurate_to_ten_digits(
    rows: Rows, options: dict[str, Any], due: list[float], optimiser: str
) -> None:
    """Every optimiser is within 1e-10 of weights computed with fifty digits."""
    tolerance = 1e-8 if optimiser == "newton" else 1e-11
    assert fitted(rows, optimiser=optimiser, tolerance=tolerance, **options) == close(due)


@pytest.mark.filterwarnings("ignore:the features have very different scales")
@pytest.mark.parametrize(
    ("options", "due"),
    [
        pytest.param(
            {},
            [0.030586830151441979, 4.3528365860237412e-7, -434126.79844628867, 0.11930780701875084],
            id="no penalty",
        ),
        pytest.param(
            {"l2": 1.0},
            [0.042208254159894205, 3.9386135125043935e-7, -8.1535253322831764e-6]
            + [0.050384724226247669],
            id="a penalty",
        ),
    ],
)
def test_weights_are_accurate_for_very_different_units(
    options: dict[str, Any], due: list[float]
) -> None:
    """One feature is in millions, one in millionths, one in ones."""
    assert fitted(rescaled(ROWS), **options) == close(due)


@pytest.mark.parametrize("one", PUBLISHED, ids=lambda one: one.name)
def test_published_fits_of_r(one: Published) -> None:
    """Every printed digit of every coefficient agrees."""
    found = fitted(one.rows, one.labels, weights=one.weights)
    decimals = [len(words.split(".")[1]) for words in one.printed]
    assert tuple(f"{w:.{n}f}" for w, n in zip(found, decimals, strict=True)) == one.printed


# At the maximum.


def test_residuals_are_orthogonal_to_every_feature() -> None:
    """Without a penalty, Σ (y − P) and Σ x (y − P) are zero."""
    errors = residuals(fitted(), TABLE, LABELS)
    assert max(map(abs, errors)) > 0.5
    for column in zip(*TABLE):
        assert abs(fsum(x * e for x, e in zip(column, errors))) <= 1e-12


@pytest.mark.parametrize("lam", [0.01, 1.0, 100.0])
def test_the_penalised_gradient_is_zero(lam: float) -> None:
    """The gradient of section 3.3, with a penalised intercept, is zero at the maximum."""
    w = fitted(l2=lam, penalise_intercept=True)
    assert penalised_gradient(w, TABLE, LABELS, lam) == pytest.approx([0.0] * 4, abs=1e-12)


def test_the_gradient_of_an_unpenalised_intercept_has_no_penalty() -> None:
    """The penalty does not change the intercept's component of the gradient."""
    w = fitted(l2=2.0)
    pulls = [0.0, *(2.0 * w_i for w_i in w[1:])]
    assert gradient(w, TABLE, LABELS) == pytest.approx(pulls, abs=1e-12)


def test_the_maximum_is_a_local_maximum() -> None:
    """The likelihood of the equations is smaller at all neighbouring weights."""
    w = fitted()
    top = conditional_log_likelihood(w, TABLE, LABELS)
    for i, step in product(range(4), (-1e-4, 1e-4)):
        there = [w_j + step * (i == j) for j, w_j in enumerate(w)]
        assert conditional_log_likelihood(there, TABLE, LABELS) < top


def test_the_fit_report() -> None:
    """The objective is that of the equations, and the gradient is at most the tolerance."""
    model = LogisticRegression.fit(ROWS, LABELS)
    report = model.fit_report
    assert report is not None
    likelihood = conditional_log_likelihood(weights_of(model), TABLE, LABELS)
    assert report.objective == pytest.approx(likelihood, rel=1e-14)
    assert report.optimiser == "newton"
    assert report.gradient_norm <= 1e-8
    assert report.stopped == "the gradient is at most 1e-08"


# Priors and penalties.


def test_a_prior_with_means_gives_the_mode_of_the_posterior() -> None:
    """For W ~ N(μ, I/λ), the fit maximises likelihood times prior and is shifted towards μ."""
    mean, lam = (0.5, -1.0, 0.25, 2.0), 4.0
    w = fitted(prior=NormalPrior(mean, (1 / lam,) * 4))
    pulls = [lam * (w_i - mu) for w_i, mu in zip(w, mean)]
    assert gradient(w, TABLE, LABELS) == pytest.approx(pulls, abs=1e-12)

    def objective(v: list[float]) -> float:
        return map_objective(v, TABLE, LABELS, lambda u: shifted_log_prior(u, mean, lam))

    for i, step in product(range(4), (-1e-4, 1e-4)):
        assert objective([w_j + step * (i == j) for j, w_j in enumerate(w)]) < objective(w)


def test_a_narrow_prior_determines_the_weights() -> None:
    """As the variances tend to zero, the weights tend to the prior means."""
    mean = (0.5, -1.0, 0.25, 2.0)
    assert fitted(prior=NormalPrior(mean, (1e-12,) * 4)) == pytest.approx(mean, abs=1e-10)


def test_a_penalty_is_short_for_a_prior() -> None:
    """λ is a variance of 1/λ around zero; the intercept has its own or infinite variance."""
    zeros = (0.0,) * 4
    free, held = NormalPrior(zeros, (inf, 0.25, 0.25, 0.25)), NormalPrior(zeros, (0.25,) * 4)
    assert fitted(l2=4.0) == fitted(prior=free)
    assert fitted(l2=4.0, penalise_intercept=True) == fitted(prior=held)
    assert fitted(l2=0.0) == fitted(prior=NormalPrior(zeros, (inf,) * 4))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"l2": -1.0}, "λ must be a finite number of at least 0, got -1.0"),
        ({"l2": nan}, "λ must be .*got nan"),
        ({"l2": inf}, "λ must be .*got inf"),
        ({"prior": EXPECTING, "l2": 1.0}, "both a prior and a penalty.*pass only one of them"),
        ({"prior": EXPECTING, "penalise_intercept": True}, "pass only one of them"),
        ({"prior": NormalPrior((0.0,), (1.0,))}, "must have 4 weights, got 1: the intercept"),
        (
            {"prior": {0: 0.5, 1: 0.5}},
            r"must be a NormalPrior on its weights, got \{0: 0.5, 1: 0.5\}",
        ),
        ({"optimiser": "adam"}, "the optimiser must be one of newton.*got 'adam'"),
        ({"optimiser": 3}, "the optimiser must be a function or a name, got 3"),
        ({"tolerance": 0.0}, "the tolerance must be .*above 0, got 0.0"),
        ({"tolerance": nan}, "the tolerance must be .*got nan"),
        ({"max_iterations": 0}, "max_iterations must be at least 1, got 0"),
    ],
)
def test_invalid_options_are_rejected(options: dict[str, Any], message: str) -> None:
    """The error states the value and the requirement."""
    with pytest.raises(TextbookError, match=message):
        fitted(**options)


# Invariances.


@given(
    st.lists(st.sampled_from([-3.0, -0.5, 0.25, 2.0, 10.0]), min_size=3, max_size=3),
    st.lists(st.sampled_from([-100.0, -1.0, 0.0, 5.0]), min_size=3, max_size=3),
    st.sampled_from([-0.5, 0.0, 2.0]),
)
def test_affine_maps_of_the_features_change_no_prediction(
    scales: list[float], shifts: list[float], mixed: float
) -> None:
    """Without a penalty, affine maps of the features change no prediction."""

    def moved(row: list[float]) -> list[float]:
        a, b, c = (s * x + t for s, x, t in zip(scales, row, shifts))
        return [a, b + mixed * a, c]

    plain = LogisticRegression.fit(ROWS, LABELS)
    model = LogisticRegression.fit(list(map(moved, ROWS)), LABELS)
    for row in ROWS[:10]:
        assert model.posterior(moved(row)) == pytest.approx(plain.posterior(row), rel=1e-9)


@pytest.mark.parametrize("far", [2.0**30, -(2.0**40), 2.0**45])
@pytest.mark.parametrize("options", [{}, {"l2": 1.0}, {"standardise": True}])
def test_an_offset_changes_only_the_intercept(far: float, options: dict[str, Any]) -> None:
    """The weights are the same at any offset that preserves the digits of the features."""
    near, moved = fitted(**options), fitted(shifted(ROWS, far), **options)
    assert moved[1:] == close(near[1:])
    assert moved[0] == close(near[0] - far * fsum(near[1:]), rel=1e-9)


def test_standardisation_without_a_penalty_changes_nothing() -> None:
    """Without a penalty, the maximum does not depend on standardisation."""
    assert fitted(standardise=True) == close(fitted())


def test_standardisation_equals_standardising_the_table() -> None:
    """The penalty applies to the weights of the standardised features."""
    scaling = Scaling.of(ROWS)
    by_hand = fitted(scaling.standard(ROWS), l2=3.0, penalise_intercept=True)
    inside = fitted(l2=3.0, penalise_intercept=True, standardise=True)
    assert inside == close(scaling.original(by_hand))


def test_a_constant_feature_with_a_penalty_has_weight_zero() -> None:
    """The weight is zero even if the rounded mean differs from the constant."""
    rows = [[*row, 0.1] for row in ROWS]
    for standardise in (False, True):
        *w, idle = fitted(rows, l2=1.0, standardise=standardise)
        assert abs(idle) <= 1e-15
        assert w == close(fitted(l2=1.0, standardise=standardise))


@pytest.mark.parametrize("options", [{}, {"l2": 1.0}, {"l2": 1.0, "standardise": True}])
def test_a_weight_of_zero_is_a_row_left_out(options: dict[str, Any]) -> None:
    """The model is exactly the model fitted without the row."""
    weights = [float(i % 4 != 3) for i in range(len(ROWS))]
    rows = [row for row, m in zip(ROWS, weights) if m]
    labels = [y for y, m in zip(LABELS, weights) if m]
    assert fitted(weights=weights, **options) == fitted(rows, labels, **options)


@pytest.mark.parametrize("options", [{"l2": 2.0}, {"l2": 2.0, "standardise": True}])
def test_doubling_the_data_halves_the_effect_of_the_penalty(options: dict[str, Any]) -> None:
    """Duplicating all examples or doubling all weights doubles the log likelihood."""
    half = fitted(**{**options, "l2": 1.0})
    assert fitted([*ROWS, *ROWS], [*LABELS, *LABELS], **options) == close(half)
    assert fitted(weights=[2] * len(ROWS), **options) == close(half)


@pytest.mark.parametrize("size", [1e-12, 1e-6, 1e6, 1e12])
def test_only_the_ratios_of_weights_matter(size: float) -> None:
    """Without a penalty, scaling all row weights changes nothing, even to tiny weights."""
    assert fitted(weights=[size * m for m in HALVES]) == close(fitted(weights=HALVES))


def test_swapping_the_classes_negates_the_weights() -> None:
    """P(Y = 0) = 1 − P(Y = 1), so swapping the classes changes only signs."""
    assert fitted(classes=(1, 0)) == close([-w for w in fitted(classes=(0, 1))])


KINDS: dict[str, tuple[Any, Any]] = {
    "0 and 1": (0, 1),
    "-1 and 1": (-1, 1),
    "bools": (False, True),
    "floats": (0.0, 1.0),
    "fractions": (Fraction(0), Fraction(1)),
}


@pytest.mark.parametrize(("no", "yes"), KINDS.values(), ids=KINDS)
def test_numbered_labels_keep_their_order(no: Any, yes: Any) -> None:
    """For labels 0 and 1, the weights are for 1, whichever label is first in the data."""
    labels = [yes if y else no for y in LABELS]
    for turn in (1, -1):
        model = LogisticRegression.fit(ROWS[::turn], labels[::turn])
        assert model.classes == (no, yes)
        assert weights_of(model) == close(fitted())


@pytest.mark.parametrize(("no", "yes"), [("no", "yes"), (("a", 1), ("a", 2)), (False, "b")])
def test_other_labels_are_in_order_of_appearance(no: Any, yes: Any) -> None:
    """Classes are in order of appearance unless `classes` is given."""
    labels = [yes if y else no for y in LABELS]
    assert LogisticRegression.fit(ROWS, labels).classes == tuple(dict.fromkeys(labels))
    model = LogisticRegression.fit(ROWS, labels, classes=(no, yes))
    assert weights_of(model) == close(fitted())
    assert set(model.posterior(ROWS[0])) == {no, yes}


@pytest.mark.parametrize(
    "kind",
    [tuple, partial(array, "d"), lambda row: list(map(Fraction, row))],
    ids=["tuples", "arrays", "Fractions"],
)
def test_rows_may_be_any_sequences_of_numbers(kind: Callable[[list[float]], Any]) -> None:
    """Tuples, arrays and Fractions give the same fit and the same predictions."""
    model = LogisticRegression.fit(tuple(map(kind, ROWS)), tuple(LABELS))
    assert weights_of(model) == fitted()
    assert model.posterior(kind(ROWS[0])) == model.posterior(ROWS[0])


def test_integer_features_are_accepted() -> None:
    """Integer features give the same model as floats."""
    rows = [[int(16 * x) for x in row] for row in ROWS]
    assert fitted(rows)[1:] == close([w / 16 for w in fitted()[1:]])


# Optimisers.


@pytest.mark.parametrize("name", [name for name in OPTIMISERS if name != "stochastic"])
@pytest.mark.parametrize("options", [{}, {"l2": 1.0, "penalise_intercept": True}])
def test_every_optimiser_finds_the_same_maximum(name: str, options: dict[str, Any]) -> None:
    """With tolerance 1e-10, the weights of all optimisers agree to nine digits."""
    found = fitted(optimiser=name, tolerance=1e-10, max_iterations=20_000, **options)
    assert found == close(fitted(**options), rel=1e-9)


def test_stochastic_ascent_approaches_the_maximum() -> None:
    """Stochastic ascent with decreasing steps is within 1e-2 of the maximum."""
    walk = partial(stochastic_ascent, eta=0.1, decay=1.0)
    found = fitted(optimiser=walk, tolerance=1e-2, max_iterations=500)
    assert found == pytest.approx(fitted(), abs=1e-2)


def test_gradient_ascent_steps_are_those_of_the_equations() -> None:
    """With a given η, every observed step is the update rule, with a penalty (26)."""
    rule = partial(gradient_ascent, eta=0.01)
    for lam, options in [(0.0, {}), (0.5, {"l2": 0.5, "penalise_intercept": True})]:
        steps: list[Step] = []
        with pytest.raises(TextbookError, match="not converged after 5 iterations"):
            fitted(optimiser=rule, max_iterations=5, watch=steps.append, **options)
        w = [0.0] * 4
        for step in steps:
            assert list(step.w) == pytest.approx(w, rel=1e-13, abs=1e-15)
            w = penalised_step(w, TABLE, LABELS, 0.01, lam)


@pytest.mark.parametrize("name", [name for name in OPTIMISERS if name != "stochastic"])
def test_every_observed_step_increases_the_objective(name: str) -> None:
    """From −N ln 2 at the start, the objective never decreases, and no step is omitted."""
    steps: list[Step] = []
    model = LogisticRegression.fit(ROWS, LABELS, optimiser=name, tolerance=1e-4, watch=steps.append)
    assert model.fit_report is not None
    assert [step.iteration for step in steps] == list(range(len(steps)))
    assert 0 <= steps[-1].iteration - model.fit_report.iterations <= 1
    heights = [step.objective for step in steps]
    assert heights[0] == pytest.approx(conditional_log_likelihood([0.0] * 4, TABLE, LABELS))
    if name != "accelerated":  # whose momentum may decrease the objective slightly
        assert all(b >= a - 1e-12 * abs(a) for a, b in zip(heights, heights[1:]))


# Predictions.


def test_extreme_scores_do_not_overflow() -> None:
    """Log odds of ±10,000 give probability 0 or 1, and ±700 do not quite."""
    model = LogisticRegression(("no", "yes"), ("x",), w0=0.0, w=(1.0,))
    assert model.posterior([1e4]) == {"no": 0.0, "yes": 1.0}
    assert model.posterior([-1e4]) == {"no": 1.0, "yes": 0.0}
    assert model.posterior([-700.0])["yes"] == pytest.approx(exp(-700), rel=1e-13)
    assert model.predict([[1e4], [-1e4]]) == ["yes", "no"]


def test_a_tie_goes_to_the_first_class() -> None:
    """On the decision boundary the first class is predicted."""
    model = LogisticRegression(("no", "yes"), ("x", "y"), w0=-1.0, w=(0.5, 0.25))
    assert model.linear_score([1.0, 2.0]) == 0.0
    assert model.posterior([1.0, 2.0]) == {"no": 0.5, "yes": 0.5}
    assert model.classify([1.0, 2.0]) == "no"
    assert model.classify([1.0, 2.0 + 2**-40]) == "yes"


def test_the_log_odds_are_the_score() -> None:
    """The terms of an explanation are w₀ and each wᵢ xᵢ."""
    model = LogisticRegression(("no", "yes"), ("x", "y"), w0=-1.0, w=(2.0, 3.0))
    explained = model.explain([2.0, 1.0])
    assert (explained.chosen, explained.other, explained.log_odds) == ("yes", "no", 6.0)
    assert explained.prior == -1.0
    assert explained.contributions == (("x", 2.0, 4.0), ("y", 1.0, 3.0))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([1.0], "1 value and 2 features"),
        ([1.0, None], "feature 'y' must be a finite number, got None"),
        ([nan, 1.0], "feature 'x' must be a finite number, got nan"),
        ([inf, 1.0], "feature 'x' must be a finite number, got inf"),
        (["a", 1.0], "feature 'x' must be a finite number, got 'a'"),
        ([10**400, 1.0], "feature 'x' must be a finite number, got a whole number of 1329 bits"),
        ([1e308, 1e308], "is larger than any float"),
    ],
)
def test_invalid_rows_are_rejected(row: Any, message: str) -> None:
    """Every method that predicts raises an error for an invalid row."""
    model = LogisticRegression((0, 1), ("x", "y"), w0=0.0, w=(1e10, -1e10))
    for ask in (model.posterior, model.classify, model.linear_score, lambda x: model.predict([x])):
        with pytest.raises(TextbookError, match=message):
            ask(row)


# Models as Python objects.


def test_json_keeps_the_fit_report() -> None:
    """A model read from JSON has the fit report of the original."""
    model = LogisticRegression.fit(ROWS, LABELS, l2=1.0)
    back: LogisticRegression[int] = LogisticRegression.from_json(model.to_json())
    assert (back, back.fit_report) == (model, model.fit_report)
    by_hand = replace(model, fit_report=None)
    assert LogisticRegression.from_json(by_hand.to_json()).fit_report is None
    assert by_hand == model  # models are compared by weights, not by fit reports


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"classes": (1, 2, 3)}, "3 classes.*use SoftmaxRegression"),
        ({"classes": (1,)}, "need at least two classes, got 1"),
        ({"classes": (1, 1)}, "duplicate class 1"),
        ({"w": (1.0, 2.0)}, "1 feature and 2 weights"),
        ({"w0": nan}, "weights"),
        ({"w": (inf,)}, "weights"),
    ],
)
def test_invalid_parameters_are_rejected(parts: dict[str, Any], message: str) -> None:
    """The constructor rejects invalid parameters."""
    good = LogisticRegression((0, 1), ("x",), w0=0.0, w=(1.0,))
    with pytest.raises(TextbookError, match=message):
        replace(good, **parts)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        (None, "row 3 has no value for feature 'x2', but this model needs complete rows"),
        (nan, "row 3 has nan in feature 'x2': use a finite number"),
        (inf, "row 3 has inf in feature 'x2': use a finite number"),
        ("7", "row 3 has '7' in feature 'x2': use a finite number"),
        (-1e200, r"row 3 has -1e\+200 in feature 'x2', whose square is larger than any float"),
        (10**400, "row 3 has a whole number of 1329 bits in feature 'x2'"),
    ],
)
def test_cells_that_are_not_numbers_are_rejected(cell: Any, message: str) -> None:
    """The error states the row, the feature and the value."""
    rows: list[list[Any]] = [list(row) for row in ROWS]
    rows[3][1] = cell
    with pytest.raises(TextbookError, match=message):
        fitted(rows)


@pytest.mark.parametrize(
    ("labels", "options", "message"),
    [
        ([i % 3 for i in range(40)], {}, "3 classes.*use SoftmaxRegression"),
        ([1] * 40, {}, r"need at least two classes, got 1: \[1\]"),
        (LABELS, {"weights": [float(y) for y in LABELS]}, "class 0 has no examples"),
        (LABELS, {"classes": (0, 1, 2)}, "class 2 has no examples"),
    ],
)
def test_exactly_two_classes_are_required(
    labels: Any, options: dict[str, Any], message: str
) -> None:
    """Three classes, one class, or a class of weight zero raise an error."""
    with pytest.raises(TextbookError, match=message):
        fitted(labels=labels, **options)


# If the assumptions of naive Bayes hold, both models agree.


def test_bernoulli_weights_make_the_population_gradient_zero() -> None:
    """If every row has its exact probability, the weights of naive Bayes are the maximum."""
    bits = [[1, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 1], [0, 1, 0], [0, 0, 0]]
    model = BernoulliNaiveBayes.fit(bits, [1, 1, 1, 1, 0, 0, 0], theta=categorical_laplace)
    assert model.classes == (1, 0)
    bridge = model.to_logistic()
    joint = {
        ((1.0, *map(float, x)), y): exp(model.log_joint(x)[1 - y])
        for x in product((0, 1), repeat=3)
        for y in (0, 1)
    }  # y = 1 is the model's second class, which is 0
    assert population_gradient([bridge.w0, *bridge.w], joint) == pytest.approx([0.0] * 4, abs=1e-15)
    rows, labels = [list(x[1:]) for x, _ in joint], [y for _, y in joint]
    found = fitted(rows, labels, weights=list(joint.values()))
    assert found == close([bridge.w0, *bridge.w], rel=1e-9)


def test_gaussian_weights_make_the_population_gradient_zero() -> None:
    """The population is a grid with the densities of two Gaussians of shared variances."""
    model = GaussianNaiveBayes.fit(
        [[1.0, 2.0], [3.0, 4.0], [5.0, 0.0], [0.0, 1.0], [2.0, 5.0]],
        [0, 0, 0, 1, 1],
        variance=pooled_variance_mle,
    )
    bridge = model.to_logistic()
    grid = list(product(range(-2, 8), repeat=2))
    heights = {(x, y): exp(model.log_joint(x)[y]) for x in grid for y in (0, 1)}
    whole = fsum(heights.values())
    joint = {((1.0, *map(float, x)), y): p / whole for (x, y), p in heights.items()}
    assert population_gradient([bridge.w0, *bridge.w], joint) == pytest.approx([0.0] * 3, abs=1e-15)
    found = fitted(
        [list(x) for x, _ in heights], [y for _, y in heights], weights=[*joint.values()]
    )
    assert found == close([bridge.w0, *bridge.w], rel=1e-9)


def test_the_logistic_form_of_a_regression_is_itself() -> None:
    """`to_logistic` returns the weights in the form of the generative models."""
    weights = LogisticRegression((0, 1), ("x",), w0=sqrt(2), w=(pi,)).to_logistic()
    assert (weights.w0, weights.w) == (sqrt(2), (pi,))


def test_the_maximum_with_a_tiny_penalty_is_reached() -> None:
    """The gradient is below 1e-8 from w = 19; the maximum 2 exp(−w) = λ w is above w = 31."""
    rows = [[float(x)] for x in range(-10, 11) if x]
    model = LogisticRegression.fit(rows, [row[0] > 0 for row in rows], l2=1e-15)
    (w,) = model.w
    assert w > 31
    assert fsum(2 * x * exp(-x * w) for x in range(1, 11)) == pytest.approx(1e-15 * w, rel=1e-6)


def test_an_invalid_tolerance_is_rejected_before_the_data_are_checked() -> None:
    """The error about the tolerance is raised even if the classes are separable."""
    with pytest.raises(TextbookError, match="the tolerance must be .*got -1"):
        LogisticRegression.fit([[0.0], [1.0]], [0, 1], tolerance=-1.0)
    with pytest.raises(TextbookError, match="max_iterations must be at least 1, got 0"):
        LogisticRegression.fit([[0.0], [1.0]], [0, 1], max_iterations=0)
