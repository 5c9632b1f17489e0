"""Categorical naive Bayes: the toy table by hand, and unseen values and classes."""

from fractions import Fraction as F
from functools import partial
from itertools import product
from math import exp, fsum, log, prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.models_support import TOY_LABELS, TOY_ROWS, TOY_VALUES
from textbook_ml.core.errors import TextbookError
from textbook_ml.data.datasets import play_tennis
from textbook_ml.equations.smoothing import (
    categorical_laplace,
    categorical_mle,
    categorical_smoothed,
    dirichlet_map,
    dirichlet_mean,
)
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes

NB = CategoricalNaiveBayes


def toy(**options: Any) -> CategoricalNaiveBayes[int]:
    return NB.fit(TOY_ROWS, TOY_LABELS, **{"values": TOY_VALUES, **options})


def test_the_toy_table_by_frequency() -> None:
    """Equations (6) and (8) on six rows give frequencies within classes and of classes."""
    model = toy()
    assert model.classes == (1, 0)
    assert model.priors == (F(2, 3), F(1, 3))
    assert model.tables[0] == (
        {0: F(1, 4), 1: F(3, 4)},
        {"a": F(1, 2), "b": F(1, 2), "c": F(0)},
    )
    assert model.tables[1] == (
        {0: F(1, 2), 1: F(1, 2)},
        {"a": F(0), "b": F(1, 2), "c": F(1, 2)},
    )


def test_the_toy_posterior_by_hand() -> None:
    """P(1 | 1, b) = (2/3 · 3/4 · 1/2) / (2/3 · 3/4 · 1/2 + 1/3 · 1/2 · 1/2) = 3/4."""
    assert toy().exact_posterior((1, "b")) == {1: F(3, 4), 0: F(1, 4)}


def test_a_zero_factor_makes_the_posterior_zero() -> None:
    """No example of class 0 has the value a: its posterior is 0 and its log score −∞."""
    model = toy()
    assert model.exact_posterior((1, "a")) == {1: F(1), 0: F(0)}
    assert model.posterior((1, "a")) == {1: 1.0, 0: 0.0}
    assert model.log_scores((1, "a"))[0] == -float("inf")
    assert model.explain((1, "a")).log_odds == float("inf")


def test_a_row_impossible_in_every_class_is_rejected() -> None:
    """Every method that predicts raises an error, because the posterior is 0/0."""
    model = NB.fit([("a", "x"), ("b", "y")], [1, 0])
    for ask in (model.posterior, model.exact_posterior, model.classify, model.explain):
        with pytest.raises(TextbookError, match="no class can have produced this"):
            ask(("a", "y"))
    with pytest.raises(TextbookError, match="no class can have produced this"):
        model.predict([("a", "y")])


def test_laplace_on_the_toy_table() -> None:
    """Equation (7) with l = 1 gives 3/7, 3/7, 1/7 in class 1; J includes the unseen value c."""
    model = toy(theta=categorical_laplace)
    assert model.tables[0][1] == {"a": F(3, 7), "b": F(3, 7), "c": F(1, 7)}
    assert model.tables[0][0] == {0: F(1, 3), 1: F(2, 3)}
    # 2/3 · 2/3 · 1/7 against 1/3 · 1/2 · 2/5
    assert model.exact_posterior((1, "c")) == {1: F(20, 41), 0: F(21, 41)}


def test_the_default_values_are_the_observed_ones() -> None:
    """J is the number of values observed in any class, unless `values` is given."""
    rows, labels = [["a"], ["b"], ["b"]], [1, 1, 0]
    seen = NB.fit(rows, labels, theta=categorical_laplace)
    given = NB.fit(rows, labels, theta=categorical_laplace, values=[["a", "b", "c"]])
    assert seen.tables[1][0] == {"a": F(1, 3), "b": F(2, 3)}
    assert given.tables[1][0] == {"a": F(1, 4), "b": F(1, 2), "c": F(1, 4)}


