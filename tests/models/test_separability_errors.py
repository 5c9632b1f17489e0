"""Regressions reject data without a finite maximum, state the reason, and accept all others."""

import warnings
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from math import inf, log
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.regression_support import LABELS, ROWS, rescaled
from textbook_ml.core.errors import TextbookError, TextbookWarning
from textbook_ml.learning.objectives.prior import NormalPrior
from textbook_ml.learning.optimisers.gradient_ascent import gradient_ascent, stochastic_ascent
from textbook_ml.learning.optimisers.optimise import OPTIMISERS
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.softmax_regression import SoftmaxRegression

Fit = Callable[..., Any]
BOTH = pytest.mark.parametrize(
    "fit",
    [LogisticRegression.fit, SoftmaxRegression.fit, partial(SoftmaxRegression.fit, reference=True)],
    ids=["logistic", "softmax", "softmax with a reference"],
)

APART = r"the 2 classes can be separated in these {n} examples{how}: the likelihood increases "
APART += r"without limit as the weights grow, and no finite weights are best. "
APART += r"Fix: use a penalty, such as l2=1.0"
ALONE = ", by feature '{}' alone, which separates {} from the rest"


def rejected(words: str, fit: Fit, rows: Any, labels: Any, **options: Any) -> None:
    """Expect an error that begins with these words."""
    with pytest.raises(TextbookError) as refusal:
        fit(rows, labels, **options)
    assert str(refusal.value).startswith(words)


# Classes that can be separated.


@BOTH
def test_a_feature_that_separates_is_named(fit: Fit) -> None:
    """All values of one class are below all values of the other."""
    rows = [[5.0, 0.0], [1.0, 1.0], [4.0, 2.0], [2.0, 3.0], [3.0, 4.0]]
    words = APART.format(n=5, how=ALONE.format("b", "'u'"))
    rejected(words, fit, rows, "uuvvv", features=["a", "b"])


@BOTH
def test_a_separating_combination_of_features_is_rejected(fit: Fit) -> None:
    """Neither feature separates the classes alone, but their sum does."""
    rows = [[0.0, 3.0], [3.0, 0.0], [1.0, 1.0], [4.0, 1.0], [1.0, 4.0], [3.0, 3.0]]
    rejected(APART.format(n=6, how=""), fit, rows, "uuuvvv")


@BOTH
def test_quasi_complete_separation_is_rejected(fit: Fit) -> None:
    """Both classes occur on the border, one beyond it: the weight grows without bound."""
    how = ", by feature 'x1' alone, except for examples at 2"
    rejected(APART.format(n=5, how=how), fit, [[1.0], [2.0], [2.0], [2.0], [3.0]], "uuvvv")


@BOTH
def test_two_examples_are_separable(fit: Fit) -> None:
    """A table of two examples with different labels has no maximum."""
    rejected("the 2 classes can be separated in these 2 examples", fit, [[0.0], [1.0]], "ab")


def test_one_separable_class_of_three_is_rejected() -> None:
    """One class is separable although the other two overlap."""
    rows = [[0.0, 1.0], [1.0, 2.0], [2.0, 9.0], [0.5, 8.0], [1.5, 1.5], [3.0, 1.0], [0.0, 7.5]]
    words = "the 3 classes can be separated in these 7 examples, by feature 'x2' alone, which "
    rejected(words + "separates 'c' from the rest", SoftmaxRegression.fit, rows, "abccabc")


@BOTH
@pytest.mark.parametrize("name", OPTIMISERS)
def test_every_optimiser_rejects_separable_classes(fit: Fit, name: str) -> None:
    """The error does not depend on the speed of the optimiser."""
    rows = [[0.0, 3.0], [3.0, 0.0], [1.0, 1.0], [4.0, 1.0], [1.0, 4.0], [3.0, 3.0]]
    for labels in ("uuuvvv", "uuuuvv"):
        with pytest.raises(TextbookError, match="the 2 classes can be separated"):
            fit(rows, labels, optimiser=name, max_iterations=200)


@BOTH
def test_a_weight_of_zero_removes_the_overlap(fit: Fit) -> None:
    """The only example on the wrong side has weight zero, so the classes are separable."""
    rows, labels = [[0.0], [1.0], [2.0], [3.0], [0.5]], [0, 0, 1, 1, 1]
    assert fit(rows, labels, weights=[1, 1, 1, 1, 0.01])
    words = "the 2 classes can be separated in these 4 examples"
    rejected(words, fit, rows, labels, weights=[1, 1, 1, 1, 0])


