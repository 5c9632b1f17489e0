"""The full-joint classifier: frequencies of whole rows, and what unseen rows get."""

from fractions import Fraction as F
from itertools import product
from random import Random

import pytest

from tests.models_support import TOY_LABELS, TOY_ROWS, TOY_VALUES
from textbook_ml.core.errors import TextbookError
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.full_joint_bayes import FullJointBayes

FJ = FullJointBayes


def test_the_posterior_is_the_share_of_each_class_among_such_rows() -> None:
    """#D{X = x ∧ Y = y} / #D{X = x}, for every row that was seen."""
    model = FJ.fit(TOY_ROWS, TOY_LABELS)
    for row in set(TOY_ROWS):
        among = [y for x, y in zip(TOY_ROWS, TOY_LABELS) if x == row]
        due = {y: F(among.count(y), len(among)) for y in (1, 0)}
        assert model.exact_posterior(row) == due
    assert model.exact_posterior((1, "b")) == {1: F(1, 2), 0: F(1, 2)}


def test_a_row_that_was_never_seen_has_no_answer() -> None:
    """Without smoothing it is 0/0 in every class."""
    model = FJ.fit(TOY_ROWS, TOY_LABELS)
    for ask in (model.posterior, model.exact_posterior, model.classify):
        with pytest.raises(TextbookError, match="no class can have produced this"):
            ask((0, "a"))


def test_laplace_over_all_six_cells() -> None:
    """(7) with J = 6: (1, b) has 2/10 in class 1 and 2/8 in class 0, hence 8/13."""
    model = FJ.fit(TOY_ROWS, TOY_LABELS, strength=1, values=TOY_VALUES)
    assert model.tables[0][1, "b"] == F(1, 5) and model.tables[1][1, "b"] == F(1, 4)
    assert model.exact_posterior((1, "b")) == {1: F(8, 13), 0: F(5, 13)}
    assert model.exact_posterior((0, "a")) == {1: F(8, 13), 0: F(5, 13)}


@pytest.mark.parametrize("strength", [F(0), F(1, 3), 1, 0.1])
def test_each_class_is_a_distribution_over_all_cells(strength: F) -> None:
    """Over every possible row the table and what is unseen sum to one."""
    model = FJ.fit(TOY_ROWS, TOY_LABELS, strength=strength, values=TOY_VALUES)
    for table, unseen in zip(model.tables, model.unseen):
        assert sum(table.get(cell, unseen) for cell in product(*TOY_VALUES)) == 1


def test_a_smoothed_model_also_samples_what_it_has_not_seen() -> None:
    """All six cells have probability, and among 2000 rows each comes up."""
    model = FJ.fit(TOY_ROWS, TOY_LABELS, strength=1, values=TOY_VALUES)
    rows, _ = model.sample(2000, Random(0))
    assert set(rows) == set(product(*TOY_VALUES))


def test_an_impossible_value_is_refused() -> None:
    """A value that the feature cannot take is no unseen row, but a mistake."""
    model = FJ.fit(TOY_ROWS, TOY_LABELS, strength=1, values=TOY_VALUES, features=["coin", "letter"])
    with pytest.raises(TextbookError, match="'letter' is 'z'"):
        model.posterior((1, "z"))
    with pytest.raises(TextbookError, match=r"\['c'\]|'c'"):
        FJ.fit(TOY_ROWS, TOY_LABELS, strength=1, values=[(0, 1), ("a", "b")])


def test_a_gap_is_not_a_value() -> None:
    """A missing value is refused or summed out, and never taken for an unseen row."""
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


def test_a_class_that_was_never_seen() -> None:
    """Without strength it is 0/0; with it all rows are as likely."""
    with pytest.raises(TextbookError, match="strength"):
        FJ.fit(TOY_ROWS, TOY_LABELS, classes=[0, 1, 2])
    model = FJ.fit(TOY_ROWS, TOY_LABELS, classes=[0, 1, 2], strength=1, values=TOY_VALUES)
    assert model.unseen[2] == F(1, 6) and model.tables[2] == {}


def test_independent_features_make_it_naive_bayes() -> None:
    """Where the features are independent within each class, the assumption costs nothing."""
    rows = [*product("ab", "xy"), *product("ab", "xyy")]
    labels = [0] * 4 + [1] * 6
    joint, naive = FJ.fit(rows, labels), CategoricalNaiveBayes.fit(rows, labels)
    for row in product("ab", "xy"):
        assert joint.exact_posterior(row) == naive.exact_posterior(row)


@pytest.mark.parametrize("strength", [-1, float("nan"), float("inf")])
def test_a_strength_is_finite_and_not_negative(strength: float) -> None:
    """Anything else is refused."""
    with pytest.raises(TextbookError):
        FJ.fit(TOY_ROWS, TOY_LABELS, strength=strength)


def test_of_equally_probable_classes_the_first_is_chosen() -> None:
    """1/7 is 6/7 of 1/6 in Fractions, and not in sums of logarithms."""
    rows = list(map(tuple, ["au", "ev", "ev", "dv", "dv", "bu", "bv"]))
    model = FJ.fit(rows, "xyyyyyy", values=["abcde", "uv"])
    assert model.posterior([None, "u"]) == {"x": 0.5, "y": 0.5}
    assert model.classify([None, "u"]) == "x"
