"""Tests that compare the methods with the models of the package and with each other."""

from collections.abc import Sequence
from math import dist, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.study.experiments.ng_jordan.small_tables import (
    NAME,
    NUMBER,
    clouds,
    coded_table,
    letters,
    table,
    training_sample,
)
from textbook_ml.data.table import Dataset
from textbook_ml.equations.gaussian import pooled_variance_mle
from textbook_ml.equations.smoothing import categorical_laplace
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.study.experiments.ng_jordan.coded_table import CodedTable
from textbook_ml.study.experiments.ng_jordan.methods import (
    METHODS,
    logistic,
    naive_bayes,
    nearest_mean,
    sampled_logistic,
)


def side(of: CodedTable, line: Sequence[float], i: int) -> str:
    """The class that a line predicts for a row, found from whether it is an error."""
    wrong = of.errors(line, [i])
    return of.classes[of.labels[i] if not wrong else 1 - of.labels[i]]


@pytest.mark.parametrize("m", [2, 5, 20])
def test_continuous_naive_bayes_agrees_with_the_model(m: int) -> None:
    """The weights equal GaussianNaiveBayes with a pooled variance and a smoothed prior."""
    coded = coded_table(clouds(20, 4))
    places = [*range(m - 1), 39]
    rows = [coded.rows[i] for i in places]
    labels = [coded.labels[i] for i in places]
    model = GaussianNaiveBayes.fit(
        rows, labels, variance=pooled_variance_mle, prior=categorical_laplace, floor=1e-6,
        classes=(0, 1),
    ).to_logistic()  # fmt: skip
    (line,) = naive_bayes(training_sample(coded, places))
    assert line == pytest.approx([model.w0, *model.w], rel=1e-12)


def test_discrete_naive_bayes_agrees_with_the_model() -> None:
    """Each label is that of CategoricalNaiveBayes with Laplace smoothing, also of the prior."""
    data = letters(20, 5)
    coded, places = coded_table(data), [0, 1, 2, 3, 4, 25, 26, 27]
    model = CategoricalNaiveBayes.fit(
        [data.rows[i] for i in places],
        [data.labels[i] for i in places],
        theta=categorical_laplace,
        prior=categorical_laplace,
        values=[data.values(name) for name in data.features],
        classes=("F", "T"),
    )
    (line,) = naive_bayes(training_sample(coded, places))
    for i, row in enumerate(data.rows):
        odds = model.log_scores(row)["T"] - model.log_scores(row)["F"]
        ours = line[0] + sum(w * x for w, x in zip(line[1:], coded.rows[i]))
        assert ours == pytest.approx(odds, abs=1e-12)


def test_naive_bayes_ignores_a_missing_value() -> None:
    """A missing value adds nothing to the score or to the counts."""
    rows = [("a", "u"), (None, "v"), ("b", None), ("a", "v"), ("b", "u"), (None, None)]
    data = table(list(rows), "TTTFFF", (NAME, NAME))
    coded, places = coded_table(data), [0, 1, 2, 3, 4]
    model = CategoricalNaiveBayes.fit(
        rows[:5], data.labels[:5], theta=categorical_laplace, prior=categorical_laplace,
        classes=("F", "T"),
    )  # fmt: skip
    (line,) = naive_bayes(training_sample(coded, places))
    for i, row in enumerate(rows):
        odds = model.log_scores(row)["T"] - model.log_scores(row)["F"]
        ours = line[0] + sum(w * x for w, x in zip(line[1:], coded.rows[i]))
        assert ours == pytest.approx(odds, abs=1e-12)


def test_a_missing_value_has_a_weight_in_logistic_regression() -> None:
    """If only T has missing values, a missing value is evidence for T."""
    data = table([("a",), (None,), (None,), ("a",), ("b",), ("b",)], "TTTFFF", (NAME,))
    (line,) = logistic(training_sample(coded_table(data), list(range(6))))
    _, _, _, gap = line
    assert gap > max(line[1:3])


def mixed() -> Dataset:
    """A number and a letter in each row."""
    numbers, words = clouds(15, 1), letters(15, 1)
    rows = [(*a, *b) for a, b in zip(numbers.rows, words.rows)]
    return table(rows, "".join(numbers.labels), (NUMBER, NAME))


def test_mixed_naive_bayes_agrees_with_the_model() -> None:
    """The model has a Gaussian for the number, a table for the letter, and one prior."""
    coded = coded_table(mixed())
    rows = [(x, w) for (x, *_), (_, w) in zip(coded.rows, mixed().rows)]
    places = [0, 1, 2, 16, 17]
    model = MixedNaiveBayes.fit(
        [rows[i] for i in places], [coded.labels[i] for i in places],
        kinds=["gaussian", "categorical"], theta=categorical_laplace, prior=categorical_laplace,
        variance=pooled_variance_mle, floor=1e-6, values={1: "abc"}, classes=(0, 1),
    )  # fmt: skip
    (line,) = naive_bayes(training_sample(coded, places))
    for row, numbers in zip(rows, coded.rows):
        scores = model.log_scores(row)
        ours = line[0] + sum(w * x for w, x in zip(line[1:], numbers))
        assert ours == pytest.approx(scores[1] - scores[0], abs=1e-9)


