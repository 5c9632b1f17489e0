"""A submission that behaves like a misconception on all cases is told so."""

from collections.abc import Callable
from math import exp, log, log2, prod
from operator import mul
from typing import Any

import pytest

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


def test_no_answers_are_no_misconception() -> None:
    """Nothing was seen, and nothing is said."""
    assert diagnose(variance, []) is None


def test_odd_answers_are_not_alike() -> None:
    """A list where a number is due agrees with nothing."""
    assert diagnose(variance, [(([1.0, 3.0], 2.0), [1.0])]) is None


def prior_forgotten(prior: dict[str, float], factors: dict[str, list[float]]) -> dict[str, float]:
    """As a student multiplies: 800 factors underflow to 0/0."""
    products = {label: prod(factors[label]) for label in prior}
    return {label: product / sum(products.values()) for label, product in products.items()}


def sign_of_25(w0: float, w: list[float], x: list[float]) -> float:
    """It overflows far below zero."""
    return 1 / (1 + exp(-w0 - sum(a * b for a, b in zip(w, x))))


def base_2(w: list[float], rows: list[list[float]], labels: list[int]) -> float:
    """Of a probability that rounds to 0 there is no logarithm."""
    scores = [sum(a * b for a, b in zip(w, row)) for row in rows]
    ones = [1 / (1 + exp(-score)) for score in scores]
    return sum(log2(p) if y else log2(1 - p) for p, y in zip(ones, labels))


def without_prior(model: dict[str, Any], words: list[str]) -> str:
    """Products of many words are all 0, and then the first class is taken."""
    phi: dict[str, dict[str, float]] = model["phi"]
    return max(phi, key=lambda label: prod(phi[label].get(word, 1.0) for word in words))


@pytest.mark.parametrize(
    ("function", "wrong", "name"),
    [
        ("naive_bayes_posterior", prior_forgotten, "products_normalised"),
        ("mitchell_p1", sign_of_25, "sign_of_25"),
        ("conditional_log_likelihood", base_2, "base_2"),
        ("classify_multinomial_nb", without_prior, "decided_without_prior"),
    ],
)
def test_a_misconception_is_seen_behind_an_overflow(
    function: str, wrong: Callable[..., Any], name: str
) -> None:
    """Two mistakes, one of mathematics and one of floats: the first is named."""
    asked = questions()[function]
    seen = [(case, answer(wrong, case)) for case in asked.cases("test", 50)]
    named = diagnose(asked, seen)
    assert named is not None and named.name == name


def test_what_is_right_but_for_the_ends_is_not_called_another_mistake() -> None:
    """Where all ordinary cases are right, there is no mistake behind the overflow."""
    asked = questions()["log_naive_product"]
    right = [(case, asked.expected(case)) for case in asked.cases("test", 50)]
    assert diagnose(asked, [(right[0][0], Raised("OverflowError")), *right[1:]]) is None


def test_a_word_that_is_unknown_is_named_though_products_underflow() -> None:
    """Where ordinary cases raise in both, that counts as well."""
    asked = questions()["posterior_multinomial_nb"]

    def unskipped(model: dict[str, Any], words: list[str]) -> dict[str, float]:
        phi = model["phi"]
        joint = {y: p * prod(phi[y][word] for word in words) for y, p in model["priors"].items()}
        return {y: p / sum(joint.values()) for y, p in joint.items()}

    seen = [(case, answer(unskipped, case)) for case in asked.cases("test", 50)]
    named = diagnose(asked, seen)
    assert named is not None and named.name == "unknown_words_not_skipped"


def test_what_hides_a_failure_is_named_like_the_failure() -> None:
    """Adding 1e-12 before the logarithm does not help where the probability is smaller."""
    asked = questions()["conditional_log_likelihood"]

    def padded(w: list[float], rows: list[list[float]], labels: list[int]) -> float:
        ones = [1 / (1 + exp(-min(sum(map(mul, w, row)), 700))) for row in rows]
        return sum(log(1e-12 + (p if y else 1 - p)) for p, y in zip(ones, labels))

    seen = [(case, answer(padded, case)) for case in asked.cases("test", 50)]
    named = diagnose(asked, seen)
    assert named is not None and named.name == "log_of_rounded_probability"
