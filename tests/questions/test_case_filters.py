"""Cases are chosen so that every correct way to compute the answer passes."""

from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.bridge import Weights
from textbook_ml.equations.discriminant import is_positive_definite
from textbook_ml.questions.framework.case_filters import is_huge, is_moderate, keeps_digits
from textbook_ml.questions.framework.question import plain_value
from textbook_ml.questions.framework.random_values import Draw, digit_choices, random_choices


def test_sums_that_cancel_are_excluded() -> None:
    """The sum 0.1 + 0.2 − 0.3 is 0 or 5e-17, depending on the order, and counts as zero.

    A sum of 1e-9 has no exact digits left if its terms are thousands.
    """
    assert keeps_digits(0.1 + 0.2 - 0.3, [0.1, 0.2, -0.3])
    assert keeps_digits(0.3, [0.1, 0.2])
    assert not keeps_digits(1e-9, [1e3, -1e3, 1e-9])


def test_moderate_and_huge_scores_are_safe_for_both_sigmoid_formulas() -> None:
    """1 − σ(s) equals σ(−s) to ten digits if s is moderate, and exactly if s is huge."""
    for score in (12.0, 800.0):
        assert is_moderate(score) or is_huge(score)
        assert abs(1 - sigmoid(score) - sigmoid(-score)) <= 1e-10 * sigmoid(-score)
    assert not is_moderate(30.0) and not is_huge(30.0)


def test_drawn_covariances_are_positive_definite() -> None:
    """Small matrices, which are enumerated, and larger random ones are positive definite."""
    for number in range(60):
        small = Draw(digit_choices(number), size=1, rough=False)
        large = Draw(random_choices("covariance", number), size=9, rough=number % 2 == 0)
        for draw in (small, large):
            assert is_positive_definite(draw.covariance(draw.whole(1, 4)))


def test_dataclass_answers_become_lists() -> None:
    """A student returns the intercept and the weights as a pair."""
    assert plain_value(Weights(-2.0, (2.0, -0.5))) == [-2.0, [2.0, -0.5]]


def test_negative_zero_in_an_answer_becomes_zero() -> None:
    """The expected value is shown as 0.0, as a student would print it."""
    assert repr(plain_value({"w": (-0.0, [-0.0, -1.0])})) == "{'w': [0.0, [0.0, -1.0]]}"