def test_map_and_mean_of_a_dirichlet_prior() -> None:
    """A Dirichlet prior of twos adds one to each count at its mode and two in its mean."""
    twos = [F(2)] * 3
    highest = toy(theta=[categorical_mle, partial(dirichlet_map, alphas=twos)])
    average = toy(theta=[categorical_mle, partial(dirichlet_mean, alphas=twos)])
    assert highest.tables[0][1] == {"a": F(3, 7), "b": F(3, 7), "c": F(1, 7)}
    assert average.tables[0][1] == {"a": F(2, 5), "b": F(2, 5), "c": F(1, 5)}


@pytest.mark.parametrize("strength", [0.1, 0.5, 1 / 3, 1e-9, 1e9])
def test_a_strength_may_be_a_float(strength: float) -> None:
    """With a float pseudo-count, tables and exact posteriors sum to one."""
    model = toy(theta=partial(categorical_smoothed, strength=strength))
    expected = (2 + strength) / (4 + 3 * strength)
    assert float(model.tables[0][1]["a"]) == pytest.approx(expected, rel=1e-14)
    assert sum(model.exact_posterior((1, "c")).values()) == 1


def test_alphas_may_be_floats() -> None:
    """With α of 0.1, 0.2 and 3.0, each table sums to one."""
    model = toy(theta=[categorical_mle, partial(dirichlet_mean, alphas=[0.1, 0.2, 3.0])])
    assert float(sum(model.tables[0][1].values())) == pytest.approx(1, abs=1e-15)
    assert sum(model.exact_posterior((1, "c")).values()) == 1


def test_tennis_by_hand() -> None:
    """For sunny, cool, high, strong, five factors for each class give the label No."""
    data = play_tennis()
    model = NB.fit(data.rows, data.labels, features=data.features)
    row = ("Sunny", "Cool", "High", "Strong")
    yes = F(9, 14) * F(2, 9) * F(3, 9) * F(3, 9) * F(3, 9)
    no = F(5, 14) * F(3, 5) * F(1, 5) * F(4, 5) * F(3, 5)
    assert model.exact_posterior(row) == {"No": no / (yes + no), "Yes": yes / (yes + no)}
    assert model.classify(row) == "No"


def test_log_joint_is_a_distribution_over_rows_and_classes() -> None:
    """P(x, y) sums to one over every possible row and class."""
    model = toy(theta=categorical_laplace)
    scores = [s for row in product(*TOY_VALUES) for s in model.log_joint(row).values()]
    assert fsum(map(exp, scores)) == pytest.approx(1, abs=1e-14)


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xyz")), min_size=2))
def test_a_missing_value_is_summed_out_exactly(rows: list[tuple[str, str]]) -> None:
    """Omitting a factor equals summing the joint probability over all values of the feature."""
    labels = [i % 2 for i in range(len(rows))]
    model = NB.fit(rows, labels, theta=categorical_laplace, values=["ab", "xyz"])

    def joint(k: int, row: tuple[str, str]) -> F:
        return model.priors[k] * prod(t[x] for t, x in zip(model.tables[k], row))

    for v in "ab":
        summed = [sum(joint(k, (v, w)) for w in "xyz") for k in (0, 1)]
        gap = model.exact_posterior((v, None))
        assert list(gap.values()) == [p / sum(summed) for p in summed]


def test_missing_values_are_not_counted() -> None:
    """Only observed cells are counted; the class frequency includes all rows."""
    model = NB.fit([["a"], [None], ["b"], ["b"]], [1, 1, 1, 0])
    assert model.tables[0][0] == {"a": F(1, 2), "b": F(1, 2)}
    assert model.priors == (F(3, 4), F(1, 4))


def test_an_unknown_value_is_rejected_with_the_known_values() -> None:
    """The error names the feature, the value and the known values."""
    model = toy(features=["coin", "letter"])
    before = repr(model)
    for ask in (model.posterior, model.exact_posterior, model.classify, model.explain):
        with pytest.raises(
            TextbookError, match=r"'letter': the value 'z'.*\['a', 'b', 'c'\].*None"
        ):
            ask((1, "z"))
    for ask_many in (model.predict, model.predict_proba):
        with pytest.raises(TextbookError, match="'letter': the value 'z'"):
            ask_many([(1, "b"), (1, "z")])
    assert repr(model) == before


