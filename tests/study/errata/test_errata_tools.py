"""Tests of the helpers of the errata: the fit, the outcome of a formula, second differences."""

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.equations.likelihood import (
    conditional_log_likelihood,
    penalised_gradient,
    penalised_log_likelihood,
)
from textbook_ml.study.errata._common import LABELS, ROWS, outcome, second_difference
from textbook_ml.study.errata._fit import fit

small = st.integers(-3, 3).map(float)
data = st.lists(st.tuples(small, st.integers(0, 1)), min_size=2, max_size=6)


def test_two_groups_are_fitted_by_their_frequencies() -> None:
    """With one Boolean feature the best probabilities are 1/4 and 2/3, and the weights follow."""
    rows = [[1.0, 0.0]] * 4 + [[1.0, 1.0]] * 3
    labels = [1, 0, 0, 0, 1, 1, 0]
    assert fit(rows, labels) == pytest.approx([-log(3), log(2) + log(3)], rel=1e-12, abs=0.0)


@given(data, st.sampled_from([0.25, 1.0, 4.0]))
def test_the_penalised_gradient_vanishes_at_the_fit(
    examples: list[tuple[float, int]], lam: float
) -> None:
    """With a penalty there is one maximum, even for separable data; the gradient is zero there."""
    rows, labels = [[1.0, x] for x, _ in examples], [y for _, y in examples]
    w = fit(rows, labels, lam)
    # The gradient is a sum of a dozen terms below 4, each rounded in the 16th digit.
    assert penalised_gradient(w, rows, labels, lam) == pytest.approx([0.0, 0.0], abs=1e-13)


@given(st.tuples(small, small), st.sampled_from([0.0, 1.0]))
def test_no_other_weights_are_better(w: tuple[float, float], lam: float) -> None:
    """The fit is the maximum, with the penalty and without."""
    best = penalised_log_likelihood(fit(ROWS, LABELS, lam), ROWS, LABELS, lam)
    assert penalised_log_likelihood(w, ROWS, LABELS, lam) < best


def test_a_penalty_of_zero_changes_nothing() -> None:
    """The weights of the four examples are those that the errata on these examples state."""
    w = fit(ROWS, LABELS)
    assert conditional_log_likelihood(w, ROWS, LABELS) == pytest.approx(
        -2.347486535121346, rel=1e-12
    )


def test_separable_data_raise_an_error() -> None:
    """The likelihood of separable data has no maximum."""
    with pytest.raises(TextbookError, match="separable"):
        fit([[1.0, -1.0], [1.0, 1.0]], [0, 1])


def test_a_repeated_column_raises_an_error() -> None:
    """With two equal columns the best weights are not unique."""
    with pytest.raises(TextbookError, match="not positive definite"):
        fit([[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]], [0, 1, 1])


def test_an_outcome_is_the_value_or_the_failure() -> None:
    """Values are returned; a failure is described independently of the error message."""
    assert outcome(lambda: [1, 2]) == [1, 2]
    assert outcome(lambda: 1 / 0) == "division by zero"
    assert outcome(lambda: log(0)) == "undefined"
    assert outcome(lambda: require(False, "no answer")) == "none: rejected with an error"


def test_other_failures_are_not_hidden() -> None:
    """A programming error in a check is not caught."""
    with pytest.raises(KeyError):
        outcome(lambda: {"a": 1}["b"])


@given(small, small, small)
def test_the_curvature_of_a_parabola_is_twice_its_leading_coefficient(
    a: float, b: float, c: float
) -> None:
    """f(0) − 2 f(1) + f(2) = 2a for f(x) = a x² + b x + c, and so zero for a line."""
    assert second_difference(lambda x: a * x * x + b * x + c) == 2 * a