@BOTH
@pytest.mark.parametrize(
    ("gap", "scale"), [(1e-3, 1e-6), (1e-3, 1.0), (1e-6, 1.0), (1e-9, 1.0), (1e-9, 1e6)]
)
def test_an_overlap_however_small_has_a_maximum(fit: Fit, gap: float, scale: float) -> None:
    """With an overlap of width `gap`, the maximum exists and the weight grows as ln(1/gap)."""
    left = [-i / 10 for i in range(1, 20)] + [gap]
    right = [i / 10 for i in range(1, 20)] + [0.0]
    rows = [[scale * x] for x in left + right]
    model = fit(rows, [0] * 20 + [1] * 20)
    pair = model if isinstance(model, LogisticRegression) else model.to_binary()
    assert scale * pair.w[0] == pytest.approx(10 * log(0.4 / gap), rel=0.01)
    left[-1] = -gap
    words = "the 2 classes can be separated in these 40 examples, by feature 'x1' alone"
    rejected(words, fit, [[scale * x] for x in left + right], [0] * 20 + [1] * 20)


def some_line_separates(points: Sequence[tuple[int, int]], labels: Sequence[int]) -> bool:
    """Return whether some w ≠ 0 has no negative margin, in exact integers.

    If the signed rows span three dimensions, the w without negative margins are a cone with
    edges or only zero; an edge is orthogonal to two of the rows.
    """
    signed = [(s, s * x, s * y) for (x, y), label in zip(points, labels) for s in [2 * label - 1]]
    for (a, b, c), (d, e, f) in combinations(signed, 2):
        w = (b * f - c * e, c * d - a * f, a * e - b * d)
        margins = [sum(p * q for p, q in zip(w, row)) for row in signed]
        if any(w) and (min(margins) >= 0 or max(margins) <= 0):
            return True
    return False


small = st.integers(0, 3)


@given(
    st.lists(st.tuples(small, small, st.integers(0, 1)), min_size=5, max_size=12),
    st.sampled_from([(1.0, 0.0), (0.1, 0.3), (1e-9, 0.0), (3.0, 1e6)]),
    st.booleans(),
)
def test_data_are_rejected_if_and_only_if_some_line_separates(
    examples: list[tuple[int, int, int]], unit: tuple[float, float], standardise: bool
) -> None:
    """The decision is exact on a grid with many ties, in any unit."""
    points, labels = [(x, y) for x, y, _ in examples], [label for *_, label in examples]
    scale, far = unit
    rows = [[scale * x + far, float(y)] for x, y in points]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TextbookWarning)
            LogisticRegression.fit(rows, labels, classes=(0, 1), standardise=standardise)
        outcome = "found"
    except TextbookError as refusal:
        outcome = str(refusal)
    if len(set(labels)) < 2:
        assert "no examples" in outcome
    elif "combination" in outcome or "always" in outcome:
        (x0, y0), *rest = points
        crosses = {(x - x0) * (v - y0) - (y - y0) * (u - x0) for x, y in rest for u, v in rest}
        assert crosses == {0}  # all points lie on one line
    else:
        apart = some_line_separates(points, labels)
        assert ("can be separated" in outcome) == apart and (outcome == "found") == (not apart)


@BOTH
def test_standardisation_does_not_change_the_decision(fit: Fit) -> None:
    """Both classes have points on one line, and the mean of the points is not a float."""
    rows = [[0.0, 3.0], [1.0, 2.0], [2.0, 1.0], [3.0, 0.0], [0.0, 1.0], [1.0, 0.0], [3.0, 3.0]]
    for labels in ([0, 1, 0, 1, 0, 0, 1], [0, 1, 1, 0, 0, 0, 1]):
        for options in ({}, {"standardise": True}):
            with pytest.raises(TextbookError, match="can be separated"):
                fit(rows, labels, **options)


@BOTH
@pytest.mark.parametrize("optimiser", ["newton", "l-bfgs"])
def test_decimals_on_the_border_are_separable_despite_rounding(fit: Fit, optimiser: str) -> None:
    """Both classes occur on x + y = 0.3, although 0.1 + 0.2 is not 0.3 in binary."""
    border = [[0.0, 0.3], [0.1, 0.2], [0.2, 0.1], [0.3, 0.0]]
    rows = [*border, [0.0, 0.1], [0.1, 0.1], [0.3, 0.1], [0.2, 0.3]]
    assert 0.1 + 0.2 > 0.3
    for labels in ("abaaaabb", "aabaaabb", "babbaabb"):
        with pytest.raises(TextbookError, match="can be separated in these 8 examples"):
            fit(rows, labels, optimiser=optimiser)