@pytest.mark.parametrize("value", [["a"], {"a": 1}, {"a"}])
def test_unhashable_values_are_rejected(value: Any) -> None:
    """A list in a cell raises an error in training and in prediction."""
    with pytest.raises(TextbookError):
        NB.fit([[value], ["b"]], [1, 0])
    with pytest.raises(TextbookError):
        toy().posterior((1, value))


def test_strings_booleans_none_and_numbers_are_categories() -> None:
    """Any hashable value can be a category; None means missing."""
    rows = [["red", True, 1.5, (0, 1)], ["blue", False, 2.5, (1, 1)], ["red", False, 1.5, (0, 1)]]
    model = NB.fit(rows, ["x", "y", "y"], theta=categorical_laplace)
    assert model.classify(["red", True, 1.5, (0, 1)]) == "x"


def test_a_class_without_examples() -> None:
    """Without smoothing this is an error; with it the table is uniform and the prior 1/9."""
    with pytest.raises(TextbookError, match=r"feature 'x1' in class 2.*equation \(7\)"):
        toy(classes=[0, 1, 2])
    model = toy(classes=[0, 1, 2], theta=categorical_laplace, prior=categorical_laplace)
    assert model.priors == (F(3, 9), F(5, 9), F(1, 9))
    assert model.tables[2] == ({0: F(1, 2), 1: F(1, 2)}, {v: F(1, 3) for v in "abc"})
    unsmoothed = toy(classes=[0, 1, 2], theta=categorical_laplace)
    assert unsmoothed.exact_posterior((1, "b"))[2] == 0


def test_a_feature_that_is_never_observed() -> None:
    """A column of missing values is an error unless its values are given."""
    with pytest.raises(TextbookError, match="'x2' has no values"):
        NB.fit([["a", None], ["b", None]], [0, 1])
    model = NB.fit(
        [["a", None], ["b", None]], [0, 1], theta=categorical_laplace, values=["ab", "uv"]
    )
    assert model.tables[0][1] == {"u": F(1, 2), "v": F(1, 2)}


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([(0, 1)], "values"),
        ([(0, 1), ("a", "b")], r"'x2' has the values \['c'\]"),
        ([(0, 1), ("a", "b", "c", "c")], "'c'"),
        ([(0, 1), ("a", "b", "c", None)], "None"),
    ],
)
def test_values_must_fit_the_features(values: list[tuple[object, ...]], words: str) -> None:
    """`values` needs one list for each feature, with all observed values, distinct, not None."""
    with pytest.raises(TextbookError, match=words):
        toy(values=values)


def test_weights_may_be_fractions() -> None:
    """A row of weight 1/2 counts half: the value a has 1/2 of 3/2 in class 1."""
    model = NB.fit([["a"], ["b"], ["b"]], [1, 1, 0], weights=[F(1, 2), 1, 0.25])
    assert model.tables[0][0] == {"a": F(1, 3), "b": F(2, 3)}
    assert model.priors == (F(6, 7), F(1, 7))


def test_the_logistic_weights_are_log_ratios() -> None:
    """On one-hot features a weight is ln(θ₁ / θ₀), and the intercept is ln(π₁ / π₀)."""
    model = toy(theta=categorical_laplace, classes=[0, 1])
    bias, tables = model.to_logistic()
    assert bias == pytest.approx(log(2), rel=1e-15)
    assert tables[0] == pytest.approx({0: log(2 / 3), 1: log(4 / 3)}, rel=1e-14)
    assert tables[1]["c"] == pytest.approx(log(5 / 14), rel=1e-14)


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        (({"a": F(1, 2), "b": F(1, 3)},) * 2, "sums to 5/6"),
        (({"a": F(3, 2), "b": F(-1, 2)},) * 2, "it must lie in"),
        (({"a": F(1)}, {"b": F(1)}), "different values"),
        (({"a": F(1)},), "classes"),
    ],
)
def test_invalid_parameters_are_rejected(tables: tuple[Any, ...], words: str) -> None:
    """Tables that do not sum to one or that have different values raise an error."""
    with pytest.raises(TextbookError, match=words):
        NB((0, 1), ("x",), (F(1, 2), F(1, 2)), tuple((table,) for table in tables))
