"""Generic mistakes are found in any function, and never in a right one."""

from collections.abc import Callable
from math import exp, log, log10, pi, prod, sqrt
from typing import Any

import pytest

from textbook_ml.equations.likelihood import penalised_log_likelihood
from textbook_ml.equations.softmax import softmax_gradient
from textbook_ml.questions import Question, questions
from textbook_ml.questions.framework.argument_mistakes import in_all_numbers
from textbook_ml.questions.framework.diagnosis import RaisedException, answer, diagnose

some = pytest.mark.parametrize("function", ["theta_mle", "bayes_rule", "gradient", "fit_gda"])


def name_of_mistake(question: Question, wrong: Callable[..., Any]) -> str | None:
    """Return the name of the mistake that is found in a wrong function."""
    found = diagnose(question, [(case, answer(wrong, case)) for case in question.cases("test", 50)])
    return None if found is None else found.name


def name_for_changed_result(function: str, change: Callable[[float], float]) -> str | None:
    """Return the name of the mistake that is found if all numbers of the result are changed."""
    question = questions()[function]
    return name_of_mistake(question, lambda *case: in_all_numbers(change)(question.expected(case)))


@some
def test_no_mistake_is_found_in_a_right_function(function: str) -> None:
    """A function that is right except where it raises has no generic mistake either."""
    question = questions()[function]
    exam = question.exam("test", 50)
    assert diagnose(question, exam) is None
    assert diagnose(question, [(exam[0][0], RaisedException("OverflowError")), *exam[1:]]) is None


@some
def test_a_missing_return_and_rounding_are_found(function: str) -> None:
    """Both mistakes are frequent, and neither belongs to a particular equation."""
    assert name_of_mistake(questions()[function], lambda *case: None) == "returns_nothing"
    assert (
        name_for_changed_result(function, lambda v: round(v, 3) if isinstance(v, float) else v)
        == "rounded"
    )


def test_rounding_is_found_if_the_last_bit_decides_its_direction() -> None:
    """11.075 is rounded down; 11.075000000000001, the same mean summed differently, is not."""
    question = questions()["mean_mle"]
    cases: list[Any] = [([11.075] * n,) for n in range(1, 5)] + [([1.0, 2.0, 2.0],)]
    answers = [11.07, 11.08, 11.07, 11.08, 1.67]
    found = diagnose(question, list(zip(cases, answers)))
    assert found is not None and found.name == "rounded"


