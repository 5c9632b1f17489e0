"""Bernoulli naive Bayes: posteriors by hand, and present and absent words."""

from fractions import Fraction as F
from functools import partial
from itertools import product
from math import exp, fsum, inf, log
from typing import Any

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.smoothing import (
    categorical_laplace,
    categorical_smoothed,
)
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes

NB = BernoulliNaiveBayes


def three_features() -> BernoulliNaiveBayes[int]:
    """Return Sontag's model: 3/4, 1/5, 1/2 in class 1 and 1/2, 2/3, 2/3 in class 0."""
    phi = ((F(3, 4), F(1, 5), F(1, 2)), (F(1, 2), F(2, 3), F(2, 3)))
    return NB((1, 0), ("first", "second", "third"), (F(1, 3), F(2, 3)), phi)


def test_a_missing_value_by_hand() -> None:
    """For H ? T, 1/3 · 3/4 · 1/2 against 2/3 · 1/2 · 1/3 gives 9/17."""
    assert three_features().exact_posterior([1, None, 0]) == {1: F(9, 17), 0: F(8, 17)}


def test_a_missing_value_is_summed_out() -> None:
    """The joint probability with a missing value is the sum over both values, in any column."""
    model = three_features()
    for row in product([0, 1, None], repeat=3):
        for i, x in enumerate(row):
            if x is None:
                sides = [[*row[:i], side, *row[i + 1 :]] for side in (0, 1)]
                for y in model.classes:
                    both = fsum(exp(model.log_joint(s)[y]) for s in sides)
                    assert exp(model.log_joint(row)[y]) == pytest.approx(both, rel=1e-14)


def test_an_unseen_word_without_smoothing_has_no_posterior() -> None:
    """Without smoothing an unseen word has φ = 0 in every class, so the posterior is 0/0."""
    model = NB.fit([[1, 0], [0, 0], [1, 0]], [1, 0, 1])
    assert [row[1] for row in model.phi] == [0, 0]
    with pytest.raises(TextbookError, match="no class can have produced this"):
        model.posterior([1, 1])
    with pytest.raises(TextbookError, match="no class can have produced this"):
        model.exact_posterior([1, 1])


def test_laplace_adds_two_to_the_denominator() -> None:
    """With smoothing, 3 of 4 becomes 4/6 and 0 of 4 becomes 1/6: a feature has two values."""
    model = NB.fit([[1, 0]] * 3 + [[0, 0]] * 2, [1, 1, 1, 1, 0], theta=categorical_laplace)
    assert model.phi == ((F(2, 3), F(1, 6)), (F(1, 3), F(1, 3)))


def test_absent_words_count() -> None:
    """An empty message is evidence, because each absent word has a factor."""
    model = NB.fit([{"buy"}, {"exam"}, {"exam"}], "shh", theta=categorical_laplace)
    assert model.features == ("buy", "exam")
    # 1/3 · 1/3 · 2/3 against 2/3 · 3/4 · 1/4
    assert model.exact_posterior(set()) == {"s": F(16, 43), "h": F(27, 43)}
    assert model.exact_posterior({}) == model.exact_posterior([0, 0])


def test_words_outside_the_vocabulary_are_ignored() -> None:
    """An unknown word changes no posterior, alone or among other words."""
    model = NB.fit([{"buy"}, {"exam"}], "sh", theta=categorical_laplace)
    assert model.exact_posterior({"buy", "unheard"}) == model.exact_posterior({"buy"})
    assert model.exact_posterior({"unheard"}) == model.exact_posterior(set())


def test_a_word_counted_zero_times_is_absent() -> None:
    """A mapping from words to counts may contain words with count zero."""
    model = NB.fit([{"buy": 3, "exam": 0}, {"buy": 0, "exam": 1}], "sh", theta=categorical_laplace)
    assert model.phi == ((F(2, 3), F(1, 3)), (F(1, 3), F(2, 3)))
    assert model.exact_posterior({"buy": 0}) == model.exact_posterior({})
    assert model.exact_posterior({"buy": 7}) == model.exact_posterior({"buy": 1})


