"""The diagnosis names a misconception that agrees with the submission on all cases."""

from collections.abc import Callable
from dataclasses import replace
from math import exp, inf, log, log2, nan, prod
from operator import mul
from typing import Any

import pytest

from textbook_ml.questions import questions
from textbook_ml.questions.framework import diagnosis
from textbook_ml.questions.framework.diagnosis import (
    RaisedException,
    answer,
    diagnose,
    failure_help,
)

variance = questions()["variance_mvue"]


def test_one_different_value_excludes_a_misconception() -> None:
    """The misconception must agree on all cases, not only on some wrong ones."""
    seen = [(([1.0, 3.0], 2.0), 1.0), (([0.0, 4.0], 2.0), 8.0)]
    assert diagnose(variance, seen) is None
    named = diagnose(variance, seen[:1])
    assert named and named.name == "divided_by_n"


def test_a_misconception_may_raise_if_the_student_raises() -> None:
    """Division by N − 1 raises for one example, in our function and in the student's."""
    case = ([4.0], 4.0)
    wrong = questions()["variance_mle"].misconceptions[0]
    assert answer(wrong.function, case) == RaisedException(
        "ZeroDivisionError", "float division by zero"
    )
    seen = [(case, RaisedException("ZeroDivisionError", "anything")), (([1.0, 3.0], 2.0), 2.0)]
    assert diagnose(questions()["variance_mle"], seen) is wrong


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["NameError", "TypeError", "ValueError", "ZeroDivisionError"])
def test_a_function_that_always_raises_has_no_misconception(kind: str) -> None:
    """Exceptions alone do not agree: no value was returned, so no misconception is named."""
    for question in questions().values():
        seen = [(case, RaisedException(kind, "whatever")) for case in question.cases("test", 50)]
        assert diagnose(question, seen) is None, question.function
        assert failure_help(question, seen) is None, question.function


TRUE_OF_CONSTANTS = {  # misconceptions that return one value, whatever their arguments are
    ("mitchell_label_by_exp", "exp_against_0"),
    ("unseen_event_bound", "bound_of_0"),
    ("prior_parameters", "always_one"),
}


@pytest.mark.slow
@pytest.mark.parametrize("value", [True, [], {}, "x", 0.0, 1, inf])
def test_a_constant_result_is_not_mistaken_for_another_mistake(value: Any) -> None:
    """A function that always returns 0 does not "add the deviations without squaring them"."""
    for question in questions().values():
        found = diagnose(question, [(case, value) for case in question.cases("test", 50)])
        if found is not None and found.name != "always_the_same":
            assert (question.function, found.name) in TRUE_OF_CONSTANTS


def test_nan_is_not_compared_with_misconceptions(monkeypatch: pytest.MonkeyPatch) -> None:
    """NaN agrees with nothing, so no misconception is called, which would take minutes."""
    cases = variance.cases("test", 50)

    def called(*case: Any) -> None:
        raise AssertionError("a misconception was called")

    wrong = [replace(one, function=called) for one in variance.misconceptions]
    monkeypatch.setattr(diagnosis, "generic_mistakes", called)
    assert diagnose(replace(variance, misconceptions=wrong), [(c, nan) for c in cases]) is None


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["NameError", "ValueError"])
def test_right_values_are_not_evidence_for_a_misconception(kind: str) -> None:
    """The function raises on every second case and is right on the others."""
    for question in questions().values():
        exam = question.exam("test", 50)
        seen = [
            (case, right if i % 2 else RaisedException(kind))
            for i, (case, right) in enumerate(exam)
        ]
        assert diagnose(question, seen) is None, question.function
        assert failure_help(question, seen) is None, question.function


def test_exceptions_of_different_kinds_do_not_agree() -> None:
    """The wrong values agree, but the student's TypeError has another cause than our 1 / 0."""
    question = questions()["variance_mle"]
    case = ([4.0], 4.0)
    seen = [(case, RaisedException("TypeError"))] * 3 + [(([1.0, 3.0], 2.0), 2.0)] * 2
    assert diagnose(question, seen) is None


def test_an_empty_list_of_results_has_no_misconception() -> None:
    """No diagnosis is made without results."""
    assert diagnose(variance, []) is None