@pytest.mark.parametrize(
    ("function", "change", "name"),
    [
        ("log_naive_product", lambda v: -v, "opposite_sign"),
        ("prior_mle", lambda p: 100 * p, "in_percent"),
        ("gda_log_likelihood", lambda v: v / log(10), "base_10_everywhere"),
        ("residuals", lambda e: e / 2, "constant_factor"),
        ("coupon_collector_mean", lambda n: n + 1, "constant_term"),
        ("theta_smoothed", lambda p: 1 - p, "other_case"),
        ("bernoulli_event", log, "logarithm"),
        ("normal_log_pdf", exp, "exponential"),
        ("theta_mle", sqrt, "square_root"),
        ("prior_mle", lambda p: p // 1, "rest_left_out"),
        ("residuals", abs, "without_sign"),
        ("mean_mle", lambda v: 0.25, "always_the_same"),
    ],
)
def test_generic_changes_of_every_number_are_found(
    function: str, change: Callable[[float], float], name: str
) -> None:
    """A generic mistake does not depend on the equation."""
    assert name_for_changed_result(function, change) == name


def test_the_hint_contains_the_constant_factor() -> None:
    """The factor is computed from the results."""
    question = questions()["mean_mle"]
    seen = [(case, 2.5 * question.expected(case)) for case in question.cases("test", 50)]
    found = diagnose(question, seen)
    assert found is not None
    assert found.help == "You always return 2.5 times the expected value."
    assert name_for_changed_result("normal_pdf", lambda p: p * sqrt(pi / 3.14)) == "constant_factor"


def dot(w: Any, x: Any) -> Any:
    return sum(a * b for a, b in zip(w, x))


def likelihood_base_10(w: Any, rows: Any, labels: Any) -> float:
    """The log likelihood to base 10, which fails if a probability rounds to 0."""
    ones = [1 / (1 + exp(-dot(w, x))) for x in rows]
    return sum(log10(p) if y else log10(1 - p) for p, y in zip(ones, labels))


def simple_gradient(w: Any, rows: Any, labels: Any) -> list[float]:
    errors = [y - 1 / (1 + exp(-dot(w, x))) for x, y in zip(rows, labels)]
    return [sum(e * x[i] for x, e in zip(rows, errors)) for i in range(len(w))]


def joint(prior: Any, factors: Any) -> Any:
    return {y: log(prior[y]) + sum(map(log, factors[y])) for y in prior}


def prior_not_logged(prior: Any, factors: Any) -> Any:
    """The posterior from logarithms to which P(y) is added instead of ln P(y)."""
    powers = {y: exp(prior[y]) * prod(factors[y]) for y in prior}
    return {y: p / sum(powers.values()) for y, p in powers.items()}


@pytest.mark.parametrize(
    ("function", "wrong", "name"),
    [
        ("penalised_log_likelihood", lambda w, rows, labels, lam: penalised_log_likelihood(
            w, rows, labels, 0.0), "lam_left_out"),
        ("gradient", lambda w, rows, labels: simple_gradient(
            w, rows[:-1], labels), "last_left_out"),
        ("gradient", lambda w, rows, labels: simple_gradient(
            w, rows[:1], labels), "first_only"),
        ("mitchell_p1", lambda w0, w, x: 1 / (1 + exp(w0 - dot(w, x))), "w_negated"),
        ("linear_score", lambda w0, w, x: w0 + dot(w[1:], x[1:]), "first_left_out"),
        ("full_joint_table_size", lambda n, j, k: 2 * j**n, "n_classes_taken_for_2"),
        ("naive_bayes_posterior", joint, "log_scores"),
        ("softmax", lambda s: [exp(v) / (1 + sum(map(exp, s))) for v in s], "not_normalised"),
        ("theta_table", lambda column, labels, values: {
            v: {y: [x for x, z in zip(column, labels) if z == y].count(v) / labels.count(y)
                for y in labels} for v in values}, "transposed"),
        ("naive_bayes_posterior", prior_not_logged, "prior_exponentiated"),
        ("softmax_gradient", lambda w, rows, labels, lam: softmax_gradient(
            w, rows, labels, lam / 2), "lam_halved"),
    ],
)  # fmt: skip
def test_a_mistake_in_an_argument_or_in_the_normalisation_is_found(
    function: str, wrong: Callable[..., Any], name: str
) -> None:
    """An argument is left out, negated or cut short, or the last division is missing."""
    assert name_of_mistake(questions()[function], wrong) == name


def test_a_constant_factor_is_found_despite_an_overflow() -> None:
    """The factor is constant on ordinary cases; the extreme cases overflow."""
    question = questions()["conditional_log_likelihood"]
    assert name_of_mistake(question, likelihood_base_10) in ("base_10", "base_10_everywhere")


@pytest.mark.parametrize(
    ("function", "wrong", "names"),
    [
        ("variance_mvue", lambda xs, mu: round(sum((x - mu) ** 2 for x in xs) / len(xs), 2),
            "divided_by_n_and_rounded"),
        ("gradient", lambda w, rows, labels: [
            100 * g / len(rows) for g in simple_gradient(w, rows, labels)],
            "mean_for_sum_and_in_percent"),
    ],
)  # fmt: skip
def test_two_simultaneous_mistakes_are_both_named(
    function: str, wrong: Callable[..., Any], names: str
) -> None:
    """The hint consists of the hints of both mistakes."""
    question = questions()[function]
    assert name_of_mistake(question, wrong) == names
    found = diagnose(question, [(case, answer(wrong, case)) for case in question.cases("test", 50)])
    assert found is not None and " Second mistake: " in found.help


def test_a_wrong_sign_is_not_a_second_mistake() -> None:
    """One wrong sign often looks like another mistake together with the opposite sign."""
    question = questions()["penalised_log_likelihood"]
    right = questions()["conditional_log_likelihood"]
    seen = [
        (case, -right.expected(case[:3]) - case[3] / 2 * sum(w * w for w in case[0]))
        for case in question.cases("test", 50)
    ]
    assert diagnose(question, seen) is None


def test_the_hint_for_a_missing_label_mentions_the_start_of_the_search() -> None:
    """A search for the best log score that starts at 0 finds no larger one."""
    question = questions()["classify_gda"]
    found = diagnose(question, [(case, None) for case in question.cases("test", 50)])
    assert found is not None and "start at -inf" in found.help


def test_labels_are_weak_evidence_for_changed_numbers() -> None:
    """Many changes of a number leave the best label as it is, and log 1 = 0 is no evidence."""
    question = questions()["logistic_label"]
    cases = question.cases("test", 50)
    opposite = [(case, 1 - question.expected(case)) for case in cases]
    found = diagnose(question, opposite)
    assert found is None or found.name != "logarithm"
    question = questions()["classify_gaussian_nb"]
    seen = [
        (case, max(case[0]["priors"], key=lambda y: (case[0]["priors"][y], y)))
        for case in question.cases("test", 50)
    ]
    found = diagnose(question, seen)
    assert found is None or not found.name.endswith(("one_more", "squared", "doubled"))


def test_an_answer_that_ignores_its_only_argument_does_not_leave_it_out() -> None:
    """The deviations cancel, and the first label is always returned: neither is a missing list."""
    cancelled = name_of_mistake(
        questions()["common_variance_mvue"],
        lambda features: (
            sum(sum(x - sum(g) / len(g) for x in g) for f in features for g in f)
            / sum(len(g) - 1 for f in features for g in f)
        ),
    )
    first = name_of_mistake(questions()["most_probable"], lambda scores: next(iter(scores)))
    assert (cancelled, first) == (None, None)
