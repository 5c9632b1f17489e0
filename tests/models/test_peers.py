"""Correct results for cases in which other packages give a wrong answer or none.

Each test is about a defect of another package and has the correct number.
"""

from collections import Counter
from fractions import Fraction as F
from functools import partial
from math import exp, inf, log
from random import Random
from typing import Any

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.numeric import ulps_off
from textbook_ml.equations.gaussian import variance_mle, variance_mvue
from textbook_ml.equations.smoothing import (
    categorical_laplace,
    categorical_mle,
    categorical_smoothed,
    dirichlet_mean,
)
from textbook_ml.learning.statistics.moments import Moments
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes


def two_gaussians(rng: Random, n: int, *, of_rare: int, gap: float, offset: float = 0.0) -> Any:
    """Return n numbers around `offset` and `of_rare` around `offset + gap`, with labels."""
    rows = [[offset + rng.gauss(0, 1)] for _ in range(n)]
    rows += [[offset + gap + rng.gauss(0, 1)] for _ in range(of_rare)]
    return rows, ["common"] * n + ["rare"] * of_rare


# Priors.


def test_class_frequencies_are_not_ignored() -> None:
    """With 900 and 100 examples of overlapping classes, the prior decides."""
    rows, labels = two_gaussians(Random(0), 900, of_rare=100, gap=0.1)
    model = GaussianNaiveBayes.fit(rows, labels)
    assert model.priors == (0.9, 0.1)
    assert model.score(rows, labels) >= 0.9


def test_the_likelihood_is_multiplied_by_the_prior() -> None:
    """With 90 and 10 examples and equal likelihoods, the posterior is 0.9 and 0.1."""
    rows, labels = [["same"]] * 100, ["common"] * 90 + ["rare"] * 10
    model = CategoricalNaiveBayes.fit(rows, labels)
    assert model.exact_posterior(["same"]) == {"common": F(9, 10), "rare": F(1, 10)}


def test_an_unobserved_class_can_have_a_smoothed_prior() -> None:
    """A class without examples has the smoothed prior (0 + 1) / (3 + 3), not 0."""
    model = CategoricalNaiveBayes.fit(
        [["x"], ["y"], ["y"]],
        "aab",
        classes="abc",
        theta=categorical_laplace,
        prior=categorical_laplace,
    )
    assert model.priors == (F(1, 2), F(1, 3), F(1, 6))
    assert model.exact_posterior(["x"])["c"] > 0


def test_a_class_with_prior_zero_has_posterior_zero() -> None:
    """A class without examples and with prior 0 has posterior exactly 0."""
    model = MultinomialNaiveBayes.fit(
        [{"a": 2}, {"b": 1}], [0, 1], classes=[0, 1, 2], theta=categorical_laplace
    )
    assert model.exact_posterior({"a": 1})[2] == 0


def test_an_unknown_label_is_rejected_and_not_counted_as_another() -> None:
    """A label outside the classes is an error for two and for three classes."""
    for classes in (["a", "b"], ["a", "b", "d"]):
        with pytest.raises(TextbookError, match=r"\['c'\]"):
            BernoulliNaiveBayes.fit([[1], [0], [1]], "abc", classes=classes)


# Variances.


def test_no_fraction_of_the_largest_variance_is_added() -> None:
    """A feature of scale 1e-3 decides beside one of scale 1e6, standardised or not."""
    rng = Random(1)
    rows = [[rng.gauss(k, 0.01) * 1e-3, rng.gauss(0, 1e6)] for k in (0, 1) for _ in range(100)]
    labels = [0] * 100 + [1] * 100
    model = GaussianNaiveBayes.fit(rows, labels)
    assert model.score(rows, labels) == 1.0
    scaled = [[x * 1e3, y * 1e-6] for x, y in rows]
    assert GaussianNaiveBayes.fit(scaled, labels).predict(scaled) == model.predict(rows)


def test_both_variance_estimators_are_available() -> None:
    """The variance of 1, 2, 6 is 14/3 by (14) and 7 by (15)."""
    rows, labels = [[1.0], [2.0], [6.0], [0.0], [1.0]], "aaabb"
    biased = GaussianNaiveBayes.fit(rows, labels, variance=variance_mle)
    unbiased = GaussianNaiveBayes.fit(rows, labels, variance=variance_mvue)
    assert (biased.variances[0][0], unbiased.variances[0][0]) == (14 / 3, 7.0)


