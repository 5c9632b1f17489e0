"""A submission that behaves like a misconception on all cases is told so."""

from textbook_ml.questions import questions
from textbook_ml.questions.diagnosis import Raised, answer, diagnose

variance = questions()["variance_mvue"]


def test_one_answer_of_its_own_is_no_misconception() -> None:
    """It must agree everywhere, not only where it fails."""
    seen = [(([1.0, 3.0], 2.0), 1.0), (([0.0, 4.0], 2.0), 8.0)]
    assert diagnose(variance, seen) is None
    named = diagnose(variance, seen[:1])
    assert named and named.name == "divided_by_n"


def test_exceptions_are_answers_too() -> None:
    """Dividing by N − 1 raises for one example, in ours and in the student's."""
    case = ([4.0], 4.0)
    wrong = questions()["variance_mle"].misconceptions[0]
    assert answer(wrong.function, case) == Raised("ZeroDivisionError", "float division by zero")
    seen = [(case, Raised("ZeroDivisionError", "anything")), (([1.0, 3.0], 2.0), 2.0)]
    assert diagnose(questions()["variance_mle"], seen) is wrong


def test_odd_answers_are_not_alike() -> None:
    """A list where a number is due agrees with nothing."""
    assert diagnose(variance, [(([1.0, 3.0], 2.0), [1.0])]) is None
