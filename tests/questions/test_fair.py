"""Cases are such that a right answer passes in whatever way it is spelt."""

from textbook_ml.equations.bridge import Weights
from textbook_ml.equations.discriminant import is_positive_definite
from textbook_ml.questions.draw import Draw, counted, seeded
from textbook_ml.questions.fair import is_huge, is_moderate, keeps_digits
from textbook_ml.questions.question import plain
from textbook_ml.stable import sigmoid


def test_a_sum_that_cancels_is_not_asked() -> None:
    """0.1 + 0.2 − 0.3 is 0 or 5e-17 by the order of the sum; 1e-9 of thousands is lost."""
    assert keeps_digits(0.1 + 0.2 - 0.3, [0.1, 0.2, -0.3])
    assert keeps_digits(0.3, [0.1, 0.2])
    assert not keeps_digits(1e-9, [1e3, -1e3, 1e-9])


def test_moderate_and_huge_scores_are_where_two_spellings_agree() -> None:
    """1 − σ(s) is σ(−s): to ten digits where s is moderate, exactly where it is huge."""
    for score in (12.0, 800.0):
        assert is_moderate(score) or is_huge(score)
        assert abs(1 - sigmoid(score) - sigmoid(-score)) <= 1e-10 * sigmoid(-score)
    assert not is_moderate(30.0) and not is_huge(30.0)


def test_drawn_covariances_are_positive_definite() -> None:
    """Small ones, counted through, and larger ones by chance."""
    for number in range(60):
        small = Draw(counted(number), size=1, rough=False)
        large = Draw(seeded("covariance", number), size=9, rough=number % 2 == 0)
        for draw in (small, large):
            assert is_positive_definite(draw.covariance(draw.whole(1, 4)))


def test_named_parts_become_a_list() -> None:
    """A student gives a bias and weights as a pair."""
    assert plain(Weights(-2.0, (2.0, -0.5))) == [-2.0, [2.0, -0.5]]


def test_zero_has_no_sign() -> None:
    """What is due is shown as 0.0, which a student would print."""
    assert repr(plain({"w": (-0.0, [-0.0, -1.0])})) == "{'w': [0.0, [0.0, -1.0]]}"