# Penalties on all or on some weights.


@BOTH
def test_any_penalty_makes_a_maximum(fit: Fit) -> None:
    """With any penalty a maximum exists; smaller penalties give larger weights."""
    sizes = []
    for l2 in (1.0, 1e-3, 1e-6):
        model = fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1], l2=l2)
        pair = model if isinstance(model, LogisticRegression) else model.to_binary()
        sizes.append(pair.w[0])
        assert pair.w0 == pytest.approx(-1.5 * pair.w[0], rel=1e-6)
    assert sizes == sorted(sizes) and sizes[-1] > 10


@BOTH
def test_an_unpenalised_separating_feature_is_rejected(fit: Fit) -> None:
    """A prior on one feature does not help if the other feature separates the classes."""
    rows = [[0.0, 1.0], [1.0, 3.0], [5.0, 2.0], [6.0, 0.0]]
    held = NormalPrior((0.0, 0.0, 0.0), (inf, inf, 1.0))
    rejected("the 2 classes can be separated", fit, rows, [0, 0, 1, 1], prior=held)
    how = ALONE.format("x2", 0)
    beside = [[7.0, *row] for row in rows]  # a penalised constant feature is not the reason
    most = NormalPrior((0.0,) * 4, (inf, 1.0, inf, 1.0))
    rejected(APART.format(n=4, how=how), fit, beside, [0, 0, 1, 1], prior=most)
    other = NormalPrior((0.0, 0.0, 0.0), (inf, 1.0, inf))
    assert fit(rows, [0, 0, 1, 1], prior=other)


# Collinear features.

COLLINEAR = ": different weights give the same probabilities. Fix: drop one of them, "
COLLINEAR += "or use a penalty, such as l2=1.0"


@BOTH
@pytest.mark.parametrize(
    ("extra", "words"),
    [
        (lambda row: row[0], "'x4' is a combination of 'x1'"),
        (lambda row: 7 - 2 * row[1], "'x4' is a combination of 'x2'"),
        (lambda row: row[0] + row[2] / 3, "'x4' is a combination of 'x1' and 'x3'"),
        (lambda row: row[0] + row[1] - row[2], "'x4' is a combination of 'x1' and 'x2' and 'x3'"),
    ],
)
def test_a_combination_of_features_is_named(
    fit: Fit, extra: Callable[[list[float]], float], words: str
) -> None:
    """The error names a collinear feature and the features it depends on."""
    rows = [[*row, extra(row)] for row in ROWS]
    rejected(f"feature {words}{COLLINEAR}", fit, rows, LABELS)
    assert fit(rows, LABELS, l2=1.0)


@BOTH
def test_a_full_set_of_indicators_is_rejected(fit: Fit) -> None:
    """Indicators of all values sum to one and are collinear with the intercept."""
    rows = [[float(i % 3 == k) for k in range(3)] for i in range(40)]
    words = "feature 'x3' is a combination of 'x1' and 'x2'"
    rejected(words, fit, rows, LABELS)
    assert fit([row[:2] for row in rows], LABELS)


@BOTH
@pytest.mark.parametrize("far", [0.0, 1e6])
def test_nearly_collinear_features(fit: Fit, far: float) -> None:
    """A deviation of 1e-4 from collinearity is fitted, one of 1e-8 is an error."""
    bumps = [(i * 29 % 31 - 15) / 16 for i in range(40)]
    for share, found in ((1e-4, True), (1e-8, False), (1e-12, False)):
        rows = [[far + x, y, x + y + share * b] for (x, y, _), b in zip(ROWS, bumps)]
        if found:
            assert fit(rows, LABELS)
        else:
            with pytest.raises(TextbookError, match="^feature 'x3' is (nearly )?a combination of"):
                fit(rows, LABELS)


@BOTH
@pytest.mark.parametrize("value", [0.0, 0.1, -1e6])
def test_a_constant_feature_is_named(fit: Fit, value: float) -> None:
    """A constant feature is redundant with the intercept."""
    rows = [[row[0], value] for row in ROWS]
    words = f"feature 'x2' is always {value:g}, like the constant feature of the "
    words += "intercept. Fix: drop it, or"
    for options in ({}, {"standardise": True}):
        rejected(words, fit, rows, LABELS, **options)
    assert fit(rows, LABELS, l2=1.0)


