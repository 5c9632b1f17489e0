"""A reduced case is repaired: its probabilities sum to 1 again."""

from textbook_ml.questions import questions
from textbook_ml.questions.framework.diagnosis import answer
from textbook_ml.questions.framework.judge import Case
from textbook_ml.questions.framework.shrink import shrink


def test_prior_sums_to_one_after_a_class_was_dropped() -> None:
    """The failing case has three classes; the reduced case has two, and still fails."""
    question = questions()["bayes_rule"]
    wrong = next(w for w in question.misconceptions if w.name == "likelihoods_normalised")
    three = {"spam": 0.5, "ham": 0.25, "news": 0.25}, {"spam": 0.3, "ham": 0.7, "news": 0.4}

    def fails(case: Case) -> bool:
        return question.fault(case, answer(wrong.function, case)) is not None

    assert fails(three)
    prior, likelihood = shrink(question, three, fails)
    assert len(prior) == len(likelihood) == 2
    assert sum(prior.values()) == 1 and all(p in (0, 1) for p in likelihood.values())