@pytest.mark.parametrize("offset", [1e4, 1e6, 1e9])
def test_the_variance_is_accurate_at_a_large_offset(offset: float) -> None:
    """In floats E[x²] − E[x]² would be 0 or 1e12; the variance is 1."""
    values = [offset - 1, offset, offset + 1] * 50
    moments = Moments.of(values)
    assert ulps_off(float(moments.about_mean / 150), F(2, 3)) <= 2


def test_incremental_fits_add_no_epsilon() -> None:
    """An outlier in one feature does not change the variance of the other feature."""
    rng = Random(2)
    first = [[rng.gauss(0, 1e-3), rng.gauss(0, 1)] for _ in range(100)]
    second = [[rng.gauss(0, 1e-3), rng.gauss(0, 1) + 4000 * (i == 0)] for i in range(100)]
    labels = ["a", "b"] * 50
    count = GaussianNaiveBayes.count
    merged = GaussianNaiveBayes.from_statistics(count(first, labels) + count(second, labels))
    together = GaussianNaiveBayes.fit(first + second, labels + labels)
    for k in (0, 1):
        assert merged.variances[k] == pytest.approx(together.variances[k], rel=1e-15)
        assert merged.variances[k][0] < 2e-6


def test_a_constant_feature_is_rejected_and_not_nan() -> None:
    """There is no NaN, no division by zero and no default floor."""
    with pytest.raises(TextbookError, match="constant"):
        GaussianNaiveBayes.fit([[5.0], [5.0], [1.0], [2.0]], "aabb")
    floored = GaussianNaiveBayes.fit([[5.0], [5.0], [1.0], [2.0]], "aabb", floor=0.01)
    assert floored.posterior([5.0])["a"] > 0.999


def test_samples_use_the_standard_deviation() -> None:
    """Samples of variance 100 have standard deviation 10."""
    model = GaussianNaiveBayes(
        ("a", "b"), ("x",), (0.5, 0.5), ((0.0,), (0.0,)), ((100.0,), (100.0,))
    )
    rows, _ = model.sample(4000, Random(0))
    assert float(Moments.of([x for (x,) in rows]).about_mean / 4000) == pytest.approx(100, rel=0.15)


# Categories.


def test_strings_are_categories() -> None:
    """Strings are categories without conversion to codes 0 to n − 1."""
    model = CategoricalNaiveBayes.fit([["red"], ["blue"], ["red"]], ["yes", "no", "yes"])
    assert model.tables[0][0] == {"red": F(1), "blue": F(0)}


def test_probabilities_with_alphas_for_each_value_sum_to_one() -> None:
    """Counts 2, 1, 0 with α = 1, 2, 3 give 3/9, 3/9, 3/9."""
    theta = partial(dirichlet_mean, alphas=[F(1), F(2), F(3)])
    model = CategoricalNaiveBayes.fit(
        [["a"], ["a"], ["b"], ["c"]], [0, 0, 0, 1], theta=theta, values=["abc"]
    )
    assert model.tables[0][0] == {"a": F(1, 3), "b": F(1, 3), "c": F(1, 3)}
    assert all(sum(row[0].values()) == 1 for row in model.tables)


def test_smoothing_applies_to_values_unseen_in_a_class() -> None:
    """With l = 1 an unseen value has probability 1/4, and the posterior is [3/4, 1/4]."""
    rows, labels = [["a"], ["a"], ["b"], ["b"]], [0, 0, 1, 1]
    model = CategoricalNaiveBayes.fit(rows, labels, theta=categorical_laplace)
    assert model.exact_posterior(["a"]) == {0: F(3, 4), 1: F(1, 4)}


def test_an_unseen_category_raises_textbook_error() -> None:
    """The result is not an IndexError, NaN or the first label; None can be used instead."""
    model = CategoricalNaiveBayes.fit([["a"], ["b"]], [0, 1], theta=categorical_laplace)
    with pytest.raises(TextbookError, match="is not known"):
        model.predict_proba([["z"]])
    assert model.exact_posterior([None]) == {0: F(1, 2), 1: F(1, 2)}


def test_an_unseen_category_of_values_is_smoothed() -> None:
    """A category listed in `values` is smoothed in every class, and each table sums to one."""
    model = CategoricalNaiveBayes.fit(
        [["a"], ["b"], ["b"]], [0, 1, 1], theta=categorical_laplace, values=["abz"]
    )
    assert [row[0]["z"] for row in model.tables] == [F(1, 4), F(1, 5)]
    assert all(sum(row[0].values()) == 1 for row in model.tables)


