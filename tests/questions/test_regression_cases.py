"""Random cases are fair: scores are moderate, priors sum to 1, probabilities are positive."""

from textbook_ml.core.linalg import mat_vec
from textbook_ml.equations.bayes import naive_bayes_posterior
from textbook_ml.questions.chapter.naive_products import (
    divided,
    has_prior,
    is_simple,
    labelled,
    prior_for_every_feature,
    prior_of,
    products,
    with_normalised_prior,
)
from textbook_ml.questions.framework.random_values import Draw, random_choices
from textbook_ml.questions.framework.regression_cases import (
    are_fair_regression_cases,
    has_features,
    is_fair_regression_case,
    regression_case,
)


def draws(name: str) -> list[Draw]:
    return [Draw(random_choices(name, k), size=1 + k % 10, rough=k % 2 == 0) for k in range(200)]


def test_random_scores_are_between_minus_ten_and_ten() -> None:
    """With |w| ≤ 1, |x| ≤ 3, three features and an intercept, |score| ≤ 1 + 3 × 3."""
    for draw in draws("scores"):
        w, rows, labels = regression_case(draw)
        assert max(map(abs, mat_vec(rows, w))) <= 10
        assert is_fair_regression_case(w, rows, labels)


def test_is_posed_requires_leading_ones_and_moderate_or_huge_scores() -> None:
    """Cases without weights or features are rejected too."""
    assert is_fair_regression_case([12.0], [[1.0]]) and is_fair_regression_case([800.0], [[1.0]])
    assert not is_fair_regression_case([30.0], [[1.0]])
    assert not is_fair_regression_case([1.0], [[2.0]])
    assert not are_fair_regression_cases([], [[1.0]])
    assert not has_features([]) and not has_features([[]]) and not has_features([[1], [1, 2]])


def test_drawn_priors_are_simple_and_sum_to_one() -> None:
    """If a class is dropped, its probability is added to the first class."""
    for draw in draws("priors"):
        priors = prior_of(draw, labelled(draw))
        assert sum(priors.values()) == 1 and has_prior({"priors": priors}, [1])
    cut, row = with_normalised_prior({"priors": {"yes": 0.25, "no": 0.5}}, [1])
    assert cut["priors"] == {"yes": 0.5, "no": 0.5} and row == [1]
    assert not is_simple(0.0) and not is_simple(0.1)


def test_prior_inside_the_product_is_wrong_only_for_several_features() -> None:
    """With one feature, a prior inside the product gives the right posterior."""
    priors, one = {"a": 0.25, "b": 0.75}, {"a": [0.5], "b": [0.25]}
    assert prior_for_every_feature(priors, one) == naive_bayes_posterior(priors, one)
    two = {"a": [0.5, 0.5], "b": [0.25, 0.25]}
    assert prior_for_every_feature(priors, two) != naive_bayes_posterior(priors, two)
    assert divided(products(priors, two)) == naive_bayes_posterior(priors, two)