def test_a_negative_count_is_rejected() -> None:
    """A negative word count raises an error."""
    model = NB.fit([{"buy": 3}, {"exam": 1}], "sh", theta=categorical_laplace)
    with pytest.raises(TextbookError, match="-1 for 'buy'"):
        model.posterior({"buy": -1})
    with pytest.raises(TextbookError, match="-1 for 'buy'"):
        NB.fit([{"buy": -1}, {"exam": 1}], "sh", theta=categorical_laplace)


def test_the_vocabulary_can_be_given() -> None:
    """A given vocabulary keeps its order; its words need not occur, and others are ignored."""
    model = NB.fit(
        [{"buy", "now"}, {"exam"}], "sh", theta=categorical_laplace, features=["zoo", "buy"]
    )
    assert model.features == ("zoo", "buy")
    assert model.phi == ((F(1, 3), F(2, 3)), (F(1, 3), F(1, 3)))


@pytest.mark.parametrize("strength", [0.1, 0.3, 2.5])
def test_a_strength_may_be_a_float(strength: float) -> None:
    """With a pseudo-count that is a float, the exact posterior still sums to one."""
    theta = partial(categorical_smoothed, strength=strength)
    model = NB.fit([[1], [1], [0]], "aab", theta=theta)
    expected = (2 + strength) / (2 + 2 * strength)
    assert float(model.phi[0][0]) == pytest.approx(expected, rel=1e-14)
    assert sum(model.exact_posterior([1]).values()) == 1


def test_a_class_without_examples() -> None:
    """Without smoothing its parameters are 0/0, which is an error; with smoothing they are 1/2."""
    with pytest.raises(TextbookError, match="'x1'.*'c'"):
        NB.fit([[1], [0]], "ab", classes="abc")
    model = NB.fit([[1], [0]], "ab", classes="abc", theta=categorical_laplace)
    assert model.phi[2] == (F(1, 2),) and model.priors[2] == 0
    assert model.exact_posterior([1])["c"] == 0


@pytest.mark.parametrize("value", [2, -1, 0.5, "yes", float("nan")])
def test_values_other_than_0_and_1_are_rejected(value: Any) -> None:
    """The error for a value other than 0 and 1 names the feature."""
    with pytest.raises(TextbookError, match="'x1'"):
        NB.fit([[value], [1]], "ab")
    model = NB.fit([[1], [0]], "ab")
    for ask in (model.posterior, model.exact_posterior, model.classify):
        with pytest.raises(TextbookError, match="'x1'"):
            ask([value])
    with pytest.raises(TextbookError, match="'x1'"):
        model.predict([[value]])


def test_the_most_informative_words_come_first() -> None:
    """Words are sorted by |log odds|; words of one class only have infinite log odds."""
    model = NB.fit([[1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 1, 0]], "aabb")
    ranked = model.most_informative(3)
    assert ranked[0] == ("x1", -inf)
    assert ranked[1][0] == "x2" and ranked[1][1] == pytest.approx(log(2), rel=1e-14)
    assert ranked[2] == ("x3", 0.0)  # in neither class: log odds 0


def test_exercise_three_by_hand() -> None:
    """With φ = 1/4 and 3/4 and even priors, the weight is 2 ln 3 and the intercept −ln 3."""
    half = F(1, 2)
    model = NB((0, 1), ("x",), (half, half), ((F(1, 4),), (F(3, 4),)))
    weights = model.to_logistic()
    assert weights.w0 == pytest.approx(-log(3), rel=1e-15)
    assert weights.w[0] == pytest.approx(2 * log(3), rel=1e-15)


def test_invalid_parameters_are_rejected() -> None:
    """The error for a φ outside [0, 1] names feature and class."""
    with pytest.raises(TextbookError, match="'x' in class 1: φ is 3/2"):
        NB((0, 1), ("x",), (F(1, 2), F(1, 2)), ((F(1, 2),), (F(3, 2),)))


def test_numbers_equal_to_0_or_1_are_accepted() -> None:
    """1.0 and True are accepted as 1, in prediction as in training."""
    rows: list[Any] = [[1, 0], [0.0, 1.0], [True, False], [0, 1]]
    model = NB.fit(rows, "abab")
    for ask in (model.log_scores, model.posterior, model.classify, model.explain):
        ones: Any = [1.0, False]
        assert ask(ones) == ask([1, 0])
