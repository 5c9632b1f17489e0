"""Fast paths for many rows give the results of single rows."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.numeric import ulps_off
from textbook_ml.equations.smoothing import categorical_laplace, categorical_mle
from textbook_ml.learning.statistics.by_class import BLOCK, PIECE, ByClass, columns_of
from textbook_ml.learning.statistics.moments import Moments
from textbook_ml.learning.statistics.value_counts import Counts
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.poisson_naive_bayes import PoissonNaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.softmax_regression import SoftmaxRegression


def gaussian_data(
    n: int, width: int, offset: float, scale: float
) -> tuple[list[list[float]], list[str]]:
    """Return two overlapping Gaussian samples at a given offset."""
    rng = Random(7)
    labels = [rng.choice("ab") for _ in range(n)]
    shift = {"a": 0.0, "b": 0.5}
    rows = [[offset + scale * rng.gauss(shift[y], 1) for _ in range(width)] for y in labels]
    return rows, labels


@pytest.mark.parametrize(
    ("offset", "scale"),
    [(0.0, 1.0), (15.0, 1.0), (-17.0, 1.0), (1e9, 1.0), (-1e12, 0.01), (0.0, 1e150)],
)
def test_gaussian_posteriors_agree_at_any_offset(offset: float, scale: float) -> None:
    """The offset is subtracted before division by a small standard deviation."""
    rows, labels = gaussian_data(300, 3, offset, scale)
    model = GaussianNaiveBayes.fit(rows, labels)
    for row, fast in zip(rows, model.predict_proba(rows), strict=True):
        assert fast == pytest.approx(model.posterior(row), rel=1e-13, abs=0)
    assert model.predict(rows) == [model.classify(row) for row in rows]


def test_gaussian_posteriors_agree_with_many_features() -> None:
    """Scores far below zero have few fractional digits, so the accurate path is used."""
    rows, labels = gaussian_data(40, 3000, 0.0, 1.0)
    model = GaussianNaiveBayes.fit(rows, labels)
    assert model.predict_proba(rows[:4]) == [model.posterior(row) for row in rows[:4]]


def test_a_missing_value_does_not_affect_other_rows() -> None:
    """The row with a missing value is among more complete rows than one block contains."""
    rows, labels = gaussian_data(BLOCK + 5, 2, 0.0, 1.0)
    model = GaussianNaiveBayes.fit(rows, labels)
    holes: list[Any] = [*rows[:3], [None, 0.3], [None, None], *rows[3:]]
    expected = [model.classify(row) for row in holes]
    assert model.predict(holes) == expected
    assert model.predict(iter(holes)) == expected


@pytest.mark.parametrize(
    "row", [[1.0], [1.0, 2.0, 3.0], [float("nan"), 1.0], [float("inf"), 1.0], [10**400, 1.0]]
)
def test_invalid_rows_are_rejected_among_many_rows(row: list[float]) -> None:
    """Rows that are too long, too short or not finite raise the error of a single row."""
    rows, labels = gaussian_data(50, 2, 0.0, 1.0)
    model = GaussianNaiveBayes.fit(rows, labels)
    for ask in (model.predict, model.predict_proba):
        with pytest.raises(TextbookError):
            ask([rows[0], row])


def test_without_features_the_prior_decides() -> None:
    """Without features, every row is classified by the prior."""
    model = GaussianNaiveBayes.fit([[], [], []], "abb")
    assert model.predict([[], []]) == ["b", "b"]


@pytest.mark.parametrize(("offset", "scale"), [(0.0, 1.0), (1e9, 1.0), (0.0, 1e150)])
def test_linear_models_classify_many_rows_as_single_rows(offset: float, scale: float) -> None:
    """Linear scores agree for floats, integers, and rows on the decision boundary."""
    rows, labels = gaussian_data(200, 2, offset, scale)
    asked: list[Any] = [*rows, [int(offset), int(offset)], [offset, offset + scale]]
    linear = GaussianDiscriminantAnalysis.fit(rows, labels)
    tied = SoftmaxRegression(("a", "b", "c"), ("x", "y"), ((0.0, 1.0, -1.0),) * 2 + ((0.0,) * 3,))
    for model in (linear, tied):
        assert model.predict(asked) == [model.classify(row) for row in asked]
        with pytest.raises(TextbookError):
            model.predict([rows[0], [float("nan"), 1.0]])


@pytest.mark.parametrize(
    ("offset", "scale", "nearly_equal"),
    [(0.0, 1.0, 1.0), (1e9, 1.0, 1.0), (0.0, 1e-150, 1.0), (0.0, 1.0, 1e-4)],
)
def test_quadratic_models_classify_many_rows_as_single_rows(
    offset: float, scale: float, nearly_equal: float
) -> None:
    """Quadratic scores agree at any offset, for nearly dependent features and for tied classes."""
    rows, labels = gaussian_data(200, 3, offset, scale)
    rows = [[x, y, x + nearly_equal * (z - x)] for x, y, z in rows]
    asked: list[Any] = [*rows, *([x + 9 * scale, y, z] for x, y, z in rows), [int(offset)] * 3]
    model = QuadraticDiscriminantAnalysis.fit(rows, labels)
    same = (model.means[0],) * 2, (model.covariances[0],) * 2
    tied = QuadraticDiscriminantAnalysis(("a", "b"), model.features, (0.5, 0.5), *same)
    never = QuadraticDiscriminantAnalysis(("a", "b"), model.features, (1.0, 0.0), *same)
    for one in (model, tied, never):
        assert one.predict(asked) == [one.classify(row) for row in asked]
        assert one.predict(iter(asked[:9])) == [one.classify(row) for row in asked[:9]]
    for bad in ([float("nan"), 1.0, 1.0], [1.0, 2.0], [None, 1.0, 1.0]):
        with pytest.raises(TextbookError, match="200"):
            model.predict([*rows, bad])


def test_mixed_rows_are_scored_as_single_rows() -> None:
    """Missing values, True and 1.0 among the rows, and a value that is not valid."""
    rng = Random(6)
    labels = [rng.choice("ab") for _ in range(200)]
    rows: list[Any] = [
        [rng.gauss(y == "a", 1.0), rng.choice("uv"), rng.randrange(2), rng.randrange(5)]
        for y in labels
    ]
    kinds = ["gaussian", "categorical", "bernoulli", "poisson"]
    model = MixedNaiveBayes.fit(rows, labels, kinds=kinds)
    others = [[None, "u", 1, 2], [0.5, None, 1.0, 3.0], [0, "v", True, 2], [1e9, "u", 0, 10**9]]
    asked = [*rows, *others]
    assert model.predict(asked) == [model.classify(row) for row in asked]
    for bad in ([0.5, "u", -1, 2], [0.5, "w", 1, 2], [0.5, "u", 1, 2.5], ["x", "u", 1, 2]):
        with pytest.raises(TextbookError, match="200"):
            model.predict([*rows, bad])


def test_counts_are_scored_as_for_one_row() -> None:
    """Small counts use a fast sum; missing values, huge counts and ties the accurate sum."""
    rng = Random(5)
    labels = [rng.choice("ab") for _ in range(100)]
    rows: list[Any] = [[rng.randrange(1, 4 + (y == "a")), rng.randrange(9)] for y in labels]
    model = PoissonNaiveBayes.fit(rows, labels)
    asked = [*rows, [None, 3], [2, None], [10**15, 1], [0, 0], [3.0, 2]]
    assert model.predict(asked) == [model.classify(row) for row in asked]
    even = PoissonNaiveBayes(("a", "b"), ("x",), (0.5, 0.5), ((2.0,), (2.0,)))
    assert even.predict([[7], [0]]) == ["a", "a"]


@pytest.mark.parametrize("theta", [categorical_laplace, categorical_mle])
def test_bernoulli_rows_are_scored_as_single_rows(theta: Callable[..., Any]) -> None:
    """Rows with missing values and features of probability 0 get the scores of single rows."""
    rng = Random(3)
    labels = [rng.choice("abc") for _ in range(200)]
    rows: list[Any] = [[rng.randrange(2), rng.randrange(2), int(y == "a")] for y in labels]
    model = BernoulliNaiveBayes.fit(rows, labels, theta=theta)
    asked = [*rows, [None, 1, 0], [0, None, 1]]
    assert model.predict(asked) == [model.classify(row) for row in asked]


def test_documents_are_scored_as_single_documents() -> None:
    """Unknown words, zero counts and empty documents are mixed with ordinary documents."""
    model = MultinomialNaiveBayes.fit(
        [{"buy": 2, "now": 1}, {"exam": 1, "now": 3}], "sh", theta=categorical_laplace
    )
    rows = [{"buy": 1}, {"exam": 0, "now": 2}, {}, {"boat": 4}, {"exam": 2, "boat": 1}]
    assert model.predict(rows) == [model.classify(row) for row in rows]
    with pytest.raises(TextbookError, match="-1"):
        model.predict([{"buy": 3}, {"exam": -1, "buy": 9}])


def test_words_absent_from_a_class_exclude_it() -> None:
    """Without smoothing, words exclude the first class, the second, both, or neither."""
    model = MultinomialNaiveBayes.fit(
        [{"a": 1, "b": 1, "c": 2}, {"b": 1, "c": 1, "d": 1}, {"c": 3, "d": 1}], "xyz"
    )
    rows = [{"a": 1}, {"d": 1}, {"b": 2, "d": 1}, {"c": 5}, {"a": 1, "c": 1}, {"c": 9, "d": 1}]
    assert model.predict(rows) == [model.classify(row) for row in rows]
    with pytest.raises(TextbookError, match="every likelihood is 0"):
        model.predict([{"a": 1, "d": 1}])


@pytest.mark.parametrize(("offset", "order"), [(1e9, list), (0.0, list), (0.0, sorted)])
def test_a_long_column_is_summed_in_pieces_without_loss(
    offset: float, order: Callable[[list[float]], list[float]]
) -> None:
    """A column longer than one block is summed within 2 ulp, at a large offset or if cancelling."""
    rng = Random(9)
    column = order([offset + rng.gauss(0, 1) for _ in range(2 * PIECE + 17)])
    xs = list(map(Fraction, column))
    mean = sum(xs, Fraction(0)) / len(xs)
    about_mean = sum(((x - mean) * (x - mean) for x in xs), Fraction(0))
    rows, labels = [[x] for x in column], "a" * len(column)
    ways: list[ByClass[str]] = [
        ByClass.of(rows, labels, [Moments]),
        ByClass.of(rows, labels, [Moments], whole=True),
        ByClass.of_stream(zip(rows, labels), [Moments]),
    ]
    for (moments,) in (way.summaries["a"] for way in ways):
        assert moments.n == len(xs)
        assert ulps_off(float(moments.mean), mean) <= 2
        assert ulps_off(float(moments.about_mean), about_mean) <= 2


@given(st.integers(0, 5), st.integers(0, 4))
def test_columns_are_those_of_zip(n: int, width: int) -> None:
    """The columns equal those of `zip(*rows)` for every type of row."""
    rows = [tuple(range(i, i + width)) for i in range(n)]
    assert list(columns_of(rows)) == list(columns_of(list(map(list, rows)))) == list(zip(*rows))


def test_missing_values_are_omitted_in_long_and_short_columns() -> None:
    """None is counted neither as a category nor as a number."""
    for n in (3, 300):
        column: list[Any] = [1.0, None, 2.5] * n
        whole = [x for x in column if x is not None]
        assert Moments.of(column) == Moments.of(whole)
        assert Counts.of(column) == Counts.of(whole)


@pytest.mark.parametrize("n", [3, 300])
def test_text_among_numbers_is_rejected(n: int) -> None:
    """The error quotes the text in short and in long columns."""
    column: list[Any] = [1.0, "tall", 2.5] * n
    with pytest.raises(TextbookError, match="'tall'"):
        Moments.of(column)
