"""The full-joint classifier: frequencies of complete rows, and unseen rows."""

from fractions import Fraction as F
from itertools import product
from random import Random

import pytest

from tests.models_support import TOY_LABELS, TOY_ROWS, TOY_VALUES
from textbook_ml.core.errors import TextbookError
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.full_joint_bayes import FullJointBayes

FJ = FullJointBayes


def test_the_posterior_is_the_class_frequency_among_equal_rows() -> None:
    """For every observed row, the posterior is #D{X = x ∧ Y = y} / #D{X = x}."""
    model = FJ.fit(TOY_ROWS, TOY_LABELS)
    for row in set(TOY_ROWS):
        among = [y for x, y in zip(TOY_ROWS, TOY_LABELS) if x == row]
        due = {y: F(among.count(y), len(among)) for y in (1, 0)}
        assert model.exact_posterior(row) == due
    assert model.exact_posterior((1, "b")) == {1: F(1, 2), 0: F(1, 2)}


def test_an_unseen_row_without_smoothing_is_rejected() -> None:
    """Without smoothing the posterior of an unseen row is 0/0."""
    model = FJ.fit(TOY_ROWS, TOY_LABELS)
    for ask in (model.posterior, model.exact_posterior, model.classify):
        with pytest.raises(TextbookError, match="no class can have produced this"):
            ask((0, "a"))


def test_laplace_over_all_six_cells() -> None:
    """By (7) with J = 6, (1, b) has 2/10 in class 1 and 2/8 in class 0, so P(1) = 8/13."""
    model = FJ.fit(TOY_ROWS, TOY_LABELS, strength=1, values=TOY_VALUES)
    assert model.tables[0][1, "b"] == F(1, 5) and model.tables[1][1, "b"] == F(1, 4)
    assert model.exact_posterior((1, "b")) == {1: F(8, 13), 0: F(5, 13)}
    assert model.exact_posterior((0, "a")) == {1: F(8, 13), 0: F(5, 13)}


@pytest.mark.parametrize("strength", [F(0), F(1, 3), 1, 0.1])
def test_each_class_is_a_distribution_over_all_cells(strength: F) -> None:
    """In each class, the probabilities of all possible rows sum to one."""
    model = FJ.fit(TOY_ROWS, TOY_LABELS, strength=strength, values=TOY_VALUES)
    for table, unseen in zip(model.tables, model.unseen):
        assert sum(table.get(cell, unseen) for cell in product(*TOY_VALUES)) == 1


def test_a_smoothed_model_also_samples_unseen_rows() -> None:
    """All six rows have positive probability, and each occurs among 2000 samples."""
    model = FJ.fit(TOY_ROWS, TOY_LABELS, strength=1, values=TOY_VALUES)
    rows, _ = model.sample(2000, Random(0))
    assert set(rows) == set(product(*TOY_VALUES))


def test_an_unknown_value_is_rejected() -> None:
    """A value outside the possible values of the feature is an error, not an unseen row."""
    model = FJ.fit(TOY_ROWS, TOY_LABELS, strength=1, values=TOY_VALUES, features=["coin", "letter"])
    with pytest.raises(TextbookError, match="'letter' is 'z'"):
        model.posterior((1, "z"))
    with pytest.raises(TextbookError, match=r"\['c'\]|'c'"):
        FJ.fit(TOY_ROWS, TOY_LABELS, strength=1, values=[(0, 1), ("a", "b")])


def test_a_missing_value_is_not_a_category() -> None:
    """A missing value is rejected or summed out, never treated as an unseen row."""
    model = FJ.fit(TOY_ROWS, TOY_LABELS, strength=1, values=TOY_VALUES)
    summed = {
        y: prior * sum(table.get((x, "b"), unseen) for x in (0, 1))
        for y, prior, table, unseen in zip(model.classes, model.priors, model.tables, model.unseen)
    }
    try:
        found = model.exact_posterior((None, "b"))
    except TextbookError as error:
        assert "missing" in str(error) or "None" in str(error)
    else:
        assert found == {y: p / sum(summed.values()) for y, p in summed.items()}


def test_a_class_without_examples() -> None:
    """Without smoothing this is an error; with smoothing all rows are equally probable."""
    with pytest.raises(TextbookError, match="strength"):
        FJ.fit(TOY_ROWS, TOY_LABELS, classes=[0, 1, 2])
    model = FJ.fit(TOY_ROWS, TOY_LABELS, classes=[0, 1, 2], strength=1, values=TOY_VALUES)
    assert model.unseen[2] == F(1, 6) and model.tables[2] == {}


def test_independent_features_give_the_naive_bayes_posterior() -> None:
    """If features are independent within classes, naive Bayes has the same posterior."""
    rows = [*product("ab", "xy"), *product("ab", "xyy")]
    labels = [0] * 4 + [1] * 6
    joint, naive = FJ.fit(rows, labels), CategoricalNaiveBayes.fit(rows, labels)
    for row in product("ab", "xy"):
        assert joint.exact_posterior(row) == naive.exact_posterior(row)


@pytest.mark.parametrize("strength", [-1, float("nan"), float("inf")])
def test_a_strength_is_finite_and_not_negative(strength: float) -> None:
    """Pseudo-counts that are negative or not finite raise an error."""
    with pytest.raises(TextbookError):
        FJ.fit(TOY_ROWS, TOY_LABELS, strength=strength)


def test_of_equally_probable_classes_the_first_is_chosen() -> None:
    """Ties are found in exact Fractions; sums of logarithms would differ by rounding."""
    rows = list(map(tuple, ["au", "ev", "ev", "dv", "dv", "bu", "bv"]))
    model = FJ.fit(rows, "xyyyyyy", values=["abcde", "uv"])
    assert model.posterior([None, "u"]) == {"x": 0.5, "y": 0.5}
    assert model.classify([None, "u"]) == "x"
