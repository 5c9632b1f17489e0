"""Models fitted from sums over pieces: equal to `fit`, whatever the order of the pieces."""

from collections.abc import Callable, Sequence
from functools import reduce
from math import exp, inf
from operator import add
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textbook_ml import (
    CategoricalNaiveBayes,
    GaussianDiscriminantAnalysis,
    GaussianNaiveBayes,
    LogisticRegression,
    SoftmaxRegression,
)
from textbook_ml.core.errors import TextbookError
from textbook_ml.learning.objectives.prior import NormalPrior
from textbook_ml.learning.optimisers.steps import Step
from textbook_ml.models.additive_fit import count_piece, fit_from

Rows = list[list[float]]
CLOSE = 1e-12  # relative to the largest weight; the tolerance of the gradient allows about this


def drawn(n: int, d: int, k: int, seed: int = 0) -> tuple[Rows, list[int]]:
    """Draw rows in different units, and labels from a softmax regression."""
    rng = Random(seed)
    w = [[rng.gauss(0, 0.7) for _ in range(d + 1)] for _ in range(k)]
    rows, labels = [], []
    for _ in range(n):
        z = [rng.gauss(0, 1) for _ in range(d)]
        odds = [exp(v[0] + sum(a * b for a, b in zip(v[1:], z))) for v in w]
        labels.append(rng.choices(range(k), odds)[0])
        rows.append([3.0 * j + (j + 1) * x for j, x in enumerate(z)])
    return rows, labels


def in_pieces(*columns: Sequence[Any], size: int) -> list[tuple[Any, ...]]:
    """Divide rows, labels and perhaps weights into pieces."""
    n = len(columns[0])
    return [tuple(column[i : i + size] for column in columns) for i in range(0, n, size)]


def total_of(pieces: Sequence[Any]) -> Callable[[Callable[[Any], Any]], Any]:
    return lambda function: reduce(add, map(function, pieces))


def weights_of(model: Any) -> list[float]:
    if isinstance(model, LogisticRegression):
        return [model.w0, *model.w]
    return [w for vector in model.w for w in vector]


def assert_close(model: Any, other: Any) -> None:
    a, b = weights_of(model), weights_of(other)
    assert max(abs(x - y) for x, y in zip(a, b)) <= CLOSE * max(map(abs, b))
    assert (model.classes, model.features) == (other.classes, other.features)