def test_a_missing_value_is_not_a_category() -> None:
    """None is not counted as a category, and the tables sum to one without it."""
    model = CategoricalNaiveBayes.fit([["a"], [None], ["b"], [None]], [0, 0, 1, 1])
    assert model.tables[0][0] == {"a": F(1), "b": F(0)}


@pytest.mark.parametrize("strength", [F(0), F(1)])
def test_mixed_columns_are_supported(strength: F) -> None:
    """A categorical and a continuous feature are fitted together; posteriors sum to one."""
    rows = [["a", 1.0], ["b", 2.0], ["a", 5.0], ["b", 7.5]]
    model = MixedNaiveBayes.fit(
        rows,
        [0, 0, 1, 1],
        kinds=["categorical", "gaussian"],
        theta=partial(categorical_smoothed, strength=strength),
    )
    assert sum(model.posterior(["a", 3.0]).values()) == pytest.approx(1, abs=1e-15)
    assert model.predict(rows) == [0, 0, 1, 1]


# Underflow, contradictory evidence, missing values.


@pytest.mark.parametrize("words", [800, 3000, 20_000])
def test_long_documents_do_not_underflow(words: int) -> None:
    """Products of 800 and more words underflow in floats; the posterior is still accurate."""
    phi = ((F(2, 5), F(3, 5)), (F(3, 5), F(2, 5)))
    model = MultinomialNaiveBayes(("ham", "spam"), ("a", "b"), (F(1, 2), F(1, 2)), phi)
    document = {"a": words // 2 + 1, "b": words // 2 - 1}  # two more a: odds (3/2)²
    assert model.posterior(document)["spam"] == pytest.approx(9 / 13, rel=1e-11)
    assert model.exact_posterior(document)["spam"] == F(9, 13)
    assert model.predict([document]) == ["spam"]


def test_many_features_do_not_give_random_labels() -> None:
    """With 1,000 features both products underflow to 0, but the accuracy is 1."""
    rng = Random(3)
    rows = [[rng.gauss(k, 1.0) for _ in range(1000)] for k in (0, 1) for _ in range(6)]
    labels = [0] * 6 + [1] * 6
    model = GaussianNaiveBayes.fit(rows, labels, variance=variance_mle)
    fresh = [[rng.gauss(k, 1.0) for _ in range(1000)] for k in (0, 1) for _ in range(10)]
    assert model.score(fresh, [0] * 10 + [1] * 10) == 1.0


def test_contradictory_evidence_is_rejected() -> None:
    """With l = 0 and a zero factor in both classes an error is raised, not NaN or 1/2."""
    categorical = CategoricalNaiveBayes.fit([["a", "x"], ["b", "y"]], [0, 1])
    bernoulli = BernoulliNaiveBayes.fit([[1, 0], [0, 1]], [0, 1])
    multinomial = MultinomialNaiveBayes.fit([{"a": 1}, {"b": 1}], [0, 1])
    asked: list[tuple[Any, Any]] = [
        (categorical, ["a", "y"]),
        (bernoulli, [1, 1]),
        (multinomial, {"a": 1, "b": 1}),
    ]
    for model, row in asked:
        with pytest.raises(TextbookError, match="every likelihood is 0"):
            model.predict_proba([row])


def test_unknown_words_do_not_change_the_prior() -> None:
    """A document of unknown words has the prior 1/3; prediction does not train the model."""
    model = MultinomialNaiveBayes.fit(
        [{"a": 5}, {"b": 1}, {"b": 1}], [1, 0, 0], theta=categorical_laplace
    )
    assert model.exact_posterior({"new": 4}) == {1: F(1, 3), 0: F(2, 3)}
    assert model.features == ("a", "b")


def test_words_of_one_class_only_are_informative() -> None:
    """Words with infinite log odds are first in the list."""
    model = MultinomialNaiveBayes.fit([{"a": 1, "b": 1}, {"b": 1, "c": 1}], [0, 1])
    assert dict(model.most_informative(2)) == {"a": -inf, "c": inf}


def test_the_binary_weights_are_the_log_odds() -> None:
    """The logistic weight of a word is a difference of log odds, not one log probability."""
    phi = ((F(1, 4),), (F(3, 4),))
    model = BernoulliNaiveBayes(("a", "b"), ("x",), (F(1, 2), F(1, 2)), phi)
    assert model.to_logistic().w[0] == pytest.approx(2 * log(3), rel=1e-15)


def test_densities_have_no_floor() -> None:
    """At x = 30 the posterior of classes N(0, 1) and N(10, 1) is not 1/2."""
    rows, labels = [[-1.0], [1.0], [9.0], [11.0]], "aabb"
    model = GaussianNaiveBayes.fit(rows, labels, variance=variance_mle)
    assert model.posterior([30.0])["a"] == pytest.approx(exp(-250), rel=1e-12)
    assert model.classify([-30.0]) == "a"


@pytest.mark.parametrize("value", [float("nan"), inf])
def test_nan_is_rejected(value: float) -> None:
    """NaN raises an error in training and in prediction."""
    with pytest.raises(TextbookError):
        GaussianNaiveBayes.fit([[0.0], [value], [1.0], [2.0]], "aabb")
    model = GaussianNaiveBayes.fit([[0.0], [0.5], [1.0], [2.0]], "aabb")
    with pytest.raises(TextbookError):
        model.predict_proba([[value]])


def test_posteriors_are_probabilities() -> None:
    """Posteriors sum to one; they are neither infinite nor scores per token."""
    rng = Random(4)
    documents = [Counter(rng.choices("abcdefgh", k=rng.randint(1, 900))) for _ in range(30)]
    labels = [i % 3 for i in range(30)]
    model = MultinomialNaiveBayes.fit(documents, labels, theta=categorical_laplace)
    for posterior in model.predict_proba(documents):
        assert sum(posterior.values()) == pytest.approx(1, abs=1e-15)


def test_word_probabilities_of_both_event_models() -> None:
    """A word that occurs three times in one of two documents: φ is 1/2 (Bernoulli) or 3/4."""
    documents, labels = [{"a": 3}, {"b": 1}, {"b": 1}], [1, 1, 0]
    bernoulli = BernoulliNaiveBayes.fit(documents, labels)
    multinomial = MultinomialNaiveBayes.fit(documents, labels)
    assert (bernoulli.phi[0][0], multinomial.phi[0][0]) == (F(1, 2), F(3, 4))


# Discriminant analysis.


@pytest.mark.parametrize("offset", [0.0, 3.0, 10.0, 1e6])
def test_the_intercept_follows_an_offset(offset: float) -> None:
    """An offset of 10 does not change the accuracy, because there is an intercept."""
    rows, labels = two_gaussians(Random(5), 200, of_rare=200, gap=4.0, offset=offset)
    model = GaussianDiscriminantAnalysis.fit(rows, labels)
    assert model.score(rows, labels) >= 0.95
    weights = model.to_logistic()
    assert -weights.w0 / weights.w[0] == pytest.approx(offset + 2, abs=0.2)


def test_the_pooled_covariance_divides_by_all_rows() -> None:
    """Ng's Σ divides by m: with 4 rows and sums of squares 2 and 8, it is 10 / 4."""
    model = GaussianDiscriminantAnalysis.fit([[1.0], [3.0], [5.0], [9.0]], "aabb")
    assert model.covariance == ((2.5,),)


def test_a_posterior_at_a_large_offset() -> None:
    """For classes at 1e9 and 1e9 + 4 with variance 1, the midpoint has posterior 1/2."""
    rows = [[1e9 - 1], [1e9 + 1], [1e9 + 3], [1e9 + 5]]
    for model in (
        GaussianDiscriminantAnalysis.fit(rows, "aabb"),
        GaussianNaiveBayes.fit(rows, "aabb", variance=variance_mle),
    ):
        assert model.predict_proba([[1e9 + 2]]) == [{"a": 0.5, "b": 0.5}]
        p = model.predict_proba([[1e9 + 2.5]])[0]["b"]
        assert p == pytest.approx(1 / (1 + exp(-2.0)), rel=1e-13)


def test_a_class_with_one_example_is_rejected() -> None:
    """A class with one row is rejected by (15) and by (14) unless a floor is given."""
    rows, labels = [[5.0], [1.0], [2.0], [3.0]], "abbb"
    for variance in (variance_mle, variance_mvue):
        with pytest.raises(TextbookError):
            GaussianNaiveBayes.fit(rows, labels, variance=variance)


def test_estimators_are_passed_and_alpha_zero_is_zero() -> None:
    """α = 0 is not replaced by 1e-10: the estimate of an unseen value is 0."""
    model = CategoricalNaiveBayes.fit([["a"], ["b"]], [0, 1], theta=categorical_mle)
    zero = partial(categorical_smoothed, strength=F(0))
    assert model == CategoricalNaiveBayes.fit([["a"], ["b"]], [0, 1], theta=zero)
    assert model.tables[0][0]["b"] == 0
