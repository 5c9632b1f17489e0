"""Regressions agree with the complete algorithms: weights, probabilities and labels."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.regression_support import LABELS, MANY_LABELS, MANY_ROWS, ROWS
from textbook_ml.algorithms.logistic_regression_gradient_ascent import (
    ascend,
    fit_logistic_regression,
)
from textbook_ml.algorithms.logistic_regression_newton import fit_logistic_newton
from textbook_ml.algorithms.softmax_regression import fit_softmax_regression, softmax_ascend
from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.logistic import logistic_label, logistic_p0, logistic_p1
from textbook_ml.equations.softmax import reference_softmax
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.softmax_regression import SoftmaxRegression

# Both stop at a gradient of at most 1e-7, and the curvature is at least λ ≥ 1/2.
WEIGHTS = 1e-6
quarters = st.integers(-12, 12).map(lambda n: n / 4)
points = st.lists(st.tuples(quarters, quarters), min_size=2, max_size=7)
penalties = st.sampled_from([0.5, 1.0, 2.0])


def near(found: Sequence[float], due: Sequence[float]) -> bool:
    """Return whether all weights agree."""
    return all(abs(a - b) <= WEIGHTS for a, b in zip(found, due, strict=True))


@given(points, st.data(), penalties)
def test_logistic_regression_agrees(
    xs: list[tuple[float, float]], more: st.DataObject, lam: float
) -> None:
    """The model reaches the maximum of gradient ascent by (26) and predicts the same labels."""
    labels = more.draw(st.permutations([0, 1] + [i % 2 for i in range(len(xs) - 2)]))
    w = fit_logistic_regression(xs, labels, lam)
    model = LogisticRegression.fit(xs, labels, l2=lam, penalise_intercept=True, classes=(0, 1))
    assert near([model.w0, *model.w], w)
    for x in xs:
        ours, theirs = model.posterior(x), [p(w[0], w[1:], x) for p in (logistic_p0, logistic_p1)]
        assert all(abs(ours[y] - theirs[y]) <= 4 * WEIGHTS for y in (0, 1))
        clear = abs(theirs[1] - theirs[0]) > 16 * WEIGHTS
        assert model.classify(x) == logistic_label(w[0], w[1:], x) or not clear


@pytest.mark.parametrize("optimiser", ["newton", "gradient-ascent"])
def test_newtons_method_agrees(optimiser: str) -> None:
    """On three features, forty rows and no penalty, all optimisers and both files agree."""
    w = fit_logistic_newton(ROWS, LABELS)
    model = LogisticRegression.fit(ROWS, LABELS, optimiser=optimiser, classes=(0, 1))
    assert near([model.w0, *model.w], w)
    assert near(fit_logistic_regression(ROWS, LABELS, 0.0), w)


@given(points, st.data(), penalties)
def test_softmax_regression_agrees(
    xs: list[tuple[float, float]], more: st.DataObject, lam: float
) -> None:
    """By (29), three classes have two weight vectors; the last class is the reference."""
    xs = [*xs, (0.25, -0.5)]
    labels = more.draw(st.permutations([i % 3 for i in range(len(xs))]))
    w = fit_softmax_regression(xs, labels, 3, lam)
    model = SoftmaxRegression.fit(
        xs, labels, l2=lam, penalise_intercept=True, reference=True, classes=(0, 1, 2)
    )
    assert all(near(ours, theirs) for ours, theirs in zip(model.w, [*w, [0.0] * 3], strict=True))
    for x in xs:
        ours, theirs = model.posterior(x), reference_softmax(w, [1.0, *x])
        assert all(abs(ours[y] - theirs[y]) <= 8 * WEIGHTS for y in range(3))
        first, second = sorted(theirs)[:-3:-1]
        assert model.classify(x) == theirs.index(first) or first - second <= 32 * WEIGHTS


def test_softmax_regression_of_many_rows_agrees() -> None:
    """The weights agree for thirty-six rows with a small penalty."""
    w = fit_softmax_regression(MANY_ROWS, MANY_LABELS, 3, 0.5)
    model = SoftmaxRegression.fit(
        MANY_ROWS, MANY_LABELS, l2=0.5, penalise_intercept=True, reference=True, classes=(0, 1, 2)
    )
    assert all(near(ours, theirs) for ours, theirs in zip(model.w[:-1], w, strict=True))


def test_two_classes_of_softmax_are_logistic_regression() -> None:
    """With K = 2 and class 0 first, softmax weights are the negated logistic weights."""
    turned = [-a for a in ascend(ROWS, LABELS, 0.01, 1.0, 20)]
    [w] = softmax_ascend(ROWS, LABELS, 2, 0.01, 1.0, 20)
    assert w == pytest.approx(turned, rel=1e-12, abs=1e-15)


def test_separable_classes_have_no_maximum() -> None:
    """Without a penalty the weights grow without bound; the error states the fix."""
    rows, labels = [[-1.0], [1.0]], [0, 1]
    with pytest.raises(TextbookError, match="there may be no maximum. Fix: use a larger lam"):
        fit_logistic_regression(rows, labels, 0.0)
    with pytest.raises(TextbookError, match="there may be no maximum. Fix: use a larger lam"):
        fit_softmax_regression(rows, labels, 2, 0.0)
    with pytest.raises(TextbookError, match="Fix: use gradient ascent with a penalty"):
        fit_logistic_newton(rows, labels)