def test_a_value_of_the_wrong_type_has_no_misconception() -> None:
    """A list where a number is expected agrees with nothing."""
    assert diagnose(variance, [(([1.0, 3.0], 2.0), [1.0])]) is None


def prior_forgotten(prior: dict[str, float], factors: dict[str, list[float]]) -> dict[str, float]:
    """Bayes' rule without the prior; products of many factors underflow, which gives 0/0."""
    products = {label: prod(factors[label]) for label in prior}
    return {label: product / sum(products.values()) for label, product in products.items()}


def sign_of_25(w0: float, w: list[float], x: list[float]) -> float:
    """The sigmoid with the opposite sign; exp overflows for very negative scores."""
    return 1 / (1 + exp(-w0 - sum(a * b for a, b in zip(w, x))))


def base_2(w: list[float], rows: list[list[float]], labels: list[int]) -> float:
    """The log likelihood to base 2, which fails if a probability rounds to 0."""
    scores = [sum(a * b for a, b in zip(w, row)) for row in rows]
    ones = [1 / (1 + exp(-score)) for score in scores]
    return sum(log2(p) if y else log2(1 - p) for p, y in zip(ones, labels))


def without_prior(model: dict[str, Any], words: list[str]) -> str:
    """Classify without the prior; products of many words underflow, so the first class wins."""
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
def test_a_misconception_is_found_despite_an_overflow(
    function: str, wrong: Callable[..., Any], name: str
) -> None:
    """If a function has a mathematical and a numerical mistake, the mathematical one is named."""
    question = questions()[function]
    seen = [(case, answer(wrong, case)) for case in question.cases("test", 50)]
    named = diagnose(question, seen)
    assert named is not None and named.name == name


def test_an_overflow_alone_is_not_a_misconception() -> None:
    """If all ordinary cases are right, no misconception is named besides the overflow."""
    question = questions()["log_naive_product"]
    right = [(case, question.expected(case)) for case in question.cases("test", 50)]
    assert diagnose(question, [(right[0][0], RaisedException("OverflowError")), *right[1:]]) is None


def unskipped(model: dict[str, Any], words: list[str]) -> dict[str, float]:
    """The posterior if unknown words are not skipped, so that they raise KeyError."""
    phi = model["phi"]
    joint = {y: p * prod(phi[y][word] for word in words) for y, p in model["priors"].items()}
    return {y: p / sum(joint.values()) for y, p in joint.items()}


def test_a_misconception_that_only_raises_is_not_named_but_its_hint_is_shown() -> None:
    """All returned values are right; the question's hint explains the KeyError."""
    question = questions()["posterior_multinomial_nb"]
    seen = [(case, answer(unskipped, case)) for case in question.cases("test", 50)]
    assert diagnose(question, seen) is None
    [wrong] = [m for m in question.misconceptions if m.name == "unknown_words_not_skipped"]
    assert failure_help(question, seen) == wrong.help


def test_a_misconception_that_raises_does_not_explain_another_exception() -> None:
    """A misspelt name in the branch for unknown words raises NameError, not KeyError."""
    question = questions()["posterior_multinomial_nb"]
    seen = [(case, answer(unskipped, case)) for case in question.cases("test", 50)]
    misspelt = [
        (c, RaisedException("NameError") if isinstance(v, RaisedException) else v) for c, v in seen
    ]
    assert diagnose(question, misspelt) is None
    assert failure_help(question, misspelt) is None


def test_wrong_values_exclude_a_misconception_that_raises() -> None:
    """Adding 1e-12 before the logarithm returns values that no misconception returns."""
    question = questions()["conditional_log_likelihood"]

    def padded(w: list[float], rows: list[list[float]], labels: list[int]) -> float:
        ones = [1 / (1 + exp(-min(sum(map(mul, w, row)), 700))) for row in rows]
        return sum(log(1e-12 + (p if y else 1 - p)) for p, y in zip(ones, labels))

    seen = [(case, answer(padded, case)) for case in question.cases("test", 50)]
    assert diagnose(question, seen) is None


def test_a_boolean_returned_for_a_number_has_no_misconception() -> None:
    """False equals 0, so it could be mistaken for a rounded quotient."""
    question = questions()["theta_mle"]
    seen = [((j, n), j == n) for j, n in [(1, 2), (0, 3), (2, 2), (1, 4), (3, 5)]]
    assert diagnose(question, seen) is None