@BOTH
def test_more_weights_than_examples_are_rejected(fit: Fit) -> None:
    """With more weights than examples the maximum is not unique."""
    words = "there are 4 examples for 5 weights without a penalty, and more than one choice of "
    rows = [[float(i == j) for j in range(4)] for i in range(4)]
    rejected(words + "weights fits them all. Fix: use a penalty", fit, rows, [0, 1, 0, 1])
    assert fit(rows, [0, 1, 0, 1], l2=1.0)


def test_a_table_without_features_has_the_log_odds_of_the_classes() -> None:
    """The intercept is the log odds of the class frequencies."""
    model = LogisticRegression.fit([[]] * 4, [0, 1, 1, 1])
    assert model.w0 == pytest.approx(log(3), rel=1e-14)
    assert model.w == ()


# Optimisers that do not converge.


@BOTH
def test_the_error_of_an_iteration_limit_states_the_gradient(fit: Fit) -> None:
    """The error states the remaining gradient and what to do."""
    words = "newton has not converged after 1 iterations: the gradient must be at most "
    rejected(words, fit, ROWS, LABELS, max_iterations=1)


@BOTH
def test_gradient_ascent_with_different_units_reports_slow_convergence(fit: Fit) -> None:
    """One feature is in hundreds, one in ones: a thousand steps are not enough."""
    rows = [[100 * row[0], *row[1:]] for row in ROWS]
    with pytest.raises(TextbookError, match="gradient-ascent has not converged.*standardise the"):
        fit(rows, LABELS, optimiser="gradient-ascent", max_iterations=1000)
    assert fit(rows, LABELS, optimiser="gradient-ascent", max_iterations=2000, standardise=True)


@BOTH
@pytest.mark.parametrize("eta", [0.5, 10.0, 1e300])
@pytest.mark.parametrize("rule", [gradient_ascent, stochastic_ascent])
def test_step_sizes_that_are_too_large_diverge(fit: Fit, rule: Any, eta: float) -> None:
    """The error states the step size and a safe step size."""
    words = (
        rf"diverges: after iteration 1 .* the step size of {eta:.3g} is too large. "
        "Fix: use at most 1/L = 0.0"
    )
    with pytest.raises(TextbookError, match=words.replace("+", r"\+")):
        fit(ROWS, LABELS, optimiser=partial(rule, eta=eta))


def test_the_safe_step_in_the_error_is_safe() -> None:
    """With the step size 1/L of the error, every step increases the objective."""
    with pytest.raises(TextbookError) as refusal:
        LogisticRegression.fit(ROWS, LABELS, optimiser=partial(gradient_ascent, eta=1.0))
    safe = float(str(refusal.value).split("1/L = ")[1].split(",")[0])
    heights: list[float] = []
    LogisticRegression.fit(
        ROWS,
        LABELS,
        optimiser=partial(gradient_ascent, eta=safe),
        tolerance=1e-3,
        watch=lambda step: heights.append(step.objective),
    )
    assert heights == sorted(heights)


@pytest.mark.parametrize("eta", [0.0, -1.0, inf, float("nan")])
def test_a_step_size_is_positive_and_finite(eta: float) -> None:
    """Every rule with a step size rejects values that are not positive and finite."""
    for rule in (gradient_ascent, stochastic_ascent):
        with pytest.raises(TextbookError, match="η"):
            LogisticRegression.fit(ROWS, LABELS, optimiser=partial(rule, eta=eta))


# Very different scales.


@BOTH
def test_features_of_very_different_scale_give_a_warning(fit: Fit) -> None:
    """The warning names the largest and smallest feature and the line of the caller."""
    with pytest.warns(TextbookWarning) as told:
        fit(rescaled(ROWS), LABELS, l2=1.0, features=["salary", "share", "age"])
    (warning,) = told
    words = str(warning.message)
    assert words.startswith(
        "the features have very different scales: 'salary' has a standard deviation"
    )
    assert "'share'" in words and "'age'" not in words
    assert words.endswith("use standardise=True")
    assert warning.filename == __file__


@BOTH
@pytest.mark.parametrize("value", [0.1, 0.0, 1e9])
def test_no_warning_for_similar_scales(fit: Fit, value: float) -> None:
    """Standardised, similar and constant features give no warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fit(rescaled(ROWS), LABELS, l2=1.0, standardise=True)
        fit([[x * 1e9 for x in row] for row in ROWS], LABELS)
        fit([[*row, value] for row in ROWS], LABELS, l2=1.0)