def test_the_floor_replaces_a_variance_of_zero() -> None:
    """With one row per class the variance is 0: distance 1/2 and a floor of 1/8 give w = 4."""
    data = table([(0.0,), (1.0,), (2.0,)], "FTF", (NUMBER,))
    (line,) = naive_bayes(training_sample(coded_table(data), [0, 1], floor=0.125))
    assert line == [-1.0, 4.0]


def test_weights_of_a_letter_by_hand() -> None:
    """T has a, a and F has b: (2 + 1)/(2 + 2) against (0 + 1)/(1 + 2), and so on."""
    data = table([("a",), ("a",), ("b",)], "TTF", (NAME,))
    (line,) = naive_bayes(training_sample(coded_table(data), [0, 1, 2]))
    prior, a, b = line
    assert prior == pytest.approx(log(3 / 2), rel=1e-15)
    assert a == pytest.approx(log(9 / 4), rel=1e-15)
    assert b == pytest.approx(log(3 / 8), rel=1e-15)


def test_the_nearest_mean_rule_chooses_the_nearer_mean() -> None:
    """The side of the line is the class whose mean is nearer."""
    coded, places = coded_table(clouds(20, 3)), [0, 1, 2, 30, 31]
    (line,) = nearest_mean(training_sample(coded, places))
    means = []
    for label in (0, 1):
        mine = [coded.rows[i] for i in places if coded.labels[i] == label]
        means.append([sum(column) / len(mine) for column in zip(*mine)])
    for i, row in enumerate(coded.rows):
        nearer = int(dist(row, means[1]) < dist(row, means[0]))
        assert side(coded, line, i) == coded.classes[nearer]


@given(st.integers(0, 500))
def test_with_two_examples_three_methods_agree(seed: int) -> None:
    """With one row of each class, naive Bayes, logistic regression and nearest mean agree."""
    coded = coded_table(clouds(10, 3, seed))
    one_each = training_sample(coded, [seed % 10, 10 + seed // 10 % 10])
    lines = [method(one_each)[0] for method in (naive_bayes, logistic, nearest_mean)]
    sides = [[side(coded, line, i) for i in range(20)] for line in lines]
    assert sides[0] == sides[1] == sides[2]


@pytest.mark.parametrize("name", ["naive-bayes", "logistic", "nearest-mean"])
def test_swapping_the_classes_changes_nothing(name: str) -> None:
    """Without ties it does not matter which class is positive."""
    data, places = clouds(20, 3), [0, 1, 2, 3, 25, 26, 27]
    one, other = coded_table(data), CodedTable.of(data, "table", "F")
    lines = [METHODS[name](training_sample(coded, places))[0] for coded in (one, other)]
    assert [side(one, lines[0], i) for i in range(40)] == [
        side(other, lines[1], i) for i in range(40)
    ]


@pytest.mark.parametrize("width", [2, 30])
def test_logistic_regression_agrees_with_the_model(width: int) -> None:
    """The weights equal LogisticRegression with the same penalty, for many rows and for few."""
    coded = coded_table(clouds(10, width))
    places = list(range(20))
    model = LogisticRegression.fit(coded.rows, coded.labels, l2=1e-3, optimiser="newton")
    (line,) = logistic(training_sample(coded, places))
    assert line == pytest.approx([model.w0, *model.w], rel=1e-6, abs=1e-6)


def test_without_separation_the_sampled_line_is_the_maximum() -> None:
    """Two equal rows of different classes cannot be separated."""
    data = table([(0.0,), (1.0,), (0.0,), (1.0,), (1.0,)], "FTTFT", (NUMBER,))
    (line,) = sampled_logistic(training_sample(coded_table(data), list(range(5))))
    model = LogisticRegression.fit([[0.0], [1.0], [0.0], [1.0], [1.0]], [0, 1, 1, 0, 1])
    assert line == pytest.approx([model.w0, *model.w], abs=1e-4)


def test_with_separation_there_are_ten_lines_without_an_error() -> None:
    """Each of the ten hyperplanes classifies every training row correctly."""
    coded, places = coded_table(clouds(20, 8)), [0, 1, 2, 3, 25, 26, 27]
    lines = sampled_logistic(training_sample(coded, places))
    assert len(lines) == 10
    assert [coded.errors(line, places) for line in lines] == [0] * 10