PRIOR = NormalPrior((0.0, 1.0, -1.0, 0.5), (inf, 2.0, 0.5, inf))
OPTIONS: list[dict[str, Any]] = [
    {},
    {"l2": 1.0},
    {"l2": 2.5, "penalise_intercept": True},
    {"l2": 0.5, "standardise": True},
    {"prior": PRIOR},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("size", [7, 100, 400])
def test_logistic_regression_equals_fit(options: dict[str, Any], size: int) -> None:
    rows, labels = drawn(400, 3, 2)
    model = LogisticRegression.fit(rows, labels, **options)
    assert_close(
        fit_from(LogisticRegression, total_of(in_pieces(rows, labels, size=size)), **options), model
    )


@pytest.mark.parametrize("options", [*OPTIONS, {"reference": True}, {"reference": True, "l2": 1.0}])
def test_softmax_regression_equals_fit(options: dict[str, Any]) -> None:
    rows, labels = drawn(400, 3, 3)
    model = SoftmaxRegression.fit(rows, labels, classes=range(3), **options)
    pieces = in_pieces(rows, labels, size=90)
    other = fit_from(SoftmaxRegression, total_of(pieces), classes=range(3), **options)
    assert_close(other, model)


def test_weights_of_examples_equal_those_of_fit() -> None:
    rows, labels = drawn(300, 2, 2)
    weights = [Random(i).choice([0.5, 1.0, 3.0]) for i in range(300)]
    choices: list[dict[str, Any]] = [{}, {"standardise": True, "l2": 1.0}]
    for options in choices:
        model = LogisticRegression.fit(rows, labels, weights=weights, **options)
        pieces = in_pieces(rows, labels, weights, size=64)
        assert_close(fit_from(LogisticRegression, total_of(pieces), **options), model)
    softmax = SoftmaxRegression.fit(rows, labels, weights=weights)
    assert_close(fit_from(SoftmaxRegression, total_of(pieces)), softmax)
    with pytest.raises(TextbookError, match="above 0, got 0"):
        count_piece(LogisticRegression, (rows[:2], labels[:2], [1.0, 0.0]))


@pytest.mark.parametrize("model", [LogisticRegression, SoftmaxRegression])
@given(order=st.permutations(range(8)), groups=st.integers(1, 8))
@settings(max_examples=5, deadline=None)
def test_order_and_grouping_of_pieces_change_no_bit(
    model: type[Any], order: list[int], groups: int
) -> None:
    """Pieces may be added in any order, and in any tree, as engines do."""
    rows, labels = drawn(160, 2, 2)
    pieces = in_pieces(rows, labels, size=20)

    def total(function: Callable[[Any], Any]) -> Any:
        parts = [function(pieces[i]) for i in order]
        by_group = [reduce(add, parts[i::groups]) for i in range(groups)]
        return reduce(add, reversed(by_group))

    assert fit_from(model, total, classes=[0, 1]) == fit_from(
        model, total_of(pieces), classes=[0, 1]
    )


@pytest.mark.parametrize(
    ("model", "options"), [(LogisticRegression, {"l2": 1.0}), (SoftmaxRegression, {})]
)
def test_rounding_errors_at_the_maximum_cost_no_passes(
    model: type[Any], options: dict[str, Any]
) -> None:
    """The line search does not follow slopes that are rounding errors; each point is a pass."""
    rng = Random(2)
    rows = [[rng.gauss(0, 1) for _ in range(3)] for _ in range(2_000)]
    labels = [int(rng.random() < 1 / (1 + exp(0.3 - sum(row[:4])))) for row in rows]
    add_up, passes = total_of(in_pieces(rows, labels, size=500)), []

    def total(function: Callable[[Any], Any]) -> Any:
        passes.append(function)
        return add_up(function)

    fit_from(model, total, **options)
    assert len(passes) <= 12


def test_a_run_that_is_continued_gives_the_same_bits() -> None:
    rows, labels = drawn(500, 3, 2)
    total, steps = total_of(in_pieces(rows, labels, size=50)), list[Step]()
    model = fit_from(LogisticRegression, total, watch=steps.append)
    assert len(steps) > 3
    for step in steps[1:-1]:
        assert fit_from(LogisticRegression, total, start=step.w) == model


@pytest.mark.parametrize("model", [GaussianNaiveBayes, GaussianDiscriminantAnalysis])
def test_counting_models_equal_fit(model: type[Any]) -> None:
    rows, labels = drawn(60, 2, 2)
    pieces = in_pieces(rows, labels, size=25)
    assert fit_from(model, total_of(pieces)) == model.fit(rows, labels)
    assert count_piece(model, pieces[0]) == model.count(rows[:25], labels[:25])


def test_a_counting_model_takes_the_options_of_its_estimates() -> None:
    pieces = [([["a"], ["b"]], "uv"), ([["a"], ["a"]], "uv")]
    assert fit_from(CategoricalNaiveBayes, total_of(pieces), features=["f"]).features == ("f",)


def rejected(model: type[Any], rows: Rows, labels: Sequence[Any], **options: Any) -> str:
    with pytest.raises(TextbookError) as caught:
        fit_from(model, total_of(in_pieces(rows, labels, size=3)), **options)
    return str(caught.value)


@pytest.mark.parametrize("model", [LogisticRegression, SoftmaxRegression])
def test_separable_classes_are_rejected(model: type[Any]) -> None:
    """Complete and quasi-complete separation, also where only a part of the weights is free."""
    line = [[float(i), float(i * i % 7)] for i in range(12)]
    apart = [int(i > 5) for i in range(12)]
    assert "can be separated in these 12 examples" in rejected(model, line, apart)
    touching = [[0.0], [0.0], [0.0], [1.0], [1.0]]
    assert "can be separated" in rejected(model, touching, [0, 1, 0, 1, 1])
    rng = Random(4)
    kinds = [rng.randrange(3) for _ in range(300)]
    category = [[rng.random(), float(c == 1), float(c == 2)] for c in kinds]
    one_class = [1 if c == 1 else rng.randrange(2) for c in kinds]
    assert "can be separated in these 300" in rejected(model, category, one_class)
    half_free = NormalPrior((0.0, 0.0, 0.0), (inf, inf, 1.0))
    assert "separated" in rejected(model, line, apart, prior=half_free)
    fit_from(model, total_of(in_pieces(line, apart, size=3)), l2=1.0)


@given(st.integers(0, 10_000), st.integers(5, 14), st.sampled_from([2, 3]))
@settings(max_examples=40, deadline=None)
def test_existence_of_a_maximum_agrees_with_fit(seed: int, n: int, k: int) -> None:
    """Small integer data are often separable; both ways find a maximum, or both raise an error."""
    rng = Random(seed)
    rows = [[float(rng.randint(0, 3)), float(rng.randint(0, 3))] for _ in range(n)]
    labels = [*range(k), *(rng.randrange(k) for _ in range(n - k))]
    outcomes = []
    for learn in (
        lambda: SoftmaxRegression.fit(rows, labels),
        lambda: fit_from(SoftmaxRegression, total_of(in_pieces(rows, labels, size=4))),
    ):
        try:
            outcomes.append(learn())
        except TextbookError:
            outcomes.append(None)
    if outcomes[1] is not None:  # `fit_from` may leave undecided what exact arithmetic decides
        assert outcomes[0] is not None
        largest = max(map(abs, weights_of(outcomes[0])), default=1.0)
        gaps = [a - b for a, b in zip(*map(weights_of, outcomes))]
        assert max(map(abs, gaps)) <= 1e-6 * max(1.0, largest)


def test_constant_and_dependent_features_are_named() -> None:
    rows = [[float(i), 5.0, float(i % 3)] for i in range(9)]
    labels = [i % 2 for i in range(9)]
    assert "feature 'x2' is always 5" in rejected(LogisticRegression, rows, labels)
    twice = [[float(i), float(i % 4), 2.0 * i + i % 4] for i in range(9)]
    assert "feature 'x3' is nearly a combination" in rejected(LogisticRegression, twice, labels)
    few = [[1.0, 2.0, 3.0], [2.0, 1.0, 5.0]]
    assert "2 examples for 4 weights" in rejected(LogisticRegression, few, [0, 1])


def test_unsuitable_pieces_are_errors() -> None:
    rows, labels = drawn(30, 2, 3)
    assert "two classes" in rejected(LogisticRegression, rows, labels)
    assert "no examples" in rejected(SoftmaxRegression, rows, labels, classes=[0, 1, 2, 9])
    with pytest.raises(TextbookError, match="same number of features, got 1 and 2"):
        fit_from(LogisticRegression, total_of([([[1.0]], [0]), ([[1.0, 2.0]], [1])]))
    with pytest.raises(TextbookError, match="no value for feature 'x1'"):
        count_piece(LogisticRegression, ([[None]], [0]))
    wide = [[float(i == j) for j in range(1600)] for i in range(3)]
    assert "at most 1500 weights, got 1601" in rejected(LogisticRegression, wide, [0, 1, 0])
